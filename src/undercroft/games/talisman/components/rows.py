"""Every row of the game, by its id."""

from typing import Final

from undercroft.core.game import Row
from undercroft.games.talisman.components.abilities import ABILITIES
from undercroft.games.talisman.components.adventures import ADVENTURES
from undercroft.games.talisman.components.characters import CHARACTERS
from undercroft.games.talisman.components.enemies import ENEMIES
from undercroft.games.talisman.components.kinds import Enemy
from undercroft.games.talisman.components.purchases import PURCHASES, SPECIAL_FOLLOWERS, TALISMAN
from undercroft.games.talisman.components.spells import SPELLS
from undercroft.games.talisman.components.tiles import TILES
from undercroft.games.talisman.components.treasures import TREASURES
from undercroft.games.talisman.land.spaces import SPACES
from undercroft.games.talisman.rules.tower import KING
from undercroft.games.talisman.traps.rooms import COUNTERS

ROWS: Final[dict[str, Row]] = {
    row.id: row
    for group in (
        TILES,
        COUNTERS,
        PURCHASES,
        (TALISMAN, KING),
        SPECIAL_FOLLOWERS,
        SPELLS,
        ENEMIES,
        TREASURES,
        ABILITIES,
        ADVENTURES,
        CHARACTERS,
        SPACES,
    )
    for row in group
}


def is_enemy(row: Row) -> bool:
    """Whether a card is an Enemy: the rules know it by what stands on it, and others by name."""
    return isinstance(row, Enemy)
