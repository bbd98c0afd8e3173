"""Torches and the Scroll of Light (T-9 to T-12)."""

import pytest

from tests.games.tomb.builders import a_tomb, asked, names, play, result


def test_t9_a_torch_burns_in_the_torch_row_and_leaves_the_turn() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: ah\ndraw deck: 2s\ndraw deck: ac\ndraw deck: 2c")
    assert names(tomb.torches) == "ah ac"
    assert names(tomb.stacks[0]) == "2s 2c"


def test_r20_t9_a_torch_among_the_discards_burns_and_counts_as_one() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 4c\ndraw deck: 2s\ndraw deck: ah\ndraw deck: 3s")
    assert (names(tomb.torches), names(tomb.discards)) == ("ah", "3s")


def test_t10_the_fourth_torch_loses_the_game_at_once() -> None:
    tomb = a_tomb("kd", torches="ah ad ac")
    outcome = play(tomb, "draw deck: 5d\ndraw deck: as")
    assert tomb.result == result("lost")
    assert names(tomb.torches) == "ah ad ac as"
    assert outcome is not None
    assert (outcome.name, outcome.scores) == ("lost", (0,))


def test_t10_with_the_scroll_in_hand_the_fourth_torch_is_a_question() -> None:
    tomb = a_tomb("joker", torches="ah ad ac")
    assert asked(tomb, "draw deck: as") == "torch read-scroll let-it-burn"


def test_t10_the_scroll_read_puts_the_torch_under_the_deck_and_the_turn_goes_on() -> None:
    tomb = a_tomb("joker kd", torches="ah ad ac")
    play(tomb, "draw deck: as\nP1 torch: read-scroll\ndraw deck: 2s\nP1 face: draw\ndraw deck: 3c")
    assert names(tomb.torches) == "ah ad ac"
    assert names(tomb.scrolls_read) == "joker"
    assert names(tomb.deck.bottom) == "as"
    assert names(tomb.hand) == "kd"
    assert tomb.result is None


def test_r26_t10_the_scroll_need_not_be_read() -> None:
    tomb = a_tomb("joker ks", torches="ah ad ac")
    play(tomb, "draw deck: as\nP1 torch: let-it-burn")
    assert tomb.result == result("lost")
    assert names(tomb.hand) == "joker ks"


@pytest.mark.parametrize("burnt", ["", "ah", "ah ad"])
def test_t11_the_first_three_torches_cannot_be_saved(burnt: str) -> None:
    tomb = a_tomb("joker", torches=burnt)
    play(tomb, "draw deck: as\ndraw deck: 7s\ndraw deck: 8c")
    assert names(tomb.torches).split() == [*burnt.split(), "as"]
    assert names(tomb.hand) == "joker"


def test_r25_t11_a_scroll_still_in_the_column_does_not_help() -> None:
    tomb = a_tomb(torches="ah ad ac")
    play(tomb, "draw deck: joker\ndraw deck: 5s\ndraw deck: as")
    assert tomb.result == result("lost")


def test_t11_a_scroll_among_the_discards_does_not_help() -> None:
    tomb = a_tomb(torches="ah ad ac")
    play(tomb, "draw deck: 5c\ndraw deck: 3s\ndraw deck: joker\ndraw deck: as")
    assert tomb.result == result("lost")


def test_t11_the_scroll_saves_but_once() -> None:
    tomb = a_tomb("joker", torches="ah ad ac", deck="as")
    play(tomb, "draw deck: as\nP1 torch: read-scroll")
    assert tomb.result == result("lost")
    assert names(tomb.torches) == "ah ad ac as"


def test_t12_the_returned_torch_comes_last_and_loses() -> None:
    tomb = a_tomb("joker", torches="ah ad ac", deck="as 2s kd")
    play(tomb, "draw deck: as\nP1 torch: read-scroll\ndraw deck: 2s\ndraw deck: kd")
    assert tomb.result == result("lost")
    assert len(tomb.deck) == 0


def test_r21_the_fourth_torch_read_away_still_counts_as_a_discard() -> None:
    tomb = a_tomb("joker", torches="ah ad ac")
    play(
        tomb,
        """
        draw deck: 5c
        draw deck: 3s
        draw deck: as
        P1 torch: read-scroll
        draw deck: 10s
        """,
    )
    assert (names(tomb.discards), names(tomb.deck.bottom)) == ("10s", "as")
    assert (tomb.delve_done, tomb.result) == (1, None)


def test_r22_the_returned_torch_discarded_by_a_later_door_loses() -> None:
    tomb = a_tomb(torches="ah ad ac", deck="5c 3s 4s", returned="as")
    play(tomb, "draw deck: 5c\ndraw deck: 3s\ndraw deck: 4s")
    assert tomb.result == result("lost")


def test_r22_the_returned_torch_discarded_by_the_same_door_loses() -> None:
    tomb = a_tomb("joker", torches="ah ad ac", deck="5c 2s as 4s")
    play(
        tomb,
        """
        draw deck: 5c
        draw deck: 2s
        draw deck: as
        P1 torch: read-scroll
        draw deck: 4s
        """,
    )
    assert tomb.result == result("lost")
    assert names(tomb.discards) == "4s"


@pytest.mark.parametrize(
    ("loss", "way"),
    [
        ("dropped", "draw deck: 6s\nP1 face: drop:joker"),
        ("discarded", "draw deck: 5c\ndraw deck: 4d\ndraw deck: joker"),
        ("left", "draw deck: 2d\ndraw deck: joker\ndraw deck: 9d\nP1 leave: leave:joker"),
        ("forfeited", "draw deck: joker\ndraw deck: 9d\ndraw deck: 8s"),
    ],
)
def test_r27_a_scroll_that_is_gone_neither_helps_nor_scores(loss: str, way: str) -> None:
    tomb = a_tomb("joker" if loss == "dropped" else "", torches="ah ad ac")
    play(tomb, way)
    assert "joker" not in names(tomb.hand)
    play(tomb, "P1 next: deeper\ndraw deck: as")
    assert tomb.result == result("lost")
