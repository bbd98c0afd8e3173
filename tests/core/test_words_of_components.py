"""What a component says is written once, and filled with its numbers."""

from dataclasses import dataclass
from tomllib import loads

from undercroft.core.game import Row
from undercroft.core.language.words import MINUS, Words


@dataclass(frozen=True, eq=False, slots=True)
class Card(Row):
    id: str
    attack: int


WORDS = Words(loads('[titles]\nspear = "Spear"\n[texts]\nspear = "attack +{it.attack}"'))


def test_a_components_text_is_filled_with_its_numbers():
    assert WORDS.text(Card("spear", 3)) == "attack +3"


def test_a_sentence_may_quote_a_components_text():
    assert WORDS.fill("Use {card}: {card:text}.", {"card": Card("spear", 2)}) == (
        "Use Spear: attack +2."
    )


def test_terms_are_written_as_a_sum():
    words = Words(loads('[titles]\nspear = "Spear"\nstrength = "Strength"\nblind = "Blind"'))
    terms = (("strength", 4), ("spear", 2), ("blind", -1))
    assert words.fill("{terms:sum}", {"terms": terms}) == f"Strength 4 + Spear 2 {MINUS} Blind 1"
    assert words.fill("{terms:sum}", {"terms": (("blind", -1),)}) == f"{MINUS} Blind 1"


def test_a_signed_number_has_a_real_sign():
    words = Words({})
    signed = [words.fill("{n:+}", {"n": n}) for n in (2, 0, -1)]
    assert signed == ["+2", "±0", f"{MINUS}1"]
