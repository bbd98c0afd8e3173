"""What a study of Tomb of Four Kings measures, of every seat's every game.

games       how games end, and with what
depths      what came of turning back where one did
encounters  how encounters of each card were settled
costs       what they cost
cards       points of those who gained a card, against those who did not
"""

from collections.abc import Callable, Mapping, Sequence
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


def note_encounter(
    sheet: Sheet,
    card: str,
    by: str | None,
    result: str,
    hit_points: int,
    cards: int,
    treasure: int,
) -> None:
    """Note how an encounter was settled, and what it cost."""
    sheet.note(
        "encounters",
        card,
        action=by == "action",
        favour=by == "favour",
        skill=by in ("berserk", "disarm", "pick-lock"),
        bribe=result == "evaded",
        failed=result == "failed",
        fatal=result in ("dead", "lost"),
    )
    sheet.note("costs", card, hit_points=hit_points, cards=cards, treasure=treasure)


def note_game(
    sheet: Sheet,
    outcome: str,
    depth: int | None,
    hit_points: int,
    torches: int,
    kings: int,
    points: int,
) -> None:
    """Note how a game came out."""
    for row in ("all", outcome):
        sheet.note(
            "games",
            row,
            depth=depth,
            hit_points=hit_points,
            torches=torches,
            kings=kings,
            points=points,
        )
    sheet.note(
        "depths",
        "never" if depth is None else str(depth),
        alive=outcome in ("won", "escaped"),
        won=outcome == "won",
        kings=kings,
        points=points,
    )


class Descent:
    """A seat's game, until it is scored."""

    __slots__ = (
        "card",
        "cards",
        "depth",
        "gained",
        "hit_points",
        "lost",
        "torches",
        "treasure",
        "won_by",
    )

    def __init__(self, hit_points: int, torches: int, gained: set[str]) -> None:
        self.hit_points = hit_points
        self.torches = torches
        self.gained = gained
        self.depth: int | None = None  # where it turned back
        self.card = ""  # of the encounter; none met yet
        self.open("")

    def open(self, card: str) -> None:
        """Open an encounter: nothing is lost yet."""
        self.card = card
        self.won_by: str | None = None
        self.lost = self.cards = self.treasure = 0

    def turn_card(self, event: CardTurned, sheet: Sheet) -> None:
        """A card may be one that a failure costs."""
        if event.role == "discard":
            self.cards += 1

    def meet(self, event: EncounterMet, sheet: Sheet) -> None:
        """An encounter opens."""
        self.open(event.card)

    def win(self, event: EncounterWon, sheet: Sheet) -> None:
        """It is won."""
        self.won_by = event.by

    def wound(self, event: Wounded, sheet: Sheet) -> None:
        """It costs hit points."""
        self.lost += self.hit_points - event.left
        self.hit_points = event.left

    def lose(self, event: TreasureDropped | TreasureForfeited, sheet: Sheet) -> None:
        """It costs treasure."""
        self.treasure += event.worth

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
        sheet.observe(
            note_game,
            event.outcome,
            self.depth,
            self.hit_points,
            self.torches,
            event.kings,
            event.points,
        )
        sheet.among("cards", GAINED, self.gained, event.points)

    def settle(self, result: str, sheet: Sheet) -> None:
        """Note the encounter, if one is open."""
        if self.card:
            cost = (self.lost, self.cards, self.treasure)
            sheet.observe(note_encounter, self.card, self.won_by, result, *cost)
            self.open("")


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
