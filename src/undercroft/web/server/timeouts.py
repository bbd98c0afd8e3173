"""Connections: a request that has begun must end within a time limit and a size limit."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from undercroft.web.gateway.settings import Settings

TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout"
TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large"


def patient(settings: Settings) -> type[asyncio.Protocol]:
    """Make uvicorn's protocol for HTTP, with an end to its patience: it has none of its own."""

    class Patient(HttpToolsProtocol):
        """A connection that is closed if what was begun does not come to its end."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._late: asyncio.TimerHandle | None = None
            self._head = 0  # bytes of a request of which the headers are not all here
            self._in_head = True

        def _expect(self, seconds: float | None) -> None:
            """Wait for so long, and no longer."""
            if self._late is not None:
                self._late.cancel()
            self._late = None
            if seconds is not None:
                self._late = self.loop.call_later(seconds, self._hang_up)

        def _hang_up(self) -> None:
            self._late = None
            if self.flow.read_paused or (self._in_head and not self._is_done()):
                self._expect(settings.body_seconds)  # it is not the client who is late
            elif self._in_head and self._head:
                self._refuse(TOO_LATE)
            else:
                self.transport.close()

        def _refuse(self, status: bytes) -> None:
            if not self.transport.is_closing():
                self.transport.write(status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                self.transport.close()

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._expect(settings.head_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            self._expect(None)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._in_head:
                self._head += len(data)
            super().data_received(data)
            if self._in_head and self._head > settings.most_head:
                self._refuse(TOO_LONG)
            is_ours = self.transport.get_protocol() is self  # and no socket's
            if is_ours and not (self._late or self.timeout_keep_alive_task) and self._is_done():
                self._expect(settings.head_seconds)  # an empty line, which begins nothing

        def _is_done(self) -> bool:
            """Whether no request is being answered."""
            cycle: Any = self.cycle  # none, before the first
            return cycle is None or cycle.response_complete

        def on_message_begin(self) -> None:
            self._in_head = True
            self._expect(settings.head_seconds)
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._in_head, self._head = False, 0
            self._expect(settings.body_seconds)
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._expect(None)
            super().on_message_complete()

    return Patient
