"""The rules of thumb reach the results that the game's page promises."""

import random
from collections import Counter
from typing import Any

import pytest

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.games.tomb.cards import ROWS

TOMB = find_game("tomb")


def results_of(name: str, plays: int) -> tuple[float, float]:
    """Give a bot's share of wins and its mean score."""
    luck = random.Random(11)
    options, seats = TOMB.read_options({})
    bot = TOMB.new_bot(name, luck.random)
    ends: Counter[str] = Counter()
    score = 0.0
    for _ in range(plays):
        outcome = simulate(TOMB, options, seats, [bot], luck.random).outcome
        ends[outcome.name] += 1
        score += outcome.scores[0]
    return ends["won"] / plays, score / plays


def test_cautious_plays_for_points():
    wins, score = results_of("cautious", 2000)
    assert wins > 0.045
    assert score > 26.5  # 29.1, less four standard errors


def test_bold_plays_for_the_four_kings():
    wins, score = results_of("bold", 2000)
    assert wins > 0.08  # 0.108, less four standard errors
    assert score > 21


@pytest.mark.nightly
def test_results_over_20000_plays():
    wins, score = results_of("cautious", 20_000)
    assert (wins, score) > (0.062, 26)
    wins, _ = results_of("bold", 20_000)
    assert wins > 0.09


@pytest.mark.parametrize("name", ["cautious", "bold"])
@pytest.mark.parametrize("deal", ["own", "same"])
def test_a_bot_plays_a_duel_from_what_its_seat_sees(name, deal):
    luck = random.Random(5).random
    play = Play(TOMB, {"deal": deal, "games": 3}, 2, Seeded(name))
    bot = TOMB.new_bot(name, luck)
    while isinstance(play.question, Decision):
        play.answer(bot(play.question, play.look(play.question.seat, luck)))
    assert play.outcome is not None
    assert play.outcome.name in ("decided", "drawn")


def test_a_bot_reckons_with_a_variants_numbers():
    """Where treasure is worth nothing, it goes less deep."""
    toml = 'game = "tomb"\n' + "".join(
        f"[rows.{card.id}]\nworth = 0\n" for card in ROWS.values() if card.is_treasure
    )
    poor = with_variant(toml, "poor.toml", find_game)
    assert steps_down(poor) < steps_down(TOMB)


def steps_down(game: Game[Any, Any]) -> int:
    """Count how often the cautious bot goes deeper in twenty plays."""
    luck = random.Random(1).random
    bot = game.new_bot("cautious", luck)
    lines: list[str] = []
    for seed in range(20):
        play = Play(game, fates=Seeded(f"{seed}"))
        while isinstance(play.question, Decision):
            play.answer(bot(play.question, play.look(0, luck)))
        lines += play.lines
    return lines.count("P1 next: deeper")
