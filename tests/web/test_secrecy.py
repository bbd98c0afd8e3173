"""Every byte that a client is sent is kept, and held against what its seat could know by then.

What that is comes from the journal in the server's database, played again: a card may be named to a
client only if the seat's view, an event told to it, or a question of its own has named it, since
the entry before; or ever, where the whole story is told. No view may name what is hidden from it.
"""

import asyncio
import contextlib
import html
import itertools
import json
import random
import re
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from starlette.routing import Route

from benchmarks.server import Line
from tests.contract.checks import words_of
from tests.storage.stores import PostgresqlServer
from tests.web.harness import Server, running
from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.core.records.entries import Answered
from undercroft.core.seats import role_of
from undercroft.games import find_game
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, Stored
from undercroft.web.gateway.settings import Settings
from undercroft.web.live.viewing.entry_numbers import Numbers, Unseen
from undercroft.web.server.app import make_app
from undercroft.web.words import WEB


@cache
def paths() -> list[str]:
    """All that a server has to say of a play."""
    with tempfile.TemporaryDirectory() as folder:
        app: Any = make_app(Settings(data=Path(folder)))
    routes = [route for route in app.app.routes if isinstance(route, Route)]
    found = [route.path for route in routes if "GET" in (route.methods or ())]
    return [path for path in found if "{play}" in path]


class Sent(NamedTuple):
    """Something that a client was sent, and the entry that the play was at, as a seat counts."""

    at: int
    seat: int | None
    since: int  # only what came after this entry is told; 0: the whole story so far
    text: str
    what: str


LOOKED_ON = [("", ""), ("/api", ""), ("/api", "/chronicle"), ("/api", "/talk")]


class Client(Line):
    """Somebody at a seat, or nobody; keeps all that it is sent."""

    def __init__(self, port: int, seat: int | None, news: asyncio.Event) -> None:
        super().__init__(port)
        self.seat = seat
        self.news = news  # something was sent, to anybody
        self.sent: list[Sent] = []
        self.at = 0
        self.prompt = ""
        self.yours = self.over = False
        self.given = -1  # the entry that it answered at last

    async def come(self) -> None:
        """Open the socket, and listen."""
        await self.reconnect()
        self.listening = asyncio.create_task(self._listen())

    async def go(self) -> None:
        """Close the socket."""
        self.listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.listening
        await self.close()

    async def _listen(self) -> None:
        while True:
            text = await self.receive()
            frame: dict[str, Any] = json.loads(text)
            assert frame["kind"] != "refused", frame
            is_step = frame["kind"] == "table" and not frame["again"]
            at, since = frame.get("at", self.at), self.at if is_step else 0
            self.sent.append(Sent(at, self.seat, since, text, frame["kind"]))
            if frame["kind"] == "table":
                self.at, self.over = frame["at"], frame["over"]
                self.yours = frame["yours"] and self.at > self.given
                for step in frame["steps"]:  # a question that looks like the last is not sent
                    self.prompt = step["parts"].get("prompt", self.prompt)
            self.news.set()

    async def look_around(self, play: str, asked: "Client") -> None:
        """Get every page of a play, and whatever the API says of it, while somebody is asked."""
        by_link = [f"{way}{self.table}{it}" for way, it in LOOKED_ON] if self.table else []
        for path in by_link or [path.format(play=play) for path in paths()]:
            head, text = await self.get(path)
            self.sent.append(Sent(asked.at, asked.seat, 0, head + text, path))

    def ask_for_all(self) -> None:
        """Have all sent over the socket that it has to offer."""
        for do in ('"hint"', '"odds"', '"chronicle","on":true', '"chronicle","on":false'):
            self.send(f'{{"do":{do}}}')

    def answer(self, luck: random.Random) -> None:
        """Answer at random."""
        options = re.findall(r'data-answer="([^"]+)"', self.prompt)
        answer = html.unescape(luck.choice(options))
        self.yours, self.given = False, self.at
        self.send(json.dumps({"do": "answer", "at": self.at, "answer": answer}))


class Names:
    """Finds cards in a text, by their ids and titles."""

    def __init__(self, game: Game[Any, Any], cards: Iterable[str]) -> None:
        self.cards: dict[str, set[str]] = {}
        for card in cards:
            for name in (card, game.words.title(card)):
                self.cards.setdefault(name, set()).add(card)
        longest_first = sorted(self.cards, key=len, reverse=True)
        names = "|".join(map(re.escape, longest_first))
        self.pattern = re.compile(rf"(?<![\w-])({names})(?![\w-])")

    def known(self, text: str) -> set[str]:
        """Give the cards that a text names; a title may be that of several."""
        return {card for name in self.pattern.findall(text) for card in self.cards[name]}

    def unknown(self, text: str, known: set[str], secrets: set[str]) -> list[str]:
        """Give the places in which a text names secrets that are not known."""
        return [
            text[max(0, found.start() - 60) : found.end() + 60]
            for found in self.pattern.finditer(text)
            if self.cards[found[1]] <= secrets - known
        ]


