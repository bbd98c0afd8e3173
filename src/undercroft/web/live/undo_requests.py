"""Undo among several: only an answer that has shown nothing, and only if all agree."""

from collections.abc import Collection

from undercroft.core.play import Play
from undercroft.core.records.entries import (
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
    UndoRequest,
)
from undercroft.core.seats import role_of
from undercroft.protocol import PleaShown
from undercroft.storage.journals import Journals
from undercroft.web.live.records import journal_of
from undercroft.web.live.table import Live, NotYours
from undercroft.web.words import say


def plea_shown(live: Live, roles: Collection[str]) -> PleaShown | None:
    """Show a request to undo, to a viewer with roles at the table."""
    if live.undo_request is None:
        return None
    name = live.name_of(role_of(live.undo_request.seat))
    return PleaShown(name, any(role_of(seat) in roles for seat in waits_for(live)))


def may_take_back(live: Live, roles: Collection[str]) -> bool:
    """Whether an answer can be undone, or among several: whether that can be asked for."""
    return may_ask(live, roles) if len(live.guests) > 1 else live.can_undo


def may_give_back(live: Live) -> bool:
    """Whether an undone answer can be redone."""
    return live.can_redo and len(live.guests) < 2


async def take_back(live: Live, journals: Journals, roles: Collection[str], number: int) -> None:
    """Take the last answer back; among several, ask the others for it."""
    if len(live.guests) > 1:
        await ask_undo(live, journals, roles, number)
    else:
        await live.undo(journals, roles, number, redo=False)


async def ask_undo(live: Live, journals: Journals, roles: Collection[str], number: int) -> None:
    """Ask the others to let an answer be undone; if no one has to be asked, it is."""
    check_ask(live, roles, number)
    async with live.lock:
        seat, undone = check_ask(live, roles, number)
        if live.consenting(seat):
            await live.note(journals, UndoAsked(seat))
        else:
            await live.rewind(journals, undone)


def check_ask(live: Live, roles: Collection[str], number: int) -> tuple[int, Undone]:
    """Return whose last answer may be undone, and what undoes it."""
    live.check(number, roles)
    if not may_ask(live, roles):
        raise NotYours(say("table-error.undo-own"))
    seat = seat_in(live, last_known(live, roles))
    assert seat is not None  # noqa: S101 (so says may_ask)
    last, undone = own_last(live, seat)
    if has_shown(live, last):
        raise NotYours(say("table-error.undo-shown"))
    return seat, undone


async def consent(
    live: Live, journals: Journals, roles: Collection[str], number: int, *, agrees: bool
) -> None:
    """Agree that somebody takes an answer back, or refuse."""
    check_consent(live, roles, number)
    async with live.lock:
        seat, request = check_consent(live, roles, number)
        if not agrees:
            await live.note(journals, UndoRefused(seat))
        elif waits_for(live) - {seat}:
            await live.note(journals, UndoAgreed(seat))
        else:
            _, undone = own_last(live, request.seat)
            await live.rewind(journals, UndoAgreed(seat), undone)


def check_consent(live: Live, roles: Collection[str], number: int) -> tuple[int, UndoRequest]:
    """Return the seat that may agree, and to what."""
    live.check(number, roles)
    own = [seat for seat in waits_for(live) if role_of(seat) in roles]
    if not own or live.undo_request is None:
        raise NotYours(say("table-error.not-asked-to-agree"))
    return min(own), live.undo_request


def waits_for(live: Live) -> set[int]:
    """The seats that have yet to agree."""
    request = live.undo_request
    return live.consenting(request.seat) - request.agreed if request else set()


def may_ask(live: Live, roles: Collection[str]) -> bool:
    """Whether one of these roles gave the last answer that they may know of."""
    free = live.outcome is None and live.undo_request is None and not live.waits
    seat = seat_in(live, last_known(live, roles))
    return free and seat is not None and role_of(seat) in roles


def last_known(live: Live, roles: Collection[str], before: int | None = None) -> int:
    """Find the last answer that these roles may know of; what came unseen goes with it."""
    unseen = live.numbers.unseen_by(roles)
    last = (live.play.number if before is None else before) - 1
    while last in unseen:
        last -= 1
    return last


def own_last(live: Live, seat: int) -> tuple[int, Undone]:
    """Find a seat's last real answer, if nobody else answered since, and what undoes it.

    Passes that were given by themselves after it go with it.
    """
    roles, passed, steps = [role_of(seat)], live.passed(), 1
    last = last_known(live, roles)
    while passed[last] and seat_in(live, before := last_known(live, roles, last)) == seat:
        last, steps = before, steps + 1
    return last, Undone(seat, steps=steps)


def seat_in(live: Live, answer: int) -> int | None:
    """Give the seat that gave an answer, if one did."""
    return live.play.entries[answer].seat if answer >= 0 else None


def has_shown(live: Live, answer: int) -> bool:
    """Whether an answer, and what has come since, has shown anything to anybody."""
    hidden = live.game.hidden
    given = live.play.entries[:answer]
    journal = journal_of(live.record, live.game.variant, given, over=False)
    before = Play.resume(live.game, journal).state
    eyes = (None, *range(live.record.seats))
    return any(set(hidden(before, e)) - set(hidden(live.play.state, e)) for e in eyes)
