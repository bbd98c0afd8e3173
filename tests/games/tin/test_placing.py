"""Placing tiles (5.8) and the geometry behind it (3.2 to 3.4)."""

import re

import pytest

from tests.games.tin.builders import a_dungeon, a_room, ids, rows_of, section, tile_of
from undercroft.games.tin.rules.placing import turning, ways_in
from undercroft.games.tin.tiles import LEFT, OPPOSITE, RIGHT, SIDES, beyond, rotated

GUARDROOM = a_room("a-guardroom", "0,1", "0,0")
LAST_TURNS = (None, "left", "right")


def test_3_2_sides_and_rotations():
    assert [LEFT[side] for side in SIDES] == ["W", "N", "E", "S"]
    assert all(RIGHT[LEFT[side]] == side and OPPOSITE[OPPOSITE[side]] == side for side in SIDES)
    assert [beyond((2, 3), side) for side in SIDES] == [(2, 4), (3, 3), (2, 2), (1, 3)]
    assert rotated(("E", "S"), 90) == ("S", "W")
    assert rotated(("E", "S"), 270) == ("N", "E")


def test_3_4_the_last_turn_is_that_of_the_path():
    table = a_dungeon(GUARDROOM, a_room("a-gallery", "-1,1", "0,1", rot=90))
    stairs, guardroom, gallery = (table.room(at) for at in ("0,0", "0,1", "-1,1"))
    assert turning(stairs, "N") is None
    assert turning(guardroom, "W") == "left"
    assert turning(guardroom, "E") == "right"
    assert turning(gallery, "W") == "left"  # straight on
    assert turning(gallery, "N") == "right"


PLACINGS = [
    (tile, last_turn, cell)
    for row in rows_of(section("5.8"))
    for tile in re.findall(r"[ab]-[a-z]+|maiden-cell", row[0])
    for last_turn, cell in zip(LAST_TURNS, row[1:], strict=True)
]


@pytest.mark.parametrize(("tile", "last_turn", "cell"), PLACINGS)
def test_p4_the_rotations_that_fit_are_those_of_the_table(tile, last_turn, cell):
    """Heading N, with what each opens: in, left, straight, right, and locks."""
    ways = {way.rotation: way for way in ways_in(tile_of(tile), "N", last_turn)}
    told = re.findall(r"(\d+) \(([^)]*)\)", cell)
    assert [*ways] == [int(rotation) for rotation, _ in told]
    names = {"in": "S", "L": "W", "S": "N", "R": "E"}
    for rotation, opens in told:
        sides = {names[word.strip("!")] for word in opens.split()}
        locks = {names[word.strip("!")] for word in opens.split() if "!" in word}
        assert ({*ways[int(rotation)].exits}, {*ways[int(rotation)].locks}) == (sides, locks)


@pytest.mark.parametrize(("heading", "more"), [("E", 90), ("W", 270)])
@pytest.mark.parametrize(("tile", "last_turn", "cell"), PLACINGS)
def test_p4_p7_other_headings_turn_the_table(tile, last_turn, cell, heading, more):
    ways = ways_in(tile_of(tile), heading, last_turn)
    turned = {(int(rotation) + more) % 360 for rotation in re.findall(r"(\d+) \(", cell)}
    smallest = {"a-crossways": {0}, "a-gallery": {90}, "b-chasm": {90}}
    if tile in smallest and turned:
        turned = smallest[tile]
    assert {way.rotation for way in ways} == turned


def test_p1_the_moving_knights_seat_decides():
    table = a_dungeon(
        knights=[{"hand": "parry-1 parry-2"}, {"hand": "duck-1 duck-2"}],
        stack={"A": "a-bend"},
    )
    table.play("roll order-1: 1; roll order-2: 2; P2 move: go:N; P1 move: stay; draw tiles: a-bend")
    assert table.asked == "P2 place: rot:0 rot:90"


def test_r5_the_seat_chooses_among_the_rotations_that_fit():
    table = a_dungeon(stack={"A": "a-guardroom"}).play("P1 move: go:N; draw tiles: a-guardroom")
    assert table.options == "rot:0 rot:90 rot:270"
    table.play("P1 place: rot:270")
    assert table.room("0,1").exits == ("N", "E", "S")


