"""The plays on the disk, as a list to choose from."""

from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.language.standing import standing_now
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.records.journal import Journal
from undercroft.games import find_game
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journal_file import finished, unfinished
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.journals import load

MOST = 20  # of each kind; older ones can be named on the command line


class Kept(NamedTuple):
    """A play on the disk."""

    path: Path
    title: str  # of its game
    when: datetime
    journal: Journal
    notes: Notes
    rules: Game[Any, Any]  # with its variant

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.journal.game

    @property
    def decisions(self) -> int:
        """How often somebody decided."""
        return sum(entry.seat is not None for entry in self.journal.entries)


def in_progress(home: Path) -> list[Kept]:
    """List the plays to go on with, the latest first."""
    return read_all(unfinished(home))


def over(home: Path) -> list[Kept]:
    """List the plays to watch, the latest first."""
    return read_all(finished(home))


def read_all(paths: list[Path]) -> list[Kept]:
    """Read as many as a list may hold; what cannot be read is left out."""
    found = []
    for path in paths[:MOST]:
        try:
            text = read_text(path)
            whole = text[: text.rfind("\n") + 1]  # a kill may have left a torn line
            game, journal, notes = load(path, whole, None)
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        except (Refused, OSError):
            continue
        found.append(Kept(path, game.title, when, journal, notes, game))
    return found


class Standing(NamedTuple):
    """Where a play stands, as its one person sees it, or as a spectator does."""

    view: Any
    last: str  # line of the log
    asked: str  # what comes next
    numbers: str  # how its one person stands, who has the first seat


def standing(kept: Kept) -> Standing:
    """Replay a play as far as it has gone. It may take its time."""
    seed = kept.journal.seed
    play = Play.resume(kept.rules, kept.journal, Seeded(seed) if seed else None)
    people = [seat for seat in range(play.seats) if seat not in kept.notes.bots]
    eyes = people[0] if len(people) == 1 else None
    told, question = play.events_for(eyes), play.question
    may_know = not isinstance(question, Decision) or question.is_known_to(eyes)
    words = kept.rules.words
    return Standing(
        play.view(eyes),
        words.event(told[-1]) if told else "",
        words.prompt(question) if question is not None and may_know else "",
        standing_now(kept.rules, play.view(0)) if people == [0] else "",
    )


def of_today(home: Path, game: str, seed: str) -> Path | None:
    """Find the play of a game on a seed, if it is in progress."""
    plays = (
        kept for kept in in_progress(home) if (kept.journal.game, kept.journal.seed) == (game, seed)
    )
    return next((kept.path for kept in plays), None)


def todays_seed(game: str, now: datetime) -> str:
    """Give the seed of the day: everybody who plays today meets the same cards."""
    return f"{find_game(game).id}-{now:%Y-%m-%d}"
