"""What the rules of Tomb of Four Kings tell (section 13 of the rules of record)."""

from typing import Final, Literal, TypeAlias

from undercroft.core.events import Event
from undercroft.games.tomb.cards import Kind
from undercroft.games.tomb.options import TombOptions

Way: TypeAlias = Literal["deeper", "turn-back"]
Means: TypeAlias = Literal["turn", "discard"]
TurnResult: TypeAlias = Literal["won", "failed", "evaded"]
Role: TypeAlias = Kind | Literal["encounter", "action", "discard"]


class TombEvent(Event, frozen=True, gc=False):
    """Every event of one seat's game: whose, and in which of its turns."""

    seat: int
    turn: int


class GameBegan(TombEvent, frozen=True, gc=False):
    """Setup is done."""

    game: int
    options: TombOptions


class WayChosen(TombEvent, frozen=True, gc=False):
    """The way was chosen after a finished delve turn."""

    choice: Way
    delve_done: int


class TurnedBack(TombEvent, frozen=True, gc=False):
    """The delve is over."""

    depth: int
    to_go: int


class TurnBegan(TombEvent, frozen=True, gc=False):
    """A turn began in, or under, a column of the delve row."""

    phase: Literal["delve", "retreat"]
    column: int


class CardTurned(TombEvent, frozen=True, gc=False):
    """A card left the deck."""

    card: str
    role: Role
    left: int


class TorchBurnt(TombEvent, frozen=True, gc=False):
    """A torch went out, one of the first three."""

    card: str
    burnt: int
    by: Means


class LastTorch(TombEvent, frozen=True, gc=False):
    """The fourth torch appeared."""

    card: str
    by: Means
    scroll_in_hand: bool


class ScrollRead(TombEvent, frozen=True, gc=False):
    """The scroll sent the fourth torch under the deck."""

    torch: str


class SkillGained(TombEvent, frozen=True, gc=False):
    """A jack came to the hand."""

    card: str
    skill: str


class FavourGranted(TombEvent, frozen=True, gc=False):
    """A queen appeared; early: before the encounter."""

    card: str
    count: int
    early: bool


class HoardFound(TombEvent, frozen=True, gc=False):
    """A king's treasure lies in the column."""

    card: str


class ScrollFound(TombEvent, frozen=True, gc=False):
    """The scroll lies in the column."""


class EncounterMet(TombEvent, frozen=True, gc=False):
    """A turn has its encounter."""

    kind: Kind
    card: str
    strength: int
    favoured: bool


class ActionTried(TombEvent, frozen=True, gc=False):
    """An action card was set against the encounter."""

    card: str
    number: int
    strength: int
    success: bool


class BlowStruck(TombEvent, frozen=True, gc=False):
    """Damage is about to be taken."""

    kind: Kind
    amount: int
    deadly: bool


class BlowDodged(TombEvent, frozen=True, gc=False):
    """The blow was dodged."""

    amount: int


class Wounded(TombEvent, frozen=True, gc=False):
    """Damage was taken."""

    amount: int
    showing: int
    left: int


class SkillPlayed(TombEvent, frozen=True, gc=False):
    """A jack was spent."""

    card: str
    skill: str
    kind: Kind


class TreasureDropped(TombEvent, frozen=True, gc=False):
    """Treasure was thrown to a monster."""

    card: str
    worth: int
    strength: int


class DoorHeld(TombEvent, frozen=True, gc=False):
    """A door stays shut; cards will be lost."""

    card: str
    gap: int


class CardDiscarded(TombEvent, frozen=True, gc=False):
    """A card was lost to a door."""

    card: str
    n: int
    of: int


class EncounterWon(TombEvent, frozen=True, gc=False):
    """The encounter was won."""

    kind: Kind
    card: str
    by: Literal["action", "favour", "berserk", "disarm", "pick-lock"]


class EncounterFailed(TombEvent, frozen=True, gc=False):
    """A trap sprang, or a door stayed shut."""

    kind: Kind
    card: str


class MonsterEvaded(TombEvent, frozen=True, gc=False):
    """The monster was bought off."""

    card: str
    price: str


class TreasureCollected(TombEvent, frozen=True, gc=False):
    """Treasure of the turn came to the hand."""

    cards: tuple[str, ...]
    worth: int


class TreasureLeft(TombEvent, frozen=True, gc=False):
    """One card of a turn of nothing but treasure was left behind."""

    card: str


class TreasureForfeited(TombEvent, frozen=True, gc=False):
    """Treasure was lost with the turn."""

    cards: tuple[str, ...]
    worth: int


class TurnEnded(TombEvent, frozen=True, gc=False):
    """A turn is finished and stacked."""

    result: TurnResult
    stack: tuple[str, ...]


class PlayerDied(TombEvent, frozen=True, gc=False):
    """The 2 of hearts was turned."""

    card: str
    kind: Kind
    haul_lost: tuple[str, ...]


class PlayerLost(TombEvent, frozen=True, gc=False):
    """The last light went out."""

    torch: str | None
    haul_lost: tuple[str, ...]


class PlayerOut(TombEvent, frozen=True, gc=False):
    """Out alive."""

    turns: int


class GameScored(TombEvent, frozen=True, gc=False):
    """A seat's game is over."""

    outcome: Literal["won", "escaped", "dead", "lost"]
    kings: int
    points: int
    record: str
    gold: int


class SeriesScored(Event, frozen=True, gc=False):
    """A series is over."""

    games: int
    total: int
    kings: int
    wins: int
    escapes: int
    deaths: int
    lost: int
    best: str


class DuelScored(Event, frozen=True, gc=False):
    """A duel's game is over for both."""

    winner: int | None
    debt: int
    cancelled: bool
    debtor: int | None


class MatchScored(Event, frozen=True, gc=False):
    """A duel's match is over. The balance is what seat 1 is owed by seat 2."""

    totals: tuple[int, int]
    winner: int | None
    balance: int


EVENTS: Final[tuple[type[Event], ...]] = (
    *TombEvent.__subclasses__(),
    SeriesScored,
    DuelScored,
    MatchScored,
)
