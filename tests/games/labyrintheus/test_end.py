"""How the game ends (5.13)."""

import random
from typing import Any

from tests.games.labyrintheus.builders import a_maze, of, play, told
from undercroft.core.play import simulate
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.events import GameEnded

AVOID = "draw encounter: loose-stair\nroll combat: 5"


def test_z1_the_owner_of_the_portal_wins_alone():
    maze = a_maze("oxgrave hale ashgrove", p1={"stones": 4}, portal=(1, ""))
    outcome = play(maze, "")
    assert outcome is not None
    assert (outcome.name, outcome.winners, outcome.scores) == ("portal", (0,), (1, 0, 0))


def test_z2_the_last_one_alive_wins_in_the_middle_of_whatever_goes_on():
    maze = a_maze(p1={"holds": "called-out"}, p2={"health": 1})
    outcome = play(maze, "P1 turn: play:called-out>P2\nroll combat: 5")
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("last-alive", (0,))


def test_z3_when_nobody_is_left_nobody_wins():
    maze = a_maze(p1={"health": 1}, p2={"health": 2})
    outcome = play(maze, "draw encounter: cave-in\nroll party: 1\nroll party: 1")
    assert outcome is not None
    assert (outcome.name, outcome.winners, outcome.scores) == ("all-dead", (), (0, 0))


def test_z4_at_the_cap_stones_then_health_then_cards_decide():
    cases: list[tuple[dict[str, Any], dict[str, Any], tuple[int, ...]]] = [
        ({"stones": 2}, {"stones": 1}, (0,)),
        ({"stones": 1, "health": 5}, {"stones": 1, "health": 6}, (1,)),
        ({"health": 5, "holds": "hand-bow"}, {"health": 5, "wears": "padded-coat"}, (0, 1)),
        ({"health": 5}, {"health": 5, "wears": "padded-coat"}, (1,)),
    ]
    for p1, p2, winners in cases:
        maze = a_maze(p1=p1, p2=p2, turns=99, to_move=2)
        outcome = play(maze, AVOID)
        assert outcome is not None
        assert (outcome.name, outcome.winners) == ("timeout", winners)


def test_z4_the_undead_do_not_win_by_time():
    maze = a_maze("oxgrave hale ashgrove", p1={"undead": True, "stones": 9}, turns=149, to_move=2)
    outcome = play(maze, AVOID)
    assert outcome is not None
    assert outcome.winners == (2,)


def test_z5_with_two_players_the_first_death_ends_the_game():
    maze = a_maze(p2={"health": 1}, to_move=2)
    outcome = play(maze, "draw encounter: rockfall\nroll combat: 2")
    assert outcome is not None
    assert outcome.name == "last-alive"


def test_z6_random_plays_end_by_themselves_long_before_the_cap():
    luck = random.Random("z6").random
    for seats in range(2, 7):
        options, _ = GAME.read_options({}, seats)
        bots = [GAME.new_bot("random", luck)] * seats
        for _ in range(10):
            simulated = simulate(GAME, options, seats, bots, luck)
            assert simulated.outcome.name in ("portal", "last-alive", "all-dead")
            assert simulated.questions < GAME.bound(options, seats) / 4


def test_places_are_shared_by_equals_and_there_are_none_if_nobody_wins():
    maze = a_maze("oxgrave hale ashgrove fennimore", p1={"stones": 4}, portal=(1, ""))
    maze.heroes[1].health = maze.heroes[2].health = maze.heroes[3].health + 1
    outcome = play(maze, "")
    assert outcome is not None
    assert outcome.places == (1, 2, 2, 4)
    maze = a_maze(p1={"health": 1}, p2={"health": 2})
    outcome = play(maze, "draw encounter: cave-in\nroll party: 1\nroll party: 1")
    assert outcome is not None
    assert outcome.places == ()


def test_places_winners_then_the_living_then_the_dead_latest_first():
    maze = a_maze(
        "oxgrave hale ashgrove fennimore quickthorn",
        p1={"stones": 4},
        p2={"undead": True},
        p3={"undead": True},
        portal=(1, ""),
    )
    maze.heroes[4].stones = 2
    (ended,) = of(told(maze, ""), GameEnded)
    assert ended.places == (0, 4, 3, 2, 1)
