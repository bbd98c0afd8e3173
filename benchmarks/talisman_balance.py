"""How Talisman's characters and cards fare, how long games take, and what nobody ever meets.

    python -m benchmarks.talisman_balance [--games N] [--scenario S] [--bot B] [--jobs J]
    python -m benchmarks.talisman_balance --only lengths
    python -m benchmarks.talisman_balance --only uses --games 2000

Characters are dealt one to a seat, so that none is chosen more often than another. A *share* is a
character's part of the wins, over what would be fair. A card's *difference* is how much oftener
seats win that had, cast or met it than seats that did not, with its 95% interval.

The difference says what goes with winning, not what brings it: who plays longer meets more.

*Uses* are counted over all forms, at one to six seats: a Spell is used when it is cast, a thing
with something to do when that is done, all else when it is met.
"""

import argparse
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple

from undercroft.core.measuring.intervals import Z, wilson
from undercroft.core.play import simulate
from undercroft.games import find_game
from undercroft.games.talisman import events as told
from undercroft.games.talisman.components.kinds import Card, Space, Spell, Tile
from undercroft.games.talisman.components.kinds import Counter as TrapCounter

SCENARIOS: Final = ("expedition", "catacombs", "grand-quest")
FORMS: Final = ("expedition", "catacombs", "grand-quest", "quest")
SEATS: Final = 4
LEAST, MOST = 0.6, 1.6  # a character's share of the wins, over what is fair
CHUNK: Final = 25  # games
NAMES: Final = ("card", "spell", "ability", "tile", "character", "goal", "counter", "space")
"""The fields of events that name a component."""
ELSEWHERE: Final = frozenset({"ent-warp", "ent-styx", "bare-passage"})
"""Entrances from other expansions, and what stands in when the pool is empty."""


class Played(NamedTuple):
    """What a study keeps of a game."""

    reason: str
    rounds: int
    decisions: int
    dealt: tuple[tuple[str, float], ...]  # the first character of each seat, its part of the win
    had: tuple[tuple[frozenset[str], bool], ...]  # by seat: what it met, had and cast; whether won
    met: Counter[str]
    used: Counter[str]  # Spells cast, and things with something to do


def play(scenario: str, seats: int, bot: str, seed: int, listens: bool) -> Played:
    """Play a game, and keep what a study asks for; it costs half if nobody listens."""
    game = find_game("talisman")
    options, _ = game.read_options({"characters": "deal-one"}, seats, scenario)
    luck = Random(f"balance {scenario} {seats} {seed}").random
    bots = [Counting(game.new_bot(bot, luck)) for _ in range(seats)]
    players: list[Any] = [*bots]
    events: list[Any] = []
    heard = events if listens else None
    outcome = simulate(game, options, seats, players, luck, heard).outcome
    had: list[set[str]] = [set() for _ in range(seats)]
    met: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for event in events:
        if isinstance(event, told.SpellCast):
            used[event.spell] += 1
        elif isinstance(event, told.ObjectUsed):
            used[event.card] += 1
        for name in named_by(event):
            met[name] += 1
            if event.seat is not None:
                had[event.seat].add(name)
    winners = outcome.winners
    dealt = [bot.character for bot in bots]
    return Played(
        outcome.name,
        events[-1].round if events else 0,
        sum(bot.asked for bot in bots),
        tuple((dealt[s], (s in winners) / max(len(winners), 1)) for s in range(seats)),
        tuple((frozenset(had[s]), s in winners) for s in range(seats)),
        met,
        used,
    )


class Counting:
    """A bot that counts its decisions, and remembers who it began as."""

    strength = ""
    budget = 0.0

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.asked = 0
        self.character = ""

    def __call__(self, decision: Any, look: Any) -> Any:
        """Choose an option."""
        self.asked += 1
        if not self.character:
            self.character = look.view.places[decision.seat].hero.character
        return self.bot(decision, look)


def named_by(event: Any) -> Iterator[str]:
    """Name the components that an event speaks of; a Spell counts when it is cast."""
    if isinstance(event, told.SpellHeld | told.SpellLost | told.CharacterOffered):
        return
    if isinstance(event, told.SecretDoorFound):
        yield "secret-door"
    elif isinstance(event, told.StairsDrawn):
        yield "stairs-marker"
    for field in NAMES:
        name = getattr(event, field, None)
        if isinstance(name, str):
            yield name


def chunk(given: tuple[str, int, str, int, int, bool]) -> list[Played]:
    """Play some games in a row."""
    scenario, seats, bot, first, count, listens = given
    return [play(scenario, seats, bot, seed, listens) for seed in range(first, first + count)]


def games(
    scenario: str, seats: int, bot: str, count: int, jobs: int, *, listens: bool = False
) -> list[Played]:
    """Play games on all the processors that are wanted."""
    work = [
        (scenario, seats, bot, first, min(CHUNK, count - first), listens)
        for first in range(0, count, CHUNK)
    ]
    with ProcessPoolExecutor(jobs) as pool:
        return [played for part in pool.map(chunk, work) for played in part]


# -- tables ---------------------------------------------------------------------------------------


def characters(played: Sequence[Played], seats: int) -> str:
    """How each character fares, the best first; a mark where its share is not as it should be."""
    won: defaultdict[str, list[float]] = defaultdict(list)
    for game in played:
        for character, part in game.dealt:
            won[character].append(part)
    lines = ["| character | games | share of the wins, 1 is fair | |", "|---|---|---|---|"]
    for name, parts in sorted(won.items(), key=lambda item: -statistics.mean(item[1])):
        share = statistics.mean(parts) * seats
        spread = Z * statistics.stdev(parts) / len(parts) ** 0.5 * seats
        mark = "" if LEAST <= share <= MOST else "out of bounds"
        lines.append(f"| {name} | {len(parts)} | {share:.2f} ±{spread:.2f} | {mark} |")
    return "\n".join(lines)


