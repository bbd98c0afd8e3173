"""A study's findings as text, and as data for programs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from undercroft.core.game import Game
from undercroft.core.measuring.intervals import mean, mean_interval, wilson
from undercroft.describing import told_option
from undercroft.lab.compare.equal_luck import seed_of
from undercroft.lab.filtered import Filtered
from undercroft.lab.show.columns import number
from undercroft.lab.show.measured import tables_as_data, tables_as_text
from undercroft.lab.study import Findings
from undercroft.lab.tally import Tally, quantile
from undercroft.lab.words import say

BARS: Final = 12  # rows in a distribution, at most
BAR_WIDTH: Final = 40


def as_data(findings: Findings) -> dict[str, Any]:
    """Give the findings as JSON would have them."""
    study, setting, tally, seconds, workers, text = findings
    return {
        "game": setting.game.id,
        "rules_version": setting.game.rules_version,
        "variant": setting.game.variant,
        "options": setting.options.given(),
        "seats": setting.seats,
        "bots": list(setting.bots),
        "seed": study.seed,
        "plays": tally.plays,
        "questions": tally.questions,
        "outcomes": dict(sorted(tally.outcomes.items())),
        "outcome_intervals": {
            name: list(wilson(count, tally.plays)) for name, count in sorted(tally.outcomes.items())
        },
        "win_rate": tally.wins[0] / tally.plays,
        "win_rate_interval": list(wilson(tally.wins[0], tally.plays)),
        "win_rates": [tally.wins[seat] / tally.plays for seat in range(setting.seats)],
        "score_mean": mean(tally.scores[0]),
        "score_mean_interval": list(mean_interval(tally.scores[0])),
        "scores_mean": [mean(scores) for scores in tally.scores],
        "scores": [distribution(scores) for scores in tally.scores],
        "length_mean": tally.questions / tally.plays,
        "lengths": distribution(tally.lengths),
        "measures": tables_as_data(tally.sheet),
        "workers": workers,
        "text": text,
        "seconds": seconds,
        "plays_per_second": tally.plays / seconds,
        "questions_per_second": tally.questions / seconds,
    }


def distribution(counts: Counter[Any]) -> dict[str, int]:
    """Write counts with their values in order."""
    return {f"{value:g}": counts[value] for value in sorted(counts)}


def as_text(findings: Findings) -> str:
    """Write the findings for people."""
    return "\n".join(lines(findings))


def lines(findings: Findings) -> Iterator[str]:
    """Write the findings line by line, and how fast they came."""
    _, _, tally, seconds, workers, text = findings
    yield from body(findings)
    yield say(
        "study.speed",
        games=f"{tally.plays / seconds:,.0f}",
        questions=f"{tally.questions / seconds:,.0f}",
        seconds=f"{seconds:.1f}",
        workers=workers,
        text=text,
    )


def body(findings: Findings) -> Iterator[str]:
    """Write what was found."""
    _, setting, tally, *_ = findings
    version = setting.game.rules_version
    yield say("study.title", game=setting.game.title, version=version, terms=terms(findings))
    yield ""
    yield from outcome_lines(setting.game, tally)
    for seat in range(setting.seats):
        if tally.scores[seat].keys() <= {0, 1} and tally.scores[seat][1] == tally.wins[seat]:
            continue  # the winner has a point: the shares above say it
        key = "study.score" if setting.seats == 1 else "study.score-of"
        found = (mean(tally.scores[seat]), *mean_interval(tally.scores[seat]))
        value, low, high = (f"{number:.2f}" for number in found)
        yield ""
        yield say(key, seat=seat + 1, bot=setting.bots[seat], mean=value, low=low, high=high)
        yield from bars(tally.scores[seat])
    yield ""
    yield say("study.questions", mean=f"{tally.questions / tally.plays:.1f}")
    yield from bars(tally.lengths)
    yield ""
    yield from tables_as_text(tally.sheet, setting.game)


def terms(findings: Findings) -> str:
    """Say what was played: `20,000 games by cautious, seed 7, Starting hit points: 8`."""
    study, setting, tally, *_ = findings
    usual, _ = setting.game.read_options({}, setting.seats)
    given = setting.options.given().items() - usual.given().items()
    options = [told_option(setting.game, name, value) for name, value in sorted(given)]
    variant = [say("study.variant", hash=setting.game.variant)] if setting.game.variant else []
    by = say("study.and").join(dict.fromkeys(setting.bots))
    games = say("study.games", games=f"{tally.plays:,}", bots=by)
    return ", ".join([games, say("study.seed", seed=study.seed), *options, *variant])


def outcome_lines(game: Game[Any, Any], tally: Tally) -> Iterator[str]:
    """Tabulate how games ended and who won, with 95% intervals."""
    rows = [
        (game.words.title(name), count)
        for name, count in sorted(tally.outcomes.items(), key=lambda pair: -pair[1])
    ]
    if tally.seats == 1:
        rows.append((say("study.wins"), tally.wins[0]))
    else:
        names = [say("study.wins-of", seat=seat + 1) for seat in range(tally.seats)]
        rows += [(name, tally.wins[seat]) for seat, name in enumerate(names)]
    width = max(len(name) for name, _ in rows)
    heads = [say(f"study.{head}") for head in ("outcome", "played", "share", "interval")]
    yield f"{heads[0]:{width}}  {heads[1]:>11}   {heads[2]:<5}   {heads[3]}"
    for name, count in rows:
        low, high = wilson(count, tally.plays)
        share = f"{count / tally.plays:6.2%}"
        between = say("study.between", low=f"{low:.2%}", high=f"{high:.2%}")
        yield f"{name:{width}}  {count:11,}  {share}   {between}"


def bars(counts: Counter[Any]) -> Iterator[str]:
    """Draw a distribution: quartiles, then bars over classes of equal width."""
    least, most = min(counts), max(counts)
    quartiles = [f"{quantile(counts, share):g}" for share in (0.25, 0.5, 0.75)]
    ends = {"least": f"{least:g}", "most": f"{most:g}"}
    yield f"  {say('study.spread', quartiles=' '.join(quartiles), **ends)}"
    classes = classes_of(counts)
    highest = max(share for _, share in classes)
    for label, share in classes:
        bar = "#" * round(BAR_WIDTH * share / highest)
        yield f"  {label:>12}  {share:6.1%}  {bar}".rstrip()


def classes_of(counts: Counter[Any]) -> list[tuple[str, float]]:
    """Sort counts into a few classes of equal width: what each is called, and its share."""
    least, most = min(counts), max(counts)
    step = next(s for s in steps() if (most - least) / s < BARS)
    classes: Counter[int] = Counter()
    for value, times in counts.items():
        classes[int(value // step)] += times
    total = sum(counts.values())
    return [
        (
            f"{at * step:,}"
            if step == 1
            else say("study.between", low=f"{at * step:,}", high=f"{(at + 1) * step - 1:,}"),
            classes[at] / total,
        )
        for at in range(min(classes), max(classes) + 1)
    ]


def steps() -> Iterator[int]:
    """Count 1, 2, 5, 10, 20, 50 ..."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


