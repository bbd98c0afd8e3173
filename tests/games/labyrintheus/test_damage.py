"""Damage (5.6) and what answers it."""

from tests.games.labyrintheus.builders import (
    a_maze,
    asked,
    counters,
    health,
    holds,
    names,
    of,
    play,
    stones,
    told,
    wears,
)
from undercroft.games.labyrintheus.events import DamageChanged, DamagePending, DamageTaken

LOSE = "draw encounter: headless-rider\nroll combat: 2"


def test_d1_damage_is_told_with_victim_amount_and_source():
    maze = a_maze("ashgrove hale")
    (pending,) = of(told(maze, LOSE), DamagePending)
    assert (pending.seat, pending.amount, pending.source) == (0, 3, "monster")
    assert (pending.card, pending.attacker) == ("headless-rider", None)


def test_d2_broad_back_takes_one_off_the_first_blow_of_each_turn():
    maze = a_maze("hale oxgrave ashgrove", p1={"holds": "called-out well-ambush"})
    script = """
        P1 turn: play:called-out>P2
        roll combat: 4
        P1 turn: play:well-ambush>P2
        roll combat: 4
        draw encounter: loose-stair
        roll combat: 5
    """
    play(maze, script)
    assert health(maze)[1] == 11 - 1 - 2


def test_d2_broad_back_does_not_work_against_traps():
    maze = a_maze()
    play(maze, "draw encounter: rockfall\nroll combat: 2")
    assert health(maze)[0] == 9


def test_d2_the_stoneskin_pool_comes_after_broad_back():
    maze = a_maze("oxgrave hale", p1={"holds": "grit-draught"})
    events = told(maze, f"P1 prep: drink:grit-draught\n{LOSE}")
    assert [(e.by, e.amount) for e in of(events, DamageChanged)] == [("trait", 2), ("pool", 0)]
    assert health(maze)[0] == 11


def test_d3_a_living_victim_soaks_with_each_guard_once():
    maze = a_maze("ashgrove hale", p1={"wears": "dented-buckler padded-coat"})
    assert asked(maze, LOSE) == "P1 hurt: use:dented-buckler use:padded-coat pass"
    maze = a_maze("ashgrove hale", p1={"wears": "dented-buckler padded-coat"})
    play(maze, f"{LOSE}\nP1 hurt: use:dented-buckler\nP1 hurt: pass")
    assert health(maze)[0] == 9


def test_d3_r09_soaking_wears_a_hard_item_instead_of_discarding_it():
    maze = a_maze("ashgrove hale", p1={"wears": "padded-coat"})
    play(maze, f"{LOSE}\nP1 hurt: use:padded-coat")
    assert (health(maze)[0], counters(maze, 1, "padded-coat")) == (10, 1)


def test_d3_pierce_cannot_be_soaked():
    maze = a_maze("ashgrove fennimore", p1={"wears": "padded-coat"})
    play(maze, "draw encounter: reed-serpent\nroll combat: 2")
    assert health(maze)[0] == 9


def test_d3_r19_potions_and_abilities_answer_trap_damage_items_do_not():
    maze = a_maze(
        "ashgrove oxgrave",
        p1={"wears": "cinder-robe ash-salve", "holds": "shielding-light", "health": 11},
    )
    assert asked(maze, "P1 prep: done\ndraw encounter: rockfall\nroll combat: 2") == (
        "P1 hurt: play:shielding-light drink:ash-salve pass"
    )


def test_d3_an_equipped_healing_potion_may_be_drunk_below_full_health():
    maze = a_maze("ashgrove oxgrave", p1={"wears": "honeyed-milk", "health": 2})
    script = "P1 prep: done\ndraw encounter: rockfall\nroll combat: 2\nP1 hurt: drink:honeyed-milk"
    play(maze, script)
    assert health(maze)[0] == 2 + 3 - 2 + 1  # Kept Flame


def test_d3_goad_raises_the_damage():
    maze = a_maze("ashgrove oxgrave", p2={"holds": "loosen-the-roof"})
    play(maze, "draw encounter: rockfall\nroll combat: 2\nP2 hurt: play:loosen-the-roof")
    assert health(maze)[0] == 11 - 4


