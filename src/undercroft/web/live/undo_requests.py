"""Undo among several: only an answer that has shown nothing, and only if all agree."""

from collections.abc import Collection

from undercroft.core.play import Play
from undercroft.protocol import PleaShown
from undercroft.storage.entries import AGREE, ASK, REFUSE, UNDO
from undercroft.storage.journals import Journals
from undercroft.web.live.records import journal_of
from undercroft.web.live.table import Live, NotYours


def plea_shown(live: Live, roles: Collection[str]) -> PleaShown | None:
    """Show a request to undo, to a viewer with roles at the table."""
    if live.plea is None:
        return None
    return PleaShown(live.name_of(live.plea.role), not waits_for(live).isdisjoint(roles))


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
    async with live.lock:
        live.check(number, roles)
        if not may_ask(live, roles):
            raise NotYours("only one's own answer can be taken back, if it was the last")
        last = last_known(live, roles)
        if has_shown(live, last):
            raise NotYours("something has been shown since: it cannot be taken back")
        role = role_in(live, last)
        if live.consenting(role):
            await live.note(journals, f"{ASK} {role}")
        else:
            await live.rewind(journals, f"{UNDO} {role}")


async def consent(
    live: Live, journals: Journals, roles: Collection[str], number: int, *, agrees: bool
) -> None:
    """Agree that somebody takes an answer back, or refuse."""
    async with live.lock:
        live.check(number, roles)
        waited_for = waits_for(live)
        own = sorted(waited_for.intersection(roles))
        if not own or live.plea is None:
            raise NotYours("nobody asks you for anything")
        if not agrees:
            await live.note(journals, f"{REFUSE} {own[0]}")
        elif waited_for - {own[0]}:
            await live.note(journals, f"{AGREE} {own[0]}")
        else:
            await live.rewind(journals, f"{AGREE} {own[0]}", f"{UNDO} {live.plea.role}")


def waits_for(live: Live) -> set[str]:
    """The roles that have yet to agree."""
    plea = live.plea
    return live.consenting(plea.role) - plea.agreed if plea else set()


def may_ask(live: Live, roles: Collection[str]) -> bool:
    """Whether one of these roles gave the last answer that they may know of."""
    free = live.outcome is None and live.plea is None and not live.waits
    return free and role_in(live, last_known(live, roles)) in roles


def last_known(live: Live, roles: Collection[str]) -> int:
    """Find the last answer that these roles may know of; what came unseen goes with it."""
    unseen, last = live.numbers.unseen_by(roles), live.play.number - 1
    while last in unseen:
        last -= 1
    return last


def role_in(live: Live, answer: int) -> str:
    """Name who gave an answer: a role, or what fate does; nothing, if nobody did."""
    return live.play.labels[answer].split(" ")[0] if answer >= 0 else ""


def has_shown(live: Live, answer: int) -> bool:
    """Whether an answer, and what has come since, has shown anything to anybody."""
    hidden = live.game.hidden
    lines = live.play.lines[:answer]
    journal = journal_of(live.record, live.game.variant, lines, over=False)
    before = Play.resume(live.game, journal).state
    eyes = (None, *range(live.record.seats))
    return any(set(hidden(before, e)) - set(hidden(live.play.state, e)) for e in eyes)
