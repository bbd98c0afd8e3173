"""Questions: the only way in which rules speak to the world outside.

A rule is a generator. When it needs something that only the world can give, it yields a question
and gets the answer back: a *decision* from one seat, or a *fate* from the dealer or the dice.
"""

import re
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from undercroft.core.errors import IllegalAnswer, RulesError, UnreadableAnswer
from undercroft.core.words import say

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_SHOWN: Final = 12  # answers that a question's `repr` lists


class Question(Generic[T_co]):
    """Something that rules ask: an id, and the values that may come back."""

    __slots__ = ("choices", "id")

    def __init__(self, id: str, choices: Sequence[T_co]) -> None:
        self.id = id
        self.choices = choices

    @property
    def label(self) -> str:
        """What stands before the colon in a journal."""
        raise NotImplementedError  # a question is a Decision or a Fate

    def __repr__(self) -> str:
        """Show what is asked and what may be answered: `<P1 face: draw, berserk>`."""
        kinds = Counter(map(str, self.choices))
        listed = [f"{times} x {text}" if times > 1 else text for text, times in kinds.items()]
        shown = ", ".join(listed[:_SHOWN]) + (", ..." if len(listed) > _SHOWN else "")
        return f"<{self.label}: {shown}>"


class Decision(Question[T_co]):
    """Asked of one seat; the answer is one of the options. `about` says what is at stake.

    A secret decision would betray what its seat holds just by being asked: others only learn that
    the table is waiting for another player.
    """

    __slots__ = ("about", "seat", "secret")

    def __init__(
        self,
        seat: int,
        id: str,
        options: Sequence[T_co],
        about: Mapping[str, object],
        secret: bool = False,
    ) -> None:
        self.seat = seat
        self.id = id
        self.choices = options
        self.about = about
        self.secret = secret

    def is_known_to(self, seat: int | None) -> bool:
        """Whether a seat (`None`: a spectator) may know who is asked, and what."""
        return not self.secret or seat == self.seat

    @property
    def options(self) -> Sequence[T_co]:
        """What the seat may answer."""
        return self.choices

    @property
    def label(self) -> str:
        """`P1 face`: seats are counted from one where people read them."""
        return f"P{self.seat + 1} {self.id}"


class Fate(Question[T_co]):
    """Asked of fate: a bag of outcomes, each listed as often as it is likely."""

    __slots__ = ("verb",)

    def __init__(
        self, id: str, outcomes: Sequence[T_co], verb: Literal["draw", "roll"] = "draw"
    ) -> None:
        self.id = id
        self.choices = outcomes
        self.verb = verb

    @property
    def outcomes(self) -> Sequence[T_co]:
        """Every outcome, with repeats."""
        return self.choices

    @property
    def weights(self) -> "Counter[str]":
        """How often each outcome, by its text, lies in the bag."""
        return Counter(map(str, self.choices))

    @property
    def label(self) -> str:
        """`draw deck`, `roll initiative`."""
        return f"{self.verb} {self.id}"


Rules: TypeAlias = Generator[Question[Any], Any, T]
"""A rule that may ask, and comes to a `T` in the end."""


class Option(msgspec.Struct, frozen=True):
    """An option that carries something. It is written `word:field:field`; the word is its tag.

    An option that carries nothing is a plain string.
    """

    def __str__(self) -> str:
        fields = ":".join(str(getattr(self, name)) for name in self.__struct_fields__)
        return f"{self.__struct_config__.tag}:{fields}"


def word_of(option: object) -> str:
    """Give an option's word: what it is called without what it carries."""
    return str(option.__struct_config__.tag if isinstance(option, Option) else option)


def choose(
    seat: int, id: str, options: Sequence[T], *, secret: bool = False, **about: object
) -> Rules[T]:
    """Ask a seat to choose. A single option is taken without asking.

    Secret: nobody else is to learn that this seat is asked.
    """
    if len(options) == 1:
        return options[0]
    if not options:
        raise RulesError(f"decision {id!r} of seat {seat} has no options")
    answer: T = yield Decision(seat, id, options, about, secret)
    return answer


_NOTATION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9:@>,.+-]{0,199}")


def read_answer(question: Question[Any], given: object) -> Any:
    """Find the choice that is meant, by itself or by its text."""
    if not isinstance(given, str):
        for choice in question.choices:
            if choice is given or (type(choice) is type(given) and choice == given):
                return choice
    text = str(given)
    for choice in question.choices:
        if str(choice) == text:
            return choice
    if not _NOTATION.fullmatch(text):
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise UnreadableAnswer(say("answer.unreadable", given=shown, such=str(choice)))
    among = ", ".join(dict.fromkeys(map(str, question.choices)))
    raise IllegalAnswer(say("answer.illegal", given=text, question=question.label, options=among))
