"""Entries: all that is kept of a game, one after the other, each a line of text.

Nothing is ever taken out: to undo is an entry, too. What they come to is what `fold` gives.

    P1 face: draw       an answer: of a seat, ...
    draw deck: 7s       ... or of fate
    undo                the last answer of a person is undone, and what followed it
    undo P2             among several: the last answer of that seat, and what followed it
    undo 3              the last three at once: two of them passed by themselves (`undo P2 3`)
    undo-end            of a game that was over, so that its seed was revealed
    redo                what was undone last is given again
    give-up             the player has left the game
    ask-undo P1         among several: somebody asks to undo, ...
    agree P2            ... another agrees, ...
    refuse P2           ... or does not
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.seats import FATE, role_of, seat_of
from undercroft.core.words import say


class Answered(msgspec.Struct, frozen=True, gc=False):
    """An answer to a question, both as text. Most entries are, and they are kept for long."""

    question: str  # `P1 face`, `draw deck`
    answer: str
    line: int = 0  # where it stood in the text it was read from

    def __str__(self) -> str:
        return f"{self.question}: {self.answer}"

    @property
    def seat(self) -> int | None:
        """The seat that answered; none, if it was fate."""
        return seat_of(self.question.split(" ", 1)[0])


class Undone(NamedTuple):
    """The last answer of a person, or of that seat, is undone, and what followed it."""

    seat: int | None = None
    of_end: bool = False  # the game was over, and its seed revealed
    steps: int = 1  # answers undone at once: one, with the passes given by themselves after it

    def __str__(self) -> str:
        word = "undo-end" if self.of_end else "undo"
        role = [] if self.seat is None or self.of_end else [role_of(self.seat)]
        return " ".join([word, *role, *([str(self.steps)] if self.steps > 1 else [])])


class Redone(NamedTuple):
    """What was undone last is given again."""

    def __str__(self) -> str:
        return "redo"


class GivenUp(NamedTuple):
    """The player has left the game: no rule of any game."""

    def __str__(self) -> str:
        return "give-up"


class UndoAsked(NamedTuple):
    """Among several: a seat asks to undo its last answer."""

    seat: int

    def __str__(self) -> str:
        return f"ask-undo {role_of(self.seat)}"


class UndoAgreed(NamedTuple):
    """Another seat agrees."""

    seat: int

    def __str__(self) -> str:
        return f"agree {role_of(self.seat)}"


class UndoRefused(NamedTuple):
    """Another seat refuses, or goes on; so may a person who plays Fate, who has no seat."""

    seat: int | None

    def __str__(self) -> str:
        return f"refuse {FATE if self.seat is None else role_of(self.seat)}"


StepBack: TypeAlias = Undone | Redone | GivenUp
"""No answer, but it changes which answers stand."""

Consent: TypeAlias = UndoAsked | UndoAgreed | UndoRefused
"""What is said about an undo; it changes nothing on the table."""

Entry: TypeAlias = Answered | StepBack | Consent


_UNDONE: Final = re.compile(r"undo(-end)?(?: (P[1-9][0-9]?))?(?: ([1-9][0-9]{0,4}))?")


def read_entry(text: str) -> Entry:
    """Read an entry as it is stored."""
    question, colon, answer = text.partition(": ")
    if colon:
        return Answered(question, answer)
    if (undone := _UNDONE.fullmatch(text)) is not None:
        of_end, role, steps = undone.groups()
        return Undone(seat_of(role), of_end is not None, int(steps or 1))
    word, _, role = text.partition(" ")
    seat = seat_of(role) if role else None
    match word, seat:
        case "redo", None:
            return Redone()
        case "give-up", None:
            return GivenUp()
        case "ask-undo", int():
            return UndoAsked(seat)
        case "agree", int():
            return UndoAgreed(seat)
        case "refuse", _:
            return UndoRefused(seat)
    raise Refused(say("journal.entry", text=text[:60]))


class UndoRequest(NamedTuple):
    """A seat asks to undo its last answer. It is void as soon as the game goes on."""

    seat: int
    agreed: frozenset[int] = frozenset()


class Folded(NamedTuple):
    """The answers that stand, those that may be given again, and whether luck was known."""

    answers: list[Answered]
    undone: list[list[Answered]]  # the last one is given again first
    practice: bool  # an undo went back past a fate or an end: luck was known beforehand
    can_undo: bool  # a person has answered something that stands
    given_up: bool = False
    request: UndoRequest | None = None


def fold(
    entries: Iterable[Entry], *, fates_given: bool = False, persons: Collection[int] | None = None
) -> Folded:
    """Go through the entries.

    `fates_given`: persons answer fate, so that each is undone alone. `persons`: the seats that are
    not a bot's; by default all. What fate and bots answer goes with the person's answer before it.
    """
    answers: list[Answered] = []
    undone: list[list[Answered]] = []
    practice = given_up = False
    request: UndoRequest | None = None
    for entry in entries:
        if isinstance(entry, Consent):
            request = _after(request, entry)
            continue
        request = None
        match entry:
            case Answered():
                if fates_given or is_persons(entry, persons):
                    undone.clear()
                answers.append(entry)
            case GivenUp():
                given_up = True
            case Redone():
                if undone:
                    answers += undone.pop()
            case Undone(of_end=True) if given_up:
                given_up, practice = False, True
            case Undone(seat, of_end, steps):
                whose = persons if seat is None else (seat,)
                at = last_given(answers, fates_given and seat is None, whose, steps)
                practice = practice or of_end
                if at is not None:
                    undone.append(answers[at:])
                    own = all(is_persons(answer, persons) for answer in answers[at:])
                    practice = practice or not own
                    del answers[at:]
    can_undo = given_up or last_given(answers, fates_given, persons) is not None
    return Folded(answers, undone, practice, can_undo, given_up, request)


def is_persons(answer: Answered, persons: Collection[int] | None) -> bool:
    """Whether a person gave an answer: no bot, and not fate."""
    seat = answer.seat
    return seat is not None and (persons is None or seat in persons)


def last_given(
    answers: Sequence[Answered],
    fates_given: bool,
    persons: Collection[int] | None = None,
    steps: int = 1,
) -> int | None:
    """Where the last answer stands that a person gave, or so many of them before."""
    found: int | None = None
    for at in range(len(answers) - 1, -1, -1):
        if fates_given or is_persons(answers[at], persons):
            found, steps = at, steps - 1
            if not steps:
                break
    return found


def _after(request: UndoRequest | None, said: Consent) -> UndoRequest | None:
    match said:
        case UndoAsked(seat):
            return UndoRequest(seat)
        case UndoAgreed(seat):
            return request and UndoRequest(request.seat, request.agreed | {seat})
    return None
