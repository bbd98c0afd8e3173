"""Every outcome of every special room, through the real rules (rooms part, sections 1 and 2)."""

import pytest

from tests.games.talisman.builders import (
    before,
    change,
    enter,
    equip,
    go_on,
    hero_of,
    holds,
    ids,
    in_turn,
    on,
    play_turn,
    put_tiles,
    read_table,
    row,
    take_card,
    told,
)
from undercroft.games.talisman.components.tiles import SPECIAL_ROOMS
from undercroft.games.talisman.heroes.possessions import lose_object
from undercroft.games.talisman.rooms.a_to_f import burial_chamber

FIGHT_WON = "roll own-die: 6; roll enemy-die: 1"
FIGHT_LOST = "roll own-die: 1; roll enemy-die: 6"
OUTCOMES = read_table("rooms.table")


@pytest.mark.parametrize(("tile", "what", "script", "claim"), OUTCOMES)
def test_s1_s5_each_room_gives_each_of_its_results(tile, what, script, claim):
    maze = enter(tile, script, **what)
    assert holds(maze, claim), vars(hero_of(maze)) if maze.seats[0].hero else "dead"


def test_s1_s5_every_special_room_is_among_them():
    assert {tile for tile, *_ in OUTCOMES} == {tile.id for tile in SPECIAL_ROOMS}


# -- marks and allowances -------------------------------------------------------------------------

MARKED = [
    ("s-armoury", "disarmed"),
    ("s-crypt-room", "looted"),
    ("s-faerie-dragon", "gone"),
    ("s-magic-forge", "cold"),
    ("s-mirror-of-dreams", "stripped"),
    ("s-mystical-statue", "crumbled"),
    ("s-pool", "dry"),
    ("s-spectre", "gone"),
    ("s-throne-of-power", "dim"),
    ("s-tome-of-the-magi", "spent"),
    ("s-treasure-chamber", "emptied"),
]


@pytest.mark.parametrize(("tile", "mark"), MARKED)
def test_s1_s3_a_marked_room_asks_nothing_more(tile, mark):
    maze = before(tile)
    change(maze, "d3", marks=frozenset({mark}))
    corridor = row(tile).kind == "corridor"
    go_on(maze, "P1 main: go:N; P1 second: stop" if corridor else "P1 main: go:N")
    assert hero_of(maze).place == "d3"


def test_s2_s3_the_statues_panel_and_the_thrones_gems_are_there_once():
    maze = before("s-mystical-statue")
    change(maze, "d3", marks=frozenset({"panel-open"}))
    go_on(maze, "P1 main: go:N; roll mystical-statue: 5; P1 second: stop")
    maze = before("s-throne-of-power")
    change(maze, "d3", marks=frozenset({"gems-taken"}))
    go_on(maze, "P1 main: go:N; P1 room-offer: sit; roll throne: 3")
    assert hero_of(maze).gold == 1


def test_r35_the_halls_are_petitioned_once_and_walked_through_for_ever():
    maze = enter("s-halls-of-learning", done="halls")
    assert hero_of(maze).place == "d3"


def test_r29_a_special_follower_is_found_once():
    maze = before("s-spectre")
    equip(maze, hero_of(maze, 1), followers="x-magic-spirit")
    go_on(maze, "P1 main: go:N; roll spectre: 6; draw treasure: t-gem")
    assert hero_of(maze).gold == 3
    maze = before("s-faerie-dragon")
    equip(maze, hero_of(maze, 1), followers="x-faerie-dragon")
    go_on(maze, "P1 main: go:N; roll faerie-dragon: 5")
    assert not hero_of(maze).followers
    assert on(maze, "d3").marks == {"gone"}


# -- later turns ----------------------------------------------------------------------------------


