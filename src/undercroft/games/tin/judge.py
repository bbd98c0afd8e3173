"""How a knight stands between two turns, in numbers, and its chance to win as a network sees it.

The numbers are what a player would count: hearts and what may restore them, cards, tools, and the
monsters on the ways on, to her and home. A judge looks at whole tables, so only what search
imagines is ever shown to it.
"""

from typing import Final

from undercroft.bots.learned.judge import verdict
from undercroft.games.tin.components import ATTACKS, BOMB, KEY, MAIDEN, POTION, ROPE
from undercroft.games.tin.state import (
    MOST_EXPERIENCE,
    MOST_HEARTS,
    MOST_LEVEL,
    SLOTS,
    START,
    Dungeon,
    Knight,
    Room,
)
from undercroft.games.tin.tiles import OPPOSITE, STEP, Cell, Side

RED: Final = 1.2  # what a red die costs, where a yellow one costs 1
LATE: Final = 60  # turns before the last


def judge(dungeon: Dungeon) -> tuple[float, ...]:
    """Give each knight's chance to win."""
    return verdict("undercroft.games.tin", "judge.weights", standing(dungeon))


def standing(dungeon: Dungeon) -> list[list[float]]:
    """Say how each knight stands."""
    return [stands(dungeon, knight) for knight in dungeon.knights]


def stands(dungeon: Dungeon, knight: Knight) -> list[float]:
    """Say how a knight stands: small numbers, most of them between 0 and 2."""
    items = [item.id for item in knight.items]
    potions, has_maiden = items.count(POTION), MAIDEN in items
    is_ready = knight.experience == MOST_EXPERIENCE and knight.level < MOST_LEVEL
    gold = knight.gold
    reserve = knight.hearts + MOST_HEARTS * (potions + is_ready)
    is_found = not dungeon.stack.last
    ways = Ways(dungeon, knight)
    tiles_a, tiles_b = len(dungeon.stack.a), len(dungeon.stack.b)
    if has_maiden:
        work = ways.home
    elif is_found:
        work = ways.to_her + ways.from_her
    else:
        work = ways.on + ways.on_home + 1.2 * tiles_a + 2 * tiles_b + 6
    numbers = [
        *[float(knight.hearts == hearts) for hearts in range(1, MOST_HEARTS + 1)],
        *[float(knight.level == level) for level in range(2, MOST_LEVEL + 1)],
        knight.experience / MOST_EXPERIENCE,
        float(is_ready),
        float(potions > 0),
        float(potions > 1),
        float(potions > 2),
        float(BOMB in items),
        float(items.count(BOMB) > 1),
        float(KEY in items),
        float(ROPE in items),
        float(has_maiden),
        (SLOTS - len(items)) / SLOTS,
        min(gold / 20, 2.0),
        float(gold >= 10),
        float(gold >= 20),
        reserve / 10,
        work / 20,
        reserve / (3 + work),
        dungeon.turn / 100,
        max(0.0, 1 - ((dungeon.options.turn_cap or 0) - dungeon.turn) / LATE),
        tiles_a / 5,
        tiles_b / 5,
        len(dungeon.stack.skipped) / 3,
        float(is_found),
        float(dungeon.rescued),
        len(dungeon.fight_cards) / 12,
    ]
    numbers += hand(knight)
    numbers += around(dungeon, knight)
    numbers += ahead(dungeon)
    numbers += ways.numbers(is_found, has_maiden)
    numbers += company(dungeon, knight)
    return numbers


def hand(knight: Knight) -> list[float]:
    """Say how good its cards are, against each attack and in all."""
    best: list[float] = []
    seconds = 0.0
    for attack in ATTACKS:
        amounts = sorted([card.against(attack) for card in knight.hand], reverse=True)
        best.append(float(amounts[0]) if amounts else -1.0)
        seconds += amounts[1] if len(amounts) > 1 else -1
    best.sort()
    sure = sum([max(card.thrust, card.swipe, card.overhead) >= 2 for card in knight.hand])
    return [
        best[0] / 3,
        best[1] / 3,
        best[2] / 3,
        seconds / 6,
        sure / 3,
        len(knight.hand) / 5,
        (knight.level + 1 - len(knight.hand)) / 5,
    ]


def around(dungeon: Dungeon, knight: Knight) -> list[float]:
    """Say what is in its room, and what waits in the room it would flee to."""
    room = dungeon.rooms[knight.cell]
    monsters = room.monsters
    lying = [token.id for token in room.floor]
    behind = 0.0
    if knight.entry is not None and monsters:
        x, y = knight.cell
        dx, dy = STEP[knight.entry]
        behind = fights(dungeon.rooms[x + dx, y + dy]) / 3
    return [
        float(len(monsters) > 0),
        len(monsters) / 3,
        sum([monster.horns for monster in monsters]) / 2,
        sum([monster.chests for monster in monsters]) / 2,
        behind,
        float(bool(monsters) and not behind),
        float(knight.cell == START),
        float(POTION in lying),
        float(bool(lying) and (KEY in lying or ROPE in lying or BOMB in lying)),
        sum([token.value for token in room.floor]) / 10,
    ]


