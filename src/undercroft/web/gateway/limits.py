"""What one visitor may cost the others: how often, how much, and how many at once.

A request pays for what it costs: the time of its steps on the event loop, while nobody else can be
served, and the processor time of its work in threads, both counted for its visitor and for the
address it comes from. A visitor who has used more than a fair share waits, one step at a time, for
as long as others are there. With too much waiting, more is refused. So a visitor's expensive
requests slow down that visitor.
"""

import asyncio
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from math import ceil
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar

from cachetools import LRUCache

from undercroft.web.gateway.settings import Settings
from undercroft.web.words import say

T = TypeVar("T")
CROWDED: Final = 1.0  # seconds for which somebody else who was served counts as being there
FEW: Final = 4  # visitors for whom an address has enough, if each takes all that it may
THREADS: Final = 8  # threads that read the database and pack files
THREADS_EACH: Final = 2  # ... of which one visitor has so many


class Bucket:
    """Lets so much through at once, and so much a second after that."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, time.monotonic()

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now

    def take(self) -> bool:
        """Take one, if there is one."""
        self._fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def pay(self, cost: float) -> None:
        """Take something that has been used already; it may leave a debt."""
        now = time.monotonic()
        left = self.left + (now - self.at) * self.rate
        self.left, self.at = min(self.burst, left) - cost, now

    def wait(self, least: float = 0.0) -> float:
        """Give the seconds until more than so much is left."""
        if self.left >= least:  # it only grows with time
            return 0.0
        self._fill()
        return max(0.0, (least - self.left) / self.rate)


class Buckets(LRUCache[str, Bucket]):
    """A bucket for each client; those not seen for longest are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        super().__init__(most)
        self.rate, self.burst = rate, burst

    def __missing__(self, client: str) -> Bucket:
        bucket = self[client] = Bucket(self.rate, self.burst)
        return bucket

    def take(self, client: str) -> bool:
        """Take one from a client's bucket."""
        return self[client].take()


class Rates:
    """How often something may be done by a visitor, and four times as often from an address."""

    def __init__(self, rate: float, burst: float) -> None:
        self.visitors = Buckets(rate, burst)
        self.addresses = Buckets(FEW * rate, FEW * burst)

    def take(self, visitor: str, address: str) -> float | None:
        """Do it once more; if that is too often, give the seconds after which it may be done."""
        for bucket in (self.visitors[visitor], self.addresses[address]):
            if not bucket.take():
                return bucket.wait(1)
        return None


class Refusal(NamedTuple):
    """Why a request is turned away, and after how many seconds it may come again."""

    status: int
    text: str
    after: float | None = None

    @property
    def headers(self) -> dict[str, str]:
        """Say when to come again, where that is known."""
        return {} if self.after is None else {"retry-after": str(max(1, ceil(self.after)))}


# -- what requests cost ---------------------------------------------------------------------------


class Crowd:
    """Tells whether others than somebody were served lately."""

    def __init__(self) -> None:
        self._last: Allowance | None = None
        self._at = self._other_at = float("-inf")  # when the last was served, and one before it

    def serve(self, who: "Allowance", now: float) -> None:
        """Note that somebody is served."""
        if who is not self._last:
            self._last, self._other_at = who, self._at
        self._at = now

    def is_there_beside(self, who: "Allowance") -> bool:
        """Whether somebody else was served lately."""
        at = self._other_at if who is self._last else self._at
        return time.monotonic() - at < CROWDED


