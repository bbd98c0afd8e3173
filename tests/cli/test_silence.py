"""A forgotten `yield from` leaves a rule that never runs: one line says so, and nothing hangs."""

import sys
from pathlib import Path

import pytest

from tests.cli.driving import undercroft
from tests.elsewhere import add_vault, change

TURN = """    seat = cellar.to_play
    yield from take(cellar, seat)
"""
REST = """    yield from ()
    rest_of_turn(cellar)


def rest_of_turn(cellar: Cellar) -> Rules[None]:
"""
ASKS = "    chosen = yield from choose("
FORGETS = "    yield from ()\n    unused = choose("
ROLLS = """    if cellar.rolls < 1500:
        cellar.rolls += 1
        yield from cellar.roll("die")
        return
"""
PLAYS = """
from random import Random

from mine.vault import GAME
from undercroft import simulate
from undercroft.core.errors import RulesError
from undercroft.core.fates import lucky
from undercroft.core.play import Play
from undercroft.research.gymnasium_env import UndercroftEnv
from undercroft.research.survey import surveyed

for play in (
    lambda: Play(GAME, fates=lucky(Random(7).random)),
    lambda: simulate("vault"),
    lambda: surveyed(GAME, 1),
    lambda: UndercroftEnv("vault").reset(seed=1),
):
    try:
        play()
    except RulesError as error:
        print(error)
"""


def silence(rule: str, line: int) -> str:
    return (
        "vault: 1,000 turns in a row asked nothing; "
        f"{rule} was made in mine.vault.rules, line {line}, and never run: "
        "call it with `yield from`\n"
    )


@pytest.mark.parametrize("command", ["study", "play", "compare --bot random --against keeper"])
def test_a_rule_that_never_runs_is_named_in_one_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(add_vault(tmp_path, monkeypatch) / "rules.py", TURN, REST + TURN)
    name, *options = command.split()
    done = undercroft(tmp_path, name, "vault", *options)
    assert done.returncode == 1
    assert done.stderr.endswith(f": {silence('rest_of_turn', 36)}")
    assert len(done.stderr.splitlines()) == 1


def test_a_question_that_is_never_asked_is_named_wherever_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = add_vault(tmp_path, monkeypatch) / "rules.py"
    change(rules, "    yield from take(cellar, seat)\n    chosen", "    chosen")
    change(rules, ASKS, FORGETS)
    change(rules, "    light(cellar, seat, chosen.lamp)\n", "    return\n")
    done = undercroft(tmp_path, program=(sys.executable, "-c", PLAYS))
    assert (done.stderr, done.stdout) == ("", 4 * silence("choose", 37))


def test_a_thousand_turns_that_only_roll_are_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = add_vault(tmp_path, monkeypatch)
    change(vault / "table.py", "    turns: int = 0\n", "    turns: int = 0\n    rolls: int = 0\n")
    change(vault / "rules.py", TURN, ROLLS + TURN)
    done = undercroft(tmp_path, "study", "vault", "--plays", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert undercroft(tmp_path, "play", "vault").returncode == 0
