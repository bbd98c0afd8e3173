"""Light bots, for playouts: they play any game to its end, and better than chance."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from undercroft.core.game import LIGHT, Game
from undercroft.core.play import simulate
from undercroft.games import catalogue, find_game


def tables() -> Iterator[Any]:
    for game in catalogue().values():
        for seats in range(game.seats[0], game.seats[1] + 1):
            yield pytest.param(game, seats, id=f"{game.id}-{seats}")


@pytest.mark.parametrize(("game", "seats"), [*tables()])
def test_a_light_bot_plays_at_every_number_of_seats(game: Game[Any, Any], seats: int) -> None:
    luck = Random(f"{game.id} {seats}").random
    options, _ = game.read_options({}, seats)
    bots = [game.new_bot(LIGHT, luck) for _ in range(seats)]
    played = simulate(game, options, seats, bots, luck)
    assert len(played.outcome.scores) == seats


def test_people_are_not_offered_it() -> None:
    assert all(game.light and LIGHT not in game.bots for game in catalogue().values())


@pytest.mark.parametrize("id", ["tomb", "labyrintheus"])
def test_it_answers_without_looking_at_the_table(id: str) -> None:
    game = find_game(id)
    luck = Random(2).random
    options, seats = game.read_options({})
    bots = [game.new_bot(LIGHT, luck) for _ in range(seats)]
    looked = 0

    class Watched:
        """A bot of this package, as far as the engine can see."""

        __module__ = "undercroft.watched"

        def __init__(self, bot: Any) -> None:
            self.bot = bot

        def __call__(self, decision: Any, look: Any) -> Any:
            class Look:
                @property
                def view(self) -> Any:
                    nonlocal looked
                    looked += 1
                    return look.view

            return self.bot(decision, Look())

    watched: list[Any] = [Watched(bot) for bot in bots]
    simulate(game, options, seats, watched, luck)
    assert looked == 0


def mean_score(bot: str, games: int) -> float:
    game, luck = find_game("tomb"), Random(3).random
    options, seats = game.read_options({})
    bots = [game.new_bot(bot, luck)]
    return sum(simulate(game, options, seats, bots, luck).outcome.scores[0] for _ in range(games))


def test_in_tomb_it_comes_more_than_half_the_way_to_the_rule_of_thumb() -> None:
    low, light, high = (mean_score(bot, 1000) for bot in ("random", LIGHT, "cautious"))
    assert light - low > 0.5 * (high - low)


def wins_among_random(id: str, seats: int, bot: str, games: int) -> int:
    game, luck = find_game(id), Random(4).random
    options, _ = game.read_options({}, seats)
    won = 0
    for number in range(games):
        bots = [game.new_bot("random", luck) for _ in range(seats)]
        bots[number % seats] = game.new_bot(bot, luck)
        won += number % seats in simulate(game, options, seats, bots, luck).outcome.winners
    return won


def test_in_labyrintheus_it_comes_more_than_half_the_way_to_the_contender() -> None:
    low, light, high = (
        wins_among_random("labyrintheus", 3, bot, 300) for bot in ("random", LIGHT, "contender")
    )
    assert light - low > 0.5 * (high - low)


def test_in_labyrintheus_it_keeps_no_cards_that_it_is_asked_about_again_and_again() -> None:
    game, luck = find_game("labyrintheus"), Random(6).random
    options, seats = game.read_options({}, 4)

    def questions(bot: str) -> int:
        bots = [game.new_bot(bot, luck) for _ in range(seats)]
        return sum(simulate(game, options, seats, bots, luck).questions for _ in range(60))

    assert questions(LIGHT) < 1.15 * questions("contender")


@pytest.mark.nightly
def test_in_tin_it_comes_half_the_way_to_the_rule_of_thumb() -> None:
    game, luck = find_game("tin"), Random(5).random
    options, seats = game.read_options({}, 4)

    def wins(bot: str) -> int:
        bots = [game.new_bot(bot, luck) for _ in range(seats)]
        played = [simulate(game, options, seats, bots, luck) for _ in range(400)]
        return sum(len(one.outcome.winners) for one in played)

    low, light, high = (wins(bot) for bot in ("random", LIGHT, "thumb"))
    assert light - low > 0.5 * (high - low)


@pytest.mark.nightly
def test_in_talisman_it_comes_half_the_way_to_the_canny_one() -> None:
    low, light, high = (
        wins_among_random("talisman", 4, bot, 400) for bot in ("random", LIGHT, "canny")
    )
    assert light - low > 0.5 * (high - low)