def test_s4_a_later_turn_in_the_arena_may_be_another_bout():
    maze = enter("s-arena", f"draw enemy: e-goblin; {FIGHT_WON}; roll treasure-roll: 1")
    go_on(maze, f"P1 main: arena-fight; draw enemy: e-shade; {FIGHT_WON}; roll treasure-roll: 1")
    assert (hero_of(maze).gold, hero_of(maze).xp) == (3, 5)


def test_s1_the_pits_edge_waits_at_the_start_of_each_later_turn():
    maze = enter("s-bottomless-pit", "P1 pit: enter; roll test: 1; roll test: 1")
    go_on(maze, "roll test: 1; roll test: 2; P1 main: stay")
    hero_of(maze).miss = 1
    go_on(maze)  # a missed turn has no edge
    assert hero_of(maze).lives == 4


def test_r56_the_guardians_that_stand_are_fought_on_later_turns_and_a_draw_ends_the_turn():
    maze = enter(
        "s-burial-chamber",
        f"P1 burial: challenge; {FIGHT_WON}; roll own-die: 2; roll enemy-die: 1",
    )
    go_on(
        maze, f"P1 burial: challenge; {FIGHT_WON}; P1 open: open; roll trap-crypt: 2; {FIGHT_LOST}"
    )
    assert hero_of(maze).place == "d4"  # thrown out before the hoard
    assert not on(maze, "d3").marks


def test_r56_a_sealed_chamber_lets_nobody_in_and_its_visitor_out():
    relic = take_card(before("s-pool"), "a-old-sword")
    maze = before("s-burial-chamber", craft=9)
    maze.discards["adventure"].append(relic)
    maze.decks["adventure"].fog.remove(relic)
    go_on(
        maze,
        f"P1 main: go:N; P1 burial: challenge; {FIGHT_WON}; {FIGHT_WON}; P1 open: open;"
        "roll trap-crypt: 3; draw treasure: t-gem",
    )
    assert ids(hero_of(maze).objects) == "a-old-sword"
    go_on(maze, "P1 window: done; P1 main: go:S; P1 second: stop")
    play_turn(maze, "P1 window: done\noffered: go:S stay\nP1 main: stay")


def test_r46_without_a_way_back_a_retreat_ends_at_the_door():
    maze = before("s-burial-chamber")
    hero = equip(maze, hero_of(maze), square="d3")
    in_turn(maze, burial_chamber(maze, hero), "P1 burial: retreat")
    assert not hero.holds
    go_on(maze, "P1 main: stay")


def test_s4_the_ice_dragon_comes_back_at_who_stays_and_the_cold_bites():
    maze = enter("s-ice-cavern", FIGHT_LOST)
    events = told(maze)
    go_on(maze, "P1 main: stay; roll own-die: 6; roll enemy-die: 1")
    rolled = [event for event in events if event.id == "fight-rolled"]
    assert (rolled[0].own_score, rolled[0].enemy_score) == (8, 9)  # 4 + 6 - 2


def test_r58_lava_burns_at_the_end_of_every_later_turn_missed_ones_too():
    maze = enter("s-lava-cavern", "roll own-die: 4; roll enemy-die: 1", lives=6)
    assert hero_of(maze).lives == 5  # on entry, and not again at the end of that turn
    hero_of(maze).miss = 1
    go_on(maze)
    assert hero_of(maze).lives == 4
    go_on(maze, "P1 main: stay; roll own-die: 4; roll enemy-die: 1")
    assert hero_of(maze).lives == 3
    go_on(maze, "P1 main: go:S; P1 second: stop")
    assert hero_of(maze).lives == 3


def test_r59_the_swim_comes_on_a_later_turn_and_the_enemy_on_every_entry():
    maze = enter("s-lake-cavern", f"draw enemy: e-goblin; {FIGHT_WON}; roll treasure-roll: 1")
    go_on(maze, "P1 main: swim; roll test: 6")
    assert (hero_of(maze).lives, hero_of(maze).place) == (3, "d3")
    go_on(maze, "P1 main: swim; roll test: 1; roll square: 1; roll square: 1; P1 meet: encounter")
    assert hero_of(maze).place == "a1"


