"""What programs send and receive by the API."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from undercroft.core.events import Event
from undercroft.core.fates import seal
from undercroft.core.game import Game
from undercroft.core.options import written
from undercroft.core.questions import Fate
from undercroft.core.seats import role_of, seat_of
from undercroft.protocol import (
    SPECTATOR,
    EntryNumber,
    OptionShown,
    PlayShown,
    QuestionShown,
)
from undercroft.web.live.days import told_seed
from undercroft.web.live.ending import told_end
from undercroft.web.live.people.presence import company, due
from undercroft.web.live.table import Live, NotYours
from undercroft.web.live.undo_requests import may_give_back, may_take_back, plea_shown
from undercroft.web.live.viewing.screens import knows
from undercroft.web.words import say

Several: TypeAlias = Annotated[list[str], Meta(max_length=9)]  # one for each seat, at most


class NewPlay(msgspec.Struct, forbid_unknown_fields=True):
    """The game to begin."""

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
    """The entry that the game is at, as far as you know."""

    at: EntryNumber


class Consent(msgspec.Struct, forbid_unknown_fields=True):
    """Whether another player may undo an answer."""

    at: EntryNumber
    agrees: bool


class SeatNamed(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, by its role."""

    role: str


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """Which deal the rematch is on: a new one, or the same one, once it is known."""

    same: bool = False


class Speech(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say: a line, or a signal."""

    text: str | None = None
    signal: str | None = None


class OptionOffered(msgspec.Struct):
    """One option of a game."""

    name: str
    default: str
    allowed: str
    help: str


class GameShown(msgspec.Struct):
    """A game, and how it can be played."""

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
        id=game.id,
        title=game.title,
        rules_version=game.rules_version,
        seats=game.seats,
        options=options,
        presets=list(game.presets),
        bots=game.ranked_bots,
    )


def seat_in(event: Event) -> int | None:
    """Give the seat that an event is about, if it is one's."""
    seat: int | None = getattr(event, "seat", None)
    return seat


def role_seen(live: Live, roles: list[str], seat: str | None) -> str:
    """Of the roles that somebody has, name the one to look through."""
    if seat is not None and seat not in roles:
        raise NotYours(say("api.not-your-seat", seats=roles))
    return seat or live.asked_of(roles) or (roles[0] if roles else SPECTATOR)


def play_shown(
    live: Live, roles: list[str], *, seat: str | None = None, told: int = 0
) -> PlayShown:
    """Show a game to a viewer with roles in it; of the log, only what follows `told` lines."""
    question, record = live.question, live.record
    role = role_seen(live, roles, seat)
    asked = live.asked_of([role])
    eyes = seat_of(role)
    reader = eyes if len(roles) == 1 else None
    words, drawing = live.read_by(reader)
    shown = None
    if question is not None and (asked or knows(live, eyes)):
        choices = drawing.choices(question) if asked else ()
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
    lines = [drawing.line(event) for event in events]
    return PlayShown(
        id=record.id if roles else str(record.watch),
        game=record.game,
        at=live.number(roles),
        seat=role,
        roles=roles,
        options=record.options,
        variant=live.game.variant,
        waits=live.waits,
        seats=company(live, roles, eyes),
        table=live.game.draw_table(live.game.rows, view, words),
        log=[line.text for line in lines],
        clauses=[line.clause for line in lines],
        whose=[seat if seat is None else role_of(seat) for seat in map(seat_in, events)],
        due=due(live, roles, eyes),
        question=shown,
        view=msgspec.to_builtins(view),
        outcome=msgspec.to_builtins(live.outcome) if live.outcome else None,
        undo=bool(roles) and may_take_back(live, roles),
        redo=bool(roles) and may_give_back(live),
        plea=plea_shown(live, roles),
        talks=len(live.guests) > 1,
        alone=live.is_alone(roles),
        practice=live.practice,
        sealed=seal(sealed) if sealed else None,
        seed=told_seed(record, over=live.outcome is not None),
        ending=told_end(live, live.outcome, reader).said if live.outcome else (),
    )
