"""The table in colour characters: a map of tiles with their doors, and beside it who is in them.

Only a terminal that can show it imports this. Rich is its one need besides the game itself.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
from rich.text import Text

from undercroft.games.tin.components import ATTACKS, Card, Monster
from undercroft.games.tin.show.drawing import (
    GAP as PASSAGE,
)
from undercroft.games.tin.show.drawing import (
    NODE,
    SIGNS,
    gap_below,
    in_room,
    kind_of,
    name_of,
    node,
    piles,
    side_gap,
)
from undercroft.games.tin.state import MOST_EXPERIENCE, MOST_HEARTS
from undercroft.games.tin.tiles import CELL, SIDES, STAIRS, Cell, Side
from undercroft.games.tin.view import KnightView, RoomView, TinView, looker
from undercroft.sketch import (
    GAP,
    Lines,
    Pen,
    Size,
    beside,
    boxed,
    cut,
    flowed,
    if_room,
    in_rows,
    inked,
    largest,
    padded,
    width_of,
    wrapped,
)

ABREAST: Final = 64  # columns from which on the map has the rest beside it
TILE: Final[dict[Size, tuple[int, int]]] = {  # columns and lines of a tile
    "large": (11, 5),
    "middle": (7, 3),
    "small": (NODE + PASSAGE, 2),
}
LIGHT: Final = "┌┐└┘│─╴╶"
HEAVY: Final = "┏┓┗┛┃━╸╺"
DUE: Final = "▸"
DOORS: Final = {"L": "secondary", "?": "accent", "x": "muted", "/": "muted", " ": ""}


def draw(view: TinView, pen: Pen) -> Lines:
    """Draw the map, with everything else beside it or, where that is too narrow, below."""
    if pen.width < ABREAST:
        rest = largest(draw_rest, view, pen)
        room = max(6, pen.height - len(rest))
        return [*draw_map(view, pen._replace(height=room)), *rest]
    panel = pen.within(max(36, min(56, pen.width * 2 // 5)))
    rest = largest(draw_rest, view, panel)
    plan = draw_map(view, pen.within(pen.width - panel.width - GAP))
    return beside(plan, rest)


# -- the map --------------------------------------------------------------------------------------


def draw_map(view: TinView, pen: Pen) -> Lines:
    """Draw the rooms where they lie, north up: all of them, or those round the knight."""
    rooms = {room.cell: room for room in view.rooms}
    margin = 1  # small rooms have their doors outside
    xs, ys = [x for x, _ in rooms], [y for _, y in rooms]
    for size, (wide, high) in TILE.items():
        more = margin if size == "small" else 0
        columns = range(min(xs) - more, max(xs) + 1 + more)
        rows = range(max(ys) + more, min(ys) - 1 - more, -1)
        if len(columns) * wide <= pen.width and len(rows) * high <= pen.height:
            return trimmed(draw_cells(view, rooms, columns, rows, pen._replace(size=size)))
    size = "middle" if pen.height >= 3 * TILE["middle"][1] else "small"
    wide, high = TILE[size]
    x, y = looker(view).cell
    more = margin if size == "small" else 0
    columns = around(x, range(min(xs) - more, max(xs) + 1 + more), pen.width // wide)
    low = around(y, range(min(ys) - more, max(ys) + 1 + more), (pen.height - 1) // high)
    lines = draw_cells(view, rooms, columns, low[::-1], pen._replace(size=size))
    return [*trimmed(lines), cut(pen.text(pen.say("cropped"), "muted"), pen.width)]


def around(middle: int, whole: range, count: int) -> range:
    """Choose so many of a range, as near to the middle as may be."""
    count = max(1, min(count, len(whole)))
    first = min(max(whole.start, middle - count // 2), whole.stop - count)
    return range(first, first + count)


def trimmed(lines: Lines) -> Lines:
    """Leave empty lines and columns out, at the edges."""
    while lines and not lines[0].plain.strip():
        lines.pop(0)
    while lines and not lines[-1].plain.strip():
        lines.pop()
    texts = [line.plain for line in lines if line.plain.strip()]
    margin = min((len(text) - len(text.lstrip()) for text in texts), default=0)
    return [line[margin:] for line in lines]


def draw_cells(
    view: TinView, rooms: dict[Cell, RoomView], columns: range, rows: range, pen: Pen
) -> Lines:
    """Draw rows of tiles."""
    lines: Lines = []
    wide, high = TILE[pen.size]
    for y in rows:
        row = [Text() for _ in range(high)]
        for x in columns:
            room = rooms.get((x, y))
            if pen.size == "small":
                tile = [Text(node(view, rooms, (x, y)) + side_gap(rooms, (x, y)))]
                tile.append(Text(gap_below(rooms, (x, y))))
            elif room is None:
                tile = [Text(" " * wide)] * high
            else:
                tile = draw_tile(view, rooms, room, pen)
            for line, part in zip(row, tile, strict=True):
                line.append_text(part)
        lines += row
    for line in lines:
        line.rstrip()
    return lines


def draw_tile(view: TinView, rooms: dict[Cell, RoomView], room: RoomView, pen: Pen) -> Lines:
    """Draw a tile: walls with their doors, its number, and what is in it."""
    wide, high = TILE[pen.size]
    here = in_room(looker(view), room)
    tl, tr, bl, br, side, edge, left, right = HEAVY if here else LIGHT
    style = pen.style("primary" if here else "muted")
    doors = {to: door(rooms, room, to) for to in SIDES}
    arm = edge * ((wide - 5) // 2)

    def wall(to: Side, first: str, last: str) -> Text:
        sign = doors[to]
        if sign is None:
            return inked(first + edge * (wide - 2) + last, style)
        sign_style = pen.style(DOORS[sign], "bold")
        return Text.assemble(
            (first + arm + left, style), (sign, sign_style), (right + arm + last, style)
        )

    inside = [padded(line, wide - 2) for line in contents(view, room, pen)]
    lines = [wall("N", tl, tr)]
    for at, line in enumerate(inside):
        west, east = (doors["W"], doors["E"]) if at == (high - 2) // 2 else (None, None)
        ends = [
            (side, style) if sign is None else (sign, pen.style(DOORS[sign], "bold"))
            for sign in (west, east)
        ]
        lines.append(Text.assemble(ends[0], line, ends[1]))
    return [*lines, wall("S", bl, br)]


def door(rooms: dict[Cell, RoomView], room: RoomView, side: Side) -> str | None:
    """Give the sign of what is in a wall: nothing where it is whole, a space where it is open."""
    return SIGNS.get(kind_of(rooms, room, side), " ") if side in room.exits else None


def contents(view: TinView, room: RoomView, pen: Pen) -> Lines:
    """Draw what is in a room: in a line, or in three."""
    here = [knight.seat for knight in view.knights if in_room(knight, room)]
    mine = looker(view).seat
    people = "".join("@" if seat == mine else str(seat + 1) for seat in here)
    mark = pen.text(people[:1] or " ", "primary", "bold")
    sign = pen.text(sign_of(pen, room), "secondary", "bold")
    number = pen.text(f"{room.number:>2}", "" if room.entered else "muted")
    if pen.size == "middle":
        many = f"*{len(room.monsters)}" if room.monsters else "  "
        tail = pen.text(many, "error", "bold") if room.monsters else Text(" ") + sign
        return [mark + number + tail]
    floor = pen.text(f"◦{len(room.floor)}" if room.floor else "", "warning")
    dice = Text(" ").join(die(pen, id, mini=len(room.monsters) > 2) for id in room.monsters)
    return [
        Text(" ") + number + Text(" ") + sign,
        Text(" ") + dice,
        Text(" ") + pen.text(people, "primary", "bold") + Text("  " if people else "") + floor,
    ]


def sign_of(pen: Pen, room: RoomView) -> str:
    """Mark the rooms that are unlike the others: stairs, the chasm, bridged or not, the cell."""
    if pen.rows[room.tile].chasm:
        return "╪" if room.bridged else "≋"
    return {STAIRS: "≡", CELL: "♛"}.get(room.tile, " ")


def die(pen: Pen, id: str, *, mini: bool = False) -> Text:
    """Draw a monster as the face of its die: `[y^▪]` is yellow with horns and a chest."""
    monster: Monster = pen.rows[id]
    face = monster.colour[0] + "^" * monster.horns + "▪" * monster.chests
    colour = "error" if monster.colour == "red" else "warning"
    return pen.text(face if mini else f"[{face}]", colour, "bold")


# -- beside the map -------------------------------------------------------------------------------


def draw_rest(view: TinView, pen: Pen) -> Lines:
    """Draw time, the fight, the knights, and what is here; the piles, if there is room."""
    rooms = {room.cell: room for room in view.rooms}
    me = looker(view)
    say = pen.say
    rescued = say("rescued", rescued=view.rescued)
    turn = say("turn", turn=view.turn, cap=view.turn_cap, rescued=rescued).strip()
    lines = [*wrapped(turn, pen, "muted"), *draw_fight(view, pen), *draw_knight(view, me, pen)]
    if me.status == "active":
        lines += [*draw_here(rooms[me.cell], pen), *draw_hand(view, me, pen)]
    for knight in view.knights:
        if knight is not me:
            lines += draw_other(view, rooms, knight, pen)
    if pen.size == "small":
        return lines
    drawn = msgspec.structs.replace(view, combat=None)  # the fight is drawn above
    for text in piles(pen.rows, drawn, say):
        lines += wrapped(text, pen, "muted", hang=2)
    return lines + if_room(wrapped(say("signs"), pen, "muted", hang=2), lines, pen)


def draw_knight(view: TinView, knight: KnightView, pen: Pen) -> Iterator[Text]:
    """Draw the knight who looks: hearts, level, experience, gold, and what he carries."""
    name = name_of(view, knight.seat, pen.say)
    if knight.status != "active":
        yield from fallen(view, knight, pen)
        return
    yield from flowed(
        [
            pen.text(name[:1].upper() + name[1:], "", "bold"),
            pen.gauge(knight.hearts, MOST_HEARTS),
            pen.text(pen.say("level", level=knight.level)),
            pen.gauge(knight.experience, MOST_EXPERIENCE, "●○", "success"),
            pen.text(pen.say("gold", gold=knight.gold), "warning"),
        ],
        pen,
        gap=2,
    )
    items = pen.say("items", items=knight.items) if knight.items else pen.say("no-items")
    declared = [pen.say("declared", declared=knight.declared)] if knight.declared else []
    yield from wrapped("; ".join([items, *declared]), pen, hang=2)


def fallen(view: TinView, knight: KnightView, pen: Pen) -> Iterator[Text]:
    """Tell of a knight who is no longer here."""
    name = name_of(view, knight.seat, pen.say)
    text = pen.say("knight", status=knight.status, name=name, gold=knight.gold)
    yield from wrapped(text[:1].upper() + text[1:], pen, "muted")


def draw_other(
    view: TinView, rooms: dict[Cell, RoomView], knight: KnightView, pen: Pen
) -> Iterator[Text]:
    """Draw another knight in a line or two."""
    if knight.status != "active":
        yield from fallen(view, knight, pen)
        return
    where = rooms[knight.cell].number
    items = [*knight.items] if pen.size == "small" else []
    yield from flowed(
        [
            pen.text(f"{name_of(view, knight.seat, pen.say)} [{where}]", "", "bold"),
            pen.gauge(knight.hearts, MOST_HEARTS),
            pen.text(pen.say("closed-hand", count=knight.cards)),
            *[pen.text(pen.words.title(item)) for item in items],
        ],
        pen,
        gap=2,
    )
    if pen.size != "small" and knight.items:
        yield from wrapped(pen.say("items", items=knight.items), pen, hang=2)


def draw_here(room: RoomView, pen: Pen) -> Iterator[Text]:
    """Draw what is in the room: its monsters as dice, and what lies on the floor."""
    name = pen.text(f"{room.number} {pen.words.title(room.tile)}", "", "bold")
    yield from flowed([name, *[die(pen, id) for id in room.monsters]], pen, gap=1)
    if room.floor:
        yield from wrapped(pen.say("floor", floor=room.floor).lstrip("; "), pen, hang=2)


def draw_fight(view: TinView, pen: Pen) -> Lines:
    """Draw the fight: the die that is fought, how it strikes, and what answers it."""
    fight = view.combat.fight if view.combat else None
    if fight is None:
        return []
    inner = pen.within(pen.width - 2)
    said = pen.say(
        "fight",
        who=name_of(view, fight.seat, pen.say),
        number=fight.number,
        monster=fight.monster,
        attack=fight.attack,
    )
    lines = [*wrapped(said, inner)]
    if fight.card and fight.attack:
        amount = pen.rows[fight.card].against(fight.attack)
        bomb = pen.say("bomb") if fight.bomb else ""
        lines += wrapped(pen.say("answer", card=fight.card, amount=amount, bomb=bomb), inner)
    if pen.size == "small":
        return [pen.text("║", "error") + line for line in lines]
    title = die(pen, fight.monster).plain
    return boxed(lines, pen, title, pen.style("error"), heavy=True)


# -- cards ----------------------------------------------------------------------------------------


def draw_hand(view: TinView, knight: KnightView, pen: Pen) -> Iterator[Text]:
    """Draw the hand, as cards or a line each, or its size where it is not to be seen."""
    if knight.hand is None or not knight.hand:
        cards = pen.say("nothing")
        closed = pen.say("closed-hand", count=knight.cards)
        yield pen.text(closed if knight.hand is None else pen.say("hand", cards=cards), "muted")
        return
    fight = view.combat.fight if view.combat else None
    attack = fight.attack if fight and fight.seat == knight.seat else None
    if pen.size == "large":
        faces = [draw_card(id, attack, pen) for id in knight.hand]
        yield from in_rows(faces, pen.width)
        return
    for id in knight.hand:
        adds = amounts(id, attack, pen)
        due = [line for line in adds if line.plain.startswith(DUE)]
        name = Text(f"▪ {pen.words.name(id)}")
        yield from flowed([name, *(due or adds)], pen, gap=1)


def draw_card(id: str, attack: str | None, pen: Pen) -> Lines:
    """Draw a fight card: its name, and what it adds against each attack."""
    title = pen.words.name(id)
    lines = amounts(id, attack, pen)
    wide = max(width_of(lines), len(title) + 4) + 2
    return boxed(lines, pen.within(wide), title, pen.style("secondary"))


def amounts(id: str, attack: str | None, pen: Pen) -> Lines:
    """Write what a card adds; the attack that it has to meet is set off."""
    card: Card = pen.rows[id]
    lines = []
    for kind in ATTACKS:
        amount, due = card.against(kind), kind == attack
        if amount or due:
            said = pen.say("amount", attack=kind, amount=amount)
            colour = ("success" if amount > 0 else "error") if amount else "muted"
            lines.append(pen.text(f"{DUE * due}{said}", colour, "bold" * due))
    return lines
