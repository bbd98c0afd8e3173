"""A comparison's findings as text, and as data for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from undercroft.core.game import Game
from undercroft.core.measuring.intervals import wilson
from undercroft.core.play import Play
from undercroft.core.questions import Decision, read_answer
from undercroft.describing import told_option
from undercroft.lab.compare.comparison import Ending, Parting, Verdict, partings
from undercroft.lab.compare.equal_luck import seed_of
from undercroft.lab.compare.pairs import OURS, Difference, Key
from undercroft.lab.show.columns import aligned, number, span
from undercroft.lab.show.measured import place_in
from undercroft.lab.show.page import heading, page, paragraph, side_by_side, table
from undercroft.lab.show.svg import Point, intervals
from undercroft.lab.study import Setting, Study
from undercroft.lab.words import say

MOST_MOVED: Final = 20  # lines, unless all are asked for
OUR_ORDER: Final = ("outcome", "win", "score", "turns", "questions")


def verdict_as_data(verdict: Verdict) -> dict[str, Any]:
    """Give the findings as JSON would have them."""
    comparison, before, after, compared, sequence, seconds, workers = verdict
    pairs = compared.pairs
    return {
        "game": before.game.id,
        "rules_version": before.game.rules_version,
        "seats": before.seats,
        "seed": comparison.before.seed,
        "before": side_as_data(before),
        "after": side_as_data(after),
        "where": comparison.where,
        "plays": compared.plays,
        "pairs": pairs.games,
        "differences": [
            {
                "table": key[0],
                "row": key[1],
                "column": key[2],
                "before": found.before,
                "after": found.after,
                "difference": found.gap,
                "paired": list(found.paired),
                "unpaired": list(found.unpaired),
                "times_narrower": found.narrower,
                "is_share": found.is_share,
                "count": found.times,
            }
            for key, found in pairs.differences().items()
        ],
        "flipped": compared.flips.total(),
        "flips": [
            {"before": ending_as_data(one), "after": ending_as_data(other), "games": times}
            for (one, other), times in compared.flips.most_common()
        ],
        "changed": compared.changed,
        "first_flips": [parting_as_data(verdict, it) for it in partings(verdict)],
        "sequence": {
            "of": "wins of seat 1",
            "interval": [sequence.low, sequence.high],
            "until": comparison.until,
            "reached": comparison.until is not None and sequence.within <= comparison.until,
        },
        "questions": compared.questions,
        "workers": workers,
        "seconds": seconds,
        "pairs_per_second": pairs.games / seconds,
    }


def side_as_data(setting: Setting) -> dict[str, Any]:
    """Give one side as JSON would have it."""
    return {
        "variant": setting.game.variant,
        "options": setting.options.given(),
        "bots": list(setting.bots),
    }


def parting_as_data(verdict: Verdict, found: Parting) -> dict[str, Any]:
    """Give a game that flipped as JSON would have it. Answers are counted from 1."""
    flip, before, after, at = found
    lines = [play.lines[at : at + 1] if at is not None else [] for play in (before, after)]
    return {
        "game": flip.number,
        "seed": seed_of(verdict.comparison.before.seed, flip.number),
        "before": ending_as_data(flip.before),
        "after": ending_as_data(flip.after),
        "answer": None if at is None else at + 1,
        "before_answer": next(iter(lines[0]), None),
        "after_answer": next(iter(lines[1]), None),
    }


def ending_as_data(ending: Ending) -> dict[str, Any]:
    """Give an ending as JSON would have it; seats are counted from 1."""
    return {"outcome": ending.name, "winners": [seat + 1 for seat in ending.winners]}


# -- for people -----------------------------------------------------------------------------------


def verdict_as_text(verdict: Verdict, *, everything: bool = False, opened: bool = False) -> str:
    """Write the findings for people; where a game is opened, they need not be told how."""
    return "\n".join(lines(verdict, everything, opened))


def lines(verdict: Verdict, everything: bool, opened: bool) -> Iterator[str]:
    """Write the findings line by line."""
    compared, seconds, workers = verdict.compared, verdict.seconds, verdict.workers
    pairs, game = compared.pairs, verdict.before.game
    yield title_of(verdict)
    yield from told_sides(verdict)
    yield from where_lines(verdict)
    yield ""
    found = pairs.differences()
    yield say("compare.first")
    yield from aligned(rows_of(ours_of(verdict)))
    yield ""
    yield from flip_lines(verdict)
    if compared.flipped and not opened:
        yield say("compare.open")
    yield ""
    yield from moved_lines(game, found, everything)
    yield from sequence_lines(verdict)
    rate = f"{pairs.games / seconds:,.0f}"
    yield say("compare.speed", pairs=rate, seconds=f"{seconds:.1f}", workers=workers)


def title_of(verdict: Verdict) -> str:
    """Say what was compared."""
    game = verdict.before.game
    return say(
        "compare.title",
        game=game.title,
        version=game.rules_version,
        games=verdict.compared.pairs.games,
        seed=verdict.comparison.before.seed,
    )


def where_lines(verdict: Verdict) -> Iterator[str]:
    """Say how many games match, if only some count."""
    compared, where = verdict.compared, verdict.comparison.where
    if where is not None:
        found, plays = compared.pairs.games, compared.plays
        low, high = (number(it, is_share=True) for it in wilson(found, plays))
        counts = {"found": f"{found:,}", "plays": f"{plays:,}"}
        share = number(found / plays, is_share=True)
        yield say("where.matching", where=where, **counts, share=share, low=low, high=high)


def told_sides(verdict: Verdict) -> Iterator[str]:
    """Say what each side plays."""
    comparison = verdict.comparison
    yield say("compare.before", side=told_side(verdict.before, comparison.before))
    yield say("compare.after", side=told_side(verdict.after, comparison.after))


def sequence_lines(verdict: Verdict) -> Iterator[str]:
    """Say what holds however often one looks."""
    until, sequence = verdict.comparison.until, verdict.sequence
    low, high = (number(it, is_share=True, signed=True) for it in (sequence.low, sequence.high))
    yield say("compare.looking", low=low, high=high, games=f"{verdict.compared.pairs.games:,}")
    if until is not None:
        within = number(until, is_share=True)
        met = sequence.within <= until
        yield say("compare.reached", until=within) if met else say("compare.missed", until=within)


def told_side(setting: Setting, study: Study) -> str:
    """Say what one side plays: `mine.toml (variant 12ab), Torches: 2, played by cautious`."""
    usual, _ = setting.game.read_options({}, setting.seats)
    given = sorted(setting.options.given().items() - usual.given().items())
    told = [told_option(setting.game, name, value) for name, value in given]
    if study.variant:
        told.insert(0, say("side.variant", file=study.variant[0], hash=setting.game.variant))
    bots = ", ".join(dict.fromkeys(setting.bots))
    return ", ".join([*(told or [say("side.printed")]), say("side.bots", bots=bots)])


def rows_of(measures: list[tuple[str, Difference]]) -> list[list[str]]:
    """Tabulate measures: both sides, the difference, its intervals."""
    heads = ("measure", "was", "is", "difference", "paired", "unpaired", "narrower")
    body = [
        [
            title,
            number(it.before, is_share=it.is_share),
            number(it.after, is_share=it.is_share),
            number(it.gap, is_share=it.is_share, signed=True),
            span(it.paired, is_share=it.is_share),
            span(it.unpaired, is_share=it.is_share),
            say("compare.times", times=f"{it.narrower:.1f}") if it.narrower else "",
        ]
        for title, it in measures
    ]
    return [[say(f"compare.{head}") for head in heads], *body]


def flip_lines(verdict: Verdict) -> Iterator[str]:
    """Say how many games ended differently, and show the first."""
    compared = verdict.compared
    games, flipped = compared.pairs.games, compared.flips.total()
    if flipped:
        share = number(flipped / games, is_share=True)
        yield say("compare.flipped", count=flipped, games=f"{games:,}", share=share)
        for (one, other), times in compared.flips.most_common():
            before, after = (told_ending(verdict.before, it) for it in (one, other))
            yield f"  {say('compare.flip', times=f'{times:,}', before=before, after=after)}"
    else:
        yield say("compare.none")
    yield say("compare.changed", count=f"{compared.changed:,}")
    for found in partings(verdict)[:1]:
        yield from told_parting(verdict, found)


def told_ending(setting: Setting, ending: Ending) -> str:
    """Say how a game ended and, where there are several seats, who won."""
    title = setting.game.words.title(ending.name)
    if setting.seats == 1:
        return title
    return say("compare.won-by", ending=title, seats=[seat + 1 for seat in ending.winners] or None)


def told_parting(verdict: Verdict, found: Parting) -> Iterator[str]:
    """Say which game flipped, and at which answer the two part."""
    flip, before, after, at = found
    seed = seed_of(verdict.comparison.before.seed, flip.number)
    yield say(
        "compare.one",
        number=flip.number,
        seed=seed,
        before=told_ending(verdict.before, flip.before),
        after=told_ending(verdict.before, flip.after),
    )
    if at is None:
        yield say("compare.equal")
    else:
        one, other = (told_answer(play, at) for play in (before, after))
        yield say("compare.parts", number=at + 1, before=one, after=other)


def told_answer(play: Play, at: int) -> str:
    """Say what was answered at a number, in the game's words."""
    if at >= play.number:
        return say("compare.over")
    there = Play(play.game, play.options.given(), play.seats)
    for entry in play.entries[:at]:
        there.answer(entry.answer)
    asked, given, words = there.question, play.entries[at].answer, play.game.words
    if isinstance(asked, Decision):
        return words.option(asked, read_answer(asked, given))
    return words.title(given)


