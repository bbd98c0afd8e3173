"""Undo and redo are entries; folding them gives what the engine's own undo and redo give."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.records.entries import Folded, UndoRequest, read_entry
from undercroft.core.records.entries import fold as fold_entries
from undercroft.games import find_game

UNDO, REDO, UNDO_END, GIVE_UP = "undo", "redo", "undo-end", "give-up"


def fold(lines: Iterable[str], **how: Any) -> Folded:
    """Fold entries that are written as text."""
    return fold_entries(map(read_entry, lines), **how)


def written(answers: Iterable[object]) -> list[str]:
    """Write answers as text."""
    return [*map(str, answers)]


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
    assert written(folded.answers) == play.lines


def test_an_undo_past_a_fate_makes_a_practice_play_and_another_does_not():
    assert fold(["draw deck: 5d", "P1 next: deeper", "draw deck: 3s", UNDO]).practice
    assert not fold(["draw deck: 5d", "P1 next: turn-back", UNDO]).practice


def test_an_undo_of_an_end_makes_a_practice_play_for_the_seed_has_been_told():
    folded = fold(["draw deck: 5d", "P1 next: turn-back", UNDO_END])
    assert folded.practice
    assert written(folded.answers) == ["draw deck: 5d"]


def test_nothing_to_undo_or_redo_is_no_harm():
    folded = fold([UNDO, REDO, "draw deck: 5d", UNDO])
    assert (written(folded.answers), folded.undone, folded.can_undo) == (
        ["draw deck: 5d"],
        [],
        False,
    )


def test_what_was_undone_can_be_given_back_until_something_else_is_answered():
    base = ["P1 next: deeper", "draw deck: 3s", UNDO]
    assert written(fold([*base, REDO]).answers) == base[:2]
    assert written(fold([*base, "P1 next: turn-back", REDO]).answers) == ["P1 next: turn-back"]


def test_to_give_up_takes_nothing_away_and_its_undo_makes_a_practice_play():
    base = ["draw deck: 5d", "P1 next: deeper", UNDO]
    given_up = fold([*base, GIVE_UP])
    assert (given_up.given_up, written(given_up.answers), given_up.can_undo) == (
        True,
        base[:1],
        True,
    )
    taken_up = fold([*base, GIVE_UP, UNDO_END])
    assert (taken_up.given_up, taken_up.practice, written(taken_up.answers)) == (
        False,
        True,
        base[:1],
    )
    assert written(fold([*base, GIVE_UP, UNDO_END, REDO]).answers) == base[:2]


def test_what_bots_answered_is_undone_with_the_persons_answer_before_it() -> None:
    lines = [
        "P1 prep: done",
        "roll combat: 4",
        "P2 roll: pass",
        "P1 cleanup: done",
        "P2 prep: done",
    ]
    folded = fold([*lines, UNDO], persons={0})
    assert written(folded.answers) == lines[:3]
    assert [*map(written, folded.undone)] == [lines[3:]]
    assert folded.practice  # what the bot did was seen
    assert written(fold([*lines, UNDO, REDO], persons={0}).answers) == lines


def test_among_several_one_takes_back_its_own_last_answer_and_what_followed():
    lines = ["P1 next: deeper", "P1 react: pass", "P2 react: pass", "P3 react: pass"]
    folded = fold([*lines, f"{UNDO} P1"])
    assert (written(folded.answers), folded.practice) == (lines[:1], False)
    assert written(fold([*lines, f"{UNDO} P1"], fates_given=True).answers) == lines[:1]
    assert written(fold([*lines, f"{UNDO} P4"]).answers) == lines


def test_passes_given_by_themselves_are_undone_and_redone_with_the_answer_before_them() -> None:
    lines = ["P1 prep: done", "P1 turn: done", "P1 roll: pass", "P2 roll: pass", "P1 hurt: pass"]
    for undo in ("undo 3", "undo-end 3", "undo P1 3"):
        folded = fold([*lines, undo], persons={0})
        assert written(folded.answers) == lines[:1]
        assert written(fold([*lines, undo, REDO], persons={0}).answers) == lines
    assert written(fold([*lines, "undo 9"], persons={0}).answers) == []


def test_a_wish_to_take_back_stands_until_it_is_refused_or_the_play_goes_on() -> None:
    given = ["P1 move: stay", "ask-undo P1"]
    assert fold(given).request == UndoRequest(0)
    assert fold([*given, "agree P2"]).request == UndoRequest(0, frozenset({1}))
    assert fold([*given, "refuse P2"]).request is None
    assert fold([*given, "P2 move: stay"]).request is None
    assert fold([*given, "agree P2", "undo"]).request is None
    assert fold(["P1 move: stay", "agree P2"]).request is None  # nobody has asked


def test_wishes_change_nothing_that_was_answered() -> None:
    given = ["draw deck: 5d", "P1 move: stay", "ask-undo P1", "refuse P2", "P2 move: stay"]
    assert written(fold(given).answers) == ["draw deck: 5d", "P1 move: stay", "P2 move: stay"]
    back = fold([*given, "ask-undo P2", "agree P1", "undo"])
    assert written(back.answers) == ["draw deck: 5d", "P1 move: stay"]
    assert not back.practice


@pytest.mark.parametrize(
    "text",
    [
        *("P1 face: draw", "draw deck: 7s", "undo", "undo P2", "undo-end", "redo", "give-up"),
        *("undo 3", "undo P2 3", "undo-end 2"),
        *("ask-undo P1", "agree P2", "refuse P2", "refuse fate"),
    ],
)
def test_an_entry_is_read_as_it_is_written(text):
    assert str(read_entry(text)) == text


@pytest.mark.parametrize("text", ["", "undoing", "agree", "agree fate", "ask-undo", "redo P1"])
def test_what_is_no_entry_is_refused(text):
    with pytest.raises(Refused, match="no entry of a game"):
        read_entry(text)
