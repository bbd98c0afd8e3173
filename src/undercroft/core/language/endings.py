"""How a game ended, in words: a headline, what happened, and what had been achieved.

A player reads of themselves; spectators, and several who share a screen, read of a winner.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from undercroft.core.events import Event
from undercroft.core.game import Game, Outcome, Scene
from undercroft.core.language.addressing import words_for
from undercroft.core.language.stories import capital
from undercroft.core.seats import Eyes


class Told(NamedTuple):
    """An ending, told to somebody."""

    headline: str
    lines: tuple[str, ...]
    scene: Scene | None

    @property
    def said(self) -> tuple[str, ...]:
        """The headline as a sentence, and those that follow."""
        return (f"{self.headline}.", *self.lines) if self.lines else ()


def tell_ending(
    game: Game[Any, Any],
    view: Any,
    events: Sequence[Event],
    outcome: Outcome,
    names: Sequence[str],
    reader: Eyes,
) -> Told:
    """Tell how a game ended; of one that was given up there is nothing to tell but that."""
    if game.ending is None or outcome.name == "abandoned":
        words, name = game.words, outcome.name
        return Told(capital(words.title(name)), (), game.scenes.get(name))
    seat = reader if reader is not None else next(iter(outcome.winners), 0)
    it = game.ending(game.rows, view, events, outcome, seat)
    words = words_for(game.words, names, reader)
    said = [capital(words.say(f"endings.{text}", **it.fields)) for text in it.texts]
    headline, *lines = said
    return Told(headline, tuple(filter(None, lines)), it.scene)
