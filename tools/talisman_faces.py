"""Draw the faces of Talisman's cards, `static/faces.svg`, and the pictures of its openings.

Every card gets a symbol of its own. `DRAWN` says of what it is made: a base (a picture of
`static/sprite.svg`, or a person), its colours, and what is laid over it. A card that is not named
there gets a base by its kind, and colours and marks by its name, so that no two are alike.

    python tools/talisman_faces.py

Run it when components have come or gone; a test says so.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from undercroft.games.talisman.components.kinds import (
    Ability,
    Character,
    Enemy,
    Happening,
    Spell,
    Thing,
)
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.heroes.ailments import AILMENTS
from undercroft.games.talisman.show import emblems

STATIC: Final = Path(emblems.__file__).parents[1] / "static"
INK: Final = "#16130f"
PALETTE: Final[Mapping[str, str]] = {
    "green": "#7d9650",
    "brown": "#b5793f",
    "slate": "#565b62",
    "steel": "#9aa0a6",
    "bone": "#e8dcc0",
    "sand": "#cdbb92",
    "teal": "#5c9a8b",
    "blue": "#5f8fa8",
    "violet": "#7a689c",
    "red": "#b3382c",
    "ember": "#e0803a",
    "gold": "#d9a93f",
    "skin": "#dcc39a",
    "dusk": "#a9714a",
    "pale": "#b9c4b4",
    "umber": "#7a5632",
    "night": "#2c3a36",
    "ink": INK,
    "white": "#fff1c9",
    "rose": "#c98a8a",
    "moss": "#56693a",
}

# -- parts ----------------------------------------------------------------------------------------


def path(d: str, fill: str = "none", width: float = 2, stroke: str = "ink") -> str:
    """A path in the game's line."""
    line = f'stroke="{PALETTE[stroke]}" stroke-width="{width:g}"' if stroke else 'stroke="none"'
    return f'<path d="{d}" fill="{PALETTE.get(fill, fill)}" {line}/>'


def dot(x: float, y: float, r: float, fill: str, width: float = 2) -> str:
    """A circle."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{PALETTE[fill]}" stroke-width="{width:g}"/>'
    )


def moved(part: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """A part elsewhere, larger or smaller."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{part}</g>'


