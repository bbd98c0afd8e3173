"""Make every picture of the documents anew: `make pictures`.

    python tools/pictures.py           those that the documents show, into docs/pictures
    python tools/pictures.py FOLDER    every page of the browser, on a desktop and on a phone

Starts a server of its own with an empty database, and plays with fixed seeds and real cards. In the
games against bots the hints are followed until there is something to see; the steps of a game are
moments of its lesson. Pictures of the terminal are what its screen shows; plots and drawings have
commands of their own (`examples.ppo --curve`, `tools/draw_layers.py`).
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.terminal import pictures as terminal  # noqa: E402 (the tests' own)
from tests.web.harness import (  # noqa: E402
    Table,
    advised,
    against_bots,
    browsing,
    in_lesson,
    running,
    set_up,
)
from undercroft.games import find_game  # noqa: E402
from undercroft.puzzles.bank import shipped  # noqa: E402

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
SMALL = (240, 150)  # beside a game in a table
ON_A_PAGE = (1024, 720)  # a window whose letters are as large as those of a page of text
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
    "labyrintheus": ("contender", 4, "rose", 14),
    "talisman": ("canny", 4, "moth", 40),
}
# a game's lesson, so many answers into it, and what of the page is shown
STEPS = {
    "tomb-fight": ("tomb", 6, ".tomb-column .card, .tomb-hearts"),
    "tomb-deeper": ("tomb", 4, ".prompt"),
    "tin-explore": ("tin", 2, ".tin-map g[data-part]"),
    "tin-fight": ("tin", 3, ".tin-hand, .tin-tray"),
    "tin-back": ("tin", 27, ".prompt"),
    "labyrintheus-fight": ("labyrintheus", 2, ".lab-middle, .lab-contest"),
    "labyrintheus-gear": ("labyrintheus", 2, ".lab-mine, .lab-pack .treasure"),
    "labyrintheus-others": ("labyrintheus", 3, ".prompt"),
    "talisman-explore": ("talisman", 24, ".t-map"),
    "talisman-fight": ("talisman", 7, ".t-scene"),
    "talisman-grow": ("talisman", 27, ".prompt"),
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
    set_up(page, "tomb")
    page.locator('[name="fate"][value="real-cards"]').check()
    page.locator("form.options-form button").first.click()
    Table(page).settle()


def keep(picture: Image.Image, path: Path) -> None:
    """Write a picture small, with all its colours: of 256, dark ones were off."""
    picture.convert("RGB").save(path, quality=82, method=6)


def around(page: Page, places: str) -> FloatRect:
    """Give the part of a page that holds some places, and a little more."""
    found = [place.bounding_box() for place in page.locator(places).all()]
    boxes = [box for box in found if box is not None and box["width"]]
    left, top = (min(box[at] for box in boxes) - 8 for at in ("x", "y"))
    right = max(box["x"] + box["width"] for box in boxes) + 8
    bottom = max(box["y"] + box["height"] for box in boxes) + 8
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def a_page(browser: Browser, url: str, size: str, scale: float = 1) -> Page:
    """Open a page as wide as a device, with cards that come at once."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=url,
        device_scale_factor=2 if size == "phone" else scale,
        is_mobile=size == "phone",
        has_touch=size == "phone",
    )
    context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
    return context.new_page()


def shot(page: Page, places: str = "body") -> Image.Image:
    """Take a picture of a part of a page, when it is at rest."""
    page.wait_for_timeout(1500)
    whole = None if places == "body" else around(page, places)
    return Image.open(BytesIO(page.screenshot(clip=whole)))


def steps(browser: Browser, url: str, folder: Path) -> None:
    """Make the pictures of the pages that teach a game: a part of the table each."""
    page = a_page(browser, url, "desktop", 1.5)
    for name, (game, answered, places) in STEPS.items():
        in_lesson(page, game, advised(game)[:answered])
        page.locator(".coach").evaluate("coach => coach.remove()")
        with shot(page, places) as picture:
            keep(picture, folder / f"{name}.webp")


def beyond_the_table(browser: Browser, url: str, folder: Path) -> None:
    """Make the pictures of a puzzle that is solved, and of a card that is weighed in the lab."""
    page = a_page(browser, url, "desktop")
    puzzle = shipped(find_game("tomb"))[0]
    page.goto(f"/puzzles/tomb/{puzzle.id}")
    page.locator(f'[name=answer][value="{puzzle.best.option}"]').click()
    page.wait_for_load_state()
    with shot(page) as picture:
        keep(picture, folder / "puzzle.webp")
    page.goto("/lab/tomb")
    page.locator("[name=add]").select_option("9s")
    page.locator("[value=add]").click()
    page.locator("[name='row.9s.number']").fill("14")
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")
    page.locator("[name=title]").fill("A stronger nine")
    page.locator("[name=seed]").fill("rose")
    page.locator("[name=plays]").fill("1000")
    page.locator("[value=compare]").click()
    page.wait_for_selector("#repeat", timeout=300_000)
    with shot(page) as picture:
        keep(picture, folder / "lab.webp")


def shown(browser: Browser, url: str, folder: Path) -> None:
    """Make the pictures that the documents show."""
    page = a_page(browser, url, "desktop")

    def shoot(name: str) -> None:
        with shot(page) as picture:
            keep(picture, folder / f"{name}.webp")
            keep(picture.resize(SMALL, Image.Resampling.LANCZOS), folder / f"small-{name}.webp")

    begin(page)
    give(page, FIGHT)
    shoot("tomb")
    width, height = ON_A_PAGE
    page.set_viewport_size({"width": width, "height": height})
    with shot(page, ".play") as picture:
        keep(picture, folder / "tomb.webp")
    width, height = SIZES["desktop"]
    page.set_viewport_size({"width": width, "height": height})
    for game, (bot, seats, seed, hints) in GAMES.items():
        against_bots(page, game, bot, seats, seed)
        follow_hints(page, hints)
        shoot(game)


def in_the_terminal(folder: Path) -> None:
    """Make the picture of the full-screen terminal."""
    with tempfile.TemporaryDirectory() as made:
        screens = {name: terminal.SCREENS[name] for name in ("tomb",)}
        for picture in asyncio.run(terminal.take(Path(made), screens, [(100, 32)])):
            terminal.as_png(picture)
            with Image.open(picture.with_suffix(".png")) as shown:
                keep(shown, folder / "terminal.webp")


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
        browsing() as browser,
    ):
        if folder is None:
            for made in (shown, steps, beyond_the_table):
                made(browser, server.url, ROOT / "docs/pictures")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            for size in SIZES:
                page = a_page(browser, server.url, size)

                def shoot(name: str, page: Page = page, size: str = size) -> None:
                    page.wait_for_timeout(1500)
                    page.screenshot(path=folder / f"{name}-{size}.png")

                tour(page, shoot)
    if folder is None:
        in_the_terminal(ROOT / "docs/pictures")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
