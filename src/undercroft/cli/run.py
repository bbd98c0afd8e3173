"""Runs the command line. Nothing that a user can cause shows a traceback."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Final

from typer.exceptions import TyperException

from undercroft.cli import completion
from undercroft.cli.app import app
from undercroft.cli.complaint import complain, misused
from undercroft.cli.words import say
from undercroft.core.errors import Refused, UndercroftError
from undercroft.terminal.files import reason

# The commands of each module here. A command starts sooner if the others' modules stay unread.
MODULES: Final = {
    "admin": ["admin"],
    "completion": ["completion"],
    "games": ["games", "new-game", "rows", "rules"],
    "playing": ["join", "learn", "play"],
    "recorded": ["replay", "verify"],
    "serving": ["export", "import", "serve"],
    "lab.comparing": ["compare"],
    "lab.positions": ["position"],
    "lab.profiling": ["profile"],
    "lab.solving": ["solve"],
    "lab.studying": ["study"],
    "lab.sweeping": ["sweep"],
    "lab.tournament": ["tournament"],
    "lab.tuning": ["tune"],
    "review.mining": ["mine"],
    "review.percentiles": ["percentiles"],
    "review.puzzling": ["puzzle"],
    "review.reviewing": ["review"],
}
INTERRUPTED: Final = 130  # what Typer makes of Ctrl-C


def main() -> None:
    """Run the command line. Nothing that a user can cause shows a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(exit_code())


def bring(named: str = "") -> None:
    """Let a command join the application; all of them, if none is named."""
    found = [module for module, commands in MODULES.items() if named in commands]
    for module in found or MODULES:
        import_module(f"undercroft.cli.{module}")


def exit_code() -> int:
    """Run, and say how it went: 0 well, 1 the system, 2 what was asked for, 130 interrupted.

    `verify` has codes of its own.
    """
    bring(*sys.argv[1:2])
    completion.prepare()
    try:
        code = app(standalone_mode=False, prog_name="undercroft")
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone
        return 1
    except TyperException as error:
        return complain(misused(error), 2)
    except Refused as error:
        return complain(str(error), 2)
    except UndercroftError as error:
        return complain(say("refused.bug", error=error), 1)
    except OSError as error:
        return complain(f"{error.filename or say('refused.system')}: {reason(error)}", 1)
    if code == INTERRUPTED:
        return complain(say("refused.interrupted"), INTERRUPTED)
    return code if isinstance(code, int) else 0
