"""The online tables that somebody has a seat at: noted beside the games, until they are over."""

from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from undercroft.core.errors import Refused
from undercroft.terminal.files import reason
from undercroft.terminal.words import say

MOST: Final = 20  # that are listed; the server keeps the others all the same


class Note(msgspec.Struct, frozen=True):
    """What is noted of a table."""

    url: str
    game: str
    title: str
    seat: str


class Remembered(NamedTuple):
    """A table that was noted, and when."""

    note: Note
    when: datetime

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.note.game

    @property
    def title(self) -> str:
        """The title of its game."""
        return self.note.title


def remember(
    home: Path, server: str, play: str, game: str, title: str, seat: str, *, over: bool
) -> None:
    """Note a table while it is played at, and forget it when it is over.

    What cannot be noted is no reason not to play.
    """
    url = f"{server}/play/{play}"
    with suppress(OSError):
        if over:
            forget(home, url)
        else:
            path = path_of(home, url)
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_suffix(".new")
            new.write_bytes(msgspec.json.encode(Note(url, game, title, seat)))
            new.replace(path)


def forget(home: Path, url: str) -> None:
    """Forget a table."""
    path_of(home, url).unlink(missing_ok=True)


def remembered(home: Path) -> list[Remembered]:
    """List the tables to go on at, the latest first; what cannot be read is left out."""
    found = []
    try:
        for path in (home / "online").glob("*.json"):
            with suppress(msgspec.MsgspecError, RecursionError, FileNotFoundError):
                note = msgspec.json.decode(path.read_bytes(), type=Note)
                when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
                found.append(Remembered(note, when))
    except OSError as error:
        raise Refused(say("files.no-look", folder=home / "online", why=reason(error))) from None
    return sorted(found, key=lambda table: table.when, reverse=True)[:MOST]


def latest(home: Path) -> str:
    """Give the link to the table that somebody was at last."""
    tables = remembered(home)
    if not tables:
        raise Refused(say("refused.no-seat"))
    return tables[0].note.url


def path_of(home: Path, url: str) -> Path:
    """Say where a table is noted."""
    return home / "online" / f"{sha256(url.encode()).hexdigest()[:16]}.json"
