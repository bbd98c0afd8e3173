"""Windows (5.2), and who may know that somebody is asked (section 8)."""

from tests.games.labyrintheus.builders import a_maze, asked, health, holds, of, play, question, told
from undercroft.games.labyrintheus.events import AbilityPlayed, WindowClosed, WindowOpened

THREE = "oxgrave hale ashgrove"


def test_w1_windows_open_at_the_turn_the_reveal_the_roll_and_the_hurt():
    maze = a_maze()
    events = told(maze, "draw encounter: scree-rat\nroll combat: 1")
    opened = [event.window for event in of(events, WindowOpened)]
    assert opened == ["turn", "reveal", "roll"]  # Broad Back left no damage
    maze = a_maze("hale oxgrave")
    events = told(maze, "draw encounter: scree-rat\nroll combat: 1")
    assert [event.window for event in of(events, WindowOpened)][3:] == ["hurt"]
    assert len(of(events, WindowClosed)) == 4


def test_w1_there_is_no_window_for_a_mere_rising_a_chest_or_an_ignored_card():
    maze = a_maze(THREE, p1={"undead": True})
    events = told(maze, "draw encounter: rockfall\nP1 undead-attack: hold")
    assert [event.window for event in of(events, WindowOpened)] == ["turn"]


def test_w2_seats_are_polled_in_order_and_a_seat_with_nothing_is_skipped():
    maze = a_maze(THREE, p1={"holds": "wrong-foot"}, p3={"holds": "flare-up"}, to_move=3)
    assert asked(maze, "draw encounter: slate-golem\nroll combat: 2") == (
        "P3 roll: play:flare-up pass"
    )
    maze = a_maze(THREE, p1={"holds": "wrong-foot"}, p3={"holds": "flare-up"}, to_move=3)
    script = "draw encounter: slate-golem\nroll combat: 2\nP3 roll: pass"
    assert asked(maze, script) == "P1 roll: play:wrong-foot pass"


def test_w2_the_order_is_fixed_when_the_window_opens():
    maze = a_maze(
        "oxgrave fennimore hale",
        p1={"holds": "dead-weight", "wears": "chaos-orb-reed"},
        p2={"holds": "cool-poultice"},
        p3={"health": 5, "holds": "called-out"},
    )
    script = "P1 turn: play:dead-weight>P1>chaos-orb-reed"
    assert asked(maze, script).startswith("P2 turn:")
    assert maze.direction == -1


def test_w3_an_ability_goes_to_the_discard_before_its_effect():
    maze = a_maze("fennimore oxgrave", p1={"holds": "cool-poultice", "health": 5})
    events = told(
        maze,
        "P1 turn: play:cool-poultice>P1\ndraw encounter: loose-stair\nroll combat: 5",
    )
    (played,) = of(events, AbilityPlayed)
    assert (played.card, played.effect, played.target) == ("cool-poultice", "mend", 0)
    assert [card.id for card in maze.treasure_discard] == ["cool-poultice"]


def test_w4_everybody_is_asked_again_after_a_play():
    maze = a_maze(THREE, p1={"holds": "shoulder-through"}, p2={"holds": "wrong-foot"})
    script = """
        draw encounter: slate-golem
        roll combat: 3
        P1 roll: pass
        P2 roll: play:wrong-foot
        roll combat: 2
    """
    assert asked(maze, script) == "P1 roll: play:shoulder-through pass"


def test_w4_a_reveal_window_closes_at_once_on_a_banished_card():
    maze = a_maze(
        "fennimore oxgrave quickthorn", p1={"holds": "false-light"}, p3={"holds": "trip-line"}
    )
    play(maze, "draw encounter: bog-imp\nP1 reveal: play:false-light")
    assert holds(maze, 3) == "trip-line"


def test_w4_a_hurt_window_closes_at_once_when_the_damage_is_0():
    maze = a_maze(
        "ashgrove oxgrave", p1={"holds": "shielding-light"}, p2={"holds": "loosen-the-roof"}
    )
    script = "draw encounter: rockfall\nroll combat: 2\nP1 hurt: play:shielding-light"
    play(maze, script)
    assert health(maze)[0] == 11


