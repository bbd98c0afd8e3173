"""Puzzles solved in a terminal: what was tried is kept in a file, and an answer is judged."""

from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.puzzles.puzzle import Puzzle
from undercroft.puzzles.standing import Standing, standing
from undercroft.review.report import amount, within
from undercroft.terminal.words import say

FILE: Final = "puzzles.jsonl"  # in the folder where games are kept
TOLD: Final = 8  # lines of what happened, up to the question


class Tried(msgspec.Struct, frozen=True):
    """A first try, as it is kept."""

    game: str
    puzzle: str
    rating: int
    solved: bool


def read_tries(file: Path) -> list[Tried]:
    """Read what was tried; a line that says nothing is passed over."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return []
    found = []
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=Tried))
        except msgspec.MsgspecError:
            continue
    return found


def tries_at(game: Game[Any, Any], folder: Path) -> list[Tried]:
    """Read what was tried of a game."""
    return [one for one in read_tries(folder / FILE) if one.game == game.id]


def stands(tries: list[Tried]) -> Standing:
    """Say how well these puzzles were solved."""
    return standing((one.rating, one.solved) for one in tries)


def keep_try(game: Game[Any, Any], puzzle: Puzzle, given: str, folder: Path) -> list[Tried]:
    """Keep the first try at a puzzle; give all of the game."""
    tries = tries_at(game, folder)
    if puzzle.id not in {one.puzzle for one in tries}:
        tries.append(Tried(game.id, puzzle.id, puzzle.rating, puzzle.is_right(given)))
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / FILE).open("ab") as opened:
            opened.write(msgspec.json.encode(tries[-1]) + b"\n")
    return tries


def asked_in(play: Play) -> Decision[Any]:
    """Give the decision that a puzzle has come to."""
    question = play.question
    assert isinstance(question, Decision)  # noqa: S101 (the puzzle has seen to it)
    return question


def before(game: Game[Any, Any], puzzle: Puzzle, play: Play) -> list[str]:
    """Tell the last things that happened, as the seat knows them, and who it is."""
    told = [game.words.event(event) for event in play.events_for(puzzle.seat)]
    lines = [line for line in told if line][-TOLD:]
    if puzzle.seats > 1:
        lines.append(say("puzzles.you-are", number=puzzle.seat + 1, seats=puzzle.seats))
    return lines


def verdict(
    game: Game[Any, Any], puzzle: Puzzle, play: Play, given: str, tries: list[Tried]
) -> list[str]:
    """Say whether an answer was right, and what each option is worth."""
    words, right, aim = game.words, puzzle.is_right(given), puzzle.aim
    question = asked_in(play)
    options = {str(option): words.option(question, option) for option in question.options}
    mine = puzzle.worth_of(puzzle.usual if right else given)
    less = amount(mine.value, aim) if mine is not None else ""
    good = amount(puzzle.best.value, aim)
    stood = stands(tries)
    return [
        say("puzzles.right" if right else "puzzles.wrong", good=good, less=less),
        *(
            f"{'*' if one.option == given else ' '} {within(one.worth, aim)}  {options[one.option]}"
            for one in puzzle.values
        ),
        say("puzzles.checked", worlds=puzzle.best.worlds, policy=words.title(game.rule_of_thumb)),
        say("puzzles.standing", rating=stood.rating, streak=stood.streak),
    ]
