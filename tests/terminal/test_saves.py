"""Journal files on disk."""

import os
from pathlib import Path

import pytest

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.records.entries import Answered, Redone, Undone
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.terminal.files import home
from undercroft.terminal.local.journal_file import Save, unfinished
from undercroft.terminal.local.journal_notes import Notes, read_notes, whole_file
from undercroft.terminal.local.journals import load


def a_play(answers: int = 12) -> Play:
    play = Play(find_game("tomb"), fates=Seeded("7"))
    for _ in range(answers):
        if play.question is not None:
            play.answer(play.question.choices[0])
    return play


def test_a_file_cut_anywhere_goes_on_to_the_same_play(tmp_path: Path) -> None:
    """A kill in mid-write leaves a torn line: it is dropped, and seeded fate gives it again."""
    play = a_play()
    text = whole_file(play, "7", Notes())
    header = text.index("\n\n") + 2
    path = tmp_path / "cut.journal"
    for cut in range(header, len(text) + 1):
        path.write_text(text[:cut])
        save, kept, torn = Save.open(path)
        save.close()
        assert kept + torn == text[:cut]
        assert path.read_text() == kept
        journal = load(path, kept, None).journal
        resumed = Play.resume(play.game, journal, Seeded("7"))
        assert play.lines[: len(resumed.lines)] == resumed.lines
        whole_decisions = [x for x in kept[header:].split("\n") if x.startswith("P1")]
        assert [x for x in resumed.lines if x.startswith("P1")] == whole_decisions


def test_what_is_appended_is_there(tmp_path: Path) -> None:
    save = Save.create(tmp_path, "tomb", "a\n")
    save.append([Answered("P1 next", "deeper"), Undone(), Redone()])
    assert save.path.read_text() == "a\nP1 next: deeper\nundo\nredo\n"
    assert [*save.path.parent.iterdir()] == [save.path]
    save.close()


def test_a_file_in_play_is_locked(tmp_path: Path) -> None:
    save = Save.create(tmp_path, "tomb", "undercroft journal 1\n")
    with pytest.raises(Refused, match="another window"):
        Save.open(save.path)
    save.close()
    Save.open(save.path)[0].close()


def test_the_latest_play_comes_first(tmp_path: Path) -> None:
    saves = [Save.create(tmp_path, "tomb", f"{n}\n") for n in range(3)]
    os.utime(saves[1].path, (2e9, 2e9))
    assert unfinished(tmp_path)[0] == saves[1].path
    for save in saves:
        save.close()


def test_a_finished_play_is_put_away(tmp_path: Path) -> None:
    save = Save.create(tmp_path, "tomb", "a\n")
    save.finish(tmp_path)
    assert save.path.parent == tmp_path / "finished"
    assert unfinished(tmp_path) == []
    save.close()


def test_where_plays_are_kept() -> None:
    assert home({"UNDERCROFT_HOME": "/here", "XDG_DATA_HOME": "/there"}) == Path("/here")
    assert home({"XDG_DATA_HOME": "/there"}) == Path("/there/undercroft")
    assert home({}) == Path.home() / ".local/share/undercroft"


def test_notes_are_comments_to_a_strict_reader() -> None:
    notes = Notes({1: "cautious"}, 'game = "tomb"\n\n[rows.ks]\nworth = 15')
    text = whole_file(a_play(), "7", notes)
    assert read_notes(text) == notes
    journal = read_journal(text)
    assert journal.seed == "7"
    assert [f"{e.question}: {e.answer}" for e in journal.entries] == a_play().lines