class Allowance:
    """What a visitor, or an address, has left of the server's time; and what waits for more."""

    __slots__ = ("_begun", "_bucket", "_crowd", "_new", "_timer", "owed", "requests", "sockets",
                 "threads")  # fmt: skip

    def __init__(self, crowd: Crowd, share: float, burst: float) -> None:
        self._crowd = crowd
        self._bucket = Bucket(share, burst)
        self._begun: deque[asyncio.Future[None]] = (
            deque()
        )  # they may hold what others wait for, ...
        self._new: deque[asyncio.Future[None]] = deque()  # ... and so come before these
        self._timer: asyncio.Handle | None = None
        self.owed: deque[float] = deque()  # by threads: seconds that are yet to be paid
        self.requests = self.sockets = self.threads = 0  # under way now

    @property
    def is_idle(self) -> bool:
        """Whether nothing of it is under way."""
        return not (self.requests or self.sockets or self.threads)

    def pay(self, seconds: float) -> None:
        """Pay for a step that has been done."""
        while self.owed:
            seconds += self.owed.popleft()
        self._bucket.pay(seconds)
        self._crowd.serve(self, self._bucket.at)

    def wait(self) -> float:
        """Give the seconds until the next step may be done: none, while nobody else is there."""
        seconds = self._bucket.wait()
        return seconds if seconds and self._crowd.is_there_beside(self) else 0.0

    @property
    def full_again(self) -> float:
        """Give the seconds until nothing is used up any more."""
        return self._bucket.wait(self._bucket.burst)

    @property
    def is_ready(self) -> bool:
        """Whether a step may be done at once."""
        return not (self._begun or self._new) and not self._bucket.wait()

    async def turn(self, *, begun: bool) -> None:
        """Wait until a step may be done. Of all that wait, one is let go on at a time."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._begun if begun else self._new).append(turn)
        self._wake_later()
        try:
            await turn
        finally:
            if turn.cancelled():
                self._wake_later()

    def _wake_later(self) -> None:
        if self._timer is None and (self._begun or self._new):
            self._timer = asyncio.get_running_loop().call_later(self.wait(), self._wake)

    def _wake(self) -> None:
        self._timer = None
        while not self.wait() and (waiting := self._begun or self._new):
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                break
        self._wake_later()


class Payer(NamedTuple):
    """Who pays for a request: a visitor, and the address that it comes from."""

    name: str
    network: str
    visitor: Allowance
    address: Allowance

    def pay(self, seconds: float) -> None:
        """Pay for a step."""
        self.visitor.pay(seconds)
        self.address.pay(seconds)

    def add(self, what: str, number: int) -> None:
        """Count requests, sockets or threads that are under way."""
        for allowance in (self.visitor, self.address):
            setattr(allowance, what, getattr(allowance, what) + number)


PAYER: Final[ContextVar[Payer | None]] = ContextVar("payer", default=None)


class Metered(Awaitable[T]):
    """Work whose every step is paid for, and waits while too much has been used up."""

    def __init__(self, work: Awaitable[T]) -> None:
        self.work = work

    def __await__(self) -> Generator[Any, Any, T]:
        """Do it, step by step. The context says who pays."""
        payer, work, begun = PAYER.get(), self.work.__await__(), False
        if payer is None:
            return (yield from work)
        error: BaseException | None = None
        clock, allowances = time.perf_counter, (payer.visitor, payer.address)
        try:
            while True:
                for allowance in allowances:
                    if error is None and not allowance.is_ready:
                        try:
                            yield from allowance.turn(begun=begun).__await__()
                        except BaseException as thrown:
                            error = thrown
                began = clock()
                try:
                    waits_for = work.send(None) if error is None else work.throw(error)
                except StopIteration as done:
                    result: T = done.value
                    return result
                finally:
                    payer.pay(clock() - began)
                begun, error = True, None
                try:
                    yield waits_for
                except BaseException as thrown:
                    error = thrown
        finally:
            work.close()


class Threads(ThreadPoolExecutor):
    """Worker threads. A visitor has few of them at once, and pays for what they do."""

    def __init__(self) -> None:
        super().__init__(THREADS, "worker")
        self._lock = Lock()
        self._waiting: deque[tuple[Payer, Future[Any], Callable[[], Any]]] = deque()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have something done, in its turn."""
        payer = PAYER.get()
        if payer is None:
            return super().submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        with self._lock:
            self._waiting.append((payer, future, partial(fn, *args, **kwargs)))
            self._start()
        return future

    def _start(self) -> None:
        """Start what may start, in order; a payer with enough threads stays in the queue."""
        for job in tuple(self._waiting):
            payer = job[0]
            if (
                payer.visitor.threads < THREADS_EACH
                and payer.address.threads < THREADS_EACH * FEW // 2
            ):
                self._waiting.remove(job)
                payer.add("threads", 1)
                super().submit(self._do, *job)

    def _do(self, payer: Payer, future: Future[Any], work: Callable[[], Any]) -> None:
        began = time.thread_time()
        try:
            if future.set_running_or_notify_cancel():
                try:
                    result = work()
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
        finally:
            cost = time.thread_time() - began
            payer.visitor.owed.append(cost)
            payer.address.owed.append(cost)
            with self._lock:
                payer.add("threads", -1)
                self._start()


