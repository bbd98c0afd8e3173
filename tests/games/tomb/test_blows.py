"""Action cards, blows and damage (T-23 to T-27)."""

import pytest

from tests.games.tomb.builders import a_tomb, asked, draws, names, play, question, result


@pytest.mark.parametrize("encounter", ["7s", "7d", "7c"])
@pytest.mark.parametrize("action", ["8s", "8d", "8c"])
def test_t23_more_wins_and_suit_is_of_no_account(encounter: str, action: str) -> None:
    tomb = a_tomb()
    all_treasure = (encounter, action) == ("7d", "8d")
    leave = "\nP1 leave: leave:8d" if all_treasure else ""
    play(tomb, f"draw deck: {encounter}\ndraw deck: {action}{leave}")
    assert (tomb.showing, tomb.discards) == (10, [])
    treasure = [card for card in (encounter, action) if card[-1] == "d"]
    assert names(tomb.hand).split() == (["7d"] if all_treasure else treasure)


@pytest.mark.parametrize(("encounter", "action"), [("7s", "7d"), ("7d", "7c"), ("7c", "7s")])
def test_t23_equal_is_enough(encounter: str, action: str) -> None:
    tomb = a_tomb()
    play(tomb, f"draw deck: {encounter}\ndraw deck: {action}")
    assert (tomb.showing, tomb.discards) == (10, [])


@pytest.mark.parametrize("action", ["6s", "6c", "6d"])
def test_t23_one_less_fails(action: str) -> None:
    tomb = a_tomb()
    play(tomb, f"draw deck: 7d\ndraw deck: {action}")
    assert (tomb.showing, names(tomb.hand)) == (9, "")


def test_t24_a_monster_strikes_by_the_gap_and_the_fight_goes_on() -> None:
    tomb = a_tomb("js")
    assert asked(tomb, "draw deck: 8s\nP1 face: draw\ndraw deck: 5c") == "face draw berserk"
    assert tomb.showing == 7


def test_t24_there_is_no_limit_to_a_fight() -> None:
    tomb = a_tomb()
    play(tomb, draws("4s 3s 3c 3d 2s 5c"))
    assert (tomb.showing, names(tomb.hand)) == (5, "3d")


def test_t24_a_trap_strikes_by_the_gap_and_the_turn_is_over() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: kd\ndraw deck: 8d\ndraw deck: 5c")
    assert (tomb.showing, names(tomb.hand), tomb.delve_done) == (7, "", 1)


def test_t24_a_failed_door_may_be_picked_if_the_skill_is_in_hand() -> None:
    tomb = a_tomb("jc")
    decision = question(tomb, "draw deck: 8c\nP1 face: draw\ndraw deck: 5c")
    assert (decision.id, [*decision.options]) == ("lock", ["pick-lock", "discard"])
    assert decision.about["discards"] == 3


def test_r19_t24_a_door_picked_late_is_won_with_its_failed_diamond() -> None:
    tomb = a_tomb("jc")
    play(tomb, "draw deck: 8c\nP1 face: draw\ndraw deck: 5d\nP1 lock: pick-lock")
    assert (names(tomb.hand), names(tomb.stacks[0]), len(tomb.deck)) == ("5d", "8c jc", 41)


def test_r10_disarm_comes_too_late_after_the_action_card() -> None:
    tomb = a_tomb("jd")
    play(tomb, "draw deck: 8d\nP1 face: draw\ndraw deck: 5c")
    assert (tomb.showing, names(tomb.hand)) == (7, "jd")


@pytest.mark.parametrize("encounter", ["8s", "8d"])
def test_t25_a_blow_may_be_dodged_or_taken_its_amount_known(encounter: str) -> None:
    tomb = a_tomb("jh", showing=9)
    decision = question(tomb, f"draw deck: {encounter}\ndraw deck: 3c")
    assert (decision.id, [*decision.options]) == ("blow", ["dodge", "take"])
    assert {name: str(value) for name, value in decision.about.items()} == {
        "amount": "5",
        "encounter": encounter,
        "showing": "9",
        "deadly": "False",
    }


