"""Teach a judge how likely each seat is to win, from games that bots play.

    python -m undercroft.bots.learned.judging tin --bot veteran --minutes 10 --fit 3

Each game begins with a stretch in which bots of all levels answer, now and then at random, so that
positions come up that good play never reaches. From then on the bot that search plays imagined
games by answers alone; only those turns teach. So the judge learns what is to be had by that bot's
play, from wherever search may lead.

One game in ten teaches nothing: on these the log says how far the judge is off, in which part of
the game, and for which chances. Needs numpy. It writes to `--out`:

    tin.judge.jsonl   the log
    tin.judge         the network, which the game's judge reads
    tin.judge-*.npz   the samples: a run that finds some goes on from them
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from undercroft.bots.learned.network import packed
from undercroft.bots.learned.train import Learner, as_chances
from undercroft.core.game import Bot, Game, Look
from undercroft.core.play import standings
from undercroft.core.questions import Decision
from undercroft.games import find_game

SLIPS: Final = (0.0, 0.0, 0.03, 0.1, 0.3)  # of the answers in the first stretch
WANDERS: Final = (-0.5, 1.3)  # for how long: this part of a game's turns, from .. to
LENGTH: Final = 20  # turns of a game, before any has been played
KEPT: Final = 0.25  # of the turns: those of a game are much alike
APART: Final = 10  # one game in so many teaches nothing
CHUNK: Final = 20.0  # seconds of games for one file of samples
BATCH: Final = 2048
RATE: Final = 2e-3


class Samples(NamedTuple):
    """How seats stood, what came of it, how many turns had been played, and in which game."""

    rows: Any
    shares: Any
    turns: Any
    games: Any


class Wanderer:
    """Answers as one bot until a turn has come, now and then at random; from then on as another."""

    strength: ClassVar[str] = "none"
    budget: ClassVar[float] = 1.0

    def __init__(self, first: Bot[Any], then: Bot[Any], slips: float, random: Random) -> None:
        self.first, self.then, self.slips, self.random = first, then, slips, random
        self.wanders = True

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        """Choose an option."""
        if not self.wanders:
            return self.then(decision, look)
        if self.random.random() < self.slips:
            return decision.options[int(self.random.random() * len(decision.options))]
        return self.first(decision, look)


class Task(NamedTuple):
    """Games for a worker to play."""

    game: str
    preset: str | None
    seats: int
    bot: str
    seed: str
    seconds: float


def work(task: Task) -> Samples:
    """Play games for some seconds, and keep how seats stood in some of their turns."""
    game = find_game(task.game)
    options, seats = game.read_options({}, task.seats, task.preset)
    until = time.perf_counter() + task.seconds
    rows, shares, turns, games = [], [], [], []
    number, played = 0, LENGTH
    while time.perf_counter() < until:
        number += 1
        random = Random(f"{task.seed} {number}")
        key = random.getrandbits(31)
        begins = int(random.uniform(*WANDERS) * played / number)  # when the wandering ends
        seated: list[Wanderer] = []
        luck = Random(f"{task.seed} {number} luck").random
        playing = standings(game, options, seats, luck, seating(game, task, random, seated))
        kept, turn = [], 0
        try:
            while True:
                standing = next(playing)
                if turn >= begins:
                    for one in seated:
                        one.wanders = False
                    if random.random() < KEPT or turn == begins:
                        kept += [(row, seat, turn) for seat, row in enumerate(standing)]
                turn += 1
        except StopIteration as ended:
            played += turn
            for row, seat, at in kept:
                rows.append(np.array(row, np.float16))
                shares.append(ended.value.share(seat))
                turns.append(at)
                games.append(key)
    return Samples(
        np.array(rows, np.float16),
        np.array(shares, np.float32),
        np.array(turns, np.int16),
        np.array(games, np.int32),
    )


def seating(
    game: Game[Any, Any], task: Task, random: Random, seated: list[Wanderer]
) -> Callable[[Game[Any, Any]], list[Wanderer]]:
    """Say who sits down, and note them."""
    quick = [name for name in game.quick_bots if name != "random"]

    def seat_bots(rules: Game[Any, Any]) -> list[Wanderer]:
        for _ in range(task.seats):
            name = task.bot if random.random() < 0.5 else random.choice(quick)
            first = rules.new_bot(name, random.random)
            then = rules.new_bot(task.bot, random.random)
            seated.append(Wanderer(first, then, random.choice(SLIPS), random))
        return seated

    return seat_bots


# -- learning -------------------------------------------------------------------------------------


def fit(learner: Learner, taught: Samples, seconds: float, random: Any, *, are_rivals: bool) -> int:
    """Go through the samples again and again, for so long, with ever smaller steps."""
    began, part, steps = time.perf_counter(), 0.0, 0
    starts = tables(taught)
    ends = np.append(starts[1:], len(taught.shares))
    while part < 1.0:
        some = random.integers(0, len(starts), BATCH // 4)
        chosen = np.concatenate([np.arange(starts[one], ends[one]) for one in some])
        rows = taught.rows[chosen].astype(np.float32)
        of_chances = Rivals((ends - starts)[some]) if are_rivals else as_chances
        learner.learn(rows, taught.shares[chosen], RATE * (1 - part) + 1e-5, of_chances)
        steps += 1
        part = (time.perf_counter() - began) / seconds
    return steps


def tables(samples: Samples) -> Any:
    """Find where the seats of each table begin."""
    places = np.stack([samples.games, samples.turns])
    return np.append(0, np.flatnonzero((places[:, 1:] != places[:, :-1]).any(0)) + 1)


class Rivals:
    """Makes chances of the rates of seats that play against each other: one of a table wins."""

    def __init__(self, seats: Any) -> None:
        self.starts = np.append(0, np.cumsum(seats)[:-1])
        self.seats = np.repeat(seats, seats)[:, None]
        self.table = np.repeat(np.arange(len(seats)), seats)

    def __call__(self, rates: Any) -> Any:
        """Give each seat its share of its table's odds; who plays alone has a chance."""
        odds = np.exp(np.clip(rates, -20, 20))
        return np.where(
            self.seats == 1,
            odds / (1 + odds),
            odds / np.add.reduceat(odds, self.starts)[self.table],
        )


