"""All that `docs/performance.md` tells of speed, measured in one run: JSON and Markdown.

    python -m benchmarks.report [--minutes M] [--only PART ...] [--to FOLDER]

The parts run in turn, each within its share of the minutes; with fewer of them figures are less
certain, not fewer. Within a part all contestants take turns, round by round, so that a noisy
machine is noisy to all of them; medians are reported. Run `make fast` first, on a quiet machine.
What is not installed is left out: OpenSpiel, RLCard, PettingZoo's classic games.
"""

import argparse
import asyncio
import json
import logging
import os
import platform
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any, Final, TypeVar

from benchmarks import live, playouts, plays, thinking
from benchmarks.playouts import texts
from undercroft.core.game import LIGHT, Game
from undercroft.games import catalogue, find_game

T = TypeVar("T")

ROUNDS: Final = 5
SHARES: Final = {  # of the time
    "plays": 0.25,
    "playouts": 0.15,
    "light": 0.15,
    "live": 0.1,
    "studies": 0.05,
    "learning": 0.2,
    "server": 0.1,
}
BY_HAND: Final = "Tomb by hand (the yardstick)"
SPIEL: Final = ("solitaire", "crazy_eights", "hearts")


@dataclass
class Table:
    """Figures: a row of cells for each thing that was measured, the first of them its name."""

    title: str
    columns: list[str]
    rows: list[list[str | float | None]]

    def __str__(self) -> str:
        lines = [self.columns, ["---"] * len(self.columns), *[[*map(shown, r)] for r in self.rows]]
        return f"## {self.title}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shown(cell: str | float | None) -> str:
    """Write a figure with three digits or more."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    return f"{cell:,.0f}" if cell >= 100 else f"{cell:.1f}" if cell >= 10 else f"{cell:.2f}"


def in_turns(
    field: Mapping[str, T], rate: Callable[[T, float], float], seconds: float
) -> dict[str, float]:
    """Measure all contestants in turns, for so many seconds altogether; give the medians."""
    each = seconds / ROUNDS / len(field)
    found: dict[str, list[float]] = {name: [] for name in field}
    for _ in range(ROUNDS):
        for name, contestant in field.items():
            found[name].append(rate(contestant, each))
    return {name: statistics.median(rates) for name, rates in found.items()}


def ratio(one: float | None, other: float | None) -> float | None:
    """Divide, if there is something to divide."""
    return one / other if one and other else None


def seated(game: Game[Any, Any], seats: int) -> str:
    """Name a game at so many seats."""
    return f"{game.title}, {seats} seat{'s' if seats > 1 else ''}"


def called(game: Game[Any, Any], bot: str) -> str:
    """Name a table of bots."""
    return f"{seated(game, playouts.seats_of(game))}, {bot}"


# -- the parts ------------------------------------------------------------------------------------


def measure_plays(seconds: float) -> Iterator[Table]:
    """Questions a second, ours and others'."""
    tables = [
        (game, bot)
        for game in catalogue().values()
        for bot in ("random", game.rule_of_thumb, LIGHT)
    ]
    field = {
        f"{called(game, bot)}/{text}": plays.engine(version, bot, playouts.seats_of(game))
        for game, bot in tables
        for text, version in texts(game).items()
    }
    field[BY_HAND] = plays.by_hand()
    try:
        for name in SPIEL:
            field[f"{name}/python"] = plays.open_spiel(name)
            field[f"{name}/c++"] = plays.open_spiel_natively(name)
    except ImportError:
        print("OpenSpiel is not installed: left out.", file=sys.stderr)
    found = in_turns(field, lambda one, seconds: plays.rate(one, seconds)[1], seconds)
    rows: list[list[str | float | None]] = []
    for name in [called(game, bot) for game, bot in tables]:
        slow, fast = found[f"{name}/interpreted"], found.get(f"{name}/compiled")
        games, questions = plays.rate(field[f"{name}/{'compiled' if fast else 'interpreted'}"], 0.5)
        rows.append([name, slow, fast, games / questions * (fast or slow), ratio(fast, slow)])
    yield Table(
        "Games and questions a second",
        ["", "interpreted, questions/s", "compiled, questions/s", "games/s", "gain"],
        rows,
    )
    tomb = called(find_game("tomb"), "random")
    slow, fast = found[f"{tomb}/interpreted"], found.get(f"{tomb}/compiled")
    rows = [[BY_HAND, found[BY_HAND], None]]
    rows += [
        [f"OpenSpiel `{name}`", found[f"{name}/python"], found[f"{name}/c++"]]
        for name in SPIEL
        if f"{name}/python" in found
    ]
    yield Table(
        "Beside others, in the same run",
        ["", "from Python, questions/s", "its C++ loop", "compiled Tomb runs at",
         "of the C++ loop", "interpreted Tomb runs at", "of the C++ loop"],
        [[*row, *[ratio(ours, row[at]) for ours in (fast, slow) for at in (1, 2)]] for row in rows],  # type: ignore[arg-type]
    )  # fmt: skip


