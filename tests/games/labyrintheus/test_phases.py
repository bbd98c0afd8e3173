"""Prep and Cleanup (5.3), the backpack and the Chaos Orb."""

from tests.games.labyrintheus.builders import (
    a_maze,
    asked,
    health,
    holds,
    names,
    of,
    play,
    told,
    wears,
)
from undercroft.games.labyrintheus.events import DirectionReversed, TurnCutShort

AVOID = "draw encounter: loose-stair\nroll combat: 5"


def test_p1_prep_is_asked_again_until_done_and_not_at_all_with_nothing_to_do():
    maze = a_maze(p1={"holds": "chipped-pick bone-broth"})
    script = "P1 prep: equip:chipped-pick@hand-1\nP1 prep: equip:bone-broth@item-1"
    play(maze, f"{script}\n{AVOID}")
    assert wears(maze, 1) == "chipped-pick bone-broth"


def test_p1_options_come_in_the_order_of_the_rules():
    maze = a_maze(
        "fennimore hale",
        p1={"holds": "marsh-tonic eel-spear toadsweat", "wears": "chaos-orb-reed", "health": 5},
    )
    assert asked(maze) == (
        "P1 prep: equip:marsh-tonic@item-2 equip:eel-spear@hand-1 equip:toadsweat@item-2 "
        "drink:marsh-tonic drink:toadsweat shed:chaos-orb-reed done"
    )


def test_p2_the_lowest_free_slot_is_the_only_option():
    maze = a_maze(p1={"holds": "slab-shield", "wears": "chipped-pick"})
    assert asked(maze) == "P1 prep: equip:slab-shield@hand-2 done"


def test_p2_with_no_free_slot_there_is_an_option_for_each():
    maze = a_maze(p1={"holds": "slab-shield", "wears": "chipped-pick quarry-maul"})
    assert asked(maze) == "P1 prep: equip:slab-shield@hand-1 equip:slab-shield@hand-2 done"


def test_p2_ability_cards_cannot_be_equipped():
    maze = a_maze(p1={"holds": "shoulder-through"})
    play(maze, AVOID)


def test_p2_a_newly_equipped_card_has_no_counters():
    maze = a_maze(p1={"holds": "slab-shield", "wears": "chipped-pick quarry-maul"})
    maze.heroes[0].counters[0] = 2
    play(maze, f"P1 prep: equip:slab-shield@hand-1\n{AVOID}")
    assert maze.heroes[0].counters == [0, 0, 0, 0, 0]


def test_p3_what_lies_in_the_slot_is_discarded_first():
    maze = a_maze(p1={"holds": "miners-cap", "wears": "plumed-helm"})
    play(maze, f"P1 prep: equip:miners-cap@head-1\n{AVOID}")
    assert (wears(maze, 1), names(maze.treasure_discard)) == ("miners-cap", "plumed-helm")


def test_p4_cards_never_go_back_to_the_backpack():
    maze = a_maze(p1={"wears": "chipped-pick"})
    play(maze, AVOID)
    assert (wears(maze, 1), holds(maze, 1)) == ("chipped-pick", "")


def test_p5_healing_is_offered_only_below_full_health():
    maze = a_maze(p1={"holds": "bone-broth"})
    assert asked(maze) == "P1 prep: equip:bone-broth@item-1 done"
    maze = a_maze(p1={"holds": "bone-broth", "health": 10})
    assert asked(maze) == "P1 prep: equip:bone-broth@item-1 drink:bone-broth done"


def test_p5_a_potion_is_discarded_and_heals_up_to_the_maximum():
    maze = a_maze(p1={"holds": "bone-broth", "health": 10})
    play(maze, f"P1 prep: drink:bone-broth\n{AVOID}")
    assert (health(maze)[0], names(maze.treasure_discard)) == (11, "bone-broth")


def test_p5_might_and_stoneskin_are_offered_in_prep_but_not_in_cleanup():
    maze = a_maze("hale oxgrave", p1={"holds": "nerve-cordial grit-draught", "wears": "inn-brandy"})
    assert asked(maze) == (
        "P1 prep: equip:nerve-cordial@item-1 equip:grit-draught@item-1 drink:nerve-cordial "
        "drink:grit-draught done"
    )
    maze = a_maze("hale oxgrave", p1={"holds": "nerve-cordial grit-draught", "wears": "inn-brandy"})
    assert asked(maze, f"P1 prep: done\n{AVOID}") == (
        "P1 cleanup: equip:nerve-cordial@item-1 equip:grit-draught@item-1 done"
    )


def test_p5_might_lasts_for_the_turn():
    maze = a_maze("hale oxgrave", p1={"holds": "nerve-cordial"})
    script = "P1 prep: drink:nerve-cordial\ndraw encounter: titan-vaskerel\nroll combat: 2"
    play(maze, f"{script}\ndraw treasure: called-out")
    assert maze.heroes[0].stones == 1  # 2 + 1 + 2 against 5


