"""Learning by doing: a play with a scripted fate, and notes at each new thing.

What stands in `<` and `>` in a note is for a mouse: a terminal leaves it out.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec

from undercroft.core.events import Event
from undercroft.core.fates import Fates, Scripted, Seeded
from undercroft.core.language.languages import spoken
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.games import find_game

_CLICKED: Final = re.compile("<([^>]*)>")


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to learn, and when: `event torch-burnt`, `question next`."""

    when: str
    text: str
    again: int = 1  # the how-manieth time
    at: str = ""  # the part of the table that it speaks of; else what it advises
    press: str = ""  # what the player does when cards or dice are still to come

    @property
    def key(self) -> str:
        """What it is called in another language's file: `event encounter-won 3`."""
        return self.when if self.again == 1 else f"{self.when} {self.again}"

    @property
    def clicked(self) -> str:
        """The text for a browser."""
        return _CLICKED.sub(r"\1", self.text)

    @property
    def typed(self) -> str:
        """The text for a terminal."""
        return _CLICKED.sub("", self.text)


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short first game; its table is known by its options."""

    title: str
    path: str  # the answers that the notes advise; `a|b`: either
    fate: dict[str, str]
    notes: list[Note]
    options: dict[str, str] = {}
    bots: list[str] = []  # in the seats after P1
    name: str = ""  # its file's, without the ending


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Read a game's lessons, the newcomers' first: titles and notes in the language spoken."""
    return tuple(_read(game, file) for file in find_game(game).lessons)


def _read(game: str, name: str) -> Lesson:
    file = resources.files(find_game(game).package) / name
    lesson = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Lesson)
    texts = {"title": lesson.title, "notes": {note.key: note.text for note in lesson.notes}}
    name = name.removesuffix(".toml")
    said = spoken(texts, f"{game}-{name}")
    return msgspec.structs.replace(
        lesson,
        name=name,
        title=said["title"],
        notes=[msgspec.structs.replace(it, text=said["notes"][it.key]) for it in lesson.notes],
    )


def lesson_at(game: str, options: Mapping[str, str]) -> Lesson | None:
    """Find the lesson of a table by the options it was given."""
    found = find_game(game)
    for lesson in lessons_of(game):
        settled, _ = found.read_options(lesson.options, 1 + len(lesson.bots))
        if settled.given() == options:
            return lesson
    return None


def lesson_fate(game: str, options: Mapping[str, str]) -> Fates:
    """Let the lesson's script be fate; where a player has left it, or it ends, a fixed seed is."""
    lesson = lesson_at(game, options)
    streams = {} if lesson is None else lesson.fate
    script = Scripted(**{id: texts.replace("|", " ") for id, texts in streams.items()}).streams
    beyond = Seeded(f"lesson {game}")

    def answer(fate: Fate[Any], count: int) -> Any:
        told = script.get(fate.id, [])[count : count + 1]
        fitting = [outcome for outcome in fate.outcomes if [str(outcome)] == told]
        return fitting[0] if fitting else beyond(fate, count)

    return answer


def has_strayed(play: Play) -> bool:
    """Whether something else was answered than the notes advise: they no longer fit."""
    given = [entry.answer for entry in play.entries if entry.seat == 0]
    return any(answer not in advised for answer, advised in zip(given, _path(play), strict=False))


def advised(play: Play) -> str | None:
    """Say what the notes advise to answer now."""
    question = play.question
    if not isinstance(question, Decision) or question.seat or has_strayed(play):
        return None
    given = sum(entry.seat == 0 for entry in play.entries)
    return next((advised[0] for advised in _path(play)[given:]), None)


def _of(play: Play) -> Lesson | None:
    return lesson_at(play.game.id, play.options.given())


def _path(play: Play) -> list[list[str]]:
    lesson = _of(play)
    return [either.split("|") for either in lesson.path.split()] if lesson else []


def notes_for(play: Play, events: int, answers: int, upto: int | None = None) -> list[Note]:
    """Give the notes on what is new since so many events and answers.

    `upto`: so many events have been shown, and more are to come before anything is asked.
    """
    lesson = _of(play)
    if lesson is None or has_strayed(play):
        return []
    before = _met(play, play.events[:events], answers + 1)  # the question then open was read
    if upto is not None:
        now = _met(play, play.events[:upto], answers + 1)
    else:
        now = _met(play, play.events, play.number)
        if isinstance(play.question, Decision) and play.question.seat == 0:
            now = [*now, f"question {play.question.id}"]
    return [
        note
        for note in lesson.notes
        if before.count(note.when) < note.again <= now.count(note.when)
    ]


def _met(play: Play, events: Sequence[Event], answers: int) -> list[str]:
    asked = [f"question {label.split(' ')[1]}" for label in _labels(play, answers)]
    return [f"event {event.id}" for event in events if event.is_for(0)] + asked


def _labels(play: Play, answers: int) -> list[str]:
    return [entry.question for entry in play.entries[:answers] if entry.seat == 0]
