"""A server that has tables: what it shows of a play, and how an answer gets there."""

import http.client
import os
import urllib.error
import urllib.request
from http.cookiejar import LoadError, LWPCookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import msgspec

from undercroft.core.errors import BadOption, Refused

PATIENCE: Final = 40.0  # seconds; the server itself lets nobody wait longer than 25
BUSY: Final = (429, 502, 503, 504)  # said by a server, or before it, that will soon be well again


class LineLost(Exception):
    """The server cannot be reached, or cannot answer now; nothing is known of what it was asked."""


class TurnedDown(Refused):
    """The server has refused something."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Choice(msgspec.Struct, frozen=True):
    """Something that may be answered."""

    answer: str
    text: str


class Asked(msgspec.Struct, frozen=True):
    """The open question."""

    label: str
    prompt: str
    clause: str
    yours: bool
    fate: bool
    options: tuple[Choice, ...]


class Place(msgspec.Struct, frozen=True):
    """A seat."""

    role: str
    name: str
    state: str  # here, away, bot, free
    yours: bool
    asked: bool
    link: str | None = None


class Shown(msgspec.Struct, frozen=True):
    """A play, as the server shows it to whoever has a seat."""

    id: str
    game: str
    at: int
    seat: str
    waits: bool
    seats: tuple[Place, ...]
    table: str
    log: tuple[str, ...]
    due: int | None
    question: Asked | None
    view: dict[str, Any]
    outcome: dict[str, Any] | None
    sealed: str | None
    seed: str | None


class Address(msgspec.Struct, frozen=True):
    """Where a table is: its server, and a seat's key or a play's id."""

    server: str
    kind: str  # join, play
    id: str


def read_address(url: str) -> Address:
    """Read a link, as somebody sends it."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    path = parts.path.strip("/").split("/")
    if parts.scheme in ("http", "https") and parts.netloc and len(path) == 2:
        kind, id = path
        if kind in ("join", "play") and id:
            return Address(f"{parts.scheme}://{parts.netloc}", kind, id)
    raise BadOption(f"{url[:80]!r} leads to no seat; expected a link like http://HOST/join/KEY")


class Server:
    """Speaks with a server, as the same guest each time: its cookie is kept beside the plays."""

    def __init__(self, server: str, home: Path) -> None:
        self._server = server
        self._jar = LWPCookieJar(str(home / "online.cookies"))
        try:
            self._jar.load(ignore_discard=True)
        except (OSError, LoadError):
            home.mkdir(parents=True, exist_ok=True)
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._opener = urllib.request.build_opener(cookies)

    def sit(self, key: str, name: str) -> Shown:
        """Take the seat that a key is for, or come back to it."""
        return self._ask(f"/api/seats/{key}", {"name": name})

    def look(self, play: str, after: int | None = None) -> Shown:
        """Look at a play; after an entry: as soon as there is something new."""
        query = f"?{urlencode({'after': after})}" if after is not None else ""
        return self._ask(f"/api/plays/{play}{query}")

    def answer(self, play: str, at: int, answer: str) -> Shown:
        """Answer the question that is open at an entry."""
        return self._ask(f"/api/plays/{play}/answers", {"at": at, "answer": answer})

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> Shown:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} if data else {}
        request = urllib.request.Request(self._server + path, data, headers)  # noqa: S310 (http)
        try:
            with self._opener.open(request, timeout=PATIENCE) as reply:
                content = reply.read()
            self._remember()
            return msgspec.json.decode(content, type=Shown)
        except urllib.error.HTTPError as error:
            raise refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise LineLost(str(getattr(error, "reason", error)) or type(error).__name__) from None
        except msgspec.MsgspecError:
            raise Refused(f"{self._server} does not answer as an Undercroft does") from None

    def _remember(self) -> None:
        """Keep the cookie where nobody else reads it: it is the key to one's seats."""
        path = self._jar.filename
        if path and len(self._jar):
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._jar.save(ignore_discard=True)


def refusal(error: urllib.error.HTTPError) -> Exception:
    """Say why a server would not."""
    content = error.read(2000)
    try:
        said = str(msgspec.json.decode(content)["error"])
    except (msgspec.MsgspecError, TypeError, KeyError):
        said = content.decode(errors="replace").strip().split("\n")[0][:200] or str(error.reason)
    return LineLost(said) if error.code in BUSY else TurnedDown(error.code, said)