def cards(played: Sequence[Played]) -> str:
    """How much oftener seats win that met, had or cast a card."""
    rows = find_game("talisman").rows
    seats = [seat for game in played for seat in game.had]
    total, all_won = len(seats), sum(won for _, won in seats)
    having: Counter[str] = Counter()
    winning: Counter[str] = Counter()
    for had, won in seats:
        having.update(had)
        winning.update(had if won else ())
    found = []
    for name, count in having.items():
        row = rows.get(name)
        if not isinstance(row, Card) or row.deck == "character" or count == total:
            continue
        found.append((difference(winning[name], count, all_won, total), name, count))
    lines = ["| card | seats that met it | wins, difference in points |", "|---|---|---|"]
    for (middle, spread), name, count in sorted(found, reverse=True):
        lines.append(f"| {name} | {count} | {100 * middle:+.1f} ±{100 * spread:.1f} |")
    return "\n".join(lines)


def difference(won: int, count: int, all_won: int, total: int) -> tuple[float, float]:
    """Two shares compared: the difference, and its 95% half-width."""
    mine, others = won / count, (all_won - won) / (total - count)
    spread = mine * (1 - mine) / count + others * (1 - others) / (total - count)
    return mine - others, Z * spread**0.5


def unmet(met: Counter[str]) -> str:
    """Name every component that nobody met, took or cast."""
    rows = components()
    missing = [row.id for row in rows if not met[row.id]]
    return f"{len(rows) - len(missing)} components met; never: {', '.join(missing) or 'none'}"


def components() -> list[Any]:
    """List what can be met."""
    kinds = (Card, Tile, TrapCounter, Space)
    return [row for row in find_game("talisman").rows.values() if isinstance(row, kinds)]


def count_uses(bot: str, count: int, jobs: int) -> dict[str, int]:
    """Count how often each component is used, over all forms and numbers of seats."""
    met: Counter[str] = Counter()
    used: Counter[str] = Counter()
    each = max(count // len(FORMS) // 6, 1)
    for form in FORMS:
        for seats in range(1, 7):
            for game in games(form, seats, bot, each, jobs, listens=True):
                met += game.met
                used += game.used
    return {row.id: (used if is_done(row) else met)[row.id] for row in components()}


def is_done(row: Any) -> bool:
    """Whether a card does something only when its owner says so."""
    return isinstance(row, Spell) or getattr(row, "use", None) is not None


def uses(times: Mapping[str, int]) -> Iterable[str]:
    """How many components of each kind are used, the one that is least, and which ones never."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for row in components():
        kinds[getattr(row, "deck", "") or type(row).__name__.lower()].append(row.id)
    yield "| kind | components | used | the least used | never |"
    yield "|---|---|---|---|---|"
    for kind, ids in kinds.items():
        never = [id for id in ids if not times[id]]
        found = [id for id in ids if times[id]]
        least = min(found, key=lambda id: times[id])
        said = ", ".join(never) or "none"
        yield f"| {kind} | {len(ids)} | {len(found)} | {least}, {times[least]} times | {said} |"


def length(played: Sequence[Played], seats: int) -> str:
    """How long games take: rounds, decisions by the seat, and how they end."""
    rounds = sorted(game.rounds for game in played)
    asked = statistics.mean(game.decisions / seats for game in played)
    ends = Counter(game.reason for game in played)
    low, high = wilson(ends["cap"], len(played))
    quarter = len(rounds) // 4
    said = ", ".join(f"{name} {100 * n / len(played):.0f} %" for name, n in ends.most_common())
    return (
        f"| {seats} | {len(played)} | {statistics.mean(rounds):.0f} "
        f"({rounds[quarter]}, {rounds[-quarter - 1]}) | {asked:.0f} | {said} | "
        f"{100 * low:.1f} to {100 * high:.1f} % |"
    )


def lengths(scenario: str, bot: str, count: int, jobs: int) -> Iterable[str]:
    """How long games of one to six seats take."""
    yield "| seats | games | rounds (half between) | decisions a seat | ends | at the cap |"
    yield "|---|---|---|---|---|---|"
    for seats in range(1, 7):
        yield length(games(scenario, seats, bot, count, jobs, listens=True), seats)


def main() -> None:
    """Study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default=find_game("talisman").rule_of_thumb)
    parser.add_argument("--scenario", choices=SCENARIOS, action="append")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=("characters", "cards", "lengths", "uses"))
    given = parser.parse_args()
    if given.only == "uses":
        print("\n".join(uses(count_uses(given.bot, given.games, given.jobs))))
        return
    met: Counter[str] = Counter()
    for scenario in given.scenario or SCENARIOS:
        if given.only != "lengths":
            listens = given.only != "characters"
            played = games(scenario, SEATS, given.bot, given.games, given.jobs, listens=listens)
            print(f"\n{scenario}, {SEATS} seats, {given.games} games, {given.bot}\n", flush=True)
            for game in played:
                met += game.met
            if given.only in (None, "characters"):
                print(characters(played, SEATS), "\n")
            if given.only in (None, "cards"):
                print(cards(played), "\n")
                print(unmet(met), flush=True)
        if given.only in (None, "lengths"):
            print(f"\n{scenario}, {given.bot}\n")
            for line in lengths(scenario, given.bot, max(given.games // 5, 20), given.jobs):
                print(line, flush=True)


if __name__ == "__main__":
    main()
