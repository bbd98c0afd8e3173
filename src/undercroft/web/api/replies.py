"""What programs send to the API, and what they are answered: JSON, or why not."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from undercroft.core.errors import Refused, StaleAnswer, UndercroftError
from undercroft.storage.journals import Conflict, StorageLost
from undercroft.web.api.schemas import Problem
from undercroft.web.live.records import Closed
from undercroft.web.live.table import NotYours
from undercroft.web.live.tables import Unknown
from undercroft.web.words import say

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


class Unreadable(Refused):
    """A body, or an address, is not what it should be."""


def answered(handler: Callable[[Request], Awaitable[Any]]) -> Handler:
    """Answer a request with what a handler gives: JSON, a text, or why it is refused."""

    @wraps(handler)
    async def answer(request: Request) -> Response:
        try:
            given = await handler(request)
        except Refused as error:
            return problem(error)
        return given if isinstance(given, Response) else reply(given)

    return answer


async def body(request: Request, type_: type[Any]) -> Any:
    """Read a request's body."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Unreadable(say("api.json"))
    try:
        return msgspec.json.decode(await request.body(), type=type_)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(say("api.body", why=error)) from None


def number(request: Request, name: str) -> int | None:
    """Read a number from the address, if it is there."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Unreadable(say("api.number", name=name))
    return int(text)


def reply(value: Any, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(
        msgspec.json.encode(value),
        status,
        headers={"cache-control": "no-store"},
        media_type="application/json",
    )


def text(content: str) -> Response:
    """Answer with a text."""
    return PlainTextResponse(content, headers={"cache-control": "no-store"})


def problem(error: UndercroftError) -> Response:
    """Say why not."""
    match error:
        case Unknown():
            status = 404
        case Closed():
            status = 410
        case StaleAnswer() | Conflict():
            status = 409
        case NotYours():
            status = 403
        case Unreadable():
            status = 400
        case StorageLost():
            status = 503
        case _:
            status = 422
    return reply(Problem(str(error)), status)
