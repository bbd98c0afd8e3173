"""There is English for everything the game can ask, offer or tell, and none of it is left open."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.games.tomb.builders import RULES_OF_RECORD, a_tomb, question
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import ROWS
from undercroft.games.tomb.events import DuelScored, MatchScored

WORDS = GAME.words
QUESTIONS = ("next", "face", "blow", "lock", "torch", "leave", "draw deck")
EFFECTS = """
    wins wounds kills holds torch last-torch skill hoard scroll favour monster trap door
"""
WAYS: dict[str, tuple[int, dict[str, object]]] = {
    **{name: (1, dict(options)) for name, options in GAME.presets.items()},
    "lenient": (1, {"lenient-discards": True, "min-delve": 2}),
    "unlit": (1, {"scroll": "none", "start-torches": 2, "start-hp": 6}),
    "series": (1, {"mode": "series", "games": 3}),
    "duel": (2, {"stake": 0}),
    "match": (2, {"games": 3, "duel-order": "one-by-one"}),
    "same deal": (2, {"deal": "same", "games": 3, "card-count-aid": True}),
}


def decisions(play: Play, boldness: float, random: Random) -> Iterator[Decision[Any]]:
    """Play to the end at random, more or less fond of going deeper; give each decision first."""
    while play.question:
        asked = play.question
        assert isinstance(asked, Decision)
        yield asked
        deeper = asked.id == "next" and random.random() < boldness
        play.answer("deeper" if deeper else random.choice(asked.options))


def complete(text: str) -> bool:
    return bool(text) and not any(sign in text for sign in ("{", "}", "  ", "None"))


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_asked_offered_or_told_has_words(way: str) -> None:
    seats, options = WAYS[way]
    for number in range(40):
        play = Play(GAME, options, seats, Seeded(f"{way} {number}"))
        for asked in decisions(play, number / 40, Random(number)):
            assert complete(WORDS.prompt(asked))
            assert all(complete(WORDS.option(asked, option)) for option in asked.options)
            odds = GAME.odds(GAME.rows, play.view(asked.seat), asked)
            assert set().union(*odds.values()) <= set(WORDS.tables["odds"])
        assert all(complete(WORDS.event(event)) for event in play.events)


def test_every_kind_of_event_has_a_text_and_a_clause() -> None:
    for event in GAME.events:
        words = WORDS.tables["events"][event.__struct_config__.tag]
        assert words["text"]
        assert f"**{words['clause']}**" in RULES_OF_RECORD


def test_every_question_has_a_prompt_and_a_clause() -> None:
    assert set(QUESTIONS) == set(WORDS.tables["questions"])
    for id in QUESTIONS:
        words = WORDS.tables["questions"][id]
        assert words["prompt"]
        assert f"**{words['clause']}**" in RULES_OF_RECORD


def test_every_effect_of_a_card_has_words() -> None:
    assert set(EFFECTS.split()) == set(WORDS.tables["odds"])


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({WORDS.title(id) for id in ROWS}) == len(ROWS)
    assert not any(WORDS.title(id) == id for id in ROWS)


def test_every_option_preset_and_bot_is_explained() -> None:
    assert set(WORDS.tables["options-help"]) == {spec.name for spec in GAME.option_specs}
    assert set(WORDS.tables["presets"]) == set(GAME.presets)
    assert set(GAME.bots) <= set(WORDS.tables["bots"])


def test_the_help_fits_a_screen() -> None:
    lines = WORDS.tables["help"]["text"].strip().split("\n")
    assert len(lines) < 24
    assert all(len(line) <= 100 for line in lines)


def test_facing_a_monster_says_what_each_way_leads_to() -> None:
    asked = question(a_tomb("kd js"), "draw deck: 7s")
    assert "strength 7 bars the way: the 7 of spades" in WORDS.prompt(asked)
    draw, berserk, drop = (WORDS.option(asked, option) for option in asked.options)
    assert "7 or more slays it" in draw
    assert "spend the jack of spades" in berserk
    assert "Drop the king of diamonds, worth 10" in drop


def test_a_person_with_real_cards_is_told_whose_deck_to_turn() -> None:
    assert "top card of the deck" in WORDS.prompt(Fate("deck", ["7s"]))
    assert "top card of player 2's deck" in WORDS.prompt(Fate("deck-2.3", ["7s"]))


def test_numbers_are_counted_and_spelt() -> None:
    assert WORDS.fill("{n:card|cards}", {"n": 1}) == "1 card"
    assert WORDS.fill("{n:card|cards}", {"n": 2}) == "2 cards"
    assert WORDS.fill("the {n:ordinal} of {m:spelt}", {"n": 3, "m": 99}) == "the third of 99"


def test_a_text_may_depend_on_one_field_and_then_on_another() -> None:
    text = {"by": "slain", "yes": {"by": "n", "1": "once", "otherwise": "often"}, "no": "never"}
    assert WORDS.fill(text, {"slain": True, "n": 1}) == "once"
    assert WORDS.fill(text, {"slain": True, "n": 2}) == "often"
    assert WORDS.fill(text, {"slain": False, "n": 2}) == "never"


def test_players_are_counted_from_one() -> None:
    owed = DuelScored(winner=1, debt=72, cancelled=False, debtor=0)
    assert WORDS.event(owed) == "Player 2 wins the duel; Player 1 owes 72 chips."
    forgiven = DuelScored(winner=0, debt=0, cancelled=True, debtor=None)
    assert WORDS.event(forgiven).startswith("Player 1 wins the duel, but")
    even = MatchScored(totals=(40, 40), winner=None, balance=0)
    assert WORDS.event(even) == "The match is tied at 40 points each."
