"""The live table: one socket a page. The protocol is written down in `docs/protocol.md`."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from undercroft.core.errors import IllegalAnswer, Refused, StaleAnswer, UnreadableAnswer
from undercroft.core.events import Event
from undercroft.storage.journals import Conflict, StorageLost
from undercroft.web.border import Bucket
from undercroft.web.drawing import Drawn
from undercroft.web.ending import ending, story_of
from undercroft.web.hints import hint
from undercroft.web.lessons import notes_for
from undercroft.web.live import Live, Moment, NotYours
from undercroft.web.metrics import ANSWER_SECONDS, ANSWERS, REFUSALS, SOCKETS
from undercroft.web.settings import Settings
from undercroft.web.tables import Tables, Unknown

MOST_BAD: Final = 20  # frames that cannot be read, before the socket is closed
log = structlog.get_logger("undercroft.web")


class Frame(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """What a client may send."""


class Answer(Frame):
    """Answer the open question."""

    at: int
    answer: str


class Undo(Frame):
    """Take the last answer back."""

    at: int


class Redo(Frame):
    """Give back what was taken back last."""

    at: int


class Odds(Frame):
    """Ask what each option can lead to."""


class Hint(Frame):
    """Ask what a sensible player would do."""


class Chronicle(Frame):
    """Ask for the story so far, now and after each answer, or no longer."""

    on: bool = True


class Pace(Frame):
    """Say whether to send what happened step by step, or its end alone."""

    steps: bool


READER: Final = msgspec.json.Decoder(Answer | Undo | Redo | Odds | Hint | Chronicle | Pace)
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


def heard(live: Live, told: int) -> list[Event]:
    """Give what the seat that looks has been told, up to so many events, if it is to be drawn."""
    if live.drawing.lately is None:
        return []
    return [event for event in live.play.events[:told] if event.is_for(0)]


def standing_parts(
    live: Live, role: str | None, view: Any, drawn: Drawn | None = None
) -> dict[str, str]:
    """Draw all that a table shows while a question is open, or when the play is over."""
    drawing = live.drawing
    mine = live.may_answer(role)
    told = heard(live, len(live.play.events))
    parts = drawing.parts(view, live.question if mine else None, drawn, told=told)
    parts["prompt"] = drawing.prompt(live.question, waiting=not mine)
    if live.record.kind == "lesson":
        notes = notes_for(live.record.game, live.play, *live.before)
        parts["coach"] = str(drawing.shared.coach(notes))  # type: ignore[attr-defined]
    parts["end"] = ending(live) if live.outcome else ""
    return parts


class Onlooker:
    """One page, looking on at a live play. What is sent is numbered by the play's entries."""

    def __init__(
        self, socket: WebSocket, tables: Tables, live: Live, role: str, *, steps: bool
    ) -> None:
        self.socket = socket
        self.tables = tables
        self.live = live
        self.role = role
        self.steps = steps
        self.told = 0  # events this page has been told of
        self.parts: dict[str, str] = {}  # as this page shows them
        self.drawn: Drawn = {}
        self.chronicle = False
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=200)

    # -- sending ----------------------------------------------------------------------------------

    def send(self, message: Mapping[str, Any]) -> None:
        """Put a message in the queue; a client that does not read is dropped."""
        try:
            self._out.put_nowait(WRITER.encode(message))
        except asyncio.QueueFull:
            self._out.get_nowait()
            self._out.put_nowait(None)

    async def write(self) -> None:
        """Send what is in the queue, until there is nothing more to come."""
        send = self.socket.send
        while (message := await self._out.get()) is not None:
            await send({"type": "websocket.send", "text": message.decode()})
        await self.socket.close(1013, "too slow")

    def show(self, moments: Sequence[Moment] | None) -> None:
        """Send what happened, step by step; `None`: the whole table, as it stands now."""
        live = self.live
        again = moments is None
        if moments is None or not self.steps:
            live.watcher.settle()
            moments = live.watcher.moments[-1:]
        if again:
            self.told, self.parts = 0, {}
        steps = []
        for moment in moments:
            last = moment is moments[-1]
            if last:
                parts = standing_parts(live, self.role, moment.view, self.drawn)
            else:
                parts = live.drawing.parts(
                    moment.view, None, self.drawn, told=heard(live, moment.told)
                )
                parts["prompt"] = ""  # nothing is asked while cards are still coming
            steps.append(self._step(parts, moment.told))
        self.send(self._header() | {"again": again, "steps": steps})
        if self.chronicle:
            self.tell()

    def _step(self, parts: dict[str, str], told: int) -> dict[str, Any]:
        old = self.parts
        changed = {
            name: part
            for name, part in parts.items()
            if (was := old.get(name)) is not part and was != part
        }
        old.update(changed)
        line = self.live.drawing.line
        lines = [line(e) for e in self.live.play.events[self.told : told] if e.is_for(0)]
        self.told = told
        return {
            "parts": changed,
            "log": "".join([line.html for line in lines]),
            "say": " ".join([line.text for line in lines]),
        }

    def _header(self) -> dict[str, Any]:
        live = self.live
        return {
            "kind": "table",
            "at": live.at,
            "undo": live.can_undo,
            "redo": live.can_redo,
            "practice": live.practice,
            "over": live.outcome is not None,
            "open": live.open_seats,
        }

    def begin(self, at: int | None) -> None:
        """Bring a page up to date that shows the table as of an entry, or nothing."""
        live = self.live
        since = live.since(at) if at is not None else None
        if since is None:
            self.show(None)
            return
        self.told, moments = since
        if moments:
            self.show(moments)
        else:
            self.parts = standing_parts(live, self.role, live.play.view(0))
            self.greet()

    def greet(self) -> None:
        """Send that a seat was taken; nothing else has changed."""
        self.send(self._header() | {"again": False, "steps": []})

    def tell(self) -> None:
        """Send the story so far."""
        live = self.live
        html = str(live.drawing.shared.story(story_of(live)))  # type: ignore[attr-defined]
        self.send({"kind": "chronicle", "at": live.at, "html": html})

    # -- receiving --------------------------------------------------------------------------------

    async def take(self, frame: Frame) -> None:
        """Do what a frame asks."""
        live, journals = self.live, self.tables.journals
        match frame:
            case Answer():
                began = time.perf_counter()
                await live.answer(journals, self.role, frame.answer, frame.at)
                ANSWERS.labels(live.record.game).inc()
                ANSWER_SECONDS.observe(time.perf_counter() - began)
            case Undo() | Redo():
                redo = isinstance(frame, Redo)
                await live.undo(journals, self.role, frame.at, redo=redo)
            case Odds():
                self.send({"kind": "odds", "at": live.at, "options": self._odds()})
            case Hint():
                answer = await hint(live) if live.may_answer(self.role) else None
                self.send({"kind": "hint", "at": live.at, "answer": answer})
            case Chronicle():
                self.chronicle = frame.on
                if frame.on:
                    self.tell()
            case Pace():
                self.steps = frame.steps

    def _odds(self) -> dict[str, str]:
        """Draw what each option can lead to, counted over all that is not known."""
        live = self.live
        if not live.may_answer(self.role):
            return {}
        view = live.play.view(0)
        odds = live.game.odds(live.game.rows, view, live.question)  # type: ignore[arg-type]
        draw = live.drawing.shared.odds  # type: ignore[attr-defined]
        names = live.game.words.tables.get("odds", {})
        return {answer: str(draw(counts, names)) for answer, counts in odds.items()}

    async def refuse(self, error: Refused) -> None:
        """Say why not, and show the table as it is."""
        why = next((word for kind, word in WHY.items() if isinstance(error, kind)), "refused")
        REFUSALS.labels(why).inc()
        self.send({"kind": "refused", "at": self.live.at, "why": why, "message": str(error)})
        if self.live.broken:
            try:
                live = await self.tables.find(self.live.record.id)
            except StorageLost:
                return  # what the page shows still stands; its next frame tries again
            self.live.onlookers.discard(self)
            self.live = live
            live.onlookers.add(self)
        if why in ("stale", "storage"):
            self.show(None)


