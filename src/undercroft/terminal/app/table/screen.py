"""The table: one play, from the open question to its end or until somebody leaves."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from undercroft.core.errors import Refused
from undercroft.core.questions import Decision
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.pages import clause_page, help_page
from undercroft.terminal.app.table import side_pages as aside
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.cover import Cover
from undercroft.terminal.app.table.heading import Heading
from undercroft.terminal.app.table.keys import COMMANDS, KEYS
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.showing import ShownPlay
from undercroft.terminal.app.table.side_pages import Aside
from undercroft.terminal.local.parting import Parting, finished, saved
from undercroft.terminal.local.recorded_game import NotKept, Sitting
from undercroft.terminal.telling import outcome_of, player, taken_back
from undercroft.terminal.typed import read_typed


class TableScreen(ShownPlay):
    """One play, and whoever answers its questions."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    def __init__(self, sitting: Sitting, *, fresh: bool, note: str = "", heard: int = 0) -> None:
        super().__init__(sitting, fresh=fresh, heard=heard)
        self._note = note
        self._heards: dict[int, int] = {}  # events that each seat was shown before its last answer
        self._changes = 0  # counts answers given and taken back: what bots thought before is stale

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(Asking).wait("")
        self.query_one(Aside).fill({"log": self.log_page, "story": self.story, "odds": self.odds})
        self.go_on()

    # -- asking -----------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show what is new, at its pace, while a bot may already think."""
        self._stop_landing()
        self.chair.mind(hidden=self.sitting.has_secrets)
        question = self.play.question
        if isinstance(question, Decision) and self.sitting.party.plays(question):
            self.run_worker(self.let_bot_think(), exclusive=False)
        if self.trail.is_behind and self.settings.pace:
            self.query_one(Asking).hold()
            self.land_one()
        else:
            self.land_all()

    def settle(self) -> None:
        """All is shown: put the question, cover the table, wait for a bot, or close."""
        asking, question = self.query_one(Asking), self.play.question
        seat = self.chair.due(question)
        if seat is not None:
            self.turn_to(seat)
        elif question is None:
            self.end()
        elif isinstance(question, Decision) and self.sitting.party.plays(question):
            asking.wait(f"{self.thinker(question, 'Somebody')} is thinking …")
        else:
            asking.put(self.play, question)
        if self._note:
            asking.note(self._note)
            self._note = ""
        self.query_one(Aside).draw()

    def thinker(self, question: Decision[object], unnamed: str) -> str:
        """Name the bot that is asked; nobody may know whom a secret question is for."""
        name = self.sitting.party.names[question.seat]
        known = question.is_known_to(self.here) or self.sitting.is_unattended
        return f"{player(question.seat)}, the bot {name!r}," if known else unnamed

    def turn_to(self, seat: int) -> None:
        """Turn the screen to another person; where hands are hidden, cover it first."""
        if not self.sitting.has_secrets:
            self.sit_down(seat, alone=False)
            return
        self.next_seat = seat
        self.query_one(Asking).wait(f"{player(seat)} is next. Enter covers the table.")

    def sit_down(self, seat: int, *, alone: bool) -> None:
        """Show the table as another person may see it."""
        self.chair.sit_down(seat, alone=alone)
        self.next_seat = None
        self._heard = min(self._heards.get(seat, 0), self.seen)
        self.redraw()
        if self.chair.is_up(self.play.question):
            self.pass_on()
        else:
            self.is_passing = True
            asking = self.query_one(Asking)
            asking.wait("Nothing is asked of you now. Enter passes the table on.")

    def pass_on(self) -> None:
        """Let the screen go round; when it has, show what came of it."""
        self.is_passing = False
        if self.chair.goes_round or not self.trail.is_behind:
            self.settle()
        else:
            self.go_on()

    def end(self) -> None:
        """Say how it came out; the last answer can still be taken back."""
        said = f"Outcome: {outcome_of(self.play)}."
        if self.sitting.seed is not None:
            said += f" Seed: {self.sitting.seed}."
        self.query_one(Asking).wait(f"{said}\nEnter closes the play, u takes the last answer back.")
        tells = self.play.options.given().get("chronicle") != "off"
        if tells and self.query_one(Aside).page != "story":
            self.action_page("story")

    # -- answering --------------------------------------------------------------------------------

    def answer(self, choice: object) -> None:
        """Answer the open question: first to the disk, then to the screen."""
        question = self.play.question
        heard = self.seen
        self.sitting.answer(choice)
        self._changes += 1
        self._heard = heard
        if isinstance(question, Decision):
            self._heards[question.seat] = heard
        self.pass_on()

    def refused(self, action: Callable[[], object]) -> bool:
        """Do something; what cannot be done is refused in a line. True: it was."""
        try:
            action()
        except Refused as error:
            self.query_one(Asking).note(f"{error}.", "error")
            return True
        return False

    async def let_bot_think(self) -> None:
        """Let a bot choose, beside the screen; undo may overtake it."""
        changes, twin = self._changes, self.play.fork()
        question = twin.question
        assert isinstance(question, Decision)  # noqa: S101 (it is the open one)
        party = self.sitting.party
        heading = self.query_one(Heading)
        known = question.is_known_to(self.here) or self.sitting.is_unattended
        name = party.names[question.seat] if known else "somebody"
        heading.thinks(name, party.budget(question.seat))
        try:
            choice = await in_background(partial(party.decide, twin, question))
        finally:
            if changes == self._changes:
                heading.thinks(None)
        if changes != self._changes or not self.is_attached:
            return
        try:
            self.sitting.answer(choice)
        except NotKept as error:
            self.query_one(Asking).wait(f"{error}. Enter tries again.")
            return
        self._changes += 1
        if self.is_landing:  # what the person did is still on its way; this comes after it
            self.next_bot()
        else:
            self.go_on()

    def next_bot(self) -> None:
        """Let the next bot think while cards still land."""
        if self.sitting.party.plays(self.play.question):
            self.run_worker(self.let_bot_think(), exclusive=False)

    async def let_adviser_think(self) -> None:
        """Ask the adviser, beside the screen."""
        changes, twin = self._changes, self.play.fork()
        question = twin.question
        assert isinstance(question, Decision)  # noqa: S101 (callers have seen to it)
        party = self.sitting.party
        heading = self.query_one(Heading)
        heading.thinks(party.adviser)
        option = await in_background(partial(party.advise, twin, question))
        heading.thinks(None)
        if changes == self._changes and self.is_attached:
            at = [*map(str, question.options)].index(str(option))
            asking = self.query_one(Asking)
            asking.point_at(at)
            asking.note(f"The bot {party.adviser!r} would take {at + 1}, {option}.")

    # -- keys -------------------------------------------------------------------------------------

    def on_asking_picked(self, event: Asking.Picked) -> None:
        """An option was picked."""
        question = self.asked
        if self.is_landing:
            self.land_all()
        elif isinstance(question, Decision):
            self.refused(partial(self.answer, question.options[event.at]))

    def on_asking_typed(self, event: Asking.Typed) -> None:
        """A line was typed: a command or an answer, as at the plain table."""
        question, words = self.asked, event.text.lower().split()
        if isinstance(self.play.question, Decision):
            self.query_one(Asking).close_line()
        match words:
            case []:
                self.action_escape()
            case [word] if word in COMMANDS:
                COMMANDS[word](self)
            case ["?" | "rule" | "rules", clause]:
                self.app.push_screen(clause_page(self.play.game, clause.upper()))
            case _ if question is not None:
                words_of = self.play.game.words
                self.refused(lambda: self.answer(read_typed(question, event.text, words_of)))
            case _:
                self.action_land()

    def action_figure(self, figure: str) -> None:
        """A figure answers; while cards land, it shows the rest of them first."""
        if self.is_landing:
            self.land_all()
        elif isinstance(self.asked, Decision) and self.query_one(Asking).has_options:
            self.query_one(Asking).press(figure)

    def action_land(self) -> None:
        """Show all cards now."""
        if self.is_landing:
            self.land_all()

    def action_take_back(self) -> None:
        """Undo, back to a question that a person answered."""
        undone: list[str | None] = []
        if self.refused(lambda: undone.append(self.sitting.take_back())):
            return
        if undone[0] is None:
            self.query_one(Asking).note("There is nothing to take back.", "error")
            return
        self._note = taken_back(self.sitting, undone[0], self.here)
        self._turned()

    def action_give_back(self) -> None:
        """Redo, forward to a question for a person."""
        given: list[bool] = []
        if self.refused(lambda: given.append(self.sitting.give_back())):
            return
        if not given[0]:
            self.query_one(Asking).note("There is nothing to give back.", "error")
            return
        self._turned()

    def _turned(self) -> None:
        """The play has gone back or forth: show where it is."""
        self._changes += 1
        self.next_seat, self.is_passing = None, False
        self.chair.stop_round()
        self.query_one(Heading).thinks(None)
        self.trail.catch_up()
        self._heard = min(self._heard, self.seen)
        self.go_on()

    def action_hint(self) -> None:
        """Ask for a hint."""
        if self.asked is None:
            self.action_land()
        elif isinstance(self.asked, Decision):
            self.run_worker(self.let_adviser_think(), exclusive=False)
        else:
            self.query_one(Asking).note("This is fate's to decide: type what your table shows.")

    def action_page(self, page: str) -> None:
        """Show the log, the story or the odds."""
        self.query_one(Aside).turn_to(page)
        for name in aside.PAGES:
            self.set_class(self.query_one(Aside).page == name, f"-{name}")
        self.remove_class("-alone")

    def action_leaf(self, by: int) -> None:
        """Scroll what lies beside the table."""
        self.query_one(Aside).leaf_through(by)

    def action_scroll_table(self, by: int) -> None:
        """Scroll the table, where it is larger than its room."""
        self.query_one(Board).scroll_relative(y=by, animate=False)
        self.call_after_refresh(self.point_below)

    def action_alone(self) -> None:
        """Give the table all the room, or take it back."""
        self.toggle_class("-alone")

    def action_type(self) -> None:
        """Open a line to type on."""
        if self.asked is not None:
            self.query_one(Asking).open_line()

    def action_escape(self) -> None:
        """Close the line, or show all cards."""
        if self.is_landing:
            self.land_all()
        elif isinstance(self.play.question, Decision):
            self.query_one(Asking).close_line()

    def action_enter(self) -> None:
        """Go on: show the rest, cover the table, let a bot try again, or close the play."""
        if self.is_landing:
            self.land_all()
        elif self.next_seat is not None:
            self.app.push_screen(Cover(self.next_seat), self.uncovered)
        elif self.is_passing:
            self.pass_on()
        elif self.play.question is None:
            self.part()
        elif self.sitting.party.plays(self.play.question) and not self.query_one(Heading).busy:
            self.go_on()

    def uncovered(self, goes_on: bool | None) -> None:
        """Somebody sat down, or wants to leave."""
        if goes_on and self.next_seat is not None:
            self.sit_down(self.next_seat, alone=True)
        else:
            self.action_leave()

    def action_help(self) -> None:
        """Explain the question, the keys and the game."""
        clause = self.play.game.words.clause(self.asked) if self.asked else None
        self.app.push_screen(help_page(self.play.game, clause))

    # -- leaving ----------------------------------------------------------------------------------

    def action_leave(self) -> None:
        """Leave: all is saved already."""
        self._close(saved(self.sitting))

    def part(self) -> None:
        """The play is over."""
        self._close(finished(self.sitting))

    def _close(self, parting: Parting) -> None:
        self._changes += 1
        self._stop_landing()
        self.sitting.close()
        self.dismiss(parting)
