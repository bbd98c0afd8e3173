"""Dungeons in the middle of things, driven by scripts in the notation of the journal."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tests.games import record
from tests.games.record import part_of, rules
from undercroft.core.events import Event
from undercroft.core.game import GameOver, Outcome, Row
from undercroft.core.questions import Question
from undercroft.core.records.journal import match, read_answers
from undercroft.games.tin import GAME
from undercroft.games.tin.components import Card, Monster, Token
from undercroft.games.tin.rules.placing import turning
from undercroft.games.tin.rules.turns import lay, setup, turn
from undercroft.games.tin.state import Dungeon, Knight, Room
from undercroft.games.tin.tiles import STEP, Side, Tile, rotated

RULES_OF_RECORD = rules("tin")


def section(title: str) -> str:
    """Give a section of the rules of record, by its number or title."""
    return part_of(RULES_OF_RECORD, title)


def rows_of(text: str) -> list[list[str]]:
    """Read the cells of every table row in a text, headings and backticks left out."""
    return [[cell.strip("`") for cell in row] for row in record.rows_of(text)]


# -- a dungeon in the middle ----------------------------------------------------------------------


def a_dungeon(
    *tiles: dict[str, Any],
    knight: dict[str, Any] | None = None,
    knights: Sequence[dict[str, Any]] = (),
    turn: int = 5,
    options: Mapping[str, object] | None = None,
    **start: Any,
) -> "Sitting":
    """Begin in the middle: what is not given is at its default, as in section 9.

    A lone knight has two cards in hand, so that its turn begins with no draw.
    """
    if not knights:
        knights = [{"hand": "parry-1 parry-2", **(knight or {})}]
    start |= {"turn": turn, "tiles": tiles, "knights": knights}
    return Sitting(begin(len(knights), start, options or {}))


def a_room(id: str, at: str, parent: str, rot: int = 0, **more: Any) -> dict[str, Any]:
    """Describe a placed tile: `a_room("a-bend", "0,2", "0,1", monsters="red:horns")`."""
    return {"id": id, "at": cell(at), "rot": rot, "parent": cell(parent), **more}


def in_gallery(monsters: str = "", floor: str = "", **knight: Any) -> "Sitting":
    """Begin with a lone knight in the room next to the stairs."""
    room = a_room("a-gallery", "0,1", "0,0", monsters=monsters, floor=floor)
    return a_dungeon(room, knight={"at": "0,1", "entry": "S", **knight})


def at_stairs(**knight: Any) -> "Sitting":
    """Begin with a lone knight back at the stairs."""
    room = a_room("a-gallery", "0,1", "0,0")
    return a_dungeon(room, knight={"entry": "N", **knight})


def cell(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def words(given: Any) -> list[str]:
    return given.split() if isinstance(given, str) else [str(item) for item in given]


def begin(players: int, start: Mapping[str, Any], given: Mapping[str, object]) -> Dungeon:
    """Lay a table as a scenario's `start` says."""
    bare = {"difficulty": "hard"} if players == 1 else {}  # nothing carried
    options, seats = GAME.read_options({**bare, **given}, players)
    dungeon = lay(options, GAME.rows, seats)
    dungeon.turn = start["turn"]
    for tile in start.get("tiles", ()):
        add_room(dungeon, tile)
    arrange_stack(dungeon, start.get("stack", {}))
    for knight, told in zip(dungeon.knights, start.get("knights", ()), strict=False):
        arrange_knight(dungeon, knight, told)
    for id in words(start.get("fight-discard", start.get("fight_discard", ()))):
        dungeon.fight_discard.append(taken(dungeon.fight_cards.fog, id))
    for id in words(start.get("treasure-discard", start.get("treasure_discard", ()))):
        dungeon.treasure_discard.append(taken(dungeon.treasure.fog, id))
    dungeon.rescued = start.get("rescued", False)
    return dungeon


def taken(rows: list[Any], id: str) -> Any:
    row = next(row for row in rows if row.id == id)
    rows.remove(row)
    return row


def add_room(dungeon: Dungeon, told: Mapping[str, Any]) -> None:
    parent = dungeon.rooms[tuple(told["parent"])]
    x, y = told["at"]
    step = (x - parent.cell[0], y - parent.cell[1])
    heading: Side = next(side for side, by in STEP.items() if by == step)
    tile = next(
        tile
        for tile in (*dungeon.stack.a, *dungeon.stack.b, *dungeon.stack.last)
        if tile.id == told["id"]
    )
    for pile in (dungeon.stack.a.fog, dungeon.stack.b.fog, dungeon.stack.last):
        if tile in pile:
            pile.remove(tile)
            break
    room = Room(
        tile,
        (x, y),
        told["rot"],
        len(dungeon.rooms),
        heading,
        turning(parent, heading),
        rotated(tile.exits, told["rot"]),
        [side for side in rotated(tile.locks, told["rot"]) if side not in told.get("unlocked", "")],
        entered=told.get("entered", True),
        bridged=told.get("bridged", False),
    )
    room.blocked += told.get("blocked", ())
    for id in words(told.get("monsters", ())):
        monster = GAME.rows[id]
        assert isinstance(monster, Monster)
        dungeon.supply[monster.colour] -= 1
        room.monsters.append(monster)
    for id in words(told.get("floor", ())):
        token = dungeon.kit.maiden if id == "maiden" else taken(dungeon.treasure.fog, id)
        room.floor.append(token)
    if room.bridged:
        taken(dungeon.treasure.fog, "rope")
    dungeon.rooms[room.cell] = room


