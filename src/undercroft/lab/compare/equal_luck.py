"""Games on equal luck: game 12 of seed 7 has the luck of the seed `7/12`, with any bots and rules.

Every pile and every die has a stream of its own (`core.fates.Seeded`), and so has every bot. A
change of a rule or a card disturbs only what it touches. The same seed deals the same game at a
table, so any game of a study can be played again (`undercroft play tomb --seed 7/12`), and its
journal verifies.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from undercroft.core.fates import Seeded
from undercroft.core.game import Bot, GameOver, Outcome
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.core.running.handing import answer_of, at_arms_length
from undercroft.core.running.looking import Glance
from undercroft.core.running.silence import Silence
from undercroft.core.table import Listener
from undercroft.lab.study import Setting


class Dealt(NamedTuple):
    """A game that was played on a seed."""

    outcome: Outcome
    questions: int  # decisions and fates
    turns: int  # that were begun


def seed_of(seed: str, number: int) -> str:
    """Give the seed of one game of many."""
    return f"{seed}/{number}"


class Luck(Seeded):
    """A seed's luck for several games: what came out of the same bag is not drawn again."""

    __slots__ = ("_drawn",)

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._drawn: dict[tuple[str, int], tuple[list[str], int]] = {}

    def __call__(self, fate: Fate[Any], count: int) -> Any:
        """Pick the outcome with the lowest lot."""
        texts = [*map(str, fate.choices)]
        bag, at = self._drawn.get((fate.id, count), (None, 0))
        if bag == texts:
            return fate.choices[at]
        answer = super().__call__(fate, count)
        self._drawn[fate.id, count] = texts, fate.choices.index(answer)
        return answer


def deal(
    setting: Setting,
    luck: Seeded,
    listener: Listener | None = None,
    bots: Sequence[Bot[Any]] | None = None,
) -> Dealt:
    """Play a game on a seed, as fast as can be: no journal, no forks."""
    game, options, seats, _ = setting
    seed = luck.seed
    bots = bots_of(setting, seed) if bots is None else bots
    if any(getattr(bot, "looks_ahead", False) for bot in bots):
        play = record(setting, seed, bots)
        for event in play.events if listener is not None else ():
            listener.append(event)  # type: ignore[union-attr]  # there is one
        return Dealt(_outcome(play), play.number, play.turns)
    state = game.lay(options, game.rows, seats)
    state.attend(listener)
    looks = [Glance(game.bots_view, state, seat) for seat in range(seats)]
    counts: dict[str, int] = {}
    questions = turns = 0
    rules, silence = game.setup(state), Silence(game, state)
    try:
        while True:
            try:
                question = next(rules)
                while True:
                    questions += 1
                    if isinstance(question, Decision):
                        seat = question.seat
                        answer = bots[seat](question, looks[seat])
                        if answer not in question.choices:
                            answer = answer_of(bots[seat], question, answer)
                    else:
                        id = question.id
                        count = counts.get(id, 0)
                        counts[id] = count + 1
                        answer = luck(question, count)  # type: ignore[arg-type]  # a Fate
                    question = rules.send(answer)
            except StopIteration:
                turns += 1
                silence.end_turn(questions)
                rules = game.turn(state)
    except GameOver as over:
        state.let_go()
        return Dealt(over.outcome, questions, turns)


def record(setting: Setting, seed: str, bots: Sequence[Bot[Any]] | None = None) -> "Recorded":
    """Play the same game with everything kept: answers, events, a journal that verifies."""
    game, options, seats, _ = setting
    play = Recorded(game, options.given(game.defaults), seats, Seeded(seed))
    play_out(play, bots_of(setting, seed) if bots is None else bots)
    return play


def play_out(play: Play, bots: Sequence[Bot[Any]]) -> None:
    """Let bots answer until the game is over."""
    looks = [play.look(seat) for seat in range(play.seats)]
    while isinstance(play.question, Decision):
        seat = play.question.seat
        play.answer(answer_of(bots[seat], play.question, bots[seat](play.question, looks[seat])))


def bots_of(setting: Setting, seed: str) -> list[Bot[Any]]:
    """Make the bots for one game, each with a random source of its own."""
    game = setting.game
    made = [
        game.new_bot(name, Random(f"{seed}/seat {seat}").random)
        for seat, name in enumerate(setting.bots)
    ]
    return [at_arms_length(bot, game.rows) for bot in made]


class Recorded(Play):
    """A play that counts its turns."""

    turns = 0

    def _begin(self, phase: Any, *more: Any, **named: Any) -> None:
        self.turns += phase is self.game.turn
        super()._begin(phase, *more, **named)


def _outcome(play: Play) -> Outcome:
    assert play.outcome is not None  # noqa: S101 (bots and fates have answered all)
    return play.outcome
