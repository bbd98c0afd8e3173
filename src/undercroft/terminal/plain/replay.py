"""A journal told again: its story, or the play answer by answer."""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from undercroft.core.errors import Refused
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journals import Loaded, load
from undercroft.terminal.plain.console import Console, is_terminal
from undercroft.terminal.telling import chronicle_of, event_line, outcome_of
from undercroft.terminal.words import say


def replay(path: Path, variant: Path | None, *, step: bool, at: int | None = None) -> None:
    """Tell a journal's play again; `at`: only one answer of it, and the table before it."""
    loaded = load(path, read_text(path), variant)
    play = resumed(loaded, path)
    screen = Console()
    if at is not None:
        last = len(loaded.journal.entries)
        if not 1 <= at <= last:
            raise Refused(say("replay.no-answer", path=path, at=at, last=last))
        for part in islice(steps(loaded), at - 1, at + 1):
            screen.draw(part)
            screen.say()
        return
    if step:
        step_through(loaded, screen)
        screen.say()
    else:
        for paragraph in chronicle_of(play, loaded.journal.sealed):
            screen.say(paragraph)
            screen.say()
    screen.say(say("outcome.sentence", outcome=outcome_of(play)))


def resumed(loaded: Loaded, path: Path) -> Play:
    """Play a journal's play again; a refusal names the file."""
    try:
        return Play.resume(loaded.game, loaded.journal)
    except Refused as error:
        raise Refused(f"{path}: {error}") from None


def step_through(loaded: Loaded, screen: Console) -> None:
    """Show each answer with what it led to. A person at a terminal says when to go on."""
    waits = is_terminal(sys.stdin)
    for part in steps(loaded):
        screen.show(part)
        if waits:
            typed = screen.ask(f"{say('plain.step')} > ")
            if typed is None or typed.lower() in ("q", "quit", "s"):
                return
        else:
            screen.say()


def steps(loaded: Loaded) -> Iterator[str]:
    """Give the events before the first answer, then each answer, its events, and the table."""
    game, journal, _ = loaded
    play = Play(game, journal.options, journal.seats)
    told = 0
    seat = 0
    heading = game.title
    for entry in [*journal.entries, None]:
        events = [*filter(None, [event_line(play, event) for event in play.events[told:]])]
        told = len(play.events)
        seat = play.question.seat if isinstance(play.question, Decision) else seat
        yield "\n".join([heading, *events, game.draw_table(game.rows, play.view(seat), game.words)])
        if entry is not None:
            heading = f"{play.number + 1}. {entry.question}: {entry.answer}"
            play.answer(entry.answer)
