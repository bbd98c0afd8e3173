"""The application: routes, what they share, and what happens when it starts and stops."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from hmac import compare_digest
from importlib import resources
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Final

import structlog
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from undercroft.accel import native
from undercroft.core.errors import Refused
from undercroft.games import catalogue
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, StorageLost
from undercroft.storage.people.accounts import Accounts
from undercroft.storage.people.friends import People
from undercroft.storage.wakeups import hear_wakeups
from undercroft.web.api import openapi
from undercroft.web.draw.drawing import drawings, templates
from undercroft.web.draw.pictures import Pictures
from undercroft.web.gateway.gateway import Gateway
from undercroft.web.gateway.health import Health
from undercroft.web.gateway.lag import LONG, Lag
from undercroft.web.gateway.limits import Buckets, Threads
from undercroft.web.gateway.login_throttle import LoginThrottle
from undercroft.web.gateway.metrics import counted
from undercroft.web.gateway.moderation import Moderation
from undercroft.web.gateway.sessions import Sessions
from undercroft.web.gateway.settings import Settings
from undercroft.web.gateway.visitors import Devices
from undercroft.web.live.ending import make_solvers
from undercroft.web.live.lab import Lab
from undercroft.web.live.people.ratings import Ratings
from undercroft.web.live.reviews import Reviews
from undercroft.web.live.tables import Quotas, Tables
from undercroft.web.live.thinkers import Thinkers
from undercroft.web.pages import (
    errors,
    export,
    home,
    install,
    lobby,
    pictures,
    race,
    replay,
    reports,
    story,
    table,
    today,
)
from undercroft.web.pages.account import accounts, history, people
from undercroft.web.pages.account import settings as settings_page
from undercroft.web.pages.lab import lab, position
from undercroft.web.pages.review import puzzles, review, together
from undercroft.web.server.memory import keep_in_large_pages
from undercroft.web.socket.endpoint import serve_table
from undercroft.web.words import say

FORWARDED: Final = (  # a request that comes by a proxy comes from elsewhere
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
)
log = structlog.get_logger("undercroft.web")


def make_app(settings: Settings) -> Gateway:
    """Make the application; the database is opened when it starts."""
    secret = settings.secret()
    native.keep_in(settings.data)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        journals = Journals(await asyncio.to_thread(open_database, settings.url), note_loss)
        asyncio.get_running_loop().set_default_executor(Threads())
        app.state.journals = journals
        app.state.health = Health(journals)
        app.state.accounts = Accounts(journals)
        app.state.people = People(journals)
        app.state.ratings = Ratings(app.state.people)
        app.state.sessions = gateway.sessions = Sessions(journals)
        thinkers = Thinkers(settings.thinkers, settings.budget, secret)
        quotas = Quotas(settings.games, settings.lobby_tables)
        app.state.tables = tables = Tables(journals, settings.most_live, thinkers.ask, quotas)
        tables.wake_bots = thinkers.wake
        app.state.reviews = reviews = Reviews(settings.data / "reviews", settings.review)
        app.state.lab = Lab(settings.data / "lab", settings.lab, secret)
        drawings()
        drawings(marked=True)
        app.state.moderation = gateway.moderation = moderation = Moderation(journals, tables.follow)
        tables.is_muted = moderation.is_muted
        await moderation.read()
        listening = {
            asyncio.create_task(moderation.follow()),
            asyncio.create_task(app.state.lag.watch()),
            asyncio.create_task(keep_in_large_pages()),
        }
        if journals.is_shared:
            news = hear_wakeups(journals.engine, tables.wake, tables.look_again)
            listening.add(asyncio.create_task(news))
        Thread(target=make_solvers, daemon=True).start()  # beside it: a compiler takes its time
        log.info("started", database=settings.url.split("://")[0], games=list(catalogue()))
        yield
        for task in listening:
            task.cancel()
        await reviews.close()
        await app.state.lab.close()
        await asyncio.to_thread(thinkers.close)
        await asyncio.to_thread(journals.close)
        log.info("stopped")

    app = Starlette(
        routes=[
            Route("/healthz", healthz),
            Route("/metrics", metrics),
            *home.ROUTES,
            *race.ROUTES,
            *replay.ROUTES,
            *review.ROUTES,
            *together.ROUTES,
            *lab.ROUTES,
            *position.ROUTES,
            *accounts.ROUTES,
            *export.ROUTES,
            *history.ROUTES,
            *today.ROUTES,
            *openapi.ROUTES,
            *table.ROUTES,
            *lobby.ROUTES,
            *install.ROUTES,
            *people.ROUTES,
            *pictures.ROUTES,
            *puzzles.ROUTES,
            *settings_page.ROUTES,
            *story.ROUTES,
            *reports.ROUTES,
            WebSocketRoute("/play/{play}/socket", serve_table),
            WebSocketRoute("/watch/{watch}/socket", serve_table),
            *(Mount(f"/static/{id}", StaticFiles(directory=at)) for id, at in static_folders()),
            Mount("/static", StaticFiles(packages=[("undercroft.web", "static")])),
        ],
        lifespan=lifespan,
        exception_handlers={
            Refused: errors.refused,
            HTTPException: errors.http_error,
            ClientDisconnect: errors.hung_up,
            Exception: errors.broken,
        },
    )
    app.state.settings = settings
    app.state.secret = secret
    app.state.templates = templates()
    app.state.build = build()
    app.state.lag = Lag()
    app.state.retellings = replay.Retellings()
    app.state.courses = race.Courses()
    gateway = Gateway(app, settings)
    app.state.guests = gateway.guests
    app.state.devices = Devices(settings.secret(), secure=settings.secure)
    app.state.frames = Buckets(settings.answers, settings.answers_burst)
    rate = settings.each(settings.logins)
    app.state.greeters = Buckets(settings.each(people.RATE), people.BURST)
    app.state.painters = Buckets(settings.each(pictures.RATE), pictures.BURST)
    app.state.pictures = Pictures()
    app.state.reporters = Buckets(settings.each(reports.RATE), reports.BURST)
    app.state.remarkers = Buckets(settings.each(together.RATE), together.BURST)
    app.state.reviewers = Buckets(settings.each(review.RATE), review.BURST)
    app.state.experimenters = Buckets(settings.each(lab.RATE), lab.BURST)
    app.state.doors = LoginThrottle(app.state.devices, rate, settings.logins_burst)
    return gateway


def static_folders() -> list[tuple[str, Path]]:
    """List the folders with the games' own art and style."""
    return [
        (id, Path(str(resources.files(game.package) / "static")))
        for id, game in catalogue().items()
        if game.web
    ]


