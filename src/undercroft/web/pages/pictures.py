"""Pictures that other sites show beside a link: a game's cover, or the table itself.

Who has the link may have the picture, and only what spectators see is in it.
"""

import time
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.web.draw.pictures import Drawn, Pictures, cover_of, scene_of, still_of
from undercroft.web.gateway.limits import address_of
from undercroft.web.live.days import is_still_dealt
from undercroft.web.live.requests import watched_game
from undercroft.web.live.table import Live
from undercroft.web.pages.page import known
from undercroft.web.pages.replay import shared_game
from undercroft.web.words import say

RATE: Final = 1  # pictures a second and address, ...
BURST: Final = 30  # ... after so many at once
FRESH: Final = 60  # seconds, for which the picture of a table stays as it is


async def cover(request: Request) -> Response:
    """Give a game's cover."""
    game = known(request.path_params["game"])
    pictures: Pictures = request.app.state.pictures
    take_picture(request)
    return png_reply(await pictures.png(game.id, lambda: Drawn(cover_of(game))), 86_400)


async def watched(request: Request) -> Response:
    """Give the picture of a table that a spectators' link is for."""
    return await picture_of(request, await watched_game(request))


async def shared(request: Request) -> Response:
    """Give the picture of a finished game that was shared."""
    return await picture_of(request, await shared_game(request))


async def picture_of(request: Request, live: Live) -> Response:
    """Draw a table to a spectator's eyes, once a minute; others' deal of today stays unseen."""
    pictures: Pictures = request.app.state.pictures
    take_picture(request)
    if is_still_dealt(live.record):
        return png_reply(
            await pictures.png(live.game.id, lambda: Drawn(cover_of(live.game))), FRESH
        )
    stamp = live.at if live.outcome else int(time.monotonic() // FRESH)
    key = (live.record.id, bool(live.outcome), stamp)
    return png_reply(
        await pictures.png(key, lambda: Drawn(still_of(live.game, live.play.view(None)))), FRESH
    )


async def scene(request: Request) -> Response:
    """Give the scene of a game's outcome."""
    game = known(request.path_params["game"])
    name = request.path_params["outcome"]
    if name not in game.scenes:
        raise HTTPException(404, say("error.no-page"))
    headers = {"cache-control": "public, max-age=86400"}
    return Response(scene_of(game, name), headers=headers, media_type="image/svg+xml")


def take_picture(request: Request) -> None:
    """Count a picture that is asked for; too many are refused."""
    client = request.scope.get("client")
    if not request.app.state.painters.take(address_of(client)):
        raise HTTPException(429, say("gateway.too-often"))


def png_reply(picture: bytes, seconds: int) -> Response:
    """Send a picture, which other sites may show."""
    headers = {
        "cache-control": f"public, max-age={seconds}",
        "cross-origin-resource-policy": "cross-origin",
    }
    return Response(picture, headers=headers, media_type="image/png")


ROUTES: Final = [
    Route("/pictures/{game}.png", cover),
    Route("/scenes/{game}/{outcome}.svg", scene),
    Route("/watch/{watch}/picture.png", watched),
    Route("/shared/{share}/picture.png", shared),
]
