"""Play: one playing of a game, made of nothing but the answers given so far."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from undercroft.core.errors import JournalMismatch, NotOver, Refused, StaleAnswer
from undercroft.core.events import Event
from undercroft.core.fates import Fates, Seeded, lucky, seal
from undercroft.core.game import Bot, Game, GameOver, Look, Outcome
from undercroft.core.questions import Decision, Fate, Question, Rules, read_answer
from undercroft.core.records.entries import Answered
from undercroft.core.records.journal import Journal, match
from undercroft.core.running.direct import Turn
from undercroft.core.running.looking import Glance
from undercroft.core.running.loop import answered, check_judge, judged, looks_of, run_on
from undercroft.core.running.silence import Silence
from undercroft.core.running.simulating import Simulated, simulate, standings
from undercroft.core.table import Keeper, Table
from undercroft.core.words import say

__all__ = ["HeldPlay", "Play", "Simulated", "simulate", "standings", "verify"]


class Play:
    """One playing of a game.

    `question` is what is open, `None` when the play is over; `answer` answers it. All else - state,
    events, outcome, undo, forks - follows from the answers. `labels` name what they answered.
    """

    question: Question[Any] | None
    outcome: Outcome | None

    def __init__(
        self,
        game: Game[Any, Any],
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        fates: Fates | None = None,
        *,
        preset: str | None = None,
    ) -> None:
        self.game = game
        self.options, self.seats = game.read_options(options or {}, seats, preset)
        self.fates = fates
        self._keeper: Keeper | None = None  # of checkpoints, from the first fork on
        self._undone: list[list[Any]] = []
        self._given: list[int] = []  # where the answers stand that a person gave
        self._start: Table | None = None  # the state as the turn began, or at a checkpoint
        self._is_forked = False  # whether other plays start from there, too
        self._start_over()
        self.meet_fate()

    def __repr__(self) -> str:
        """Show how far it is: `<play of tomb, 12 answers, open: <P1 face: draw, drop:8d>>`."""
        now = f"open: {self.question!r}" if self.question else f"over: {self.outcome!r}"
        return f"<play of {self.game.id}, {self.number} answers, {now}>"

    # -- asking and answering ---------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the open question: how many answers came before it."""
        return len(self._answers)

    def answer(self, given: object, number: int | None = None) -> None:
        """Answer the open question, by an option or by its text.

        A refusal changes nothing. `number`, if given, must be that of the open question.
        """
        question = self.question
        if number is not None and number != self.number:
            raise StaleAnswer(say("answer.stale", given=number, open=self.number))
        if question is None:
            raise StaleAnswer(say("answer.over"))
        choice = read_answer(question, given)
        self._undone.clear()
        self._given.append(len(self._answers))
        self._take(choice)
        self.meet_fate()

    def undo(self) -> list[str]:
        """Take back the last answer that a person gave, and what followed; give the lines undone.

        A seeded fate is met again as it was. Nothing to undo: nothing happens.
        """
        if not self._given or self._imagined:
            return []
        at = self._given[-1]
        lines = self.lines[at:]
        kept, given, undone = self._answers[:at], self._given[:-1], self._answers[at:]
        self._start_over()
        self._feed(kept)
        self._given = given
        self._undone.append(undone)
        return lines

    def redo(self) -> bool:
        """Give back what was undone last. False if there is nothing."""
        if not self._undone:
            return False
        self._given.append(len(self._answers))
        self._feed(self._undone.pop())
        return True

    # -- looking ----------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> Any:
        """Give what a seat may see; `None` is a spectator."""
        return self.game.view(self.state, seat)

    def look(self, seat: int) -> Look[Any]:
        """Give what a bot in that seat may look at."""
        return _Look(self, seat)

    def has_secrets(self, seat: int) -> bool:
        """Whether a seat sees, or was told, more than a spectator."""
        seen, bare = self.view(seat), self.view(None)
        fields = [name for name in seen.__struct_fields__ if name != "seat"]  # who looks
        return any(getattr(seen, name) != getattr(bare, name) for name in fields) or any(
            event.to for event in self.events_for(seat)
        )

    def events_for(self, seat: int | None) -> list[Event]:
        """Give what a seat (or a spectator) has been told."""
        return [event for event in self.events if event.is_for(seat)]

    @property
    def entries(self) -> list[Answered]:
        """The answers so far."""
        return self.entries_from(0)

    def entries_from(self, number: int) -> list[Answered]:
        """Give the answers from a number on."""
        given = zip(self.labels[number:], self._answers[number:], strict=True)
        return [Answered(label, str(answer)) for label, answer in given]

    @property
    def lines(self) -> list[str]:
        """The answers so far, in the notation of the journal."""
        return [*map(str, self.entries)]

    @property
    def journal(self) -> Journal:
        """The play as a journal. A sealed seed is opened when the play is over."""
        seed = self.fates.seed if isinstance(self.fates, Seeded) else None
        return Journal(
            game=self.game.id,
            rules_version=self.game.rules_version,
            seats=self.seats,
            options=self.options.given(self.game.defaults),  # a variant has defaults of its own
            variant=self.game.variant,
            sealed=seal(seed) if seed else None,
            seed=seed if self.outcome else None,
            entries=self.entries,
        )

    # -- other plays like this one ----------------------------------------------------------------

    def fork(self, *, listen: bool = False) -> "Play":
        """Copy the play: the turn's start, or its last checkpoint, and the answers since then.

        A fork has no events unless told to listen, and nothing to redo.
        """
        if self._start is None:
            raise Refused(say("bot.imagined"))
        if self._keeper is None:  # one that is forked will be forked again: checkpoints pay off
            self._keeper = self.state.keeper = Keeper(self.game.copy, self.events)
        return _Fork(self, listen)

    def imagine(self, seat: int, luck: Callable[[], float], *, listen: bool = False) -> "Play":
        """Fork the play with all that the seat cannot know dealt anew; from now on luck is fate.

        The open question must be the seat's own: nobody else's can be known to stand.
        """
        self._asked(seat)
        twin = self.fork(listen=listen)
        twin.fates = lucky(luck)
        dealt = _redeal(self.game, twin.state, seat, luck)
        twin._imagined.append(_Imagining(len(twin._answers), seat, dealt))
        return twin

    def cut_off(self) -> "Play":
        """Forget how it came to this: the turn's start and the answers are those of the original.

        It can be played on, and forked again from the next turn on.
        """
        self._start, self._is_forked = None, True
        for kept in (self.events, self.labels, self._answers, self._given, self._imagined):
            kept.clear()
        self._from = self._told = 0
        return self

    @property
    def turn(self) -> Turn | None:
        """The turn under way, from its start; None where that has been cut off."""
        if self._start is None:
            return None
        at = self._from
        imagined = [(one.at - at, one.seat, one.luck) for one in self._imagined]
        return Turn(self._start, self._phase, self._answers[at:], imagined)

    def playout(
        self,
        bots: Sequence[Bot[Any]],
        luck: Callable[[], float],
        first: object = None,
        turns: int | None = None,
    ) -> Outcome:
        """Play to the end with bots and plain luck, keeping nothing: the play is used up.

        The open question is answered by `first`, if that is given; luck is at hand already, so it
        deals from the same order whatever `first` is. No turn's start is copied, so nobody can look
        ahead. If so many turns more have not ended the game, the game's judge says how it stands.
        """
        question: Any = self.question
        check_judge(self.game, turns)
        if self.outcome is not None:
            return self.outcome
        if first is not None:
            first = read_answer(question, first)
        direct, turn = self.game.direct, self.turn
        own = direct.bots(bots) if direct is not None else None
        if direct is not None and own is not None and turn is not None:
            self.outcome, self.question = direct.playout(turn, own, luck, first, turns), None
            return self.outcome
        self.state.attend(None, luck)
        looks = looks_of(self.game, self.state, self.seats)
        if first is None and isinstance(question, Decision):
            first = answered(question, bots, looks)
        elif first is None:
            first = question.choices[int(luck() * len(question.choices))]
        ended, _ = run_on(self.game, self.state, self._rules, first, bots, looks, turns)
        self.outcome = judged(self.game, self.state, self.seats) if ended is None else ended
        self.question = None
        return self.outcome

    def imagine_end(
        self,
        seat: int,
        bots: Sequence[Bot[Any]],
        luck: Callable[[], float],
        first: object = None,
        turns: int | None = None,
    ) -> Outcome:
        """Imagine the game as the asked seat may, and play it out: what search is made of.

        It is `imagine` and `playout` in one. Compiled, no generator runs for it.
        """
        direct, turn = self.game.direct, self.turn
        own = direct.bots(bots) if direct is not None else None
        if direct is None or own is None or turn is None:
            return self.imagine(seat, luck).playout(bots, luck, first, turns)
        question = self._asked(seat)
        check_judge(self.game, turns)
        if first is not None:
            first = read_answer(question, first)
        turn = turn._replace(imagined=[*turn.imagined, (len(turn.answers), seat, None)])
        return direct.playout(turn, own, luck, first, turns)

    def _asked(self, seat: int) -> Decision[Any]:
        """Give the open question, which must be put to this seat."""
        if not (isinstance(self.question, Decision) and self.question.seat == seat):
            asked = None if self.question is None else self.question.label
            raise Refused(say("bot.not-asked", seat=f"P{seat + 1}", asked=asked))
        return self.question

    @classmethod
    def resume(
        cls,
        game: Game[Any, Any],
        journal: Journal,
        fates: Fates | None = None,
        *,
        verify: bool = False,
    ) -> "Play":
        """Replay a journal to its last answer; fates answer what comes after it.

        To verify is to insist that fates would have answered as the journal does.
        """
        journal.check(game)
        play = cls(game, journal.options, journal.seats)
        for entry in journal.entries:
            question = play.question
            choice = match(question, entry)
            if fates is None or isinstance(question, Decision):
                play._given.append(len(play._answers))
            elif verify and isinstance(question, Fate):
                fated = fates(question, play._counts.get(question.id, 0))
                if str(fated) != entry.answer:
                    raise JournalMismatch(
                        entry.line, say("journal.fate", fated=str(fated), answer=entry.answer)
                    )
            play._take(choice)
        play.fates = fates
        play.meet_fate()
        return play

    # -- the engine -------------------------------------------------------------------------------

    def _start_over(self) -> None:
        self._answers: list[Any] = []
        self.labels: list[str] = []
        self._given = []
        self._counts: dict[str, int] = {}  # how often each pile or die was asked
        self._imagined: list[_Imagining] = []
        self.events: list[Event] = []
        self._keeper = None
        state = self.game.laid(self.options, self.seats)
        self._begin(self.game.setup, state)
        state.attend(self.events)
        self._send(None)

    def _begin(self, phase: Callable[[Table], Rules[None]], state: Table) -> None:
        """Begin setup or a turn."""
        self._start_from(self.game.copy(state), len(self.events))
        self._phase = phase
        self.state = state
        self.question = self.outcome = None
        self._rules = phase(state)

    def _start_from(self, state: Table, told: int) -> None:
        """Let forks start from here: a copy of the state, and what had been told by then."""
        if self._start is not None and not self._is_forked:
            self._start.let_go()
        self._start, self._is_forked = state, False
        self._from = len(self._answers)
        self._told = told
        self._imagined.clear()

    def _send(self, answer: Any) -> None:
        """Hand an answer to the rules and go on to the next question."""
        silence = None
        while True:
            try:
                self.question = self._rules.send(answer)
                if self._keeper is not None and self._keeper.kept is not None:
                    self._start_from(*self._keeper.take())
                return
            except StopIteration:
                if self._keeper is not None:
                    self._keeper.kept = None  # it was of a turn that is over
                silence = silence or Silence(self.game, self.state)
                silence.end_turn(self.number)
                self._begin(self.game.turn, self.state)
                answer = None
            except GameOver as over:
                self.question, self.outcome = None, over.outcome
                return

    def _take(self, answer: Any) -> None:
        """Record the open question's answer and hand it on."""
        question = self.question
        assert question is not None  # noqa: S101 (callers have seen to it)
        self.labels.append(question.label)
        self._answers.append(answer)
        if isinstance(question, Fate):
            self._counts[question.id] = self._counts.get(question.id, 0) + 1
        self._send(answer)

    def _feed(self, answers: Iterable[Any]) -> None:
        for answer in answers:
            self._take(answer)

    def meet_fate(self) -> None:
        """Let fate answer until a person has to."""
        while self.fates is not None and isinstance(self.question, Fate):
            answer = self.fates(self.question, self._counts.get(self.question.id, 0))
            if answer is None:
                return
            self._take(read_answer(self.question, answer))


