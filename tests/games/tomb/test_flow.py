"""Game flow: delve, turning back, retreat (T-1 to T-6, T-35) and turning a card (T-7, T-8)."""

import pytest

from tests.games.tomb.builders import a_tomb, asked, names, play, question, result
from undercroft.core.errors import JournalMismatch
from undercroft.core.questions import Fate
from undercroft.games.tomb.rules import turn

WON_TURN = "draw deck: 2s\ndraw deck: 2c"


def test_t1_delve_turns_come_first_and_at_least_one_is_played() -> None:
    tomb = a_tomb()
    play(tomb, WON_TURN)
    assert (tomb.phase, tomb.delve_done, tomb.turn) == ("delve", 1, 2)


def test_t2_next_is_asked_after_the_first_turn_and_after_every_other() -> None:
    tomb = a_tomb()
    play(tomb, WON_TURN)
    for encounter, action in (("3s", "3c"), ("4s", "4c"), ("5s", "5c")):
        play(tomb, f"P1 next: deeper\ndraw deck: {encounter}\ndraw deck: {action}")
    assert asked(tomb) == "next deeper turn-back"


def test_t2_next_comes_before_any_card_of_the_next_turn() -> None:
    tomb = a_tomb(delved=3)
    decision = question(tomb, "")
    assert (decision.id, decision.about["to_go"]) == ("next", 2)
    assert len(tomb.deck) == 44


def test_t3_a_turn_once_begun_is_played_to_its_end() -> None:
    tomb = a_tomb(delved=1)
    play(tomb, "P1 next: deeper\ndraw deck: 2s\ndraw deck: kd\ndraw deck: 2c")
    assert (tomb.phase, tomb.delve_done) == ("delve", 2)


@pytest.mark.parametrize("delved", [2, 3, 7])
def test_t4_the_way_back_is_one_turn_shorter(delved: int) -> None:
    tomb = a_tomb(delved=delved)
    encounters = [f"draw deck: {n}s\ndraw deck: {n}c" for n in range(2, delved + 1)]
    outcome = play(tomb, "P1 next: turn-back\n" + "\n\n".join(encounters))
    assert outcome is not None
    assert (tomb.phase, tomb.retreat_done) == ("retreat", delved - 1)


def test_r31_t4_turning_back_after_one_turn_is_being_out_at_once() -> None:
    tomb = a_tomb("kd", delved=1)
    outcome = play(tomb, "P1 next: turn-back")
    assert tomb.result == result("1/10")
    assert outcome is not None
    assert outcome.name == "escaped"
    assert len(tomb.deck) == 43


def test_t5_a_retreat_turn_is_like_any_other_and_next_is_not_asked() -> None:
    tomb = a_tomb("js", delved=4, retreated=1)
    play(tomb, "draw deck: kd\ndraw deck: 9s\nP1 face: berserk")
    assert (tomb.retreat_done, names(tomb.hand)) == (2, "kd")


def test_r32_nobody_turns_round_before_the_first_turn_or_twice() -> None:
    assert next(turn(a_tomb().match)).label == "draw deck"
    tomb = a_tomb(delved=3, retreated=0)
    play(tomb, WON_TURN)
    assert isinstance(next(turn(tomb.match)), Fate)
    assert tomb.phase == "retreat"


@pytest.mark.parametrize(
    "last_turn",
    [
        "draw deck: 2s\nP1 face: draw\ndraw deck: 9c",
        "draw deck: 9d\ndraw deck: 8c",
        "draw deck: 9s\nP1 face: drop:kh",
    ],
    ids=["won", "failed", "evaded"],
)
def test_r33_t6_the_last_retreat_turn_need_only_be_finished(last_turn: str) -> None:
    tomb = a_tomb("kd kh", delved=2, retreated=0)
    outcome = play(tomb, last_turn)
    assert tomb.result == result("1/10" if "drop" in last_turn else "2/20")
    assert outcome is not None


def test_t6_whoever_dies_in_the_last_retreat_turn_is_not_out() -> None:
    tomb = a_tomb("kd", delved=2, retreated=0, showing=2)
    play(tomb, "draw deck: 9d\ndraw deck: 8c")
    assert tomb.result == result("dead")


def test_t7_a_turned_card_leaves_the_unseen_ones() -> None:
    tomb = a_tomb(deck="2s 2c 3s")
    with pytest.raises(JournalMismatch, match="'2s' is not open"):
        play(tomb, "draw deck: 2s\ndraw deck: 2s")


def test_t7_the_returned_torch_is_certain_once_nothing_else_is_left() -> None:
    tomb = a_tomb(torches="ah ad ac", deck="kd", returned="as")
    play(tomb, "draw deck: kd")
    assert tomb.result == result("lost")
    assert names(tomb.torches) == "ah ad ac as"


def test_t7_r24_without_any_card_to_turn_all_is_lost() -> None:
    tomb = a_tomb(deck="2s")
    play(tomb, "draw deck: 2s")
    assert tomb.result == result("lost")


def test_t8_every_card_goes_to_its_place() -> None:
    tomb = a_tomb()
    open_question = question(
        tomb,
        """
        draw deck: ad
        draw deck: js
        draw deck: kd
        draw deck: joker
        draw deck: 9s
        """,
    )
    assert open_question.id == "face"
    assert names(tomb.torches) == "ad"
    assert names(tomb.hand) == "js"
    assert names(tomb.column) == "kd joker 9s"
    assert tomb.encounter is not None
    assert tomb.encounter.id == "9s"


def test_t8_a_queen_stays_in_the_column_and_favours_the_turn() -> None:
    tomb = a_tomb()
    rules = turn(tomb.match)
    next(rules)
    rules.send(next(card for card in tomb.deck.fog if card.id == "qh"))
    assert (names(tomb.column), tomb.favours) == ("qh", 1)


def test_t8_the_second_number_card_is_an_action_card() -> None:
    tomb = a_tomb("jh")
    assert asked(tomb, "draw deck: 9s\ndraw deck: 7d").startswith("blow")
    assert (names(tomb.column), tomb.encounter) == ("9s 7d", tomb.column[0])


@pytest.mark.parametrize(("phase", "done"), [("delve", (4, 0)), ("retreat", (3, 2))])
def test_t35_the_finished_turn_is_counted(phase: str, done: tuple[int, int]) -> None:
    tomb = a_tomb(delved=3, retreated=1 if phase == "retreat" else None)
    way = "P1 next: deeper\n" if phase == "delve" else ""
    play(tomb, way + WON_TURN)
    assert (tomb.delve_done, tomb.retreat_done) == done
