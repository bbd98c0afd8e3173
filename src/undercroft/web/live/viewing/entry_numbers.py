"""The numbers of entries, as each viewer counts them: what others answer unseen does not count.

A number names the last entry that a viewer may know of. It never comes twice: what was undone
counts by the million.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.play import Play
from undercroft.core.questions import Decision, Question
from undercroft.core.records.entries import Answered, Consent, Entry, StepBack
from undercroft.core.seats import Eyes, seat_of

A_STEP_BACK: Final = 1_000_000

# -- what somebody may know -----------------------------------------------------------------------


def is_known(play: Play, question: Question[Any] | None, seat: Eyes) -> bool:
    """Whether a seat may know what is asked, and of whom: it is no secret, and names none."""
    if not isinstance(question, Decision) or question.seat == seat:
        return True
    if question.secret:
        return False
    named = _named(question)
    return not named or named.isdisjoint(play.game.hidden(play.state, seat))


def _named(question: Decision[Any]) -> set[str]:
    """List what a question is about, one by one."""
    found: set[str] = set()
    for value in question.about.values():
        found.update(map(str, value) if isinstance(value, list | tuple) else [str(value)])
    return found


class Unseen:
    """The answers that some eyes cannot know of: they see neither the question nor an effect."""

    def __init__(self) -> None:
        self.by: Mapping[Eyes, Sequence[int]] = {}  # never changed, but replaced
        self._eyes: list[Eyes] = []  # those that the last question was hidden from
        self._before: Mapping[Eyes, Sequence[int]] = {}  # ... and what was unseen when it was asked
        self._since = (0, 0)  # ... with so many answers and events

    def answer(self, play: Play, given: object, *, follows: bool = False) -> None:
        """Answer a game's open question. `follows`: it is fate's, and goes with what came last."""
        if not follows:
            self._eyes = hidden_from(play)
            self._before, self._since = self.by, (play.number, len(play.events))
        play.answer(given)
        if self._eyes:
            answers, told = self._since
            news, lines = play.events[told:], range(answers, play.number)
            eyes = [seat for seat in self._eyes if not any(event.is_for(seat) for event in news)]
            before = self._before
            self.by = {**before, **{seat: (*before.get(seat, ()), *lines) for seat in eyes}}


def hidden_from(play: Play) -> list[Eyes]:
    """List the eyes that cannot know what is asked."""
    question = play.question
    if play.seats == 1 or is_known(play, question, None):  # seats know as much, and more
        return []
    return [seat for seat in (None, *range(play.seats)) if not is_known(play, question, seat)]


# -- counting -------------------------------------------------------------------------------------


class Numbers(NamedTuple):
    """How many entries a play has: answers that stand, and what else was noted."""

    answers: int = 0
    said: int = 0  # about an undo
    back: int = 0  # how often something was undone or redone
    unseen: Mapping[Eyes, Sequence[int]] = {}  # the answers that some eyes cannot know of

    def after(
        self, entries: Collection[Entry], answers: int, unseen: Mapping[Eyes, Sequence[int]]
    ) -> "Numbers":
        """Count on: so many answers stand after some more entries."""
        others = [entry for entry in entries if type(entry) is not Answered]  # hardly ever any
        said = sum(isinstance(entry, Consent) for entry in others)
        back = sum(isinstance(entry, StepBack) for entry in others)
        return Numbers(answers, self.said + said, self.back + back, unseen)

    def unseen_by(self, roles: Collection[str]) -> Collection[int]:
        """Give the answers that a viewer with these roles cannot know of."""
        if not self.unseen:
            return ()
        eyes = {seat_of(role) for role in roles} or {None}
        first, *others = [self.unseen.get(seat, ()) for seat in eyes]
        return set(first).intersection(*others)

    def to(self, roles: Collection[str]) -> int:
        """Give the number of the next entry, for a viewer with these roles."""
        known = self.answers + self.said - len(self.unseen_by(roles))
        return self.back * A_STEP_BACK + known

    def answers_at(
        self, number: int, roles: Collection[str], entries: Sequence[Entry]
    ) -> int | None:
        """Give how many answers stood at a number; `None` if something was undone since."""
        missed, answers, unseen = self.to(roles) - number, self.answers, self.unseen_by(roles)
        for entry in reversed(entries):
            if missed <= 0 or isinstance(entry, StepBack):
                break
            if isinstance(entry, Consent):
                missed -= 1
            else:
                answers -= 1
                missed -= answers not in unseen
        return None if missed else answers