def ahead(dungeon: Dungeon) -> list[float]:
    """Say what is still to come: ways that need tools, potions for sale, monsters left behind."""
    to_come = dungeon.stack.b.fog + dungeon.stack.skipped
    left = dungeon.treasure.fog + dungeon.treasure_discard
    rooms = dungeon.rooms.values()
    return [
        float(any(tile.chasm for tile in to_come)),
        float(any(room.is_gap for room in rooms)),
        sum([len(tile.locks) for tile in to_come]) / 2,
        min(sum([token.id == POTION for token in left]), 3) / 3,
        sum([len(room.monsters) for room in rooms]) / 5,
    ]


def company(dungeon: Dungeon, knight: Knight) -> list[float]:
    """Say how the others stand; nothing alone."""
    others = [one for one in dungeon.knights if one is not knight and one.is_active]
    return [
        float(knight.is_active),
        len(others) / 3,
        sum([one.hearts for one in others]) / 10,
        float(any(one.carried(MAIDEN) is not None for one in others)),
    ]


def fights(room: Room) -> float:
    """Count the monsters that a knight meets who comes in."""
    tile = room.tile
    if not room.entered:
        return tile.white + RED * tile.red + len(room.monsters)
    half = (tile.white + tile.red) // 2
    red = min(half, tile.red)
    return half - red + RED * red + len(room.monsters)


class Ways:
    """What a knight meets on the ways on, to her, and home."""

    def __init__(self, dungeon: Dungeon, knight: Knight) -> None:
        rooms = dungeon.rooms
        home = self._homes(rooms)
        self.home, self.steps = home[knight.cell]
        self.on = self.on_home = self.to_her = self.from_her = 0.0
        self.on_steps = self.exits = self.shut = 0
        self.finds = self.finds_with_tools = self.reaches_her = False
        self.potions = self.tools = 0
        self.gold = 0
        self._explore(rooms, knight, home)

    def _homes(self, rooms: dict[Cell, Room]) -> dict[Cell, tuple[float, int]]:
        """From each room, the fights and steps to the stairs: back as the rooms were laid."""
        found: dict[Cell, tuple[float, int]] = {START: (0.0, 0)}
        for cell, room in rooms.items():  # in the order of their laying
            if room.heading is not None:
                dx, dy = STEP[OPPOSITE[room.heading]]
                before = (cell[0] + dx, cell[1] + dy)
                cost, steps = found[before]
                found[cell] = (cost + fights(rooms[before]), steps + 1)
        return found

    def _explore(
        self, rooms: dict[Cell, Room], knight: Knight, home: dict[Cell, tuple[float, int]]
    ) -> None:
        keys, has_rope = knight.carried(KEY), knight.carried(ROPE)
        came: dict[Cell, Side | None] = {knight.cell: knight.entry}
        order: list[tuple[Room, float, int, bool]] = [(rooms[knight.cell], 0.0, 0, False)]
        best = 1e9
        for room, cost, steps, by_tool in order:
            cell = room.cell
            is_gap = room.tile.chasm and not room.bridged
            if cell != knight.cell and room.floor:
                self._lies(room)
            for token in room.floor:
                if token.id == MAIDEN:
                    self.reaches_her = True
                    self.to_her, self.from_her = cost, home[cell][0]
            for side in room.exits:
                needs_rope = is_gap and side != came[cell]
                dx, dy = STEP[side]
                there = (cell[0] + dx, cell[1] + dy)
                if there in came:
                    continue
                facing = rooms.get(there)
                back = OPPOSITE[side]
                is_locked = side in room.locks or (facing is not None and back in facing.locks)
                if is_locked or needs_rope:
                    self.shut += facing is None
                is_barred = (is_locked and keys is None) or (needs_rope and has_rope is None)
                if facing is None:
                    if side in room.blocked:
                        continue
                    if is_locked or needs_rope or by_tool:
                        self.finds_with_tools = self.finds_with_tools or not is_barred
                    else:
                        self.finds = True
                        self.exits += 1
                        if cost < best:
                            best = self.on = cost
                            self.on_steps = steps
                            self.on_home = home[cell][0] + fights(room)
                elif back in facing.exits and not is_barred:
                    came[there] = back
                    through = by_tool or is_locked or needs_rope
                    order.append((facing, cost + fights(facing), steps + 1, through))

    def _lies(self, room: Room) -> None:
        for token in room.floor:
            self.potions += token.id == POTION
            self.tools += token.id in (KEY, ROPE)
            self.gold += token.value

    def numbers(self, is_found: bool, has_maiden: bool) -> list[float]:
        """Give all that as numbers."""
        is_lying = is_found and not has_maiden
        return [
            self.home / 8,
            self.steps / 8,
            self.home / 8 * has_maiden,
            float(self.finds) * (not is_found),
            float(self.finds_with_tools) * (not is_found),
            float(not is_found and not self.finds),
            float(not is_found and not self.finds and not self.finds_with_tools),
            self.on / 8,
            self.on_steps / 8,
            self.on_home / 8,
            self.exits / 4,
            self.shut / 3,
            float(is_lying),
            float(is_lying and self.reaches_her),
            self.to_her / 8 * is_lying,
            self.from_her / 8 * is_lying,
            min(self.potions, 2) / 2,
            min(self.tools, 2) / 2,
            min(self.gold / 20, 2.0),
        ]
