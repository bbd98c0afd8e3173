"""The log and the story: a thing is told once, and by the name of whoever did it."""

import re
from typing import Any

from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games.talisman import GAME
from undercroft.games.talisman import events as told

WORDS = GAME.words


def a_game() -> Any:
    play: Any = Play(GAME, {"round-cap": 8}, 2, Seeded("a saga"), preset="quest")
    bots = [GAME.new_bot("canny", lambda: 0.5) for _ in range(2)]
    while play.question is not None:
        seat = play.question.seat
        play.answer(str(bots[seat](play.question, play.look(seat))))
    return play


def test_what_another_line_says_is_no_line_of_its_own():
    for event in (
        told.AdventureDrawn(round=1, seat=0, at="moor", card="a-moor-wolf"),
        told.TreasureFound(round=1, seat=0, at="d4", card="t-compass"),
        told.Prepared(round=0, seat=0, at="causeway", card="p-sword", treasure=None),
        told.TurnEnded(round=1, seat=0, at="moor"),
        told.LabyrinthEntered(round=1, seat=0, at="d4", stair="ent-keep"),
        told.PurchaseTaken(round=1, seat=0, at="city", card="p-sword", price=2),
        told.ObjectGained(round=1, seat=0, at="city", card="talisman-card"),
    ):
        assert WORDS.event(event) == ""
    coins = told.TreasureFound(round=1, seat=0, at="d4", card="t-coins")
    assert "finds a Treasure" in WORDS.event(coins)


def test_the_story_is_that_of_the_characters():
    play = a_game()
    dealt = [event.character for event in play.events if isinstance(event, told.CharacterDealt)]
    story = GAME.chronicle(play.events, WORDS, "a saga")
    assert story[0].startswith("Player 1 ")
    assert f" as the {WORDS.title(dealt[0])}." in story[0]
    turns = " ".join(story[2:-1])
    assert f"The {WORDS.title(dealt[0])} " in turns
    assert "Player 1 " not in turns
    assert not re.search(r"\b[a-g][1-7]\b", turns)  # nobody in a saga stands on a square
    assert "  " not in turns


def test_a_turn_on_which_a_character_only_walks_is_no_part_of_the_story():
    walk = told.Moved(round=1, seat=0, at="moor", origin="fen", goal="moor", how="road")
    down = told.Moved(round=2, seat=0, at="d4", origin="fen", goal="d4", how="stairs")
    turns = [told.TurnStarted(round=n, seat=0, at="fen") for n in (1, 2)]
    story = GAME.chronicle([turns[0], walk, turns[1], walk, down], WORDS, "a walk")
    assert len(story) == 1
    assert "down into the dark" in story[0]


def test_the_story_joins_what_a_character_does_and_names_it_once():
    def heard(event: Any, **more: Any) -> Any:
        return event(round=1, seat=0, at="meadow", **more)

    walks = heard(told.Moved, origin="fen", goal="meadow", how="road")
    story = GAME.chronicle(
        [
            told.TurnStarted(round=1, seat=0, at="fen"),
            walks,
            heard(told.EnemyMet, card="a-moor-wolf", kind="battle", value=2),
            heard(told.SpellDrawn),
            heard(told.SpellDrawn),
            walks,
        ],
        WORDS.calling(["Ada"]),
        "a saga",
    )
    assert re.fullmatch(
        r"Ada (took the road|came|walked on) to the Meadow.* Moor Wolf.* learned a Spell twice.*",
        story[0],
    )
    assert story[0].count("learned a Spell") == 1


def test_the_story_says_whose_turn_it_is_before_anything_else():
    play = a_game()
    names = [f"the {WORDS.title(e.character)}" for e in play.events if e.id == "character-dealt"]
    for turn in GAME.chronicle(play.events, WORDS, "a saga")[2:-1]:
        first = turn.split(". ")[0].lower()
        assert any(name.lower() in first for name in names), turn


def test_a_wording_does_not_come_twice_in_a_row():
    met = told.EnemyMet(round=1, seat=0, at="fen", card="a-moor-wolf", kind="battle", value=2)
    turn = told.TurnStarted(round=1, seat=0, at="fen")
    one, two = GAME.chronicle([turn, met, turn, met], WORDS.calling(["Ada"]), "a saga")
    assert one != two


def test_the_story_keeps_the_hand_to_itself():
    held = told.SpellHeld(round=1, seat=0, at="fen", card="sp-mend")
    missed = told.TurnMissed(round=1, seat=0, at="fen", left=0)
    assert GAME.chronicle([held, missed], WORDS, "a hand") == []
