"""Guests at one server, without a network: they lay tables, sit down, look and answer."""

import json
import re
from typing import Any

import anyio
from starlette.testclient import TestClient, WebSocketTestSession

HOME = "http://127.0.0.1"
FREE: dict[str, Any] = dict.fromkeys(
    (
        *("requests", "requests_burst", "creations", "creations_burst"),
        *("answers", "answers_burst", "share", "share_burst", "at_once"),
        *("sockets", "sockets_address", "sockets_total", "games", "lobby_tables"),
    ),
    1e9,
)


def another(client: TestClient) -> TestClient:
    """Somebody else, at the same server."""
    guest = TestClient(client.app, base_url=HOME, raise_server_exceptions=False)
    guest.portal = client.portal  # one event loop for all, as in a server
    guest.get("/")
    return guest


def lay(client: TestClient, game: str, *seats: str, **more: str) -> str:
    """Lay a table by the form; give the play's id."""
    form = {"game": game, "name.P1": "Ann"}
    form |= {f"seat.P{number}": seat for number, seat in enumerate(seats, 2)}
    form |= {name.replace("__", "."): value for name, value in more.items()}
    reply = client.post("/plays", data=form, follow_redirects=False)
    assert reply.status_code == 303, reply.text
    return reply.headers["location"].split("/play/")[1].split("?")[0]


def links(client: TestClient, play: str) -> list[str]:
    """The links to the free seats, as the waiting room shows them."""
    found = re.findall(r'href="(/join/[^"]+)"', client.get(f"/play/{play}").text)
    return list(dict.fromkeys(found))


def join(client: TestClient, link: str, name: str = "Bob") -> Any:
    return client.post(link, data={"name": name}, follow_redirects=False)


class Wire:
    """A page's socket, and what it has been told."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.frames: list[Any] = []

    def hear(self, kind: str = "table", having: str = "", after: int = -1) -> Any:
        """Read until a frame of a kind comes, with a certain text in it, of an entry after one.

        A table without steps only tells that somebody has come, or gone, however late: it repeats
        what else stands.
        """
        while True:
            frame = json.loads(self.session.portal.call(self._next)["text"])
            self.frames.append(frame)
            if kind == "table" and not having and not frame.get("steps"):
                continue
            if frame["kind"] == kind and having in str(frame) and frame["at"] > after:
                return frame

    async def _next(self) -> Any:
        with anyio.fail_after(60):
            return await self.session._send_rx.receive()

    def send(self, do: str, **more: Any) -> None:
        self.session.send_json({"do": do, **more})

    def refusal(self, do: str, **more: Any) -> str:
        """Send something, and give why it was refused."""
        self.send(do, **more)
        why: str = self.hear("refused")["why"]
        return why

    @property
    def text(self) -> str:
        return str(self.frames)


def options(frame: Any) -> list[str]:
    """What may be answered, as a frame's prompt offers it."""
    prompt = frame["steps"][-1]["parts"].get("prompt", "")
    return re.findall(r'data-answer="([^"]+)"', prompt)


def table_of_two(ann: TestClient, bob: TestClient, game: str = "tin", **more: str) -> str:
    play = lay(ann, game, "@link", **more)
    assert join(bob, links(ann, play)[0]).status_code == 303
    return play


def answer(play: str, *clients: TestClient, pick: int = 0) -> tuple[int, int]:
    """Whoever is asked takes the first option; give who it was, and how many entries came of it."""
    shown = [client.get(f"/api/plays/{play}").json() for client in clients]
    asked = next(n for n, it in enumerate(shown) if (it["question"] or {}).get("yours"))
    at, first = shown[asked]["at"], shown[asked]["question"]["options"][pick]["answer"]
    given = {"at": at, "answer": first}
    reply = clients[asked].post(f"/api/plays/{play}/answers", json=given)
    assert reply.status_code == 200
    return asked, reply.json()["at"] - at


def answer_until(entries: bool, play: str, *clients: TestClient) -> int:
    """Answer until fate has (or has not) followed an answer; give whose it was."""
    for _ in range(60):
        asked, came = answer(play, *clients)
        if (came > 1) == entries:
            return asked
    raise AssertionError("it never came to that")


def is_asked_in_secret(play: str, *people: TestClient) -> bool:
    """Whether only whoever is asked may know of it."""
    shown = [person.get(f"/api/plays/{play}").json() for person in people]
    return sum(it["question"] is None for it in shown) == len(people) - 1


def until_asked_in_secret(play: str, *people: TestClient) -> int:
    """Answer until somebody is asked in secret, who will be once more at once; give who it is."""
    for _ in range(7):  # in this deal
        answer(play, *people, pick=-1)
    assert is_asked_in_secret(play, *people)
    shown = [person.get(f"/api/plays/{play}").json() for person in people]
    return next(n for n, it in enumerate(shown) if it["question"])
