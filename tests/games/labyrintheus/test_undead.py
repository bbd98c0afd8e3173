"""Undead players (5.8) and death (5.9)."""

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
    wears,
)
from undercroft.games.labyrintheus.events import (
    AttackDeclared,
    EncounterIgnored,
    MonsterBorrowed,
    PlayerDied,
    PortalClosed,
)

THREE = "oxgrave hale ashgrove"
UNDEAD = {"undead": True}


def test_u1_r34_no_prep_no_cleanup_no_items_but_the_backpack_is_kept():
    maze = a_maze(THREE, p1={"undead": True, "holds": "bone-broth quarry-maul"})
    play(maze, "draw encounter: rockfall\nP1 undead-attack: hold")
    assert holds(maze, 1) == "bone-broth quarry-maul"


def test_u1_the_undead_can_be_robbed():
    maze = a_maze(
        "quickthorn hale oxgrave", p1={"holds": "light-fingers"}, p2={**UNDEAD, "holds": "hand-bow"}
    )
    assert asked(maze) == "P1 turn: play:light-fingers>P2 pass"


def test_u2_r30_traps_chests_and_titans_are_ignored():
    for card in ("rockfall", "slate-strongbox", "titan-korrum"):
        maze = a_maze(THREE, p1=UNDEAD)
        events = told(maze, f"draw encounter: {card}\nP1 undead-attack: hold")
        assert [event.card for event in of(events, EncounterIgnored)] == [card]
        assert names(maze.encounter_discard) == card


def test_u2_a_party_card_is_carried_out_and_ends_the_phase():
    maze = a_maze(THREE, p1=UNDEAD, p2={"health": 5})
    play(maze, "draw encounter: last-lamp")
    assert health(maze)[1] == 7


def test_u3_r54_a_monster_is_borrowed_without_a_question():
    maze = a_maze(THREE, p1=UNDEAD)
    events = told(maze, "draw encounter: scree-rat\nP1 undead-attack: hold")
    assert [event.card for event in of(events, MonsterBorrowed)] == ["scree-rat"]
    assert names(maze.encounter_discard) == "scree-rat"


def test_u3_others_may_banish_the_monster_but_not_the_undead_player_itself():
    maze = a_maze("oxgrave hale fennimore", p1={**UNDEAD, "holds": "false-light"})
    play(maze, "draw encounter: scree-rat\nP1 undead-attack: hold")
    script = "draw encounter: ember-drake\nP3 reveal: play:false-light"
    maze = a_maze(
        "oxgrave ashgrove fennimore", p1=UNDEAD, p3={"holds": "false-light trip-line step-between"}
    )
    assert asked(maze, "draw encounter: ember-drake") == "P3 reveal: play:false-light pass"
    maze = a_maze("oxgrave ashgrove fennimore", p1=UNDEAD, p3={"holds": "false-light"})
    events = told(maze, f"{script}\nP1 undead-attack: attack:P2\nroll combat: 2")
    (declared,) = of(events, AttackDeclared)
    assert declared.damage == 2  # bare-handed


def test_u4_r28_an_attack_needs_no_monster_unless_the_option_says_so():
    maze = a_maze(THREE, p1=UNDEAD)
    assert asked(maze, "draw encounter: rockfall") == ("P1 undead-attack: attack:P2 attack:P3 hold")
    maze = a_maze(THREE, p1=UNDEAD, undead_free_attack=False)
    play(maze, "draw encounter: rockfall")
    maze = a_maze(THREE, p1=UNDEAD, undead_free_attack=False)
    assert asked(maze, "draw encounter: scree-rat").startswith("P1 undead-attack:")


def test_u5_r29_the_special_is_chosen_before_the_roll_if_there_are_two():
    maze = a_maze(THREE, p1=UNDEAD)
    script = "draw encounter: masked-bravo\nP1 undead-attack: attack:P2"
    assert asked(maze, script) == "P1 special: special:crush special:keen"
    maze = a_maze(THREE, p1=UNDEAD)
    script = "draw encounter: slate-golem\nP1 undead-attack: attack:P2\nroll combat: 2"
    play(maze, script)  # crush as well: no question
    maze = a_maze(THREE, p1=UNDEAD)
    script = "draw encounter: scree-rat\nP1 undead-attack: attack:P2\nroll combat: 2"
    play(maze, script)  # none: no question


def test_u5_keen_adds_one_to_an_undead_attack():
    maze = a_maze("hale oxgrave ashgrove", p1=UNDEAD)
    play(maze, "draw encounter: rockfall\nP1 undead-attack: attack:P3\nroll combat: 4")
    assert health(maze)[2] == 10


def test_u5_stalk_keeps_the_defenders_items_out_of_the_roll_window():
    maze = a_maze("dunestrider hale ashgrove", p1=UNDEAD, p2={"wears": "padded-coat"})
    script = "draw encounter: swinging-log\nP1 undead-attack: attack:P2\nroll combat: 5"
    assert asked(maze, script) == "P2 hurt: use:padded-coat pass"


def test_u5_pierce_of_an_undead_attacker_cannot_be_soaked():
    maze = a_maze("fennimore hale ashgrove", p1=UNDEAD, p2={"wears": "padded-coat"})
    script = (
        "draw encounter: swinging-log\nP1 undead-attack: attack:P2\nroll combat: 5\nP2 roll: pass"
    )
    play(maze, script)
    assert health(maze)[1] == 9


