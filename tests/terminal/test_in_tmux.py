"""The real program in a real terminal: tmux runs it, types on it, and reads what it shows."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.cli.driving import PROGRAM, answers, decisions, journals, undercroft
from tests.needs import need


class Terminal:
    """A terminal of 80 by 24 with a shell command in it."""

    def __init__(self, folder: Path, home: Path, command: str, **env: str) -> None:
        self.socket = str(folder / "tmux")
        settings = {**env, "UNDERCROFT_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
        exports = [part for pair in settings.items() for part in ("-e", "=".join(pair))]
        size = ("-x", "80", "-y", "24")
        self.tmux("-f", os.devnull, "new-session", "-d", *size, *exports, f"{command}; sleep 600")

    def tmux(self, *args: str) -> str:
        done = subprocess.run(  # noqa: S603
            ["tmux", "-S", self.socket, *args],  # noqa: S607
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return done.stdout

    def type(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def screen(self, *args: str) -> str:
        return self.tmux("capture-pane", "-p", *args)

    def until(self, *texts: str, timeout: float = 60) -> str:
        """Wait until one of the texts stands on the screen; give the screen."""
        end = monotonic() + timeout
        while monotonic() < end:
            shown = self.screen()
            if any(text in shown for text in texts):
                return shown
            sleep(0.05)
        raise AssertionError(f"none of {texts} in:\n{self.screen()}")


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    need("tmux")
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        subprocess.run(  # noqa: S603
            ["tmux", "-S", terminal.socket, "kill-server"],  # noqa: S607
            capture_output=True,
            check=False,
        )


def program(*args: str) -> str:
    return " ".join([*map(str, PROGRAM), *args])


def test_tomb_is_played_to_its_end(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, tmp_path, program("play", "tomb", "--seed", "7"))
    terminals.append(terminal)
    terminal.until("Fight: turn a card")
    (path,) = journals(tmp_path, "plays")
    end = monotonic() + 120
    while "Enter closes the game" not in terminal.screen() and monotonic() < end:
        terminal.type("1")
        sleep(0.1)
    shown = terminal.until("Enter closes the game")
    assert "Outcome: " in shown
    lines = answers(path)
    terminal.type("Enter")
    terminal.until("undercroft verify")
    (done,) = journals(tmp_path, "finished")
    assert answers(done) == lines
    assert undercroft(tmp_path, "verify", done).returncode == 0


def test_kill_9_loses_nothing(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Killed while cards still land: all of them are there again, and nothing is asked twice."""
    pid = tmp_path / "pid"
    command = f"sh -c 'echo $$ > {pid}; exec {program('play', 'tomb', '--seed', 'rose')}'"
    terminal = Terminal(tmp_path, tmp_path, command)
    terminals.append(terminal)
    terminal.until("Go deeper")
    (path,) = journals(tmp_path, "plays")
    terminal.type("1")
    end = monotonic() + 60
    while not decisions(path) and monotonic() < end:
        sleep(0.001)
    os.kill(int(pid.read_text()), signal.SIGKILL)
    kept = answers(path)
    assert decisions(path) == ["P1 next: deeper"]
    other = tmp_path / "other"
    other.mkdir()
    again = Terminal(other, tmp_path, program("play", "--resume"))
    terminals.append(again)
    again.until("▸1")
    assert answers(path) == kept


def test_no_color_is_respected(tmp_path: Path, terminals: list[Terminal]) -> None:
    command = program("play", "tomb", "--seed", "7")
    terminal = Terminal(tmp_path, tmp_path, command, NO_COLOR="1")
    terminals.append(terminal)
    terminal.until("Fight: turn a card")
    escapes = terminal.screen("-e")
    assert "Torches" in escapes
    for colour in ("\x1b[31", "\x1b[38", "\x1b[48", "\x1b[33", "\x1b[9"):
        assert colour not in escapes


def test_without_a_cursor_or_with_plain_it_goes_line_by_line(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal(tmp_path, tmp_path, f"TERM=dumb {program('play', 'tomb', '--seed', '7')}")
    terminals.append(terminal)
    terminal.until("\n>")
    assert "needs a terminal that can move its cursor" in terminal.screen("-S", "-100")
    terminal.type("s", "Enter")
    terminal.until("Saved:")
    other = tmp_path / "other"
    other.mkdir()
    plain = Terminal(other, tmp_path, program("play", "--plain", "--resume"))
    terminals.append(plain)
    plain.until("\n>")
    assert "(The plain table" not in plain.screen("-S", "-100")


def test_the_start_in_a_terminal(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, tmp_path, program("play"))
    terminals.append(terminal)
    terminal.until("U N D E R C R O F T")
    terminal.type("q")
    end = monotonic() + 60
    while "U N D E R C R O F T" in terminal.screen():
        assert monotonic() < end
        sleep(0.05)
