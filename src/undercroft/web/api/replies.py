"""What programs send to the API, and what they are answered: JSON, or why not."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_type_hints,
)

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
T = TypeVar("T")


class Unreadable(Refused):
    """A body, or an address, is not what it should be."""


class Body(Generic[T]):
    """What a request carries. It is read once its sender is known: strangers are told nothing."""

    def __init__(self, request: Request, type_: type[T]) -> None:
        self._request, self._type = request, type_

    async def read(self) -> T:
        """Read it."""
        kind = self._request.headers.get("content-type", "").split(";")[0].strip()
        if kind != "application/json":
            raise Unreadable(say("api.json"))
        try:
            return msgspec.json.decode(await self._request.body(), type=self._type)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Unreadable(say("api.body", why=error)) from None


class Query(NamedTuple):
    """Something that an address may say after its question mark."""

    name: str
    text: str
    type: Any = Annotated[int, msgspec.Meta(ge=0, le=99_999_999)]


class Described(NamedTuple):
    """What a handler takes and gives, for the description: `refusals` are its own ones alone."""

    summary: str
    takes: type[msgspec.Struct] | None
    gives: Any
    status: int
    queries: Sequence[Query]
    refusals: Mapping[int, str]


DESCRIBED: Final[dict[Handler, Described]] = {}


def answered(
    refusals: Mapping[int, str] | None = None, *, queries: Sequence[Query] = (), status: int = 200
) -> Callable[[Callable[..., Awaitable[Any]]], Handler]:
    """Answer requests with what a handler gives: JSON, a text, or why it is refused.

    The handler's docstring and types describe it (`openapi.py`): what it returns, and the `Body`
    that it takes after the request, if any.
    """

    def declare(handler: Callable[..., Awaitable[Any]]) -> Handler:
        _, *bodies, gives = get_type_hints(handler).values()
        takes = [get_args(body)[0] for body in bodies]

        @wraps(handler)
        async def answer(request: Request) -> Response:
            try:
                given = await handler(request, *[Body(request, type_) for type_ in takes])
            except Refused as error:
                return problem(error)
            return text(given) if isinstance(given, str) else reply(given, status)

        summary = str(handler.__doc__)
        DESCRIBED[answer] = Described(
            summary, takes[0] if takes else None, gives, status, queries, refusals or {}
        )
        return answer

    return declare


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
