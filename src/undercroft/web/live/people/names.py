"""What those at a table are called, wherever the table speaks of them.

What is drawn is remembered, and shared by all plays of a game. So that it can be shared by tables
whose people have other names, too, it has a mark wherever a seat is named, and each table writes
its names over the marks. A mark is no letter: no name has one in it (`clean_name`).

A player is *you* on their own page, in what is drawn as in what is told. Spectators, replays,
stories and a shared screen show names.
"""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any, Final

from markupsafe import Markup, escape

from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.language.addressing import YOU, addressed, names_for, words_for
from undercroft.core.language.names import Called, Sitter, call
from undercroft.core.language.stories import capital
from undercroft.core.language.words import Words
from undercroft.core.questions import Question
from undercroft.core.seats import Eyes, role_of, seat_of
from undercroft.storage.journals import Record, Seat
from undercroft.web.draw.drawing import MARK, Choice, Drawing, Drawn, Line, drawing_of
from undercroft.web.live.people.seating import Seating
from undercroft.web.words import say

_TEXT: Final = re.compile(rf"(?:\A|(?<=[<>\"]))(\s*+)([^<>\"{YOU}]*+{YOU}[^<>\"]*)")
"""A text that names its reader, between two tags or two quotes; and the blanks before it."""


def called_at(seats: Mapping[str, Seat], record: Record, words: Words) -> tuple[Called, ...]:
    """Say what each seat of a table is called, and its face."""
    here = [seats[role_of(number)] for number in range(record.seats)]
    guests = [seat.guest for seat in here]
    sitters = [sitter_of(seat, shares=guests.count(seat.guest) > 1) for seat in here]
    return call(sitters, words, record.id)


def sitter_of(seat: Seat, *, shares: bool = False) -> Sitter:
    """Say who has a seat, and whether that person shares a screen with others."""
    is_bot, is_person = bool(seat.bot), bool(seat.guest)
    return Sitter(
        seat.name,
        is_bot=is_bot and not is_person,
        is_relieved=is_bot and is_person,
        is_guest=is_person and not shares,
    )


def title_of(bot: str, words: Words) -> str:
    """Say what kind of bot it is."""
    return capital(words.title(bot))


def written(text: str, names: Sequence[str]) -> str:
    """Write names over the marks in a text."""
    if MARK not in text:
        return text
    first, *rest = text.split(MARK)
    return first + "".join([names[int(piece[:2])] + piece[2:] for piece in rest])


class Named:
    """A game's drawing at one table, with the names of those who sit there; its reader is *you*."""

    def __init__(self, marked: Drawing, names: Sequence[str], reader: Eyes = None) -> None:
        self.marked = marked
        self.own = "" if reader is None else names[reader]
        self.names = names_for(names, reader)
        self._escaped = [str(escape(name)) for name in self.names]
        self.shared, self.picture = marked.shared, marked.picture
        self.beats, self.needs_events = marked.beats, marked.needs_events
        self.sounds = marked.sounds

    def _html(self, drawn: str) -> str:
        html = written(str(drawn), self._escaped)
        return _TEXT.sub(self._addressed, html) if YOU in html else html

    def _addressed(self, found: re.Match[str]) -> str:
        """Call the reader *you* in a text of a drawing."""
        return found[1] + str(escape(addressed(unescape(found[2]), self.own)))

    def _text(self, text: str) -> str:
        return addressed(written(text, self.names), self.own)

    def parts(
        self,
        view: Any,
        question: Question[Any] | None,
        drawn: Drawn | None = None,
        *,
        told: Sequence[Event] = (),
    ) -> dict[str, str]:
        """Draw every part of the table, as `Drawing` does."""
        parts = self.marked.parts(view, question, drawn, told=told)
        return {name: self._html(part) for name, part in parts.items()}

    def layout(self, parts: Mapping[str, str]) -> Markup:
        """Put the parts of a table together."""
        return self.marked.layout(parts)

    def score(self, view: Any) -> Markup:
        """Draw the score of a finished play."""
        return Markup(self._html(self.marked.score(view)))  # noqa: S704 (drawn, names escaped)

    def luck(self, events: Sequence[Event], rows: Mapping[str, Any]) -> Markup:
        """Draw what luck gave."""
        return Markup(self._html(self.marked.luck(events, rows)))  # noqa: S704 (the same)

    def choices(self, question: Question[Any] | None) -> tuple[Choice, ...]:
        """List what may be answered."""
        choices = self.marked.choices(question)
        return tuple([choice._replace(text=self._text(choice.text)) for choice in choices])

    def prompt(
        self,
        question: Question[Any] | None,
        waiting: bool,
        *,
        known: bool = True,
        view: Any = None,
    ) -> str:
        """Draw the open question, with its options as buttons."""
        return self._html(self.marked.prompt(question, waiting, known=known, view=view))

    def line(self, event: Event) -> Line:
        """Tell an event as a line of the log."""
        line = self.marked.line(event)
        if MARK not in line.text:
            return line
        text = self._text(line.text)
        return Line(
            text, line.clause, line.html.replace(str(escape(line.text)), str(escape(text)), 1)
        )


class NamedSeats(Seating):
    """The seats of a play of some game, and what each of them is called."""

    names: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()  # of bots; people have none
    words: Words  # in which they are called so
    drawing: Drawing | Named  # of a table at which they are

    def __init__(self, record: Record, seats: dict[str, Seat], game: Game[Any, Any]) -> None:
        self.game = game
        self._read: dict[Eyes, tuple[Words, Drawing | Named]] = {}  # by who reads
        super().__init__(record, seats)

    def reseat(self, seats: dict[str, Seat]) -> None:
        """Let others have the seats, and call them what they go by."""
        super().reseat(seats)
        called = called_at(seats, self.record, self.game.words)
        names, self.faces = tuple(it.name for it in called), tuple(it.face for it in called)
        if names == self.names:
            return
        self.names, self._read = names, {}
        self.words, self.drawing = self.game.words, drawing_of(self.game)
        if len(names) > 1:  # who plays alone has no name there
            self.words = self.game.words.calling(names)
            self.drawing = Named(drawing_of(self.game, marked=True), names)

    def read_by(self, reader: Eyes) -> tuple[Words, Drawing | Named]:
        """Give the words and the drawing for who reads: one with a seat among others is *you*."""
        found = self._read.get(reader)
        if found is None:
            words, drawing = self.words, self.drawing
            if reader is not None and isinstance(drawing, Named):
                words = words_for(self.game.words, self.names, reader)
                drawing = Named(drawing.marked, self.names, reader)
            found = self._read[reader] = words, drawing
        return found

    def name_of(self, role: str) -> str:
        """Say what the player of a role is called."""
        seat = seat_of(role)
        return self.seats[role].name or say("prompt.fate") if seat is None else self.names[seat]

    def face_of(self, role: str) -> str:
        """Give the face of the bot that has a role for good."""
        seat = seat_of(role)
        return "" if seat is None else self.faces[seat]
