"""Rows of a form: a name, a value that left and right or typing change, and what it means."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

NAME = 30  # columns
MEANING = 58  # where a wide row says what it means
WIDE = 100

MOVES: list[BindingType] = [  # before whatever scrolls the form gets to see them
    Binding("down", "app.focus_next", show=False),
    Binding("up", "app.focus_previous", show=False),
]


class Changed(Message):
    """A row has another value."""

    def __init__(self, row: str) -> None:
        super().__init__()
        self.row = row  # its id


class Explained(Message):
    """A row got the focus: show what it means."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Choice(Widget, can_focus=True):
    """One of several values; left and right go through them, and so does a click."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *MOVES,
        Binding("left", "turn(-1)", show=False),
        Binding("right,space,enter", "turn(1)", show=False),
    ]
    value: reactive[str] = reactive("", init=False)

    def __init__(
        self,
        name: str,
        values: Sequence[str],
        value: str,
        help: str,  # noqa: A002
        titles: Mapping[str, str] | None = None,
        **more: Any,
    ):
        super().__init__(**more)
        self.label, self.help = name, help
        self.values, self.titles = [*values], titles or {}
        self.set_reactive(Choice.value, value)

    def render(self) -> Text:
        """Draw the row."""
        before, after = ("◂ ", " ▸") if self.has_focus else ("  ", "  ")
        mark = "▸ " if self.has_focus else "  "
        value = self.titles.get(self.value, self.value)
        row = Text.assemble(
            mark, self.label.ljust(NAME), (before, "dim"), (value, "bold"), (after, "dim")
        )
        if self.size.width >= WIDE:
            row.pad_right(MEANING - row.cell_len)
            row.append(self.help, "dim")
        row.truncate(max(self.size.width - 1, NAME), overflow="ellipsis")
        return row

    def action_turn(self, by: int) -> None:
        """Go on to another value."""
        at = self.values.index(self.value) if self.value in self.values else -1
        self.value = self.values[(at + by) % len(self.values)]

    def watch_value(self) -> None:
        """Tell the form."""
        self.post_message(Changed(self.id or ""))

    def on_focus(self) -> None:
        """Say what it means."""
        self.post_message(Explained(self.help))

    def on_blur(self) -> None:
        """Take the mark away."""
        self.refresh()

    def on_click(self, _: events.Click) -> None:
        """The mouse goes on to the next value."""
        self.action_turn(1)


class Press(Choice):
    """A row that does something."""

    class Pressed(Message):
        """Do it."""

    def __init__(self, name: str, how: str, help: str, **more: Any):  # noqa: A002
        super().__init__(name, [how], how, help, **more)

    def action_turn(self, by: int) -> None:
        """Do it."""
        if by > 0:
            self.post_message(self.Pressed())


class Entry(Horizontal):
    """A value that is typed."""

    BINDINGS: ClassVar[list[BindingType]] = MOVES

    def __init__(self, name: str, value: str, hint: str, help: str, **more: Any) -> None:  # noqa: A002
        super().__init__(**more)
        self.label, self.help = name, help
        self._first, self._hint = value, hint

    def compose(self) -> ComposeResult:
        """A name, and where to type."""
        yield Static(Text(f"  {self.label.ljust(NAME)}"), classes="name")
        yield Input(self._first, placeholder=self._hint, compact=True, select_on_focus=False)
        yield Static(Text(self.help), classes="help")

    @property
    def value(self) -> str:
        """What was typed."""
        return self.query_one(Input).value.strip()

    @value.setter
    def value(self, value: str) -> None:
        self.query_one(Input).value = value

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell the form."""
        event.stop()
        self.post_message(Changed(self.id or ""))

    def on_descendant_focus(self) -> None:
        """Say what it means."""
        self.query_one(".name", Static).update(Text(f"▸ {self.label.ljust(NAME)}"))
        self.post_message(Explained(self.help))

    def on_descendant_blur(self) -> None:
        """Take the mark away."""
        self.query_one(".name", Static).update(Text(f"  {self.label.ljust(NAME)}"))
