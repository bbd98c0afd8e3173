"""Learn to play Tomb of Four Kings: a network that rates actions, improved by its own games.

    python -m undercroft.accel.tomb.train --objective kings --minutes 9 --out learned

The first rounds are played by a rule of thumb, all others by the network as it is. A game may make
one move anyhow; what came of the game is then what that move, and each that followed it, is worth,
and the network learns it. (Moves before that one teach nothing: they led to a move that the player
would not have made.)
For duels, each game has a rival: a game of the rule of thumb or of the player itself, of which the
player learns the points once it is over.
Everything stays on the graphics card; `--device native` does the same on the processor, slowly.

Needs torch, and nvcc or g++. It writes to the folder `--out`:

    kings.jsonl    the log: round, games, seconds, loss, and now and then wins and points
    kings.weights  what the bot reads: a line of JSON, then numbers of 16 bits
    kings.pt       all that is needed to go on learning (`--start`)
"""

import argparse
import ctypes
import json
import math
import struct
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn

from undercroft.accel.native import Device, load
from undercroft.accel.tomb.game import OUTCOMES, Options, Thumb, sizes

SPAN: Final = 20  # the move made anyhow is one of the first so many
NEVER: Final = 255
WON, PLAYING = OUTCOMES.index("won"), OUTCOMES.index(None)
CHUNK: Final = 1 << 18  # rows that are rated at a time
POINTS: Final = 100  # the most there are
STANDARD: Final = Options(1, 10, 0, 0, 0)

Rate = Callable[[Tensor], Tensor]

TEACHERS: Final = {
    "kings": Thumb(2000, 0.1),
    "points": Thumb(50, 0.6),
    "duel": Thumb(50, 0.6),
}
RIVAL: Final = 3  # numbers about the rival


def place_of(device: Device) -> torch.device:
    """Say where torch finds a device."""
    return torch.device("cuda" if device == "cuda" else "cpu")


class Player(nn.Module):
    """Rates every action in what a seat knows: a logit, of the chance or of the share of points."""

    def __init__(self, *layers: int) -> None:
        super().__init__()
        self.layers = layers
        steps: list[nn.Module] = []
        for wide, narrow in pairwise(layers):
            steps += [nn.Linear(wide, narrow), nn.ReLU()]
        self.steps = nn.Sequential(*steps[:-1])

    def forward(self, rows: Tensor) -> Tensor:
        """Rate rows."""
        rated: Tensor = self.steps(rows)
        return rated


class Played(NamedTuple):
    """Games that were played, and what was known and done at each decision."""

    results: Tensor  # for each game: outcome, points, questions, where it explored
    known: Tensor
    actions: Tensor
    numbers: Tensor  # which decision of its game it was
    games: Tensor
    rated: Tensor  # what the player gave the action for
    rounds: list[slice]  # the decisions that were made at the same time, a round each


class Rivals(NamedTuple):
    """Whom each game is played against."""

    points: Tensor
    ended: Tensor  # the number of the decision from which on the rival's points are known

    def told(self, games: Tensor, numbers: Tensor | int) -> Tensor:
        """Give the numbers about rivals, as `rival_of` in games/tomb/bots/expert.py does."""
        points = self.points[games.long()]
        told = [torch.ones_like(points), points / POINTS, (points == 0).float()]
        return torch.stack(told, dim=1) * (self.ended[games.long()] <= numbers).unsqueeze(1)


