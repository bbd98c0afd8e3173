"""The contest (5.5), traits and items in it."""

import pytest

from tests.games.labyrintheus.builders import (
    a_maze,
    asked,
    counters,
    health,
    names,
    of,
    play,
    stones,
    told,
    wears,
)
from undercroft.games.labyrintheus.events import ContestDecided, DieRolled, ItemUsed

WIN = "draw treasure: called-out"


def test_c1_a_contest_has_a_fighter_a_kind_and_a_number():
    maze = a_maze()
    (decided,) = of(told(maze, "draw encounter: rockfall\nroll combat: 3"), ContestDecided)
    assert (decided.seat, decided.kind, decided.against) == (0, "trap", "rockfall")
    assert (decided.total, decided.number, decided.won) == (3, 3, False)


def test_c2_a_six_is_rolled_once_more_and_added():
    maze = a_maze()
    events = told(maze, f"draw encounter: titan-korrum\nroll combat: 6\nroll again: 6\n{WIN}")
    (rolled,) = of(events, DieRolled)
    assert (rolled.faces, rolled.dice_total) == ((6, 6), 12)


def test_c2_r10_a_chain_goes_on_as_long_as_sixes_come():
    maze = a_maze(explode="chain")
    script = "draw encounter: titan-korrum\nroll combat: 6\nroll again: 6\nroll again: 2"
    (rolled,) = of(told(maze, f"{script}\n{WIN}"), DieRolled)
    assert rolled.dice_total == 14


def test_c3_a_first_one_loses_whatever_is_added():
    maze = a_maze("hale oxgrave", p1={"wears": "hand-bow nerve-cordial"})
    play(maze, "P1 prep: done\ndraw encounter: scree-rat\nroll combat: 1")
    assert health(maze)[0] == 9


def test_c3_r11_a_one_on_the_second_die_is_one_point():
    maze = a_maze()
    script = f"draw encounter: titan-korrum\nroll combat: 6\nroll again: 1\n{WIN}"
    (rolled,) = of(told(maze, script), DieRolled)
    assert (rolled.dice_total, rolled.critical) == (7, False)


def test_c4_quick_wrist_counts_in_fights_but_not_on_traps():
    maze = a_maze("hale oxgrave")
    play(maze, f"draw encounter: blind-digger\nroll combat: 3\n{WIN}")
    assert health(maze)[0] == 10
    maze = a_maze("hale oxgrave")
    play(maze, "draw encounter: rockfall\nroll combat: 3")
    assert health(maze)[0] == 8


def test_c5_items_are_offered_to_a_losing_fighter_only():
    maze = a_maze(p1={"wears": "chipped-pick"})
    play(maze, f"draw encounter: blind-digger\nroll combat: 4\n{WIN}")
    maze = a_maze(p1={"wears": "chipped-pick"})
    script = "draw encounter: blind-digger\nroll combat: 3"
    assert asked(maze, script) == "P1 roll: use:chipped-pick pass"


def test_c5_items_are_not_offered_when_all_together_cannot_turn_it():
    maze = a_maze("ashgrove oxgrave", p1={"wears": "chipped-pick", "holds": "flare-up"})
    assert asked(maze, "draw encounter: blind-digger\nroll combat: 2") == (
        "P1 roll: play:flare-up pass"
    )
    maze = a_maze("ashgrove oxgrave", p1={"wears": "chipped-pick", "holds": "flare-up"})
    script = "draw encounter: cavern-troll\nroll combat: 2\nP1 roll: play:flare-up"
    assert asked(maze, script) == "P1 roll: use:chipped-pick pass"


def test_c5_items_and_potions_count_together():
    maze = a_maze("fennimore hale", p1={"wears": "willow-switch eel-spear toadsweat"})
    script = "P1 prep: done\ndraw encounter: titan-ulmere\nroll combat: 2"
    # 2 + 1 + 2 + 3 (Second Steeping) reaches 6
    assert asked(maze, script) == ("P1 roll: use:willow-switch use:eel-spear drink:toadsweat pass")


