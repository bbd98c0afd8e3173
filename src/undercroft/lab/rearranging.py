"""Another position, made of answers alone: some are changed, and the rest are given again.

A card that luck gave is changed for another that could have come instead. From then on the two have
changed places: where the other would have come, the first one comes, and what was decided about one
is decided about the other. So nothing is lost or doubled, and the rules have allowed every step. An
answer that no longer fits ends it: the position is the one before that answer.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Question, read_answer
from undercroft.core.records.entries import Answered
from undercroft.core.records.journal import Journal
from undercroft.lab.words import say

_PART: Final = re.compile(r"[^:@>,.+]+")  # of an answer: a word, or what it is about


class Rearranged(NamedTuple):
    """A play with some answers changed."""

    play: Play  # who answers fate from here on is not said
    fits: bool  # whether all answers that were to be given again still fit
    entries: Sequence[Answered]  # as they were, so far as they were to be given again


def rearranged(
    game: Game[Any, Any], journal: Journal, at: int, changes: Mapping[int, str]
) -> Rearranged:
    """Give the first `at` answers of a game again, some of them changed (by number, from 0)."""
    journal.check(game)
    if not 0 <= at <= len(journal.entries):
        raise Refused(say("moment.none", at=at, most=len(journal.entries)))
    if late := [number for number in changes if not 0 <= number < at]:
        raise Refused(say("moment.change", number=late[0] + 1, most=at))
    play, swaps = Play(game, journal.options, journal.seats), Swaps()
    entries = journal.entries[:at]
    for number, entry in enumerate(entries):
        question = play.question
        if question is None or question.label != entry.question:
            return Rearranged(play, fits=False, entries=entries)
        if number in changes:
            choice = read_answer(question, changes[number])
            if isinstance(question, Fate) and question.verb == "draw":
                swaps.add(question.id, entry.answer, str(choice))
        else:
            choice = swaps.fitting(question, entry.answer)
        if choice is None:
            return Rearranged(play, fits=False, entries=entries)
        play.answer(choice)
    return Rearranged(play, fits=True, entries=entries)


class Swaps:
    """Which component has whose part: as many as there were, each once."""

    def __init__(self) -> None:
        self._now: dict[str, str] = {}  # by what was drawn in the game as it was
        self._piles: set[str] = set()

    def add(self, pile: str, was: str, drawn: str) -> None:
        """Let something be drawn instead of what was."""
        before = self._now.get(was, was)
        other = next((old for old, new in self._now.items() if new == drawn), drawn)
        self._now |= {was: drawn, other: before}
        self._piles.add(pile)

    def fitting(self, question: Question[Any], answer: str) -> Any:
        """Find the choice that stands for an answer, if there is one."""
        swapped = _PART.sub(lambda part: self._now.get(part[0], part[0]), answer)
        first = isinstance(question, Decision) or question.id in self._piles
        choices = {str(choice): choice for choice in reversed(question.choices)}
        for text in (swapped, answer) if first else (answer, swapped):
            if text in choices:
                return choices[text]
        return None
