"""Facing an encounter: the question `face` (T-19 to T-22)."""

import pytest

from tests.games.tomb.builders import a_tomb, asked, names, play, question
from undercroft.core.questions import Fate
from undercroft.games.tomb.rules import turn

ALL_SKILLS = "js jd jc jh"


@pytest.mark.parametrize(
    ("encounter", "skill"), [("9s", "berserk"), ("9d", "disarm"), ("9c", "pick-lock")]
)
def test_t19_drawing_and_the_one_skill_that_fits(encounter: str, skill: str) -> None:
    assert asked(a_tomb(ALL_SKILLS), f"draw deck: {encounter}") == f"face draw {skill}"


def test_t19_treasures_that_are_worth_enough_in_hand_order() -> None:
    tomb = a_tomb("7d kh js 6d joker 8d")
    assert asked(tomb, "draw deck: 7s") == "face draw berserk drop:7d drop:kh drop:8d"


def test_t19_with_nothing_else_to_do_the_card_is_turned_unasked() -> None:
    tomb = a_tomb("jd jc jh 4d")
    rules = turn(tomb.match)
    rules.send(None)
    encounter = next(card for card in tomb.deck.fog if card.id == "5s")
    assert isinstance(rules.send(encounter), Fate)


def test_t19_the_question_shows_the_encounter() -> None:
    decision = question(a_tomb("js"), "draw deck: 5s")
    assert str(decision.about["encounter"]) == "5s"


@pytest.mark.parametrize(
    ("encounter", "skill", "jack"),
    [("10s", "berserk", "js"), ("10d", "disarm", "jd"), ("10c", "pick-lock", "jc")],
)
def test_t20_a_skill_wins_and_is_spent(encounter: str, skill: str, jack: str) -> None:
    tomb = a_tomb(ALL_SKILLS)
    play(tomb, f"draw deck: {encounter}\nP1 face: {skill}")
    assert jack not in names(tomb.hand)
    assert names(tomb.stacks[0]).endswith(jack)
    assert tomb.showing == 10


def test_t21_a_drop_settles_the_monster_but_wins_nothing() -> None:
    tomb = a_tomb("8d 9d")
    play(tomb, "draw deck: kd\ndraw deck: 8s\nP1 face: drop:9d")
    assert (names(tomb.hand), names(tomb.stacks[0])) == ("8d", "kd 8s 9d")
    assert tomb.delve_done == 1


def test_t21_equal_worth_is_enough() -> None:
    assert asked(a_tomb("8d"), "draw deck: 8s") == "face draw drop:8d"


def test_r8_a_card_of_too_little_worth_cannot_be_offered() -> None:
    tomb = a_tomb("7d kd")
    assert asked(tomb, "draw deck: 8s") == "face draw drop:kd"


def test_r7_diamonds_kings_and_joker_may_be_dropped_but_no_skill() -> None:
    tomb = a_tomb("jd jh 2d ks joker")
    assert asked(tomb, "draw deck: 2s") == "face draw drop:2d drop:ks drop:joker"


def test_r7_kings_are_worth_ten_and_the_joker_six() -> None:
    assert asked(a_tomb("joker ks"), "draw deck: 10s") == "face draw drop:ks"
    assert asked(a_tomb("joker"), "draw deck: 6s") == "face draw drop:joker"


def test_r7_treasure_still_in_the_column_cannot_be_dropped() -> None:
    tomb = a_tomb("js")
    assert asked(tomb, "draw deck: kd\ndraw deck: 5s") == "face draw berserk"


@pytest.mark.parametrize(("encounter", "skill"), [("2d", "disarm"), ("2c", "pick-lock")])
def test_r9_nothing_is_dropped_before_a_trap_or_a_door(encounter: str, skill: str) -> None:
    tomb = a_tomb("jd jc ks 10d joker")
    assert asked(tomb, f"draw deck: {encounter}") == f"face draw {skill}"


def test_t22_drawing_commits_to_whatever_the_card_does() -> None:
    """With berserk in hand the card turned still wounds first, and kills."""
    tomb = a_tomb("js kd", showing=4)
    play(tomb, "draw deck: 8s\nP1 face: draw\ndraw deck: 2c")
    assert tomb.result is not None
    assert tomb.result.outcome == "dead"


def test_r6_t22_the_blow_falls_first_and_the_drop_may_follow() -> None:
    tomb = a_tomb("9d")
    script = "draw deck: 8s\nP1 face: draw\ndraw deck: 6c"
    assert asked(tomb, script) == "face draw drop:9d"
    assert tomb.showing == 8


def test_r6_the_walkthrough_turn_eight_dodges_then_pays() -> None:
    """The rulebook's example: a killing blow is dodged, then the 8 of diamonds is thrown."""
    tomb = a_tomb("8d jh ks 3d kd joker 6d kc", showing=5, delved=7)
    play(
        tomb,
        """
        P1 next: turn-back
        draw deck: 7s
        P1 face: draw
        draw deck: 2s
        P1 blow: dodge
        P1 face: drop:8d
        """,
    )
    assert (tomb.showing, names(tomb.hand)) == (5, "ks 3d kd joker 6d kc")
    assert names(tomb.stacks[0]) == "7s 2s 8d"


def test_r13_spent_skills_mark_the_turn_but_dodge_blow_does_not() -> None:
    tomb = a_tomb("js jh")
    play(tomb, "draw deck: 9s\nP1 face: draw\ndraw deck: 7c\nP1 blow: dodge\nP1 face: berserk")
    assert names(tomb.stacks[0]) == "9s 7c js"
    assert names(tomb.dodges) == "jh"
