"""Pictures for other sites: a table, or a game's cover, as PNG.

A game's `still` lays pieces of its sprite; here they become one SVG that needs nothing else, and
resvg draws it, in a process of its own: it would hold up everybody else for a third of a second.
Tables and covers have no letters: what they show is said by the page that carries them.
"""

import asyncio
import contextlib
import json
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from cachetools import LRUCache

from undercroft.core.game import Game, Laid, Scene

WIDTH, HEIGHT = 1200, 630  # what Open Graph expects
EDGE: Final = 40
SIDE: Final = 690  # where the text of a card begins
MOST_LAID: Final = 400  # pieces of one picture: its cost has a bound
MOST_KEPT: Final = 64  # pictures, of some 150 kB each
PATIENCE: Final = 20  # seconds for one picture
_DRAW: Final = ("-m", "undercroft.web.draw.rasterise")
_PIECE: Final = re.compile(r'<(symbol|g|path|rect|circle|ellipse)\b[^>]*?\bid="([\w:-]+)"')
_USED: Final = re.compile(r'href="#([\w:-]+)"')
_BACK: Final = (
    '<defs><radialGradient id="torchlight" cx="50%" cy="38%" r="75%">'
    '<stop offset="0" stop-color="#3a2c1e"/><stop offset="1" stop-color="#0f0d0a"/>'
    '</radialGradient></defs><rect width="1200" height="630" fill="url(#torchlight)"/>'
    '<rect x="14" y="14" width="1172" height="602" rx="18" fill="none" stroke="#8d7f63" '
    'stroke-width="2"/>'
)


class Letters(NamedTuple):
    """A line of text on a picture."""

    text: str
    x: int
    y: int
    size: int
    colour: str = "#e8dcc0"
    anchor: str = "ls"  # as Pillow names it: left, at the line; `rs`: right


class Drawn(NamedTuple):
    """A picture that is still to be made."""

    svg: str
    letters: Sequence[Letters] = ()
    width: int = WIDTH


class Pictures:
    """The pictures asked for last. One is drawn at a time, however many are asked for."""

    def __init__(self) -> None:
        self._kept: LRUCache[object, bytes] = LRUCache(MOST_KEPT)
        self._drawing = asyncio.Lock()

    async def png(self, key: object, draw: Callable[[], Drawn]) -> bytes:
        """Give a picture by its name; one that is not kept is drawn."""
        async with self._drawing:
            if key not in self._kept:
                self._kept[key] = await rasterise(draw())
            return self._kept[key]


async def rasterise(drawn: Drawn) -> bytes:
    """Have resvg draw, off the loop and out of the way."""
    asked = {"svg": drawn.svg, "width": drawn.width, "letters": drawn.letters}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *_DRAW),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            png, _ = await process.communicate(json.dumps(asked).encode())
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    if process.returncode != 0:
        raise RuntimeError("a picture could not be drawn")
    return png


def card_of(game: Game[Any, Any], outcome: str, title: str, told: Sequence[str]) -> Drawn:
    """Draw the card of a finished play: the middle of its scene, and what there is to say of it."""
    drawn = _inner(scene_of(game, outcome))
    side = f'<path d="M{SIDE} 0H1200V630H{SIDE}Z" fill="#211c17"/>'
    edge = f'<path d="M{SIDE} 0V630" stroke="#d9a93f" stroke-width="6"/>'
    svg = _svg(f'<g transform="translate({SIDE // 2 - 600} 0)">{drawn}</g>{side}{edge}')
    left, y = SIDE + 40, 90
    letters = [Letters(game.title, left, y, 30, "#b9ad92")]
    for line in textwrap.wrap(title, 15)[:3]:
        y += 70
        letters.append(Letters(line, left, y, 60, "#f0c75e"))
    y += 24
    for fact in told:
        y += 12
        for line in textwrap.wrap(fact, 32):
            y += 36
            letters.append(Letters(line, left, y, 27))
    return Drawn(svg, [*letters, Letters("Undercroft", 1160, 594, 28, "#b9ad92", "rs")])


def still_of(game: Game[Any, Any], view: Any) -> str:
    """Draw a table as a seat, or a spectator, sees it; a game without a still has its cover."""
    laid = list(game.still(game.rows, view))[:MOST_LAID] if game.still else []
    return _framed(_laid_out(game.package, laid)) if laid else cover_of(game)