BOAT = [
    (1, "roll graveyard: 3", "graveyard"),
    (2, "P1 sail: to-space:toll-bridge-inner", "toll-bridge-inner"),
    (3, "roll wilderness: 6", "wilderness"),
    (4, "P1 sail: pass", "village"),
    (5, "P1 sail: village", "village"),
    (6, "P1 sail: to-space:wilderness; roll wilderness: 6", "wilderness"),
]


@pytest.mark.parametrize(("face", "script", "place"), BOAT)
def test_r55_g19_the_boat_comes_out_on_the_land(face, script, place):
    maze = before("s-lake-cavern", options="scenario=grand-quest", square="d3")
    go_on(maze, f"P1 main: swim; roll test: 1; roll boat: {face}; {script}")
    assert hero_of(maze).place == place


def test_g16_outcasts_are_kept_out_of_the_city():
    maze = before("s-lake-cavern", options="scenario=grand-quest", square="d3", outcast=True)
    go_on(maze, "P1 main: swim; roll test: 1; roll boat: 4; P1 sail: pass")
    maze = before("s-lake-cavern", options="scenario=grand-quest", square="d3", outcast=True)
    go_on(maze, "P1 main: swim; roll test: 1; roll boat: 4; P1 sail: pass")
    assert hero_of(maze).place == "village"
    maze = before("s-sewers", options="scenario=grand-quest", square="d3", outcast=True)
    play_turn(maze, "offered: go:S stay\nP1 main: stay")


SEWERS = [
    (1, "", "A.prisoner"),
    (2, "P1 room-offer: pass", "not A.prisoner"),
    (3, "roll anarchists-guild: 4", "A.gold == 3"),
    (4, "P1 sell: object:p-rope; P1 buy: take:p-sword", "ids(A.objects) == 'p-sword'"),
    (5, "P1 sail: pass", "A.gold == 1"),
    (6, "P1 visit: town-square; P1 buy: done", "A.gold == 1"),
]


@pytest.mark.parametrize(("face", "script", "claim"), SEWERS)
def test_r54_g19_the_sewers_come_up_in_the_city(face, script, claim):
    maze = before("s-sewers", options="scenario=grand-quest", square="d3")
    if face == 4:
        equip(maze, hero_of(maze), objects="p-rope")
    go_on(maze, f"P1 main: enter-sewers; roll sewers: {face}; {script}".rstrip("; "))
    assert hero_of(maze).place == "city"
    assert holds(maze, claim)


def test_r54_in_the_catacombs_the_sewers_lead_to_a_numbered_square():
    maze = enter("s-sewers")
    go_on(maze, "P1 main: enter-sewers; roll square: 6; roll square: 6; draw pool: c-cross-quiet")
    assert hero_of(maze).place == "g7"


def test_r33_the_way_back_across_the_chasm_costs_another_crossing():
    maze = enter("s-chasm-room", "P1 chasm: leap; roll test: 1; roll test: 1")
    script = "P1 main: go:S; roll test: 6; roll test: 6; P1 second: stop"
    go_on(maze, script)
    assert (hero_of(maze).lives, hero_of(maze).place) == (3, "d4")
    maze = enter("s-chasm-room", "P1 chasm: leap; roll test: 1; roll test: 1")
    go_on(maze, "P1 main: go:N; draw pool: r-shrine; P1 rotate: 0")
    assert hero_of(maze).place == "d2"


def test_r33_who_came_by_no_passage_need_not_cross():
    maze = before("s-chasm-room", tokens=1)
    equip(maze, hero_of(maze), square="d4")
    change(maze, "d4", rotation=1)
    go_on(maze, "P1 main: secret-door:N")
    assert holds(maze, "at == 'd3' and not A.holds")


