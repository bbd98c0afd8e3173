"""A question that would betray a held card by being asked at all."""

from typing import Any

from undercroft.core.questions import Decision, choose


def asked(*, secret: bool) -> Decision[Any]:
    question = next(choose(1, "window", ("play", "pass"), secret=secret, card="lamp"))
    assert isinstance(question, Decision)
    return question


def test_a_question_is_known_to_all_unless_it_is_secret():
    assert [asked(secret=False).is_known_to(seat) for seat in (None, 0, 1, 2)] == [True] * 4


def test_a_secret_question_is_known_to_its_own_seat_alone():
    assert [asked(secret=True).is_known_to(seat) for seat in (None, 0, 1, 2)] == [
        False,
        False,
        True,
        False,
    ]


def test_secrecy_is_no_part_of_what_the_question_is_about():
    assert asked(secret=True).about == {"card": "lamp"}
    assert asked(secret=True).label == "P2 window"
