"""Lessons in another language: title and notes are translated, what drives the game is not."""

from collections.abc import Iterator

import pytest

from tests.made_up import FREE, outside
from undercroft.games import catalogue
from undercroft.lessons import Lesson, lessons_of

TAUGHT = [(id, n) for id, game in catalogue().items() for n in range(len(game.lessons))]


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    lessons_of.cache_clear()
    yield
    lessons_of.cache_clear()


def lesson(game: str, number: int) -> Lesson:
    return lessons_of(game)[number]


@pytest.mark.parametrize(("game", "number"), TAUGHT)
def test_a_lesson_speaks_another_language(
    game: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = lesson(game, number)
    lessons_of.cache_clear()
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    other = lesson(game, number)
    said = [other.title, *(note.text for note in other.notes)]
    assert [text for text in said if not FREE.fullmatch(outside(text))] == []
    assert (other.path, other.fate, other.bots) == (english.path, english.fate, english.bots)
    assert [note.when for note in other.notes] == [note.when for note in english.notes]


@pytest.mark.parametrize(("game", "number"), TAUGHT)
def test_each_note_has_a_key_of_its_own(game: str, number: int) -> None:
    keys = [note.key for note in lesson(game, number).notes]
    assert sorted(keys) == sorted({*keys})