def printed(game: Game[Any, Any]) -> str:
    """Give all that a page says whatever is played: a few cards have names that are words there."""
    pages = [resources.files(game.package) / "templates", resources.files("undercroft.web")]
    files = [file for page in pages for file in Path(str(page)).rglob("*.html")]
    tables = game.words.tables
    said = [game.title, tables.get("help", {}).get("text", ""), str(tables.get("table", {}))]
    said += [str(tables.get("numbers", {})), str(WEB.words.tables)]  # rows of a table are printed
    return " ".join([*said, *(file.read_text() for file in files)])


class Knowledge:
    """What each seat was shown, told and asked, by the rules alone, at every moment of a play."""

    def __init__(self, game: Game[Any, Any], stored: Stored, seats: set[int | None]) -> None:
        self.game, self.words = game, game.words
        self.play = Play(game, stored.record.options, stored.record.seats)
        self.names = Names(game, game.components(self.play.state))
        self.secrets: set[str] = set()  # what was ever hidden from anybody
        self.printed = self.names.known(printed(game))
        self.known = {seat: [set[str]()] for seat in seats}
        for event in self.play.events:
            self._tell(event)
        self.play.state.attend(self)
        self._look()
        self._ask()
        unseen, numbers = Unseen(), Numbers()
        self.entries: dict[int | None, dict[int, int]] = {seat: {0: 0} for seat in seats}
        for number, line in enumerate(stored.entries, 1):
            for known in self.known.values():
                known.append(set())
            follows = isinstance(self.play.question, Fate)
            assert isinstance(line, Answered)
            unseen.answer(self.play, line.answer, follows=follows)
            numbers = numbers.after([line], self.play.number, unseen.by)
            for seat, entries in self.entries.items():
                entries[numbers.to([] if seat is None else [role_of(seat)])] = number
            self._look()
            self._ask()

    def append(self, event: Event, /) -> None:
        """Look whenever something happens: a card may be seen for a moment."""
        self.play.events.append(event)
        self._tell(event)
        self._look()

    def _tell(self, event: Event) -> None:
        named = self.names.known(self.words.event(event))
        for seat, known in self.known.items():
            if event.is_for(seat):
                known[-1] |= named

    def _look(self) -> None:
        for seat, known in self.known.items():
            seen = words_of(msgspec.to_builtins(self.play.view(seat)))
            hidden = set(self.game.hidden(self.play.state, seat))
            assert not seen & hidden, f"the view of {seat}"
            self.secrets |= hidden
            known[-1] |= seen

    def _ask(self) -> None:
        question = self.play.question
        if isinstance(question, Decision) and question.seat in self.known:
            texts = [self.words.option(question, option) for option in question.options]
            asked = " ".join([self.words.prompt(question), *texts, *map(str, question.options)])
            self.known[question.seat][-1] |= self.names.known(asked)

    def is_over_at(self, entry: int) -> bool:
        return self.play.outcome is not None and entry == self.play.number

    def leaks(self, client: Client) -> list[str]:
        """Say what a client was told that its seat could not know."""
        found = []
        for sent in client.sent:
            since, at = self.entries[sent.seat][sent.since], self.entries[sent.seat][sent.at]
            if self.is_over_at(at):
                continue  # then nothing is a secret any more
            known = self.printed.union(*self.known[client.seat][since : at + 1])
            text = html.unescape(sent.text.replace('\\"', '"').replace("\\n", "\n"))
            places = self.names.unknown(text, known, self.secrets)
            found += [f"{sent.what} at {sent.at}, since {sent.since}: {it}" for it in places]
        return found


