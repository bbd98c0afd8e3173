"""Renew all that depends on the version of a game's rules: `make rules game=talisman`.

    python tools/new_rules.py GAME                   after `rules_version` was raised
    python tools/new_rules.py GAME --raise           raise it first
    python tools/new_rules.py GAME --step puzzles    one step alone; several with several --step

Each step keeps what the new rules allow and makes the rest again. A table at the end says what was
kept, made again and lost, and how long it took; it is read before anything is committed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.docs.numbers import sentences  # noqa: E402 (the tests' own)
from tests.research.surveys import uncovered  # noqa: E402
from tests.transcripts import recording  # noqa: E402
from undercroft.games import find_game  # noqa: E402
from undercroft.puzzles.bank import FILE as PUZZLES  # noqa: E402
from undercroft.puzzles.puzzle import read_puzzles  # noqa: E402
from undercroft.research.learning import Learning  # noqa: E402
from undercroft.research.survey import FILE as SURVEY  # noqa: E402
from undercroft.research.survey import LONG, Survey, surveyed  # noqa: E402
from undercroft.research.survey import TESTS as LAYOUTS  # noqa: E402
from undercroft.review.percentiles import FILE as SKILLS  # noqa: E402
from undercroft.review.percentiles import Skills  # noqa: E402

GAMES: Final = ROOT / "src/undercroft/games"
VERSION: Final = re.compile(r"^    rules_version=(\d+),$", re.MULTILINE)
TERMINAL: Final = ("tests/terminal/test_plain_plays.py", "tests/terminal/test_snapshots.py")
PICTURES: Final = ("tests/terminal/transcripts", "tests/terminal/snapshots")


class Job(NamedTuple):
    """What is renewed, and by how many processes."""

    game: str
    workers: int

    @property
    def folder(self) -> Path:
        """The game's folder."""
        return GAMES / self.game

    def command(self, *arguments: object) -> None:
        """Run a command of Undercroft; its progress is shown."""
        run("-m", "undercroft", *arguments, "--workers", self.workers)


class Result(NamedTuple):
    """What a step kept, made again and lost, and what there is to do."""

    kept: int = 0
    renewed: int = 0
    lost: int = 0
    notes: tuple[str, ...] = ()


def run(*arguments: object, **more: str) -> None:
    """Run Python in the repository; what fails ends everything."""
    done = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, *map(str, arguments)], cwd=ROOT, env={**os.environ, **more}, check=False
    )
    if done.returncode:
        raise SystemExit(done.returncode)


def raised(game: str) -> None:
    """Raise a game's `rules_version` by one."""
    file = GAMES / game / "__init__.py"
    text = file.read_text("utf-8")
    (found,) = VERSION.finditer(text)
    version = int(found[1]) + 1
    file.write_text(f"{text[: found.start(1)]}{version}{text[found.end(1) :]}", "utf-8")


# -- the steps ------------------------------------------------------------------------------------


def transcripts(job: Job) -> Result:
    """Keep the games in tests/transcripts that still replay, and play the others again."""
    fates: list[str] = []
    notes: list[str] = []
    if not (ROOT / recording.recipes_file(job.game)).exists():
        return Result()
    for name, fate, note in recording.record(job.game):
        fates.append(fate)
        print(f"  {name}: {fate}{note and f', {note}'}", flush=True)
        if fate == "lost":
            notes.append(
                f"The transcript {name} is lost: {note}. Mend its journal, or change its recipe in "
                f"{recording.recipes_file(job.game)}; then: {recording.again(job.game)}"
            )
    notes += recording.missing(find_game(job.game))
    kept, renewed, lost = map(fates.count, ("kept", "recorded", "lost"))
    return Result(kept, renewed, lost, tuple(notes))


def survey(job: Job) -> Result:
    """Play, and make observations.json again if views hold something it has no place for."""
    game, file = find_game(job.game), job.folder / SURVEY
    if not file.exists():
        return Result()
    known, found = msgspec.json.decode(file.read_bytes(), type=Survey), surveyed(game, LONG)
    before, lacking = places(job.game), uncovered(known, found)
    if not lacking:
        return Result(kept=len(before))
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    after = places(job.game)
    kept, new, gone = len(before & after), len(after - before), len(before - after)
    more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
    note = (
        f"{SURVEY} had no place for {'; '.join(lacking[:3])}{more}. A row has {new} new numbers, "
        f"and {gone} are gone: what was trained on it does not fit any more."
    )
    return Result(kept, new, gone, (note,))


def places(game: str) -> set[str]:
    """Name the places of an observation, with all seats taken."""
    return {*Learning(game, seats=find_game(game).seats[1]).encoder.names}


