"""Search: an answer is left only on evidence, and never by what the seat cannot know."""

from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any

import pytest

from tests.contract import lantern
from undercroft.bots.search import Search, Tried
from undercroft.core.fates import Scripted
from undercroft.core.game import Game, Look, Outcome
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue, find_game
from undercroft.storage.journals import Record
from undercroft.web.live.thinkers import look_of, task_of, think


class Lamplighter(Search):
    base = policy = "random"
    playouts = 1200
    seconds = 60.0
    first = 500


class Gazer(Lamplighter):
    turns = 0  # it asks the judge as soon as its turn is over


def judge(cellar: lantern.Cellar) -> tuple[float, ...]:
    """Who holds and has lit the most, in the world that it is shown."""
    places = zip(cellar.hands, cellar.rows, strict=True)
    lights = [sum(one.light for one in [*hand, *row]) for hand, row in places]
    return tuple(float(light == max(lights)) for light in lights)


class Peeking:
    """A look that imagines nothing: it plays on from the true table."""

    def __init__(self, play: Play) -> None:
        self._play, self.view = play, play.view(0)

    def imagine(self, luck: Any) -> Play:
        return self._play.fork()

    def imagine_end(
        self, bots: Any, luck: Any, first: object = None, turns: int | None = None
    ) -> Outcome:
        return self.imagine(luck).playout(bots, luck, first, turns)


def a_game(theirs: str) -> Play:
    """Seat 0 holds lanterns 5 and 9 and is asked; what seat 1 holds it cannot know."""
    game = replace(lantern.GAME, judge=judge)
    return Play(game, {}, 2, Scripted(deck=f"lantern-5 {theirs} lantern-9"))


def weighed(
    play: Play, look: Look[Any], searcher: type[Search] = Lamplighter, seed: str = "1"
) -> list[Tried]:
    question = play.question
    assert isinstance(question, Decision)
    bot = searcher(play.game.rows, Random(seed).random)
    bot._seat_bots(look)
    return bot.weigh(question, look, [*question.options], question.options[0], seed)


@pytest.mark.parametrize("searcher", [Lamplighter, Gazer])
def test_what_the_seat_cannot_know_changes_nothing(searcher: type[Search]) -> None:
    def chance(theirs: str, *, peeking: bool) -> tuple[float, float]:
        play = a_game(theirs)
        usual = weighed(play, Peeking(play) if peeking else play.look(0), searcher)[0]
        return usual.chance, sqrt(0.25 / usual.worlds)

    (weak, error), (strong, other) = (
        chance(theirs, peeking=False) for theirs in ("lantern-1", "lantern-20")
    )
    assert abs(weak - strong) < 3 * (error + other)
    (weak, error), (strong, other) = (
        chance(theirs, peeking=True) for theirs in ("lantern-1", "lantern-20")
    )
    assert abs(weak - strong) > 3 * (error + other)  # it would have shown


def test_the_same_luck_gives_the_same_answer_and_the_same_numbers() -> None:
    play = a_game("lantern-3")
    one, other = (weighed(play, play.look(0)) for _ in range(2))
    assert [(str(t.option), t.worlds, t.gains) for t in one] == [
        (str(t.option), t.worlds, t.gains) for t in other
    ]


def test_an_answer_is_left_only_on_evidence() -> None:
    noise = Tried("noise")
    for world in range(Lamplighter.fewest):
        noise.add(1.0, 0.0) if world % 2 else noise.add(0.0, 1.0)
    assert noise.gain == 0
    assert noise.error > 0

    better = Tried("better")
    for _ in range(Lamplighter.fewest - 1):
        better.add(1.0, 0.0)
    bot: Any = Lamplighter({}, Random(1).random)
    bot._seat_bots = lambda look: lambda decision, look: "usual"
    usual = Tried("usual")
    decision = Decision(0, "which", ["usual", "noise", "better"], {})
    bot.weigh = lambda *_: [usual, noise, better]
    assert bot(decision, None) == "usual"  # too few worlds for the one, no gain for the other
    better.add(1.0, 0.0)
    assert bot(decision, None) == "better"


def test_a_judge_tells_options_apart_with_less_noise_than_the_end_of_the_game() -> None:
    def spread(searcher: type[Search]) -> float:
        play = a_game("lantern-3")
        return weighed(play, play.look(0), searcher)[1].error

    assert spread(Gazer) < spread(Lamplighter)


def test_a_hint_says_what_looking_ahead_found() -> None:
    better = Tried("better")
    for world in range(100):
        better.add(float(world < 60), float(world < 50))
    bot: Any = Lamplighter({}, Random(1).random)
    bot._seat_bots = lambda look: lambda decision, look: "usual"
    bot.weigh = lambda *_: [Tried("usual"), better]
    advice = bot.advise(Decision(0, "which", ["usual", "better"], {}), None)
    assert (advice.answer, advice.reason) == ("better", "ahead")
    assert advice.names == {"share": "60", "usual": "50"}
    for game in catalogue().values():
        if any(issubclass(bot, Search) for bot in game.bots.values() if isinstance(bot, type)):
            assert "60%" in advice.why(game.words)


def test_search_plays_better_than_what_it_is_built_on() -> None:
    game: Game[Any, Any] = lantern.GAME
    luck, wins = Random("lanterns"), 0.0
    for number in range(40):
        play = Play(
            game, {}, 2, lambda fate, _: fate.choices[int(luck.random() * len(fate.choices))]
        )
        bot = Lamplighter(game.rows, Random(f"{number}").random)
        bot.playouts = 300  # type: ignore[misc]  # enough here
        rival = game.new_bot("random", luck.random)
        while isinstance(play.question, Decision):
            seat = play.question.seat
            play.answer((bot if seat == number % 2 else rival)(play.question, play.look(seat)))
        assert play.outcome
        wins += play.outcome.share(number % 2)
    assert wins > 24


def test_a_worker_of_the_server_searches_and_a_bot_that_does_not_gets_the_view_alone() -> None:
    game = find_game("labyrintheus")
    luck = Random(3)
    play = Play(game, {}, 2, lambda fate, _: fate.choices[int(luck.random() * len(fate.choices))])
    while isinstance(play.question, Decision) and play.number < 30:
        play.answer(play.question.options[0])
    question = play.question
    assert isinstance(question, Decision)
    record = Record("p", game.id, 1, 2, play.options.given(), None, "sealed", "7", "play", "ann")
    assert not task_of(record, play, "secret", "contender").journal
    task = task_of(record, play, "secret", "seer")
    assert "seed:" not in task.journal
    look = look_of(game, question, play.view(question.seat), task.journal)
    assert look.view == play.view(question.seat)
    assert think(game, "seer", question, look, "luck").answer in map(str, question.options)
