"""Hints in a game from elsewhere: its bots are its own, and no hint is left to chance."""

from pathlib import Path

import httpx2
import pytest

from tests.cli.driving import undercroft
from tests.elsewhere import add_vault, change
from tests.web.harness import Server, running
from tests.web.people import begin, somebody

SEER = """

class Seer:
    strength: ClassVar[str] = "it imagines a game, and answers the last option"
    budget: ClassVar[float] = 1
    looks_ahead: ClassVar[bool] = True

    def __init__(self, rows: Mapping[str, Lamp], random: Callable[[], float]) -> None:
        self._random = random

    def __call__(self, decision: Decision[Light], look: Look[CellarView]) -> Any:
        play = look.imagine(self._random)
        assert play.question is not None
        return decision.options[-1]
"""
FAILS = "        raise ZeroDivisionError\n"
LOOKS = "        play = look.imagine(self._random)\n"
CHOOSES = "        rival = look.view.rows[1 - decision.seat]\n"
DECLARED = 'bots={"keeper": Keeper, "random": RandomBot}'
WITH_SEER = (
    'bots={"keeper": Keeper, "random": RandomBot, "seer": Seer},\n    levels={"strong": "seer"}'
)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game whose strong bot looks ahead."""
    folder = add_vault(tmp_path, monkeypatch)
    (folder / "bots.py").write_text((folder / "bots.py").read_text() + SEER)
    change(folder / "__init__.py", DECLARED, WITH_SEER)
    change(folder / "__init__.py", "import Keeper", "import Keeper, Seer")
    change(folder / "words.toml", 'random = "chance"', 'random = "chance"\nseer = "the seer"')
    return folder


def a_hint(server: Server, level: str = "strong") -> tuple[httpx2.Response, list[str]]:
    """Ask for a hint at a first question; return what may be answered there, too."""
    person = somebody(server)
    play = begin(person, "vault", seed="7", bots=["random"])
    asked = person.get(f"/api/plays/{play}").json()["question"]["options"]
    hint = person.get(f"/api/plays/{play}/hint?level={level}")
    return hint, [option["answer"] for option in asked]


def test_a_games_own_bot_looks_ahead_for_a_hint_wherever_the_game_lives(
    vault: Path, tmp_path: Path
) -> None:
    with running(tmp_path / "data") as server:
        hint, answers = a_hint(server)
        shown = hint.json()
        assert (shown["bot"], shown["answer"]) == ("seer", answers[-1])
        assert shown["why"].startswith("Chances to win: ")
        lamp = f"the {answers[-1].partition('lamp-')[2]}-light lamp"
        assert lamp in shown["why"]
        assert "thought lost" not in server.log.read_text()


def test_where_a_bot_fails_the_rule_of_thumb_gives_the_hint(vault: Path, tmp_path: Path) -> None:
    change(vault / "bots.py", LOOKS, FAILS)
    with running(tmp_path / "data") as server:
        for _ in range(2):
            hint, answers = a_hint(server)
            assert hint.json()["bot"] == "keeper"
            assert hint.json()["answer"] == max(answers, key=lambda it: int(it.split("-")[1]))


def test_where_every_bot_fails_there_is_no_hint(vault: Path, tmp_path: Path) -> None:
    change(vault / "bots.py", LOOKS, FAILS)
    change(vault / "bots.py", CHOOSES, FAILS)
    with running(tmp_path / "data") as server:
        hint, _ = a_hint(server)
        assert hint.status_code == 422
        assert "No bot can give a hint here." in hint.text


def test_a_game_that_only_has_chance_has_no_hints(vault: Path, tmp_path: Path) -> None:
    change(vault / "__init__.py", WITH_SEER, 'bots={"random": RandomBot}')
    change(vault / "__init__.py", "from mine.vault.bots import Keeper, Seer\n", "")
    with running(tmp_path / "data") as server:
        for level in ("strong", "easy"):
            hint, _ = a_hint(server, level)
            assert hint.status_code == 422
            assert "No bot can give a hint here." in hint.text


def test_the_terminal_gives_no_hint_by_chance_either(vault: Path, tmp_path: Path) -> None:
    command = ("play", "vault", "--seed", "7", "--bot", "random")
    given = undercroft(tmp_path / "home", *command, typed="h strong\n").stdout
    assert "The bot 'seer' would take " in given
    change(vault / "__init__.py", WITH_SEER, 'bots={"random": RandomBot}')
    change(vault / "__init__.py", "from mine.vault.bots import Keeper, Seer\n", "")
    done = undercroft(tmp_path / "other", *command, typed="h strong\n")
    assert "No bot can give a hint here." in done.stdout + done.stderr
