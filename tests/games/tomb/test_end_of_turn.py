"""The end of a turn (T-31 to T-34)."""

import pytest

from tests.games.tomb.builders import a_tomb, asked, draws, names, play
from undercroft.games.tomb.view import TombView, view


def test_t31_all_treasure_of_a_won_turn_is_collected_in_column_order() -> None:
    tomb = a_tomb("2d")
    play(
        tomb,
        """
        draw deck: kh
        draw deck: 5d
        draw deck: joker
        draw deck: 9s
        """,
    )
    assert (names(tomb.hand), names(tomb.stacks[0])) == ("2d kh 5d joker", "9s")


def test_r18_t31_failed_diamonds_are_collected_when_the_turn_is_won() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 6s\ndraw deck: 5d\ndraw deck: 4d\ndraw deck: 7d")
    assert (names(tomb.hand), names(tomb.stacks[0])) == ("5d 4d 7d", "6s")


def test_r17_collecting_is_not_a_question() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 3d\ndraw deck: 4c")
    assert asked(tomb) == "next deeper turn-back"
    assert names(tomb.hand) == "3d"


def test_t32_of_nothing_but_treasure_one_card_must_stay() -> None:
    tomb = a_tomb()
    script = "draw deck: kc\ndraw deck: 5d\ndraw deck: joker\ndraw deck: 7d"
    assert asked(tomb, script) == "leave leave:kc leave:5d leave:joker leave:7d"


@pytest.mark.parametrize("left", ["ks", "2d", "joker", "9d"])
def test_r15_the_player_chooses_what_stays(left: str) -> None:
    tomb = a_tomb()
    play(tomb, f"{draws('ks 2d joker 9d')}\nP1 leave: leave:{left}")
    assert names(tomb.stacks[0]) == left
    assert names([*tomb.hand, *tomb.stacks[0]]).split().count(left) == 1
    assert len(tomb.hand) == 3


@pytest.mark.parametrize(
    "other",
    ["draw deck: qs\ndraw deck: 5d", "draw deck: jd\ndraw deck: 5d\nP1 face: disarm"],
    ids=["queen", "jack played"],
)
def test_t32_a_queen_or_a_played_jack_marks_the_turn_instead(other: str) -> None:
    tomb = a_tomb()
    play(tomb, other)
    assert names(tomb.hand) == "5d"


def test_r14_torches_and_gained_skills_do_not_mark_the_turn() -> None:
    tomb = a_tomb()
    script = "draw deck: ah\ndraw deck: 5d\ndraw deck: js\ndraw deck: 6d"
    assert asked(tomb, script) == "leave leave:5d leave:6d"


@pytest.mark.parametrize("hoards", ["", "ks", "ks kd joker"])
def test_r16_nothing_but_treasure_takes_two_diamonds(hoards: str) -> None:
    tomb = a_tomb()
    column = [*hoards.split(), "5d", "6d"]
    assert asked(tomb, draws(" ".join(column))) == " ".join(
        ["leave", *(f"leave:{card}" for card in column)]
    )


@pytest.mark.parametrize(
    ("failed", "way"),
    [
        ("trap", "draw deck: kd\ndraw deck: joker\ndraw deck: 9d\ndraw deck: 8d"),
        ("door", "draw deck: kd\ndraw deck: joker\ndraw deck: 9c\ndraw deck: 8d\ndraw deck: 2s"),
        ("monster", "draw deck: kd\ndraw deck: joker\ndraw deck: 9s\nP1 face: drop:kh"),
    ],
)
def test_t33_a_turn_not_won_loses_its_treasure(failed: str, way: str) -> None:
    tomb = a_tomb("kh" if failed == "monster" else "")
    play(tomb, way)
    assert tomb.hand == []
    assert names(tomb.stacks[0]).startswith("kd joker")


@pytest.mark.parametrize(
    "way",
    [
        "draw deck: 9d\ndraw deck: js\ndraw deck: 8s",
        "draw deck: js\ndraw deck: 9c\ndraw deck: 8s\ndraw deck: 2s",
        "draw deck: 9s\nP1 face: draw\ndraw deck: js\nP1 face: drop:ks",
    ],
)
def test_t33_skills_gained_in_it_are_kept(way: str) -> None:
    tomb = a_tomb("ks" if "drop" in way else "")
    play(tomb, way)
    assert names(tomb.hand) == "js"


def test_t34_what_remains_is_stacked_and_the_column_is_clear() -> None:
    tomb = a_tomb()
    play(
        tomb,
        """
        draw deck: 2s
        draw deck: 2c

        P1 next: deeper
        draw deck: 9c
        draw deck: 10d
        """,
    )
    assert [names(stack) for stack in tomb.stacks] == ["2s 2c", "9c"]
    assert (tomb.column, tomb.encounter) == ([], None)


def test_r38_stacks_and_discards_lie_face_down_until_the_game_is_over() -> None:
    tomb = a_tomb()
    play(tomb, "draw deck: 4c\ndraw deck: 3s\ndraw deck: 5s")
    seen = view(tomb.match, 0).tombs[0]
    assert isinstance(seen, TombView)
    assert (seen.stacks, seen.discards, seen.opened) == ((2,), 1, None)
    play(tomb, "P1 next: turn-back")
    seen = view(tomb.match, 0).tombs[0]
    assert isinstance(seen, TombView)
    assert seen.opened is not None
    assert (seen.opened.stacks, seen.opened.discards) == ((("4c", "3s"),), ("5s",))
