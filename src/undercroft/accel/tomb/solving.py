"""What the best possible play of a deal would have had, if the order of the cards were known.

python -m undercroft.accel.tomb.solving --bots --deals 100000 --seed 7
"""

import argparse
import ctypes
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from undercroft.accel.native import is_built, load
from undercroft.accel.tomb.game import Options, native_options
from undercroft.accel.tomb.learned import STANDARD, learned, play
from undercroft.accel.words import say
from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.measuring.intervals import Estimate, estimate
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.core.records.journal import Journal
from undercroft.games.tomb.cards import CARDS, Card

Aim: TypeAlias = Literal["kings", "treasure"]

AIMS: Final[tuple[Aim, ...]] = ("kings", "treasure")
PATIENCE: Final = 20_000_000  # positions: some seconds
QUICK: Final = 200_000  # ... while somebody waits: nearly all deals need fewer
CHUNK: Final = 100
NUMBERS: Final = {card.id: number for number, card in enumerate(CARDS)}


class Line(NamedTuple):
    """The best play of a deal: points carried out (0: none), and which options to take."""

    points: int
    places: list[int]


class Solution(NamedTuple):
    """What can be had of a deal, and how."""

    kings: Play | None  # a play that carries out all four kings, if there is one
    treasure: Play  # one that carries out the most treasure

    @property
    def points(self) -> int:
        """The most treasure that can be carried out."""
        return int(self.treasure.outcome.scores[0]) if self.treasure.outcome else 0


def best_line(
    order: Sequence[str],
    options: Options,
    aim: Aim,
    *,
    plainly: bool = False,
    patience: int = PATIENCE,
) -> Line | None:
    """Search a deal for the best line; `None` if it is too large."""
    line, length, looked = (ctypes.c_uint8 * 256)(), ctypes.c_int(), ctypes.c_long()
    points = load("tomb").tomb_solve(
        ctypes.byref(options),
        (ctypes.c_uint8 * len(CARDS))(*(NUMBERS[id] for id in order)),
        AIMS.index(aim),
        int(plainly),
        ctypes.c_long(patience),
        line,
        ctypes.byref(length),
        ctypes.byref(looked),
    )
    return None if points < 0 else Line(points, line[: length.value])


def solve(game: Game[Any, Any], given: Mapping[str, object], seed: str) -> Solution:
    """Solve the solo game that a seed deals."""
    if game.id != "tomb" or game.variant is not None:
        raise Refused(say("solve.tomb-only"))
    options, seats = game.read_options(given)
    if options.mode != "solo" or seats != 1:
        raise Refused(say("solve.solo-only", mode=options.mode))
    order = order_of(game, given, seed)

    def played(aim: Aim) -> Play | None:
        line = best_line(order, native_options(options), aim)
        if line is None:
            raise Refused(say("solve.too-large", positions=f"{PATIENCE:,}"))
        return follow(Play(game, given, fates=Seeded(seed)), line) if line.points else None

    treasure = played("treasure")
    return Solution(played("kings"), treasure or Play(game, given, fates=Seeded(seed)))


def winning_play(
    game: Game[Any, Any], given: Mapping[str, object], seed: str, *, build: bool
) -> Play | None:
    """Play a deal so that all four kings are carried out; `None` if that cannot be done."""
    options, seats = game.read_options(given)
    if options.mode != "solo" or seats != 1 or options.games != 1:
        raise Refused(say("solve.solo-only", mode=options.mode))
    if not build and not is_built("tomb"):
        raise Refused(say("native.unbuilt"))
    line = best_line(order_of(game, given, seed), native_options(options), "kings", patience=QUICK)
    if line is None or not line.points:
        return None
    return follow(Play(game, given, fates=Seeded(seed)), line)


def solve_journal(game: Game[Any, Any], journal: Journal) -> Solution:
    """Solve the deal of a finished game."""
    if journal.sealed is None:
        raise Refused(say("solve.real-cards"))
    if journal.seed is None:
        raise Refused(say("solve.not-over"))
    return solve(game, journal.options, journal.seed)


