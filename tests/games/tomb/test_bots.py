"""The bots reach the results that the game's page promises, from what their seats see."""

import random
import subprocess
import sys
from collections import Counter
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from undercroft.core.fates import Seeded
from undercroft.core.game import Game, advice_of
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.variants import with_variant, write_variant
from undercroft.games import find_game
from undercroft.games.tomb.cards import DANGERS, ROWS
from undercroft.games.tomb.state import Result

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


def test_the_expert_plays_for_the_four_kings_and_the_collector_for_points():
    wins, _ = results_of("expert", 600)
    assert wins > 0.107  # 0.168, less four standard errors
    _, score = results_of("collector", 600)
    assert score > 27.1  # 31.6, less four standard errors


@pytest.mark.parametrize("name", ["cautious", "bold", "expert", "collector"])
def test_a_bot_says_why_in_words(name: str) -> None:
    bot: Any = TOMB.new_bot(name, random.Random(1).random)
    given = set()
    for seed in range(12):
        play = Play(TOMB, {}, 1, Seeded(str(seed)))
        while isinstance(play.question, Decision):
            advice = advice_of(bot, play.question, play.look(0))
            assert advice.answer == bot(play.question, play.look(0))
            said = advice.why(TOMB.words)
            assert said[0] in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            assert said.endswith(".")
            given.add(advice.reason)
            play.answer(advice.answer)
    assert given >= ({"points"} if name in ("expert", "collector") else {"hope", "draw", "skill"})


@pytest.mark.parametrize(("name", "least", "most"), [("collector", 27, 36), ("expert", 12, 22)])
def test_a_learned_bot_expects_what_it_reaches(name, least, most):
    """At the first question the collector expects its mean score, the expert its share of wins."""
    bot: Any = TOMB.new_bot(name, random.Random(1).random)
    told = []
    for seed in range(40):
        play = Play(TOMB, {}, 1, Seeded(f"{seed}"))
        while isinstance(play.question, Decision) and len(play.question.options) < 2:
            play.answer(play.question.options[0])
        assert isinstance(play.question, Decision)
        told.append(float(str(advice_of(bot, play.question, play.look(0)).names["best"])))
    assert least < sum(told) / len(told) < most


def test_in_a_duel_the_expert_takes_what_it_needs_to_beat_a_rival_who_is_done():
    """Against one who came out with nothing it turns back sooner than against 60 points."""
    assert steps_in_a_duel(0) < steps_in_a_duel(60)


def steps_in_a_duel(points: int) -> int:
    """Count how often the expert would go deeper against a rival with so many points."""
    bot: Any = TOMB.new_bot("expert", random.Random(1).random)
    deeper = 0
    for seed in range(12):
        play = Play(TOMB, {"duel-order": "one-by-one"}, 2, Seeded(f"{seed}"))
        while isinstance(play.question, Decision) and play.question.seat == 0:
            play.answer(bot(play.question, play.look(0)))
        while isinstance(play.question, Decision):
            seen = play.look(1).view
            rival, own = seen.tombs
            over = replace(rival, result=Result("escaped", 0, points))
            answer = bot(play.question, SimpleNamespace(view=replace(seen, tombs=(over, own))))
            deeper += answer == "deeper"
            play.answer(answer)
    return deeper


@pytest.mark.nightly
def test_duels_won_over_2000():
    """Each level beats the one below, draws being half a win."""
    assert duels_won("collector", "cautious", 2000) > 0.5
    assert duels_won("expert", "collector", 2000) > 0.5


def duels_won(name: str, rival: str, duels: int) -> float:
    """Give the share of duels that a bot wins from another, from either seat."""
    options, seats = TOMB.read_options({}, 2)
    share = 0.0
    for number in range(duels):
        luck, seat = random.Random(f"duel {number}").random, number % 2
        bots = [TOMB.new_bot(rival, luck)] * 2
        bots[seat] = TOMB.new_bot(name, luck)
        won = simulate(TOMB, options, seats, bots, luck).outcome.winners
        share += seat in won if won else 0.5
    return share / duels


@pytest.mark.nightly
def test_results_over_20000_plays():
    wins, score = results_of("cautious", 20_000)
    assert (wins, score) > (0.062, 26)
    wins, _ = results_of("bold", 20_000)
    assert wins > 0.09
    wins, _ = results_of("expert", 20_000)
    assert wins > 0.157
    _, score = results_of("collector", 20_000)
    assert score > 30.8


@pytest.mark.parametrize("name", ["cautious", "bold", "expert", "collector"])
@pytest.mark.parametrize("deal", ["own", "same"])
def test_a_bot_plays_a_duel_from_what_its_seat_sees(name, deal):
    luck = random.Random(5).random
    play = Play(TOMB, {"deal": deal, "games": 3}, 2, Seeded(name))
    bot = TOMB.new_bot(name, luck)
    while isinstance(play.question, Decision):
        play.answer(bot(play.question, play.look(play.question.seat)))
    assert play.outcome is not None
    assert play.outcome.name in ("decided", "drawn")


def test_a_bot_reckons_with_a_variants_numbers():
    """Where treasure is worth nothing, it goes less deep."""
    toml = 'game = "tomb"\n' + "".join(
        f"[rows.{card.id}]\nworth = 0\n" for card in ROWS.values() if card.is_treasure
    )
    poor = with_variant(toml, "poor.toml", find_game)
    assert steps_down(poor) < steps_down(TOMB)


@pytest.mark.parametrize("name", ["expert", "collector"])
@pytest.mark.parametrize("number", [0, 1, 10, 99])
@pytest.mark.parametrize("copies", [1, 4])
def test_a_learned_bot_plays_on_with_numbers_that_it_never_met(name, number, copies):
    rows = {card.id: {"copies": copies} for card in ROWS.values()}
    for card in ROWS.values():
        rows[card.id] |= {"number": number} if card.kind in DANGERS else {}
        rows[card.id] |= {"worth": 99} if card.is_treasure else {}
    text = write_variant({"game": "tomb", "rows": rows})
    strange = with_variant(text, "strange.toml", find_game)
    luck = random.Random(3).random
    for _ in range(10):
        options, seats = strange.read_options({"scroll": "hand"})
        simulate(strange, options, seats, [strange.new_bot(name, luck)], luck)


def test_weights_are_small_and_are_read_when_they_are_first_needed():
    for name in ("kings", "points", "duel"):
        assert len((files("undercroft.games.tomb") / "bots" / f"{name}.weights").read_bytes()) < 1e6
    code = (
        "from undercroft.games.tomb import GAME; from undercroft.games.tomb.bots import expert;"
        "import sys; bot = GAME.new_bot('expert', None);"
        "sys.exit(expert.network.cache_info().currsize or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)  # noqa: S603 (our own)
    assert done.returncode == 0


def steps_down(game: Game[Any, Any]) -> int:
    """Count how often the cautious bot goes deeper in twenty plays."""
    luck = random.Random(1).random
    bot = game.new_bot("cautious", luck)
    lines: list[str] = []
    for seed in range(20):
        play = Play(game, fates=Seeded(f"{seed}"))
        while isinstance(play.question, Decision):
            play.answer(bot(play.question, play.look(0)))
        lines += play.lines
    return lines.count("P1 next: deeper")
