"""Pictures for other sites: a table, or a game's cover, as PNG.

A game's `still` lays pieces of its sprite; here they become one SVG that needs nothing else, and
resvg draws it, in a process of its own: it would hold up everybody else for a third of a second.
There are no letters in it, so no fonts are needed: what it shows is said by the page that carries
it.
"""

import asyncio
import contextlib
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from cachetools import LRUCache

from undercroft.core.game import Game, Laid

WIDTH, HEIGHT = 1200, 630  # what Open Graph expects
EDGE: Final = 40
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


class Pictures:
    """The pictures asked for last. One is drawn at a time, however many are asked for."""

    def __init__(self) -> None:
        self._kept: LRUCache[object, bytes] = LRUCache(MOST_KEPT)
        self._drawing = asyncio.Lock()

    async def png(self, key: object, svg: Callable[[], str]) -> bytes:
        """Give a picture by its name; one that is not kept is drawn."""
        async with self._drawing:
            if key not in self._kept:
                self._kept[key] = await rasterise(svg(), WIDTH)
            return self._kept[key]


async def rasterise(svg: str, width: int) -> bytes:
    """Have resvg draw, off the loop and out of the way."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *_DRAW, str(width)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            png, _ = await process.communicate(svg.encode())
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    if process.returncode != 0:
        raise RuntimeError("a picture could not be drawn")
    return png


def still_of(game: Game[Any, Any], view: Any) -> str:
    """Draw a table as a seat, or a spectator, sees it; a game without a still has its cover."""
    laid = list(game.still(game.rows, view))[:MOST_LAID] if game.still else []
    return _framed(_laid_out(game.package, laid)) if laid else cover_of(game)


def cover_of(game: Game[Any, Any]) -> str:
    """Draw a game's cover."""
    name = game.web.cover if game.web else None
    return _cover(game.package, name) if name else _framed("")


@cache
def _cover(package: str, name: str) -> str:
    cover = _art(package, name)
    inner = cover[cover.index(">", cover.index("<svg")) + 1 : cover.rindex("</svg>")]
    found = re.search(r'viewBox="([^"]+)"', cover)
    box = found.group(1) if found else f"0 0 {WIDTH} {HEIGHT}"
    size = f'x="{EDGE}" y="{EDGE}" width="{WIDTH - 2 * EDGE}" height="{HEIGHT - 2 * EDGE}"'
    return _framed(f'<svg viewBox="{box}" {size}>{inner}</svg>')


def _laid_out(package: str, laid: Sequence[Laid]) -> str:
    left, top = min(it.x for it in laid), min(it.y for it in laid)
    right = max(it.x + it.width for it in laid)
    bottom = max(it.y + it.height for it in laid)
    pieces = _pieces(package)
    known = [it for it in laid if it.symbol in pieces]
    wanted = dict.fromkeys(it.symbol for it in known)
    for name in (names := list(wanted)):  # what a piece is made of, to the last
        names += [used for used in _USED.findall(pieces.get(name, "")) if used not in names]
    defs = "".join(pieces[name] for name in reversed(dict.fromkeys(names)) if name in pieces)
    drawn = f"<defs>{defs}</defs>" + "".join(map(_used, known))
    return _fitted(drawn, [left, top, right - left, bottom - top])


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
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{_BACK}{drawn}</svg>'


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
