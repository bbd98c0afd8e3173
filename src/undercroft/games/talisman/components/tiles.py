"""The pieces of the Labyrinth, one row each (tiles part, sections 3 to 9)."""

from typing import Final

from undercroft.games.talisman.combat.encounters import enemy_waits, shrine, two_enemies, wander
from undercroft.games.talisman.combat.enemy_characters import prowler
from undercroft.games.talisman.components.kinds import BARE, Effect, Shape, Tile
from undercroft.games.talisman.heroes.possessions import draw_treasure
from undercroft.games.talisman.heroes.spells import draw_spell
from undercroft.games.talisman.rooms import (
    a_to_f,
    aa_to_gg,
    caverns,
    h_to_m,
    n_to_p,
    q_to_t,
    u_to_z,
)
from undercroft.games.talisman.traps.corridors import spring_corridor
from undercroft.games.talisman.traps.doors import spring_door
from undercroft.games.talisman.traps.finds import cache, search, strongroom
from undercroft.games.talisman.traps.magic import spring_magic
from undercroft.games.talisman.traps.nonmagic import spring_nonmagic
from undercroft.games.talisman.traps.rooms import spring_room


def corridor(name: str, shape: Shape, copies: int, entry: Effect | None = None) -> Tile:
    """Make a row of section 3. All encounters but the wanderer's are starred."""
    id = f"c-{shape}-{name}"
    return Tile(id, "corridor", shape, copies, entry=entry, starred=name != "wander")


CORRIDORS: Final = (
    corridor("quiet", "straight", 2),
    corridor("enemy", "straight", 3, enemy_waits),
    corridor("wander", "straight", 2, wander),
    corridor("trap", "straight", 2, spring_corridor),
    corridor("snare", "straight", 1, spring_nonmagic),
    corridor("rune", "straight", 1, spring_magic),
    corridor("door", "straight", 1, spring_door),
    corridor("prowler", "straight", 1, prowler),
    corridor("search", "straight", 1, search),
    corridor("quiet", "elbow", 2),
    corridor("enemy", "elbow", 2, enemy_waits),
    corridor("wander", "elbow", 2, wander),
    corridor("trap", "elbow", 1, spring_corridor),
    corridor("snare", "elbow", 1, spring_nonmagic),
    corridor("prowler", "elbow", 1, prowler),
    corridor("search", "elbow", 1, search),
    corridor("quiet", "t", 2),
    corridor("enemy", "t", 2, enemy_waits),
    corridor("wander", "t", 1, wander),
    corridor("door", "t", 1, spring_door),
    corridor("trap", "t", 1, spring_corridor),
    corridor("rune", "t", 1, spring_magic),
    corridor("prowler", "t", 1, prowler),
    corridor("search", "t", 1, search),
    corridor("quiet", "cross", 2),
    corridor("enemy", "cross", 2, enemy_waits),
    corridor("wander", "cross", 2, wander),
    corridor("snare", "cross", 1, spring_nonmagic),
    corridor("prowler", "cross", 1, prowler),
)

STANDARD_ROOMS: Final = (
    Tile("r-cavern-wide", "room", "cross", entry=enemy_waits),
    Tile("r-cavern-long", "room", "straight", entry=enemy_waits),
    Tile("r-cavern-bent", "room", "elbow", entry=enemy_waits),
    Tile("r-guardroom", "room", "straight", entry=enemy_waits, starred=True),
    Tile("r-barracks", "room", "dead-end", entry=two_enemies, starred=True),
    Tile("r-hall-long", "room", "straight", entry=spring_room, starred=True),
    Tile("r-hall-forked", "room", "t", entry=spring_room, starred=True),
    Tile("r-hall-bent", "room", "elbow", entry=spring_room, starred=True),
    Tile("r-strongroom", "room", "dead-end", entry=strongroom, starred=True, prize=draw_treasure),
    Tile("r-store-long", "room", "straight", entry=cache, starred=True),
    Tile("r-store-bent", "room", "elbow", entry=cache, starred=True),
    Tile("r-shrine", "room", "t", entry=shrine, starred=True),
    Tile("r-scriptorium", "room", "dead-end", entry=draw_spell, starred=True),
)

SPECIAL_ROOMS: Final = (
    *a_to_f.ROOMS,
    *caverns.ROOMS,
    *h_to_m.ROOMS,
    *n_to_p.ROOMS,
    *q_to_t.ROOMS,
    *u_to_z.ROOMS,
    *aa_to_gg.ROOMS,
)

BARE_PASSAGE: Final = Tile(BARE, "corridor", "cross", 0)

ENTRANCES: Final = (
    Tile("ent-graveyard", "entrance", "t", space="graveyard", stair="causeway"),
    Tile("ent-keep", "entrance", "t", space="ruined-keep", stair="causeway"),
    Tile("ent-chasm", "entrance", "t", space="chasm", stair="tower"),
    Tile("ent-mine", "entrance", "t", space="silver-mine", stair="tower"),
    Tile("ent-warp", "entrance", "t"),
    Tile("ent-styx", "entrance", "t"),
)

TOKENS: Final = (
    Tile("stairs-marker", "stairs", copies=3),
    Tile("secret-door", "secret-door", copies=3),
)

POOL: Final = (*CORRIDORS, *STANDARD_ROOMS, *SPECIAL_ROOMS, *TOKENS)
TILES: Final = (*POOL, BARE_PASSAGE, *ENTRANCES)
