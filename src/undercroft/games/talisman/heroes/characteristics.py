"""What a character is worth at a given moment: characteristics, usable things, gifts (6.3, 10)."""

from collections.abc import Iterator

from undercroft.games.talisman.components.kinds import Gifted, Spell, Thing
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.state import Hero, Maze

CANNOT_USE_OBJECTS = 4  # the row of the Confusion table
SURE = 4  # the Spell Certainty, in tests
WEREWOLF = {"strength": 5, "craft": 4}


def gifts(hero: Hero) -> Iterator[Gifted]:
    """His own nature, then his Special Abilities, then what Followers and Objects give."""
    yield hero.character
    yield from hero.abilities
    for follower in hero.followers:
        if follower.gift is not None:
            yield follower.gift
    for item in hero.objects:
        if item.card.gift is not None:
            yield item.card.gift


def has_gift(hero: Hero, gift: str) -> bool:
    """Whether his nature, an ability or a thing gives him something."""
    if getattr(hero.character, gift):
        return True
    for ability in hero.abilities:
        if getattr(ability, gift):
            return True
    for given in [follower.gift for follower in hero.followers]:
        if given is not None and getattr(given, gift):
            return True
    for given in [item.card.gift for item in hero.objects]:
        if given is not None and getattr(given, gift):
            return True
    return False


def gift(hero: Hero, gift: str) -> int:
    """Add up what his nature, abilities and things give."""
    own: int = getattr(hero.character, gift)
    for ability in hero.abilities:
        own += getattr(ability, gift)
    for given in [follower.gift for follower in hero.followers]:
        if given is not None:
            own += getattr(given, gift)
    for given in [item.card.gift for item in hero.objects]:
        if given is not None:
            own += getattr(given, gift)
    return own


def is_immune(hero: Hero, ailment: str) -> bool:
    """Whether he cannot get an Ailment."""
    return any(ailment in giver.immune for giver in gifts(hero))


# -- what works here and now ----------------------------------------------------------------------


def is_dazed(maze: Maze, hero: Hero) -> bool:
    """Confusion row 4: no Objects and no Spells, in his own turn."""
    return maze.now.confusion == CANNOT_USE_OBJECTS and maze.now.active == hero.seat


def is_magic_dead(maze: Maze, hero: Hero) -> bool:
    """K-2, M-15. Suppressed, or on a magic-dead tile."""
    if hero.realm in maze.silence:
        return True
    if hero.square < 0:
        return False
    placed = maze.board[hero.square]
    return placed is not None and placed.counter is not None and placed.counter.magic_dead


def may_cast(maze: Maze, hero: Hero) -> bool:
    """Whether he may cast Spells at all."""
    return not hero.werewolf and not is_dazed(maze, hero) and not is_magic_dead(maze, hero)


def usable_items(maze: Maze, hero: Hero) -> list[Item]:
    """K-2. The Objects that work; those merely enchanted lose no more than that."""
    if hero.werewolf or is_dazed(maze, hero):
        return []
    if not is_magic_dead(maze, hero):
        return hero.objects
    return [Item(item.card) for item in hero.objects if not item.card.magic]


def usable(maze: Maze, hero: Hero, feature: str) -> Thing | None:
    """Give the first Object that works and has some feature."""
    for item in usable_items(maze, hero):
        if getattr(item.card, feature):
            return item.card
    return None


def follower_with(hero: Hero, feature: str) -> Thing | None:
    """Give the first Follower that has some feature."""
    for follower in hero.followers:
        if getattr(follower, feature):
            return follower
    return None


# -- characteristics ------------------------------------------------------------------------------


def strength_of(maze: Maze, hero: Hero) -> int:
    """K-1. Counters, Weakness, Objects and Followers; a Werewolf has 5."""
    total = WEREWOLF["strength"] if hero.werewolf else hero.strength - hero.weakness
    for item in usable_items(maze, hero):
        total += item.card.strength
    for follower in hero.followers:
        total += follower.strength
    return total


def craft_of(maze: Maze, hero: Hero) -> int:
    """K-1. Counters, Objects and Followers; a Werewolf has 4."""
    total = WEREWOLF["craft"] if hero.werewolf else hero.craft
    for item in usable_items(maze, hero):
        total += item.card.craft
    for follower in hero.followers:
        total += follower.craft
    return total


def tested(maze: Maze, hero: Hero, characteristic: str) -> int:
    """Q-2. What a test is taken against."""
    sure = SURE if maze.now.sure and maze.now.active == hero.seat else 0
    if characteristic == "strength":
        return strength_of(maze, hero) + gift(hero, "in_strength_tests") + sure
    return craft_of(maze, hero) + gift(hero, "in_craft_tests") + sure


def spell_limit(hero: Hero) -> int:
    """M-1. By Craft; M-3: a bonus that is off for a time counts all the same."""
    if hero.character.no_spells:
        return 0
    craft = hero.craft + sum([item.card.craft for item in hero.objects])
    craft += sum([follower.craft for follower in hero.followers])
    limit = 0 if craft < 3 else 1 if craft == 3 else 2 if craft < 6 else 3
    return limit + gift(hero, "spell_limit")


def carrying(hero: Hero) -> int:
    """O-1. How many Objects count against his limit."""
    return sum([not item.card.carries for item in hero.objects])


def carrying_limit(hero: Hero) -> int:
    """O-1. Four, and four more for a Mule and for a Porter."""
    carriers = {item.card.id for item in hero.objects if item.card.carries}
    carriers |= {follower.id for follower in hero.followers if follower.carries}
    return 4 + 4 * len(carriers)


# -- Spells ---------------------------------------------------------------------------------------


def all_spells(hero: Hero) -> list[Spell]:
    """What he can cast, each kind once: from his hand, from scrolls, out of weapons."""
    if not (hero.spells or hero.scrolls or hero.stored):
        return []
    return list(dict.fromkeys([*hero.spells, *hero.scrolls, *hero.stored.values()]))


def castable(maze: Maze, hero: Hero, feature: str) -> list[Spell]:
    """List the Spells he holds that have some feature, if he may cast at all."""
    spells = [spell for spell in all_spells(hero) if getattr(spell, feature)]
    return spells if spells and may_cast(maze, hero) else []


def has_light(maze: Maze, hero: Hero) -> bool:
    """P-vermin. By an Object, a Follower or an ability."""
    return bool(
        usable(maze, hero, "light") or follower_with(hero, "light") or has_gift(hero, "light")
    )


def can_fly(maze: Maze, hero: Hero) -> bool:
    """Room H. By an Object or a Follower; a Spell is another matter."""
    return bool(usable(maze, hero, "flight") or follower_with(hero, "flight"))
