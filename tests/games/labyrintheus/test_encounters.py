"""The Encounter phase of a living player (5.4), chests included."""

import pytest

from tests.games.labyrintheus.builders import (
    a_maze,
    asked,
    health,
    holds,
    names,
    of,
    play,
    stones,
    told,
)
from undercroft.games.labyrintheus.events import EncounterRevealed

THREE = "oxgrave hale ashgrove"


def test_e1_the_owner_of_the_portal_draws_no_encounter():
    maze = a_maze(p1={"stones": 4}, portal=(1, ""))
    outcome = play(maze, "")
    assert outcome is not None
    assert outcome.name == "portal"


def test_e2_r45_with_four_stones_one_may_announce():
    maze = a_maze(p1={"stones": 4})
    assert asked(maze) == "P1 announce: announce draw"
    maze = a_maze(p1={"stones": 4})
    play(maze, "P1 announce: draw\ndraw encounter: loose-stair\nroll combat: 5")
    assert stones(maze) == [4, 0]


def test_e2_three_stones_are_enough_if_the_option_says_so():
    assert asked(a_maze(p1={"stones": 3}, stones_to_leave=3)) == "P1 announce: announce draw"


def test_e2_r43_nobody_is_asked_with_fewer_stones_or_while_anothers_portal_is_open():
    script = "draw encounter: loose-stair\nroll combat: 5"
    play(a_maze(p1={"stones": 3}), script)
    play(a_maze(p1={"stones": 4}, p2={"stones": 4}, portal=(2, "1")), script)


def test_e3_r15_a_difficulty_card_comes_into_play_and_another_card_is_drawn():
    maze = a_maze(deck="edi edi scree-rat")
    script = """
        draw encounter: edi
        draw difficulty: edi-guile-1
        draw encounter: edi
        draw difficulty: edi-wrath-2
        draw encounter: scree-rat
        roll combat: 3
    """
    play(maze, script)
    assert names(maze.in_play) == "edi-guile-1 edi-wrath-2"
    assert health(maze)[0] == 10  # 3 against 4: damage 2, less 1 for Broad Back


def test_e4_a_reveal_window_comes_before_the_fight():
    maze = a_maze("oxgrave fennimore", p2={"holds": "false-light"})
    assert asked(maze, "draw encounter: bog-imp") == "P2 reveal: play:false-light pass"


def test_e5_a_banished_monster_costs_and_pays_nothing():
    maze = a_maze("oxgrave fennimore", p2={"holds": "false-light"})
    play(maze, "draw encounter: bog-imp\nP2 reveal: play:false-light")
    assert (names(maze.encounter_discard), holds(maze, 1)) == ("bog-imp", "")
    assert (health(maze), stones(maze)) == ([11, 11], [0, 0])


def test_e6_equal_wins_and_one_less_loses():
    maze = a_maze("ashgrove hale")
    play(maze, "draw encounter: carrion-crow\nroll combat: 3\ndraw treasure: called-out")
    assert stones(maze) == [1, 0]
    maze = a_maze("ashgrove hale")
    play(maze, "draw encounter: carrion-crow\nroll combat: 2")
    assert health(maze)[0] == 10


def test_e6_r14_guile_and_doom_raise_the_number():
    maze = a_maze("ashgrove hale", in_play="edi-guile-1 edi-doom-1")
    events = told(maze, "draw encounter: carrion-crow\nroll combat: 4")
    (revealed,) = of(events, EncounterRevealed)
    assert (revealed.number, revealed.damage) == (5, 2)
    assert health(maze)[0] == 9


def test_e6_harden_comes_on_top():
    maze = a_maze("hale quickthorn", p2={"holds": "trip-line"})
    script = "draw encounter: masked-bravo\nP2 reveal: play:trip-line\nroll combat: 4"
    play(maze, script)
    assert health(maze)[0] == 8  # 4 + 1 against 4 + 2


@pytest.mark.parametrize(
    ("card", "paid"), [("scree-rat", 1), ("gale-wisp", 1), ("carrion-crow", 0)]
)
def test_e7_r12_a_monster_of_ones_symbol_pays_a_stone_by_either_mark(card, paid):
    maze = a_maze()
    play(maze, f"draw encounter: {card}\nroll combat: 5\ndraw treasure: called-out")
    assert (stones(maze)[0], holds(maze, 1)) == (paid, "called-out")


def test_e7_r12_without_kin_marks_only_the_first_mark_counts():
    maze = a_maze(kin_marks=False)
    play(maze, "draw encounter: gale-wisp\nroll combat: 5\ndraw treasure: called-out")
    assert stones(maze) == [0, 0]


def test_e8_r13_a_lost_fight_hurts_and_the_monster_is_gone():
    maze = a_maze("hale oxgrave", in_play="edi-wrath-1")
    play(maze, "draw encounter: blind-digger\nroll combat: 2")
    assert health(maze)[0] == 10 - 3
    assert names(maze.encounter_discard) == "blind-digger"


def test_e8_savage_adds_one_on_a_critical_failure_only():
    for face, left in ((1, 6), (2, 7)):
        maze = a_maze("hale oxgrave")
        play(maze, f"draw encounter: cavern-troll\nroll combat: {face}")
        assert health(maze)[0] == left


def test_e9_r48_a_chest_of_ones_symbol_pays_a_stone():
    maze = a_maze()
    script = "draw encounter: slate-strongbox\ndraw treasure: called-out\ndraw treasure: wrong-foot"
    play(maze, script)
    assert (stones(maze)[0], holds(maze, 1)) == (1, "called-out wrong-foot")
    assert names(maze.encounter_discard) == "slate-strongbox"


