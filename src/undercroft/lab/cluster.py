"""Work on a Dask cluster: the same chunks as in one process, given back in the same order.

A chunk depends on the study and its number alone, so it may be played anywhere, and again. Dask
plays the chunks of a worker that is lost on another one. A scheduler that is lost ends the work:
what was given until then stands.
"""

import logging
import re
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, Final, Self, TypeVar

from undercroft import __version__
from undercroft.core.errors import BadOption, Refused
from undercroft.core.extras import to_install
from undercroft.games import catalogue
from undercroft.lab.words import say

N = TypeVar("N")
T = TypeVar("T")

PATIENCE: Final = 5  # seconds, until an address counts as none of a cluster
MOST_OF_A_GREETING: Final = 1 << 20  # bytes
ALONE: Final = 30  # seconds without any worker, until the work is given up
AHEAD: Final = 4  # chunks on their way for each thread of a worker
_ADDRESS: Final = re.compile(r"(?:tcp://)?(\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d{1,5})")


class Cluster:
    """A connection to a cluster's scheduler."""

    def __init__(self, address: str) -> None:
        self.address, self.lost = address, False
        self._dask = _distributed()
        found = _ADDRESS.fullmatch(address)
        if not found or not 0 < int(found[2]) < 65536:
            raise BadOption(say("cluster.address", address=address[:80]))
        try:
            if not is_scheduler(found[1].strip("[]"), int(found[2])):
                raise TimeoutError
            self._client = self._dask.Client(address, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise Refused(say("cluster.nobody", address=address)) from None
        try:
            self._check()
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close(timeout=1 if self.lost else PATIENCE)

    def _check(self) -> None:
        """See that there are workers, and that they play the same rules."""
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise Refused(say("cluster.idle", address=self.address)) from None
        try:
            versions: dict[str, Any] = self._client.run(versions_here)
        except Exception:
            raise Refused(say("cluster.strangers", version=__version__)) from None
        others = {theirs[0] for theirs in versions.values() if theirs != versions_here()}
        if others:
            raise Refused(say("cluster.versions", theirs=sorted(others), ours=__version__))
        self.threads = sum(self._client.nthreads().values())

    def each(
        self, work: Callable[[N], T], items: Iterable[N], stopped: Callable[[], bool]
    ) -> Iterator[T]:
        """Do the work of each item, so many ahead, until it is stopped or nobody is left."""
        waiting: deque[Any] = deque()
        left = iter(items)
        try:
            while True:
                for item in left:
                    waiting.append(self._client.submit(work, item, pure=False))
                    if len(waiting) > AHEAD * self.threads:
                        break
                if not waiting or not self._comes(waiting[0], stopped):
                    return
                yield waiting.popleft().result()
        except self._dask.KilledWorker:
            raise Refused(say("cluster.killed")) from None
        except (
            OSError,
            self._dask.client.FutureCancelledError,  # when its result is asked for ...
            self._dask.client.FuturesCancelledError,  # ... or before that
        ):
            self.lost = True
        finally:
            if waiting and not self.lost:
                self._client.cancel([*waiting])

    def _comes(self, future: Any, stopped: Callable[[], bool]) -> bool:
        """Wait for a result; say whether it has come."""
        alone_since: float | None = None
        while True:
            try:
                with self._client.as_current():
                    self._dask.wait(future, timeout=1)
            except TimeoutError:
                if stopped():
                    return False
            else:
                return True
            if self._client.status != "running" or not self._client.nthreads():
                alone_since = alone_since or monotonic()
                if monotonic() - alone_since > ALONE:
                    self.lost = True
                    return False
            else:
                alone_since = None


def is_scheduler(host: str, port: int) -> bool:
    """See who listens: Dask greets first, with the length of its greeting in eight bytes.

    Dask's own client waits without end for one who is silent, and believes any length.
    """
    with socket.create_connection((host, port), PATIENCE) as line:
        line.settimeout(PATIENCE)
        length = line.recv(8, socket.MSG_WAITALL)
        return len(length) == 8 and 0 < int.from_bytes(length, "little") < MOST_OF_A_GREETING


def versions_here() -> tuple[str, tuple[tuple[str, int], ...]]:
    """Give the version of Undercroft and those of its games' rules."""
    return __version__, tuple((id, game.rules_version) for id, game in catalogue().items())


def _distributed() -> Any:
    """Import Dask, which takes a while; say how to install it."""
    try:
        import distributed
    except ModuleNotFoundError as error:
        command = to_install("cluster")
        raise Refused(say("cluster.missing", name=error.name, command=command)) from None
    for name in [*logging.root.manager.loggerDict]:  # we say ourselves what is lost
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).disabled = True
    return distributed
