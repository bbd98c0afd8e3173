"""Drive the full screen in the language that is spoken, and tell what stands on each widget.

    UNDERCROFT_LANGUAGE=xx python -m tests.terminal.speaking 80x24 start form

It runs by itself: bindings and forms read their words when they are imported.
"""

import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from textual.widget import Widget
from textual.widgets import Input

from tests.terminal.pictures import SCREENS, over
from tests.terminal.piloting import AT_ONCE, as_text, at_table, press
from undercroft.terminal.app.main import UndercroftApp

Told = dict[str, Any]


def told(app: UndercroftApp) -> list[Told]:
    """Tell of every widget without others in it: what of it can be seen, and whether it scrolls."""
    lines = as_text(app).split("\n")
    found = []
    for widget in app.screen.walk_children(Widget):
        typed = isinstance(widget, Input) and widget.value
        if widget.children or not widget.is_on_screen or typed:
            continue
        rooms = [it for it in widget.ancestors_with_self if isinstance(it, Widget)]
        place = app.screen.find_widget(widget)
        region = place.visible_region
        rows = lines[region.y : region.bottom]
        found.append(
            {
                "kind": type(widget).__name__,
                "id": widget.id,
                "text": "\n".join(row[region.x : region.right].rstrip() for row in rows),
                "scrolls": any(room.max_scroll_y > 0 for room in rooms),
                "inside": region == place.region,
            }
        )
    return found


async def drive(name: str, size: tuple[int, int]) -> list[Told]:
    """Bring a screen up."""
    table, keys = SCREENS[name]
    with TemporaryDirectory() as home:
        over(Path(home))
        recorded = table(Path(home)) if table else None
        async with at_table(Path(home), recorded, size, AT_ONCE) as (app, pilot):
            await press(pilot, keys)
            await pilot.pause(0.2)
            return told(app)


if __name__ == "__main__":
    wide, high = map(int, sys.argv[1].split("x"))
    screens = {name: asyncio.run(drive(name, (wide, high))) for name in sys.argv[2:]}
    json.dump(screens, sys.stdout)
