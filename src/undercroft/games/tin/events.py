"""What the rules of Dungeon in a Tin tell (section 10 of the rules of record)."""

from typing import Final, Literal

import msgspec

from undercroft.core.events import Event
from undercroft.games.tin.options import TinOptions


class Place(msgspec.Struct, frozen=True, gc=False):
    """A room: its tile, and where it lies."""

    tile: str
    x: int
    y: int


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a seat came out; only winners are ranked (Z-5)."""

    seat: int
    outcome: Literal["win", "draw", "loss"]
    score: int
    rank: int | None


class TinEvent(Event, frozen=True, gc=False):
    """Every event of this game."""


class GameBegan(TinEvent, frozen=True, gc=False):
    """The table is laid."""

    players: int
    options: TinOptions


class HandDealt(TinEvent, frozen=True, gc=False):
    """A knight has its first fight cards."""

    seat: int
    cards: tuple[str, ...]


class CardsDrawn(TinEvent, frozen=True, gc=False):
    """With closed hands: a knight drew so many fight cards."""

    seat: int
    number: int


class TurnBegan(TinEvent, frozen=True, gc=False):
    """A turn began."""

    turn: int


class OrderRolled(TinEvent, frozen=True, gc=False):
    """The play order of the turn is settled."""

    rolls: tuple[tuple[int, int], ...]
    rerolls: tuple[tuple[int, int], ...]
    order: tuple[int, ...]


class LevelledUp(TinEvent, frozen=True, gc=False):
    """Ten tokens were swapped for a level."""

    seat: int
    level: int
    hearts_before: int
    where: Literal["turn-start", "fight"]


class LevelKept(TinEvent, frozen=True, gc=False):
    """The tokens were kept for later."""

    seat: int


class DeckRenewed(TinEvent, frozen=True, gc=False):
    """The fight discard became the fight deck."""

    cards: int


class HandRefreshed(TinEvent, frozen=True, gc=False):
    """A knight drew fight cards."""

    seat: int
    cards: tuple[str, ...]


class CoinsTaken(TinEvent, frozen=True, gc=False):
    """Coins were picked up."""

    seat: int
    room: Place
    coins: tuple[str, ...]
    gold_now: int


class ItemTaken(TinEvent, frozen=True, gc=False):
    """A special item was picked up."""

    seat: int
    room: Place
    item: str


class MaidenTaken(TinEvent, frozen=True, gc=False):
    """The maiden goes with a knight."""

    seat: int
    room: Place


class ItemDropped(TinEvent, frozen=True, gc=False):
    """An item was put down."""

    seat: int
    room: Place
    item: str


class ItemBought(TinEvent, frozen=True, gc=False):
    """An item was bought; sum, coins and excess are those of the step so far (B-5)."""

    seat: int
    item: str
    price: int
    sum: int
    coins_paid: tuple[str, ...]
    overpaid: int
    source: Literal["discard", "pool"] = msgspec.field(name="from")


class PotionDrunk(TinEvent, frozen=True, gc=False):
    """A potion was drunk."""

    seat: int
    hearts_before: int


class LockOpened(TinEvent, frozen=True, gc=False):
    """A key opened a lock."""

    seat: int
    room: Place
    side: str


class RopeLaid(TinEvent, frozen=True, gc=False):
    """A Chasm was bridged."""

    seat: int
    room: Place


class MoveDeclared(TinEvent, frozen=True, gc=False):
    """A knight among several said what it will do."""

    seat: int
    choice: str
    fleeing: bool


class TileRevealed(TinEvent, frozen=True, gc=False):
    """A tile was looked at that nobody had known."""

    seat: int
    tile: str
    fits: bool


class TileSkipped(TinEvent, frozen=True, gc=False):
    """A tile was passed over."""

    tile: str
    reason: Literal["seal", "turn"]


class TilePlaced(TinEvent, frozen=True, gc=False):
    """A tile was laid."""

    seat: int
    tile: str
    cell: tuple[int, int]
    rotation: int
    heading: str
    last_turn: Literal["left", "right"] | None
    locks: tuple[str, ...]
    tiles_left: int


class ExitBlocked(TinEvent, frozen=True, gc=False):
    """Nothing could be laid beyond an exit."""

    room: Place
    side: str


class MoveFailed(TinEvent, frozen=True, gc=False):
    """A knight could not go where it meant to."""

    seat: int
    room: Place
    side: str
    reason: Literal["lock", "wall", "blocked"]


class KnightMoved(TinEvent, frozen=True, gc=False):
    """A knight went to another room."""

    seat: int
    source: Place = msgspec.field(name="from")
    to_room: Place = msgspec.field(name="to-room")
    side: str
    fleeing: bool
    first_entry: bool


class KnightLeft(TinEvent, frozen=True, gc=False):
    """A knight left by the stairs."""

    seat: int
    gold: int
    rescued: bool


class MaidenRescued(TinEvent, frozen=True, gc=False):
    """The maiden is at the stairs."""

    seat: int
    turn: int


class DieRecalled(TinEvent, frozen=True, gc=False):
    """A monster was taken from one room to fill another."""

    from_room: Place
    to_room: Place
    colour: str


class MonstersAppeared(TinEvent, frozen=True, gc=False):
    """Monsters came to a room that was entered; some may be missing for want of dice."""

    room: Place
    monsters: tuple[str, ...]
    first_entry: bool
    missing: int


class TreasureFound(TinEvent, frozen=True, gc=False):
    """A token lies on the floor."""

    room: Place
    token: str
    source: Literal["chest", "monster"]


class ChestEmpty(TinEvent, frozen=True, gc=False):
    """The treasure pool had nothing left to find."""

    room: Place
    source: Literal["chest", "monster"]


class MaidenFound(TinEvent, frozen=True, gc=False):
    """The maiden's cell was entered."""

    room: Place