def test_c5_against_stalk_one_item_can_be_used_in_the_whole_fight():
    maze = a_maze(p1={"wears": "chipped-pick quarry-maul"})
    script = "draw encounter: gale-wisp\nroll combat: 2\nP1 roll: use:chipped-pick"
    play(maze, script)
    assert health(maze)[0] == 10
    maze = a_maze(p1={"wears": "chipped-pick quarry-maul"}, in_play="edi-guile-1 edi-guile-2")
    play(maze, "draw encounter: gale-wisp\nroll combat: 2")  # 2 + 3 is not 6


def test_c5_patient_eye_works_once_in_a_turn_of_ones_own():
    maze = a_maze("dunestrider hale")
    script = (
        "draw encounter: wind-shaft\nroll combat: 3\nP1 roll: trait:patient-eye\nroll combat: 4"
    )
    play(maze, script)
    assert health(maze)[0] == 9


def test_c5_patient_eye_does_not_work_on_a_critical_failure_or_in_anothers_turn():
    maze = a_maze("dunestrider hale")
    play(maze, "draw encounter: wind-shaft\nroll combat: 1")
    maze = a_maze("hale dunestrider", p2={"holds": "step-between"})
    play(maze, "draw encounter: masked-bravo\nP2 reveal: play:step-between\nroll combat: 2")
    assert health(maze)[1] == 9


def test_c6_a_living_defender_may_raise_its_defence_while_it_is_being_hit():
    maze = a_maze("hale oxgrave ashgrove", p1={"holds": "called-out"}, p2={"wears": "slab-shield"})
    script = "P1 turn: play:called-out>P2\nroll combat: 4"
    assert asked(maze, script) == "P2 roll: use:slab-shield pass"
    maze = a_maze("hale oxgrave ashgrove", p1={"holds": "called-out"}, p2={"wears": "slab-shield"})
    tail = "\nP2 roll: use:slab-shield\ndraw encounter: loose-stair\nroll combat: 5"
    play(maze, script + tail)
    assert health(maze)[1] == 11
    assert counters(maze, 2, "slab-shield") == 1


def test_c6_guards_that_only_equal_the_total_are_not_offered():
    maze = a_maze("hale oxgrave ashgrove", p1={"holds": "called-out"}, p2={"wears": "slab-shield"})
    script = "P1 turn: play:called-out>P2\nroll combat: 5"  # 6 against 4 + 2
    assert asked(maze, script) == "P2 hurt: use:slab-shield pass"


def test_c6_guards_that_cannot_turn_the_hit_are_not_offered():
    maze = a_maze("hale oxgrave ashgrove", p1={"holds": "called-out"}, p2={"wears": "miners-cap"})
    script = "P1 turn: play:called-out>P2\nroll combat: 5"
    assert asked(maze, script) == "P2 hurt: use:miners-cap pass"


def test_c7_a_reroll_throws_all_dice_away_and_keeps_all_else():
    maze = a_maze("hale oxgrave", p1={"wears": "road-rapier", "holds": "wrong-foot"})
    script = """
        draw encounter: cavern-troll
        roll combat: 2
        P1 roll: use:road-rapier
        P1 roll: pass
    """
    play(maze, f"{script}\n{WIN}")  # 2 + 1 + 2
    maze = a_maze("hale oxgrave", p1={"wears": "road-rapier"}, p2={"holds": "wrong-foot"})
    script = """
        draw encounter: cavern-troll
        roll combat: 2
        P1 roll: use:road-rapier
        P2 roll: play:wrong-foot
        roll combat: 1
    """
    play(maze, script)
    assert health(maze)[0] == 6  # critical now, so savage adds 1


