"""Every game has bots of graded strength, which any surface can call by their level."""

from random import Random

import pytest

from undercroft.core.errors import BadOption
from undercroft.core.game import LEVELS
from undercroft.describing import bot_title, described
from undercroft.games import catalogue, find_game
from undercroft.terminal.local.bots import seat_bots

GAMES = [*catalogue().values()]
OURS = [game for game in GAMES if game.package.startswith("undercroft.games.")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_level_names_a_bot_of_the_game_and_no_two_levels_the_same(game):
    assert {*game.levels} <= {*LEVELS}
    assert {*game.levels.values()} <= {*game.bots}
    assert len({*game.levels.values()}) == len(game.levels)
    assert [*game.levels] == [level for level in LEVELS if level in game.levels]  # in their order
    assert all(bot not in LEVELS or game.level_of(bot) == bot for bot in game.bots)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_each_of_our_games_has_a_beginner_who_does_not_play_at_random(game):
    assert {"easy", "fair", "strong"} <= {*game.levels}
    assert game.levels["easy"] != "random"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_bot_is_called_by_its_level_and_keeps_its_own_name(game):
    for level, bot in game.levels.items():
        assert game.bot_named(level) == bot
        assert type(game.new_bot(level, Random(1).random)) is type(
            game.new_bot(bot, Random(1).random)
        )
        assert bot_title(game, bot).endswith(f"({level})")
    assert seat_bots(game, ["easy"], game.seats[1]) == {game.seats[1] - 1: game.levels["easy"]}
    told = {entry["name"]: entry["level"] for entry in described(game)["bots"]}
    assert {bot: level for bot, level in told.items() if level} == {
        bot: level for level, bot in game.levels.items()
    }


def test_an_unknown_bot_is_refused_with_the_bots_and_levels_that_there_are():
    with pytest.raises(BadOption, match=r"novice.*easy, fair, strong"):
        find_game("tin").bot_named("godlike")
