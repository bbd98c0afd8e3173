"""Whole plays that must replay unchanged: `<game>/<name>.journal`, and `<game>/expected.toml`.

`<game>/recipes.toml` says how each is played and what it is there for; `make rules` records them.
"""

import pytest

from tests.transcripts.recording import (
    HERE,
    Unfit,
    again,
    as_toml,
    expected,
    missing,
    read,
    recipes,
    recipes_file,
    replay,
    shortcomings,
    summary,
)
from undercroft.core.play import Play
from undercroft.games import find_game

GAMES = sorted(path.parent.name for path in HERE.glob("*/expected.toml"))
TRANSCRIPTS = sorted((path.parent.name, path.stem) for path in HERE.glob("*/*.journal"))
BY_OLDER_RULES = (
    "{file} was played by version {played} of the rules, and {game} is at {now}. "
    "To renew all that depends on that: make rules game={game}"
)
CHANGED = (
    "{file} no longer replays as it was recorded: {why}. What alters a transcript raises the "
    "game's rules_version, and is told in the changelog: make rules game={game} raise=yes"
)


def replayed(game: str, name: str) -> Play:
    """Replay a transcript, or say what to type."""
    file, rules = f"tests/transcripts/{game}/{name}.journal", find_game(game)
    journal = read(game, name)
    if journal.rules_version != rules.rules_version:
        played, now = journal.rules_version, rules.rules_version
        pytest.fail(
            BY_OLDER_RULES.format(file=file, played=played, game=game, now=now), pytrace=False
        )
    try:
        return replay(rules, journal)
    except Unfit as error:
        pytest.fail(CHANGED.format(file=file, why=error, game=game), pytrace=False)


@pytest.mark.parametrize(("game", "name"), TRANSCRIPTS)
def test_a_transcript_replays_unchanged(game: str, name: str) -> None:
    play = replayed(game, name)
    file = HERE / game / f"{name}.journal"
    changed = f"tests/transcripts/{game}/{name}.journal"
    written = CHANGED.format(file=changed, why="it is written otherwise", game=game)
    assert str(play.journal) == file.read_text("utf-8"), written
    told = CHANGED.format(file=changed, why="it tells or ends otherwise", game=game)
    assert as_toml(summary(play)) == as_toml(expected(game).get(name, {})), told


@pytest.mark.parametrize(("game", "name"), TRANSCRIPTS)
def test_a_transcript_is_what_its_recipe_asks_for(game: str, name: str) -> None:
    recipe, play = recipes(game)[name], replayed(game, name)
    lacks = shortcomings(recipe, play)
    assert not lacks, f"{name} {lacks}: mend it, or {recipes_file(game)}; then: {again(game)}"
    asked = Play(find_game(game), recipe.options, recipe.seats)
    assert (play.seats, play.options) == (asked.seats, asked.options)
    assert {*recipe.bots} <= {*find_game(game).quick_bots}
    assert not recipe.bots or play.journal.sealed


@pytest.mark.parametrize("game", GAMES)
def test_every_transcript_has_its_recipe_and_its_outcome(game: str) -> None:
    names = sorted(path.stem for path in (HERE / game).glob("*.journal"))
    assert sorted(recipes(game)) == names, f"{recipes_file(game)}; then: {again(game)}"
    assert sorted(expected(game)) == names, f"to write expected.toml: {again(game)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_tried_and_every_event_told(game: str) -> None:
    rules = find_game(game)
    plays = [replayed(game, name) for of, name in TRANSCRIPTS if of == game]
    lacking = missing(rules)
    assert not lacking, "\n".join(lacking)
    told = {event.id for play in plays for event in play.events}
    assert told <= {event.__struct_config__.tag for event in rules.events}


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_has_its_say_and_every_play_is_over(game: str) -> None:
    seats = set()
    for name in recipes(game):
        play = replayed(game, name)
        seats.add(play.seats)
        assert play.outcome is not None
    least, most = find_game(game).seats
    assert seats >= {least, most}, f"no recipe in {recipes_file(game)} has {least} or {most} seats"
