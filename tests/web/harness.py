"""A real server in a process of its own, and a real browser."""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.needs import need
from tests.web.deals import some_secret
from undercroft.lessons import lessons_of

expect.set_options(timeout=20_000)  # a crowded machine is slow, not wrong

ROOT = Path(__file__).parents[2]
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SERVE = """
import json
import sys
from pathlib import Path
from tests.web.deals import some_seed
from undercroft.web.live import tables
from undercroft.web.server.run import serve
from undercroft.web.gateway.settings import Settings
free = dict.fromkeys(("requests", "requests_burst", "creations", "creations_burst", "answers",
                      "answers_burst", "logins", "logins_burst", "share", "share_burst", "at_once",
                      "sockets", "sockets_address", "sockets_total", "games", "lobby_tables"), 1e9)
data, port, database, deal, settings = sys.argv[1:]
tables.new_seed = (lambda: deal) if deal else some_seed
free |= json.loads(settings)
serve(Settings(data=Path(data), port=int(port), database=database or None, **free))
"""


# the coach of a lesson waits for a press while cards and dice are still to come
GO_ON = "(document.querySelector('[data-tool=next]')?.click(), true)"
ASKS = "document.querySelector('.option, .outcome, .end')"


def free_port() -> int:
    """Find a port that is free, and stays so while a server is away.

    Other programs' outgoing connections are given ports from 32768 on, so ours is below them.
    """
    while True:
        port = random.randrange(20_000, 32_768)
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


class Server:
    """A server process on a port and a data folder that stay the same when it is started again."""

    def __init__(self, data: Path, database: str = "", deal: str = "", **settings: float) -> None:
        self.data = data
        self.deal = deal  # the seed of every play; nothing: each has another
        self.settings = settings
        self.database = database  # nothing: SQLite in the data folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = data / "server.log"

    def start(self) -> None:
        """Start it and wait until it can be reached."""
        self.data.mkdir(parents=True, exist_ok=True)
        secret = self.data / "secret"
        if not secret.exists():
            secret.write_text(some_secret(), "ascii")
        where = [str(self.data), str(self.port), self.database]
        arguments = [*where, self.deal, json.dumps(self.settings)]
        path = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH")]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own)
                [sys.executable, "-W", "ignore", "-c", SERVE, *arguments],
                stderr=log,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))},
            )
        end = time.monotonic() + 180
        while self.process.poll() is None and time.monotonic() < end:
            try:
                with urlopen(f"{self.url}/healthz", timeout=5) as reply:  # noqa: S310
                    if reply.status == 200:
                        return
            except (URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def worked(self) -> float:
        """Give the processor's seconds that it has used: unlike a clock's, nobody else's count."""
        assert self.process is not None
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it, by default as hard as can be."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(60)
        self.process = None
        return code


@contextmanager
def running(data: Path, database: str = "", deal: str = "", **settings: float) -> Iterator[Server]:
    """Run a server for a while."""
    server = Server(data, database, deal, **settings)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill(signal.SIGTERM)


def chromium() -> str | None:
    """Find the system's Chromium; `None`: the one that Playwright brings.

    First the one without windows, which shows a new page with a third of the work.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run a browser for a while."""
    need("chromium")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium(), args=ARGS) as browser,
    ):
        yield browser


Choice = Callable[[list[str], int], str]  # among open answers, by how many were given before


def play_beside(page: Page, url: str, choose: Choice, times: int = 1000) -> None:
    """Answer as whoever the page belongs to, at a table that it need not have opened."""
    found = re.search(r"/play/([\w-]+)", url)
    assert found
    address = f"/api/plays/{found[1]}"
    seen = page.request.get(address).json()
    number = 0
    while number < times and seen["outcome"] is None:
        if seen["question"] and seen["question"]["yours"]:
            answers = [option["answer"] for option in seen["question"]["options"]]
            given = {"at": seen["at"], "answer": choose(answers, number)}
            reply = page.request.post(f"{address}/answers", data=given)
            assert reply.ok, reply.text()
            seen, number = reply.json(), number + 1
        else:
            seen = page.request.get(f"{address}?after={seen['at']}").json()


