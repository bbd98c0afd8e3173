"""Moving, locks and the Chasm (5.7, 5.9, 5.10)."""

from typing import Any

from tests.games.tin.builders import Sitting, a_dungeon, a_room, at_stairs, ids, in_gallery
from undercroft.games.tin.tiles import TILES

GUARDROOM = a_room("a-guardroom", "0,1", "0,0")
HANDS = ("parry-1 duck-1", "parry-2 duck-2", "parry-3 duck-3")


def two_at(
    at: str,
    entry: str | None,
    *rooms: dict[str, Any],
    first: dict[str, Any] | None = None,
    second: dict[str, Any] | None = None,
    **start: Any,
) -> Sitting:
    """Two knights in one room; the first seat is first in play order."""
    place = {"at": at, "entry": entry}
    table = a_dungeon(
        *rooms,
        knights=[
            {**place, "hand": HANDS[0], **(first or {})},
            {**place, "hand": HANDS[1], **(second or {})},
        ],
        **start,
    )
    return table.play("roll order-1: 6; roll order-2: 1")


def test_m1_everybody_declares_before_anybody_moves():
    table = two_at("0,1", "S", GUARDROOM, stack={"A": "a-gallery a-bend"})
    table.play("P1 move: go:E; P2 move: go:W")
    assert table.next == "draw tiles"
    table.play("draw tiles: a-gallery; draw tiles: a-bend")
    assert table.next == "roll yellow"  # arrivals come last
    assert [knight.cell for knight in table.dungeon.knights] == [(1, 1), (-1, 1)]


def test_m2_the_options_are_stay_leave_go_and_unlock():
    assert at_stairs().options == "stay leave go:N"
    larder = a_room("a-larder", "0,1", "0,0")
    table = a_dungeon(larder, knight={"at": "0,1", "entry": "S", "items": "key"})
    assert table.play("P1 treasure: done").options == "stay go:N go:S unlock:E"
    table.play("P1 move: unlock:E")
    assert table.options == "stay go:N go:E go:S"


def test_m2_declarations_are_told_among_several():
    table = two_at("0,1", "S", GUARDROOM).play("P1 move: go:S; P2 move: stay")
    assert table.told("move-declared") == ["move-declared 0 go:S no", "move-declared 1 stay no"]
    assert in_gallery().play("P1 move: stay").told("move-declared") == []


def test_m3_fleeing_is_by_the_entry_side_alone():
    assert in_gallery("red:plain").options == "stay go:S"
    assert in_gallery("red:plain", entry="N").options == "stay go:N"


def test_m3_locked_blocked_and_walled_exits_are_not_usable():
    larder = a_room("a-larder", "0,1", "0,0", blocked=["N"])
    assert a_dungeon(larder, knight={"at": "0,1", "entry": "S"}).options == "stay go:S"


def test_m4_declarations_bind_and_show_what_others_may_use():
    """The first seat opens a lock; the second may go through at once."""
    larder = a_room("a-larder", "0,1", "0,0")
    table = two_at("0,1", "S", larder, first={"items": "key"}, stack={"A": "a-gallery"})
    table.play("P1 treasure: done; P1 move: unlock:E; P1 move: stay")
    assert table.asked == "P2 move: stay go:N go:E go:S"
    assert table.dungeon.knights[0].declared == "stay"
    table.play("P2 move: go:E")
    assert [knight.cell for knight in table.dungeon.knights] == [(0, 1), (0, 1)]
    table.play("draw tiles: a-gallery")
    assert [knight.declared for knight in table.dungeon.knights] == [None, None]


def test_m5_a_move_changes_cell_and_entry_side():
    table = at_stairs().play("P1 move: go:N; roll yellow: yellow:plain")
    assert (table.knight.cell, table.knight.entry) == ((0, 1), "S")
    assert table.told("knight-moved") == ["knight-moved 0 stairs/0/0 a-gallery/0/1 N no no"]


def test_m5_r42_the_second_of_two_moves_into_one_empty_cell_may_find_a_wall():
    """Both aim at (1, 2); the tile that the first lays has no exit towards the second."""
    rooms = (
        a_room("a-crossways", "0,1", "0,0"),
        a_room("a-guardroom", "0,2", "0,1", rot=270),
        a_room("a-bend", "1,1", "0,1", rot=180),
    )
    table = a_dungeon(
        *rooms,
        knights=[
            {"at": "1,1", "entry": "W", "hand": HANDS[0]},
            {"at": "0,2", "entry": "S", "hand": HANDS[1]},
        ],
        stack={"A": "a-gallery"},
    )
    table.play("roll order-1: 6; roll order-2: 1")
    assert "go:N" in table.options
    table.play("P1 move: go:N")
    assert "go:E" in table.options
    table.play("P2 move: go:E; draw tiles: a-gallery")
    second = table.dungeon.knights[1]
    assert (second.cell, second.entry) == ((0, 2), "S")
    assert table.told("move-failed") == ["move-failed 1 a-guardroom/0/2 E wall"]