def ours_of(verdict: Verdict) -> list[tuple[str, Difference]]:
    """Give what every game has, in order, with titles."""
    found, (game, _, seats, _) = verdict.compared.pairs.differences(), verdict.before
    ours = sorted((key for key in found if key[0] == OURS), key=our_order)
    return [(our_title(game, key, seats), found[key]) for key in ours]


def own_of(
    game: Game[Any, Any], found: Mapping[Key, Difference], everything: bool
) -> list[tuple[str, Difference]]:
    """Give what moved of the game's own measures, the surest first; or all of them."""
    words: dict[str, dict[str, str]] = game.words.tables.get("measures", {})
    own = {key: it for key, it in found.items() if key[0] != OURS}
    keys = [key for key in own if own[key].has_moved]
    keys.sort(key=lambda key: -sureness(own[key]))
    if everything:
        places = place_in(words)
        keys = sorted(own, key=lambda key: (places(key[0]), key))
    return [(own_title(game, key, words), own[key]) for key in keys]


def moved_lines(
    game: Game[Any, Any], found: Mapping[Key, Difference], everything: bool
) -> Iterator[str]:
    """List what moved of the game's own measures."""
    count = sum(key[0] != OURS for key in found)
    moved = own_of(game, found, everything)
    if not count:
        return
    if not moved:
        yield say("compare.nothing")
        yield ""
        return
    shown = moved if everything else moved[:MOST_MOVED]
    yield say("compare.moved", all=count)
    yield f"  {say('compare.chance')}"
    yield from aligned(rows_of(shown))
    if len(shown) < len(moved):
        yield f"  {say('compare.more', count=len(moved) - len(shown))}"
    yield ""


