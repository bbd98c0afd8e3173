"""What a study of Dungeon in a Tin measures.

knights   how knights end, and with what
seats     the same by seat
tiles     what happens on a tile, in plays in which it was laid
laid      rescues in plays in which a tile was laid, against those in which it was not
monsters  what comes of fights against a monster
cards     fights won with a card, against those without it
tokens    wins of knights who came by a token, against those who did not
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Sheet
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

CARDS: Final = tuple([card.id for card in FIGHT_CARDS])
KINDS: Final = tuple([token.id for token in TOKENS])
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

    def __init__(self, seats: int, sheet: Sheet) -> None:
        self.sheet = sheet
        self.knights = [Fared() for _ in range(seats)]
        self.rooms = {STAIRS: Room(0)}
        self.first_laid: dict[str, str] = {}  # of each part of the stack
        self.first_token: str | None = None
        self.depths = {START: 0}  # how far from the stairs, as knights have walked

    def hear(self, event: Event) -> None:
        """Remember what an event says, or note it."""
        match event:
            case MonsterAttacked(seat=seat, room=place):
                self.knights[seat].fighting_in = place.tile
                self.knights[seat].played = None
            case CardPlayed(seat=seat):
                self.knights[seat].played = event
            case FightResolved(seat=seat):
                self.note_fight(event, self.knights[seat].played)
            case HeartLost(seat=seat, hearts=hearts):
                self.knights[seat].hearts = hearts
                self.rooms[self.knights[seat].fighting_in].hearts += 1
            case MonsterSlain(seat=seat, room=place):
                self.knights[seat].slain += 1
                self.rooms[place.tile].slain += 1
            case TreasureFound(room=place, token=token):
                self.rooms[place.tile].treasure += 1
                self.first_token = self.first_token or token
            case KnightMoved():
                self.move(event)
            case TilePlaced(seat=seat, tile=tile):
                self.rooms.setdefault(tile, Room(self.depths[self.knights[seat].cell] + 1))
                if tile in PARTS:
                    self.first_laid.setdefault(PARTS[tile], tile)
            case ItemTaken(seat=seat, item=item) | ItemBought(seat=seat, item=item):
                self.knights[seat].tokens.add(item)
            case CoinsTaken(seat=seat, coins=coins):
                self.knights[seat].tokens.update(coins)
            case MaidenTaken(seat=seat):
                self.knights[seat].tokens.add(MAIDEN)
            case LevelledUp(seat=seat, level=level):
                self.knights[seat].level = level
                self.knights[seat].hearts = MOST_HEARTS
            case PotionDrunk(seat=seat):
                self.knights[seat].hearts = MOST_HEARTS
            case KnightDied(room=place):
                self.rooms[place.tile].deaths += 1
            case GameEnded():
                self.note_knights(event)
                self.note_tiles()
                self.note_firsts(event.rescued)

    def move(self, event: KnightMoved) -> None:
        """Count a step, and how deep it leads."""
        knight, place = self.knights[event.seat], event.to_room
        knight.cell = place.x, place.y
        depth = self.depths[event.source.x, event.source.y] + 1
        depth = min(depth, self.depths.get(knight.cell, depth))
        self.depths[knight.cell] = depth
        knight.deepest = max(knight.deepest, depth)
        self.rooms[place.tile].visits += 1

    def note_fight(self, fight: FightResolved, played: CardPlayed | None) -> None:
        """Note a fight, by the monster and by the card."""
        won = fight.outcome == "win"
        self.sheet.note("monsters", fight.monster, won=won, bonus=fight.value - fight.roll)
        if played is not None:
            self.sheet.note(
                "cards", played.card, bonus=played.amount, from_hand=played.source == "hand"
            )
        self.sheet.among("cards", CARDS, {played.card} if played is not None else set(), won)

    def note_knights(self, ended: GameEnded) -> None:
        """Note how each knight came out."""
        for result in ended.results:
            knight, won = self.knights[result.seat], result.outcome == "win"
            for table, row in (
                ("knights", "all"),
                ("knights", result.outcome),
                ("seats", str(result.seat + 1)),
            ):
                self.sheet.note(
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
            self.sheet.among("tokens", KINDS, knight.tokens, won)

    def note_tiles(self) -> None:
        """Note what happened on each tile."""
        for tile, room in self.rooms.items():
            self.sheet.note(
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
                self.sheet.compare("first-laid", tile, self.first_laid[part] == tile, rescued)
        if self.first_token is not None:
            for token in TOKENS:
                if token.id != MAIDEN:
                    first = self.first_token == token.id
                    self.sheet.compare("first-token", token.id, first, rescued)


def measure(events: Sequence[Event], outcome: Outcome, sheet: Sheet) -> None:
    """Measure a play."""
    measuring = Measuring(len(outcome.scores), sheet)
    for event in events:
        measuring.hear(event)