def measure_playouts(seconds: float) -> Iterator[Table]:
    """Playouts a second from the middle of a game."""
    field = {
        f"{game.id}/{bot}/{text}": playouts.playouts(version, bot)
        for game in catalogue().values()
        for bot in ("random", LIGHT)
        for text, version in texts(game).items()
    }
    found = in_turns(field, playouts.rate, seconds)
    columns = [f"{bot}/{text}" for bot in ("random", LIGHT) for text in ("interpreted", "compiled")]
    yield Table(
        "Playouts a second",
        ["", *[column.replace("/", ": ") for column in columns]],
        [
            [seated(game, playouts.seats_of(game))]
            + [found.get(f"{game.id}/{column}") for column in columns]
            for game in catalogue().values()
        ],
    )


def measure_light(seconds: float) -> Iterator[Table]:
    """What light bots are worth, and what they cost."""
    worth: list[list[str | float | None]] = []
    costs: list[list[str | float | None]] = []
    for game in catalogue().values():
        names = ["random", LIGHT, game.rule_of_thumb]
        start = process_time()
        playouts.strength(game, names[2], 10)
        most = seconds / len(catalogue()) / 3 / ((process_time() - start) / 10)
        games = max(20, min(int(most), 4000))
        low, light, high = (playouts.strength(game, name, games) for name in names)
        worth.append([game.title, str(games), low, light, high, (light - low) / (high - low)])
        for text, version in texts(game).items():
            cost = thinking.cost(version, LIGHT)
            cheap, dear = (thinking.shown(one) for one in (cost.light, cost.thumb))
            costs.append([game.title, text, cheap, dear, cost.share])
    columns = ["", "games", "random", "light", "rule of thumb", "share"]
    yield Table("What light bots are worth", columns, worth)
    columns = ["", "rules", "light, µs a decision", "rule of thumb", "share"]
    yield Table("What light bots cost", columns, costs)


def measure_live(seconds: float) -> Iterator[Table]:
    """Forks, views, answers, memory."""
    each = seconds / len(catalogue())
    rows: list[list[str | float | None]] = []
    for game in catalogue().values():
        seats = live.seats_of(game)
        rows.append([seated(game, seats), *live.measure(game, seats, each)])
    columns = ["fork, µs", "fork and answer", "view", "answer", "memory, bytes"]
    yield Table("A live game", ["", *columns], rows)


