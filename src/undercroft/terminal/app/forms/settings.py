"""The settings, over whatever is on the screen; they hold at once."""

from typing import ClassVar, get_args, get_type_hints

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from undercroft.terminal.app.forms.fields import Changed, Choice, Explained
from undercroft.terminal.app.settings import HELP, Settings


class SettingsScreen(ModalScreen[None]):
    """A row for each setting."""

    class Set(Message):
        """Something was set."""

        def __init__(self, settings: Settings) -> None:
            super().__init__()
            self.settings = settings

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,comma", "close", "close", key_display="Esc"),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        """A row each, and what the one in focus means."""
        types = get_type_hints(Settings)
        with Vertical(id="settings") as frame:
            frame.border_title = "Settings"
            frame.border_subtitle = "←→ change   Esc closes"
            for name, value in msgspec.structs.asdict(self._settings).items():
                yield Choice(name, get_args(types[name]), value, HELP[name], id=f"set-{name}")
            yield Static(id="means")

    def on_changed(self, _: Changed) -> None:
        """Let it hold at once."""
        values = {row.label: row.value for row in self.query(Choice)}
        self.app.post_message(self.Set(msgspec.convert(values, Settings)))

    def on_explained(self, event: Explained) -> None:
        """A row got the focus."""
        self.query_one("#means", Static).update(event.text)

    def action_close(self) -> None:
        """Close."""
        self.dismiss()
