"""Small plots of our own, as SVG: no script, no style of their own, and told in words as well."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

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
_FREE: Final = Markup(
    '<svg class="plot chances" role="group" aria-labelledby="{id}"><title id="{id}">{title}</title>'
    "{marks}</svg>"
)
_LEVEL: Final = Markup(
    '<line class="grid" x1="0" x2="100%" y1="{y}%" y2="{y}%"/>'
    '<text class="of" x="0" y="{y}%" dy="-4">{told}</text>'
)
_AREA: Final = Markup(
    '<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">'
    '<polygon class="area" points="{first},{floor} {points} {last},{floor}"/>'
    '<polyline class="curve" points="{points}"/></svg>'
)
_PLACE: Final = Markup('<svg class="turn" x="{}%" y="{}%">{}</svg>')
_LINK: Final = Markup('<a href="{}" aria-label="{}">{}</a>')
_CIRCLE: Final = Markup('<circle class="slip" r="11"/>')
_LOZENGE: Final = Markup('<path class="luck" d="M0-14L14 0 0 14-14 0z"/>')
_LABEL: Final = Markup('<text class="label" dy="4.5">{}</text>')
_END: Final = Markup('<circle class="last" cx="{}%" cy="{}%" r="5"/>')
_BALANCE: Final = Markup(
    '<svg class="balance" aria-hidden="true"><rect class="track" width="100%" height="100%"/>'
    '<rect class="{kind}" x="{x}%" width="{wide}%" height="100%"/>'
    '<line x1="50%" x2="50%" y1="0" y2="100%"/></svg>'
)
_RATE: Final = Markup(
    '<svg class="rate" aria-hidden="true"><rect class="track" width="100%" height="100%"/>'
    '<rect class="range" x="{low}%" width="{wide}%" height="100%"/>'
    '<rect class="share" width="{share}%" height="100%"/></svg>'
)
_WORTH: Final = Markup(
    '<svg class="worth" aria-hidden="true"><rect class="track" width="100%" height="100%"/>'
    '<rect class="share" width="{}%" height="100%"/></svg>'
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


class Turn(NamedTuple):
    """A moment that is marked on a plot."""

    at: int  # which of the points, the end being the last
    label: str  # what is written in it
    told: str
    to: str  # where it leads; nothing: nowhere
    is_error: bool  # else luck: not told apart by colour alone


def chance_plot(
    id: str, title: str, values: Sequence[float], turns: Sequence[Turn], is_chance: bool
) -> Markup:
    """Plot what could be expected at the start, at each decision and at the end.

    It has no size of its own: places are in percent, so that it fits a desk and a phone, and its
    letters are as large as those around it.
    """
    low, high = _scale(values) if is_chance else (min(0.0, *values), max(1.0, *values))

    def x(at: int) -> float:
        return round(3 + 94 * at / max(len(values) - 1, 1), 2)

    def y(value: float) -> float:
        return round(10 + 80 * (high - min(max(value, low), high)) / (high - low), 2)

    def told(value: float) -> str:
        return f"{100 * value:g}%" if is_chance else f"{value:.0f}"

    marks = Markup()
    for level in (low, (low + high) / 2, high):
        marks += _LEVEL.format(y=y(level), told=told(level))
    points = " ".join(f"{x(at)},{y(value)}" for at, value in enumerate(values))
    last = len(values) - 1
    marks += _AREA.format(points=points, first=x(0), last=x(last), floor=y(low))
    marks += _END.format(x(last), y(values[last]))
    for turn in turns:
        shape = _CIRCLE if turn.is_error else _LOZENGE
        place = _PLACE.format(x(turn.at), y(values[turn.at]), shape + _LABEL.format(turn.label))
        marks += _LINK.format(turn.to, turn.told, place) if turn.to else place
    return _FREE.format(id=id, title=title, marks=marks)


def _scale(chances: Sequence[float]) -> tuple[float, float]:
    """Say up to where chances are drawn: small ones would be a flat line."""
    return 0.0, next(top for top in (0.1, 0.2, 0.5, 1.0) if top == 1.0 or max(chances) <= 0.9 * top)


def balance_bar(share: float) -> Markup:
    """Draw a bar to the right of the middle for what was gained, to the left for what was lost."""
    wide = round(50 * min(abs(share), 1.0), 1)
    kind = "gain" if share > 0 else "loss"
    return _BALANCE.format(kind=kind, x=50.0 if share > 0 else 50 - wide, wide=wide)


def worth_bar(share: float) -> Markup:
    """Draw a bar for a part of a whole."""
    return _WORTH.format(round(100 * min(max(share, 0.0), 1.0), 1))


def rate_bar(share: float, low: float, high: float) -> Markup:
    """Draw a share of a whole, and between what it lies."""
    wide = round(100 * (high - low), 1)
    return _RATE.format(low=round(100 * low, 1), wide=wide, share=round(100 * share, 1))