class CombatBegan(TinEvent, frozen=True, gc=False):
    """Knights and monsters fight in a room."""

    room: Place
    seats: tuple[int, ...]
    monsters: tuple[str, ...]


class MonsterAttacked(TinEvent, frozen=True, gc=False):
    """A monster strikes at a knight."""

    seat: int
    room: Place
    monster: str
    number: int
    attack: str


class CardPlayed(TinEvent, frozen=True, gc=False):
    """A fight card answers the attack."""

    seat: int
    card: str
    source: Literal["hand", "deck"] = msgspec.field(name="from")
    amount: int


class BombUsed(TinEvent, frozen=True, gc=False):
    """A bomb was added."""

    seat: int


class Modifiers(msgspec.Struct, frozen=True, gc=False):
    """What was added to a fight's roll."""

    card: int
    bomb: int
    horns: int
    maiden: int


class FightResolved(TinEvent, frozen=True, gc=False):
    """The die has decided a fight."""

    seat: int
    monster: str
    number: int
    attack: str
    roll: int
    modifiers: Modifiers
    value: int
    outcome: Literal["win", "loss"]
    reason: Literal["fumble", "perfect", "value"]


class HeartLost(TinEvent, frozen=True, gc=False):
    """A knight was wounded."""

    seat: int
    hearts: int


class MonsterSlain(TinEvent, frozen=True, gc=False):
    """A monster was killed."""

    seat: int
    room: Place
    monster: str
    number: int


class ExperienceGained(TinEvent, frozen=True, gc=False):
    """A knight took an experience token."""

    seat: int
    total: int


class KnightDied(TinEvent, frozen=True, gc=False):
    """A knight was killed."""

    seat: int
    room: Place
    items_fallen: tuple[str, ...]
    coins_lost: tuple[str, ...]
    killer: str


class CombatEnded(TinEvent, frozen=True, gc=False):
    """Everybody in the room has fought."""

    room: Place
    monsters_left: tuple[str, ...]


class TurnEnded(TinEvent, frozen=True, gc=False):
    """A turn is over."""

    turn: int


class TimeRanOut(TinEvent, frozen=True, gc=False):
    """The turn limit has come."""

    seats_lost: tuple[int, ...]
    seats_out: tuple[int, ...]


class GameEnded(TinEvent, frozen=True, gc=False):
    """Nobody is left below."""

    results: tuple[Result, ...]
    rescued: bool
    turns: int


EVENTS: Final[tuple[type[Event], ...]] = tuple(TinEvent.__subclasses__())
