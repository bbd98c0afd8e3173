"""The chronicle: the story of a play, told from its events. Every word of it is in `words.toml`."""

from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

import msgspec

from undercroft.core.events import Event
from undercroft.core.words import Words
from undercroft.games.tin.events import GameBegan, MonstersAppeared, TinEvent


def chronicle(events: Iterable[Event], words: Words, key: str) -> list[str]:
    """Tell the story of a play, a paragraph for each turn in which something happened.

    The same play with the same key is told in the same words, and no sentence comes twice in a row.
    """
    teller = Teller(words, key)
    for event in events:
        teller.hear(event)
    return [" ".join(sentences) for sentences in teller.paragraphs if sentences]


class Teller:
    """Hears a play's events, and tells them."""

    def __init__(self, words: Words, key: str) -> None:
        self.words = words
        self.texts: dict[str, Any] = words.tables["chronicle"]
        self.key = key
        self.position = 0
        self.alone = True
        self.used: dict[str, int] = {}  # wordings, and when last
        self.paragraphs: list[list[str]] = [[]]

    def hear(self, event: Event) -> None:
        """Tell one event, if it needs telling."""
        self.position += 1
        if isinstance(event, GameBegan):
            self.alone = event.players == 1
        if event.id in ("turn-began", "game-ended"):
            self.paragraphs.append([])
        if event.id in self.texts and isinstance(event, TinEvent):
            fields = self.fields(event)
            wordings = self.words.among(self.texts[event.id], fields)
            if wordings:
                sentence = self.words.fill(self.pick(wordings), fields)
                self.paragraphs[-1].append(capital(sentence))

    def fields(self, event: TinEvent) -> dict[str, object]:
        """Give an event's own fields, whom it is about, and what came."""
        told = msgspec.structs.asdict(event)
        who = self.name(told.get("seat"))
        fields = {**told, "who": who, "Who": capital(who)}
        if isinstance(event, MonstersAppeared):
            came = [self.words.fill(self.texts["one"], {"monster": id}) for id in event.monsters]
            monsters = ", ".join(came)
            due = "some" if came else "none"
            fields |= {"due": due, "monsters": monsters, "Monsters": capital(monsters)}
        return fields

    def name(self, seat: Any) -> str:
        """Call a knight by name; one alone is you."""
        if seat is None or self.alone:
            return str(self.texts["alone"])
        return self.words.fill("{seat:knight}", {"seat": seat})

    def pick(self, wordings: Sequence[str]) -> str:
        """Pick a wording without chance: a new one, or one of those used longest ago."""
        fresh = [wording for wording in wordings if wording not in self.used]
        if not fresh:
            fresh = sorted(wordings, key=self.used.__getitem__)[: (len(wordings) + 1) // 2]
        wording = fresh[crc32(f"{self.key}/{self.position}".encode()) % len(fresh)]
        self.used[wording] = self.position
        return wording


def capital(text: str) -> str:
    """Begin with a capital letter."""
    return text[:1].upper() + text[1:]
