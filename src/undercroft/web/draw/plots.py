"""Small plots of our own, as SVG: no script, no style of their own, and told in words as well."""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from undercroft.web.words import say

WIDTH, HEIGHT = 320, 120  # of a plot
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 8, 18  # of the room round it
BAR, GAP = 18, 6
MOST_POINTS: Final = 60

_SVG: Final = Markup(
    '<svg class="plot {kind}" viewBox="0 0 {width} {height}" role="{role}" aria-labelledby="{id}">'
    '<title id="{id}">{title}</title>{marks}</svg>'
)
_LINE: Final = Markup('<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}"/>')
_TEXT: Final = Markup('<text class="{}" x="{}" y="{}">{}</text>')
_DOT: Final = Markup('<circle class="lost" cx="{}" cy="{}" r="3"/>')
_DIAMOND: Final = Markup('<path class="won" d="M{} {}l5 5-5 5-5-5z"/>')  # not by colour alone
_PATH: Final = Markup('<polyline class="curve" points="{}"/>')
_MOMENT: Final = Markup(
    '<a href="{}" aria-label="{}"><circle class="{}" cx="{}" cy="{}" r="{}"/></a>'
)
_BAR: Final = Markup('<rect class="bar" x="{}" y="{}" width="{}" height="{}" rx="2"/>')


def score_plot(id: str, title: str, scores: Sequence[tuple[float, bool]]) -> Markup:
    """Plot scores, the oldest first; a win is a diamond, anything else a dot."""
    shown = scores[-MOST_POINTS:]
    values = [score for score, _ in shown]
    low, high = min(0.0, *values), max(1.0, *values)
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(at: int) -> float:
        return round(LEFT + wide * (at + 0.5) / len(shown), 1)

    def y(score: float) -> float:
        return round(TOP + tall * (high - score) / (high - low), 1)

    marks = Markup()
    for level in (low, (low + high) / 2, high):
        marks += _LINE.format(LEFT, y(level), WIDTH - RIGHT, y(level))
        marks += _TEXT.format("level", LEFT - 4, y(level) + 4, f"{level:.0f}")
    marks += _PATH.format(" ".join(f"{x(at)},{y(score)}" for at, score in enumerate(values)))
    for at, (score, won) in enumerate(shown):
        marks += _DIAMOND.format(x(at), y(score) - 5) if won else _DOT.format(x(at), y(score))
    marks += _TEXT.format("first", LEFT, HEIGHT - 3, say("history.earlier"))
    marks += _TEXT.format("last", WIDTH - RIGHT, HEIGHT - 3, say("history.latest"))
    return _SVG.format(
        kind="scores", role="img", width=WIDTH, height=HEIGHT, id=id, title=title, marks=marks
    )


def outcome_bars(id: str, title: str, counts: Mapping[str, int]) -> Markup:
    """Draw how often each outcome came, as bars with their names and numbers."""
    half, most = WIDTH // 2, max(counts.values())
    marks = Markup()
    for at, (name, count) in enumerate(counts.items()):
        top = at * (BAR + GAP) + GAP
        length = round((WIDTH - half - 36) * count / most, 1)
        marks += _TEXT.format("level", half - 8, top + BAR - 5, name)
        marks += _BAR.format(half, top, length, BAR)
        marks += _TEXT.format("count", half + length + 6, top + BAR - 5, count)
    height = len(counts) * (BAR + GAP) + GAP
    return _SVG.format(
        kind="bars", role="img", width=WIDTH, height=height, id=id, title=title, marks=marks
    )


def chance_plot(
    id: str,
    title: str,
    path: Sequence[tuple[int, float, str]],
    outcome: float,
    is_chance: bool,
    source: str,
) -> Markup:
    """Plot what could be expected at each decision, and how it ended; each leads to its moment.

    Errors are larger dots. The table of all decisions says the same in words.
    """
    values = [*(value for _, value, _ in path), outcome]
    low, high = (0.0, 1.0) if is_chance else (min(0.0, *values), max(1.0, *values))
    width, height = 2 * WIDTH, HEIGHT
    wide, tall = width - LEFT - RIGHT, height - TOP - BOTTOM

    def x(at: int) -> float:
        return round(LEFT + wide * (at + 0.5) / len(values), 1)

    def y(value: float) -> float:
        return round(TOP + tall * (high - min(max(value, low), high)) / (high - low), 1)

    def told(value: float) -> str:
        return f"{100 * value:.0f}%" if is_chance else f"{value:.0f}"

    marks = Markup()
    for level in (low, (low + high) / 2, high):
        marks += _LINE.format(LEFT, y(level), width - RIGHT, y(level))
        marks += _TEXT.format("level", LEFT - 4, y(level) + 4, told(level))
    marks += _PATH.format(" ".join(f"{x(at)},{y(value)}" for at, value in enumerate(values)))
    for at, (number, value, mark) in enumerate(path):
        is_error = mark not in ("best", "fine")
        kind, size = (f"error {mark}", 5) if is_error else ("lost", 3)
        name = say("review.dot", number=number + 1, worth=told(value))
        marks += _MOMENT.format(f"{source}{number}", name, kind, x(at), y(value), size)
    marks += _DIAMOND.format(x(len(path)), y(outcome) - 5)
    return _SVG.format(
        kind="chances", role="group", width=width, height=height, id=id, title=title, marks=marks
    )
