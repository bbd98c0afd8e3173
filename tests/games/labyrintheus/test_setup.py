"""Setup (section 4) and the options that bear on it (section 7)."""

import pytest

from tests.games.labyrintheus.builders import holds, names
from undercroft.core.errors import BadOption
from undercroft.core.records.journal import follow
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.components.personas import PERSONAS
from undercroft.games.labyrintheus.rules.setup import ROWS, lay, setup
from undercroft.games.labyrintheus.state import Maze

DEAL = "quarry-maul chipped-pick slab-shield road-rapier hand-bow dented-buckler"


def a_setup(script: str, seats: int = 2, **options: object) -> Maze:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settled, _ = GAME.read_options(given, seats)
    maze = lay(settled, ROWS, seats)
    follow(setup(maze), script)
    return maze


def fixed(initiative: str = "5 3", deal: str = DEAL, personas: str = "oxgrave,hale") -> Maze:
    rolls = "\n".join(f"roll initiative: {face}" for face in initiative.split())
    draws = "\n".join(f"draw treasure: {card}" for card in deal.split())
    return a_setup(f"{rolls}\n{draws}", persona_choice="fixed", personas=personas)


def test_r01_two_to_six_play():
    assert GAME.seats == (2, 6)
    with pytest.raises(BadOption, match="2 to 6 seats"):
        GAME.read_options({}, 7)


def test_s1_play_goes_to_the_left_and_p1_sits_to_the_left_of_the_last():
    maze = fixed()
    assert maze.direction == 1
    assert [maze.next_seat(0), maze.next_seat(1)] == [1, 0]


def test_s2_personas_are_picked_seat_by_seat_among_those_left():
    options, seats = GAME.read_options({}, 2)
    rules = setup(lay(options, ROWS, seats))
    first = next(rules)
    assert [*map(str, first.choices)] == [persona.id for persona in PERSONAS]
    second = rules.send(first.choices[1])
    assert (second.label, "fennimore" in map(str, second.choices)) == ("P2 persona", False)


def test_s2_the_sixth_gets_the_last_persona_unasked():
    options, seats = GAME.read_options({}, 6)
    rules, asked = setup(lay(options, ROWS, seats)), []
    question = next(rules)
    while question.id == "persona":
        asked.append(question.label)
        question = rules.send(question.choices[0])
    assert asked == ["P1 persona", "P2 persona", "P3 persona", "P4 persona", "P5 persona"]


def test_s2_personas_may_be_dealt_by_fate():
    draws = "\n".join(f"draw treasure: {card}" for card in DEAL.split())
    script = "draw persona: hale\ndraw persona: oxgrave\nroll initiative: 2\nroll initiative: 1"
    maze = a_setup(f"{script}\n{draws}", persona_choice="random")
    assert [hero.persona.id for hero in maze.heroes] == ["hale", "oxgrave"]


def test_s2_personas_may_be_fixed():
    assert [hero.persona.id for hero in fixed().heroes] == ["oxgrave", "hale"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"persona-choice": "fixed"}, "goes with persona-choice fixed"),
        ({"personas": "oxgrave,hale"}, "goes with persona-choice fixed"),
        ({"persona-choice": "fixed", "personas": "hale"}, "expected 2 different"),
        ({"persona-choice": "fixed", "personas": "hale,hale"}, "expected 2 different"),
        ({"persona-choice": "fixed", "personas": "hale,oxgrave,hale"}, "expected 2, not 3"),
        ({"persona-choice": "fixed", "personas": "hale,minos"}, "of any of oxgrave"),
    ],
)
def test_s2_personas_that_do_not_fit_are_refused(options, message):
    with pytest.raises(BadOption, match=message):
        GAME.read_options(options, 2)


def test_s3_the_chosen_personas_cards_make_the_decks_and_the_others_are_out():
    maze = fixed()
    symbols = {"hammer", "feather"}
    assert {card.symbol for card in maze.treasures.fog} == symbols
    assert {card.symbol for card in maze.encounters.fog} == symbols | {None}
    assert len(maze.treasures.fog) == 20 - 6
    assert len(maze.box) == 120 - 40


def test_s4_three_difficulty_cards_lie_unseen_in_the_encounter_deck():
    maze = fixed()
    assert (maze.edis, len(maze.encounters), len(maze.difficulty)) == (3, 23, 25)
    assert not maze.in_play


def test_s5_everybody_starts_living_whole_and_bare():
    for hero in fixed().heroes:
        assert (hero.undead, hero.stones, hero.equipped) == (False, 0, [])
        assert hero.health == hero.persona.health


def test_s6_the_highest_face_goes_first():
    assert fixed("3 5").acting == 1
    assert fixed("1 6").acting == 1


def test_s6_r50_the_tied_roll_again_and_after_five_rolls_the_lowest_seat_goes_first():
    assert fixed("4 4 2 3").acting == 1
    assert fixed("4 4 3 3 6 6 1 1 2 2").acting == 0


def test_s7_the_deal_starts_with_the_first_player():
    maze = fixed("1 2")
    assert holds(maze, 2) == "quarry-maul chipped-pick slab-shield"
    assert holds(maze, 1) == "road-rapier hand-bow dented-buckler"
    assert names(maze.treasure_discard) == ""


def test_s8_the_first_player_takes_the_first_turn():
    maze = fixed("1 2")
    assert (maze.acting, maze.turns) == (1, 0)


@pytest.mark.parametrize(
    ("preset", "start", "more", "stones"),
    [("rulebook", 3, 2, 4), ("gentle", 1, 1, 4), ("royal", 5, 3, 4), ("short", 3, 2, 3)],
)
def test_presets(preset, start, more, stones):
    options, _ = GAME.read_options({}, 2, preset)
    assert (options.start_difficulty, options.reshuffle_difficulty) == (start, more)
    assert options.stones_to_leave == stones
