"""Events of cards, rooms and traps (section 16)."""

from undercroft.games.talisman.events.base import TalismanEvent

# -- cards ----------------------------------------------------------------------------------------


class TreasureFound(TalismanEvent, frozen=True, gc=False):
    """A Treasure was drawn."""

    card: str


class ObjectGained(TalismanEvent, frozen=True, gc=False):
    """An Object was gained."""

    card: str


class ObjectLost(TalismanEvent, frozen=True, gc=False):
    """An Object was lost."""

    card: str


class FollowerJoined(TalismanEvent, frozen=True, gc=False):
    """A Follower joined."""

    card: str


class FollowerLost(TalismanEvent, frozen=True, gc=False):
    """A Follower was lost."""

    card: str


class AbilityGained(TalismanEvent, frozen=True, gc=False):
    """A Special Ability was gained."""

    ability: str


class AbilityDiscarded(TalismanEvent, frozen=True, gc=False):
    """A Special Ability was given up."""

    ability: str


class SpellDrawn(TalismanEvent, frozen=True, gc=False):
    """A Spell was drawn."""


class SpellHeld(TalismanEvent, frozen=True, gc=False):
    """Which Spell was drawn: told to its owner alone."""

    card: str


class SpellLost(TalismanEvent, frozen=True, gc=False):
    """A Spell was discarded."""

    card: str


class SpellCast(TalismanEvent, frozen=True, gc=False):
    """A Spell was cast."""

    spell: str
    target: int | None


class SpellCountered(TalismanEvent, frozen=True, gc=False):
    """A Spell was cancelled."""

    by: str


class ObjectUsed(TalismanEvent, frozen=True, gc=False):
    """An Object was used."""

    card: str


class ObjectEnchanted(TalismanEvent, frozen=True, gc=False):
    """An Object was enchanted."""

    card: str


class PurchaseTaken(TalismanEvent, frozen=True, gc=False):
    """A Purchase card was taken."""

    card: str
    price: int


class TalismanGained(TalismanEvent, frozen=True, gc=False):
    """A Talisman was gained."""


class TalismanGiven(TalismanEvent, frozen=True, gc=False):
    """A Talisman was given up."""


class TaskGiven(TalismanEvent, frozen=True, gc=False):
    """The Hermit gave a task."""

    task: str


class TaskDone(TalismanEvent, frozen=True, gc=False):
    """The Hermit's task was done."""

    task: str


class AdventureDrawn(TalismanEvent, frozen=True, gc=False):
    """An Adventure card was drawn."""

    card: str


class EventStruck(TalismanEvent, frozen=True, gc=False):
    """An event struck."""

    card: str


class CardLeft(TalismanEvent, frozen=True, gc=False):
    """A card was left on the space."""

    card: str


# -- rooms and traps ------------------------------------------------------------------------------


class RoomEntered(TalismanEvent, frozen=True, gc=False):
    """A special room was entered."""

    letter: str
    name: str


class RoomResult(TalismanEvent, frozen=True, gc=False):
    """A special room gave its result."""

    letter: str
    row: int


class TrapSprung(TalismanEvent, frozen=True, gc=False):
    """A trap was sprung."""

    table: str
    row: int
    name: str


class TrapEvaded(TalismanEvent, frozen=True, gc=False):
    """A trap was evaded."""


class RoomTrapped(TalismanEvent, frozen=True, gc=False):
    """A trap counter was laid."""

    counter: str


class GateOpened(TalismanEvent, frozen=True, gc=False):
    """A Gate opened."""


class GateMonster(TalismanEvent, frozen=True, gc=False):
    """A monster came out of a Gate."""

    card: str
    square: str


class GateMonsterMoved(TalismanEvent, frozen=True, gc=False):
    """A Gate monster moved."""

    card: str
    origin: str
    goal: str


class GateClosed(TalismanEvent, frozen=True, gc=False):
    """A Gate was closed."""


class BarrierMet(TalismanEvent, frozen=True, gc=False):
    """A barrier bars the way."""

    strength: int


class BarrierBeaten(TalismanEvent, frozen=True, gc=False):
    """A barrier was beaten."""

    strength: int


class GuardiansBeaten(TalismanEvent, frozen=True, gc=False):
    """Crypt Guardians were beaten."""

    n: int


class HoardTaken(TalismanEvent, frozen=True, gc=False):
    """The hoard was taken."""


class Imprisoned(TalismanEvent, frozen=True, gc=False):
    """A character was thrown into the Donjon."""


class PlaceVisited(TalismanEvent, frozen=True, gc=False):
    """A place was visited."""

    place: str