def build() -> str:
    """Name this build by all that pages are made of: a page can tell that it is out of date."""
    digest = hashlib.sha256()
    roots = [resources.files("undercroft.web")]
    roots += [resources.files(game.package) for game in catalogue().values()]
    for root in map(Path, map(str, roots)):
        for file in sorted(root.rglob("*")):
            if file.suffix in (".html", ".js", ".css", ".svg", ".toml", ".py"):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def note_loss(lost: StorageLost) -> None:
    """Note why the database could not be used: players are not told."""
    log.error("database lost", reason=lost.reason)


async def healthz(request: Request) -> Response:
    """Say whether the server can serve, and how late it is."""
    if not await request.app.state.health.can_save():
        return JSONResponse({"status": "cannot save"}, 503)
    lag: float = request.app.state.lag.seconds
    return JSONResponse({"status": "late" if lag > LONG else "ok", "lag": round(lag, 3)})


async def metrics(request: Request) -> Response:
    """Give the counters, for Prometheus: they tell what the tables do not."""
    if not may_count(request):
        raise HTTPException(403, say("error.counters"))
    return Response(counted(), media_type=CONTENT_TYPE_LATEST)


def may_count(request: Request) -> bool:
    """Whether the counters may be read: from this machine, by no proxy, or with the token."""
    token: str | None = request.app.state.settings.metrics_token
    given = request.headers.get("authorization", "")
    if token and compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    if any(header in request.headers for header in FORWARDED):
        return False
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
