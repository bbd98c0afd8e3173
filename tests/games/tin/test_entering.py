"""Entering a room (5.11)."""

from typing import Any

import pytest

from tests.games.tin.builders import a_dungeon, a_room, at_stairs, ids, rows_of, section
from undercroft.games.tin.tiles import TILES

GALLERY = a_room("a-gallery", "0,1", "0,0")
HANDS = [{"hand": "parry-1 parry-2"}, {"hand": "duck-1 duck-2"}, {"hand": "duck-3 duck-4"}]


def test_e1_r19_knights_who_come_in_together_make_one_entry():
    table = a_dungeon(GALLERY, knights=HANDS[:2]).play("roll order-1: 6; roll order-2: 1")
    table.play("P1 move: go:N; P2 move: go:N; roll yellow: yellow:plain")
    assert ids(table.room("0,1").monsters) == "yellow:plain"


def test_e1_r19_one_who_joins_others_later_makes_a_new_entry():
    there = {"at": "0,1", "entry": "S", **HANDS[0]}
    table = a_dungeon(GALLERY, knights=[there, HANDS[1]]).play("roll order-1: 6; roll order-2: 1")
    table.play("P1 move: stay; P2 move: go:N; roll yellow: yellow:plain")
    assert len(table.room("0,1").monsters) == 1


def test_e1_rooms_are_handled_in_the_order_of_coming_in():
    rooms = [a_room("a-crossways", "0,1", "0,0"), a_room("b-shrine", "1,1", "0,1", rot=90)]
    rooms += [a_room("a-gallery", "-1,1", "0,1", rot=90)]
    place = {"at": "0,1", "entry": "S"}
    table = a_dungeon(*rooms, knights=[{**place, **HANDS[0]}, {**place, **HANDS[1]}])
    table.play("roll order-1: 1; roll order-2: 6; P2 move: go:E; P1 move: go:W")
    table.play("roll red: red:plain; roll yellow: yellow:plain")
    assert [line.split()[1] for line in table.told("monsters-appeared")] == [
        "b-shrine/1/1",
        "a-gallery/-1/1",
    ]


def test_e2_a_first_entry_brings_red_then_yellow_dice_then_treasure():
    barracks = a_room("b-barracks", "0,1", "0,0", entered=False)
    table = a_dungeon(barracks).play("P1 move: go:N; roll red: red:horns")
    table.play("roll yellow: yellow:plain; roll yellow: yellow:horns-chest; draw treasure: key")
    room = table.room("0,1")
    assert ids(room.monsters) == "red:horns yellow:plain yellow:horns-chest"
    assert (ids(room.floor), room.entered) == ("key", True)
    assert table.told("monsters-appeared", "treasure-found") == [
        "monsters-appeared b-barracks/0/1 red:horns+yellow:plain+yellow:horns-chest yes 0",
        "treasure-found b-barracks/0/1 key chest",
    ]


def test_e2_the_maiden_waits_in_her_cell():
    table = a_dungeon(a_room("maiden-cell", "0,1", "0,0", entered=False))
    table.dungeon.treasure.fog.clear()
    table.play("P1 move: go:N; roll red: red:plain; roll red: red:plain; roll red: red:plain")
    table.play("roll yellow: yellow:plain; roll yellow: yellow:plain")
    assert ids(table.room("0,1").floor) == "maiden"
    assert table.told("maiden-found") == ["maiden-found maiden-cell/0/1"]


def test_r20_the_first_entry_is_the_rooms_not_the_knights():
    table = a_dungeon(GALLERY, knights=HANDS[:2]).play("roll order-1: 6; roll order-2: 1")
    table.play("P1 move: go:N; P2 move: stay; roll yellow: yellow:plain")
    assert table.next == "roll attack"  # one, not two


LATER = {
    "stairs": "",
    "a-crossways": "",
    "a-guardroom": "yellow",
    "a-gallery": "yellow",
    "a-larder": "yellow",
    "a-bend": "",
    "b-chasm": "red",
    "b-vault": "",
    "b-barracks": "red",
    "b-shrine": "red",
    "b-portcullis": "red",
    "maiden-cell": "red red",
}


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_e3_a_later_entry_brings_half_the_skulls_red_first(tile):
    red, yellow = tile.respawn
    assert " ".join(["red"] * red + ["yellow"] * yellow) == LATER[tile.id]


