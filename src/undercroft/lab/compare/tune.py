"""Tuning: numbers that bring measures to their targets, found by Optuna on equal luck.

Where there are no more cells than tries, all are tried. Otherwise Optuna's tree-structured Parzen
estimator picks the next cell from what the earlier ones have shown. Every try plays the same luck.
The best cell is the luckiest as well as the best, so it is played again on fresh luck, against the
game as it was: what that shows is not flattered, and it shows what else moved.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from math import prod
from time import perf_counter
from typing import Any, Final, NamedTuple

from undercroft.core.errors import BadOption, Refused
from undercroft.core.extras import to_install
from undercroft.lab.chunks import Workers, interrupts, is_lost, number_of
from undercroft.lab.compare.comparison import Comparison, Verdict, compare
from undercroft.lab.compare.pairs import OURS, Key
from undercroft.lab.compare.sweep import (
    Axis,
    Cell,
    Sweep,
    cell_at,
    cell_of,
    lay_grid,
    run_sweep,
    study_of,
)
from undercroft.lab.study import Setting, Study, set_up
from undercroft.lab.words import say

INSIDE: Final = 0.1  # what the middle of a target is worth, beside half-widths outside
_TARGET: Final = re.compile(r"([a-z][a-z0-9.-]*)=(\S+)")
_NUMBER: Final = r"(-?\d{1,9}(?:\.\d{1,6})?)(%?)"
_AROUND: Final = re.compile(rf"{_NUMBER}(?:±|\+-|\+/-){_NUMBER}")
_BETWEEN: Final = re.compile(rf"{_NUMBER}\.\.{_NUMBER}")


class Target(NamedTuple):
    """Where a measure is to be."""

    name: str
    key: Key
    low: float
    high: float

    def is_met(self, it: Cell) -> bool:
        """Say whether a measure is there."""
        return self.low <= it.value <= self.high

    def is_surely_met(self, it: Cell) -> bool:
        """Say whether the whole interval of a measure is there."""
        return self.low <= it.low <= it.high <= self.high

    def loss(self, it: Cell) -> float:
        """Say how far off a measure is, in half-widths; inside, little is left to gain."""
        middle, within = (self.low + self.high) / 2, (self.high - self.low) / 2
        off = abs(it.value - middle) / within
        return INSIDE * off if off <= 1 else INSIDE + off - 1


class Try(NamedTuple):
    """A cell that was played: what its measures are, and how far they are from the targets."""

    cell: tuple[str, ...]
    found: Mapping[Key, Cell]
    loss: float


class Tuning(NamedTuple):
    """What to tune, over what, to which targets."""

    study: Study
    axes: tuple[Axis, ...]
    targets: tuple[Target, ...]
    tries: int

    @property
    def cells(self) -> int:
        """How many combinations there are."""
        return prod(len(axis.values) for axis in self.axes)

    @property
    def most(self) -> int:
        """How many of them are tried, at most."""
        return min(self.cells, self.tries)

    @property
    def sweep(self) -> Sweep:
        """The grid that cells are picked from."""
        return Sweep(self.study, self.axes, ())


class Tuned(NamedTuple):
    """What came out; the best try first."""

    tuning: Tuning
    setting: Setting
    tries: list[Try]
    verdict: Verdict | None  # on fresh luck; none if the best cell is the game as it was
    seconds: float
    workers: int
    is_whole: bool  # neither interrupted nor lost


# -- what to play ---------------------------------------------------------------------------------


def read_target(text: str, setting: Setting) -> Target:
    """Read `win=12%±1`, `turns=20..30` or `outcome.dead=20%..25%`."""
    given = _TARGET.fullmatch(text)
    if not given:
        raise BadOption(say("tune.form", text=text[:40]))
    name, wanted = given[1], given[2]
    allowed = keys_of(setting)
    if name not in allowed:
        raise BadOption(say("tune.name", name=name[:40], allowed=[*allowed]))
    key = allowed[name]
    is_share = key[1] in ("outcome", "win")
    around, between = _AROUND.fullmatch(wanted), _BETWEEN.fullmatch(wanted)
    match = around or between
    if not match:
        raise BadOption(say("tune.form", text=text[:40]))
    first, second = float(match[1]), float(match[3])
    if is_share != bool(match[2]) or (match[4] and not is_share):
        raise BadOption(say("tune.share" if is_share else "tune.no-share", name=name))
    low, high = (first - second, first + second) if around else (first, second)
    if low >= high:
        raise BadOption(say("tune.narrow", text=text[:40]))
    scale = 100 if is_share else 1
    return Target(name, key, low / scale, high / scale)


def keys_of(setting: Setting) -> dict[str, Key]:
    """Name what every game has, as targets name it."""
    keys: dict[str, Key] = {}
    for seat in range(setting.seats):
        number = str(seat + 1) if seat else ""
        keys[f"win{number}"] = OURS, "win", str(seat + 1)
        keys[f"score{number}"] = OURS, "score", str(seat + 1)
    keys["turns"], keys["questions"] = (OURS, "turns", ""), (OURS, "questions", "")
    endings = [id for id in setting.game.scenes if id != "abandoned"]  # which no bot does
    return keys | {f"outcome.{id}": (OURS, "outcome", id) for id in endings}


def read_tuning(study: Study, over: Sequence[Axis], targets: Sequence[str], tries: int) -> Tuning:
    """Read what is to be tuned; refuse what cannot be played, or what Optuna is missing for."""
    setting = set_up(study)
    read = tuple(read_target(text, setting) for text in targets)
    names = [target.name for target in read]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadOption(say("tune.twice", name=twice))
    lay_grid(study, over, 1)
    for axis in over:  # both ends, so that nothing is refused after an hour
        for value in (axis.values[0], axis.values[-1]) if axis.values else ():
            lay_grid(study, [Axis(axis.name, [str(value)])], None)
    tuning = Tuning(study, tuple(over), read, tries)
    if tuning.cells > tries:
        optimiser()
    return tuning


def optimiser() -> Any:
    """Import Optuna, which takes a while; say how to install it."""
    try:
        import optuna
    except ModuleNotFoundError as error:
        command = to_install("lab")
        raise Refused(say("tune.missing", name=error.name, command=command)) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


# -- playing --------------------------------------------------------------------------------------


def run_tuning(tuning: Tuning, workers: Workers, progress: Callable[[int], None]) -> Tuned:
    """Try cells until the targets are surely met, all tries are made or an interrupt comes.

    Then weigh the best, unless interrupted.
    """
    study = tuning.study
    tries: list[Try] = []
    began = perf_counter()
    with interrupts() as came:
        for each in each_try(tuning, workers, progress):
            tries.append(each)
            if came or all(it.is_surely_met(each.found[it.key]) for it in tuning.targets):
                break
        tries.sort(key=lambda it: it.loss)  # of equals the first that was found
        verdict = None
        if tries and not came and not is_lost(workers):
            verdict = weigh(study, study_of(tuning.sweep, tries[0].cell), workers, progress)
        whole = not came and not is_lost(workers)
    seconds = perf_counter() - began
    return Tuned(tuning, set_up(study), tries, verdict, seconds, number_of(workers), whole)


def each_try(tuning: Tuning, workers: Workers, progress: Callable[[int], None]) -> Iterator[Try]:
    """Play cells: all, if they are few enough, or those that the optimiser asks for."""
    if tuning.cells <= tuning.tries:
        cells = (cell_at(tuning.axes, number) for number in range(tuning.cells))
        for cell in cells:
            done = played(tuning, cell, workers, progress)
            if done is None:
                return
            yield done
        return
    optuna = optimiser()
    digest = blake2b(tuning.study.seed.encode(), digest_size=4).digest()
    sampler = optuna.samplers.TPESampler(seed=int.from_bytes(digest, "little"))
    search = optuna.create_study(sampler=sampler)
    shapes = {axis.name: shape_of(axis, optuna) for axis in tuning.axes}
    known: dict[tuple[str, ...], Try] = {}
    for _ in range(tuning.tries):
        asked = search.ask(shapes)
        cell = tuple(str(asked.params[axis.name]) for axis in tuning.axes)
        if cell not in known:  # the same luck would show the same again
            done = played(tuning, cell, workers, progress)
            if done is None:
                return
            known[cell] = done
            yield done
        search.tell(asked, known[cell].loss)


def played(
    tuning: Tuning, cell: tuple[str, ...], workers: Workers, progress: Callable[[int], None]
) -> Try | None:
    """Play a cell; one that was interrupted has had less luck, and is none."""
    swept = run_sweep(tuning.sweep._replace(cells=(cell,)), workers, progress)
    (pairs,) = swept.pairs
    if pairs.games < tuning.study.plays:
        return None
    found = {key: cell_of(pairs, key) for key in {target.key for target in tuning.targets}}
    return Try(cell, found, sum(it.loss(found[it.key]) for it in tuning.targets))


def shape_of(axis: Axis, optuna: Any) -> Any:
    """Tell Optuna what values an axis has: a range of numbers, or a list."""
    values = axis.values
    if isinstance(values, range):
        return optuna.distributions.IntDistribution(values[0], values[-1])
    return optuna.distributions.CategoricalDistribution([*values])


def weigh(
    before: Study, after: Study, workers: Workers, progress: Callable[[int], None]
) -> Verdict | None:
    """Compare the game as it was with the best cell, on luck that the search has not seen."""
    sides = [
        study._replace(seed=f"{before.seed}/weighed", measured=True) for study in (before, after)
    ]
    one, other = map(set_up, sides)
    if one.game.rows == other.game.rows and one[1:] == other[1:]:
        return None
    return compare(Comparison(sides[0], sides[1]), workers, progress)
