"""Every byte that a client is sent is kept, and held against what its seat could know by then.

What that is comes from the journal in the server's database, played again: a card may be named to a
client only if the seat's view, an event told to it, or a question of its own has named it, since
the entry before; or ever, where the whole story is told. No view may name what is hidden from it.
"""

import asyncio
import html
import json
import random
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from benchmarks.server import Line
from tests.contract.checks import words_of
from tests.web.harness import Server, running
from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import find_game
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, Stored

ANSWERS = 60  # of each client, before it is enough
PAGES = ("/play/{}", "/play/{}/replay", "/play/{}/moments", "/play/{}/journal")
PATHS = (*PAGES, "/api/plays/{}", "/api/plays/{}/journal")


class Sent(NamedTuple):
    """Something that a client was sent, and the entries that the play had then."""

    at: int
    since: int  # only what came after this entry is told; 0: the whole story so far
    text: str
    what: str


class Client(Line):
    """Somebody at a seat, or nobody; keeps all that it is sent."""

    def __init__(self, port: int, seat: int | None) -> None:
        super().__init__(port)
        self.seat = seat
        self.sent: list[Sent] = []
        self.at = 0
        self.prompt = ""

    async def hear(self) -> dict[str, Any]:
        """Receive a frame."""
        async with asyncio.timeout(60):
            text = await self.receive()
        frame: dict[str, Any] = json.loads(text)
        since = 0 if frame.get("again", True) or frame["kind"] == "chronicle" else self.at
        self.at = frame["at"]
        self.sent.append(Sent(self.at, since, text, frame["kind"]))
        for step in frame.get("steps", ()):  # a question that looks like the last is not sent
            self.prompt = step["parts"].get("prompt", self.prompt)
        return frame

    @property
    def options(self) -> list[str]:
        """What may be answered."""
        return list(map(html.unescape, re.findall(r'data-answer="([^"]+)"', self.prompt)))

    async def look_around(self, play: str) -> None:
        """Get every page of a play, and whatever the API says of it."""
        for path in PATHS:
            head, text = await self.get(path.format(play))
            self.sent.append(Sent(self.at, 0, head + text, path))

    async def ask_for_all(self) -> None:
        """Have all sent over the socket that it has to offer."""
        for do in ('"hint"', '"odds"', '"chronicle","on":true', '"chronicle","on":false'):
            self.send(f'{{"do":{do}}}')
            if "false" not in do:
                await self.hear()


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


class Knowledge:
    """What each seat was shown, told and asked, by the rules alone, at every moment of a play."""

    def __init__(self, game: Game[Any, Any], stored: Stored, seats: list[int | None]) -> None:
        self.game, self.words = game, game.words
        self.play = Play(game, stored.record.options, stored.record.seats)
        self.names = Names(game, game.components(self.play.state))
        self.secrets: set[str] = set()  # what was ever hidden from anybody
        printed = f"{game.title} {game.words.tables.get('help', {}).get('text', '')}"
        self.known = {seat: [self.names.known(printed)] for seat in seats}
        for event in self.play.events:
            self._tell(event)
        self.play.state.attend(self)
        self._look()
        self._ask()
        for line in stored.entries:
            for known in self.known.values():
                known.append(set())
            self.play.answer(line.split(": ", 1)[1])
            self._look()
            self._ask()

    def append(self, event: Event, /) -> None:
        """Look whenever something happens: a card may be seen for a moment."""
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

    def leaks(self, client: Client) -> list[str]:
        """Say what a client was told that its seat could not know."""
        found = []
        for sent in client.sent:
            known = set[str]().union(*self.known[client.seat][sent.since : sent.at + 1])
            text = html.unescape(sent.text.replace('\\"', '"').replace("\\n", "\n"))
            places = self.names.unknown(text, known, self.secrets)
            found += [f"{sent.what} at {sent.at}, since {sent.since}: {it}" for it in places]
        return found


async def play(server: Server, game: str, seed: str, bots: list[str]) -> list[Client]:
    """Play with bots, by random answers, looking everywhere all the time."""
    luck = random.Random(seed)
    every = 4 if game == "labyrintheus" else 15  # a short game, and a long one
    client, stranger = Client(server.port, 0), Client(server.port, None)
    await client.connect(f'{{}},"seed":"{seed}","bots":{json.dumps(bots)}', game)
    assert client.play is not None
    frame = await client.hear()
    for number in range(ANSWERS):
        if number % every == 0:
            await client.look_around(client.play)
            await client.ask_for_all()
            await stranger.look_around(client.play)
        if number % 20 == 10:  # come back, with what is known already, and with nothing
            await client.close()
            await client.reconnect()
            frame = await client.hear()
        if frame["over"]:  # nothing is a secret any more
            client.sent = [sent for sent in client.sent if sent.at < frame["at"]]
            break
        answer = luck.choice(client.options)
        client.send(json.dumps({"do": "answer", "at": frame["at"], "answer": answer}))
        frame = await client.hear()
        assert frame["kind"] == "table", frame
    if not frame["over"]:
        await client.look_around(client.play)
    await client.close()
    return [client, stranger]


def stored(server: Server, play: str) -> Stored:
    journals = Journals(open_database(f"sqlite:///{server.data / 'undercroft.db'}"))
    found = journals.load(play)
    journals.close()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("id", "seed", "bots"),
    [
        ("labyrintheus", "1", ["contender", "random"]),
        ("labyrintheus", "2", ["contender", "random", "contender"]),
        ("talisman", "3", ["steady", "random"]),
    ],
)
def test_no_client_is_ever_told_of_a_card_that_it_could_not_know(
    tmp_path: Path, id: str, seed: str, bots: list[str]
) -> None:
    game = find_game(id)
    with running(tmp_path) as server:
        clients = asyncio.run(play(server, id, seed, bots))
        truth = stored(server, str(clients[0].play))
    knowledge = Knowledge(game, truth, [client.seat for client in clients])
    assert sum(len(sent.text) for sent in clients[0].sent) > 100_000
    assert len(knowledge.secrets) > 20
    for client in clients:
        assert knowledge.leaks(client) == []
    assert_that_a_leak_would_be_found(clients[0], knowledge)


def assert_that_a_leak_would_be_found(client: Client, knowledge: Knowledge) -> None:
    at = client.sent[-1].at
    secret = min(knowledge.secrets.difference(*knowledge.known[client.seat][: at + 1]))
    title = html.escape(knowledge.words.title(secret))
    for text in (f'<b data-glide="{secret}">', f'{{"steps":["<b title=\\"{title}\\">"]}}'):
        client.sent[:] = [Sent(at, 0, text, "planted")]
        assert len(knowledge.leaks(client)) == 1
