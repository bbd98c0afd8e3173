"""Events of fights, and what becomes of a character (section 16)."""

from undercroft.games.talisman.events.base import TalismanEvent

# -- fights ---------------------------------------------------------------------------------------


class EnemyMet(TalismanEvent, frozen=True, gc=False):
    """An Enemy was met."""

    card: str
    kind: str
    value: int


class EnemyCharacterMet(TalismanEvent, frozen=True, gc=False):
    """An Enemy Character was met."""

    character: str
    value: int


class EnemyCast(TalismanEvent, frozen=True, gc=False):
    """A Spell was cast by an Enemy or a table."""

    spell: str


class Evaded(TalismanEvent, frozen=True, gc=False):
    """A fight was evaded."""

    by: str


class Werewolf(TalismanEvent, frozen=True, gc=False):
    """The Werewolf came out."""


class FightRolled(TalismanEvent, frozen=True, gc=False):
    """The dice of a fight fell."""

    own_die: int
    enemy_die: int
    own_score: int
    enemy_score: int
    own_terms: tuple[tuple[str, int], ...]  # of the score, but for the die
    enemy_terms: tuple[tuple[str, int], ...]


class FightWon(TalismanEvent, frozen=True, gc=False):
    """A fight was won."""

    xp: int


class FightDrawn(TalismanEvent, frozen=True, gc=False):
    """A fight was drawn."""


class FightLost(TalismanEvent, frozen=True, gc=False):
    """A fight was lost."""


class ArmourRolled(TalismanEvent, frozen=True, gc=False):
    """Armour was rolled for."""

    piece: str
    roll: int
    saved: bool


class ObjectBroke(TalismanEvent, frozen=True, gc=False):
    """An Object broke."""

    card: str


class TreasureRolled(TalismanEvent, frozen=True, gc=False):
    """The Enemy was searched."""

    roll: int
    found: bool


class CharacterAttacked(TalismanEvent, frozen=True, gc=False):
    """Another character was attacked."""

    target: int


class SpoilsTaken(TalismanEvent, frozen=True, gc=False):
    """The winner took spoils."""

    what: str
    loser: int


class Stolen(TalismanEvent, frozen=True, gc=False):
    """Gold was stolen, or not."""

    gold: int
    victim: int


class KingStruck(TalismanEvent, frozen=True, gc=False):
    """The Dragon King lost a scale."""

    scales_left: int


# -- state ----------------------------------------------------------------------------------------


class LifeLost(TalismanEvent, frozen=True, gc=False):
    """Lives were lost."""

    n: int
    left: int
    cause: str


class LifeHealed(TalismanEvent, frozen=True, gc=False):
    """Lives came back."""

    n: int
    left: int


class Died(TalismanEvent, frozen=True, gc=False):
    """A character died."""

    character: str
    cause: str


class Replaced(TalismanEvent, frozen=True, gc=False):
    """A new character came in."""

    character: str


class Out(TalismanEvent, frozen=True, gc=False):
    """A seat is out."""


class StrengthChanged(TalismanEvent, frozen=True, gc=False):
    """Strength changed."""

    by: int
    now: int


class CraftChanged(TalismanEvent, frozen=True, gc=False):
    """Craft changed."""

    by: int
    now: int


class GoldChanged(TalismanEvent, frozen=True, gc=False):
    """Gold changed hands."""

    by: int
    now: int


class XpGained(TalismanEvent, frozen=True, gc=False):
    """Experience was gained."""

    n: int
    now: int


class XpTraded(TalismanEvent, frozen=True, gc=False):
    """Experience was traded in."""

    gain: str


class AilmentCaught(TalismanEvent, frozen=True, gc=False):
    """An Ailment was caught."""

    ailment: str


class AilmentCured(TalismanEvent, frozen=True, gc=False):
    """An Ailment was cured."""

    ailment: str


class ConfusionRolled(TalismanEvent, frozen=True, gc=False):
    """Confusion did its work."""

    row: int


class Held(TalismanEvent, frozen=True, gc=False):
    """A character is held."""

    hold: str


class HoldTried(TalismanEvent, frozen=True, gc=False):
    """A hold was tried."""

    hold: str
    passed: bool


class Freed(TalismanEvent, frozen=True, gc=False):
    """A hold was broken."""

    hold: str


class StatusSet(TalismanEvent, frozen=True, gc=False):
    """A state came upon a character."""

    status: str
    n: int


class FearFlight(TalismanEvent, frozen=True, gc=False):
    """Fear drives a character out."""
