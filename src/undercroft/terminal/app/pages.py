"""Pages to read, over whatever is on the screen: help, rules, a game in short."""

from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Static

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.rulebook import clause_of, for_players, rules_of
from undercroft.terminal.words import say


class Page(ModalScreen[None]):
    """Something to read; Esc closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "close", say("bar.close"), key_display="Esc"),
        Binding("down,j", "move(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("pagedown,space", "leaf(1)", show=False),
        Binding("pageup", "leaf(-1)", show=False),
        Binding("home", "top", show=False),
        Binding("end", "bottom", show=False),
    ]

    def __init__(self, title: str, content: RenderableType) -> None:
        super().__init__()
        self._title, self._content = title, content

    def compose(self) -> ComposeResult:
        """A frame around the text."""
        with VerticalScroll(id="page", can_focus=False) as page:
            page.border_title = escape(self._title)
            page.border_subtitle = escape(say("page.closes"))
            yield Static(self._content)

    @property
    def _page(self) -> VerticalScroll:
        return self.query_one("#page", VerticalScroll)

    def action_close(self) -> None:
        """Close the page."""
        self.dismiss()

    def action_move(self, by: int) -> None:
        """Scroll by a line."""
        self._page.scroll_relative(y=by, animate=False)

    def action_leaf(self, by: int) -> None:
        """Scroll by a page."""
        self._page.scroll_relative(y=by * (self._page.size.height - 1), animate=False)

    def action_top(self) -> None:
        """Scroll to the top."""
        self._page.scroll_home(animate=False)

    def action_bottom(self) -> None:
        """Scroll to the bottom."""
        self._page.scroll_end(animate=False)


def paragraphs(text: str) -> list[RenderableType]:
    """Lay out a text whose paragraphs are set apart by empty lines."""
    parts = text.strip().split("\n\n")
    return [Padding(Text(" ".join(part.split())), (0, 0, 1, 0)) for part in parts]


def in_short(game: Game[Any, Any]) -> list[RenderableType]:
    """Explain a game in short."""
    return paragraphs(str(game.words.tables.get("help", {}).get("text", "")))


def clause(game: Game[Any, Any], number: str) -> RenderableType:
    """Show a clause of the rules of record, or say that there is none."""
    try:
        lines = [line.strip() for line in clause_of(game.id, number).split("\n")]
    except Refused as error:
        return Text(f"{error}.")
    return Text("\n".join(lines))


def headed(title: str) -> Text:
    """Write a heading."""
    return Text(title, "bold underline")


def help_page(game: Game[Any, Any], asked: str | None, keys: str) -> Page:
    """Help at the table: the rule behind the question, the keys, the game in short."""
    parts: list[RenderableType] = []
    if asked is not None:
        parts += [headed(say("page.rule")), clause(game, asked), Text()]
    parts += [headed(say("page.keys")), Text(keys), Text(), headed(game.title), *in_short(game)]
    return Page(say("page.help"), Group(*parts))


def clause_page(game: Game[Any, Any], number: str) -> Page:
    """Show one clause."""
    return Page(number, clause(game, number))


def rules_page(game: Game[Any, Any]) -> Page:
    """Explain a game: in short, then the rules of record."""
    parts = in_short(game)
    try:
        rules = Markdown(for_players(rules_of(game.id)).strip(), hyperlinks=False)
        parts += [headed(say("page.rules")), Text(), rules]
    except Refused as error:
        parts.append(Text(f"{error}."))
    return Page(game.title, Group(*parts))