OVER: Final[Mapping[str, str]] = {  # laid over a face, in front of it
    "crown": path("M14 10 12 0 19 5 24-2 29 5 36 0 34 10Z", "gold"),
    "horns": path(
        "M15 11C6 10 5 4 7 0 9 5 15 5 19 8ZM33 11C42 10 43 4 41 0 39 5 33 5 29 8Z", "bone"
    ),
    "antlers": path("M18 9 12 1M15 5 8 5M13 2 13-2M30 9 36 1M33 5 40 5M35 2 35-2", "none", 2.6),
    "patch": path("M15 20H22V26H15ZM8 16 15 21M22 20 38 14", "ink", 1.6),
    "scar": path("M29 12 33 30M28 18 32 17M30 24 35 23", "none", 1.6, "red"),
    "fangs": path("M18 33 20 39 22 34M26 34 28 39 30 33", "white", 1.2),
    "tusks": path(
        "M15 34C12 32 11 28 12 26 14 29 17 30 19 32ZM33 34C36 32 37 28 36 26 34 29 31 30 29 32Z",
        "white",
        1.4,
    ),
    "third": path("M19 13C21 10 27 10 29 13 27 16 21 16 19 13Z", "white", 1.4)
    + path("M24 13H24.1", width=2.6),
    "blind": path("M11 19 37 17V24L11 26Z", "bone", 1.6),
    "tears": path(
        "M18 22C16 26 16 28 18 29 20 28 20 26 18 22ZM30 22C28 26 28 28 30 29 32 28 32 26 30 22Z",
        "blue",
        1,
    ),
    "spots": dot(17, 31, 2, "ink", 0)
    + dot(31, 32, 1.6, "ink", 0)
    + dot(24, 12, 1.8, "ink", 0)
    + dot(20, 9, 1.2, "ink", 0),
    "stripes": path("M14 12 19 16M24 8V14M34 12 29 16M13 30 18 29M35 30 30 29", width=2.4),
    "cracks": path("M30 5 27 12 31 16 28 21M13 28 18 31 16 36", width=1.6),
    "bandana": path("M11 17C13 5 35 5 37 17 28 13 20 13 11 17ZM36 15 44 12 42 19Z", "red"),
    "hood": path(
        "M24 2C8 4 5 24 8 38L14 32C10 18 14 10 24 9 34 10 38 18 34 32L40 38C43 24 40 4 24 2Z",
        "umber",
    ),
    "cowl": path(
        "M24 2C8 4 5 24 8 38L14 32C10 18 14 10 24 9 34 10 38 18 34 32L40 38C43 24 40 4 24 2Z",
        "slate",
    ),
    "helm": path("M11 18C11 2 37 2 37 18L33 16H15ZM24 4V17", "steel"),
    "plume": path("M24 6C26-2 36-2 40 4 34 2 30 4 28 8Z", "red", 1.6),
    "feather": path("M32 12C34 4 40 0 45 0 45 7 40 12 34 15Z", "ember", 1.6),
    "hair": path(
        "M12 20C6 32 9 40 6 45 14 44 14 34 15 24ZM36 20C42 32 39 40 42 45 34 44 34 34 33 24Z",
        "umber",
        1.6,
    ),
    "pale-hair": path(
        "M12 16C6 28 9 40 5 46 14 44 14 30 15 20ZM36 16C42 28 39 40 43 46 34 44 34 30 33 20Z",
        "bone",
        1.6,
    ),
    "mane": path(
        "M10 16 3 12 8 20 2 24 9 27 4 34 13 34M38 16 45 12 40 20 46 24 39 27 44 34 35 34", "umber"
    ),
    "chain": path("M8 38C14 44 34 44 40 38", width=4.4)
    + path("M8 38C14 44 34 44 40 38", width=1.8, stroke="steel"),
    "web": path("M2 2 16 16M2 10C8 10 10 8 10 2M2 16C12 16 16 12 16 2", width=1.2),
    "flames": path(
        "M10 14C6 8 10 4 12 0 14 4 18 6 17 11M24 8C21 4 23 0 25-2 27 1 29 4 27 8M38 14C42 8 38 4 36 0 34 4 30 6 31 11",
        "ember",
        1.6,
    ),
    "ice": path("M6 20 2 14 9 15 8 8 14 13M42 20 46 14 39 15 40 8 34 13", "#cfe3ee", 1.4),
    "blood": path(
        "M16 36C14 40 15 43 17 43 19 43 19 40 16 36ZM31 38C29 42 30 45 32 45 34 45 34 42 31 38Z",
        "red",
        1,
    ),
    "bones": path("M5 34 15 44M15 34 5 44", width=5)
    + path("M5 34 15 44M15 34 5 44", width=2.2, stroke="bone"),
    "dagger": path("M46 18 40 34 37 33 42 17ZM33 31 43 36M38 35 36 43", "steel", 2),
    "club": path("M36 44 40 24C36 18 40 12 44 14 48 16 46 22 43 25L40 45Z", "umber"),
    "axe": path("M40 46V16M40 16C34 14 34 26 40 26 46 26 48 20 46 16Z", "steel"),
    "lantern": path("M38 26V30M33 30H43L45 42H31Z", "gold")
    + path("M38 33V39", width=3, stroke="white"),
    "scroll": path("M33 30H45V44H33ZM36 34H42M36 38H42", "bone", 1.6),
    "coin": dot(39, 38, 6, "gold") + path("M39 35V41", width=1.6),
    "flask": path("M36 28H42V33L46 42H32L36 33Z", "red", 1.8),
    "staff": path("M41 46V10M38 10C38 4 46 4 45 10 44 14 41 13 41 10", width=2.6),
    "cross": path("M24 37V46M20 40H28", width=3, stroke="red"),
    "book": path("M31 32H45V45H31ZM38 32V45", "violet"),
    "torch": path("M40 46V30", width=3.4)
    + path("M40 14C46 22 46 30 40 31 34 30 34 22 40 14Z", "ember"),
    "sword": path("M38 46V20L40 14 42 20V46M34 42H46", "steel"),
    "shield": path("M30 30H46C46 39 43 44 38 47 33 44 30 39 30 30Z", "teal"),
    "bundle": path(
        "M32 28C46 24 48 40 42 44H32C28 40 28 32 32 28ZM34 28C34 24 40 24 40 27", "brown"
    ),
    "lute": path("M36 30C44 30 46 44 38 45 30 44 30 34 36 30ZM40 30 46 16", "brown"),
    "scales": path("M38 22V40M30 26H46M30 26 27 34H33ZM46 26 43 34H49Z", "gold", 1.4),
    "pick": path("M40 46V22M30 26C36 20 44 20 49 27", width=3),
    "net": path(
        "M30 30 46 46M30 38 38 46M38 30 46 38M46 30 30 46M46 38 38 46M38 30 30 38", width=1.4
    ),
    "oar": path("M42 46V18M42 18C37 14 38 6 42 4 46 6 47 14 42 18Z", "umber"),
    "dice": path("M32 32H45V45H32Z", "bone") + path("M36 36H36.1M41 41H41.1", width=3),
    "runes": path("M20 30V38M20 30 24 34M28 31 31 38M28 38 31 31", width=1.8, stroke="gold"),
    "rays": path("M5 5 10 10M24 1V6M43 5 38 10M1 24H6M47 24H42", width=2.4, stroke="gold"),
    "spark": path("M40 4 42 10 48 12 42 14 40 20 38 14 32 12 38 10Z", "white", 1.2),
    "star": path("M38 28 40 34 46 34 41 38 43 44 38 40 33 44 35 38 30 34 36 34Z", "gold", 1.4),
    "moon": path("M42 4C34 6 34 16 42 18 35 20 29 15 30 10 31 5 36 2 42 4Z", "white", 1.4),
    "drip": path("M14 40V46M24 42V47M34 40V45", width=3, stroke="green"),
    "leaf": path("M34 14C34 4 42 2 47 3 46 10 42 15 35 14ZM34 14 42 7", "green", 1.6),
    "arrow": path("M30 40 44 26M44 26H36M44 26V34", width=3, stroke="ember"),
    "wings": path(
        "M12 26C2 26 0 16 2 10 5 16 10 18 14 20ZM36 26C46 26 48 16 46 10 43 16 38 18 34 20Z",
        "bone",
        1.6,
    ),
    "teeth": path("M17 33 19 37 21 33 23 37 25 33 27 37 29 33 31 37", "white", 1.2),
}
BACK: Final[Mapping[str, str]] = {  # laid behind a face
    "wild": path(
        "M24 3 18 8 10 5 10 13 3 15 8 22 2 28 10 31 8 40 18 38H30L40 40 38 31 46 28 40 22 45 15 38 13 38 5 30 8Z",
        "umber",
        1.6,
    ),
    "halo": path("M24 2A22 22 0 1 0 24.1 2Z", "gold", 1.4),
    "mist": path("M2 34C8 28 12 36 20 32S36 36 46 30V46H2Z", "pale", 1.4),
    "fire": path(
        "M4 44C0 28 8 26 8 14 14 20 16 12 18 4 22 10 26 10 30 3 32 12 36 18 41 13 40 26 48 30 44 44Z",
        "ember",
        1.6,
    ),
    "wave": path("M2 30C8 24 12 32 18 28S30 32 36 28 44 26 46 28V46H2Z", "blue", 1.6),
    "web-back": path(
        "M24 24 4 4M24 24 44 4M24 24V1M24 24 1 24M24 24H47M14 14H34M9 9H39M14 14 9 24M34 14 39 24",
        width=1.2,
    ),
    "rocks": path("M1 46 8 30 14 36 20 26 28 34 36 24 47 46Z", "slate", 1.6),
    "reeds": path("M5 46V18M10 46V26M43 46V16M38 46V24M5 18V12M43 16V10", width=2.6, stroke="moss"),
    "trees": path("M2 46 8 20 14 46ZM34 46 40 16 47 46Z", "moss", 1.6),
    "moonlight": dot(36, 12, 10, "white", 1.4),
    "gate": path("M3 46V18C3 2 45 2 45 18V46Z", "violet", 1.6),
    "banner": path("M4 4H44V36L34 30 24 38 14 30 4 36Z", "red", 1.6),
}

# -- people ---------------------------------------------------------------------------------------