def test_m5_a_locked_passage_stops_a_move():
    table = a_dungeon(
        GUARDROOM, knight={"at": "0,1", "entry": "S"}, stack={"A": "", "B": "b-vault"}
    )
    table.play("P1 move: go:W; draw tiles: b-vault")
    assert (table.knight.cell, table.knight.entry) == ((0, 1), "S")
    assert table.told("move-failed") == ["move-failed 0 a-guardroom/0/1 W lock"]


def test_m6_leaving_is_resolved_in_its_turn():
    table = two_at("0,0", None).play("P1 move: leave; P2 move: stay")
    assert table.dungeon.knights[0].status == "left-before"
    assert table.next == "P2 move"


def test_m7_r36_who_comes_to_the_stairs_with_her_rescues_her():
    table = in_gallery(items="maiden").play("P1 treasure: done; P1 move: go:S")
    assert table.dungeon.rescued
    assert table.outcome
    assert table.outcome.winners == (0,)


def test_r10_an_unexplored_exit_is_not_offered_when_the_stack_is_empty():
    table = a_dungeon(
        GUARDROOM,
        a_room("maiden-cell", "1,1", "0,1", rot=90),
        knight={"at": "0,1", "entry": "S"},
        stack={"A": "", "B": ""},
    )
    assert table.options == "stay go:E go:S"


def test_r16_the_entry_side_is_always_open():
    """A knight came through it, and locks are never put back."""
    rooms = (
        GUARDROOM,
        a_room("b-vault", "-1,1", "0,1", rot=270, unlocked="E", monsters="red:plain"),
    )
    assert a_dungeon(*rooms, knight={"at": "-1,1", "entry": "E"}).options == "stay go:E"


def test_r17_fleeing_into_a_room_is_entering_it():
    rooms = (
        a_room("a-gallery", "0,1", "0,0"),
        a_room("a-bend", "0,2", "0,1", monsters="red:plain"),
    )
    table = a_dungeon(*rooms, knight={"at": "0,2", "entry": "S"}).play("P1 move: go:S")
    assert table.next == "roll yellow"
    table.play("roll yellow: yellow:plain")
    assert table.next == "roll attack"
    assert table.told("knight-moved") == ["knight-moved 0 a-bend/0/2 a-gallery/0/1 S yes no"]


def test_r35_leaving_is_open_from_the_first_turn_at_the_stairs_alone():
    assert "leave" in a_dungeon(turn=1).options
    assert "leave" not in in_gallery().options


# -- locks ----------------------------------------------------------------------------------------

PORTCULLIS = (a_room("a-gallery", "0,1", "0,0"), a_room("b-portcullis", "0,2", "0,1"))


def test_k1_a_locked_exit_cannot_be_used_from_either_side():
    shrine = a_room("b-shrine", "0,3", "0,2")
    inside = a_dungeon(*PORTCULLIS, shrine, knight={"at": "0,2", "entry": "S"})
    assert inside.options == "stay go:S"
    outside = a_dungeon(*PORTCULLIS, shrine, knight={"at": "0,3", "entry": "W"})
    assert outside.options == "stay go:W"


def test_k2_a_tile_with_a_locked_entrance_is_laid_and_not_entered():
    table = a_dungeon(
        GUARDROOM, knight={"at": "0,1", "entry": "S"}, stack={"A": "", "B": "b-vault"}
    )
    table.play("P1 move: go:E; draw tiles: b-vault")
    room = table.room("1,1")
    assert (room.tile.id, room.locks, room.entered, room.monsters) == ("b-vault", ["W"], False, [])


def test_k3_r12_r13_a_key_works_from_either_side_and_among_monsters():
    rooms = (*PORTCULLIS, a_room("b-shrine", "0,3", "0,2", monsters="red:plain"))
    table = a_dungeon(*rooms, knight={"at": "0,3", "entry": "W", "items": "key"})
    assert table.options == "stay go:W unlock:S"
    table.play("P1 move: unlock:S")
    assert table.options == "stay go:W"  # unlocked, but only the way it came is open
    assert table.room("0,2").locks == []