def _redeal(
    game: Game[Any, Any], state: Table, seat: int, luck: Callable[[], float]
) -> list[float]:
    """Let the game deal anew what the seat cannot know, and give the luck it had."""
    keeper, state.keeper = state.keeper, None  # a world half dealt is no checkpoint
    rules = game.redeal(state, seat)
    dealt: list[float] = []
    try:
        question = next(rules)
        while True:
            dealt.append(luck())
            question = rules.send(question.choices[int(dealt[-1] * len(question.choices))])
    except StopIteration:
        state.keeper = keeper
        return dealt


def verify(game: Game[Any, Any], journal: Journal) -> Play:
    """Check that every answer is legal and every fate is what the sealed seed gives.

    `NotOver` means that the answers are legal, but that the seed is still sealed. A journal may
    break off: whether the play that is given back is over is for the caller to see.
    """
    if journal.sealed is None:
        raise Refused(say("journal.real-cards"))
    if journal.seed is None:
        Play.resume(game, journal)
        raise NotOver(say("journal.sealed"))
    if seal(journal.seed) != journal.sealed:
        line = journal.header().index(f"seed: {journal.seed}") + 1
        raise JournalMismatch(line, say("journal.other-seed"))
    return Play.resume(game, journal, Seeded(journal.seed), verify=True)


