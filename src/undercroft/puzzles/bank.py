"""The puzzles that ship with each game, which of them is today's, and which comes next."""

from collections.abc import Collection
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, Final

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.puzzles.puzzle import Puzzle, read_puzzles
from undercroft.puzzles.words import say

FILE: Final = "puzzles.jsonl"  # in a game's folder


def shipped(game: Game[Any, Any]) -> tuple[Puzzle, ...]:
    """Give a game's puzzles, the easiest first; those of other rules are left out."""
    if game.variant is not None:
        return ()
    return tuple([one for one in _read(game.package) if one.rules == game.rules_version])


@cache
def _read(package: str) -> tuple[Puzzle, ...]:
    file = resources.files(package) / FILE
    if not file.is_file():
        return ()
    return tuple(sorted(read_puzzles(file.read_text("utf-8")), key=lambda one: one.rating))


def find(game: Game[Any, Any], id: str) -> Puzzle:
    """Find a puzzle by its id."""
    for puzzle in shipped(game):
        if puzzle.id == id:
            return puzzle
    raise Refused(say("refused.unknown", id=id[:40], game=game.title))


def of_day(game: Game[Any, Any], day: str) -> Puzzle:
    """Give a day's puzzle: the same for everybody, wherever they are."""
    puzzles = shipped(game)
    if not puzzles:
        raise Refused(say("refused.none", game=game.title))
    lot = sha256(f"{game.id} {day}".encode()).digest()
    return puzzles[int.from_bytes(lot[:8]) % len(puzzles)]


def next_for(game: Game[Any, Any], rating: int, tried: Collection[str]) -> Puzzle | None:
    """Give the puzzle nearest to somebody's rating that was not tried yet; none if all were."""
    left = [puzzle for puzzle in shipped(game) if puzzle.id not in tried]
    return min(left, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id), default=None)
