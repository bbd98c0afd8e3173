"""The worked scenarios of the rules of record (section 9), read from there and played."""

import json
import re
from typing import Any

import pytest

from tests.games.tin.builders import RULES_OF_RECORD, Sitting, a_game, begin, rows_of, section
from undercroft.games.tin.rules.ending import results_of
from undercroft.games.tin.state import Knight, Room

BLOCKS = re.findall(r"(?ms)^```json scenario\n(.*?)^```", RULES_OF_RECORD)
SCENARIOS = [json.loads(block) for block in BLOCKS]
FATES = {row[0].split("`")[0]: row[2] for row in rows_of(section("5.1"))[:7]}


def test_section_9_holds_all_scenarios():
    assert [scenario["id"] for scenario in SCENARIOS] == [f"S-{n:02}" for n in range(1, 36)]


def in_the_journal(line: str) -> str:
    """Write a scenario's line as a journal does (Q-2): `fate fight-roll 4`: `roll fight: 4`."""
    if not line.startswith("fate "):
        question, answer = line.rsplit(" ", 1)
        return f"{question}: {answer}"
    _, name, *seat, outcome = line.split(" ")
    names = re.findall(r"(?:roll|draw) [a-z0-9-]+", FATES[name])
    if name == "order-roll":
        return f"{names[0][:-1]}{seat[0][1:]}: {outcome}"
    if name == "monster-die":
        return f"roll {outcome.split(':')[0]}: {outcome}"
    return f"{names[0]}: {outcome}"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: f"{s['id']} {s['title']}")
def test_scenario(scenario):
    if "start" in scenario:
        dungeon = begin(scenario["players"], scenario["start"], scenario.get("options", {}))
        table = Sitting(dungeon)
    else:
        table = a_game(scenario["players"], **scenario.get("options", {}))
    for line in scenario["script"]:
        if isinstance(line, dict):
            assert table.next == line["ask"]
            assert table.options.split() == line["options"]
            line = f"{line['ask']} {line['answer']}"
        table.play(in_the_journal(line))
    check(table, scenario["expect"])


def check(table: Sitting, expected: dict[str, Any]) -> None:
    dungeon = table.dungeon
    for name, value in expected.items():
        match name:
            case "next":
                names = re.findall(r"(?:roll|draw) [a-z-]+", FATES.get(value[5:], ""))
                assert table.next == value or any(table.next.startswith(n) for n in names)
            case "next-options":
                assert table.options.split() == value
            case "turn":
                assert dungeon.turn == value
            case "knights":
                for knight, told in zip(dungeon.knights, value, strict=True):
                    check_knight(knight, told)
            case "tiles":
                for told in value:
                    room = dungeon.rooms.get(tuple(told["at"]))
                    if "id" in told and told["id"] is None:
                        assert room is None
                    else:
                        assert room is not None
                        check_room(room, told)
            case "fight-discard":
                assert bag(dungeon.fight_discard) == sorted(value)
            case "treasure-discard":
                assert bag(dungeon.treasure_discard) == sorted(value)
            case "fight-deck-size":
                assert len(dungeon.fight_cards) == value
            case "treasure-pool-size":
                assert len(dungeon.treasure) == value
            case "dice":
                assert dungeon.supply == value
            case "stack-size":
                assert len(dungeon.stack) == value
            case "skipped":
                assert [tile.id for tile in dungeon.stack.skipped] == value
            case "over":
                assert (table.outcome is not None) == value
            case "rescued":
                assert dungeon.rescued == value
            case "result":
                assert [[r.outcome, r.score] for r in results_of(dungeon)] == value
            case _:
                raise AssertionError(f"nobody checks {name}")


def bag(rows: Any) -> list[str]:
    return sorted(row.id for row in rows)


def check_knight(knight: Knight, expected: dict[str, Any]) -> None:
    found = {
        "at": [*knight.cell],
        "entry": knight.entry,
        "hearts": knight.hearts,
        "level": knight.level,
        "xp": knight.experience,
        "hand": bag(knight.hand),
        "items": bag(knight.items),
        "coins": sorted(coin.value for coin in knight.coins),
        "alive": knight.status not in ("dead", "lost"),
    }
    for name, value in expected.items():
        value = sorted(value) if name in ("hand", "items", "coins") else value
        assert (name, found[name]) == (name, value)


def check_room(room: Room, expected: dict[str, Any]) -> None:
    found = {
        "at": [*room.cell],
        "id": room.tile.id,
        "rot": room.rotation,
        "exits": sorted(room.exits),
        "locks": sorted(room.locks),
        "blocked": sorted(room.blocked),
        "entered": room.entered,
        "bridged": room.bridged,
        "monsters": bag(room.monsters),
        "floor": bag(room.floor),
    }
    for name, value in expected.items():
        value = sorted(value) if isinstance(value, list) and name != "at" else value
        assert (name, found[name]) == (name, value)
