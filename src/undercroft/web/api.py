"""The API beside the pages: begin a play, look, answer, take the journal. For programs."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused, StaleAnswer, UndercroftError
from undercroft.core.fates import seal
from undercroft.core.game import Game
from undercroft.core.options import written
from undercroft.core.questions import Fate
from undercroft.games import catalogue
from undercroft.storage.journals import Conflict, StorageLost
from undercroft.web.eyes import seat_of
from undercroft.web.live import Live, NotYours
from undercroft.web.pages import mine, tables
from undercroft.web.screens import knows
from undercroft.web.tables import Unknown


class NewPlay(msgspec.Struct, forbid_unknown_fields=True):
    """What to play."""

    game: str
    options: dict[str, str | int | bool] = {}
    preset: str | None = None
    variant: str | None = None
    fate: str = "sealed"
    seed: str | None = None
    bots: list[str] = []  # in the seats after P1


class GivenAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to the question that is open at an entry."""

    at: int
    answer: str


class OptionShown(msgspec.Struct):
    """Something that may be answered, and what it leads to."""

    answer: str
    text: str


class QuestionShown(msgspec.Struct):
    """What is open, and for whom."""

    label: str
    prompt: str
    clause: str
    yours: bool
    fate: bool
    options: list[OptionShown]


class PlayShown(msgspec.Struct):
    """A play as its guest sees it."""

    id: str
    game: str
    at: int
    question: QuestionShown | None
    view: dict[str, Any]
    outcome: dict[str, Any] | None
    practice: bool
    sealed: str | None
    seed: str | None


class OptionOffered(msgspec.Struct):
    """One option of a game."""

    name: str
    default: str
    allowed: str
    help: str


class GameShown(msgspec.Struct):
    """A game, and how it may be played."""

    id: str
    title: str
    rules_version: int
    seats: tuple[int, int]
    options: list[OptionOffered]
    presets: list[str]
    bots: list[str]


class Problem(msgspec.Struct):
    """Why something was refused."""

    error: str


def game_shown(game: Game[Any, Any]) -> GameShown:
    """Show a game."""
    said = game.words.tables.get("options-help", {})
    options = [
        OptionOffered(spec.name, written(spec.default), spec.allowed, said.get(spec.name, ""))
        for spec in game.option_specs
    ]
    return GameShown(
        game.id,
        game.title,
        game.rules_version,
        game.seats,
        options,
        list(game.presets),
        list(game.bots),
    )


def play_shown(live: Live, roles: list[str]) -> PlayShown:
    """Show a play to whoever has roles in it, by the one that is asked, or the first."""
    question, record = live.question, live.record
    shown = None
    mine = live.asked_of(roles)
    seat = seat_of(mine or roles[0])
    if question is not None and (mine or knows(live, seat)):
        choices = live.drawing.choices(question) if mine else ()
        shown = QuestionShown(
            question.label,
            live.game.words.prompt(question),
            live.game.words.clause(question),
            mine is not None,
            isinstance(question, Fate),
            [OptionShown(choice.answer, choice.text) for choice in choices],
        )
    sealed = record.seed if record.fate == "sealed" else None
    return PlayShown(
        record.id,
        record.game,
        live.at,
        shown,
        msgspec.to_builtins(live.play.view(seat)),
        msgspec.to_builtins(live.outcome) if live.outcome else None,
        live.practice,
        seal(sealed) if sealed else None,
        sealed if live.outcome else None,
    )


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
        )
    except UndercroftError as error:
        return problem(error)
    return reply(play_shown(live, ["P1"]), 201)


async def look(request: Request) -> Response:
    """Show a play."""
    try:
        return reply(play_shown(*await mine(request)))
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
    except Refused as error:
        return problem(error)
    return PlainTextResponse(str(live.journal), headers={"cache-control": "no-store"})


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

_STRUCTS: Final = (NewPlay, GivenAnswer, PlayShown, GameShown, Problem)


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
                    "summary": "Show a play.",
                    "responses": good("PlayShown", "The play.") | problems(_404=missing),
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
                    | problems(_404=missing),
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
    Route("/api/plays/{play}/answers", answer, methods=["POST"]),
    Route("/api/plays/{play}/journal", journal),
]
