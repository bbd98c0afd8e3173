"""Studies from a position."""

import pytest

from undercroft.core.errors import Refused
from undercroft.lab.compare.equal_luck import record
from undercroft.lab.position import Position, play_on, run_from, set_up_position, study_of
from undercroft.lab.study import Study, set_up

STUDY = Study("tomb", ("cautious",), 60, "7", measured=False)


def position(at: int, **about: object) -> Position:
    play = record(set_up(STUDY), "7/3")
    text = str(play.journal)
    return Position(study_of(STUDY, text), text, at % (play.number + 1), **about)  # type: ignore[arg-type]


def test_games_go_on_from_the_same_moment_with_luck_of_their_own() -> None:
    there = position(20)
    before = set_up_position(there)[1].lines
    games = [play_on(there, number) for number in range(8)]
    assert all(play.lines[:20] == before for play in games)
    assert all(play.outcome is not None for play in games)
    assert len({tuple(play.lines) for play in games}) > 1
    assert play_on(there, 3).lines == games[3].lines


def test_a_study_from_a_position_is_the_same_however_it_is_shared() -> None:
    told: list[int] = []
    alone = run_from(position(20), 1, told.append)
    shared = run_from(position(20, chunk=10), 2, told.append)
    assert alone.tally == shared.tally
    assert alone.tally.plays == sum(told) / 2 == 60
    whole = run_from(position(0), 1, told.append)
    assert min(whole.tally.lengths) > min(alone.tally.lengths)


def test_nothing_can_be_studied_where_the_game_is_over() -> None:
    with pytest.raises(Refused, match="over at that moment"):
        set_up_position(position(-1))
