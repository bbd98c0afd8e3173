"""Running the server: `undercroft serve`."""

import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import structlog
import uvicorn

from undercroft.core.errors import Refused
from undercroft.storage.database import open_database
from undercroft.web.app import make_app
from undercroft.web.settings import Settings


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
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def listen(settings: Settings) -> socket.socket:
    """Take the port, or say that it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(2048)  # who comes before all is ready waits
    except OSError as error:
        listener.close()
        where = f"{settings.host}:{settings.port}"
        raise Refused(f"cannot listen on {where} ({error.strerror}); try another port") from None
    return listener


def serve(
    settings: Settings,
    *,
    announce: Callable[[str], None] = lambda address: None,
    open_browser: bool = False,
) -> None:
    """Serve until told to stop. Clients are told to come back; none is waited for."""
    configure_logs(as_json=settings.log_json)
    if settings.database:  # one that cannot be had is told in one line
        open_database(settings.database).dispose()
    listener = listen(settings)
    port = listener.getsockname()[1]
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.most_frame,
        ws_per_message_deflate=False,  # frames are small; deflating them costs more than it saves
        timeout_graceful_shutdown=2,
    )
    settle_memory()
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{port}/"
    announce(address)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        listener.close()


def settle_memory() -> None:
    """Let the garbage collector leave alone what is here for good, and come less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
