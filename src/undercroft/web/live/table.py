"""Live plays: stored entries made into a Play, answered, and watched moment by moment."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

import structlog

from undercroft.core.errors import Refused, StaleAnswer
from undercroft.core.game import Advice, Game, Outcome
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Question, read_answer
from undercroft.core.records.entries import (
    Answered,
    Consent,
    Entry,
    Folded,
    GivenUp,
    Redone,
    StepBack,
    Undone,
    UndoRefused,
    UndoRequest,
    fold,
    is_persons,
    last_given,
)
from undercroft.core.records.journal import Journal, match
from undercroft.core.seats import FATE, Eyes, role_of, seat_of
from undercroft.storage.endings import Ended, noted
from undercroft.storage.journals import Journals, Record, Seat, Stored
from undercroft.web.live.clock import since, steadied, steady
from undercroft.web.live.people.names import NamedSeats
from undercroft.web.live.people.passes import Passes
from undercroft.web.live.people.seating import same_people
from undercroft.web.live.records import fates_of, game_of, journal_of
from undercroft.web.live.standing import Standing
from undercroft.web.live.viewing.entry_numbers import Numbers, Unseen
from undercroft.web.live.viewing.moments import Moment, Viewer, Watcher, watch
from undercroft.web.words import say

log = structlog.get_logger("undercroft.web")

SEEN: Final = 90_000  # milliseconds for which somebody seen at another server is still there


class Thinker(Protocol):
    """Answers a play's open decision for a bot, by its name, and says why."""

    def __call__(
        self, bot: str, record: Record, play: Play, *, or_random: bool = True
    ) -> Awaitable[Advice]:
        """Answer; where the bot cannot, at random, if that will do."""


async def nobody_thinks(bot: str, record: Record, play: Play, *, or_random: bool = True) -> Advice:
    """Refuse to answer for a bot."""
    raise Refused(say("table-error.no-thinker", bot=bot))


class NotYours(Refused):
    """The question is another's to answer."""


