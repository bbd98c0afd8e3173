"""Gate stones, the hunt and the portal (5.10)."""

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
    EncounterPassedOver,
    HuntLost,
    HuntWon,
    PortalClosed,
    PortalOpened,
    SpellHeld,
)

THREE = "oxgrave hale ashgrove"
HUNT = "P1 announce: announce\ndraw encounter: titan-vaskerel"
WIN = f"{HUNT}\nroll combat: 5\ndraw treasure: called-out"


def test_g1_r46_cards_before_the_titan_are_passed_over_unread():
    maze = a_maze(THREE, p1={"stones": 4}, p2={"holds": "trip-line"})
    script = """
        P1 announce: announce
        draw encounter: rockfall
        draw encounter: slate-strongbox
        draw encounter: cave-in
        draw encounter: scree-rat
        draw encounter: titan-korrum
    """
    assert asked(maze, script) == "P2 reveal: play:trip-line pass"
    assert names(maze.encounter_discard) == "rockfall slate-strongbox cave-in scree-rat"


def test_g1_every_difficulty_card_on_the_way_comes_into_play():
    maze = a_maze(p1={"stones": 4}, deck="edi titan-korrum")
    script = """
        P1 announce: announce
        draw encounter: edi
        draw difficulty: edi-wrath-3
        draw encounter: titan-korrum
        roll combat: 2
    """
    play(maze, script)
    assert health(maze)[0] == 11 - 2  # 2 + 1, less Broad Back


def test_g1_the_deck_is_rebuilt_if_it_runs_out():
    maze = a_maze(p1={"stones": 4}, deck="scree-rat", discard="titan-korrum")
    script = "P1 announce: announce\ndraw encounter: scree-rat\ndraw encounter: titan-korrum"
    events = told(maze, f"{script}\nroll combat: 2")
    assert [event.card for event in of(events, EncounterPassedOver)] == ["scree-rat"]
    assert maze.edis == 2


def test_g2_the_hunted_titan_cannot_be_banished_or_usurped():
    maze = a_maze(
        "hale fennimore oxgrave",
        p1={"stones": 4},
        p2={"holds": "false-light"},
        p3={"holds": "step-between"},
    )
    play(maze, f"{HUNT}\nroll combat: 5\ndraw treasure: called-out")
    assert maze.portal is not None


def test_g2_r47_a_hunt_pays_a_treasure_but_no_stone():
    maze = a_maze(THREE, p1={"stones": 4})
    events = told(maze, WIN)
    assert (stones(maze), holds(maze, 1)) == ([4, 0, 0], "called-out")
    assert [event.titan for event in of(events, HuntWon)] == ["titan-vaskerel"]


def test_g3_a_lost_hunt_costs_all_stones():
    maze = a_maze(THREE, p1={"stones": 6})
    events = told(maze, f"{HUNT}\nroll combat: 4")
    assert (stones(maze)[0], health(maze)[0]) == (0, 8)
    assert of(events, HuntLost)


def test_g3_a_dead_announcer_has_no_stones_to_lose():
    maze = a_maze(THREE, p1={"stones": 4, "health": 2})
    play(maze, f"{HUNT}\nroll combat: 4")
    assert (maze.heroes[0].undead, stones(maze)[0]) == (True, 0)


def test_g4_r44_a_won_hunt_opens_the_portal_and_the_stones_stay_at_risk():
    maze = a_maze(THREE, p1={"stones": 4})
    (opened,) = of(told(maze, WIN), PortalOpened)
    assert (opened.seat, opened.still_to_move) == (0, (1, 2))
    assert stones(maze)[0] == 4


def test_g5_r40_the_portal_closes_as_soon_as_its_owner_is_short_of_stones():
    maze = a_maze(THREE, p1={"undead": True}, p2={"stones": 4}, portal=(2, "1 3"))
    script = "draw encounter: rockfall\nP1 undead-attack: attack:P2\nroll combat: 5"
    (closed,) = of(told(maze, f"{script}\nP1 strike: steal"), PortalClosed)
    assert (closed.cause, stones(maze)) == ("theft", [1, 3, 0])


