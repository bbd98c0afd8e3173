"""What the game is made of: the kinds of rows that the tables of the rules of record have.

A row is numbers and, where numbers do not say it, functions: its *effects*. A new card, room or
space is a new row, and at most a new function beside it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from undercroft.core.game import Row
from undercroft.core.questions import Rules

# What a row points to takes the maze and a hero; their types are made of rows, and so come later.
Effect: TypeAlias = Callable[[Any, Any], Rules[Any] | None]
"""What happens to a hero. One that asks nothing is a plain function."""
Casting: TypeAlias = Callable[[Any, Any], Rules[int | None]]
"""A Spell cast on a hero in a fight: gives what the Enemy's score gains; None: the fight is off."""
Condition: TypeAlias = Callable[[Any, Any], bool]
"""Whether something is open to a hero."""

Small: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Bonus: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]
Reserve: TypeAlias = Annotated[int, Meta(ge=2, le=20)]
Scales: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Price: TypeAlias = Annotated[int, Meta(ge=1, le=20)]  # for nothing it would be bought without end

DeckId: TypeAlias = Literal[
    "enemy",
    "treasure",
    "ability",
    "spell",
    "adventure",
    "purchase",
    "talisman",
    "special",
    "character",
]


@dataclass(frozen=True, eq=False, slots=True)
class Card(Row):
    """A card of some deck, of which there are so many copies."""

    id: str
    deck: DeckId
    copies: Small = 1


@dataclass(frozen=True, eq=False, slots=True)
class Gifted(Card):
    """What a Special Ability, or a character by nature, gives."""

    score: Bonus = 0  # in every fight
    in_strength_tests: Bonus = 0
    in_craft_tests: Bonus = 0
    against_spirits: Bonus = 0
    against_undead: Bonus = 0
    against_barriers: Bonus = 0
    against_characters: Bonus = 0
    armour_rolls: Bonus = 0
    treasure_rolls: Bonus = 0
    searches: Bonus = 0
    spell_limit: Small = 0
    pieces: Small = 0  # drawn besides the first
    weapons: Bonus = 0  # used besides the first
    trophies: Small = 0  # experience besides, for each Enemy that is beaten
    haggles: Small = 0  # what he buys is so much cheaper, though never less than 1 Gold
    light: bool = False
    meditates: bool = False
    evades_beasts: bool = False
    slips: bool = False  # may evade whatever can be evaded
    retests_traps: bool = False
    rerolls_traps: bool = False
    rerolls_rooms: bool = False
    rerolls_battles: bool = False
    thick_hide: bool = False
    second_wind: bool = False
    unbreakable: bool = False
    never_blind: bool = False
    steals: bool = False
    attacks_by_craft: bool = False
    redraws_spells: bool = False
    immune: tuple[str, ...] = ()
    on_gain: Effect | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Ability(Gifted):
    """A Special Ability card (cards part, section 5)."""


OF_FOLLOWERS: Final = frozenset(
    {
        "strength",
        "craft",
        "battle",
        "psychic",
        "light",
        "flight",
        "carries",
        "guide",
        "steed",
        "ferries",
        "fickle",
    }
)
"""What a Follower may be good for."""
OF_OBJECTS: Final[Mapping[str, Collection[str]]] = {
    "weapon": ("weapon",),
    "against_barriers": ("weapon",),
    "against_undead": ("weapon",),
    "against_dragons": ("weapon",),
    "against_characters": ("weapon",),
    "save": ("armour", "shield", "helmet"),
    "metal": ("weapon", "armour", "shield", "helmet"),
    "fragile": ("weapon", "armour", "shield", "helmet"),
    "charm": ("",),  # it is used up; arms may be enchanted, or hold a Spell
    "steed": (),
    "ferries": (),
    "fickle": (),
}
"""What only Objects of some slots may be good for; anything else every Object may."""


