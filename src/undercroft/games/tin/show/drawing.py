"""The table as text: a map of characters, and all that it shows in words, fit to be read aloud."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import fill
from typing import Final, Literal, TypeAlias

from undercroft.core.game import Rows
from undercroft.core.language.words import Words
from undercroft.games.tin.components import ATTACKS, Card
from undercroft.games.tin.tiles import OPPOSITE, Cell, Side, beyond
from undercroft.games.tin.view import FightView, KnightView, RoomView, TinView

WIDTH: Final = 80
NODE: Final = 5  # "@[12]"
GAP: Final = 3  # "-?-"

Say: TypeAlias = Callable[..., str]
"""Gives a text of the table, by its name, filled with fields."""

ExitKind: TypeAlias = Literal[
    "passage", "lock", "unexplored", "lock-unexplored", "blocked", "walled"
]
SIGNS: Final[dict[ExitKind, str]] = {
    "lock": "L",
    "unexplored": "?",
    "lock-unexplored": "L",
    "blocked": "x",
    "walled": "/",
}


def draw_table(rows: Rows, view: TinView, words: Words) -> str:
    """Draw the table: map, rooms, knights, piles, and the fight if there is one."""
    say = partial(table_text, words)
    rooms = {room.cell: room for room in view.rooms}
    blocks = [
        [
            say(
                "turn",
                turn=view.turn,
                cap=view.turn_cap,
                rescued=say("rescued", rescued=view.rescued),
            ).strip()
        ],
        [*draw_map(view, rooms, say)],
        [line for room in view.rooms for line in wrapped(room_text(rows, view, rooms, room, say))],
        [
            line
            for knight in view.knights
            for line in wrapped(knight_text(rows, view, rooms, knight, say))
        ],
        [line for text in piles(rows, view, say) for line in wrapped(text)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def table_text(words: Words, name: str, /, **fields: object) -> str:
    """Fill one of the table's texts."""
    return words.fill(words.tables["table"][name], fields)


def wrapped(text: str) -> list[str]:
    """Break a line where it is too long."""
    return fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False).split("\n")


# -- the map --------------------------------------------------------------------------------------


def draw_map(view: TinView, rooms: dict[Cell, RoomView], say: Say) -> Iterator[str]:
    """Draw the rooms by number, north up, as many columns as fit round the seat's knight."""
    columns, is_cropped = columns_in_sight(view, rooms)
    ys = [y for _, y in rooms]
    lines: list[str] = []
    for y in range(max(ys) + 1, min(ys) - 2, -1):
        row = "".join(node(view, rooms, (x, y)) + side_gap(rooms, (x, y)) for x in columns)
        lines += [row, "".join(gap_below(rooms, (x, y)) for x in columns)]
    drawn = [line.rstrip() for line in lines]
    while drawn and not drawn[0]:
        drawn.pop(0)
    while drawn and not drawn[-1]:
        drawn.pop()
    margin = min(len(line) - len(line.lstrip()) for line in drawn if line)
    yield from (line[margin:] for line in drawn)
    if is_cropped:
        yield say("cropped")
    yield from wrapped(say("legend"))