def test_p6_kept_flame_heals_at_the_start_of_cleanup_when_badly_hurt():
    for start, end in ((5, 6), (6, 6)):
        maze = a_maze("ashgrove oxgrave", p1={"health": start})
        play(maze, AVOID)
        assert health(maze)[0] == end


def test_p7_r24_all_cards_of_a_gain_arrive_first_and_the_owner_chooses():
    held = "dead-weight loosen-the-roof shoulder-through wrong-foot hand-bow"
    maze = a_maze(p1={"holds": held})
    script = """
        P1 prep: done
        draw encounter: slate-strongbox
        draw treasure: quarry-maul
        draw treasure: chipped-pick
    """
    assert asked(maze, script).split()[2:] == [
        f"discard:{card}" for card in f"{held} quarry-maul chipped-pick".split()
    ]


def test_p7_r55_the_limit_is_five_and_equipped_cards_do_not_count():
    maze = a_maze(
        p1={"holds": "dead-weight loosen-the-roof shoulder-through wrong-foot", "wears": "hand-bow"}
    )
    script = "P1 turn: pass\ndraw encounter: carrion-crow\nroll combat: 5\nP1 roll: pass"
    play(maze, f"{script}\ndraw treasure: called-out")
    assert len(maze.heroes[0].backpack) == 5


def test_p7_courier_case_is_two_gains():
    maze = a_maze(
        p1={"holds": "dead-weight loosen-the-roof shoulder-through wrong-foot bone-broth"},
        p2={"holds": "hand-bow"},
    )
    script = """
        P1 prep: done
        draw encounter: courier-case
        draw treasure: called-out
        P1 overflow: discard:called-out
        draw backpack: hand-bow
    """
    assert asked(maze, script).startswith("P1 overflow: discard:dead-weight")
    assert holds(maze, 1).endswith("hand-bow")


def test_p8_r20_equipping_an_orb_in_prep_reverses_play_and_ends_the_turn():
    maze = a_maze("fennimore hale oxgrave", p1={"holds": "chaos-orb-reed"})
    events = told(maze, "P1 prep: equip:chaos-orb-reed@item-1")
    assert (maze.direction, maze.acting) == (-1, 2)
    assert [event.cause for event in of(events, TurnCutShort)] == ["orb"]


def test_p8_in_cleanup_only_the_direction_changes():
    maze = a_maze("fennimore hale oxgrave", p1={"holds": "chaos-orb-reed"})
    play(maze, f"P1 prep: done\n{AVOID}\nP1 cleanup: equip:chaos-orb-reed@item-1\nP1 cleanup: done")
    assert maze.direction == -1


def test_p8_r20_without_the_skip_the_turn_goes_on():
    maze = a_maze("fennimore hale oxgrave", p1={"holds": "chaos-orb-reed"}, orb_skip=False)
    play(maze, f"P1 prep: equip:chaos-orb-reed@item-1\nP1 prep: done\n{AVOID}\nP1 cleanup: done")
    assert maze.direction == -1


def test_r21_one_orb_in_place_of_another_reverses_twice_and_ends_one_turn():
    maze = a_maze(
        "oxgrave fennimore ashgrove",
        p1={"holds": "chaos-orb-reed", "wears": "chaos-orb-lantern"},
    )
    events = told(maze, "P1 prep: equip:chaos-orb-reed@item-1")
    assert len(of(events, DirectionReversed)) == 2
    assert (maze.direction, maze.acting) == (1, 1)


def test_p8_replacing_an_orb_by_a_potion_reverses_and_ends_the_turn():
    maze = a_maze("oxgrave fennimore hale", p1={"holds": "bone-broth", "wears": "chaos-orb-reed"})
    play(maze, "P1 prep: equip:bone-broth@item-1")
    assert (maze.direction, maze.acting) == (-1, 2)


def test_r22_an_orb_that_is_rusted_reverses_play_but_ends_no_turn():
    maze = a_maze(
        "oxgrave fennimore hale", p1={"wears": "chaos-orb-reed"}, p2={"holds": "dead-weight"}
    )
    play(maze, f"P2 turn: play:dead-weight>P1>chaos-orb-reed\n{AVOID}")
    assert (maze.direction, maze.acting) == (-1, 2)


def test_r23_an_orb_can_be_shed_in_cleanup():
    maze = a_maze("fennimore hale oxgrave", p1={"wears": "chaos-orb-reed"})
    play(maze, f"P1 prep: done\n{AVOID}\nP1 cleanup: shed:chaos-orb-reed")
    assert (maze.direction, names(maze.treasure_discard)) == (-1, "chaos-orb-reed")


def test_p8_an_orb_discarded_from_the_backpack_does_nothing():
    maze = a_maze("fennimore oxgrave", p1={"holds": "chaos-orb-reed"})
    script = (
        "P1 prep: done\ndraw encounter: mire-hag\nroll combat: 2\ndraw backpack: chaos-orb-reed"
    )
    play(maze, script)
    assert (maze.direction, names(maze.treasure_discard)) == (1, "chaos-orb-reed")
