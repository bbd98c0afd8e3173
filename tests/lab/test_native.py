"""A study in native code counts what a plain study counts, with the same meaning."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.accel.lockstep import some_options
from undercroft.accel.native import load
from undercroft.accel.tomb.counting import Task, count
from undercroft.accel.tomb.game import Thumb, native_options
from undercroft.core.errors import Refused
from undercroft.core.events import Event
from undercroft.core.fates import Scripted
from undercroft.core.measuring.measures import Notes
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import CARDS
from undercroft.games.tomb.show.measures import measure
from undercroft.lab.native import add, run_native
from undercroft.lab.show.report import as_data
from undercroft.lab.study import Study
from undercroft.lab.tally import Tally

pytestmark = pytest.mark.needs("g++")

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mixed(x: int) -> int:
    """Mix bits as rules.hpp does."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def stream(seed: int, game: int, number: int) -> Callable[[int], int]:
    """Give a stream of luck as rules.hpp has it: numbers below one that is given."""
    state = mixed(mixed(seed + GOLDEN * (2 * game + number + 1) & MASK))

    def below(n: int) -> int:
        nonlocal state
        x, state = state, state * 6364136223846793005 + 1442695040888963407 & MASK
        bits = (x ^ x >> 22) >> 22 + (x >> 61) & 0xFFFFFFFF
        return bits * n >> 32

    return below


def play_plainly(given: dict[str, object], bot: str, seed: int, number: int, tally: Tally) -> None:
    """Play by the rules the game that native code plays from a seed and a number."""
    laid: Any = Play(GAME, given).state
    deck = [card.id for card in CARDS if card in laid.tombs[0].deck.fog]
    below, choice = stream(seed, number, 0), stream(seed, number, 1)
    order = [deck.pop(below(len(deck))) for _ in range(len(deck))]
    player = GAME.new_bot(bot, Random(0).random)
    play = Play(GAME, given, fates=Scripted(deck=" ".join(order)))
    while isinstance(play.question, Decision):
        options = play.question.options
        if bot == "random":
            play.answer(options[choice(len(options))])
        else:
            play.answer(player(play.question, play.look(0)))
    assert play.outcome is not None
    events: list[Event] = [*play.events]
    notes = Notes()
    measure(events, play.outcome, notes)
    tally.sheet.update(notes.counted())
    tally.plays += 1
    tally.questions += play.number
    tally.outcomes[play.outcome.name] += 1
    tally.lengths[play.number] += 1
    tally.scores[0][play.outcome.scores[0]] += 1
    if play.outcome.winners:
        tally.wins[0] += 1


@pytest.mark.parametrize("bot", ["random", "cautious", "bold"])
def test_native_counts_are_those_of_the_plain_study(bot: str) -> None:
    luck = Random(f"counts, {bot}")
    maker: Any = GAME.bots[bot]
    thumb = Thumb() if bot == "random" else Thumb(maker.prize, maker.weariness)
    for seed in range(12):
        given = some_options(luck) if seed % 2 else {}
        options, _ = GAME.read_options(given)
        plain, counted = Tally(1), Tally(1)
        for number in range(30):
            play_plainly(given, bot, seed, number, plain)
        counts = count(Task(thumb, native_options(options), seed, measured=True), 0, 30)
        assert add(counted, counts, measured=True) == 30
        assert counted == plain


def a_study(**changes: Any) -> Study:
    return Study("tomb", ("cautious",), 50_000, "7")._replace(**changes)


def test_the_result_depends_on_the_seed_alone() -> None:
    one, two = (run_native(a_study(), "native", workers, lambda games: None) for workers in (1, 3))
    assert one.tally == two.tally
    assert as_data(one)["outcomes"] == as_data(two)["outcomes"]
    other = run_native(a_study(seed="8"), "native", 1, lambda games: None)
    assert other.tally != one.tally


def test_a_study_that_is_stopped_keeps_its_counts() -> None:
    counted = 0

    def stop(games: int) -> None:
        nonlocal counted
        counted += games
        if counted >= 40_000:
            raise KeyboardInterrupt

    findings = run_native(a_study(plays=10**9), "native", 1, stop)
    assert findings.tally.plays == findings.study.plays == counted == 40_000


@pytest.mark.parametrize("bot", ["expert", "collector"])
def test_learned_bots_play_in_native_studies(bot: str) -> None:
    findings = run_native(a_study(bots=(bot,), plays=300), "native", 2, lambda games: None)
    assert findings.tally.plays == 300


def test_what_native_code_does_not_play_is_refused() -> None:
    for changes, line in (
        ({"bots": ("examples.my_bot:HomeByFour",)}, "plays these bots alone: random, cautious"),
        ({"seats": 2, "bots": ("random",)}, "solo games of Tomb alone"),
        ({"options": (("mode", "series"),)}, "solo games of Tomb alone"),
    ):
        with pytest.raises(Refused, match=line):
            run_native(a_study(**changes), "native", 1, lambda games: None)


def test_without_a_compiler_one_line_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    load.cache_clear()
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(Refused, match=r"needs a C\+\+ compiler, g\+\+"):
        run_native(a_study(), "native", 1, lambda games: None)
    with pytest.raises(Refused, match="needs nvcc"):
        run_native(a_study(), "cuda", 1, lambda games: None)
    load.cache_clear()
