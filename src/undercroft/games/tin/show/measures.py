"""What a study of Dungeon in a Tin measures.

knights   how knights end, and with what
seats     the same by seat
tiles     what happens on a tile, in plays in which it was laid
laid      rescues in plays in which a tile was laid, against those in which it was not
monsters  what comes of fights against a monster
cards     fights won with a card, against those without it
tokens    wins of knights who came by a token, against those who did not
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes
from undercroft.games.tin.components import FIGHT_CARDS, MAIDEN, TOKENS
from undercroft.games.tin.events import (
    CardPlayed,
    CoinsTaken,
    FightResolved,
    GameEnded,
    HeartLost,
    ItemBought,
    ItemTaken,
    KnightDied,
    KnightMoved,
    LevelledUp,
    MaidenTaken,
    MonsterAttacked,
    MonsterSlain,
    PotionDrunk,
    TilePlaced,
    TreasureFound,
)
from undercroft.games.tin.state import MOST_HEARTS, START
from undercroft.games.tin.tiles import STAIRS, TILES, Cell

CARDS: Final = frozenset([card.id for card in FIGHT_CARDS])
KINDS: Final = frozenset([token.id for token in TOKENS])
PARTS: Final = {tile.id: tile.part for tile in TILES if tile.part in ("A", "B")}


@dataclass
class Fared:
    """How a knight has fared so far."""

    cell: Cell = START
    hearts: int = MOST_HEARTS
    level: int = 1
    deepest: int = 0
    slain: int = 0
    fighting_in: str = STAIRS
    played: CardPlayed | None = None  # in the fight that goes on
    tokens: set[str] = field(default_factory=set)  # come by, since the start


@dataclass
class Room:
    """What has happened on a tile's kind so far."""

    depth: int  # where it was laid first
    visits: int = 0
    hearts: int = 0
    slain: int = 0
    treasure: int = 0
    deaths: int = 0


