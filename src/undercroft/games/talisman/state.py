"""What lies on the table: the Labyrinth, the Land, the decks and the characters."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, TypeVarTuple

from msgspec.structs import replace

from undercroft.core.copying import copied
from undercroft.core.events import Audience
from undercroft.core.piles import Pile
from undercroft.core.questions import Rules
from undercroft.core.table import D6, Table
from undercroft.games.talisman.board import NAMES, NOWHERE
from undercroft.games.talisman.components.kinds import (
    Ability,
    Card,
    Character,
    Space,
    Spell,
    Thing,
    Tile,
)
from undercroft.games.talisman.events.base import TalismanEvent
from undercroft.games.talisman.options import TalismanOptions
from undercroft.games.talisman.pieces import GateMonster, Hold, Item, Lying, Placed

Realm: TypeAlias = Literal["labyrinth", "land"]  # L-37; the Tower belongs to the Land

Ts = TypeVarTuple("Ts")

NOBODY: Final = -1
UNTIL_NEXT_ROUND: Final = -2


@dataclass(slots=True)
class Hero:
    """A character in play: counters and cards before a seat."""

    seat: int
    character: Character
    strength: int  # counters; what he fights with is `strength_of`
    craft: int
    lives: int
    quota: int
    space: Space | None = None  # where he is on the Land
    square: int = NOWHERE  # where he is in the Labyrinth
    gold: int = 1
    xp: int = 0
    base_strength: int = 0
    base_craft: int = 0
    objects: list[Item] = field(default_factory=list)
    followers: list[Thing] = field(default_factory=list)
    spells: list[Spell] = field(default_factory=list)
    scrolls: list[Spell] = field(default_factory=list)
    stored: dict[int, Spell] = field(default_factory=dict)  # O-9, by the item's charge
    abilities: list[Ability] = field(default_factory=list)
    ailments: set[str] = field(default_factory=set)
    weakness: int = 0
    tokens: list[Tile] = field(default_factory=list)  # Secret Doors
    markers: list[Tile] = field(default_factory=list)  # kept Stairs
    clues: int = 0
    holds: list[Hold] = field(default_factory=list)  # the newest last
    way_back: int = NOWHERE  # L-26
    side: int = -1  # the side of his tile by which he came in, if through a passage
    visit: int = 0  # counts his arrivals, so that a rule can tell whether he is still there
    miss: int = 0
    blind: int = 0
    alarm: int = 0
    feast: bool = False
    outcast: bool = False
    spirit_ward: bool = False
    ration: bool = False
    free_move: bool = False
    prisoner: bool = False
    tries: int = 0  # H-3: at the Donjon's door or the Iron Gate
    werewolf: bool = False  # in this fight
    host_beaten: bool = False  # the Bone Host, on this visit
    task: str = ""
    done: set[str] = field(default_factory=set)  # what he may do once in his life
    gave_talisman: bool = False
    saw_tower: bool = False

    @property
    def in_labyrinth(self) -> bool:
        """Whether he is below."""
        return self.square >= 0

    @property
    def realm(self) -> Realm:
        """L-37."""
        return "labyrinth" if self.square >= 0 else "land"

    @property
    def place(self) -> str:
        """Name the square or space."""
        return NAMES[self.square] if self.square >= 0 else self.space.id if self.space else ""

    @property
    def in_tower(self) -> bool:
        """Whether he is in the Wizard's Tower."""
        return self.square < 0 and self.space is not None and self.space.id == "wizards-tower"

    @property
    def has_talisman(self) -> bool:
        """Whether he carries one."""
        return any(item.is_talisman for item in self.objects)

    def hold(self, kind: str) -> Hold | None:
        """Give the hold of that kind, if he is in it."""
        for hold in self.holds:
            if hold.kind == kind:
                return hold
        return None

    def copy(self) -> "Hero":
        """Copy him."""
        return copied(self)


@dataclass
class Seat:
    """A seat: its character, if it has one, and what outlives him."""

    hero: Hero | None = None
    spares: int = 0
    out: bool = False
    scales: int = 0

    def copy(self) -> "Seat":
        """Copy it."""
        return copied(self)


@dataclass(slots=True)
class Now:
    """What holds for the present turn alone."""

    active: int = NOBODY  # the seat whose turn it is, once it has begun
    visit: int = 0  # the character's count of arrivals when it began
    main: bool = False  # the free actions are over
    over: bool = False  # no more movement, or the turn is over
    relocated: bool = False  # L-25
    teleportal: bool = False
    fought: bool = False
    stayed: bool = False
    lost: bool = False  # a fight, on this tile
    missing: bool = False  # a turn to miss came from this tile
    confusion: int = 0  # the row
    room_reroll: bool = False  # the Lorekeeper's
    lost_road: bool = False
    charged: bool = False  # something took the place of the main step
    swift: bool = False  # Long Stride
    sure: bool = False  # Certainty

    def copy(self) -> "Now":
        """Copy it."""
        return copied(self)


