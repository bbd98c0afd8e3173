"""Every row of the rules of record is exercised somewhere: what is not is listed by its id."""

import re
from pathlib import Path

import pytest

from tests.games.talisman.builders import RULES_OF_RECORD, rows_of
from undercroft.games.talisman.components.abilities import ABILITIES
from undercroft.games.talisman.components.adventures import ADVENTURES
from undercroft.games.talisman.components.enemies import ENEMIES
from undercroft.games.talisman.components.kinds import Enemy
from undercroft.games.talisman.components.purchases import PURCHASES, SPECIAL_FOLLOWERS
from undercroft.games.talisman.components.spells import SPELLS
from undercroft.games.talisman.components.tiles import SPECIAL_ROOMS
from undercroft.games.talisman.components.treasures import TREASURES
from undercroft.games.talisman.heroes.ailments import AILMENTS

HERE = Path(__file__).parent
TESTS = {
    path.name: path.read_text("utf-8")
    for path in (*HERE.glob("*.table"), *HERE.glob("test_*.py"))
    if path.name != Path(__file__).name
}
EVERYTHING = "\n".join(TESTS.values())

TABLES = {
    "s-pool": "magic-pool",
    "s-halls-of-learning": "halls",
    "s-teleportation-room": "doors",
    "s-throne-of-power": "throne",
    "s-tome-of-the-magi": "tome",
}
"""The tables of rooms whose die is not called as the room is."""

CAST_OTHERWISE = {
    "sp-counterspell": "counter: counter",
    "sp-levitation": "chasm: fly",
}


def faces(cell: str) -> list[int]:
    """`5-6`: 5 and 6."""
    first, _, last = cell.partition("-")
    return list(range(int(first), int(last or first) + 1))


def rolls_of(section: str) -> list[int]:
    """The faces of the table in a section of the rules."""
    rows = [row[0] for row in rows_of(section) if re.fullmatch(r"\d+(-\d+)?", row[0])]
    return [face for cell in rows for face in faces(cell)]


def rooms_with_tables() -> list[tuple[str, list[int]]]:
    sections = re.split(r"\n### ", RULES_OF_RECORD["talisman-rooms"].split("\n## 3. Traps")[0])
    found = []
    for section in sections:
        tile = re.match(r"[A-Z]+\. .*?`(s-[a-z-]+)`", section)
        if tile and "| roll |" in section and tile[1] != "s-sewers":
            found.append((tile[1], rolls_of(section)))
    return found


@pytest.mark.parametrize(("tile", "expected"), rooms_with_tables())
def test_s5_each_row_of_a_rooms_table_has_its_line(tile: str, expected: list[int]) -> None:
    table = TABLES.get(tile, tile.removeprefix("s-"))
    text = TESTS["rooms.table"] + TESTS["test_rooms.py"]
    rolled = {int(face) for face in re.findall(rf"roll {table}: (\d+)", text)}
    assert expected
    assert not set(expected) - rolled


TRAPS = {
    "3.1": "trap-nonmagic",
    "3.2": "trap-crypt",
    "3.3": "trap-magic",
    "3.4": "trap-door",
    "3.5": "trap-room",
    "3.6": "trap-corridor",
}


@pytest.mark.parametrize(("part", "table"), TRAPS.items())
def test_tr1_each_row_of_a_trap_table_has_its_line(part: str, table: str) -> None:
    section = RULES_OF_RECORD["talisman-rooms"].split(f"\n### {part} ")[1].split("\n### ")[0]
    expected = rolls_of(section.split("\nPrismatic Curtain")[0])
    rolled = {int(face) for face in re.findall(rf"roll {table}: (\d+)", TESTS["traps.table"])}
    assert len(expected) in (6, 10)
    assert not set(expected) - rolled


def test_tr1_each_colour_of_the_curtain_has_its_line() -> None:
    rolled = {int(face) for face in re.findall(r"roll curtain: (\d)", TESTS["traps.table"])}
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_m5_every_spell_is_cast() -> None:
    cast = {spell.id: CAST_OTHERWISE.get(spell.id, f"cast:{spell.id}") for spell in SPELLS}
    missing = [id for id, words in cast.items() if words not in EVERYTHING]
    in_turn = set(re.findall(r'\(\s*"(sp-[a-z-]+)",', TESTS["test_turns.py"]))  # a row each
    assert [id for id in missing if id not in in_turn] == []


def test_f20_every_enemy_that_does_more_to_who_loses_does_it() -> None:
    cards = [*ENEMIES, *[card for card in ADVENTURES if isinstance(card, Enemy)]]
    losses = [card.id for card in cards if card.on_loss is not None]
    assert losses
    assert [id for id in losses if f'"{id}"' not in TESTS["test_fights.py"]] == []


@pytest.mark.parametrize(
    "cards",
    [ABILITIES, TREASURES, PURCHASES, SPECIAL_FOLLOWERS, ADVENTURES, SPECIAL_ROOMS],
    ids=["abilities", "treasures", "purchases", "special followers", "adventures", "rooms"],
)
def test_s1_every_card_and_room_is_met_somewhere(cards):
    fought = {card.id for card in ADVENTURES if isinstance(card, Enemy)}  # all, one by one
    named = {card.id for card in cards} - fought
    unmet = sorted(id for id in named if not re.search(rf"\b{id}\b", EVERYTHING))
    assert not unmet, f"no test names {unmet}: add a line to a .table or a test of {HERE.name}"


def test_r38_every_ailment_is_caught_and_told_apart() -> None:
    assert [a for a in AILMENTS if not re.search(rf"\b{a}\b", EVERYTHING)] == []
