"""Bots think in real worker processes, which die, hang, and come too late."""

import asyncio
import json
import os
import pickle
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx2
import pytest

from benchmarks.server import Line
from tests.web.harness import running
from tests.web.test_serving import command
from tests.web.test_workers import children, wait_until_gone
from undercroft.core.errors import IllegalAnswer, Refused
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision, read_answer
from undercroft.core.running.handing import Handed
from undercroft.games import find_game
from undercroft.storage.journals import Record
from undercroft.web.gateway.limits import PAYER, Limits
from undercroft.web.gateway.settings import Settings
from undercroft.web.live.thinkers import (
    MOST_WAITING,
    CutShort,
    Task,
    Thinker,
    Thinkers,
    task_of,
    think,
)

BOT = "contender"


def a_play() -> tuple[Play, Task]:
    """A play of three that waits for a decision with more than one answer."""
    play = Play(find_game("labyrintheus"), {}, 3, Seeded("7"))
    while isinstance(play.question, Decision) and len(play.question.options) < 5:
        play.answer(play.question.options[0])
    options = play.options.given()
    record = Record("p", "labyrintheus", 1, 3, options, None, "sealed", "7", "play", "ann")
    return play, task_of(record, play, "secret")


def wait_for_thinkers(pid: int) -> set[int]:
    """Wait until a server has processes for bots, and give them."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        lines = {it: Path(f"/proc/{it}/cmdline").read_bytes() for it in children(pid)}
        if found := {it for it, line in lines.items() if b"spawn_main" in line}:
            return found
        time.sleep(0.05)
    return set()


@contextmanager
def thinking(budget: float, patience: float = 60) -> Iterator[Thinker]:
    thinker = Thinker(budget, patience)
    yield thinker
    pids = {thinker.pid} - {None}
    thinker.close()
    wait_until_gone({pid for pid in pids if pid is not None})


def test_a_worker_that_is_killed_while_it_thinks_costs_a_retry_and_no_other_answer() -> None:
    _, task = a_play()
    with thinking(30) as thinker:
        calm = thinker.ask(BOT, task)
        first = thinker.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)  # so that it is killed before it has answered
        asked = thinker.thread.submit(thinker.ask, BOT, task)
        time.sleep(0.3)
        assert not asked.done()
        os.kill(first, signal.SIGKILL)
        assert asked.result(60) == calm
        assert thinker.pid not in (None, first)


def test_a_worker_is_handed_nothing_that_its_seat_cannot_know() -> None:
    play, hid = a_play()[0], 0
    while isinstance(play.question, Decision):
        record = Record("p", "labyrintheus", 1, 3, {}, None, "sealed", "a seed", "play", "ann")
        task = task_of(record, play, "secret")
        hidden = play.game.hidden(play.state, play.question.seat)
        hid += len(hidden)
        handed = b" ".join([str(part).encode() for part in task[:-1]] + [task.handed])
        assert [card for card in hidden if card.encode() in handed] == []
        assert b"a seed" not in handed
        play.answer(play.question.options[0])
    assert hid > 500


def test_a_worker_is_believed_nothing_but_text() -> None:
    ours, theirs = get_context("spawn").Pipe()
    with thinking(30) as thinker:
        thinker._line = ours
        theirs.send_bytes(pickle.dumps(("done", "")))
        with pytest.raises(CutShort, match="bug"):
            thinker._receive(5)
        theirs.send_bytes(b'["done", ""]' + b" " * 99_999)
        with pytest.raises(OSError, match="length"):
            thinker._receive(5)


def test_what_a_reason_names_comes_as_it_was_said() -> None:
    ours, theirs = get_context("spawn").Pipe()
    with thinking(30) as thinker:
        thinker._line = ours
        theirs.send_bytes(b'["cast", "", "leader", {"seat": 2, "chance": 0.5, "foe": "Imp"}]')
        advice = thinker._receive(5)
    assert repr(advice.names) == "{'seat': 2, 'chance': 0.5, 'foe': 'Imp'}"  # a seat is no 2.0


def test_a_worker_that_hangs_is_ended_and_the_answer_is_a_legal_one() -> None:
    play, task = a_play()
    assert play.question is not None
    with thinking(30, patience=5) as thinker:
        thinker.ask(BOT, task)
        first = thinker.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        assert read_answer(play.question, thinker.ask(BOT, task).answer)
        assert thinker.pid != first
        wait_until_gone({first})


def test_a_bot_over_its_budget_is_cut_short_and_a_legal_answer_is_given() -> None:
    play, task = a_play()
    assert play.question is not None
    with thinking(0) as thinker:
        assert read_answer(play.question, thinker.ask(BOT, task).answer)


def test_a_bug_in_a_bot_does_not_stop_the_play() -> None:
    play, task = a_play()
    assert play.question is not None
    with thinking(30) as thinker:
        assert read_answer(play.question, thinker.ask("no-such-bot", task).answer)


def test_an_answer_that_is_not_open_is_a_bug_of_the_bots() -> None:
    """So the last resort answers, and the game goes on."""
    play, _ = a_play()
    assert isinstance(play.question, Decision)
    liar: Any = lambda decision, look: "flee"  # noqa: E731 (it has no strength)
    game = replace(play.game, bots={"liar": lambda rows, luck: liar})
    with pytest.raises(IllegalAnswer, match=r"'flee' is not open to 'P\d [a-z-]+'; expected"):
        think(game, "liar", play.question, Handed(play.view(play.question.seat)), "luck")


def test_what_a_bot_will_answer_cannot_be_worked_out_from_the_address() -> None:
    """The luck of bots, hints, stand-ins and the last resort has the server's secret in it."""
    play, _ = a_play()
    assert isinstance(play.question, Decision)
    game, question, view = play.game, play.question, play.view(play.question.seat)
    record = Record("p", "labyrintheus", 1, 3, {}, None, "sealed", "7", "play", "ann")
    records = [record._replace(id=f"play-{n}") for n in range(12)]

    async def answers(secret: str) -> list[str]:
        thinkers = Thinkers(1, 30, secret)
        try:
            return [(await thinkers.ask("random", record, play)).answer for record in records]
        finally:
            await asyncio.to_thread(thinkers.close)

    first, other, again = (asyncio.run(answers(secret)) for secret in ("a", "b", "a"))
    guesses = [f"{record.id} {play.number}" for record in records]
    foretold = [think(game, "random", question, Handed(view), guess).answer for guess in guesses]
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
        workers = await asyncio.to_thread(wait_for_thinkers, pid)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        line.send('{"do":"hint"}')
        async with asyncio.timeout(60):
            while '"kind":"hint"' not in await line.receive():
                pass
        assert workers & children(pid) == set()
        await line.close()
        return children(pid)

    with running(tmp_path) as server:
        assert server.process is not None
        workers = asyncio.run(play(server.process.pid, server.port))
        assert workers
        server.kill(how)
        wait_until_gone(workers)