@dataclass
class Maze(Table):
    """The whole table."""

    options: TalismanOptions
    seats: list[Seat]
    pool: Pile[Tile]
    entrances: list[Tile]  # those not on the board
    unused: tuple[Tile, ...]  # Entrance Tiles of absent expansions
    bare: Tile  # the stand-in, of which there is no end
    decks: dict[str, Pile[Card]]  # bags: nothing in the game looks at the top of one
    discards: dict[str, list[Card]]  # open decks (Purchase, Talismans, special Followers) have none
    spellbook: tuple[Spell, ...]  # every Spell, once
    characters: Pile[Character]  # unused
    fallen: list[Character]
    outer: tuple[Space, ...]
    middle: tuple[Space, ...]
    inner: tuple[Space, ...]
    scales: int
    king: int  # his Strength and Craft
    board: list[Placed | None] = field(default_factory=lambda: [None] * 49)
    lying: dict[str, list[Lying]] = field(default_factory=dict)  # cards on spaces
    monsters: list[GateMonster] = field(default_factory=list)  # in order of arrival
    silence: dict[str, int] = field(default_factory=dict)  # M-15: realm, until whose turn
    round: int = 0
    to_play: int = 0
    dawn: bool = True  # the round has yet to begin
    now: Now = field(default_factory=Now)
    drawn: list[Tile] = field(default_factory=list)  # pieces that are being resolved
    dealt: list[Character] = field(default_factory=list)  # characters to choose from, or met
    facing: list[Card] = field(default_factory=list)  # cards that are being resolved
    enemy_spells: list[Spell] = field(default_factory=list)  # an Enemy Character's
    looking: int = NOBODY  # the seat that is looking through the Spell deck
    removed: list[Card] = field(default_factory=list)  # out of the game

    def heroes(self) -> list[Hero]:
        """All characters in play, in seat order."""
        return [seat.hero for seat in self.seats if seat.hero is not None]

    def on_square(self, square: int, but: Hero | None = None) -> list[Hero]:
        """The characters on a square."""
        return [h for h in self.heroes() if h.square == square and h is not but]

    def on_space(self, space: Space, but: Hero | None = None) -> list[Hero]:
        """The characters on a space."""
        return [h for h in self.heroes() if h.square < 0 and h.space is space and h is not but]

    def tile_on(self, square: int) -> Placed:
        """The tile on a square that has one."""
        placed = self.board[square]
        assert placed is not None  # noqa: S101 (callers know of it)
        return placed

    def tile_under(self, hero: Hero) -> Placed:
        """The tile that a character in the Labyrinth stands on."""
        return self.tile_on(hero.square)

    def mark(self, hero: Hero, name: str) -> None:
        """`mark M`: put a flag on the tile under a character."""
        placed = self.tile_under(hero)
        self.board[hero.square] = placed.changed(marks=placed.marks | {name})

    def space(self, id: str) -> Space:
        """Find a space by its id."""
        for region in (self.outer, self.middle, self.inner):
            for space in region:
                if space.id == id:
                    return space
        raise KeyError(id)

    @property
    def is_catacombs(self) -> bool:
        """C-1. Chapter V holds: the way in is the Causeway."""
        return self.options.scenario != "expedition"

    @property
    def has_land(self) -> bool:
        """C-10."""
        return self.options.scenario != "catacombs"

    def d6(self, id: str) -> Rules[int]:
        """D-1. Roll one die."""
        return self.roll(id, D6)

    def put_back(self, card: Card) -> None:
        """O-4. Cards go back whence they came."""
        back = self.discards.get(card.deck)
        (self.decks[card.deck].fog if back is None else back).append(card)

    def tell_of(
        self,
        hero: Hero | None,
        event: Callable[[int, int | None, str | None, *Ts], TalismanEvent],
        /,
        *details: *Ts,
        to: Audience = None,
    ) -> None:
        """Tell an event with its round and, if it is one of a character, his seat and place."""
        if self.listener is not None and event not in self.unheard:
            whose = (self.round, hero.seat if hero else None, hero.place if hero else None)
            told = event(*(whose + details))
            self.listener.append(told if to is None else replace(told, to=to))

    def copy(self) -> "Maze":
        """Copy the table; nobody listens to the copy."""
        return copied(self)
