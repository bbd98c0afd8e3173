"""Sweeps: a game over a grid of options and numbers, every cell on the same luck."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from math import prod, sqrt
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from undercroft.core.errors import BadOption
from undercroft.core.game import Game
from undercroft.core.measuring.intervals import Z, wilson
from undercroft.core.variants import numbers_of, read_variant, write_variant
from undercroft.lab.chunks import Workers, each_chunk, number_of
from undercroft.lab.compare.comparison import observe
from undercroft.lab.compare.equal_luck import Luck, seed_of
from undercroft.lab.compare.pairs import SUMS, Difference, Key, Pairs
from undercroft.lab.study import Setting, Study, set_up
from undercroft.lab.words import say

CHUNK: Final = 20  # games, each in every cell
MOST_CELLS: Final = 400
_OVER: Final = re.compile(r"([A-Za-z0-9:-]+(?:\.[a-z0-9_]+)?)=(\S+)")
_RANGE: Final = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")


class Axis(NamedTuple):
    """What is varied: an option, or a component's number (`9s.number`)."""

    name: str
    values: Sequence[int] | Sequence[str]  # a long range stays a range


class Sweep(NamedTuple):
    """A study, and the cells it is played in: for each axis a value."""

    study: Study
    axes: tuple[Axis, ...]
    cells: tuple[tuple[str, ...], ...]
    chunk: int = CHUNK  # what is counted does not depend on it

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.study.plays // self.chunk))


class Cell(NamedTuple):
    """What a measure is in one cell, and how it differs from the first cell (paired)."""

    value: float
    low: float
    high: float
    difference: Difference


class Swept(NamedTuple):
    """What came out of a sweep; a set of sums for each cell, against the first."""

    sweep: Sweep
    settings: list[Setting]
    pairs: list[Pairs]
    seconds: float
    workers: int


# -- what to play ---------------------------------------------------------------------------------


def read_axis(text: str) -> Axis:
    """Read `start-hp=6..10` or `9s.number=8,9,10`."""
    found = _OVER.fullmatch(text)
    if not found:
        raise BadOption(say("sweep.form", text=text[:40]))
    name, values = found[1], found[2]
    span = _RANGE.fullmatch(values)
    if span:
        first, last = int(span[1]), int(span[2])
        if last < first:
            raise BadOption(say("sweep.backwards", name=name, first=first, last=last))
        return Axis(name, range(first, last + 1))
    listed = [*dict.fromkeys(values.split(","))]
    if "" in listed:
        raise BadOption(say("sweep.form", text=text[:40]))
    return Axis(name, listed)


def lay_grid(study: Study, axes: Sequence[Axis], sample: int | None) -> Sweep:
    """Lay out the cells: all, or a sample of them; refuse what would never end."""
    names = [axis.name for axis in axes]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadOption(say("sweep.twice", name=twice))
    count = prod(len(axis.values) for axis in axes)
    wanted = count if sample is None else min(sample, count)
    if wanted > MOST_CELLS or count > 10**15:
        raise BadOption(say("sweep.cells", count=f"{count:,}", most=MOST_CELLS))
    numbers = range(count)
    if wanted < count:
        luck = Random(f"{study.seed}/cells")
        numbers_of_cells = sorted(luck.sample(numbers, wanted))
    else:
        numbers_of_cells = [*numbers]
    cells = tuple(cell_at(axes, number) for number in numbers_of_cells)
    sweep = Sweep(study, tuple(axes), cells)
    for cell in cells:
        set_up(study_of(sweep, cell))
    return sweep


def cell_at(axes: Sequence[Axis], number: int) -> tuple[str, ...]:
    """Give the cell with a number; the last axis turns fastest."""
    values = []
    for axis in reversed(axes):
        number, at = divmod(number, len(axis.values))
        values.append(str(axis.values[at]))
    return tuple(reversed(values))


def study_of(sweep: Sweep, cell: tuple[str, ...]) -> Study:
    """Give the study of one cell."""
    study = sweep.study
    options, rows = dict(study.options), dict[str, dict[str, str]]()
    game = set_up(study).game
    for axis, value in zip(sweep.axes, cell, strict=True):
        row, dot, field = axis.name.partition(".")
        if not dot:
            options[axis.name] = value
        elif row in game.rows:
            rows.setdefault(row, {})[field] = value
        else:
            raise BadOption(say("sweep.row", name=row[:40], game=game.id))
    study = study._replace(options=tuple(options.items()))
    return study._replace(variant=changed(study, game, rows)) if rows else study