class Table:
    """A page with a table on it, as a person uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type == "error" else None,
        )

    def settle(self) -> None:
        """Wait until the table asks something, or is over, and is connected."""
        self.page.wait_for_selector('[data-state="open"]', timeout=60_000)
        self.page.wait_for_function(f"() => {GO_ON} && {ASKS}", timeout=60_000)

    @property
    def is_over(self) -> bool:
        return self.page.locator(".end").count() > 0

    @property
    def lines(self) -> list[str]:
        return self.page.locator("[data-log] li").all_inner_texts()

    @property
    def answers(self) -> list[str]:
        """What may be answered, in order."""
        script = "options => options.map(option => option.dataset.answer ?? '')"
        found: list[str] = self.page.locator(".option").evaluate_all(script)
        return found

    def wait_for_change(self, before: str) -> None:
        """Wait until the table differs from what it was and asks again."""
        self.page.wait_for_function(
            f"before => {GO_ON} && document.querySelector('[data-log]').innerHTML"
            " + document.querySelector('[data-part=\"prompt\"]').innerHTML !== before"
            f" && {ASKS} && !document.querySelector('[data-sent]')",  # pressed, not yet answered
            arg=before,
            timeout=60_000,
        )

    def turn(self, card: str) -> None:
        """Say which card was turned, and wait until it no longer can be."""
        self.settle()  # what is clicked before the page is connected is not sent
        outcome = self.page.locator(f'.outcome[data-answer="{card}"]')
        outcome.click()
        expect(outcome).to_have_count(0)

    def play_beside(self, choose: Choice, times: int = 1000) -> None:
        """Answer without the page, then show it what came of that: quicker than many keys."""
        play_beside(self.page, self.page.url, choose, times)
        self.page.reload()
        self.settle()

    @property
    def picture(self) -> str:
        """All that tells one moment from another."""
        found: str = self.page.evaluate(
            "document.querySelector('[data-log]').innerHTML"
            " + document.querySelector('[data-part=\"prompt\"]').innerHTML"
        )
        return found

    @property
    def board(self) -> str:
        """The board as it stands, without what changes by itself."""
        html: str = self.page.evaluate("document.querySelector('[data-board]').innerHTML")
        return re.sub(r' style="[^"]*"', "", html)

    def press(self, key: str) -> None:
        """Press a key and wait for what it does; without a line, some would do nothing."""
        self.page.wait_for_selector('[data-state="open"]', timeout=60_000)
        before = self.picture
        self.page.keyboard.press(key)
        self.wait_for_change(before)

    def click(self, selector: str) -> None:
        """Click and wait for what it does."""
        before = self.picture
        self.page.locator(selector).first.click()
        self.wait_for_change(before)


def see_ones_pawn(page: Page) -> None:
    """Wait until one's own pawn is in sight: the map follows it with the next picture."""
    page.wait_for_function(
        """() => {
            const pawn = document.querySelector('.map .piece.me').getBoundingClientRect();
            const map = document.querySelector('.map').getBoundingClientRect();
            return pawn.left >= map.left && pawn.right <= map.right
                && pawn.top >= map.top && pawn.bottom <= map.bottom;
        }"""
    )


def answer_by_key(table: Table, answer: str) -> None:
    table.press(str(1 + table.answers.index(answer)))


def advised(game: str, number: int = 0) -> list[str]:
    """Give the answers that the notes of a game's lesson advise."""
    lesson = lessons_of(game)[number]
    return [either.split("|")[0] for either in lesson.path.split()]


def in_lesson(page: Page, lesson: str, answered: Sequence[str] = ()) -> Table:
    """Begin a lesson (`tin`, `talisman/lesson`), with so many answers given already."""
    reply = page.request.post(f"/learn/{lesson}")
    play_beside(page, reply.url, lambda _, number: answered[number], len(answered))
    page.goto(reply.url)
    table = Table(page)
    table.settle()
    return table


def set_up(page: Page, game: str) -> None:
    """Open the page of a new game, and all that is folded on it."""
    page.goto(f"/new/{game}")
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")


def against_bots(page: Page, game: str, bot: str, seats: int, seed: str, **options: str) -> Table:
    """Begin a play against bots."""
    set_up(page, game)
    for seat, place in enumerate(page.locator('select[name^="seat.P"]').all(), 2):
        place.select_option(bot if seat <= seats else "", force=True)  # the last are not in sight
    for name, value in options.items():
        place = page.locator(f'[name="option.{name.replace("_", "-")}"]')
        if place.evaluate("e => e.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(value)
    page.get_by_label("Seed, for a deal you choose").fill(seed)
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    return table