@dataclass(frozen=True, eq=False, slots=True)
class Thing(Card):
    """An Object, a Follower, or an instant find (cards part, sections 1, 4, 6, 7, 8)."""

    kind: Literal["object", "follower", "instant"] = "object"
    price: Small = 0
    slot: Literal["", "weapon", "armour", "shield", "helmet"] = ""
    weapon: Bonus = 0
    against_barriers: Bonus = 0  # instead of the weapon bonus
    against_undead: Bonus = 0
    against_dragons: Bonus = 0
    against_characters: Bonus = 0
    save: Small = 0  # an armour roll of so much keeps a Life
    strength: Bonus = 0
    craft: Bonus = 0
    battle: Bonus = 0
    psychic: Bonus = 0
    ward: Small = 0
    metal: bool = False
    fragile: bool = False
    magic: bool = False
    offensive: bool = False
    light: bool = False
    flight: bool = False
    rope: bool = False
    carries: bool = False
    burns: bool = False  # a light that is used up
    map: bool = False  # draw three pieces
    key: bool = False  # opens doors and barriers
    charm: bool = False  # roll again
    compass: bool = False  # finds stairs
    guide: bool = False  # one space more or less on the Land
    steed: bool = False  # two dice for a move on the Land, and the choice of one
    ferries: bool = False  # bridge and boats cost nothing
    opens_gates: bool = False  # the Iron Gate and the portals, without a roll
    decoy: Literal["", "monster", "spirit"] = ""  # given up to evade one
    second_wind: bool = False  # given up instead of the last Life
    resale: Small = 1  # what a market pays for it
    fickle: bool = False  # leaves after a lost psychic combat
    use: Effect | None = None  # in the free-action window
    is_useful: Condition | None = None
    found: Effect | None = None  # at once, and then discarded
    at_dawn: Effect | None = None  # at the start of each turn
    gift: Ability | None = None  # what it gives besides, as a Special Ability would
    worth: float = 0.0  # to a bot, besides what its numbers say; in points

    def means(self, field: str) -> bool:
        """What is found and gone has no numbers; only what is bought has a price."""
        if field == "copies":
            return True
        if self.kind != "object":
            return self.kind == "follower" and field in OF_FOLLOWERS
        if field == "price":
            return self.deck == "purchase"
        if field == "resale":
            return self.deck != "talisman"
        return field not in OF_OBJECTS or self.slot in OF_OBJECTS[field]

    def closer(self, field: str) -> Any:
        """SU-3. Two Talismans lie in the Adventure deck."""
        return Reserve if field == "copies" and self.deck == "talisman" else None


@dataclass(frozen=True, eq=False, slots=True)
class Enemy(Card):
    """An Enemy card: a monster fights with Strength, a spirit with Craft (cards part, 3 and 8)."""

    kind: Literal["monster", "spirit"] = "monster"
    value: Small = 0
    treasure: Small = 4  # the lowest Treasure roll that finds something; 7: nothing to find
    beast: bool = False
    undead: bool = False
    dragon: bool = False
    no_evade: bool = False
    best_of_2: bool = False
    casts: Casting | None = None
    on_loss: Effect | None = None
    on_win: Effect | None = None

    @property
    def flags(self) -> frozenset[str]:
        """The flags of a fight against it (F)."""
        return enemy_flags(self)


def enemy_flags(enemy: Enemy) -> frozenset[str]:
    """Name what is special in a fight against an Enemy card."""
    named = {
        "spirit": enemy.kind == "spirit",
        "beast": enemy.beast,
        "undead": enemy.undead,
        "dragon": enemy.dragon,
        "no-evade": enemy.no_evade,
        "best-of-2": enemy.best_of_2,
    }
    return frozenset([flag for flag, is_so in named.items() if is_so])


@dataclass(frozen=True, eq=False, slots=True)
class Spell(Card):
    """A Spell (cards part, section 2). What it has no field for is asked where it is used."""

    in_battle: Bonus = 0  # added to his score
    in_psychic: Bonus = 0
    evades: bool = False
    area: bool = False
    offensive: bool = False
    flight: bool = False
    counters: bool = False
    opens: bool = False  # a Wizard Locked door
    is_castable: Condition | None = None  # in his free-action window
    cast: Effect | None = None
    strikes: Effect | None = None  # what it does to the one it is cast on
    by_enemies: bool = False  # an Enemy Character can cast it (F-30)
    rerolls: bool = False  # his own die in a fight, once it has fallen
    saves: bool = False  # the Life that a lost fight would cost
    worth: float = 0.3  # to a bot, in points

    def means(self, field: str) -> bool:
        """An Enemy Character casts what strikes somebody."""
        return field != "by_enemies" or self.strikes is not None


