"""Party cards (5.11)."""

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
from undercroft.games.labyrintheus.events import (
    CardMoved,
    CardsPassed,
    DamageTaken,
    PartyRolled,
    UndeadCrumbled,
)

THREE = "oxgrave hale ashgrove"


def test_y1_everybody_rolls_in_order_once_the_crumbled_too():
    maze = a_maze(THREE, p2={"undead": True, "crumbled": True}, to_move=3)
    script = "draw encounter: cave-in\nroll party: 6\nroll party: 1\nroll party: 4"
    events = told(maze, script)  # P3, P1, P2
    assert [event.seat for event in of(events, PartyRolled)] == [2, 0, 1]
    assert health(maze)[0] == 9


def test_y3_who_has_crumbled_does_not_crumble_again():
    maze = a_maze(THREE, p2={"undead": True, "crumbled": True, "health": 0})
    events = told(maze, "draw encounter: cave-in\nroll party: 6\nroll party: 1\nroll party: 6")
    assert not of(events, UndeadCrumbled)


def test_y2_party_harm_is_no_damage():
    maze = a_maze("oxgrave ashgrove", p1={"wears": "slab-shield"}, p2={"holds": "shielding-light"})
    events = told(maze, "draw encounter: cave-in\nroll party: 1\nroll party: 3")
    assert [event.source for event in of(events, DamageTaken)] == ["party", "party"]
    assert health(maze) == [9, 9]


def test_y3_r49_all_rolls_then_all_losses_then_all_deaths():
    maze = a_maze(
        "oxgrave hale ashgrove",
        p1={"health": 2, "stones": 3},
        p2={"undead": True, "stones": 2},
    )
    outcome = play(maze, "draw encounter: cave-in\nroll party: 3\nroll party: 2\nroll party: 4")
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("last-alive", (2,))
    assert maze.heroes[1].crumbled
    assert stones(maze) == [0, 0, 0]


def test_y3_cave_in_spares_those_who_roll_four_or_more():
    maze = a_maze(THREE)
    play(maze, "draw encounter: cave-in\nroll party: 4\nroll party: 3\nroll party: 6")
    assert health(maze) == [11, 8, 11]


def test_y4_bog_market_all_choose_and_then_all_cards_move_at_once():
    maze = a_maze(
        "oxgrave fennimore hale",
        p1={"holds": "wrong-foot flare-up"},
        p2={"holds": "tangle"},
    )
    script = "draw encounter: bog-market\nP1 bog-market: give:flare-up"
    events = told(maze, script)
    assert [holds(maze, seat) for seat in (1, 2, 3)] == ["wrong-foot", "flare-up", "tangle"]
    (passed,) = of(events, CardsPassed)
    assert passed.passes == ((0, 1), (1, 2))
    assert [(event.card, event.to) for event in of(events, CardMoved)] == [
        ("flare-up", (0, 1)),
        ("tangle", (1, 2)),
    ]


def test_y4_cards_go_in_the_direction_of_play_and_the_crumbled_choose_too():
    maze = a_maze(
        "oxgrave fennimore hale",
        p1={"holds": "flare-up"},
        p2={"holds": "tangle wrong-foot", "undead": True, "crumbled": True},
        direction=-1,
    )
    script = "draw encounter: bog-market\nP2 bog-market: give:tangle"
    play(maze, script)
    assert [holds(maze, seat) for seat in (1, 2, 3)] == ["tangle", "wrong-foot", "flare-up"]


def test_y5_dead_heat_the_highest_living_player_draws_two():
    maze = a_maze()
    script = "draw encounter: dead-heat\nroll party: 2\nroll party: 5"
    play(maze, f"{script}\ndraw treasure: called-out\ndraw treasure: hand-bow")
    assert holds(maze, 2) == "called-out hand-bow"


def test_y5_dead_heat_the_highest_undead_player_attacks_bare():
    maze = a_maze(THREE, p2={"undead": True})
    script = "draw encounter: dead-heat\nroll party: 2\nroll party: 6\nroll party: 5"
    assert asked(maze, script) == "P2 undead-attack: attack:P1 attack:P3 hold"
    maze = a_maze(THREE, p2={"undead": True})
    play(maze, f"{script}\nP2 undead-attack: attack:P3\nroll combat: 4")
    assert health(maze)[2] == 10


def test_y5_dead_heat_a_tie_or_a_crumbled_winner_is_nothing():
    maze = a_maze()
    play(maze, "draw encounter: dead-heat\nroll party: 5\nroll party: 5")
    maze = a_maze(THREE, p2={"undead": True, "crumbled": True})
    play(maze, "draw encounter: dead-heat\nroll party: 5\nroll party: 6\nroll party: 1")


def test_last_lamp_heals_the_living_and_raises_the_undead():
    maze = a_maze(
        THREE,
        p1={"health": 5},
        p2={"undead": True, "crumbled": True, "health": 0},
        p3={"undead": True, "health": 1},
    )
    play(maze, "draw encounter: last-lamp")
    assert health(maze) == [7, 4, 5]
    assert not maze.heroes[1].crumbled


def test_stone_surge_gives_or_takes_a_stone():
    maze = a_maze("quickthorn hale oxgrave", p1={"stones": 1})
    play(maze, "draw encounter: stone-surge\nroll party: 1\nroll party: 5\nroll party: 2")
    assert stones(maze) == [1, 1, 0]
    maze = a_maze("quickthorn hale oxgrave", p1={"stones": 1}, p2={"undead": True, "stones": 2})
    play(maze, "draw encounter: stone-surge\nroll party: 1\nroll party: 5\nroll party: 2")
    assert stones(maze) == [0, 2, 0]
    maze = a_maze("quickthorn hale", p1={"stones": 1})
    play(maze, "draw encounter: stone-surge\nroll party: 3\nroll party: 3")
    assert stones(maze) == [1, 0]


def test_sandstorm_takes_a_card_from_all_and_gives_the_living_one():
    maze = a_maze(
        "dunestrider hale oxgrave",
        p1={"holds": "shifting-sand"},
        p2={"holds": "hand-bow", "undead": True},
    )
    script = """
        draw encounter: sandstorm
        draw backpack: shifting-sand
        draw backpack: hand-bow
        draw treasure: called-out
        draw treasure: dead-weight
    """
    play(maze, script)
    assert [holds(maze, seat) for seat in (1, 2, 3)] == ["called-out", "", "dead-weight"]
    assert names(maze.treasure_discard) == "shifting-sand hand-bow"


def test_y6_the_card_is_discarded_after_its_text():
    maze = a_maze("oxgrave ashgrove")
    play(maze, "draw encounter: last-lamp")
    assert (maze.encounter, names(maze.encounter_discard)) == (None, "last-lamp")
