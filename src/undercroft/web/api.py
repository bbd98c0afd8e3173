"""The API beside the pages: begin a play, look, answer, take the journal. For programs."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused, StaleAnswer, UndercroftError
from undercroft.games import catalogue
from undercroft.storage.journals import Conflict, Seat, StorageLost
from undercroft.storage.seats import Said
from undercroft.web.eyes import Moment, seat_of
from undercroft.web.live import Live, NotYours
from undercroft.web.pages import mine, tables
from undercroft.web.seating import clean_name, seats_for
from undercroft.web.shown import (
    GameShown,
    GivenAnswer,
    Name,
    NewPlay,
    PlayShown,
    Problem,
    game_shown,
    play_shown,
)
from undercroft.web.tables import Unknown

LONG: Final = 25  # seconds that somebody may wait for news


# -- routes ---------------------------------------------------------------------------------------


async def games(request: Request) -> Response:
    """List the games."""
    return reply([game_shown(game) for game in catalogue().values()])


async def create(request: Request) -> Response:
    """Begin a play."""
    try:
        asked = await body(request, NewPlay)
        live = await tables(request).create(
            request.scope["guest"],
            asked.game,
            asked.options,
            preset=asked.preset,
            variant=asked.variant,
            fate=asked.fate,
            seed=asked.seed,
            bots=asked.bots,
            seats=wished_for(request.scope["guest"], asked),
            patience=asked.patience,
        )
    except UndercroftError as error:
        return problem(error)
    return reply(play_shown(live, live.roles_of(request.scope["guest"])), 201)


def wished_for(owner: str, asked: NewPlay) -> dict[str, Seat]:
    """Lay the seats that a program asks for."""
    if asked.bots and asked.seats:
        raise Refused("expected bots or seats, not both")
    names = [clean_name(name) for name in asked.names[: 1 + len(asked.seats)]]
    names += [None] * (1 + len(asked.seats) - len(names))
    return seats_for(owner, names, asked.seats)


async def look(request: Request) -> Response:
    """Show a play; if there is nothing new after an entry, wait a while for it."""
    try:
        live, roles = await mine(request)
        after = _number(request, "after")
        if after is not None and after == live.at:
            await news_of(live, roles)
            live, roles = await mine(request)
        seat, told = request.query_params.get("seat"), _number(request, "told") or 0
        return reply(play_shown(live, roles, seat=seat, told=told))
    except Refused as error:
        return problem(error)


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Unreadable(f"expected a number as {name!r}")
    return int(text)


class Ear:
    """Somebody who waits at a table until anything happens."""

    def __init__(self, live: Live, roles: Sequence[str]) -> None:
        self.live, self.roles, self.seat = live, roles, seat_of(roles[0])
        self.news = asyncio.Event()

    def show(self, moments: Sequence[Moment] | None) -> None:
        """Hear that the play has gone on."""
        self.news.set()

    def greet(self) -> None:
        """Hear that somebody has come, or gone."""
        self.news.set()

    def hear(self, said: Sequence[Said]) -> None:
        """Pass over what is said."""

    def call(self, play: str) -> None:
        """Pass over that somebody wants to play again."""


async def news_of(live: Live, roles: Sequence[str]) -> None:
    """Wait until something happens at a table, but not for ever."""
    ear = Ear(live, roles)
    live.onlookers.add(ear)
    try:
        await asyncio.wait_for(ear.news.wait(), LONG)
    except TimeoutError:
        pass
    finally:
        ear.live.onlookers.discard(ear)


async def sit(request: Request) -> Response:
    """Take a seat by its key."""
    try:
        asked = await body(request, Name)
        seats = tables(request).seats
        found = await asyncio.to_thread(seats.find, request.path_params["key"])
        guest = request.scope["guest"]
        if found is None or not (found[2].is_free or found[2].guest == guest):
            raise Unknown("that seat is taken, or was never there")
        live = await tables(request).find(found[0])
        if found[2].is_free:
            await tables(request).sit(live, found[1], guest, clean_name(asked.name))
        return reply(play_shown(live, live.roles_of(guest)))
    except Refused as error:
        return problem(error)


async def answer(request: Request) -> Response:
    """Answer the open question."""
    try:
        live, roles = await mine(request)
        given = await body(request, GivenAnswer)
        await live.answer(request.app.state.journals, roles, given.answer, given.at)
    except Refused as error:
        return problem(error)
    return reply(play_shown(live, roles))


async def journal(request: Request) -> Response:
    """Give a play's journal."""
    try:
        live, _ = await mine(request)
        text = str(live.journal)
    except Refused as error:
        return problem(error)
    return PlainTextResponse(text, headers={"cache-control": "no-store"})


class Unreadable(Refused):
    """A body is not what it should be."""


