"""Processes beside the server's own. Ctrl-C reaches all of a terminal; it is for the server.

A process reads modules for a second before it can ignore anything. Until then the mask that it
inherits from the thread that starts it keeps Ctrl-C back.
"""

import signal
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from typing import Final

CTRL_C: Final = (signal.SIGINT,)


def start(process: BaseProcess) -> None:
    """Start a process whose work begins with `ignore_interrupts`."""
    resource_tracker.ensure_running()  # started later, it would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, CTRL_C)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the server, which sees to us; work may still handle it for its own ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, CTRL_C)
