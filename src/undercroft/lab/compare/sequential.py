"""An interval that holds however often one looks: so a comparison may stop when it is narrow.

The usual 95% interval is right for a number of games fixed beforehand. Who looks after every chunk
and stops when pleased is wrong more often. A confidence sequence covers the true mean at all times
at once, with probability 95%, and needs no assumption but that values are bounded and games are
independent of each other.

This is the predictable plug-in empirical Bernstein confidence sequence, Theorem 2 of Waudby-Smith
and Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal
Statistical Society, Series B 86 (2024), 1-27. It adapts to the variance, which is small where few
games flip. The theorem holds for any bets that depend on earlier games alone. The paper's own suit
no time in particular; where it is known how narrow the interval is to become, a bet of that width
over the variance makes it so in fewer games. The running intersection of the intervals is valid as
well, and never widens.
"""

from math import log, log1p, sqrt
from typing import Final

ALPHA: Final = 0.05
MOST_BET: Final = 0.5  # the paper's c


class Sequence:
    """The confidence sequence of the mean of differences between -1 and 1."""

    def __init__(self, until: float | None = None, alpha: float = ALPHA) -> None:
        self.low, self.high = -1.0, 1.0
        self._until = None if until is None else until / 2  # for values from 0 to 1
        self._bits = log(2 / alpha)
        self._times = 0
        self._sum = 0.0
        self._squares = 0.0
        self._bets = self._won = self._spent = 0.0

    @property
    def within(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def see(self, difference: float) -> None:
        """Take the next game's difference into account; order matters."""
        value = (difference + 1) / 2  # the theorem is for values from 0 to 1
        mean = (0.5 + self._sum) / (self._times + 1)
        variance = (0.25 + self._squares) / (self._times + 1)
        self._times += 1
        times = self._times
        if self._until is None:
            bet = min(sqrt(2 * self._bits / (variance * times * log1p(times))), MOST_BET)
        else:
            bet = min(self._until / variance, MOST_BET)
        self._bets += bet
        self._won += bet * value
        self._spent += (value - mean) ** 2 * (-log1p(-bet) - bet)
        self._sum += value
        self._squares += (value - (0.5 + self._sum) / (times + 1)) ** 2
        middle = self._won / self._bets
        within = (self._bits + self._spent) / self._bets
        self.low = max(self.low, 2 * (middle - within) - 1)
        self.high = min(self.high, 2 * (middle + within) - 1)
