"""A bot that is not ours follows every path from what it is handed, and finds nothing."""

import random
from collections.abc import Iterator
from types import FunctionType, MethodType
from typing import Any, ClassVar

import msgspec
import pytest

from tests.contract import lantern
from undercroft.core.errors import IllegalAnswer, Refused
from undercroft.core.fates import Seeded
from undercroft.core.game import Game, Row
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.running.handing import Handed, Outsider, at_arms_length, pack, unpack
from undercroft.core.table import Table
from undercroft.games import catalogue, find_game

GAMES = [*catalogue().values(), lantern.GAME]
OPTIONS: dict[str, dict[str, object]] = {"tomb": {"deal": "same"}, "tin": {"open-hands": False}}
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def reached(*roots: object) -> Iterator[object]:
    """Follow attributes, slots, closures and containers. Components are the same for everybody."""
    seen: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        found = waiting.pop()
        if id(found) in seen:
            continue
        seen[id(found)] = found  # kept, so that no id comes twice
        yield found
        if isinstance(found, Row | type):
            continue
        waiting += inside(found)


def inside(found: object) -> Iterator[object]:
    if isinstance(found, dict):
        yield from found
        yield from found.values()
    elif isinstance(found, list | tuple | set | frozenset):
        yield from found
    elif isinstance(found, FunctionType):
        yield from (cell.cell_contents for cell in found.__closure__ or ())
        yield from found.__defaults__ or ()
        yield found.__dict__
    elif isinstance(found, MethodType):
        yield from (found.__func__, found.__self__)
    elif isinstance(found, msgspec.Struct):
        for name in found.__struct_fields__:
            if name != "unseen":  # what lies in a pile, in no order: known to all who count
                yield getattr(found, name)
    else:
        yield getattr(found, "__dict__", None)
        for kind in type(found).__mro__:
            slots = getattr(kind, "__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                yield getattr(found, name, None)
        yield from (it for it in vars(type(found)).values() if isinstance(it, FunctionType))


class Spy:
    """Answers at random, and keeps what it could get at."""

    strength: ClassVar[str] = "none"
    budget: ClassVar[float] = 1.0

    def __init__(self) -> None:
        self.luck = random.Random(1)
        self.found: list[object] = []

    def __call__(self, decision: Decision[Any], look: Any) -> Any:
        self.found = [*reached(decision, look)]
        return str(self.luck.choice(decision.options))


class Dreamer(Spy):
    """Imagines, too, and follows every path from there."""

    looks_ahead: ClassVar[bool] = True

    def __call__(self, decision: Decision[Any], look: Any) -> Any:
        super().__call__(decision, look)
        self.dreams = [look.imagine(self.luck.random) for _ in range(3)]
        self.found += reached(self.dreams)
        with pytest.raises(Refused, match="imagine again"):
            self.dreams[0].fork()
        answer = self.luck.choice(decision.options)
        self.dreams[0].answer(str(answer))
        return answer


def a_play(game: Game[Any, Any], number: int) -> tuple[Play, random.Random]:
    play = Play(game, OPTIONS.get(game.id, {}), max(2, game.seats[0]), Seeded(f"spied {number}"))
    return play, random.Random(number)


@games
def test_a_bot_that_is_not_ours_reaches_no_state_and_no_hidden_card(game: Game[Any, Any]) -> None:
    spied = 0
    for number in range(2):
        play, _ = a_play(game, number)
        spy = Spy()
        bot = at_arms_length(spy, game.rows)
        while isinstance(play.question, Decision) and play.number < 200:
            seat = play.question.seat
            hidden = set(game.hidden(play.state, seat))
            answer = bot(play.question, play.look(seat))
            assert not any(isinstance(it, Table | Play) for it in spy.found)
            offered = set(map(name_of, reached(list(play.question.options))))
            assert not {*map(name_of, spy.found)} & hidden - offered  # any card may be offered
            spied += len(hidden)
            play.answer(answer)
    assert spied


def test_the_walk_would_find_a_state() -> None:
    play, _ = a_play(lantern.GAME, 1)
    assert any(it is play.state for it in reached(play.look(0)))


def name_of(found: object) -> str:
    return found.id if isinstance(found, Row) else found if isinstance(found, str) else ""


@games
def test_nor_if_it_looks_ahead(game: Game[Any, Any]) -> None:
    play, _ = a_play(game, 3)
    spy = Dreamer()
    bot = at_arms_length(spy, game.rows)
    truths = dreams = 0
    while isinstance(play.question, Decision) and play.number < 150:
        seat = play.question.seat
        answer = bot(play.question, play.look(seat))
        true = {id(it) for it in (play.state, play._start, play.fates, play._answers)}
        assert not any(id(it) in true for it in spy.found)
        bare = {id(table) for _, table in game._laid.values()}  # as laid, before any card is drawn
        states = [it for it in spy.found if isinstance(it, Table) and id(it) not in bare]
        assert len(states) == 3
        others = [other for other in range(play.seats) if other != seat]
        for state in states:
            if set(game.hidden(state, seat)):
                dreams += 1
                truths += all(game.view(state, it) == play.view(it) for it in others)
        play.answer(answer)
    if game.id != "tomb":  # where a rival may not have begun
        assert dreams > truths


@games
def test_what_is_handed_over_is_what_was_asked_and_seen(game: Game[Any, Any]) -> None:
    for number in range(3):
        play, luck = a_play(game, number)
        while isinstance(play.question, Decision):
            asked, view = play.question, play.view(play.question.seat)
            copied, seen = unpack(game.rows, pack(game.rows, asked, view))
            assert seen == view
            assert (copied.label, copied.secret) == (asked.label, asked.secret)
            assert (list(copied.options), copied.about) == (list(asked.options), dict(asked.about))
            assert copied is not asked
            play.answer(luck.choice(asked.options))


def test_a_bot_that_is_not_ours_plays_like_any_other() -> None:
    game = lantern.GAME
    options, seats = game.read_options({}, 2)
    simulated = simulate(game, options, seats, [Spy()] * 2, random.Random(1).random)
    assert len(simulated.outcome.scores) == 2


def test_what_it_answers_is_read_like_anybodys_answer() -> None:
    class Cheat(Spy):
        def __call__(self, decision: Decision[Any], look: Any) -> Any:
            return "light:lantern-99"

    play, _ = a_play(lantern.GAME, 1)
    assert isinstance(play.question, Decision)
    with pytest.raises(IllegalAnswer):
        at_arms_length(Cheat(), play.game.rows)(play.question, play.look(0))


def test_a_look_that_was_kept_leads_nowhere() -> None:
    kept: list[Handed] = []

    class Keeper(Spy):
        def __call__(self, decision: Decision[Any], look: Any) -> Any:
            kept.append(look)
            return decision.options[0]

    play, luck = a_play(lantern.GAME, 1)
    assert isinstance(play.question, Decision)
    at_arms_length(Keeper(), play.game.rows)(play.question, play.look(0))
    with pytest.raises(Refused, match="nothing to imagine"):
        kept[0].imagine(luck.random)
    with pytest.raises(Refused, match="nothing to imagine"):
        kept[0].imagine_end([], luck.random)


def test_a_bot_that_is_not_ours_may_imagine_ends() -> None:
    game, ends = find_game("labyrintheus"), list[Any]()

    def end(look: Any, option: object) -> Any:
        bots = [game.new_bot("random", random.Random(2).random)] * 2
        return look.imagine_end(bots, random.Random(1).random, option)

    class Prophet(Spy):
        def __call__(self, decision: Decision[Any], look: Any) -> Any:
            ends.append(end(look, decision.options[0]))
            return decision.options[0]

    play, _ = a_play(game, 1)
    assert isinstance(play.question, Decision)
    look = play.look(play.question.seat)
    at_arms_length(Prophet(), game.rows)(play.question, look)
    assert ends == [end(look, play.question.options[0])]


@games
def test_our_own_bots_look_at_the_table_itself(game: Game[Any, Any]) -> None:
    for name in game.bots:
        bot = game.new_bot(name, random.random)
        assert at_arms_length(bot, game.rows) is bot
    assert isinstance(at_arms_length(Spy(), game.rows), Outsider)
