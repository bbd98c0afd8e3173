"""The border: who comes in, how often, with how much, and which headers go out.

Every request passes here before anything else sees it. A guest is known by a signed cookie; one who
has none gets one. An account's cookie also names its session: it is good until that is ended.
Pages may be posted to, and sockets opened, only from pages of this very server.
"""

import contextlib
import time
from collections import OrderedDict
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from undercroft.storage.journals import StorageLost
from undercroft.web.metrics import REQUESTS
from undercroft.web.moderation import Moderation
from undercroft.web.sessions import Sessions, Visit
from undercroft.web.settings import Settings
from undercroft.web.visitors import Guests

RECHECK: Final = 10.0  # seconds, after which an account's open socket is looked at again
QUIET: Final = (
    "/static/",
    "/healthz",
    "/metrics",
)  # no cookie, limit or log
MOVES: Final = (  # as fast as anybody plays
    "/answers",
    "/undo",
    "/redo",
    "/consent",
    "/talk",
    "/relieve",
    "/return",
    "/hurry",
)
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

log = structlog.get_logger("undercroft.web")


class Bucket:
    """Lets so much through at once, and so much a second after that."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each client; those not seen for longest are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Take one from a client's bucket."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket.take()


class Border:
    """Wraps the application."""

    sessions: Sessions  # these are there once the database is open
    moderation: Moderation

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.guests = Guests(settings.secret(), secure=settings.secure)
        self.requests = Buckets(settings.each(settings.requests), settings.requests_burst)
        self.creations = Buckets(settings.each(settings.creations), settings.creations_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or turn it away."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        began = time.perf_counter()
        status = 500
        visit: Visit | None = None

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if visit is not None and visit.became:
                    for cookie in self.guests.write(headers.getlist("cookie"), *visit.became):
                        out.append("set-cookie", cookie)
                    out.setdefault("cache-control", "no-store")
            await send(message)

        try:
            refusal = self._refusal(scope, headers)
            if not refusal and not scope["path"].startswith(QUIET):
                try:
                    visit = await self._visit(headers)
                    scope["visit"], scope["guest"] = visit, visit.guest
                    method, path = scope["method"], scope["path"]
                    if why := self.moderation.refusal(visit.guest, method, path):
                        refusal = 403, why
                except StorageLost:
                    refusal = 503, "the database is out of reach; try again in a moment"
            if refusal:
                await PlainTextResponse(refusal[1] + "\n", refusal[0])(scope, receive, send_on)
            else:
                await self.app(scope, self._bounded(receive), send_on)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            REQUESTS.labels(scope["method"], route, status).observe(time.perf_counter() - began)
            if not scope["path"].startswith(QUIET):
                log.info("request", method=scope["method"], path=scope["path"], status=status)

    async def _visit(self, headers: Headers) -> Visit:
        """Say who comes: somebody known, or a new guest."""
        known = self.guests.read(headers.getlist("cookie"))
        visit = await self.sessions.visit(known) if known is not None else None
        if visit is None or known is None:
            return Visit(self.guests.new(), is_new=True)
        if known.epoch is not None and "text/html" in headers.get("accept", ""):
            # a cookie from before there were sessions is exchanged, once a page is opened
            with contextlib.suppress(StorageLost):  # then another time
                await self.sessions.begin(visit, visit.guest, headers.get("user-agent", ""))
        elif self.guests.is_old(known) and known.epoch is None:
            visit.become(known.guest, known.session)
        return visit

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        foreign = not self._is_ours(headers, needed=True)
        try:
            visit = await self._visit(headers)
        except StorageLost:
            await receive()
            await send({"type": "websocket.close", "code": 1011, "reason": "no database"})
            return
        if visit.is_new or foreign or not self._is_called(headers):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "not from this server"})
            return
        scope["visit"], scope["guest"] = visit, visit.guest
        if self.moderation.is_banned(visit.guest):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "banned"})
            return
        receive, send = self._while_good(visit, receive, send)
        await self.app(scope, receive, send)

    def _while_good(self, visit: Visit, receive: Receive, send: Send) -> tuple[Receive, Send]:
        """Carry frames until an account's session has ended, or somebody is banned."""
        looked, closed = time.monotonic(), False

        async def is_good() -> bool:
            nonlocal looked, closed
            if not closed and self.moderation.is_banned(visit.guest):
                closed = True
                await send({"type": "websocket.close", "code": 1008, "reason": "banned"})
            if not closed and visit.account and time.monotonic() - looked > RECHECK:
                looked = time.monotonic()
                with contextlib.suppress(StorageLost):  # then nothing is known against it
                    closed = not await self.sessions.is_good(visit)
                if closed:
                    await send({"type": "websocket.close", "code": 1008, "reason": "logged out"})
            return not closed

        async def receive_good() -> Message:
            message = await receive()
            return message if await is_good() else {"type": "websocket.disconnect", "code": 1008}

        async def send_good(message: Message) -> None:
            if await is_good():
                await send(message)

        return receive_good, send_good

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Say why a request is turned away, if it is."""
        client = (scope.get("client") or ("nobody", 0))[0]
        if not self._is_called(headers):
            return 400, "this server does not go by that name"
        if scope["path"].startswith(QUIET):
            return None
        if not self.requests.take(client):
            return 429, "too many requests; wait a moment"
        if scope["method"] not in SAFE:
            if not self._is_ours(headers, needed=False):
                return 403, "that did not come from a page of this server"
            if not self.creations.take(client) and not scope["path"].endswith(MOVES):
                return 429, "too many at once; wait a moment"
            if int(headers.get("content-length") or 0) > self.settings.most_body:
                return 413, f"at most {self.settings.most_body} bytes"
        return None

    def _is_called(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return name in self.settings.names

    def _is_ours(self, headers: Headers, *, needed: bool) -> bool:
        """Whether a request comes from a page of ours. Programs send no origin."""
        origin = headers.get("origin")
        if origin is None:
            return not needed and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        return origin.split("://", 1)[-1] == headers.get("host")

    def _bounded(self, receive: Receive) -> Receive:
        size = 0

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self.settings.most_body:
                raise HTTPException(413, f"at most {self.settings.most_body} bytes")
            return message

        return receive_some
