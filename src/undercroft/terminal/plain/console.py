"""Where a person reads and types: lines out, lines in."""

import re
import shutil
import sys
import textwrap
from typing import Final, TextIO

WIDEST: Final = 100
_COLUMNS: Final = re.compile(r"(?<=[a-z]) {3,}(?=[a-z?] {2}|[a-z]+ {2})")  # of a list of commands
_LABEL: Final = re.compile(r" *\S+ {2,}")
LONGEST: Final = 1000  # characters of a typed line that anybody looks at


class Console:
    """Standard output and standard input, be they a terminal, a pipe or closed."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        self.width = min(shutil.get_terminal_size().columns, WIDEST)
        self._echo = not is_terminal(self._source)  # what is piped in would not be seen

    def say(self, text: str = "", hang: str = "") -> None:
        """Print a paragraph, wrapped; `hang` indents all lines but the first."""
        wrapped = textwrap.fill(
            text, self.width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
        )
        print(wrapped, file=self._sink)

    def show(self, block: str) -> None:
        """Print lines as they are."""
        print(block, file=self._sink)

    def draw(self, block: str) -> None:
        """Print a table or a list; a line that is too long goes on below, behind its label."""
        if max(map(len, block.split("\n"))) > self.width:
            block = _COLUMNS.sub("\n  ", block)
        for line in block.split("\n"):
            label = _LABEL.match(line)
            self.say(line, hang=" " * len(label[0]) if label else "  ")

    def flush(self) -> None:
        """Let all that was said be read now: nothing may follow for a while."""
        if self._sink is not None:
            self._sink.flush()

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; `None` when there will be no more."""
        self.prompt(prompt)
        typed = self.read()
        self.echo(typed)
        return typed

    def read(self) -> str | None:
        """Read a line; `None` when there will be no more."""
        line = self._source.readline(LONGEST) if self._source else ""  # closed: None
        typed = line.removesuffix("\n")
        while line and not line.endswith("\n"):
            line = self._source.readline(LONGEST)
        return typed.strip() if line or typed else None

    def prompt(self, prompt: str) -> None:
        """Say that something is to be typed, and wait behind it."""
        print(prompt, end="", file=self._sink, flush=True)

    @property
    def handle(self) -> int | None:
        """Where lines are typed, for callers that must not wait for them; `None`: nowhere."""
        return self._source.fileno() if self._source else None  # closed: None

    @property
    def is_live(self) -> bool:
        """Whether somebody types; else all is there already, or comes from a program."""
        return not self._echo

    def echo(self, typed: str | None) -> None:
        """Show what was typed, where it would not be seen."""
        if self._echo or typed is None:
            print(typed or "", file=self._sink)

    def clear(self) -> None:
        """Hide what was shown before from the next player."""
        print("\x1b[2J\x1b[3J\x1b[H" if is_terminal(self._sink) else "", end="", file=self._sink)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end."""
    return stream is not None and stream.isatty()
