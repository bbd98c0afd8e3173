"""Deals at which there is something to decide: one in thirty of Tomb's ends without a question."""

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


def some_seed() -> str:
    """Make a seed that nobody can guess, of a deal that asks something."""
    return next(filter(asks, iter(new_seed, "")))


def some_secret() -> str:
    """Make a server's secret with which today's deal asks something."""
    return next(
        one for one in iter(new_seed, "") if asks(settled_seed(one, find_game("tomb"), this_day()))
    )
