"""Drive the command line as a person does: real processes, real pipes, a home of their own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from select import select
from typing import Any, Self, TypeAlias

from undercroft.core.records.journal import read_journal

PROGRAM: Sequence[object] = (sys.executable, "-m", "undercroft")
PROMPT = "> "

# In the background of a shell Ctrl-C is ignored, and the programs started here would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

Done: TypeAlias = "subprocess.CompletedProcess[str]"

# Starting Python takes longer than most commands: a table of them shares one start, and forks.
IN_ONE_GO = """
import contextlib, io, json, os, sys, tempfile
from undercroft.cli import exit_code, main

sys.argv = ["undercroft", "--version"]  # imports all commands and all games, once for all
with contextlib.redirect_stdout(io.StringIO()):
    exit_code()

def run(args):
    out, err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    child = os.fork()
    if not child:
        for file, at in ((open(os.devnull), 0), (out, 1), (err, 2)):
            os.dup2(file.fileno(), at)
        sys.argv = ["undercroft", *args]
        try:
            main()
        except SystemExit as stop:
            code = stop.code
        sys.stdout.flush()
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    texts = []
    for file in (out, err):
        file.seek(0)
        texts.append(file.read().decode())
    return [code, *texts]

json.dump([run(args) for args in json.load(sys.stdin)], sys.stdout)
"""


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "UNDERCROFT_HOME": str(home), "COLUMNS": "80"}


def undercroft(
    home: Path,
    *args: object,
    typed: str | bytes = "",
    program: Sequence[object] = PROGRAM,
    columns: int = 80,
    **more: Any,
) -> Done:
    """Run a command to its end."""
    done = subprocess.run(  # noqa: S603
        [*map(str, program), *map(str, args)],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**environment(home), "COLUMNS": str(columns)},
        timeout=180,  # seconds: a crowded machine is slow, not wrong
        check=False,
        **more,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def in_one_go(
    home: Path, commands: Sequence[str], read: Callable[[str], list[str]] | None = None
) -> dict[str, Done]:
    """Run many commands, with nothing to read, each in a process of its own."""
    args = [read(command) if read else command.split(" ") for command in commands]
    program = (sys.executable, "-c", IN_ONE_GO)
    done = undercroft(home, typed=json.dumps(args), program=program, cwd=home)
    results = zip(commands, json.loads(done.stdout), strict=True)
    return {command: subprocess.CompletedProcess(command, *result) for command, result in results}


def start(home: Path, *args: object) -> "subprocess.Popen[bytes]":
    """Start a command, with pipes to and from it."""
    return subprocess.Popen(  # noqa: S603
        [*map(str, PROGRAM), *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
    )


class Sitting:
    """A play in a process of its own, one answer at a time."""

    command = "play"

    def __init__(self, home: Path, *args: object) -> None:
        self.seen = ""
        self.process = start(home, self.command, *args)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End it at once, as the system would, with no chance to tidy up."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            pipe.close()

    def until_asked(self, timeout: float = 60) -> str:
        """Read until the program waits for an answer (or is gone); give what it printed."""
        return self._read(
            lambda read: read == PROMPT or read.endswith(("\n" + PROMPT, ". " + PROMPT)), timeout
        )

    def until(self, text: str, timeout: float = 60) -> str:
        """Read until the program has said something."""
        return self._read(lambda read: text in read, timeout)

    def _read(self, is_enough: Callable[[str], bool], timeout: float) -> str:
        read = ""
        assert self.process.stdout
        while not is_enough(read):
            ready, _, _ = select([self.process.stdout], [], [], timeout)
            assert ready, f"nothing for {timeout} s after {read[-200:]!r}"
            more = os.read(self.process.stdout.fileno(), 65536).decode()
            if not more:
                break
            read += more
        self.seen += read
        return read

    def type(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()


def journals(home: Path, folder: str) -> list[Path]:
    return sorted((home / folder).glob("*.journal"))


def answers(path: Path) -> list[str]:
    """Give the answers of a journal that stand, of its whole lines."""
    text = path.read_text()
    return [*map(str, read_journal(text[: text.rfind("\n") + 1]).entries)]


def decisions(path: Path) -> list[str]:
    return [line for line in answers(path) if line.startswith("P")]


def typed(lines: Sequence[object]) -> str:
    return "".join(f"{line}\n" for line in lines)
