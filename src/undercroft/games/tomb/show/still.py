"""The table as a still picture: the cards of this turn, the hand beneath, the torches beside."""

from undercroft.core.game import Laid, Rows
from undercroft.games.tomb.show.web_table import UNSEEN
from undercroft.games.tomb.view import MatchView, TombView

WIDE, HIGH, STEP = 100.0, 140.0, 112.0
MOST = 7  # cards of a row: the latest


def still(rows: Rows, view: MatchView) -> list[Laid]:
    """Lay out what everybody may see of the tomb that is played."""
    tomb = view.tombs[view.to_play if view.seat is None else view.seat]
    if not isinstance(tomb, TombView):
        tomb = UNSEEN
    column = ("stairs-down", *tomb.column[-MOST:], "deck")
    hand = tomb.hand[-MOST:]
    torches = [*["torch-lit"] * (4 - len(tomb.torches)), *["torch-out"] * len(tomb.torches)]
    across = max(len(column), len(hand)) * STEP
    return [
        *_row(column, 0, across),
        *_row(hand, HIGH + 24, across),
        *[Laid(id, across + 20, n * 78.0, 52, 72) for n, id in enumerate(torches)],
    ]


def _row(ids: tuple[str, ...], y: float, across: float) -> list[Laid]:
    left = (across - len(ids) * STEP) / 2
    return [Laid(id, left + n * STEP, y, WIDE, HIGH) for n, id in enumerate(ids)]
