"""Learn when to leave a bot's answer, from games that it plays itself.

    python -m undercroft.bots.learned.train tin --minutes 10 --workers 2

Workers play games by the base bot of the game's learned player. At some of its decisions they try
every option in the same imagined worlds, with the same luck, and note by how much each was better
or worse than the base bot's answer, in wins. A network learns to expect that. It is asked about
what the seat sees alone, so whatever it learned is what a player can know.

One sample in ten is kept apart. What the network would have gained on these, had it chosen, says
how good it is: only a network that gains more there is kept. `--deepen` lets the player as it is,
rather than the base bot, play imagined games to their end, in the last part of the time.

Needs numpy. Compiled rules (`make fast`) give about three times the samples. It writes to `--out`:

    tin.jsonl     the log: seconds, samples, what is gained a decision, and now and then games won
    tin.weights   the best network so far, which the player reads
    tin-*.npz     the samples: a run that finds some goes on from them
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, ThreadPoolExecutor, wait
from itertools import count, islice, pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from undercroft.bots.learned.network import packed
from undercroft.bots.learned.player import Learned, lesson_of, place_of
from undercroft.core.fates import lucky
from undercroft.core.game import Game
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.games import find_game

Rows = npt.NDArray[np.float32]

SHARE: Final = 0.12  # of a game's decisions that are weighed
WORLDS: Final = 2  # imagined for each of them
HIDDEN: Final = (64, 32)
BATCH: Final = 1024
RATE: Final = 1e-3
EVERY: Final = 30.0  # seconds between two networks
FITTING: Final = 12.0  # seconds of that for learning
APART: Final = 10  # one sample in so many teaches nothing
MARGINS: Final = (0.0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05)
GAMES: Final = 40  # that a worker plays to see how often the network wins


class Task(NamedTuple):
    """What a worker does next: weigh the decisions of a game, or play some for a result."""

    game: str
    seats: int
    seed: str
    weights: Path
    is_trial: bool
    deepen: bool


class Samples(NamedTuple):
    """Rows of numbers, what each option gained, and which decision it belonged to."""

    rows: Rows
    gains: Rows
    decisions: npt.NDArray[np.int32]


class Result(NamedTuple):
    """What a task brought."""

    samples: Samples | None
    wins: float = 0.0
    games: int = 0


def learner_of(game: Game[Any, Any]) -> tuple[str, type[Learned]]:
    """Find the game's bot that learns."""
    for name, maker in game.bots.items():
        if isinstance(maker, type) and issubclass(maker, Learned):
            return name, maker
    raise LookupError(game.id)


# -- in the workers -------------------------------------------------------------------------------


def work(task: Task) -> Result:
    """Do a task."""
    game = find_game(task.game)
    name, _ = learner_of(game)
    if task.is_trial:
        return _trial(game, name, task)
    return Result(_weigh_game(game, name, task))


def _player(game: Game[Any, Any], name: str, task: Task, random: Random) -> Any:
    player: Any = game.new_bot(name, random.random)
    if task.weights.is_file():
        player.lesson = lesson_of(task.weights.read_bytes())
    return player


def _trial(game: Game[Any, Any], name: str, task: Task) -> Result:
    """Let the network play: alone, or one seat after the other against its base bot."""
    options, _ = game.read_options({}, task.seats)
    own = Random(f"{task.seed} bots")
    player = _player(game, name, task, own)
    wins = 0.0
    for number in range(GAMES):
        seat = number % task.seats
        bots = [type(player).base(game.rows, own.random) for _ in range(task.seats)]
        bots[seat] = player
        luck = Random(f"{task.seed} {number}").random
        wins += simulate(game, options, task.seats, bots, luck).outcome.share(seat)
    return Result(None, wins, GAMES)


def _weigh_game(game: Game[Any, Any], name: str, task: Task) -> Samples:
    """Play a game as the player would, and weigh some of its decisions."""
    random, own = Random(task.seed), Random(f"{task.seed} bots")
    player = _player(game, name, task, own)
    base = _name_of(game, type(player).base)
    play = Play(game, {}, task.seats, lucky(random.random))
    others = [game.new_bot(base, own.random) for _ in range(task.seats)]
    rows, gains, decisions = [], [], []
    while isinstance(question := play.question, Decision):
        look = play.look(question.seat)
        if player.knows(question, look) and random.random() < SHARE:
            ends: list[Any] = [*others]
            if task.deepen and player.lesson:
                ends[question.seat] = player
            usual = place_of(player.usual(question, look), question.options)
            told = player.encode(game.rows, look.view, question, usual)
            better = _gains(play, ends, own, usual, f"{task.seed} {play.number}")
            for at, (row, gain) in enumerate(zip(told, better, strict=True)):
                if at != usual:
                    rows.append(row)
                    gains.append(gain)
                    decisions.append(hash((task.seed, play.number)) & 0x7FFFFFFF)
        play.answer((player if player.lesson else player.usual)(question, look))
    return Samples(
        np.array(rows, np.float32), np.array(gains, np.float32), np.array(decisions, np.int32)
    )


