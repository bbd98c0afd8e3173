"""A game as a line: the numbers of the options taken, which is how puzzles keep it."""

from typing import Any, NamedTuple

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.records.journal import Journal


class Line(NamedTuple):
    """A game as it was played: the numbers of the options taken."""

    options: dict[str, Any]
    seats: int
    seed: str | None
    moves: list[int]


def as_line(game: Game[Any, Any], journal: Journal, until: int | None = None) -> Line:
    """Write a journal as a line, up to so many answers; a seed stands for those of fate."""
    if journal.seed is not None:
        Play.resume(game, journal, Seeded(journal.seed), verify=True)
    play, moves = Play(game, journal.options, journal.seats), []
    for entry in journal.entries[:until]:
        question = play.question
        if question is not None and (journal.seed is None or isinstance(question, Decision)):
            moves.append([*map(str, question.choices)].index(entry.answer))
        play.answer(entry.answer)
    return Line(dict(journal.options), play.seats, journal.seed, moves)
