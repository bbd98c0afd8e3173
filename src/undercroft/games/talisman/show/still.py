"""The table as a still picture: the half of the map that is played on, and who stands there."""

from undercroft.core.game import Laid, Rows
from undercroft.games.talisman.show.ground import ground, plots
from undercroft.games.talisman.show.web_table import lying, pawns_on
from undercroft.games.talisman.view import MazeView


def still(rows: Rows, view: MazeView) -> list[Laid]:
    """Lay out tiles, cards and pieces; of two halves, the one where the seat to play stands."""
    me = view.places[view.to_play]
    pawns = pawns_on(view, me, view.to_play)
    own = next((pawn for pawn in pawns if pawn.name == f"P{me.seat + 1}"), None)
    above = own is not None and own.x > 850
    tiles = [] if above else [ground(rows, square, view.scenario) for square in view.board]
    laid = [Laid(it.symbol, it.x - 0.4, it.y - 0.4, 100.8, 100.8, it.rotation) for it in tiles]
    laid += [
        Laid(it.emblem, it.x + 30, it.y + 30, 40, 40) for it in tiles if it.emblem and not it.known
    ]
    if above:
        laid += [Laid(it.emblem, *it.picture) for it in plots(view.scenario)]
    laid += [Laid(emblem, x, y, 30, 30) for _, emblem, x, y in lying(view) if (x > 850) == above]
    for pawn in pawns:
        if (pawn.x > 850) == above:
            size = (34, 34) if pawn.mark == "monster" else (26, 48)
            laid.append(Laid(pawn.emblem, pawn.x, pawn.y, *size))
    return laid
