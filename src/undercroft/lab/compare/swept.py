"""A sweep's findings: a table, data, and curves with bands."""

from collections.abc import Iterator
from typing import Any

from undercroft.describing import number_title
from undercroft.lab.compare.pairs import OURS, Key
from undercroft.lab.compare.sweep import Cell, Swept, cells_of, measures_of, study_of
from undercroft.lab.compare.verdict import our_order, our_title
from undercroft.lab.show.columns import aligned, number
from undercroft.lab.show.page import heading, page, paragraph, table
from undercroft.lab.show.svg import Curve, Point, curves
from undercroft.lab.words import say

SHOWN: tuple[Key, ...] = ((OURS, "win", "1"), (OURS, "score", "1"), (OURS, "turns", ""))


def measures(swept: Swept) -> list[tuple[Key, str, list[Cell]]]:
    """Give all measures with their titles, in order."""
    setting = swept.settings[0]
    keys = sorted(measures_of(swept), key=our_order)
    return [
        (key, our_title(setting.game, key, setting.seats), cells_of(swept, key)) for key in keys
    ]


def swept_as_data(swept: Swept) -> dict[str, Any]:
    """Give the findings as JSON would have them."""
    sweep, settings, pairs, seconds, workers = swept
    found = measures(swept)
    return {
        "game": settings[0].game.id,
        "rules_version": settings[0].game.rules_version,
        "seats": settings[0].seats,
        "bots": list(settings[0].bots),
        "seed": sweep.study.seed,
        "plays": pairs[0].games,
        "axes": [axis.name for axis in sweep.axes],
        "cells": [
            {
                "at": dict(zip([axis.name for axis in sweep.axes], cell, strict=True)),
                "variant": settings[at].game.variant,
                "options": settings[at].options.given(),
                "measures": [
                    {
                        "row": key[1],
                        "column": key[2],
                        "value": cells[at].value,
                        "interval": [cells[at].low, cells[at].high],
                        "difference": cells[at].difference.gap,
                        "paired": list(cells[at].difference.paired),
                        "is_share": cells[at].difference.is_share,
                    }
                    for key, _, cells in found
                ],
            }
            for at, cell in enumerate(sweep.cells)
        ],
        "workers": workers,
        "seconds": seconds,
        "games_per_second": sum(each.games for each in pairs) / seconds,
    }


# -- for people -----------------------------------------------------------------------------------


def swept_as_text(swept: Swept) -> str:
    """Write the findings for people."""
    games, seconds = sum(each.games for each in swept.pairs), swept.seconds
    rate = f"{games / seconds:,.0f}"
    speed = say("sweep.speed", games=rate, seconds=f"{seconds:.1f}", workers=swept.workers)
    lines = [title_of(swept), bots_of(swept), "", *aligned(grid(swept)), "", say("sweep.note")]
    return "\n".join([*lines, speed])


def title_of(swept: Swept) -> str:
    """Say what was played."""
    game = swept.settings[0].game
    return say(
        "sweep.title",
        game=game.title,
        version=game.rules_version,
        cells=len(swept.sweep.cells),
        games=swept.pairs[0].games,
        seed=swept.sweep.study.seed,
    )


def axis_titles(swept: Swept) -> list[str]:
    """Say what is varied."""
    return [number_title(swept.settings[0].game, axis.name) for axis in swept.sweep.axes]


def bots_of(swept: Swept) -> str:
    """Say who played."""
    return say("sweep.bots", bots=[*dict.fromkeys(swept.settings[0].bots)])


def grid(swept: Swept) -> list[list[str]]:
    """Tabulate the cells: wins, score, turns, each with its difference from the first cell."""
    shown = [it for it in measures(swept) if it[0] in SHOWN]
    heads = axis_titles(swept)
    for _, title, _ in shown:
        heads += [title, say("sweep.first", measure=title)]
    rows = [[*cell] for cell in swept.sweep.cells]
    for _, _, cells in shown:
        for row, it in zip(rows, cells, strict=True):
            row += [told(it), told_difference(it) if row is not rows[0] else ""]
    return [heads, *rows]


def told(it: Cell) -> str:
    """Write a value with half of its interval."""
    is_share = it.difference.is_share
    within = number((it.high - it.low) / 2, is_share=is_share)
    return f"{number(it.value, is_share=is_share)} ±{within}"


def told_difference(it: Cell) -> str:
    """Write a paired difference with half of its interval."""
    is_share, (low, high) = it.difference.is_share, it.difference.paired
    gap = number(it.difference.gap, is_share=is_share, signed=True)
    return f"{gap} ±{number((high - low) / 2, is_share=is_share)}"


# -- as a page ------------------------------------------------------------------------------------


def swept_as_page(swept: Swept, command: str) -> str:
    """Write the findings as one HTML file."""
    sweep = swept.sweep
    sides = [
        (study_of(sweep, sweep.cells[0])._replace(variant=sweep.study.variant), swept.settings[0])
    ]
    return page(title_of(swept), sections(swept), command, sides)


def sections(swept: Swept) -> Iterator[str]:
    """Write the curves of every measure over the first axis, and the table."""
    yield paragraph(bots_of(swept))
    first, *_ = axis_titles(swept)
    for _, title, cells in measures(swept):
        yield heading(say("sweep.curve", measure=title, axis=first))
        yield curves_of(swept, cells)
    yield heading(title_of(swept))
    yield table(grid(swept))
    yield paragraph(say("sweep.note"))


def curves_of(swept: Swept, cells: list[Cell]) -> str:
    """Draw a measure over the first axis: a curve for each choice of the others."""
    axes, where = axis_titles(swept), swept.sweep.cells
    firsts = [*dict.fromkeys(cell[0] for cell in where)]
    numeric = all(value.lstrip("-").isdigit() for value in firsts)
    places = {value: float(value) if numeric else float(at) for at, value in enumerate(firsts)}
    is_share = cells[0].difference.is_share
    scale = 100 if is_share else 1
    found: dict[str, list[Point]] = {}
    for cell, it in sorted(zip(where, cells, strict=True), key=lambda pair: places[pair[0][0]]):
        name = ", ".join(f"{axis} {value}" for axis, value in zip(axes[1:], cell[1:], strict=True))
        low, value, high = (scale * bound for bound in (it.low, it.value, it.high))
        note = f"{axes[0]} {cell[0]}{', ' if name else ''}{name}: {told(it)}"
        found.setdefault(name, []).append(Point(places[cell[0]], value, low, high, note))
    lines = [Curve(name, points) for name, points in found.items()]
    ticks = sorted((places[value], value) for value in firsts)
    return curves(lines, ticks, axes[0], "%" if is_share else "")
