"""Puzzles, line by line: the day's, then those that suit the player."""

from pathlib import Path
from typing import Any, Final

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.puzzles.bank import next_for
from undercroft.puzzles.puzzle import Puzzle
from undercroft.terminal.plain.console import Console
from undercroft.terminal.solving import asked_in, before, keep_try, stands, verdict
from undercroft.terminal.typed import read_typed
from undercroft.terminal.words import say

QUIT: Final = ("q", "s", "quit")


def solve(
    game: Game[Any, Any], first: Puzzle, folder: Path, console: Console | None = None
) -> None:
    """Put one puzzle after the other, until the player has enough."""
    console = console or Console()
    puzzle: Puzzle | None = first
    while puzzle is not None:
        play = puzzle.play(game)
        given = _put(game, puzzle, play, console)
        if given is None:
            return
        tries = keep_try(game, puzzle, given, folder)
        for line in verdict(game, puzzle, play, given, tries):
            console.say(line, hang="     ")
        puzzle = next_for(game, stands(tries).rating, {one.puzzle for one in tries})
        if puzzle is None:
            console.say(say("puzzles.none-left"))
        elif console.ask(say("puzzles.next")) not in ("", "n", "y"):
            return


def _put(game: Game[Any, Any], puzzle: Puzzle, play: Play, console: Console) -> str | None:
    """Show the table as the seat sees it, and ask; `None`: the player has enough."""
    words, question = game.words, asked_in(play)
    console.say(say("puzzles.title", game=game.title, rating=puzzle.rating))
    for line in before(game, puzzle, play):
        console.say(line, hang="  ")
    console.draw(game.draw_table(game.rows, play.view(puzzle.seat), words))
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
