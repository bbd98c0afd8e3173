"""What a table costs that nobody touches: the share of a core that a browser takes for it.

    python -m benchmarks.idle [--seconds S] [--game GAME ...]

Each game waits for an answer, at a moment of its lesson, in a Chromium without a graphics card.
Both figures are the browser's own: what the page's thread worked (TaskDuration), and the processor
time of all its processes. They are measured once the table has had time to come to rest.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.harness import Server, advised, browsing, in_lesson, running  # noqa: E402

MOMENTS: Final = {"tomb": 4, "tin": 1, "labyrintheus": 2, "talisman": 5}  # answers given before
REST: Final = 26  # seconds until everything that moves for a while has come to rest


class Idle(NamedTuple):
    """Shares of a core."""

    page: float
    browser: float


def measure(browser: Browser, server: Server, game: str, seconds: float) -> Idle:
    """Open a table, leave it alone, and count."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=server.url)
    page = context.new_page()
    in_lesson(page, game, advised(game)[: MOMENTS[game]])
    of_page, of_all = context.new_cdp_session(page), browser.new_browser_cdp_session()
    of_page.send("Performance.enable")

    def worked() -> tuple[float, float]:
        metrics = of_page.send("Performance.getMetrics")["metrics"]
        processes = of_all.send("SystemInfo.getProcessInfo")["processInfo"]
        (tasks,) = (one["value"] for one in metrics if one["name"] == "TaskDuration")
        return tasks, sum(one["cpuTime"] for one in processes)

    page.wait_for_timeout(1000 * REST)
    start, before = time.perf_counter(), worked()
    page.wait_for_timeout(1000 * seconds)
    taken, after = time.perf_counter() - start, worked()
    context.close()
    return Idle(*((late - early) / taken for early, late in zip(before, after, strict=True)))


def main() -> None:
    """Measure each game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=10, help="for each game")
    parser.add_argument("--game", nargs="*", choices=MOMENTS, default=[*MOMENTS])
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        browsing() as browser,
    ):
        print(f"Chromium {browser.version}")
        for game in given.game:
            idle = measure(browser, server, game, given.seconds)
            print(f"{game:14} page {idle.page:6.1%}   browser {idle.browser:6.1%}", flush=True)


if __name__ == "__main__":
    main()
