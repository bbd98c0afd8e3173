"""Simulations: whole games that bots play, with plain luck and nobody watching."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

from undercroft.core.errors import Refused
from undercroft.core.events import Event
from undercroft.core.fates import lucky
from undercroft.core.game import Bot, Game, Outcome
from undercroft.core.questions import Decision
from undercroft.core.running.handing import answer_of, at_arms_length
from undercroft.core.running.loop import looks_of, run_on
from undercroft.core.running.silence import Silence
from undercroft.core.words import say


class Simulated(NamedTuple):
    """A play that nobody watched."""

    outcome: Outcome
    questions: int  # decisions and fates


def simulate(
    game: Game[Any, Any],
    options: Any,
    seats: int,
    bots: Sequence[Bot[Any]],
    luck: Callable[[], float],
    listener: list[Event] | None = None,
    measuring: bool = False,
) -> Simulated:
    """Play a game from start to end as fast as can be: no journal, no forks, no events unheard.

    The options must be settled. A listener who measures hears little besides what the game's
    `measure` needs. Where a bot looks ahead, which it declares, there must be something to look
    ahead from: then it is a whole `Play`, and slower.
    """
    direct = game.direct
    own = direct.bots(bots) if direct is not None else None
    if direct is not None and own is not None:
        return Simulated(*direct.simulate(options, seats, own, luck, listener, measuring))
    for bot in bots:
        if getattr(bot, "looks_ahead", False):
            return _play_through(game, options, seats, bots, luck, listener)
    bots = [at_arms_length(bot, game.rows) for bot in bots]
    state = game.laid(options, seats)
    state.attend(listener, luck, game.unmeasured if measuring else frozenset())
    looks = looks_of(game, state, seats)
    outcome, decisions = run_on(game, state, game.setup(state), None, bots, looks)
    assert outcome is not None  # noqa: S101 (it was not cut short)
    questions = decisions + state.fates
    state.let_go()
    return Simulated(outcome, questions)


def standings(
    game: Game[Any, Any],
    options: Any,
    seats: int,
    luck: Callable[[], float],
    seat_bots: Callable[[Game[Any, Any]], Sequence[Bot[Any]]],
) -> Generator[list[list[float]], None, Outcome]:
    """Play a game from start to end; say before each turn how every seat stands, in numbers.

    Bots are made for the text that runs, whatever else they are: nobody holds them to its options.
    """
    direct = game.direct
    rules = game if direct is None else direct.game
    if rules.standing is None:
        raise Refused(say("bot.no-judge", game=game.id))
    bots = seat_bots(rules)
    state, begin = rules.laid(options, seats), rules.setup
    state.attend(None, luck)
    looks = looks_of(game, state, seats)
    silence, decisions = Silence(rules, state), 0
    while True:
        if direct is None:
            ended, more = run_on(game, state, begin(state), None, bots, looks, 0)
        else:
            ended, more = direct.run(state, begin, bots, turns=0)
        if ended is not None:
            state.let_go()
            return ended
        decisions += more
        silence.end_turn(decisions + state.fates)
        yield rules.standing(state)
        begin = rules.turn


def _play_through(
    game: Game[Any, Any],
    options: Any,
    seats: int,
    bots: Sequence[Bot[Any]],
    luck: Callable[[], float],
    listener: list[Event] | None,
) -> Simulated:
    from undercroft.core.play import Play  # which imports this module

    play = Play(game, options.given(game.defaults), seats, lucky(luck))
    looks = [play.look(seat) for seat in range(seats)]
    bots = [at_arms_length(bot, game.rows) for bot in bots]
    while isinstance(play.question, Decision):
        seat = play.question.seat
        play.answer(answer_of(bots[seat], play.question, bots[seat](play.question, looks[seat])))
    if listener is not None:
        listener += play.events
    assert play.outcome is not None  # noqa: S101 (luck answers all fates)
    return Simulated(play.outcome, play.number)