def cover_of(game: Game[Any, Any]) -> str:
    """Draw a game's cover."""
    name = game.web.cover if game.web else None
    return _cover(game.package, name) if name else _framed("")


def scene_of(game: Game[Any, Any], outcome: str) -> str:
    """Draw how a play ended; an outcome that the game has no scene for gets a plain one."""
    plain = Scene("door" if outcome == "abandoned" else "hall")
    scene = game.scenes.get(outcome, plain)
    backdrop = _inner(_art("undercroft.web", f"scenes/{scene.backdrop}.svg"))
    return _svg(backdrop + _placed(game.package, scene.laid))


@cache
def _cover(package: str, name: str) -> str:
    cover = _art(package, name)
    found = re.search(r'viewBox="([^"]+)"', cover)
    box = found.group(1) if found else f"0 0 {WIDTH} {HEIGHT}"
    size = f'x="{EDGE}" y="{EDGE}" width="{WIDTH - 2 * EDGE}" height="{HEIGHT - 2 * EDGE}"'
    return _framed(f'<svg viewBox="{box}" {size}>{_inner(cover)}</svg>')


def _laid_out(package: str, laid: Sequence[Laid]) -> str:
    left, top = min(it.x for it in laid), min(it.y for it in laid)
    right = max(it.x + it.width for it in laid)
    bottom = max(it.y + it.height for it in laid)
    return _fitted(_placed(package, laid), [left, top, right - left, bottom - top])


def _placed(package: str, laid: Sequence[Laid]) -> str:
    """Draw pieces where they lie, with all that they are made of."""
    pieces = _pieces(package) if laid else {}
    known = [it for it in laid if it.symbol in pieces]
    wanted = dict.fromkeys(it.symbol for it in known)
    for name in (names := list(wanted)):  # what a piece is made of, to the last
        names += [used for used in _USED.findall(pieces.get(name, "")) if used not in names]
    defs = "".join(pieces[name] for name in reversed(dict.fromkeys(names)) if name in pieces)
    return f"<defs>{defs}</defs>" + "".join(map(_used, known))


def _used(it: Laid) -> str:
    middle = f"{it.x + it.width / 2:g} {it.y + it.height / 2:g}"
    turned = f' transform="rotate({it.turned} {middle})"' if it.turned else ""
    at = f'x="{it.x:g}" y="{it.y:g}" width="{it.width:g}" height="{it.height:g}"'
    return f'<use href="#{it.symbol}" {at}{turned}/>'


def _fitted(drawn: str, box: Sequence[float]) -> str:
    """Lay a drawing as large as it fits, in the middle."""
    x, y, wide, high = box
    scale = min((WIDTH - 2 * EDGE) / wide, (HEIGHT - 2 * EDGE) / high)
    across, down = (WIDTH - wide * scale) / 2, (HEIGHT - high * scale) / 2
    moved = f"translate({across - x * scale:.2f} {down - y * scale:.2f})scale({scale:.4f})"
    return f'<g transform="{moved}">{drawn}</g>'


def _framed(drawn: str) -> str:
    return _svg(_BACK + drawn)


def _svg(drawn: str) -> str:
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'


def _inner(svg: str) -> str:
    return svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]


@cache
def _pieces(package: str) -> dict[str, str]:
    """Read the pieces of a game's sprite, by id; those within another are pieces, too."""
    sprite = _art(package, "sprite.svg")
    pieces = {}
    for found in _PIECE.finditer(sprite):
        kind, id = found.groups()
        end = sprite.index(">", found.start())
        if sprite[end - 1] != "/":
            end = _closing(sprite, kind, end)
        pieces[id] = sprite[found.start() : end + 1]
    return pieces


def _closing(text: str, kind: str, at: int) -> int:
    """Find where an element ends that begins before `at`."""
    deep = 1
    for tag in re.finditer(rf"<(/?){kind}\b([^>]*)>", text[at:]):
        deep += -1 if tag.group(1) else 0 if tag.group(2).endswith("/") else 1
        if deep == 0:
            return at + tag.end() - 1
    raise ValueError(f"<{kind}> is never closed")


def _art(package: str, name: str) -> str:
    return (resources.files(package) / "static" / name).read_text("utf-8")
