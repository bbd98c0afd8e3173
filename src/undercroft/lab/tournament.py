"""Tournaments: every bot against every other, on equal luck, and how strong that makes each.

Each deal has a seed, in which every pile and every die has a stream of its own. Alone, all bots
play the same deals, and the higher score has the point. Around a table, two bots share the seats
(one, the other, one ...) and play each deal twice, the second time with the seats exchanged: the
point goes to the one that came out ahead over both. Equal results give half a point.

Ratings are Bradley and Terry's, on the scale of chess (400 points: ten to one), with a mean of 0.
Their 95% intervals come from resampling the deals.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import combinations
from math import isclose, log10
from random import Random
from typing import Any, Final, NamedTuple

from undercroft import __version__
from undercroft.bots.outside import with_bots
from undercroft.core.errors import BadOption, Refused
from undercroft.core.fates import Seeded
from undercroft.core.game import Bot, Game, Outcome
from undercroft.core.language.standing import ahead
from undercroft.core.measuring.intervals import wilson
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.running.handing import answer_of, at_arms_length
from undercroft.core.variants import with_variant
from undercroft.describing import told_option
from undercroft.games import find_game
from undercroft.lab.chunks import processes
from undercroft.lab.words import say

RESAMPLED: Final = 200  # times the deals are drawn again, for the intervals
STEPS: Final = 100  # of fitting ratings; far more than it takes


class Tournament(NamedTuple):
    """What is played, and by whom. Small, so that it can be sent anywhere."""

    game: str
    bots: tuple[str, ...]  # by name, or `module:Class`
    deals: int
    seed: str
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    preset: str | None = None
    variant: tuple[str, str] | None = None  # the file's name and its text


class Terms(NamedTuple):
    """A tournament's game, made ready to play."""

    game: Game[Any, Any]
    options: dict[str, str]
    seats: int


class Deal(NamedTuple):
    """What came of one deal: each pair's point for the first of it, and each bot's mean score."""

    points: tuple[float, ...]  # 1, 0.5 or 0, pair by pair
    scores: tuple[float, ...]  # bot by bot


class Standing(NamedTuple):
    """How a bot did."""

    bot: str
    rating: float
    low: float
    high: float
    points: float
    of: int
    score: float  # the mean


class Result(NamedTuple):
    """A tournament's outcome: the best first."""

    tournament: Tournament
    terms: Terms
    standings: tuple[Standing, ...]
    shares: dict[tuple[str, str], float]  # of the points, of the first against the second


def set_up(tournament: Tournament) -> Terms:
    """Read what the tournament names; `Refused` says what does not fit."""
    if len({*tournament.bots}) < 2 or len({*tournament.bots}) < len(tournament.bots):
        raise BadOption(say("tournament.bots"))
    if tournament.deals < 1:
        raise BadOption(say("tournament.deals", given=tournament.deals))
    game = find_game(tournament.game)
    if tournament.variant:
        file, text = tournament.variant
        game = with_variant(text, file, find_game)
    game = with_bots(game, tournament.bots)
    given = dict(tournament.options)
    options, seats = game.read_options(given, tournament.seats, tournament.preset)
    for name in tournament.bots:
        game.new_bot(name, Random(0).random)
    return Terms(game, options.given(game.defaults), seats)


def run(
    tournament: Tournament,
    workers: int = 1,
    progress: Callable[[int], None] = lambda deals: None,
) -> Result:
    """Play it; progress is told of each deal. The result is the same for any number of workers."""
    terms = set_up(tournament)
    deals = []
    for deal in each_deal(tournament, min(workers, tournament.deals)):
        deals.append(deal)
        progress(1)
    return rated(tournament, terms, deals)


