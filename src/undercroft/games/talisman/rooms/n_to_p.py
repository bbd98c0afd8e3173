"""Special rooms N to P: Labyrinth, Magic Forge, Magic Mouth."""

from typing import Final

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import BESIDE, NOWHERE, SQUARES, distance
from undercroft.games.talisman.choices import Cast, To
from undercroft.games.talisman.combat.encounters import enemy, enemy_waits
from undercroft.games.talisman.components.effects import accepts, contends, is_marked
from undercroft.games.talisman.components.kinds import Spell, Tile
from undercroft.games.talisman.heroes.binding import bind, free
from undercroft.games.talisman.heroes.characteristics import craft_of, may_cast
from undercroft.games.talisman.heroes.possessions import (
    choose_purchase,
    draw_card,
    draw_treasure,
    enchant_one,
    followers_roll,
    gain_object,
    is_weapon,
)
from undercroft.games.talisman.heroes.spells import tell_drawn
from undercroft.games.talisman.heroes.vitals import lose_life
from undercroft.games.talisman.heroes.wild_magic import is_struck_by_spell
from undercroft.games.talisman.movement.arriving import arrive
from undercroft.games.talisman.movement.looking import look_adjacent
from undercroft.games.talisman.movement.walking import is_enterable
from undercroft.games.talisman.pieces import Hold, Item
from undercroft.games.talisman.rules.asking import apply, choose_move, nothing
from undercroft.games.talisman.rules.dice import roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.nonmagic import spring_nonmagic

# -- N. Labyrinth ---------------------------------------------------------------------------------


def labyrinth(maze: Maze, hero: Hero) -> Rules[None]:
    """N. He is lost in it, and wanders at once."""
    hold = Hold("maze", origin=hero.way_back)
    bind(maze, hero, hold)
    yield from wander(maze, hero, hold)


def wander(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """N. The wander roll, which takes the place of movement."""
    maze.now.over = True
    roll = yield from roll_table(maze, hero, "labyrinth", kind="room", clamped=False)
    total = roll + hold.count + craft_of(maze, hero) // 3
    hold.count += 1
    maze.tell_of(hero, told.RoomResult, "N", total)
    if total >= 8:
        yield from find_way_out(maze, hero, hold, is_secret=total == 8)
    elif total == 7:
        yield from draw_treasure(maze, hero)
    elif total == 6:
        yield from apply(spring_nonmagic, maze, hero)
    elif total >= 4:
        yield from enemy(maze, hero)
    return False


def find_way_out(maze: Maze, hero: Hero, hold: Hold, *, is_secret: bool) -> Rules[None]:
    """N. Row 8: any tile one or two squares away; row 9: quietly back where he came from."""
    free(maze, hero, hold)
    if is_secret:
        near = [s for s in SQUARES if 1 <= distance(s, hero.square) <= 2]
    elif hold.origin != NOWHERE and is_enterable(maze, hold.origin):
        near = [hold.origin]
    else:
        near = list(BESIDE[hero.square])  # SW-3
    ways = [To(square) for square in near if is_enterable(maze, square)]
    if ways:
        way = yield from choose_move(maze, hero, "secret-passage", ways)
        yield from arrive(maze, hero, way.number, "teleport", quiet=not is_secret)


# -- O. Magic Forge -------------------------------------------------------------------------------


def sparks_fly(maze: Maze, hero: Hero) -> Rules[None]:
    """O, row 2."""
    maze.mark(hero, "cold")
    lose_life(maze, hero, 1, "magic-forge")
    yield from followers_roll(maze, hero, 1)


def enchants_weapon(maze: Maze, hero: Hero) -> Rules[None]:
    """O, row 4."""
    yield from enchant_one(maze, hero, weapons_only=True)


def forges_weapon(maze: Maze, hero: Hero) -> Rules[None]:
    """O, row 5: an Enchanted weapon."""
    yield from forge(maze, hero, with_spell=False)


def forges_spell_weapon(maze: Maze, hero: Hero) -> Rules[None]:
    """O, row 6: with a Spell stored in it (O-9)."""
    yield from forge(maze, hero, with_spell=True)


def forge(maze: Maze, hero: Hero, *, with_spell: bool) -> Rules[None]:
    """O, rows 5 and 6; with no weapon left, nothing."""
    card = yield from choose_purchase(maze, hero, is_weapon)
    if card is None:
        return
    maze.mark(hero, "cold")
    charge = 0
    if with_spell:
        charge = yield from store_spell(maze, hero)
    maze.tell_of(hero, told.ObjectEnchanted, card.id)
    yield from gain_object(maze, hero, Item(card, enchanted=True, charge=charge))


def store_spell(maze: Maze, hero: Hero) -> Rules[int]:
    """O-9. A drawn Spell is stored; not for one who may hold none."""
    spell = yield from draw_card(maze, "spell")
    if not isinstance(spell, Spell):
        return 0
    if hero.character.no_spells:
        maze.put_back(spell)
        return 0
    charge = max(hero.stored, default=0) + 1
    hero.stored[charge] = spell
    tell_drawn(maze, hero, spell)
    return charge


FORGE: Final = (
    contends("fire-elemental", 6, "spirit needs-offensive"),
    sparks_fly,
    nothing,
    enchants_weapon,
    forges_weapon,
    forges_spell_weapon,
)


def magic_forge(maze: Maze, hero: Hero) -> Rules[None]:
    """O. Roll, unless it is cold."""
    if not is_marked(maze, hero, "cold"):
        yield from roll_on(maze, hero, "magic-forge", FORGE, kind="room")


# -- P. Magic Mouth -------------------------------------------------------------------------------


def speaks_spell(maze: Maze, hero: Hero) -> Rules[None]:
    """P, row 5: any `turn` Spell that would be legal is cast for him; no card moves."""
    if not may_cast(maze, hero):
        return
    spells = [s for s in maze.spellbook if s.is_castable is not None and s.is_castable(maze, hero)]
    offers: list[str | Option] = [*[Cast(spell) for spell in spells], "pass"]
    choice = yield from choose(hero.seat, "choose-card", offers, why="mouth")
    if isinstance(choice, Cast) and choice.spell.cast is not None:
        yield from apply(choice.spell.cast, maze, hero)


def teaches(maze: Maze, hero: Hero) -> Rules[None]:
    """P, row 6: spend the next turn here, and learn Meditation."""
    if (yield from accepts(maze, hero, "learn")):
        bind(maze, hero, Hold("study", subject="ab-meditation"))


MOUTH: Final = (
    enemy_waits,
    contends("mouth-spirit", 5, "spirit needs-offensive"),
    is_struck_by_spell,
    look_adjacent,
    speaks_spell,
    teaches,
)


def magic_mouth(maze: Maze, hero: Hero) -> Rules[None]:
    """P. Roll."""
    yield from roll_on(maze, hero, "magic-mouth", MOUTH, kind="room")


ROOMS: Final = (
    Tile("s-labyrinth", "room", "dead-end", letter="N", entry=labyrinth),
    Tile("s-magic-forge", "room", "straight", letter="O", entry=magic_forge),
    Tile("s-magic-mouth", "room", "t", letter="P", entry=magic_mouth),
)
