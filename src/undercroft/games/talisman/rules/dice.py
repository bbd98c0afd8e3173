"""Dice, their modifiers, tests and re-rolls (sections 6.1 and 6.2)."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import BY_NAME, NAMES
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.heroes.characteristics import gifts, tested, usable
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.state import Hero, Maze

T = TypeVar("T")

REROLL: Final = ("reroll", "keep")
CHARM: Final = ("use-charm", "keep")


# -- modifiers ------------------------------------------------------------------------------------


def cold(maze: Maze, hero: Hero) -> int:
    """D-4. What the Ice Cavern takes."""
    placed = maze.board[hero.square] if hero.square >= 0 else None
    return placed.tile.cold if placed else 0


def table_modifier(maze: Maze, hero: Hero) -> int:
    """D-4, `table`."""
    return -("curse" in hero.ailments) - cold(maze, hero)


def test_modifier(maze: Maze, hero: Hero) -> int:
    """D-4, `test`, summed up."""
    return sum([number for _, number in test_penalties(maze, hero)])


def test_penalties(maze: Maze, hero: Hero) -> tuple[tuple[str, int], ...]:
    """D-4, `test`: R-6, penalties raise the total."""
    penalties = (
        ("curse", int("curse" in hero.ailments)),
        ("blind", int(hero.blind > 0)),
        ("s-ice-cavern", cold(maze, hero)),
    )
    return tuple([(id, number) for id, number in penalties if number])


def combat_modifier(maze: Maze, hero: Hero) -> int:
    """D-4, `combat`, but for the alarm."""
    return -(hero.blind > 0) - cold(maze, hero)


def own_roll(maze: Maze, hero: Hero, id: str) -> Rules[int]:
    """D-3, `table`: a die of his own outside fights, read as a number, with its modifiers."""
    return (yield from maze.d6(id)) + table_modifier(maze, hero)


# -- re-rolls -------------------------------------------------------------------------------------


def use_charm(maze: Maze, hero: Hero, **about: Any) -> Rules[bool]:
    """D-6. Ask whether a Lucky Charm is spent to roll again."""
    charm = usable(maze, hero, "charm")
    if charm is None:
        return False
    if (yield from choose(hero.seat, "charm", CHARM, **about)) == "keep":
        return False
    hero.objects.remove(Item(charm))
    maze.put_back(charm)
    maze.tell_of(hero, told.ObjectLost, charm.id)
    maze.tell_of(hero, told.Rerolled, charm.id)
    return True


def ask_reroll(maze: Maze, hero: Hero, by: str, table: str, **about: Any) -> Rules[bool]:
    """D-6. Ask whether a gift is used to roll again."""
    about |= {"by": by, "table": table}
    again = (yield from choose(hero.seat, "reroll", REROLL, **about)) == "reroll"
    if again:
        maze.tell_of(hero, told.Rerolled, by)
    return again


# -- tests ----------------------------------------------------------------------------------------


def passes(
    maze: Maze,
    hero: Hero,
    characteristic: str,
    dice: int = 1,
    *,
    bonus: int = 0,
    trap: bool = False,
) -> Rules[bool]:
    """Q-1. Roll under the characteristic; with one die a natural 6 fails.

    `bonus` is perseverance (H-3); `trap` says that a trap calls for the test (TR-3).
    """
    if (yield from try_test(maze, hero, characteristic, dice, bonus)):
        return True
    if trap:
        for giver in gifts(hero):
            if (
                giver.retests_traps
                and (yield from ask_reroll(maze, hero, giver.id, characteristic))
                and (yield from try_test(maze, hero, characteristic, dice, bonus))
            ):
                return True
    if (yield from use_charm(maze, hero, what=characteristic)):
        return (yield from try_test(maze, hero, characteristic, dice, bonus))
    return False


def try_test(maze: Maze, hero: Hero, characteristic: str, dice: int, bonus: int) -> Rules[bool]:
    """Roll once for a test."""
    rolled = [(yield from maze.d6("test"))]
    if dice == 2:
        rolled.append((yield from maze.d6("test")))
    penalties = test_penalties(maze, hero)
    total = sum(rolled) + sum([number for _, number in penalties])
    needed = tested(maze, hero, characteristic) + bonus
    passed = total < needed and rolled != [6]
    details = (characteristic, dice, total, needed, passed, tuple(rolled), penalties)
    maze.tell_of(hero, told.TestTaken, *details)
    return passed


# -- tables ---------------------------------------------------------------------------------------


def roll_table(
    maze: Maze,
    hero: Hero,
    table: str,
    faces: Sequence[int] = (1, 2, 3, 4, 5, 6),
    *,
    kind: str = "",
    bonus: int = 0,
    modified: bool = True,
    clamped: bool = True,
) -> Rules[int]:
    """D-5. Roll on a table, with modifiers; D-6: `kind` says which effects may roll it again."""
    row = yield from try_table(maze, hero, table, faces, bonus, modified, clamped)
    if kind == "room" and not maze.now.room_reroll:
        for giver in gifts(hero):
            if (
                giver.rerolls_rooms
                and not maze.now.room_reroll
                and (yield from ask_reroll(maze, hero, giver.id, table, row=row))
            ):
                maze.now.room_reroll = True
                row = yield from try_table(maze, hero, table, faces, bonus, modified, clamped)
    if kind == "trap":
        for giver in gifts(hero):
            if giver.rerolls_traps and (
                yield from ask_reroll(maze, hero, giver.id, table, row=row)
            ):
                row = yield from try_table(maze, hero, table, faces, bonus, modified, clamped)
    if kind in ("room", "stairs") and (yield from use_charm(maze, hero, what=table)):
        row = yield from try_table(maze, hero, table, faces, bonus, modified, clamped)
    return row


def try_table(
    maze: Maze,
    hero: Hero,
    table: str,
    faces: Sequence[int],
    bonus: int,
    modified: bool,
    clamped: bool,
) -> Rules[int]:
    """Roll once on a table."""
    roll = yield from maze.roll(table, faces)
    total = roll + bonus + (table_modifier(maze, hero) if modified else 0)
    row = min(max(total, 1), len(faces)) if clamped else total
    maze.tell_of(hero, told.TableRolled, table, roll, total, row)
    return row


def roll_on(
    maze: Maze, hero: Hero, table: str, rows: Sequence[Effect], *, kind: str = "", bonus: int = 0
) -> Rules[int]:
    """Roll on a table of effects, and let the row happen."""
    row = yield from roll_table(
        maze, hero, table, tuple(range(1, len(rows) + 1)), kind=kind, bonus=bonus
    )
    if kind == "room":
        maze.tell_of(hero, told.RoomResult, maze.tile_under(hero).tile.letter, row)
    yield from apply(rows[row - 1], maze, hero)
    return row


def pick(maze: Maze, id: str, things: Sequence[T]) -> Rules[T]:
    """`pick`, D-2: equally likely, never modified; of one thing, no question."""
    if len(things) == 1:
        return things[0]
    return (yield from maze.roll(id, things))


def pick_square(maze: Maze, id: str, squares: Sequence[int]) -> Rules[int]:
    """`pick` a square, by its name."""
    return BY_NAME[(yield from pick(maze, id, [NAMES[square] for square in squares]))]


def two_dice(maze: Maze, id: str) -> Rules[int]:
    """Roll two dice that nothing modifies."""
    first = yield from maze.d6(id)
    return first + (yield from maze.d6(id))
