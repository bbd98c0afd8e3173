"""The table of any game: as the game draws it, or as its text."""

from collections.abc import Mapping
from pkgutil import resolve_name
from textwrap import wrap
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.highlighter import RegexHighlighter
from rich.text import Text

from undercroft.core.game import Game
from undercroft.core.language.words import Words
from undercroft.sketch import LEAST, Pen

AS_IT_IS: Final[Any] = {
    "break_on_hyphens": False,
    "drop_whitespace": True,
    "replace_whitespace": False,
}
_LABEL: Final = r"(?m)^(?P<label>[A-Z][\w' ]*?)(?=:? {2,}|: )"
_DONE: Final = r"(?P<number>(?<![\w#])\d+(?![\w]))"
_NOW: Final = r"(?P<now><[^<>\n]*>)"


def picture(
    game: Game[Any, Any],
    view: Any,
    room: tuple[int, int],
    inks: Mapping[str, str],
    words: Words | None = None,
) -> RenderableType:
    """Draw the table that a view shows, in the game's words, or as they are at one table."""
    words = words or game.words
    if game.draw_terminal is not None:
        draw, (columns, lines) = resolve_name(game.draw_terminal), room
        return Group(*draw(view, Pen(words, game.rows, inks, max(columns, LEAST), lines)))
    return tinted(fitted(game.draw_table(game.rows, view, words), room[0]), inks)


def fitted(table: str, width: int) -> str:
    """Break lines that are too long for the room, under themselves."""
    lines = []
    for line in table.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines += wrap(line, max(width, 20), subsequent_indent=indent, **AS_IT_IS) or [""]
    return "\n".join(lines)


def tinted(table: str, inks: Mapping[str, str]) -> Text:
    """Colour a table of text: its labels, its numbers, and what is <now>."""

    class Tint(RegexHighlighter):
        highlights = [_LABEL, _DONE, _NOW]  # noqa: RUF012 (Rich wants it so)

    text = Tint()(Text(table, no_wrap=True))
    styles = {
        "label": inks.get("muted", ""),
        "number": f"bold {inks.get('warning', '')}".strip(),
        "now": f"bold {inks.get('primary', '')}".strip(),
    }
    spans = [span._replace(style=styles[str(span.style)]) for span in text.spans]
    text.spans = [span for span in spans if span.style]
    return text
