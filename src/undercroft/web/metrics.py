"""What a server counts, for whoever watches over it."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

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
THOUGHTS_LOST: Final = Counter(
    "undercroft_thoughts_lost_total", "Times a bot's worker died, was late, or failed", ["why"]
)
