"""The table as a still picture: the map, with all who are on it."""

from undercroft.core.game import Laid, Rows
from undercroft.games.tin.show.web_table import TILE, Piece, ground, pieces_in
from undercroft.games.tin.view import TinView, looker

ROOM = TILE + 0.8  # a little more than a tile: no seams


def still(rows: Rows, view: TinView) -> list[Laid]:
    """Lay out the rooms and what is in them."""
    me, cells = looker(view), {room.cell: room for room in view.rooms}
    grounds = [ground(rows[room.tile], room, cells) for room in view.rooms]
    pieces = [piece for room in view.rooms for piece in pieces_in(room, view, me)]
    return [
        *[Laid(it.tile, it.x - 0.4, it.y - 0.4, ROOM, ROOM, it.rotation) for it in grounds],
        *[Laid(it.id, it.x, it.y, it.size, high(it)) for it in pieces],
    ]


def high(piece: Piece) -> float:
    """Say how high a piece stands: pawns are taller than wide."""
    return 57 if piece.mark in ("me", "knight") else piece.size