def test_r34_the_gateway_may_be_used_on_a_later_turn():
    maze = enter("s-gateway", "P1 room-offer: pass")
    go_on(
        maze, "P1 main: step-through; roll direction: 6; roll distance: 1; draw pool: c-cross-quiet"
    )
    assert hero_of(maze).place == "c3"


def test_z4_the_labyrinth_within_lets_nobody_out_by_other_ways():
    maze = before("s-labyrinth", tokens=1, spells="sp-teleport")
    go_on(maze, "P1 window: done; P1 main: go:N; roll labyrinth: 1")
    go_on(maze, "roll labyrinth: 1")  # neither Teleport nor the token is offered
    hold = hero_of(maze).hold("maze")
    assert hold is not None
    assert hold.count == 2


def test_sw3_whose_way_into_the_maze_is_gone_leaves_beside_it():
    maze = enter("s-labyrinth", "roll labyrinth: 1", craft=6, board="e3=c-cross-quiet")
    maze.board[24] = None
    go_on(maze, "roll labyrinth: 6")
    assert hero_of(maze).place == "e3"


def test_s4_the_mouths_lesson_takes_the_next_turn():
    maze = enter("s-magic-mouth", "roll magic-mouth: 6; P1 room-offer: learn")
    go_on(maze)
    assert ids(hero_of(maze).abilities) == "ab-meditation"
    assert not hero_of(maze).holds


def test_z4_the_enemy_in_the_mirror_is_fought_until_it_is_beaten():
    maze = enter(
        "s-mirror-of-dreams", f"roll mirror-of-dreams: 2; draw enemy: e-wight; {FIGHT_LOST}"
    )
    go_on(maze, "roll own-die: 1; roll enemy-die: 1")
    go_on(maze, f"{FIGHT_WON}; roll treasure-roll: 1")
    assert (hero_of(maze).xp, hero_of(maze).lives) == (4, 3)
    go_on(maze, "P1 main: go:S; P1 second: stop")


REVOLVE = [
    ("roll revolve: 1; draw pool: c-cross-quiet", "at == 'd2'"),
    ("roll revolve: 2; draw pool: c-cross-quiet", "at == 'e3'"),
    ("roll revolve: 3; P1 second: stop", "at == 'd4'"),
    ("roll revolve: 4; draw pool: c-cross-quiet", "at == 'c3'"),
    ("roll revolve: 5", "A.hold('revolving').count == 1"),
    ("roll revolve: 6; P1 revolve: exit:E; draw pool: c-cross-quiet", "at == 'e3'"),
]


@pytest.mark.parametrize(("script", "claim"), REVOLVE)
def test_r68_the_revolving_room_lets_out_by_a_die(script, claim):
    maze = enter("s-revolving-room")
    script = script.replace("; P1 second: stop", "")  # it is no corridor move
    go_on(maze, f"P1 revolve: leave; {script}")
    assert holds(maze, claim)


def test_z4_after_three_locks_the_revolving_room_opens_where_he_likes():
    maze = enter("s-revolving-room", tokens=1)
    for _ in range(3):
        go_on(maze, "P1 revolve: leave; roll revolve: 5")
    go_on(maze, "P1 revolve: stay")
    go_on(maze, "P1 revolve: leave; P1 revolve: exit:S")
    assert hero_of(maze).place == "d4"


def test_r50_a_secret_door_opens_the_revolving_room():
    maze = enter("s-revolving-room", tokens=1)
    go_on(maze, "P1 revolve: secret-door:W; draw pool: c-cross-quiet")
    assert hero_of(maze).place == "c3"
    assert not hero_of(maze).tokens


