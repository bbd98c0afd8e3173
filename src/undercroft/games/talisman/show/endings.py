"""A scene for each way to end: what lies on its backdrop, in pieces of the sprite."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.game import Laid, Scene


def pawns(*spots: tuple[float, float, int]) -> tuple[Laid, ...]:
    """Stand the characters, or lay them down."""
    return tuple(
        Laid(f"pawn-{n}", x, y, 100, 184, turned) for n, (x, y, turned) in enumerate(spots, 1)
    )


ENDINGS: Final[Mapping[str, Scene]] = {
    "king": Scene(
        "hall",
        (
            Laid("i-king", 450, 120, 300, 300),
            Laid("i-scale", 380, 470, 110, 110),
            Laid("i-scale", 545, 450, 110, 110),
            Laid("i-scale", 710, 470, 110, 110),
        ),
    ),
    "tower": Scene("dawn", (Laid("l-wizards-tower", 860, 190, 300, 300), *pawns((540, 390, 0)))),
    "standing": Scene("duel", (*pawns((550, 150, 0)), Laid("i-talisman", 538, 20, 124, 124))),
    "all-out": Scene("grave", pawns((500, 300, -4), (240, 440, 78), (800, 440, -70))),
    "cap": Scene("time", pawns((230, 390, 0), (870, 390, 0))),
    "abandoned": Scene("door", pawns((440, 420, 60))),
}
