"""Make the screenshots anew: every page, on a desktop and on a phone.

python tools/screenshots.py                   those that the documents show, into docs/screenshots
python tools/screenshots.py FOLDER            all of them, into a folder

Starts a server of its own with an empty database, and plays with fixed seeds and real cards, so
that the pictures are the same each time. `SHOWN` are those that the documents show; nothing else is
kept in docs/screenshots.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.harness import Table, against_bots, launch, running  # noqa: E402 (the tests' own)
from undercroft.core.fates import Seeded  # noqa: E402
from undercroft.core.play import Play  # noqa: E402
from undercroft.core.questions import Decision  # noqa: E402
from undercroft.games import find_game  # noqa: E402

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
words = str.split
# the rulebook's own game, up to the fight on the way out, and up to its end
FIGHT = words(
    "5d 3s deeper qc js 9c deeper ad 3c 2d 4d deeper 8d 10s deeper 9s berserk deeper ks ah 5s draw "
    "jh draw 3d take draw kd draw 4s take draw joker draw 6d deeper 5c kc qs turn-back 7s draw 2s"
)
REST = words(
    "dodge drop:8d 8s draw jd draw ac draw as read-scroll draw 8c qd 6s 10d disarm kh 6c 9d 2c 7c"
)


def give(page: Page, answers: list[str]) -> None:
    """Answer with real cards and decisions."""
    table = Table(page)
    for answer in answers:
        before = table.picture
        if page.locator("#pick-card").count():
            page.locator("#pick-card").fill(answer)
            page.keyboard.press("Enter")
        else:
            page.locator(f'.option[data-answer="{answer}"]').click()
        table.wait_for_change(before)


def begin(page: Page) -> None:
    """Begin a play with real cards."""
    page.goto("/new/tomb")
    page.locator('[name="fate"][value="real-cards"]').check()
    page.get_by_role("button", name="Begin").first.click()
    Table(page).settle()


def to_the_king(seats: int, seed: str) -> list[str]:
    """Play the Catacombs with `steady` in every seat, which leaves nothing to chance but fate.

    Gives what the first seat has answered when it stands before the Dragon King.
    """
    game = find_game("talisman")
    bot = game.new_bot("steady", lambda: 0.5)
    play = Play(game, seats=seats, fates=Seeded(seed))
    answers = []
    while isinstance(asked := play.question, Decision) and (asked.seat, asked.id) != (0, "king"):
        answer = bot(asked, play.look(asked.seat))
        if asked.seat == 0:
            answers.append(str(answer))
        play.answer(answer)
    return answers


SHOWN = ("fight-desktop", "talisman-desktop")


def main(folder: Path, names: tuple[str, ...] = ()) -> None:
    """Make those of these names, or all."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for size, (width, height) in SIZES.items():
            if names and not any(name.endswith(size) for name in names):
                continue
            context = browser.new_context(
                viewport={"width": width, "height": height},
                base_url=server.url,
                device_scale_factor=2 if size == "phone" else 1,
                is_mobile=size == "phone",
                has_touch=size == "phone",
            )
            context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
            page = context.new_page()

            def shoot(name: str, page: Page = page, size: str = size) -> None:
                if names and f"{name}-{size}" not in names:
                    return
                page.wait_for_timeout(1500)
                page.screenshot(path=folder / f"{name}-{size}.png")

            tour(page, shoot)
            context.close()
        browser.close()


def tour(page: Page, shoot: Callable[[str], None]) -> None:
    """Go from page to page."""
    page.goto("/")
    shoot("home")
    page.goto("/new/tomb")
    shoot("new")
    page.get_by_role("button", name="Begin").first.click()
    Table(page).settle()
    shoot("start")
    begin(page)
    shoot("real-cards")
    give(page, FIGHT)
    shoot("fight")
    page.keyboard.press("o")
    give(page, words("dodge"))
    shoot("odds")
    page.keyboard.press("o")
    give(page, REST[1:])
    shoot("end")
    page.goto(page.url + "/replay#m40")
    page.wait_for_selector("[data-ready]")
    shoot("replay")
    page.goto("/")
    page.locator("[action='/learn/tomb'] button").click()
    Table(page).settle()
    shoot("lesson")
    page.goto("/rules/tomb#T-19")
    shoot("rules")
    against_bots(page, "talisman", "steady", 6, "moth")
    give(page, to_the_king(6, "moth"))
    shoot("talisman")
    page.goto("/")
    shoot("home-later")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        main(ROOT / "docs/screenshots", SHOWN)