def test_g5_a_stone_gone_to_the_supply_closes_it_as_a_loss():
    maze = a_maze(
        "oxgrave hale quickthorn",
        p1={"stones": 4},
        p2={"undead": True},
        portal=(1, "2 3"),
        to_move=2,
    )
    script = "draw encounter: stone-surge\nroll party: 6\nroll party: 1\nroll party: 1"
    (closed,) = of(told(maze, script), PortalClosed)
    assert (closed.cause, stones(maze)) == ("loss", [3, 0, 0])


def test_g5_five_stones_may_spare_one():
    maze = a_maze(THREE, p1={"undead": True}, p2={"stones": 5}, portal=(2, "1 3"))
    play(
        maze,
        "draw encounter: rockfall\nP1 undead-attack: attack:P2\nroll combat: 5\nP1 strike: steal",
    )
    assert maze.portal is not None


def test_g6_r39_the_spell_is_held_while_somebody_is_still_to_move():
    maze = a_maze(THREE, p1={"stones": 4}, portal=(1, "3"))
    events = told(maze, "")
    assert [event.still_to_move for event in of(events, SpellHeld)] == [(2,)]
    assert maze.portal is not None


def test_g6_an_owner_cut_short_by_its_own_orb_keeps_the_portal():
    maze = a_maze(
        "oxgrave fennimore hale", p1={"stones": 4, "holds": "chaos-orb-reed"}, portal=(1, "")
    )
    play(maze, "P1 prep: equip:chaos-orb-reed@item-1")
    assert maze.portal is not None
    assert maze.acting == 2


def test_g7_r41_every_living_player_with_four_stones_may_challenge_in_order():
    maze = a_maze(THREE, p1={"stones": 4}, p2={"stones": 4}, p3={"stones": 5}, portal=(1, ""))
    script = "P2 challenge: challenge\nroll combat: 2\nP3 challenge: challenge\nroll combat: 3"
    outcome = play(maze, script)
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("portal", (0,))


def test_g7_the_order_follows_the_direction_of_play():
    maze = a_maze(
        THREE, p1={"stones": 4}, p2={"stones": 4}, p3={"stones": 4}, portal=(1, ""), direction=-1
    )
    assert asked(maze) == "P3 challenge: challenge decline"


def test_g7_a_hit_costs_all_stones_and_the_portal_and_then_hurts():
    maze = a_maze("ashgrove hale oxgrave", p1={"stones": 5}, p2={"stones": 4}, portal=(1, ""))
    events = told(maze, "P2 challenge: challenge\nroll combat: 4")
    assert (stones(maze), health(maze)[0]) == ([0, 4, 0], 9)
    assert [event.cause for event in of(events, PortalClosed)] == ["challenge"]


def test_g7_with_three_stones_to_leave_three_are_enough_to_challenge():
    maze = a_maze(p1={"stones": 3}, p2={"stones": 3}, portal=(1, ""), stones_to_leave=3)
    assert asked(maze) == "P2 challenge: challenge decline"


def test_g8_if_all_decline_the_owner_leaves_and_wins():
    maze = a_maze(THREE, p1={"stones": 4}, p2={"stones": 4}, portal=(1, ""))
    outcome = play(maze, "P2 challenge: decline")
    assert outcome is not None
    assert outcome.scores == (1, 0, 0)


def test_g9_r42_a_challenger_who_hit_must_still_announce_and_beat_a_titan():
    maze = a_maze("ashgrove hale", p1={"stones": 4}, p2={"stones": 4}, portal=(1, ""))
    assert asked(maze, "P2 challenge: challenge\nroll combat: 4") == "P2 announce: announce draw"


def test_r38_undead_turns_count_for_the_portal():
    maze = a_maze(THREE, p1={"stones": 4}, p2={"undead": True}, portal=(1, "2"), to_move=2)
    play(maze, "draw encounter: rockfall\nP2 undead-attack: hold")
    assert maze.portal is not None
    assert maze.portal.still_to_move == []
