"""What those at a table are called, wherever the table speaks of them.

What is drawn is remembered, and shared by all plays of a game. So that it can be shared by tables
whose people have other names, too, it has a mark wherever a seat is named, and each table writes
its names over the marks. A mark is no letter: no name has one in it (`clean_name`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.language.addressing import addressed, names_for
from undercroft.core.language.names import Called, Sitter, call
from undercroft.core.language.stories import capital
from undercroft.core.language.words import Words
from undercroft.core.questions import Question
from undercroft.core.seats import Eyes, role_of, seat_of
from undercroft.storage.journals import Record, Seat
from undercroft.web.draw.drawing import MARK, Choice, Drawing, Drawn, Line, drawing_of
from undercroft.web.live.people.seating import Seating
from undercroft.web.words import say


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
    """A game's drawing at one table, with the names of those who sit there."""

    def __init__(self, marked: Drawing, names: Sequence[str]) -> None:
        self.marked = marked
        self.names = names
        self._escaped = [str(escape(name)) for name in names]
        self.shared, self.picture = marked.shared, marked.picture
        self.beats, self.needs_events = marked.beats, marked.needs_events
        self.sounds = marked.sounds

    def _html(self, drawn: str) -> str:
        return written(str(drawn), self._escaped)

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
        return tuple([choice._replace(text=written(choice.text, self.names)) for choice in choices])

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

    def line(self, event: Event, reader: Eyes = None) -> Line:
        """Tell an event as a line of the log, in which a reader who has a seat is *you*."""
        line = self.marked.line(event)
        if MARK not in line.text:
            return line
        text = written(line.text, names_for(self.names, reader))
        if reader is not None:
            text = addressed(text, self.names[reader])
        return Line(
            text, line.clause, line.html.replace(str(escape(line.text)), str(escape(text)), 1)
        )


def calling(game: Game[Any, Any], names: Sequence[str]) -> tuple[Words, Drawing | Named]:
    """Give the words and the drawing for a table; a player who plays alone has no name there."""
    if len(names) == 1:
        return game.words, drawing_of(game)
    return game.words.calling(names), Named(drawing_of(game, marked=True), names)


class NamedSeats(Seating):
    """The seats of a play of some game, and what each of them is called."""

    names: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()  # of bots; people have none
    words: Words  # in which they are called so
    drawing: Drawing | Named  # of a table at which they are

    def __init__(self, record: Record, seats: dict[str, Seat], game: Game[Any, Any]) -> None:
        self.game = game
        super().__init__(record, seats)

    def reseat(self, seats: dict[str, Seat]) -> None:
        """Let others have the seats, and call them what they go by."""
        super().reseat(seats)
        called = called_at(seats, self.record, self.game.words)
        names, self.faces = tuple(it.name for it in called), tuple(it.face for it in called)
        if names != self.names:
            self.names = names
            self.words, self.drawing = calling(self.game, names)

    def line(self, event: Event, reader: Eyes) -> Line:
        """Tell an event as a line of the log; a reader with a seat among others is *you*."""
        if isinstance(self.drawing, Named):
            return self.drawing.line(event, reader)
        return self.drawing.line(event)

    def name_of(self, role: str) -> str:
        """Say what the player of a role is called."""
        seat = seat_of(role)
        return self.seats[role].name or say("prompt.fate") if seat is None else self.names[seat]

    def face_of(self, role: str) -> str:
        """Give the face of the bot that has a role for good."""
        seat = seat_of(role)
        return "" if seat is None else self.faces[seat]