class Games:
    """Games side by side, in the memory of the device."""

    rivals: Rivals | None = None

    def __init__(self, device: Device, count: int, options: Options = STANDARD) -> None:
        self.library = load("tomb", device)
        self.sizes = sizes(self.library)
        self.features = self.sizes.bits + self.sizes.scalars
        self.where = place_of(device)
        self.options = options
        self.count = count
        self.slots = self.empty(count * self.sizes.slot)
        self.capacity = count * 24
        self.known = self.empty(self.capacity, self.sizes.known)
        self.actions = self.empty(self.capacity)
        self.numbers = self.empty(self.capacity)
        self.owners = self.empty(self.capacity, dtype=torch.int32)
        self.rated = torch.zeros(self.capacity, device=self.where)

    def empty(self, *shape: int, dtype: torch.dtype = torch.uint8) -> Tensor:
        """Take memory."""
        return torch.empty(shape, dtype=dtype, device=self.where)

    def call(self, name: str, n: int, *arguments: object) -> None:
        """Call the library for n things; tensors are handed over as they lie."""
        stream = torch.cuda.current_stream().cuda_stream if self.where.type == "cuda" else 0
        given = [ctypes.c_void_p(a.data_ptr()) if isinstance(a, Tensor) else a for a in arguments]
        failed = getattr(self.library, name)(ctypes.c_void_p(stream), ctypes.c_long(n), *given)
        if failed:
            raise RuntimeError(f"{name}: CUDA error {failed}")

    def results(self) -> Tensor:
        """Give outcome, points, questions and place of exploration of each game."""
        told = self.empty(self.count, 4)
        self.call("tomb_results", self.count, self.slots, told)
        return told

    def spread(
        self, known: Tensor, games: Tensor, numbers: Tensor | int, which: Tensor | None = None
    ) -> Tensor:
        """Make rows of numbers of what is known at those decisions of those games."""
        n = len(known) if which is None else len(which)
        rows = self.empty(n, self.features, dtype=torch.float32)
        self.call("tomb_spread", n, ctypes.c_void_p() if which is None else which, known, rows)
        if self.rivals:
            rows = torch.cat([rows, self.rivals.told(games, numbers)], dim=1)
        return rows

    def deal(self, seed: int, first: int, span: int = 0) -> Tensor:
        """Begin games; give the numbers of those in which something is asked."""
        self.call(
            "tomb_deal",
            self.count,
            self.slots,
            self.options,
            ctypes.c_uint64(seed),
            ctypes.c_uint64(first),
            span,
        )
        return torch.nonzero(self.results()[:, 0] == PLAYING).flatten().to(torch.int32)

    @torch.no_grad()
    def play(
        self,
        rate: Rate | Thumb,
        seed: int,
        first: int,
        *,
        span: int = 0,
        stop_hopeless: bool = False,
    ) -> Played:
        """Play games to their ends, and remember as many decisions as there is room for."""
        open_games = self.deal(seed, first, span)
        at, rounds = 0, list[slice]()
        while n := len(open_games):
            if at + n > self.capacity:
                raise RuntimeError("games are longer than there is room for")
            known = self.known[at : at + n]
            self.call("tomb_look", n, open_games, self.slots, known)
            rates: Tensor | ctypes.c_void_p = ctypes.c_void_p()
            if not isinstance(rate, Thumb):
                parts = zip(known.split(CHUNK), open_games.split(CHUNK), strict=True)
                rates = torch.cat([rate(self.spread(*part, len(rounds))) for part in parts])
            playing = self.empty(n, dtype=torch.bool)
            self.call(
                "tomb_move",
                n,
                open_games,
                self.slots,
                rates,
                self.options,
                rate if isinstance(rate, Thumb) else Thumb(),
                int(stop_hopeless),
                self.actions[at : at + n],
                self.numbers[at : at + n],
                playing,
            )
            self.owners[at : at + n] = open_games
            if isinstance(rates, Tensor):
                done = self.actions[at : at + n].long().unsqueeze(1)
                self.rated[at : at + n] = rates.gather(1, done).squeeze(1).sigmoid()
            rounds.append(slice(at, at + n))
            at += n
            open_games = open_games[playing]
        return Played(
            self.results(),
            self.known[:at],
            self.actions[:at],
            self.numbers[:at],
            self.owners[:at],
            self.rated[:at],
            rounds,
        )


def worth(results: Tensor, objective: str, rivals: Rivals | None) -> Tensor:
    """Give what each game was worth: 1 for a win, or its points of 100; half for a drawn duel."""
    if objective == "kings":
        return (results[:, 0] == WON).float()
    points = results[:, 1].float()
    if rivals:
        return (1 + torch.sign(points - rivals.points)) / 2
    return points / POINTS


def meet(ended: Tensor, count: int) -> Rivals:
    """Give each game a rival of those who ended with so many points, after so many decisions.

    Of eight rivals one has played before, one is never heard of, and six play at the same pace.
    """
    points, decisions = ended[torch.randint(len(ended), (count,), device=ended.device)].T
    kind = torch.randint(8, (count,), device=ended.device)
    known = torch.where(kind == 0, 0, torch.where(kind == 1, NEVER, decisions))
    return Rivals(points, known)


def targets(played: Played, later: Tensor, trust: float) -> Tensor:
    """Give what each decision turned out to be worth.

    That is how its game ended, mixed with how the player rated the decisions that came after it: so
    much less depends on luck, and so much more on the player's own opinion.
    """
    told = torch.empty_like(played.rated)
    for made in reversed(played.rounds):
        games = played.games[made].long()
        told[made] = later[games]
        later[games] = torch.lerp(later[games], played.rated[made], trust)
    return told


