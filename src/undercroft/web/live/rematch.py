"""Rematch: a new table with the same options, for the same people."""

from collections.abc import Sequence

from undercroft.core.seats import FATE
from undercroft.storage.journals import Seat
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.table import Live, NotYours
from undercroft.web.live.tables import Tables, usual_bots
from undercroft.web.words import say


async def lay_again(
    tables: Tables, live: Live, roles: Sequence[str], guest: str, *, same: bool
) -> Live:
    """Lay a table again, and call the others: another deal, or the same one after the end."""
    record = live.record
    if record.kind == "lesson":
        return await tables.create(guest, NewTable(game=record.game, bots=usual_bots(live.game)))
    if not set(roles) & set(live.roles):
        raise NotYours(say("table-error.fate-rematch"))
    same = same and live.outcome is not None
    created = await tables.create(
        guest,
        NewTable(
            game=record.game,
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
        ),
    )
    await tables.read_out(live, live.connections)
    return created


def seated_again(live: Live, roles: Sequence[str]) -> dict[str, Seat]:
    """Seat the same people and bots, Fate too; the player who asks for it sits first, as P1."""
    first = next(role for role in roles if role != FATE)
    order = [first, *[role for role in live.roles if role != first]]
    seats = [live.seats[role] for role in order]
    kept = [Seat(it.guest, it.name, None if it.guest else it.bot) for it in seats]
    dealer = live.seats.get(FATE)
    fate = {FATE: Seat(dealer.guest, dealer.name)} if dealer and dealer.guest else {}
    return dict(zip(live.roles, kept, strict=True)) | fate
