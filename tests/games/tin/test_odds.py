"""The exact chances of every fight option."""

from typing import Any

from tests.games.tin.builders import Sitting, in_gallery
from undercroft.core.questions import Decision
from undercroft.games.tin import GAME


def odds(table: Sitting) -> dict[str, Any]:
    question = table.question
    assert isinstance(question, Decision)
    view = GAME.view(table.dungeon, question.seat)
    return {option: dict(cases) for option, cases in GAME.odds(GAME.rows, view, question).items()}


def test_cards_are_counted_against_the_attack_horns_and_the_maiden():
    table = in_gallery("red:horns", hand="parry-1 duck-1").play("P1 move: stay")
    table.play("roll attack: thrust")
    chances = odds(table)
    assert chances["play:parry-1"] == {"wins": 4, "loses": 2}  # +2 - 1
    assert chances["play:duck-1"] == {"wins": 2, "loses": 4}  # -1
    table = in_gallery("red:horns", hand="parry-1", items="maiden").play("P1 move: stay")
    assert odds(table.play("roll attack: thrust"))["play:parry-1"] == {"wins": 3, "loses": 3}


def test_a_blind_draw_is_counted_over_the_unseen_cards():
    table = in_gallery("yellow:plain", hand="parry-1 parry-2").play("P1 move: stay")
    table.play("roll attack: thrust")
    # Ten cards are left: +1 twice, +3 once, 0 twice, -1 five times.
    assert odds(table)["draw"] == {"wins": 4 + 5 + 3 + 2 + 2 + 2 + 2 + 3 + 4 + 2, "loses": 31}


def test_an_empty_deck_is_counted_as_the_discard_it_will_be_made_of():
    table = in_gallery("yellow:plain", hand="parry-1").play("P1 move: stay; roll attack: thrust")
    dungeon = table.dungeon
    dungeon.fight_discard = [card for card in dungeon.fight_cards if card.id == "parry-4"]
    dungeon.fight_cards.fog = []
    assert odds(table)["draw"] == {"wins": 5, "loses": 1}


def test_a_bomb_is_counted_with_the_card_on_the_table():
    table = in_gallery("red:horns", hand="duck-2", items="bomb maiden").play("P1 move: stay")
    table.play("roll attack: thrust; P1 card: play:duck-2")
    assert odds(table) == {"bomb": {"wins": 3, "loses": 3}, "no-bomb": {"wins": 1, "loses": 5}}


def test_the_last_heart_is_told_apart_and_a_level_saves_it():
    table = in_gallery("yellow:plain", hand="parry-1", hearts=1, xp=10)
    table.play("P1 level-up: wait; P1 move: stay; roll attack: thrust")
    assert odds(table)["play:parry-1"] == {"wins": 5, "dies": 1}
    table.play("P1 card: play:parry-1")
    assert odds(table) == {"level-up": {"wins": 5, "loses": 1}, "wait": {"wins": 5, "dies": 1}}


def test_before_the_attack_every_attack_is_answered_as_well_as_can_be():
    table = in_gallery("yellow:plain red:horns", hand="parry-4 duck-4 sidestep-4")
    table.play("P1 move: stay")
    chances = odds(table)
    assert chances["monster:1"] == {"wins": 6 * 5 * 9, "loses": 6 * 9}
    assert chances["monster:2"] == {"wins": 6 * 5 * 9, "loses": 6 * 9}  # +3 - 1


def test_outside_a_fight_there_are_none():
    assert odds(in_gallery()) == {}
    assert odds(in_gallery(xp=10)) == {}