HAIR: Final[Mapping[str, str]] = {
    "short": "M14 20C12 6 36 6 34 20L31 15C26 17 20 14 17 16Z",
    "long": "M14 18C12 5 36 5 34 18L37 35 32 34 31 17C25 18 20 13 17 17L16 34 11 35Z",
    "bob": "M14 18C11 5 37 5 34 18L35 28 31 26 31 16C25 18 21 14 17 16L17 26 13 28Z",
    "curly": "M13 20C9 16 12 10 16 11 16 5 24 4 26 8 31 4 37 9 34 13 38 16 36 21 34 21L32 16C26 18 20 15 16 17Z",
    "bald": "",
}
HATS: Final[Mapping[str, str]] = {
    "cap": "M13 17C13 5 35 5 35 17L38 19H13Z",
    "hood": "M24 3C10 4 10 20 11 32L16 30C14 18 17 12 24 11 31 12 34 18 32 30L37 32C38 20 38 4 24 3Z",
    "helm": "M13 20C11 4 37 4 35 20L31 16H17ZM24 6V16",
    "straw": "M6 16C14 11 17 12 18 6H30C31 12 34 11 42 16 34 20 14 20 6 16Z",
    "wimple": "M24 4C10 4 11 20 12 34L17 36C15 22 16 14 24 13 32 14 33 22 31 36L36 34C37 20 38 4 24 4Z",
    "turban": "M12 17C10 4 38 4 36 17 28 12 20 12 12 17ZM14 12C20 8 28 8 34 14",
    "feathered": "M8 17C16 15 14 7 24 7S34 14 40 15L30 18H16ZM32 10C36 2 42 2 45 4 42 8 38 12 34 13",
    "beret": "M10 16C10 6 34 3 39 11 40 15 34 16 34 17 26 13 20 14 13 18Z",
    "judge": "M12 24C8 6 40 6 36 24L38 32H32L31 16H17L16 32H10ZM17 9 15 14M24 7V13M31 9 33 14",
    "band": "M14 16 34 14V18L14 20Z",
    "crown": "M14 15 13 5 19 10 24 3 29 10 35 5 34 15Z",
    "pointed": "M8 18C16 15 18 14 24 0 30 14 32 15 40 18 30 21 18 21 8 18Z",
}
BEARDS: Final[Mapping[str, str]] = {
    "full": "M15 24C15 40 33 40 33 24 31 29 28 29 27 27H21C20 29 17 29 15 24Z",
    "goatee": "M21 30C21 38 27 38 27 30Z",
    "moustache": "M17 28C20 25 23 26 24 27 25 26 28 25 31 28 28 29 26 29 24 28 22 29 20 29 17 28Z",
    "long": "M15 24C15 34 20 46 24 47 28 46 33 34 33 24 31 29 28 29 27 27H21C20 29 17 29 15 24Z",
}


def person(
    garb: str,
    *over: str,
    disc: str = "night",
    skin: str = "skin",
    hair: str = "short",
    tint: str = "umber",
    hat: str = "",
    hat_tint: str = "slate",
    beard: str = "",
    eyes: str = "open",
) -> str:
    """Somebody from the chest up, on a disc that says what they are to you."""
    parts = [f'<circle cx="24" cy="24" r="24" fill="{PALETTE.get(disc, disc)}" stroke="none"/>']
    parts += [path("M5 48C6 38 13 36 19 34L24 38 29 34C35 36 42 38 43 48Z", garb)]
    parts += [path("M15 19C15 8 33 8 33 19 34 28 29 34 24 35 19 34 14 28 15 19Z", skin)]
    if eyes == "open":
        parts += [path("M19.5 21H19.6M28.5 21H28.6", width=2.8)]
    elif eyes == "shut":
        parts += [path("M17 21C19 23 20 23 22 21M26 21C28 23 29 23 31 21", width=1.6)]
    elif eyes == "glow":
        parts += [path("M19.5 21H19.6M28.5 21H28.6", width=3.6, stroke="ember")]
    parts += [path("M24 21 25 26H23M20.5 30C23 31 25 31 27.5 30", width=1.4)]
    parts += [path(BEARDS[beard], tint)] if beard else []
    parts += (
        [path(HAIR[hair], tint)] if HAIR[hair] and hat not in ("hood", "wimple", "judge") else []
    )
    parts += [path(HATS[hat], hat_tint)] if hat else []
    return "".join([*parts, *[OVER[name] for name in over]])


# -- bases ----------------------------------------------------------------------------------------

SYMBOL: Final = re.compile(
    r'<symbol id="([^"]+)" viewBox="[^"]*"><title>[^<]*</title>(.*)</symbol>'
)
SPRITE: Final = dict(SYMBOL.findall((STATIC / "sprite.svg").read_text("utf-8")))


def base(name: str, *over: str, tint: str = "", behind: str = "", swap: str = "") -> str:
    """A picture of the sprite; `tint` replaces its main colour, `swap` others: `red>blue`."""
    drawn = SPRITE[name]
    first = re.search(r'fill="(#[0-9a-f]{6})"', drawn)
    if tint and first:
        drawn = drawn.replace(first[1], PALETTE[tint])
    for pair in swap.split():
        old, new = pair.split(">")
        drawn = drawn.replace(PALETTE[old], PALETTE[new])
    return "".join([BACK[behind] if behind else "", drawn, *[OVER[name] for name in over]])


FRAMES: Final[Mapping[str, str]] = {
    "spell": path(
        "M24 1 31 6 40 6 42 15 47 24 42 33 40 42 31 42 24 47 17 42 8 42 6 33 1 24 6 15 8 6 17 6Z",
        "violet",
    ),
    "ability": path("M24 2C30 6 38 7 45 6 46 24 40 40 24 47 8 40 2 24 3 6 10 7 18 6 24 2Z", "gold"),
    "trap": path("M24 1 47 44H1Z", "ember", 2.4),
    "ailment": path("M24 1C38 16 45 24 45 32A21 15 0 0 1 3 32C3 24 10 16 24 1Z", "green"),
    "event": path("M2 8H46V40H2ZM2 14H46M2 34H46", "violet"),
    "place": path("M2 46V20L24 3 46 20V46Z", "moss"),
}
INSIDE: Final = {"trap": (13.5, 20, 0.44), "ailment": (12.5, 17, 0.48), "place": (10, 17, 0.58)}


def framed(frame: str, inner: str) -> str:
    """A small picture in the frame of its kind: a star, a shield, a warning, a drop."""
    return FRAMES[frame] + moved(inner, *INSIDE.get(frame, (9.6, 9.6, 0.6)))


def follower(garb: str, *over: str, **how: str) -> str:
    """Somebody who goes with you."""
    return person(garb, *over, disc="#3d6f64", **how)


