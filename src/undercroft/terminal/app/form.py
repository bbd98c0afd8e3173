"""The options form: every option of a game, who plays, and what deals the cards."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.options import OptionSpec, read_options, written
from undercroft.terminal.app.fields import Changed, Choice, Entry, Explained, Press
from undercroft.terminal.app.pages import lesson_page
from undercroft.terminal.notes import Notes
from undercroft.terminal.opening import checked_seed
from undercroft.terminal.party import seat_bots

OWN = "your own"
PERSON = "a person"
CARDS = {"dealt": "a sealed seed", "real": "real cards"}


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


class FormScreen(Screen[Chosen | None]):
    """Asks how a game shall be played; what does not fit is refused in the engine's own words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "begin", "begin", key_display="F5"),
        Binding("f1", "learn", "learn the game", key_display="F1"),
        Binding("escape", "back", "back", key_display="Esc"),
    ]

    def __init__(self, game: Game[Any, Any], variant: str | None = None) -> None:
        super().__init__()
        self._game = game
        self._variant = variant
        self._helps: dict[str, Any] = game.words.tables.get("options-help", {})

    # -- the rows ---------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Who plays, what deals, every option; below, what the row in focus means."""
        yield Static(self._game.title, id="title")
        with VerticalScroll(id="rows", can_focus=False):
            yield from self.rows_of_people()
            yield from self.rows_of_cards()
            yield Choice("preset", self.presets(), "", self.preset_help(), id="preset")
            for spec in self._game.option_specs:
                yield self.row_of(spec)
            yield Press("begin", ["press Enter"], "press Enter", "Begin the play.", id="begin")
        yield Static(id="means")
        yield Static(id="verdict")
        yield Footer(compact=True, show_command_palette=False)

    def rows_of_people(self) -> ComposeResult:
        """How many seats, and who sits on them."""
        least, most = self._game.seats
        seats = [str(count) for count in range(least, most + 1)]
        yield Choice("seats", seats, seats[0], "How many play.", id="seats")
        bots = self._game.words.tables.get("bots", {})
        means = described(self._game.bots, bots)
        for seat in range(most):
            values = [PERSON, *self._game.bots]
            yield Choice(f"seat {seat + 1}", values, PERSON, means, id=f"seat-{seat}")

    def rows_of_cards(self) -> ComposeResult:
        """What deals the cards."""
        yield Choice(
            "cards",
            [*CARDS.values()],
            CARDS["dealt"],
            "Whether a seed deals, sealed until the end, or you turn real cards and type what"
            " they are.",
            id="cards",
        )
        yield Entry("seed", "", "a new one", "The same seed deals the same cards again.", id="seed")

    def row_of(self, spec: OptionSpec) -> Choice | Entry:
        """Make an option's row."""
        means = f"{self._helps.get(spec.name, '')} ({spec.allowed}.)".lstrip()
        value = written(self._game.defaults.get(spec.name, spec.default))
        id = f"option-{spec.name}"
        if spec.choices is None:
            return Entry(spec.name, value, spec.allowed, means, id=id)
        values = [*map(written, spec.choices)]
        if spec.default is None:
            values.insert(0, written(None))
        return Choice(spec.name, values, value, means, id=id)

    def presets(self) -> list[str]:
        """Name the presets."""
        return [*self._game.presets] or [OWN]

    def preset_help(self) -> str:
        """Say what each preset is."""
        texts = self._game.words.tables.get("presets", {})
        return described(self._game.presets, texts)

    def on_mount(self) -> None:
        """Begin at the top."""
        self.query_one("#preset", Choice).display = bool(self._game.presets)
        self.query_one("#seats", Choice).focus()
        self.check()

    # -- what is chosen ---------------------------------------------------------------------------

    def value(self, id: str) -> str:
        """Give a row's value."""
        row = self.query_one(f"#{id}")
        assert isinstance(row, Choice | Entry)  # noqa: S101 (all rows are)
        return row.value

    def options(self) -> dict[str, str]:
        """Give every option as it stands."""
        return {spec.name: self.value(f"option-{spec.name}") for spec in self._game.option_specs}

    def seats(self) -> int:
        """Give the number of seats."""
        return int(self.value("seats"))

    def chosen(self) -> Chosen:
        """Read the form; `Refused` says what does not fit."""
        seats = self.seats()
        self._game.read_options(self.options(), seats)
        bots = [
            f"{seat + 1}={self.value(f'seat-{seat}')}"
            for seat in range(seats)
            if self.value(f"seat-{seat}") != PERSON
        ]
        notes = Notes(seat_bots(self._game, bots, seats), self._variant)
        seed = None
        if self.value("cards") == CARDS["dealt"]:
            seed = checked_seed(self.value("seed") or None)
        return Chosen(self._game, self.options(), seats, seed, notes)

    def check(self) -> None:
        """Say at once whether the play can begin so."""
        verdict = self.query_one("#verdict", Static)
        try:
            self.chosen()
        except Refused as error:
            verdict.update(f"{error}.")
            verdict.set_class(True, "-error")
        else:
            verdict.update("F5 begins the play.")
            verdict.set_class(False, "-error")
        for seat in range(self._game.seats[1]):
            self.query_one(f"#seat-{seat}").display = seat < self.seats()
        self.query_one("#seed").display = self.value("cards") == CARDS["dealt"]
        self.name_preset()

    def name_preset(self) -> None:
        """Name the preset that the options make up, if there is one."""
        row = self.query_one("#preset", Choice)
        now = self.options()
        same = (name for name in self._game.presets if self.preset(name) == now)
        name = next(same, OWN)
        row.values = [*self._game.presets, *([OWN] if name == OWN else [])]
        row.set_reactive(Choice.value, name)
        row.refresh()

    def preset(self, name: str) -> dict[str, str]:
        """Give every option as a preset has it."""
        given = {**self._game.defaults, **self._game.presets[name]}
        options: dict[str, str] = read_options(self._game.options, given).given()
        usual = {spec.name: written(spec.default) for spec in self._game.option_specs}
        return usual | options

    # -- keys -------------------------------------------------------------------------------------

    def on_changed(self, event: Changed) -> None:
        """A row has another value."""
        preset = self.query_one("#preset", Choice)
        if event.name == "preset" and preset.value in self._game.presets:
            for name, value in self.preset(preset.value).items():
                row = self.query_one(f"#option-{name}")
                assert isinstance(row, Choice | Entry)  # noqa: S101 (all rows are)
                row.value = value
        self.check()

    def on_explained(self, event: Explained) -> None:
        """A row got the focus."""
        self.query_one("#means", Static).update(event.text)

    def on_press_pressed(self, _: Press.Pressed) -> None:
        """The last row begins the play."""
        self.action_begin()

    def action_begin(self) -> None:
        """Begin the play, if all fits."""
        try:
            self.dismiss(self.chosen())
        except Refused as error:
            self.app.bell()
            self.query_one("#verdict", Static).update(f"{error}.")

    def action_learn(self) -> None:
        """Explain the game."""
        self.app.push_screen(lesson_page(self._game))

    def action_back(self) -> None:
        """Choose another game."""
        self.dismiss(None)


def described(names: Iterable[str], texts: Mapping[str, str]) -> str:
    """Say what each of several things is, as far as there are words for it."""
    return " ".join(f"{name}: {texts[name]}" for name in names if texts.get(name))