class Measuring:
    """A play, as far as it is measured."""

    def __init__(self, seats: int, notes: Notes) -> None:
        self.notes = notes
        self.knights = [Fared() for _ in range(seats)]
        self.rooms = {STAIRS: Room(0)}
        self.first_laid: dict[str, str] = {}  # of each part of the stack
        self.first_token: str | None = None
        self.depths = {START: 0}  # how far from the stairs, as knights have walked

    def face(self, event: MonsterAttacked) -> None:
        """A fight begins."""
        knight = self.knights[event.seat]
        knight.fighting_in = event.room.tile
        knight.played = None

    def play_card(self, event: CardPlayed) -> None:
        """A card is played in it."""
        self.knights[event.seat].played = event

    def resolve(self, event: FightResolved) -> None:
        """It is decided."""
        self.note_fight(event, self.knights[event.seat].played)

    def lose_heart(self, event: HeartLost) -> None:
        """A knight is hurt where it fights."""
        knight = self.knights[event.seat]
        knight.hearts = event.hearts
        self.rooms[knight.fighting_in].hearts += 1

    def slay(self, event: MonsterSlain) -> None:
        """A monster is dead."""
        self.knights[event.seat].slain += 1
        self.rooms[event.room.tile].slain += 1

    def find(self, event: TreasureFound) -> None:
        """A token turns up."""
        self.rooms[event.room.tile].treasure += 1
        self.first_token = self.first_token or event.token

    def move(self, event: KnightMoved) -> None:
        """Count a step, and how deep it leads."""
        knight, place, source = self.knights[event.seat], event.to_room, event.source
        knight.cell = place.x, place.y
        depth = self.depths[source.x, source.y] + 1
        depth = min(depth, self.depths.get(knight.cell, depth))
        self.depths[knight.cell] = depth
        knight.deepest = max(knight.deepest, depth)
        self.rooms[place.tile].visits += 1

    def lay(self, event: TilePlaced) -> None:
        """A tile is laid, one step beyond the knight who lays it."""
        tile = event.tile
        if tile not in self.rooms:
            self.rooms[tile] = Room(self.depths[self.knights[event.seat].cell] + 1)
        if tile in PARTS:
            self.first_laid.setdefault(PARTS[tile], tile)

    def take_item(self, event: ItemTaken | ItemBought) -> None:
        """A knight comes by an item."""
        self.knights[event.seat].tokens.add(event.item)

    def take_coins(self, event: CoinsTaken) -> None:
        """It comes by coins."""
        self.knights[event.seat].tokens.update(event.coins)

    def take_maiden(self, event: MaidenTaken) -> None:
        """She comes along."""
        self.knights[event.seat].tokens.add(MAIDEN)

    def level_up(self, event: LevelledUp) -> None:
        """A level heals."""
        self.knights[event.seat].level = event.level
        self.knights[event.seat].hearts = MOST_HEARTS

    def drink(self, event: PotionDrunk) -> None:
        """A potion heals."""
        self.knights[event.seat].hearts = MOST_HEARTS

    def die(self, event: KnightDied) -> None:
        """A knight is dead."""
        self.rooms[event.room.tile].deaths += 1

    def end(self, event: GameEnded) -> None:
        """Note how it all came out."""
        self.note_knights(event)
        self.note_tiles()
        self.note_firsts(event.rescued)

    def note_fight(self, fight: FightResolved, played: CardPlayed | None) -> None:
        """Note a fight, by the monster and by the card."""
        won = fight.outcome == "win"
        self.notes.note("monsters", fight.monster, won=won, bonus=fight.value - fight.roll)
        if played is not None:
            self.notes.note(
                "cards", played.card, bonus=played.amount, from_hand=played.source == "hand"
            )
        self.notes.among("cards", CARDS, {played.card} if played is not None else set(), won)

    def note_knights(self, ended: GameEnded) -> None:
        """Note how each knight came out."""
        for result in ended.results:
            knight, won = self.knights[result.seat], result.outcome == "win"
            for table, row in (
                ("knights", "all"),
                ("knights", result.outcome),
                ("seats", str(result.seat + 1)),
            ):
                self.notes.note(
                    table,
                    row,
                    won=won if table == "seats" else None,
                    hearts=knight.hearts,
                    level=knight.level,
                    depth=knight.deepest,
                    gold=result.score,
                    slain=knight.slain,
                    turns=ended.turns if table == "knights" else None,
                )
            self.notes.among("tokens", KINDS, knight.tokens, won)

    def note_tiles(self) -> None:
        """Note what happened on each tile."""
        for tile, room in self.rooms.items():
            self.notes.note(
                "tiles",
                tile,
                depth=room.depth,
                visits=room.visits,
                hearts=room.hearts,
                slain=room.slain,
                treasure=room.treasure,
                deaths=room.deaths,
            )

    def note_firsts(self, rescued: bool) -> None:
        """Note whether she was rescued, by what came first: that hangs on chance alone."""
        for tile, part in PARTS.items():
            if part in self.first_laid:
                self.notes.compare("first-laid", tile, self.first_laid[part] == tile, rescued)
        if self.first_token is not None:
            for token in TOKENS:
                if token.id != MAIDEN:
                    first = self.first_token == token.id
                    self.notes.compare("first-token", token.id, first, rescued)


HEARS: Final[dict[type[Event], Callable[[Measuring, Any], None]]] = {
    MonsterAttacked: Measuring.face,
    CardPlayed: Measuring.play_card,
    FightResolved: Measuring.resolve,
    HeartLost: Measuring.lose_heart,
    MonsterSlain: Measuring.slay,
    TreasureFound: Measuring.find,
    KnightMoved: Measuring.move,
    TilePlaced: Measuring.lay,
    ItemTaken: Measuring.take_item,
    ItemBought: Measuring.take_item,
    CoinsTaken: Measuring.take_coins,
    MaidenTaken: Measuring.take_maiden,
    LevelledUp: Measuring.level_up,
    PotionDrunk: Measuring.drink,
    KnightDied: Measuring.die,
    GameEnded: Measuring.end,
}
"""What is made of each event."""


def measure(events: Sequence[Event], outcome: Outcome, notes: Notes) -> None:
    """Measure a play."""
    measuring = Measuring(len(outcome.scores), notes)
    for event in events:
        hear = HEARS.get(type(event))
        if hear is not None:
            hear(measuring, event)