def stranger(garb: str, *over: str, **how: str) -> str:
    """Somebody met on the road."""
    return person(garb, *over, disc="#8f6f2c", **how)


def foe(garb: str, *over: str, **how: str) -> str:
    """Somebody who fights you."""
    return person(garb, *over, disc="#6b2019", **how)


DRAWN: Final[Mapping[str, Callable[[], str]]] = {
    # Enemies of the Labyrinth
    "e-tunnel-rats": lambda: (
        moved(base("f-rat"), -4, 8, 0.72) + moved(base("f-rat", tint="umber"), 14, -2, 0.72)
    ),
    "e-goblin": lambda: base("f-goblin"),
    "goblin": lambda: base("f-goblin", "coin"),
    "e-cave-spider": lambda: base("f-spider", behind="web-back"),
    "e-bone-sentry": lambda: base("f-skull", "helm", "bones"),
    "e-tunnel-reaver": lambda: base("f-goblin", "axe", "scar", tint="slate", swap="slate>red"),
    "e-grey-ooze": lambda: base("f-ooze", tint="steel"),
    "e-crypt-eater": lambda: base("f-ogre", "blood", tint="pale"),
    "e-blind-stalker": lambda: base("f-beast", "blind", tint="slate"),
    "e-scaled-warrior": lambda: base("f-serpent", "helm", "sword", tint="teal"),
    "e-masked-blade": lambda: foe("slate", "dagger", hat="hood", eyes="glow", skin="ink"),
    "e-ogre": lambda: base("f-ogre", "club"),
    "ogre": lambda: base("f-ogre", "patch", tint="umber"),
    "e-deep-troll": lambda: base("f-ogre", "tusks", tint="moss", behind="rocks"),
    "e-stone-eye": lambda: base("f-eye", "cracks", behind="rocks"),
    "e-hollow-knight": lambda: base("f-warrior", "sword", tint="ink", swap="steel>slate"),
    "e-horned-guardian": lambda: base("f-warrior", "horns", swap="steel>gold"),
    "e-clay-sentinel": lambda: base("f-golem", tint="brown"),
    "e-cellar-drake": lambda: base("f-dragon"),
    "e-many-heads": lambda: base("f-heads", behind="wave"),
    "e-corpse-light": lambda: base("f-wisp", behind="moonlight", tint="green"),
    "e-shade": lambda: base("f-ghost", tint="slate"),
    "e-wight": lambda: base("f-ghost", "helm", tint="pale"),
    "wight": lambda: base("f-ghost", "helm", "sword", tint="green"),
    "e-hooded-adept": lambda: base("f-caster"),
    "e-weeping-woman": lambda: base("f-ghost", "hair", "tears", tint="bone"),
    "e-cave-witch": lambda: foe(
        "violet", "star", hair="long", tint="moss", skin="green", hat="pointed", eyes="glow"
    ),
    "e-faceless": lambda: foe("ink", hat="hood", hat_tint="ink", skin="bone", eyes="none"),
    "e-mind-leech": lambda: base("f-leech"),
    "e-bone-lord": lambda: base("f-skull", "crown", behind="fire"),
    "e-chained-fiend": lambda: base("f-fiend", "chain"),
    "e-buried-king": lambda: base("f-skull", "crown", "pale-hair", behind="gate"),
    # Enemies of the Land
    "a-moor-wolf": lambda: base("f-beast", tint="steel", behind="moonlight"),
    "a-footpad": lambda: foe("umber", "dagger", hat="cap", beard="goatee"),
    "a-boar": lambda: base("f-beast", "tusks", "mane", tint="umber"),
    "a-rust-beetle": lambda: base("f-spider", tint="ember", swap="ink>umber"),
    "a-bog-lurker": lambda: base("f-tentacle", behind="reeds", tint="moss"),
    "a-cave-bear": lambda: base("f-beast", "fangs", tint="ink", behind="rocks"),
    "a-hill-raider": lambda: base("f-goblin", "bandana", "sword", tint="brown"),
    "a-page-thief": lambda: foe("teal", "book", hair="curly", eyes="shut"),
    "a-marsh-serpent": lambda: base("f-serpent", behind="reeds"),
    "a-stone-ogre": lambda: base("f-ogre", "cracks", tint="steel"),
    "a-thorn-cat": lambda: base("f-beast", "stripes", tint="gold", behind="trees"),
    "a-two-throats": lambda: (
        moved(base("f-ogre", tint="dusk"), -5, 4, 0.7)
        + moved(base("f-ogre", tint="umber"), 17, 4, 0.7)
    ),
    "a-bandit-queen": lambda: foe(
        "red", "scar", "sword", hair="long", tint="ink", hat="band", hat_tint="gold"
    ),
    "a-bridge-troll": lambda: base("f-ogre", "fangs", tint="teal", behind="wave"),
    "a-hill-giant": lambda: base("f-ogre", "leaf", "club", tint="skin", behind="trees"),
    "a-press-gang": lambda: (
        moved(foe("slate", hat="cap", beard="full"), -3, 10, 0.62)
        + moved(foe("umber", hat="band", hat_tint="red", skin="dusk"), 20, 2, 0.62)
    ),
    "a-wyvern": lambda: base("f-dragon", "wings", tint="green"),
    "a-red-drake": lambda: base("f-dragon", "flames", tint="red"),
    "a-elder-drake": lambda: base("f-dragon", "crown", tint="violet", behind="fire"),
    "a-will-wisp": lambda: base("f-wisp", behind="reeds"),
    "a-imp": lambda: base("f-fiend", tint="ember"),
    "a-shade": lambda: base("f-ghost", "cowl", tint="violet"),
    "a-lantern-hag": lambda: foe(
        "moss", "lantern", hair="long", tint="bone", skin="pale", eyes="glow"
    ),
    "a-barrow-wight": lambda: base("f-ghost", "crown", tint="green", behind="rocks"),
    "a-keening-ghost": lambda: base("f-ghost", "pale-hair", tint="blue", behind="mist"),
    "a-night-mare": lambda: base("f-beast", "flames", "mane", tint="ink"),
    "a-wraith": lambda: base("f-caster", "dagger", tint="ink"),
    "a-grey-lady": lambda: foe(
        "steel", "tears", hair="long", tint="bone", skin="pale", hat="crown", hat_tint="steel"
    ),
    "a-lesser-fiend": lambda: base("f-fiend", "fangs", tint="violet"),
    "a-drowned-choir": lambda: (
        moved(base("f-ghost", tint="teal"), -3, 4, 0.6)
        + moved(base("f-ghost", tint="blue"), 21, 2, 0.6)
        + moved(base("f-ghost", tint="pale"), 10, 17, 0.62)
    ),
    # those without a card
    "waste-beast": lambda: base("f-beast", "horns", "scar", tint="red"),
    "waste-ghost": lambda: base("f-ghost", "cracks", tint="ember"),
    "graveyard-ghost": lambda: base("f-ghost", behind="rocks"),
    "crypt-spirit": lambda: base("f-ghost", "bones", tint="sand"),
    "mouth-spirit": lambda: base("f-ghost", "teeth", tint="rose"),
    "guardian-spirit": lambda: base("f-ghost", "shield", tint="gold"),
    "mirror-image": lambda: base("f-ghost", "rays", tint="steel"),
    "spectre": lambda: base("f-ghost", "chain", tint="moss"),
    "barrow-dweller": lambda: base("f-skull", "hair", behind="rocks"),
    "bone-host": lambda: (
        moved(base("f-skull"), -3, 8, 0.6)
        + moved(base("f-skull", "helm"), 21, 8, 0.6)
        + moved(base("f-skull", tint="sand"), 10, -1, 0.6)
    ),
    "brawler": lambda: foe("brown", "scar", beard="moustache", hair="short", skin="dusk"),
    "brigand": lambda: base("f-goblin", "hood", "dagger", tint="dusk"),
    "toll-keeper": lambda: foe("teal", "coin", "axe", hat="helm", beard="full", tint="ember"),
    "cliff-ogre": lambda: base("f-ogre", "horns", tint="slate", behind="rocks"),
    "ice-dragon": lambda: base("f-dragon", "ice", tint="blue"),
    "fire-dragon": lambda: base("f-dragon", tint="ember", behind="fire"),
    "statue": lambda: base("f-golem", "cracks", tint="steel"),
    "crypt-guardian": lambda: base("f-golem", "sword", tint="slate"),
    "mould": lambda: base("f-ooze", "drip"),
    "fire-elemental": lambda: base("f-wisp", tint="red", behind="fire"),
    "water-elemental": lambda: base("f-wisp", tint="teal", behind="wave"),
    "mimic": lambda: base("enc-strongroom", "teeth", "third"),
    "wall-of-force": lambda: base("f-wall", "rays", tint="violet"),
    "wizard-locked": lambda: base("f-wall", "runes"),
    "portcullis": lambda: base("l-iron-gate"),
    "living-wall": lambda: base("f-wall", "third", "teeth", tint="brown"),
    # Followers
    "x-faerie-dragon": lambda: base("s-faerie-dragon"),
    "x-magic-spirit": lambda: base("i-spirit"),
    "t-lost-squire": lambda: follower("steel", "shield", hair="bob", tint="gold"),
    "t-blind-seer": lambda: follower("violet", "blind", "staff", hair="long", tint="bone"),
    "t-rat-catcher": lambda: follower("umber", "net", hat="feathered", beard="goatee", skin="dusk"),
    "t-freed-priest": lambda: follower(
        "bone", "cross", "chain", hair="bald", beard="full", tint="steel"
    ),
    "t-mastiff": lambda: base("i-hound", "chain", tint="slate"),
    "t-lamp-lad": lambda: follower("blue", "lantern", hair="curly", tint="ember"),
    "t-wall-reader": lambda: follower("slate", "runes", hat="hood", hat_tint="slate", eyes="shut"),
    "t-raven": lambda: base("s-bats", "spark"),
    "t-pale-child": lambda: follower("pale", "moon", hair="long", tint="white", skin="bone"),
    "t-old-sister": lambda: follower("teal", "flask", hat="wimple", hat_tint="steel"),
    "a-squire": lambda: follower("red", "sword", hair="short", tint="brown"),
    "a-maiden": lambda: follower("rose", hair="long", tint="gold"),
    "a-porter": lambda: follower("brown", "bundle", hat="band", hat_tint="red", skin="dusk"),
    "a-guide": lambda: follower("moss", "arrow", hat="feathered", hat_tint="moss"),
    "a-hound": lambda: base("i-hound", "leaf"),
    "a-acolyte": lambda: follower("violet", "book", hair="bald", eyes="shut"),
    "a-torch-lad": lambda: follower("umber", "torch", hat="cap", hat_tint="red"),
    "a-sellsword": lambda: follower("slate", "sword", "scar", hat="helm", beard="moustache"),
    "a-ballad-singer": lambda: follower("gold", "lute", hat="beret", hat_tint="red", hair="bob"),
    "a-hill-pony": lambda: base("i-mule", tint="umber"),
    "a-field-surgeon": lambda: follower(
        "bone", "flask", hat="cap", hat_tint="bone", beard="moustache"
    ),
    "a-shieldbearer": lambda: follower("teal", "shield", hat="helm", hat_tint="gold", beard="full"),
    "a-nimble-boy": lambda: follower("ember", "feather", hair="curly", tint="ink", skin="dusk"),
    "a-ferryman": lambda: follower(
        "blue", "oar", hat="straw", hat_tint="sand", beard="full", tint="steel"
    ),
    # Strangers
    "a-healer": lambda: stranger("bone", "flask", hat="wimple", hat_tint="white"),
    "a-pedlar": lambda: stranger(
        "red", "bundle", hat="turban", hat_tint="gold", beard="goatee", skin="dusk"
    ),
    "a-old-soldier": lambda: stranger("steel", "scar", hat="helm", beard="full", tint="bone"),
    "a-scholar": lambda: stranger("blue", "book", hair="bald", beard="long", tint="bone"),
    "a-messenger": lambda: stranger("green", "scroll", hat="feathered", hat_tint="red"),
    "a-judge": lambda: stranger("ink", "scales", hat="judge", hat_tint="bone"),
    "a-dicer": lambda: stranger("violet", "dice", hat="beret", beard="goatee", hat_tint="ink"),
    "a-rune-carver": lambda: stranger("umber", "runes", beard="long", tint="ember", hair="short"),
    "a-word-monger": lambda: stranger(
        "teal", "scroll", hair="curly", tint="bone", beard="moustache"
    ),
    "a-collector": lambda: stranger(
        "gold", "coin", hat="turban", hat_tint="violet", beard="full", tint="ink"
    ),
    "a-sergeant": lambda: stranger("red", "axe", hat="helm", hat_tint="red", beard="moustache"),
    "a-listener": lambda: stranger("pale", hat="hood", hat_tint="teal", eyes="shut"),
    "a-champion": lambda: stranger("gold", "sword", hair="long", tint="gold", hat="band"),
    "a-beggar": lambda: stranger(
        "umber", "blind", hair="curly", tint="steel", beard="full", skin="dusk"
    ),
    "a-leech-doctor": lambda: stranger("ink", "flask", hat="straw", hat_tint="ink", beard="goatee"),
    "a-wall-mason": lambda: stranger(
        "sand", "pick", hat="cap", hat_tint="umber", beard="full", tint="ember"
    ),
    # Objects that would look like others
    "p-broadsword": lambda: base("i-sword", tint="blue", swap="gold>red"),
    "t-whisper-blade": lambda: base("i-sword", "spark", tint="violet"),
    "a-old-sword": lambda: base("i-sword", tint="umber"),
    "t-door-hammer": lambda: base("i-mace", "cracks"),
    "a-saints-lance": lambda: base("i-lance", "rays"),
    "a-iron-cap": lambda: base("i-helmet", tint="slate"),
    "t-rune-shield": lambda: base("i-shield", "runes"),
    "a-coil-of-rope": lambda: base("i-rope", tint="sand"),
    "t-hoard": lambda: base("i-coins", "spark"),
    "a-windfall": lambda: framed("event", base("i-coins")),
    "t-antidote": lambda: base("i-flask", "leaf", swap="red>green"),
    "t-giants-draught": lambda: base("i-flask", "star", swap="red>violet"),
    "t-sages-ink": lambda: base("i-flask", "feather", swap="red>ink"),
    "a-ash-wand": lambda: base("i-staff", "star"),
    "a-feather-cloak": lambda: base("i-cloak", "feather", tint="teal"),
    "t-scroll-case": lambda: base("i-scroll", "runes"),
    "t-bone-dice": lambda: moved(OVER["dice"], -34, -28, 1.5),
    "t-dowsing-rod": lambda: (
        path("M24 46V28M24 28 8 6M24 28 40 6", width=5)
        + path("M24 46V28M24 28 8 6M24 28 40 6", width=2, stroke="brown")
    ),
    "t-blood-ruby": lambda: base("i-gem", "blood", tint="red"),
    "t-ember-feather": lambda: moved(OVER["feather"], -70, 0, 2.6),
    "a-crowbar": lambda: (
        path("M8 42 34 12C38 8 42 10 43 15M8 42 5 38", width=6)
        + path("M8 42 34 12C38 8 42 10 43 15M8 42 5 38", width=2.6, stroke="steel")
    ),
    "a-torn-banner": lambda: BACK["banner"] + OVER["cracks"],
    "a-bitter-herbs": lambda: moved(OVER["leaf"], -62, 4, 2.2) + moved(OVER["leaf"], -50, 14, 1.6),
    "a-hunters-net": lambda: moved(OVER["net"], -66, -66, 2.4),
    "a-grave-salt": lambda: base("i-purse", "bones", tint="bone"),
    "a-mile-boots": lambda: base("i-boots", "arrow", tint="red"),
    "a-gate-key": lambda: base("i-key", "rays", tint="violet"),
    # Events and places
    "a-storm": lambda: framed("event", base("i-event")),
    "a-pestilence": lambda: framed("event", base("i-ailment")),
    "a-market-day": lambda: framed("event", base("i-purse")),
    "a-cutpurses": lambda: framed("event", base("i-purse", "dagger")),
    "a-eclipse": lambda: framed("event", dot(24, 24, 20, "gold") + dot(28, 22, 17, "ink")),
    "a-lost-road": lambda: framed("event", base("l-crossroads")),
    "a-omen": lambda: framed("event", base("i-craft")),
    "a-harvest": lambda: framed("event", base("l-farmland")),
    "a-crown-tax": lambda: framed("event", base("i-king")),
    "a-spell-tide": lambda: framed("event", base("i-spell", behind="wave")),
    "a-witch-hunt": lambda: framed("event", base("i-torch")),
    "a-tremor": lambda: framed("event", base("l-chasm")),
    "a-great-wind": lambda: framed("event", base("s-cloud-of-chaos", tint="steel")),
    "a-quiet-night": lambda: framed("event", moved(OVER["moon"], -46, 4, 2)),
    "a-muster": lambda: framed("event", base("i-helmet")),
    "a-burst-seams": lambda: framed("event", base("i-cloak", "cracks")),
    "a-desertion": lambda: framed("event", base("i-person", tint="steel")),
    "a-comet": lambda: framed("event", base("i-ability")),
    "a-white-mist": lambda: framed("event", moved(BACK["mist"], 0, -10)),
    "a-spring": lambda: framed("place", base("s-pool")),
    "a-barrow": lambda: framed("place", base("f-skull")),
    "a-wishing-well": lambda: framed("place", base("s-well-of-life")),
    "a-fallen-arch": lambda: framed("place", base("s-gateway", "cracks")),
    "a-chapel": lambda: framed("place", base("enc-shrine")),
    "a-drill-yard": lambda: framed("place", base("s-arena")),
    "a-crooked-hut": lambda: framed("place", base("l-village")),
    "a-road-market": lambda: framed("place", base("i-purse")),
    "a-dragon-bones": lambda: framed("place", base("f-dragon", tint="bone")),
    # Characters who have no picture in the sprite
    "ch-delver": lambda: person(
        "umber", "pick", hat="helm", hat_tint="gold", beard="full", tint="brown"
    ),
    "ch-captain": lambda: person("red", "sword", hat="helm", hat_tint="red", beard="goatee"),
    "ch-trader": lambda: person(
        "gold", "coin", hat="turban", hat_tint="teal", skin="dusk", beard="full", tint="ink"
    ),
    "ch-slip-shadow": lambda: person("ink", "dagger", hat="hood", hat_tint="violet", skin="pale"),
    "ch-trophy-hunter": lambda: person(
        "moss", "bones", "feather", hair="long", tint="ember", skin="dusk"
    ),
}

