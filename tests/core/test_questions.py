import pytest

from undercroft.core.errors import IllegalAnswer, RulesError, UnreadableAnswer
from undercroft.core.piles import Pile
from undercroft.core.questions import Decision, Fate, Option, choose, read_answer, word_of
from undercroft.core.records.journal import follow
from undercroft.core.table import Table


class Throw(Option, frozen=True, tag="throw"):
    card: str
    at: int


def test_a_single_option_is_taken_without_asking():
    assert follow(choose(0, "way", ["left"]), "") == "left"


def test_a_decision_with_no_options_is_our_bug():
    with pytest.raises(RulesError, match="'way' of seat 0 has no options"):
        follow(choose(0, "way", []), "")


def test_a_choice_comes_back_as_the_option_itself():
    assert follow(choose(1, "way", [Throw("7s", 2), "left"]), "P2 way: throw:7s:2") == Throw(
        "7s", 2
    )


def test_an_option_is_known_by_its_word():
    assert word_of(Throw("7s", 2)) == "throw"
    assert word_of("left") == "left"


def test_labels_count_seats_from_one_and_say_what_fate_does():
    assert Decision(0, "face", ["a", "b"], {}).label == "P1 face"
    assert Fate("deck", ["a"]).label == "draw deck"
    assert Fate("initiative", [1], "roll").label == "roll initiative"


def test_a_fate_is_a_bag_whose_repeats_are_weights():
    assert Fate("bag", ["coin", "coin", "gem"]).weights == {"coin": 2, "gem": 1}


def test_an_answer_is_read_as_itself_or_as_text():
    decision = Decision(0, "way", [Throw("7s", 2), "left"], {})
    assert read_answer(decision, Throw("7s", 2)) == Throw("7s", 2)
    assert read_answer(decision, "throw:7s:2") == Throw("7s", 2)
    assert read_answer(Fate("die", (1, 2, 3), "roll"), 2) == 2
    assert read_answer(Fate("die", (1, 2, 3), "roll"), "2") == 2


@pytest.mark.parametrize("given", ["", " left", "left\n", "läuft", "x" * 500, "left right", None])
def test_what_is_not_in_the_notation_is_unreadable(given):
    with pytest.raises((UnreadableAnswer, IllegalAnswer)) as error:
        read_answer(Decision(0, "way", ["left", "right"], {}), given)
    assert given is None or error.type is UnreadableAnswer
    assert len(str(error.value)) < 200


def test_what_is_not_an_option_is_illegal_and_says_what_would_be():
    with pytest.raises(IllegalAnswer, match=r"'up' is not open to 'P1 way'; .* left, right"):
        read_answer(Decision(0, "way", ["left", "right"], {}), "up")


def test_true_is_not_one():
    with pytest.raises(IllegalAnswer):
        read_answer(Fate("die", (1, 2, 3), "roll"), True)


def test_a_known_top_comes_first_then_fog_then_a_known_bottom():
    table, pile = Table(), Pile("deck", ["f", "g"], top=["b", "a"], bottom=["y", "z"])
    assert [follow(table.draw(pile), "") for _ in range(2)] == ["a", "b"]
    assert follow(table.draw(pile), "draw deck: g") == "g"
    assert follow(table.draw(pile), "draw deck: f") == "f"  # asked, though there is but one
    assert [follow(table.draw(pile), "") for _ in range(2)] == ["y", "z"]
    with pytest.raises(RulesError, match="empty pile 'deck'"):
        follow(table.draw(pile), "")


def test_a_shuffle_makes_fog_of_it_all():
    pile = Pile("deck", ["f"], top=["a"], bottom=["z"])
    pile.shuffle_in(["d"])
    assert (sorted(pile.fog), pile.top, pile.bottom) == (["a", "d", "f", "z"], [], [])
    assert len(pile) == 4
    assert sorted(pile) == ["a", "d", "f", "z"]


def test_a_copied_pile_shares_nothing():
    pile = Pile("deck", ["f"], top=["a"], bottom=["z"])
    twin = pile.copy()
    twin.shuffle_in([])
    assert (pile.fog, pile.top, pile.bottom) == (["f"], ["a"], ["z"])


def test_luck_answers_on_the_spot():
    table, pile = Table(), Pile("deck", ["a", "b", "c", "d"])
    table.attend(None, iter([0.3, 0.0, 0.99]).__next__)
    assert follow(table.draw(pile), "") == "b"
    assert sorted(pile.fog) == ["a", "c", "d"]
    assert follow(table.draw(pile), "") == "a"
    assert follow(table.roll("die"), "") == 6
    assert table.fates == 3


def test_a_roll_is_asked_of_fate():
    assert follow(Table().roll("die"), "roll die: 4") == 4
    assert follow(Table().roll("coin", ("heads", "tails")), "roll coin: tails") == "tails"