def order_of(game: Game[Any, Any], given: Mapping[str, object], seed: str) -> list[str]:
    """Tell in which order a seed deals the cards, whatever is decided."""
    laid: Any = Play(game, given).state
    deck = laid.tombs[0].deck
    fog: list[Card] = [*deck.fog]
    fates, order = Seeded(seed), []
    for count in range(len(fog)):
        card = fates(Fate(deck.id, fog), count)
        fog.remove(card)
        order.append(card.id)
    return order


def follow(played: Play, line: Line) -> Play:
    """Play a line by the rules themselves."""
    for place in line.places:
        question = played.question
        assert isinstance(question, Decision)  # noqa: S101 (fate answers by itself)
        played.answer(question.options[place])
    return played


def told(solution: Solution) -> str:
    """Say what can be had."""
    if solution.kings and solution.kings.outcome:
        points = int(solution.kings.outcome.scores[0])
        kings = say("solve.won", points=points)
    else:
        kings = say("solve.not-won")
    return f"{kings}\n{say('solve.most', points=solution.points)}"


def as_data(solution: Solution) -> dict[str, object]:
    """Give it as JSON would have it."""
    return {
        "winnable": solution.kings is not None,
        "most_points": solution.points,
        "kings": solution.kings.lines if solution.kings else None,
        "treasure": solution.treasure.lines,
    }


# -- many deals ------------------------------------------------------------------------------------


class Best(NamedTuple):
    """What can be had of a deal: points of a play with all four kings (0: none), most points."""

    with_kings: int
    points: int


def solve_many(deals: int, seed: int, options: Options = STANDARD) -> Iterator[Best]:
    """Solve deals, each from its number and the seed: those that `learned.play` plays."""
    library = load("tomb")

    def solve_chunk(first: int) -> list[Best]:
        n = min(CHUNK, deals - first)
        found = (ctypes.c_uint8 * (2 * n))()
        library.tomb_solve_many(
            ctypes.c_long(n), options, ctypes.c_uint64(seed), ctypes.c_uint64(first), found
        )
        return [Best(*found[at : at + 2]) for at in range(0, 2 * n, 2)]

    with ThreadPoolExecutor() as threads:  # a call into the library lets others run
        for solved in threads.map(solve_chunk, range(0, deals, CHUNK)):
            yield from solved


def main() -> None:
    """Say what can be had of many deals, and how far the learned bots are from it."""
    parser = argparse.ArgumentParser(description="Solve many deals of Tomb of Four Kings.")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--bots", action="store_true", help="let the learned bots play them, too")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    solved = [*solve_many(given.deals, given.seed)]
    report("can be won", estimate(Counter(best.with_kings > 0 for best in solved)))
    report("can be left with any treasure", estimate(Counter(best.points > 0 for best in solved)))
    report("most points", estimate(Counter(best.points for best in solved)))
    for bot in ("expert", "collector") if given.bots else ():
        games = play(learned(bot), given.deals, given.seed)
        both = [*zip(games, solved, strict=True)]
        beaten = sum(
            game.points > best.points or (game.outcome == "won" and not best.with_kings)
            for game, best in both
        )
        report(
            f"{bot} beats the solver", estimate(Counter({True: beaten, False: len(both) - beaten}))
        )
        report(f"{bot} wins", estimate(Counter(game.outcome == "won" for game in games)))
        report(
            f"{bot} wins of those that can be won",
            estimate(Counter(game.outcome == "won" for game, best in both if best.with_kings)),
        )
        report(f"{bot} points", estimate(Counter(game.points for game in games)))


def report(what: str, told: Estimate) -> None:
    """Print an estimate and its interval."""
    scale = 100 if told.is_share else 1
    low, value, high = (scale * number for number in (told.low, told.value, told.high))
    sign = "%" if told.is_share else ""
    print(f"{what}: {value:.2f}{sign} ({low:.2f} to {high:.2f}), {told.times:,}", flush=True)


if __name__ == "__main__":
    main()