def each_deal(tournament: Tournament, workers: int) -> Iterator[Deal]:
    """Play all deals, in order; one worker needs no process of its own."""
    numbers = range(tournament.deals)
    if workers <= 1:
        yield from (play_deal(tournament, number) for number in numbers)
        return
    with processes(workers) as executor:
        share = max(1, min(50, tournament.deals // (4 * workers)))
        yield from executor.map(play_deal, [tournament] * len(numbers), numbers, chunksize=share)


def play_deal(tournament: Tournament, number: int) -> Deal:
    """Let every pair play one deal."""
    terms = set_up(tournament)
    seed = f"{tournament.seed}/{number}"
    names = tournament.bots
    if terms.seats == 1:
        alone = [play_out(terms, [name], seed).scores[0] for name in names]
        points = [point(one, other) for one, other in combinations(alone, 2)]
        return Deal(tuple(points), tuple(alone))
    totals = dict.fromkeys(names, 0.0)
    points = []
    for pair in combinations(names, 2):
        places = [0.0, 0.0]
        for first in (0, 1):
            seated = [(seat + first) % 2 for seat in range(terms.seats)]
            outcome = play_out(terms, [pair[who] for who in seated], seed)
            for who in (0, 1):
                seats = [seat for seat, sits in enumerate(seated) if sits == who]
                places[who] += sum(ahead(outcome, seat) for seat in seats) / len(seats)
                score = sum(outcome.scores[seat] for seat in seats) / len(seats)
                totals[pair[who]] += score / 2 / (len(names) - 1)
        points.append(point(*places))
    return Deal(tuple(points), tuple(totals.values()))


def play_out(terms: Terms, names: Sequence[str], seed: str) -> Outcome:
    """Play a deal to its end, with a bot in each seat."""
    game = terms.game
    play = Play(game, terms.options, terms.seats, Seeded(seed))
    bots: list[Bot[Any]] = []
    looks = []
    for seat, name in enumerate(names):
        luck = Random(f"{seed}/seat {seat}/{name}").random
        bots.append(at_arms_length(game.new_bot(name, luck), game.rows))
        looks.append(play.look(seat))
    while isinstance(play.question, Decision):
        seat = play.question.seat
        try:
            given = bots[seat](play.question, looks[seat])
        except Exception as error:  # whatever a foreign bot raises
            raise Refused(
                say(
                    "tournament.failed",
                    bot=names[seat],
                    question=play.question.label,
                    seed=seed,
                    trouble=str(error) if isinstance(error, Refused) else repr(error),
                )
            ) from error
        play.answer(answer_of(bots[seat], play.question, given))
    assert play.outcome is not None  # noqa: S101 (a seed answers all fates)
    return play.outcome


def point(one: float, other: float) -> float:
    """Give the first's point; what differs by rounding alone is equal."""
    return 0.5 if isclose(one, other, abs_tol=1e-9) else float(one > other)


# -- ratings --------------------------------------------------------------------------------------


def rated(tournament: Tournament, terms: Terms, deals: Sequence[Deal]) -> Result:
    """Rate the bots, and say how certain that is."""
    names = tournament.bots
    ratings = fitted(totals(deals), len(names), len(deals))
    random = Random(f"{tournament.seed}/resampled")
    drawn = [
        fitted(totals(random.choices(deals, k=len(deals))), len(names), len(deals))
        for _ in range(RESAMPLED)
    ]
    points = totals(deals)
    pairs = [*combinations(range(len(names)), 2)]
    standings = []
    for at, name in enumerate(names):
        spread = sorted(ratings_then[at] for ratings_then in drawn)
        low, high = spread[int(0.025 * RESAMPLED)], spread[int(0.975 * RESAMPLED) - 1]
        won = sum(
            points[n] if at == one else len(deals) - points[n]
            for n, (one, other) in enumerate(pairs)
            if at in (one, other)
        )
        score = sum(deal.scores[at] for deal in deals) / len(deals)
        of = len(deals) * (len(names) - 1)
        standings.append(
            Standing(
                name, ratings[at], min(low, ratings[at]), max(high, ratings[at]), won, of, score
            )
        )
    standings.sort(key=lambda standing: -standing.rating)
    shares = {}
    for n, (one, other) in enumerate(pairs):
        shares[names[one], names[other]] = points[n] / len(deals)
        shares[names[other], names[one]] = 1 - points[n] / len(deals)
    return Result(tournament, terms, tuple(standings), shares)


def totals(deals: Sequence[Deal]) -> list[float]:
    """Add up the points of each pair's first."""
    return [sum(column) for column in zip(*(deal.points for deal in deals), strict=True)]


def fitted(points: Sequence[float], bots: int, deals: int) -> list[float]:
    """Fit Bradley and Terry's strengths (Hunter's way), and write them as ratings.

    Each pair has drawn one deal more than it played, so that who wins every deal is not infinitely
    strong.
    """
    won = [[0.0] * bots for _ in range(bots)]
    for n, (one, other) in enumerate(combinations(range(bots), 2)):
        won[one][other] = points[n] + 0.5
        won[other][one] = deals - points[n] + 0.5
    strengths = [1.0] * bots
    for _ in range(STEPS):
        strengths = [
            sum(won[one])
            / sum(
                (deals + 1) / (strengths[one] + strengths[other])
                for other in range(bots)
                if other != one
            )
            for one in range(bots)
        ]
        scale = sum(strengths) / bots
        strengths = [strength / scale for strength in strengths]
    ratings = [400 * log10(strength) for strength in strengths]
    mean = sum(ratings) / bots
    return [rating - mean for rating in ratings]


# -- tables ---------------------------------------------------------------------------------------


def as_data(result: Result) -> dict[str, Any]:
    """Give the result as JSON would have it."""
    tournament, terms = result.tournament, result.terms
    return {
        "game": terms.game.id,
        "rules_version": terms.game.rules_version,
        "variant": terms.game.variant,
        "options": terms.options,
        "seats": terms.seats,
        "deals": tournament.deals,
        "seed": tournament.seed,
        "undercroft": __version__,
        "bots": [
            {
                "bot": standing.bot,
                "rating": round(standing.rating, 1),
                "rating_interval": [round(standing.low, 1), round(standing.high, 1)],
                "points": standing.points,
                "of": standing.of,
                "score_mean": standing.score,
            }
            for standing in result.standings
        ],
        "shares": [
            {"bot": one, "against": other, "share": share}
            for (one, other), share in result.shares.items()
        ],
    }


def as_text(result: Result) -> str:
    """Write the table for people."""
    width = max(len(standing.bot) for standing in result.standings)
    heads = headings()
    lines = [
        title(result),
        "",
        f"   {heads[0]:{width}}   {heads[1]:>6}  {heads[2]:>14}  {heads[3]:>7}   {heads[4]:>10}",
    ]
    for place, standing in enumerate(result.standings, 1):
        interval = between(f"{standing.low:+.0f}", f"{standing.high:+.0f}")
        share = f"{100 * standing.points / standing.of:.1f}%"
        lines.append(
            f"{place:2} {standing.bot:{width}}   {standing.rating:+6.0f}  {interval:>14}"
            f"  {share:>7}   {standing.score:10.2f}"
        )
    return "\n".join(lines)


def title(result: Result) -> str:
    """Say what was played."""
    tournament, terms = result.tournament, result.terms
    seats = (
        say("tournament.seats", count=terms.seats) if terms.seats > 1 else say("tournament.alone")
    )
    version = terms.game.rules_version
    usual, _ = terms.game.read_options({}, terms.seats)
    given = terms.options.items() - usual.given().items()
    options = [told_option(terms.game, name, value) for name, value in sorted(given)]
    options += [say("study.variant", hash=terms.game.variant)] if terms.game.variant else []
    return ", ".join(
        [
            say("study.title", game=terms.game.title, version=version, terms=seats),
            say("tournament.pairs", deals=f"{tournament.deals:,}"),
            say("study.seed", seed=tournament.seed),
            *options,
        ]
    )


STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}th,td{padding:.3rem .8rem;text-align:right}
th:first-child,td:first-child{text-align:left}tr+tr{border-top:1px solid #8884}
@media(prefers-color-scheme:dark){body{background:#181412;color:#e8dcc8}}
"""


def as_html(result: Result) -> str:
    """Write the tables as one page that needs nothing else."""
    names = [standing.bot for standing in result.standings]
    ranked = [
        (
            standing.bot,
            f"{standing.rating:+.0f}",
            between(f"{standing.low:+.0f}", f"{standing.high:+.0f}"),
            f"{100 * standing.points / standing.of:.1f}%",
            f"{standing.score:.2f}",
        )
        for standing in result.standings
    ]
    deals = result.tournament.deals
    versus = [(one, *(_share(result, one, other, deals) for other in names)) for one in names]
    heading = escape(title(result))
    said = {it: escape(say(f"tournament.{it}")) for it in ("heading", "versus", "versus-note")}
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><meta charset="utf-8"><title>{heading}</title>',
            f"<style>{STYLE}</style>",
            f"<h1>{said['heading']}</h1><p>{heading}</p>",
            _table(headings(), ranked),
            f"<h2>{said['versus']}</h2>",
            f"<p>{said['versus-note']}</p>",
            _table(("", *names), versus),
            f"<p>{escape(say('tournament.note', version=__version__))}</p>",
            "</html>\n",
        ]
    )


def _share(result: Result, one: str, other: str, deals: int) -> str:
    if one == other:
        return ""
    share = result.shares[one, other]
    low, high = wilson(round(share * deals), deals)
    return f"{share:.1%} ({between(f'{low:.0%}', f'{high:.0%}')})"


def headings() -> list[str]:
    """Give what stands over the columns."""
    return [say(f"tournament.{head}") for head in ("bot", "rating", "interval", "points", "score")]


def between(low: str, high: str) -> str:
    """Write an interval."""
    return say("study.between", low=low, high=high)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["<table>", "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"]
    lines += [
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    ]
    return "\n".join([*lines, "</table>"])
