"""Who reads the log is *you* in it."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from undercroft.core.fates import Seeded
from undercroft.core.language.addressing import YOU, addressed, words_for
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.words import CORE
from undercroft.games import catalogue

GAMES = catalogue()
OPENS = re.compile(r"(?:^|[.!?;] )\{\w+:(?:player|seat)\} ((?:now )?[\w']+)")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{} draws 2 treasures.", "You draw 2 treasures."),
        ("Ada attacks {}: 3 damage.", "Ada attacks you: 3 damage."),
        ("Round 2: {}'s turn.", "Round 2: your turn."),
        ("{}'s turn is over. {} is next.", "Your turn is over. You are next."),
        ("{} loses 2 health and has 3 left.", "You lose 2 health and have 3 left."),
        ("Ada beats {} and takes a Life.", "Ada beats you and takes a Life."),
        ("{} now has 2, and {} has 1.", "You now have 2, and you have 1."),
        ("{} leaves the labyrinth and wins.", "You leave the labyrinth and win."),
        ("{}: Turn 3.", "You: Turn 3."),
        ("The damage to {} is now 3.", "The damage to you is now 3."),
        ("Ada wins; {} owes 5 chips.", "Ada wins; you owe 5 chips."),
        ("{} to play", "You to play"),
        ("Thief, {}: room B", "Thief, you: room B"),
        ("{} searches, reaches 9, and finds a clue.", "You search, reach 9, and find a clue."),
        ("{} yodels.", "Guest yodels."),
    ],
)
def test_a_reader_is_you_with_the_verb_that_goes_with_it(text: str, told: str) -> None:
    assert addressed(text.replace("{}", YOU), "Guest") == told


@pytest.mark.parametrize("id", GAMES)
def test_every_verb_that_follows_a_name_has_its_form(id: str) -> None:
    verbs, tables = CORE.words.tables["you"]["verbs"], GAMES[id].words.tables
    said = [event["text"] for event in tables["events"].values()] + [*tables["table"].values()]
    texts = [text for it in said for text in leaves(it)]
    found = {verb for text in texts for verb in OPENS.findall(text)}
    assert found <= verbs.keys()


def leaves(text: Any) -> Iterator[str]:
    if isinstance(text, str):
        yield text
    else:
        for by, told in text.items():
            if by != "by":
                yield from leaves(told)


@pytest.mark.parametrize("id", GAMES)
def test_no_line_calls_its_reader_by_name(id: str) -> None:
    game = GAMES[id]
    seats = min(3, game.seats[1])
    names = ["Guest", "Ada", "Bob"][:seats]
    words = words_for(game.words, names, 0)
    play, luck = Play(game, {}, seats, fates=Seeded("you")), Random("you")
    for _ in range(400):
        question = play.question
        if not isinstance(question, Decision):
            break
        play.answer(luck.choice(question.options))
    told = [words.event(event) for event in play.events_for(0)]
    assert any("You " in line for line in told)
    assert not [line for line in told if "Guest" in line or YOU in line]