async def lay(servers: list[Server], game: str, seats: list[str]) -> list[Client]:
    """Lay a table; give those who sit at it, a spectator, and a stranger, at all servers."""
    news = asyncio.Event()
    ports = itertools.cycle(server.port for server in servers)
    first, spectator, stranger = (Client(next(ports), seat, news) for seat in (0, None, None))
    wishes = {f"seat__P{number}": wish for number, wish in enumerate(seats, 2)}
    head, _ = await first.post("/plays", game=game, **wishes)
    found = re.search(r"location: /play/([\w-]+)", head)
    assert found, head
    _, room = await first.get(f"/play/{found[1]}")
    links = iter(dict.fromkeys(re.findall(r'href="(/join/[^"]+)"', room)))
    players = [first]
    for seat, wish in enumerate(seats, 1):
        if wish == "@link":
            players.append(Client(next(ports), seat, news))
            head, _ = await players[-1].post(next(links), name=f"Guest {seat}")
            assert head.startswith("HTTP/1.1 303"), head
    for client in (*players, stranger):
        client.play = found[1]
    await stranger.post("/journals")
    _, text = await first.post(f"/play/{first.play}/watch")
    spectator.table, spectator.cookie = json.loads(text)["path"], stranger.cookie
    return [*players, spectator, stranger]


async def play(clients: list[Client], luck: random.Random, answers: int, every: int) -> None:
    """Have those who are asked answer at random, while all look everywhere all the time."""
    *players, spectator, _ = clients
    for client in (*players, spectator):
        await client.come()
    for number in range(answers):
        asked = await whoever_is_asked(players)
        if asked is None:
            break
        if number % every == 0:
            for client in clients:
                await client.look_around(str(asked.play), asked)
            for client in (*players, spectator):
                client.ask_for_all()
        if number % 25 == 10 and asked is not players[0]:  # who comes back is shown all anew
            await players[0].go()
            await players[0].come()
        asked.answer(luck)
    await asyncio.sleep(0.5)
    for client in (*players, spectator):
        await client.go()


async def whoever_is_asked(players: list[Client]) -> Client | None:
    """Wait until somebody has something to answer; nobody has, if the play is over."""
    while not any(player.over for player in players):
        for player in players:
            if player.yours:
                return player
        players[0].news.clear()
        await asyncio.wait_for(players[0].news.wait(), 60)
        for player in players:
            if player.listening.done():
                player.listening.result()
    return None


def stored(url: str, play: str) -> Stored:
    journals = Journals(open_database(url))
    found = journals.load(play)
    journals.close()
    assert found is not None
    return found


def check(
    servers: list[Server], url: str, id: str, seats: list[str], pace: tuple[int, int]
) -> None:
    """Play, and see that nobody was told too much, and that this would be found."""

    async def meet() -> list[Client]:
        clients = await lay(servers, id, seats)
        await play(clients, random.Random(servers[0].deal), *pace)
        return clients

    clients = asyncio.run(meet())
    truth = stored(url, str(clients[0].play))
    knowledge = Knowledge(find_game(id), truth, {client.seat for client in clients})
    assert len(knowledge.secrets) > 20
    for client in clients:
        assert client.sent
        assert knowledge.leaks(client) == []
    for client in clients[:-2]:
        assert sum(len(sent.text) for sent in client.sent) > 100_000
        assert_that_a_leak_would_be_found(client, knowledge)


@pytest.mark.parametrize(
    ("id", "deal", "seats", "pace"),
    [
        ("labyrintheus", "2", ["contender", "@link", "random"], (100, 10)),
        ("talisman", "3", ["@link", "steady"], (80, 30)),
    ],
)
def test_no_client_is_ever_told_of_a_card_that_it_could_not_know(
    tmp_path: Path, id: str, deal: str, seats: list[str], pace: tuple[int, int]
) -> None:
    with running(tmp_path, deal=deal) as server:
        check([server], f"sqlite:///{tmp_path / 'undercroft.db'}", id, seats, pace)


def test_nor_if_those_at_a_table_are_at_two_servers(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make()
    with running(tmp_path, url, deal="1") as one, running(tmp_path, url, deal="1") as two:
        check([one, two], url, "labyrintheus", ["@link", "@link"], (100, 20))


def assert_that_a_leak_would_be_found(client: Client, knowledge: Knowledge) -> None:
    known = knowledge.known[client.seat]
    entries = knowledge.entries[client.seat]
    own = {it.at for it in client.sent if it.seat == client.seat}
    own = {at for at in own if not knowledge.is_over_at(entries[at])}
    secrets = {at: knowledge.secrets.difference(*known[: entries[at] + 1]) for at in own}
    at = max(at for at, left in secrets.items() if left)  # in the end all may have been seen
    secret = min(secrets[at])
    title = html.escape(knowledge.words.title(secret))
    for text in (f'<b data-glide="{secret}">', f'{{"steps":["<b title=\\"{title}\\">"]}}'):
        client.sent[:] = [Sent(at, client.seat, 0, text, "planted")]
        assert len(knowledge.leaks(client)) == 1