# -- how many at once -----------------------------------------------------------------------------


class Limits:
    """All that is counted for visitors and addresses."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.sockets = 0
        self._visitors: OrderedDict[str, Allowance] = OrderedDict()
        self._addresses: OrderedDict[str, Allowance] = OrderedDict()
        self._people, self._places = Crowd(), Crowd()

    def payer(self, visitor: str, address: str) -> Payer:
        """Say who pays for a request."""
        share, burst = self.settings.share, self.settings.share_burst
        return Payer(
            visitor,
            address,
            _kept(self._visitors, visitor, self._people, share, burst),
            _kept(self._addresses, address, self._places, 2 * share, 2 * burst),
        )

    def refusal(self, payer: Payer) -> Refusal | None:
        """Say why a request is turned away, if too many of them are under way."""
        most = self.settings.at_once
        for allowance, whose in ((payer.visitor, "requests"), (payer.address, "requests-network")):
            if allowance.requests >= most:
                text = say(f"gateway.{whose}", most=most)
                return Refusal(429, text, max(allowance.full_again, 1.0))
            most *= FEW
        return None

    def socket_refusal(self, payer: Payer) -> str | None:
        """Say why one more socket is turned away, if it is."""
        settings = self.settings
        if payer.visitor.sockets >= settings.sockets:
            return say("gateway.sockets", most=settings.sockets)
        if payer.address.sockets >= settings.sockets_address:
            return say("gateway.sockets-network", most=settings.sockets_address)
        if self.sockets >= settings.sockets_total:
            return say("gateway.full")
        return None


def _kept(
    all_: OrderedDict[str, Allowance], name: str, crowd: Crowd, share: float, burst: float
) -> Allowance:
    """Give somebody's allowance; those that were idle for longest are forgotten."""
    found = all_.get(name)
    if found is None:
        found = all_[name] = Allowance(crowd, share, burst)
        if len(all_) > MOST_KEPT:
            oldest = next(iter(all_))
            if all_[oldest].is_idle:
                del all_[oldest]
            else:
                all_.move_to_end(oldest)
    all_.move_to_end(name)
    return found


MOST_KEPT: Final = 10_000  # visitors, and addresses


def address_of(client: tuple[str, int] | None) -> str:
    """Name the address that a client comes from; of IPv6, the network that one household has."""
    host = client[0] if client else "nobody"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


# -- one after the other --------------------------------------------------------------------------


class Turns:
    """Something that one has at a time. Visitors take turns, however often each wants it."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._is_taken = False

    def waiting(self, visitor: str) -> int:
        """Say how often a visitor waits for it."""
        return len(self._waiting.get(visitor, ()))

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Have it for a while."""
        if self._is_taken:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(visitor, deque()).append(turn)
            try:
                await turn
            except BaseException:
                if turn.done() and not turn.cancelled():  # it was given, but is no longer wanted
                    self._pass_on(visitor)
                raise
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on(visitor)

    def _pass_on(self, had_it: str) -> None:
        """Let the next visitor have it; the last one goes to the end of the row."""
        self._is_taken = False
        if had_it in self._waiting:
            self._waiting.move_to_end(had_it)
        while self._waiting:
            visitor, turns = next(iter(self._waiting.items()))
            turn = turns.popleft()
            if not turns:
                del self._waiting[visitor]
            if not turn.done():
                self._is_taken = True
                turn.set_result(None)
                return