def test_r70_the_teleportal_works_once_a_turn():
    maze = enter("s-teleportal", "P1 teleportal: pass", board="c2=s-bats/1")
    equip(maze, hero_of(maze), objects="p-lantern")
    script = "P1 main: use-teleportal; P1 teleportal: to:c2; P1 vermin: light; P1 run: stay"
    go_on(maze, script)
    assert hero_of(maze).place == "c2"
    maze = before("s-teleportal")
    put_tiles(maze, "e3=s-rats/1")
    equip(maze, hero_of(maze), square="d3", objects="p-lantern")
    change(maze, "d3", rotation=1)
    way = "P1 main: use-teleportal; P1 teleportal: to:e3; P1 vermin: light; P1 run: exit:S"
    go_on(maze, f"{way}; draw pool: c-cross-quiet")
    assert hero_of(maze).place == "e4"


def test_r70_a_second_entry_of_the_teleportal_in_a_turn_offers_nothing():
    maze = before("s-teleportal")
    put_tiles(maze, "e3=s-bats/1")
    change(maze, "d3", rotation=1)
    equip(maze, hero_of(maze), square="d3", objects="p-lantern")
    go_on(maze, "P1 main: use-teleportal; P1 teleportal: to:e3; P1 vermin: light; P1 run: exit:W")
    assert hero_of(maze).place == "d3"


def test_s4_a_door_that_was_seen_may_be_rolled_for_again():
    maze = enter("s-teleportation-room", "roll doors: 1; roll trap-magic: 7")
    go_on(maze, "roll doors: 1; P1 door-reroll: reroll; roll doors: 6")
    assert hero_of(maze).place == "d4"
    maze = enter("s-teleportation-room", "roll doors: 1; roll trap-magic: 7")
    go_on(maze, "roll doors: 1; P1 door-reroll: keep; roll trap-magic: 7")
    hold = hero_of(maze).hold("doors")
    assert hold is not None
    assert hold.seen == [1]


def test_o9_a_stored_spell_is_cast_once_and_lost_with_its_weapon():
    script = "roll magic-forge: 6; P1 choose-card: take:p-mace; draw spell: sp-mend"
    maze = enter("s-magic-forge", script, lives=1)
    go_on(maze, "P1 window: cast:sp-mend; P1 main: stay")
    assert (ids(hero_of(maze).objects), hero_of(maze).lives) == ("p-mace+", 3)
    maze = enter("s-magic-forge", script, lives=4)
    hero = hero_of(maze)
    in_turn(maze, lose_object(maze, hero, hero.objects[0]), "")
    assert not hero.stored
    assert ids(maze.discards["spell"]) == "sp-mend"


def test_r31_a_survey_keeps_tokens_and_puts_markers_back():
    script = (
        "P1 room-offer: decipher; roll test: 1; P1 lay: lay; draw pool: stairs-marker;"
        "draw pool: secret-door; draw pool: r-shrine; P1 lay: leave; P1 lay: leave; P1 second: stop"
    )
    maze = enter("s-ancient-writing", script)
    assert len(hero_of(maze).tokens) == 1
    assert sum(tile.id == "stairs-marker" for tile in maze.pool.fog) == 3
    assert on(maze, "d2").hidden


def test_r18_a_hidden_tile_is_turned_up_by_who_enters_it():
    maze = before("c-straight-quiet", board="e4=r-shrine?")
    change(maze, "d4", rotation=1)
    go_on(maze, "P1 main: go:E; P1 rotate: 2")
    assert not on(maze, "e4").hidden
    assert hero_of(maze).place == "e4"


def test_r32_the_vermin_stay_for_the_next_visitor_and_let_go_who_fought_them():
    maze = enter("s-bats", "P1 vermin: fight; roll vermin: 1")
    go_on(maze)  # the turn that it cost
    go_on(maze, "P1 main: go:N; draw pool: c-cross-quiet; P1 second: go:S; P1 vermin: back")
    assert hero_of(maze).place == "d2"


def test_r62_the_spectres_test_follows_a_draw_too():
    maze = enter("s-spectre", "roll spectre: 1; roll own-die: 3; roll enemy-die: 1; roll test: 6")
    assert holds(maze, "A.weakness == 1 and not tile.marks")
