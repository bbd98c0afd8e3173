"""Undercroft as an app: its manifest and icons, the worker that starts it without a network."""

from importlib import resources
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from undercroft.core.language.languages import language
from undercroft.games import catalogue
from undercroft.web.draw.pictures import Drawn, Pictures
from undercroft.web.pages.page import page
from undercroft.web.pages.pictures import png_reply, take_picture
from undercroft.web.words import say

SIZES: Final = (180, 192, 512)  # pixels: Apple's, Android's, and for a splash screen
A_DAY: Final = 86_400


def _static(name: str) -> str:
    return (resources.files("undercroft.web") / "static" / name).read_text("utf-8")


async def manifest(request: Request) -> Response:
    """Say what the app is called, how it looks and where it starts."""
    icons = [
        {"src": f"/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in SIZES[1:]
    ]
    icons.append({"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"})
    icons += [{**icon, "purpose": "maskable"} for icon in icons[:2]]  # the arch is well inside
    about = {
        "name": "Undercroft",
        "short_name": "Undercroft",
        "description": say("home.tagline"),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "id": "/",
        "display": "standalone",
        "background_color": "#0f0d0a",
        "theme_color": "#16130f",
        "icons": icons,
        "shortcuts": [
            {"name": say("bar.lobby"), "url": "/lobby"},
            {"name": say("bar.history"), "url": "/me"},
        ],
    }
    headers = {"cache-control": f"max-age={A_DAY}"}
    return JSONResponse(about, headers=headers, media_type="application/manifest+json")


async def icon(request: Request) -> Response:
    """Give the icon in a size."""
    size = request.path_params["size"]
    if size not in SIZES:
        raise HTTPException(404, say("error.no-page"))
    take_picture(request)
    pictures: Pictures = request.app.state.pictures
    square = _static("icon.svg").replace(' rx="6"', "")  # a phone rounds its corners itself
    png = await pictures.png(("icon", size), lambda: Drawn(square, width=size))
    return png_reply(png, A_DAY)


async def worker(request: Request) -> Response:
    """Give the script that answers when there is no network; at the root, for all pages."""
    headers = {"cache-control": "no-cache"}
    return Response(_static("worker.js"), headers=headers, media_type="text/javascript")


async def offline(request: Request) -> Response:
    """Say what is possible without a network."""
    return page(request, "offline.html", games=catalogue().values())


ROUTES: Final = [
    Route("/manifest.webmanifest", manifest),
    Route("/icons/{size:int}.png", icon),
    Route("/worker.js", worker),
    Route("/offline", offline),
]
