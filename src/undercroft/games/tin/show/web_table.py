"""The table in parts, for `templates/table.html`: what each part shows, taken from a view.

A part is drawn by the macro of its name, from these values alone: equal values, equal drawing.
`places` are the ids, drawn in that part, that an option may be laid on. `recent` adds the parts
that a view does not tell: the dice of the last fight, and the ways that are being asked for.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.events import Event
from undercroft.core.game import Rows, WebTable
from undercroft.core.questions import Question
from undercroft.games.tin import events as told_of
from undercroft.games.tin.components import BOMB, ITEMS, MAIDEN, TOKENS, in_order
from undercroft.games.tin.rules.combat import ENOUGH, FUMBLE, PERFECT
from undercroft.games.tin.show.odds import fixed
from undercroft.games.tin.state import SLOTS, START
from undercroft.games.tin.tiles import OPPOSITE, SIDES, STEP, Cell, Side, Tile, beyond, rotated
from undercroft.games.tin.view import KnightView, RoomView, TinView, looker

BEATS: Final[frozenset[type[Event]]] = frozenset(
    {
        told_of.HandDealt,
        told_of.HandRefreshed,
        told_of.CoinsTaken,
        told_of.ItemTaken,
        told_of.MaidenTaken,
        told_of.ItemDropped,
        told_of.ItemBought,
        told_of.PotionDrunk,
        told_of.LevelledUp,
        told_of.LockOpened,
        told_of.RopeLaid,
        told_of.TilePlaced,
        told_of.ExitBlocked,
        told_of.KnightMoved,
        told_of.KnightLeft,
        told_of.MonstersAppeared,
        told_of.TreasureFound,
        told_of.MaidenFound,
        told_of.MonsterAttacked,
        told_of.CardPlayed,
        told_of.BombUsed,
        told_of.FightResolved,
        told_of.MonsterSlain,
        told_of.HeartLost,
        told_of.KnightDied,
    }
)
"""The events at which there is something to see; a table shows them one after the other."""

SOUNDS: Final[Mapping[type[Event], str]] = {
    told_of.CardPlayed: "card",
    told_of.TilePlaced: "card",
    told_of.FightResolved: "die",
    told_of.HeartLost: "blow",
    told_of.CoinsTaken: "gain",
    told_of.ItemTaken: "gain",
    told_of.KnightDied: "death",
}
"""What is heard of what happens, where somebody wants to hear it."""

TARGETS: Final[Mapping[str, str]] = {
    "go": "go-{}",
    "unlock": "unlock-{}",
    "stay": "stay",
    "leave": "leave",
    "rot": "rot-{}",
    "monster": "monster-{}",
    "play": "card-{}",
    "draw": "deck",
    "take-coins": "coins",
    "take": "floor-{}",
    "drop": "item-{}",
    "buy": "buy-{}",
    "drink": "item-potion",
    "bomb": "item-bomb",
    "level-up": "level",
}
"""Where an option lies on the table, by its word; the rest is for what the option carries."""

MOVES: Final = ("stay", "leave", *[f"{word}-{side}" for word in ("go", "unlock") for side in SIDES])
ROTATIONS: Final = tuple(f"rot-{rotation}" for rotation in (0, 90, 180, 270))
ON_FLOOR: Final = ("coins", *[f"floor-{token.id}" for token in TOKENS])
TILE: Final = 200  # how wide one is drawn
EDGE: Final = 30  # around the dungeon: the dark beyond an exit
MOST_MONSTERS: Final = 12
A_ROW: Final = 4  # of dice, in a room

Parts = dict[str, dict[str, Any]]


class Exit(NamedTuple):
    """An exit as it is drawn: `open` to another room, `unexplored`, `walled` or `blocked`."""

    side: Side
    kind: str
    door: str  # `locked`, `opened`, or nothing


class Ground(NamedTuple):
    """A room without what moves about in it."""

    tile: str
    x: int
    y: int
    rotation: int
    exits: tuple[Exit, ...]
    white: int
    red: int
    chests: int
    entered: bool
    chasm: bool
    bridged: bool


class Piece(NamedTuple):
    """Something that lies in a room: what, where on the map, how large, and where an option may."""

    name: str
    id: str
    x: float
    y: float
    size: float
    place: str
    mark: str
    many: int = 1


class Fighting(NamedTuple):
    """A card in hand: what it adds against the attack, and from which roll on it hits."""

    id: str
    amount: int | None
    needs: int | None


def parts(rows: Rows, view: TinView) -> Parts:
    """Lay out the table of the seat that looks."""
    me = looker(view)
    cells = {room.cell: room for room in view.rooms}
    alone = len(view.knights) == 1
    return {
        "bar": {
            "turn": view.turn,
            "cap": view.turn_cap,
            "rescued": view.rescued,
            "stack": view.stack,
            "seats": len(view.knights),
            "order": view.order,
        },
        "rooms": {"rooms": tuple([ground(rows[room.tile], room, cells) for room in view.rooms])},
        "pieces": {
            "pieces": tuple([piece for room in view.rooms for piece in pieces_in(room, view, me)]),
            "fighting": view.combat is not None and view.combat.fight is not None,
            "places": (*ON_FLOOR, *[f"monster-{n}" for n in range(1, MOST_MONSTERS + 1)]),
        },
        "knight": {
            "me": me,
            "slots": SLOTS,
            "alone": alone,
            "places": (*[f"item-{item}" for item in ITEMS], "level"),
        },
        "others": {"others": tuple([k for k in view.knights if k is not me])},
        "hand": {
            "cards": hand(rows, view, me),
            "attack": attack_on(view, me),
            "closed": me.cards if me.hand is None else 0,
            "size": me.level + 1,
            "deck": view.fight_cards,
            "discard": len(view.fight_discard),
            "top": view.fight_discard[-1:],
            "places": ("deck", *[f"card-{id}" for id in me.hand or ()]),
        },
        "shop": {
            "goods": goods(rows, view) if me.status == "active" and me.cell == START else (),
            "gold": me.gold,
            "places": tuple([f"buy-{id}" for id in ITEMS]),
        },
    }


# -- the map --------------------------------------------------------------------------------------


def corner(cell: Cell) -> tuple[int, int]:
    """Give the upper left corner of a cell as it is drawn: north is up."""
    return cell[0] * TILE, -cell[1] * TILE


def ground(tile: Tile, room: RoomView, cells: Mapping[Cell, RoomView]) -> Ground:
    """Draw a room's tile, doors and all."""
    doors = rotated(tile.locks, room.rotation)
    exits = tuple(
        [
            Exit(
                side,
                exit_kind(room, side, cells),
                "" if side not in doors else "locked" if side in room.locks else "opened",
            )
            for side in room.exits
        ]
    )
    return Ground(
        room.tile,
        *corner(room.cell),
        room.rotation,
        exits,
        tile.white,
        tile.red,
        tile.chests,
        room.entered,
        tile.chasm,
        room.bridged,
    )


