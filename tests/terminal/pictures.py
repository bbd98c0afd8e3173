"""Pictures of every screen at two sizes, to be looked at: python -m tests.terminal.pictures FOLDER.

They are SVG; where Chromium is installed, PNG as well.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.terminal.piloting import AT_ONCE, SIZES, at_table, laid, press
from tests.web.harness import chromium
from undercroft.core.questions import Decision
from undercroft.games import catalogue
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.open_game import record_game
from undercroft.terminal.local.recorded_game import RecordedGame

CHROMIUM = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


def rose(home: Path, **more: Any) -> RecordedGame:
    return laid(home, seed="rose", **more)


def advised(home: Path, id: str, answers: int, seats: int = 1, seed: str = "rose") -> RecordedGame:
    """A table in the middle of a play, as its adviser plays it; the first seat is a person."""
    bots = {seat: catalogue()[id].rule_of_thumb for seat in range(1, seats)}
    table = record_game(home, catalogue()[id], {}, None, seats, seed, Notes(bots))
    play = table.play
    while isinstance(play.question, Decision):
        if play.question.seat == 0 and play.number >= answers:
            break
        table.answer(table.party.advise(play.game.rule_of_thumb, play, play.question).answer)
    return table


MOMENTS: dict[str, dict[str, Any]] = {  # for each game, a table with much on it
    "tomb": {"answers": 18},
    "tin": {"answers": 150, "seats": 2},
    "labyrintheus": {"answers": 130, "seats": 4},
    "talisman": {"answers": 200, "seats": 3, "seed": "king"},
}


def over(home: Path) -> None:
    table = advised(home, "tomb", 4000)
    table.finish()
    table.close()


SCREENS: dict[str, tuple[Any, Sequence[str]]] = {
    "start": (None, ["down"]),
    "rules": (None, ["r"]),
    "study": (None, ["s", *["down"] * 5, *"rich.toml"]),
    "join": (None, ["j", *"somewhere"]),
    "form": (None, ["1", *["down"] * 6]),
    "settings": (None, ["comma", "down"]),
    "replay": (None, [str(len(catalogue()) + 1), *["right"] * 6, "down"]),
    "delve": (rose, ["1"] * 10),
    "retreat": (rose, [*"111122"]),
    "end": (rose, [*"11111112", *"2" * 30]),
    "odds": (rose, [*"111", "o"]),
    "story": (rose, [*"11111111", "c"]),
    "hint": (rose, [*"111", "h", "h"]),
    "help": (rose, ["1", "question_mark"]),
    "duel": (lambda home: rose(home, seats=2), ["1"] * 9),
    "cover": (lambda home: rose(home, seats=2, options={"deal": "same"}), [*"111", "enter"]),
    "real-cards": (lambda home: laid(home, seed=None), ["9", "x", "enter"]),
    "parchment": (rose, [*"11111111", "comma", "right", "right", "escape"]),
    "no-colour": (rose, [*"11111111", "comma", "left", "escape"]),
    **{id: (lambda home, id=id: advised(home, id, **MOMENTS[id]), []) for id in MOMENTS},
}


async def take(
    folder: Path,
    screens: Mapping[str, tuple[Any, Sequence[str]]] = SCREENS,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> list[Path]:
    """Take pictures of screens."""
    pictures = []
    for name, (table, keys) in screens.items():
        for size in sizes:
            with TemporaryDirectory() as home:
                over(Path(home))
                recorded = table(Path(home)) if table else None
                async with at_table(Path(home), recorded, size, AT_ONCE) as (app, pilot):
                    await press(pilot, keys)
                    await pilot.pause(0.2)
                    path = folder / f"{name}-{size[0]}x{size[1]}.svg"
                    path.write_text(app.export_screenshot())
                    pictures.append(path)
    return pictures


def as_png(picture: Path) -> None:
    """Let Chromium draw it, in a font that is here."""
    svg = re.sub(r"@font-face \{.*?\}", "", picture.read_text(), flags=re.DOTALL)
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found
    page = picture.with_suffix(".html")
    head = "<meta charset=utf-8>"
    page.write_text(
        f"{head}<body style='margin:0'>{svg.replace('Fira Code', 'DejaVu Sans Mono')}</body>"
    )
    size = ",".join(str(int(float(side)) + 1) for side in found.groups())
    png = picture.with_suffix(".png")
    browser = chromium() or "chromium"
    subprocess.run(  # noqa: S603
        [browser, *CHROMIUM, f"--window-size={size}", f"--screenshot={png}", f"file://{page}"],
        capture_output=True,
        timeout=60,
        check=True,
    )
    page.unlink()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for picture in asyncio.run(take(folder)):
        if chromium():
            as_png(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