def test_e9_buried_urn_gives_two_treasures():
    maze = a_maze("oxgrave dunestrider")
    play(maze, "draw encounter: buried-urn\ndraw treasure: dead-weight\ndraw treasure: well-ambush")
    assert (stones(maze)[0], holds(maze, 1)) == (0, "dead-weight well-ambush")


def test_e9_reed_hamper_heals_and_gives_a_treasure():
    maze = a_maze("oxgrave fennimore", p1={"health": 5})
    play(maze, "draw encounter: reed-hamper\ndraw treasure: dead-weight")
    assert (health(maze)[0], holds(maze, 1)) == (7, "dead-weight")


def test_e9_courier_case_asks_only_when_two_can_be_robbed():
    maze = a_maze(THREE, p2={"holds": "hand-bow"}, p3={"holds": "flare-up", "undead": True})
    script = "draw encounter: courier-case\ndraw treasure: dead-weight"
    assert asked(maze, script) == "P1 courier: from:P2 from:P3"
    maze = a_maze(THREE, p3={"holds": "flare-up"})
    play(maze, f"{script}\ndraw backpack: flare-up")
    assert holds(maze, 1) == "dead-weight flare-up"
    maze = a_maze(THREE)
    play(maze, script)
    assert holds(maze, 1) == "dead-weight"


def test_e9_ember_reliquary_is_a_choice_below_full_health():
    maze = a_maze("oxgrave ashgrove", p1={"health": 5})
    assert asked(maze, "draw encounter: ember-reliquary") == "P1 reliquary: heal draw"
    maze = a_maze("oxgrave ashgrove", p1={"health": 5})
    play(maze, "draw encounter: ember-reliquary\nP1 reliquary: heal")
    assert health(maze)[0] == 9
    maze = a_maze("oxgrave ashgrove")
    draws = "draw treasure: dead-weight\ndraw treasure: flare-up"
    play(maze, f"draw encounter: ember-reliquary\n{draws}")
    assert holds(maze, 1) == "dead-weight flare-up"


def test_e9_rigged_coffer_avoided_gives_three_treasures_and_no_light_step_draw():
    maze = a_maze("quickthorn oxgrave")
    draws = "".join(f"\ndraw treasure: {card}" for card in ("dead-weight", "tangle", "trip-line"))
    play(maze, f"draw encounter: rigged-coffer\nroll combat: 2{draws}")
    assert holds(maze, 1) == "dead-weight tangle trip-line"
    assert stones(maze)[0] == 1


def test_e9_rigged_coffer_sprung_hurts_and_gives_one():
    maze = a_maze("oxgrave quickthorn", in_play="edi-doom-1")
    play(maze, "draw encounter: rigged-coffer\nroll combat: 4\ndraw treasure: tangle")
    assert (health(maze)[0], holds(maze, 1)) == (8, "tangle")
    assert names(maze.encounter_discard) == "rigged-coffer"


def test_e9_rigged_coffer_gives_nothing_to_the_dead():
    maze = a_maze("oxgrave quickthorn hale", p1={"health": 2})
    play(maze, "draw encounter: rigged-coffer\nroll combat: 3")
    assert maze.heroes[0].undead
    assert (holds(maze, 1), names(maze.encounter_discard)) == ("", "rigged-coffer")


def test_e10_a_trap_must_be_beaten_not_equalled():
    for face, left in ((3, 9), (4, 11)):
        maze = a_maze()
        play(maze, f"draw encounter: rockfall\nroll combat: {face}")
        assert (health(maze)[0], holds(maze, 1)) == (left, "")
        assert names(maze.encounter_discard) == "rockfall"


def test_e10_light_step_adds_two_and_draws_for_a_trap_avoided():
    maze = a_maze("quickthorn oxgrave")
    play(maze, "draw encounter: rockfall\nroll combat: 2\ndraw treasure: tangle")
    assert holds(maze, 1) == "tangle"


def test_e10_a_banished_trap_is_discarded():
    maze = a_maze("oxgrave fennimore", p1={"holds": "false-light"})
    play(maze, "draw encounter: rockfall\nP1 reveal: play:false-light")
    assert (health(maze)[0], names(maze.encounter_discard)) == (11, "rockfall")


def test_e10_traps_cannot_be_usurped():
    maze = a_maze("oxgrave hale", p2={"holds": "step-between"})
    play(maze, "draw encounter: rockfall\nroll combat: 5")


def test_e11_a_titan_drawn_is_fought_like_a_monster_and_costs_no_stones():
    maze = a_maze("hale oxgrave", p1={"stones": 3})
    play(maze, "draw encounter: titan-korrum\nroll combat: 3")
    assert (health(maze)[0], stones(maze)[0]) == (8, 3)


def test_e11_a_titan_cannot_be_banished_or_usurped():
    maze = a_maze(
        "hale fennimore oxgrave", p2={"holds": "false-light"}, p3={"holds": "step-between"}
    )
    play(maze, "draw encounter: titan-vaskerel\nroll combat: 3")
    assert health(maze)[0] == 6


def test_e11_r47_a_titan_drawn_pays_a_stone_whatever_its_symbol():
    maze = a_maze("hale oxgrave")
    script = (
        "draw encounter: titan-korrum\nroll combat: 6\nroll again: 1\ndraw treasure: called-out"
    )
    play(maze, script)
    assert stones(maze) == [1, 0]


def test_e12_after_a_party_card_the_encounter_phase_is_over():
    maze = a_maze("oxgrave ashgrove", p1={"health": 5})
    play(maze, "draw encounter: last-lamp")
    assert (health(maze)[0], names(maze.encounter_discard)) == (7, "last-lamp")
