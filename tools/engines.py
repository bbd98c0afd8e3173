"""Each page and each game in Firefox and WebKit: what only Chromium forgives shows here.

    tools/engines.sh [--engine firefox] [--pictures FOLDER] [--idle SECONDS]

Starts a server of its own. In each engine it opens each page, looks at the games' covers as a phone
shows them, plays each game (the first answers by clicks, the rest over HTTP, then its end as the
page shows it), and stops the server to see the page that stands then. `--idle` also measures what a
table takes of a core while nobody touches it.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.idle import REST  # noqa: E402
from benchmarks.server import cpu_of  # noqa: E402
from tests.web.harness import Server, free_port, running  # noqa: E402
from tools.webdriver import ENGINES, Driver, DriverError  # noqa: E402
from undercroft.games import catalogue  # noqa: E402

PAGES: Final = (
    *("/", "/lobby", "/me", "/settings", "/account", "/login", "/today", "/puzzles"),
    *("/lab", "/offline"),
)
OF_A_GAME: Final = ("/new/{}", "/rules/{}", "/today/{}", "/puzzles/{}/next", "/lab/{}")
CLICKS: Final = 12  # answers by hand; then the same page shows the end
PHONE: Final = (390, 844)
DESKTOP: Final = (1280, 900)

# Pictures that lie over what stands beside them, by the game's name
COVERING: Final = """
return [...document.querySelectorAll(".games .game")].filter(game => {
  const picture = game.querySelector(".picture").getBoundingClientRect();
  return [...game.querySelectorAll("button, .button, .about > *")].some(other => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return left + 1 < picture.right && right - 1 > picture.left
        && top + 1 < picture.bottom && bottom - 1 > picture.top;
  });
}).map(game => game.querySelector("h2, h3").textContent);
"""
TABLE: Final = """
document.querySelector("[data-log]").innerHTML
  + document.querySelector("[data-part=prompt]").innerHTML
"""
ASKS: Final = """
document.querySelector("[data-state=open]") && !document.querySelector("[data-sent]")
  && (document.querySelector(".option:not([disabled])") || document.querySelector(".end"))
