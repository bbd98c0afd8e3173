"""What a study of Tomb of Four Kings measures, of every seat's every game.

games       how games end, and with what
depths      what came of turning back where one did
encounters  how encounters of each card were settled
costs       what they cost
cards       points of those who gained a card, against those who did not
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measures import Sheet
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
    TombEvent,
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

    def hear(self, event: TombEvent, sheet: Sheet) -> None:
        """Remember what an event says, or note it."""
        match event:
            case CardTurned(role="discard"):
                self.encounter.cards += 1
            case EncounterMet(card=card):
                self.encounter = Encounter(card)
            case EncounterWon(by=by):
                self.encounter.won_by = by
            case Wounded(left=left):
                self.encounter.hit_points += self.hit_points - left
                self.hit_points = left
            case TreasureDropped(worth=worth) | TreasureForfeited(worth=worth):
                self.encounter.treasure += worth
            case TreasureCollected(cards=cards):
                self.gained.update(cards)
            case SkillGained(card=card) | FavourGranted(card=card):
                self.gained.add(card)
            case TorchBurnt() | LastTorch():
                self.torches += 1
            case ScrollRead():
                self.torches -= 1
            case TurnedBack(depth=depth):
                self.depth = depth
            case TurnEnded(result=result):
                self.settle(result, sheet)
            case GameScored():
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
        for card in GAINED:
            sheet.compare("cards", card, card in self.gained, scored.points)


def measure(events: Sequence[Event], outcome: Outcome, sheet: Sheet) -> None:
    """Measure a play: the games of a solo, a series or a duel, each for itself."""
    descents: dict[int, Descent] = {}
    for event in events:
        match event:
            case GameBegan(seat=seat, options=options):
                scroll = {SCROLL} if options.scroll == "hand" else set()
                descents[seat] = Descent(options.start_hp - 1, options.start_torches, scroll)
            case TombEvent(seat=seat):
                descents[seat].hear(event, sheet)
