from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import well
from undercroft.core.errors import BadJournal, JournalMismatch, Refused, UndercroftError
from undercroft.core.fates import Seeded
from undercroft.core.play import Play, verify
from undercroft.core.questions import choose
from undercroft.core.records.journal import follow, read_journal
from undercroft.games import find_game

WELL = well.GAME


def a_journal() -> str:
    play = Play(WELL, fates=Seeded("rose"))
    play.answer("haul")
    play.answer("leave")
    return str(play.journal)


def test_a_journal_is_a_header_and_a_line_for_each_answer():
    assert a_journal().splitlines() == [
        "undercroft journal 1",
        "game: well",
        "rules-version: 1",
        "seats: 1",
        "sealed: 738cc1e3c130341eb2c89b141c4b40a52a82443b3f0abf0b4676169ee223af63",
        "seed: rose",
        "",
        "draw bag: skull-2",
        "P1 rope: haul",
        "draw bag: gem-7",
        "P1 rope: leave",
    ]


def test_the_seed_stays_sealed_until_the_play_is_over():
    play = Play(WELL, fates=Seeded("rose"))
    assert play.journal.sealed
    assert play.journal.seed is None
    play.answer("leave")
    assert play.journal.seed == "rose"


def test_comments_and_blank_lines_are_for_the_eye():
    text = a_journal().replace("P1 rope: haul\n", "\n# a bold move\nP1 rope: haul\n")
    assert [e.answer for e in read_journal(text).entries] == ["skull-2", "haul", "gem-7", "leave"]


def test_an_undo_is_an_entry_and_what_stands_is_what_follows_from_all_of_them():
    undone = a_journal().replace("P1 rope: leave\n", "P1 rope: haul\ndraw bag: gem-3\nundo\n")
    journal = read_journal(undone + "P1 rope: leave\n")
    assert [entry.answer for entry in journal.entries] == ["skull-2", "haul", "gem-7", "leave"]
    assert journal.undone == []
    assert verify(WELL, journal).outcome
    again = read_journal(undone + "undo\nredo\n")
    assert [entry.answer for entry in again.entries] == ["skull-2", "haul", "gem-7"]
    assert [[entry.answer for entry in answers] for answers in again.undone] == [["haul", "gem-3"]]


@pytest.mark.parametrize("line", ["undo P0", "undo all", "give-up", "ask-undo P1", "redo P1"])
def test_no_other_entry_belongs_in_a_journal(line: str) -> None:
    with pytest.raises(BadJournal, match="expected `question: answer`"):
        read_journal(f"{a_journal()}{line}\n")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("undercroft journal 1", "undercroft journal 2", 1, "expected 'undercroft journal 1'"),
        ("seats: 1", "seats: one", 4, "expected `seats: <number>`, not 'seats: one'"),
        ("seats: 1", "seats 1", 4, "not 'seats 1'"),
        ("seats: 1\n", "", 4, "not 'sealed: "),
        ("seats: 1\n", "seats: 1\nseats: 1\n", 5, "not 'seats: 1'"),
        ("seats: 1\n", "seats: 1\ncolour: red\n", 5, "option .*not 'colour: red'"),
        ("seed: rose\n", "seed: rose\nseed: rose\n", 7, "expected '', not 'seed: rose'"),
        ("seed: rose\n", "seed: rose\noption a: b\n", 5, "expected 'option a: b'"),
        (
            "game: well\nrules-version: 1",
            "rules-version: 1\ngame: well",
            2,
            "not 'rules-version: 1'",
        ),
        ("P1 rope: leave\n", "P1 rope: leave", 11, "not complete"),
        ("P1 rope: haul", "P1 rope haul", 9, "expected `question: answer`, not 'P1 rope haul'"),
        ("P1 rope: haul", "P1 rope:  haul", 9, "expected `question: answer`"),
        ("P1 rope: haul", "rope: haul", 9, "expected `question: answer`"),
    ],
)
def test_a_malformed_journal_is_refused_with_its_line(old, new, line, message):
    assert old in a_journal()
    with pytest.raises(BadJournal, match=message) as error:
        read_journal(a_journal().replace(old, new, 1))
    assert error.value.line == line