def test_u5_pilfer_and_grasp_give_to_the_attacker():
    maze = a_maze("quickthorn hale ashgrove", p1=UNDEAD, p2={"holds": "hand-bow"})
    script = "draw encounter: swinging-log\nP1 undead-attack: attack:P2\nroll combat: 5"
    play(maze, f"{script}\ndraw backpack: hand-bow")
    assert (holds(maze, 1), holds(maze, 2)) == ("hand-bow", "")
    maze = a_maze("oxgrave hale ashgrove", p1=UNDEAD, p2={"stones": 2})
    script = """
        draw encounter: smoke-widow
        P1 undead-attack: attack:P2
        P1 special: special:grasp
        roll combat: 5
        P1 strike: damage
    """
    play(maze, script)
    assert (stones(maze), health(maze)[1]) == ([1, 1, 0], 6)


def test_u6_r31_the_monsters_printed_damage_is_added_without_difficulty():
    maze = a_maze(THREE, p1=UNDEAD, in_play="edi-wrath-1 edi-doom-1")
    script = "draw encounter: tunnel-hound\nP1 undead-attack: attack:P2\nP1 special: special:crush"
    (declared,) = of(told(maze, f"{script}\nroll combat: 2"), AttackDeclared)
    assert declared.damage == 3


def test_u7_the_undead_neither_announce_nor_challenge():
    maze = a_maze(THREE, p1={**UNDEAD, "stones": 5})
    assert asked(maze, "draw encounter: rockfall").startswith("P1 undead-attack")
    maze = a_maze(THREE, p1={"stones": 4}, p2={**UNDEAD, "stones": 5}, portal=(1, ""))
    outcome = play(maze, "")
    assert outcome is not None
    assert outcome.winners == (0,)


def test_u8_r36_crumbling_keeps_the_backpack_and_costs_the_stones_and_a_turn():
    maze = a_maze(
        "hale oxgrave ashgrove",
        p1={"holds": "called-out"},
        p2={**UNDEAD, "health": 1, "stones": 1, "holds": "dead-weight"},
    )
    script = "P1 turn: play:called-out>P2\nroll combat: 3\nP1 strike: damage"
    play(maze, f"{script}\ndraw encounter: loose-stair\nroll combat: 5", 2)
    assert (stones(maze), holds(maze, 2)) == ([1, 0, 0], "dead-weight")
    assert (health(maze)[1], maze.heroes[1].crumbled, maze.acting) == (5, False, 2)


# -- death ----------------------------------------------------------------------------------------


def test_x1_r33_equipment_is_discarded_in_slot_order_and_the_card_turned():
    maze = a_maze(
        THREE, p1={"health": 1, "wears": "slab-shield rubble-plate miners-cap", "holds": "hand-bow"}
    )
    play(maze, "P1 prep: done\ndraw encounter: rockfall\nroll combat: 2")
    hero = maze.heroes[0]
    assert names(maze.treasure_discard) == "slab-shield rubble-plate miners-cap"
    assert (hero.undead, hero.health, hero.defence, hero.damage) == (True, 5, 3, 2)
    assert (wears(maze, 1), holds(maze, 1)) == ("", "hand-bow")


def test_x1_r35_the_stones_go_to_a_living_killer_else_to_the_supply():
    maze = a_maze(
        "hale oxgrave ashgrove fennimore", p1={"holds": "called-out"}, p2={"health": 1, "stones": 2}
    )
    script = "P1 turn: play:called-out>P2\nroll combat: 4\nP1 strike: damage"
    maze.heroes[1].broad_back_used = True
    play(maze, f"{script}\ndraw encounter: loose-stair\nroll combat: 5")
    assert stones(maze) == [2, 0, 0, 0]
    maze = a_maze(THREE + " fennimore", p1=UNDEAD, p2={"health": 1, "stones": 2})
    script = (
        "draw encounter: rockfall\nP1 undead-attack: attack:P2\nroll combat: 4\nP1 strike: damage"
    )
    (died,) = of(told(maze, script), PlayerDied)
    assert (died.seat, died.by, died.stones, died.stones_to) == (1, 0, 2, None)
    assert stones(maze) == [0, 0, 0, 0]


def test_x2_the_last_one_alive_wins_and_then_the_portal_is_checked():
    maze = a_maze(p1={"health": 1})
    outcome = play(maze, "draw encounter: rockfall\nroll combat: 2")
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("last-alive", (1,))
    maze = a_maze(
        "oxgrave hale ashgrove fennimore",
        p1=UNDEAD,
        p2={"health": 1, "stones": 4},
        portal=(2, "1 3 4"),
    )
    script = (
        "draw encounter: rockfall\nP1 undead-attack: attack:P2\nroll combat: 4\nP1 strike: damage"
    )
    (closed,) = of(told(maze, script), PortalClosed)
    assert (closed.seat, closed.cause, maze.portal) == (1, "death", None)


def test_a_trait_works_only_while_the_living_side_is_up():
    maze = a_maze("hale oxgrave ashgrove", p1=UNDEAD)
    play(maze, "draw encounter: rockfall\nP1 undead-attack: attack:P3\nroll combat: 3")
    assert health(maze)[2] == 11  # 3 + 1 for keen; no Quick Wrist
