"""Deals at which there is something to decide: one in thirty of Tomb's ends without a question.

Every run meets the same few deals, by turns, in whatever order its tests come; with
`UNDERCROFT_EXAMPLES=new` it meets others, as the nightly run does.
"""

import os
from collections.abc import Iterator
from itertools import cycle

from undercroft.core.fates import Seeded, new_seed
from undercroft.core.play import Play
from undercroft.games import find_game
from undercroft.web.live.days import settled_seed, this_day


def asks(seed: str) -> bool:
    """Whether Tomb, with a seed, first asks which way to go, and asks more after that."""
    play = Play(find_game("tomb"), fates=Seeded(seed))
    if play.question is None or play.question.id != "next":
        return False
    for _ in range(3):
        if play.question is not None:
            play.answer(play.question.choices[0])
    return play.question is not None


def seeds() -> Iterator[str]:
    """Make seeds: the same few over and over, or new ones."""
    if os.environ.get("UNDERCROFT_EXAMPLES") == "new":
        return iter(new_seed, "")
    return cycle([f"q-{number:032x}" for number in range(1, 9)])


SEEDS = seeds()


def some_seed() -> str:
    """Make a seed of a deal that asks something."""
    return next(filter(asks, SEEDS))


def some_secret() -> str:
    """Make a server's secret, unlike any other's, with which today's deal asks something."""
    return next(
        one for one in iter(new_seed, "") if asks(settled_seed(one, find_game("tomb"), this_day()))
    )
