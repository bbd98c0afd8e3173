"""A hint says why: whatever a game asks, the bot that gives hints has a sentence for its answer."""

import random
from typing import Any

import pytest

from undercroft.core.fates import Seeded
from undercroft.core.game import Game, advice_of
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue


@pytest.mark.parametrize("game", catalogue().values(), ids=list(catalogue()))
def test_every_hint_says_why_in_a_sentence(game: Game[Any, Any]) -> None:
    for seats in (game.seats[0], min(game.seats[1], 3)):
        play = Play(game, {}, seats, Seeded("why"))
        bot = game.new_bot(game.rule_of_thumb, random.Random(seats).random)
        for _ in range(250):
            question = play.question
            if not isinstance(question, Decision):
                break
            advice = advice_of(bot, question, play.look(question.seat))
            why = advice.why(game.words)
            assert why[:1].isupper() or why[:1].isdigit(), (question, advice)
            assert why.endswith("."), (question, advice)
            play.answer(advice.answer)