def _gains(play: Play, bots: list[Any], own: Random, usual: int, seed: str) -> list[float]:
    """Try every option of the open decision in the same worlds; give what each gained."""
    question: Any = play.question
    total = [0.0] * len(question.options)
    for world in range(WORLDS):
        ended = []
        for option in question.options:
            own.seed(f"{seed} {world}")
            luck = Random(f"{seed} {world}").random
            outcome = play.imagine_end(question.seat, bots, luck, option)
            ended.append(outcome.share(question.seat))
        total = [sum(pair) - ended[usual] for pair in zip(total, ended, strict=True)]
    return [gain / WORLDS for gain in total]


def _name_of(game: Game[Any, Any], maker: object) -> str:
    return next(name for name, bot in game.bots.items() if bot is maker)


# -- the network that learns ----------------------------------------------------------------------


class Learner:
    """A small network, and Adam. What it learns to expect is a number, or a chance."""

    def __init__(
        self,
        inputs: int,
        hidden: tuple[int, ...] = HIDDEN,
        *,
        decay: float = 0.0,
        is_chance: bool = False,
    ) -> None:
        random = np.random.default_rng(1)
        self.decay = decay
        self.is_chance = is_chance
        self.sizes = (inputs, *hidden, 1)
        self.weights: list[Any] = []
        for wide, narrow in pairwise(self.sizes):
            scale = np.sqrt(2 / wide) if narrow > 1 else 0.01
            self.weights += [
                (random.standard_normal((wide, narrow)) * scale).astype(np.float32),
                np.zeros(narrow, np.float32),
            ]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def expect(self, rows: Rows) -> Rows:
        """Say what each row is expected to gain."""
        return np.concatenate([self._forward(part)[-1][:, 0] for part in _parts(rows)])

    def chances(self, rows: Rows) -> Rows:
        """Say how likely each row is to win."""
        chances: Rows = as_chances(self.expect(rows))
        return chances

    def _forward(self, rows: Any) -> list[Any]:
        kept = [rows]
        for at in range(0, len(self.weights), 2):
            rows = rows @ self.weights[at] + self.weights[at + 1]
            if at + 2 < len(self.weights):
                rows = np.maximum(rows, 0)
            kept.append(rows)
        return kept

    def learn(
        self, rows: Any, gains: Any, rate: float, of_chances: Callable[[Any], Any] | None = None
    ) -> None:
        """Take one step towards what was gained, or came of it."""
        kept = self._forward(rows)
        expected = (of_chances or as_chances)(kept[-1]) if self.is_chance else 2 * kept[-1]
        down = (expected - (1 if self.is_chance else 2) * gains[:, None]) / len(rows)
        slopes: list[Any] = []
        for at in range(len(self.weights) - 2, -1, -2):
            slopes[:0] = [kept[at // 2].T @ down + 1e-5 * self.weights[at], down.sum(0)]
            down = (down @ self.weights[at].T) * (kept[at // 2] > 0)
        self.steps += 1
        for at, slope in enumerate(slopes):
            self.means[at] += 0.1 * (slope - self.means[at])
            self.squares[at] += 0.001 * (slope * slope - self.squares[at])
            mean = self.means[at] / (1 - 0.9**self.steps)
            square = self.squares[at] / (1 - 0.999**self.steps)
            self.weights[at] -= rate * mean / (np.sqrt(square) + 1e-8)
            if at % 2 == 0:
                self.weights[at] *= 1 - rate * self.decay

    def written(self, least: float) -> bytes:
        """Write it as the player reads it."""
        flat = np.concatenate([one.ravel() for one in self.weights])
        return packed(self.sizes, [float(number) for number in flat], least=least)


def as_chances(rates: Any) -> Any:
    """Make chances of rates."""
    return 1 / (1 + np.exp(-np.clip(rates, -20, 20)))


def _parts(rows: Any) -> Iterator[Any]:
    for at in range(0, len(rows), 1 << 16):
        yield rows[at : at + (1 << 16)]


def fit(
    learner: Learner, samples: Samples, seconds: float, random: Any, most: int = 1_000_000
) -> None:
    """Go through the samples again and again, for so long, with ever smaller steps."""
    began, step, part = time.perf_counter(), 0, 0.0
    while part < 1.0:
        chosen = random.integers(0, len(samples.gains), BATCH)
        learner.learn(samples.rows[chosen], samples.gains[chosen], RATE * (1 - 0.95 * part))
        step += 1
        part = max((time.perf_counter() - began) / seconds, step / most)


def gained(learner: Learner, apart: Samples) -> tuple[float, float, float]:
    """Say what it gains a decision on samples that taught it nothing, its error, with what margin.

    At each decision it takes the option of which it expects most, if that is over the margin.
    """
    expected = learner.expect(apart.rows)
    order = np.lexsort((-expected, apart.decisions))
    firsts = np.unique(apart.decisions[order], return_index=True)[1]
    best, found = expected[order][firsts], apart.gains[order][firsts]
    results = []
    for margin in MARGINS:
        taken = np.where(best > margin, found, 0.0)
        results.append((float(taken.mean()), float(taken.std() / len(taken) ** 0.5), margin))
    return max(results)


# -- training -------------------------------------------------------------------------------------


class Training:
    """One run: what was gathered, what was learned of it, what is the best."""

    def __init__(self, game: str, seats: list[int], out: Path, *, deepen: bool) -> None:
        self.game, self.seats, self.out, self.deepen = game, seats, out, deepen
        self.weights = out / f"{game}.weights"
        self.began = time.perf_counter()
        self.gathered: list[Samples] = []
        self.fresh: list[Samples] = []
        self.most = float("-inf")
        self.wins, self.games = 0.0, 0  # of trials since the last line of the log
        self.random = np.random.default_rng()
        for file in sorted(out.glob(f"{game}-*.npz")):
            with np.load(file) as kept:
                self.gathered.append(Samples(kept["rows"], kept["gains"], kept["decisions"]))

    def tasks(self, seconds: float) -> Iterator[Task]:
        """Give tasks, until time is up; now and then a trial."""
        start = os.urandom(4).hex()
        for number in count():
            spent = time.perf_counter() - self.began
            if spent > seconds:
                return
            yield Task(
                self.game,
                self.seats[number % len(self.seats)],
                f"{start} {number}",
                self.weights,
                is_trial=number % 64 >= 64 - len(self.seats) and self.weights.is_file(),
                deepen=self.deepen and spent > seconds / 2,
            )

    def take(self, result: Result) -> None:
        """Keep what a worker found."""
        if result.samples is not None and len(result.samples.gains):
            self.fresh.append(result.samples)
        self.wins += result.wins
        self.games += result.games

    def learn(self, seconds: float = FITTING) -> None:
        """Keep the samples, learn from all there are, and keep the network if it is the best."""
        if not self.fresh:
            return
        found, self.fresh = self.fresh, []
        fresh = joined(found)
        np.savez(self.out / f"{self.game}-{os.urandom(4).hex()}.npz", **fresh._asdict())
        self.gathered = [joined([*self.gathered, fresh])]
        everything = self.gathered[0]
        is_apart = everything.decisions % APART == 0
        taught = Samples(*(part[~is_apart] for part in everything))
        apart = Samples(*(part[is_apart] for part in everything))
        learner = Learner(everything.rows.shape[1])
        fit(learner, taught, seconds, self.random)
        gain, error, margin = gained(learner, apart)
        is_best = gain - 2 * error > self.most or not self.weights.is_file()
        if is_best:
            self.most = gain - 2 * error
            new = self.weights.with_suffix(".new")
            new.write_bytes(learner.written(margin))
            new.replace(self.weights)
        self.log(
            seconds=round(time.perf_counter() - self.began),
            samples=len(everything.gains),
            gain=round(gain, 5),
            error=round(error, 5),
            margin=margin,
            best=is_best,
            trial_games=self.games,
            trial_wins=round(self.wins / self.games, 4) if self.games else None,
        )
        self.wins, self.games = 0.0, 0

    def log(self, **line: object) -> None:
        """Write a line of the log, and say it."""
        told = json.dumps(line)
        with (self.out / f"{self.game}.jsonl").open("a", encoding="utf-8") as file:
            file.write(f"{told}\n")
        print(told, flush=True)


def joined(some: list[Samples]) -> Samples:
    """Put samples together."""
    return Samples(*(np.concatenate(parts) for parts in zip(*some, strict=True)))


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description="Learn when to leave a bot's answer.")
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seats", type=int, nargs="*", help="the default is the fewest")
    parser.add_argument("--deepen", action="store_true", help="let the player end imagined games")
    parser.add_argument("--out", type=Path, default=Path("learned"))
    given = parser.parse_args()
    game = find_game(given.game)
    learner_of(game)
    seats = [game.read_options({}, some)[1] for some in given.seats or [None]]
    given.out.mkdir(parents=True, exist_ok=True)
    training = Training(given.game, seats, given.out, deepen=given.deepen)
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        tasks = training.tasks(60 * given.minutes)
        running = {pool.submit(work, task) for task in islice(tasks, 4 * given.workers)}
        desk, began = ThreadPoolExecutor(1), time.perf_counter()  # workers go on meanwhile
        learning = desk.submit(lambda: None)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                training.take(one.result())
            running |= {pool.submit(work, task) for task in islice(tasks, len(done))}
            if learning.done() and time.perf_counter() - began > EVERY:
                learning.result()
                learning, began = desk.submit(training.learn), time.perf_counter()
        desk.shutdown()
    training.learn(2 * FITTING)


if __name__ == "__main__":
    main()