def lessons(played: Played) -> Tensor:
    """Find the decisions after which nothing was done anyhow."""
    explored = played.results[:, 3][played.games.long()]
    return torch.nonzero((explored == NEVER) | (played.numbers >= explored)).flatten()


def learn(
    games: Games,
    player: Player,
    optimizer: torch.optim.Optimizer,
    played: Played,
    gained: Tensor,
    batch: int,
    after: Callable[[], None],
) -> tuple[Tensor, int]:
    """Go once through what the games taught; give the mean loss and the number of lessons."""
    which = lessons(played)
    which = which[torch.randperm(len(which), device=which.device)]
    total = torch.zeros((), device=which.device)
    parts = which.split(batch)
    parts = parts[:-1] or parts
    for part in parts:
        numbers = played.numbers[part].float()
        rates = player(games.spread(played.known, played.games[part], numbers, part))
        rated = rates.gather(1, played.actions[part].long().unsqueeze(1)).squeeze(1)
        loss = nn.functional.binary_cross_entropy_with_logits(rated, gained[part])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        after()
        total += loss.detach()
    return total / len(parts), len(which)


class Fared(NamedTuple):
    """How a player fared."""

    games: int
    wins: float
    points: float
    escaped: float
    dead: float
    lost: float
    decisions: float
    duels: float | None  # won from the rule of thumb, or half won


def fare(games: Games, player: Player, rounds: int, seed: int, foes: Tensor | None) -> Fared:
    """Let a player play greedily; in duels against some of those who ended so."""
    counts = torch.zeros(5, dtype=torch.float64)
    points = decisions = duels = 0.0
    for number in range(rounds):
        if foes is not None:
            games.rivals = meet(foes, games.count)
        results = games.play(player, seed, number * games.count).results
        if games.rivals:
            duels += float(worth(results, "duel", games.rivals).double().mean()) / rounds
        counts += torch.bincount(results[:, 0].long(), minlength=5).cpu()
        points += float(results[:, 1].double().mean()) / rounds
        decisions += float(results[:, 2].double().mean()) / rounds
    total = float(counts.sum())
    won, escaped, dead, lost, _ = (counts / total).tolist()
    return Fared(
        int(total), won, points, escaped, dead, lost, decisions, duels if foes is not None else None
    )


# -- weights ---------------------------------------------------------------------------------------


def write_weights(player: Player, path: Path, about: dict[str, Any]) -> None:
    """Write a player's weights: a line about it, then each layer by its inputs, then its biases."""
    numbers: list[float] = []
    for step in player.steps:
        if isinstance(step, nn.Linear):
            numbers += step.weight.detach().t().flatten().tolist()
            numbers += step.bias.detach().tolist()
    head = json.dumps({**about, "layers": player.layers}).encode() + b"\n"
    path.write_bytes(head + struct.pack(f"<{len(numbers)}e", *numbers))


def read_weights(path: Path) -> Player:
    """Read a player back, rounded as it was written."""
    head, packed = path.read_bytes().split(b"\n", 1)
    layers = json.loads(head)["layers"]
    numbers = torch.tensor(struct.unpack(f"<{len(packed) // 2}e", packed))
    player, at = Player(*layers), 0
    for step in player.steps:
        if isinstance(step, nn.Linear):
            outs, ins = step.weight.shape
            step.weight.data = numbers[at : at + outs * ins].reshape(ins, outs).t().contiguous()
            at += outs * ins
            step.bias.data = numbers[at : at + outs].clone()
            at += outs
    return player


# -- checking --------------------------------------------------------------------------------------


def play_whole(device: Device, count: int, options: Options, thumb: Thumb) -> Tensor:
    """Play games by a rule of thumb, or (no prize) at random: outcome, points, cards, decisions."""
    told = torch.empty((count, 4), dtype=torch.uint8, device=place_of(device))
    load("tomb", device).tomb_play(
        ctypes.c_void_p(),
        ctypes.c_long(count),
        options,
        ctypes.c_uint64(7),
        ctypes.c_uint64(0),
        thumb,
        ctypes.c_void_p(told.data_ptr()),
    )
    if device == "cuda":
        torch.cuda.synchronize()
    return told