# -- of games that a condition picks --------------------------------------------------------------


def filtered_as_data(filtered: Filtered) -> dict[str, Any]:
    """Give the findings of the games that match, if there are any, as JSON would have them."""
    (study, where, *_), findings, matching = filtered
    found = matching.tally.plays
    return {
        **(as_data(findings) if found else {"game": study.game, "seed": study.seed, "plays": 0}),
        "where": where,
        "games_played": matching.plays,
        "all_outcomes": dict(sorted(matching.outcomes.items())),
        "matching": found,
        "matching_interval": list(wilson(found, matching.plays)),
        "seeds": [seed_of(study.seed, number) for number in matching.numbers],
    }


def filtered_as_text(filtered: Filtered) -> str:
    """Write the findings for people."""
    return "\n".join(filtered_lines(filtered))


def filtered_lines(filtered: Filtered) -> Iterator[str]:
    """Say how many games match, and then what is found in them."""
    (study, where, *_), findings, matching = filtered
    found, plays = matching.tally.plays, matching.plays
    if where is not None:
        low, high = (number(it, is_share=True) for it in wilson(found, plays))
        share = number(found / plays, is_share=True)
        counts = {"found": f"{found:,}", "plays": f"{plays:,}", "share": share}
        yield say("where.matching", where=where, **counts, low=low, high=high)
    if found:
        yield from body(findings)
    else:
        yield say("where.nothing", outcomes=sorted(matching.outcomes))
    yield say("where.seeds", seed=study.seed, game=study.game)
