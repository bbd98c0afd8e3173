"""Bots think in real worker processes, which die, hang, and come too late."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.server import Line
from tests.web.harness import running
from tests.web.test_workers import children, wait_until_gone
from undercroft.core.errors import IllegalAnswer
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision, read_answer
from undercroft.games import find_game
from undercroft.storage.journals import Record
from undercroft.web.thinkers import Thinker, Thinkers, think

BOT = "contender"


def a_play() -> tuple[Play, Record]:
    """A play of three that waits for a decision with more than one answer."""
    play = Play(find_game("labyrintheus"), {}, 3, Seeded("7"))
    while isinstance(play.question, Decision) and len(play.question.options) < 5:
        play.answer(play.question.options[0])
    options = play.options.given()
    return play, Record("p", "labyrintheus", 1, 3, options, None, "sealed", "7", "play", "ann")


@contextmanager
def thinking(budget: float) -> Iterator[Thinker]:
    thinker = Thinker(budget, 60)
    yield thinker
    pids = {thinker.pid} - {None}
    thinker.close()
    wait_until_gone({pid for pid in pids if pid is not None})


def test_a_worker_that_is_killed_while_it_thinks_costs_a_retry_and_no_other_answer() -> None:
    play, record = a_play()
    with thinking(30) as thinker:
        calm = thinker.ask(BOT, record, play.lines, "luck")
        first = thinker.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)  # so that it is killed before it has answered
        asked = thinker.thread.submit(thinker.ask, BOT, record, play.lines, "luck")
        time.sleep(0.3)
        assert not asked.done()
        os.kill(first, signal.SIGKILL)
        assert asked.result(60) == calm
        assert thinker.pid not in (None, first)


def test_a_worker_that_hangs_is_ended_and_the_answer_is_a_legal_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, record = a_play()
    assert play.question is not None
    with thinking(30) as thinker:
        thinker.ask(BOT, record, play.lines, "luck")
        first = thinker.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        thinker.patience = 1
        end = thinker._end

        def end_it() -> None:
            thinker.patience = 60  # for the next one, which has to be started first
            end()

        monkeypatch.setattr(thinker, "_end", end_it)
        assert read_answer(play.question, thinker.ask(BOT, record, play.lines, "luck"))
        assert thinker.pid != first
        wait_until_gone({first})


def test_a_bot_over_its_budget_is_cut_short_and_a_legal_answer_is_given() -> None:
    play, record = a_play()
    assert play.question is not None
    with thinking(0) as thinker:
        assert read_answer(play.question, thinker.ask(BOT, record, play.lines, "luck"))


def test_a_bug_in_a_bot_does_not_stop_the_play() -> None:
    play, record = a_play()
    assert play.question is not None
    with thinking(30) as thinker:
        assert read_answer(play.question, thinker.ask("no-such-bot", record, play.lines, "luck"))


def test_an_answer_that_is_not_open_is_a_bug_of_the_bots() -> None:
    """So the last resort answers, and the play goes on."""
    play, _ = a_play()
    liar: Any = lambda decision, look: "flee"  # noqa: E731 (it has no strength)
    play.game = replace(play.game, bots={"liar": lambda rows, luck: liar})
    with pytest.raises(IllegalAnswer, match=r"'flee' is not open to 'P\d [a-z-]+'; expected"):
        think("liar", play, "luck")


def test_what_a_bot_will_answer_cannot_be_worked_out_from_the_address() -> None:
    """The luck of bots, hints, stand-ins and the last resort has the server's secret in it."""
    play, record = a_play()
    records = [record._replace(id=f"play-{n}") for n in range(12)]

    async def answers(secret: str) -> list[str]:
        thinkers = Thinkers(1, 30, secret)
        try:
            return [await thinkers.ask("random", record, play.lines) for record in records]
        finally:
            await asyncio.to_thread(thinkers.close)

    first, other, again = (asyncio.run(answers(secret)) for secret in ("a", "b", "a"))
    foretold = [think("random", play, f"{record.id} {play.number}") for record in records]
    assert first == again
    assert len({*map(tuple, (first, other, foretold))}) == 3


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
