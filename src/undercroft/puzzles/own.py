"""Errors of one's own, from a review, as puzzles."""

from typing import Any, Final

from undercroft.core.game import Game
from undercroft.core.records.journal import Journal
from undercroft.puzzles.line import as_line
from undercroft.puzzles.puzzle import EVEN, Puzzle, Worth, name
from undercroft.review.found import Judged, Review

GRAVE: Final = ("mistake", "blunder")


def errors_of(game: Game[Any, Any], journal: Journal, review: Review) -> dict[int, Puzzle]:
    """Give the graver errors of a review, by the number of the question; a variant's have none."""
    if game.variant is not None:
        return {}
    grave = [one for one in review.decisions if one.mark in GRAVE]
    return {one.number: _puzzle(game, journal, review, one) for one in grave}


def _puzzle(game: Game[Any, Any], journal: Journal, review: Review, one: Judged) -> Puzzle:
    line = as_line(game, journal, one.number)
    moves = " ".join(map(str, line.moves))
    best_first = sorted(one.options, key=lambda tried: tried.option != one.best)
    return Puzzle(
        id=name(line.seed, moves),
        rules=review.rules_version,
        seats=line.seats,
        seed=line.seed,
        moves=moves,
        seat=review.seat,
        usual=one.usual,
        values=tuple(
            Worth(it.option, it.worth.value, it.worth.error, it.worlds) for it in best_first
        ),
        rating=EVEN,
        aim=review.aim,
        options=line.options,
    )
