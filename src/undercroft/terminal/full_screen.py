"""The way to the full-screen table, for terminals that can show it."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from undercroft.core.extras import to_install
from undercroft.terminal.client import Client
from undercroft.terminal.plain.console import Console, is_terminal
from undercroft.terminal.words import say


def missing() -> str | None:
    """Say what the full-screen table lacks here; `None` if nothing."""
    if not all(map(is_terminal, (sys.stdin, sys.stdout, sys.stderr))):  # Textual draws on the last
        return say("plain.no-terminal")
    if os.environ.get("TERM", "") in ("", "dumb"):
        return say("plain.no-cursor")
    if find_spec("textual") and find_spec("httpx2"):
        return None
    return say("plain.no-textual", command=to_install("terminal"))


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
