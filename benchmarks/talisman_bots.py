"""How Talisman's bots play: what they do, how they fare against each other, what they cost.

    python -m benchmarks.talisman_bots [--bot B] [--against B] [--scenario S] [--games N]

Three tables: games in which the bot has all four seats; one of it against three others, on the same
luck as a game of four others, seat after seat; and the processor's time of a game of each, turn
about, as medians.

A *loop* is a run of turns in the Labyrinth, free ones, each of which ends where one of the six
turns before it ended, and brings nothing: no new tile, no experience, no thing, no Life. A turn is
free if the seat was asked where to go, and nothing held it. A loop has a reason if the bot gave one
in each of these turns, and it was not that there is nothing to do.
"""

import argparse
import statistics
from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any, ClassVar, Final, NamedTuple

from undercroft.core.measuring.intervals import Z, wilson
from undercroft.core.play import simulate
from undercroft.games import find_game
from undercroft.games.talisman import events as told

SEATS: Final = 4
LATELY: Final = 6  # turns
SCENARIOS: Final = ("catacombs", "expedition", "grand-quest")
GAINS: Final = (
    told.AbilityGained,
    told.FollowerJoined,
    told.GateClosed,
    told.KingStruck,
    told.LifeHealed,
    told.ObjectGained,
    told.SecretDoorFound,
    told.SpellDrawn,
    told.SpoilsTaken,
    told.StairsKept,
    told.StairsSought,
    told.TilePlaced,
    told.TileRevealed,
    told.TreasureFound,
    told.XpGained,
)
MORE: Final = (told.StrengthChanged, told.CraftChanged, told.GoldChanged)
WALKS: Final = ("main", "second", "revolve", "tilt", "vermin", "chasm", "barrier")
BOUND: Final = (told.TurnMissed, told.HoldTried, told.Held)


class Reasoned:
    """A bot that lets one hear why it moves, if it can say."""

    __module__ = "undercroft.reasoned"  # one of ours is handed no copies: a third of the time
    strength: ClassVar[str] = ""
    budget: ClassVar[float] = 0.0

    def __init__(self, bot: Any, heard: list[Any]) -> None:
        self.bot = bot
        self.heard = heard

    def __call__(self, decision: Any, look: Any) -> Any:
        """Choose an option, and say why."""
        if hasattr(self.bot, "advise"):
            answer, reason, _ = self.bot.advise(decision, look)
        else:
            answer, reason = self.bot(decision, look), ""
        if decision.id in WALKS:
            self.heard.append(Reason(decision.seat, reason))
        return answer


class Reason(NamedTuple):
    """Why a seat moves as it does."""

    seat: int
    text: str


class Walk:
    """How a seat walks: where its free turns ended lately, and how long it went in circles."""

    def __init__(self) -> None:
        self.ends: deque[str] = deque(maxlen=LATELY)
        self.loop = self.longest = self.blind = self.blindest = 0
        self.gained = self.bound = self.asked = False
        self.reason = ""

    def hear(self, event: Any) -> None:
        """Take in an event of the seat's."""
        if isinstance(event, GAINS) or (isinstance(event, MORE) and event.by > 0):
            self.gained = True
        elif isinstance(event, BOUND):
            self.bound = True
        elif isinstance(event, Reason):
            self.asked, self.reason = True, event.text
        elif isinstance(event, told.TurnEnded):
            self.end_turn(str(event.at))

    def end_turn(self, place: str) -> None:
        """Count the turn, if it went in a circle."""
        if self.asked and not self.bound:
            again = len(place) == 2 and place in self.ends and not self.gained
            self.loop = self.loop + 1 if again else 0
            self.longest = max(self.longest, self.loop)
            self.blind = self.blind + 1 if again and self.reason in ("", "no-way") else 0
            self.blindest = max(self.blindest, self.blind)
            self.ends.append(place)
        self.gained = self.bound = self.asked = False
        self.reason = ""


