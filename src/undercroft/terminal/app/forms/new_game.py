"""The options form: every option of a game, who plays, and what deals the cards."""

from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.describing import bot_title
from undercroft.terminal.app.forms.fields import Choice, Entry, Press
from undercroft.terminal.app.forms.game_options import GameForm, described
from undercroft.terminal.app.key_bar import KeyBar
from undercroft.terminal.app.pages import rules_page
from undercroft.terminal.local.bots import seat_bots
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.open_game import checked_seed
from undercroft.terminal.words import say

PERSON = say("form.person")
CARDS = {"dealt": say("form.dealt"), "real": say("form.real")}


class Chosen:
    """What was chosen: all that a new play needs."""

    def __init__(
        self,
        game: Game[Any, Any],
        options: dict[str, str],
        seats: int,
        seed: str | None,
        notes: Notes,
    ) -> None:
        self.game, self.options, self.seats, self.seed, self.notes = (
            game,
            options,
            seats,
            seed,
            notes,
        )


class FormScreen(GameForm[Chosen | None]):
    """Asks how a game shall be played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "begin", say("bar.begin"), key_display="F5"),
        Binding("f1", "rules", say("bar.rules"), key_display="F1"),
        Binding("escape", "back", say("bar.back"), key_display="Esc"),
    ]

    # -- the rows ---------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Who plays, what deals, every option; below, what the row in focus means."""
        yield Static(Text(self.game.title), id="title")
        with VerticalScroll(id="rows", can_focus=False):
            yield Press(say("form.begin"), say("form.press"), say("form.begin-means"), id="begin")
            yield from self.rows_of_people()
            yield from self.rows_of_cards()
            yield from self.rows_of_rules()
        yield Static(id="means")
        yield Static(id="verdict")
        yield KeyBar()

    def rows_of_people(self) -> ComposeResult:
        """How many seats, and who sits on them: at first, as for one who just wants to play."""
        least, most = self.game.seats
        seats = [str(count) for count in range(least, most + 1)]
        bots_first = self.bots_first()
        first = str(max(least, 1 + len(bots_first)))
        yield Choice(say("form.seats"), seats, first, say("form.seats-means"), id="seats")
        bots = self.game.words.tables.get("bots", {})
        means = described(self.game.ranked_bots, bots)
        titles = {bot: bot_title(self.game, bot) for bot in self.game.bots}
        for seat in range(most):
            values = [PERSON, *self.game.ranked_bots]
            label = say("form.seat", number=seat + 1)
            value = bots_first[seat - 1] if 0 < seat <= len(bots_first) else PERSON
            yield Choice(label, values, value, means, titles, id=f"seat-{seat}")

    def bots_first(self) -> list[str]:
        """Give the bots that play in the game's first opening, or those that usually do."""
        if not self.game.openings:
            return self.game.usual_bots
        return [self.game.rule_of_thumb] * next(iter(self.game.openings.values()))

    def rows_of_cards(self) -> ComposeResult:
        """What deals the cards."""
        yield Choice(
            say("form.cards"),
            [*CARDS.values()],
            CARDS["dealt"],
            say("form.cards-means"),
            id="cards",
        )
        yield Entry(say("form.seed"), "", say("form.new-seed"), say("form.seed-means"), id="seed")

    def on_mount(self) -> None:
        """Begin at the top: Enter plays."""
        self.query_one("#begin", Press).focus()
        if self.game.openings:
            self.fill(self.preset(next(iter(self.game.openings))))
        self.check()

    # -- what is chosen ---------------------------------------------------------------------------

    def seats(self) -> int:
        """Give the number of seats."""
        return int(self.value("seats"))

    def chosen(self) -> Chosen:
        """Read the form; `Refused` says what does not fit."""
        seats = self.seats()
        options = self.options()
        self.game.read_options(options, seats)
        bots = [
            f"{seat + 1}={self.value(f'seat-{seat}')}"
            for seat in range(seats)
            if self.value(f"seat-{seat}") != PERSON
        ]
        notes = Notes(seat_bots(self.game, bots, seats), self.variant)
        seed = None
        if self.value("cards") == CARDS["dealt"]:
            seed = checked_seed(self.value("seed") or None)
        return Chosen(self.game, options, seats, seed, notes)

    def check(self) -> None:
        """Say at once whether the play can begin so."""
        verdict = self.query_one("#verdict", Static)
        try:
            self.chosen()
        except Refused as error:
            verdict.update(Text(f"{error}."))
            verdict.set_class(True, "-error")
        else:
            verdict.update(Text(say("form.ready")))
            verdict.set_class(False, "-error")
        for seat in range(self.game.seats[1]):
            self.query_one(f"#seat-{seat}").display = seat < self.seats()
        self.query_one("#seed").display = self.value("cards") == CARDS["dealt"]
        self.show_preset()

    # -- keys -------------------------------------------------------------------------------------

    def on_press_pressed(self, _: Press.Pressed) -> None:
        """The first row begins the play."""
        self.action_begin()

    def action_begin(self) -> None:
        """Begin the play, if all fits."""
        try:
            self.dismiss(self.chosen())
        except Refused as error:
            self.app.bell()
            self.query_one("#verdict", Static).update(Text(f"{error}."))

    def action_rules(self) -> None:
        """Explain the game."""
        self.app.push_screen(rules_page(self.game))

    def action_back(self) -> None:
        """Choose another game."""
        self.dismiss(None)
