"""Those at a table: who is here, who is waited for, and what may be done about somebody away."""

from collections.abc import Sequence
from typing import Final

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.questions import Decision
from undercroft.storage.journals import now
from undercroft.web.eyes import FATE, Eyes
from undercroft.web.live import Live, NotYours
from undercroft.web.screens import knows

AWAY: Final = 5 * 60_000  # milliseconds after which somebody who is not here is away


class SeatShown(msgspec.Struct):
    """A seat, as somebody at the table sees it."""

    role: str
    name: str
    state: str  # here, away, bot, free
    yours: bool
    bot: str | None  # the bot that answers
    stands_in: bool  # ... for a person, who may come back
    asked: bool  # waited for, as far as that may be known
    may_relieve: bool  # whoever looks may let a bot play for it
    link: str | None = None  # to be sent to whoever is to have it


def company(live: Live, roles: Sequence[str], seat: Eyes) -> list[SeatShown]:
    """Show every seat to whoever has roles at the table, and sees with a seat's eyes."""
    known = knows(live, seat)
    here = live.here
    shown = []
    for role, it in live.seats.items():
        bot = live.game.words.title(it.bot) if it.bot else None
        state = "free" if it.is_free else "bot" if it.bot else "here" if role in here else "away"
        shown.append(
            SeatShown(
                role,
                it.name or bot or "",
                state,
                role in roles,
                bot,
                bool(it.guest and it.bot),
                known and live.asked == role,
                bool(roles) and role not in roles and may_relieve(live, role),
                f"/join/{it.key}" if it.is_free and it.key and "P1" in roles else None,
            )
        )
    return shown


def may_relieve(live: Live, role: str) -> bool:
    """Whether others may let a bot play for somebody: its time is up, or it has been away."""
    seat = live.seats[role]
    if role not in live.roles or seat.guest is None or seat.bot or live.outcome or live.waits:
        return False
    if is_overdue(live) and live.asked == role and not _is_secret(live):
        return True
    return role not in live.here and now() - (seat.seen or 0) > AWAY


def due(live: Live, roles: Sequence[str], seat: Eyes) -> int | None:
    """Give the seconds left for the open question, to those who may know that time passes."""
    question, patience = live.question, live.record.patience
    if patience is None or not isinstance(question, Decision):
        return None
    mine = live.asked in roles
    if not mine and not knows(live, seat):
        return None
    return max(0, (live.since + patience * 1000 - now()) // 1000)


def is_overdue(live: Live) -> bool:
    """Whether the time for the open question is up."""
    patience = live.record.patience
    return patience is not None and now() > live.since + patience * 1000


def _is_secret(live: Live) -> bool:
    return isinstance(live.question, Decision) and live.question.secret


def check_relief(live: Live, roles: Sequence[str], role: str) -> None:
    """Refuse to have a bot play for somebody who has not asked for it, and is not away."""
    if role not in live.roles or live.seats[role].guest is None:
        raise Refused(f"there is nobody at {role!r} to play for")
    if not roles:
        raise NotYours("spectators only look on")
    if role not in roles and not may_relieve(live, role):
        raise NotYours("whoever has that seat is here, or has time left")
    if not any(it.guest and not it.bot for r, it in live.seats.items() if r not in (role, FATE)):
        raise Refused("somebody has to stay: bots do not play among themselves")


def check_hurry(live: Live, roles: Sequence[str]) -> None:
    """Refuse to have a bot answer while there is time left."""
    if not roles:
        raise NotYours("spectators only look on")
    if not is_overdue(live) or not isinstance(live.question, Decision):
        raise NotYours("there is time left for an answer")
