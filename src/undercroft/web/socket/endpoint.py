"""The live table: one socket a page. The protocol is written down in `docs/protocol.md`."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
import structlog
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from undercroft.core.errors import Refused, UnreadableAnswer
from undercroft.web.gateway.limits import Bucket, Buckets, Metered
from undercroft.web.gateway.metrics import SOCKETS
from undercroft.web.live.people.presence import STILL_HERE, come_or_go
from undercroft.web.live.records import Closed
from undercroft.web.live.tables import Tables, Unknown
from undercroft.web.socket.connection import Connection
from undercroft.web.socket.frames import BEAT, READER, read_auto
from undercroft.web.words import say

log = structlog.get_logger("undercroft.web")

AHEAD: Final = 16  # frames that wait while one is being done
MOST_BAD: Final = 20  # frames that cannot be read, before the socket is closed


async def serve_table(socket: WebSocket) -> None:
    """Serve one page for as long as it stays."""
    tables: Tables = socket.app.state.tables
    frames: Buckets = socket.app.state.frames
    query, path, guest = socket.query_params, socket.path_params, socket.scope["guest"]
    try:
        if "watch" in path:
            live, roles = await tables.watched(path["watch"]), list[str]()
        else:
            live, roles = await tables.of(path["play"], guest)
    except (Unknown, Closed) as error:
        await socket.close(1008, str(error))
        return
    except Refused as error:
        await socket.close(1011, str(error)[:100])
        return
    steps, edits = query.get("pace") != "instant", query.get("edits") == "1"
    page = Connection(socket, tables, live, roles, steps=steps, edits=edits)
    live.connections.add(page)
    at = query.get("at", "")
    same = query.get("build") == socket.app.state.build
    page.begin(int(at) if same and at.isascii() and at.isdigit() and len(at) < 16 else None)
    try:
        await socket.accept()  # what is to be sent waits; before, nothing can have been answered
        await keep_up(page, guest, frames[guest])
    finally:
        page.live.connections.discard(page)
        await come_or_go(page.tables, page.live, page.roles, guest)


async def keep_up(page: Connection, guest: str, bucket: Bucket) -> None:
    """Send, and listen, until the client goes."""
    SOCKETS.inc()
    writing = asyncio.create_task(page.write())
    staying = asyncio.create_task(stay(page, guest))
    try:
        await listen(page, bucket)
    finally:
        writing.cancel()
        staying.cancel()
        page.look_away()
        SOCKETS.dec()


async def stay(page: Connection, guest: str) -> None:
    """Let somebody read what was said, and see that the others know of it, here and elsewhere."""
    tables = page.tables
    if page.live.is_for_several:
        with suppress(Refused):
            await tables.read_out(page.live, [page])
    await come_or_go(page.tables, page.live, page.roles, guest)
    while tables.journals.is_shared:
        await asyncio.sleep(STILL_HERE / 1000)
        await come_or_go(page.tables, page.live, page.roles, guest)


async def listen(page: Connection, bucket: Bucket) -> None:
    """Take frames until the client goes: in a task of its own, not at the end of a long chain."""
    frames: asyncio.Queue[Message] = asyncio.Queue(AHEAD)
    reading = asyncio.create_task(read(page, bucket, frames))  # so many frames cost little
    taking = asyncio.ensure_future(Metered(take_in_turn(page, frames)))
    try:
        await taking
    finally:
        reading.cancel()
        taking.cancel()


async def read(page: Connection, bucket: Bucket, frames: "asyncio.Queue[Message]") -> None:
    """Read ahead, so that a client learns that the server is there while its bots think."""
    going = False
    while not going:
        message = await page.socket.receive()
        going = message["type"] == "websocket.disconnect"
        if not going:
            bucket.pay(1)
            if seconds := bucket.wait():  # this visitor's next frames wait, nobody else's
                await asyncio.sleep(seconds)
        text = message.get("text") or ""
        if text == BEAT:
            page.send({"kind": "beat", "at": page.at})
        elif auto := read_auto(text):
            page.let_pass(auto)
        else:
            await frames.put(message)


async def take_in_turn(page: Connection, frames: "asyncio.Queue[Message]") -> None:
    """Do what frames ask, one after the other, until the client has gone."""
    bad = 0
    while (message := await frames.get())["type"] != "websocket.disconnect":
        try:
            frame = READER.decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            bad += 1
            await page.refuse(UnreadableAnswer(say("table-error.frame", why=error)))
            if bad > MOST_BAD:
                await page.socket.close(1008, "too many frames that cannot be read")
                return
            continue
        try:
            await page.take(frame)
        except WebSocketDisconnect:
            return
        except Refused as error:
            await page.refuse(error)
        except Exception as error:
            log.error("bug", play=page.live.record.id, exc_info=error)
            await page.refuse(error)
