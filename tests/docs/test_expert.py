"""The moments in docs/expert.md are games that the expert still plays so."""

import re
from pathlib import Path
from random import Random

import pytest

from undercroft.core.fates import Seeded
from undercroft.core.play import Play, verify
from undercroft.core.questions import Decision
from undercroft.core.records.journal import read_journal
from undercroft.games.tomb import GAME

DOCS = Path(__file__).parents[2] / "docs"
MOMENTS = re.findall(r"(seed-\d+)\.journal[^,]*, answer\s+(\d+)", (DOCS / "expert.md").read_text())


@pytest.mark.parametrize(("name", "number"), MOMENTS)
def test_the_expert_differs_from_bold_there_and_wins(name: str, number: str) -> None:
    journal = read_journal((DOCS / "expert" / f"{name}.journal").read_text())
    outcome = verify(GAME, journal).outcome
    assert outcome is not None
    assert outcome.name == "won"
    assert journal.seed is not None
    play = Play(GAME, fates=Seeded(journal.seed))
    expert, bold = (GAME.new_bot(bot, Random(0).random) for bot in ("expert", "bold"))
    while isinstance(play.question, Decision):
        look = play.look(0)
        answer = expert(play.question, look)
        if play.number == int(number) - 1:
            assert str(answer) != str(bold(play.question, look))
        play.answer(answer)
    assert play.lines == [*map(str, journal.entries)]


def test_there_are_five_moments() -> None:
    assert len(MOMENTS) == 5
