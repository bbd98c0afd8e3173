"""A tuning's findings: text, data, a page, and the variant that was found."""

from collections.abc import Iterator
from typing import Any, Final

from undercroft.lab.compare.pairs import Key
from undercroft.lab.compare.sweep import Cell, cell_of, study_of, variant_text
from undercroft.lab.compare.swept import told
from undercroft.lab.compare.tune import Target, Try, Tuned
from undercroft.lab.compare.verdict import (
    moved_lines,
    our_title,
    ours_of,
    rows_of,
    verdict_as_data,
)
from undercroft.lab.compare.verdict import sections as verdict_sections
from undercroft.lab.show.columns import aligned, number
from undercroft.lab.show.page import heading, page, paragraph, table
from undercroft.lab.words import say

SHOWN: Final = 5  # tries, for people


def tuned_as_data(tuned: Tuned) -> dict[str, Any]:
    """Give the findings as JSON would have them; the best try first."""
    tuning, setting, tries, verdict, seconds, workers, is_whole = tuned
    return {
        "game": setting.game.id,
        "rules_version": setting.game.rules_version,
        "seats": setting.seats,
        "bots": list(setting.bots),
        "seed": tuning.study.seed,
        "plays": tuning.study.plays,
        "axes": [axis.name for axis in tuning.axes],
        "targets": [
            {"name": it.name, "low": it.low, "high": it.high, "state": state_of(tuned, it)}
            for it in tuning.targets
        ],
        "tries": [
            {
                "at": dict(zip([axis.name for axis in tuning.axes], each.cell, strict=True)),
                "loss": each.loss,
                "targets": {it.name: cell_as_data(each.found[it.key]) for it in tuning.targets},
            }
            for each in tries
        ],
        "variant": found_variant(tuned) if tries else None,
        "weighed": verdict_as_data(verdict) if verdict else None,
        "whole": is_whole,
        "workers": workers,
        "seconds": seconds,
    }


def cell_as_data(it: Cell) -> dict[str, Any]:
    """Give a measure as JSON would have it."""
    return {"value": it.value, "interval": [it.low, it.high]}


def found_variant(tuned: Tuned) -> str:
    """Write the best try as a variant's file."""
    study = study_of(tuned.tuning.sweep, tuned.tries[0].cell)
    return variant_text(study, tuned.setting.game)


def weighed(tuned: Tuned, key: Key) -> Cell | None:
    """Give a measure of the best try on fresh luck, if it was weighed."""
    return cell_of(tuned.verdict.compared.pairs, key) if tuned.verdict else None


def state_of(tuned: Tuned, target: Target) -> str:
    """Say whether a target is met, by the best evidence there is."""
    if not tuned.tries:
        return "missed"
    it = weighed(tuned, target.key) or tuned.tries[0].found[target.key]
    if target.is_surely_met(it):
        return "met"
    if target.is_met(it):
        return "near"
    return "missed"


# -- for people -----------------------------------------------------------------------------------


def tuned_as_text(tuned: Tuned) -> str:
    """Write the findings for people."""
    return "\n".join(lines(tuned))


def lines(tuned: Tuned) -> Iterator[str]:
    """Write the findings line by line."""
    yield title_of(tuned)
    yield bots_of(tuned)
    if not tuned.tries:
        yield say("tune.none")
        return
    yield ""
    yield best_of(tuned)
    yield from aligned(target_rows(tuned))
    yield ""
    yield from (moved(tuned) if tuned.verdict else [unweighed(tuned), ""])
    if len(tuned.tries) > 1:
        yield say("tune.others")
        yield from aligned(try_rows(tuned, SHOWN))
        yield ""
    yield say("tune.note")
    yield say("tune.speed", seconds=f"{tuned.seconds:.1f}", workers=tuned.workers)


def title_of(tuned: Tuned) -> str:
    """Say what was played."""
    game, tuning = tuned.setting.game, tuned.tuning
    return say(
        "tune.title",
        game=game.title,
        version=game.rules_version,
        tries=len(tuned.tries),
        games=tuning.study.plays,
        seed=tuning.study.seed,
    )