def test_a_journal_without_an_end_to_its_header_is_refused():
    with pytest.raises(BadJournal, match="expected an empty line"):
        read_journal("undercroft journal 1\ngame: well\n")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("P1 rope: haul", "P1 rope: jump", 9, "'jump' is not open to 'P1 rope'"),
        ("P1 rope: haul", "P2 rope: haul", 9, "the rules ask 'P1 rope', not 'P2 rope'"),
        ("draw bag: gem-7", "draw bag: skull-2", 10, "'skull-2' is not open"),
        ("rope: leave", "rope: leave\nP1 rope: leave", 12, "the game is over"),
        ("game: well", "game: tomb", 2, "a journal of 'tomb'"),
        ("rules-version: 1", "rules-version: 9", 3, "rules version 9; this is version 1"),
        ("seats: 1", "seats: 3", 4, "1 to 1 seats, not 3"),
        ("seats: 1", "seats: 1\noption depth: 3", 5, "unknown option 'depth'"),
        ("sealed:", "variant: abc\nsealed:", 5, "played with abc; this is no variant"),
    ],
)
def test_a_journal_that_the_rules_do_not_follow_is_refused_with_its_line(old, new, line, message):
    with pytest.raises(BadJournal, match=message) as error:
        Play.resume(WELL, read_journal(a_journal().replace(old, new, 1)))
    assert error.value.line == line


@pytest.mark.parametrize(
    ("options", "line", "message"),
    [
        ("start-hp: 8,start-torches: 9", 6, "option start-torches: expected"),
        ("start-hp: 3,start-torches: 9", 5, "option start-hp: expected"),
        ("start-hp: 8,mode: duel", 4, "mode duel has 2 seats"),
    ],
)
def test_a_wrong_option_is_refused_with_its_own_line(options, line, message):
    noted = "".join(f"option {pair}\n" for pair in options.split(","))
    text = f"undercroft journal 1\ngame: tomb\nrules-version: 0\nseats: 1\n{noted}\n"
    tomb = find_game("tomb")
    journal = read_journal(text.replace("version: 0", f"version: {tomb.rules_version}"))
    with pytest.raises(BadJournal, match=message) as error:
        Play.resume(tomb, journal)
    assert error.value.line == line


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_a_journal_may_come_from_an_editor_on_windows(start):
    windows = start + a_journal().replace("\n", "\r\n")
    assert read_journal(windows) == read_journal(a_journal())


def test_a_true_journal_verifies():
    assert verify(WELL, read_journal(a_journal())).outcome is not None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("draw bag: gem-7", "draw bag: gem-6", "line 10: fate gave gem-7, not 'gem-6'"),
        ("seed: rose", "seed: thorn", "not the one that was sealed"),
        ("seed: rose\n", "", "still sealed"),
    ],
)
def test_a_journal_whose_fates_are_not_the_seeds_does_not_verify(old, new, message):
    with pytest.raises(Refused, match=message):
        verify(WELL, read_journal(a_journal().replace(old, new)))


def test_real_cards_cannot_be_verified():
    play = Play(WELL)
    play.answer("gem-1")
    with pytest.raises(Refused, match="real cards"):
        verify(WELL, play.journal)


@given(st.text(max_size=300))
def test_no_text_crashes_the_reader(text):
    for candidate in (text, a_journal() + text, text + a_journal()):
        with suppress(UndercroftError):
            Play.resume(WELL, read_journal(candidate))


@given(st.data())
def test_no_change_of_a_line_crashes_the_reader(data):
    lines = a_journal().split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    lines[at] = data.draw(st.text(st.characters(codec="utf-8"), max_size=40))
    with suppress(UndercroftError):
        Play.resume(WELL, read_journal("\n".join(lines)))


def test_a_script_must_fit_to_the_end():
    with pytest.raises(JournalMismatch, match="line 2: the rules do not ask 'P1 way' here"):
        follow(choose(0, "way", ["left", "right"]), "P1 way: left\nP1 way: left")
    with pytest.raises(JournalMismatch, match="line 1: the rules ask 'P1 way', not the end"):
        follow(choose(0, "way", ["left", "right"]), "")
