"""What went wrong, as a page or for a program."""

from http import HTTPStatus
from typing import Final

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from undercroft.core.errors import BadJournal
from undercroft.storage.journals import StorageLost
from undercroft.web.live.records import Closed
from undercroft.web.live.tables import Unknown
from undercroft.web.pages.page import page
from undercroft.web.words import say

log = structlog.get_logger("undercroft.web")
PLAIN: Final = {404: "no-page", 405: "no-method"}  # where nobody has said more
HUNG_UP: Final = 499  # as nginx counts them


async def refused(request: Request, error: Exception) -> Response:
    """Say why something was refused."""
    status = 404 if isinstance(error, Unknown) else 503 if isinstance(error, StorageLost) else 422
    status = 422 if isinstance(error, BadJournal) else status
    status = 410 if isinstance(error, Closed) else status
    return fail(request, status, str(error))


async def http_error(request: Request, error: Exception) -> Response:
    """Say what was expected of a request."""
    assert isinstance(error, HTTPException)  # noqa: S101 (it is registered for these)
    status = error.status_code
    plain = PLAIN.get(status) if error.detail == HTTPStatus(status).phrase else None
    response = fail(request, status, say(f"error.{plain}") if plain else error.detail)
    response.headers.update(error.headers or {})
    return response


async def broken(request: Request, error: Exception) -> Response:
    """Own up to a bug, without details."""
    log.error("bug", path=request.url.path, exc_info=error)
    return fail(request, 500, say("error.bug"))


async def hung_up(request: Request, error: Exception) -> Response:
    """Let a client go that went in the midst of what it sent: nobody reads this."""
    return Response(status_code=HUNG_UP)


def fail(request: Request, status: int, text: str) -> Response:
    """Draw an error, as a page or for a program."""
    if request.url.path.startswith("/api/") or "json" in request.headers.get("accept", ""):
        return JSONResponse({"error": text}, status)
    titles = {
        404: "not-found",
        405: "method",
        410: "closed",
        422: "refused",
        503: "busy",
    }
    title = say(f"error.{titles.get(status, 'other')}")
    return page(request, "error.html", status, title=title, text=text)
