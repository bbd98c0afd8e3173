"""Exact chances, checked against counting by hand and against the rules themselves."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from tests.games.labyrintheus.builders import a_maze, play, question
from undercroft.core.questions import Fate
from undercroft.core.records.journal import match, read_answers
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.rules.turns import turn
from undercroft.games.labyrintheus.show.odds import dice, odds
from undercroft.games.labyrintheus.state import Maze
from undercroft.games.labyrintheus.view import view

RIVAL = {"holds": "trip-line"}  # somebody who is asked in the reveal window


def test_the_throws_of_one_reroll_are_counted_out_of_36():
    cases = dice(4, keen=False, chain=False)
    assert cases.total() == 36
    assert (cases[0], cases[5], cases[7], cases[12], cases[6]) == (6, 6, 1, 1, 0)


def test_keen_leaves_six_throws():
    assert dict(dice(4, keen=True, chain=False)) == {0: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def test_a_chain_is_counted_as_far_as_it_matters():
    cases = dice(14, keen=False, chain=True)
    assert cases.total() == 6**4
    assert sum(n for total, n in cases.items() if total >= 14) == 30  # 6, 6, then 2 or more


def by_the_rules(maze: Maze, script: str, use: Sequence[str]) -> Fraction:
    """Play every throw, and count the wins."""
    won = 0
    for first, second in product(range(1, 7), repeat=2):
        lines = f"{script}\nroll combat: {first}"
        if next_question(maze.copy(), lines) == "roll again":
            lines += f"\nroll again: {second}"
        for card in use:
            asked = next_question(maze.copy(), lines).split()
            if asked[:2] == ["P1", "roll"] and f"use:{card}" in asked:
                lines += f"\nP1 roll: use:{card}"
        won += next_question(maze.copy(), lines) == "draw treasure"
    return Fraction(won, 36)


def next_question(maze: Maze, lines: str) -> str:
    """Say what is asked after the lines, with its options if somebody is asked."""
    rules, answer = turn(maze), None
    try:
        for entry in read_answers([line.strip() for line in lines.split("\n")]):
            answer = match(rules.send(answer), entry)
        asked = rules.send(answer)
    except StopIteration:
        return ""
    return (
        asked.label
        if isinstance(asked, Fate)
        else " ".join([asked.label, *map(str, asked.choices)])
    )


@pytest.mark.parametrize(
    ("personas", "wear", "card"),
    [
        ("oxgrave hale", "chipped-pick quarry-maul", "slate-golem"),
        ("hale oxgrave", "road-rapier", "cavern-troll"),
        ("oxgrave hale", "", "scree-rat"),
        ("oxgrave hale", "quarry-maul", "gale-wisp"),
        ("hale oxgrave", "plumed-helm", "masked-bravo"),
    ],
)
def test_the_odds_of_a_throw_are_those_of_the_rules(personas, wear, card):
    script = f"draw encounter: {card}"
    bare, helped = with_and_without_items(a_maze(personas, p1={"wears": wear}, p2=RIVAL), script)
    assert bare == by_the_rules(a_maze(personas), script, ())
    assert helped == by_the_rules(a_maze(personas, p1={"wears": wear}), script, wear.split())


def test_against_stalk_only_one_item_helps():
    maze = a_maze(p1={"wears": "chipped-pick quarry-maul"}, p2=RIVAL)
    _, helped = with_and_without_items(maze, "draw encounter: gale-wisp")
    assert helped == Fraction(5, 6)  # with the quarry-maul alone


def with_and_without_items(maze: Maze, script: str) -> tuple[Fraction, Fraction]:
    """Give the fighter's chance as it stands, and with all that may be used."""
    asked = question(maze, script)
    cases = odds(GAME.rows, view(maze, 1), asked)["pass"]
    wins, helped = cases.get("wins", 0), cases.get("wins-with-items", 0)
    total = sum(cases.values())
    return Fraction(wins, total), Fraction(wins + helped, total)


def test_a_reveal_shows_what_passing_and_playing_lead_to():
    maze = a_maze("hale quickthorn", p2={"holds": "trip-line step-between"})
    asked = question(maze, "draw encounter: masked-bravo")
    found = odds(GAME.rows, view(maze, 1), asked)
    assert dict(found["pass"]) == {"wins": 4, "loses": 2}  # keen; 3 and up with Quick Wrist
    assert dict(found["play:trip-line"]) == {"wins": 2, "loses": 4}
    assert dict(found["play:step-between"]) == {"wins": 3, "loses": 3}


def test_a_reroll_shows_the_new_throw_with_all_that_was_added():
    maze = a_maze("dunestrider hale")
    asked = question(maze, "draw encounter: wind-shaft\nroll combat: 2")
    found = odds(GAME.rows, view(maze, 0), asked)
    assert dict(found["trait:patient-eye"]) == {"loses": 24, "wins": 12}


def test_attacks_show_their_chance_to_hit():
    maze = a_maze("hale oxgrave ashgrove", p1={"undead": True})
    asked = question(maze, "draw encounter: rockfall")
    found = odds(GAME.rows, view(maze, 0), asked)
    assert dict(found["attack:P2"]) == {"hits": 24, "misses": 12}  # keen: 3 and up
    assert dict(found["attack:P3"]) == {"hits": 18, "misses": 18}
    assert "hold" not in found
    maze = a_maze("hale oxgrave", p1={"holds": "called-out", "wears": "hand-bow"})
    found = odds(GAME.rows, view(maze, 0), question(maze))
    assert dict(found["play:called-out>P2"]) == {"hits": 24, "hits-with-items": 6, "misses": 6}


def test_a_special_shows_its_own_chance():
    maze = a_maze("oxgrave hale ashgrove", p1={"undead": True})
    asked = question(maze, "draw encounter: masked-bravo\nP1 undead-attack: attack:P2")
    found = odds(GAME.rows, view(maze, 0), asked)
    assert found["special:keen"]["hits"] > found["special:crush"]["hits"]


def test_a_challenge_shows_its_chance():
    maze = a_maze(p1={"stones": 4}, p2={"stones": 4}, portal=(1, ""))
    found = odds(GAME.rows, view(maze, 1), question(maze))
    assert dict(found["challenge"]) == {"hits": 24, "misses": 12}


def test_certain_options_have_no_odds():
    maze = a_maze(p1={"holds": "bone-broth"})
    assert odds(GAME.rows, view(maze, 0), question(maze)) == {}
    maze = a_maze("fennimore oxgrave", p1={"holds": "false-light"})
    asked = question(maze, "draw encounter: bog-imp")
    assert [*odds(GAME.rows, view(maze, 0), asked)] == ["pass"]
    play(a_maze(), "draw encounter: loose-stair\nroll combat: 5")
