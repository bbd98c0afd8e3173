"""Drawing with characters: a pen, and ways to lay out lines.

For the `terminal.py` of a game alone. It needs Rich, as does anything that shows the drawing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar
from zlib import crc32

from rich.text import Text

from undercroft.core.language.words import Words

GAP: Final = 3  # between what stands side by side
LEAST: Final = 40  # columns; with less nobody can play

Lines: TypeAlias = list[Text]
Size: TypeAlias = Literal["large", "middle", "small"]
SIZES: Final[tuple[Size, ...]] = ("large", "middle", "small")
V = TypeVar("V")


class Pen(NamedTuple):
    """What a drawing is made with: words, the game's rows, colours by what they mean, and room."""

    words: Words
    rows: Mapping[str, Any]
    colours: Mapping[str, str]
    width: int
    height: int
    size: Size = "large"

    def say(self, name: str, /, **fields: object) -> str:
        """Fill one of the table's texts."""
        return self.words.fill(self.words.tables["table"][name], fields)

    def style(self, name: str, more: str = "") -> str:
        """Give a style by what it means."""
        return f"{more} {self.colours.get(name, '')}".strip()

    def text(self, text: str, name: str = "", more: str = "") -> Text:
        """Write in a style."""
        return inked(text, self.style(name, more))

    def caption(self, name: str, text: str) -> Text:
        """Head a group: what it is, and what there is to say of it."""
        return Text.assemble((f"{name}  ", self.style("muted")), text)

    def gauge(self, full: int, most: int, signs: str = "♥♡", name: str = "error") -> Text:
        """Draw how much there is of how much there can be."""
        rest = (signs[1] * max(0, most - full), self.style("muted"))
        return Text.assemble((signs[0] * full, self.style(name)), rest)

    def within(self, width: int) -> "Pen":
        """Give a pen for a narrower part of the room."""
        return self._replace(width=max(1, width))


def inked(text: str, style: str) -> Text:
    """Write in a style that ends with the text: what is set behind it has its own."""
    return Text.assemble((text, style), no_wrap=True)


def largest(draw: Callable[[V, Pen], Lines], view: V, pen: Pen) -> Lines:
    """Draw in the largest size that fits; if none does, in the smallest."""
    lines: Lines = []
    for size in SIZES:
        lines = draw(view, pen._replace(size=size))
        if len(lines) <= pen.height:
            break
    return lines


def if_room(more: Iterable[Text], lines: Lines, pen: Pen) -> Lines:
    """Give more lines, after an empty one, if they fit below these; else none."""
    below = [Text(), *more]
    return below if len(lines) + len(below) <= pen.height else []


# -- lines ----------------------------------------------------------------------------------------


def width_of(lines: Iterable[Text]) -> int:
    """How many columns lines take."""
    return max((line.cell_len for line in lines), default=0)


def cut(line: Text, width: int) -> Text:
    """Cut a line where it is too long."""
    line.truncate(max(width, 1), overflow="ellipsis")
    return line


def padded(line: Text, width: int) -> Text:
    """Fill a line up to a width, or cut it there."""
    whole = cut(line.copy(), width)
    whole.pad_right(width - whole.cell_len)
    return whole


def beside(left: Lines, right: Lines, gap: int = GAP) -> Lines:
    """Set two groups of lines side by side."""
    wide = width_of(left) + gap
    joined = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        line = one.copy()
        line.pad_right(wide - line.cell_len)
        joined.append(line.append_text(other))
    return joined


def in_rows(blocks: Sequence[Lines], width: int) -> Lines:
    """Set blocks side by side, as many as fit, and the rest below."""
    lines: Lines = []
    row: Lines = []
    for block in blocks:
        if row and width_of(row) + 1 + width_of(block) > width:
            lines += row
            row = []
        row = beside(row, block, 1) if row else block
    return [*lines, *row]


def flowed(parts: Iterable[Text], pen: Pen, gap: int = GAP) -> Iterator[Text]:
    """Set parts one after the other; one that is too long alone is broken."""
    line = Text()
    for part in parts:
        if line and line.cell_len + gap + part.cell_len > pen.width:
            yield line
            line = Text()
        if line:
            line.append(" " * gap)
        if part.cell_len > pen.width:
            yield from wrapped(part.plain, pen, hang=2)
        else:
            line.append_text(part)
    if line:
        yield line


def wrapped(text: str, pen: Pen, name: str = "", hang: int = 0) -> Iterator[Text]:
    """Break a text into lines; all but the first hang in by so much."""
    line, indent = "", ""
    for word in text.split():
        if line.strip() and len(line) + 1 + len(word) > pen.width:
            yield pen.text(line, name)
            line = indent = " " * hang
        line = f"{line} {word}" if line.strip() else f"{indent}{word}"
    yield cut(pen.text(line, name), pen.width)


# -- boxes ----------------------------------------------------------------------------------------

LIGHT: Final = "╭╮╰╯│─"
HEAVY: Final = "╔╗╚╝║═"


def boxed(
    lines: Sequence[Text], pen: Pen, title: str = "", style: str = "", *, heavy: bool = False
) -> Lines:
    """Draw a box of the pen's width around lines, with a title in its upper edge."""
    tl, tr, bl, br, side, edge = HEAVY if heavy else LIGHT
    inner = pen.width - 2
    name = cut(Text(f" {title} " if title else ""), inner - 2)
    top = inked(f"{tl}{edge}", style)
    top.append(name.plain, f"bold {style}".strip())
    top.append(edge * (inner - 1 - name.cell_len) + tr, style)
    middle = [Text.assemble((side, style), padded(line, inner), (side, style)) for line in lines]
    return [top, *middle, inked(bl + edge * inner + br, style)]


# -- people ---------------------------------------------------------------------------------------

CARD: Final = 36  # the most columns of somebody's card
HATS: Final = (" ▁▁▁ ", " /▔\\ ", "╭┴─┴╮", " ▟█▙ ", " ,^, ", "▁▟▀▙▁")
EYES: Final = ("◕ ◕", "• •", "◔ ◔", "¬ ¬", "^ ^", "o o", "◉ -")
MOUTHS: Final = ("\\ ‿ /", "\\ ─ /", "\\▁▁▁/", "▏░░░▕", "\\ ▿ /")


def face(id: str) -> list[str]:
    """Draw somebody's face in three lines: always the same for the same person."""
    number = crc32(id.encode())
    hat, eyes = HATS[number % len(HATS)], EYES[number // 7 % len(EYES)]
    return [hat, f"│{eyes}│", MOUTHS[number // 61 % len(MOUTHS)]]


def introduced(pen: Pen, id: str, numbers: Sequence[str], abilities: str, within: int) -> Lines:
    """Draw somebody to choose, on a card: face, numbers and abilities."""
    card = pen.within(min(within, CARD))
    inner = card.within(card.width - 2)
    said = [Text(text) for text in numbers]
    head = beside([inked(line, pen.style("accent")) for line in face(id)], said, gap=2)
    return boxed([*head, *wrapped(abilities, inner, "muted")], card, pen.words.title(id))


def side_by_side(cards: Sequence[Callable[[int], Lines]], pen: Pen) -> Lines:
    """Draw cards in rows, as many in each as have room to be read."""
    across = max(1, min(len(cards), pen.width // (CARD * 2 // 3)))
    return in_rows([card(pen.width // across - 1) for card in cards], pen.width)
