"""What the table on the full screen shows, at the pace that is set, and what it waits for."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.markup import escape
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import WorkType

from undercroft.core.errors import Refused
from undercroft.core.records.journal import Journal
from undercroft.protocol import QuestionShown
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.key_bar import KeyBar
from undercroft.terminal.app.settings import Settings
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.heading import Heading
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.side_pages import (
    PAGES,
    Aside,
    bars,
    in_paragraphs,
    log_of_table,
)
from undercroft.terminal.app.themes import inks
from undercroft.terminal.client import PAUSES, Client, Coaching, LineLost, Parting
from undercroft.terminal.telling import (
    asked_of,
    chances_told,
    ending_shown,
    marked,
    outcome_shown,
    player,
)
from undercroft.terminal.words import say

T = TypeVar("T")
PARTS: Final = 12  # in which the chances to win grow sharper, while one looks


class TableShown(Screen[Parting | Client]):
    """Shows what a client shows. It ends with what there is to say, or with a rematch's client."""

    AUTO_FOCUS = ""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client
        self._put: QuestionShown | None = None  # the question that stands on the screen
        self._log: Sequence[str] = ()  # as it was then
        self._idle: str | None = None  # why none stands there
        self._listening: set[str] = set()  # what it is waiting for, by kind
        self._landing: Timer | None = None
        self._fetched: dict[str, RenderableType] = {}  # pages, as far as they were asked for
        self._saying = False  # what is typed is said, and no answer
        self._over = False  # its end was shown
        self.won: Journal | None = None  # how its deal could have been won

    def compose(self) -> ComposeResult:
        """A heading, the table with what lies beside it, the question, the keys."""
        yield Heading(self.client)
        with Container(id="middle"):
            yield Board(self.client.game, id="board")
            yield Aside([page for page in PAGES if page != "talk" or self.client.chat], id="aside")
        yield Asking(id="asking")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin."""
        self.asking.wait("")
        self.aside.fill(
            {
                "log": self.log_page,
                "story": lambda: self._fetched.get("story", "…"),
                "odds": lambda: self._fetched.get("odds", "…"),
                "talk": self.talk_page,
            }
        )
        self.go_on()

    @property
    def asking(self) -> Asking:
        """Where the question stands."""
        return self.query_one(Asking)

    @property
    def aside(self) -> Aside:
        """What lies beside the table."""
        return self.query_one(Aside)

    @property
    def settings(self) -> Settings:
        """What the person has set."""
        settings: Settings = self.app.settings  # type: ignore[attr-defined]  # ours has them
        return settings

    @property
    def asked(self) -> QuestionShown | None:
        """The open question, if it stands on the screen before the person who is to answer it."""
        return None if self.is_landing else asked_of(self.client.shown)

    def beside(self, work: WorkType[None], kind: str = "") -> None:
        """Begin something beside the screen; what was begun of its kind before is dropped."""
        self.run_worker(work, exclusive=bool(kind), group=kind or "any")

    # -- what comes by itself ---------------------------------------------------------------------

    def listen(self) -> None:
        """Wait, beside the screen, for all that may come: a bot's choice, or a server's news."""
        for kind, wait in self.client.waits().items():
            if kind not in self._listening:
                self._listening.add(kind)
                self.beside(partial(self.await_one, kind, wait))

    async def await_one(self, kind: str, wait: Callable[[], object]) -> None:
        """Wait for one thing, and show it; what was refused once is not asked for again."""
        heading, thinker = self.query_one(Heading), self.client.thinker
        heading.thinks(thinker)
        found = await self.keep_trying(wait, aloud=kind != "talk" and kind != "call")
        if found is None or not self.is_attached:
            return
        self._listening.discard(kind)
        if self.client.thinker == thinker:
            heading.thinks(None)
        try:
            self.client.take(kind, found[0])
        except Refused as error:
            self.idle(say("table.refused", why=error))
            return
        if self.is_landing:  # what the person did is still on its way; this comes after it
            self.listen()
        else:
            self.go_on()

    async def keep_trying(self, action: Callable[[], T], *, aloud: bool = True) -> tuple[T] | None:
        """Do something beside the screen; while the connection is lost, say so, and try again."""
        heading, tried = self.query_one(Heading), 0
        while self.is_attached:
            try:
                result = await in_background(action)
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                if aloud:
                    heading.lost(say("table.lost-for-now", why=error, pause=pause))
                await asyncio.sleep(pause)
            except Refused as error:
                if aloud and self.is_attached:
                    heading.lost("")
                    self.asking.note(f"{error}.", "error")
                return None
            else:
                if aloud:
                    heading.lost("")
                return (result,)
        return None

    # -- what is shown ----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show what is new, at its pace, while a bot may already think."""
        if not self.is_attached:
            return
        self._stop_landing()
        self.listen()
        if self.client.is_behind and self.settings.pace:
            self.asking.hold()
            self.land_one()
        else:
            self.land_all()

    def land_one(self) -> None:
        """Show the next card."""
        self._landing = None
        self.client.step()
        if self.client.is_behind:
            self.redraw()
            self._landing = self.set_timer(self.settings.pace, self.land_one)
        else:
            self.land_all()

    def land_all(self) -> None:
        """Show all there is, and put the question."""
        self._stop_landing()
        self.client.catch_up()
        self.client.settle()
        self.redraw()
        self.ask()

    @property
    def is_landing(self) -> bool:
        """Whether cards are still to be shown."""
        return self._landing is not None

    def _stop_landing(self) -> None:
        if self._landing is not None:
            self._landing.stop()
            self._landing = None

    def redraw(self) -> None:
        """Draw what is shown now."""
        view, board = self.client.view, self.query_one(Board)
        if view is None:
            board.show_text(self.client.table)
        else:
            board.show(view, self.client.words)
        self.call_after_refresh(self.fit)
        self.show_page()
        self.query_one(Heading).refresh()

    def fit(self) -> None:
        """Share the room out: what the table leaves empty is for the options."""
        self.asking.fit(self.query_one(Board).spare)

    def on_board_moved(self) -> None:
        """Say where the table goes on, when it does."""
        more = self.query_one(Board).has_more
        self.aside.border_title = escape(say("table.more-below")) if more else ""

    def ask(self) -> None:
        """Put the question, or say why there is none; then what else is new."""
        shown, question = self.client.shown, asked_of(self.client.shown)
        typed = self.asking.half_typed if self._saying else None
        coach = self.client.coach() or Coaching((), None)
        self.asking.coach(coach.lines)
        if question is None:
            self.idle(self.why_idle())
        elif question != self._put or shown.log != self._log:
            self.put(question, coach.advised)
        self._put, self._log = question, shown.log
        if typed is not None:  # a line half typed is not to be lost to what others do
            self.asking.open_line(*typed)
        if said := self.client.notices():
            self.asking.note(" ".join(said))
        if self._over != (shown.outcome is not None):
            self._over = not self._over
            self.won = None
            self.refresh_bindings()
            if self._over:
                self.beside(self.look_for_win, "win")
            if self._over and shown.options.get("chronicle") != "off":
                self.turn_to("story")

    async def look_for_win(self) -> None:
        """Find out, beside the screen, whether a deal that was lost could have been won."""
        found = await in_background(partial(self.client.winning, build=True))
        if found is not None and self.is_attached and self._over:
            self.won = found
            self.refresh_bindings()
            self.asking.note(say("table.could-be-won"))

    def put(self, question: QuestionShown, advised: str | None = None) -> None:
        """Put a question; what the coach of a lesson advises is marked."""
        self._idle = None
        due = self.client.shown.due
        left = f"  {say('table.time-left', seconds=due)}" if due is not None else ""
        prompt = Text.assemble(question.prompt, (f"  {question.clause}{left}", "dim"))
        self.asking.offer(prompt, [(it.text, it.answer) for it in marked(question, advised)])
        answers = [option.answer for option in question.options]
        if advised in answers:
            self.asking.point_at(answers.index(advised))
        self.open_for_fate()

    def idle(self, text: str) -> None:
        """Say why there is no question, once: a note beside it stays."""
        if text != self._idle or self.asking.has_class("-held"):
            self._idle = text
            self.asking.wait(text)

    def why_idle(self) -> str:
        """Say who gets the screen, how the game ended, or whose turn it is."""
        client, shown, handover = self.client, self.client.shown, self.client.handover
        if handover is not None and handover.covered:
            return say("table.next", name=player(handover.seat))
        if handover is not None:
            return say("plain.pass-on")
        if shown.outcome is not None:
            seed = f" {say('outcome.seed', seed=shown.seed)}" if shown.seed else ""
            outcome = f"{outcome_shown(client.words, shown)}{seed}"
            return "\n".join([*ending_shown(shown), outcome, client.closing("a")])
        links = [line for line in client.company() if line.startswith(" ")]
        return "\n".join([client.waiting, *links])

    def open_for_fate(self) -> None:
        """Keep the line open for what real cards show."""
        if self.asked is not None and not self.asked.options:
            self.asking.open_line(self.client.real_cards)

    # -- what lies beside the table ---------------------------------------------------------------

    def show_page(self) -> None:
        """Draw the page that is looked at; what only a server knows comes when it comes."""
        page, chat = self.aside.page, self.client.chat
        if page in ("story", "odds"):
            if self.client.is_online:
                self.beside(partial(self.fetch, page), "page")
            else:
                self._fetched[page] = self.page(page)
            if page == "odds" and self.asked is not None:
                self.beside(self.sharpen, "chances")
        if chat is not None:
            chat.unread = 0 if page == "talk" else chat.unread
            self.aside.mark(
                "talk", f" {say('pages.new', count=chat.unread)}" if chat.unread else ""
            )
        self.aside.draw()

    async def fetch(self, page: str) -> None:
        """Ask the server for a page."""
        made = await self.keep_trying(partial(self.page, page))
        if made is not None and self.is_attached:
            self._fetched[page] = made[0]
            self.aside.draw()

    async def sharpen(self) -> None:
        """Imagine games for as long as the odds are looked at, and show the chances to win."""
        question, total = self.asked, None
        for part in range(PARTS):
            if not self.is_attached or self.asked != question or self.aside.page != "odds":
                return
            made = await self.keep_trying(self.client.chances(part), aloud=False)
            if made is None or made[0] is None or self.asked != question:
                return
            total = made[0] if total is None else total.plus(made[0])
            lines = Text("\n".join(chances_told(total)))
            self._fetched["odds"] = Group(lines, Text(), self.page("odds"))
            self.aside.draw()

    def page(self, page: str) -> RenderableType:
        """Make a page: the story so far, or the odds."""
        try:
            if page == "story":
                return in_paragraphs(self.client.story())
            return bars(self.client.odds(), inks(self.app.theme))
        except Refused as error:
            return Text(f"{error}.")

    def log_page(self) -> Text:
        """The log, what is new in it set off."""
        return log_of_table(self.client.shown, self.client.fresh)

    def talk_page(self) -> Text:
        """What was said."""
        lines = self.client.chat.lines if self.client.chat else []
        said = [Text.assemble((line.name, "bold"), f"  {line.text}") for line in lines]
        return Text("\n").join(said or [Text(say("table.no-talk-here"))])

    def turn_to(self, page: str) -> None:
        """Show a page beside the table."""
        self.aside.page = page
        for name in PAGES:
            self.set_class(name == page, f"-{name}")
        self.remove_class("-alone")
        self.show_page()

    def on_resize(self, _: events.Resize) -> None:
        """Keep the newest line of the log in sight."""
        self.aside.draw()
        self.call_after_refresh(self.fit)
