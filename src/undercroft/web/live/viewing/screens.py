"""What one page looks through: a seat's eyes, a spectator's, or those of several in turn.

Several players may share a screen. It turns to the player who is asked. Where that seat has
something to hide, the table is covered first: the page shows what a spectator sees, until the
player takes the screen.
"""

from collections.abc import Sequence
from typing import Any

from undercroft.core.events import Event
from undercroft.core.questions import Decision
from undercroft.core.seats import Eyes, role_of, seat_of
from undercroft.lessons import advised, has_strayed, notes_for
from undercroft.web.draw.drawing import Drawing, Drawn, Line
from undercroft.web.live.ending import ending
from undercroft.web.live.people.names import Named
from undercroft.web.live.table import Live
from undercroft.web.live.viewing.entry_numbers import is_known
from undercroft.web.live.viewing.moments import Moment


class Heard:
    """What a seat has been told: each event of a game is looked at once, however long it gets."""

    def __init__(self, events: Sequence[Event], seat: Eyes) -> None:
        self.events = events
        self.seat = seat
        self.upto = 0  # events that were looked at
        self._heard: list[Event] = []

    def to(self, told: int) -> Sequence[Event]:
        """Give what the seat has been told, up to so many events; good until the next call."""
        new = self.events[self.upto : told]
        self._heard += [event for event in new if event.to is None or self.seat in event.to]
        self.upto = told
        return self._heard


