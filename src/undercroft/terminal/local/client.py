"""A game that goes on here, as the person at the screen sees it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.accel.solving import winning_play
from undercroft.bots.chances import Chances, weigh
from undercroft.core.errors import Refused
from undercroft.core.events import Event
from undercroft.core.fates import new_seed, seal
from undercroft.core.language.endings import tell_ending
from undercroft.core.language.words import Words
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Question
from undercroft.core.records.journal import Journal
from undercroft.describing import told_chances, wants_chances
from undercroft.lessons import advised, has_strayed, notes_for
from undercroft.protocol import (
    SPECTATOR,
    HintShown,
    OptionShown,
    PlayShown,
    QuestionShown,
    SeatShown,
)
from undercroft.terminal.client import Client, Coaching, Handover, Odds, Parting, Thinker
from undercroft.terminal.local.open_game import Resumed, before_the_last_answer, record_game
from undercroft.terminal.local.pacing import PacedPlay
from undercroft.terminal.local.recorded_game import RecordedGame
from undercroft.terminal.local.shared_screen import SharedScreen
from undercroft.terminal.telling import (
    chronicle_of,
    of_seat,
    outcome_of,
    what_is_played,
)
from undercroft.terminal.typed import read_typed
from undercroft.terminal.words import say

PLAYOUTS: Final = 96  # imagined games at a time, for all options together
MOMENT: Final = 5.0  # seconds, at most


class LocalClient(Client):
    """One game, its journal, and the people who share the screen.

    The real game runs ahead: its answers are on the disk at once. What is shown follows it, an
    answer at a time. Where hands are hidden, each person is told what has happened since they
    last sat here.
    """

    is_online = False

    def __init__(
        self, recorded: RecordedGame, *, fresh: bool = True, heard: int = 0, note: str = ""
    ) -> None:
        self.recorded = recorded
        self.play = recorded.play
        self.game = recorded.play.game
        self.kind = "here" if recorded.people else "bots"
        self.is_lesson = recorded.notes.lesson
        self.sharing = SharedScreen(recorded.people)
        self.trail = PacedPlay(recorded.play, from_start=fresh)
        self._next: int | None = None  # who is to sit down next, when the table is covered
        self._passes = False  # somebody sits here who is asked nothing
        seats: list[int | None] = [None, *range(self.play.seats)]
        self._heard = dict.fromkeys(seats, heard)  # so many events each was told
        self._seen = dict.fromkeys(seats, heard)  # ... and had seen before they last answered
        self._changes = 0  # counts answers, undone ones too: what bots thought before is stale
        self._shown: PlayShown | None = None
        self._notices = [note] if note else []
        self._sealed = seal(recorded.seed) if recorded.seed else None
        self._lines: list[tuple[Event, str, str]] = []  # each event, told, with its clause

    @classmethod
    def resume(cls, resumed: Resumed) -> "LocalClient":
        """Continue a game from its file."""
        note = say("local.torn", line=resumed.torn[:60]) if resumed.torn else ""
        return cls(resumed.recorded, fresh=False, heard=resumed.heard, note=note)

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def here(self) -> int | None:
        """Who sits at the screen."""
        return self.sharing.here

    @property
    def asked(self) -> Question[Any] | None:
        """The open question, if it stands before the person who is to answer it."""
        question = self.play.question
        if self.is_behind or self._next is not None or self._passes:
            return None
        if isinstance(question, Decision) and not self.sharing.is_up(question):
            return None
        return question

    @property
    def shown(self) -> PlayShown:
        """How the game stands for the person who sits here."""
        if self._shown is None:
            self._shown = self._show()
        return self._shown

    def _show(self) -> PlayShown:
        play, question, game = self.trail.shown, self.play.question, self.game
        known = isinstance(question, Decision) and question.is_known_to(self.here)
        told = [line for line in self._told(play) if self._may_hear(line[0])]
        over = play.outcome is not None
        about = [getattr(event, "seat", None) for event, _, _ in told]
        return PlayShown(
            id=self.recorded.save.path.name,
            game=game.id,
            at=play.number,
            seat=SPECTATOR if self.here is None else f"P{self.here + 1}",
            roles=tuple(f"P{seat + 1}" for seat in self.recorded.people),
            options=play.options.given(),
            variant=game.variant,
            waits=False,
            seats=tuple(
                SeatShown(
                    role=f"P{seat + 1}",
                    name="",
                    called=self.recorded.names[seat],
                    state="bot" if seat in self.recorded.notes.bots else "here",
                    yours=seat in self.recorded.people,
                    bot=self.recorded.notes.bots.get(seat),
                    stands_in=False,
                    asked=known and isinstance(question, Decision) and question.seat == seat,
                    may_relieve=False,
                )
                for seat in range(play.seats)
            ),
            table="",  # drawn when it is asked for, as is the view
            log=tuple(text for _, text, _ in told),
            clauses=tuple(clause for _, _, clause in told),
            whose=tuple(None if seat is None else f"P{seat + 1}" for seat in about),
            due=None,
            question=self._question_shown(),
            view={},
            outcome=msgspec.to_builtins(play.outcome) if over else None,
            undo=True,
            redo=True,
            plea=None,
            talks=False,
            alone=len(self.recorded.people) == 1,
            practice=False,
            sealed=self._sealed,
            seed=self.recorded.seed if over else None,
            ending=self._ending(play),
        )

    def _ending(self, play: Play) -> tuple[str, ...]:
        """Tell how the game ended, once it is over."""
        if play.outcome is None:
            return ()
        people, names = self.recorded.people, self.recorded.names
        reader = people[0] if len(people) == 1 else None
        view = play.view(reader)
        return tell_ending(self.game, view, play.events, play.outcome, names, reader).said

    def _told(self, play: Play) -> Sequence[tuple[Event, str, str]]:
        """Tell every event, once."""
        words, new = self.words, play.events[len(self._lines) :]
        self._lines += [(event, words.event(event), words.clause(event)) for event in new]
        return self._lines

    def _may_hear(self, event: Event) -> bool:
        return self.recorded.is_unattended or event.is_for(self.here)

    def _question_shown(self) -> QuestionShown | None:
        question, words = self.asked, self.words
        if question is None:
            return None
        decision = question if isinstance(question, Decision) else None
        if decision and self.recorded.party.plays(decision):
            return None
        prompt = words.prompt(question)
        if decision and len(self.recorded.people) > 1:
            prompt = of_seat(prompt, decision.seat, self.play.seats, self.recorded.names)
        options: list[OptionShown] = []
        if decision:
            options = [OptionShown(str(it), words.option(decision, it)) for it in decision.options]
        return QuestionShown(
            question.label,
            prompt,
            words.clause(question),
            yours=True,
            fate=decision is None,
            options=tuple(options),
        )

    @property
    def view(self) -> Any:
        """What the person who sits here may see."""
        return self.trail.shown.view(self.here)

    @property
    def table(self) -> str:
        """The same, as text."""
        return self.game.draw_table(self.game.rows, self.view, self.words)

    @property
    def words(self) -> Words:
        """The game's words, with the names of those who play."""
        return self.recorded.words

    @property
    def fresh(self) -> int:
        """How many lines of the log are no news to the person who sits here."""
        return sum(map(self._may_hear, self.trail.shown.events[: self._seen[self.here]]))

    def unheard(self) -> list[str]:
        """Tell the person who sits here what they have not been told yet."""
        if self.here is None and self.sharing.is_shared:
            return []  # nobody sits here yet
        play, heard = self.trail.shown, self._heard[self.here]
        seats = play.seats
        told = [
            of_seat(text, getattr(event, "seat", None), seats, self.recorded.told_names)
            for event, text, _ in self._told(play)[heard:]
            if text and self._may_hear(event)
        ]
        for seat in [self.here] if self.recorded.has_secrets else self._heard:
            self._heard[seat] = len(play.events)
        return told

    def notices(self) -> list[str]:
        """Tell what was undone."""
        said, self._notices = self._notices, []
        return said

    def coach(self) -> Coaching | None:
        """Say what a lesson notes of what is new, or that its path was left."""
        play, notes = self.play, self.recorded.notes
        if not self.is_lesson:
            return None
        if has_strayed(play):
            return Coaching([say("coach.strayed")], None)
        new = notes_for(play, *before_the_last_answer(self.game, play.journal, notes))
        return Coaching([note.typed for note in new], advised(play))

    # -- what is said of it -----------------------------------------------------------------------

    @property
    def title(self) -> list[str]:
        """What is played."""
        play = self.play
        return [self.game.title, *what_is_played(self.game, play.options.given(), play.seats)]

    def greeting(self) -> list[str]:
        """Say who plays, and what deals the cards."""
        said = [
            say("local.bot", name=self.recorded.names[seat], bot=bot)
            for seat, bot in self.recorded.notes.bots.items()
        ]
        if self._sealed is not None:
            return [*said, say("local.sealed", sealed=self._sealed[:12])]
        if self.is_lesson:
            return [*said, say("local.lesson")]
        said.append(say("local.real-cards", game=self.game.id))
        if isinstance(self.play.question, Fate):
            like = str(self.play.question.outcomes[0])
            said.append(say("local.written", like=like, full=self.words.title(like)))
        return said

    @property
    def waiting(self) -> str:
        """Name the bot that the table waits for; nobody may know whom a secret question is for."""
        question = self.play.question
        if not isinstance(question, Decision):
            return ""
        bot = self.recorded.party.names.get(question.seat)
        if bot is None or not self._is_known(question):
            return say("local.another-thinks")
        return say("local.bot-thinks", name=self.recorded.names[question.seat])

    def _is_known(self, question: Decision[Any]) -> bool:
        return question.is_known_to(self.here) or self.recorded.is_unattended

    def closing(self, again: str) -> str:
        """Say what can be done after the end."""
        return say("local.closing", again=again)

    @property
    def real_cards(self) -> str:
        """How what real cards or dice show is typed."""
        question = self.play.question
        if not isinstance(question, Fate):
            return ""
        if question.label.startswith("roll"):
            return say("local.one-of", faces=[*dict.fromkeys(map(str, question.choices))])
        like = str(question.choices[0])
        return say("local.like", like=like, full=self.words.title(like))

    # -- bots -------------------------------------------------------------------------------------

    def waits(self) -> Mapping[str, Callable[[], object]]:
        """Let the bot that is asked think, about a copy of the game: undo may overtake it."""
        party, twin = self.recorded.party, None
        if party.plays(self.play.question) and not self.sharing.goes_round:
            twin = self.play.fork()
        if twin is None or not isinstance(twin.question, Decision):
            return {}
        return {f"bot {self._changes}": partial(party.decide, twin, twin.question)}

    def take(self, kind: str, found: object) -> None:
        """Let a bot answer as it has chosen, unless it was overtaken."""
        if kind == f"bot {self._changes}":
            self.recorded.answer(found)
            self._changed()

    @property
    def thinker(self) -> Thinker | None:
        """The bot that thinks, and for how long it may."""
        question, party = self.play.question, self.recorded.party
        if not isinstance(question, Decision) or not party.plays(question):
            return None
        known = self._is_known(question)
        name = self.recorded.names[question.seat] if known else say("local.another")
        return Thinker(name, party.budget(question.seat))

    # -- what is shown in time --------------------------------------------------------------------

    @property
    def is_behind(self) -> bool:
        """Whether the game is ahead of what is shown; while the screen goes round, nobody looks."""
        return self.trail.is_behind and not self.sharing.goes_round

    def step(self) -> None:
        """Show the next card, or the next few if nobody here may see them."""
        before = sum(map(self._may_hear, self.trail.shown.events))
        while self.trail.is_behind:
            self.trail.step()
            if sum(map(self._may_hear, self.trail.shown.events)) > before:
                break
        self._shown = None

    def catch_up(self) -> None:
        """Show all."""
        if self.is_behind:
            self.trail.catch_up()
        self._shown = None

    def settle(self) -> None:
        """See who is to sit here next; where hands are hidden, cover it first."""
        self._shown = None
        if self._next is None and not self._passes:
            seat = self.sharing.due(self.play.question)
            if seat is not None and self.recorded.has_secrets:
                self._next = seat
            elif seat is not None:
                self._sit_down(seat, alone=False)

    @property
    def handover(self) -> Handover | None:
        """Who is to sit here next, or to pass the screen on."""
        if self._next is not None:
            return Handover(self._next, covered=True)
        return (
            Handover(self.here, covered=False) if self._passes and self.here is not None else None
        )

    def hand_over(self) -> None:
        """Somebody sits down, or has passed the screen on."""
        self._shown = None
        if self._next is not None:
            self._sit_down(self._next, alone=True)
        else:
            self._passes = False
            self.sharing.mind(hidden=self.recorded.has_secrets)

    def _sit_down(self, seat: int, *, alone: bool) -> None:
        self.sharing.sit_down(seat, alone=alone)
        self._next = None
        self._passes = not self.sharing.is_up(self.play.question)

    def _changed(self) -> None:
        self._changes += 1
        self._shown = None
        self.sharing.mind(hidden=self.recorded.has_secrets)

    # -- what is done -----------------------------------------------------------------------------

    def read(self, typed: str) -> str:
        """Find the answer that is meant."""
        if self.asked is None:
            raise Refused(say("refused.nothing-asked"))
        return str(read_typed(self.asked, typed, self.words))

    def answer(self, answer: str) -> None:
        """Answer: first to the disk, then to the screen."""
        question, seen = self.asked, len(self.trail.shown.events)
        if question is None:
            raise Refused(say("refused.nothing-asked"))
        self.recorded.answer(answer)
        for seat in [self.here] if self.recorded.has_secrets else self._seen:
            self._seen[seat] = seen
        self._changed()

    def undo(self) -> None:
        """Undo, back to a question that a person answered."""
        undone = self.recorded.undo()
        if undone is None:
            raise Refused(say("undo.nothing"))
        self._turned()
        own = self.here is not None and undone.startswith(f"P{self.here + 1} ")
        if own or not self.recorded.has_secrets or not self.recorded.people[1:]:
            self._notices.append(say("undo.done", answer=undone))
        else:
            self._notices.append(say("undo.done-in-secret"))

    def redo(self) -> None:
        """Redo, forward to a question for a person."""
        if not self.recorded.redo():
            raise Refused(say("undo.nothing-to-redo"))
        self._turned()

    def _turned(self) -> None:
        """The game has gone back or forth: begin from where it is."""
        self._next, self._passes = None, False
        self.sharing.stop_round()
        events = len(self.play.events)
        for counts in (self._heard, self._seen):
            counts.update({seat: min(count, events) for seat, count in counts.items()})
        self._lines.clear()
        self._changed()
        self.trail.catch_up()

    # -- what is asked for ------------------------------------------------------------------------

    def hint(self, level: str) -> Callable[[], HintShown]:
        """Let the adviser think, about a copy of the game."""
        if self.asked is None:
            raise Refused(say("refused.nothing-asked"))
        if isinstance(self.asked, Fate):
            raise Refused(say("refused.fate"))
        if (coach := self.coach()) is not None and coach.advised is not None:
            taught = HintShown(self.play.number, coach.advised, say("coach.name"), "")
            return lambda: taught
        bot = self.game.adviser_of(level)
        if bot == "random":
            raise Refused(say("hint.no-bot"))
        twin, party, imagine = self.play.fork(), self.recorded.party, self.chances(0)

        def think() -> HintShown:
            assert isinstance(twin.question, Decision)  # noqa: S101 (so is the one here)
            advice = party.advise(bot, twin, twin.question)
            why = advice.why(self.words)
            found = imagine() if wants_chances(level, why, twin.question) else None
            answer = str(advice.answer)
            told = told_chances(found, twin.question, self.words, answer) if found else ""
            return HintShown(twin.number, answer, bot, f"{why} {told}".strip())

        return think

    def odds(self) -> Odds:
        """Count what each option can lead to, as far as the one who is asked can know."""
        question, game = self.asked, self.game
        if question is None:
            raise Refused(say("refused.nothing-asked"))
        if not isinstance(question, Decision):
            raise Refused(say("odds.equal", count=len(question.choices)))
        named = game.words.tables.get("odds", {})
        odds = game.odds(game.rows, self.play.view(question.seat), question)
        return {
            option: {str(named.get(case, case)): count for case, count in cases.items()}
            for option, cases in odds.items()
        }

    def chances(self, part: int) -> Callable[[], Chances | None]:
        """Imagine games for a moment, from a copy of this one."""
        if not isinstance(self.asked, Decision):
            return lambda: None
        twin, policy = self.play.fork(), self.game.rule_of_thumb

        def imagine() -> Chances:
            assert isinstance(twin.question, Decision)  # noqa: S101 (so is the one here)
            look = twin.look(twin.question.seat)
            seed = f"{self._sealed} {twin.number} {part}"
            worlds = max(PLAYOUTS // len(twin.question.options), 8)
            return weigh(twin.question, look, policy, seed, MOMENT, worlds)

        return imagine

    def story(self) -> list[str]:
        """Tell the story, as the person here knows it; at the end, the whole of it."""
        play = self.trail.shown
        events = play.events if play.outcome else [*filter(self._may_hear, play.events)]
        return self.game.chronicle(events, self.recorded.story_words, self._sealed or "")

    # -- after the end ----------------------------------------------------------------------------

    @property
    def journal(self) -> Path:
        """Where the game is kept."""
        return self.recorded.save.path

    def winning(self, *, build: bool) -> Journal | None:
        """Find how the deal of a lost game could have been won, if that can be told here."""
        play, seed = self.play, self.recorded.seed
        if play.outcome is None or play.outcome.winners or seed is None:
            return None
        found = winning_play(self.game, play.options.given(), play.seats, seed, build=build)
        return found.journal if found else None

    def rematch(self, *, same: bool) -> "LocalClient":
        """Play again with the same seats: on another deal or the same."""
        recorded, play = self.recorded, self.play
        if play.outcome is None:
            raise Refused(say("refused.not-over-here"))
        if same and recorded.seed is None and not self.is_lesson:
            raise Refused(say("refused.real-cards"))
        seed = recorded.seed if same or recorded.seed is None else new_seed()
        options, notes = play.options.given(), recorded.notes
        new = record_game(recorded.home, self.game, options, None, play.seats, seed, notes)
        self.part()
        return LocalClient(new)

    # -- leaving ----------------------------------------------------------------------------------

    def part(self) -> Parting:
        """Say where the game is kept; of one that is over, tell its story, outcome and seed."""
        self._changes += 1  # what bots still think about is forgotten
        if self.play.outcome is None:
            self.recorded.close()
            path = self.recorded.save.path
            return Parting([], [say("local.saved", path=path), say("local.continue")])
        trouble, seed = self.recorded.finish(), self.recorded.seed
        self.recorded.close()
        tells = self.play.options.given().get("chronicle") != "off"
        words = self.recorded.story_words
        story = chronicle_of(self.play, self._sealed, words) if tells else []
        facts = [trouble] if trouble else []
        told = outcome_of(self.play, self.recorded.names, self.recorded.reader)
        story += [" ".join(self._ending(self.play))]
        facts.append(say("outcome.sentence", outcome=told))
        path = self.recorded.save.path
        journal = say("local.journal", path=path)
        if seed is None:
            return Parting(story, [*facts, journal])
        facts += [say("local.seed", seed=seed, sealed=self._sealed), journal]
        if self.winning(build=False) is not None:
            facts.append(say("local.could-be-won", path=path))
        return Parting(story, [*facts, say("local.verify", path=path)])