class Doings:
    """What bots did in some games."""

    def __init__(self) -> None:
        self.games = self.entered = self.seats_entered = 0
        self.ends: Counter[str] = Counter()
        self.rounds: list[int] = []
        self.loops: list[int] = []
        self.blind: list[int] = []
        self.casts: Counter[str] = Counter()
        self.did: Counter[str] = Counter()

    def add(self, events: Sequence[Any], ending: str) -> None:
        """Take in a game."""
        walks = [Walk() for _ in range(SEATS)]
        below = set()
        for event in events:
            if event.seat is not None and event.seat < SEATS:
                walks[event.seat].hear(event)
            match event:
                case told.LabyrinthEntered():
                    below.add(event.seat)
                case told.SpellCast():
                    self.casts[event.spell.removeprefix("sp-")] += 1
                case told.ObjectGained(card="p-mule"):
                    self.did["mules taken"] += 1
                case told.GateOpened() | told.RoomTrapped(counter="tc-gate"):
                    self.did["gates opened"] += 1
                case told.GateClosed():
                    self.did["gates closed"] += 1
                case told.TaskGiven():
                    self.did[f"{event.task} given"] += 1
                case told.TaskDone():
                    self.did[f"{event.task} done"] += 1
                case told.Died():
                    self.did["deaths"] += 1
        self.games += 1
        self.entered += bool(below)
        self.seats_entered += len(below)
        self.ends[ending] += 1
        self.rounds.append(events[-1].round)
        self.loops.append(max(walk.longest for walk in walks))
        self.blind.append(max(walk.blindest for walk in walks))

    def __str__(self) -> str:
        games = self.games
        long = sum(loop > LATELY for loop in self.loops)
        blind = sum(loop > LATELY for loop in self.blind)
        lines = [
            f"ends: {dict(self.ends)}, rounds {statistics.mean(self.rounds):.0f} (mean)",
            f"at the cap: {share(self.ends['cap'], games)}",
            f"games with somebody below: {share(self.entered, games)}; "
            f"seats: {share(self.seats_entered, games * SEATS)}",
            f"longest loop: {max(self.loops)} turns; over six: {share(long, games)}",
            f"without a reason: {max(self.blind)} turns; over six: {share(blind, games)}",
            f"casts a game: {each(self.casts, games)}",
            f"done a game: {each(self.did, games)}",
        ]
        return "\n".join(f"  {line}" for line in lines)


def share(hits: int, of: int) -> str:
    """Write a share with its 95% interval."""
    low, high = wilson(hits, of)
    return f"{100 * hits / of:.1f}% ({100 * low:.1f} to {100 * high:.1f}, {hits} of {of})"


def each(counts: Counter[str], games: int) -> str:
    """Write counts by the game."""
    return ", ".join(f"{name} {count / games:.2f}" for name, count in counts.most_common())


class Arena:
    """A scenario to play in."""

    def __init__(self, scenario: str) -> None:
        self.game = find_game("talisman")
        self.options, _ = self.game.read_options({"scenario": scenario}, SEATS)

    def play(self, names: Sequence[str], seed: int, heard: list[Any] | None = None) -> Any:
        """Play a game on that luck; give its outcome."""
        bots = [self.game.new_bot(name, Random(seed).random) for name in names]
        if heard is not None:
            bots = [Reasoned(bot, heard) for bot in bots]
        luck = Random(f"talisman {seed}").random
        return simulate(self.game, self.options, SEATS, bots, luck, heard).outcome

    def watch(self, bot: str, games: int) -> Doings:
        """Let it play in all seats."""
        doings = Doings()
        for seed in range(games):
            heard: list[Any] = []
            outcome = self.play([bot] * SEATS, seed, heard)
            doings.add(heard, outcome.name)
        return doings

    def pit(self, bot: str, against: str, games: int) -> str:
        """One of it against three others: its share of wins, and what the same seat won else."""
        won: list[float] = []
        gained: list[float] = []
        for seed in range(games):
            seat = seed % SEATS
            names = [against] * SEATS
            base = part(self.play(names, seed // SEATS), seat)
            names[seat] = bot
            won.append(part(self.play(names, seed // SEATS), seat))
            gained.append(won[-1] - base)
        return f"wins {interval(won)}; more than in its stead {interval(gained)}"

    def cost(self, bots: Sequence[str], games: int) -> str:
        """Milliseconds of the processor's time that a game of four takes, turn about."""
        spent: dict[str, list[float]] = {bot: [] for bot in bots}
        for seed in range(games):
            for bot in bots:
                start = process_time()
                self.play([bot] * SEATS, seed)
                spent[bot].append(1000 * (process_time() - start))
        return ", ".join(
            f"{bot} median {statistics.median(times):.0f} ms, mean {statistics.mean(times):.0f} ms"
            for bot, times in spent.items()
        )


def part(outcome: Any, seat: int) -> float:
    """Give a seat's part of a win."""
    return (seat in outcome.winners) / max(len(outcome.winners), 1)


def interval(values: Sequence[float]) -> str:
    """Write a mean in per cent with its 95% interval."""
    middle = statistics.mean(values)
    spread = Z * statistics.stdev(values) / len(values) ** 0.5
    return f"{100 * middle:.1f} ±{100 * spread:.1f}%"


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default=find_game("talisman").rule_of_thumb)
    parser.add_argument("--against", default="steady")
    parser.add_argument("--scenario", choices=SCENARIOS, action="append")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", choices=("watch", "pit", "cost"))
    given = parser.parse_args()
    for scenario in given.scenario or SCENARIOS:
        arena = Arena(scenario)
        print(f"{scenario}, {SEATS} seats, {given.games} games")
        if given.only in (None, "watch"):
            print(f" {given.bot} in every seat:\n{arena.watch(given.bot, given.games)}")
        if given.only in (None, "pit") and given.bot != given.against:
            print(f" {given.bot} against three {given.against}:")
            print(f"  {arena.pit(given.bot, given.against, given.games)}")
        if given.only in (None, "cost"):
            bots = dict.fromkeys((given.bot, given.against))
            print(f" a game: {arena.cost([*bots], max(given.games // 4, 20))}")


if __name__ == "__main__":
    main()
