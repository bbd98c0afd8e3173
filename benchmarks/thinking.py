"""What a decision costs a bot: the same games are run with it and without it.

    python -m benchmarks.thinking [--game GAME ...] [--rounds N] [--decisions N]

One bot plays games on from the middle, as playouts do, and its answers are written down. Then the
same games are run by those answers, three ways in turns: nobody is asked; the light bot is asked,
too, before each answer; the rule of thumb is. What a bot costs is the difference, so neither the
clock nor the rules nor this driver counts. Each round has games of its own.

`games of` says who played them: a bot that makes plans has to make more of them in another's games,
where nobody follows them.
"""

import argparse
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice, permutations
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple, TypeAlias

from benchmarks.playouts import middles, seats_of, texts
from undercroft.core.game import LIGHT, Game
from undercroft.core.questions import Decision
from undercroft.core.running.loop import looks_of, run_on
from undercroft.games import catalogue, find_game

MIDDLES: Final = 8  # games that playouts start from
ROUNDS: Final = 25
DECISIONS: Final = 2_000  # in each round: long enough to be at home in the processor's caches
ORDERS: Final = [*permutations(range(3))]  # nobody, light, thumb: who comes after whom matters

Answers: TypeAlias = Callable[[Decision[Any], Any], Any]


class Written(NamedTuple):
    """A game: the number of its luck, and of each option that was taken."""

    luck: int
    answers: list[int]


class Table:
    """Where games of one text go on from the middle, always the same ones."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._direct = direct = game.direct
        self._rules = game if direct is None else direct.game
        starts = [play.turn.start for play in islice(middles(game), MIDDLES) if play.turn]
        self._starts = starts if direct is None else [*map(direct.translate, starts)]
        self.seats = seats_of(game)

    def bots(self, name: str) -> list[Any]:
        """Seat a bot everywhere, with luck of its own."""
        luck = Random(9).random
        return [self._rules.new_bot(name, luck) for _ in range(self.seats)]

    def run(self, seated: Sequence[Answers], luck: int) -> None:
        """Play a game to its end."""
        rules, direct = self._rules, self._direct
        state = rules.copy(self._starts[luck % MIDDLES])
        state.attend(None, Random(luck).random)
        if direct is not None:
            direct.run(state, rules.turn, seated)
        else:
            looks = looks_of(rules, state, self.seats)
            run_on(rules, state, rules.turn(state), None, seated, looks)  # type: ignore[arg-type]
        state.let_go()

    def games(self, name: str, decisions: int) -> Iterator[list[Written]]:
        """Let a bot play, again and again, games with so many decisions in all."""
        bots, numbers = self.bots(name), count()
        while True:
            games: list[Written] = []
            while sum(len(game.answers) for game in games) < decisions:
                games.append(game := Written(next(numbers), []))
                self.run([writing(bot, game.answers) for bot in bots], game.luck)
            yield games

    def seconds(self, games: Sequence[Written], bots: Sequence[Answers]) -> float:
        """Run games as they are written; bots are asked, too, if there are any."""
        spent = 0.0
        for luck, written in games:
            answers = iter(written)
            seated = [asking(bot, answers) for bot in bots]
            seated = seated or [reading(answers) for _ in range(self.seats)]
            start = process_time()
            self.run(seated, luck)
            spent += process_time() - start
        return spent


def writing(bot: Answers, written: list[int]) -> Answers:
    """Let a bot answer, and write it down."""

    def answer(decision: Decision[Any], look: Any) -> Any:
        given = bot(decision, look)
        written.append(decision.choices.index(given))
        return given

    return answer


def reading(answers: Iterator[int]) -> Answers:
    """Answer as it is written."""

    def answer(decision: Decision[Any], look: Any) -> Any:
        return decision.choices[next(answers)]

    return answer


def asking(bot: Answers, answers: Iterator[int]) -> Answers:
    """Ask a bot, and answer as it is written all the same."""

    def answer(decision: Decision[Any], look: Any) -> Any:
        bot(decision, look)
        return decision.choices[next(answers)]

    return answer


class Cost(NamedTuple):
    """The microseconds of a decision: a figure for each round."""

    rules: list[float]  # and this driver
    light: list[float]
    thumb: list[float]

    @property
    def share(self) -> float:
        """The light bot's part of the rule of thumb."""
        return statistics.median(self.light) / statistics.median(self.thumb)


def cost(
    game: Game[Any, Any], player: str, rounds: int = ROUNDS, decisions: int = DECISIONS
) -> Cost:
    """Measure both bots in the games of one player."""
    table, found = Table(game), Cost([], [], [])
    asked = [[], table.bots(LIGHT), table.bots(game.rule_of_thumb)]
    for number, games in enumerate(islice(table.games(player, decisions), rounds)):
        each = {at: table.seconds(games, asked[at]) for at in ORDERS[number % len(ORDERS)]}
        alone, light, thumb = (each[at] for at in range(3))
        millions = sum(len(game.answers) for game in games) / 1e6
        found.rules.append(alone / millions)
        found.light.append((light - alone) / millions)
        found.thumb.append((thumb - alone) / millions)
    return found


def shown(figures: Sequence[float]) -> str:
    """Write the median, and between what the middle half lies."""
    low, middle, high = statistics.quantiles(figures, n=4)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--game", nargs="*", default=[*catalogue()])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="in each round")
    given = parser.parse_args()
    columns = ["games of", "rules", "light", "rule of thumb"]
    print(f"{'µs a decision':28}" + "".join(f"{column:>24}" for column in columns) + "   share")
    for game in map(find_game, given.game):
        for text, version in texts(game).items():
            for player in (LIGHT, game.rule_of_thumb):
                found = cost(version, player, given.rounds, given.decisions)
                figures = "".join(f"{shown(one):>24}" for one in found)
                row = f"{f'{game.id}, {text}':28}{player:>24}{figures}{found.share:8.2f}"
                print(row, flush=True)


if __name__ == "__main__":
    main()
