"""With the order of the cards known: what the best possible play would have had."""

from random import Random
from typing import Any

import pytest

from tests.accel.lockstep import IDS, PLAYERS, play, some_options
from undercroft.accel.tomb.game import Options, native_options
from undercroft.accel.tomb.solving import best_line, follow, order_of, solve, solve_journal
from undercroft.core.errors import Refused
from undercroft.core.fates import Scripted, Seeded
from undercroft.core.play import Play, verify
from undercroft.games.tomb import GAME

pytestmark = pytest.mark.needs("g++")

STANDARD = Options(1, 10, 0, 0, 0)


def a_deal(luck: Random, given: dict[str, object]) -> tuple[list[str], Options]:
    """Shuffle the deck that options leave."""
    options, _ = GAME.read_options(given)
    laid: Any = Play(GAME, given).state
    order = [card.id for card in laid.tombs[0].deck.fog]
    luck.shuffle(order)
    return order, native_options(options)


def test_a_line_comes_to_what_the_solver_promises_by_the_rules() -> None:
    luck, won, treasure = Random("lines"), 0, 0
    for number in range(400):
        given = some_options(luck) if number % 2 else {}
        order, options = a_deal(luck, given)
        for aim in ("kings", "treasure"):
            line = best_line(order, options, aim)
            assert line is not None
            if not line.points:
                continue
            played = follow(Play(GAME, given, fates=Scripted(deck=" ".join(order))), line)
            assert played.outcome is not None
            assert [*played.outcome.scores] == [line.points]
            if aim == "kings":
                assert played.outcome.name == "won"
            won += aim == "kings"
            treasure += aim == "treasure"
    assert won > 100
    assert treasure > 300


def test_the_solver_agrees_with_a_search_that_looks_at_everything() -> None:
    luck, agreed = Random("plainly"), 0
    for _ in range(1000):
        order, options = a_deal(luck, some_options(luck))
        for aim in ("kings", "treasure"):
            plain = best_line(order, options, aim, plainly=True, patience=50_000)
            if plain is not None:  # else it is too large for that
                line = best_line(order, options, aim)
                assert line is not None
                assert bool(line.points) == bool(plain.points)
                assert aim == "kings" or line.points == plain.points  # any four kings will do
                agreed += 1
    assert agreed > 500


@pytest.mark.parametrize("player", ["random", "cautious", "bold"])
def test_nobody_beats_the_solver(player: str) -> None:
    luck = Random(f"nobody, {player}")
    choose = PLAYERS[player](luck)
    dealt: list[list[str]] = []
    for _ in range(1000):
        asked = play(choose, {}, luck, dealt.append)
        kings = best_line(dealt[-1], STANDARD, "kings")
        treasure = best_line(dealt[-1], STANDARD, "treasure")
        assert kings is not None
        assert treasure is not None
        assert asked[-1].points <= treasure.points
        assert asked[-1].outcome != "won" or kings.points


def test_a_seeds_deal_is_solved_and_its_line_verifies() -> None:
    found = [solve(GAME, {}, f"{seed}") for seed in range(40)]
    won = [solution.kings for solution in found if solution.kings]
    assert 0 < len(won) < len(found)
    for played in won:
        assert verify(GAME, played.journal).outcome == played.outcome
    assert [*order_of(GAME, {}, "7")] != IDS


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(Refused, match="only a solo game can be solved, not a series"):
        solve(GAME, {"mode": "series"}, "7")
    with pytest.raises(Refused, match="not over"):
        solve_journal(GAME, Play(GAME, fates=Seeded("7")).journal)
    with pytest.raises(Refused, match="real cards"):
        solve_journal(GAME, Play(GAME).journal)
