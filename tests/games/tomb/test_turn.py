"""A turn: until the encounter appears, favours, and facing it (T-13 to T-18)."""

import pytest

from tests.games.tomb.builders import a_tomb, asked, names, play, question
from undercroft.games.tomb.events import EncounterMet


def test_t13_a_turn_begins_with_an_empty_column_and_without_favour() -> None:
    tomb = a_tomb()
    play(
        tomb,
        """
        draw deck: qs
        draw deck: 10s

        P1 next: deeper
        draw deck: 4s
        draw deck: 3s
        draw deck: 4c
        """,
    )
    assert (tomb.showing, names(tomb.stacks[1])) == (9, "4s 3s 4c")


def test_r3_t13_nothing_is_asked_before_the_encounter_appears() -> None:
    tomb = a_tomb("js jd jc jh kd joker")
    play(
        tomb,
        """
        draw deck: ah
        draw deck: kh
        draw deck: qs
        draw deck: 10c
        """,
    )
    assert names(tomb.hand) == "js jd jc jh kd joker kh"


@pytest.mark.parametrize(
    ("card", "kind", "strength"), [("2s", "monster", 2), ("10d", "trap", 10), ("7c", "door", 7)]
)
def test_t14_suit_gives_the_kind_and_number_the_strength(
    card: str, kind: str, strength: int
) -> None:
    tomb = a_tomb()
    heard: list[object] = []
    tomb.match.attend(heard)
    play(tomb, f"draw deck: qs\ndraw deck: {card}")
    (met,) = [event for event in heard if isinstance(event, EncounterMet)]
    assert (met.kind, met.card, met.strength) == (kind, card, strength)


def test_t15_a_favour_before_the_encounter_wins_it_as_it_appears() -> None:
    tomb = a_tomb("js kd")
    play(tomb, "draw deck: qh\ndraw deck: 10s")
    assert (names(tomb.hand), names(tomb.stacks[0])) == ("js kd", "qh 10s")


def test_r28_an_early_favour_cannot_be_saved_nor_a_skill_played_instead() -> None:
    tomb = a_tomb("jd")
    play(tomb, "draw deck: qh\ndraw deck: ks\ndraw deck: 2d")
    assert names(tomb.hand) == "jd ks 2d"


@pytest.mark.parametrize("card", ["ah", "jh", "kd", "joker", "2c"])
def test_t16_face_is_asked_again_after_every_card_that_settles_nothing(card: str) -> None:
    tomb = a_tomb("js")
    script = f"draw deck: 5s\nP1 face: draw\ndraw deck: {card}"
    assert asked(tomb, script) == "face draw berserk"


def test_r4_t16_a_skill_just_gained_may_be_played_at_once_or_kept() -> None:
    at_once = a_tomb()
    play(at_once, "draw deck: 9d\ndraw deck: jd\nP1 face: disarm")
    assert names(at_once.hand) == "9d"
    kept = a_tomb()
    play(kept, "draw deck: 9d\ndraw deck: jd\nP1 face: draw\ndraw deck: 10c")
    assert names(kept.hand) == "jd 9d"


@pytest.mark.parametrize("treasure", ["kd", "joker"])
def test_r5_after_a_hoard_or_scroll_a_card_from_the_hand_may_follow(treasure: str) -> None:
    tomb = a_tomb("jc")
    play(tomb, f"draw deck: 9c\nP1 face: draw\ndraw deck: {treasure}\nP1 face: pick-lock")
    assert names(tomb.hand) == treasure


@pytest.mark.parametrize("encounter", ["10s", "10d", "10c"])
def test_t17_a_queen_turned_against_an_encounter_wins_it(encounter: str) -> None:
    tomb = a_tomb()
    play(tomb, f"draw deck: {encounter}\ndraw deck: kd\ndraw deck: qc")
    assert tomb.showing == 10
    assert "kd" in names(tomb.hand)


def test_r30_t17_a_favour_in_mid_fight_wins_and_damage_stands() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 6s\ndraw deck: 4d\ndraw deck: qc")
    assert (tomb.showing, names(tomb.hand), names(tomb.stacks[0])) == (8, "4d", "6s qc")


def test_t18_further_queens_add_nothing_and_stay() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: qs\ndraw deck: qd\ndraw deck: qc\ndraw deck: qh\ndraw deck: 3d")
    assert (names(tomb.hand), names(tomb.stacks[0])) == ("3d", "qs qd qc qh")


def test_t18_a_queen_works_in_her_own_turn_only() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 8s\ndraw deck: qd")
    play(tomb, "P1 next: deeper\ndraw deck: 9d\ndraw deck: 7s")
    assert (tomb.showing, names(tomb.hand)) == (8, "")


def test_r29_after_a_failed_card_no_favour_can_come() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 8c\ndraw deck: 7d\ndraw deck: qs")
    assert (names(tomb.hand), names(tomb.discards)) == ("", "qs")
    assert question(tomb, "").id == "next"


def test_r42_a_monster_keeps_its_number_through_the_fight() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 5s\ndraw deck: 3s\ndraw deck: 4s\ndraw deck: 2c\ndraw deck: 5c")
    assert tomb.showing == 10 - 2 - 1 - 3
