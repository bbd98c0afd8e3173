"""The turn (5.1)."""

from tests.games.labyrintheus.builders import a_maze, asked, health, of, play, told
from undercroft.games.labyrintheus.events import (
    PhaseStarted,
    TurnCutShort,
    TurnEnded,
    TurnStarted,
    WindowOpened,
)

THREE = "oxgrave hale ashgrove"
AVOID = "draw encounter: loose-stair\nroll combat: 5"


def test_t1_turns_go_round_in_the_direction_of_play_living_and_undead_alike():
    maze = a_maze(THREE, p2={"undead": True})
    script = f"{AVOID}\ndraw encounter: rockfall\nP2 undead-attack: hold\n"
    events = told(maze, script + "draw encounter: wind-shaft\nroll combat: 5", 3)
    assert [(event.seat, event.side) for event in of(events, TurnStarted)] == [
        (0, "living"),
        (1, "undead"),
        (2, "living"),
    ]
    assert [event.next for event in of(events, TurnEnded)] == [1, 2, 0]


def test_t1_to_the_right_when_play_is_reversed():
    maze = a_maze(THREE, direction=-1)
    play(maze, AVOID)
    assert maze.acting == 2


def test_t2_what_lasts_for_a_turn_is_cleared_for_everybody():
    maze = a_maze(THREE)
    for hero in maze.heroes:
        hero.might, hero.stoneskin = 2, 3
        hero.broad_back_used = hero.patient_eye_used = True
    play(maze, AVOID)
    for hero in maze.heroes:
        assert (hero.might, hero.stoneskin) == (0, 0)
        assert not hero.broad_back_used
        assert not hero.patient_eye_used


def test_t2_the_acting_seat_leaves_those_still_to_move():
    maze = a_maze(THREE, p2={"stones": 4}, portal=(2, "1 3"))
    play(maze, AVOID)
    assert maze.portal is not None
    assert maze.portal.still_to_move == [2]


def test_t3_a_crumbled_player_only_rises():
    maze = a_maze(THREE, p1={"undead": True, "crumbled": True, "health": 0, "holds": "called-out"})
    events = told(maze, "")
    assert (health(maze)[0], maze.heroes[0].crumbled) == (5, False)
    assert not of(events, WindowOpened)


def test_t4_the_turn_window_opens_before_prep():
    maze = a_maze(p1={"holds": "called-out bone-broth"})
    assert asked(maze) == "P1 turn: play:called-out>P2 pass"
    maze = a_maze(p1={"holds": "called-out bone-broth"})
    assert asked(maze, "P1 turn: pass") == "P1 prep: equip:bone-broth@item-1 done"


def test_t5_the_turn_ends_when_the_window_has_closed_on_a_dead_acting_player():
    maze = a_maze(THREE, p1={"health": 1}, p2={"holds": "called-out"})
    script = "P2 turn: play:called-out>P1\nroll combat: 5"
    events = told(maze, script)
    assert maze.heroes[0].undead
    assert maze.acting == 1
    assert [event.cause for event in of(events, TurnCutShort)] == ["death"]


def test_t5_polling_goes_on_to_its_end_after_the_acting_player_died():
    maze = a_maze(
        THREE,
        p1={"health": 1, "holds": "dead-weight"},
        p2={"holds": "called-out", "wears": "hand-bow"},
    )
    script = """
        P1 turn: pass
        P2 turn: play:called-out>P1
        roll combat: 5
    """
    assert asked(maze, script) == "P1 turn: play:dead-weight>P2>hand-bow pass"


def test_t6_to_t8_the_living_have_prep_encounter_and_cleanup():
    maze = a_maze()
    events = told(maze, AVOID)
    assert [event.phase for event in of(events, PhaseStarted)] == ["prep", "encounter", "cleanup"]


def test_t6_to_t8_the_undead_have_the_encounter_alone():
    maze = a_maze(THREE, p1={"undead": True})
    events = told(maze, "draw encounter: rockfall\nP1 undead-attack: hold")
    assert [event.phase for event in of(events, PhaseStarted)] == ["encounter"]


def test_t9_every_turn_counts_however_short():
    maze = a_maze(THREE, p1={"undead": True, "crumbled": True})
    play(maze, "")
    assert (maze.turns, maze.acting) == (1, 1)


def test_t9_the_cap_ends_the_game():
    maze = a_maze(turns=39, round_cap=20)
    outcome = play(maze, AVOID)
    assert outcome is not None
    assert outcome.name == "timeout"


def test_t10_r37_x3_death_in_ones_own_encounter_ends_the_turn_with_no_cleanup():
    maze = a_maze(THREE, p1={"health": 1, "holds": "bone-broth"})
    script = "P1 prep: done\ndraw encounter: rockfall\nroll combat: 2"
    events = told(maze, script)
    assert maze.heroes[0].undead
    assert [event.phase for event in of(events, PhaseStarted)] == ["prep", "encounter"]
    assert maze.encounter is None


def test_x3_the_first_undead_turn_comes_when_the_seat_is_next():
    maze = a_maze(THREE, p1={"health": 1})
    script = f"""
        draw encounter: rockfall
        roll combat: 2
        {AVOID}
        draw encounter: swinging-log
        roll combat: 5
        draw encounter: wind-shaft
        P1 undead-attack: hold
    """
    play(maze, script, 4)
    assert maze.acting == 1
