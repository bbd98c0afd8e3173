"""A scene for each way to end: what lies on its backdrop, in pieces of the sprite."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.game import Laid, Scene


def fan(*ids: str, top: float = 150) -> tuple[Laid, ...]:
    """Lay cards like a hand that is shown."""
    middle = (len(ids) - 1) / 2
    return tuple(
        Laid(
            id,
            520 + (n - middle) * 150,
            top + abs(n - middle) ** 2 * 16,
            160,
            224,
            round((n - middle) * 9),
        )
        for n, id in enumerate(ids)
    )


def coins(*spots: tuple[float, float]) -> tuple[Laid, ...]:
    """Lay gold."""
    return tuple(Laid("coin", x, y, 74, 74) for x, y in spots)


ENDINGS: Final[Mapping[str, Scene]] = {
    "won": Scene("hall", fan("kc", "kh", "ks", "kd", top=190)),
    "escaped": Scene(
        "dawn", (*coins((520, 500), (612, 528), (700, 470)), Laid("torch-lit", 420, 380, 150, 210))
    ),
    "dead": Scene("grave", (Laid("skull", 488, 300, 130, 182, -4),)),
    "lost": Scene("dark", tuple(Laid("torch-out", 330 + n * 140, 440, 110, 154) for n in range(4))),
    "finished": Scene(
        "hall", (Laid("stack", 500, 220, 200, 280), Laid("seal", 640, 380, 150, 150))
    ),
    "decided": Scene("duel", fan("kh", top=90)),
    "drawn": Scene("duel", coins((500, 110), (626, 110))),
    "abandoned": Scene("door", (Laid("torch-out", 420, 380, 110, 154, 70),)),
}