def sureness(it: Difference) -> float:
    """Say how many half-widths a difference is away from none."""
    low, high = it.paired
    return abs(low + high) / (high - low) if high > low else float("inf")


def our_order(key: Key) -> tuple[int, str]:
    """Sort what every game has."""
    return OUR_ORDER.index(key[1]), key[2]


def our_title(game: Game[Any, Any], key: Key, seats: int) -> str:
    """Name what every game has."""
    _, row, column = key
    if row == "outcome":
        return game.words.title(column)
    if row in ("win", "score") and seats > 1:
        return say(f"measure.{row}-of", seat=column)
    return say(f"measure.{row}")


def own_title(game: Game[Any, Any], key: Key, words: dict[str, dict[str, str]]) -> str:
    """Name a measure of the game's own: table, row, column."""
    table, row, column = key
    said = words.get(table, {})
    named = said.get(row) or game.words.name(row)
    return f"{said.get('title', table)}: {named}: {said.get(column, column)}"


# -- as a page ------------------------------------------------------------------------------------


def verdict_as_page(
    verdict: Verdict,
    command: str,
    opened: Sequence[Sequence[Sequence[str]]] = (),
    *,
    everything: bool = False,
) -> str:
    """Write the findings as one HTML file; games that are opened have both tables side by side."""
    comparison = verdict.comparison
    sides = [(comparison.before, verdict.before), (comparison.after, verdict.after)]
    return page(title_of(verdict), sections(verdict, everything, opened), command, sides)


def sections(
    verdict: Verdict, everything: bool, opened: Sequence[Sequence[Sequence[str]]] = ()
) -> Iterator[str]:
    """Write what was found: differences as a plot and as tables, and what flipped."""
    yield from map(paragraph, told_sides(verdict))
    yield from map(paragraph, where_lines(verdict))
    ours = ours_of(verdict)
    yield heading(say("compare.first"))
    yield intervals([(title, *both_points(it)) for title, it in ours])
    yield paragraph(say("page.legend"))
    yield table(rows_of(ours))
    yield from map(paragraph, sequence_lines(verdict))
    yield heading(say("page.flips"))
    yield from map(paragraph, flip_lines(verdict))
    yield from map(side_by_side, opened)
    found = verdict.compared.pairs.differences()
    moved = own_of(verdict.before.game, found, everything)
    if moved:
        yield heading(say("compare.moved", all=sum(key[0] != OURS for key in found)))
        yield paragraph(say("compare.chance"))
        yield table(rows_of(moved))


def both_points(it: Difference) -> tuple[Point, Point]:
    """Give a difference with its paired and its unpaired interval, to be drawn."""
    paired, unpaired = (
        Point(0, it.gap, *bounds, note=span(bounds, is_share=it.is_share))
        for bounds in (it.paired, it.unpaired)
    )
    return paired, unpaired