async def body(request: Request, type_: type[Any]) -> Any:
    """Read a request's body."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Unreadable("expected a body of type application/json")
    try:
        return msgspec.json.decode(await request.body(), type=type_)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(f"the body does not fit: {error}") from None


def reply(value: Any, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(
        msgspec.json.encode(value),
        status,
        headers={"cache-control": "no-store"},
        media_type="application/json",
    )


def problem(error: UndercroftError) -> Response:
    """Say why not."""
    match error:
        case Unknown():
            status = 404
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


# -- the description ------------------------------------------------------------------------------

_STRUCTS: Final = (NewPlay, Name, GivenAnswer, PlayShown, GameShown, Problem)


def describe() -> dict[str, Any]:
    """Describe the API in OpenAPI's terms."""
    _, components = msgspec.json.schema_components(
        _STRUCTS, ref_template="#/components/schemas/{name}"
    )

    def ref(name: str) -> dict[str, Any]:
        return {"$ref": f"#/components/schemas/{name}"}

    def content(schema: dict[str, Any]) -> dict[str, Any]:
        return {"application/json": {"schema": schema}}

    def problems(**codes: str) -> dict[str, Any]:
        everywhere = {"429": "Too many requests.", "503": "The database is out of reach."}
        said = {code.strip("_"): text for code, text in codes.items()} | everywhere
        problem = content(ref("Problem")) | {"text/plain": {"schema": {"type": "string"}}}
        return {code: {"description": text, "content": problem} for code, text in said.items()}

    def good(name: str, text: str, code: str = "200") -> dict[str, Any]:
        return {code: {"description": text, "content": content(ref(name))}}

    def takes(name: str) -> dict[str, Any]:
        return {"required": True, "content": content(ref(name))}

    play = {
        "name": "play",
        "in": "path",
        "required": True,
        "description": "The play's id.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"},
    }
    key = play | {"name": "key", "description": "The seat's key, from its link."}
    number = {"type": "integer", "minimum": 0, "maximum": 99_999_999}
    asked = [
        ("after", number, "Wait up to 25 seconds, if the play is still at this entry."),
        ("told", number, "How many lines of the log are known already."),
        ("seat", {"type": "string"}, "Of several seats that one has, the one to look through."),
    ]
    queries = [
        {"name": name, "in": "query", "schema": schema, "description": text}
        for name, schema, text in asked
    ]
    missing = "There is no such play among yours."
    unfit = "The body is not what it should be."
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Undercroft",
            "version": "1",
            "description": "Plays, as their guest sees them. A guest is known by the cookie that "
            "the first answer sets.",
        },
        "paths": {
            "/api/games": {
                "get": {
                    "operationId": "games",
                    "summary": "List the games.",
                    "responses": {
                        "200": {
                            "description": "The games.",
                            "content": content({"type": "array", "items": ref("GameShown")}),
                        }
                    }
                    | problems(),
                }
            },
            "/api/plays": {
                "post": {
                    "operationId": "create",
                    "summary": "Begin a play.",
                    "requestBody": takes("NewPlay"),
                    "responses": good("PlayShown", "The new play.", "201")
                    | problems(_400=unfit, _413="Too large.", _422="Bad options."),
                }
            },
            "/api/plays/{play}": {
                "parameters": [play],
                "get": {
                    "operationId": "look",
                    "summary": "Show a play, at once or when it has gone on.",
                    "parameters": queries,
                    "responses": good("PlayShown", "The play.")
                    | problems(_400=unfit, _403="That seat is another's.", _404=missing),
                },
            },
            "/api/seats/{key}": {
                "parameters": [key],
                "post": {
                    "operationId": "sit",
                    "summary": "Take a seat by its key.",
                    "requestBody": takes("Name"),
                    "responses": good("PlayShown", "The play.")
                    | problems(
                        _400=unfit,
                        _404="That seat is taken, or was never there.",
                        _409="You have a seat at that table.",
                        _413="Too large.",
                    ),
                },
            },
            "/api/plays/{play}/answers": {
                "parameters": [play],
                "post": {
                    "operationId": "answer",
                    "summary": "Answer the open question; back when the answer is durable.",
                    "requestBody": takes("GivenAnswer"),
                    "responses": good("PlayShown", "The play, after it.")
                    | problems(
                        _400=unfit,
                        _403="The question is another's.",
                        _404=missing,
                        _409="The play has gone on since.",
                        _413="Too large.",
                        _422="No such answer is open.",
                    ),
                },
            },
            "/api/plays/{play}/journal": {
                "parameters": [play],
                "get": {
                    "operationId": "journal",
                    "summary": "Give the journal.",
                    "responses": {
                        "200": {
                            "description": "The journal.",
                            "content": {"text/plain": {"schema": {"type": "string"}}},
                        }
                    }
                    | problems(_403="Others have hands to hide until it is over.", _404=missing),
                },
            },
        },
        "components": {"schemas": components},
    }


async def openapi(request: Request) -> Response:
    """Give the description."""
    return JSONResponse(describe())


ROUTES: Final = [
    Route("/api/openapi.json", openapi),
    Route("/api/games", games),
    Route("/api/plays", create, methods=["POST"]),
    Route("/api/plays/{play}", look),
    Route("/api/seats/{key}", sit, methods=["POST"]),
    Route("/api/plays/{play}/answers", answer, methods=["POST"]),
    Route("/api/plays/{play}/journal", journal),
]
