"""Running the server: `undercroft serve`."""

import logging
import sys
import threading
import webbrowser

import structlog
import uvicorn

from undercroft.web.app import make_app
from undercroft.web.settings import Settings


def configure_logs(*, as_json: bool) -> None:
    """Write one event a line, to standard error."""
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def serve(settings: Settings, *, open_browser: bool = False) -> None:
    """Serve until told to stop."""
    configure_logs(as_json=settings.log_json)
    config = uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.most_frame,
        ws_per_message_deflate=False,  # frames are small; deflating them costs more than it saves
        timeout_graceful_shutdown=2,  # a page comes back by itself
    )
    server = uvicorn.Server(config)
    if open_browser:
        address = f"http://{settings.host}:{settings.port}/"
        threading.Timer(1.0, webbrowser.open, [address]).start()
    server.run()
