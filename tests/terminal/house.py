"""A server of our own, and somebody who lays a table there."""

import json
import os
import signal
import socket
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener


class House:
    """A server of our own, that can be stopped and started again."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.open()

    def open(self) -> None:
        args = ("serve", "--port", str(self.port), "--data", str(self.data), "--no-browser")
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "undercroft", *args],
            env={**os.environ},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = monotonic() + 30
        while True:
            try:
                build_opener().open(f"{self.url}/healthz", timeout=2).close()
                return
            except (URLError, OSError):
                if monotonic() > end or self.process.poll() is not None:
                    self.process.kill()
                    self.process.wait()
                    raise AssertionError("no server") from None
                sleep(0.1)

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Host:
    """Whoever lays the table: a guest who answers by the API."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if body else None
        request = Request(self.house.url + path, data, {"content-type": "application/json"})  # noqa: S310
        with self.opener.open(request, timeout=40) as reply:
            return json.load(reply)

    def lay(self, game: str, **more: Any) -> tuple[str, str]:
        """Lay a table for two; give its id, and the link to the other seat."""
        table = self.ask(
            "/api/plays", game=game, seats=["@link"], names=["Ann"], seed="rose", **more
        )
        (link,) = [seat["link"] for seat in table["seats"] if seat["link"]]
        return table["id"], self.house.url + link

    def answer_own(self, play: str) -> Any:
        """Answer all that is the host's to answer, with the first option; give what is seen."""
        seen = self.ask(f"/api/plays/{play}")
        while seen["question"] and seen["question"]["yours"] and not seen["waits"]:
            given = seen["question"]["options"][0]["answer"]
            try:
                seen = self.ask(f"/api/plays/{play}/answers", at=seen["at"], answer=given)
            except HTTPError as error:
                if error.code != 409:  # it has only just begun
                    raise
                seen = self.ask(f"/api/plays/{play}")
        return seen
