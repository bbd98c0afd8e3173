"""The chance to win with each option: the same worlds for all, honest, and sharper with time."""

from random import Random

import pytest

from examples import well
from tests.contract import lantern
from undercroft.bots.chances import Chances, weigh
from undercroft.core.fates import Scripted
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.describing import told_chances
from undercroft.games import find_game


def test_chances_are_fair_and_say_how_sure_they_are() -> None:
    """Seat 0 holds lanterns 5 and 9; what seat 1 holds changes nothing."""

    def found(theirs: str) -> Chances:
        play = Play(lantern.GAME, {}, 2, Scripted(deck=f"lantern-5 {theirs} lantern-9"))
        assert isinstance(play.question, Decision)
        return weigh(play.question, play.look(0), "random", "seed", 60, 400)

    weak, strong = found("lantern-1"), found("lantern-20")
    for option in weak.wins:
        one, other = weak.of(option), strong.of(option)
        assert abs(one.share - other.share) < 3 * (one.error + other.error)


def test_parts_add_up_and_grow_sharper() -> None:
    one, other = Chances(10, {"a": 5.0, "b": 2.0}), Chances(30, {"a": 15.0, "b": 6.0})
    both = one.plus(other)
    assert both == Chances(40, {"a": 20.0, "b": 8.0})
    assert both.of("a").share == one.of("a").share == 0.5
    assert both.of("a").error < other.of("a").error < one.of("a").error
    assert both.ranked == ["a", "b"]
    assert one.is_even
    assert not both.is_even


def test_worlds_that_all_ended_alike_prove_little() -> None:
    found = Chances(4, {"a": 4.0, "b": 0.0})
    assert found.of("a").error > 0.1
    assert found.of("b").error > 0.1


@pytest.mark.parametrize("id", ["tomb", "tin", "labyrintheus", "talisman"])
def test_an_experts_hint_says_the_chances_of_the_best_options(id: str) -> None:
    game = find_game(id)
    luck = Random(2).random
    play = Play(game, {}, None, lambda fate, _: fate.choices[int(luck() * len(fate.choices))])
    question = play.question
    assert isinstance(question, Decision)
    found = weigh(question, play.look(question.seat), game.rule_of_thumb, "seed", 60, 2)
    assert found.worlds == 2
    told = told_chances(found, question, game.words)
    assert told.startswith("Chances to win: ")
    assert told.count("%") == min(3, len(question.options))


def test_what_is_settled_is_told_so() -> None:
    play = Play(well.GAME, fates=Scripted(bag="gem-7 gem-6 skull-1 skull-2 skull-3"))
    for _ in range(3):
        play.answer("haul")
    assert isinstance(play.question, Decision)
    found = weigh(play.question, play.look(0), "random", "seed", 60, 100)
    assert found.of("leave").share == 1.0
    assert found.ranked[0] == "leave"
    assert not found.is_even