INNER: Final[
    Mapping[str, str]
] = {  # what is in the frame of a Spell, an Ability, a trap, an ailment
    "sp-fireball": "f-wisp",
    "sp-lightning-bolt": "i-event",
    "sp-brainwave": "f-leech",
    "sp-finger-of-death": "f-skull",
    "sp-immobility": "i-hold",
    "sp-syphon": "i-orb",
    "sp-destroy-magic": "i-staff",
    "sp-counterspell": "i-shield",
    "sp-teleport": "s-teleportal",
    "sp-levitation": "i-boots",
    "sp-mend": "i-life",
    "sp-purge": "i-flask",
    "sp-veil": "i-cloak",
    "sp-second-sight": "i-craft",
    "sp-weapon-charm": "i-sword",
    "sp-wild-magic": "s-cloud-of-chaos",
    "sp-turning-stone": "s-revolving-room",
    "sp-door-in-the-dark": "i-secret-door",
    "sp-homeward-thread": "i-rope",
    "sp-changed-places": "s-teleportation-room",
    "sp-long-stride": "i-go",
    "sp-certainty": "own-6",
    "sp-fools-silver": "i-coins",
    "sp-wizards-tithe": "i-purse",
    "sp-second-chance": "i-turn",
    "sp-guarding-hand": "i-strength",
    "sp-ill-star": "foe-1",
    "sp-creeping-rust": "s-mould",
    "ab-meditation": "s-tree-of-wisdom",
    "ab-hero": "i-strength",
    "ab-true-seeing": "i-craft",
    "ab-ambidextrous": "f-blades",
    "ab-iron-will": "i-helmet",
    "ab-sure-foot": "i-boots",
    "ab-trap-sense": "i-trap",
    "ab-beast-tongue": "f-beast",
    "ab-ghost-lore": "f-ghost",
    "ab-plunderer": "i-coins",
    "ab-thick-hide": "i-armour",
    "ab-deep-lore": "i-book",
    "ab-night-eyes": "f-eye",
    "ab-clean-blood": "i-life",
    "ab-pathfinder": "i-compass",
    "ab-second-wind": "i-ration",
    "confusion": "s-cloud-of-chaos",
    "weakness": "i-strength",
    "disease": "s-mould",
    "curse": "f-eye",
    "poison": "f-serpent",
    "lycanthropy": "f-beast",
    "psychic-blast": "f-leech",
    "mind-blast": "f-leech",
    "symbol-of-fear": "f-fiend",
    "weakness-trap": "i-strength",
    "curse-trap": "f-eye",
    "flooding-room": "s-pool",
    "telescoping-spikes": "f-blades",
    "tilting-room": "s-revolving-room",
    "cave-in": "s-rats",
    "magic-dead-room": "i-spell",
    "teleportal-trap": "s-teleportal",
    "poltergeist": "f-ghost",
    "anti-magic-field": "i-spell",
    "time-gate": "i-turn",
    "broken-trap": "i-key",
    "lightning-bolt": "i-event",
    "random-spell": "i-spell",
    "tentacles": "f-tentacle",
    "spear": "i-lance",
    "falling-block": "f-golem",
    "alarm": "i-ability",
    "firebomb": "f-wisp",
    "acid-trap": "i-flask",
    "blinding-gas": "s-cloud-of-chaos",
    "prison": "i-hold",
    "rolling-boulder": "s-bottomless-pit",
    "prismatic-curtain": "s-teleportation-room",
    "large-gorge": "l-chasm",
    "collapsing-ceiling": "l-scree",
    "teleporter": "s-teleportal",
    "explosive-runes": "s-ancient-writing",
    "black-gate": "s-gateway",
    "swinging-axe": "i-axe",
    "gate": "i-portal",
    "tc-spikes": "f-blades",
    "tc-flood": "s-pool",
    "tc-tilt": "s-revolving-room",
    "tc-deadmagic": "i-spell",
    "tc-gate": "i-portal",
}
BY_SLOT: Final = {
    "weapon": "i-sword",
    "armour": "i-armour",
    "shield": "i-shield",
    "helmet": "i-helmet",
}
TINTS: Final = ("green", "brown", "blue", "violet", "red", "teal", "steel", "umber", "dusk", "pale")
MARKS: Final = (
    "horns",
    "scar",
    "patch",
    "crown",
    "bandana",
    "chain",
    "spots",
    "stripes",
    "feather",
    "fangs",
)


