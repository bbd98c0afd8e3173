"""What a server counts, for its operator."""

from collections.abc import Iterator
from multiprocessing import current_process, parent_process
from typing import Final

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    generate_latest,
)
from prometheus_client.registry import Collector

REQUESTS: Final = Histogram(
    "undercroft_request_seconds", "Pages and API calls", ["method", "route", "status"]
)
ANSWERS: Final = Counter("undercroft_answers_total", "Answers stored", ["game"])
REFUSALS: Final = Counter("undercroft_refusals_total", "Frames refused", ["why"])
ANSWER_SECONDS: Final = Histogram(
    "undercroft_answer_seconds",
    "From an answer's arrival to its effect being sent",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
SOCKETS: Final = Gauge("undercroft_sockets", "Open sockets")
LIVE: Final = Gauge("undercroft_live_plays", "Plays in memory")
LAG: Final = Histogram(
    "undercroft_loop_lag_seconds",
    "How late the event loop came to what was due",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
LATE: Final = Gauge("undercroft_loop_late_seconds", "The longest of these in the last ten seconds")
THOUGHTS_LOST: Final = Counter(
    "undercroft_thoughts_lost_total", "Times a bot's worker died, was late, or failed", ["why"]
)


class Named(Collector):
    """All counters of a worker, with its name: any worker may answer a request for them."""

    def collect(self) -> Iterator[Metric]:
        """Give them."""
        name = {"process": current_process().name}
        for metric in REGISTRY.collect():
            metric.samples = [it._replace(labels=it.labels | name) for it in metric.samples]
            yield metric


WORKER: Final = CollectorRegistry()
WORKER.register(Named())


def counted() -> bytes:
    """Write down what this process has counted."""
    return generate_latest(REGISTRY if parent_process() is None else WORKER)
