"""The worked scenarios, their scripts read straight out of the rules of record (section 9)."""

import re

from tests.games.labyrintheus.builders import (
    RULES_OF_RECORD,
    a_maze,
    asked,
    counters,
    difficulty,
    health,
    holds,
    names,
    of,
    play,
    scenario,
    stones,
    told,
    wears,
)
from undercroft.core.events import Event
from undercroft.core.records.journal import follow
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.events import (
    DamageTaken,
    EncounterDeckRebuilt,
    EncounterPassedOver,
    PortalClosed,
    SpellHeld,
    TurnStarted,
)
from undercroft.games.labyrintheus.rules.setup import ROWS, lay, setup

THREE = "oxgrave hale ashgrove"


def test_every_scenario_of_the_rules_has_a_test_here():
    written = re.findall(r"^### SC-(\d\d) ", RULES_OF_RECORD, re.MULTILINE)
    assert sorted(name[7:9] for name in globals() if re.match(r"test_sc\d\d_", name)) == written


def test_sc01_initiative_plain_faces_tie_rerolled_deal_from_the_first_player():
    options, seats = GAME.read_options({}, 3)
    maze = lay(options, ROWS, seats)
    follow(setup(maze), scenario(1))
    assert maze.acting == 1
    assert holds(maze, 2) == "quarry-maul bone-broth hand-bow"
    assert holds(maze, 3) == "lamp-staff flare-up dead-weight"
    assert holds(maze, 1) == "inn-brandy called-out ash-salve"
    assert (len(maze.encounters), maze.edis) == (33, 3)
    assert len(maze.difficulty) - maze.edis == 22


def test_sc02_equal_is_enough_and_a_kin_mark_earns_the_stone():
    maze = a_maze(THREE)
    before = scenario(2).rsplit("P1", 1)[0]
    assert asked(maze, before) == "P1 cleanup: equip:bone-broth@item-1 done"
    maze = a_maze(THREE)
    play(maze, scenario(2))
    assert stones(maze) == [1, 0, 0]
    assert holds(maze, 1) == "bone-broth"


def test_sc03_trap_equal_is_not_enough_and_a_shield_does_not_help():
    maze = a_maze(THREE, p1={"wears": "slab-shield"})
    play(maze, scenario(3))
    assert health(maze)[0] == 9
    assert counters(maze, 1, "slab-shield") == 0


def test_sc04_critical_failure_beats_every_bonus_difficulty_and_savage_add_up():
    maze = a_maze(
        "ashgrove oxgrave", p1={"wears": "quarry-maul"}, in_play="edi-wrath-1 edi-guile-1"
    )
    play(maze, scenario(4))
    assert health(maze)[0] == 8
    assert wears(maze, 1) == "quarry-maul"


def test_sc05_the_last_counter_discards_the_item_the_bonus_still_counts():
    maze = a_maze(
        "hale oxgrave", p1={"wears": "road-rapier hand-bow", "counters": {"road-rapier": 1}}
    )
    play(maze, scenario(5))
    assert wears(maze, 1) == "hand-bow miners-cap"
    assert names(maze.treasure_discard) == "road-rapier"
    assert stones(maze) == [0, 0]
    assert health(maze)[0] == 10


def test_sc06_a_six_is_rerolled_once_and_titans_always_pay_a_stone():
    maze = a_maze("ashgrove oxgrave")
    play(maze, scenario(6))
    assert stones(maze) == [1, 0]
    assert holds(maze, 1) == "lamp-staff"


def test_sc07_keen_the_six_stays_a_six():
    maze = a_maze(in_play="edi-guile-1 edi-guile-2 edi-guile-3")
    play(maze, scenario(7))
    assert health(maze)[0] == 10


def test_sc08_the_sixth_card():
    maze = a_maze("hale oxgrave", p1={"holds": "called-out step-between wrong-foot inn-brandy"})
    script = scenario(8)
    before = script[: script.index("P1 overflow")]
    assert len(asked(maze, before).split()) == 2 + 6
    maze = a_maze("hale oxgrave", p1={"holds": "called-out step-between wrong-foot inn-brandy"})
    play(maze, script)
    assert holds(maze, 1) == "called-out step-between wrong-foot"
    assert names(maze.treasure_discard) == "inn-brandy"
    assert stones(maze) == [0, 0]


