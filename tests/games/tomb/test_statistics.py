"""The statistical check (section 14): reference players against the rules' own table."""

from collections import Counter
from math import sqrt
from random import Random
from statistics import mean, pstdev
from typing import Any, ClassVar, NamedTuple

import pytest

from tests.games.tomb.builders import rows_of, section
from undercroft.bots.random import RandomBot
from undercroft.core.events import Event
from undercroft.core.game import Bot, Look
from undercroft.core.play import simulate
from undercroft.core.questions import Decision
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import ROWS, Card
from undercroft.games.tomb.events import CardTurned, LastTorch, TorchBurnt, TurnBegan

FEW, MANY = 4_000, 100_000
OUTCOMES = ("escaped", "won", "dead", "lost")
TOLERANCE = {**dict.fromkeys(OUTCOMES, 0.6), "score": 0.2}  # at full size; the rules' own
TABLE = {row[0].split()[0]: [*map(float, row[1:])] for row in rows_of(section("Statistical check"))}


class Plain:
    """Draws, takes, discards and reads; turns back when so many delve turns are finished."""

    strength: ClassVar[str] = "reference"
    budget: ClassVar[float] = 0.001

    def __init__(self, delve: int) -> None:
        self.delve = delve

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        match decision.id:
            case "next":
                finished = decision.about["to_go"] == self.delve - 1
                return "turn-back" if finished else "deeper"
            case "leave":
                return min(decision.options, key=lambda option: cheapness(option.card))
            case _:
                wanted = {"face": "draw", "blow": "take", "lock": "discard", "torch": "read-scroll"}
                return wanted[decision.id]


def cheapness(card: Card) -> tuple[int, bool]:
    """Order treasure by worth, diamonds before the joker."""
    return card.worth, card.kind == "scroll"


class Counted(NamedTuple):
    """One play in numbers."""

    outcome: str
    score: float
    turns: int
    cards: int
    questions: int


def reference(player: str, luck: Random) -> Bot[Any]:
    if player == "uniform":
        return RandomBot(ROWS, luck.random)
    return Plain(int(player.removeprefix("plain-")))


def count(bot: Bot[Any], luck: Random) -> Counted:
    """Simulate a play, and count what was told of it."""
    told: list[Event] = []
    options, seats = GAME.read_options({})
    played = simulate(GAME, options, seats, [bot], luck.random, told)
    kinds = Counter(map(type, told))
    cards = kinds[CardTurned]
    returned_and_turned = kinds[TorchBurnt] + kinds[LastTorch] == 5  # under the deck: no fate
    return Counted(
        played.outcome.name,
        played.outcome.scores[0],
        kinds[TurnBegan],
        cards,
        played.questions - (cards - returned_and_turned),
    )


class Measured(NamedTuple):
    """A share in percent or a mean, with its standard error."""

    name: str
    value: float
    error: float


def measure(player: str, plays: int) -> list[Measured]:
    """Play many games; give the columns of the table."""
    luck = Random(f"section 14, {player}, {plays}")
    bot = reference(player, luck)
    counted = [count(bot, luck) for _ in range(plays)]
    shares = [sum(play.outcome == outcome for play in counted) / plays for outcome in OUTCOMES]
    columns: dict[str, list[float]] = {
        "score": [play.score for play in counted],
        "turns": [play.turns for play in counted],
        "cards": [play.cards for play in counted],
        "questions": [play.questions for play in counted],
    }
    return [
        *(
            Measured(outcome, 100 * share, 100 * sqrt(share * (1 - share) / plays))
            for outcome, share in zip(OUTCOMES, shares, strict=True)
        ),
        *(
            Measured(name, mean(values), pstdev(values) / sqrt(plays))
            for name, values in columns.items()
        ),
    ]


@pytest.mark.parametrize("player", TABLE)
def test_reference_players_fare_as_the_table_says(player: str) -> None:
    """Within four standard errors; rare outcomes and the table's rounding get a little more."""
    for found, listed in zip(measure(player, FEW), TABLE[player], strict=True):
        slack = 0.15 if found.name in OUTCOMES else 0.01
        assert abs(found.value - listed) <= 4 * found.error + slack, (player, found, listed)


@pytest.mark.nightly
@pytest.mark.parametrize("player", TABLE)
def test_reference_players_fare_as_the_table_says_at_full_size(player: str) -> None:
    """Within the rules' own tolerance, where there is one: the table was measured, too."""
    for found, listed in zip(measure(player, MANY), TABLE[player], strict=True):
        allowed = TOLERANCE.get(found.name, 6 * found.error + 0.01)
        assert abs(found.value - listed) <= allowed, (player, found, listed)
