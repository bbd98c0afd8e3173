"""Rewards: what an ending is worth to a seat. They come once, at the end of the game."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from undercroft.core.errors import BadOption, quoted
from undercroft.core.game import Outcome
from undercroft.core.language.standing import ahead

Reward: TypeAlias = Callable[[Outcome, int], float]


def score(outcome: Outcome, seat: int) -> float:
    """Give the seat's score, as the game counts it."""
    return float(outcome.scores[seat])


def win(outcome: Outcome, seat: int) -> float:
    """Give 1 for a win, however many win; else 0."""
    return float(seat in outcome.winners)


def place(outcome: Outcome, seat: int) -> float:
    """Give 1 for the first place down to -1 for the last; a lone player gets 1 for a win."""
    return ahead(outcome, seat) if len(outcome.scores) > 1 else win(outcome, seat)


REWARDS: Final[Mapping[str, Reward]] = {"score": score, "win": win, "place": place}


def reward_of(reward: str | Reward) -> Reward:
    """Find a reward by its name; a function of outcome and seat is one, too."""
    if not isinstance(reward, str):
        return reward
    if reward not in REWARDS:
        raise BadOption(f"unknown reward {quoted(reward)}; use one of: {', '.join(REWARDS)}")
    return REWARDS[reward]
