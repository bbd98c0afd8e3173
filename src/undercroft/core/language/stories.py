"""Stories: a play's events told in sentences, which are in [chronicle] of `words.toml`.

A wording is picked by a number that comes from the play's key and the event's position, among
wordings that are new or long unheard: the same play with the same key tells the same story, and no
sentence comes twice in a row.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar
from zlib import crc32

import msgspec

from undercroft.core.events import Event
from undercroft.core.language.words import Words


class Teller:
    """Hears a play's events, and tells those that there are wordings for."""

    openers: ClassVar[frozenset[str]] = frozenset()  # events that begin a paragraph

    def __init__(self, words: Words, key: str) -> None:
        self.words = words
        self.texts: dict[str, Any] = words.tables["chronicle"]
        self.key = key
        self.position = 0
        self.used: dict[str, int] = {}  # wordings, and when last
        self.paragraphs: list[list[str]] = [[]]

    def story(self, events: Iterable[Event]) -> list[str]:
        """Tell a play, a paragraph for each turn in which something happened."""
        for event in events:
            self.hear(event)
        return [" ".join(sentences) for sentences in self.paragraphs if sentences]

    def hear(self, event: Event) -> None:
        """Tell one event, if it needs telling."""
        self.position += 1
        if event.id in self.openers:
            self.paragraphs.append([])
        if event.id in self.texts:
            fields = self.fields(event)
            wordings = self.words.among(self.texts[event.id], fields)
            if wordings:
                sentence = self.words.fill(self.pick(wordings), fields)
                self.paragraphs[-1].append(capital(sentence))

    def fields(self, event: Event) -> dict[str, Any]:
        """Give what a sentence about an event is filled with."""
        return msgspec.structs.asdict(event)

    def pick(self, wordings: Sequence[str]) -> str:
        """Pick a wording without chance: a new one, or one of those used longest ago."""
        fresh = [wording for wording in wordings if wording not in self.used]
        if not fresh:
            fresh = sorted(wordings, key=self.used.__getitem__)[: (len(wordings) + 1) // 2]
        wording = fresh[crc32(f"{self.key}/{self.position}".encode()) % len(fresh)]
        self.used[wording] = self.position
        return wording


def capital(text: str) -> str:
    """Begin a text with a capital, and leave the rest alone."""
    return text[:1].upper() + text[1:]
