"""What a person types."""

import pytest

from undercroft.core.errors import IllegalAnswer, Refused, UnreadableAnswer
from undercroft.core.questions import Decision, Fate
from undercroft.games import find_game
from undercroft.terminal.typed import read_typed

TOMB = find_game("tomb")
KS, KD = TOMB.rows["ks"], TOMB.rows["kd"]
NEXT = Decision(0, "next", ("deeper", "turn-back"), {})
DRAW = Fate("deck", (KS, KD, TOMB.rows["5d"]))


@pytest.mark.parametrize("text", ["2", "02", "turn-back", "TURN BACK", "turnback", "turn", "t"])
def test_an_option_by_number_word_or_beginning(text: str) -> None:
    assert read_typed(NEXT, text, TOMB.words) == "turn-back"


@pytest.mark.parametrize("text", ["ks", "KS", "King of Spades", "king-of-spades"])
def test_a_card_by_id_or_title(text: str) -> None:
    assert read_typed(DRAW, text, TOMB.words) is KS


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("0", IllegalAnswer),
        ("3", IllegalAnswer),
        ("99999999999999999999", IllegalAnswer),
        ("sideways", IllegalAnswer),
        ("...", UnreadableAnswer),
    ],
)
def test_what_no_option_is_meant_by(text: str, error: type[Refused]) -> None:
    with pytest.raises(error):
        read_typed(NEXT, text, TOMB.words)


@pytest.mark.parametrize("text", ["6d", "Queen of Hearts"])
def test_a_card_in_full_that_cannot_come_is_not_asked_for_in_full(text: str) -> None:
    with pytest.raises(IllegalAnswer, match="is not among those that are left to draw"):
        read_typed(DRAW, text, TOMB.words)
    with pytest.raises(IllegalAnswer, match="type it in full, the way of ks"):
        read_typed(DRAW, text[:1], TOMB.words)


def test_a_face_that_a_die_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(IllegalAnswer, match=r"'7' is not open .* one of: 1, 2, 3"):
        read_typed(Fate("die", (1, 2, 3), "roll"), "7", TOMB.words)


@pytest.mark.parametrize("text", ["5", "k", "1", "6d"])
def test_half_a_card_is_no_card(text: str) -> None:
    """With real cards a slip must not turn into another card, even if only one fits."""
    with pytest.raises(IllegalAnswer):
        read_typed(DRAW, text, TOMB.words)