def test_e3_r18_the_half_joins_those_already_there_and_brings_no_treasure():
    barracks = a_room("b-barracks", "0,1", "0,0", monsters="yellow:plain")
    table = a_dungeon(barracks).play("P1 move: go:N; roll red: red:chest")
    assert table.next == "P1 target"
    assert ids(table.room("0,1").monsters) == "yellow:plain red:chest"


def test_e4_r21_r23_without_dice_there_are_fewer_monsters():
    """All yellow dice lie in the room itself; they stay, and none is added."""
    gallery = a_room("a-gallery", "0,1", "0,0", monsters="yellow:plain yellow:plain")
    table = a_dungeon(gallery).play("P1 move: go:N")
    assert ids(table.room("0,1").monsters) == "yellow:plain yellow:plain"
    assert table.told("monsters-appeared") == ["monsters-appeared a-gallery/0/1 - no 1"]


def test_e4_the_other_colour_does_not_step_in():
    table = a_dungeon(
        a_room("a-gallery", "0,1", "0,0", monsters="yellow:plain yellow:plain"),
        knights=[{"entry": "N", "hand": "parry-1 parry-2"}],
    )
    table.play("P1 move: go:N")
    assert table.dungeon.supply == {"yellow": 0, "red": 3}


def row_of_rooms(*monsters: str) -> list[dict[str, Any]]:
    """A bend by the stairs and galleries east of it in a line, with these monsters."""
    rooms = [a_room("a-bend", "0,1", "0,0", monsters=monsters[0])]
    rooms += [
        a_room("a-gallery", f"{x},1", f"{x - 1},1", rot=90, monsters=monsters[x])
        for x in range(1, len(monsters))
    ]
    return rooms


def test_e5_the_furthest_room_gives_up_its_first_die_of_the_colour():
    """Two steps to the east there is one, and one step to the west, where the knight fled from."""
    rooms = row_of_rooms("yellow:plain", "", "")
    rooms += [a_room("a-guardroom", "3,1", "2,1", rot=90, monsters="red:plain yellow:horns-chest")]
    place = {"at": "0,1", "entry": "E", **HANDS[0]}
    table = a_dungeon(*rooms, knights=[place, {"left": "before"}])
    table.dungeon.supply["yellow"] = 0
    table.play("P1 move: go:E; roll yellow: yellow:plain")
    assert ids(table.room("3,1").monsters) == "red:plain"
    assert ids(table.room("0,1").monsters) == "yellow:plain"
    assert table.told("die-recalled") == ["die-recalled a-guardroom/3/1 a-gallery/1/1 yellow"]
    assert table.told("treasure-found", "experience-gained") == []


def test_e5_r22_a_room_without_knights_goes_before_a_further_one_with():
    rooms = row_of_rooms("", "", "yellow:plain", "yellow:plain")
    table = a_dungeon(
        *rooms,
        knights=[
            {"at": "0,1", "entry": "S", **HANDS[0]},
            {"at": "3,1", "entry": "W", **HANDS[1]},
            {"left": "before"},
        ],
    )
    table.dungeon.supply["yellow"] = 0
    table.play("roll order-1: 6; roll order-2: 1; P1 move: go:E; P2 move: stay")
    table.play("roll yellow: yellow:plain")
    assert [len(table.room(at).monsters) for at in ("1,1", "2,1", "3,1")] == [1, 0, 1]


def test_e6_from_an_empty_pool_nothing_is_found():
    table = a_dungeon(a_room("a-bend", "0,1", "0,0", entered=False))
    table.dungeon.treasure.fog.clear()
    table.play("P1 move: go:N; roll yellow: yellow:plain")
    assert table.next == "roll attack"
    assert table.told("chest-empty") == ["chest-empty a-bend/0/1 chest"]


def test_e7_nothing_ever_appears_on_the_stairs():
    table = a_dungeon(GALLERY, knight={"at": "0,1", "entry": "N"}).play("P1 move: go:S")
    assert table.dungeon.turn == 6
    assert table.next == "P1 move"
    assert at_stairs().room("0,0").is_quiet


def test_the_rules_of_record_list_the_same_later_entries():
    text = section("5.11").split("Later entries by tile:")[1]
    for name, told in (("guardroom, gallery, larder", "1 yellow"), ("cell", "2 red")):
        assert f"{name} {told}" in text
    assert rows_of(text) == []
