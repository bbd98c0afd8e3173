"""What a deal could give: the best that anybody, and each quick bot, has made of the same seed."""

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.seats import seat_of
from undercroft.games import find_game
from undercroft.storage.boards import Best, best_of_deal
from undercroft.storage.journals import Journals
from undercroft.web.live.days import told_seed
from undercroft.web.live.table import Live

QUICK: Final = 0.1  # seconds: bots that think longer do not play it


class Result(NamedTuple):
    """What a bot has made of a deal."""

    bot: str
    outcome: str
    won: bool
    score: float


class Deal(NamedTuple):
    """What came of a deal, the best first."""

    people: Best | None
    bots: tuple[Result, ...]


def deal_of(journals: Journals, live: Live, role: str) -> Deal | None:
    """Say what others have made of a finished game's deal; nothing while its seed is sealed."""
    record, seat = live.record, seat_of(role)
    seed = told_seed(record, over=live.outcome is not None)
    if seed is None or seat is None or record.variant is not None:
        return None
    options = tuple(sorted(record.options.items()))
    return Deal(
        best_of_deal(journals, record, role),
        played_by_bots(record.game, options, record.seats, seed, seat),
    )


@lru_cache(500)
def played_by_bots(
    game: str, options: tuple[tuple[str, Any], ...], seats: int, seed: str, seat: int
) -> tuple[Result, ...]:
    """Let each quick bot play a deal in a seat; the rule of thumb has the others."""
    known = find_game(game)
    quick = [
        bot
        for bot in known.bots
        if bot != "random" and known.new_bot(bot, lambda: 0.0).budget <= QUICK
    ]
    results = [_played(game, dict(options), seats, seed, seat, bot) for bot in quick]
    return tuple(sorted(results, key=lambda one: (one.won, one.score), reverse=True))


def _played(
    game: str, options: Mapping[str, Any], seats: int, seed: str, seat: int, bot: str
) -> Result:
    known, random = find_game(game), Random(f"{seed}/{bot}")
    thumb = known.new_bot(known.rule_of_thumb, random.random)
    player = known.new_bot(bot, random.random)
    play = Play(known, options, seats, Seeded(seed))
    while isinstance(play.question, Decision):
        asked = play.question.seat
        chosen = player if asked == seat else thumb
        play.answer(chosen(play.question, play.look(asked)))
    outcome = play.outcome
    assert outcome is not None  # noqa: S101 (nothing is asked any more)
    return Result(bot, outcome.name, seat in outcome.winners, float(outcome.scores[seat]))
