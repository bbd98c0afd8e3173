"""Whole plays at the plain table, through the real command line: what is typed, and all it says.

A transcript in `transcripts/` begins with its command; what was typed stands behind each `> `.
After a change of rules or words that is meant, record them anew, and read what has changed:

    UNDERCROFT_RENEW=1 pytest tests/terminal/test_plain_plays.py && git diff tests/terminal
"""

import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.cli.driving import Sitting, journals, undercroft
from undercroft.accel.solving import winning_play
from undercroft.games import catalogue

HERE = Path(__file__).parent / "transcripts"
RENEW = "UNDERCROFT_RENEW" in os.environ
PLAYS = {
    "tomb": "tomb --seed fen",
    "tomb-same-deal": "tomb --seed 7 --seats 2 --option deal=same",
    "tin": "tin --seed elm --seats 2 --option open-hands=off --option turn-cap=6",
    "labyrintheus": "labyrintheus --seed moss",
    "talisman": "talisman --seed owl",
    "talisman-with-bots": "talisman --seed 11 --seats 3 --bot random --bot 2=random"
    " --option round-cap=3",
}
CHANGED = "if that is meant: UNDERCROFT_RENEW=1 pytest tests/terminal/test_plain_plays.py"
HINT = re.compile(r"would take (\d+), ")
BESIDES = {  # before these answers somebody looks things up, or changes their mind
    0: ["help"],
    1: ["o", "h"],
    2: ["?", "t", "c"],
    3: ["nonsense", "u", "r"],
}


def record(command: str) -> list[str]:
    """Play by hints, and give what a person would have typed."""
    typed: list[str] = []
    with (
        TemporaryDirectory() as home,
        Sitting(Path(home), *shlex.split(command), "--plain") as play,
    ):
        asked, answers = play.until_asked(), 0
        while play.process.poll() is None:
            if asked.endswith(("press Enter. > ", "passes the screen on. > ")):
                typed.append("")
            elif "Enter closes the game" in asked:
                typed.append("")
                play.type("")
                break
            else:
                play.type("h")
                found = HINT.search(play.until_asked())
                assert found, asked
                typed += [*BESIDES.get(answers, []), found[1]]
                answers += 1
            play.type(typed[-1])
            asked = play.until_asked()
    return typed


def told(home: Path, command: str, typed: list[str]) -> str:
    """Run the command with what is typed piped in; give what it says, the same at any time."""
    args = ("play", *shlex.split(command), "--plain")
    done = undercroft(home, *args, typed="".join(f"{line}\n" for line in typed))
    assert (done.returncode, done.stderr) == (0, "")
    said = re.sub(r"\S*/(finished|plays)/\S+", r"HOME/\1/PLAY.journal", done.stdout)
    lines = (line.rstrip() for line in said.split("\n"))
    return f"$ undercroft play {command} --plain\n" + "\n".join(lines)


def typed_in(transcript: str) -> list[str]:
    """Find what was typed: whatever stands behind a prompt."""
    return [line.split("> ", 1)[1].strip() for line in prompts(transcript)]


def prompts(transcript: str) -> list[str]:
    """List the lines with a prompt and what was typed there."""
    asked = re.compile(r"(?:>|.*(?:press Enter|screen on|last answer)\. >)(?: .*)?")
    return [f"{line} " for line in transcript.split("\n") if asked.fullmatch(line)]


def and_its_solver(name: str) -> Any:
    """Where a game has a solver, the end of a play tells what that knows, once it is compiled."""
    solved = catalogue()[PLAYS[name].split()[0]].solver is not None
    return pytest.param(name, marks=pytest.mark.needs("g++") if solved else ())


@pytest.mark.parametrize("name", [*map(and_its_solver, PLAYS)])
def test_a_play_is_told_as_it_was(tmp_path: Path, name: str) -> None:
    winning_play(catalogue()[PLAYS[name].split()[0]], {}, 1, "fen", build=True)
    path, command = HERE / f"{name}.txt", PLAYS[name]
    if RENEW:
        path.write_text(told(tmp_path / "first", command, record(command)), "utf-8")
    kept = path.read_text("utf-8")
    assert told(tmp_path, command, typed_in(kept)) == kept, CHANGED
    (journal,) = journals(tmp_path, "finished")
    assert "Outcome: " in kept
    assert undercroft(tmp_path, "verify", journal).returncode == 0


def test_every_game_has_a_transcript() -> None:
    assert {command.split()[0] for command in PLAYS.values()} == {*catalogue()}


@pytest.mark.parametrize("name", PLAYS)
def test_the_plain_table_has_no_cursor_tricks_and_no_long_lines(name: str) -> None:
    """It can be piped, and read aloud: nothing but text, at most 80 columns of it."""
    lines = (HERE / f"{name}.txt").read_text("utf-8").split("\n")
    assert "\x1b" not in "".join(lines)
    facts = ("Outcome:", "Seed:", "Journal:", "To check", "This deal")  # to be copied, in a line
    said = [line for line in lines[1:] if not line.startswith(facts)]
    assert max(map(len, said)) <= 80
