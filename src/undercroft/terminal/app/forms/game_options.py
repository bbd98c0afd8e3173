"""What every form about a game asks: a variant, a preset, and each option."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.options import OptionSpec, read_options, written
from undercroft.describing import choice_title, option_title, preset_title
from undercroft.terminal.app.forms.fields import Changed, Choice, Entry, Explained
from undercroft.terminal.local.journals import game_of
from undercroft.terminal.words import say

R = TypeVar("R")
OWN = say("form.own")


class GameForm(Screen[R]):
    """A form whose rows are a game's; what does not fit is refused in the engine's own words."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__()
        self.game = game  # with its variant, as far as that can be read
        self.variant: str | None = None  # the variant's text
        self._refusal: Refused | None = None  # why it cannot be read
        self._helps: dict[str, Any] = game.words.tables.get("options-help", {})

    def check(self) -> None:
        """Say at once whether all fits."""
        raise NotImplementedError  # each form has its own way

    # -- rows -------------------------------------------------------------------------------------

    def rows_of_rules(self) -> ComposeResult:
        """A variant, a preset, and every option."""
        yield Entry(
            say("form.variant"), "", say("form.no-variant"), say("form.variant-means"), id="variant"
        )
        presets = [*self.game.presets] or [OWN]
        texts = self.game.words.tables.get("presets", {})
        titles = {name: preset_title(self.game, name) for name in self.game.presets}
        told = described(titles.values(), {titles[it]: texts.get(it, "") for it in titles})
        yield Choice(say("form.preset"), presets, "", told, titles, id="preset")
        for spec in self.game.option_specs:
            yield self.row_of(spec)

    def row_of(self, spec: OptionSpec) -> Choice | Entry:
        """Make an option's row."""
        help = self._helps.get(spec.name, "")  # noqa: A001
        means = say("form.option-means", help=help, name=spec.name, allowed=spec.allowed).lstrip()
        label = option_title(self.game, spec.name)
        value, id = self.usual()[spec.name], f"option-{spec.name}"
        if spec.choices is None:
            return Entry(label, value, spec.allowed, means, id=id)
        values = [*map(written, spec.choices)]
        if spec.default is None:
            values.insert(0, written(None))
        titles = {it: self.title_of(spec.name, it) for it in values}
        return Choice(label, values, value, means, titles, id=id)

    def title_of(self, option: str, value: str) -> str:
        """Say what an option's value is called: by the game, or like in any other."""
        if value in ("on", "off", "default"):
            return say(f"form.{value}")
        return choice_title(self.game, option, value)

    def row(self, id: str) -> Choice | Entry:
        """Give a row."""
        row = self.query_one(f"#{id}")
        assert isinstance(row, Choice | Entry)  # noqa: S101 (all rows are)
        return row

    def value(self, id: str) -> str:
        """Give a row's value."""
        return self.row(id).value

    # -- options ----------------------------------------------------------------------------------

    def usual(self) -> dict[str, str]:
        """Give every option as the game has it, or its variant."""
        defaults = self.game.defaults
        specs = self.game.option_specs
        return {spec.name: written(defaults.get(spec.name, spec.default)) for spec in specs}

    def options(self) -> dict[str, str]:
        """Give every option as it stands; `Refused` if the variant cannot be read."""
        if self._refusal is not None:
            raise self._refusal
        return {spec.name: self.value(f"option-{spec.name}") for spec in self.game.option_specs}

    def preset(self, name: str) -> dict[str, str]:
        """Give every option as a preset has it."""
        given = {**self.game.defaults, **self.game.presets[name]}
        options: dict[str, str] = read_options(self.game.options, given).given()
        return self.usual() | options

    def named_preset(self) -> str:
        """Name the preset that the options make up, if there is one."""
        now = {spec.name: self.value(f"option-{spec.name}") for spec in self.game.option_specs}
        return next((name for name in self.game.presets if self.preset(name) == now), OWN)

    def show_preset(self) -> None:
        """Let the preset's row say what the options make up."""
        row, name = self.query_one("#preset", Choice), self.named_preset()
        row.display = bool(self.game.presets)
        row.values = [*self.game.presets, *([OWN] if name == OWN else [])]
        row.set_reactive(Choice.value, name)
        row.refresh()

    def fill(self, options: Mapping[str, str]) -> None:
        """Set options."""
        for name, value in options.items():
            self.row(f"option-{name}").value = value

    def read_variant(self) -> None:
        """Read the variant's file, and let its options stand."""
        file = self.value("variant")
        try:
            self.game, self.variant = game_of(self.game.id, Path(file) if file else None)
            self._refusal = None
        except Refused as error:
            self._refusal = error
        else:
            self.fill(self.usual())

    # -- keys -------------------------------------------------------------------------------------

    def on_changed(self, event: Changed) -> None:
        """A row has another value."""
        if event.row == "variant":
            self.read_variant()
        elif event.row == "preset" and self.value("preset") in self.game.presets:
            self.fill(self.preset(self.value("preset")))
        self.check()

    def on_explained(self, event: Explained) -> None:
        """A row got the focus."""
        self.query_one("#means", Static).update(Text(event.text))


def described(names: Iterable[str], texts: Mapping[str, str]) -> str:
    """Say what each of several things is, as far as there are words for it."""
    return " ".join(f"{name}: {texts[name]}" for name in names if texts.get(name))