def arrange_stack(dungeon: Dungeon, told: Mapping[str, Any]) -> None:
    stack = dungeon.stack
    for id in words(told.get("skipped", ())):
        pile = stack.a.fog if any(tile.id == id for tile in stack.a) else stack.b.fog
        stack.skipped.append(taken(pile, id))
    for name, fog in (("A", stack.a), ("B", stack.b)):
        if name in told:
            fog.fog = [tile_of(id) for id in words(told[name])]
    if not told.get("maiden", True):
        stack.last = []


def tile_of(id: str) -> Tile:
    tile = GAME.rows[id]
    assert isinstance(tile, Tile)
    return tile


def arrange_knight(dungeon: Dungeon, knight: Knight, told: Mapping[str, Any]) -> None:
    at = told.get("at", (0, 0))
    x, y = cell(at) if isinstance(at, str) else at
    knight.cell = (x, y)
    knight.entry = told.get("entry")
    knight.hearts = told.get("hearts", 5)
    knight.level = told.get("level", 1)
    knight.experience = told.get("xp", 0)
    if "left" in told:
        knight.status = "left-before" if told["left"] == "before" else "left-after"
    if "dead" in told:
        knight.status = "dead"
    for id in words(told.get("hand", ())):
        knight.hand.append(taken(dungeon.fight_cards.fog, id))
        knight.drawn_in.append(dungeon.decks)
    for id in words(told.get("items", ())):
        knight.items.append(
            dungeon.kit.maiden if id == "maiden" else taken(dungeon.treasure.fog, id)
        )
    for value in words(told.get("coins", ())):
        knight.coins.append(taken(dungeon.treasure.fog, f"coin-{value}"))


# -- playing it -----------------------------------------------------------------------------------


class Sitting:
    """A table that is played by scripts, turn after turn, from a state of our making."""

    def __init__(self, dungeon: Dungeon, *, from_setup: bool = False) -> None:
        self.dungeon = dungeon
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.question: Question[Any] | None = None
        dungeon.attend(self.events)
        self._rules = setup(dungeon) if from_setup else turn(dungeon)
        self._send(None)

    def _send(self, answer: Any) -> None:
        while True:
            try:
                self.question = self._rules.send(answer)
                return
            except StopIteration:
                self._rules, answer = turn(self.dungeon), None
            except GameOver as over:
                self.question, self.outcome = None, over.outcome
                return

    def play(self, script: str) -> "Sitting":
        """Answer line by line; each must be what is asked. `; ` parts lines, too."""
        lines = [line.strip() for line in re.split(r"\n|; ", script)]
        for entry in read_answers(lines):
            self._send(match(self.question, entry))
        return self

    @property
    def next(self) -> str:
        """The open question: `P1 move`, `roll fight`, `over`."""
        return self.question.label if self.question else "over"

    @property
    def options(self) -> str:
        """The open decision's options, in their order."""
        assert self.question is not None
        return " ".join(map(str, self.question.choices))

    @property
    def asked(self) -> str:
        """The open question and its options: `P1 move: stay go:N`."""
        return f"{self.next}: {self.options}"

    def told(self, *kinds: str) -> list[str]:
        """Give the events of some kinds, or all, written in a line each."""
        return [written(event) for event in self.events if not kinds or event.id in kinds]

    @property
    def knight(self) -> Knight:
        """The first seat's knight."""
        return self.dungeon.knights[0]

    def room(self, at: str) -> Room:
        x, y = cell(at)
        return self.dungeon.rooms[x, y]

    def count(self, id: str) -> int:
        """How many tokens of a kind lie in the pool."""
        return sum(token.id == id for token in self.dungeon.treasure)


def a_game(players: int = 1, **options: object) -> Sitting:
    """Begin a game from its setup."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settled, seats = GAME.read_options(given, players)
    return Sitting(lay(settled, GAME.rows, seats), from_setup=True)


def ids(rows: Iterable[Row]) -> str:
    """Name components, in their order."""
    return " ".join(row.id for row in rows)


def sorted_ids(rows: Iterable[Row]) -> str:
    """Name components, in any order."""
    return " ".join(sorted(row.id for row in rows))


def written(event: Event) -> str:
    """Write an event as `item-taken 0 stairs@0,0 potion`: its fields but the audience."""
    values = msgspec.structs.asdict(event)
    return " ".join([event.id, *(_detail(v) for name, v in values.items() if name != "to")])


def _detail(value: object) -> str:
    match value:
        case tuple():
            return "+".join(map(_detail, value)) or "-"
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
        case msgspec.Struct():
            return "/".join(_detail(part) for part in msgspec.structs.astuple(value))
        case _:
            return str(value)


def card(id: str) -> Card:
    row = GAME.rows[id]
    assert isinstance(row, Card)
    return row


def token(id: str) -> Token:
    row = GAME.rows[id]
    assert isinstance(row, Token)
    return row