def test_k4_a_key_goes_to_the_discard_and_the_marker_for_good():
    table = a_dungeon(*PORTCULLIS, knight={"at": "0,2", "entry": "S", "items": "key key"})
    table.play("P1 treasure: done; P1 move: unlock:N")
    assert (ids(table.knight.items), ids(table.dungeon.treasure_discard)) == ("key", "key")
    assert table.options == "stay go:N go:S"
    assert table.told("lock-opened") == ["lock-opened 0 b-portcullis/0/2 N"]


def test_k4_the_marker_of_the_knights_own_room_goes_first():
    """Two portcullises face to face: two keys are needed."""
    far = a_room("b-portcullis", "0,3", "0,2", rot=180)
    table = a_dungeon(
        *PORTCULLIS,
        far,
        knights=[
            {"at": "0,2", "entry": "S", "hand": HANDS[0], "items": "key key"},
            {"hand": HANDS[1]},
        ],
    )
    table.play("roll order-1: 6; roll order-2: 1; P1 treasure: done; P1 move: unlock:N")
    assert (table.room("0,2").locks, table.room("0,3").locks) == ([], ["S"])
    assert table.options == "stay go:S unlock:N"
    table.play("P1 move: unlock:N")
    assert table.options == "stay go:N go:S"


# -- the Chasm ------------------------------------------------------------------------------------

CHASM = (a_room("a-gallery", "0,1", "0,0"), a_room("b-chasm", "0,2", "0,1"))


def in_chasm(
    *more: dict[str, Any],
    entry: str = "S",
    monsters: str = "",
    bridged: bool = False,
    **knight: Any,
) -> Sitting:
    rooms = (CHASM[0], {**CHASM[1], "monsters": monsters, "bridged": bridged}, *more)
    return a_dungeon(*rooms, knight={"at": "0,2", "entry": entry, **knight})


def test_g1_without_a_bridge_only_the_way_back_is_open():
    assert in_chasm().options == "stay go:S"
    assert in_chasm(items="rope").options == "stay go:N go:S"


def test_g1_r14_a_rope_needs_a_quiet_chasm():
    assert in_chasm(items="rope", monsters="red:plain").options == "stay go:S"


def test_g2_declaring_the_far_exit_lays_the_rope_for_good():
    table = in_chasm(items="rope", hearts=5).play("P1 move: go:N")
    assert table.room("0,2").bridged
    assert table.knight.items == []
    assert table.count("rope") == 0
    assert table.told("rope-laid") == ["rope-laid 0 b-chasm/0/2"]


def test_g2_the_rope_stays_even_if_the_move_fails():
    """Beyond the gap lies a vault, whose only door is locked."""
    table = a_dungeon(
        a_room("a-crossways", "0,1", "0,0"),
        CHASM[1],
        knight={"at": "0,2", "entry": "S", "items": "rope"},
        stack={"A": "", "B": "b-vault"},
    )
    table.play("P1 move: go:N; draw tiles: b-vault")
    assert table.knight.cell == (0, 2)
    assert table.room("0,2").bridged
    assert table.knight.items == []


def test_g3_a_bridged_chasm_is_an_ordinary_room():
    assert in_chasm(bridged=True).options == "stay go:N go:S"
    assert in_chasm(bridged=True, monsters="red:plain").options == "stay go:S"


def test_g4_r15_a_rope_cannot_be_dropped_there_but_one_that_lies_there_may_be_taken():
    assert in_chasm(items="rope bomb").options == "drop:bomb done"
    rooms = (CHASM[0], {**CHASM[1], "floor": "rope"})
    table = a_dungeon(*rooms, knight={"at": "0,2", "entry": "S"})
    assert table.options == "take:rope done"


def test_g5_the_chasm_is_one_room_for_everything_else():
    """A knight that came from the north fights the monsters of the room."""
    beyond = a_room("b-shrine", "0,3", "0,2")
    table = in_chasm(beyond, entry="N", monsters="red:plain").play("P1 move: stay")
    assert table.next == "roll attack"


def test_k3_r49_a_lock_beyond_the_gap_is_out_of_reach():
    portcullis = a_room("b-vault", "0,3", "0,2")
    table = in_chasm(portcullis, items="key").play("P1 treasure: done")
    assert table.options == "stay go:S"
    bridged = in_chasm(portcullis, items="key", bridged=True).play("P1 treasure: done")
    assert bridged.options == "stay go:S unlock:N"


def test_r47_there_is_always_a_way_to_get_a_key_or_a_rope():
    """Larder, portcullis and Chasm bring a monster back at every entry: treasure, in the end."""
    barring = [tile for tile in TILES if tile.chasm or (tile.locks and len(tile.exits) > 1)]
    assert [tile.id for tile in barring] == ["a-larder", "b-chasm", "b-portcullis"]
    assert all(sum(tile.respawn) == 1 for tile in barring)
