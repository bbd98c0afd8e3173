"""Dealing anew what a seat cannot know (D-7, section 10)."""

from functools import cache
from random import Random

import pytest

from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games.tomb import GAME
from undercroft.games.tomb.state import Match, Tomb


def asked_of_seat_2(order: str, seed: int) -> Play | None:
    """Play at random on the same deal until seat 2 has chosen its way a few times."""
    luck = Random(seed)
    play = Play(GAME, {"deal": "same", "duel-order": order}, 2, Seeded(str(seed)))
    asked = 0
    while play.question:
        assert isinstance(play.question, Decision)
        if play.question.label == "P2 next":
            asked += 1
            if asked == 3:
                return play
            play.answer("deeper")
        else:
            play.answer(play.question.choices[int(luck.random() * len(play.question.choices))])
    return None


@cache
def imagined_rivals(order: str) -> list[tuple[Match, Tomb, Tomb]]:
    """Give seat 2's match, seat 1's game as it is, and as seat 2 imagines it; many times."""
    found = []
    for seed in range(40):
        if play := asked_of_seat_2(order, seed):
            assert isinstance(play.state, Match)
            for again in range(3):
                state = play.imagine(1, Random(again).random).state
                assert isinstance(state, Match)
                found.append((state, play.state.tombs[0], state.tombs[0]))
    assert len(found) > 25
    return found


@pytest.mark.parametrize("order", ["alternate", "one-by-one"])
def test_d7_an_imagined_rival_is_over_if_and_only_if_the_real_one_is(order: str) -> None:
    for _, real, imagined in imagined_rivals(order):
        assert bool(imagined.result) == bool(real.result)


@pytest.mark.parametrize("order", ["alternate", "one-by-one"])
def test_t6_an_imagined_rival_that_is_out_plays_no_further(order: str) -> None:
    for _, _, imagined in imagined_rivals(order):
        if imagined.result and imagined.result.outcome in ("won", "escaped"):
            assert imagined.retreat_done == imagined.delve_done - 1
        else:
            assert imagined.retreat_done <= max(0, imagined.delve_done - 1)


@pytest.mark.parametrize("order", ["alternate", "one-by-one"])
def test_d7_an_imagined_rival_has_turned_what_the_seat_has_turned(order: str) -> None:
    for match, _, imagined in imagined_rivals(order):
        own = match.tombs[1]
        known = match.order[: len(match.pack) - len(own.deck.fog)]
        assert {card.id for card in known} == {*match.pack} - {card.id for card in own.deck.fog}
        turned = len(match.pack) - len(imagined.deck.fog)
        assert {card.id for card in match.order[:turned]} == {
            card.id for card in match.pack.values()
        } - {card.id for card in imagined.deck.fog}
