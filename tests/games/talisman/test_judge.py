"""How seats stand, and what the judge makes of it."""

import random
from typing import Any

import pytest

from tests.games.talisman.builders import an_exile, equip, hero_of
from undercroft.core.fates import Seeded
from undercroft.core.play import Play, standings
from undercroft.core.questions import Decision
from undercroft.games.talisman import GAME
from undercroft.games.talisman.bots.shrewd import Shrewd
from undercroft.games.talisman.judge import Ways, judge, standing


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("preset", ["catacombs", "expedition", "grand-quest", "quest"])
def test_every_seat_stands_in_as_many_numbers_whatever_befalls_it(preset, seats):
    luck = random.Random(preset).random
    options, _ = GAME.read_options({}, seats, preset)
    tables = standings(
        GAME, options, seats, luck, lambda rules: [rules.new_bot("steady", luck)] * seats
    )
    assert len({len(row) for rows in tables for row in rows}) == 1


def test_one_of_several_wins_and_the_stronger_is_likelier_to():
    maze = an_exile(strength=6)
    before = judge(maze)
    assert sum(before) == pytest.approx(1)
    equip(maze, hero_of(maze), strength=11, lives=6)
    assert judge(maze)[0] > before[0]


def test_the_way_to_the_tower_is_counted_in_steps():
    maze = an_exile("d3=c-straight-quiet d2=ent-chasm")
    ways = Ways(maze, hero_of(maze).square)
    assert (ways.tower, ways.out, ways.dark) == (2, 2, 1)
    assert len({len(row) for row in standing(maze)}) == 1


def test_the_expert_leaves_the_rule_of_thumb_only_when_it_is_sure():
    """It answers what is open, says why, and a bar that nothing can pass keeps it to `canny`."""

    class Stubborn(Shrewd):
        errors = 1e9
        playouts = 60

    class Quick(Shrewd):
        playouts = 60

    play = Play(GAME, {}, 4, Seeded("expert"), preset="catacombs")
    canny: Any = GAME.new_bot("canny", random.random)
    stubborn, quick = (bot(GAME.rows, random.Random(3).random) for bot in (Stubborn, Quick))
    for _ in range(12):
        assert isinstance(play.question, Decision)
        look = play.look(play.question.seat)
        usual = canny.advise(play.question, look)
        assert stubborn.advise(play.question, look) == usual
        found = quick.advise(play.question, look)
        assert found.answer in play.question.options
        assert GAME.words.say(f"reasons.{found.reason}", **found.names).endswith(".")
        play.answer(usual.answer)
