"""Small plots as SVG: curves with bands, intervals, bars. Why no library: docs/decisions/0010.

Colours are Okabe and Ito's, which colour-blind readers can tell apart; lines differ in their dashes
as well. Text and axes take the page's own colour.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import floor, log10
from typing import Final, NamedTuple

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT: Final = 70
RIGHT: Final = 150
TOP: Final = 14
BOTTOM: Final = 44
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "5 5", "1 2")
LINE: Final = 22  # the height of a line in a list of intervals or bars


class Point(NamedTuple):
    """A value with its interval; `at` is its place on the axis below."""

    at: float
    value: float
    low: float
    high: float
    note: str  # shown when pointed at


class Curve(NamedTuple):
    """Points that belong together."""

    name: str
    points: Sequence[Point]


def curves(
    lines: Sequence[Curve], ticks: Sequence[tuple[float, str]], label: str, unit: str
) -> str:
    """Draw curves with their bands; `ticks` are the marks below, `unit` is `%` or nothing."""
    points = [point for line in lines for point in line.points]
    steps = scale(min(p.low for p in points), max(p.high for p in points))
    first, last = steps[0], steps[-1]
    left, right = ticks[0][0], ticks[-1][0]

    def x(at: float) -> float:
        room = WIDTH - LEFT - RIGHT
        return LEFT + room * ((at - left) / (right - left) if right > left else 0.5)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (last - value) / (last - first)

    parts = [*axes(steps, ticks, x, y, label, unit)]
    for number, line in enumerate(lines):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
        there = [(x(p.at), y(p.low)) for p in line.points]
        back = [(x(p.at), y(p.high)) for p in reversed(line.points)]
        parts.append(f'<polygon points="{path(there + back)}" fill="{colour}" opacity="0.18"/>')
        middle = path([(x(p.at), y(p.value)) for p in line.points])
        parts.append(
            f'<polyline points="{middle}" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{dash}"/>'
        )
        parts += [
            f'<g stroke="{colour}" fill="{colour}"><title>{escape(p.note)}</title>'
            f'<line x1="{x(p.at):.1f}" x2="{x(p.at):.1f}"'
            f' y1="{y(p.low):.1f}" y2="{y(p.high):.1f}"/>'
            f'<circle cx="{x(p.at):.1f}" cy="{y(p.value):.1f}" r="3.5"/></g>'
            for p in line.points
        ]
        if line.name:
            height = TOP + 12 + 17 * number
            parts.append(
                f'<line x1="{WIDTH - RIGHT + 12}" x2="{WIDTH - RIGHT + 34}" y1="{height - 4}"'
                f' y2="{height - 4}" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
                + text(WIDTH - RIGHT + 40, height, line.name)
            )
    height = max(HEIGHT, TOP + 17 * len(lines) + 17)
    told = [f"{line.name} {p.note}".strip() for line in lines for p in line.points]
    return drawing(WIDTH, height, parts, told)


def axes(
    steps: Sequence[float],
    ticks: Iterable[tuple[float, str]],
    x: Callable[[float], float],
    y: Callable[[float], float],
    label: str,
    unit: str,
) -> Iterator[str]:
    """Draw the lines and marks behind curves."""
    for step in steps:
        at = y(step)
        yield (
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"'
            ' stroke="currentColor" opacity="0.18"/>'
        )
        yield text(LEFT - 8, at + 4, f"{step:g}{unit}", "end")
    for place, name in ticks:
        yield text(x(place), HEIGHT - BOTTOM + 18, name, "middle")
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, label, "middle")


def intervals(rows: Sequence[tuple[str, Point, Point]]) -> str:
    """Draw differences, each in its own scale round none: a thick interval over a thin one."""
    left, room = 260, WIDTH - 260 - 20
    parts = []
    for number, (name, narrow, wide) in enumerate(rows):
        most = max(map(abs, (wide.low, wide.high, narrow.low, narrow.high))) or 1
        height = LINE * number + LINE / 2 + 4

        def x(value: float, most: float = most) -> float:
            return left + room * (value / most + 1) / 2

        parts.append(text(left - 10, height + 4, name, "end"))
        for point, width, colour in ((wide, 2, COLOURS[4]), (narrow, 6, COLOURS[0])):
            parts.append(
                f'<line x1="{x(point.low):.1f}" x2="{x(point.high):.1f}" y1="{height}"'
                f' y2="{height}" stroke="{colour}" stroke-width="{width}">'
                f"<title>{escape(point.note)}</title></line>"
            )
        parts.append(
            f'<circle cx="{x(narrow.value):.1f}" cy="{height}" r="4" fill="currentColor">'
            f"<title>{escape(narrow.note)}</title></circle>"
        )
    total = LINE * len(rows) + 8
    middle = left + room / 2
    parts.append(
        f'<line x1="{middle}" x2="{middle}" y1="0" y2="{total}" stroke="currentColor"'
        ' opacity="0.5" stroke-dasharray="3 3"/>'
    )
    told = [f"{name} {narrow.note}" for name, narrow, _ in rows]
    return drawing(WIDTH, total, parts, told)


def bars(rows: Sequence[tuple[str, float, str]]) -> str:
    """Draw shares or counts: a name, a size and what to write behind the bar."""
    left, room = 170, WIDTH - 170 - 130
    most = max((size for _, size, _ in rows), default=1) or 1
    parts = []
    for number, (name, size, note) in enumerate(rows):
        top = LINE * number + 4
        width = room * size / most
        parts.append(text(left - 10, top + 13, name, "end"))
        parts.append(
            f'<rect x="{left}" y="{top}" width="{width:.1f}" height="{LINE - 6}"'
            f' fill="{COLOURS[0]}"/>' + text(left + width + 8, top + 13, note)
        )
    told = [f"{name} {note}" for name, _, note in rows]
    return drawing(WIDTH, LINE * len(rows) + 8, parts, told)


def drawing(width: float, height: float, parts: Iterable[str], told: Iterable[str]) -> str:
    """Put parts into one picture; what is told of them is for those who hear it."""
    label = escape("; ".join(told))
    return (
        f'<div class="wide" tabindex="0"><svg viewBox="0 0 {width} {height}" width="{width}"'
        f' role="img" aria-label="{label}" xmlns="http://www.w3.org/2000/svg">'
        f"{''.join(parts)}</svg></div>"
    )


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Write words at a place."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="12"'
        f' fill="currentColor">{escape(words)}</text>'
    )


def path(points: Iterable[tuple[float, float]]) -> str:
    """Write points one after the other."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def scale(low: float, high: float, about: int = 5) -> list[float]:
    """Give round numbers from below the lowest to above the highest."""
    if high <= low:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    first = floor(low / step)
    steps = [first * step]
    while steps[-1] < high:
        first += 1
        steps.append(first * step)
    return [round(at, 10) for at in steps]