class Screen:
    """A page's eyes."""

    def __init__(self, live: Live, roles: Sequence[str]) -> None:
        self.live = live
        self.roles = roles
        self.seats = [seat for role in roles if (seat := seat_of(role)) is not None]
        self.seat: Eyes = self.seats[0] if len(self.seats) == 1 else None
        self.holder: Eyes = None  # of several: who has the screen
        self.is_covered = False
        self.is_passed_on = False  # the holder has seen enough, and is to cover it
        self.told = 0  # events that the page has been told of
        self._heard = Heard([], None)
        self.is_shared = len(self.seats) > 1  # several sit before it
        if self.is_shared:
            self._begin()

    def _begin(self) -> None:
        """Cover the table, if there is anything to cover."""
        self.is_covered = any(self.live.play.has_secrets(seat) for seat in self.seats)
        if not self.is_covered:
            asked = seat_of(self.live.asked_of(self.roles))
            self.seat = asked if asked in self.seats else self.seats[0]

    def turn(self, *, news: bool) -> bool:
        """Turn to the player who is asked. True if the whole table is to be drawn again.

        `news`: the holder of the screen was told something that is not for the others.
        """
        if not self.is_shared:
            return False
        live, before = self.live, self.seat
        asked = seat_of(live.asked_of(self.roles))
        self.is_passed_on = False
        if asked is None or (asked == before and not self.is_covered):
            return False
        if self.is_covered:
            if asked != self.holder and live.play.has_secrets(asked):
                return False
            return self.lift(role_of(asked))
        if not live.play.has_secrets(asked):
            self.seat = asked
            return before is not None and live.play.has_secrets(before)
        if news:
            self.is_passed_on = True
            return False
        return self.cover(keep=True)

    def has_news(self) -> bool:
        """Whether the holder of the screen is told something that others are not."""
        events = self.live.play.events[self.told :]
        return any(event.to is not None and event.is_for(self.seat) for event in events)

    def cover(self, *, keep: bool) -> bool:
        """Cover the table. `keep`: its holder may have the screen back without being asked."""
        self.holder = self.seat if keep else None
        self.seat, self.is_covered, self.is_passed_on = None, True, False
        return True

    def lift(self, role: str) -> bool:
        """Let the player of a role look."""
        self.seat = self.holder = seat_of(role)
        self.is_covered = self.is_passed_on = False
        return True

    @property
    def is_asked(self) -> bool:
        """Whether the open question may be shown, with all that may be answered."""
        hidden = self.is_covered or self.is_passed_on
        return not hidden and self.live.asked_of(self.roles) is not None

    # -- drawing ----------------------------------------------------------------------------------

    @property
    def reader(self) -> Eyes:
        """Who is *you* here; where several look, nobody is."""
        return None if self.is_shared else self.seat

    @property
    def drawing(self) -> Drawing | Named:
        """The table's drawing, for who looks."""
        return self.live.read_by(self.reader)[1]

    def heard(self, told: int) -> Sequence[Event]:
        """Give what those who look have been told, up to so many events, if it is to be drawn."""
        if not self.live.drawing.needs_events:
            return ()
        heard, events = self._heard, self.live.play.events
        if heard.events is not events or heard.seat != self.seat or heard.upto > told:
            heard = self._heard = Heard(events, self.seat)
        return heard.to(told)

    def news(self, told: int) -> list[Event]:
        """Give what those who look are told now, up to so many events: from here on it is old."""
        seat, events = self.seat, self.live.play.events[self.told : told]
        self.told = told
        return [event for event in events if event.to is None or seat in event.to]

    def lines(self, events: Sequence[Event]) -> list[Line]:
        """Tell events as lines of the log, marked where several play."""
        lines = [*map(self.drawing.line, events)]
        if self.seat is None or self.live.record.seats == 1:
            return lines
        return [*map(self._marked, events, lines)]

    def _marked(self, event: Event, line: Line) -> Line:
        """Mark a line of the log, if it concerns who looks, or is another's."""
        web = self.live.game.web
        who, whom = getattr(event, "seat", None), getattr(event, "target", None)
        concerns = self.seat in (who, whom) and (web is None or type(event) in web.beats)
        concerns |= web is not None and type(event) in web.headlines
        marks = " data-yours" * concerns + " data-others" * (who not in (None, self.seat))
        return line._replace(html=line.html.replace("<li>", f"<li{marks}>", 1))

    def passing(self, moment: Moment, drawn: Drawn | None = None) -> dict[str, str]:
        """Draw a moment at which cards are still coming: nothing is asked."""
        view, told = moment.views[self.seat], self.heard(moment.told)
        parts = self.drawing.parts(view, None, drawn, told=told)
        parts["prompt"] = ""
        if self.live.record.kind == "lesson":
            parts["coach"] = self._coach(moment.told)
        return parts

    def standing(self, drawn: Drawn | None = None, view: Any = None) -> dict[str, str]:
        """Draw all that a table shows while a question is open, or when the play is over."""
        live = self.live
        drawing = self.drawing
        question, is_asked = live.question, self.is_asked
        told = self.heard(len(live.play.events))
        view = live.play.view(self.seat) if view is None else view
        parts = drawing.parts(view, question if is_asked else None, drawn, told=told)
        parts["prompt"] = (
            drawing.prompt(question, False, view=view) if is_asked else self._waiting()
        )
        if live.record.kind == "lesson":
            parts["coach"] = self._coach()
        parts["end"] = (
            ending(live, self.seat, self.reader, own=bool(self.seats)) if live.outcome else ""
        )
        return parts

    def _coach(self, upto: int | None = None) -> str:
        """Draw what a lesson has to say of what is new to the page; `upto`: more is to come."""
        live = self.live
        play, (events, answers) = live.play, live.before
        notes = notes_for(play, max(events, self.told), answers, upto)
        strayed = upto is None and has_strayed(play)
        advice = advised(play) if upto is None else None
        shared: Any = live.drawing.shared
        return str(shared.coach(notes, strayed, advice or "", upto is not None))

    def _waiting(self) -> str:
        """Draw who is asked, as far as that may be known, or has to take the screen first."""
        live = self.live
        question = live.question
        known = knows(live, self.seat)
        if question is None or not (self.is_covered or self.is_passed_on):
            return self.drawing.prompt(question, waiting=True, known=known)
        asked = live.asked_of(self.roles)
        shared: Any = live.drawing.shared
        if self.is_passed_on and asked:
            return str(shared.pass_on(live.name_of(asked)))
        choices = live.drawing.choices(question) if asked else ()
        passes = [choice for choice in choices if choice.answer in live.game.passes]
        return str(
            shared.cover(
                asked,
                {role: live.name_of(role) for role in map(role_of, self.seats)},
                live.words.prompt(question) if asked and known else "",
                passes if isinstance(question, Decision) else (),
                live.name_of(role_of(self.holder)) if self.holder is not None else "",
            )
        )


def knows(live: Live, seat: Eyes) -> bool:
    """Whether a seat may know what is asked, and of whom."""
    return is_known(live.play, live.question, seat)
