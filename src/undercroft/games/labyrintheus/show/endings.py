"""A scene for each way to end: what lies on its backdrop, in pieces of the sprite."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.game import Laid, Scene


def stones(count: int, x: float, y: float) -> tuple[Laid, ...]:
    """Lay gate stones in a row."""
    return tuple(Laid("stone", x + n * 92, y, 80, 80) for n in range(count))


ENDINGS: Final[Mapping[str, Scene]] = {
    "portal": Scene("hall", (Laid("portal-open", 440, 130, 320, 320), *stones(5, 372, 500))),
    "last-alive": Scene(
        "duel",
        (
            Laid("dunestrider", 510, 60, 180, 216),
            Laid("hale-undead", 170, 90, 200, 240, -5),
            Laid("ashgrove-undead", 830, 90, 200, 240, 5),
        ),
    ),
    "all-dead": Scene(
        "grave",
        (
            Laid("oxgrave-undead", 490, 290, 140, 168, -4),
            Laid("fennimore-undead", 180, 380, 150, 180, -8),
            Laid("quickthorn-undead", 820, 380, 150, 180, 7),
        ),
    ),
    "timeout": Scene("time", stones(1, 560, 200)),
    "abandoned": Scene("door", (Laid("back-encounter", 420, 440, 120, 120, 40),)),
}