def test_w5_an_ambush_runs_its_own_windows_and_then_the_turn_window_goes_on():
    maze = a_maze(
        THREE,
        p1={"holds": "called-out dead-weight"},
        p2={"wears": "padded-coat"},
        p3={"holds": "shielding-light"},
    )
    script = """
        P1 turn: play:called-out>P2
        roll combat: 4
        P2 roll: pass
        P2 hurt: pass
        P3 hurt: pass
    """
    assert asked(maze, script) == "P1 turn: play:dead-weight>P2>padded-coat pass"


def test_w6_a_crumbled_player_has_no_option_in_any_window():
    maze = a_maze(
        THREE,
        p2={"undead": True, "crumbled": True, "holds": "called-out wrong-foot loosen-the-roof"},
    )
    play(maze, "draw encounter: rockfall\nroll combat: 2")


def test_w6_u1_the_undead_play_ability_cards_but_use_no_items():
    maze = a_maze(THREE, p2={"undead": True, "holds": "wrong-foot"})
    script = "draw encounter: slate-golem\nroll combat: 3"
    assert asked(maze, script) == "P2 roll: play:wrong-foot pass"


def test_w7_every_play_uses_something_up():
    maze = a_maze("dunestrider hale", p1={"holds": "shifting-sand"})
    script = """
        draw encounter: wind-shaft
        roll combat: 2
        P1 roll: trait:patient-eye
        roll combat: 2
        P1 roll: play:shifting-sand
        roll combat: 2
    """
    play(maze, script)
    assert health(maze)[0] == 9


def test_w8_r25_no_ability_is_asked_for_during_party_cards_or_chests():
    maze = a_maze(p1={"holds": "wrong-foot loosen-the-roof"}, p2={"holds": "shoulder-through"})
    play(maze, "draw encounter: cave-in\nroll party: 1\nroll party: 1")
    assert health(maze) == [9, 8]


def test_r26_nobody_responds_to_a_card_but_the_poll_goes_round_again():
    maze = a_maze(
        "fennimore quickthorn oxgrave",
        p1={"holds": "sinking-ground"},
        p2={"holds": "tangle"},
    )
    script = """
        draw encounter: bog-imp
        roll combat: 5
        P1 roll: pass
        P2 roll: play:tangle
        P1 roll: play:sinking-ground
    """
    play(maze, script)
    assert health(maze)[0] == 10


def test_a_window_question_is_secret_when_only_held_cards_give_an_option():
    maze = a_maze(THREE, p2={"holds": "wrong-foot"})
    decision = question(maze, "draw encounter: slate-golem\nroll combat: 3")
    assert [decision.is_known_to(seat) for seat in (None, 0, 1, 2)] == [False, False, True, False]


def test_a_window_question_is_open_when_an_equipped_card_gives_an_option():
    maze = a_maze(THREE, p1={"holds": "shoulder-through", "wears": "chipped-pick"})
    decision = question(maze, "draw encounter: slate-golem\nroll combat: 3")
    assert str(decision.options[-2]) == "use:chipped-pick"
    assert decision.is_known_to(2)


def test_patient_eye_makes_a_question_open_too():
    maze = a_maze("dunestrider hale")
    decision = question(maze, "draw encounter: wind-shaft\nroll combat: 3")
    assert not decision.secret


def test_p1_prep_is_secret_when_only_held_cards_give_an_option():
    maze = a_maze(p1={"holds": "chipped-pick"})
    decision = question(maze)
    assert (decision.label, decision.secret) == ("P1 prep", True)


def test_p1_prep_is_open_when_an_equipped_card_gives_an_option():
    maze = a_maze(p1={"holds": "chipped-pick", "wears": "bone-broth", "health": 5})
    decision = question(maze)
    assert (decision.label, decision.secret) == ("P1 prep", False)


def test_p7_an_overflow_is_open():
    maze = a_maze(p1={"holds": "chipped-pick tangle wrong-foot sinking-ground shoulder-through"})
    script = "P1 prep: done\ndraw encounter: slate-strongbox\ndraw treasure: hand-bow"
    decision = question(maze, f"{script}\ndraw treasure: bone-broth")
    assert (decision.label, decision.secret) == ("P1 overflow", False)