@pytest.mark.parametrize("pause", [0, 0.05, 0.1, 0.2, 0.4])
def test_ctrl_c_while_bots_start_ends_the_server_without_a_traceback(
    tmp_path: Path, pause: float
) -> None:
    """A terminal tells all of its processes, whatever they are about."""
    arguments = ("--port", "0", "--data", str(tmp_path))
    with command(*arguments, start_new_session=True) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
            assert address
            seats = {"game": "labyrintheus", "bots": ["contender", "contender"]}
            httpx2.post(f"{address[0]}api/plays", json=seats, timeout=60)
            assert wait_for_thinkers(process.pid)
            time.sleep(pause)
            os.killpg(process.pid, signal.SIGINT)
            out, error = process.communicate(timeout=60)
        finally:
            process.kill()
    events = [json.loads(line)["event"] for line in error.splitlines()]
    assert (process.returncode, out, events) == (0, "", ["started", "request", "stopped"])


def test_bots_are_ready_before_they_are_asked(tmp_path: Path) -> None:
    """The first question is the person's: a choice of persona."""
    with running(tmp_path) as server:
        assert server.process is not None
        seats = {"game": "labyrintheus", "bots": ["contender", "contender"]}
        asked = httpx2.post(f"{server.url}/api/plays", json=seats).json()
        assert asked["question"]["yours"]
        assert asked["at"] == 0
        assert wait_for_thinkers(server.process.pid)


def test_nobodys_bots_wait_for_more_than_one_of_anothers_thoughts(tmp_path: Path) -> None:
    play, _ = a_play()
    record = Record("p", "labyrintheus", 1, 3, {}, None, "sealed", "7", "play", "ann")
    limits = Limits(Settings(data=tmp_path))
    thought: list[str] = []

    async def ask(thinkers: Thinkers, visitor: str) -> None:
        PAYER.set(limits.payer(visitor, "198.51.100.1"))
        await thinkers.ask(BOT, record, play)
        thought.append(visitor)

    async def think() -> None:
        thinkers = Thinkers(1, 60, "secret")
        hints = [asyncio.create_task(ask(thinkers, "ann")) for _ in range(MOST_WAITING + 2)]
        await asyncio.sleep(0)  # all of them are asked for: one is thought about, one too many
        await asyncio.gather(*(ask(thinkers, "bob") for _ in range(3)))
        refused = [it for it in await asyncio.gather(*hints, return_exceptions=True) if it]
        await asyncio.to_thread(thinkers.close)
        assert [type(error) for error in refused] == [Refused]

    asyncio.run(think())
    assert thought[:6].count("bob") == 3, thought