class _Fork(Play):
    """A copy of a play, taken in the midst of a turn."""

    def __init__(self, play: Play, listen: bool) -> None:
        self.game = play.game
        self.options = play.options
        self.seats = play.seats
        self.fates = play.fates
        self.events = play.events[: play._told] if listen else []
        self.labels = play.labels.copy()
        self._keeper = None
        self._undone = []
        self._given = play._given.copy()
        self._answers = play._answers.copy()
        self._counts = play._counts.copy()
        self._imagined = play._imagined.copy()
        self._start = play._start
        self._is_forked = play._is_forked = True
        self._phase = play._phase
        self._from = play._from
        self._told = len(self.events)
        self.state = play.game.copy(play._start)
        if listen:
            self.state.attend(self.events)
        self._rules = play._phase(self.state)
        self.question, self.outcome = None, play.outcome
        try:
            self._catch_up()
        except GameOver:
            self.question = None

    def _catch_up(self) -> None:
        """Give the answers again: they were legal, and all but the last led on."""
        at, send = self._from, self._rules.send
        question = send(None)
        for imagining in self._imagined:
            for answer in self._answers[at : imagining.at]:
                question = send(answer)
            _redeal(self.game, self.state, imagining.seat, iter(imagining.luck).__next__)
            at = imagining.at
        for answer in self._answers[at:]:
            question = send(answer)
        self.question = question


