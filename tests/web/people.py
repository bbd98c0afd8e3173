"""Persons at a real server, each with a cookie jar of their own, and plays played out quickly."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import httpx2

from tests.web.harness import Server

COOKIE = "undercroft-guest"
PHRASE = "seven lamps, no oil"


def browser_of(server: Server) -> httpx2.Client:
    """An empty cookie jar; no connection is kept open, so that nobody has to close it."""
    return httpx2.Client(
        base_url=server.url, timeout=30, limits=httpx2.Limits(max_keepalive_connections=0)
    )


def somebody(server: Server) -> httpx2.Client:
    """A new visitor."""
    client = browser_of(server)
    client.get("/")
    return client


def same_cookie(server: Server, person: httpx2.Client) -> httpx2.Client:
    """Another device with a copy of somebody's cookie."""
    client = browser_of(server)
    client.cookies.set(COOKIE, person.cookies[COOKIE])
    return client


def claim(
    person: httpx2.Client, name: str, password: str = PHRASE, status: int = 200
) -> httpx2.Response:
    """Make an account. Tests share a server, so a name is used by one of them alone."""
    reply = person.post("/account", data={"name": name, "password": password})
    assert reply.status_code == status, reply.text
    return reply


def log_in(person: httpx2.Client, name: str, password: str = PHRASE) -> httpx2.Response:
    return person.post("/login", data={"name": name, "password": password})


def begin(person: httpx2.Client, game: str = "tomb", **options: Any) -> str:
    reply = person.post("/api/plays", json={"game": game, **options})
    assert reply.status_code == 201, reply.text
    return str(reply.json()["id"])


def begin_today(person: httpx2.Client, game: str = "tomb") -> str:
    reply = person.post(f"/today/{game}")
    assert reply.status_code == 303, reply.text
    return reply.headers["location"].split("?")[0].removeprefix("/play/")


def first(answers: list[str]) -> str:
    return answers[0]


def quickly(answers: list[str]) -> str:
    """Turn back as soon as may be: a short play."""
    return "turn-back" if "turn-back" in answers else answers[0]


def play_out(
    person: httpx2.Client, play: str, choose: Callable[[list[str]], str] = quickly
) -> dict[str, Any]:
    """Play to the end; give the play as it is then."""
    shown: dict[str, Any] = person.get(f"/api/plays/{play}").json()
    while shown["outcome"] is None:
        answers = [option["answer"] for option in shown["question"]["options"]]
        given = {"at": shown["at"], "answer": choose(answers)}
        reply = person.post(f"/api/plays/{play}/answers", json=given)
        assert reply.status_code == 200, reply.text
        shown = reply.json()
    return shown


def rows(server: Server, query: str, *values: str) -> list[tuple[Any, ...]]:
    """Ask the server's database."""
    with closing(sqlite3.connect(server.data / "undercroft.db")) as connection, connection:
        return connection.execute(query, values).fetchall()


def has(person: httpx2.Client, play: str) -> bool:
    """Whether a play is somebody's."""
    return person.get(f"/api/plays/{play}").status_code == 200
