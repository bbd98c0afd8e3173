"""Make every picture of the documents anew: `make pictures`.

    python tools/pictures.py           those that the documents show, into docs/pictures
    python tools/pictures.py FOLDER    every page of the browser, on a desktop and on a phone

Starts a server of its own with an empty database, and plays with fixed seeds and real cards. In the
games against bots the hints are followed until there is something to see. Pictures of the terminal
are what its screen shows; plots and drawings have commands of their own (`examples.ppo --curve`,
`tools/draw_layers.py`).
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.terminal import pictures as terminal  # noqa: E402 (the tests' own)
from tests.web.harness import Table, against_bots, launch, running  # noqa: E402

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
SMALL = (240, 150)  # beside a game in a table
words = str.split
# the rulebook's own game, up to the fight on the way out, and up to its end
FIGHT = words(
    "5d 3s deeper qc js 9c deeper ad 3c 2d 4d deeper 8d 10s deeper 9s berserk deeper ks ah 5s draw "
    "jh draw 3d take draw kd draw 4s take draw joker draw 6d deeper 5c kc qs turn-back 7s draw 2s"
)
REST = words(
    "dodge drop:8d 8s draw jd draw ac draw as read-scroll draw 8c qd 6s 10d disarm kh 6c 9d 2c 7c"
)
# a game, its bot, seats, seed, and how many hints to follow
GAMES = {
    "tin": ("thumb", 2, "rose", 45),
    "labyrintheus": ("contender", 4, "rose", 22),
    "talisman": ("canny", 4, "moth", 40),
}


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


def follow_hints(page: Page, count: int) -> None:
    """Do what the hint says, so often or to the end."""
    table = Table(page)
    for _ in range(count):
        table.settle()
        if table.is_over:
            return
        before = table.picture
        page.locator("[data-tool=hint]").click()
        page.locator(".option.hinted").click()
        table.wait_for_change(before)


def begin(page: Page) -> None:
    """Begin a play with real cards."""
    page.goto("/new/tomb")
    page.locator('[name="fate"][value="real-cards"]').check()
    page.locator("form.options-form button").first.click()
    Table(page).settle()


def keep(picture: Image.Image, path: Path) -> None:
    """Write a picture as small as it gets with all its colours: of 256, dark ones were off."""
    picture.save(path, optimize=True)


def a_page(browser: Browser, url: str, size: str) -> Page:
    """Open a page as wide as a device, with cards that come at once."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=url,
        device_scale_factor=2 if size == "phone" else 1,
        is_mobile=size == "phone",
        has_touch=size == "phone",
    )
    context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
    return context.new_page()


def shown(browser: Browser, url: str, folder: Path) -> None:
    """Make the pictures that the documents show."""
    page = a_page(browser, url, "desktop")

    def shoot(name: str) -> None:
        page.wait_for_timeout(1500)
        page.screenshot(path=folder / f"{name}.png")
        with Image.open(folder / f"{name}.png") as picture:
            whole = picture.convert("RGB")
        keep(whole, folder / f"{name}.png")
        keep(whole.resize(SMALL, Image.Resampling.LANCZOS), folder / f"small-{name}.png")

    begin(page)
    give(page, FIGHT)
    shoot("tomb")
    for game, (bot, seats, seed, hints) in GAMES.items():
        against_bots(page, game, bot, seats, seed)
        follow_hints(page, hints)
        shoot(game)


def in_the_terminal(folder: Path) -> None:
    """Make the picture of the full-screen terminal."""
    with tempfile.TemporaryDirectory() as made:
        screens = {name: terminal.SCREENS[name] for name in ("tomb",)}
        for picture in asyncio.run(terminal.take(Path(made), screens, [(120, 40)])):
            terminal.as_png(picture)
            with Image.open(picture.with_suffix(".png")) as shown:
                keep(shown.convert("RGB"), folder / "terminal.png")


def tour(page: Page, shoot: Callable[[str], None]) -> None:
    """Go from page to page."""
    page.goto("/")
    shoot("home")
    page.goto("/new/tomb")
    shoot("new")
    page.locator("form.options-form button").first.click()
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
    for game, (bot, seats, seed, hints) in GAMES.items():
        against_bots(page, game, bot, seats, seed)
        follow_hints(page, hints)
        shoot(game)
    page.goto("/")
    shoot("home-later")


def main(folder: Path | None) -> None:
    """Make the pictures of the documents, or of every page into a folder."""
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        if folder is None:
            shown(browser, server.url, ROOT / "docs/pictures")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            for size in SIZES:
                page = a_page(browser, server.url, size)

                def shoot(name: str, page: Page = page, size: str = size) -> None:
                    page.wait_for_timeout(1500)
                    page.screenshot(path=folder / f"{name}-{size}.png")

                tour(page, shoot)
        browser.close()
    if folder is None:
        in_the_terminal(ROOT / "docs/pictures")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