def exit_kind(room: RoomView, side: Side, cells: Mapping[Cell, RoomView]) -> str:
    """Say what an exit leads to (3.3)."""
    facing = cells.get(beyond(room.cell, side))
    if facing is None:
        return "blocked" if side in room.blocked else "unexplored"
    return "open" if OPPOSITE[side] in facing.exits else "walled"


def pieces_in(room: RoomView, view: TinView, me: KnightView) -> Iterator[Piece]:
    """Lay out what is in a room: dice above, pawns amid, tokens below."""
    per_row = len(room.monsters) if len(room.monsters) <= A_ROW else -(-len(room.monsters) // 2)
    yield from dice_in(room, view, per_row)
    yield from pawns_in(room, view, me, 82 if per_row == len(room.monsters) else 110)
    yield from tokens_in(room, view, me)


def dice_in(room: RoomView, view: TinView, per_row: int) -> Iterator[Piece]:
    """Lay out the monsters, by the numbers that they have in a combat (X-1)."""
    x, y = corner(room.cell)
    combat = view.combat if view.combat and view.combat.cell == room.cell else None
    fight = combat.fight if combat else None
    numbers = [n for n, foe in enumerate(combat.monsters, 1) if foe] if combat else []
    for n, monster in enumerate(room.monsters):
        number = numbers[n] if n < len(numbers) else n + 1
        row, column = divmod(n, per_row)
        in_row = min(per_row, len(room.monsters) - row * per_row)
        yield Piece(
            f"{room.cell[0]}_{room.cell[1]}-m{number}",
            monster,
            x + 100 - in_row * 20 + column * 40,
            y + 34 + row * 40,
            39,
            f"monster-{number}" if combat else "",
            "foe" if fight and fight.number == number else "",
        )


def pawns_in(room: RoomView, view: TinView, me: KnightView, low: int) -> Iterator[Piece]:
    """Lay out the knights who are there, alive or not, and the maiden beside her escort."""
    x, y = corner(room.cell)
    knights = [k for k in view.knights if k.cell == room.cell and k.status in ("active", "dead")]
    wide = min(32.0, 132 / (len(knights) or 1))
    for n, knight in enumerate(knights):
        left = x + 83 + wide * (n - (len(knights) - 1) / 2)
        if knight.status == "dead":
            yield Piece(f"k{knight.seat}", "grave", left, y + low, 34, "", "dead")
        else:
            mark = "me" if knight is me else "knight"
            yield Piece(f"k{knight.seat}", f"pawn-{knight.seat + 1}", left, y + low, 34, "", mark)
        if MAIDEN in knight.items:
            yield Piece(MAIDEN, MAIDEN, left + 27, y + low + 30, 24, "", "with")


def tokens_in(room: RoomView, view: TinView, me: KnightView) -> Iterator[Piece]:
    """Lay out what lies on the floor, one of each kind with their number."""
    x, y = corner(room.cell)
    kinds = Counter(room.floor)
    step = min(31.0, 116 / (len(kinds) or 1))
    here = room.cell == me.cell
    alone = sum([k.cell == me.cell and k.status == "active" for k in view.knights]) == 1
    for n, (token, count) in enumerate(kinds.items()):
        place = "coins" if alone and token.startswith("coin") else f"floor-{token}"
        yield Piece(
            f"{room.cell[0]}_{room.cell[1]}-{token}",
            token,
            x + 86 + step * (n - (len(kinds) - 1) / 2),
            y + 140,
            28,
            place if here else "",
            "token",
            count,
        )


# -- cards and goods ------------------------------------------------------------------------------


def attack_on(view: TinView, me: KnightView) -> str | None:
    """Name the attack that a knight has to answer now."""
    fight = view.combat.fight if view.combat else None
    return fight.attack if fight and fight.seat == me.seat and not fight.card else None


def hand(rows: Rows, view: TinView, me: KnightView) -> tuple[Fighting, ...]:
    """Say of each card what it is worth against the present attack, horns and maiden counted."""
    attack = attack_on(view, me)
    fight = view.combat.fight if view.combat else None
    cards = []
    for id in in_order(me.hand or ()):
        amount = needs = None
        if fight and fight.attack and attack:
            amount = rows[id].against(fight.attack)
            needs = needed(amount + fixed(rows, me, rows[fight.monster]))
        cards.append(Fighting(id, amount, needs))
    return tuple(cards)


def needed(added: int) -> int:
    """Give the least roll that hits (X-4.7)."""
    return max(FUMBLE + 1, min(PERFECT, ENOUGH - added))


def goods(rows: Rows, view: TinView) -> tuple[tuple[str, int, int], ...]:
    """List what is sold at the stairs: the price, and how many are left."""
    left = (*view.treasure, *view.treasure_discard)
    return tuple([(id, rows[id].price, left.count(id)) for id in ITEMS if rows[id].price])


# -- what has just happened, and what is asked ----------------------------------------------------


class Bout(NamedTuple):
    """The last fight, as far as it has come. `number` tells it from the one before."""

    number: int
    attacked: told_of.MonsterAttacked
    played: told_of.CardPlayed | None
    bomb: bool
    resolved: told_of.FightResolved | None
    effects: tuple[tuple[str, int], ...] = ()  # what came of it, how much


def recent(
    rows: Rows, view: TinView, question: Question[Any] | None, told: Sequence[Event]
) -> Parts:
    """Show the last fight's dice, and the ways to move or to lay a tile."""
    me = looker(view)
    bout = last_bout(told)
    fight = view.combat.fight if view.combat else None
    asked = question.id if question else ""
    over = bool(told) and isinstance(told[-1], told_of.GameEnded)
    laying: tuple[Any, ...] = ()
    x, y = corner(me.cell)
    if asked == "place" and question is not None:
        about = question.about  # type: ignore[attr-defined]  # a place question is a decision
        ways = tuple([(way.rotation, way.exits, way.locks) for way in question.choices])
        x, y = corner(about["cell"])
        laying = (about["tile"].id, x, y, about["heading"], ways)
        x, y = x + STEP[about["heading"]][0] * 70, y - STEP[about["heading"]][1] * 70
    so_far = None
    if fight and bout and not bout.resolved:
        so_far = fixed(rows, view.knights[fight.seat], rows[fight.monster])
        so_far += bout.played.amount if bout.played else 0
        so_far += rows[BOMB].bonus if fight.bomb else 0
    return {
        "ways": {
            "at": corner(me.cell),
            "middle": (x + TILE // 2, y + TILE // 2),
            "bounds": bounds(view, laying),
            "whole": over,
            "asked": asked,
            "laying": laying,
            "places": MOVES + ROTATIONS,
        },
        "strike": {
            "number": bout.number if bout else 0,
            "attacked": bout.attacked if bout else None,
            "alone": len(view.knights) == 1,
        },
        "answer": {
            "played": bout.played if bout else None,
            "bomb": bout.bomb if bout else False,
        },
        "roll": {
            "number": bout.number if bout else 0,
            "resolved": bout.resolved if bout else None,
            "effects": bout.effects if bout else (),
            "streak": streak(told, me.seat) if bout and bout.resolved else 0,
            "so_far": so_far,
            "needs": needed(so_far) if so_far is not None else None,
            "enough": ENOUGH,
        },
    }


def last_bout(told: Sequence[Event]) -> Bout | None:
    """Find the last fight: it stays until the next, with what came of it in its own turn."""
    played = resolved = None
    bomb, effects = False, list[tuple[str, int]]()
    for number in range(len(told) - 1, -1, -1):
        match told[number]:
            case told_of.FightResolved() as event:
                resolved = event
            case told_of.CardPlayed() as event:
                played = event
            case told_of.BombUsed():
                bomb = True
            case told_of.MonsterAttacked() as event:
                return Bout(number, event, played, bomb, resolved, tuple(effects))
            case told_of.HeartLost(hearts=hearts):
                effects.insert(0, ("heart", hearts))
            case told_of.MonsterSlain():
                effects.insert(0, ("slain", 1))
            case told_of.ExperienceGained(total=total):
                effects.insert(0, ("experience", total))
            case told_of.KnightDied():
                effects.insert(0, ("dead", 0))
            case told_of.TurnBegan():
                effects.clear()
    return None


def streak(told: Sequence[Event], seat: int) -> int:
    """Count a seat's hits in a row, up to the last fight: none if that was another's."""
    hits = 0
    for event in reversed(told):
        match event:
            case told_of.FightResolved(seat=fighter, outcome=outcome):
                if fighter == seat and outcome == "win":
                    hits += 1
                elif fighter == seat or not hits:
                    break
    return hits


def bounds(view: TinView, laying: tuple[Any, ...]) -> tuple[int, int, int, int]:
    """Give the least rectangle that holds the dungeon and what lies beyond its exits."""
    corners = [corner(room.cell) for room in view.rooms]
    left, right = min([x for x, _ in corners]), max([x for x, _ in corners]) + TILE
    top, bottom = min([y for _, y in corners]), max([y for _, y in corners]) + TILE
    if laying:
        _, x, y, _, _ = laying
        left, right = min(left, x - TILE), max(right, x + 2 * TILE)
        top, bottom = min(top, y - 150), max(bottom, y + TILE + 150)
    return left - EDGE, top - EDGE, right - left + 2 * EDGE, bottom - top + 2 * EDGE


WEB_TABLE: Final = WebTable(
    parts=parts,
    recent=recent,
    beats=BEATS,
    sounds=SOUNDS,
    targets=TARGETS,
    cover="cover.svg",
)
