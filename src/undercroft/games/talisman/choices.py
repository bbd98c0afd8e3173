"""Options that carry something, shared by many questions. They carry only what never changes."""

from undercroft.core.questions import Option
from undercroft.games.talisman.board import LETTERS, NAMES
from undercroft.games.talisman.components.kinds import (
    Ability,
    Card,
    Character,
    Space,
    Spell,
    Thing,
    Tile,
)
from undercroft.games.talisman.pieces import Item


class Side(Option, frozen=True):
    """An option that names a direction."""

    direction: int

    def __str__(self) -> str:
        return f"{self.__struct_config__.tag}:{LETTERS[self.direction]}"

    @property
    def side(self) -> str:
        """The direction's letter."""
        return LETTERS[self.direction]


class Go(Side, frozen=True, tag="go"):
    """Walk through a passage."""


class SecretDoor(Side, frozen=True, tag="secret-door"):
    """Use a Secret Door."""


class Tunnel(Side, frozen=True, tag="tunnel"):
    """Z-2. Break out of a dead end."""


class Exit(Side, frozen=True, tag="exit"):
    """Leave a room, or a tile that is being destroyed, by one of its passages."""


class Door(Side, frozen=True, tag="door"):
    """Choose a door of a flooding room."""


class To(Option, frozen=True, tag="to"):
    """Choose a square."""

    number: int

    def __str__(self) -> str:
        return f"to:{NAMES[self.number]}"

    @property
    def square(self) -> str:
        """The square's name."""
        return NAMES[self.number]


class Turned(Option, frozen=True, tag="r"):
    """L-19. Choose a rotation."""

    rotation: int

    def __str__(self) -> str:
        return str(self.rotation)


class Rival(Option, frozen=True):
    """An option that names another seat, or one's own."""

    target: int

    def __str__(self) -> str:
        return f"{self.__struct_config__.tag}:P{self.target + 1}"

    @property
    def player(self) -> str:
        """Seats are counted from one where people read them."""
        return f"P{self.target + 1}"


class Attack(Rival, frozen=True, tag="attack"):
    """Attack a character."""


class Steal(Rival, frozen=True, tag="steal"):
    """Steal from a character."""


class Target(Rival, frozen=True, tag="at"):
    """Cast a Spell at a character."""


class Cast(Option, frozen=True, tag="cast"):
    """Cast a Spell."""

    spell: Spell


class Use(Option, frozen=True, tag="use"):
    """Use an Object."""

    card: Thing


class Trade(Option, frozen=True, tag="trade"):
    """X-2. Trade experience in."""

    gain: str


class DropAbility(Option, frozen=True, tag="discard-ability"):
    """Give up a Special Ability."""

    ability: Ability


class GiveObject(Option, frozen=True, tag="object"):
    """Give up an Object."""

    item: Item

    @property
    def card(self) -> Thing:
        """The card of it."""
        return self.item.card


class GiveFollower(Option, frozen=True, tag="follower"):
    """Give up a Follower."""

    card: Thing


class GiveSpell(Option, frozen=True, tag="spell"):
    """Give up a Spell; which of his, if the same lies in two places."""

    card: Spell


class Take(Option, frozen=True, tag="take"):
    """Choose a card to take."""

    card: Card


class Cure(Option, frozen=True, tag="cure"):
    """Choose an Ailment to be cured of."""

    ailment: str


class BeCharacter(Option, frozen=True, tag="be"):
    """Choose a character."""

    character: Character


class Piece(Option, frozen=True, tag="piece"):
    """Choose which of the pieces drawn counts."""

    tile: Tile


class Toward(Option, frozen=True, tag="to-space"):
    """Choose a space of the Land."""

    space: Space


class Landing(Option, frozen=True):
    """A direction on a ring, and where it leads."""

    space: Space

    def __str__(self) -> str:
        return str(self.__struct_config__.tag)


class Clockwise(Landing, frozen=True, tag="clockwise"):
    """Move clockwise."""


class CounterClockwise(Landing, frozen=True, tag="counter-clockwise"):
    """Move counter-clockwise."""
