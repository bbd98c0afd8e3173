"""Numbers of the components may be changed, and the game goes on."""

import random

import pytest

from undercroft.core.errors import BadVariant
from undercroft.core.play import simulate
from undercroft.core.variants import with_variant
from undercroft.games import find_game

FIERCE = """
game = "tin"
[rows."red:horns"]
horns = 3
[rows.a-gallery]
white = 0
red = 3
[rows.bomb]
bonus = 9
price = 2
"""
BARE = """
game = "tin"
[options]
difficulty = "hard"
[rows]
die-yellow.count = 0
die-red.plain = 9
potion.count = 0
coin-2.value = 0
maiden.bonus = 2
""" + "".join(
    f"{kind}-{n}.count = 0\n" for kind in ("parry", "duck", "sidestep") for n in (1, 2, 3, 4)
)


@pytest.mark.parametrize("toml", [FIERCE, BARE])
@pytest.mark.parametrize("bot", ["thumb", "random"])
def test_a_variant_can_be_played(toml, bot):
    game = with_variant(toml, "variant.toml", find_game)
    luck = random.Random(2)
    for seats in (1, 2):
        options, _ = game.read_options({} if seats == 1 else {"difficulty": "normal"}, seats)
        for _ in range(10):
            bots = [game.new_bot(bot, luck.random) for _ in range(seats)]
            assert simulate(game, options, seats, bots, luck.random).questions > 0


def test_a_die_always_has_a_face():
    with pytest.raises(BadVariant, match="from 1 to 9"):
        with_variant('game = "tin"\n[rows.die-attack]\nswipe = 0', "v.toml", find_game)


def test_h3_without_any_fight_card_the_roll_decides_alone():
    game = with_variant(BARE, "variant.toml", find_game)
    options, _ = game.read_options({}, 1)
    dungeon = game.lay(options, game.rows, 1)
    assert len(dungeon.fight_cards) == 0
    assert dungeon.supply == {"yellow": 0, "red": 3}