def test_sc09_taking_over_somebodys_fight():
    maze = a_maze(THREE, p3={"holds": "step-between"})
    play(maze, scenario(9))
    assert stones(maze) == [0, 0, 1]
    assert (holds(maze, 1), holds(maze, 3)) == ("", "lamp-staff")
    assert health(maze) == [11, 10, 11]


def test_sc10_chaos_orb_twice_a_reversal_twice_a_skipped_encounter():
    maze = a_maze("oxgrave fennimore hale", p2={"holds": "chaos-orb-reed"}, to_move=2)
    events = told(maze, scenario(10), 4)
    assert [event.seat for event in of(events, TurnStarted)] == [1, 0, 2, 1]
    assert (maze.direction, maze.acting) == (1, 2)


def test_sc11_death_in_ones_own_encounter():
    maze = a_maze(
        "oxgrave fennimore hale",
        p1={
            "health": 1,
            "stones": 2,
            "wears": "slab-shield chaos-orb-reed",
            "holds": "shoulder-through",
        },
    )
    play(maze, scenario(11))
    oxgrave = maze.heroes[0]
    assert names(maze.treasure_discard) == "slab-shield chaos-orb-reed"
    assert (maze.direction, maze.acting) == (-1, 2)
    assert (oxgrave.undead, oxgrave.health, oxgrave.stones) == (True, 5, 0)
    assert holds(maze, 1) == "shoulder-through"


def test_sc12_undead_attack_with_a_borrowed_monster():
    maze = a_maze(
        THREE,
        p1={"undead": True},
        p2={"health": 6, "wears": "padded-coat"},
        in_play="edi-wrath-1",
    )
    play(maze, scenario(12))
    assert health(maze)[1] == 1
    assert names(maze.encounter_discard) == "ember-drake"
    assert wears(maze, 2) == "padded-coat"


def test_sc13_undead_ignore_a_trap_attack_bare_handed_and_break_a_portal_by_theft():
    maze = a_maze(THREE, p1={"undead": True}, p2={"stones": 4}, portal=(2, "1 3"))
    events = told(maze, scenario(13))
    assert stones(maze) == [1, 3, 0]
    assert maze.portal is None
    assert [event.cause for event in of(events, PortalClosed)] == ["theft"]
    assert names(maze.encounter_discard) == "oil-slick"


def test_sc14_titan_hunt_across_a_reshuffle_then_the_portal_win():
    maze = a_maze(p1={"stones": 4}, deck="scree-rat loose-stair edi", discard="*")
    assert (len(maze.encounters), len(maze.encounter_discard)) == (3, 18)
    events: list[Event] = []
    maze.attend(events)
    outcome = play(maze, scenario(14), 3)
    assert [e.card for e in of(events, EncounterPassedOver)] == ["scree-rat", "loose-stair"]
    assert [(e.cards, e.added) for e in of(events, EncounterDeckRebuilt)] == [(20, 2)]
    assert names(maze.in_play) == "edi-wrath-1"
    assert holds(maze, 1) == "chipped-pick"
    assert stones(maze) == [4, 0]
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("portal", (0,))


def test_sc15_a_lost_hunt_costs_every_stone_even_if_all_damage_is_soaked():
    maze = a_maze(p1={"stones": 5, "wears": "slab-shield"})
    play(maze, scenario(15))
    assert (health(maze)[0], stones(maze)[0]) == (11, 0)
    assert counters(maze, 1, "slab-shield") == 1


def test_sc16_a_challenge_that_lands():
    maze = a_maze(
        THREE, p1={"stones": 4, "health": 5}, p2={"stones": 3}, p3={"stones": 4}, portal=(1, "")
    )
    assert play(maze, scenario(16)) is None
    assert stones(maze) == [0, 3, 4]
    assert (maze.portal, health(maze)[0]) == (None, 5)


