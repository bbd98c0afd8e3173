"""Mining: what is kept was checked in fresh worlds, and comes out the same each time."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import find_game
from undercroft.puzzles.line import as_line
from undercroft.puzzles.mining import (
    CHECKED,
    SCREENED,
    WIDE,
    Mine,
    again,
    asked,
    mine_game,
)
from undercroft.puzzles.puzzle import Puzzle, Worth, rate, read_puzzles, write_puzzles
from undercroft.review.budget import Budget, Purse
from undercroft.review.weighing import Policy, Weighing

PURSE = Purse(Budget(), lambda part: None)
TOMB = Mine("tomb", {}, 1, "mine")
WITH_ONE = 2  # a game of that seed in which there is a puzzle


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return mine_game(TOMB, WITH_ONE)[0]


def test_a_puzzle_was_checked_with_ten_times_the_playouts_and_beats_all_else(
    puzzle: Puzzle,
) -> None:
    assert CHECKED[-1] == 10 * SCREENED[-1]
    assert all(one.worlds >= CHECKED[-1] for one in puzzle.values)
    assert [one.value for one in puzzle.values] == sorted(
        (one.value for one in puzzle.values), reverse=True
    )
    assert puzzle.gap >= WIDE
    assert puzzle.usual != puzzle.best.option
    assert puzzle.found[find_game("tomb").rule_of_thumb] == 0.0


def test_the_same_seed_finds_the_same_puzzles(puzzle: Puzzle) -> None:
    assert mine_game(TOMB, WITH_ONE)[0] == puzzle
    assert mine_game(TOMB._replace(until=0.0), WITH_ONE) == []  # the time is up


def test_a_puzzle_is_read_as_it_was_written_and_leads_to_its_decision(puzzle: Puzzle) -> None:
    (again,) = read_puzzles(write_puzzles([puzzle]))
    assert again == puzzle
    play = again.play(find_game("tomb"))
    assert isinstance(play.question, Decision)
    assert {*map(str, play.question.options)} == {one.option for one in puzzle.values}
    assert asked(find_game("tomb"), play, puzzle.best.option) == puzzle.found


@pytest.mark.parametrize(
    "change",
    [
        lambda puzzle: {"rules": puzzle.rules + 1},
        lambda puzzle: {"moves": f"{puzzle.moves} 99"},
        lambda puzzle: {"values": (Worth("fly", 0.5, 0.1, 320),)},
        lambda puzzle: {"seat": 1},
    ],
)
def test_a_puzzle_that_does_not_fit_the_game_is_refused(
    puzzle: Puzzle, change: Callable[[Puzzle], dict[str, object]]
) -> None:
    other = replace(puzzle, **change(puzzle))
    with pytest.raises(Refused):
        other.play(find_game("tomb"))


@pytest.mark.parametrize("seeded", [True, False])
def test_a_game_of_people_is_a_line_with_a_seed_or_with_what_fate_answered(seeded: bool) -> None:
    game = find_game("tomb")
    play = Play(game, {}, 1, Seeded("7") if seeded else None)
    random = Random("7")
    while play.question is not None:
        play.answer(random.choice(play.question.choices))
    line = as_line(game, play.journal)
    again = Play(game, line.options, line.seats, Seeded("7") if seeded else None)
    for move in line.moves:
        assert again.question is not None
        again.answer(again.question.choices[move])
    assert again.lines == play.lines


def test_mining_never_sees_what_the_seat_cannot() -> None:
    """Twins that differ only in what the seat cannot know are weighed alike."""
    game = find_game("labyrintheus")
    play = Play(game, {}, 2, Seeded("3"))
    policy = Policy(game, game.rule_of_thumb, 2)
    for _ in range(12):
        assert isinstance(play.question, Decision)
        play.answer(policy.choose(play))
    assert isinstance(play.question, Decision)
    seat = play.question.seat
    twins = [play.imagine(seat, Random(seed).random) for seed in ("a", "b")]
    assert twins[0].view(seat) == twins[1].view(seat)
    weighed = []
    for twin in twins:
        one = Weighing(twin, policy.choose(twin), policy, "win", "x", PURSE)
        one.try_all(6)
        weighed.append(one.values)
    assert weighed[0] == weighed[1]


def test_a_puzzle_is_rated_anew_unless_the_rules_no_longer_lead_there(puzzle: Puzzle) -> None:
    assert again(TOMB, replace(puzzle, rating=1, found={})) == puzzle
    assert again(TOMB, replace(puzzle, moves=f"{puzzle.moves} 99")) is None


def test_a_puzzle_of_older_rules_is_weighed_again_and_kept_where_it_holds(puzzle: Puzzle) -> None:
    older = replace(puzzle, rules=0, rating=1, found={})
    kept = again(TOMB, older)
    assert kept is not None
    assert kept.rules == find_game("tomb").rules_version
    assert (kept.id, kept.best.option) == (puzzle.id, puzzle.best.option)
    assert kept.values != puzzle.values  # in worlds of its own
    assert kept.gap >= WIDE
    assert min(one.worlds for one in kept.values) >= CHECKED[-1]


def test_a_puzzle_of_older_rules_is_dropped_where_its_answer_or_its_options_are_others(
    puzzle: Puzzle,
) -> None:
    older = replace(puzzle, rules=0)
    best, *rest = puzzle.values
    assert again(TOMB, replace(older, values=(rest[-1], *rest[:-1], best))) is None  # no margin
    assert again(TOMB, replace(older, values=puzzle.values[:-1])) is None  # one more option now
    assert again(TOMB, replace(older, moves=puzzle.moves[:-2])) is None  # somewhere else


def test_what_fewer_bots_find_and_what_is_less_clear_is_harder() -> None:
    assert rate({"a": 1.0, "b": 0.0}, 0.1) < rate({"a": 0.0, "b": 0.0}, 0.1)
    assert rate({"a": 1.0, "b": 0.0}, 0.3) < rate({"a": 1.0, "b": 0.0}, 0.1)