def test_p2_the_first_tile_that_fits_is_placed_and_others_go_back_on_top():
    table = a_dungeon(
        GUARDROOM,
        knight={"at": "0,1", "entry": "S"},
        stack={"A": "a-crossways a-crossways a-gallery a-bend"},
    )
    table.play("P1 move: go:W; draw tiles: a-crossways; draw tiles: a-crossways")
    table.play("draw tiles: a-gallery")
    assert ids(table.dungeon.stack.skipped) == "a-crossways a-crossways"
    assert table.room("-1,1").tile.id == "a-gallery"
    assert table.told("tile-revealed", "tile-skipped") == [
        "tile-revealed 0 a-crossways no",
        "tile-skipped a-crossways turn",
        "tile-revealed 0 a-crossways no",
        "tile-skipped a-crossways turn",
        "tile-revealed 0 a-gallery yes",
    ]


def test_p3_the_new_tile_remembers_heading_and_last_turn():
    table = a_dungeon(GUARDROOM, knight={"at": "0,1", "entry": "S"}, stack={"A": "a-gallery"})
    table.play("P1 move: go:E; draw tiles: a-gallery")
    room = table.room("1,1")
    assert (room.heading, room.last_turn, room.number) == ("E", "right", 2)


def test_p4_r2_a_straight_room_does_not_clear_the_memory():
    rooms = (GUARDROOM, a_room("a-gallery", "1,1", "0,1", rot=90))
    table = a_dungeon(*rooms, knight={"at": "1,1", "entry": "W"}, stack={"A": "a-bend"})
    table.play("P1 move: go:E; draw tiles: a-bend")
    assert table.room("2,1").exits == ("N", "W")  # right is barred


def test_r3_the_path_is_that_of_placing_whatever_way_a_knight_came():
    """From the north exit of a crossways nothing has turned, wherever the knight has been."""
    rooms = (
        a_room("a-crossways", "0,1", "0,0"),
        a_room("a-bend", "1,1", "0,1", rot=180),
    )
    table = a_dungeon(*rooms, knight={"at": "0,1", "entry": "E"}, stack={"A": "a-guardroom"})
    table.play("P1 move: go:N; draw tiles: a-guardroom")
    assert table.options == "rot:0 rot:90 rot:270"


def test_r4_leaving_the_stairs_is_no_turn():
    table = a_dungeon(stack={"A": "a-crossways"}).play("P1 move: go:N; draw tiles: a-crossways")
    assert table.room("0,1").last_turn is None


def test_r6_only_the_exit_moved_through_must_match():
    """The gallery at (0, 2) shuts the west exit of the bend beside it."""
    rooms = [a_room("a-crossways", "0,1", "0,0"), a_room("a-bend", "1,1", "0,1", rot=180)]
    rooms += [a_room("a-guardroom", "1,2", "1,1")]
    table = a_dungeon(*rooms, knight={"at": "0,1", "entry": "S"}, stack={"A": "a-gallery"})
    table.play("P1 move: go:N; draw tiles: a-gallery; roll yellow: yellow:plain")
    assert table.room("0,2").exits == ("N", "S")
    assert "W" in table.room("1,2").exits


def test_r7_exits_that_come_to_face_each_other_are_a_passage():
    rooms = [a_room("a-crossways", "0,1", "0,0"), a_room("a-bend", "1,1", "0,1", rot=180)]
    rooms += [a_room("a-guardroom", "1,2", "1,1"), a_room("a-guardroom", "0,2", "0,1")]
    table = a_dungeon(
        *rooms,
        knights=[{"at": "0,2", "entry": "S", "hand": "parry-1 parry-2"}, {"left": "before"}],
    )
    assert table.options == "stay go:E go:S go:W"
    assert [room.number for _, room in table.dungeon.passages(table.room("0,2"))] == [3, 1]


def test_p5_known_tiles_are_looked_at_first_without_fate():
    table = a_dungeon(
        GUARDROOM,
        knight={"at": "0,1", "entry": "S"},
        stack={"skipped": "a-crossways a-bend", "A": "a-gallery"},
    )
    table.play("P1 move: go:W; roll yellow: yellow:plain")
    assert table.room("-1,1").tile.id == "a-bend"
    assert ids(table.dungeon.stack.skipped) == "a-crossways"
    assert table.told("tile-revealed") == []
    assert table.told("tile-skipped") == ["tile-skipped a-crossways turn"]


