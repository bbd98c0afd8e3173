"""Journals: the answers of a play as text, which is all there is to keep of it.

    undercroft journal 1
    game: tomb
    rules-version: 1
    seats: 1
    option start-hp: 8
    sealed: 1f0c...
    seed: 7

    draw deck: 5d
    P1 next: deeper

A journal without `sealed` was played with real cards, or with somebody as Fate, unless it has the
line `#: a lesson`: then a script dealt, and an undo goes back past its cards to a person's answer.
Blank lines after the header and other lines that begin with `#` are for the eye. `undo` and `redo`
are entries, too: a file only ever grows (see `entries.py`). The same notation is the tests' script.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from undercroft.core.errors import BadJournal, BadOption, JournalMismatch, Refused
from undercroft.core.options import read_options
from undercroft.core.questions import Question, Rules, read_answer
from undercroft.core.records.entries import Answered, Entry, fold, read_entry
from undercroft.core.words import say

if TYPE_CHECKING:
    from undercroft.core.game import Game

T = TypeVar("T")

FIRST_LINE: Final = "undercroft journal 1"
LESSON: Final = "#: a lesson"
_ANSWER: Final = re.compile(r"((?:P[1-9]|draw|roll) [a-z0-9.-]{1,40}): (\S{1,200})")
_STEP_BACK: Final = re.compile(r"undo( P[1-9])?|undo-end|redo")
_HEADER: Final = {  # how a line looks to people, and how it is read
    "game: <id>": re.compile(r"(game): ([a-z][a-z-]{0,39})"),
    "rules-version: <number>": re.compile(r"(rules-version): ([0-9]{1,6})"),
    "seats: <number>": re.compile(r"(seats): ([1-9])"),
    "option <name>: <value>, variant: ..., sealed: ... or seed: ...": re.compile(
        r"(option [a-z0-9-]{1,40}|variant|sealed|seed): (\S.{0,199})"
    ),
}


class Journal(msgspec.Struct, frozen=True, kw_only=True):
    """A play as it is kept."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, str]
    variant: str | None = None
    sealed: str | None = None
    seed: str | None = None
    entries: list[Answered]  # those that stand
    undone: list[list[Answered]] = []  # what can be given again, the last one first

    def __str__(self) -> str:
        """Write it."""
        lines = [*self.header(), *map(str, self.entries)]
        return "\n".join(lines) + "\n"

    def header(self) -> list[str]:
        """Write the lines before the answers."""
        notes = {"variant": self.variant, "sealed": self.sealed, "seed": self.seed}
        return [
            FIRST_LINE,
            f"game: {self.game}",
            f"rules-version: {self.rules_version}",
            f"seats: {self.seats}",
            *(f"option {name}: {value}" for name, value in self.options.items()),
            *(f"{name}: {value}" for name, value in notes.items() if value is not None),
            "",
        ]

    def check(self, game: "Game[Any, Any]") -> None:
        """Refuse a journal that belongs to another game, edition or set of options."""
        if self.game != game.id:
            raise BadJournal(2, say("journal.game", theirs=self.game, ours=game.id))
        if self.rules_version != game.rules_version:
            theirs, ours = self.rules_version, game.rules_version
            raise BadJournal(3, say("journal.version", theirs=theirs, ours=ours))
        if self.variant != game.variant:
            played, here = (it.variant or say("journal.no-variant") for it in (self, game))
            raise BadJournal(
                5 + len(self.options), say("journal.variant", theirs=played, ours=here)
            )
        try:
            game.read_options(self.options, self.seats)
        except BadOption as error:
            raise BadJournal(self._bad_line(game), str(error)) from None

    def _bad_line(self, game: "Game[Any, Any]") -> int:
        """Return the line of the option that is wrong in itself; else it is the number of seats."""
        for line, (name, value) in enumerate(self.options.items(), 5):
            try:
                read_options(game.options, {name: value})
            except BadOption:
                return line
        return 4


def read_journal(text: str) -> Journal:
    """Read a journal strictly; `BadJournal` names the line that does not fit."""
    lines = lines_of(text)
    if lines[0] != FIRST_LINE:
        raise BadJournal(1, say("journal.first", first=FIRST_LINE))
    if lines.pop() != "":
        raise BadJournal(len(lines) + 1, say("journal.incomplete"))
    if "" not in lines:
        raise BadJournal(len(lines), say("journal.header"))
    end = lines.index("")
    (_, game), (_, version), (_, seats), *notes = _read_header(lines[1:end])
    fields = dict(notes)
    fates_given = "sealed" not in fields and LESSON not in lines
    folded = fold(read_entries(lines[end:], end + 1), fates_given=fates_given)
    journal = Journal(
        game=game,
        rules_version=int(version),
        seats=int(seats),
        options={k[7:]: v for k, v in fields.items() if k.startswith("option ")},
        variant=fields.get("variant"),
        sealed=fields.get("sealed"),
        seed=fields.get("seed"),
        entries=folded.answers,
        undone=folded.undone,
    )
    for number, (line, canon) in enumerate(zip(lines, journal.header(), strict=False), 1):
        if line != canon:  # twice, or in another order
            raise BadJournal(number, say("journal.order", expected=canon, line=line[:60]))
    return journal


def lines_of(text: str) -> list[str]:
    """Split a journal's text, also as an editor on Windows writes it: byte order mark, CRLF."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def _read_header(lines: list[str]) -> Iterator[tuple[str, str]]:
    *first, note = _HEADER
    for number, form in enumerate([*first, *[note] * (len(lines) - len(first))], 2):
        line = lines[number - 2] if number - 2 < len(lines) else ""
        found = _HEADER[form].fullmatch(line)
        if not found:
            raise BadJournal(number, say("journal.form", form=form, line=line[:60]))
        yield found[1], found[2]


def read_entries(lines: list[str], first: int = 1) -> Iterator[Entry]:
    """Read answers, `undo` and `redo`; `first` is the number of the first line."""
    for number, line in enumerate(lines, first):
        if _STEP_BACK.fullmatch(line):
            yield read_entry(line)
        else:
            yield from read_answers([line], number)


def read_answers(lines: list[str], first: int = 1) -> Iterator[Answered]:
    """Read `question: answer` lines; `first` is the number of the first of them."""
    for number, line in enumerate(lines, first):
        if not line or line.startswith("#"):
            continue
        found = _ANSWER.fullmatch(line)
        if not found:
            raise BadJournal(number, say("journal.answer", line=line[:60]))
        yield Answered(found[1], found[2], number)


def follow(rules: Rules[T], script: str) -> T:
    """Drive rules by a script: the tests' way to play. It must fit line by line, to the end."""
    entries = read_answers([line.strip() for line in script.split("\n")])
    answer: Any = None
    while True:
        try:
            question = rules.send(answer)
        except StopIteration as stop:
            for entry in entries:
                raise JournalMismatch(
                    entry.line, say("journal.too-much", question=entry.question)
                ) from None
            value: T = stop.value
            return value
        answer = match(question, next(entries, Answered("", "", script.count("\n") + 1)))


def match(question: Question[Any] | None, entry: Answered) -> Any:
    """Find the choice that an entry makes; `JournalMismatch` if it answers something else."""
    if question is None:
        raise JournalMismatch(entry.line, say("journal.over", question=entry.question))
    if question.label != entry.question:
        key = "journal.other" if entry.question else "journal.end"
        raise JournalMismatch(entry.line, say(key, asked=question.label, question=entry.question))
    try:
        return read_answer(question, entry.answer)
    except Refused as error:
        raise JournalMismatch(entry.line, str(error)) from None