def measure_studies(seconds: float) -> Iterator[Table]:
    """What a study's tables cost."""
    from undercroft.lab.study import Study, play_chunks

    def cost(game: Game[Any, Any], until: float) -> float:
        times: dict[bool, list[float]] = {True: [], False: []}
        while len(times[False]) < ROUNDS or process_time() < until:
            for measured, taken in times.items():
                plays = 5_000 if game.id == "tomb" else 20  # as many as a worker counts in one go
                seed, seats = f"{len(taken)}", playouts.seats_of(game)
                study = Study(game.id, ("random",), plays, seed, seats, measured=measured)
                start = process_time()
                play_chunks(study, study.chunks)
                taken.append(process_time() - start)
        return statistics.median(times[True]) / statistics.median(times[False])

    rows: list[list[str | float | None]] = []
    each = seconds / len(catalogue()) / 2
    for game in catalogue().values():
        direct, found = game.direct, {}
        for text in texts(game):
            vars(game)["direct"] = direct if text == "compiled" else None
            found[text] = cost(game, process_time() + each)
        rows.append([game.title, found["interpreted"], found.get("compiled")])
    yield Table(
        "Studies with the game's tables", ["times one without", "interpreted", "compiled"], rows
    )


def measure_learning(seconds: float) -> Iterator[Table]:
    """Environments, ours and others'."""
    from benchmarks import research

    field = {**dict(research.ours()), **dict(research.theirs())}
    found = in_turns(field, research.rate, seconds)
    tomb = found.get("tomb, 1 seat: Gymnasium (compiled)", found["tomb, 1 seat: Gymnasium"])
    rows: list[list[str | float | None]] = []
    for name, rate in found.items():
        table, _, what = name.partition(": ")
        bare = found[f"{table}: bare engine"] if what else None
        rows.append([name, rate, ratio(rate, bare), ratio(tomb, rate)])
    yield Table(
        "Environments for learning",
        ["", "steps/s", "of the bare engine", "Tomb's Gymnasium runs at"],
        rows,
    )


def measure_server(seconds: float) -> Iterator[Table]:
    """Answers a second."""
    from benchmarks.server import Run, server

    rows: list[list[str | float | None]] = []
    counts = (1, 50, 200)
    with server(8765) as pid:
        for games in counts:
            run = Run(8765, games, seconds / len(counts), 0)
            at = asyncio.run(run.measure("", pid))
            rate = at.answers / at.seconds
            rows.append([str(games), rate, at.wait(0.5), at.wait(0.99), at.answers / at.cpu])
    columns = ["games at once", "answers/s", "p50, ms", "p99, ms", "answers a CPU second"]
    yield Table("The server", columns, rows)


PARTS: Final[Mapping[str, Callable[[float], Iterator[Table]]]] = {
    "plays": measure_plays,
    "playouts": measure_playouts,
    "light": measure_light,
    "live": measure_live,
    "studies": measure_studies,
    "learning": measure_learning,
    "server": measure_server,
}


def main() -> None:
    """Measure, and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--only", nargs="*", choices=[*PARTS], default=[*PARTS])
    parser.add_argument("--to", type=Path, default=Path("build/bench"))
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable()
    load, began, tables = os.getloadavg()[0], time.monotonic(), list[Table]()
    whole = sum(SHARES[part] for part in given.only)
    for part in given.only:
        try:
            for table in PARTS[part](60 * given.minutes * SHARES[part] / whole):
                tables.append(table)
                print(f"{table}\n", flush=True)
        except (ImportError, OSError, RuntimeError) as error:  # a quarter of an hour is not lost
            print(f"{part} is left out: {error}", file=sys.stderr)
    python = platform.python_version()
    about = {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {python}",
        "load": f"{load:.1f} before, {os.getloadavg()[0]:.1f} after",
        "minutes": f"{(time.monotonic() - began) / 60:.1f}",
    }
    given.to.mkdir(parents=True, exist_ok=True)
    kept = {"about": about, "tables": [asdict(table) for table in tables]}
    (given.to / "bench.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False))
    head = "\n".join(f"- {name}: {value}" for name, value in about.items())
    (given.to / "bench.md").write_text("\n\n".join([f"# Benchmarks\n\n{head}", *map(str, tables)]))
    print(f"Written to {given.to}/bench.json and {given.to}/bench.md ({about['minutes']} minutes).")


if __name__ == "__main__":
    main()
