"""Every row of every trap table, and the encounter key (rooms part, 3; tiles part, 6)."""

from typing import Any

import pytest

from tests.games.talisman.builders import (
    RULES_OF_RECORD,
    Script,
    before,
    begin_the_round,
    change,
    enter,
    equip,
    go_on,
    hero_of,
    holds,
    ids,
    in_turn,
    lines,
    on,
    play_turn,
    put_tiles,
    read_table,
    row,
    rows_of,
)
from undercroft.games.talisman.heroes.characteristics import strength_of, usable_items
from undercroft.games.talisman.heroes.holds import BLOCKING
from undercroft.games.talisman.movement.gate import feed_gate
from undercroft.games.talisman.pieces import GateMonster, Hold
from undercroft.games.talisman.rules.turns import take_turn
from undercroft.games.talisman.traps.corridors import spring_corridor
from undercroft.games.talisman.traps.crypt import CRYPT
from undercroft.games.talisman.traps.doors import DOORS
from undercroft.games.talisman.traps.magic import MAGIC
from undercroft.games.talisman.traps.nonmagic import NONMAGIC
from undercroft.games.talisman.traps.rooms import ROOM_TRAPS

FIGHT_WON = "roll own-die: 6; roll enemy-die: 1"
FIGHT_LOST = "roll own-die: 1; roll enemy-die: 6"


@pytest.mark.parametrize(("tile", "what", "script", "claim"), read_table("traps.table"))
def test_tr1_tr2_each_trap_and_each_find_does_what_its_row_says(tile, what, script, claim):
    if script.startswith("P1 window"):
        maze = before(tile, **what)
        go_on(maze, script)
    else:
        maze = enter(tile, script, **what)
    assert holds(maze, claim), vars(hero_of(maze)) if maze.seats[0].hero else "dead"


def test_d1_r5_ten_row_tables_have_a_die_of_ten():
    sizes = [len(table) for table in (NONMAGIC, MAGIC, CRYPT, DOORS, ROOM_TRAPS)]
    assert sizes == [10, 10, 6, 6, 6]


def test_r12_the_rows_that_the_rulebook_marks_can_be_evaded():
    marked = [t.id for table in (NONMAGIC, MAGIC, CRYPT, DOORS) for t in table if t.evadable]
    assert marked == ["poison-arrow", "spear", "prison", "curse-trap"]


def test_tr3_true_seeing_takes_a_failed_trap_test_again_once():
    what = {"abilities": "ab-true-seeing"}
    script = "roll trap-nonmagic: 9; roll test: 6; P1 reroll: reroll; roll test: 6;"
    script += "roll test: 6; roll test: 6; P1 reroll: keep"
    assert holds(enter("c-straight-snare", script, **what), "A.hold('prison')")


def test_tr4_a_trap_leaves_nothing_behind_and_its_holds_bind_one():
    maze = enter("c-straight-snare", "roll trap-nonmagic: 1; roll test: 6; roll test: 6")
    equip(maze, hero_of(maze, 1), square="d4")
    play_turn(maze, "P2 main: go:N\nP2 meet: encounter\nP2 second: stop", seat=1)
    assert not hero_of(maze, 1).holds
    assert on(maze, "d3").counter is None


def test_tr5_every_hold_of_section_9_is_known():
    text = RULES_OF_RECORD["talisman"]
    table = text[text.index("## 9. Holds") : text.index("## 10. Possessions")]
    names = {name.split("(")[0] for row in rows_of(table) for name in row[0].split(", ")}
    assert names - {"study", "flood", "far-side", "fear"} == set(BLOCKING)


def test_tr1_trap_sense_rolls_again_and_must_take_the_second():
    script = "roll trap-nonmagic: 3; P1 reroll: reroll; roll trap-nonmagic: 4; P1 second: stop"
    assert holds(enter("c-straight-snare", script, abilities="ab-trap-sense"), "A.lives == 3")


# -- room traps strike again ----------------------------------------------------------------------


def test_r52_a_counter_strikes_every_later_entrant():
    maze = before("r-hall-long!+tc-spikes")
    go_on(maze, "P1 main: go:N; roll test: 6")
    assert holds(maze, "A.lives == 3 and A.hold('spikes')")
    maze = before("r-hall-long!+tc-flood")
    go_on(maze, "P1 main: go:N; roll test: 1; roll test: 1; P1 flood: door:S")
    maze = before("r-hall-long!+tc-tilt")
    go_on(maze, "P1 main: go:N; roll direction: 6")
    assert holds(maze, "A.hold('tilt').side == 3 and A.lives == 3")


def test_r44_r43_spikes_take_two_turns():
    maze = enter("r-hall-long", "roll trap-room: 1; roll test: 1")
    go_on(maze, "roll test: 6")
    assert holds(maze, "A.lives == 3 and not A.holds and at == 'd3'")
    go_on(maze, "P1 main: go:S; P1 second: stop")


