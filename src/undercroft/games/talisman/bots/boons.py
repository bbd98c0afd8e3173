"""What the rooms of the Labyrinth promise and threaten, to a character as it is now."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from undercroft.games.talisman.bots.sight import Sight
from undercroft.games.talisman.view import SquareView

ABILITY: Final = 0.8
TEMPO: Final = 0.4  # what a turn is worth
HUNTING: Final = ("r-cavern-wide", "r-cavern-long", "r-cavern-bent", "s-lake-cavern")
"""Where an Enemy waits each time they are entered."""
WANDERING: Final = "-wander"
"""Corridors where one comes by on a 1 or 2."""

Weighing = Callable[[Sight], float]


class Boon(NamedTuple):
    """What a room is worth to one who enters it, and what of it is used up."""

    worth: Weighing
    mark: str = ""  # on the tile: nothing is left to have
    done: str = ""  # by the character: once in its life
    lives: int = 2  # too dangerous with fewer


def healing(s: Sight) -> float:
    """What it is worth to be whole again."""
    if not s.hurt:
        return 0.3 * bool(s.me.ailments)
    return 0.6 * s.hurt + (s.life if s.is_weak else 0.0) + 0.3 * bool(s.me.ailments)


def burial(s: Sight) -> float:
    """F: two Guardians of Craft 5, and a hoard."""
    each = s.fight(5, psychic=True)
    return 2 * each + 1.4 if each > 0.2 else 0.0


BOONS: Final[Mapping[str, Boon]] = {
    "s-tree-of-wisdom": Boon(lambda s: 1.0, done="tree", lives=0),
    "s-well-of-life": Boon(healing, done="well", lives=0),
    "s-halls-of-learning": Boon(lambda s: ABILITY * 5 / 6 - TEMPO, done="halls", lives=0),
    "s-pool": Boon(
        lambda s: (1 + ABILITY + healing(s) - s.life - 0.5 * TEMPO) / 6 + 0.05, mark="dry"
    ),
    "s-throne-of-power": Boon(lambda s: (1 + ABILITY + healing(s) - TEMPO) / 6, mark="dim"),
    "s-faerie-dragon": Boon(lambda s: 0.35, mark="gone"),
    "s-spectre": Boon(lambda s: 0.4 + s.fight(6, psychic=True) / 6 - s.life / 6, mark="gone"),
    "s-crypt-room": Boon(lambda s: 0.25, mark="looted"),
    "s-treasure-chamber": Boon(lambda s: 1.8 - 0.5 * s.life, mark="emptied", lives=3),
    "s-tome-of-the-magi": Boon(lambda s: 0.5 - s.life / 3, mark="spent", lives=4),
    "s-magic-forge": Boon(
        lambda s: (0.7 if s.favourite == "strength" else 0.2) - s.life / 4, mark="cold", lives=3
    ),
    "s-armoury": Boon(lambda s: 0.6 + s.fight(6, psychic=True, xp=False), mark="disarmed"),
    "s-burial-chamber": Boon(burial, mark="sealed", lives=3),
    "s-mystical-statue": Boon(lambda s: 0.3 - s.life / 8, mark="crumbled", lives=3),
    "s-mirror-of-dreams": Boon(lambda s: healing(s) / 6 - 0.25, mark="stripped", lives=3),
}

STARRED: Final[Mapping[str, Weighing]] = {
    "r-strongroom": lambda s: 0.4,
    "r-store-long": lambda s: 0.2,
    "r-store-bent": lambda s: 0.2,
    "r-scriptorium": lambda s: 0.25 * (s.me.spell_limit > 0),
    "r-shrine": lambda s: healing(s) * 0.5,
}
"""Standard rooms whose find is for the first who comes."""


def boon(seen: SquareView, s: Sight) -> float:
    """What a room is worth to one who enters it now."""
    tile = seen.tile or ""
    if tile in STARRED:
        return 0.0 if seen.spent else STARRED[tile](s)
    found = BOONS.get(tile)
    if found is None or found.mark in seen.marks or (found.done and found.done in s.me.done):
        return 0.0
    return found.worth(s) if s.me.lives >= found.lives else 0.0


# -- dangers, in turns ----------------------------------------------------------------------------


def vermin(s: Sight) -> float:
    """D, V: a Life and a turn, unless there is a light."""
    lit = any(card.light for card in (*s.things, *s.gifts))
    return 0.2 if lit else 1.5 + s.life / TEMPO


def pit(s: Sight) -> float:
    """E: death, for who keeps neither balance nor hold."""
    return 1 + (1 - s.passes("craft", 2)) * (1 - s.passes("strength")) * 12 / TEMPO


def chasm(s: Sight) -> float:
    """H: a leap, unless he can fly or climb."""
    if any(card.flight or card.rope for card in s.things):
        return 0.3
    return (1 - s.passes("strength", 2)) * (s.life + 0.5) / TEMPO


def fire(s: Sight) -> float:
    """G-b: a Life, and the dragon."""
    return (s.life - min(s.fight(7), 0)) / TEMPO


def ice(s: Sight) -> float:
    """G-a: the dragon, and every die two less."""
    return max(-s.fight(10), 0) / TEMPO


DANGERS: Final[Mapping[str, Weighing]] = {
    "s-bats": vermin,
    "s-rats": vermin,
    "s-bottomless-pit": pit,
    "s-chasm-room": chasm,
    "s-lava-cavern": fire,
    "s-ice-cavern": ice,
    "s-labyrinth": lambda s: 4.0,
    "s-teleportation-room": lambda s: 5.0,
    "s-revolving-room": lambda s: 2.0,
    "s-cloud-of-chaos": lambda s: 2.0,
    "s-mould": lambda s: 0.4 * s.life / TEMPO,
    "s-magic-mouth": lambda s: 0.2 * s.life / TEMPO,
}


def harmless(s: Sight) -> float:
    """Nothing to fear."""
    return 0.0


COUNTERS: Final[Mapping[str, Weighing]] = {
    "tc-spikes": lambda s: 1 + s.life / 2 / TEMPO,
    "tc-flood": lambda s: 2 / max(s.passes("craft", 2), 0.08) - 1.5,  # else a rival chooses
    "tc-tilt": lambda s: 1 + s.life / TEMPO,
    "tc-gate": lambda s: 0.3,
}


COMPULSORY: Final = ("s-spectre", "s-armoury", "s-magic-forge", "s-mystical-statue")
"""Rooms that ask nobody whether he likes what he gets."""
RISKY: Final = frozenset([*DANGERS, *COMPULSORY])
PROMISING: Final = frozenset([*BOONS, *STARRED, *HUNTING, "s-arena", "s-sewers"])


def is_promising(tile: str) -> bool:
    """Whether there can be anything to go for on a tile that is no stair."""
    return tile in PROMISING or WANDERING in tile


def hazard(seen: SquareView, s: Sight) -> float:
    """The turns that the dangers of a tile are worth going round."""
    tile = seen.tile or ""
    total = COUNTERS.get(seen.counter, harmless)(s) if seen.counter else 0.0
    if tile in DANGERS:
        total += DANGERS[tile](s) * (0.3 if "dragon-slain" in seen.marks else 1.0)
    elif tile in COMPULSORY:
        total += max(-boon(seen, s), 0.0) / TEMPO
    elif s.enemy < 0:
        if tile in HUNTING or tile == "s-arena":
            total -= s.enemy / TEMPO
        elif WANDERING in tile:
            total -= s.enemy / TEMPO / 3
    return total
