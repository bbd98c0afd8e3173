"""Somebody who lays a table at a server of our own."""

import json
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec

from tests.web.harness import Server
from undercroft.protocol import PlayShown


class Host:
    """Whoever lays the table: a guest who answers by the API."""

    def __init__(self, house: Server, home: Path | None = None) -> None:
        self.house = house
        self.jar = LWPCookieJar(str(home / "online.cookies") if home else None)
        self.opener = build_opener(HTTPCookieProcessor(self.jar))

    def keep(self) -> None:
        """Let the terminal of this home be the same guest."""
        Path(str(self.jar.filename)).parent.mkdir(exist_ok=True)
        self.jar.save(ignore_discard=True)

    def ask(self, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if body else None
        request = Request(self.house.url + path, data, {"content-type": "application/json"})  # noqa: S310
        with self.opener.open(request, timeout=40) as reply:
            return json.load(reply)

    def lay(self, game: str, **more: Any) -> tuple[str, str]:
        """Lay a table for two; give its id, and the link to the other seat."""
        table = self.ask("/api/plays", game=game, seats=["@link"], names=["Ann"], **more)
        (link,) = [seat["link"] for seat in table["seats"] if seat["link"]]
        return table["id"], self.house.url + link

    def say(self, play: str, text: str) -> None:
        self.ask(f"/api/plays/{play}/talk", text=text)

    def wait_for_plea(self, play: str) -> Any:
        """Wait until somebody asks the host to let an answer be taken back."""
        seen = self.ask(f"/api/plays/{play}")
        while not (seen["plea"] and seen["plea"]["asked"]):
            seen = self.ask(f"/api/plays/{play}?after={seen['at']}")
        return seen

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


def bare_shown(**fields: Any) -> PlayShown:
    """A game as a server shows it, of which little is known."""
    bare = PlayShown(
        id="",
        game="tomb",
        at=0,
        seat="P1",
        roles=(),
        options={},
        variant=None,
        waits=False,
        seats=(),
        table="",
        log=(),
        clauses=(),
        whose=(),
        due=None,
        question=None,
        view={},
        outcome=None,
        undo=False,
        redo=False,
        plea=None,
        talks=False,
        alone=False,
        practice=False,
        sealed=None,
        seed=None,
    )
    return msgspec.structs.replace(bare, **fields)