def count_whole(device: Device, count: int, thumb: Thumb, *, measured: bool) -> bytes:
    """Play games as a study does; give its counts as they lie."""
    library = load("tomb", device)
    counts = ctypes.create_string_buffer(sizes(library).counts)
    failed = library.tomb_count(
        ctypes.c_long(count),
        STANDARD,
        ctypes.c_uint64(7),
        ctypes.c_uint64(0),
        thumb,
        int(measured),
        counts,
    )
    if failed:
        raise RuntimeError(f"tomb_count: CUDA error {failed}")
    return counts.raw


def check(device: Device, count: int = 200_000) -> None:
    """Play the same games on the processor and on the card: all must be the same.

    A rule of thumb is weighed in 64 bits here and in 32 there: where two hopes are all but equal it
    may choose otherwise, so that a game in thousands may differ.
    """
    for options in (STANDARD, Options(2, 8, 1, 1, 1), Options(1, 6, 2, 2, 0)):
        for thumb in (Thumb(), *TEACHERS.values()):
            there = play_whole(device, count, options, thumb).cpu()
            here = play_whole("native", count, options, thumb)
            differing = int((there != here).any(1).sum())
            say(f"check: {count:,} games, prize {thumb.prize:g}: {differing} differ")
            if differing > (count // 1000 if thumb.prize else 0):
                raise RuntimeError("the card plays other games than the processor")
    there, here = (
        count_whole(where, count, Thumb(), measured=True) for where in (device, "native")
    )
    say(f"check: {count:,} games, counts of a study agree: {there == here}")
    if there != here:
        raise RuntimeError("the card counts otherwise than the processor")
    check_sight(device, 1 << 14)


def check_sight(device: Device, count: int) -> None:
    """Rate by the same made-up numbers in both places: what is known and done must be the same."""
    told = []
    for where in (device, "native"):
        games = Games(where, count)
        mix = torch.sin(torch.arange(games.features * games.sizes.actions).float())
        mix = mix.reshape(games.features, -1)

        def rate(rows: Tensor, mix: Tensor = mix) -> Tensor:
            return (rows.cpu() @ mix).to(rows.device)

        played = games.play(rate, 3, 0, span=SPAN)
        told.append([part.cpu() for part in (played.known, played.actions, played.results)])
    known, actions, results = (torch.equal(*pair) for pair in zip(*told, strict=True))
    say(f"check: what is known agrees: {known}, actions: {actions}, results: {results}")
    differing = int((told[0][2] != told[1][2]).any(1).sum())
    if differing > count // 1000:
        raise RuntimeError(f"the card sees other things than the processor: {differing} games")


def race(device: Device, count: int) -> None:
    """Say how many games a second a device plays by itself."""
    thumbs = {"random": Thumb(), "cautious": TEACHERS["points"], "bold": TEACHERS["kings"]}
    for name, thumb in thumbs.items():
        play_whole(device, count, STANDARD, thumb)  # warms up
        began = time.perf_counter()
        told = play_whole(device, count, STANDARD, thumb)
        seconds = time.perf_counter() - began
        won = float((told[:, 0] == WON).double().mean())
        say(f"race: {name}: {count / seconds:.3g} games/s, {won:.3%} won")
        for measured in (False, True):
            began = time.perf_counter()
            count_whole(device, count, thumb, measured=measured)
            speed = count / (time.perf_counter() - began)
            kind = "study with all measures" if measured else "study without measures"
            say(f"race: {name}, {kind}: {speed:.3g} games/s")


# -- the command -----------------------------------------------------------------------------------


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Learn to play Tomb of Four Kings.")
    parser.add_argument("--objective", choices=tuple(TEACHERS), default="kings")
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    parser.add_argument("--device", choices=("cuda", "native"), default="cuda")
    parser.add_argument("--games", type=int, default=1 << 20, help="in a round")
    parser.add_argument("--hidden", type=int, nargs="+", default=[512, 128])
    parser.add_argument("--batch", type=int, default=1 << 16)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at the start")
    parser.add_argument("--last-rate", type=float, default=2e-5)
    parser.add_argument("--every", type=float, default=30, help="seconds from trial to trial")
    parser.add_argument("--final", type=int, default=8, help="rounds of the last trial")
    parser.add_argument("--taught", type=int, default=24, help="rounds by a rule of thumb first")
    parser.add_argument("--span", type=int, default=SPAN, help="explore one of the first so many")
    parser.add_argument("--trust", type=float, default=0, help="in its own opinion of later moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a .pt file to go on from")
    parser.add_argument("--check", action="store_true", help="first compare card and processor")
    parser.add_argument("--race", type=int, metavar="N", help="first time so many games")
    return parser.parse_args()


def main() -> None:
    """Learn for so many minutes."""
    given = arguments()
    began = time.perf_counter()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    if given.check:
        check(given.device)
    if given.race:
        race(given.device, given.race)
    games = Games(given.device, given.games)
    foes = None
    if given.objective == "duel":
        foes = play_whole(given.device, given.games, STANDARD, TEACHERS["duel"])[:, [1, 3]].float()
    inputs = games.features + (RIVAL if foes is not None else 0)
    player = Player(inputs, *given.hidden, games.sizes.actions).to(games.where)
    steady = Player(*player.layers).to(games.where)  # the mean of the player's recent selves
    if given.start:
        player.load_state_dict(torch.load(given.start, map_location=games.where))
    steady.load_state_dict(player.state_dict())
    optimizer = torch.optim.Adam(
        player.parameters(), lr=given.rate, fused=games.where.type == "cuda"
    )
    log = (given.out / f"{given.objective}.jsonl").open("a")
    weights = sum(p.numel() for p in player.parameters())
    say(f"learning for {given.minutes} minutes, {weights:,} weights, {given.games:,} games a round")

    steps = 0

    def after() -> None:
        nonlocal steps
        steps += 1
        share = min(0.9995, 1 - 1 / (steps + 1))
        with torch.no_grad():
            torch._foreach_lerp_([*steady.parameters()], [*player.parameters()], 1 - share)

    def keep(name: str, fared: Fared, number: int) -> None:
        about = {"objective": given.objective, "rounds": number, "games": number * given.games}
        write_weights(steady, given.out / f"{name}.weights", {**about, **fared._asdict()})
        torch.save(steady.state_dict(), given.out / f"{name}.pt")

    def note(**told: object) -> None:
        line = json.dumps({"seconds": round(time.perf_counter() - began, 1), **told})
        log.write(line + "\n")
        log.flush()
        say(line)

    end = began + 60 * given.minutes
    start, number, next_trial = time.perf_counter(), 0, time.perf_counter() + min(given.every, 10)
    losses: list[Tensor] = []
    playing = 0.0
    selves = foes
    while (now := time.perf_counter()) < end:
        done = (now - start) / (end - start)
        rate = given.last_rate + (given.rate - given.last_rate) * (1 + math.cos(math.pi * done)) / 2
        for group in optimizer.param_groups:
            group["lr"] = rate
        taught_by = TEACHERS[given.objective] if number < given.taught else player
        if foes is not None and selves is not None:
            games.rivals = meet(torch.cat([foes[: len(selves)], selves]), given.games)
        played = games.play(
            taught_by,
            given.seed,
            number * given.games,
            span=given.span,
            stop_hopeless=given.objective == "kings",
        )
        played_at = time.perf_counter()
        trust = given.trust if taught_by is player else 0
        gained = targets(played, worth(played.results, given.objective, games.rivals), trust)
        loss, taught = learn(games, player, optimizer, played, gained, given.batch, after)
        losses.append(loss)
        if taught_by is player:
            alone = played.results[played.results[:, 3] == NEVER]
            selves = alone[:, [1, 2]].float()
        number += 1
        playing += played_at - now
        if number in (1, 5, 20) or time.perf_counter() >= next_trial:
            fared = fare(games, steady, 1, given.seed + 1, foes)
            keep(given.objective, fared, number)
            note(
                round=number,
                games=number * given.games,
                win_rate=round(fared.wins, 5),
                mean_score=round(fared.points, 3),
                dead=round(fared.dead, 4),
                lost=round(fared.lost, 4),
                duels=fared.duels,
                loss=round(float(torch.stack(losses).mean()), 6),
                lessons=taught,
                decisions=len(played.actions),
                playing=round(playing, 1),
                rate=rate,
            )
            losses.clear()
            next_trial = time.perf_counter() + given.every
    keep(given.objective, fare(games, steady, 1, given.seed + 1, foes), number)
    shipped = read_weights(given.out / f"{given.objective}.weights").to(games.where)
    torch.set_float32_matmul_precision("highest")
    fared = fare(games, shipped, given.final, given.seed + 2, foes)
    keep(given.objective, fared, number)
    note(final=True, round=number, **fared._asdict())


if __name__ == "__main__":
    main()
