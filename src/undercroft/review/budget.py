"""How much a review may cost."""

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Final, NamedTuple

PATIENCE: Final = 4  # on a crowded machine a second of work may take so many


class Budget(NamedTuple):
    """How much may be spent. By playouts, a review is the same each time; by seconds it is not.

    Seconds are those of work, as on a machine that has nothing else to do.
    """

    seconds: float | None = None
    playouts: int | None = None


class Purse:
    """What has been spent of a budget, and who hears of it."""

    def __init__(self, budget: Budget, progress: Callable[[float], None]) -> None:
        self._budget, self._progress = budget, progress
        self._began, self._worked = perf_counter(), process_time()
        self.playouts = 0

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return perf_counter() - self._began

    @property
    def spent(self) -> float:
        """The part of the budget that is spent."""
        parts = [0.0]
        if self._budget.seconds is not None:
            worked = max(process_time() - self._worked, self.seconds / PATIENCE)
            parts.append(worked / self._budget.seconds)
        if self._budget.playouts is not None:
            parts.append(self.playouts / self._budget.playouts)
        return max(parts)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left."""
        return self.spent >= 1.0

    def pay(self) -> None:
        """Pay for one playout."""
        self.playouts += 1
        self._progress(min(self.spent, 1.0))
