"""The settings, over whatever is on the screen; they hold at once."""

from typing import ClassVar, get_args, get_type_hints

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.markup import escape
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from undercroft.terminal.app.forms.fields import Changed, Choice, Explained
from undercroft.terminal.app.settings import Settings
from undercroft.terminal.words import say


class SettingsScreen(ModalScreen[None]):
    """A row for each setting."""

    class Set(Message):
        """Something was set."""

        def __init__(self, settings: Settings) -> None:
            super().__init__()
            self.settings = settings

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,comma", "close", say("bar.close"), key_display="Esc"),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        """A row each, and what the one in focus means."""
        types = get_type_hints(Settings)
        with Vertical(id="settings") as frame:
            frame.border_title = escape(say("settings.title"))
            frame.border_subtitle = escape(say("settings.how"))
            for name, value in msgspec.structs.asdict(self._settings).items():
                label, means = say(f"settings.{name}"), say(f"settings.{name}-means")
                values = get_args(types[name])
                titles = {it: say(f"settings.values.{it}") for it in values}
                yield Choice(label, values, value, means, titles, id=name)
            yield Static(id="means")

    def on_changed(self, _: Changed) -> None:
        """Let it hold at once."""
        values = {str(row.id): row.value for row in self.query(Choice)}
        self.app.post_message(self.Set(msgspec.convert(values, Settings)))

    def on_explained(self, event: Explained) -> None:
        """A row got the focus."""
        self.query_one("#means", Static).update(Text(event.text))

    def action_close(self) -> None:
        """Close."""
        self.dismiss()