class HeldPlay:
    """A play as it is now, for those who look while it goes on: forked only if somebody does."""

    def __init__(self, play: Play) -> None:
        self._original, self._start = play, play._start
        self._was_forked, play._is_forked = play._is_forked, True  # keep the turn's start
        self._counts, self._imagined = play._counts.copy(), play._imagined.copy()
        self._phase, self._from, self._told = play._phase, play._from, play._told
        self._outcome = play.outcome
        self._answers, self._given = len(play._answers), len(play._given)  # these only grow

    @cached_property
    def play(self) -> Play:
        """The play as it was: a fork, with its events."""
        past = Play.__new__(Play)
        vars(past).update(vars(self._original))
        past._start, past._phase = self._start, self._phase
        past._from, past._told, past.outcome = self._from, self._told, self._outcome
        past._counts, past._imagined = self._counts, self._imagined
        past.labels = past.labels[: self._answers]
        past._answers, past._given = past._answers[: self._answers], past._given[: self._given]
        return _Fork(past, listen=True)

    def let_go(self) -> None:
        """Give the turn's start back: nobody looks at the play as it was any more."""
        if self._was_forked or "play" in vars(self):
            return
        if self._original._start is self._start:
            self._original._is_forked = False
        elif self._start is not None:
            self._start.let_go()


class _Imagining(NamedTuple):
    """Where in the play a seat imagined what it cannot know, and with what luck."""

    at: int
    seat: int
    luck: list[float]


class _Look(Glance):
    """What a bot may look at in a play: from there it can imagine."""

    __slots__ = ("_play",)

    def __init__(self, play: Play, seat: int) -> None:
        super().__init__(play.game.bots_view, play.state, seat)
        self._play = play

    def imagine(self, luck: Callable[[], float]) -> Play:
        return self._play.imagine(self._seat, luck)

    def imagine_end(
        self,
        bots: Sequence[Bot[Any]],
        luck: Callable[[], float],
        first: object = None,
        turns: int | None = None,
    ) -> Outcome:
        return self._play.imagine_end(self._seat, bots, luck, first, turns)
