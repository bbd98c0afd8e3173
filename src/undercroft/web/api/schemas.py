"""Games and plays as programs see them, by the API."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from undercroft.core.events import Event
from undercroft.core.fates import seal
from undercroft.core.game import Game
from undercroft.core.options import written
from undercroft.core.questions import Fate
from undercroft.protocol import (
    SPECTATOR,
    EntryNumber,
    OptionShown,
    PlayShown,
    QuestionShown,
)
from undercroft.web.live.days import told_seed
from undercroft.web.live.moments import role_of, seat_of
from undercroft.web.live.presence import company, due
from undercroft.web.live.screens import knows
from undercroft.web.live.table import Live, NotYours
from undercroft.web.live.undo_requests import may_give_back, may_take_back, plea_shown

Several: TypeAlias = Annotated[list[str], Meta(max_length=9)]  # one for each seat, at most


class NewPlay(msgspec.Struct, forbid_unknown_fields=True):
    """What to play."""

    game: str
    options: dict[str, str | int | bool] = {}
    preset: str | None = None
    variant: str | None = None
    fate: str = "sealed"
    seed: str | None = None
    bots: Several = []  # in the seats after P1
    seats: Several = []  # instead: for each seat after P1 a bot, `@here`, `@link` or `@lobby`
    names: Several = []  # what those at this screen go by, P1 first
    patience: Annotated[int, Meta(ge=10, le=30 * 24 * 3600)] | None = None  # seconds an answer


class Name(msgspec.Struct, forbid_unknown_fields=True):
    """The name under which a player sits down."""

    name: str = ""


class GivenAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to the question that is open at an entry."""

    at: EntryNumber
    answer: str


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """The entry that the play is at, as far as somebody knows."""

    at: EntryNumber


class Consent(msgspec.Struct, forbid_unknown_fields=True):
    """Whether somebody else may take an answer back."""

    at: EntryNumber
    agrees: bool


class SeatNamed(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, by its role."""

    role: str


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """How to play again: another deal, or the same one, once it is known."""

    same: bool = False


class Speech(msgspec.Struct, forbid_unknown_fields=True):
    """Something to be said: a line, or a signal."""

    text: str | None = None
    signal: str | None = None


class OptionOffered(msgspec.Struct):
    """One option of a game."""

    name: str
    default: str
    allowed: str
    help: str


class GameShown(msgspec.Struct):
    """A game, and how it may be played."""

    id: str
    title: str
    rules_version: int
    seats: tuple[int, int]
    options: list[OptionOffered]
    presets: list[str]
    bots: list[str]


class Problem(msgspec.Struct):
    """Why something was refused."""

    error: str


def game_shown(game: Game[Any, Any]) -> GameShown:
    """Show a game."""
    said = game.words.tables.get("options-help", {})
    options = [
        OptionOffered(spec.name, written(spec.default), spec.allowed, said.get(spec.name, ""))
        for spec in game.option_specs
    ]
    return GameShown(
        game.id,
        game.title,
        game.rules_version,
        game.seats,
        options,
        list(game.presets),
        list(game.bots),
    )


def seat_in(event: Event) -> int | None:
    """Give the seat that an event is about, if it is one's."""
    seat: int | None = getattr(event, "seat", None)
    return seat


def role_seen(live: Live, roles: list[str], seat: str | None) -> str:
    """Of the roles that somebody has, name the one to look through."""
    if seat is not None and seat not in roles:
        raise NotYours(f"that seat is not yours; you have: {', '.join(roles)}")
    return seat or live.asked_of(roles) or (roles[0] if roles else SPECTATOR)


def play_shown(
    live: Live, roles: list[str], *, seat: str | None = None, told: int = 0
) -> PlayShown:
    """Show a play to a viewer with roles in it; of the log only what follows so many lines."""
    question, record, words = live.question, live.record, live.words
    role = role_seen(live, roles, seat)
    asked = live.asked_of([role])
    eyes = seat_of(role)
    shown = None
    if question is not None and (asked or knows(live, eyes)):
        choices = live.drawing.choices(question) if asked else ()
        shown = QuestionShown(
            question.label,
            words.prompt(question),
            words.clause(question),
            asked is not None,
            isinstance(question, Fate),
            [OptionShown(choice.answer, choice.text) for choice in choices],
        )
    sealed = record.seed if record.fate == "sealed" else None
    view = live.play.view(eyes)
    events = live.play.events_for(eyes)[told:]
    lines = [live.drawing.line(event) for event in events]
    return PlayShown(
        record.id if roles else str(record.watch),
        record.game,
        live.number(roles),
        role,
        roles,
        record.options,
        live.game.variant,
        live.waits,
        company(live, roles, eyes),
        live.game.draw_table(live.game.rows, view, words),
        [line.text for line in lines],
        [line.clause for line in lines],
        [seat if seat is None else role_of(seat) for seat in map(seat_in, events)],
        due(live, roles, eyes),
        shown,
        msgspec.to_builtins(view),
        msgspec.to_builtins(live.outcome) if live.outcome else None,
        bool(roles) and may_take_back(live, roles),
        bool(roles) and may_give_back(live),
        plea_shown(live, roles),
        len(live.guests) > 1,
        live.is_alone(roles),
        live.practice,
        seal(sealed) if sealed else None,
        told_seed(record, over=live.outcome is not None),
    )