def report(learner: Learner, apart: Samples, *, are_rivals: bool) -> dict[str, Any]:
    """Say how far off the judge is, in all, by part of the game, and by chance."""
    said = learner.expect(apart.rows.astype(np.float32))[:, None]
    seats = np.diff(np.append(tables(apart), len(apart.shares)))
    said = (Rivals(seats) if are_rivals else as_chances)(said)[:, 0]
    came = apart.shares
    rest = came.mean() * (1 - came.mean())
    parts = np.quantile(apart.turns, [0.25, 0.5, 0.75])
    phase = np.searchsorted(parts, apart.turns)
    tenth = np.minimum((said * 10).astype(int), 9)
    return {
        "share": round(float(came.mean()), 4),
        "error": round(float(((said - came) ** 2).mean()), 5),
        "explained": round(float(1 - ((said - came) ** 2).mean() / rest), 4),
        "phases": [
            [round(float(said[phase == n].mean()), 3), round(float(came[phase == n].mean()), 3)]
            for n in range(4)
            if (phase == n).any()
        ],
        "tenths": [
            [round(float(said[tenth == n].mean()), 3), round(float(came[tenth == n].mean()), 3)]
            for n in range(10)
            if (tenth == n).sum() > 50
        ],
    }


def gather(given: argparse.Namespace, seats: list[int]) -> None:
    """Let workers play; each file holds what one of them found."""
    until = time.perf_counter() + 60 * given.minutes
    start = os.urandom(4).hex()
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        number = 0
        while time.perf_counter() < until:
            tasks = []
            for _ in range(given.workers):
                seat = seats[number % len(seats)]
                seed = f"{start} {number}"
                tasks.append(Task(given.game, given.preset, seat, given.bot, seed, CHUNK))
                number += 1
            for found in pool.map(work, tasks):
                file = given.out / f"{given.name}.judge-{os.urandom(4).hex()}.npz"
                np.savez(file, **found._asdict())
                print(f"{len(found.shares)} samples", flush=True)


def load(given: argparse.Namespace) -> Samples:
    """Read all samples."""
    found = []
    for file in sorted(given.out.glob(f"{given.name}.judge-*.npz")):
        with np.load(file) as kept:
            found.append(Samples(*(kept[name] for name in Samples._fields)))
    return Samples(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def learn(given: argparse.Namespace) -> None:
    """Learn from all samples, write the network, and say how good it is."""
    samples = load(given)
    is_apart = samples.games % APART == 0
    taught = Samples(*(part[~is_apart] for part in samples))
    apart = Samples(*(part[is_apart] for part in samples))
    inputs, hidden = samples.rows.shape[1], tuple(given.hidden)
    learner = Learner(inputs, hidden, decay=given.decay, is_chance=True)
    rivals = given.rivals
    steps = fit(learner, taught, 60 * given.fit, np.random.default_rng(1), are_rivals=rivals)
    flat = np.concatenate([one.ravel() for one in learner.weights])
    written = packed(learner.sizes, [float(number) for number in flat])
    (given.out / f"{given.name}.judge").write_bytes(written)
    found = report(learner, apart, are_rivals=rivals)
    told = json.dumps({"samples": len(samples.shares), "steps": steps, **found})
    with (given.out / f"{given.name}.judge.jsonl").open("a", encoding="utf-8") as log:
        log.write(f"{told}\n")
    print(told, flush=True)


def main() -> None:
    """Teach."""
    parser = argparse.ArgumentParser(description="Teach a judge.")
    parser.add_argument("game")
    parser.add_argument("--bot", required=True, help="the one that plays imagined games")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--fit", type=float, default=3.0, help="minutes for learning")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seats", type=int, nargs="*", help="the default is the fewest")
    parser.add_argument("--hidden", type=int, nargs="*", default=[64, 32])
    parser.add_argument("--decay", type=float, default=0.0, help="how fast weights shrink")
    parser.add_argument("--preset", help="of the game's options; the files are named after it")
    parser.add_argument("--rivals", action="store_true", help="one seat wins, not all or none")
    parser.add_argument("--out", type=Path, default=Path("learned"))
    given = parser.parse_args()
    game = find_game(given.game)
    given.name = f"{given.game}-{given.preset}" if given.preset else given.game
    seats = [game.read_options({}, some)[1] for some in given.seats or [None]]
    given.out.mkdir(parents=True, exist_ok=True)
    if given.minutes:
        gather(given, seats)
    if given.fit:
        learn(given)


if __name__ == "__main__":
    main()
