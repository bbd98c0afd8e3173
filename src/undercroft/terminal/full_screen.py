"""The way to the full-screen table, for terminals that can show it."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from undercroft.terminal.local.open_game import Resumed
from undercroft.terminal.local.recorded_game import Sitting
from undercroft.terminal.online.client import Arrived
from undercroft.terminal.plain.console import Screen, is_terminal

NO_TERMINAL: Final = "(The plain table. In a terminal, `undercroft play` opens the full one.)"
NO_CURSOR: Final = "(The plain table. The full one needs a terminal that can move its cursor.)"
NO_TEXTUAL: Final = "(The plain table. The full one needs: pip install 'undercroft[terminal]')"


def missing() -> str | None:
    """Say what the full-screen table lacks here; `None` if nothing."""
    if not all(map(is_terminal, (sys.stdin, sys.stdout, sys.stderr))):  # Textual draws on the last
        return NO_TERMINAL
    if os.environ.get("TERM", "") in ("", "dumb"):
        return NO_CURSOR
    return None if find_spec("textual") else NO_TEXTUAL


def show(home: Path, laid: Sitting | Resumed | Arrived | None = None) -> None:
    """Show it, and afterwards what there is to say."""
    from undercroft.terminal.app.main import run  # Textual is slow to import, and may be missing

    screen = Screen()
    parting = run(home, laid)
    for paragraph in parting.story:
        screen.say(paragraph)
        screen.say()
    for fact in parting.facts:
        screen.show(fact)
