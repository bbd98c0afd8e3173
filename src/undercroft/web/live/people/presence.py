"""Those at a table: who is here, whose turn it is, and what may be done when a player is away."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from undercroft.core.errors import Refused
from undercroft.core.questions import Decision
from undercroft.core.seats import FATE, Eyes
from undercroft.protocol import SeatShown
from undercroft.storage.journals import Journals
from undercroft.web.live.clock import steady
from undercroft.web.live.people.names import title_of
from undercroft.web.live.table import SEEN, Live, NotYours
from undercroft.web.live.tables import Tables
from undercroft.web.live.viewing.screens import knows
from undercroft.web.words import say

STILL_HERE: Final = SEEN - 30_000  # milliseconds, after which other servers are told again
AWAY: Final = 5 * 60_000  # milliseconds after which a player who is not here is away


def company(live: Live, roles: Sequence[str], seat: Eyes) -> list[SeatShown]:
    """Show every seat to a viewer with roles at the table, who sees with a seat's eyes."""
    known = may_know(live, roles, seat)
    here = live.here | {*roles}
    shown = []
    for role, it in live.seats.items():
        bot = title_of(it.bot, live.game.words) if it.bot else None
        state = "free" if it.is_free else "bot" if it.bot else "here" if role in here else "away"
        shown.append(
            SeatShown(
                role=role,
                name=it.name or (live.name_of(role) if live.face_of(role) else ""),
                called=live.name_of(role),
                face=live.face_of(role),
                state=state,
                yours=role in roles,
                bot=bot,
                stands_in=bool(it.guest and it.bot),
                asked=known and live.asked == role,
                may_relieve=bool(roles)
                and role not in roles
                and may_relieve(live, roles, role, seat),
                link=f"/join/{it.key}" if it.is_free and it.key and "P1" in roles else None,
            )
        )
    return shown


async def come_or_go(tables: Tables, live: Live, roles: Sequence[str], guest: str) -> None:
    """Note that somebody is at the table, or was until now, and tell the others."""
    if not roles or not live.is_for_several:
        return
    live.seats |= {role: live.seats[role]._replace(seen=steady()) for role in roles}
    others = [viewer for viewer in live.connections if not set(viewer.roles) & set(roles)]
    live.tell(others, lambda viewer: viewer.greet())
    with suppress(Refused):
        await tables.seats.seen(live.record.id, guest)


async def look_in(tables: Tables, live: Live, roles: Sequence[str], guest: str) -> None:
    """Note that somebody is at the table, if that was last noted long ago."""
    seen = [live.seats[role].seen for role in roles]
    if any(at is None or steady() - at > STILL_HERE for at in seen):
        await come_or_go(tables, live, roles, guest)


def may_know(live: Live, roles: Sequence[str], seat: Eyes) -> bool:
    """Whether a viewer with roles, who sees with a seat's eyes, may know who is asked what."""
    return live.asked in roles or knows(live, seat)


def may_relieve(live: Live, roles: Sequence[str], role: str, seat: Eyes) -> bool:
    """Whether others may let a bot play for somebody: its time is up, or it has been away.

    Those who may not know who is asked are not told by this either.
    """
    it = live.seats[role]
    if role not in live.roles or it.guest is None or it.bot or live.outcome or live.waits:
        return False
    if live.asked == role and due(live, roles, seat) == 0:
        return True
    last = live.laid if it.seen is None else max(it.seen, live.laid)
    return role not in live.here and steady() - last > AWAY


def due(live: Live, roles: Sequence[str], seat: Eyes, quiet: int | None = None) -> int | None:
    """Give the seconds left for the open question, to those who may know that time passes.

    When a secret question was asked, and how many of them, is not told. To others all the time is
    counted that those at the table could take, one after the other, from when they were last shown
    anything: `quiet`; if that is not known, nothing is.
    """
    patience = live.record.patience
    if patience is None or not isinstance(live.question, Decision):
        return None
    if may_know(live, roles, seat):
        end = live.since + patience * 1000
    elif quiet is not None:
        end = quiet + patience * 1000 * max(1, len(live.persons) - 1)
    else:
        return None
    return max(0, -((steady() - end) // 1000))


def check_relief(live: Live, roles: Sequence[str], role: str, seat: Eyes) -> None:
    """Refuse a bot for a player who has not asked for one, and is not away."""
    if role not in live.roles or live.seats[role].guest is None:
        raise Refused(say("table-error.nobody-there", seat=role))
    if not roles:
        raise NotYours(say("table-error.watching"))
    if role not in roles and not may_relieve(live, roles, role, seat):
        raise NotYours(say("table-error.still-here"))
    if not any(it.guest and not it.bot for r, it in live.seats.items() if r not in (role, FATE)):
        raise Refused(say("table-error.last-one"))


async def relieve(tables: Tables, live: Live, roles: Sequence[str], role: str, seat: Eyes) -> None:
    """Let a bot play for a player who asks for it, or is away."""
    check_relief(live, roles, role, seat)
    await tables.stand_in(live, role, live.game.rule_of_thumb)


async def come_back(tables: Tables, live: Live, roles: Sequence[str], role: str) -> None:
    """Take one's own seat back from a bot."""
    if role not in roles:
        raise NotYours(say("table-error.other-seat"))
    await tables.stand_in(live, role, None)


async def hurry(
    live: Live, journals: Journals, roles: Sequence[str], seat: Eyes, quiet: int | None = None
) -> None:
    """Let a bot answer for a player whose time is up.

    If that is a secret, then for all who are asked in secret, one after the other: those who see
    the play go on do not learn how many they were.
    """
    if not roles:
        raise NotYours(say("table-error.watching"))
    if due(live, roles, seat, quiet) != 0:
        raise NotYours(say("table-error.time-left"))
    bot, known = live.game.rule_of_thumb, may_know(live, roles, seat)
    await live.hurry(journals, bot, live.at)
    while not known and not may_know(live, roles, seat):
        await live.hurry(journals, bot, live.at)