class Live(NamedSeats):
    """A play in memory. The database has the truth: this can be made anew from it at any time.

    Whatever is asked of it is read from its standing: what is stored, never what a move that is
    under way has changed. What may be refused is refused before a move waits for its turn: else
    the wait would tell that a bot is being asked.
    """

    standing: Standing  # what is shown
    watcher: Watcher
    _draft: Standing  # what a move changes; between moves it is what is shown

    def __init__(
        self,
        stored: Stored,
        think: Thinker = nobody_thinks,
        game: Game[Any, Any] | None = None,
    ) -> None:
        seats = steadied(stored.seats)
        super().__init__(stored.record, seats, game or game_of(stored.record))
        self.think = think
        self.entries = stored.entries
        seen = [seat.seen or 0 for seat in stored.seats.values()] if not stored.entries else []
        self.since = since(max(stored.since, *seen, 0))  # when the open question was asked
        self.laid = since(stored.record.created)
        self.passes = Passes()
        self.fates = fates_of(self.record)
        self.lock = asyncio.Lock()
        self.connections: set[Viewer] = set()
        self.is_shared = False  # other servers may serve it, too
        self.broken = False  # memory and database may differ: make it anew
        self._is_reseated = False  # while a move was under way
        self._begin(self.fold())
        self.standing = self._draft
        self.numbers = Numbers().after(self.entries, self.play.number, self._unseen.by)

    # -- what is known ----------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        """The play, as far as it is stored."""
        return self.standing.play

    @property
    def before(self) -> tuple[int, int]:
        """How many events and answers there were as the last answer was given."""
        return self.standing.before

    @property
    def practice(self) -> bool:
        """Whether luck was known beforehand, so that it counts for nothing."""
        return self.standing.practice

    @property
    def given_up(self) -> bool:
        """Whether it was left for good."""
        return self.standing.given_up

    @property
    def can_undo(self) -> bool:
        """Whether there is an answer to undo."""
        return self.standing.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone answer."""
        return self.standing.can_redo

    @property
    def undo_request(self) -> UndoRequest | None:
        """A seat's request to undo its last answer."""
        return self.standing.undo_request

    @property
    def is_moving(self) -> bool:
        """Whether a move is under way: memory is ahead of what is stored and shown."""
        return self.standing is not self._draft

    @property
    def at(self) -> int:
        """The number that the next entry will be stored with."""
        return len(self.entries)

    def number(self, roles: Collection[str]) -> int:
        """Give the number of the next entry, for a viewer with these roles."""
        return self.numbers.to(roles)

    @property
    def question(self) -> Question[Any] | None:
        """What is open. Nothing, while a seat is free."""
        return self._question_in(self.standing)

    def _question_in(self, standing: Standing) -> Question[Any] | None:
        return None if standing.given_up or self.waits else standing.play.question

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; one that was given up is worth nothing (R-43 of Tomb)."""
        return self._outcome_in(self.standing)

    def _outcome_in(self, standing: Standing) -> Outcome | None:
        if standing.given_up:
            return Outcome("abandoned", (), (0,) * self.record.seats)
        return standing.play.outcome

    @property
    def ended(self) -> Ended | None:
        """What is to be stored with a move, once the play is over."""
        draft = self._draft
        outcome = self._outcome_in(draft)
        if outcome is None:
            return None
        chips = self.game.stakes(draft.play.events) if self.game.stakes else ()
        return Ended(outcome.name, outcome.scores, outcome.winners, draft.practice, chips)

    def fold(self) -> Folded:
        """Say what the entries come to."""
        return self._fold(self.entries)

    def _fold(self, entries: Iterable[Entry]) -> Folded:
        return fold(entries, fates_given=self.fates is None, persons=self.persons)

    @property
    def is_open(self) -> bool:
        """Whether all that was answered may be told: nobody has a hand to hide, or it is over."""
        return self.record.seats == 1 or self.outcome is not None

    @property
    def asked(self) -> str | None:
        """The role that the open question is for."""
        question = self.question
        if isinstance(question, Decision):
            return role_of(question.seat)
        if isinstance(question, Fate):
            return "P1" if self.record.fate == "real-cards" else FATE
        return None

    @property
    def here(self) -> set[str]:
        """The roles of those who watch, at this server or another."""
        here = {role for connection in self.connections for role in connection.roles}
        if self.is_shared:
            lately = steady() - SEEN
            seen = {role: seat.seen for role, seat in self.seats.items()}
            here |= {role for role, at in seen.items() if at is not None and at > lately}
        return here

    def asked_of(self, roles: Collection[str]) -> str | None:
        """Of some roles, the one that the open question is for."""
        asked = self.asked
        return asked if asked in roles else None

    @property
    def journal(self) -> Journal:
        """The play as it is downloaded. The seed is told when the play is over."""
        if not self.is_open:
            raise NotYours(say("table-error.hands"))
        over = self.outcome is not None
        return journal_of(self.record, self.game.variant, self.play.entries, over=over)

    def missed(self, number: int, seat: Eyes) -> tuple[int, list[Moment]] | None:
        """Give the events told up to an entry, and the moments since it, to a seat's eyes.

        `None` if something was undone in between, or the play given up.
        """
        roles = [] if seat is None else [role_of(seat)]
        before = self.numbers.answers_at(number, roles, self.entries)
        if before is None:
            return None
        if number == self.number(roles):
            return len(self.play.events), []
        beats, answers = self.drawing.beats, self.play.entries
        all_moments = watch(self.game, self.record, answers, beats, seat).moments
        told = [moment.told for moment in all_moments if moment.answers <= before]
        return max(told, default=0), [m for m in all_moments if m.answers > before]

    # -- what is done -----------------------------------------------------------------------------

    async def answer(
        self, journals: Journals, roles: Collection[str], given: str, number: int
    ) -> None:
        """Answer the open question. Back when the answer is durable and everybody has been told."""
        if self.lock.locked():
            self._check_answer(number, roles, given)
        async with self.lock:
            await self._take(journals, self._check_answer(number, roles, given))

    def _check_answer(self, number: int, roles: Collection[str], given: str) -> object:
        """Return what an answer chooses, if it may be given."""
        self.check(number, roles)
        question = self.question
        if question is None:
            raise StaleAnswer(say("table-error.over"))
        if self.asked not in roles:
            raise NotYours(say("table-error.not-asked"))
        return read_answer(question, given)

    async def hurry(self, journals: Journals, bot: str, at: int) -> None:
        """Let a bot answer the open decision, instead of the player who is asked."""
        self._check_hurry(at)
        async with self.lock:
            question = self._check_hurry(at)
            advice = await self.think(bot, self.record, self.play)
            await self._take(journals, read_answer(question, advice.answer))

    def _check_hurry(self, at: int) -> Decision[Any]:
        question = self.question
        if at != self.at or self.broken or not isinstance(question, Decision):
            raise StaleAnswer(say("table-error.gone-on"))
        return question

    async def _take(self, journals: Journals, choice: object) -> None:
        entries, request = list[Entry](), self.undo_request
        if request and self.asked != role_of(request.seat):
            entries.append(UndoRefused(seat_of(self.asked)))  # to go on is to refuse
        self._look()
        with self._moving() as draft:
            play = draft.play
            draft.before = (len(play.events), first := play.number)
            self._unseen.answer(play, choice)
            entries += await self._go_on(first)
            draft.can_undo, draft.can_redo, draft.undo_request = True, False, None
            moments = await self._settle(journals, entries)
        self._show(moments)
        if self._is_reseated:
            await self._move_on(journals)

    @contextmanager
    def _moving(self) -> Iterator[Standing]:
        """Change the draft; what was stored is shown until that is, too.

        If it fails, memory is not to be trusted: the table is made anew from what is stored.
        """
        shown = self.standing = self._draft.held()
        try:
            yield self._draft
        except BaseException:
            self.broken = True
            raise
        self.standing = self._draft
        shown.let_go()

    async def undo(
        self, journals: Journals, roles: Collection[str], number: int, *, redo: bool
    ) -> None:
        """Take the last answer back, or give it back."""
        self._check_undo(roles, number, redo=redo)
        async with self.lock:
            self._check_undo(roles, number, redo=redo)
            over = self.outcome is not None
            await self.rewind(
                journals, Redone() if redo else Undone(of_end=over, steps=self._steps_back())
            )

    def _check_undo(self, roles: Collection[str], number: int, *, redo: bool) -> None:
        self.check(number, roles)
        if not self.is_alone(roles):
            raise NotYours(say("table-error.undo-alone"))
        if not (self.can_redo if redo else self.can_undo):
            raise StaleAnswer(say(f"table-error.nothing-to-{'redo' if redo else 'undo'}"))

    def passed(self) -> list[bool]:
        """Say of each answer whether it was a pass given by itself, or would be now."""
        answers, passed = self.play.entries, list[bool]()
        journal = journal_of(self.record, self.game.variant, answers, over=False)
        play = Play(self.game, journal.options, journal.seats)
        for answered in answers:
            question = play.question
            if isinstance(question, Decision):
                given = self.passes.of(question, self.game, ask=False)
                passed.append(given == answered.answer and question.seat in self.persons)
            else:
                passed.append(False)
            play.answer(match(question, answered))
        return passed

    def _steps_back(self) -> int:
        """Count what one undo takes back: the last real answer, and the passes after it."""
        by_hand, steps = self.fates is None, 0
        for answered, passed in zip(self.play.entries, self.passed(), strict=True):
            if by_hand or is_persons(answered, self.persons):
                steps = steps + 1 if passed else 1
        return max(steps, 1)

    async def note(self, journals: Journals, entry: Consent) -> None:
        """Store an entry that changes nothing on the table."""
        await self._store(journals, [entry])
        self._draft.undo_request = self.fold().request
        self._greet()

    async def rewind(self, journals: Journals, *entries: Entry) -> None:
        """Store entries that change what has been answered, and show how it stands."""
        self._begin(self._fold([*self.entries, *entries]))
        await self._store(journals, [*entries])
        self.standing = self._draft
        self._show(None)
        if self._is_reseated:
            await self._move_on(journals)

    async def give_up(self, journals: Journals, roles: Collection[str]) -> None:
        """Leave the table for good, whatever is open; a play that is over stays as it is."""
        self._check_give_up(roles)
        async with self.lock:
            self._check_give_up(roles)
            if not (self.broken or self.outcome):
                await self.rewind(journals, GivenUp())

    def _check_give_up(self, roles: Collection[str]) -> None:
        closes = self.waits and self.guests == self.guests_of(roles)  # nobody else has come
        if not (closes or self.is_alone(roles)):
            raise NotYours(say("table-error.give-up-alone"))

    async def sit_down(self, journals: Journals, seats: dict[str, Seat]) -> None:
        """Let others have the seats; go on, if no seat is free any more, or a bot is asked.

        A move that is under way goes on with them: nobody has to wait for it.
        """
        if self.is_moving:
            self.reseat(seats)
            self._is_reseated = True
            self._greet()
            return
        async with self.lock:
            waited, names = self.waits, self.names
            self.reseat(seats)
            if waited and not self.waits:
                self.since = steady()
            moved = await self._move_on(journals)
            if not moved and names != self.names and not self.waits:
                self._show([])  # the table speaks of somebody by another name
        self._greet()

    async def _move_on(self, journals: Journals) -> bool:
        """Let fate and bots answer, if they are asked."""
        self._is_reseated = False
        self._look()
        moments: list[Moment] | None = None
        with self._moving() as draft:
            if entries := await self._go_on(draft.play.number):
                moments = await self._settle(journals, entries)
        if moments is not None:
            self._show(moments)
        again = self._is_reseated and await self._move_on(journals)
        return again or moments is not None

    async def start(self) -> None:
        """Let fate and bots answer what they can before anybody is asked."""
        self._add(await self._go_on(self.play.number))

    async def catch_up(self, journals: Journals) -> None:
        """See that a play just loaded waits for a person: a bot may have been cut short."""
        if entries := await self._go_on(self.play.number):
            await self._store(journals, entries)

    def _look(self) -> None:
        """Begin to keep what viewers see."""
        self.watcher.moments.clear()
        self.watcher.eyes = {connection.seat for connection in self.connections}

    async def _settle(self, journals: Journals, entries: Sequence[Entry]) -> list[Moment]:
        """Store what was answered; return what there was to see."""
        self.watcher.settle()
        moments = self.watcher.moments[:]
        await self._store(journals, entries)
        return moments

    def _show(self, moments: Sequence[Moment] | None) -> None:
        self.tell(self.connections, lambda viewer: viewer.show(moments))

    def _greet(self) -> None:
        self.tell(self.connections, lambda viewer: viewer.greet())

    def tell(self, viewers: Iterable[Viewer], news: Callable[[Viewer], None]) -> None:
        """Tell viewers something. One that fails goes; it is nobody else's error."""
        for viewer in tuple(viewers):
            try:
                news(viewer)
            except Exception as error:
                log.error("bug", play=self.record.id, roles=viewer.roles, exc_info=error)
                self.connections.discard(viewer)
                viewer.dismiss(for_good=False)

    async def hear(self, journals: Journals) -> None:
        """Take in what other servers have added, and show it."""
        async with self.lock:  # what this server is writing counts as known
            stored = await asyncio.to_thread(journals.load, self.record.id, self.at)
            if stored is None or self.broken:
                self.broken = True
            else:
                try:
                    self._follow(stored)
                    if self._passes_now():
                        await self._move_on(journals)
                except BaseException:
                    self.broken = True
                    raise

    def _passes_now(self) -> bool:
        """Whether another server has asked a person who lets the question pass here."""
        question = self.question
        if not isinstance(question, Decision) or self.bot_of(role_of(question.seat)):
            return False
        return self.passes.of(question, self.game, ask=False) is not None

    def _follow(self, stored: Stored) -> None:
        self.record = stored.record
        if news := stored.entries:
            self.since = max(self.since, since(stored.since))
        here, people, names = self.here, self.seats, self.names
        self.reseat(steadied(stored.seats))
        if names != self.names and not self.waits:
            self._show([])
        if here != self.here or not same_people(people, self.seats):
            self._greet()
        if news:
            moments = self._repeat(news)
            self._add(news)
            self._show(moments)

    def _repeat(self, news: Sequence[Entry]) -> list[Moment] | None:
        """Give answers that are stored already; none to be seen, if something was undone."""
        folded = self._fold([*self.entries, *news])
        if any(isinstance(entry, StepBack) for entry in news):
            self._begin(folded)
            self.standing = self._draft
            return None
        self._look()
        self._give_again([entry for entry in news if isinstance(entry, Answered)])
        draft = self._draft
        draft.can_undo, draft.can_redo = folded.can_undo, bool(folded.undone)
        draft.undo_request = folded.request
        self.watcher.settle()
        return self.watcher.moments[:]

    def check(self, number: int, roles: Collection[str]) -> None:
        """Refuse what was meant for another entry, as a viewer with these roles counts them."""
        if self.broken:
            raise StaleAnswer(say("table-error.reloaded"))
        if number != (at := self.number(roles)):
            raise StaleAnswer(say("table-error.stale", number=number, at=at))

    async def _store(self, journals: Journals, entries: Sequence[Entry]) -> None:
        """Make it durable. If that fails, what is in memory is wrong and must go."""
        ended = self.ended  # what the draft has come to
        reopened = self.record.outcome is not None and not ended
        try:
            await journals.append(self.record.id, self.at, entries, ended, reopened)
        except BaseException:
            self.broken = True
            raise
        self._add(entries)
        if not isinstance(entries[-1], Consent):  # to ask for an undo wins nobody time
            self.since = steady()
        if ended or reopened:
            self.record = self.record._replace(**noted(ended))

    def _add(self, entries: Sequence[Entry]) -> None:
        """Count entries in that are stored, or about to be with the play itself."""
        self.entries += entries
        self.numbers = self.numbers.after(entries, self._draft.play.number, self._unseen.by)

    def _begin(self, folded: Folded) -> None:
        answers = folded.answers
        journal = journal_of(self.record, self.game.variant, answers, over=False)
        journal.check(self.game)
        play = Play(self.game, journal.options, journal.seats)
        self._draft = Standing(
            play,
            before=(len(play.events), 0),
            practice=folded.practice or self.record.kind == "practice",
            given_up=folded.given_up,
            can_undo=folded.can_undo,
            can_redo=bool(folded.undone),
            undo_request=folded.request,
        )
        self._unseen = Unseen()
        self._give_again(answers)
        self.watcher = Watcher(play, self.drawing.beats)

    def _give_again(self, answers: Sequence[Answered]) -> None:
        """Give answers that are stored already, fate's too: it answers what comes after them."""
        draft, by_hand = self._draft, self.fates is None
        play = draft.play
        play.fates = None
        last = last_given(answers, by_hand, self.persons)
        for number, answered in enumerate(answers):
            if number == last:
                draft.before = (len(play.events), play.number)
            follows = not by_hand and isinstance(play.question, Fate)
            self._unseen.answer(play, match(play.question, answered), follows=follows)
        play.fates = self.fates

    async def _go_on(self, first: int) -> list[Answered]:
        """Let fate and bots answer, until a person has to; give all answers from a number on.

        What a person lets pass is passed here, in the same breath: others see what they would if
        nobody had been asked.
        """
        draft = self._draft
        play = draft.play
        if self._question_in(draft) is not None:
            play.meet_fate()
        while isinstance(question := self._question_in(draft), Decision):
            bot = self.bot_of(role_of(question.seat))
            given = self.passes.of(question, self.game) if bot is None else None
            if bot is None and given is None:
                break
            if given is None:
                given = (await self.think(str(bot), self.record, play)).answer
            self._unseen.answer(play, read_answer(question, given))
        return play.entries_from(first)