def test_c7_the_new_first_die_decides_about_critical_failure():
    maze = a_maze("hale oxgrave", p1={"holds": "wrong-foot"})
    script = "draw encounter: scree-rat\nroll combat: 1\nP1 roll: play:wrong-foot\nroll combat: 2"
    play(maze, f"{script}\n{WIN}")
    assert health(maze)[0] == 10


def test_c8_the_contest_is_decided_when_the_window_closes():
    maze = a_maze("fennimore oxgrave", p2={"holds": "shoulder-through"})
    script = "draw encounter: mire-hag\nroll combat: 3\nP2 roll: play:shoulder-through"
    play(maze, f"{script}\ndraw treasure: dead-weight")
    assert stones(maze) == [1, 0]


def test_c9_r04_an_item_without_hardness_is_discarded_and_one_with_it_gets_a_counter():
    maze = a_maze(p1={"wears": "quarry-maul chipped-pick"})
    script = f"draw encounter: blind-digger\nroll combat: 2\nP1 roll: use:quarry-maul\n{WIN}"
    events = told(maze, script)
    (used,) = of(events, ItemUsed)
    assert (used.purpose, used.bonus, used.hardness) == ("attack", 3, 0)
    assert names(maze.treasure_discard) == "quarry-maul"
    maze = a_maze(p1={"wears": "chipped-pick"})
    play(maze, f"draw encounter: blind-digger\nroll combat: 3\nP1 roll: use:chipped-pick\n{WIN}")
    assert counters(maze, 1, "chipped-pick") == 1


def test_c10_r08_an_item_used_in_the_roll_cannot_soak_afterwards():
    maze = a_maze("oxgrave quickthorn", p1={"wears": "plumed-helm chipped-pick"})
    script = """
        draw encounter: magpie-witch
        roll combat: 2
        P1 roll: use:plumed-helm
        P1 roll: pass
    """
    play(maze, script)
    assert health(maze)[0] == 10  # 2 less Broad Back; the helm was used already
    assert counters(maze, 1, "plumed-helm") == 1


def test_c10_r06_only_equipped_items_can_be_used():
    maze = a_maze(p1={"holds": "quarry-maul"})
    play(maze, "P1 prep: done\ndraw encounter: blind-digger\nroll combat: 3\nP1 cleanup: done")
    assert health(maze)[0] == 10


def test_r07_items_are_asked_for_after_the_roll_and_soaking_after_the_loss():
    maze = a_maze(p1={"wears": "plumed-helm"})
    assert asked(maze, "draw encounter: blind-digger\nroll combat: 3") == (
        "P1 roll: use:plumed-helm pass"
    )
    maze = a_maze(p1={"wears": "plumed-helm"})
    script = "draw encounter: blind-digger\nroll combat: 3\nP1 roll: pass"
    assert asked(maze, script) == "P1 hurt: use:plumed-helm pass"


@pytest.mark.parametrize(("wear", "offered"), [("miners-cap", True), ("quarry-maul", False)])
def test_r18_only_evade_helps_against_traps(wear, offered):
    maze = a_maze(p1={"wears": wear})
    script = "draw encounter: rockfall\nroll combat: 3"
    if offered:
        play(maze, f"{script}\nP1 roll: use:{wear}")
        assert health(maze)[0] == 11
    else:
        play(maze, script)
        assert health(maze)[0] == 9


def test_r57_no_item_is_offered_in_an_attack_that_already_hits():
    maze = a_maze("hale oxgrave ashgrove", p1={"holds": "called-out", "wears": "hand-bow"})
    script = "P1 turn: play:called-out>P2\nroll combat: 4\n"
    play(maze, f"{script}draw encounter: loose-stair\nroll combat: 5")
    assert (wears(maze, 1), health(maze)[1]) == ("hand-bow", 10)


def test_r56_keen_wins_over_the_rerolled_six():
    maze = a_maze("hale oxgrave")
    (rolled,) = of(told(maze, f"draw encounter: blind-digger\nroll combat: 6\n{WIN}"), DieRolled)
    assert rolled.faces == (6,)
