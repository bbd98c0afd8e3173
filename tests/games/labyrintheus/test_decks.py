"""Decks (5.12)."""

from tests.games.labyrintheus.builders import a_maze, difficulty, holds, names, of, play, told
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.events import EncounterDeckRebuilt, TreasureDeckRebuilt
from undercroft.games.labyrintheus.rules.setup import ROWS

CHEST = "draw encounter: slate-strongbox"


def only(*ids: str) -> list[Treasure]:
    return [card for card in ROWS.values() if isinstance(card, Treasure) and card.id in ids]


def test_k1_the_treasure_discard_becomes_the_deck():
    maze = a_maze()
    maze.treasures.fog, maze.treasure_discard = only("hand-bow"), only("called-out", "wrong-foot")
    script = f"{CHEST}\ndraw treasure: hand-bow\ndraw treasure: wrong-foot\nP1 cleanup: done"
    events = told(maze, script)
    assert [event.cards for event in of(events, TreasureDeckRebuilt)] == [2]
    assert (holds(maze, 1), names(maze.treasures)) == ("hand-bow wrong-foot", "called-out")


def test_k1_with_neither_no_card_is_drawn():
    maze = a_maze()
    maze.treasures.fog = only("called-out")
    play(maze, f"{CHEST}\ndraw treasure: called-out")
    assert holds(maze, 1) == "called-out"


def test_k2_the_encounter_deck_is_rebuilt_only_when_a_card_must_be_drawn():
    maze = a_maze(deck="loose-stair", discard="scree-rat")
    events = told(maze, "draw encounter: loose-stair\nroll combat: 5")
    assert not of(events, EncounterDeckRebuilt)
    events = told(maze, "draw encounter: scree-rat\nroll combat: 5\ndraw treasure: called-out")
    assert [(event.cards, event.added) for event in of(events, EncounterDeckRebuilt)] == [(2, 2)]


def test_k2_the_option_says_how_many_difficulty_cards_are_added():
    maze = a_maze(deck="", discard="loose-stair", reshuffle_difficulty=4)
    play(maze, "draw encounter: loose-stair\nroll combat: 5")
    assert maze.edis == 4


def test_r17_as_many_difficulty_cards_as_are_left():
    maze = a_maze(deck="", discard="loose-stair")
    maze.difficulty.fog = difficulty("edi-doom-1")
    play(maze, "draw encounter: loose-stair\nroll combat: 5")
    assert maze.edis == 1


def test_r52_a_card_under_resolution_is_not_part_of_the_new_deck():
    maze = a_maze(deck="slate-strongbox", discard="scree-rat")
    play(maze, f"{CHEST}\ndraw treasure: called-out\ndraw treasure: wrong-foot")
    assert names(maze.encounter_discard) == "scree-rat slate-strongbox"


def test_k3_r16_a_difficulty_card_is_named_when_drawn_and_stays_in_play():
    maze = a_maze(deck="edi loose-stair", discard="")
    script = "draw encounter: edi\ndraw difficulty: edi-guile-5\ndraw encounter: loose-stair"
    play(maze, f"{script}\nroll combat: 5")
    assert names(maze.in_play) == "edi-guile-5"
    assert "edi-guile-5" not in names(maze.difficulty)
    play(maze, "draw encounter: loose-stair\nroll combat: 5")
    assert names(maze.in_play) == "edi-guile-5"
