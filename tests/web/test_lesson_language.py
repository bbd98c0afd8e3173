"""Lessons in another language: title and notes are translated, what drives the game is not."""

from collections.abc import Iterator

import pytest

from tests.made_up import FREE, outside
from undercroft.games import catalogue
from undercroft.web.live.lessons import Lesson, lesson_of

TAUGHT = [game.id for game in catalogue().values() if game.lesson]


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    lesson_of.cache_clear()
    yield
    lesson_of.cache_clear()


def lesson(game: str) -> Lesson:
    found = lesson_of(game)
    assert found
    return found


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_speaks_another_language(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    english = lesson(game)
    lesson_of.cache_clear()
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    other = lesson(game)
    said = [other.title, *(note.text for note in other.notes)]
    assert [text for text in said if not FREE.fullmatch(outside(text))] == []
    assert (other.path, other.fate, other.bots) == (english.path, english.fate, english.bots)
    assert [note.when for note in other.notes] == [note.when for note in english.notes]


@pytest.mark.parametrize("game", TAUGHT)
def test_each_note_has_a_key_of_its_own(game: str) -> None:
    keys = [note.key for note in lesson(game).notes]
    assert sorted(keys) == sorted({*keys})