def test_r45_a_flooded_room_is_left_by_the_chosen_door():
    maze = enter("r-hall-long", "roll trap-room: 2; roll test: 1; roll test: 1; P1 flood: door:N")
    play_turn(maze, "offered: go:N stay\nP1 main: stay")
    change(maze, "d3", rotation=0)
    put_tiles(maze, "d2=r-guardroom/1")  # the door leads nowhere now: the restriction lapses
    play_turn(maze, "offered: go:S stay\nP1 main: stay")


def test_h3_a_tilted_floor_is_slid_down_climbed_or_stood_upon():
    maze = enter("r-hall-long", "roll trap-room: 3; roll direction: 4")
    go_on(maze, "P1 tilt: stay")
    go_on(maze, "P1 tilt: climb; roll test: 3; roll test: 1")
    go_on(maze, "P1 tilt: climb; roll test: 3; roll test: 1; P1 main: stay")  # 4 < 4 + 1
    assert holds(maze, "not A.holds")
    maze = enter("r-hall-long", "roll trap-room: 3; roll direction: 4")
    go_on(maze, "P1 tilt: exit:S")
    assert holds(maze, "at == 'd4' and A.way_back == 17")


def test_k2_nothing_magic_works_in_a_magic_dead_room():
    maze = before("r-hall-long!+tc-deadmagic", square="d3", craft=5, spells="sp-mend", lives=1)
    equip(maze, hero_of(maze), objects="t-giant-belt p-sword+")
    go_on(maze, "P1 main: stay")  # no Mend is offered
    assert strength_of(maze, hero_of(maze)) == 4
    assert ids(usable_items(maze, hero_of(maze))) == "p-sword"


# -- corridor traps -------------------------------------------------------------------------------


def test_r36_r46_with_no_exit_at_all_the_tile_is_left_as_best_he_can():
    maze = before("c-straight-trap", board="d2=r-guardroom/1")
    equip(maze, hero_of(maze), square="d3")
    put_tiles(maze, "d4=c-straight-quiet/1")
    hero = hero_of(maze)
    rules = spring_corridor(maze, hero)
    assert rules is not None
    in_turn(maze, rules, lines("roll trap-corridor: 4; roll adjacent: d2"))
    assert holds(maze, "at == 'd2' and tile.destroyed")


def test_l30_others_on_a_destroyed_tile_get_off_it_in_seat_order():
    maze = before("r-hall-forked/0", options="")
    equip(maze, hero_of(maze, 1), square="d3")
    script = "P1 main: go:N; P1 meet: encounter; roll trap-room: 4; roll test: 1; roll test: 1;"
    go_on(maze, script + "P2 eject: exit:S")
    assert hero_of(maze, 1).place == "d4"
    assert hero_of(maze).place == "d4"


def test_r66_r43_a_beaten_portcullis_frees_him_from_his_next_turn_on():
    maze = enter(
        "c-straight-trap",
        f"roll trap-corridor: 5; roll portcullis: 6; {FIGHT_WON}; roll noise: 6",
    )
    play_turn(maze, "offered: go:N go:S stay\nP1 main: go:S\nP1 second: stop")


def test_h10_a_barrier_is_tried_again_with_perseverance_and_forgotten_when_he_turns_back():
    maze = enter("c-straight-rune", f"roll trap-magic: 5; P1 barrier: break; {FIGHT_LOST}")
    go_on(maze, "P1 barrier: break; roll own-die: 3; roll enemy-die: 2; P1 main: stay")  # 8 v 7
    assert holds(maze, "not A.holds")
    maze = enter("c-straight-rune", f"roll trap-magic: 5; P1 barrier: break; {FIGHT_LOST}")
    go_on(maze, "P1 barrier: back")
    assert holds(maze, "at == 'd4' and not A.holds")


def test_h10_a_key_opens_a_barrier_and_the_prize_waits_behind_it():
    maze = enter("r-strongroom", f"roll trap-door: 1; P1 barrier: break; {FIGHT_LOST}")
    equip(maze, hero_of(maze), objects="t-skeleton-key")
    go_on(maze, "P1 barrier: key; draw treasure: t-gem; P1 main: stay")
    assert holds(maze, "A.gold == 3 and not A.objects")


# -- the Gate -------------------------------------------------------------------------------------

GATE = "b1=r-hall-long/1!+tc-gate"


def test_gt1_r37_in_the_catacombs_what_is_slain_below_may_come_out_of_a_gate():
    script = (
        f"draw enemy: e-goblin; {FIGHT_WON}; roll treasure-roll: 1; roll gate: 3; P1 second: stop"
    )
    maze = enter("c-straight-enemy", script, board=GATE)
    assert not maze.monsters
    script = script.replace("roll gate: 3", "roll gate: 2")
    maze = enter("c-straight-enemy", script, board=GATE)
    assert [monster.card.id for monster in maze.monsters] == ["e-goblin"]
    assert not maze.discards["enemy"]


def test_gt1_with_a_land_only_what_is_slain_there_feeds_the_gate():
    maze = before("c-straight-enemy", board=GATE, options="scenario=grand-quest")
    hero = hero_of(maze)
    assert in_turn(maze, feed_gate(maze, hero, row("e-goblin")), "") is False
    equip(maze, hero, space="moor")
    assert in_turn(maze, feed_gate(maze, hero, row("a-wraith")), "") is False  # no monster
    assert in_turn(maze, feed_gate(maze, hero, row("a-boar")), "roll gate: 1") is True


