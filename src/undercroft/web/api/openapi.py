"""The API, described in OpenAPI's terms: read off its routes, and the types of their handlers."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from undercroft.web.api import games, seats, talk_and_hints
from undercroft.web.api.replies import DESCRIBED, Described, Query
from undercroft.web.api.schemas import Problem

ABOUT: Final = (
    "Games as a guest sees them. The first reply sets a cookie, by which the guest is known."
)
IN_PATH: Final = {
    "play": "The game's id.",
    "key": "The seat's key.",
    "watch": "The key of the spectator link.",
}
ID: Final = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}
DESCRIBED_ROUTES: Final = [*games.ROUTES, *talk_and_hints.ROUTES, *seats.ROUTES]


def describe() -> dict[str, Any]:
    """Describe the API."""
    all_ = [DESCRIBED[route.endpoint] for route in DESCRIBED_ROUTES]
    types = {Problem, *[type_ for one in all_ for type_ in (one.takes, one.gives) if type_]}
    types |= {query.type for one in all_ for query in one.queries}
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(types, found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route, described in zip(DESCRIBED_ROUTES, all_, strict=True):
        path = paths.setdefault(route.path, {})
        if route.param_convertors:
            path["parameters"] = [in_path(name) for name in route.param_convertors]
        method = "post" if "POST" in (route.methods or ()) else "get"
        path[method] = operation(route, described, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Undercroft", "version": "1", "description": ABOUT},
        "paths": paths,
        "components": {"schemas": dict(sorted(components.items()))},
    }


def operation(route: Route, of: Described, schemas: dict[Any, Any]) -> dict[str, Any]:
    """Describe one thing that can be done, and all that can come of it."""
    why = {"application/json": schemas[Problem], "text/plain": {"type": "string"}}
    kind = "text/plain" if of.gives is str else "application/json"
    described: dict[str, Any] = {
        "operationId": route.name,
        "summary": of.summary,
        "responses": {str(of.status): described_as(of.summary, {kind: schemas[of.gives]})}
        | {str(code): described_as(text, why) for code, text in refusals(route, of).items()},
    }
    if of.takes:
        body = content({"application/json": schemas[of.takes]})
        described["requestBody"] = {"required": True, "content": body}
    if of.queries:
        described["parameters"] = [in_query(query, schemas) for query in of.queries]
    return described


def refusals(route: Route, of: Described) -> dict[int, str]:
    """Say for what a request can be refused: what follows from its parts, and its own reasons."""
    codes = {429: "Too many requests.", 503: "The database cannot be reached."}
    if route.param_convertors:
        codes[404] = "You have no such game."
        codes[410] = "The game was played by rules that this server no longer has."
    if "watch" in route.param_convertors:
        codes[422] = "The game has not begun yet."
    if games.SEAT in of.queries:
        codes[403] = "That seat is not yours."
    if of.takes or any(query is not games.SEAT for query in of.queries):
        codes[400] = "The request is malformed; the error says how."
    if of.takes:
        codes[413] = "The request is too large."
    if of.takes and "at" in of.takes.__struct_fields__:
        codes[409] = "The game has moved on since."
    return codes | dict(of.refusals)


def described_as(text: str, kinds: dict[str, Any]) -> dict[str, Any]:
    """Describe a response."""
    return {"description": text, "content": content(kinds)}


def content(kinds: dict[str, Any]) -> dict[str, Any]:
    """Say what something consists of."""
    return {kind: {"schema": schema} for kind, schema in kinds.items()}


def in_path(name: str) -> dict[str, Any]:
    """Describe a part of the address."""
    text = IN_PATH[name]
    return {"name": name, "in": "path", "required": True, "description": text, "schema": ID}


def in_query(query: Query, schemas: dict[Any, Any]) -> dict[str, Any]:
    """Describe what an address may say after its question mark."""
    schema = schemas[query.type]
    return {"name": query.name, "in": "query", "schema": schema, "description": query.text}


async def openapi(request: Request) -> Response:
    """Give the description."""
    return JSONResponse(describe())


ROUTES: Final = [*DESCRIBED_ROUTES, Route("/api/openapi.json", openapi)]
