"""A scene for each way to end: what lies on its backdrop, in pieces of the sprite."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.game import Laid, Scene

ENDINGS: Final[Mapping[str, Scene]] = {
    "win": Scene("dawn", (Laid("pawn-1", 520, 330, 150, 252), Laid("maiden", 680, 410, 150, 150))),
    "draw": Scene(
        "dawn",
        (
            Laid("pawn-1", 500, 360, 130, 218),
            Laid("coin-10", 650, 480, 84, 84),
            Laid("coin-5", 730, 520, 74, 74),
        ),
    ),
    "loss": Scene(
        "grave",
        (Laid("thrust", 500, 310, 120, 120, -4), Laid("red:horns", 250, 450, 110, 110, -12)),
    ),
    "abandoned": Scene("door", (Laid("back", 420, 460, 100, 140, 62),)),
}
