"""A form for a seat at somebody's online table: the link that was sent, and a name."""

from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Static

from undercroft.core.errors import Refused
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.forms.fields import Changed, Entry, Explained, Press
from undercroft.terminal.app.key_bar import KeyBar
from undercroft.terminal.client import Client
from undercroft.terminal.online.client import arrive
from undercroft.terminal.online.server import read_address
from undercroft.terminal.words import say


class JoinScreen(Screen[Client | None]):
    """Asks where to sit down; what leads nowhere is refused, and nothing typed is lost."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "sit", say("bar.join"), key_display="F5"),
        Binding("escape", "back", say("bar.back"), key_display="Esc"),
    ]

    def __init__(self, home: Path) -> None:
        super().__init__(id="join")
        self._home = home
        self._is_on_the_way = False

    def compose(self) -> ComposeResult:
        """Link and name; below, what the row in focus means, and whether it leads anywhere."""
        yield Static(Text(say("join.title")), id="title")
        with VerticalScroll(id="rows", can_focus=False):
            yield Entry(
                say("join.link"), "", "http://HOST/join/KEY", say("join.link-means"), id="link"
            )
            yield Entry(
                say("join.name"), "", say("join.your-name"), say("join.name-means"), id="name"
            )
            yield Press(say("join.join"), say("form.press"), say("join.join-means"), id="begin")
        yield Static(id="means")
        yield Static(id="verdict")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the link."""
        self.query_one("#link Input", Input).focus()
        self.check()

    def say(self, text: str, *, bad: bool = False) -> None:
        """Say how it stands."""
        verdict = self.query_one("#verdict", Static)
        verdict.update(Text(text))
        verdict.set_class(bad, "-error")

    def check(self) -> None:
        """Say at once whether the link can lead to a seat."""
        link = self.query_one("#link", Entry).value
        if not link:
            self.say("")
            return
        try:
            address = read_address(link)
        except Refused as error:
            self.say(f"{error}.", bad=True)
        else:
            self.say(say("join.leads", kind=address.kind, server=address.server))

    async def travel(self) -> None:
        """Go there, beside the screen."""
        link, name = self.query_one("#link", Entry).value, self.query_one("#name", Entry).value
        self.say(say("join.connecting"))
        try:
            arrived = await in_background(partial(arrive, self._home, link, name))
        except Refused as error:
            self._is_on_the_way = False
            if self.is_attached:
                self.app.bell()
                self.say(f"{error}.", bad=True)
        else:
            if self.is_attached:
                self.dismiss(arrived)

    # -- keys -------------------------------------------------------------------------------------

    def on_changed(self, _: Changed) -> None:
        """A row has another value."""
        self.check()

    def on_explained(self, event: Explained) -> None:
        """A row got the focus."""
        self.query_one("#means", Static).update(Text(event.text))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter, in a row: sit down."""
        event.stop()
        self.action_sit()

    def on_press_pressed(self, _: Press.Pressed) -> None:
        """The last row sits down."""
        self.action_sit()

    def action_sit(self) -> None:
        """Take the seat, once."""
        if not self._is_on_the_way:
            self._is_on_the_way = True
            self.run_worker(self.travel(), exclusive=True)

    def action_back(self) -> None:
        """Back to the start."""
        self.dismiss(None)
