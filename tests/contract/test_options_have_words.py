"""Every option, choice and preset of a game has a title, so that no form shows a bare id."""

from typing import Any

import pytest

from examples import lamps
from undercroft.core.game import Game
from undercroft.core.options import written
from undercroft.games import catalogue

GAMES = [*catalogue().values(), lamps.GAME]
LONGEST = 22  # in the terminal's form, also in a language that is a third longer


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_options_choices_and_presets_have_titles(game: Game[Any, Any]) -> None:
    tables = game.words.tables
    named = {  # numbers and switches need no title
        spec.name: {written(it) for it in spec.choices if isinstance(it, str)}
        for spec in game.option_specs
        if spec.choices
    }
    choices = {name: {*titles} for name, titles in tables.get("choice-titles", {}).items()}
    assert {*tables.get("option-titles", {})} == {spec.name for spec in game.option_specs}
    assert choices == {name: ids for name, ids in named.items() if ids}
    assert {*tables.get("preset-titles", {})} == {*game.presets}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_titles_fit_a_row_of_a_form(game: Game[Any, Any]) -> None:
    tables = game.words.tables
    titles = [*tables.get("option-titles", {}).values(), *tables.get("preset-titles", {}).values()]
    titles += [it for each in tables.get("choice-titles", {}).values() for it in each.values()]
    assert [title for title in titles if len(title) > LONGEST] == []
