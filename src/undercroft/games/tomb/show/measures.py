"""What a study of Tomb of Four Kings measures, of every seat's every game.

games       how games end, and with what
depths      what came of turning back where one did
encounters  how encounters of each card were settled
costs       what they cost
cards       points of those who gained a card, against those who did not
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes
from undercroft.games.tomb.cards import CARDS, SCROLL, TREASURE
from undercroft.games.tomb.events import (
    CardDiscarded,
    DoorHeld,
    EncounterFailed,
    EncounterMet,
    EncounterWon,
    FavourGranted,
    GameBegan,
    GameScored,
    LastTorch,
    MonsterEvaded,
    ScrollRead,
    SkillGained,
    TorchBurnt,
    TreasureCollected,
    TreasureDropped,
    TreasureForfeited,
    TurnedBack,
    Wounded,
)

GAINED: Final = frozenset([c.id for c in CARDS if c.kind in TREASURE | {"skill", "favour"}])


def note_encounter(
    notes: Notes, card: str, by: str | None, result: str, hit_points: int, cards: int, treasure: int
) -> None:
    """Note how an encounter was settled, and what it cost."""
    notes.note(
        "encounters",
        card,
        action=by == "action",
        favour=by == "favour",
        skill=by in ("berserk", "disarm", "pick-lock"),
        bribe=result == "evaded",
        failed=result == "failed",
        fatal=result in ("dead", "lost"),
    )
    notes.note("costs", card, hit_points=hit_points, cards=cards, treasure=treasure)


def note_left(notes: Notes, outcome: str, hit_points: int, torches: int) -> None:
    """Note what a game left of hit points and torches."""
    for row in ("all", outcome):
        notes.note("games", row, hit_points=hit_points, torches=torches)


def note_game(notes: Notes, outcome: str, depth: int | None, kings: int, points: int) -> None:
    """Note what a game came to."""
    for row in ("all", outcome):
        notes.note("games", row, depth=depth, kings=kings, points=points)
    notes.note(
        "depths",
        "never" if depth is None else str(depth),
        alive=outcome in ("won", "escaped"),
        won=outcome == "won",
        kings=kings,
        points=points,
    )


class Descent:
    """A seat's game, from its beginning until it is scored."""

    __slots__ = (
        "card",
        "cards",
        "depth",
        "gained",
        "hit_points",
        "is_shut",
        "lost",
        "result",
        "torches",
        "treasure",
        "won_by",
    )

    def __init__(self) -> None:
        self.hit_points = self.torches = 0
        self.gained: set[str] = set()
        self.depth: int | None = None  # where it turned back
        self.open("")

    def open(self, card: str) -> None:
        """Open an encounter, or none: nothing is lost yet."""
        self.card = card
        self.result = ""
        self.won_by: str | None = None
        self.is_shut = False  # a door that stays so: whatever turns up is lost
        self.lost = self.cards = self.treasure = 0

    def begin(self, event: GameBegan, notes: Notes) -> None:
        """A game begins."""
        options = event.options
        self.hit_points = options.start_hp - 1
        self.torches = options.start_torches
        self.gained = {SCROLL} if options.scroll == "hand" else set()
        self.depth = None
        self.open("")

    def meet(self, event: EncounterMet, notes: Notes) -> None:
        """An encounter opens; the last one is over."""
        self.settle(notes)
        self.open(event.card)

    def win(self, event: EncounterWon, notes: Notes) -> None:
        """It is won."""
        self.result = "won"
        self.won_by = event.by

    def fail(self, event: EncounterFailed, notes: Notes) -> None:
        """It is failed."""
        self.result = "failed"
        self.is_shut = False

    def evade(self, event: MonsterEvaded, notes: Notes) -> None:
        """It is bought off."""
        self.result = "evaded"

    def hold(self, event: DoorHeld, notes: Notes) -> None:
        """It costs cards, which come next."""
        self.is_shut = True

    def discard(self, event: CardDiscarded, notes: Notes) -> None:
        """One of them is lost; torches burn, and jacks may come to the hand."""
        self.cards += 1

    def wound(self, event: Wounded, notes: Notes) -> None:
        """It costs hit points."""
        self.lost += self.hit_points - event.left
        self.hit_points = event.left

    def lose(self, event: TreasureDropped | TreasureForfeited, notes: Notes) -> None:
        """It costs treasure."""
        self.treasure += event.worth

    def collect(self, event: TreasureCollected, notes: Notes) -> None:
        """Treasure is gained."""
        self.gained.update(event.cards)

    def gain_skill(self, event: SkillGained, notes: Notes) -> None:
        """A jack is gained."""
        self.gained.add(event.card)
        self.cards += self.is_shut

    def gain_favour(self, event: FavourGranted, notes: Notes) -> None:
        """A queen is gained."""
        self.gained.add(event.card)

    def burn(self, event: TorchBurnt | LastTorch, notes: Notes) -> None:
        """A torch burns out."""
        self.torches += 1
        self.cards += self.is_shut

    def read(self, event: ScrollRead, notes: Notes) -> None:
        """The scroll stands for one."""
        self.torches -= 1

    def turn_back(self, event: TurnedBack, notes: Notes) -> None:
        """The delve is over."""
        self.depth = event.depth

    def end(self, event: GameScored, notes: Notes) -> None:
        """The game is over, perhaps in the midst of an encounter."""
        self.result = self.result or event.outcome
        self.settle(notes)
        outcome, points = event.outcome, event.points
        notes.observe(note_left, outcome, self.hit_points, self.torches)
        notes.observe(note_game, outcome, self.depth, event.kings, points)
        notes.among("cards", GAINED, self.gained, points)

    def settle(self, notes: Notes) -> None:
        """Note the encounter, if there was one."""
        if self.card:
            notes.observe(
                note_encounter,
                self.card,
                self.won_by,
                self.result,
                self.lost,
                self.cards,
                self.treasure,
            )


HEARS: Final[dict[type[Event], Callable[[Descent, Any, Notes], None]]] = {
    GameBegan: Descent.begin,
    EncounterMet: Descent.meet,
    EncounterWon: Descent.win,
    EncounterFailed: Descent.fail,
    MonsterEvaded: Descent.evade,
    DoorHeld: Descent.hold,
    CardDiscarded: Descent.discard,
    Wounded: Descent.wound,
    TreasureDropped: Descent.lose,
    TreasureForfeited: Descent.lose,
    TreasureCollected: Descent.collect,
    SkillGained: Descent.gain_skill,
    FavourGranted: Descent.gain_favour,
    TorchBurnt: Descent.burn,
    LastTorch: Descent.burn,
    ScrollRead: Descent.read,
    TurnedBack: Descent.turn_back,
    GameScored: Descent.end,
}
"""What is made of each event. There are many: to look one up is quicker than to match it."""


def measure(events: Sequence[Event], outcome: Outcome, notes: Notes) -> None:
    """Measure a play: the games of a solo, a series or a duel, each for itself."""
    descents = [Descent() for _ in outcome.scores]
    is_solo = len(descents) == 1
    for event in events:
        hear = HEARS.get(type(event))
        if hear is not None:
            seat: int = 0 if is_solo else event.seat  # type: ignore[attr-defined]
            hear(descents[seat], event, notes)
