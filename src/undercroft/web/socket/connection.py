"""One page at a play: what it is sent, and what it may ask for."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final

import msgspec
from prometheus_client import Counter
from starlette.websockets import WebSocket

from undercroft.bots.chances import Chances
from undercroft.core.errors import IllegalAnswer, Refused, StaleAnswer, UnreadableAnswer
from undercroft.core.events import Event
from undercroft.core.seats import Eyes, role_of
from undercroft.storage.journals import Conflict, StorageLost
from undercroft.storage.seats import Said
from undercroft.web.draw.drawing import Drawn
from undercroft.web.gateway.metrics import ANSWER_SECONDS, ANSWERS, REFUSALS
from undercroft.web.live.clock import steady
from undercroft.web.live.ending import story_of
from undercroft.web.live.hints import chances, hint, odds
from undercroft.web.live.people import talk
from undercroft.web.live.people.presence import come_back, company, due, hurry, relieve
from undercroft.web.live.table import Live, NotYours
from undercroft.web.live.tables import Tables, Unknown
from undercroft.web.live.undo_requests import (
    consent,
    may_give_back,
    may_take_back,
    plea_shown,
    take_back,
)
from undercroft.web.live.viewing.moments import Moment
from undercroft.web.live.viewing.screens import Screen
from undercroft.web.socket.edits import Edit, edited
from undercroft.web.socket.frames import (
    Answer,
    Auto,
    Chronicle,
    Consent,
    Cover,
    Frame,
    Hint,
    Hurry,
    Lift,
    Look,
    Odds,
    Pace,
    Redo,
    Relieve,
    Return,
    Say,
    Signal,
    Undo,
)
from undercroft.web.words import say

MOST_WAITING: Final = 1_000_000  # bytes for a client that does not read, before it is dropped


PARTS: Final = 12  # in which the chances of options grow sharper: each takes a moment

WRITER: Final = msgspec.json.Encoder()

WHY: Final[Mapping[type[Exception], str]] = {
    StaleAnswer: "stale",
    Conflict: "stale",
    IllegalAnswer: "illegal",
    UnreadableAnswer: "unreadable",
    NotYours: "not-yours",
    StorageLost: "storage",
    Unknown: "unknown",
}


@cache
def answers_in(game: str) -> Counter:
    """Give the counter of a game's answers."""
    return ANSWERS.labels(game)


