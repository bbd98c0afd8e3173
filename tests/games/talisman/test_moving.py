"""Moving, arriving, being moved; shifting walls; the Catacombs; holds (sections 7, 8 and 9)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.talisman.builders import (
    RULES_OF_RECORD,
    a_maze,
    an_exile,
    asked,
    before,
    change,
    enter,
    equip,
    go_on,
    hero_of,
    holds,
    ids,
    in_turn,
    is_empty,
    lines,
    on,
    play_turn,
    put_tiles,
    row,
    rows_of,
    told,
)
from undercroft.core.game import GameOver
from undercroft.core.questions import Rules
from undercroft.games.talisman.board import BY_NAME, NUMBERED, NUMBERED_SQUARES, ROTATIONS, name
from undercroft.games.talisman.components.spells import targets
from undercroft.games.talisman.components.tiles import (
    CORRIDORS,
    ENTRANCES,
    POOL,
    SPECIAL_ROOMS,
    STANDARD_ROOMS,
)
from undercroft.games.talisman.heroes.possessions import draw_card
from undercroft.games.talisman.heroes.spells import suppress
from undercroft.games.talisman.heroes.vitals import HeroDied, lose_life
from undercroft.games.talisman.land.landing import put_on
from undercroft.games.talisman.movement.arriving import stairs_roll
from undercroft.games.talisman.movement.entering import find_square
from undercroft.games.talisman.movement.moving import labyrinth_step, main_options
from undercroft.games.talisman.movement.relocating import (
    can_go_back,
    destroy,
    escape_from,
    go_back,
    move_to_numbered,
    numbered_square,
    teleport_adjacent,
    teleport_towards,
)
from undercroft.games.talisman.movement.walking import is_way, reach, walk_to_entrance
from undercroft.games.talisman.pieces import GateMonster, Hold
from undercroft.games.talisman.rooms.a_to_f import arena
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.turns import pass_on
from undercroft.games.talisman.state import Hero, Maze, Now
from undercroft.games.talisman.traps.magic import spring_magic


def options_of(maze: Maze, seat: int = 0) -> list[str]:
    maze.now = Now(active=seat, visit=hero_of(maze, seat).visit)
    return [str(option) for option in main_options(maze, hero_of(maze, seat))]


# -- the board and its pieces ---------------------------------------------------------------------


def test_su2_r15_the_pool_is_that_of_the_rules():
    counts = [
        sum(tile.copies for tile in tiles) for tiles in (CORRIDORS, STANDARD_ROOMS, SPECIAL_ROOMS)
    ]
    assert counts == [42, 13, 38]
    assert sum(tile.copies for tile in POOL) == 99
    assert len(ENTRANCES) == 6
    letters = [tile.letter for tile in SPECIAL_ROOMS]
    assert "X" not in letters
    assert len(letters) == 34


def test_su2_the_tiles_of_the_rules_are_ours():
    text = RULES_OF_RECORD["talisman-tiles"]
    seen = 0
    for cells in rows_of(text):
        id, _, count = cells[0].partition(" (")
        if not count or not count[0].isdigit():
            continue
        tile = row(id)
        shape = cells[3] if tile.letter else cells[2]
        assert tile.copies == int(count.rstrip(")")), id
        assert (tile.kind, tile.shape) == (
            cells[2] if tile.letter else cells[1],
            shape.replace(" ", "-"),
        )
        assert tile.letter == (cells[1] if tile.letter else "")
        seen += tile.copies
    assert seen == 93


def test_l10_the_numbered_squares_are_those_of_the_rules():
    squares = {number: name(square) for number, square in NUMBERED.items()}
    assert squares == {
        2: "a1",
        3: "g1",
        4: "d1",
        5: "a4",
        6: "b2",
        7: "d4",
        8: "f6",
        9: "g4",
        10: "d7",
        11: "a7",
        12: "g7",
    }


def test_l19_only_distinct_rotations_are_offered():
    assert {shape: len(turns) for shape, turns in ROTATIONS.items()} == {
        "dead-end": 4,
        "straight": 2,
        "elbow": 4,
        "t": 4,
        "cross": 1,
    }


# -- moving ---------------------------------------------------------------------------------------


def test_l1_r26_what_is_open_to_one_whom_nothing_holds():
    maze = an_exile("d4=c-t-quiet", tokens=1)
    assert options_of(maze) == [
        "go:N",
        "go:E",
        "go:S",
        "secret-door:N",
        "secret-door:E",
        "secret-door:S",
        "secret-door:W",
        "stay",
    ]
    go_on(maze, "P1 main: stay")
    assert hero_of(maze).place == "d4"


def test_l2_l7_one_tile_a_turn_and_a_room_ends_it():
    maze = enter("r-shrine")
    assert hero_of(maze).place == "d3"


def test_l3_a_step_needs_passages_on_both_sides_and_an_open_square():
    maze = an_exile("d4=c-cross-quiet d3=c-straight-quiet/1 e4=c-straight-quiet/1 c4=r-shrine?")
    assert [is_way(maze, 24, side) for side in range(4)] == [False, True, True, True]
    change(maze, "e4", destroyed=True)
    change(maze, "c4", marks=frozenset({"sealed"}))
    assert [is_way(maze, 24, side) for side in range(4)] == [False, False, True, False]
    equip(maze, hero_of(maze), square="g1")
    put_tiles(maze, "g1=c-cross-quiet")
    assert [is_way(maze, 6, side) for side in range(4)] == [False, False, True, True]


def test_l4_r50_a_secret_door_spends_its_token_before_anything_is_drawn():
    maze = an_exile("d4=c-straight-quiet", tokens=1)
    assert sum(tile.kind == "secret-door" for tile in maze.pool.fog) == 2
    go_on(
        maze,
        "P1 main: secret-door:E; draw pool: secret-door; draw pool: c-elbow-quiet; P1 rotate: 3;"
        "P1 second: stop",
    )
    assert hero_of(maze).place == "e4"
    assert len(hero_of(maze).tokens) == 1
    assert sum(tile.kind == "secret-door" for tile in maze.pool.fog) == 2


def test_l5_r19_a_tile_that_was_placed_must_be_entered():
    maze = an_exile()
    go_on(maze, "P1 main: go:N; draw pool: c-straight-quiet; P1 second: stop")
    assert hero_of(maze).place == "d3"


def test_l6_a_corridor_lets_him_move_once_more():
    maze = before("c-straight-quiet", board="d2=c-straight-quiet")
    go_on(maze, "P1 main: go:N; P1 second: go:N")
    assert hero_of(maze).place == "d2"


@pytest.mark.parametrize(
    ("tile", "script"),
    [
        ("c-straight-enemy", "draw enemy: e-ogre; roll own-die: 1; roll enemy-die: 6"),
        ("c-straight-door", "roll trap-door: 3"),
        ("c-straight-snare", "roll trap-nonmagic: 1; roll test: 6; roll test: 6"),
        ("c-straight-rune", "roll trap-magic: 1"),
    ],
)
def test_l6_r28_what_stops_him_in_a_corridor(tile, script):
    enter(tile, script)  # no second move is asked about


def test_l6_a_tunnel_or_a_teleport_is_no_first_move():
    maze = an_exile("d4=r-barracks! d3=c-cross-quiet", spells="sp-teleport")
    go_on(maze, "P1 window: cast:sp-teleport")
    assert hero_of(maze).place == "d3"


def test_l6_r27_ancient_writing_and_the_statue_are_corridors():
    assert row("s-ancient-writing").kind == row("s-mystical-statue").kind == "corridor"
    enter("s-ancient-writing", "P1 room-offer: pass; P1 second: stop")


def test_l8_an_exit_is_for_who_began_his_turn_there():
    maze = before("ent-graveyard")
    go_on(maze, "P1 main: go:N")
    assert "exit" in options_of(maze)
    go_on(maze, "P1 main: exit")
    assert hero_of(maze).place == "causeway"


def test_l8_in_the_expedition_an_exit_leads_to_its_space():
    maze = before("ent-keep", options="scenario=expedition", square="d3")
    go_on(
        maze,
        "P1 main: exit; draw adventure: a-windfall; draw adventure: a-windfall".replace(
            "; draw adventure: a-windfall; draw adventure: a-windfall",
            "; draw adventure: a-windfall; draw adventure: a-omen; draw spell: sp-mend",
        ),
    )
    assert holds(maze, "at == 'ruined-keep' and A.gold == 3")


# -- entering from the Land -----------------------------------------------------------------------


def test_l10_l11_where_an_entrance_tile_goes():
    maze = an_exile(options="scenario=expedition")
    assert (
        in_turn(
            maze,
            find_square(maze),
            "roll square: 3\nroll square: 4\nroll square: 1\nroll square: 2",
        )
        == 6
    )
    tiles = ["c-straight-quiet"] * 49
    for square in NUMBERED_SQUARES:
        put_tiles(maze, f"{name(square)}={tiles[square]}")
    free = [square for square in range(49) if maze.board[square] is None]
    for square in free[1:]:
        put_tiles(maze, f"{name(square)}=c-straight-quiet")
    assert in_turn(maze, find_square(maze), "") == free[0]
    put_tiles(maze, f"{name(free[0])}=c-straight-quiet")
    assert in_turn(maze, find_square(maze), "roll entrance-square: g1") == 6
    for square in NUMBERED_SQUARES:
        change(maze, name(square), destroyed=True)
    assert in_turn(maze, find_square(maze), "roll entrance-square: b1") == 1
    for square in range(49):
        change(maze, name(square), destroyed=True)
    assert in_turn(maze, find_square(maze), "") == -1


def test_l11_a_tile_that_gives_way_goes_back_to_the_pool():
    maze = an_exile(options="scenario=expedition shifting-walls=off", space="graveyard")
    equip(maze, hero_of(maze, 1), space="heath")
    for square in range(49):
        put_tiles(maze, f"{name(square)}=c-straight-quiet")
    pool = len(maze.pool)
    go_on(maze, "P1 land-main: portal; roll portal: 1; roll entrance-square: d4; P1 rotate: 0")
    assert on(maze, "d4").tile.id == "ent-graveyard"
    assert len(maze.pool) == pool + 1


# -- arriving on an empty square ------------------------------------------------------------------


def test_l15_l16_l18_pieces_are_drawn_until_one_can_lie_there():
    maze = an_exile()
    script = (
        "P1 main: go:N; draw pool: secret-door; draw pool: secret-door; draw pool: c-cross-quiet;"
    )
    go_on(maze, script + "P1 second: stop")
    assert len(hero_of(maze).tokens) == 2


def test_l15_the_pathfinder_and_the_map_let_him_choose():
    maze = an_exile(abilities="ab-pathfinder")
    script = "P1 main: go:N; draw pool: r-shrine; draw pool: c-cross-quiet;"
    go_on(maze, script + "P1 piece: piece:c-cross-quiet; P1 second: stop")
    assert on(maze, "d3").tile.id == "c-cross-quiet"
    assert row("r-shrine") in maze.pool.fog
    maze = an_exile(objects="t-map-scrap")
    script = "P1 main: go:N; P1 piece: use-map; draw pool: r-shrine; draw pool: c-cross-quiet;"
    go_on(maze, script + "draw pool: s-pool; P1 piece: piece:c-cross-quiet; P1 second: stop")
    assert not hero_of(maze).objects
    maze = an_exile(objects="t-map-scrap")
    go_on(maze, "P1 main: go:N; P1 piece: draw; draw pool: c-cross-quiet; P1 second: stop")
    assert hero_of(maze).objects


def test_l17_r25_an_empty_entrance_pile_puts_the_marker_aside():
    maze = an_exile(options="scenario=expedition")
    maze.entrances.clear()
    script = "P1 main: go:N; draw pool: stairs-marker; draw pool: c-cross-quiet; P1 second: stop"
    go_on(maze, script)
    assert sum(tile.kind == "stairs" for tile in maze.pool.fog) == 3


# -- encountering ---------------------------------------------------------------------------------


def test_l20_a_tile_is_turned_up_for_all_before_anybody_is_asked_how_it_lies():
    maze = before("c-t-search?")
    heard = told(maze)
    maze.to_play, maze.now = 0, Now(active=0, visit=hero_of(maze).visit)
    rules = labyrinth_step(maze, hero_of(maze))
    question: Any = next(rules)
    heard_by_then = 0
    while question.id != "rotate":
        question = rules.send(question.choices[0])
        heard_by_then = sum(event.id == "tile-revealed" for event in heard)
    assert heard_by_then == 1


def test_l20_the_order_of_an_arrival():
    maze = before("r-hall-long!+tc-spikes")
    equip(maze, hero_of(maze, 1), square="d3")
    maze.monsters.append(GateMonster(row("e-goblin"), 17))
    script = "P1 main: go:N; roll own-die: 6; roll enemy-die: 1; P1 meet: encounter; roll test: 1"
    go_on(maze, script)
    assert hero_of(maze).xp == 2


def test_l21_staying_brings_nothing():
    maze = enter(
        "r-cavern-wide",
        "draw enemy: e-goblin; roll own-die: 6; roll enemy-die: 1; roll treasure-roll: 1",
    )
    go_on(maze, "P1 main: stay")


def test_l24_a_quiet_arrival_meets_and_spends_nothing():
    maze = before("s-arena", board="e3=c-straight-enemy/1")
    change(maze, "d3", rotation=0)
    script = (
        "P1 main: go:N; draw enemy: e-ogre; roll own-die: 1; roll enemy-die: 6; roll adjacent: e3"
    )
    go_on(maze, script)
    assert not on(maze, "e3").spent
    maze = before("s-arena")
    maze.board[24] = None
    equip(maze, hero_of(maze), square="d3")
    script = (
        "draw enemy: e-ogre\nroll own-die: 1\nroll enemy-die: 6\n"
        "roll adjacent: d2\ndraw pool: stairs-marker"
    )
    script += "\ndraw pool: secret-door\ndraw pool: r-cavern-wide"
    in_turn(maze, arena(maze, hero_of(maze)), script)
    assert holds(maze, "at == 'd2' and len(A.tokens) == 1")


def test_l25_a_second_relocation_in_a_turn_is_quiet():
    maze = before("c-straight-rune", board="e3=c-cross-quiet d2=c-straight-rune")
    change(maze, "d4", destroyed=True)
    equip(maze, hero_of(maze), square="d3")
    change(maze, "e3", destroyed=True)
    rules = apply(spring_magic, maze, hero_of(maze))
    in_turn(maze, rules, lines("roll trap-magic: 1; roll trap-magic: 1"))
    assert holds(maze, "at == 'd3'")


def test_l26_going_back_is_quiet_and_only_after_a_move():
    maze = before("c-straight-quiet")
    hero = hero_of(maze)
    assert not can_go_back(maze, hero)
    go_on(maze, "P1 main: go:N; P1 second: stop")
    assert can_go_back(maze, hero)
    in_turn(maze, go_back(maze, hero), "")
    assert hero.place == "d4"
    assert not can_go_back(maze, hero)
    hero.way_back = BY_NAME["d3"]
    change(maze, "d3", destroyed=True)
    assert not can_go_back(maze, hero)


def test_l27_r21_a_random_neighbour_is_a_tile_else_an_empty_square_else_none():
    maze = an_exile("d3=c-cross-quiet e4=c-cross-quiet")
    in_turn(maze, teleport_adjacent(maze, hero_of(maze)), "roll adjacent: e4")
    assert hero_of(maze).place == "e4"
    maze = an_exile()
    script = "roll adjacent: c4\ndraw pool: c-cross-quiet"
    in_turn(maze, teleport_adjacent(maze, hero_of(maze)), script)
    maze = an_exile("d3=c-cross-quiet e4=c-cross-quiet d5=c-cross-quiet c4=c-cross-quiet")
    for square in ("d3", "e4", "d5", "c4"):
        change(maze, square, destroyed=True)
    in_turn(maze, teleport_adjacent(maze, hero_of(maze)), "")
    assert hero_of(maze).place == "d4"


def test_l28_r9_a_directed_teleport_stops_at_the_edge_and_steps_back():
    maze = an_exile("d1=c-cross-quiet d2=c-cross-quiet")
    change(maze, "d1", destroyed=True)
    in_turn(maze, teleport_towards(maze, hero_of(maze), 0, 6), "")
    assert hero_of(maze).place == "d2"
    maze = an_exile("d3=c-cross-quiet")
    change(maze, "d3", destroyed=True)
    in_turn(maze, teleport_towards(maze, hero_of(maze), 0, 1), "")
    assert hero_of(maze).place == "d4"
    assert maze.now.over


def test_l29_r21_two_dice_name_a_square_and_a_closed_one_is_rolled_again():
    maze = an_exile("g1=c-cross-quiet")
    change(maze, "g1", destroyed=True)
    script = "roll square: 1\nroll square: 2\nroll square: 6\nroll square: 6\n"
    script += "draw pool: c-elbow-quiet\nP1 rotate: 0"
    in_turn(maze, move_to_numbered(maze, hero_of(maze)), script)
    assert hero_of(maze).place == "g7"
    in_turn(maze, move_to_numbered(maze, hero_of(maze)), "roll square: 6\nroll square: 6")
    for square in NUMBERED_SQUARES:
        put_tiles(maze, f"{name(square)}=c-cross-quietx")
    assert in_turn(maze, numbered_square(maze), "") == -1


def test_l30_r46_who_stands_on_a_destroyed_tile_gets_off_it_or_dies():
    maze = an_exile("d3=c-straight-quiet d5=c-straight-quiet")
    hero = hero_of(maze)
    in_turn(maze, destroy(maze, hero, "cave-in"), "")
    in_turn(maze, escape_from(maze, hero, "cave-in"), "P1 eject: exit:S")
    assert hero.place == "d5"
    maze = an_exile("d3=c-cross-quiet d5=c-cross-quiet e4=c-cross-quiet c4=c-cross-quiet")
    hero = hero_of(maze)
    for square in ("d3", "e4", "d5", "c4", "d4"):
        change(maze, square, destroyed=True)
    script = "roll square: 1\nroll square: 2\ndraw pool: r-cavern-wide"
    in_turn(maze, escape_from(maze, hero, "cave-in"), script)
    assert hero.place == "g1"
    hero.square = 24
    for number in range(49):
        put_tiles(maze, f"{name(number)}=c-cross-quietx")
    with pytest.raises(HeroDied):
        in_turn(maze, escape_from(maze, hero, "cave-in"), "")


# -- leaving and re-entering ----------------------------------------------------------------------


def test_l35_who_leaves_keeps_everything():
    maze = an_exile(tokens=1, markers=1, clues=2, objects="p-rope")
    put_on(maze, hero_of(maze), maze.space("causeway"), "exit")
    assert holds(maze, "len(A.tokens) == 1 and len(A.markers) == 1 and A.clues == 2 and A.objects")


def test_l36_the_empty_labyrinth_of_an_expedition_is_taken_up():
    maze = an_exile(
        "d3=r-shrine f4=c-cross-quiet", options="scenario=expedition shifting-walls=off"
    )
    change(maze, "f4", destroyed=True)
    put_on(maze, hero_of(maze), maze.space("heath"), "exit")
    assert not is_empty(maze, "d3")  # B is still below
    put_on(maze, hero_of(maze, 1), maze.space("heath"), "exit")
    assert is_empty(maze, "d3")
    assert not is_empty(maze, "f4")


def test_l37_r51_r69_the_two_realms_do_not_touch():
    maze = an_exile(options="scenario=grand-quest", seats=3)
    equip(maze, hero_of(maze, 1), space="heath")
    assert [str(target) for target in targets(maze, hero_of(maze))] == ["at:P3"]
    in_turn(maze, iter_none(suppress, maze, hero_of(maze)), "")
    assert maze.silence == {"labyrinth": 0}


def iter_none(effect: Callable[[Maze, Hero], None], maze: Maze, hero: Hero) -> Rules[None]:
    effect(maze, hero)
    yield from ()


# -- Shifting Walls -------------------------------------------------------------------------------


@pytest.mark.parametrize(("near", "left"), [(1, "a1 d3 d4"), (2, "a1 d2 d3 d4")])
def test_sw1_r4_tiles_too_far_from_everybody_go(near, left):
    board = "d3=r-shrine d2=r-scriptorium d1=ent-graveyard"
    maze = an_exile(board, options=f"shifting-walls=on shift-range={near}")
    go_on(maze, "P1 main: stay")
    squares = sorted(name(s) for s, placed in enumerate(maze.board) if placed)
    assert " ".join(squares) == left
    assert row("ent-graveyard") in maze.entrances


def test_sw1_r67_they_shift_at_the_end_of_the_turn_and_not_before():
    maze = before("c-straight-quiet", board="d2=c-straight-quiet", options="shifting-walls=on")
    go_on(maze, "P1 main: go:N; P1 second: go:N")
    assert is_empty(maze, "d4")


def test_sw2_destroyed_markers_stay_and_bare_passages_vanish():
    maze = an_exile("g7=r-shrine f1=bare-passage", options="shifting-walls=on")
    change(maze, "g7", destroyed=True)
    pool = len(maze.pool)
    go_on(maze, "P1 main: stay")
    assert not is_empty(maze, "g7")
    assert is_empty(maze, "f1")
    assert len(maze.pool) == pool


def test_r3_walls_shift_in_the_expedition_unless_told_otherwise():
    on_by_default = {
        scenario: a_maze(scenario=scenario).options.shifting_walls
        for scenario in ("expedition", "grand-quest", "catacombs")
    }
    assert on_by_default == {"expedition": True, "grand-quest": False, "catacombs": False}


# -- the Catacombs --------------------------------------------------------------------------------


def test_c1_c2_the_way_in_is_the_causeway_and_costs_the_talisman_once():
    maze = a_maze("", seats=1)
    maze.board = [None] * 49
    hero = equip(
        maze, hero_of(maze), space="causeway", objects="talisman-card", gave_talisman=False
    )
    script = "P1 inner: step-on; roll square: 3; roll square: 4; P1 rotate: 0; roll square: 1;"
    go_on(maze, script + "roll square: 1; P1 rotate: 1; P1 stair: to:a1")
    assert (hero.place, hero.gave_talisman, ids(hero.objects)) == ("a1", True, "")
    go_on(maze, "P1 main: exit")
    go_on(maze, "P1 inner: step-on; P1 stair: to:d4")  # free, and the stairs are there
    assert hero.place == "d4"


def test_c2_r53_in_the_grand_quest_every_entry_needs_a_talisman():
    maze = an_exile(options="scenario=grand-quest", space="causeway")
    play_turn(maze, "offered: step-back stay\nP1 inner: stay")


def test_c3_removed_stairs_go_back_where_they_can_be_found_again():
    maze = an_exile("g7=ent-chasm g1=ent-keep", options="shifting-walls=on")
    go_on(maze, "P1 main: stay")
    assert ids(sorted(maze.entrances, key=str)) == "ent-chasm ent-graveyard ent-keep ent-mine"


@pytest.mark.parametrize(
    ("what", "die", "total"),
    [
        ({}, 3, 7),
        ({"markers": 1}, 3, 9),
        ({"clues": 2}, 3, 11),
        ({"objects": "t-compass"}, 3, 9),
        ({"ailments": "curse"}, 3, 6),
    ],
)
def test_c4_r24_what_counts_in_a_stairs_roll(what, die, total):
    maze = an_exile(**what)
    rolled = in_turn(maze, stairs_roll(maze, hero_of(maze), "stairs"), f"roll stairs: {die}")
    assert rolled[1] == total


def test_c5_c9_r13_eleven_finds_the_stair_and_it_is_climbed_on_a_later_turn():
    maze = an_exile(craft=6)
    go_on(maze, "P1 main: go:N; draw pool: stairs-marker; roll stairs: 5; P1 rotate: 0")
    assert on(maze, "d3").tile.id == "ent-chasm"
    script = "P1 main: exit; P1 king: psychic; roll own-die: 6; roll enemy-die: 1"
    go_on(maze, script)
    assert holds(maze, "at == 'wizards-tower' and A.saw_tower and maze.scales == 1")


def test_c6_r10_ten_or_less_gives_a_tile_entered_quietly():
    maze = an_exile(craft=5)
    script = "P1 main: go:N; draw pool: stairs-marker; roll stairs: 5; P1 marker: return;"
    go_on(maze, script + "draw pool: stairs-marker; draw pool: r-cavern-wide")
    assert holds(maze, "at == 'd3' and not A.markers")
    assert sum(tile.kind == "stairs" for tile in maze.pool.fog) == 3


def test_c7_with_both_stairs_on_the_board_markers_are_put_aside():
    maze = an_exile("g1=ent-chasm g7=ent-mine")
    go_on(
        maze, "P1 main: go:N; draw pool: stairs-marker; draw pool: c-cross-quiet; P1 second: stop"
    )
    assert sum(tile.kind == "stairs" for tile in maze.pool.fog) == 3


def test_c8_seeking_is_for_when_no_stairs_can_be_found():
    maze = an_exile("d4=c-cross-quiet")
    assert "seek" not in options_of(maze)
    maze.pool.fog = [tile for tile in maze.pool.fog if tile.kind != "stairs"]
    assert "seek" in options_of(maze)
    put_tiles(maze, "g1=ent-chasm")
    assert "seek" not in options_of(maze)
    maze = an_exile("d4=r-barracks!")
    put_tiles(maze, "a1=r-strongroom!")
    put_tiles(maze, "d3=r-scriptorium/2!")
    hero_of(maze, 1).square = 24
    assert "seek" in options_of(maze)


def test_c10_r54_compulsory_ways_out_lead_to_the_causeway():
    maze = enter("c-straight-rune", "roll trap-magic: 6")
    play_turn(maze, "offered: step-on stay\nP1 inner: stay")


def test_c11_who_dies_gives_markers_and_tokens_back():
    maze = an_exile(tokens=1, markers=2, lives=1, objects="p-rope", followers="t-mastiff")
    with pytest.raises(HeroDied):
        lose_life(maze, hero_of(maze), 1, "test")
    assert sum(tile.kind in ("stairs", "secret-door") for tile in maze.pool.fog) == 6


# -- holds ----------------------------------------------------------------------------------------

TESTED = [("pit", 1), ("prison", 1), ("frozen", 1), ("sleep", 2), ("throne", 2)]


@pytest.mark.parametrize(("kind", "dice"), TESTED)
def test_h1_h2_h3_r61_a_hold_breaks_on_its_test_and_every_failure_helps(kind, dice):
    maze = an_exile(holds=[Hold(kind)])
    failing = "; ".join(["roll test: 5" if dice == 1 else "roll test: 3"] * dice)
    go_on(maze, failing)
    (hold,) = hero_of(maze).holds
    assert hold.tries == 1
    hold.tries = 9
    go_on(maze, failing + "; P1 main: stay")
    assert not hero_of(maze).holds


def test_h1_the_newest_hold_comes_first():
    maze = an_exile(holds=[Hold("prison"), Hold("frozen", tries=9)])
    go_on(maze, "roll test: 1; roll test: 5")
    assert [hold.kind for hold in hero_of(maze).holds] == ["prison"]


def test_h7_leaving_a_tile_ends_all_holds_but_fear():
    maze = before("c-straight-quiet", holds=[Hold("pit"), Hold("fear"), Hold("flood", side=0)])
    equip(maze, hero_of(maze), spells="sp-teleport")
    go_on(maze, "P1 window: cast:sp-teleport")
    assert [hold.kind for hold in hero_of(maze).holds] == ["fear"]
    for kind in ("sleep", "spikes", "maze", "doors", "mirror", "revolving"):
        maze = before("c-straight-quiet", holds=[Hold(kind)], spells="sp-teleport")
        from undercroft.games.talisman.components.spells import can_teleport

        assert not can_teleport(maze, hero_of(maze))


def test_h8_fear_drives_him_to_the_stairs_and_out():
    maze = an_exile(
        "d4=c-cross-quiet d3=c-cross-quiet d2=ent-graveyard e4=c-cross-quiet", holds=[Hold("fear")]
    )
    go_on(maze, "roll test: 6; P1 second: stop")  # only north is left
    assert hero_of(maze).place == "d3"
    go_on(maze, "roll test: 6")
    assert hero_of(maze).place == "d2"
    go_on(maze, "roll test: 6")
    assert holds(maze, "at == 'causeway' and not A.holds")
    maze = an_exile(holds=[Hold("fear")])
    play_turn(maze, "roll test: 6\noffered: go:N go:S stay\nP1 main: stay")
    go_on(maze, "roll test: 4; P1 main: stay")  # 4 < 4 + 1
    assert not hero_of(maze).holds


def test_h8_the_walk_is_counted_over_face_up_tiles():
    maze = an_exile("d4=c-cross-quiet d3=c-cross-quiet d2=ent-graveyard")
    assert walk_to_entrance(maze, 24) == 2
    change(maze, "d3", hidden=True)
    assert walk_to_entrance(maze, 24) is None


def test_t10_levitation_lifts_him_out_of_a_pit():
    maze = an_exile(holds=[Hold("pit")], spells="sp-levitation")
    go_on(maze, "P1 window: cast:sp-levitation; P1 main: stay")
    assert not hero_of(maze).holds


# -- no dead ends ---------------------------------------------------------------------------------


def test_z2_who_is_walled_in_may_tunnel():
    maze = an_exile("d4=r-barracks! d3=r-strongroom/2!")
    events = told(maze)
    assert "tunnel:W" in options_of(maze)
    assert events[0].id == "walled-in"
    for square in ("d3", "e4", "d5", "c4"):
        put_tiles(maze, f"{square}=c-cross-quietx")
    assert options_of(maze) == ["tunnel-out", "stay"]
    script = "P1 main: tunnel-out; roll square: 6; roll square: 6; draw pool: c-elbow-quiet;"
    go_on(maze, script + "P1 rotate: 0")
    assert hero_of(maze).place == "g7"


def test_z2_reach_goes_through_hidden_tiles_and_not_beyond_empty_squares():
    maze = an_exile("d4=c-straight-quiet d3=r-shrine? d5=r-guardroom/1")
    assert {name(square) for square in reach(maze, 24)} == {"d4", "d3", "d2", "e3", "c3"}


def test_z3_with_no_tile_left_a_bare_passage_is_laid():
    maze = an_exile()
    maze.pool.fog = [tile for tile in maze.pool.fog if tile.kind == "secret-door"]
    go_on(maze, "P1 main: go:N; P1 second: stop")
    assert on(maze, "d3").tile.id == "bare-passage"


def test_z3_empty_decks_are_made_of_their_discards_and_may_give_nothing():
    maze = an_exile()
    maze.decks["enemy"].fog, maze.discards["enemy"] = [], [row("e-ogre")]
    assert in_turn(maze, draw_card(maze, "enemy"), "draw enemy: e-ogre").id == "e-ogre"
    assert in_turn(maze, draw_card(maze, "enemy"), "") is None


def test_z4_r26_staying_is_always_legal_below():
    maze = an_exile("d4=r-barracks!")
    assert asked(labyrinth_step(maze, hero_of(maze)))[-1] == "stay"


def test_r22_neighbours_are_not_diagonal():
    maze = an_exile("e3=c-cross-quiet d3=c-cross-quiet")
    in_turn(maze, teleport_adjacent(maze, hero_of(maze)), "")
    assert hero_of(maze).place == "d3"


def test_r14_r17_r20_the_pit_kills_and_any_object_may_go():
    maze = enter("s-bottomless-pit", "P1 pit: enter; roll test: 6; roll test: 6; roll test: 6")
    assert maze.seats[0].hero is None
    maze = enter(
        "c-straight-snare", "roll trap-nonmagic: 7; P1 second: stop", objects="t-giant-belt"
    )
    assert not hero_of(maze).objects


def test_r57_barriers_and_things_bring_no_experience():
    won = "roll own-die: 6; roll enemy-die: 1"
    maze = enter("s-mirror-of-dreams", f"roll mirror-of-dreams: 1; {won}")
    assert hero_of(maze).xp == 0


def test_z1_the_round_cap_ends_every_game():
    maze = an_exile(options="round-cap=7")
    maze.round, maze.to_play = 7, 1
    with pytest.raises(GameOver):
        pass_on(maze)


def test_a_tile_that_is_changed_stays_as_it_was_on_a_copy_of_the_board():
    maze = an_exile()
    twin = maze.copy()
    assert on(twin, "d4") is on(maze, "d4")
    maze.mark(hero_of(maze), "sealed")
    assert (on(maze, "d4").is_closed, on(twin, "d4").is_closed) == (True, False)
