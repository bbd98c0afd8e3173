"""Which picture stands for what: of `static/faces.svg`, or of `static/sprite.svg`.

`tools/talisman_faces.py` draws a face for every card that would share its picture with others.
"""

import re
from collections.abc import Mapping
from importlib import resources
from typing import Final

from undercroft.games.talisman.components.kinds import Enemy, Happening, Thing
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.land.spaces import SPACES

FAMILIES: Final[Mapping[str, str]] = {
    "beast": "e-blind-stalker a-moor-wolf a-boar a-cave-bear waste-beast",
    "rat": "e-tunnel-rats",
    "spider": "e-cave-spider",
    "serpent": "a-marsh-serpent a-bog-lurker",
    "goblin": "e-goblin goblin e-tunnel-reaver a-footpad a-hill-raider brawler brigand toll-keeper",
    "ogre": "e-ogre ogre e-deep-troll a-stone-ogre a-bridge-troll a-hill-giant cliff-ogre",
    "warrior": "e-scaled-warrior e-masked-blade e-hollow-knight",
    "golem": "e-clay-sentinel e-horned-guardian statue crypt-guardian",
    "ooze": "e-grey-ooze mould",
    "skull": "e-bone-sentry e-crypt-eater bone-host e-bone-lord barrow-dweller",
    "dragon": "e-cellar-drake a-wyvern a-red-drake ice-dragon fire-dragon",
    "heads": "e-many-heads",
    "ghost": "e-shade e-wight wight e-weeping-woman a-shade a-barrow-wight a-keening-ghost "
    "a-wraith graveyard-ghost waste-ghost crypt-spirit mouth-spirit spectre "
    "guardian-spirit mirror-image",
    "wisp": "e-corpse-light a-will-wisp fire-elemental water-elemental",
    "caster": "e-hooded-adept e-cave-witch e-faceless e-buried-king",
    "fiend": "e-chained-fiend a-imp a-lesser-fiend mimic",
    "eye": "e-stone-eye",
    "leech": "e-mind-leech",
    "wall": "wall-of-force wizard-locked portcullis living-wall",
    "tentacle": "tentacles",
    "king": "dragon-king",
    "blades": "floating-weapons",
}
"""Enemies, by what they look like."""

THINGS: Final[Mapping[str, str]] = {
    "sword": "p-sword p-broadsword t-whisper-blade a-old-sword village-smith",
    "dagger": "p-dagger",
    "axe": "p-axe",
    "mace": "p-mace t-door-hammer",
    "lance": "t-spirit-lance a-saints-lance",
    "helmet": "p-helmet a-iron-cap",
    "shield": "p-shield t-rune-shield",
    "armour": "p-armour",
    "lantern": "p-lantern",
    "torch": "p-torch",
    "rope": "p-rope a-coil-of-rope",
    "mule": "p-mule",
    "coins": "t-coins t-hoard a-windfall",
    "gem": "t-gem",
    "scroll": "t-scroll",
    "book": "t-lore",
    "flask": "t-healing-draught t-antidote",
    "map": "t-map-scrap",
    "key": "t-skeleton-key",
    "staff": "t-mage-staff a-ash-wand",
    "belt": "t-giant-belt",
    "cloak": "t-mirror-cloak a-feather-cloak",
    "boots": "t-winged-boots",
    "charm": "t-lucky-charm",
    "compass": "t-compass",
    "ring": "a-magic-ring",
    "orb": "a-clouded-orb",
    "amulet": "a-ward-amulet",
    "talisman": "talisman-card",
    "person": "t-lost-squire t-blind-seer t-rat-catcher t-freed-priest t-lamp-lad a-squire "
    "a-maiden a-porter a-guide a-acolyte a-torch-lad",
    "hound": "t-mastiff a-hound",
    "spirit": "x-magic-spirit",
    "purse": "a-purse a-cutpurses",
    "event": "a-storm a-pestilence a-market-day a-eclipse a-lost-road a-omen",
    "stranger": "a-healer a-pedlar a-old-soldier a-scholar a-messenger a-judge anarchists-guild",
    "place": "a-spring a-barrow",
    "secret-door": "secret-door",
    "stairs": "stairs-marker",
    "portal": "tc-gate gate",
    "life": "doctors-surgery village-healer royal-doctor",
    "spell": "enchantress",
    "gold": "town-square",
    "hold": "donjon",
    "trap": "tc-spikes tc-flood tc-tilt tc-deadmagic",
}
"""Cards, tokens and places, by what they are."""

ROOMS: Final[Mapping[str, str]] = {
    "cavern": "r-cavern-wide r-cavern-long r-cavern-bent",
    "guardroom": "r-guardroom",
    "barracks": "r-barracks",
    "hall": "r-hall-long r-hall-forked r-hall-bent",
    "strongroom": "r-strongroom",
    "store": "r-store-long r-store-bent",
    "shrine": "r-shrine",
    "scriptorium": "r-scriptorium",
}
"""Plain rooms, by what is in them."""

EMBLEMS: Final[Mapping[str, str]] = {
    **{
        id: f"{prefix}-{name}"
        for prefix, kinds in (("f", FAMILIES), ("i", THINGS), ("enc", ROOMS))
        for name, ids in kinds.items()
        for id in ids.split()
    },
    "x-faerie-dragon": "s-faerie-dragon",
    "ch-delver": "ch-runesmith",
    "ch-captain": "ch-warden",
    "ch-trader": "ch-cutpurse",
    "ch-slip-shadow": "ch-exile",
    "ch-trophy-hunter": "ch-duellist",
    "high-temple": "l-temple-of-voices",
    "audience": "l-castle",
    "city-wharf": "s-lake-cavern",
    "village-wharf": "s-lake-cavern",
    "toll-bridge-outer": "l-toll-bridge",
    "toll-bridge-inner": "l-toll-bridge",
}


ON_LAND: Final = frozenset([space.id for space in SPACES])


FACES: Final = frozenset(
    re.findall(
        r'symbol id="([^"]+)"',
        resources.files("undercroft.games.talisman")
        .joinpath("static/faces.svg")
        .read_text("utf-8"),
    )
)


def emblem(id: str) -> str:
    """Name the picture of a card, tile, space or creature; a trap's, if it is none of these."""
    if id in FACES:
        return f"faces.svg#{id}"
    found = EMBLEMS.get(id)
    if found is not None:
        return found
    kind, _, name = id.partition("-")
    match kind:
        case "s" | "ch":  # a special room, a character
            return id
        case "c":  # a corridor: what waits there
            return "" if name.endswith("quiet") else f"enc-{name.rsplit('-', 1)[1]}"
        case "ent" | "bare":  # the tile itself says it
            return ""
    return f"l-{id}" if id in ON_LAND else by_kind(id)


def by_kind(id: str) -> str:
    """Name the picture of a card that has no face yet."""
    match ROWS.get(id):
        case Enemy(kind="spirit"):
            return "f-ghost"
        case Enemy():
            return "f-goblin"
        case Thing(kind="follower"):
            return "i-person"
        case Thing():
            return "i-purse"
        case Happening(kind=kind):
            return f"i-{kind}"
    return {"sp": "i-spell", "ab": "i-ability"}.get(id.partition("-")[0], "i-trap")
