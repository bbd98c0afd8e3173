"""Games of native Tomb by the million, and what a study counts of them.

The counts are those of `games/tomb/show/measures.py`, with the same meaning; a test holds the two
together.
"""

import ctypes
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from undercroft.accel.native import Device, load
from undercroft.accel.tomb.game import OUTCOMES, Options, Thumb
from undercroft.accel.tomb.learned import Learned
from undercroft.accel.words import say
from undercroft.core.errors import Refused
from undercroft.core.measuring.measures import Sheet
from undercroft.games.tomb.cards import CARDS
from undercroft.games.tomb.show.measures import GAINED

NEVER: Final = 63  # a depth: not turned back
MOST: Final = 128  # more than any number of points
NAMES: Final = [name for name in OUTCOMES if name]
ENDS: Final = ("action", "favour", "skill", "bribe", "failed", "fatal")
NO_CARD_THERE: Final = (35, 100)  # what CUDA calls no driver, and no device

Histogram: TypeAlias = Iterable[int]
Player: TypeAlias = Thumb | Learned  # a thumb without a prize picks anything


def table(rows: int, columns: int) -> type:
    """Make the type of a table of counters."""
    return (ctypes.c_uint64 * columns) * rows


class Counts(ctypes.Structure):
    """What is counted (measures.hpp)."""

    _fields_ = (
        ("points", table(4, MOST)),
        ("lengths", ctypes.c_uint64 * 256),
        ("depth", table(4, 64)),
        ("hit_points", table(4, 16)),
        ("torches", table(4, 8)),
        ("kings", table(4, 8)),
        ("depth_outcomes", table(64, 4)),
        ("depth_kings", table(64, 8)),
        ("depth_points", table(64, MOST)),
        ("ends", table(27, 6)),
        ("lost_hit_points", table(27, 16)),
        ("lost_cards", table(27, 16)),
        ("lost_treasure", table(27, MOST)),
        ("gained", table(len(CARDS), MOST)),
    )


class Task(NamedTuple):
    """Games to play: so many from a number on, each from its number and the seed."""

    player: Player
    options: Options
    seed: int
    measured: bool
    device: Device = "native"


def count(task: Task, first: int, games: int) -> Counts:
    """Play games, and count."""
    counts, player = Counts(), task.player
    library = load("tomb", task.device)
    given = (ctypes.c_long(games), task.options, ctypes.c_uint64(task.seed), ctypes.c_uint64(first))
    if isinstance(player, Thumb):
        failed = library.tomb_count(*given, player, int(task.measured), ctypes.byref(counts))
    else:
        learned = ctypes.byref(player)
        failed = library.tomb_count_learned(
            *given, learned, int(task.measured), ctypes.byref(counts)
        )
    if failed in NO_CARD_THERE:
        raise Refused(say("native.no-card"))
    if failed:
        raise Refused(say("native.card-failed", code=failed))
    return counts


def seen(histogram: Histogram) -> Iterator[tuple[int, int]]:
    """List what was seen at all, and how often."""
    return ((value, times) for value, times in enumerate(histogram) if times)


def sheet_of(counts: Counts) -> Sheet:
    """Write down the counts of measured games as a game's measures are."""
    sheet = Sheet()
    for outcome, name in enumerate(NAMES):
        for column in ("depth", "hit_points", "torches", "kings", "points"):
            for value, times in seen(getattr(counts, column)[outcome]):
                if (column, value) != ("depth", NEVER):
                    sheet["games", name, column, value] += times
                    sheet["games", "all", column, value] += times
    for depth in range(NEVER + 1):
        row = "never" if depth == NEVER else str(depth)
        for outcome, times in seen(counts.depth_outcomes[depth]):
            sheet["depths", row, "alive", NAMES[outcome] in ("won", "escaped")] += times
            sheet["depths", row, "won", NAMES[outcome] == "won"] += times
        for value, times in seen(counts.depth_kings[depth]):
            sheet["depths", row, "kings", value] += times
        for value, times in seen(counts.depth_points[depth]):
            sheet["depths", row, "points", value] += times
    for number, card in enumerate(CARDS[:27]):
        add_encounter(sheet, card.id, number, counts)
    everybody = [sum(points) for points in zip(*counts.points, strict=True)]
    for number, card in enumerate(CARDS):
        if card.id in GAINED:
            for value, times in seen(everybody):
                having = counts.gained[number][value]
                if having:
                    sheet["cards", card.id, "with", value] += having
                if times > having:
                    sheet["cards", card.id, "without", value] += times - having
    return sheet


def add_encounter(sheet: Sheet, card: str, number: int, counts: Counts) -> None:
    """Write down how encounters of a card were settled, and what they cost."""
    total = sum(counts.ends[number])
    for end, times in zip(ENDS, counts.ends[number], strict=True):
        if times:
            sheet["encounters", card, end, True] += times
        if total > times:
            sheet["encounters", card, end, False] += total - times
    for column in ("hit_points", "cards", "treasure"):
        for value, times in seen(getattr(counts, f"lost_{column}")[number]):
            sheet["costs", card, column, value] += times
