"""Whole plays that must replay unchanged: `<game>/<name>.journal`, and `<game>/expected.toml`.

A play that is to be kept is put beside the others, with its outcome and the digest of its events
in `expected.toml`; the failing test says what they are.
"""

import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.core.play import Play, verify
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game

HERE = Path(__file__).parent
GAMES = sorted(path.parent.name for path in HERE.glob("*/expected.toml"))
JOURNALS = sorted(str(path.relative_to(HERE)) for path in HERE.glob("*/*.journal"))
CHANGED = (
    "{} no longer replays as it was recorded. A change that alters a transcript must raise the "
    "game's rules_version, and be told in the changelog; then record the transcripts anew."
)


def replay(journal: str) -> Play:
    """Replay a transcript; a sealed fate is checked, too."""
    read = read_journal((HERE / journal).read_text("utf-8"))
    game = find_game(read.game)
    return verify(game, read) if read.sealed else Play.resume(game, read)


def summary(play: Play) -> dict[str, Any]:
    """Give what `expected.toml` keeps of a play."""
    digest = sha256(msgspec.json.encode(play.events)).hexdigest()
    return {"outcome": msgspec.to_builtins(play.outcome), "events": digest}


def expected(game: str) -> dict[str, Any]:
    return tomllib.loads((HERE / game / "expected.toml").read_text("utf-8"))


@pytest.mark.parametrize("journal", JOURNALS)
def test_a_transcript_replays_unchanged(journal: str) -> None:
    play = replay(journal)
    game, name = Path(journal).parts
    assert play.game.id == game
    assert str(play.journal) == (HERE / journal).read_text("utf-8"), CHANGED.format(journal)
    kept = expected(game).get(name.removesuffix(".journal"))
    assert as_toml(summary(play)) == as_toml(kept), CHANGED.format(journal)


def as_toml(value: object) -> str:
    """Write a summary as it stands in `expected.toml`, to be compared and copied."""
    lines = [f"{name} = {inline(part)}" for name, part in value.items()] if value else []  # type: ignore[attr-defined]
    return "\n".join(lines)


def inline(value: object) -> str:
    match value:
        case dict():
            return f"{{ {', '.join(f'{name} = {inline(part)}' for name, part in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(inline, value))}]"
        case str():
            return f'"{value}"'
    return str(value)


@pytest.mark.parametrize("game", GAMES)
def test_every_expected_outcome_has_its_transcript(game: str) -> None:
    assert sorted(expected(game)) == sorted(path.stem for path in (HERE / game).glob("*.journal"))


def plays_of(game: str) -> Iterator[Play]:
    return (replay(journal) for journal in JOURNALS if journal.startswith(f"{game}/"))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_tried_and_every_event_told(game: str) -> None:
    given: set[str] = set()
    told: set[str] = set()
    for play in plays_of(game):
        given |= {*play.options.given()}
        told |= {event.id for event in play.events}
    assert given == {spec.name for spec in find_game(game).option_specs}
    assert told == {str(event.__struct_config__.tag) for event in find_game(game).events}


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_has_its_say_and_every_play_is_over(game: str) -> None:
    seats = set()
    for play in plays_of(game):
        seats.add(play.seats)
        assert play.outcome is not None
    least, most = find_game(game).seats
    assert seats >= {least, most}
