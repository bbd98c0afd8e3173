"""Running the server: `undercroft serve`."""

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Final, TextIO, cast

import structlog
import uvicorn
from starlette.types import ASGIApp

from undercroft.core.errors import Refused
from undercroft.storage.database import open_database
from undercroft.web.gateway.gateway import Gateway
from undercroft.web.gateway.settings import Settings
from undercroft.web.server import memory
from undercroft.web.server.app import make_app
from undercroft.web.server.sockets import BoundedWebSocket
from undercroft.web.server.timeouts import patient
from undercroft.web.server.workers import supervise
from undercroft.web.words import say

STOP_SECONDS: Final = 1.0  # for what is under way when the server is told to stop
TURN_SECONDS: Final = 0.01  # of a thread, before another that wants to work has its turn


def configure_logs(*, as_json: bool) -> None:
    """Write one event a line to standard error: for programs all of them, for people the bad."""
    level = logging.INFO if as_json else logging.WARNING
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, Log())),
    )


class Log:
    """Standard error, as long as it takes anything: a full disk must not stop what is logged."""

    def write(self, text: str) -> None:
        """Write, if that can be done."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)

    def flush(self) -> None:
        """See that it is written."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()


def listen(settings: Settings) -> list[socket.socket]:
    """Take the port, once for each worker, or say that it is taken."""
    listener = _bound(settings, settings.port)
    if settings.workers == 1:
        return [listener]
    port = listener.getsockname()[1]
    listener.close()  # it was to see that nobody else has the port
    return [_bound(settings, port, shared=True) for _ in range(settings.workers)]


def _bound(settings: Settings, port: int, *, shared: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 256 * 1024)  # for who does not read
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # who takes nothing for so long has gone
        timeout = int(2000 * settings.ping)  # milliseconds
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, timeout)
    try:
        listener.bind((settings.host, port))
        listener.listen(2048)  # who comes before all is ready waits
    except OSError as error:
        listener.close()
        where = f"{settings.host}:{port}"
        raise Refused(say("server.port", where=where, why=error.strerror)) from None
    return listener


def check(settings: Settings) -> None:
    """Refuse what cannot be served, before anything is begun."""
    if settings.workers > 1:
        if not settings.url.startswith("postgres"):
            raise Refused(say("server.database"))
        if not hasattr(os, "fork") or not hasattr(socket, "SO_REUSEPORT"):
            raise Refused(say("server.workers"))
    settings.secret()  # in the data folder, which is made for it
    open_database(settings.url).dispose()  # one that cannot be had is told in one line


def serve(
    settings: Settings,
    *,
    announce: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until told to stop. Clients are told to reconnect; the server waits for none."""
    configure_logs(as_json=settings.log_json)
    check(settings)
    listeners = listen(settings)
    port = listeners[0].getsockname()[1]
    app = make_app(settings)
    memory.settle()
    sys.setswitchinterval(TURN_SECONDS)  # storage asks for a turn at every row
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{port}/"
    announce(address)

    def work(listener: socket.socket) -> None:
        Server(app, settings).run(sockets=[listener])

    try:
        if settings.workers == 1:
            work(listeners[0])
        else:
            supervise(work, listeners)
    finally:
        for listener in listeners:
            listener.close()


class Server(uvicorn.Server):
    """uvicorn's server, which waits for nobody when it is told to stop."""

    def __init__(self, app: Gateway, settings: Settings) -> None:
        super().__init__(configuration(app, settings))
        self.gateway = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let those go who wait for news, or for a bot; what is quick is done first."""
        self.gateway.is_stopping = True
        asyncio.get_running_loop().call_later(STOP_SECONDS, self._let_go)
        await super().shutdown(sockets)

    def _let_go(self) -> None:
        for task in tuple(self.server_state.tasks):
            task.cancel()


def configuration(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Say how the application is to be served."""
    return uvicorn.Config(
        app,
        http=patient(settings),
        ws=BoundedWebSocket,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.most_frame,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        ws_per_message_deflate=False,  # frames are small; deflating them costs more than it saves
        timeout_graceful_shutdown=2,
    )