def test_d3_ward_reduces_it_by_three():
    maze = a_maze("hale ashgrove", p2={"holds": "shielding-light"}, in_play="edi-wrath-1")
    play(maze, f"{LOSE}\nP2 hurt: play:shielding-light")
    assert health(maze)[0] == 9


def test_d4_a_redirected_blow_never_comes_back_and_never_hits_the_attacker():
    maze = a_maze(
        "hale oxgrave ashgrove", p1={"holds": "called-out"}, p2={"holds": "turn-the-lamp"}
    )
    script = "P1 turn: play:called-out>P2\nroll combat: 5"
    assert asked(maze, script) == "P2 hurt: play:turn-the-lamp>P3 pass"


def test_d4_r53_the_new_victim_soaks_and_the_special_stays():
    maze = a_maze(
        "ashgrove oxgrave hale",
        p1={"holds": "turn-the-lamp"},
        p3={"wears": "padded-coat hand-bow"},
    )
    script = """
        draw encounter: slate-golem
        roll combat: 2
        P1 hurt: play:turn-the-lamp>P3
        P3 hurt: pass
        P3 crush: discard:hand-bow
    """
    play(maze, script)
    assert (health(maze), wears(maze, 3)) == ([11, 11, 8], "padded-coat")


def test_d5_no_damage_has_no_further_effect():
    maze = a_maze("ashgrove oxgrave", p1={"wears": "cinder-robe"})
    events = told(maze, "draw encounter: slate-golem\nroll combat: 2\nP1 hurt: use:cinder-robe")
    assert not of(events, DamageTaken)
    assert wears(maze, 1) == "cinder-robe"


def test_d6_the_living_die_and_the_undead_crumble_at_0():
    maze = a_maze("hale oxgrave ashgrove", p1={"health": 3})
    play(maze, "draw encounter: headless-rider\nroll combat: 2")
    assert (maze.heroes[0].undead, maze.heroes[0].crumbled) == (True, False)
    maze = a_maze(
        "hale oxgrave ashgrove", p1={"holds": "called-out"}, p2={"undead": True, "health": 2}
    )
    play(
        maze,
        "P1 turn: play:called-out>P2\nroll combat: 3\ndraw encounter: loose-stair\nroll combat: 5",
    )
    assert maze.heroes[1].crumbled


def test_d7_crush_takes_one_equipped_card_with_a_question_only_if_there_are_more():
    maze = a_maze("hale oxgrave", p1={"wears": "hand-bow"})
    play(maze, "draw encounter: slate-golem\nroll combat: 2\nP1 roll: pass")
    assert wears(maze, 1) == ""
    maze = a_maze("hale oxgrave", p1={"wears": "hand-bow inn-brandy"})
    script = "draw encounter: slate-golem\nroll combat: 2\nP1 roll: pass"
    assert asked(maze, script) == "P1 crush: discard:hand-bow discard:inn-brandy"
    maze = a_maze("hale oxgrave")
    play(maze, "draw encounter: slate-golem\nroll combat: 2")


def test_d7_pilfer_discards_a_backpack_card_at_random():
    maze = a_maze("hale fennimore", p1={"holds": "called-out step-between"})
    script = "P1 turn: pass\ndraw encounter: mire-hag\nroll combat: 2\ndraw backpack: called-out"
    play(maze, script)
    assert (holds(maze, 1), names(maze.treasure_discard)) == ("step-between", "called-out")


def test_d7_grasp_takes_a_stone_to_the_supply():
    maze = a_maze("hale fennimore", p1={"stones": 2})
    play(maze, "draw encounter: drowned-pilgrim\nroll combat: 2")
    assert stones(maze) == [1, 0]


def test_second_steeping_raises_every_potion_by_one():
    maze = a_maze("fennimore hale", p1={"holds": "marsh-tonic", "health": 5})
    play(maze, "P1 prep: drink:marsh-tonic\ndraw encounter: swinging-log\nroll combat: 5")
    assert health(maze)[0] == 10
