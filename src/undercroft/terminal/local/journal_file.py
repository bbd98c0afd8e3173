"""Plays on disk: journal files that lose nothing, whatever becomes of the program.

An answer is on the disk before its effect is shown. A file only ever grows: to undo is an entry,
too. It is locked while it is played. Plays in progress lie in `plays`, and move to `finished` when
they are over.
"""

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from undercroft.core.errors import BadJournal, Refused
from undercroft.core.records.entries import Entry
from undercroft.core.records.journal import FIRST_LINE
from undercroft.terminal.files import MOST, as_text, reason
from undercroft.terminal.words import say

if sys.platform != "win32":
    import fcntl


class Save:
    """The journal file of a play that goes on here."""

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self._file = file
        self._size = os.fstat(file).st_size

    @classmethod
    def create(cls, home: Path, game: str, text: str) -> "Save":
        """Begin a file for a new play."""
        plays = home / "plays"
        began = datetime.now().astimezone()
        path = plays / f"{game}-{began:%Y%m%d-%H%M%S}-{token_hex(2)}.journal"
        try:
            plays.mkdir(parents=True, exist_ok=True)
            return cls(path, write_anew(path, text))
        except OSError as error:
            raise Refused(say("files.unsaved", folder=plays, why=reason(error))) from None

    @classmethod
    def open(cls, path: Path) -> tuple["Save", str, str]:
        """Open a file to go on with it: give its text, and what was cut off an incomplete end."""
        try:
            file = open_locked(path)
        except OSError as error:
            raise Refused(say("files.no-resume", path=path, why=reason(error))) from None
        try:
            with open(file, "rb", closefd=False) as whole_file:
                content = whole_file.read(MOST + 1)
            if not content.removeprefix(BOM_UTF8).startswith(FIRST_LINE.encode()):
                raise Refused(f"{path}: {BadJournal(1, f'expected {FIRST_LINE!r}')}")
            whole = content[: content.rfind(b"\n") + 1]
            text = as_text(path, whole)
            if whole != content:
                os.ftruncate(file, len(whole))
                os.fsync(file)
        except BaseException as error:
            os.close(file)
            if isinstance(error, OSError):
                raise Refused(say("files.no-resume", path=path, why=reason(error))) from None
            raise
        return cls(path, file), text, content[len(whole) :].decode("utf-8", "replace")

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries. They are on the disk when this returns; on an `OSError` none of them is."""
        content = "".join(f"{entry}\n" for entry in entries).encode()
        try:
            if os.fstat(self._file).st_size != self._size:  # left by an attempt that failed
                os.ftruncate(self._file, self._size)
            write(self._file, content)
            os.fsync(self._file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._size += len(content)

    def finish(self, home: Path) -> None:
        """Put a play that is over with the others; a file from elsewhere stays where it is."""
        if self.path.parent.resolve() == (home / "plays").resolve():
            finished = home / "finished" / self.path.name
            finished.parent.mkdir(exist_ok=True)
            self.path.replace(finished)
            settle_folder(finished.parent)
            settle_folder(self.path.parent)
            self.path = finished

    def close(self) -> None:
        """Let others go on with it."""
        os.close(self._file)


def delete(path: Path) -> None:
    """Delete a play that nobody is playing."""
    try:
        file = open_locked(path)
        try:
            path.unlink()
            settle_folder(path.parent)
        finally:
            os.close(file)
    except OSError as error:
        raise Refused(say("files.undeleted", path=path, why=reason(error))) from None


def unfinished(home: Path) -> list[Path]:
    """List the plays in progress, the latest first."""
    return journals_in(home / "plays")


def finished(home: Path) -> list[Path]:
    """List the plays that are over, the latest first."""
    return journals_in(home / "finished")


def journals_in(folder: Path) -> list[Path]:
    """List the journals in a folder, the latest first."""
    try:
        return sorted(folder.glob("*.journal"), key=lambda path: -path.stat().st_mtime_ns)
    except OSError as error:
        raise Refused(say("files.no-look", folder=folder, why=reason(error))) from None


def open_locked(path: Path) -> int:
    """Open a file that nobody else is playing."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_APPEND)
        try:
            lock(path, file)
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # it was put elsewhere between opening and locking


def write_anew(path: Path, text: str) -> int:
    """Put a file in place, whole or not at all; give it open and locked."""
    new = path.with_suffix(".new")
    file = os.open(new, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        lock(new, file)
        write(file, text.encode())
        os.fsync(file)
        new.replace(path)
        settle_folder(path.parent)
    except BaseException:
        os.close(file)
        new.unlink(missing_ok=True)
        raise
    return file


def lock(path: Path, file: int) -> None:
    """Keep others from writing it, as long as it is open here."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refused(say("files.elsewhere", path=path)) from None


def write(file: int, content: bytes) -> None:
    """Write all of it."""
    while content:
        content = content[os.write(file, content) :]


def settle_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system lets us."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
