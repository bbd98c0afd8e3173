"""Studies in native code: the same counts, some hundred times faster.

A chunk of games is counted at a time, by its number, so that the result depends on the seed alone.
The seed deals other games than it does to a plain study. A study that is stopped keeps its counts.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from time import perf_counter
from typing import Any, Final

from undercroft.accel.native import Device, load
from undercroft.accel.tomb.counting import NAMES, Counts, Player, Task, count, seen, sheet_of
from undercroft.accel.tomb.game import Thumb, native_options
from undercroft.accel.tomb.learned import learned
from undercroft.core.errors import Refused
from undercroft.games.tomb.bots.thumb import RuleOfThumb
from undercroft.lab.study import Findings, Setting, Study, set_up
from undercroft.lab.tally import Tally
from undercroft.lab.words import say

CHUNKS: Final = {"native": 20_000, "cuda": 1 << 28}  # games
LEARNED: Final = ("expert", "collector")
LEARNED_CHUNK: Final = 200


def run_native(
    study: Study, device: Device, workers: int, progress: Callable[[int], None]
) -> Findings:
    """Play a study in native code; progress is told how many games each step has added."""
    setting = set_up(study)
    options = options_of(setting)
    task = Task(
        player_of(setting, device),
        options,
        int.from_bytes(blake2b(study.seed.encode(), digest_size=8).digest(), "little"),
        study.measured,
        device,
    )
    load("tomb", device)  # made first, if need be, so that it is not timed
    tally = Tally(1)
    began = perf_counter()
    try:
        for counts in each_chunk(study, task, 1 if device == "cuda" else workers):
            games = add(tally, counts, measured=study.measured)
            progress(games)
    except KeyboardInterrupt:
        if not tally.plays:
            raise
        study = study._replace(plays=tally.plays)
    return Findings(study, setting, tally, perf_counter() - began, workers, device)


def player_of(setting: Setting, device: Device) -> Player:
    """Find the native twin of a bot."""
    (name,) = setting.bots if setting.seats == 1 else ("",)
    maker: Any = setting.game.bots.get(name)
    if isinstance(maker, type) and issubclass(maker, RuleOfThumb):
        return Thumb(maker.prize, maker.weariness)
    if name == "random":
        return Thumb()
    if name in LEARNED and device == "native":
        return learned(name)
    bots = ["random", "cautious", "bold", *(LEARNED if device == "native" else ())]
    raise Refused(say("native.bots", device=device, bots=", ".join(bots)))


def options_of(setting: Setting) -> Any:
    """Hand over the options; native code knows the solo game and no variants."""
    game, options = setting.game, setting.options
    if game.id != "tomb" or game.variant is not None or options.mode != "solo":
        raise Refused(say("native.tomb-only"))
    return native_options(options)


def each_chunk(study: Study, task: Task, workers: int) -> Iterator[Counts]:
    """Count all chunks, in order, only so many ahead: a call into native code lets others run."""
    size = CHUNKS[task.device] if isinstance(task.player, Thumb) else LEARNED_CHUNK
    firsts = range(0, study.plays, size)

    def count_chunk(first: int) -> Counts:
        return count(task, first, min(size, study.plays - first))

    with ThreadPoolExecutor(workers) as threads:
        waiting = []
        try:
            for first in firsts:
                waiting.append(threads.submit(count_chunk, first))
                if len(waiting) > 2 * workers:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for job in waiting:
                job.cancel()


def add(tally: Tally, counts: Counts, *, measured: bool) -> int:
    """Add counts to a tally; give the number of games."""
    games = 0
    for outcome, name in enumerate(NAMES):
        points = Counter[float](dict(seen(counts.points[outcome])))
        total = sum(points.values())
        games += total
        tally.outcomes[name] += total
        tally.scores[0].update(points)
        if name == "won":
            tally.wins[0] += total
    lengths = dict(seen(counts.lengths))
    tally.plays += games
    tally.lengths.update(lengths)
    tally.questions += sum(length * times for length, times in lengths.items())
    tally.outcomes += Counter()  # without those that never came
    tally.wins += Counter()
    if measured:
        tally.sheet.update(sheet_of(counts))
    return games
