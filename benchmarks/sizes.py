"""Cost against size, as plots: seats at a game, games in a study, tables at a server.

    python -m benchmarks.sizes [--only seats study server] [--to FOLDER]

One SVG for each. Bands go from the worst round to the best, the line is the median; all that can be
is processor time, so that other work on the machine disturbs it little.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from math import log10
from pathlib import Path
from statistics import median
from typing import Final

import uvloop

from benchmarks.plays import engine, rate
from benchmarks.server import Run, server
from undercroft.games import catalogue
from undercroft.lab.show.svg import Curve, Point, curves

Measured = Mapping[str, Mapping[int, Sequence[float]]]  # by curve and size: a figure a round

SEATS: Final = range(1, 7)
GAMES: Final = (1_000, 10_000, 100_000, 1_000_000)
TABLES: Final = (1, 10, 50, 200, 400)
STUDY: Final = """
import json, re, sys, time
from pathlib import Path
from undercroft.lab.study import Study, run
study = Study("tomb", ("random",), int(sys.argv[1]), "7", measured=sys.argv[2] == "tables")
run(study, 1, lambda played: None)
most = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]  # its own alone
print(json.dumps([time.process_time(), int(most) / 1024]))
"""


def by_seats(rounds: int, seconds: float) -> Measured:
    """Thousands of questions a second of each game, by how many play it; random bots."""
    field = {
        (game.title, seats): engine(game, "random", seats)
        for game in catalogue().values()
        for seats in SEATS
        if game.seats[0] <= seats <= game.seats[1]
    }
    found: dict[str, dict[int, list[float]]] = {}
    for _ in range(rounds):
        for (title, seats), contestant in field.items():
            _, questions = rate(contestant, seconds)
            found.setdefault(title, {}).setdefault(seats, []).append(questions / 1000)
    return found


def by_games(rounds: int, seconds: float) -> Measured:
    """Seconds and megabytes of a study of Tomb, by how many games it has."""
    found: dict[str, dict[int, list[float]]] = {}
    for _ in range(rounds):
        for games in GAMES:
            for kind in ("bare", "tables"):
                command = [sys.executable, "-c", STUDY, str(games), kind]
                done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
                took, most = json.loads(done.stdout)
                found.setdefault(f"s, {kind}", {}).setdefault(games, []).append(took)
                found.setdefault(f"MB, {kind}", {}).setdefault(games, []).append(most)
    return found


def by_tables(rounds: int, seconds: float) -> Measured:
    """Answers that a server takes in a second of its processor, by how many tables play."""
    found: dict[str, dict[int, list[float]]] = {}
    for number in range(rounds):
        with server(8770 + number) as pid:
            for tables in TABLES:
                run = Run(8770 + number, tables, max(3.0, seconds), 0)
                figures = asyncio.run(run.measure(str(tables), pid))
                answers = figures.answers / max(figures.cpu, 0.01)
                found.setdefault("answers", {}).setdefault(tables, []).append(answers)
                waits = found.setdefault("p99, ms", {}).setdefault(tables, [])
                waits.append(figures.wait(0.99))
    return found


PLOTS: Final[Mapping[str, tuple[Callable[[int, float], Measured], str, bool]]] = {
    "seats": (by_seats, "seats; thousands of questions a CPU second", False),
    "study": (by_games, "games; CPU seconds and megabytes", True),
    "server": (by_tables, "tables; answers a CPU second, and the p99 in ms", True),
}


def drawn(measured: Measured, label: str, *, by_tens: bool) -> str:
    """Draw what was measured as a picture; sizes that grow by tens stand equally far apart."""

    def at(size: int) -> float:
        return log10(size) if by_tens else size

    sizes = sorted({size for figures in measured.values() for size in figures})
    lines = [
        Curve(
            name,
            [
                Point(at(size), median(of), min(of), max(of), f"{size:,}: {median(of):,.1f}")
                for size, of in sorted(figures.items())
            ],
        )
        for name, figures in measured.items()
    ]
    return alone(curves(lines, [(at(size), f"{size:,}") for size in sizes], label, ""))


def alone(plot: str) -> str:
    """Take a plot out of its page: on white, since it cannot know what it is shown on."""
    head, inside = plot[plot.index("<svg") : plot.index("</svg>")].split(">", 1)
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'{head} font-family="sans-serif">{paper}{inside}</svg>\n'


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description="Cost against size.")
    parser.add_argument("--only", nargs="+", choices=[*PLOTS], default=[*PLOTS], metavar="PLOT")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each size, in each round")
    parser.add_argument("--to", type=Path, default=Path("build/plots"))
    given = parser.parse_args()
    uvloop.install()
    given.to.mkdir(parents=True, exist_ok=True)
    for name in given.only:
        measure, label, by_tens = PLOTS[name]
        measured = measure(given.rounds, given.seconds)
        for curve, figures in measured.items():
            row = "  ".join(f"{size:,}: {median(of):,.1f}" for size, of in sorted(figures.items()))
            print(f"{name}: {curve:24} {row}", flush=True)
        (given.to / f"{name}.svg").write_text(drawn(measured, label, by_tens=by_tens))


if __name__ == "__main__":
    main()