def test_sc17_reversal_during_the_portal_round_the_spell_is_held():
    maze = a_maze(
        "oxgrave hale fennimore",
        p1={"stones": 4},
        p2={"holds": "chaos-orb-reed"},
        portal=(1, "2 3"),
        to_move=2,
    )
    events: list[Event] = []
    maze.attend(events)
    outcome = play(maze, scenario(17), 5)
    assert [event.seat for event in of(events, TurnStarted)] == [1, 0, 2, 1, 0]
    assert [event.still_to_move for event in of(events, SpellHeld)] == [(2,)]
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("portal", (0,))


def test_sc18_everyone_dies_at_once():
    maze = a_maze(p1={"health": 2}, p2={"health": 1})
    outcome = play(maze, scenario(18))
    assert outcome is not None
    assert (outcome.name, outcome.winners, outcome.scores) == ("all-dead", (), (0, 0))


def test_sc19_polling_a_roll_window_hex_answer_pass():
    maze = a_maze(
        "fennimore oxgrave hale",
        p1={"wears": "eel-spear"},
        p2={"holds": "sinking-ground"},
        p3={"holds": "wrong-foot"},
    )
    play(maze, scenario(19))
    assert holds(maze, 1) == "willow-switch"
    assert counters(maze, 1, "eel-spear") == 1
    assert health(maze)[0] == 11


def test_sc20_redirected_damage_is_soaked_by_its_new_victim():
    maze = a_maze(
        "ashgrove oxgrave hale", p1={"holds": "turn-the-lamp"}, p2={"wears": "slab-shield"}
    )
    play(maze, scenario(20))
    assert health(maze) == [11, 11, 10]
    assert counters(maze, 2, "slab-shield") == 1


def test_sc21_no_treasure_left_anywhere():
    maze = a_maze(p1={"holds": "dead-weight"})
    maze.treasures.fog.clear()
    play(maze, scenario(21))
    assert holds(maze, 1) == "dead-weight"
    assert names(maze.encounter_discard) == "carrion-crow"


def test_sc22_rebuilding_when_one_difficulty_card_is_left_draw_again_after_it():
    maze = a_maze(deck="", discard="*")
    maze.difficulty.fog = difficulty("edi-doom-3")
    events = told(maze, scenario(22))
    assert [event.added for event in of(events, EncounterDeckRebuilt)] == [1]
    assert names(maze.in_play) == "edi-doom-3"
    assert health(maze)[0] == 8


def test_sc23_potions_inside_the_encounter_phase():
    maze = a_maze(p1={"health": 9, "wears": "grit-draught", "holds": "bone-broth"})
    script = scenario(23)
    hurt = script[: script.index("P1 hurt")]
    assert asked(maze, hurt) == "P1 hurt: drink:grit-draught pass"
    maze = a_maze(p1={"health": 9, "wears": "grit-draught", "holds": "bone-broth"})
    play(maze, script)
    assert health(maze)[0] == 11


def test_sc24_breaking_an_undead_player():
    maze = a_maze(
        "hale oxgrave ashgrove",
        p1={"holds": "called-out"},
        p2={"undead": True, "health": 2, "stones": 2},
    )
    play(maze, scenario(24), 2)
    assert stones(maze) == [2, 0, 0]
    assert (health(maze)[1], maze.heroes[1].crumbled, maze.acting) == (5, False, 2)


def test_sc25_murder_pays_stones_pass_to_a_living_killer_last_alive_wins():
    maze = a_maze(
        "hale oxgrave ashgrove",
        p1={"holds": "called-out"},
        p2={"undead": True},
        p3={"health": 1, "stones": 3},
    )
    outcome = play(maze, scenario(25))
    assert stones(maze) == [3, 0, 0]
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("last-alive", (0,))


def test_sc26_round_cap():
    maze = a_maze(
        p1={"stones": 1, "health": 4},
        p2={"stones": 1, "health": 4},
        turns=99,
        to_move=2,
        round_cap=50,
    )
    events: list[Event] = []
    maze.attend(events)
    outcome = play(maze, scenario(26))
    assert not of(events, DamageTaken)
    assert outcome is not None
    assert (outcome.name, outcome.winners, outcome.scores) == ("timeout", (0, 1), (0.5, 0.5))
