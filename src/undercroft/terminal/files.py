"""Reading files that somebody names, and where our own lie."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from undercroft.core.errors import Refused
from undercroft.core.folders import data_folder
from undercroft.terminal.words import say

MOST: Final = 10_000_000  # bytes; a journal has a few thousand


def home(env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder where games are kept."""
    return data_folder("UNDERCROFT_HOME", env)


def read_text(path: Path) -> str:
    """Read a text file; `Refused` says in a line why it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST + 1)
    except (OSError, ValueError) as error:
        raise Refused(say("files.unreadable", path=path, why=reason(error))) from None
    return as_text(path, content)


def as_text(path: Path, content: bytes) -> str:
    """Decode a file's content. An editor's byte order mark is no part of it."""
    if len(content) > MOST:
        raise Refused(say("files.large", path=path, most=MOST // 1_000_000))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(say("files.no-text", path=path)) from None


def reason(error: Exception) -> str:
    """Say what the system said, without numbers and names."""
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error)).lower()
