"""What all pages share: how they are drawn, how forms are read, where to go next."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from undercroft.core.errors import quoted
from undercroft.core.game import LEVELS as BOT_LEVELS
from undercroft.games import catalogue, find_game
from undercroft.web.live.people.passes import LEVELS
from undercroft.web.live.table import Live
from undercroft.web.words import say

SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("dark", "light", "contrast"),
    "felt": ("stone", "green", "blue", "wine", "wood"),
    "back": ("classic", "crimson", "midnight", "moss"),
    "size": ("small", "normal", "large", "huge"),
    "motion": ("full", "less"),
    "speed": ("slow", "normal", "instant"),
    "sound": ("off", "on"),
    "confirm": ("never", "deadly", "always"),
    "hints": ("thumb", *BOT_LEVELS),
    "auto": LEVELS,
    "dice": ("table", "own"),
    "volume": tuple(map(str, range(0, 101, 5))),
}
"""What a person may like: kept in the browser (`static/settings.js`), and with an account."""

LOOKS: Final = ("theme", "size", "motion", "felt", "back")  # a page is drawn by them: in a cookie,
LOOK: Final = "undercroft-look"  # of this name


def page(request: Request, name: str, status: int = 200, **context: Any) -> Response:
    """Draw a page."""
    state = request.app.state
    template = state.templates.get_template(f"web/{name}")
    visitor = request.scope.get("visit")
    about = {"path": request.url.path, "visitor": visitor, "look": look_of(request)}
    about |= {"site": site_of(request), "kept": kept_of(request)}
    html = template.render(build=state.build, **about, **context)
    headers = {"cache-control": "no-store"}
    return Response(html, status, headers, media_type="text/html; charset=utf-8")


def site_of(request: Request) -> str:
    """Give the address by which this server is called, for what other sites show of it."""
    secure = request.app.state.settings.secure or request.url.scheme == "https"
    return f"{'https' if secure else 'http'}://{request.headers.get('host', '')}"


def look_of(request: Request) -> dict[str, str]:
    """Say how somebody wants pages to look: by the account, or by the cookie."""
    given = request.cookies.get(LOOK, "").split("_")
    pairs = kept_of(request) or dict(pair.split("-", 1) for pair in given if "-" in pair)
    return {name: value for name, value in allowed(pairs).items() if name in LOOKS}


def kept_of(request: Request) -> dict[str, str] | None:
    """Read what an account keeps; nothing, while nothing was chosen; `None`: a guest."""
    visit = request.scope.get("visit")
    if visit is None or visit.account is None:
        return None
    return allowed(json.loads(visit.account.settings or "{}"))


def allowed(given: Mapping[str, str]) -> dict[str, str]:
    """Leave out whatever no setting may be."""
    return {name: given[name] for name in SETTINGS if given.get(name) in SETTINGS[name]}


async def fields(request: Request, most: int = 100) -> dict[str, str]:
    """Read a posted form of so many fields at most."""
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=most))
    except ValueError:
        raise HTTPException(400, say("error.form")) from None


def see(live: Live, *, begin: bool = True) -> Response:
    """Go to a play's table; a new one is shown from its beginning."""
    query = "?begin=1" if begin else ""
    return RedirectResponse(f"/play/{live.record.id}{query}", 303)


def when(milliseconds: int) -> str:
    """Write a time for a list."""
    return _date("moment", datetime.fromtimestamp(milliseconds / 1000, UTC))


def day(milliseconds: int) -> str:
    """Write a day for a list."""
    return _date("day", datetime.fromtimestamp(milliseconds / 1000, UTC))


def long_day(at: date) -> str:
    """Write a day in full, with its weekday."""
    return _date("long", datetime(at.year, at.month, at.day, tzinfo=UTC))


def long_day_of(milliseconds: int) -> str:
    """Write the day of a time in full."""
    return long_day(datetime.fromtimestamp(milliseconds / 1000, UTC))


def _date(form: str, at: datetime) -> str:
    fields = {"day": at.day, "month": at.month, "year": at.year}
    return say(f"dates.{form}", weekday=at.weekday(), time=f"{at:%H:%M}", **fields)


def known(id: str) -> Any:
    """Find a game, or say that there is no such page."""
    if id not in catalogue():
        raise HTTPException(404, say("error.no-game", game=quoted(id)))
    return find_game(id)