class Connection:
    """One page at a live play. What is sent is numbered by the play's entries."""

    def __init__(
        self,
        socket: WebSocket,
        tables: Tables,
        live: Live,
        roles: Sequence[str],
        *,
        steps: bool,
        edits: bool = False,
    ) -> None:
        self.socket = socket
        self.tables = tables
        self.screen = Screen(live, roles)
        self.steps = steps
        self.edits = edits  # the page can make a part of what it was sent before and what is new
        self.sent: set[str] = set()  # the parts that were sent through this socket
        self.parts: dict[str, str] = {}  # as this page shows them
        self.drawn: Drawn = {}  # what these were drawn from, ...
        self.drawing: object = None  # ... and by which drawing: another has other names
        self.chronicle = False
        self.header: dict[str, Any] = {}  # what was last said of the table, besides its steps
        self.at = self.number  # the entry that it was told of last
        self.quiet = steady()  # when it was last shown that the play went on
        self.heard: int | None = None  # the last line of talk that this page has read
        self.called: str | None = None  # the table to which it was called last
        self.company = ""  # who is at the table, as this page shows it
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0  # bytes in it
        self._parting = (1013, "too slow")
        self._looks = False  # whether the page shows odds, ...
        self._weighing: asyncio.Task[None] | None = None  # ... and the chances that follow them

    @property
    def live(self) -> Live:
        """The play that it shows."""
        return self.screen.live

    @live.setter
    def live(self, live: Live) -> None:
        self.screen.live = live

    @property
    def seat(self) -> Eyes:
        """Whose eyes it looks through."""
        return self.screen.seat

    @property
    def roles(self) -> Sequence[str]:
        """What it is in the play."""
        return self.screen.roles

    @property
    def number(self) -> int:
        """The number of the next entry, as this page counts them."""
        return self.live.number(self.roles)

    # -- sending ----------------------------------------------------------------------------------

    def send(self, message: Mapping[str, Any]) -> None:
        """Put a message in the queue; a client that does not read is dropped."""
        if self._waiting > MOST_WAITING:
            self.live.connections.discard(self)
            while not self._out.empty():
                self._out.get_nowait()
            self._out.put_nowait(None)
            return
        data = WRITER.encode(message)
        self._waiting += len(data)
        self._out.put_nowait(data)

    async def write(self) -> None:
        """Send what is in the queue, until there is nothing more to come."""
        send = self.socket.send
        while (message := await self._out.get()) is not None:
            await send({"type": "websocket.send", "text": message.decode()})
            self._waiting -= len(message)
        await self.socket.close(*self._parting)

    def dismiss(self, *, for_good: bool) -> None:
        """End the connection; a page whose table is still there comes back by itself."""
        self._parting = (1008, "the table is no more") if for_good else (1012, "look again")
        self._out.put_nowait(None)

    def show(self, moments: Sequence[Moment] | None) -> None:
        """Send what happened, step by step; `None`: the whole table, as it stands now."""
        screen = self.screen
        live, seat = screen.live, screen.seat
        if live.waits:
            self._introduce()
            return
        if moments is None:
            screen.holder = None  # something was undone: another player may have the screen
        if self.drawing is not live.drawing:
            self.drawing, self.drawn = live.drawing, {}
        again = moments is None or any(seat not in moment.views for moment in moments)
        news, steps = screen.is_shared and screen.has_news(), list[dict[str, Any]]()
        if moments and self.steps and not again:
            steps = [self._step(screen.passing(m, self.drawn), m.told) for m in moments[:-1]]
        if screen.turn(news=news) or again:
            screen.told, self.parts, self.drawn, again, steps = 0, {}, {}, True, []
        view = moments[-1].views.get(screen.seat) if moments else None
        steps = [step for step in steps if step["parts"] or step["log"]]
        steps.append(self._step(screen.standing(self.drawn, view), len(live.play.events)))
        self._send_table(again, steps)
        self._introduce()
        if self.chronicle:
            self.tell()

    def _send_table(self, again: bool, steps: list[dict[str, Any]]) -> None:
        """Send steps. What others answer in secret shows in nothing, not even in a frame."""
        about = self._header() | {"due": 0} if self.live.is_for_several else {}
        news = again or len(steps) > 1 or steps[0]["parts"] or steps[0]["log"]
        if news or not about or about["yours"]:
            self.quiet = steady()
            self._put(again, steps)
        elif about != self.header:
            self.quiet = steady()
            self._put(again, [])
        self.header = about

    def _put(self, again: bool, steps: list[dict[str, Any]]) -> None:
        self.at = self.number
        self.send(self._header() | {"again": again, "steps": steps})

    def _step(self, parts: dict[str, str], told: int) -> dict[str, Any]:
        """Write a step: the parts that have changed, and what is told with them."""
        screen = self.screen
        heard = screen.news(told)
        lines = screen.lines(heard)
        sounds = screen.live.drawing.sounds
        heard_of = [(sounds[type(event)], event) for event in heard if type(event) in sounds]
        return {
            "parts": self._changed(parts),
            "log": "".join([line.html for line in lines]),
            "say": " ".join([line.text for line in lines if line.text]),
            "sounds": [sound for sound, _ in heard_of],
            "throws": self._throws([event for sound, event in heard_of if sound == "die"]),
        }

    def _changed(self, parts: dict[str, str]) -> dict[str, str | Edit]:
        """Give the parts that the page shows otherwise: as edits of what it was sent, if it can.

        What is asked comes whole.
        """
        shown, known, changed = self.parts, self.sent, dict[str, str | Edit]()
        for name, part in parts.items():
            old = shown.get(name)
            if part == old:
                continue
            shown[name] = changed[name] = part
            if self.edits and name != "prompt":
                if old is not None and name in known:
                    changed[name] = edited(old, part)
                known.add(name)
        return changed

    def _throws(self, dice: Sequence[Event]) -> bool:
        """Whether dice of this player's own were thrown; in a lesson the coach lets them roll."""
        if not dice or self.seat is None or not self.roles or self.live.record.kind == "lesson":
            return False
        return any(getattr(event, "seat", self.seat) == self.seat for event in dice)

    def _header(self) -> dict[str, Any]:
        live = self.live
        return {
            "kind": "table",
            "at": self.number,
            "undo": may_take_back(live, self.roles),
            "redo": may_give_back(live),
            "plea": plea_shown(live, self.roles),
            "practice": live.practice,
            "over": live.outcome is not None,
            "open": live.open_seats,
            "yours": live.asked_of(self.roles) is not None,
            "due": due(live, self.roles, self.seat, self.quiet),
        }

    def begin(self, at: int | None) -> None:
        """Bring a page up to date that shows the table as of an entry, or nothing."""
        screen = self.screen
        known = at is not None and not screen.is_shared
        missed = self.live.missed(at or 0, screen.seat) if known else None
        if missed is None:
            self.show(None)
            return
        screen.told, moments = missed
        if moments:
            self.show(moments)
        else:
            self.parts = screen.standing()
            self.greet()

    def greet(self) -> None:
        """Send who is at the table; nothing else has changed."""
        if not self.live.waits:
            self._put(False, [])
        self._introduce()

    def hear(self, said: Sequence[Said]) -> None:
        """Send what was said at the table, as far as it is new."""
        last = -1 if self.heard is None else self.heard
        new = [line for line in said if line.number > last]
        if new or self.heard is None:  # at first even nothing: what comes then is news
            self.heard = new[-1].number if new else last
            lines = talk.shown(self.live, new)
            self.send({"kind": "talk", "at": self.number, "lines": lines})

    def call(self, play: str, name: str) -> None:
        """Send who wants a rematch, and where; once."""
        if play == self.called:
            return
        self.called = play
        path = f"/play/{play}"
        self.send({"kind": "again", "at": self.number, "path": path, "name": name})

    def _introduce(self) -> None:
        """Send who is at the table, if that has changed."""
        live = self.live
        if live.record.seats == 1 and not live.is_for_several:
            return
        seats = company(live, self.roles, self.seat)
        html = str(live.drawing.shared.company(seats, live.waits))  # type: ignore[attr-defined]
        if html != self.company:
            self.company = html
            self.send({"kind": "seats", "at": self.number, "waits": live.waits, "html": html})

    def tell(self) -> None:
        """Send the story so far."""
        live = self.live
        html = str(live.drawing.shared.story(story_of(live, self.seat)))  # type: ignore[attr-defined]
        self.send({"kind": "chronicle", "at": self.number, "html": html})

    # -- receiving --------------------------------------------------------------------------------

    async def take(self, frame: Frame) -> None:
        """Do what a frame asks."""
        live, journals = self.live, self.tables.journals
        match frame:
            case Answer():
                began = time.perf_counter()
                await live.answer(journals, self.roles, frame.answer, frame.at)
                answers_in(live.record.game).inc()
                ANSWER_SECONDS.observe(time.perf_counter() - began)
            case Undo():
                await take_back(live, journals, self.roles, frame.at)
            case Redo():
                await live.undo(journals, self.roles, frame.at, redo=True)
            case Consent():
                await consent(live, journals, self.roles, frame.at, agrees=frame.agrees)
            case Odds():
                self.look_ahead(on=frame.on)
            case Hint():
                advice = None
                if self.screen.is_asked:
                    advice = await hint(live, frame.level or "")
                answer, why = (advice.answer, advice.why) if advice else (None, "")
                self.send({"kind": "hint", "at": self.number, "answer": answer, "why": why})
            case Chronicle():
                self.chronicle = frame.on
                if frame.on:
                    self.tell()
            case Pace():
                self.steps = frame.steps
            case Auto():
                self.let_pass(frame)
            case Look():
                self._introduce()
            case Cover():
                if self.screen.is_shared and not self.screen.is_covered:
                    self.screen.cover(keep=False)
                    self.show(None)
            case Lift():
                if frame.role not in map(role_of, self.screen.seats):
                    raise NotYours(say("table-error.other-screen"))
                self.screen.lift(frame.role)
                self.show(None)
            case Relieve():
                await relieve(self.tables, live, self.roles, frame.role, self.seat)
            case Return():
                await come_back(self.tables, live, self.roles, frame.role)
            case Say():
                await self.tables.say(live, talk.speaker(live, self.roles), talk.clean(frame.text))
            case Signal():
                text = talk.signalled(frame.signal)
                await self.tables.say(live, talk.speaker(live, self.roles), text)
            case Hurry():
                if frame.at != self.at:
                    raise StaleAnswer(say("table-error.gone-on"))
                await hurry(live, journals, self.roles, self.seat, self.quiet)

    def let_pass(self, frame: Auto) -> None:
        """Note what this player lets pass; a lesson asks everything."""
        if self.live.record.kind != "lesson":
            self.live.passes.let(self.roles, frame.level, stop=frame.stop)

    def look_ahead(self, *, on: bool) -> None:
        """Show the odds at once; the chances to win follow, ever sharper, as long as one looks.

        However often a page asks, only one moment's imagining is under way for it.
        """
        self._looks = on
        if on:
            self.send({"kind": "odds", "at": self.number, "options": self._odds()})
            if self.screen.is_asked and (self._weighing is None or self._weighing.done()):
                self._weighing = asyncio.create_task(self._weigh())

    def look_away(self) -> None:
        """Imagine nothing more: nobody looks now."""
        self._looks = False
        if self._weighing is not None:
            self._weighing.cancel()

    async def _weigh(self) -> None:
        """Imagine games for one question after the other, as they are looked at."""
        at = -1
        while self._looks and self.screen.is_asked and self.number != at:
            at = self.number
            with suppress(Refused):  # too many bots think already: the odds stand by themselves
                await self._sharpen(at)

    async def _sharpen(self, at: int) -> None:
        draw = self.live.drawing.shared.chance  # type: ignore[attr-defined]
        total: Chances | None = None
        for part in range(PARTS):
            found = await chances(self.live, part)
            is_open = self._looks and self.screen.is_asked and self.number == at
            if found is None or not is_open:
                return
            total = found if total is None else total.plus(found)
            best = total.ranked[0]
            shown = {one: str(draw(*total.of(one), one == best)) for one in total.wins}
            self.send({"kind": "chances", "at": at, "options": shown})

    def _odds(self) -> dict[str, str]:
        """Draw what each option can lead to, counted over all that is not known."""
        live = self.live
        if not self.screen.is_asked:
            return {}
        draw = live.drawing.shared.odds  # type: ignore[attr-defined]
        names = live.words.tables.get("odds", {})
        return {
            answer: str(draw(counts, names)) for answer, counts in odds(live, self.seat).items()
        }

    async def refuse(self, error: Exception) -> None:
        """Say why not, and show the table as it is. A bug is named without its details."""
        refused = isinstance(error, Refused)
        why = "refused" if refused else "failed"
        why = next((word for kind, word in WHY.items() if isinstance(error, kind)), why)
        message = str(error) if refused else say("table-error.failed")
        REFUSALS.labels(why).inc()
        self.send({"kind": "refused", "at": self.number, "why": why, "message": message})
        if self.live.broken:
            try:
                live = await self.tables.find(self.live.record.id)
            except StorageLost:
                return  # what the page shows still stands; its next frame tries again
            self.live.connections.discard(self)
            self.live = live
            live.connections.add(self)
        if why in ("stale", "storage", "failed"):
            self.show(None)
