"""A server that has tables: what it shows of a play, and how an answer gets there."""

import os
from contextlib import suppress
from http.cookiejar import LoadError, LWPCookieJar
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar
from urllib.parse import urlencode, urlsplit

import httpx2
import msgspec

from undercroft.core.errors import BadOption, Refused
from undercroft.protocol import CallShown, HintShown, OddsShown, PlayShown, StoryShown, TalkShown
from undercroft.terminal.client import LineLost
from undercroft.terminal.words import say

PATIENCE: Final = 40.0  # seconds; the server itself lets nobody wait longer than 25
ONE_EACH: Final = httpx2.Limits(max_keepalive_connections=0)  # a server may close an idle line
BUSY: Final = (429, 502, 503, 504)  # said by a server, or before it, that will soon be well again

T = TypeVar("T")


class TurnedDown(Refused):
    """The server has refused something."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Address(msgspec.Struct, frozen=True):
    """Where a table is: its server, and a seat's key, a play's id, or a spectator's key."""

    server: str
    kind: str  # join, play, watch
    id: str

    def __str__(self) -> str:
        return f"{self.server}/{self.kind}/{self.id}"


def read_address(url: str) -> Address:
    """Read a link, as somebody sends it."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    path = parts.path.strip("/").split("/")
    if parts.scheme in ("http", "https") and parts.netloc and len(path) == 2:
        kind, id = path
        if kind in ("join", "play", "watch") and id:
            return Address(f"{parts.scheme}://{parts.netloc}", kind, id)
    raise BadOption(say("refused.no-link", link=url[:80]))


def cookies_in(path: str) -> LWPCookieJar:
    """Read the cookies that are kept in a file; what cannot be read is none."""
    jar = LWPCookieJar(path)
    with suppress(OSError, LoadError):
        jar.load(ignore_discard=True)
    return jar


class Server:
    """Speaks with a server, as the same guest each time: its cookie is kept beside the plays."""

    def __init__(self, server: str, home: Path, *, watching: bool = False) -> None:
        self._server = server
        self._plays = "/api/watch" if watching else "/api/plays"
        home.mkdir(parents=True, exist_ok=True)
        self._jar = cookies_in(str(home / "online.cookies"))
        self._kept = self._jar.as_lwp_str()
        self._keeping = Lock()
        self._client = httpx2.Client(
            base_url=server,
            cookies=self._jar,
            timeout=PATIENCE,
            limits=ONE_EACH,
            follow_redirects=True,
        )

    def sit(self, key: str, name: str) -> PlayShown:
        """Take the seat that a key is for, or come back to it."""
        return self._ask(f"/api/seats/{key}", PlayShown, {"name": name})

    def look(self, play: str, after: int | None = None) -> PlayShown:
        """Look at a play; after an entry: as soon as there is something new."""
        query = f"?{urlencode({'after': after})}" if after is not None else ""
        return self._ask(f"{self._plays}/{play}{query}", PlayShown)

    def answer(self, play: str, at: int, answer: str) -> PlayShown:
        """Answer the question that is open at an entry."""
        return self._ask(f"{self._plays}/{play}/answers", PlayShown, {"at": at, "answer": answer})

    def undo(self, play: str, at: int) -> PlayShown:
        """Take the last answer back; among several, ask the others for it."""
        return self._ask(f"{self._plays}/{play}/undo", PlayShown, {"at": at})

    def redo(self, play: str, at: int) -> PlayShown:
        """Redo what was undone."""
        return self._ask(f"{self._plays}/{play}/redo", PlayShown, {"at": at})

    def consent(self, play: str, at: int, *, agrees: bool) -> PlayShown:
        """Agree that somebody takes an answer back, or refuse."""
        return self._ask(f"{self._plays}/{play}/consent", PlayShown, {"at": at, "agrees": agrees})

    def relieve(self, play: str, role: str) -> PlayShown:
        """Let a bot play for a seat."""
        return self._ask(f"{self._plays}/{play}/relieve", PlayShown, {"role": role})

    def come_back(self, play: str, role: str) -> PlayShown:
        """Take a seat back from a bot."""
        return self._ask(f"{self._plays}/{play}/return", PlayShown, {"role": role})

    def hurry(self, play: str, at: int) -> PlayShown:
        """Let a bot answer for a player whose time is up."""
        return self._ask(f"{self._plays}/{play}/hurry", PlayShown, {"at": at})

    def give_up(self, play: str) -> PlayShown:
        """End a play that nobody else plays."""
        return self._ask(f"{self._plays}/{play}/give-up", PlayShown, {})

    def rematch(self, play: str, *, same: bool = False) -> PlayShown:
        """Begin a rematch for the same people."""
        return self._ask(f"{self._plays}/{play}/again", PlayShown, {"same": same})

    def call(self, play: str) -> CallShown:
        """Wait until others have begun a rematch, but not for ever."""
        return self._ask(f"{self._plays}/{play}/again?wait=25", CallShown)

    def odds(self, play: str, part: int | None = None) -> OddsShown:
        """Count what each option can lead to; with a part, how often each wins, too."""
        query = "" if part is None else f"?part={part}"
        return self._ask(f"{self._plays}/{play}/odds{query}", OddsShown)

    def hint(self, play: str, level: str) -> HintShown:
        """Ask what a bot would answer."""
        return self._ask(
            f"{self._plays}/{play}/hint{f'?level={level}' if level else ''}", HintShown
        )

    def story(self, play: str) -> StoryShown:
        """Ask for the story so far."""
        return self._ask(f"{self._plays}/{play}/chronicle", StoryShown)

    def talk(self, play: str, first: int | None = None) -> TalkShown:
        """Read what was said; from a line on: as soon as it is said."""
        query = f"?{urlencode({'from': first})}" if first is not None else ""
        return self._ask(f"{self._plays}/{play}/talk{query}", TalkShown)

    def say(self, play: str, **speech: str) -> TalkShown:
        """Say something: a `text`, or a `signal`."""
        return self._ask(f"{self._plays}/{play}/talk", TalkShown, speech)

    def variant(self, play: str) -> str:
        """Read the variant that is played."""
        return self._fetch(f"{self._plays}/{play}/variant").decode(errors="replace")

    def _ask(self, path: str, type_: type[T], body: dict[str, Any] | None = None) -> T:
        try:
            return msgspec.json.decode(self._fetch(path, body), type=type_)
        except (msgspec.MsgspecError, RecursionError):
            raise Refused(say("refused.no-undercroft", server=self._server)) from None

    def _fetch(self, path: str, body: dict[str, Any] | None = None) -> bytes:
        try:
            reply = self._client.request("GET" if body is None else "POST", path, json=body)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise LineLost(str(error) or type(error).__name__) from None
        if not reply.is_success:
            raise refusal(reply, only_looked=body is None)
        self._remember()
        return reply.content

    def _remember(self) -> None:
        """Keep a new cookie where nobody else reads it: it is the key to one's seats.

        Several listen at once, and any moment may be the last: the file is always whole. What
        another window has kept there meanwhile stays.
        """
        with self._keeping:
            path, cookies = str(self._jar.filename), self._jar.as_lwp_str()
            if cookies != self._kept:
                all_of_them, new = cookies_in(path), f"{path}.new"
                for cookie in self._jar:
                    all_of_them.set_cookie(cookie)
                os.close(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
                all_of_them.save(new, ignore_discard=True)
                os.replace(new, path)
                self._kept = cookies


def refusal(reply: httpx2.Response, *, only_looked: bool) -> Exception:
    """Say why a server refused. A server that stops ends all waiting for news."""
    try:
        said = str(msgspec.json.decode(reply.content)["error"])
    except (msgspec.MsgspecError, RecursionError, TypeError, KeyError):
        said = reply.text.strip().split("\n")[0][:200] or reply.reason_phrase
    said = said.removesuffix(".")  # the face ends the sentence
    lost = reply.status_code in BUSY or (reply.is_server_error and only_looked)
    return LineLost(said) if lost else TurnedDown(reply.status_code, said)
