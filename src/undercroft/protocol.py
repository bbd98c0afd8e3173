"""What a server sends of a game, and what a terminal reads: the same types for both.

A field that comes later gets a default: an earlier server leaves it out.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

EntryNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
"""The number of an entry: how far a game has gone, as its viewer counts."""

BotLevel: TypeAlias = Literal["easy", "fair", "strong", "expert"]
"""How strong a bot is: of the core's `LEVELS`."""

SPECTATOR: Final = "spectator"  # the role of everybody who watches


class OptionShown(msgspec.Struct, frozen=True):
    """A possible answer, and what it leads to."""

    answer: str
    text: str


class QuestionShown(msgspec.Struct, frozen=True):
    """The open question, and whether it is yours."""

    label: str
    prompt: str
    clause: str
    yours: bool
    fate: bool
    options: Sequence[OptionShown]


class SeatShown(msgspec.Struct, frozen=True):
    """A seat, as somebody at the table sees it."""

    role: str
    name: str
    called: str  # by the log, and wherever else it is spoken of
    state: str  # here, away, bot, free
    yours: bool
    bot: str | None  # the bot that answers
    stands_in: bool  # ... for a person, who may come back
    asked: bool  # waited for, as far as that may be known
    may_relieve: bool  # the reader may let a bot play for it
    link: str | None = None  # for the person who is to have the seat
    face: str = ""  # of a bot that has the seat for good


class PleaShown(msgspec.Struct, frozen=True):
    """Who wants to undo an answer, and whether you are asked to agree."""

    name: str
    asked: bool


class PlayShown(msgspec.Struct, frozen=True):
    """A game as you see it: from that seat of yours that is asked, or from your first."""

    id: str  # to spectators, the key of their link
    game: str
    at: int
    seat: str  # P1, P2 ..., fate, or spectator
    roles: Sequence[str]  # all that the guest has
    options: dict[str, Any]  # as they are played
    variant: str | None  # the hash of the variant that is played
    waits: bool  # a seat is still free
    seats: Sequence[SeatShown]
    table: str  # the view as text
    log: Sequence[str]  # what the seat has been told
    clauses: Sequence[str]  # the rule behind each line of it
    whose: Sequence[str | None]  # the seat that each line is about, if it is one's
    due: int | None  # seconds left for the open question
    question: QuestionShown | None
    view: dict[str, Any]
    outcome: dict[str, Any] | None
    undo: bool  # the last answer can be undone, or that can be asked for
    redo: bool
    plea: PleaShown | None  # somebody wants to undo an answer
    talks: bool  # others are there to talk with
    alone: bool  # no other person plays: the game can be given up
    practice: bool
    sealed: str | None
    seed: str | None
    ending: Sequence[str] = []  # what happened at the end: a headline, then sentences


class CaseShown(msgspec.Struct, frozen=True):
    """Something that can happen."""

    name: str
    count: int  # of equally likely cases


class OptionOdds(msgspec.Struct, frozen=True):
    """What an option can lead to."""

    answer: str
    cases: Sequence[CaseShown]


class OddsShown(msgspec.Struct, frozen=True):
    """What each option can lead to; what is certain is left out."""

    at: int
    options: Sequence[OptionOdds]
    worlds: int = 0  # how many were imagined, if that was asked for, ...
    wins: Mapping[str, float] = {}  # ... and in how many of them each option won, by answer


class HintShown(msgspec.Struct, frozen=True):
    """What a sensible player would answer."""

    at: int
    answer: str | None
    bot: str  # whose advice it is
    why: str = ""  # a sentence, if it has one


class StoryShown(msgspec.Struct, frozen=True):
    """The story so far."""

    at: int
    paragraphs: Sequence[str]


class LineShown(msgspec.Struct, frozen=True):
    """A line of talk."""

    number: int
    role: str
    name: str
    text: str
    at: int  # milliseconds


class TalkShown(msgspec.Struct, frozen=True):
    """What was said, and the signals there are."""

    lines: Sequence[LineShown]
    signals: dict[str, str]


class CallShown(msgspec.Struct, frozen=True):
    """Where another player has begun a rematch, if one has."""

    play: str | None
