"""Bots think in real worker processes, which die, hang, and come too late."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.server import Line
from tests.web.harness import running
from tests.web.test_workers import children, wait_until_gone
from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision, read_answer
from undercroft.games import find_game
from undercroft.storage.journals import Record
from undercroft.web.limits import PAYER, Limits
from undercroft.web.settings import Settings
from undercroft.web.thinkers import MOST_WAITING, Thinker, Thinkers

BOT = "contender"


def a_play() -> tuple[Play, Record]:
    """A play of three that waits for a decision with more than one answer."""
    play = Play(find_game("labyrintheus"), {}, 3, Seeded("7"))
    while isinstance(play.question, Decision) and len(play.question.options) < 5:
        play.answer(play.question.options[0])
    options = play.options.given()
    return play, Record("p", "labyrintheus", 1, 3, options, None, "sealed", "7", "play", "ann")


@contextmanager
def thinking(budget: float, patience: float = 60) -> Iterator[Thinker]:
    thinker = Thinker(budget, patience)
    yield thinker
    pids = {thinker.pid} - {None}
    thinker.close()
    wait_until_gone({pid for pid in pids if pid is not None})


def test_a_worker_that_is_killed_while_it_thinks_costs_a_retry_and_no_other_answer() -> None:
    play, record = a_play()
    with thinking(30) as thinker:
        calm = thinker.ask(BOT, record, play.lines)
        first = thinker.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)  # so that it is killed before it has answered
        asked = thinker.thread.submit(thinker.ask, BOT, record, play.lines)
        time.sleep(0.3)
        assert not asked.done()
        os.kill(first, signal.SIGKILL)
        assert asked.result(60) == calm
        assert thinker.pid not in (None, first)


def test_a_worker_that_hangs_is_ended_and_the_answer_is_a_legal_one() -> None:
    play, record = a_play()
    assert play.question is not None
    with thinking(30, patience=5) as thinker:
        thinker.ask(BOT, record, play.lines)
        first = thinker.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        assert read_answer(play.question, thinker.ask(BOT, record, play.lines))
        assert thinker.pid != first
        wait_until_gone({first})


def test_a_bot_over_its_budget_is_cut_short_and_a_legal_answer_is_given() -> None:
    play, record = a_play()
    assert play.question is not None
    with thinking(0) as thinker:
        assert read_answer(play.question, thinker.ask(BOT, record, play.lines))


def test_a_bug_in_a_bot_does_not_stop_the_play() -> None:
    play, record = a_play()
    assert play.question is not None
    with thinking(30) as thinker:
        assert read_answer(play.question, thinker.ask("no-such-bot", record, play.lines))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_bots_do_not_outlive_their_server_and_a_play_outlives_its_bots(
    tmp_path: Path, how: signal.Signals
) -> None:
    async def play(pid: int, port: int) -> set[int]:
        line = Line(port)
        bots = '"bots":["contender","contender"]'
        await line.connect(f"{{}},{bots}", game="labyrintheus")
        await line.receive()
        workers = children(pid)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        line.send('{"do":"hint"}')
        async with asyncio.timeout(60):
            assert '"kind":"hint"' in await line.receive()
        assert workers & children(pid) == set()
        await line.close()
        return children(pid)

    with running(tmp_path) as server:
        assert server.process is not None
        workers = asyncio.run(play(server.process.pid, server.port))
        assert workers
        server.kill(how)
        wait_until_gone(workers)


def test_nobodys_bots_wait_for_more_than_one_of_anothers_thoughts(tmp_path: Path) -> None:
    play, record = a_play()
    limits = Limits(Settings(data=tmp_path))
    thought: list[str] = []

    async def ask(thinkers: Thinkers, visitor: str) -> None:
        PAYER.set(limits.payer(visitor, "198.51.100.1"))
        await thinkers.ask(BOT, record, play.lines)
        thought.append(visitor)

    async def think() -> None:
        thinkers = Thinkers(1, 60)
        hints = [asyncio.create_task(ask(thinkers, "ann")) for _ in range(MOST_WAITING + 2)]
        await asyncio.sleep(0)  # all of them are asked for: one is thought about, one too many
        await asyncio.gather(*(ask(thinkers, "bob") for _ in range(3)))
        refused = [it for it in await asyncio.gather(*hints, return_exceptions=True) if it]
        await asyncio.to_thread(thinkers.close)
        assert [type(error) for error in refused] == [Refused]

    asyncio.run(think())
    assert thought[:6].count("bob") == 3, thought
