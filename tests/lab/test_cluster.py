"""Studies on a Dask cluster: a scheduler and workers as processes of their own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Self

import pytest

from tests.cli.driving import in_one_go, start
from tests.web.harness import free_port
from undercroft.core.errors import BadOption, Refused
from undercroft.core.extras import to_install
from undercroft.lab.cluster import Cluster
from undercroft.lab.compare.comparison import Comparison, compare
from undercroft.lab.compare.sweep import lay_grid, read_axis, run_sweep
from undercroft.lab.show.files import swept_table
from undercroft.lab.study import CHUNK, Study, run

TOMB = Study("tomb", ("random",), 4 * CHUNK, "7", measured=False)


def dask(*args: object) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "dask", *map(str, args), "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603


class Machines:
    """A scheduler, and workers that come and go."""

    def __init__(self) -> None:
        port = free_port()
        self.address = f"127.0.0.1:{port}"
        self.scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", port)
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self) -> None:
        threads = ("--nthreads", 1, "--no-nanny", "--host", "127.0.0.1")
        self.workers.append(dask("worker", f"tcp://{self.address}", *threads))

    def reached(self) -> Cluster:
        """Connect; they take a while to start."""
        end = time.monotonic() + 120
        while True:
            try:
                return Cluster(self.address)
            except Refused:
                assert time.monotonic() < end
                time.sleep(0.2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with Machines() as started:
        started.add_worker()
        started.add_worker()
        yield started


@pytest.fixture(scope="module")
def cluster(machines: Machines) -> Iterator[Cluster]:
    with machines.reached() as reached:
        yield reached


def quiet(_: int) -> None:
    pass


def test_a_cluster_finds_what_one_process_finds(cluster: Cluster) -> None:
    few = TOMB._replace(plays=40)
    assert run(TOMB, cluster, quiet).tally == run(TOMB, 1, quiet).tally
    sides = Comparison(few, few._replace(options=(("start-hp", "8"),)))
    here, there = (compare(sides, workers, quiet) for workers in (1, cluster))
    assert here.compared.pairs.differences() == there.compared.pairs.differences()
    assert here.compared.flips == there.compared.flips
    grid = lay_grid(few, [read_axis("start-hp=6,10")], None)
    one, other = (swept_table(run_sweep(grid, workers, quiet)) for workers in (1, cluster))
    assert one == other


def test_a_worker_that_is_killed_loses_nothing(machines: Machines, cluster: Cluster) -> None:
    machines.add_worker()
    games = 0

    def kill_one(more: int) -> None:
        nonlocal games
        if not games:
            machines.workers[0].kill()  # with chunks under way
        games += more

    long = TOMB._replace(plays=12 * CHUNK)
    found = run(long, cluster, kill_one)
    machines.workers[0].wait()
    assert games == long.plays
    assert found.tally == run(long, 1, quiet).tally


def test_an_interrupt_keeps_what_was_played(cluster: Cluster) -> None:
    found = run(
        TOMB._replace(plays=100 * CHUNK),
        cluster,
        lambda _: os.kill(os.getpid(), signal.SIGINT),
    )
    assert found.tally.plays == CHUNK


def test_a_command_on_a_cluster(machines: Machines, cluster: Cluster, tmp_path: Path) -> None:
    study = "study tomb --bot random --plays 600 --seed 7 --json --no-measure"
    there = f"{study} --cluster {machines.address}"
    done = in_one_go(tmp_path, [study, there])
    for each in done.values():
        assert (each.returncode, each.stderr) == (0, "")
    here, far = (each.stdout.partition('"workers"')[0] for each in done.values())
    assert here == far


def test_a_scheduler_that_is_lost_leaves_what_was_played(tmp_path: Path) -> None:
    """A cluster of its own. Nothing of Dask's own complaints is shown."""
    with Machines() as machines:
        machines.add_worker()
        machines.reached().__exit__()
        lose_the_scheduler(machines, tmp_path)


def lose_the_scheduler(machines: Machines, tmp_path: Path) -> None:
    study = f"study tomb --bot random --plays 1e7 --no-measure --ticks --cluster {machines.address}"
    with start(tmp_path, *study.split()) as running:
        assert running.stderr
        assert running.stderr.readline().strip() == str(CHUNK).encode()
        machines.scheduler.kill()
        told, complained = (text.decode() for text in running.communicate())
    assert running.returncode == 1
    assert "Tomb of Four Kings, rules version" in told
    *ticks, last = complained.splitlines()
    assert all(tick.isdecimal() for tick in ticks)
    assert last.startswith("undercroft: the cluster no longer answers: this is what ")


# -- what is no cluster ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["nonsense", "host:99999", "http://host:80", "tls://host:80", "a b:1", ""]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="write HOST:PORT of a Dask scheduler"):
        Cluster(address)


def test_where_nobody_listens_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = f"study tomb --plays 10 --cluster {address}"
    alone = f"{command} --device native"
    done = in_one_go(tmp_path, [command, alone])
    assert done[command].returncode == done[alone].returncode == 2
    nobody = f"undercroft: --cluster {address}: no Dask scheduler answers there"
    assert done[command].stderr.startswith(nobody)
    assert done[command].stderr.count("\n") == 1
    assert "leave out --where, --keep and --cluster" in done[alone].stderr


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"220 hi\r\n"])
def test_someone_else_who_listens_is_no_cluster(
    monkeypatch: pytest.MonkeyPatch, greeting: bytes
) -> None:
    monkeypatch.setattr("undercroft.lab.cluster.PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as other:

        def greet() -> None:
            line, _ = other.accept()
            with line, suppress(ConnectionError):
                line.sendall(greeting)
                line.recv(1)  # until the other one hangs up

        server = Thread(target=greet)
        server.start()
        with pytest.raises(Refused, match="no Dask scheduler answers there"):
            Cluster(f"127.0.0.1:{other.getsockname()[1]}")
        server.join()


def test_without_dask_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match=re.escape(to_install("cluster"))):
        Cluster("127.0.0.1:8786")
