"""What a study of Tomb of Four Kings measures, of every seat's every game.

games       how games end, and with what
depths      what came of turning back where one did
encounters  how encounters of each card were settled
costs       what they cost
cards       points of those who gained a card, against those who did not
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Sheet
from undercroft.games.tomb.cards import CARDS, SCROLL, TREASURE
from undercroft.games.tomb.events import (
    CardTurned,
    EncounterMet,
    EncounterWon,
    FavourGranted,
    GameBegan,
    GameScored,
    LastTorch,
    ScrollRead,
    SkillGained,
    TorchBurnt,
    TreasureCollected,
    TreasureDropped,
    TreasureForfeited,
    TurnedBack,
    TurnEnded,
    Wounded,
)

GAINED: Final = tuple([c.id for c in CARDS if c.kind in TREASURE | {"skill", "favour"}])


@dataclass
class Encounter:
    """An encounter, until its turn is over."""

    card: str
    won_by: str | None = None
    hit_points: int = 0  # all three: lost
    cards: int = 0
    treasure: int = 0

    def settle(self, result: str, sheet: Sheet) -> None:
        """Note how it was settled, and what it cost."""
        by = self.won_by
        sheet.note(
            "encounters",
            self.card,
            action=by == "action",
            favour=by == "favour",
            skill=by in ("berserk", "disarm", "pick-lock"),
            bribe=result == "evaded",
            failed=result == "failed",
            fatal=result in ("dead", "lost"),
        )
        sheet.note(
            "costs",
            self.card,
            hit_points=self.hit_points,
            cards=self.cards,
            treasure=self.treasure,
        )


@dataclass
class Descent:
    """A seat's game, until it is scored."""

    hit_points: int
    torches: int
    gained: set[str]
    depth: int | None = None  # where it turned back
    encounter: Encounter = field(default_factory=lambda: Encounter(""))  # none met yet

    def turn_card(self, event: CardTurned, sheet: Sheet) -> None:
        """A card may be one that a failure costs."""
        if event.role == "discard":
            self.encounter.cards += 1

    def meet(self, event: EncounterMet, sheet: Sheet) -> None:
        """An encounter opens."""
        self.encounter = Encounter(event.card)

    def win(self, event: EncounterWon, sheet: Sheet) -> None:
        """It is won."""
        self.encounter.won_by = event.by

    def wound(self, event: Wounded, sheet: Sheet) -> None:
        """It costs hit points."""
        self.encounter.hit_points += self.hit_points - event.left
        self.hit_points = event.left

    def lose(self, event: TreasureDropped | TreasureForfeited, sheet: Sheet) -> None:
        """It costs treasure."""
        self.encounter.treasure += event.worth

    def collect(self, event: TreasureCollected, sheet: Sheet) -> None:
        """Treasure is gained."""
        self.gained.update(event.cards)

    def gain(self, event: SkillGained | FavourGranted, sheet: Sheet) -> None:
        """Another card is gained."""
        self.gained.add(event.card)

    def burn(self, event: TorchBurnt | LastTorch, sheet: Sheet) -> None:
        """A torch burns out."""
        self.torches += 1

    def read(self, event: ScrollRead, sheet: Sheet) -> None:
        """The scroll stands for one."""
        self.torches -= 1

    def turn_back(self, event: TurnedBack, sheet: Sheet) -> None:
        """The delve is over."""
        self.depth = event.depth

    def end_turn(self, event: TurnEnded, sheet: Sheet) -> None:
        """The encounter is over."""
        self.settle(event.result, sheet)

    def end(self, event: GameScored, sheet: Sheet) -> None:
        """The game is over."""
        self.settle(event.outcome, sheet)
        self.score(event, sheet)

    def settle(self, result: str, sheet: Sheet) -> None:
        """Note the encounter, if one is open."""
        if self.encounter.card:
            self.encounter.settle(result, sheet)
            self.encounter = Encounter("")

    def score(self, scored: GameScored, sheet: Sheet) -> None:
        """Note how the game came out."""
        for row in ("all", scored.outcome):
            sheet.note(
                "games",
                row,
                depth=self.depth,
                hit_points=self.hit_points,
                torches=self.torches,
                kings=scored.kings,
                points=scored.points,
            )
        sheet.note(
            "depths",
            "never" if self.depth is None else str(self.depth),
            alive=scored.outcome in ("won", "escaped"),
            won=scored.outcome == "won",
            kings=scored.kings,
            points=scored.points,
        )
        sheet.among("cards", GAINED, self.gained, scored.points)


HEARS: Final[Mapping[type[Event], Callable[[Descent, Any, Sheet], None]]] = {
    CardTurned: Descent.turn_card,
    EncounterMet: Descent.meet,
    EncounterWon: Descent.win,
    Wounded: Descent.wound,
    TreasureDropped: Descent.lose,
    TreasureForfeited: Descent.lose,
    TreasureCollected: Descent.collect,
    SkillGained: Descent.gain,
    FavourGranted: Descent.gain,
    TorchBurnt: Descent.burn,
    LastTorch: Descent.burn,
    ScrollRead: Descent.read,
    TurnedBack: Descent.turn_back,
    TurnEnded: Descent.end_turn,
    GameScored: Descent.end,
}
"""What is made of each event. There are many: to look one up is quicker than to match it."""


def measure(events: Sequence[Event], outcome: Outcome, sheet: Sheet) -> None:
    """Measure a play: the games of a solo, a series or a duel, each for itself."""
    descents: dict[int, Descent] = {}
    for event in events:
        hear = HEARS.get(type(event))
        if hear is not None:
            hear(descents[event.seat], event, sheet)  # type: ignore[attr-defined]
        elif isinstance(event, GameBegan):
            options = event.options
            scroll = {SCROLL} if options.scroll == "hand" else set()
            descents[event.seat] = Descent(options.start_hp - 1, options.start_torches, scroll)
