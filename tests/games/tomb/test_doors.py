"""Doors that stay shut (T-28 to T-30)."""

import pytest

from tests.games.tomb.builders import a_tomb, asked, names, play, result


def test_t28_as_many_cards_are_lost_as_the_card_fell_short() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 6c\ndraw deck: 3s\ndraw deck: 9s\ndraw deck: 9d\ndraw deck: 9c")
    assert names(tomb.discards) == "9s 9d 9c"
    assert (tomb.showing, len(tomb.deck)) == (10, 39)


@pytest.mark.parametrize("card", ["kd", "joker", "js", "jd", "jc", "jh", "qh", "10d"])
def test_r23_t28_whatever_is_discarded_is_lost_without_effect(card: str) -> None:
    tomb = a_tomb()
    play(tomb, f"draw deck: 4c\ndraw deck: 3s\ndraw deck: {card}")
    assert (names(tomb.hand), names(tomb.discards)) == ("", card)
    assert names(tomb.stacks[0]) == "4c 3s"


def test_t28_a_pick_lock_among_the_discards_does_not_open_the_door() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 5c\ndraw deck: 3s\ndraw deck: jc\ndraw deck: 4s")
    assert (names(tomb.hand), names(tomb.discards)) == ("", "jc 4s")


def test_t28_without_pick_lock_nothing_is_asked() -> None:
    tomb = a_tomb("js jd jh kd")
    play(tomb, "draw deck: 4c\ndraw deck: 3s\ndraw deck: 5s")
    assert names(tomb.discards) == "5s"


def test_t28_the_fourth_torch_among_the_discards_loses() -> None:
    tomb = a_tomb(torches="ah ad ac")
    play(tomb, "draw deck: 5c\ndraw deck: 3s\ndraw deck: as")
    assert tomb.result == result("lost")


def test_t28_the_scroll_may_be_read_on_a_discarded_torch() -> None:
    tomb = a_tomb("joker", torches="ah ad ac")
    script = "draw deck: 5c\ndraw deck: 3s\ndraw deck: as"
    assert asked(tomb, script) == "torch read-scroll let-it-burn"


def test_t29_r24_when_the_deck_runs_out_the_rest_is_waived() -> None:
    tomb = a_tomb(deck="9c 2s 3s 4s")
    play(tomb, "draw deck: 9c\ndraw deck: 2s\ndraw deck: 3s\ndraw deck: 4s")
    assert (names(tomb.discards), tomb.delve_done, tomb.result) == ("3s 4s", 1, None)


def test_t30_the_door_failed_and_the_treasure_of_the_turn_is_lost() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: kd\ndraw deck: 4c\ndraw deck: 3d\ndraw deck: 5s")
    assert (names(tomb.hand), names(tomb.stacks[0]), tomb.delve_done) == ("", "kd 4c 3d", 1)


def test_t30_a_discard_chosen_with_pick_lock_in_hand_keeps_the_skill() -> None:
    tomb = a_tomb("jc")
    play(tomb, "draw deck: 4c\nP1 face: draw\ndraw deck: 3s\nP1 lock: discard\ndraw deck: 5s")
    assert (names(tomb.hand), names(tomb.discards)) == ("jc", "5s")