def bots_of(tuned: Tuned) -> str:
    """Say who played."""
    return say("tune.bots", bots=[*dict.fromkeys(tuned.setting.bots)])


def best_of(tuned: Tuned) -> str:
    """Say which numbers are best, and whether they will do."""
    axes = tuned.tuning.axes
    cell = [
        say("side.option", name=axis.name, value=value)
        for axis, value in zip(axes, tuned.tries[0].cell, strict=True)
    ]
    states = {state_of(tuned, target) for target in tuned.tuning.targets}
    state = next(state for state in ("missed", "near", "met") if state in states)
    return say(f"tune.best-{state}", cell=", ".join(cell))


def unweighed(tuned: Tuned) -> str:
    """Say why the best try was not weighed on fresh luck."""
    return say("tune.same") if tuned.is_whole else say("tune.unweighed")


def target_rows(tuned: Tuned) -> list[list[str]]:
    """Tabulate the targets: wanted, in the search, on fresh luck."""
    heads = [say(f"tune.{head}") for head in ("measure", "target", "searched", "fresh", "state")]
    best = tuned.tries[0]
    rows = []
    for target in tuned.tuning.targets:
        fresh = weighed(tuned, target.key)
        state = say(f"tune.{state_of(tuned, target)}")
        rows.append(
            [
                title(tuned, target),
                wanted(target, best),
                told(best.found[target.key]),
                told(fresh) if fresh else "",
                state,
            ]
        )
    return [heads, *rows]


def try_rows(tuned: Tuned, most: int) -> list[list[str]]:
    """Tabulate the best tries."""
    tuning = tuned.tuning
    heads = [axis.name for axis in tuning.axes] + [title(tuned, it) for it in tuning.targets]
    rows = [
        [*each.cell, *(told(each.found[it.key]) for it in tuning.targets)]
        for each in tuned.tries[:most]
    ]
    return [heads, *rows]


def title(tuned: Tuned, target: Target) -> str:
    """Name a target's measure."""
    return our_title(tuned.setting.game, target.key, tuned.setting.seats)


def wanted(target: Target, best: Try) -> str:
    """Write where a measure is to be."""
    is_share = best.found[target.key].difference.is_share
    low, high = (number(bound, is_share=is_share) for bound in (target.low, target.high))
    return say("study.between", low=low, high=high)


def moved(tuned: Tuned) -> Iterator[str]:
    """Say what else moved, against the game as it was."""
    assert tuned.verdict is not None  # noqa: S101 (asked for only then)
    yield say("tune.moved", games=tuned.verdict.compared.pairs.games)
    yield from aligned(rows_of(ours_of(tuned.verdict)))
    yield ""
    found = tuned.verdict.compared.pairs.differences()
    yield from moved_lines(tuned.setting.game, found, everything=False)


# -- as a page ------------------------------------------------------------------------------------


def tuned_as_page(tuned: Tuned, command: str) -> str:
    """Write the findings as one HTML file."""
    sides = [(tuned.tuning.study, tuned.setting)]
    return page(title_of(tuned), sections(tuned), command, sides)


def sections(tuned: Tuned) -> Iterator[str]:
    """Write the best numbers, what they do, all tries, and what else moved."""
    yield paragraph(bots_of(tuned))
    if not tuned.tries:
        yield paragraph(say("tune.none"))
        return
    yield paragraph(best_of(tuned))
    yield table(target_rows(tuned))
    if tuned.verdict is None:
        yield paragraph(unweighed(tuned))
    yield heading(say("tune.others"))
    yield table(try_rows(tuned, len(tuned.tries)))
    yield paragraph(say("tune.note"))
    if tuned.verdict is not None:
        yield heading(say("tune.moved", games=tuned.verdict.compared.pairs.games))
        yield from verdict_sections(tuned.verdict, everything=False)
