"""The command line: `undercroft play | join | serve | export | import | study | replay | ...`."""

from undercroft.cli.run import exit_code, main

__all__ = ["exit_code", "main"]
