"""The live plays: made from the database when wanted, kept while there is room."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from undercroft.core.errors import BadJournal, Refused, quoted
from undercroft.core.fates import new_seed
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.records.journal import Journal
from undercroft.games import find_game
from undercroft.storage.endings import noted
from undercroft.storage.journals import (
    Conflict,
    Journals,
    Record,
    Seat,
    StorageLost,
    Stored,
    now,
)
from undercroft.storage.people.accounts import MARK, Accounts
from undercroft.storage.people.names import is_reserved
from undercroft.storage.seats import Open, Seats
from undercroft.web.gateway.limits import Buckets, Metered
from undercroft.web.gateway.metrics import LIVE
from undercroft.web.live.clock import steadied
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.people import talk
from undercroft.web.live.people.names import called_at
from undercroft.web.live.records import Closed, game_of, why_closed
from undercroft.web.live.table import Live, Thinker, nobody_thinks
from undercroft.web.live.viewing.moments import Viewer
from undercroft.web.words import say


class Unknown(Refused):
    """There is no such play, or it is not for you: which of the two is not said."""


def at_once(game: Game[Any, Any], preset: str | None = None) -> NewTable:
    """Lay the table of a player who just wants to play, or who pressed the picture of a preset."""
    opening = preset or next(iter(game.openings), None)
    if opening is None or opening not in game.openings:
        return NewTable(game=game.id, preset=preset, bots=game.usual_bots)
    bots = [game.rule_of_thumb] * game.openings[opening]
    return NewTable(game=game.id, preset=opening, bots=bots)


class Quotas(NamedTuple):
    """How much one visitor may keep here."""

    games: float = float("inf")  # of a guest; an account may have ten times as many
    lobby_tables: float = float("inf")


class Tables:
    """A bounded cache of live plays."""

    def __init__(
        self,
        journals: Journals,
        most: int,
        think: Thinker = nobody_thinks,
        quotas: Quotas = Quotas(),  # noqa: B008 (it cannot change)
    ) -> None:
        self.quotas = quotas
        self._creating: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.journals = journals
        self.seats, self.accounts = Seats(journals), Accounts(journals)
        self.voices = Buckets(talk.RATE, talk.BURST)
        self.is_muted: Callable[[str | None], bool] = lambda guest: False
        self.think = think
        self.wake_bots: Callable[[Record], None] = lambda record: None
        self.most = most
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._looking: set[asyncio.Future[None]] = set()

    async def find(self, play: str) -> Live:
        """Return a play, from memory or from the database.

        While a move is under way it is returned as it was before, and at once: a viewer who had to
        wait would learn that a bot is being asked.
        """
        live = self._live.get(play)
        if live is not None and live.broken:
            async with live.lock:  # what it is doing ends first
                pass
        elif live is not None and self.journals.is_shared and not live.is_moving:
            await live.hear(self.journals)
        if live is not None and not live.broken:
            if play in self._live:  # it may have been forgotten meanwhile
                self._live.move_to_end(play)
            return live
        waiting = self._loading.get(play)
        if waiting is None:
            waiting = self._loading[play] = asyncio.ensure_future(Metered(self._load(play)))
            waiting.add_done_callback(lambda _: self._loading.pop(play, None))
        return await asyncio.shield(waiting)

    async def of(self, play: str, guest: str) -> tuple[Live, list[str]]:
        """Give a play and the guest's roles in it; `Unknown` if it has none."""
        try:
            live = await self.find(play)
        except Closed as error:
            if guest in error.guests:
                raise
            raise Unknown(say("table-error.unknown")) from None
        roles = live.roles_of(guest)
        if not roles:
            raise Unknown(say("table-error.unknown"))
        return live, roles

    async def watched(self, key: str) -> Live:
        """Give the play that a spectators' link is for."""
        play = await asyncio.to_thread(self.seats.watched, key)
        if play is None:
            raise Unknown(say("table-error.not-watched"))
        return await self.find(play)

    # -- seats ------------------------------------------------------------------------------------

    async def sit(self, live: Live, role: str, guest: str, name: str | None) -> None:
        """Give a free seat to a guest; when no seat is free any more, the play begins."""
        if live.roles_of(guest):
            raise Conflict(say("table-error.seated"))
        if live.outcome is not None:
            raise Conflict(say("table-error.closed"))
        called = await asyncio.to_thread(self.called, guest, name)
        await self.seats.take(live.record.id, role, guest, called)
        await self.reseat(live)
        if live.seats[role].guest != guest:
            raise Conflict(say("table-error.taken"))

    def called(self, guest: str | None, name: str | None) -> str | None:
        """Say what somebody is called at a table who wants to go by a name.

        Under the name of an account, or one that looks like it, others sit marked as guests; so do
        those who would be the server's.
        """
        if name is None or guest is None:
            return name
        owner = self.accounts.owner_of(name)
        is_own = owner is not None and owner.id == guest
        is_anothers = owner is not None or is_reserved(name)
        return name + MARK if is_anothers and not is_own else name

    async def fill(self, live: Live, bot: str) -> None:
        """Let a bot have the seats that are free, and begin."""
        await self.seats.fill(live.record.id, live.roles, bot)
        await self.reseat(live)

    async def stand_in(self, live: Live, role: str, bot: str | None) -> None:
        """Let a bot play for the owner of a seat, or no longer."""
        await self.seats.change(live.record.id, role, bot=bot)
        await self.reseat(live)

    async def say(self, live: Live, role: str, text: str) -> None:
        """Say something at a table, not too often, and let all read it."""
        if self.is_muted(live.seats[role].guest):
            raise Refused(say("table-error.muted"))
        if not self.voices.take(f"{live.record.id} {role}"):
            raise Refused(say("table-error.too-fast"))
        await self.seats.say(live.record.id, role, text)
        await self.read_out(live, live.connections)

    async def read_out(self, live: Live, connections: Iterable[Viewer]) -> None:
        """Let some read what was said at a table, and where those go who play again."""
        play = live.record.id
        said = await asyncio.to_thread(self.seats.talk, play)
        again = await self.again(live)

        def read(viewer: Viewer) -> None:
            viewer.hear(said)
            if again is not None and again.is_for(live.guests_of(viewer.roles)):
                host = called_at(again.seats, again.record, live.game.words)[0]
                viewer.call(again.record.id, host.name)

        live.tell(connections, read)

    async def again(self, live: Live) -> Open | None:
        """Give the table at which a play that is over is being played again, if there is one."""
        if live.outcome is None:
            return None
        latest = await asyncio.to_thread(self.seats.again, live.record.id)
        return latest if latest is not None and latest.record.outcome is None else None

    async def reseat(self, live: Live) -> None:
        """Look who has the seats now, and tell those who watch."""
        seats = await asyncio.to_thread(self.seats.of, live.record.id)
        await live.sit_down(self.journals, steadied(seats))

    def wake(self, play: str, backend: int) -> None:
        """Hear that a play has changed, and which connection changed it."""
        if backend != self.journals.backend:
            self._look_at(play)

    def look_again(self) -> None:
        """Look at all plays again: who knows what was missed."""
        for play in tuple(self._live):
            self._look_at(play)

    def _look_at(self, play: str) -> None:
        live = self._live.get(play)
        if play in self._loading or (live is not None and live.connections):
            task = asyncio.ensure_future(self._show_news(play))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _show_news(self, play: str) -> None:
        """Show those who watch a play what other servers have added to it."""
        with contextlib.suppress(Refused):  # it will be looked at again when it can be had
            if play in self._loading:  # from before the news, perhaps
                await self.find(play)
            moving = self._live.get(play)
            if moving is not None and moving.is_moving:
                await moving.hear(self.journals)  # when the move is over
            live = await self.find(play)
            if live.is_for_several:
                await self.read_out(live, live.connections)

    def outdate(self, plays: Iterable[str]) -> None:
        """Make plays anew when they are wanted: somebody else has a part in them now."""
        for play in plays:
            if play in self._live:
                self._live[play].broken = True

    async def follow(self, subject: str, deleted: bool) -> None:
        """Follow what an operator has changed: a play, or those in which somebody has a part."""
        for live in [*self._live.values()]:
            if live.record.id == subject or subject in (live.record.owner, *live.guests):
                connections = tuple(live.connections)
                live.broken = True
                with contextlib.suppress(Conflict, StorageLost):  # then it is made anew later
                    await self._make_anew(live)
                for connection in connections if deleted else ():
                    connection.dismiss(for_good=live.record.id not in self._live)

    async def _make_anew(self, live: Live) -> None:
        try:
            await self.reseat(await self.find(live.record.id))
        except Unknown:
            self._live.pop(live.record.id, None)

    async def _load(self, play: str) -> Live:
        stored = await asyncio.to_thread(self.journals.load, play)
        if stored is None:
            raise Unknown(say("table-error.unknown"))
        if why := why_closed(stored.record):
            raise Closed(why, {seat.guest for seat in stored.seats.values() if seat.guest})
        live = await asyncio.to_thread(Live, stored, self.think)  # it may be long
        await live.catch_up(self.journals)
        old = self._live.get(play)
        if old is not None:  # those who watch now watch the new one
            live.connections = old.connections
            for viewer in live.connections:
                viewer.live = live
            if live.at != old.at:
                live.tell(live.connections, lambda viewer: viewer.show(None))
        self.keep(live)
        return live

    def keep(self, live: Live) -> None:
        """Keep a play in memory; forget those that nobody has looked at for longest."""
        live.is_shared = self.journals.is_shared
        if live.bots and live.outcome is None:
            self.wake_bots(live.record)
        self._live[live.record.id] = live
        self._live.move_to_end(live.record.id)
        spare = len(self._live) - self.most
        if spare > 0:
            idle = (id for id, kept in self._live.items() if not kept.connections)
            for id in [id for id, _ in zip(idle, range(spare), strict=False)]:
                del self._live[id]
        LIVE.set(len(self._live))

    # -- new plays --------------------------------------------------------------------------------

    async def create(self, owner: str, new: NewTable) -> Live:
        """Begin a game. What cannot be is refused before anything is written.

        While a seat is free, the game waits.
        """
        taken = new.seats_for(owner)
        record = new.record_for(owner, taken, new_seed())
        found = await asyncio.to_thread(game_of, record, kept=False)
        if found.id != new.game:
            raise Refused(say("table-error.other-variant", variant=found.id, game=quoted(new.game)))
        for role, seat in taken.items():
            if seat.bot:  # by its name or its level; an unknown one is refused
                taken[role] = seat._replace(bot=found.bot_named(seat.bot))
        play = Play(found, new.options, record.seats, preset=new.preset)
        record = record._replace(
            rules_version=found.rules_version, options=play.options.given(), created=now()
        )
        if any(seat.name for seat in taken.values()):
            taken = await asyncio.to_thread(self._called, taken)
        async with self._creating.setdefault(owner, asyncio.Lock()):  # so that none is overlooked
            await asyncio.to_thread(self._check_quotas, owner, taken)
            stored = Stored(record, list(new.answers), taken, now())
            live = await asyncio.to_thread(Live, stored, self.think, found)
            await live.start()
            live.record = record = record._replace(**noted(live.ended))
            await self.journals.create(record, live.entries, taken, live.ended)
        self.keep(live)
        return live

    def _called(self, seats: Mapping[str, Seat]) -> dict[str, Seat]:
        return {r: it._replace(name=self.called(it.guest, it.name)) for r, it in seats.items()}

    def _check_quotas(self, owner: str, seats: Mapping[str, Seat]) -> None:
        """Refuse one game more than somebody may have, and say what can be done."""
        most, most_open = self.quotas
        count, has_account = self.journals.count(owner)
        if has_account and count >= 10 * most:
            raise Refused(say("table-error.many-games", count=f"{count:,}"))
        if not has_account and count >= most:
            more = f"{10 * most:,.0f}"
            raise Refused(say("table-error.many-games-guest", count=f"{count:,}", most=more))
        if any(seat.is_free and seat.listed for seat in seats.values()):
            waiting = self.seats.open_of(owner)
            if waiting >= most_open:
                raise Refused(say("table-error.many-tables", count=waiting))

    async def upload(self, owner: str, journal: Journal) -> Live:
        """Take in a journal: every line must be one that the rules can follow."""
        if journal.seats != 1:
            raise BadJournal(4, say("table-error.import-seats", seats=journal.seats))
        if journal.variant:
            line = 5 + len(journal.options)
            raise BadJournal(line, say("table-error.import-variant"))
        await asyncio.to_thread(Play.resume, find_game(journal.game), journal)
        sealed = journal.seed is not None
        return await self.create(
            owner,
            NewTable(
                game=journal.game,
                options=journal.options,
                fate="sealed" if sealed else "real-cards",
                seed=journal.seed,
                kind="upload",
                name=say("replay.imported"),
                answers=journal.entries,
            ),
        )
