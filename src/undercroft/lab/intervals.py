"""How sure a count can make us."""

from math import sqrt
from typing import Final

Z: Final = 1.959963984540054  # 95% of a normal distribution lie this many deviations round its mean


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Give Wilson's 95% interval for a share: right for few plays and for shares near 0, too."""
    if not of:
        return 0.0, 1.0
    share = hits / of
    centre = share + Z * Z / (2 * of)
    spread = Z * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return (0.0 if hits == 0 else low), (1.0 if hits == of else high)