@dataclass(frozen=True, eq=False, slots=True)
class Character(Gifted):
    """A character (cards part, section 9)."""

    strength: Small = 0
    craft: Small = 0
    alignment: Literal["good", "neutral", "evil"] = "neutral"
    start: str = ""
    spells: Small = 0
    starts_with: str = ""
    gold: Small = 1
    no_spells: bool = False
    leads: Small = 0  # in battle, 1 for each Follower, up to so many
    strength_price: Price = 7
    as_enemy_battle: Bonus = 0
    as_enemy_psychic: Bonus = 0
    as_enemy_best_of_2: bool = False
    as_enemy_robs: Small = 0

    def means(self, field: str) -> bool:
        """There is one of each; a Second Wind is spent, and a character's nature stays."""
        return field not in ("copies", "second_wind")


@dataclass(frozen=True, eq=False, slots=True)
class Happening(Card):
    """An Adventure card that is an event, a stranger or a place (cards part, section 8)."""

    kind: Literal["event", "stranger", "place"] = "event"
    happens: Effect | None = None


@dataclass(frozen=True, eq=False, slots=True)
class RoomAction:
    """What a character may do on a tile in place of moving (L-1)."""

    word: str
    act: Effect
    is_open: Condition | None = None  # None: always


Shape: TypeAlias = Literal["dead-end", "straight", "elbow", "t", "cross"]
TileKind: TypeAlias = Literal["corridor", "room", "entrance", "stairs", "secret-door"]
BARE: Final = "bare-passage"  # what is laid when the pool is empty


@dataclass(frozen=True, eq=False, slots=True)
class Tile(Row):
    """A piece of the Labyrinth: a tile, a Stairs marker or a Secret Door token (tiles part)."""

    id: str
    kind: TileKind
    shape: Shape = "cross"
    copies: Small = 1
    letter: str = ""  # of a special room
    entry: Effect | None = None
    starred: bool = False  # only for the first who encounters it
    actions: tuple[RoomAction, ...] = ()
    on_stay: Effect | None = None
    at_start: Effect | None = None  # of each later turn begun here
    prize: Effect | None = None  # what waits behind a barrier that holds him there
    asks_leave: bool = False  # room E: may be refused
    cold: Small = 0  # the Ice Cavern's
    heat: bool = False  # the Lava Cavern's: a Life at the end of each later turn
    space: str = ""  # black writing: where an Entrance Tile leads on the Land
    stair: Literal["", "causeway", "tower"] = ""  # red writing: where it leads in the Catacombs

    def means(self, field: str) -> bool:
        """Pieces of the pool are drawn; the others lie there, or are no end of (bare passages)."""
        match field:
            case "copies":
                return self.kind != "entrance" and self.id != BARE
            case "starred":
                return self.entry is not None
            case "asks_leave":
                return self.letter == "E"
        return self.is_tile

    @property
    def is_tile(self) -> bool:
        """Whether it can lie on the board."""
        return self.kind not in ("stairs", "secret-door")


@dataclass(frozen=True, eq=False, slots=True)
class Counter(Row):
    """The counter that a room trap leaves on its tile (rooms part, 3.5)."""

    id: str
    again: Effect | None = None  # for each later entrant
    magic_dead: bool = False
    gate: bool = False


Region: TypeAlias = Literal["outer", "middle", "inner"]
PORTALS: Final = ("graveyard", "ruined-keep", "chasm", "silver-mine")  # each with its Entrance Tile


@dataclass(frozen=True, eq=False, slots=True)
class Space(Row):
    """A space of the Land (land part, section 1)."""

    id: str
    region: Region
    draws: Small = 0  # bring the cards here up to so many
    entry: Effect | None = None  # what else it brings, after the cards
    entrance: bool = False  # a Labyrinth Entrance card lies here in the expedition

    def means(self, field: str) -> bool:
        """A portal leads to the Entrance Tile of its space; nobody lands on the Tower."""
        return self.id in PORTALS if field == "entrance" else self.id != "wizards-tower"


@dataclass(frozen=True, eq=False, slots=True)
class King(Row):
    """The Dragon King (land part, section 7)."""

    id: str
    value: Small  # his Strength and Craft
    in_catacombs: Small
    scales: Scales  # with one or two seats
    scales_of_many: Scales


NO_FLAGS: Final[frozenset[str]] = frozenset()