"""
PLAY_ON: Final = """
const address = `/api/plays/${location.pathname.split("/")[2]}`;
let seen = await (await fetch(address)).json();
for (let number = 0; number < 5000 && seen.outcome === null; number++) {
  if (seen.question?.yours) {
    const { options } = seen.question;
    const { answer } = options.find(one => one.answer === "turn-back") ?? options[number % options.length];
    const body = JSON.stringify({ at: seen.at, answer });
    seen = await (await fetch(`${address}/answers`, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
  } else seen = await (await fetch(`${address}?after=${seen.at}`)).json();
}
return seen.outcome;
"""  # noqa: E501 (a script)


class Visit:
    """What is tried in one engine."""

    def __init__(self, driver: Driver, server: Server, pictures: Path | None) -> None:
        self.driver, self.server, self.pictures = driver, server, pictures

    def keep(self, name: str) -> None:
        """Write a picture, if any are wanted."""
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            self.driver.picture(self.pictures / f"{name}.png")

    def heading(self) -> str:
        """Return what a page calls itself."""
        return str(self.driver.run('return document.querySelector("h1")?.textContent.trim() ?? ""'))

    def open_page(self, path: str) -> None:
        """Open a page: it is there, and it has its styles."""
        self.driver.open(self.server.url + path)
        status = self.driver.run(
            'return performance.getEntriesByType("navigation")[0].responseStatus ?? 200'
        )
        check(status in (0, 200), f"status {status}")
        check(self.heading(), "no heading")
        check(self.driver.run("return document.styleSheets.length") >= 3, "no styles")

    def pages(self) -> None:
        """Open each page."""
        of_games = (path.format(game) for path in OF_A_GAME for game in catalogue())
        for path in (*PAGES, *of_games):
            try:
                self.open_page(path)
            except (DriverError, AssertionError) as error:
                raise AssertionError(f"{path}: {error}") from error

    def covers(self) -> None:
        """Look at the games' covers as a phone shows them."""
        self.driver.resize(*PHONE)
        for path in ("/", "/today", "/lobby", "/lab"):
            self.driver.open(self.server.url + path)
            self.driver.until(
                '[...document.querySelectorAll("img.picture")].every(it => it.complete)'
            )
            self.keep(f"phone-{path[1:] or 'home'}")
            covering = self.driver.run(COVERING)
            check(not covering, f"{path}: pictures lie over what stands beside them: {covering}")
        self.driver.resize(*DESKTOP)

    def begin(self, game: str, speed: str) -> None:
        """Press *Play now*, and wait until the table asks something."""
        self.driver.open(self.server.url)
        self.driver.run('localStorage.setItem("undercroft-speed", arguments[0])', speed)
        self.driver.click(f'form:has([value="{game}"]) button')
        self.driver.until(ASKS)

    def play(self, game: str) -> None:
        """Play a game to its end."""
        self.begin(game, "instant")
        self.keep(game)
        for _ in range(CLICKS):
            if self.driver.run('return Boolean(document.querySelector(".end"))'):
                break
            before = self.driver.run(f"return {TABLE}")
            self.driver.click(".option:not([disabled])")
            self.driver.until(f"({TABLE}) !== arguments[0] && {ASKS}", before)
        outcome = self.driver.wait_in_page(PLAY_ON)
        check(outcome and "failed" not in str(outcome), f"no end: {outcome}")
        self.driver.open(self.driver.run("return location.href"))
        self.driver.until('document.querySelector(".end")')
        self.keep(f"{game}-end")
        self.driver.open(self.driver.run("return location.origin + location.pathname") + "/replay")
        self.driver.until('document.querySelector("[data-replay][data-ready]")')

    def away(self) -> None:
        """Stop the server: a page with its styles and scripts stands, and goes on by itself."""
        self.driver.open(self.server.url)
        ready = "return (await navigator.serviceWorker.ready).active.state"
        self.driver.wait_in_page(ready)
        self.server.kill()
        try:
            self.driver.open(f"{self.server.url}/me")
            self.driver.until('document.querySelector("img.scene")?.naturalWidth > 0')
            check(self.driver.run("return document.styleSheets.length") == 3, "no styles")
            self.keep("away")
            away = self.heading()
        finally:
            self.server.start()
        self.driver.until('document.querySelector("h1")?.textContent.trim() !== arguments[0]', away)

    def idle(self, game: str, seconds: float) -> float:
        """Leave a table alone; return the share of a core that it takes."""
        self.begin(game, "normal")
        time.sleep(REST)
        start, before = time.perf_counter(), cpu_of(self.driver.process)
        time.sleep(seconds)
        return (cpu_of(self.driver.process) - before) / (time.perf_counter() - start)


def check(holds: object, otherwise: str) -> None:
    """Complain if something does not hold."""
    if not holds:
        raise AssertionError(otherwise)


def tried(name: str, attempt: Callable[[], object]) -> bool:
    """Try something, and tell how it went."""
    start = time.perf_counter()
    try:
        attempt()
    except (DriverError, AssertionError, OSError) as error:
        print(f"  FAILED  {name}: {error}", flush=True)
        return False
    print(f"  ok      {name} ({time.perf_counter() - start:.0f} s)", flush=True)
    return True


def visit(engine: str, pictures: Path | None, idle: float) -> bool:
    """Try everything in an engine."""
    print(engine, flush=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        ENGINES[engine](free_port()) as driver,
    ):
        one = Visit(driver, server, pictures / engine if pictures else None)
        one.driver.resize(*DESKTOP)
        went = [tried("each page", one.pages), tried("covers on a phone", one.covers)]
        went += [tried(game, lambda game=game: one.play(game)) for game in catalogue()]  # type: ignore[misc]
        went.append(tried("the server away", one.away))
        for game in catalogue() if idle else ():
            print(f"  idle    {game}: {one.idle(game, idle):.1%} of a core", flush=True)
    return all(went)


def main() -> None:
    """Try both engines, or one."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--engine", choices=ENGINES, action="append", help="one of them alone")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep what was seen")
    parser.add_argument("--idle", type=float, default=0, metavar="SECONDS", help="for each game")
    given = parser.parse_args()
    went = [visit(one, given.pictures, given.idle) for one in given.engine or ENGINES]
    sys.exit(not all(went))


if __name__ == "__main__":
    main()