def columns_in_sight(view: TinView, rooms: dict[Cell, RoomView]) -> tuple[range, bool]:
    """Choose the columns to draw, and say whether any are left out."""
    xs = [x for x, _ in rooms]
    least, most = min(xs) - 1, max(xs) + 1
    fitting = WIDTH // (NODE + GAP)
    if most - least < fitting:
        return range(least, most + 1), False
    middle = view.knights[view.seat or 0].cell[0]
    first = min(max(least, middle - fitting // 2), most - fitting + 1)
    return range(first, first + fitting), True


def node(view: TinView, rooms: dict[Cell, RoomView], cell: Cell) -> str:
    """Draw a room: who is there, its number, and whether it is quiet."""
    room = rooms.get(cell)
    if room is None:
        return " " * NODE
    here = [knight.seat for knight in view.knights if in_room(knight, room)]
    mark = " " if not here else "@" if (view.seat or 0) in here else "&"
    number = f"{room.number:2}"
    return f"{mark}<{number}>" if room.monsters else f"{mark}[{number}]"


def in_room(knight: KnightView, room: RoomView) -> bool:
    """Whether a knight stands there."""
    return knight.status == "active" and knight.cell == room.cell


def side_gap(rooms: dict[Cell, RoomView], cell: Cell) -> str:
    """Draw what lies between a cell and its eastern neighbour."""
    west, east = rooms.get(cell), rooms.get(beyond(cell, "E"))
    if west and "E" in west.exits:
        kind = kind_of(rooms, west, "E")
        return f"-{SIGNS.get(kind, '-')}{'-' if kind in ('passage', 'lock') else ' '}"
    if east and "W" in east.exits:
        return f" {SIGNS.get(kind_of(rooms, east, 'W'), '-')}-"
    return " " * GAP


def gap_below(rooms: dict[Cell, RoomView], cell: Cell) -> str:
    """Draw what lies between a cell and its southern neighbour."""
    north, south = rooms.get(cell), rooms.get(beyond(cell, "S"))
    sign = " "
    if north and "S" in north.exits:
        sign = SIGNS.get(kind_of(rooms, north, "S"), "|")
    elif south and "N" in south.exits:
        sign = SIGNS.get(kind_of(rooms, south, "N"), "|")
    return f"  {sign}".ljust(NODE + GAP)


def kind_of(rooms: dict[Cell, RoomView], room: RoomView, side: Side) -> ExitKind:
    """Say what an exit leads to (3.3)."""
    facing = rooms.get(beyond(room.cell, side))
    if facing is None:
        if side in room.blocked:
            return "blocked"
        return "lock-unexplored" if side in room.locks else "unexplored"
    if OPPOSITE[side] not in facing.exits:
        return "walled"
    return "lock" if side in room.locks or OPPOSITE[side] in facing.locks else "passage"


# -- in words -------------------------------------------------------------------------------------


def room_text(
    rows: Rows, view: TinView, rooms: dict[Cell, RoomView], room: RoomView, say: Say
) -> str:
    """Tell of a room: where its exits lead, and what is in it."""
    here = [name_of(view, knight.seat, say) for knight in view.knights if in_room(knight, room)]
    is_gap = rows[room.tile].chasm
    return say(
        "room",
        number=room.number,
        tile=room.tile,
        exits=", ".join(exit_text(rooms, room, side, say) for side in room.exits),
        monsters=say("monsters", monsters=room.monsters) if room.monsters else "",
        floor=say("floor", floor=room.floor) if room.floor else "",
        bridge=say("bridge", bridged=room.bridged) if is_gap else "",
        knights=say("here", knights=here) if here else "" if room.entered else say("not-entered"),
    )


def exit_text(rooms: dict[Cell, RoomView], room: RoomView, side: Side, say: Say) -> str:
    """Tell where an exit leads."""
    facing = rooms.get(beyond(room.cell, side))
    kind = kind_of(rooms, room, side)
    return say("exit", kind=kind, side=side, to=facing.number if facing else "")


def name_of(view: TinView, seat: int, say: Say) -> str:
    """Call a knight by its seat, or you."""
    is_you = seat == view.seat or len(view.knights) == 1
    return say("you") if is_you else say("whose", seat=seat)


def knight_text(
    rows: Rows, view: TinView, rooms: dict[Cell, RoomView], knight: KnightView, say: Say
) -> str:
    """Tell of a knight: its place, its hearts, what it carries and holds."""
    state = say(
        "knight",
        status=knight.status,
        name=name_of(view, knight.seat, say),
        room=rooms[knight.cell].number,
        hearts=knight.hearts,
        level=knight.level,
        experience=knight.experience,
        gold=knight.gold,
    )
    state = state[:1].upper() + state[1:]
    if knight.status != "active":
        return f"{state}."
    return (
        "; ".join(
            [
                state,
                say("items", items=knight.items) if knight.items else say("no-items"),
                say("gold", gold=knight.gold),
                hand_text(rows, knight, say),
                *([say("declared", declared=knight.declared)] if knight.declared else []),
            ]
        )
        + "."
    )


def hand_text(rows: Rows, knight: KnightView, say: Say) -> str:
    """Tell of a hand, or of its size."""
    if knight.hand is None:
        return say("closed-hand", count=knight.cards)
    cards = [card_text(rows[id], say) for id in knight.hand]
    return say("hand", cards=cards or say("nothing"))


def card_text(card: Card, say: Say) -> str:
    """Tell of a fight card: what it adds against each attack."""
    amounts: Sequence[str] = [
        say("amount", attack=attack, amount=card.against(attack))
        for attack in ATTACKS
        if card.against(attack)
    ]
    return say("card", card=card, amounts=" ".join(amounts))


def piles(rows: Rows, view: TinView, say: Say) -> Iterator[str]:
    """Tell of the tile stack, the piles and the fight."""
    stack = view.stack
    skipped = say("skipped", skipped=stack.skipped) if stack.skipped else ""
    yield say("stack", a=stack.a, b=stack.b, last=stack.last, skipped=skipped)
    yield say(
        "piles",
        deck=view.fight_cards,
        discard=len(view.fight_discard),
        pool=len(view.treasure),
        thrown=view.treasure_discard or say("nothing"),
        yellow=view.yellow_dice,
        red=view.red_dice,
    )
    if view.laying:
        yield say("laying", tile=view.laying)
    if view.combat and view.combat.fight:
        yield from fight_text(rows, view, view.combat.fight, say)


def fight_text(rows: Rows, view: TinView, fight: FightView, say: Say) -> Iterator[str]:
    """Tell of the fight in progress."""
    yield say(
        "fight",
        who=name_of(view, fight.seat, say),
        number=fight.number,
        monster=fight.monster,
        attack=fight.attack,
    )
    if fight.card and fight.attack:
        amount = rows[fight.card].against(fight.attack)
        bomb = say("bomb") if fight.bomb else ""
        yield say("answer", card=fight.card, amount=amount, bomb=bomb)
