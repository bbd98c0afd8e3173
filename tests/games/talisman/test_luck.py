"""What luck gave: fights and tests beside what the dice promised."""

import pytest

from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games.talisman import GAME
from undercroft.games.talisman import events as told
from undercroft.games.talisman.show.luck import luck
from undercroft.games.talisman.show.odds import fight_chances

HERE = (1, 0, "d4")  # round, seat, place


def a_fight(own_die: int, enemy_die: int, own: int, enemy: int) -> told.FightRolled:
    """Dice that fell, with what both sides bring besides."""
    return told.FightRolled(
        *HERE, own_die, enemy_die, own + own_die, enemy + enemy_die, (("strength", own),), ()
    )


def test_f8_a_fight_is_expected_to_go_as_both_sides_stand_before_the_dice():
    events = [told.EnemyMet(*HERE, "e-goblin", "battle", 2), a_fight(1, 6, own=5, enemy=2)]
    found = luck(events, GAME.rows)
    assert (found.fights, found.won, found.mean) == (1, 0, 1.0)
    assert found.chances == round(fight_chances(3)["wins"] / 36, 1)


def test_f2_an_enemy_that_keeps_the_better_die_is_expected_to_win_more_often():
    fights = [a_fight(4, 5, own=7, enemy=8)] * 10
    chances = []
    for card in ("e-many-heads", "e-chained-fiend"):
        met = told.EnemyMet(*HERE, card, "battle", 8)
        chances.append(luck([event for fight in fights for event in (met, fight)], GAME.rows))
    assert chances[0].chances < chances[1].chances


@pytest.mark.parametrize(("rolled", "penalties", "dice"), [((3,), 1, 1), ((2, 2), 0, 2)])
def test_q1_a_test_is_expected_to_go_as_its_penalties_leave_it(rolled, penalties, dice):
    total = sum(rolled) + penalties
    curse = (("curse", penalties),)
    taken = told.TestTaken(*HERE, "craft", dice, total, 5, total < 5, rolled, curse)
    found = luck([taken] * 6, GAME.rows)
    assert (found.tests, found.passed) == (6, 6)
    cases = {1: 6 * 3 / 6, 2: 6 * 6 / 36}  # under 4 with one die, under 5 with two
    assert found.pass_chances == cases[dice]


def test_d1_over_a_whole_play_what_comes_is_near_what_is_expected():
    play = Play(GAME, {"round-cap": 12}, 4, fates=Seeded("luck"))
    while play.question is not None:
        choices = play.question.choices
        play.answer(choices[play.number % len(choices)])
    found = luck(play.events, GAME.rows)
    assert found.fights == sum(isinstance(event, told.FightRolled) for event in play.events) > 0
    assert abs(found.won - found.chances) < found.fights / 2
