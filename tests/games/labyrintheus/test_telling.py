"""The table as text and the chronicle."""

import random
import re

import pytest

from tests.games.labyrintheus.builders import a_maze, question, told
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.show.telling import chronicle, draw_table
from undercroft.games.labyrintheus.view import view

WORDS = GAME.words


def test_the_table_shows_everybody_and_what_lies_in_the_middle():
    maze = a_maze(
        "oxgrave hale",
        p1={"wears": "chipped-pick", "holds": "bone-broth", "stones": 2},
        p2={"holds": "hand-bow"},
        in_play="edi-wrath-1",
    )
    question(maze, "P1 prep: done\ndraw encounter: slate-golem\nroll combat: 3")
    assert draw_table(GAME.rows, view(maze, 0), WORDS) == (
        "Round 1 of 50, P1's turn, encounter; play goes left\n"
        "Difficulty: damage +1, defence and checks +0; encounter deck 19 (0 difficulty),\n"
        "treasure deck 17; discard piles: 0 encounter, 0 treasure\n"
        "  P1, Tarn Oxgrave (Hammer), to play: health 11/11, defence 4, damage 2, 2 gate\n"
        "     stones\n"
        "     Equipped: hand Chipped Pick (attack +1; hardness 3); hand -; body -; head\n"
        "     -; item -\n"
        "     Backpack 1: Bone Broth (heals 3)\n"
        "  P2, Corvin Hale (Feather): health 10/10, defence 4, damage 2, 0 gate stones\n"
        "     Equipped: hand -; hand -; body -; head -; item -\n"
        "     Backpack 1\n"
        "* On the table: Slate Golem (defence 4, damage 2, crush); P1 has 3 against 4"
    )


def test_the_table_shows_the_undead_the_portal_and_damage_on_its_way():
    maze = a_maze(
        "ashgrove hale oxgrave",
        p1={"holds": "shielding-light", "stones": 4},
        p2={"undead": True, "crumbled": True},
        p3={"undead": True},
        portal=(1, "2 3"),
    )
    maze.portal = None
    question(maze, "P1 announce: draw\ndraw encounter: headless-rider\nroll combat: 2")
    text = draw_table(GAME.rows, view(maze, 0), WORDS)
    assert "Undead (keen), crumbled: spends the next turn rising" in text
    assert "Undead (crush)\n" in text
    assert "3 damage about to hit P1" in text
    maze = a_maze("ashgrove hale", p1={"stones": 4}, portal=(1, "2"), to_move=2)
    assert "P1's portal is open; still to move: P2" in draw_table(
        GAME.rows, view(maze, None), WORDS
    )


@pytest.mark.parametrize("seats", [2, 6])
def test_the_table_is_never_wider_than_80_columns(seats):
    luck = random.Random(seats)
    play = Play(GAME, {"persona-choice": "random"}, seats, Seeded(f"wide {seats}"))
    bots = [GAME.new_bot("contender", luck.random) for _ in range(seats)]
    while play.question is not None:
        seat = play.question.seat  # type: ignore[attr-defined]
        table = draw_table(GAME.rows, play.view(seat), WORDS)
        assert max(map(len, table.split("\n"))) <= 80
        play.answer(bots[seat](play.question, play.look(seat)))


def test_the_chronicle_tells_a_paragraph_a_turn():
    maze = a_maze("oxgrave hale", p1={"stones": 3})
    events = told(
        maze,
        "draw encounter: scree-rat\nroll combat: 5\ndraw treasure: shoulder-through\n"
        "draw encounter: wind-shaft\nroll combat: 1",
        2,
    )
    first, second = chronicle(events, WORDS, "k")
    assert "Scree Rat" in first
    assert "Wind Shaft" in second


def test_the_same_play_tells_the_same_story_and_another_key_another():
    play = Play(GAME, {"persona-choice": "random"}, 3, Seeded("story"))
    luck = random.Random(1)
    bots = [GAME.new_bot("contender", luck.random) for _ in range(3)]
    while play.question is not None:
        seat = play.question.seat  # type: ignore[attr-defined]
        play.answer(bots[seat](play.question, play.look(seat)))
    story = chronicle(play.events, WORDS, "one")
    assert story == chronicle(play.events, WORDS, "one")
    assert story != chronicle(play.events, WORDS, "two")
    assert len(story) > 5
    assert not [line for line in story if re.search(r"\bP[1-6]\b", line)]  # by personas' names
    assert not [line for line in story if "{" in line or "none" in line.split()]
    named = chronicle(play.events, WORDS.calling(["Ann", "Bob", "Cleo"]), "one")
    assert all(f"({name})" in named[0] for name in ("Ann", "Bob", "Cleo"))  # who is who
    assert named[1:] == story[1:]


def test_the_chronicle_tells_spectators_the_same_as_players():
    maze = a_maze("oxgrave hale")
    events = told(maze, "draw encounter: scree-rat\nroll combat: 5\ndraw treasure: called-out")
    public = [event for event in events if event.is_for(None)]
    assert len(public) < len(events)
    everybody = " ".join(chronicle(events, WORDS, ""))
    assert "Called Out" not in everybody
