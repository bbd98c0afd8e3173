"""The gateway: who comes in, how often, with how much, and which headers go out.

Every request passes here before anything else sees it. A guest is known by a signed cookie; one who
has none gets one. An account's cookie also names its session: it is good until that is ended.
Pages may be posted to, and sockets opened, only from pages of this very server.
"""

import asyncio
import contextlib
import secrets
import time
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from undercroft.storage.journals import StorageLost
from undercroft.web.gateway.limits import PAYER, Limits, Metered, Payer, Rates, Refusal, address_of
from undercroft.web.gateway.metrics import REQUESTS
from undercroft.web.gateway.moderation import Moderation
from undercroft.web.gateway.sessions import Sessions, Visit
from undercroft.web.gateway.settings import Settings
from undercroft.web.gateway.visitors import A_YEAR, Guests
from undercroft.web.words import say

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
FULL: Final = 4029  # a socket is closed, since too many are open
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


def _name_request() -> str:
    """Give a request a name of its own, by which all that is logged of it is found."""
    id = secrets.token_hex(8)
    structlog.contextvars.bind_contextvars(request=id)
    return id


class Gateway:
    """Wraps the application."""

    sessions: Sessions  # these are there once the database is open
    moderation: Moderation

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.guests = Guests(settings.secret(), secure=settings.secure)
        self.requests = Rates(settings.each(settings.requests), settings.requests_burst)
        self.creations = Rates(settings.each(settings.creations), settings.creations_burst)
        self.limits = Limits(settings)
        self.is_stopping = False  # those who wait are told to come again

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
        id = _name_request()
        status, answered = 500, False
        visit: Visit | None = None
        payer: Payer | None = None

        async def send_on(message: Message) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":
                status, answered = message["status"], True
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                out["x-request-id"] = id
                if self._scheme(scope) == "https":
                    out.setdefault("strict-transport-security", f"max-age={A_YEAR}")
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
                    payer = self._payer(visit, scope)
                    refusal = self._too_often(payer, scope) or self.limits.refusal(payer)
                    method, path = scope["method"], scope["path"]
                    if why := self.moderation.refusal(visit.guest, method, path):
                        refusal = Refusal(403, why)
                except StorageLost:
                    refusal = Refusal(503, say("gateway.no-database"))
            if refusal:
                reply = PlainTextResponse(f"{refusal.text}\n", refusal.status, refusal.headers)
                await reply(scope, receive, send_on)
            elif payer is None:
                await self.app(scope, self._bounded(receive), send_on)
            else:
                await self._paid(payer, "requests", scope, self._bounded(receive), send_on)
        except asyncio.CancelledError:
            if not self.is_stopping:
                raise
            if not answered:
                stop = PlainTextResponse(
                    f"{say('table-error.stopping')}\n", 503, {"retry-after": "2"}
                )
                await stop(scope, receive, send_on)
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
        _name_request()
        foreign = not self._is_ours(scope, headers, needed=True)
        try:
            visit = await self._visit(headers)
        except StorageLost:
            await receive()
            await send({"type": "websocket.close", "code": 1011, "reason": "no database"})
            return
        payer = self._payer(visit, scope)
        often = self._too_often(payer, scope) is not None
        if visit.is_new or foreign or often or not self._is_called(headers):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "not from this server"})
            return
        scope["visit"], scope["guest"] = visit, visit.guest
        if self.moderation.is_banned(visit.guest):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "banned"})
            return
        if full := self.limits.socket_refusal(payer):
            await receive()
            await send({"type": "websocket.accept"})  # or a browser would not learn the reason
            await send({"type": "websocket.close", "code": FULL, "reason": full})
            return
        receive, send = self._while_good(visit, receive, send)
        self.limits.sockets += 1
        try:
            await self._paid(payer, "sockets", scope, receive, send)
        except asyncio.CancelledError:
            if not self.is_stopping:
                raise
        finally:
            self.limits.sockets -= 1

    async def _paid(
        self, payer: Payer, what: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Let a request in, at its visitor's cost."""
        PAYER.set(payer)
        payer.add(what, 1)
        try:
            await Metered(self.app(scope, receive, send))
        finally:
            payer.add(what, -1)

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

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Say why a request is turned away, if it is."""
        if not self._is_called(headers):
            return Refusal(400, say("gateway.host"))
        if scope["path"].startswith(QUIET) or scope["method"] in SAFE:
            return None
        if not self._is_ours(scope, headers, needed=False):
            return Refusal(403, say("gateway.origin"))
        if int(headers.get("content-length") or 0) > self.settings.most_body:
            return Refusal(413, say("gateway.too-large", most=self.settings.most_body))
        return None

    def _payer(self, visit: Visit, scope: Scope) -> Payer:
        """Say who pays for a request; all who come anew from an address are one visitor."""
        address = address_of(scope["client"])
        return self.limits.payer(f"new at {address}" if visit.became else visit.guest, address)

    def _too_often(self, payer: Payer, scope: Scope) -> Refusal | None:
        """Refuse what somebody does too often."""
        after = self.requests.take(payer.name, payer.network)
        creates = scope.get("method", "GET") not in SAFE and not scope["path"].endswith(MOVES)
        if after is None and creates:
            after = self.creations.take(payer.name, payer.network)
        if after is None:
            return None
        return Refusal(429, say("gateway.too-often"), after)

    def _is_called(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return name in self.settings.names

    def _scheme(self, scope: Scope) -> str:
        """Say by which scheme browsers call this server; a proxy on this machine is believed."""
        secure = self.settings.secure or scope["scheme"] in ("https", "wss")
        return "https" if secure else "http"

    def _is_ours(self, scope: Scope, headers: Headers, *, needed: bool) -> bool:
        """Whether a request comes from a page of ours. Programs send no origin."""
        origin = headers.get("origin")
        if origin is None:
            return not needed and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        return origin == f"{self._scheme(scope)}://{headers.get('host')}"

    def _bounded(self, receive: Receive) -> Receive:
        size = 0

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self.settings.most_body:
                raise HTTPException(413, say("gateway.too-large", most=self.settings.most_body))
            return message

        return receive_some
