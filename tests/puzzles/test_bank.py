"""The puzzles that ship: each fits its game, and who solves them gets harder ones."""

from pathlib import Path

import pytest

from tests.made_up import check_catalogue
from undercroft import puzzles as room
from undercroft.core.errors import Refused
from undercroft.core.records.journal import Journal
from undercroft.games import catalogue, find_game
from undercroft.puzzles.bank import find, next_for, of_day, shipped
from undercroft.puzzles.mining import CHECKED, WIDE
from undercroft.puzzles.own import errors_of
from undercroft.puzzles.standing import FIRST, Standing, standing
from undercroft.puzzles.words import PUZZLES
from undercroft.review.budget import Budget
from undercroft.review.reviewing import review

WITH_PUZZLES = [id for id, game in catalogue().items() if shipped(game)]
EACH = 12  # of a game's puzzles; the nightly run takes all


@pytest.mark.parametrize("id", WITH_PUZZLES)
def test_every_puzzle_was_proven_and_is_there_once(id: str) -> None:
    puzzles = shipped(find_game(id))
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        assert puzzle.best.option != puzzle.usual
        assert min(one.worlds for one in puzzle.values) >= CHECKED[-1]
        assert puzzle.gap >= WIDE - 1e-4
        assert find(find_game(id), puzzle.id) is puzzle


@pytest.mark.parametrize("id", WITH_PUZZLES)
def test_puzzles_fit_the_rules(id: str) -> None:
    game = find_game(id)
    puzzles = shipped(game)
    for puzzle in puzzles[:: max(len(puzzles) // EACH, 1)]:
        assert puzzle.play(game).question is not None


@pytest.mark.nightly
@pytest.mark.parametrize("id", WITH_PUZZLES)
def test_all_puzzles_fit_the_rules(id: str) -> None:
    for puzzle in shipped(find_game(id)):
        puzzle.play(find_game(id))


def test_a_day_has_one_puzzle_and_days_differ() -> None:
    tomb = find_game("tomb")
    days = [f"2026-11-{day:02}" for day in range(1, 29)]
    assert of_day(tomb, days[0]) == of_day(tomb, days[0])
    assert len({of_day(tomb, day).id for day in days}) > 15
    with pytest.raises(Refused, match="no puzzle 'nothing'"):
        find(tomb, "nothing")


def test_the_next_puzzle_is_near_ones_rating_and_new() -> None:
    tomb, tried = find_game("tomb"), set[str]()
    for _ in range(3):
        puzzle = next_for(tomb, 1500, tried)
        assert puzzle is not None
        nearer = [it for it in shipped(tomb) if abs(it.rating - 1500) < abs(puzzle.rating - 1500)]
        assert {it.id for it in nearer} <= tried
        tried.add(puzzle.id)
    assert next_for(tomb, 1500, {it.id for it in shipped(tomb)}) is None


def test_a_rating_rises_with_what_is_solved_and_a_streak_ends_with_an_error() -> None:
    assert standing([]) == Standing(FIRST, 0, 0, 0, 0)
    up = standing([(1400, True), (1400, True)])
    assert up.rating > FIRST
    assert (up.streak, up.longest, up.solved) == (2, 2, 2)
    down = up.after(1400, right=False)
    assert down.rating < up.rating
    assert (down.streak, down.longest, down.tried) == (0, 2, 3)


def test_graver_errors_of_a_review_are_puzzles() -> None:
    game = find_game("tomb")
    puzzle = shipped(game)[0]
    play = puzzle.play(game)
    play.answer(puzzle.usual)
    while play.question is not None:
        play.answer(play.question.choices[0])
    journal: Journal = play.journal
    found = review(game, journal, budget=Budget(playouts=6000), aim="win")
    errors = errors_of(game, journal, found)
    grave = {one.number for one in found.decisions if one.mark in ("mistake", "blunder")}
    assert errors.keys() == grave
    for number, error in errors.items():
        again = error.play(game)
        assert (again.number, again.lines) == (number, play.lines[:number])
        assert error.best.option != play.entries[number].answer


def test_what_puzzles_say_stands_in_a_catalogue() -> None:
    assert check_catalogue(PUZZLES.words, Path(room.__path__[0])) >= 4
