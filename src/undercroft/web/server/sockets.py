"""WebSockets: what a client may send besides messages, and how long it may leave replies unread.

The library answers pings and joins fragments below the application, which counts whole messages
alone. So frames are counted here, by their headers, before the library has them.
"""

import asyncio
import struct
from typing import Any, Final, NamedTuple

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from undercroft.web.gateway.limits import Bucket

AT_ONCE: Final = 32  # frames handed on before others have their turn
EXTRA: Final = 10.0  # control frames and fragments a second, ...
EXTRA_BURST: Final = 60.0  # ... after so many at once
MOST_UNREAD: Final = 1_000_000  # bytes
PATIENCE: Final = 2  # pings: as long as somebody may take nothing at all
POLICY: Final = 1008  # the code of a socket that is closed for what the client did
FINAL: Final = 0x80
MASKED: Final = 0x80
OPCODE: Final = 0x0F
CONTROL: Final = 0x08


class Header(NamedTuple):
    """What stands before a frame's payload."""

    size: int  # bytes of the header itself
    payload: int  # bytes that follow it
    is_extra: bool  # a ping, a pong or a part of a message: nothing that the application counts
    is_void: bool  # a part of a message that adds nothing to it


def read_header(data: bytearray, at: int) -> Header | None:
    """Read the header at a place, if all of it is there."""
    if len(data) < at + 2:
        return None
    first, second = data[at], data[at + 1]
    payload = second & ~MASKED
    start = at + 2
    more = {126: 2, 127: 8}.get(payload, 0)
    size = 2 + more + (4 if second & MASKED else 0)
    if len(data) < at + size:
        return None
    if more:
        payload = int.from_bytes(data[start : start + more])
    opcode, is_final = first & OPCODE, bool(first & FINAL)
    is_extra = bool(opcode & CONTROL) or not is_final or opcode == 0
    return Header(size, payload, is_extra, not is_final and not payload)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol, closed on who floods it or leaves what it sends unread."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_open = False  # the first that comes is the request, whole
        self._came = bytearray()  # frames that the library does not have yet
        self._payload = 0  # bytes of the payload that its first frame still has
        self._is_waiting = False  # for its next turn
        self._extra = Bucket(EXTRA, EXTRA_BURST)
        self._unread: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Count frames, and hand them on."""
        if not self._is_open:
            self._is_open = True
            super().data_received(data)
            return
        self._came += data
        if len(self._came) > MOST_UNREAD:
            self._refuse()
        elif not self._is_waiting:
            self._hand_on()

    def _hand_on(self) -> None:
        """Hand some frames on; the next ones have their turn after everybody else's."""
        self._is_waiting = False
        came, at = self._came, 0
        for _ in range(AT_ONCE):
            if self._payload:
                part = min(self._payload, len(came) - at)
                at += part
                self._payload -= part
            if self._payload or (header := read_header(came, at)) is None:
                break
            if header.is_void or (header.is_extra and not self._extra.take()):
                self._refuse()
                return
            at += header.size
            self._payload = header.payload
        else:
            self._is_waiting = True
            self.loop.call_soon(self._hand_on)
        if at and not self.transport.is_closing():
            super().data_received(bytes(came[:at]))
        del came[:at]
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def _refuse(self) -> None:
        """Close the socket, and say why if the client reads."""
        self._came.clear()
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        reason = struct.pack("!H", POLICY) + b"too many control frames or fragments"
        self.transport.write(bytes((0x88, len(reason))) + reason)
        self.transport.close()

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for long."""
        super().pause_writing()
        patience = PATIENCE * (self.config.ws_ping_timeout or 0)
        self._unread = self.loop.call_later(patience, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        super().resume_writing()
        self._have_read()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop what came: nobody is there any more."""
        self._have_read()
        self._came.clear()
        super().connection_lost(exc)

    def _have_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
