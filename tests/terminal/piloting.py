"""Drive the full-screen table by keys, and read what stands on it."""

import html
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Static

from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.terminal.app.main import UndercroftApp
from undercroft.terminal.app.settings import Settings, keep_settings
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.screen import TableScreen
from undercroft.terminal.client import Client
from undercroft.terminal.local.client import LocalClient
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.open_game import Resumed, record_game
from undercroft.terminal.local.recorded_game import RecordedGame

SIZES = [(80, 24), (120, 40)]
AT_ONCE = Settings(motion="off")
TEXTS = re.compile(r'<text (?![^>]*-title)[^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>')
WIDE, HIGH, FIRST = 12.2, 24.4, 20  # of a character in a screenshot, and where the first line is


def laid(
    home: Path,
    options: dict[str, object] | None = None,
    seats: int = 1,
    seed: str | None = "7",
    bots: dict[int, str] | None = None,
    game: Game[Any, Any] | None = None,
) -> RecordedGame:
    """Lay a table."""
    game = game or find_game("tomb")
    return record_game(home, game, options or {}, None, seats, seed, Notes(bots or {}))


@asynccontextmanager
async def at_table(
    home: Path,
    table: RecordedGame | Resumed | Client | None = None,
    size: tuple[int, int] = (80, 24),
    settings: Settings = AT_ONCE,
) -> AsyncIterator[tuple[UndercroftApp, Pilot[Any]]]:
    """Open the app, at a table or at the start."""
    keep_settings(home, settings)
    if isinstance(table, RecordedGame):
        table = LocalClient(table)
    elif isinstance(table, Resumed):
        table = LocalClient.resume(table)
    app = UndercroftApp(home, table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def client_of(app: UndercroftApp) -> LocalClient:
    """Give the game at the table, which must be on top."""
    assert isinstance(app.screen, TableScreen)
    assert isinstance(app.screen.client, LocalClient)
    return app.screen.client


def is_landing(app: UndercroftApp) -> bool:
    """Whether cards are still on their way."""
    assert isinstance(app.screen, TableScreen)
    return app.screen.is_landing


def shown(app: UndercroftApp) -> str:
    """Give all that stands on the screen, line by line, as a person reads it."""
    svg = app.export_screenshot()
    lines: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in TEXTS.findall(svg):
        plain = html.unescape(text).replace("\xa0", " ")
        lines.setdefault(float(y), []).append((float(x), plain))
    return "\n".join("".join(t for _, t in sorted(parts)) for _, parts in sorted(lines.items()))


def as_text(app: UndercroftApp) -> str:
    """Give the screen as it stands, every character in its column.

    Textual moves the bar of a page that stays at its end without painting it, so that what it shows
    tells how often the screen was laid out: each is painted anew.
    """
    for widget in app.screen.walk_children(Widget):
        if widget.show_vertical_scrollbar:
            widget.vertical_scrollbar.refresh()
    lines = [[" "] * app.size.width for _ in range(app.size.height)]
    for x, y, text in TEXTS.findall(app.export_screenshot()):
        column, line = round(float(x) / WIDE), int((float(y) - FIRST) / HIGH + 0.5)
        for at, letter in enumerate(html.unescape(text).replace("\xa0", " "), column):
            lines[line][at] = letter
    return "".join("".join(line).rstrip() + "\n" for line in lines)


def notice(app: UndercroftApp) -> str:
    """Give what is said beside the question."""
    static = app.screen.query_one(Asking).query_one("#notice", Static)
    return str(static.render()) if static.display else ""


async def press(pilot: Pilot[Any], keys: Sequence[str]) -> None:
    """Press keys, one after the other, and wait until they have had their effect."""
    await pilot.press(*keys)
    await pilot.pause()


async def until(pilot: Pilot[Any], condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is so: a crowded machine is slow, not wrong."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "it never came to that"
        await pilot.pause(0.02)


def says(app: UndercroftApp, text: str) -> Callable[[], bool]:
    """Whether the screen has a text: to be waited for."""
    return lambda: text in shown(app)


async def type_line(pilot: Pilot[Any], text: str) -> None:
    """Type a line, and Enter."""
    names = {" ": "space", "-": "minus", "?": "question_mark", ":": "colon"}
    await press(pilot, [*(names.get(letter, letter) for letter in text), "enter"])


async def fill_line(app: UndercroftApp, pilot: Pilot[Any], text: str) -> None:
    """Put a text on the line as a whole, which is faster than typing, and Enter."""
    app.screen.query_one("#line", Input).value = text
    await press(pilot, ["enter"])


def go_ahead(table: RecordedGame, left: int) -> None:
    """Give first options, before anybody looks, until so many questions are left."""
    whole = table.play.fork()
    while whole.question is not None:
        whole.answer(whole.question.choices[0])
    while table.play.number < whole.number - left:
        assert table.play.question is not None
        table.answer(table.play.question.choices[0])


def bots_play(app: UndercroftApp) -> bool:
    """Whether a bot is asked, and thinks."""
    client = client_of(app)
    return client.recorded.party.plays(client.play.question)


async def to_the_end(app: UndercroftApp, pilot: Pilot[Any], key: str = "1") -> None:
    """Answer by a key until the play is over; bots answer when they have thought."""
    for _ in range(400):
        question = client_of(app).play.question
        if question is None:
            return
        await press(pilot, [key] if len(question.choices) < 10 else [key, "enter"])
        await until(pilot, lambda: not bots_play(app))
    raise AssertionError("no end")