def test_p6_r8_the_dungeon_is_never_sealed():
    table = a_dungeon(
        a_room("a-gallery", "0,1", "0,0"),
        knight={"at": "0,1", "entry": "S"},
        stack={"A": "", "B": "b-vault"},
    )
    table.play("P1 move: go:N; draw tiles: b-vault")
    assert table.room("0,2").tile.id == "maiden-cell"  # which is free of the condition
    assert table.told("tile-skipped") == ["tile-skipped b-vault seal"]


def test_p6_a_locked_exit_or_the_far_side_of_a_gap_counts_as_open():
    for other in ("b-portcullis", "b-chasm"):
        table = a_dungeon(
            a_room("a-crossways", "0,1", "0,0"),
            a_room(other, "0,2", "0,1"),
            a_room("b-vault", "1,1", "0,1", rot=90),
            knight={"at": "0,1", "entry": "S"},
            knights=[{"at": "0,1", "entry": "S", "hand": "parry-1 parry-2"}, {"left": "before"}],
            stack={"A": "", "B": "b-vault"},
        )
        table.play("P1 move: go:W; draw tiles: b-vault")
        assert table.room("-1,1").tile.id == "b-vault"


def test_p7_a_lock_marker_lies_on_each_locked_exit():
    table = a_dungeon(stack={"A": "a-larder"}).play("P1 move: go:N; draw tiles: a-larder")
    table.play("P1 place: rot:180")
    assert table.room("0,1").locks == ["W"]
    assert table.told("tile-placed") == ["tile-placed 0 a-larder 0+1 180 N - W 6"]


def test_r11_a_lock_is_the_entrance_only_where_there_is_no_other():
    assert all("S" not in way.locks for way in ways_in(tile_of("b-portcullis"), "N", None))
    assert [way.locks for way in ways_in(tile_of("b-vault"), "N", None)] == [("S",)]


def test_p8_r9_where_nothing_fits_the_exit_is_blocked_for_good():
    table = a_dungeon(
        GUARDROOM,
        a_room("maiden-cell", "1,1", "0,1", rot=90),
        knight={"at": "0,1", "entry": "S"},
        stack={"A": "", "B": "", "skipped": "a-crossways"},
    )
    table.play("P1 move: go:W")
    assert table.room("0,1").blocked == ["W"]
    assert table.told("exit-blocked", "move-failed") == [
        "exit-blocked a-guardroom/0/1 W",
        "move-failed 0 a-guardroom/0/1 W blocked",
    ]
    assert table.options == "stay go:E go:S"


def test_p8_an_exit_is_blocked_once_however_many_try_it():
    place = {"at": "0,1", "entry": "S"}
    table = a_dungeon(
        GUARDROOM,
        a_room("maiden-cell", "1,1", "0,1", rot=90),
        knights=[{**place, "hand": "parry-1 parry-2"}, {**place, "hand": "duck-1 duck-2"}],
        stack={"A": "", "B": "", "skipped": "a-crossways"},
    )
    table.play("roll order-1: 6; roll order-2: 1; P1 move: go:W; P2 move: go:W")
    assert table.room("0,1").blocked == ["W"]
    assert len(table.told("exit-blocked")) == 1
    assert len(table.told("move-failed")) == 2


def test_p6_a_blocked_exit_is_no_opening():
    table = a_dungeon(
        a_room("a-crossways", "0,1", "0,0", blocked=["E", "W"]),
        knight={"at": "0,1", "entry": "S"},
        stack={"A": "", "B": "b-vault"},
    )
    table.play("P1 move: go:N; draw tiles: b-vault")
    assert table.room("0,2").tile.id == "maiden-cell"


def test_3_3_a_blocked_exit_becomes_a_passage_if_a_room_comes_to_face_it():
    rooms = [a_room("a-guardroom", "0,1", "0,0", blocked=["W"])]
    rooms += [a_room("a-gallery", "-1,1", "0,1", rot=90)]
    assert a_dungeon(*rooms, knight={"at": "0,1", "entry": "S"}).options == "stay go:E go:S go:W"