def test_t25_a_taken_blow_wounds_and_the_skill_stays() -> None:
    tomb = a_tomb("jh")
    play(tomb, "draw deck: 8d\ndraw deck: 3c\nP1 blow: take")
    assert (tomb.showing, names(tomb.hand), tomb.dodges) == (5, "jh", [])


def test_t25_a_dodge_cancels_the_whole_blow_and_lies_on_the_turned_hit_points() -> None:
    tomb = a_tomb("jh")
    play(tomb, "draw deck: 8d\ndraw deck: 3c\nP1 blow: dodge")
    assert (tomb.showing, names(tomb.hand), names(tomb.dodges)) == (10, "", "jh")


def test_r11_a_deadly_blow_is_dodged_like_any_other() -> None:
    tomb = a_tomb("jh", showing=2)
    play(tomb, "draw deck: 10d\ndraw deck: 2c\nP1 blow: dodge")
    assert (tomb.showing, tomb.result) == (2, None)


def test_r11_a_blow_already_taken_cannot_be_dodged() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 8s\ndraw deck: 7c\ndraw deck: jh\ndraw deck: 9c")
    assert (tomb.showing, names(tomb.hand)) == (9, "jh")


@pytest.mark.parametrize(("showing", "blow", "after"), [(10, 8, 2), (3, 1, 2), (9, 4, 5)])
def test_t26_damage_turns_hit_points_over(showing: int, blow: int, after: int) -> None:
    tomb = a_tomb(showing=showing)
    play(tomb, f"draw deck: 10d\ndraw deck: {10 - blow}c")
    assert (tomb.showing, tomb.result) == (after, None)


@pytest.mark.parametrize(("showing", "blow"), [(9, 8), (3, 2), (2, 1)])
def test_r34_t26_damage_equal_to_the_cards_left_kills(showing: int, blow: int) -> None:
    tomb = a_tomb("kd", showing=showing)
    outcome = play(tomb, f"draw deck: 10d\ndraw deck: {10 - blow}c")
    assert tomb.result == result("dead")
    assert tomb.hit_points == 0
    assert outcome is not None


def test_r34_overkill_is_ignored() -> None:
    tomb = a_tomb(showing=3)
    play(tomb, "draw deck: 10s\ndraw deck: 2c")
    assert (tomb.turned, tomb.result) == (9, result("dead"))


def test_r34_five_showing_means_four_left() -> None:
    tomb = a_tomb(showing=5)
    assert tomb.hit_points == 4


def test_r12_t27_dodging_a_trap_does_not_pass_it() -> None:
    tomb = a_tomb("jh")
    play(tomb, "draw deck: ks\ndraw deck: 9d\ndraw deck: 8d\nP1 blow: dodge")
    assert (names(tomb.hand), names(tomb.stacks[0])) == ("", "ks 9d 8d")


def test_t27_dodging_a_monster_does_not_end_the_fight() -> None:
    tomb = a_tomb("jh kd")
    script = "draw deck: 9s\nP1 face: draw\ndraw deck: 8c\nP1 blow: dodge"
    assert asked(tomb, script) == "face draw drop:kd"


def test_t39_r35_death_and_darkness_never_fall_together() -> None:
    """On the doorstep of both: the number card kills, and the ace has not come yet."""
    tomb = a_tomb(torches="ah ad ac", showing=2)
    play(tomb, "draw deck: 10c\ndraw deck: 8c\ndraw deck: 2s\ndraw deck: 3s")
    assert not tomb.result
    play(tomb, "P1 next: deeper\ndraw deck: 10s\ndraw deck: 9c")
    assert tomb.result == result("dead")
    assert names(tomb.torches) == "ah ad ac"
