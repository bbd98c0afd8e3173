"""Attacks between players (5.7), and the abilities of the turn window (2.7)."""

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
from undercroft.games.labyrintheus.events import AttackDeclared, AttackMissed, DamageTaken

THREE = "hale oxgrave ashgrove"
AFTER = "draw encounter: loose-stair\nroll combat: 5"


def test_a1_r27_the_living_attack_by_ability_cards_alone():
    maze = a_maze(THREE)
    assert not of(told(maze, AFTER), AttackDeclared)
    maze = a_maze(THREE, p1={"holds": "called-out"})
    events = told(maze, f"P1 turn: play:called-out>P2\nroll combat: 2\n{AFTER}")
    (declared,) = of(events, AttackDeclared)
    assert (declared.mode, declared.damage, declared.special) == ("ambush", 2, None)


def test_a1_anybody_may_ambush_in_anybodys_turn():
    maze = a_maze(THREE, p3={"holds": "called-out"})
    assert asked(maze) == "P3 turn: play:called-out>P1 play:called-out>P2 pass"


def test_a2_the_living_may_attack_the_undead_but_not_the_crumbled():
    maze = a_maze(THREE, p1={"holds": "called-out"}, p2={"undead": True})
    assert asked(maze) == "P1 turn: play:called-out>P2 play:called-out>P3 pass"
    maze = a_maze(THREE, p1={"holds": "called-out"}, p2={"undead": True, "crumbled": True})
    assert asked(maze) == "P1 turn: play:called-out>P3 pass"


def test_a2_the_undead_attack_only_the_living():
    maze = a_maze(
        "hale oxgrave ashgrove fennimore",
        p1={"holds": "called-out", "undead": True},
        p2={"undead": True},
    )
    assert asked(maze) == "P1 turn: play:called-out>P3 play:called-out>P4 pass"


def test_a3_r14_equal_to_the_defence_hits_and_difficulty_plays_no_part():
    maze = a_maze(THREE, p1={"holds": "called-out"}, in_play="edi-guile-1 edi-wrath-1")
    play(maze, f"P1 turn: play:called-out>P3\nroll combat: 4\n{AFTER}")
    assert health(maze)[2] == 9  # 4 + 1 against 5, damage 2


def test_a4_a_miss_has_no_effect():
    maze = a_maze(THREE, p1={"holds": "called-out"}, p3={"stones": 2})
    events = told(maze, f"P1 turn: play:called-out>P3\nroll combat: 3\n{AFTER}")
    assert of(events, AttackMissed)
    assert (health(maze)[2], stones(maze)) == (11, [0, 0, 2])


def test_a5_r32_a_hit_on_stones_is_damage_or_theft():
    maze = a_maze(THREE, p1={"holds": "called-out"}, p3={"stones": 2})
    script = "P1 turn: play:called-out>P3\nroll combat: 5"
    assert asked(maze, script) == "P1 strike: damage steal"
    maze = a_maze(THREE, p1={"holds": "called-out"}, p3={"stones": 2})
    play(maze, f"{script}\nP1 strike: steal\n{AFTER}")
    assert (health(maze)[2], stones(maze)) == (11, [1, 0, 1])


def test_a6_items_used_add_their_damage():
    maze = a_maze(THREE, p1={"holds": "called-out", "wears": "hand-bow"})
    script = f"P1 turn: play:called-out>P3\nroll combat: 2\nP1 roll: use:hand-bow\n{AFTER}"
    play(maze, script)
    assert (health(maze)[2], wears(maze, 1)) == (8, "")


def test_a6_savage_adds_one_for_an_undead_attacker():
    maze = a_maze("ashgrove oxgrave hale", p1={"undead": True})
    script = "draw encounter: rockfall\nP1 undead-attack: attack:P3\nroll combat: 4"
    (taken,) = of(told(maze, script), DamageTaken)
    assert taken.amount == 2


def test_a7_stolen_stones_stay_with_the_undead_until_they_crumble():
    maze = a_maze("hale oxgrave ashgrove", p2={"undead": True, "stones": 4}, to_move=2)
    play(maze, "draw encounter: rockfall\nP2 undead-attack: hold")
    assert stones(maze) == [0, 4, 0]


# -- the other abilities of the turn window -------------------------------------------------------


def test_pilfer_takes_a_card_at_random_and_overflow_applies():
    maze = a_maze(
        "quickthorn hale oxgrave",
        p1={"holds": "light-fingers tangle trip-line flare-up cool-poultice hand-bow"},
        p2={"holds": "called-out"},
        p3={"undead": True, "crumbled": True, "holds": "dead-weight"},
    )
    assert asked(maze).startswith("P1 turn: play:light-fingers>P2 play:light-fingers>P3 ")
    maze = a_maze("quickthorn hale", p1={"holds": "light-fingers"}, p2={"holds": "called-out"})
    script = "P1 turn: play:light-fingers>P2\ndraw backpack: called-out\nP1 turn: pass"
    play(maze, f"{script}\ndraw encounter: swinging-log\nroll combat: 2\ndraw treasure: tangle")
    assert (holds(maze, 1), holds(maze, 2)) == ("called-out tangle", "")


def test_mend_heals_any_living_player_below_full_health():
    maze = a_maze(
        "fennimore hale oxgrave ashgrove",
        p1={"holds": "cool-poultice", "health": 9},
        p2={"health": 3},
        p3={"undead": True, "health": 1},
    )
    assert asked(maze) == "P1 turn: play:cool-poultice>P1 play:cool-poultice>P2 pass"
    play(maze, f"P1 turn: play:cool-poultice>P2\n{AFTER}")
    assert health(maze)[1] == 6


def test_rust_discards_any_equipped_card_ones_own_too():
    maze = a_maze(
        "oxgrave hale",
        p1={"holds": "dead-weight", "wears": "chipped-pick"},
        p2={"wears": "hand-bow padded-coat"},
    )
    assert asked(maze) == (
        "P1 turn: play:dead-weight>P1>chipped-pick play:dead-weight>P2>hand-bow "
        "play:dead-weight>P2>padded-coat pass"
    )
    play(maze, f"P1 turn: play:dead-weight>P2>padded-coat\n{AFTER}")
    assert wears(maze, 2) == "hand-bow"
    assert names(maze.treasure_discard) == "dead-weight padded-coat"


# -- and of the reveal window ---------------------------------------------------------------------


def test_usurp_is_for_the_living_and_not_for_the_fighter_itself():
    maze = a_maze(
        THREE,
        p1={"holds": "claim-the-kill"},
        p2={"undead": True, "holds": "step-between"},
        p3={"holds": "wrong-foot"},
    )
    assert asked(maze, "draw encounter: masked-bravo\nroll combat: 5") == (
        "P3 roll: play:wrong-foot pass"
    )


def test_usurp_may_be_usurped_in_turn():
    maze = a_maze(THREE, p2={"holds": "step-between"}, p3={"holds": "claim-the-kill"})
    script = """
        draw encounter: masked-bravo
        P2 reveal: play:step-between
        P3 reveal: play:claim-the-kill
        roll combat: 4
        draw treasure: called-out
    """
    play(maze, script)
    assert (holds(maze, 3), stones(maze)) == ("called-out", [0, 0, 0])


def test_harden_is_for_anybody_while_a_living_player_faces_a_monster_titan_or_trap():
    for card in ("masked-bravo", "titan-vaskerel", "wind-shaft"):
        maze = a_maze(THREE, p2={"undead": True, "holds": "trip-line"})
        assert asked(maze, f"draw encounter: {card}") == "P2 reveal: play:trip-line pass"
