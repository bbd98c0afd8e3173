"""The rows are the tables of the rules of record (section 2)."""

import re
from collections.abc import Iterator

import pytest

from tests.games.labyrintheus.builders import RULES_OF_RECORD, rows_of, section
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.components.chests import CHESTS
from undercroft.games.labyrintheus.components.encounters import DIFFICULTIES, ENCOUNTERS, Encounter
from undercroft.games.labyrintheus.components.party import PARTIES
from undercroft.games.labyrintheus.components.personas import PERSONAS
from undercroft.games.labyrintheus.components.treasures import TREASURES, WINDOWS
from undercroft.games.labyrintheus.rules.setup import ROWS


def part(title: str, end: str) -> list[list[str]]:
    """Read the table that begins with a bold title."""
    start = RULES_OF_RECORD.index(title)
    return rows_of(RULES_OF_RECORD[start : RULES_OF_RECORD.index(end, start)])


def test_r02_the_personas_living_sides_are_as_printed():
    printed = part("### 2.3", "Traits, all")
    assert [row[0] for row in printed] == [persona.id for persona in PERSONAS]
    for row, persona in zip(printed, PERSONAS, strict=True):
        _, name, symbol, health, defence, damage, trait, slots, _ = row
        assert [symbol, health, defence, damage, trait] == [
            persona.symbol,
            str(persona.health),
            str(persona.defence),
            str(persona.damage),
            persona.trait,
        ]
        assert slots == (
            f"handx{persona.hand}, bodyx{persona.body}, headx{persona.head}, itemx{persona.item}"
        )
        assert GAME.words.title(persona.id) == name.split(",")[0]


def test_r02_the_personas_undead_sides_are_as_printed():
    printed = part("### 2.4", "### 2.5")
    assert [row[:5] for row in printed] == [
        [
            persona.id,
            str(persona.undead_health),
            str(persona.undead_defence),
            str(persona.undead_damage),
            persona.undead_special,
        ]
        for persona in PERSONAS
    ]


def printed_treasures() -> Iterator[tuple[str, ...]]:
    text = RULES_OF_RECORD[RULES_OF_RECORD.index("### 2.6") : RULES_OF_RECORD.index("### 2.7")]
    for group in text.split("**Symbol `")[1:]:
        symbol = group.split("`")[0]
        for row in rows_of(group):
            yield symbol, *row[:6]


@pytest.mark.parametrize("printed", list(printed_treasures()), ids=lambda row: row[1])
def test_r02_every_treasure_is_as_printed(printed):
    symbol, id, name, kind, slot, effect, hardness = printed
    (card,) = (card for card in TREASURES if card.id == id)
    assert card.symbol == symbol
    assert card.kind == ("orb" if "orb" in kind else kind)
    assert (card.slot or "-") == slot
    assert str(card.hardness) == (hardness if hardness.isdigit() else "0")
    numbers = dict(re.findall(r"(attack|damage|guard|evade) \+?(\d)", effect))
    if card.kind == "item":
        shown = {"attack": card.attack, "damage": card.damage}
        shown |= {"guard": card.guard, "evade": card.evade}
        assert {k: str(v) for k, v in shown.items() if v} == numbers
    elif card.kind != "orb":
        assert " ".join([card.effect, *([str(card.amount)] if card.amount else [])]) == effect
    assert GAME.words.title(id) == name


def test_r02_there_are_sixty_treasures_ten_for_each_persona():
    assert len(list(printed_treasures())) == len(TREASURES) == 60
    assert {p.symbol: 10 for p in PERSONAS} == {
        p.symbol: sum(card.symbol == p.symbol for card in TREASURES) for p in PERSONAS
    }


def test_every_ability_has_the_window_that_is_printed():
    printed = rows_of(section("2.7 Ability effects"))
    assert {row[0].split()[0]: row[2] for row in printed} == WINDOWS
    for row in printed:
        effect = row[0].split()[0]
        cards = [c.id for c in TREASURES if c.effect == effect and c.kind == "ability"]
        assert cards == row[1].split(", ")


def test_r02_monsters_are_as_printed():
    printed = part("**Monsters (30).**", "**Traps (12).**")
    assert len(printed) == 30
    for id, name, symbol, kin, defence, damage, special, _ in printed:
        card = ROWS[id]
        assert isinstance(card, Encounter)
        assert (card.type, card.symbol, card.kin) == ("monster", symbol, kin)
        assert (card.defence, card.damage) == (int(defence), int(damage))
        assert (card.special or "-") == special
        assert GAME.words.title(id) == name


def test_r12_every_personas_five_monsters_carry_the_five_other_symbols_once_each():
    for persona in PERSONAS:
        own = [c for c in ENCOUNTERS if c.type == "monster" and c.symbol == persona.symbol]
        others = {p.symbol for p in PERSONAS if p is not persona}
        assert sorted(str(card.kin) for card in own) == sorted(others)


def test_r02_traps_and_titans_are_as_printed():
    traps = part("**Traps (12).**", "**Treasure chests (6).**")
    titans = part("**Titans (6).**", "### 2.9")
    assert (len(traps), len(titans)) == (12, 6)
    for id, name, symbol, check, damage, *_ in traps:
        card = ROWS[id]
        assert isinstance(card, Encounter)
        assert (card.type, card.symbol) == ("trap", symbol)
        assert (card.defence, card.damage) == (int(check), int(damage))
        assert GAME.words.title(id) == name
    for id, name, symbol, defence, damage, special, _ in titans:
        card = ROWS[id]
        assert isinstance(card, Encounter)
        assert (card.type, card.symbol, card.special) == ("titan", symbol, special)
        assert (card.defence, card.damage) == (int(defence), int(damage))
        assert GAME.words.title(id) == name


def test_chests_and_party_cards_all_have_their_texts():
    chests = part("**Treasure chests (6).**", "**Party cards (6).**")
    parties = part("**Party cards (6).**", "**Titans (6).**")
    assert [row[0] for row in chests] == [*CHESTS]
    assert [row[0] for row in parties] == [*PARTIES]
    for id, name, symbol, *_ in chests + parties:
        card = ROWS[id]
        assert isinstance(card, Encounter)
        assert (card.symbol, GAME.words.title(id)) == (symbol, name)


def test_r03_every_persona_brings_a_titan_and_a_party_card():
    for persona in PERSONAS:
        own = [card.type for card in ENCOUNTERS if card.symbol == persona.symbol]
        kinds = {"monster": 5, "trap": 2, "chest": 1, "party": 1, "titan": 1}
        assert {kind: own.count(kind) for kind in kinds} == kinds  # type: ignore[arg-type]


def test_difficulty_cards_are_as_printed():
    assert len(DIFFICULTIES) == 25
    kinds = {"wrath": (15, 1, 0), "guile": (7, 0, 1), "doom": (3, 1, 1)}
    for kind, (copies, damage, defence) in kinds.items():
        cards = [card for card in DIFFICULTIES if kind in card.id]
        assert len(cards) == copies
        assert {(card.damage, card.defence) for card in cards} == {(damage, defence)}


def test_there_are_145_cards_besides_the_personas():
    assert len(TREASURES) + len(ENCOUNTERS) + len(DIFFICULTIES) == 145


def test_r51_there_are_no_minotaur_tokens():
    assert not [id for id in ROWS if "minotaur" in id]


def test_r05_the_game_has_one_name():
    assert GAME.title == "Labyrintheus"