async def serve_table(socket: WebSocket) -> None:
    """Serve one page for as long as it stays."""
    tables: Tables = socket.app.state.tables
    settings: Settings = socket.app.state.settings
    query = socket.query_params
    try:
        live, role = await tables.of(socket.path_params["play"], socket.scope["guest"])
    except Unknown as error:
        await socket.close(1008, str(error))
        return
    except Refused as error:
        await socket.close(1011, str(error)[:100])
        return
    await socket.accept()
    page = Onlooker(socket, tables, live, role, steps=query.get("pace") != "instant")
    at = query.get("at", "")
    same = query.get("build") == socket.app.state.build
    page.begin(int(at) if same and at.isascii() and at.isdigit() and len(at) < 9 else None)
    live.onlookers.add(page)
    SOCKETS.inc()
    writing = asyncio.create_task(page.write())
    try:
        await listen(page, Bucket(settings.answers, settings.answers_burst))
    finally:
        writing.cancel()
        page.live.onlookers.discard(page)
        SOCKETS.dec()


async def listen(page: Onlooker, bucket: Bucket) -> None:
    """Take frames until the client goes."""
    bad = 0
    receive = page.socket.receive
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        if not bucket.take():
            await asyncio.sleep(1 / bucket.rate)  # the client's next frames wait, nobody else's
        try:
            frame = READER.decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.MsgspecError, UnicodeError) as error:
            bad += 1
            await page.refuse(UnreadableAnswer(f"that frame cannot be read: {error}"))
            if bad > MOST_BAD:
                await page.socket.close(1008, "too many frames that cannot be read")
                return
            continue
        try:
            await page.take(frame)
        except Refused as error:
            await page.refuse(error)
        except WebSocketDisconnect:
            return
