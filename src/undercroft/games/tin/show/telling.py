"""The chronicle: the story of a play, told from its events. Every word of it is in `words.toml`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from undercroft.core.events import Event
from undercroft.core.language.standing import standing, standing_in_story
from undercroft.core.language.stories import Teller, capital
from undercroft.core.language.words import Words
from undercroft.games.tin.events import GameBegan, GameEnded, MonstersAppeared, Result


def chronicle(events: Iterable[Event], words: Words, key: str) -> list[str]:
    """Tell the story of a play, a paragraph for each turn in which something happened."""
    return TinTeller(words, key).story(events)


class TinTeller(Teller):
    """Tells of knights: one alone is you."""

    openers: ClassVar[frozenset[str]] = frozenset({"turn-began", "game-ended"})
    alone = True

    def hear(self, event: Event) -> None:
        """Tell one event, if it needs telling."""
        if isinstance(event, GameBegan):
            self.alone = event.players == 1
        super().hear(event)
        if isinstance(event, GameEnded) and not self.alone:
            self.rank(event.results)

    def rank(self, results: Sequence[Result]) -> None:
        """Z-5. Tell who came home with how much, the richest first."""
        ranks, scores = [it.rank or 0 for it in results], [it.score for it in results]
        lines = standing(self.words, ranks, scores, [it.outcome for it in results], self.name)
        if lines:
            self.paragraphs[-1].append(standing_in_story(self.words, lines))

    def fields(self, event: Event) -> dict[str, Any]:
        """Give an event's own fields, whom it is about, and what came."""
        fields = super().fields(event)
        who = self.name(fields.get("seat"))
        fields |= {"who": who, "Who": capital(who)}
        if isinstance(event, MonstersAppeared):
            monsters = self.counted(event.monsters)
            due = "some" if monsters else "none"
            fields |= {"due": due, "monsters": monsters, "Monsters": capital(monsters)}
        return fields

    def counted(self, monsters: Sequence[str]) -> str:
        """Name monsters, those of a kind with their number: "a red orc and two yellow goblins"."""
        came = [
            self.words.fill(self.texts["one" if n == 1 else "many"], {"monster": id, "count": n})
            for id, n in Counter(monsters).items()
        ]
        if len(came) < 2:
            return "".join(came)
        parts = {"first": ", ".join(came[:-1]), "last": came[-1]}
        return self.words.fill(self.texts["and"], parts)

    def name(self, seat: Any) -> str:
        """Call a knight by name, the player's if there is one; one alone is you."""
        if seat is None or self.alone:
            return str(self.texts["alone"])
        if self.words.is_called:
            return self.words.player(seat)
        return self.words.fill("{seat:knight}", {"seat": seat})
