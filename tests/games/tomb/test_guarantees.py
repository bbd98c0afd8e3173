"""What holds in every game (T-36 to T-38), tried on many random ones."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.games.tomb.builders import a_tomb, rows_of, section
from undercroft.core.events import Event
from undercroft.core.fates import lucky
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Question
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import MOST_COPIES
from undercroft.games.tomb.events import CardTurned, PlayerDied, PlayerLost

QUESTIONS = {row[0].strip("`") for row in rows_of(section("Questions and fate"))[:6]}


def random_play(seed: int) -> tuple[list[Question[Any]], list[Event]]:
    """Play at random, deeper rather than back; give the questions and the events."""
    luck = Random(seed).random
    play = Play(GAME, {"scroll": "hand" if seed % 2 else "deck"}, fates=lucky(luck))
    asked = []
    while play.question:
        asked.append(play.question)
        options = play.question.choices
        deeper = play.question.id == "next" and luck() < 0.8
        play.answer(options[0 if deeper else int(luck() * len(options))])
    return asked, play.events


@pytest.fixture(scope="module")
def random_plays() -> list[tuple[list[Question[Any]], list[Event]]]:
    return [random_play(seed) for seed in range(150)]


def of_kind(events: list[Event], *kinds: type[Event]) -> Iterator[Event]:
    return (event for event in events if isinstance(event, kinds))


def test_t36_every_question_has_two_options_or_more(
    random_plays: list[tuple[list[Question[Any]], list[Event]]],
) -> None:
    asked = [question for questions, _ in random_plays for question in questions]
    assert {question.id for question in asked} == QUESTIONS
    for question in asked:
        assert isinstance(question, Decision)
        assert len(set(map(str, question.options))) == len(question.options) >= 2


def test_t37_at_most_45_cards_are_turned_and_every_game_ends(
    random_plays: list[tuple[list[Question[Any]], list[Event]]],
) -> None:
    for questions, events in random_plays:
        assert len([*of_kind(events, CardTurned)]) <= 45
        assert len(questions) + 45 <= GAME.bound(GAME.options(), 1) / MOST_COPIES
        assert events[-1].id == "game-scored"


def test_t38_the_deck_is_never_empty_when_a_card_has_to_be_turned(
    random_plays: list[tuple[list[Question[Any]], list[Event]]],
) -> None:
    for _, events in random_plays:
        for lost in of_kind(events, PlayerLost):
            assert isinstance(lost, PlayerLost)
            assert lost.torch is not None


def test_t38_the_last_torch_is_turned_before_the_deck_is_empty() -> None:
    """However the torches start, an ace left in the deck is the fourth at the latest."""
    for start_torches in (0, 1, 2):
        tomb = a_tomb(start_torches=start_torches)
        aces = [card for card in tomb.deck.fog if card.kind == "torch"]
        assert len(aces) + len(tomb.torches) == 4


def test_t39_nobody_dies_and_is_lost(
    random_plays: list[tuple[list[Question[Any]], list[Event]]],
) -> None:
    for _, events in random_plays:
        assert len([*of_kind(events, PlayerDied, PlayerLost)]) <= 1
