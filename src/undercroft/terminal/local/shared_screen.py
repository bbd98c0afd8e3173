"""Who sits at the screen, where several people share it."""

from collections.abc import Sequence
from typing import Any

from undercroft.core.questions import Decision, Question


class SharedScreen:
    """The one screen, who sits at it, and who is to sit down next.

    A secret decision must not show who is asked. So the screen goes round: everybody else sits
    down once, and those who are not asked find nothing to decide.
    """

    def __init__(self, people: Sequence[int]) -> None:
        self._people = people
        self._round: list[int] = []  # who is still to sit down before the play is shown on
        self._about: Question[Any] | None = None  # what it goes round for
        self._alone = len(people) == 1  # whether nobody else looks
        self.here: int | None = people[0] if self._alone else None

    @property
    def is_shared(self) -> bool:
        """Whether several people use the screen."""
        return len(self._people) > 1

    @property
    def goes_round(self) -> bool:
        """Whether the screen is still going round."""
        return bool(self._round)

    def asks(self, question: Question[Any] | None) -> bool:
        """Whether the one who sits here is asked."""
        return isinstance(question, Decision) and question.seat == self.here

    def is_up(self, question: Question[Any] | None) -> bool:
        """Whether the one who sits here can answer now; what came of an answer waits its time."""
        return self.asks(question) and (question is self._about or not self._round)

    def due(self, question: Question[Any] | None) -> int | None:
        """Say who is to sit down next; `None`: the same player stays."""
        if self.is_up(question):
            return None
        if not self._round and isinstance(question, Decision) and question.seat in self._people:
            self._about = question
            self._round = self._others() if question.secret else [question.seat]
        return self._round[0] if self._round else None

    def sit_down(self, seat: int, *, alone: bool) -> None:
        """Sit down: alone, or with everybody looking."""
        self.here, self._alone = seat, alone or not self.is_shared
        self._round = self._round[1:]

    def mind(self, *, hidden: bool) -> None:
        """Get up if hands have become hidden while everybody looks."""
        if hidden and not self._alone:
            self.here = None

    def stop_round(self) -> None:
        """Begin anew: an answer was undone."""
        self._round = []

    def _others(self) -> list[int]:
        """List the others, in their order after the one who is here."""
        after = [seat for seat in self._people if self.here is None or seat > self.here]
        return [*after, *(seat for seat in self._people if seat not in (*after, self.here))]
