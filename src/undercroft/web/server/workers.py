"""Several processes behind one port. Any of them serves any play; one that dies is started again.

Each has a listening socket of its own on the same port, so that the system deals newcomers out
evenly. The sockets are the parent's: who comes while a worker is being started again waits for it.
"""

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Final

import structlog

TOLD: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
TOO_SOON: Final = 2.0  # seconds: who dies sooner is started again after a pause, ...
PAUSE: Final = 1.0  # ... of so many
PATIENCE: Final = 10.0  # seconds for all to go
log = structlog.get_logger("undercroft.web")


class Worker:
    """A process and its listening socket."""

    def __init__(
        self, name: str, work: Callable[[socket.socket], None], listener: socket.socket
    ) -> None:
        self.name = name
        self.work = work
        self.listener = listener

    def start(self, parent: tuple[int, int]) -> None:
        """Start the process, or start it again."""
        self.started = time.monotonic()
        fork = get_context("fork")
        self.process: BaseProcess = fork.Process(None, self._run, self.name, (parent,))
        self.process.start()

    def _run(self, parent: tuple[int, int]) -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD)
        alive, held = parent
        os.close(held)
        threading.Thread(target=_go_with, args=(alive,), daemon=True).start()
        with contextlib.suppress(KeyboardInterrupt):
            self.work(self.listener)


def _go_with(alive: int) -> None:
    """Stop this process when its parent has gone: then nobody holds the pipe's other end."""
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def supervise(work: Callable[[socket.socket], None], listeners: Sequence[socket.socket]) -> None:
    """Have as many processes work as there are sockets, until told to stop."""
    workers = [Worker(f"worker-{n}", work, it) for n, it in enumerate(listeners, 1)]
    with _signals_kept_back():
        parent = os.pipe()
        try:
            for worker in workers:
                worker.start(parent)
            told = _watch(workers, parent)
        finally:
            _stop([worker.process for worker in workers if hasattr(worker, "process")])
            for end in parent:
                os.close(end)
    if told == signal.SIGINT:
        raise KeyboardInterrupt


@contextlib.contextmanager
def _signals_kept_back() -> Iterator[None]:
    """Hold signals until we wait for them: none interrupts anything."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, TOLD)
    heard = signal.signal(signal.SIGCHLD, lambda *_: None)  # else some systems drop it unheard
    try:
        yield
    finally:
        signal.signal(signal.SIGCHLD, heard)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch(workers: Sequence[Worker], parent: tuple[int, int]) -> int:
    """Start dead workers again; give the signal that said to stop."""
    while (told := signal.sigwait(TOLD)) == signal.SIGCHLD:
        for worker in workers:
            if worker.process.is_alive():
                continue
            log.error("worker died", code=worker.process.exitcode)
            if time.monotonic() - worker.started < TOO_SOON:
                time.sleep(PAUSE)
            worker.start(parent)
    return told


def _stop(processes: Sequence[BaseProcess]) -> None:
    for process in processes:
        process.terminate()
    end = time.monotonic() + PATIENCE
    for process in processes:
        process.join(max(0.0, end - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()
