"""Spells: drawing, casting, reacting, and what silences them (section 10, M)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import GiveSpell
from undercroft.games.talisman.components.kinds import Spell
from undercroft.games.talisman.heroes.characteristics import (
    all_spells,
    has_gift,
    may_cast,
    usable_items,
)
from undercroft.games.talisman.heroes.possessions import draw_card
from undercroft.games.talisman.heroes.vitals import keep_spell_limit
from undercroft.games.talisman.rules.dice import own_roll
from undercroft.games.talisman.state import UNTIL_NEXT_ROUND, Hero, Maze

COUNTER: Final = ("counter", "suffer")


# -- drawing and losing ---------------------------------------------------------------------------


def draw_spell(maze: Maze, hero: Hero) -> Rules[None]:
    """`spell`: draw one; above the limit one goes (M-3)."""
    card = yield from draw_card(maze, "spell")
    if isinstance(card, Spell):
        yield from gain_spell(maze, hero, card)


def gain_spell(maze: Maze, hero: Hero, spell: Spell) -> Rules[None]:
    """M-3. At limit 0 it is discarded; at the limit he chooses which goes, the new one included."""
    hero.spells.append(spell)
    tell_drawn(maze, hero, spell)
    yield from keep_spell_limit(maze, hero)


def tell_drawn(maze: Maze, hero: Hero, spell: Spell) -> None:
    """Tell everybody that a Spell was drawn, and its owner which."""
    maze.tell_of(hero, told.SpellDrawn)
    maze.tell_of(hero, told.SpellHeld, spell.id, to=(hero.seat,))


def draw_scroll(maze: Maze, hero: Hero) -> Rules[None]:
    """A Spell outside the limit; the Ogre-Kin may not have even that."""
    card = yield from draw_card(maze, "spell")
    if not isinstance(card, Spell):
        return
    if hero.character.no_spells:
        maze.put_back(card)
        return
    hero.scrolls.append(card)
    tell_drawn(maze, hero, card)


def spend_spell(maze: Maze, hero: Hero, spell: Spell) -> bool:
    """M-5. Discard a Spell: out of the hand first, then a scroll, then out of a weapon.

    True if it came out of the hand.
    """
    from_hand = spell in hero.spells
    if from_hand:
        hero.spells.remove(spell)
    elif spell in hero.scrolls:
        hero.scrolls.remove(spell)
    else:
        charge = next(key for key, stored in hero.stored.items() if stored is spell)
        del hero.stored[charge]
        uncharge(hero, charge)
    maze.put_back(spell)
    return from_hand


def uncharge(hero: Hero, charge: int) -> None:
    """O-9. A weapon's stored Spell is gone."""
    for at, item in enumerate(hero.objects):
        if item.charge == charge:
            hero.objects[at] = type(item)(item.card, item.enchanted)


def discard_spell(maze: Maze, hero: Hero) -> Rules[bool]:
    """`discard spell`: one of his choice, stored ones included; nothing if he has none."""
    spells = all_spells(hero)
    if not spells:
        return False
    offers = [GiveSpell(spell) for spell in spells]
    given = yield from choose(hero.seat, "give-up", offers, secret=True, why="loss")
    spend_spell(maze, hero, given.card)
    maze.tell_of(hero, told.SpellLost, given.card.id)
    return True


# -- casting and reacting -------------------------------------------------------------------------


def announce(maze: Maze, hero: Hero, spell: Spell, target: int | None = None) -> Rules[None]:
    """M-5. A Spell is cast: it is discarded; some draw another at once."""
    from_hand = spend_spell(maze, hero, spell)
    maze.tell_of(hero, told.SpellCast, spell.id, target)
    redraws = from_hand and has_gift(hero, "redraws_spells")
    if redraws and (yield from own_roll(maze, hero, "redraw")) >= 5:
        yield from draw_spell(maze, hero)


def is_cancelled(maze: Maze, hero: Hero, spell: str) -> Rules[bool]:
    """M-14. Before a Spell affects him: first wards, one roll for all, then a Counterspell."""
    if not may_cast(maze, hero):
        return False
    wards = [item.card.ward for item in usable_items(maze, hero) if item.card.ward]
    if wards and (yield from own_roll(maze, hero, "ward")) >= min(wards):
        maze.tell_of(hero, told.SpellCountered, "ward")
        return True
    counter = next((held for held in all_spells(hero) if held.counters), None)
    if counter is None or (
        (yield from choose(hero.seat, "counter", COUNTER, secret=True, spell=spell)) == "suffer"
    ):
        return False
    yield from announce(maze, hero, counter)
    maze.tell_of(hero, told.SpellCountered, counter.id)
    return True


# -- suppression ----------------------------------------------------------------------------------


def suppress(maze: Maze, hero: Hero) -> None:
    """M-15. No Spells and no Magic Objects in his realm until the start of his next turn."""
    realm = hero.realm
    before = maze.silence.get(realm)
    if before is None or lasts(maze, hero.seat) > lasts(maze, before):
        maze.silence[realm] = hero.seat
    maze.tell_of(hero, told.StatusSet, "suppression", 1)


def lasts(maze: Maze, until: int) -> int:
    """How many turns from now a suppression ends."""
    count = len(maze.seats)
    if until == UNTIL_NEXT_ROUND:
        return count - maze.to_play
    ahead = (until - maze.to_play) % count
    return ahead or (count if maze.now.active == until else 0)


def end_suppression(maze: Maze, until: int) -> None:
    """T-3 (2). It ends at the start of a seat's turn, or of a round."""
    for realm in [realm for realm, seat in maze.silence.items() if seat == until]:
        del maze.silence[realm]
