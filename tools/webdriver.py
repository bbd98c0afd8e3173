"""Firefox and WebKit, steered by WebDriver: as much of it as `tools/engines.py` needs.

WebKit has a driver that takes commands over HTTP. Debian's Firefox comes without one, but takes the
same commands itself, over a socket (Marionette).
"""

import base64
import json
import os
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

T = TypeVar("T")

WAIT: Final = 60  # seconds
LONG: Final = 600_000  # milliseconds that a script may take
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # what WebDriver calls an element
FIRST: Final = (
    "return [...document.querySelectorAll(arguments[0])]"
    ".find(it => it.checkVisibility({ visibilityProperty: true })) ?? null;"
)
MINI_BROWSER: Final = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
PREFERENCES: Final = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class DriverError(Exception):
    """A browser refused a command."""


class Driver(ABC):
    """A browser with one page."""

    def __init__(self, process: int) -> None:
        self.process = process  # the first of its processes

    @abstractmethod
    def do(self, command: str, method: str, path: str, **given: Any) -> Any:
        """Have a command carried out, by its name and by its address; return its value."""

    def open(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        self.do("Navigate", "POST", "url", url=url)

    def run(self, script: str, *given: object) -> Any:
        """Run the body of a function in the page; return what it returns."""
        return self.do("ExecuteScript", "POST", "execute/sync", script=script, args=given)

    def wait_in_page(self, script: str, *given: object) -> Any:
        """Run the body of an asynchronous function in the page; return what it comes to."""
        body = (
            "const done = arguments[arguments.length - 1];"
            f"(async function () {{ {script} }}).apply(null, arguments)"
            ".then(done, error => done(`failed: ${error}`));"
        )
        return self.do("ExecuteAsyncScript", "POST", "execute/async", script=body, args=given)

    def until(self, condition: str, *given: object) -> None:
        """Wait until an expression holds in the page, whichever page that is by then."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            try:
                if self.run(f"return Boolean({condition})", *given):
                    return
            except DriverError:  # the page changes just now
                pass
            time.sleep(0.1)
        raise DriverError(f"in vain: {condition}")

    def click(self, selector: str) -> None:
        """Click what is found first and can be seen."""
        found = self.run(FIRST, selector)
        if found is None:
            raise DriverError(f"nothing to click: {selector}")
        element = found[ELEMENT]
        self.do("ElementClick", "POST", f"element/{element}/click", id=element)

    def resize(self, width: int, height: int) -> None:
        """Make the window as large as that."""
        self.do("SetWindowRect", "POST", "window/rect", x=0, y=0, width=width, height=height)

    def picture(self, path: Path) -> None:
        """Write what can be seen into a file."""
        path.write_bytes(base64.b64decode(self.do("TakeScreenshot", "GET", "screenshot")))


class Firefox(Driver):
    """Firefox, over its own socket."""

    def __init__(self, process: int, port: int) -> None:
        super().__init__(process)
        self.line = connected(port)
        self.file = self.line.makefile("rb")
        self._read()  # its greeting
        self.number = 0
        self.do("NewSession", "", "")
        self.do("SetTimeouts", "", "", script=LONG)

    def do(self, command: str, method: str, path: str, **given: Any) -> Any:
        """Send a command by its name."""
        self.number += 1
        if command == "TakeScreenshot":
            given = {"full": False}
        text = json.dumps([0, self.number, f"WebDriver:{command}", given]).encode()
        self.line.sendall(b"%d:%b" % (len(text), text))
        _, _, error, value = self._read()
        if error:
            raise DriverError(f"{command}: {error['message']}")
        return value["value"] if isinstance(value, dict) and "value" in value else value

    def _read(self) -> Any:
        length = b""
        while (byte := self.file.read(1)) != b":":
            length += byte
        return json.loads(self.file.read(int(length)))


class WebKit(Driver):
    """WebKit's small browser, over its driver."""

    def __init__(self, process: int, port: int) -> None:
        super().__init__(process)
        self.address = f"http://127.0.0.1:{port}/session"
        connected(port).close()
        binary = str(next(Path("/").glob(MINI_BROWSER[1:])))
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._post(self.address, {"capabilities": wanted})["sessionId"]
        self.address += f"/{session}/"
        self.do("SetTimeouts", "POST", "timeouts", script=LONG)

    def do(self, command: str, method: str, path: str, **given: Any) -> Any:
        """Send a command to its address."""
        return self._post(self.address + path, given if method == "POST" else None)

    def _post(self, address: str, given: dict[str, Any] | None) -> Any:
        body = None if given is None else json.dumps(given).encode()
        asked = Request(address, body, {"content-type": "application/json"})  # noqa: S310 (ours)
        try:
            with urlopen(asked, timeout=LONG / 1000) as reply:  # noqa: S310
                return json.loads(reply.read())["value"]
        except HTTPError as error:
            raise DriverError(f"{address}: {error.read().decode()[:300]}") from error


def connected(port: int) -> socket.socket:
    """Connect to a program that is about to listen."""
    end = time.monotonic() + WAIT
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=LONG / 1000)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@contextmanager
def started(*command: str, **more: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program for a while."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **{**quiet, **more}) as process:  # noqa: S603 (our own)
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def firefox(port: int) -> Iterator[Driver]:
    """Start Firefox, without a window."""
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        chosen = {**PREFERENCES, "marionette.port": port}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in chosen.items()]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        asked = ("firefox-esr", "--headless", "--marionette", "--profile", str(profile))
        yield Firefox(stack.enter_context(started(*asked)).pid, port)


@contextmanager
def webkit(port: int) -> Iterator[Driver]:
    """Start WebKit's small browser, on a screen that nobody sees."""
    with ExitStack() as stack:
        read, write = os.pipe()
        screen = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24")
        stack.enter_context(started(*screen, pass_fds=[write]))
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        home = stack.enter_context(tempfile.TemporaryDirectory())
        around = {**os.environ, "DISPLAY": display, "HOME": home, "XDG_DATA_HOME": home}
        driver = started("WebKitWebDriver", f"--port={port}", env=around)
        yield WebKit(stack.enter_context(driver).pid, port)


ENGINES: Final[dict[str, Callable[[int], Any]]] = {"firefox": firefox, "webkit": webkit}
