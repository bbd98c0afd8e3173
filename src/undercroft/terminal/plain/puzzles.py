"""Puzzles, line by line: the day's, then those that suit the player."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.questions import Decision
from undercroft.puzzles.bank import next_for
from undercroft.puzzles.puzzle import Puzzle
from undercroft.puzzles.standing import standing
from undercroft.review.report import amount, within
from undercroft.terminal.plain.console import Console
from undercroft.terminal.typed import read_typed
from undercroft.terminal.words import say

FILE: Final = "puzzles.jsonl"  # in the folder where games are kept
TOLD: Final = 8  # lines of what happened, up to the question
QUIT: Final = ("q", "s", "quit")


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


def solve(
    game: Game[Any, Any], first: Puzzle, folder: Path, console: Console | None = None
) -> None:
    """Put one puzzle after the other, until the player has enough."""
    console = console or Console()
    file = folder / FILE
    puzzle: Puzzle | None = first
    while puzzle is not None:
        given = _put(game, puzzle, console)
        if given is None:
            return
        tries = [one for one in read_tries(file) if one.game == game.id]
        right = puzzle.is_right(given)
        if puzzle.id not in {one.puzzle for one in tries}:
            tries.append(Tried(game.id, puzzle.id, puzzle.rating, right))
            folder.mkdir(parents=True, exist_ok=True)
            with file.open("ab") as opened:
                opened.write(msgspec.json.encode(tries[-1]) + b"\n")
        _tell(game, puzzle, given, tries, console)
        stood = standing((one.rating, one.solved) for one in tries)
        puzzle = next_for(game, stood.rating, {one.puzzle for one in tries})
        if puzzle is None:
            console.say(say("puzzles.none-left"))
        elif console.ask(say("puzzles.next")) not in ("", "n", "y"):
            return


def _put(game: Game[Any, Any], puzzle: Puzzle, console: Console) -> str | None:
    """Show the table as the seat sees it, and ask; `None`: the player has enough."""
    play, words = puzzle.play(game), game.words
    question = play.question
    assert isinstance(question, Decision)  # noqa: S101 (the puzzle has seen to it)
    told = [words.event(event) for event in play.events_for(puzzle.seat)]
    console.say(say("puzzles.title", game=game.title, rating=puzzle.rating))
    for line in [line for line in told if line][-TOLD:]:
        console.say(line, hang="  ")
    console.draw(game.draw_table(game.rows, play.view(puzzle.seat), words))
    if puzzle.seats > 1:
        console.say(say("puzzles.you-are", number=puzzle.seat + 1, seats=puzzle.seats))
    console.say(words.prompt(question))
    for number, option in enumerate(question.options, 1):
        console.say(f"  {number}. {words.option(question, option)}", hang="     ")
    while True:
        typed = console.ask("> ")
        if typed is None or typed.lower() in QUIT:
            return None
        try:
            return str(read_typed(question, typed, words))
        except Refused as error:
            console.say(say("puzzles.refused", why=error))


def _tell(
    game: Game[Any, Any], puzzle: Puzzle, given: str, tries: Sequence[Tried], console: Console
) -> None:
    """Say whether it was right, and what each option is worth."""
    words, right, aim = game.words, puzzle.is_right(given), puzzle.aim
    question = puzzle.play(game).question
    assert isinstance(question, Decision)  # noqa: S101 (the puzzle has seen to it)
    options = {str(option): words.option(question, option) for option in question.options}
    mine = puzzle.worth_of(puzzle.usual if right else given)
    less = amount(mine.value, aim) if mine is not None else ""
    good = amount(puzzle.best.value, aim)
    console.say(say("puzzles.right" if right else "puzzles.wrong", good=good, less=less))
    for one in puzzle.values:
        sign = "*" if one.option == given else " "
        worth = within(one.worth, aim)
        console.say(f"{sign} {worth}  {options[one.option]}", hang="     ")
    policy = words.title(game.rule_of_thumb)
    console.say(say("puzzles.checked", worlds=puzzle.best.worlds, policy=policy))
    stood = standing((one.rating, one.solved) for one in tries)
    console.say(say("puzzles.standing", rating=stood.rating, streak=stood.streak))