def changed(
    study: Study, game: Game[Any, Any], rows: Mapping[str, Mapping[str, str]]
) -> tuple[str, str]:
    """Write the variant of a cell: the study's own, with some numbers changed."""
    file, table = study.variant[0] if study.variant else "--over", table_of(study, game)
    of_rows = {id: {**fields} for id, fields in table.get("rows", {}).items()}
    for id, fields in rows.items():
        allowed = {spec.name: spec for spec in numbers_of(game.rows[id])}
        for name, value in fields.items():
            spec = allowed.get(name)
            if spec is None:
                raise BadOption(say("sweep.field", row=id, name=name[:40], allowed=[*allowed]))
            given = {"on": True, "off": False}.get(value, value) if spec.choices else value
            of_rows.setdefault(id, {})[name] = plain(given)
    return file, write_variant({**table, "rows": of_rows})


def table_of(study: Study, game: Game[Any, Any]) -> dict[str, Any]:
    """Give a study's variant, read; without one, that of nothing changed."""
    found = read_variant(study.variant[1], study.variant[0]) if study.variant else {}
    return {**found, "game": game.id}


def variant_text(study: Study, game: Game[Any, Any]) -> str:
    """Write a study's game as a variant: its own, with the study's options."""
    table = table_of(study, game)
    options = {name: plain(value) for name, value in study.options}
    return write_variant({**table, "options": {**table.get("options", {}), **options}})


def plain(value: Any) -> Any:
    """Give a whole number that is written out as a number."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d+", value) else value


# -- playing --------------------------------------------------------------------------------------


def run_sweep(sweep: Sweep, workers: Workers, progress: Callable[[int], None]) -> Swept:
    """Play all cells with so many processes; progress is told of games in cells."""
    settings = [set_up(study_of(sweep, cell)) for cell in sweep.cells]
    totals = [Pairs() for _ in sweep.cells]
    began = perf_counter()
    for part in each_chunk(partial(sweep_chunk, sweep), sweep.chunks, workers):
        for total, more in zip(totals, part, strict=True):
            total.add(more)
        progress(sum(more.games for more in part))
    return Swept(sweep, settings, totals, perf_counter() - began, number_of(workers))


def sweep_chunk(sweep: Sweep, number: int) -> list[Pairs]:
    """Play some games in every cell, each on one luck."""
    settings = [set_up(study_of(sweep, cell)) for cell in sweep.cells]
    pairs = [Pairs() for _ in settings]
    begin = number * sweep.chunk
    for game in range(begin, min(begin + sweep.chunk, sweep.study.plays)):
        luck = Luck(seed_of(sweep.study.seed, game))
        seen = [
            observe(setting, luck, each, measured=False)[1]
            for setting, each in zip(settings, pairs, strict=True)
        ]
        for each, here in zip(pairs, seen, strict=True):
            each.count(seen[0], here)
    return [each.settled() for each in pairs]


# -- what came out --------------------------------------------------------------------------------


def measures_of(swept: Swept) -> list[Key]:
    """Give the measures that were seen in any cell."""
    return sorted({*chain.from_iterable(pairs.sums for pairs in swept.pairs)})


def cells_of(swept: Swept, key: Key) -> list[Cell]:
    """Give a measure in every cell."""
    return [cell_of(pairs, key) for pairs in swept.pairs]


def cell_of(pairs: Pairs, key: Key) -> Cell:
    """Estimate a measure in a cell."""
    pairs.sums.setdefault(key, [0] * SUMS)  # an ending that never came here
    found, games = pairs.difference(key), pairs.games
    assert found is not None  # noqa: S101 (there are at least two games)
    if found.is_share:
        low, high = wilson(round(found.after * games), games)
        return Cell(found.after, low, high, found)
    _, _, t, _, _, _, _, tt, *_ = pairs.sums[key]
    within = Z * sqrt(max(tt - t * t / games, 0) / max(games - 1, 1) / games)
    return Cell(found.after, found.after - within, found.after + within, found)
