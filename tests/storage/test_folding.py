"""Undo and redo are entries; folding them gives what the engine's own undo and redo give."""

from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games import find_game
from undercroft.storage.entries import GIVE_UP, REDO, UNDO, UNDO_END, Plea, fold

MOVES = st.lists(
    st.one_of(st.just(UNDO), st.just(REDO), st.integers(0, 9)), min_size=1, max_size=40
)


@given(MOVES, st.integers(0, 1000).map(str), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_fold_is_what_the_engine_would_have_undone_and_redone(moves, seed, by_hand):
    play = Play(find_game("tomb"), fates=None if by_hand else Seeded(seed))
    entries = play.lines
    for move in moves:
        before = play.lines
        if move == UNDO:
            play.undo()
            entries.append(UNDO)
        elif move == REDO:
            play.redo()
            entries.append(REDO)
        elif play.question is not None:
            play.answer(play.question.choices[move % len(play.question.choices)])
            entries += play.lines[len(before) :]
    folded = fold(entries, fates_given=by_hand)
    assert folded.lines == play.lines


def test_an_undo_past_a_fate_makes_a_practice_play_and_another_does_not():
    assert fold(["draw deck: 5d", "P1 next: deeper", "draw deck: 3s", UNDO]).practice
    assert not fold(["draw deck: 5d", "P1 next: turn-back", UNDO]).practice


def test_an_undo_of_an_end_makes_a_practice_play_for_the_seed_has_been_told():
    folded = fold(["draw deck: 5d", "P1 next: turn-back", UNDO_END])
    assert folded.practice
    assert folded.lines == ["draw deck: 5d"]


def test_nothing_to_undo_or_redo_is_no_harm():
    folded = fold([UNDO, REDO, "draw deck: 5d", UNDO])
    assert (folded.lines, folded.undone, folded.can_undo) == (["draw deck: 5d"], [], False)


def test_what_was_undone_can_be_given_back_until_something_else_is_answered():
    base = ["P1 next: deeper", "draw deck: 3s", UNDO]
    assert fold([*base, REDO]).lines == base[:2]
    assert fold([*base, "P1 next: turn-back", REDO]).lines == ["P1 next: turn-back"]


def test_to_give_up_takes_nothing_away_and_its_undo_makes_a_practice_play():
    base = ["draw deck: 5d", "P1 next: deeper", UNDO]
    given_up = fold([*base, GIVE_UP])
    assert (given_up.given_up, given_up.lines, given_up.can_undo) == (True, base[:1], True)
    taken_up = fold([*base, GIVE_UP, UNDO_END])
    assert (taken_up.given_up, taken_up.practice, taken_up.lines) == (False, True, base[:1])
    assert fold([*base, GIVE_UP, UNDO_END, REDO]).lines == base[:2]


def test_what_bots_answered_is_undone_with_the_persons_answer_before_it() -> None:
    lines = [
        "P1 prep: done",
        "roll combat: 4",
        "P2 roll: pass",
        "P1 cleanup: done",
        "P2 prep: done",
    ]
    folded = fold([*lines, UNDO], persons=("P1 ",))
    assert folded.lines == lines[:3]
    assert folded.undone == [lines[3:]]
    assert folded.practice  # what the bot did was seen
    assert fold([*lines, UNDO, REDO], persons=("P1 ",)).lines == lines


def test_among_several_one_takes_back_its_own_last_answer_and_what_followed():
    lines = ["P1 next: deeper", "P1 react: pass", "P2 react: pass", "P3 react: pass"]
    folded = fold([*lines, f"{UNDO} P1"])
    assert (folded.lines, folded.practice) == (lines[:1], False)
    assert fold([*lines, f"{UNDO} P1"], fates_given=True).lines == lines[:1]
    assert fold([*lines, f"{UNDO} P4"]).lines == lines


def test_a_wish_to_take_back_stands_until_it_is_refused_or_the_play_goes_on() -> None:
    given = ["P1 move: stay", "ask-undo P1"]
    assert fold(given).plea == Plea("P1")
    assert fold([*given, "agree P2"]).plea == Plea("P1", frozenset({"P2"}))
    assert fold([*given, "refuse P2"]).plea is None
    assert fold([*given, "P2 move: stay"]).plea is None
    assert fold([*given, "agree P2", "undo"]).plea is None
    assert fold(["P1 move: stay", "agree P2"]).plea is None  # nobody has asked


def test_wishes_change_nothing_that_was_answered() -> None:
    given = ["draw deck: 5d", "P1 move: stay", "ask-undo P1", "refuse P2", "P2 move: stay"]
    assert fold(given).lines == ["draw deck: 5d", "P1 move: stay", "P2 move: stay"]
    back = fold([*given, "ask-undo P2", "agree P1", "undo"])
    assert back.lines == ["draw deck: 5d", "P1 move: stay"]
    assert not back.practice