def test_gt2_a_monster_that_arrives_where_somebody_stands_meets_him():
    maze = before("c-straight-enemy", board=GATE)
    equip(maze, hero_of(maze, 1), square="b1")
    script = "P1 main: go:N; draw enemy: e-goblin; roll own-die: 6; roll enemy-die: 1;"
    go_on(maze, script + f"roll treasure-roll: 1; roll gate: 1; {FIGHT_WON}; P1 second: stop")
    assert hero_of(maze, 1).xp == 2


def test_gt3_gt4_monsters_walk_over_tiles_to_the_nearest_and_are_fought_once():
    maze = before("c-straight-quiet", board=f"{GATE} c1=c-cross-quiet d1=c-cross-quiet")
    equip(maze, hero_of(maze, 1), square="d4")
    maze.monsters.append(GateMonster(row("e-goblin"), 1))
    maze.decks["enemy"].fog.remove(row("e-goblin"))
    begin_the_round(maze)
    assert maze.monsters[0].square == 1  # nobody is within reach over tiles
    put_tiles(maze, "d2=c-cross-quiet")
    begin_the_round(maze)
    assert maze.monsters[0].square == 2
    for _ in range(3):
        begin_the_round(maze)
    assert maze.monsters[0].square == 17
    begin_the_round(maze, lines(f"roll prey: 2; {FIGHT_LOST}"))
    assert (hero_of(maze, 1).lives, len(maze.monsters)) == (3, 0)
    assert ids(maze.discards["enemy"]) == "e-goblin"


def test_gt3_who_is_inside_the_maze_cannot_be_met():
    maze = enter("s-labyrinth", "roll labyrinth: 1", board="d2=c-cross-quiet")
    equip(maze, hero_of(maze, 1), space="causeway")
    maze.monsters.append(GateMonster(row("e-goblin"), 10))
    begin_the_round(maze)
    assert maze.monsters[0].square == 10


def test_gt5_shifting_walls_keep_a_gates_tile_while_a_monster_is_in_play():
    maze = before("c-straight-quiet", board=f"{GATE} g7=r-shrine", options="shifting-walls=on")
    equip(maze, hero_of(maze, 1), square="d4")
    maze.monsters.append(GateMonster(row("e-goblin"), 48))
    go_on(maze, "P1 main: stay")
    assert maze.board[1] is not None
    assert maze.board[48] is not None
    maze.monsters.clear()
    go_on(maze, "P1 main: stay")
    assert maze.board[1] is None


def test_gt6_r47_the_gate_may_be_attacked_at_the_price_of_a_life():
    maze = before("r-hall-long!+tc-gate", square="d3")
    go_on(maze, f"P1 main: attack-gate; {FIGHT_LOST}")
    assert hero_of(maze).lives == 3
    go_on(maze, "P1 main: attack-gate; roll own-die: 6; roll enemy-die: 1")
    assert on(maze, "d3").counter is None
    assert hero_of(maze).xp == 0


RETESTED = [
    ("c-straight-snare", "roll trap-nonmagic: 1; roll test: 6; roll test: 6"),
    ("c-straight-snare", "roll trap-nonmagic: 2; roll test: 6; P1 reroll: keep; roll test: 6"),
    ("c-straight-snare", "roll trap-nonmagic: 3; roll test: 6"),
    ("c-straight-rune", "roll trap-magic: 4; roll test: 6"),
    ("c-straight-door", "roll trap-door: 6; roll test: 6; roll test: 6"),
    ("r-hall-long", "roll trap-room: 1; roll test: 6"),
    ("r-hall-long", "roll trap-room: 2; roll test: 6; roll test: 6"),
    ("r-hall-long", "roll trap-room: 4; roll test: 6; roll test: 6"),
    (
        "c-straight-trap",
        "roll trap-corridor: 2; P1 curtain: pass-through; roll curtain: 5; roll test: 6",
    ),
    ("c-straight-trap", f"roll trap-corridor: 3; roll living-wall: 1; {FIGHT_WON}; roll test: 6"),
]


@pytest.mark.parametrize(("tile", "script"), RETESTED)
@pytest.mark.parametrize("what", [{"abilities": "ab-true-seeing"}, {"character": "ch-wood-runner"}])
def test_tr3_every_test_that_a_trap_calls_for_may_be_taken_again(tile, script, what):
    maze = before(tile, **what)
    maze.to_play = 0
    rules = take_turn(maze)
    asked = Script(lines(f"P1 main: go:N; {script}"))
    answer: Any = None
    while asked.at < len(asked.lines):
        answer = asked.answer(rules.send(answer))
    assert rules.send(answer).label == "P1 reroll"


def test_tr3_r61_breaking_free_of_a_trap_is_no_test_of_the_trap():
    maze = before("c-straight-quiet", abilities="ab-true-seeing", holds=[Hold("pit")])
    go_on(maze, "roll test: 5")
    assert hero_of(maze).holds[0].tries == 1
