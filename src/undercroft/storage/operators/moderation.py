"""What operators order: who may not talk, who may not come, what is deleted.

Orders are only ever added to. Servers read those that are new every few seconds, so that an order
needs nothing but the database, of either kind, and what was done can be seen later.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import func, insert, literal, select, update

from undercroft.storage.endings import Statement
from undercroft.storage.journals import Journals, now
from undercroft.storage.people.accounts import deleted_plays
from undercroft.storage.tables import ORDERS, PLAYS, SEATS

What: TypeAlias = Literal["mute", "unmute", "ban", "unban", "delete"]
MOST_OF_WHY: Final = 200  # characters


class Order(NamedTuple):
    """One order."""

    number: int
    what: What
    subject: str  # a guest's, an account's or a play's id
    why: str
    given_at: int


class Standing(NamedTuple):
    """What all orders come to: who is muted and who is banned, and why."""

    muted: Mapping[str, str]
    banned: Mapping[str, str]


def standing(orders: Iterable[Order], before: Standing | None = None) -> Standing:
    """Say what orders come to."""
    muted, banned = (dict(before.muted), dict(before.banned)) if before else ({}, {})
    for order in orders:
        match order.what:
            case "mute":
                muted[order.subject] = order.why
            case "unmute":
                muted.pop(order.subject, None)
            case "ban":
                banned[order.subject] = order.why
            case "unban":
                banned.pop(order.subject, None)
            case "delete":
                muted.pop(order.subject, None)
                banned.pop(order.subject, None)
    return Standing(muted, banned)


class Orders:
    """All orders, over the same database and writer as the journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    def since(self, number: int) -> list[Order]:
        """Read the orders after a number."""
        new = select(ORDERS).where(ORDERS.c.number > number).order_by(ORDERS.c.number)
        with self.journals.reading() as connection:
            return [Order(*row) for row in connection.execute(new)]

    async def give(
        self, what: What, subject: str, why: str = "", also: Sequence[Statement] = ()
    ) -> None:
        """Give an order, and do what goes with it, at once or not at all.

        Numbers have no gaps: one that is taken meanwhile is a `Conflict`, and nothing is done.
        """
        next_number = func.coalesce(func.max(ORDERS.c.number), 0) + 1
        row = select(
            next_number, literal(what), literal(subject), literal(why[:MOST_OF_WHY]), literal(now())
        )
        order = insert(ORDERS).from_select(ORDERS.c.keys(), row)
        await self.journals.submit([(order, None), *also])

    async def delete_table(self, play: str) -> None:
        """Delete a play, for everyone who has a part in it."""
        one = select(PLAYS.c.id).where(PLAYS.c.id == play)
        await self.give("delete", play, also=deleted_plays(one))

    async def ban(self, guest: str, why: str, bots: Mapping[str, str]) -> None:
        """Ban somebody; bots, by the play, take over their seats."""
        relieved = [
            (
                update(SEATS)
                .where(SEATS.c.play == play, SEATS.c.guest == guest, SEATS.c.bot.is_(None))
                .values(bot=bot),
                None,
            )
            for play, bot in bots.items()
        ]
        await self.give("ban", guest, why, relieved)

    def shared_tables(self, guest: str) -> dict[str, str]:
        """Name the plays that go on between somebody and others, and the game of each."""
        mine = select(SEATS.c.play).where(SEATS.c.guest == guest)
        others = select(SEATS.c.play).where(
            SEATS.c.play.in_(mine), SEATS.c.guest != guest, SEATS.c.bot.is_(None)
        )
        plays = select(PLAYS.c.id, PLAYS.c.game)
        going_on = plays.where(PLAYS.c.id.in_(others), PLAYS.c.outcome.is_(None))
        with self.journals.reading() as connection:
            return {row.id: row.game for row in connection.execute(going_on)}