def puzzles(job: Job) -> Result:
    """Keep the puzzles whose answer holds its margin by these rules, and rate them again."""
    file = job.folder / PUZZLES
    if not file.exists():
        return Result()
    before = read_puzzles(file.read_text("utf-8"))
    job.command("mine", job.game, "--again", file, "--out", file)
    after = read_puzzles(file.read_text("utf-8"))
    kept, lost = len(after), len(before) - len(after)
    more = f"undercroft mine {job.game} --puzzles {lost} --out {file.relative_to(ROOT)}"
    return Result(kept, 0, lost, (f"To find as many puzzles again: {more}",) if lost else ())


def skills(job: Job) -> Result:
    """Make the tables of play again (skills.json), of as many games as before."""
    file = job.folder / SKILLS
    if not file.exists():
        return Result()
    tables = msgspec.json.decode(file.read_bytes(), type=tuple[Skills, ...])
    made: list[Skills] = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / SKILLS
        for table in tables:
            options = [f"--option={name}={value}" for name, value in table.options.items()]
            size = ("--games", table.games, "--playouts", table.playouts, "--seats", table.seats)
            job.command("percentiles", job.game, *size, *options, "--out", out)
            made += msgspec.json.decode(out.read_bytes(), type=tuple[Skills, ...])
    file.write_bytes(msgspec.json.encode(made) + b"\n")
    return Result(renewed=len(made))


def terminal(job: Job) -> Result:
    """Renew what the terminal's tests keep of whole games."""
    before = shown()
    run("-m", "pytest", "-q", *TERMINAL, UNDERCROFT_RENEW="1")
    after = shown()
    changed = sum(before.get(file) != text for file, text in after.items())
    read = f"Read what has changed: git diff {' '.join(PICTURES)}"
    return Result(len(after) - changed, changed, 0, (read,) if changed else ())


def shown() -> dict[Path, bytes]:
    """Read what the terminal's tests keep."""
    files = [file for folder in PICTURES for file in (ROOT / folder).rglob("*") if file.is_file()]
    return {file: file.read_bytes() for file in files}


def pages(job: Job) -> Result:
    """Write the numbers on pages that follow from the game: cards, puzzles, actions."""
    stated = [*sentences(job.game)]
    changes = [change for sentence in stated if (change := sentence.write())]
    return Result(len(stated) - len(changes), len(changes), 0, tuple(changes))


def tests(job: Job) -> Result:
    """Run the tests of what ships, and of the game."""
    run(
        *("-m", "pytest", "-q", "-n", job.workers, "tests/transcripts", "tests/puzzles"),
        *("tests/docs/test_pages.py", "tests/contract/test_shipped.py"),
        *("tests/research/test_actions.py", *LAYOUTS),
        *[folder for folder in [f"tests/games/{job.game}"] if (ROOT / folder).is_dir()],
    )
    return Result()


STEPS: Final[dict[str, Callable[[Job], Result]]] = {
    step.__name__: step for step in (transcripts, survey, puzzles, skills, terminal, pages, tests)
}


# -- the command ----------------------------------------------------------------------------------


def renew(job: Job, names: list[str]) -> None:
    """Take the steps in their order, and show the table, also of what was done before a fault."""
    results: dict[str, tuple[Result, float]] = {}
    try:
        for name in [name for name in STEPS if name in names]:
            print(f"{name}\n  {STEPS[name].__doc__}", flush=True)
            began = time.monotonic()
            results[name] = STEPS[name](job), time.monotonic() - began
    finally:
        show(job, results)
        for name in [name for name in names if name not in results]:
            print(f"Not done: {name}. To go on: make rules game={job.game} step={name}")


def show(job: Job, results: dict[str, tuple[Result, float]]) -> None:
    """Print what became of each step, and what there is to do."""
    print(f"\n{find_game(job.game).title}, rules version {find_game(job.game).rules_version}")
    print(f"{'step':<14}{'kept':>8}{'renewed':>9}{'lost':>6}{'time':>10}")
    for name, (result, seconds) in results.items():
        counts = f"{result.kept:>8}{result.renewed:>9}{result.lost:>6}"
        print(f"{name:<14}{counts if any(result[:3]) else '':<23}{span(seconds):>10}")
    for result, _ in results.values():
        for note in result.notes:
            print(f"- {note}")


def span(seconds: float) -> str:
    """Write a time."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def main(arguments: list[str]) -> None:
    """Read the command, and do it."""
    parser = argparse.ArgumentParser(prog="tools/new_rules.py", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "game", choices=sorted(file.parent.name for file in GAMES.glob("*/__init__.py"))
    )
    parser.add_argument("--raise", action="store_true", dest="up", help="raise rules_version first")
    parser.add_argument("--step", action="append", choices=STEPS, help="this step alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="NUMBER")
    given: Any = parser.parse_args(arguments)
    if given.up:
        raised(given.game)
    renew(Job(given.game, given.workers), given.step or [*STEPS])


if __name__ == "__main__":
    main(sys.argv[1:])
