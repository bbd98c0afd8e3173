"""Rematch: a new table with the same options, for the same people.

Of several who want one, the first lays the table and the others sit down at it, at whichever
server they ask: a rematch's id follows from the game that it comes of, so that no database takes
two of them.
"""

import asyncio
import base64
import hashlib
from collections.abc import Sequence
from typing import TypeGuard

from undercroft.core.seats import FATE
from undercroft.storage.journals import Conflict, Seat
from undercroft.storage.seats import Open
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.table import Live, NotYours
from undercroft.web.live.tables import Tables, at_once
from undercroft.web.words import say


async def lay_again(
    tables: Tables, live: Live, roles: Sequence[str], guest: str, *, same: bool
) -> Live:
    """Lay a table again and call the others, or join the one who was first.

    Another deal, or the same one after the end.
    """
    record = live.record
    if record.kind == "lesson":
        return await tables.create(guest, at_once(live.game))
    if not set(roles) & set(live.roles):
        raise NotYours(say("table-error.fate-rematch"))
    over = live.outcome is not None
    id = None
    if over and len(live.guests) > 1:
        latest = await asyncio.to_thread(tables.seats.again, record.id)
        if is_open_to(latest, guest):
            return await tables.find(latest.record.id)
        id = id_after(record.id, latest)
    try:
        created = await tables.create(guest, again(live, roles, id, same=same and over))
    except Conflict:  # another player was faster, at this server or another
        latest = await asyncio.to_thread(tables.seats.again, record.id)
        if id is None or not is_open_to(latest, guest):
            raise
        return await tables.find(latest.record.id)
    await tables.read_out(live, live.connections)
    return created


def is_open_to(latest: Open | None, guest: str) -> TypeGuard[Open]:
    """Whether a rematch goes on at which a guest has a seat."""
    if latest is None or latest.record.outcome is not None:
        return False
    return guest in {seat.guest for seat in latest.seats.values()}


def id_after(play: str, latest: Open | None) -> str:
    """Give the id of a play's next rematch: the same to all who ask before it is there."""
    after = latest.record.id if latest else ""
    name = hashlib.sha256(f"rematch {play} {after}".encode()).digest()[:12]
    return base64.urlsafe_b64encode(name).decode()


def again(live: Live, roles: Sequence[str], id: str | None, *, same: bool) -> NewTable:
    """Say what the table is to be. Alone, the same deal is a race with one's own game."""
    record = live.record
    races = same and record.fate == "sealed" and len(live.guests) == 1
    return NewTable(
        game=record.game,
        id=id,
        options=record.options,
        variant=record.variant,
        fate=record.fate,
        seed=record.seed if same else None,
        kind="practice" if same else "play",
        name=say("replay.same-deal") if same else None,
        day=record.day if same else None,
        parent=(record.id, None),
        seats=seated_again(live, roles),
        patience=record.patience,
        rival=record.id if races else None,
    )


def seated_again(live: Live, roles: Sequence[str]) -> dict[str, Seat]:
    """Seat the same people and bots, Fate too; the player who asks for it sits first, as P1."""
    first = next(role for role in roles if role != FATE)
    order = [first, *[role for role in live.roles if role != first]]
    kept = [again_at(live, role) for role in order]
    dealer = live.seats.get(FATE)
    fate = {FATE: Seat(dealer.guest, dealer.name)} if dealer and dealer.guest else {}
    return dict(zip(live.roles, kept, strict=True)) | fate


def again_at(live: Live, role: str) -> Seat:
    """Seat a player again: a person without a bot, a bot under the same name."""
    seat = live.seats[role]
    return Seat(seat.guest, seat.name) if seat.guest else Seat(None, live.name_of(role), seat.bot)
