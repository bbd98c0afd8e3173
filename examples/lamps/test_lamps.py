"""Scenarios: fate and answers are scripted, in the notation of the journal."""

import pytest

from examples.lamps.rules import lay, light, setup, turn
from examples.lamps.table import ROWS, Cellar, Lamp, LampsOptions
from undercroft.core.game import GameOver
from undercroft.core.records.journal import follow


def a_cellar(*rows: str, hand: str = "", rounds: int = 4, turns: int = 0) -> Cellar:
    """Build a table that has lamps in the rows, and in the hand of the first seat."""
    cellar = lay(LampsOptions(rounds=rounds), ROWS, seats=2)
    for lit, row in zip(cellar.rows, rows, strict=False):
        lit += [find(cellar, name) for name in row.split()]
    cellar.hands[0] += [find(cellar, name) for name in hand.split()]
    cellar.turns = turns
    return cellar


def find(cellar: Cellar, light_of: str) -> Lamp:
    """Take a lamp out of the deck."""
    lamp = ROWS[f"lamp-{light_of}"]
    cellar.deck.fog.remove(lamp)
    return lamp


def lights(*places: list[Lamp]) -> list[list[int]]:
    """Write places as the lights of their lamps."""
    return [[lamp.light for lamp in place] for place in places]


def test_g1_each_seat_begins_with_two_lamps() -> None:
    cellar = a_cellar()
    script = "\n".join(f"draw deck: lamp-{n}" for n in (3, 4, 5, 6))
    follow(setup(cellar), script)
    assert lights(*cellar.hands) == [[3, 5], [4, 6]]


def test_g2_a_turn_takes_a_lamp_and_lights_one() -> None:
    cellar = a_cellar(hand="3")
    follow(turn(cellar), "draw deck: lamp-9\nP1 light: light:lamp-9")
    assert lights(cellar.hands[0], cellar.rows[0]) == [[3], [9]]
    assert cellar.to_play == 1


def test_g3_a_brighter_lamp_puts_the_latest_out() -> None:
    cellar = a_cellar("", "9 4", hand="5")
    light(cellar, 0, ROWS["lamp-5"])
    assert lights(cellar.rows[1], cellar.out) == [[9], [4]]


def test_g3_a_dimmer_lamp_puts_nothing_out() -> None:
    cellar = a_cellar("", "9", hand="5")
    light(cellar, 0, ROWS["lamp-5"])
    assert lights(cellar.rows[1], cellar.out) == [[9], []]


def test_g4_the_brightest_row_wins() -> None:
    cellar = a_cellar("9", "7", hand="1", rounds=1, turns=1)
    cellar.hands.reverse()
    with pytest.raises(GameOver) as over:
        follow(turn(cellar), "draw deck: lamp-2\nP2 light: light:lamp-1")
    assert (over.value.outcome.winners, over.value.outcome.scores) == ((0,), (9, 8))
