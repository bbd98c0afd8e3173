"""The way to the full-screen table, for terminals that can show it."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from undercroft.terminal.client import Client
from undercroft.terminal.plain.console import Console, is_terminal

NO_TERMINAL: Final = "(The plain table. In a terminal, `undercroft play` opens the full one.)"
NO_CURSOR: Final = "(The plain table. The full one needs a terminal that can move its cursor.)"
NO_TEXTUAL: Final = "(The plain table. The full one needs: pip install 'undercroft[terminal]')"


def missing() -> str | None:
    """Say what the full-screen table lacks here; `None` if nothing."""
    if not all(map(is_terminal, (sys.stdin, sys.stdout, sys.stderr))):  # Textual draws on the last
        return NO_TERMINAL
    if os.environ.get("TERM", "") in ("", "dumb"):
        return NO_CURSOR
    return None if find_spec("textual") and find_spec("httpx2") else NO_TEXTUAL


def show(home: Path, client: Client | None = None) -> None:
    """Show it, and afterwards what there is to say."""
    from undercroft.terminal.app.main import run  # Textual is slow to import, and may be missing

    console = Console()
    parting = run(home, client)
    for paragraph in parting.story:
        console.say(paragraph)
        console.say()
    for fact in parting.facts:
        console.show(fact)