def by_name(id: str, row: Any) -> str:
    """A card that nobody has drawn: a base by its kind, the rest by its name."""
    lot = crc32(id.encode())
    tint, mark = TINTS[lot % 10], MARKS[lot // 10 % 10]
    match row:
        case Enemy(kind="spirit"):
            return base(("f-ghost", "f-caster", "f-wisp")[lot // 100 % 3], mark, tint=tint)
        case Enemy():
            return base(("f-beast", "f-goblin", "f-ogre")[lot // 100 % 3], mark, tint=tint)
        case Character():
            return person(tint, mark, hair=[*HAIR][lot // 100 % 5])
        case Thing(kind="follower"):
            return follower(tint, mark, hair=[*HAIR][lot // 100 % 5])
        case Happening(kind="stranger"):
            return stranger(tint, mark, hair=[*HAIR][lot // 100 % 5])
        case Happening(kind="place"):
            return framed("place", base("i-place", mark, tint=tint))
        case Happening():
            return framed("event", base("i-event", mark, tint=tint))
    return base(BY_SLOT.get(getattr(row, "slot", ""), "i-purse"), mark, tint=tint)


def face(id: str, row: Any = None) -> str:
    """Draw one."""
    if id in DRAWN:
        return DRAWN[id]()
    if id.startswith("sp-"):
        return framed("spell", base(INNER.get(id, "i-spell")))
    if id.startswith("ab-"):
        return framed("ability", base(INNER.get(id, "i-ability")))
    if id in AILMENTS:
        return framed("ailment", base(INNER[id], swap="green>moss"))
    if id in INNER:
        return framed("trap", base(INNER[id]))
    return by_name(id, row)


def needs_a_face(id: str, row: Any) -> bool:
    """Whether a row would otherwise share its picture with others."""
    if isinstance(row, Thing) and row.kind != "follower":
        return id not in emblems.EMBLEMS
    if isinstance(row, Character):
        return id not in SPRITE
    return isinstance(row, Enemy | Happening | Spell | Ability | Thing)


def faces() -> str:
    """All of them, as one file."""
    ids = {*DRAWN, *INNER, *AILMENTS, *[id for id, row in ROWS.items() if needs_a_face(id, row)]}
    drawn = {id: face(id, ROWS.get(id)) for id in sorted(ids)}
    group = 'stroke="#16130f" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
    symbols = [
        f'<symbol id="{id}" viewBox="-1 -2 50 50"><g {group}>{art}</g></symbol>'
        for id, art in drawn.items()
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


# -- the pictures of the openings -----------------------------------------------------------------

LINE: Final = 'stroke="#16130f" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
TILE: Final = re.compile(
    r'<symbol id="((?:corridor|room|entrance)-[^"]+)" viewBox="[^"]*"><title>[^<]*</title>(.*)</symbol>'
)
TILES: Final = dict(TILE.findall((STATIC / "sprite.svg").read_text("utf-8")))
SKIES: Final = (
    '<linearGradient id="day" x2="0" y2="1"><stop offset="0" stop-color="#3c5a73"/>'
    '<stop offset=".55" stop-color="#e0a15a"/><stop offset="1" stop-color="#f3d9a0"/></linearGradient>'
    '<linearGradient id="night" x2="0" y2="1"><stop offset="0" stop-color="#1b1826"/>'
    '<stop offset=".7" stop-color="#5a3a5c"/><stop offset="1" stop-color="#b3563c"/></linearGradient>'
    '<radialGradient id="torch"><stop offset="0" stop-color="#f0b45a" stop-opacity=".75"/>'
    '<stop offset=".6" stop-color="#a8632f" stop-opacity=".3"/><stop offset="1" stop-color="#0f0d0a" stop-opacity="0"/></radialGradient>'
)


def at(name: str, x: float, y: float, size: float) -> str:
    """A picture of the sprite, in a scene."""
    return f"<g {LINE}>{moved(SPRITE[name], x, y, size / 48)}</g>"


def tile(name: str, column: float, line: float, turn: int = 0) -> str:
    """A tile of the Labyrinth, in a scene."""
    x, y = column * 60, line * 60
    return f'<g transform="translate({x:g} {y:g}) scale(.6) rotate({turn} 50 50)">{TILES[name]}</g>'


def hill(d: str, fill: str) -> str:
    """A hill."""
    return f'<path d="{d}" fill="{fill}" {LINE}/>'


def quest() -> str:
    """The Land at evening, and a stair that leads down into the dark."""
    parts = [
        '<rect width="360" height="240" fill="url(#day)"/><circle cx="92" cy="92" r="30" fill="#fff1c9"/>'
    ]
    parts += [hill("M-5 150C60 96 130 130 190 112S310 90 365 130V245H-5Z", "#8d9a62")]
    parts += [at("l-castle", 228, 48, 84), at("l-village", 150, 88, 46)]
    parts += [hill("M-5 180C70 140 150 170 220 160S320 150 365 168V245H-5Z", "#6d8148")]
    parts += [at("l-thicket", 4, 128, 56), at("l-standing-stones", 300, 128, 52)]
    parts += [hill("M-5 214C80 190 180 206 365 196V245H-5Z", "#4b5c3a")]
    parts += [
        '<path d="M122 245V196C122 150 216 150 216 196V245Z" fill="#9aa0a6" stroke="#16130f" stroke-width="3"/>'
    ]
    parts += [
        '<path d="M136 245V200C136 168 202 168 202 200V245Z" fill="#0f0d0a" stroke="#16130f" stroke-width="3"/>'
    ]
    parts += [
        '<path d="M140 204H198V212H140ZM144 216H194V224H144ZM148 228H190V236H148Z" fill="#565b62" stroke="#16130f" stroke-width="2"/>'
    ]
    parts += [at("pawn-1", 84, 176, 62), at("pawn-2", 226, 182, 54), at("pawn-3", 256, 184, 54)]
    return "".join(parts)


def catacombs() -> str:
    """A few tiles in the light of a torch, and darkness around them."""
    parts = [
        '<rect width="360" height="240" fill="#0f0d0a"/><circle cx="180" cy="125" r="190" fill="url(#torch)"/>'
    ]
    laid = (
        ("corridor-straight", 2, 1, 90),
        ("room-cross", 3, 1, 0),
        ("corridor-elbow", 1, 1, 90),
        ("room-dead-end", 1, 2, 0),
    )
    more = (
        ("corridor-t", 4, 1, 180),
        ("room-elbow", 4, 2, 0),
        ("corridor-straight", 3, 0, 0),
        ("room-straight", 3, 2, 0),
    )
    parts += [tile(*one) for one in (*laid, *more)]
    parts += [
        at("s-throne-of-power", 66, 128, 44),
        at("f-skull", 248, 128, 40),
        at("enc-shrine", 188, 130, 38),
    ]
    parts += [at("pawn-1", 190, 58, 52), at("i-torch", 218, 62, 34)]
    parts += [
        '<text x="275" y="42" font-family="Georgia, serif" font-weight="700" font-size="40" fill="#e0a15a" opacity=".8">?</text>'
    ]
    parts += [
        '<text x="22" y="105" font-family="Georgia, serif" font-weight="700" font-size="34" fill="#e0a15a" opacity=".5">?</text>'
    ]
    return "".join(parts)


def grand_quest() -> str:
    """The Tower at night, the Dragon King above it, the Labyrinth under the ground."""
    parts = [
        '<rect width="360" height="240" fill="url(#night)"/><circle cx="300" cy="46" r="24" fill="#fff1c9" opacity=".9"/>'
    ]
    parts += [at("f-king", 30, 10, 104), at("l-wizards-tower", 150, 14, 132)]
    parts += [hill("M-5 150C60 120 120 140 180 134S300 116 365 140V245H-5Z", "#3a4630")]
    parts += [at("l-iron-gate", 292, 96, 50), at("l-causeway", 98, 116, 46)]
    parts += [
        '<path d="M-5 170H365V245H-5Z" fill="#12100d" stroke="#16130f" stroke-width="4"/><circle cx="180" cy="212" r="120" fill="url(#torch)"/>'
    ]
    laid = [("corridor-straight", n + 0.25, 2.95, 90) for n in (0, 1, 3, 4)]
    parts += [
        tile(*one)
        for one in (*laid, ("room-cross", 2.25, 2.95, 0), ("room-dead-end", 5.05, 2.95, 270))
    ]
    parts += [at("pawn-1", 142, 182, 46), at("i-portal", 308, 190, 34)]
    return "".join(parts)


def scene(inner: str) -> str:
    """A picture of an opening."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 240">'
    return f"{head}<defs>{SKIES}</defs>{inner}</svg>\n"


if __name__ == "__main__":
    (STATIC / "faces.svg").write_text(faces(), "utf-8")
    for name, inner in (
        ("quest", quest()),
        ("catacombs", catacombs()),
        ("grand-quest", grand_quest()),
    ):
        (STATIC / f"{name}.svg").write_text(scene(inner), "utf-8")
