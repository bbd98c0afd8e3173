"""Percentiles: how lucky a game was, and how well it was played, among simulated ones.

Luck is compared with games of the rule of thumb, which a review plays anyway: they are of the same
game, options and seats. Play is compared with bots of all strengths, from a bot that often answers
at random to the best; that takes a review of each of their games, so a table of them ships with the
game: `skills.json`, made by `undercroft percentiles`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.records.journal import Journal

FILE: Final = "skills.json"  # in a game's folder
WILD: Final = (0.02, 0.05, 0.1, 0.2, 0.4)  # how often players of all strengths answer at random
QUICK: Final = 0.1  # seconds: bots that think longer take no part
NEAR: Final = 1e-9
FEWEST: Final = 20  # different values, among which a percentile says something
STEPS: Final = 100  # what is kept of a table: its hundredths


class Skills(msgspec.Struct, frozen=True):
    """What the play of simulated games was worth, from the worst to the best."""

    rules: int
    seats: int
    options: dict[str, Any]
    policy: str
    games: int
    skills: tuple[float, ...]
    playouts: int = 600  # of each review


class Field(NamedTuple):
    """The games that are simulated for a table; other processes can be told of it."""

    id: str
    options: dict[str, Any]
    seats: int
    seed: str
    playouts: int


def percentile(value: float, among: Sequence[float]) -> int | None:
    """Return what part of them lies below, in percent; of those that are equal, half counts.

    `None` where they have too few different values: of games that are only won or lost, most are
    equal, and a percentile would tell won from lost.
    """
    if len({*among}) < FEWEST:
        return None
    ordered = sorted(among)
    below = bisect_left(ordered, value - NEAR)
    equal = bisect_right(ordered, value + NEAR) - below
    return min(max(round(100 * (below + equal / 2) / len(ordered)), 1), 99)


def play_percentile(
    game: Game[Any, Any], options: Mapping[str, Any], seats: int, policy: str, skill: float
) -> int | None:
    """Compare what one's play was worth with the table; none if there is none for such games."""
    for table in tables(game):
        same = table.seats == seats and table.policy == policy and table.options == dict(options)
        if same and table.rules == game.rules_version:
            return percentile(skill, table.skills)
    return None


def tables(game: Game[Any, Any]) -> tuple[Skills, ...]:
    """Read the tables of a game; a variant has none."""
    return _tables(game.package) if game.variant is None else ()


@cache
def _tables(package: str) -> tuple[Skills, ...]:
    file = resources.files(package) / FILE
    if not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Skills, ...])


# -- how a table is made --------------------------------------------------------------------------


def simulated(game: Game[Any, Any], field: Field, number: int) -> Journal:
    """Let a bot of some strength play a game; the other seats play by the rule of thumb."""
    seed = f"{field.seed}-{number}"
    random = Random(f"{seed}/players")
    thumb = game.new_bot(game.rule_of_thumb, random.random)
    others = [game.new_bot(bot, random.random) for bot in game.bots if bot != "random"]
    field_of = [(thumb, wild) for wild in WILD]
    field_of += [(bot, 0.0) for bot in others if bot.budget <= QUICK]
    player, wild = field_of[number % len(field_of)]
    play = Play(game, field.options, field.seats, Seeded(seed))
    while isinstance(play.question, Decision):
        seat, options = play.question.seat, play.question.options
        bot = player if seat == 0 else thumb
        is_wild = seat == 0 and random.random() < wild
        play.answer(random.choice(options) if is_wild else bot(play.question, play.look(seat)))
    return play.journal


def as_table(game: Game[Any, Any], field: Field, skills: Iterable[float]) -> Skills:
    """Make a table of what the games were worth: its hundredths are enough."""
    ordered = sorted(skills)
    last = len(ordered) - 1
    kept = [round(ordered[round(last * step / STEPS)], 4) for step in range(STEPS + 1)]
    return Skills(
        rules=game.rules_version,
        seats=field.seats,
        options=field.options,
        policy=game.rule_of_thumb,
        games=len(ordered),
        skills=tuple(kept),
        playouts=field.playouts,
    )
