"""The strangers of the Adventure deck (cards part, section 8)."""

from typing import Final

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman.choices import GiveObject, Take, Toward
from undercroft.games.talisman.combat.encounters import take_token
from undercroft.games.talisman.combat.fights import battle
from undercroft.games.talisman.components.effects import accepts, gains_life, once
from undercroft.games.talisman.components.kinds import Effect, Happening, Thing
from undercroft.games.talisman.heroes.ailments import ailments_of, catch, cure_one
from undercroft.games.talisman.heroes.possessions import (
    draw_ability,
    enchant_one,
    enchantable,
    gain_follower,
    lose_object,
    objects,
)
from undercroft.games.talisman.heroes.spells import draw_spell
from undercroft.games.talisman.heroes.vitals import (
    change_craft,
    change_gold,
    change_strength,
    heal,
    lose_life,
)
from undercroft.games.talisman.land.landing import put_on
from undercroft.games.talisman.land.trading import buy_one
from undercroft.games.talisman.rules.asking import nothing
from undercroft.games.talisman.rules.dice import passes, roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze

HEALER: Final = ("heal", "cure")
CHARACTERISTICS: Final = ("strength", "craft")
ENCHANTING: Final = 2  # Gold
WONDER: Final = 4


def wandering_healer(maze: Maze, hero: Hero) -> Rules[None]:
    """Heal 2, or cure one."""
    ways = HEALER if ailments_of(hero) else HEALER[:1]
    if (yield from choose(hero.seat, "room-offer", ways, place="a-healer")) == "heal":
        heal(maze, hero, 2)
    else:
        yield from cure_one(maze, hero)


def pedlar(maze: Maze, hero: Hero) -> Rules[None]:
    """One Purchase card at its price."""
    yield from buy_one(maze, hero)


def grow(maze: Maze, hero: Hero, characteristic: str) -> Rules[None]:
    """A point of Strength or Craft."""
    if characteristic == "strength":
        change_strength(maze, hero, 1)
    else:
        yield from change_craft(maze, hero, 1)


def teaches(characteristic: str, offer: str) -> Effect:
    """For 1 Gold, a test, and a point if it is passed."""

    def teach(maze: Maze, hero: Hero) -> Rules[None]:
        if not hero.gold or not (yield from accepts(maze, hero, offer)):
            return
        change_gold(maze, hero, -1)
        if (yield from passes(maze, hero, characteristic)):
            yield from grow(maze, hero, characteristic)

    return teach


def to_entrance(maze: Maze, hero: Hero) -> Rules[None]:
    """To an Entrance space of his choice, with no encounter there."""
    spaces = [s for s in (*maze.outer, *maze.middle) if s.entrance and s is not hero.space]
    offers = [Toward(space) for space in spaces]
    if offers:  # a variant may have closed them all
        chosen = yield from choose(hero.seat, "direction", offers, roll=0)
        put_on(maze, hero, chosen.space, "road")


def masked_messenger(maze: Maze, hero: Hero) -> Rules[None]:
    """May move at once to an Entrance space."""
    if (yield from accepts(maze, hero, "follow")):
        yield from to_entrance(maze, hero)


def wandering_judge(maze: Maze, hero: Hero) -> None:
    """Good are healed, evil cursed."""
    if hero.character.alignment == "good":
        heal(maze, hero, 1)
    elif hero.character.alignment == "evil":
        catch(maze, hero, "curse")


def dicer(maze: Maze, hero: Hero) -> Rules[None]:
    """1 Gold at stake; 4 or more brings it back with 2 more."""
    if hero.gold and (yield from accepts(maze, hero, "stake")):
        won = (yield from roll_table(maze, hero, "dicer")) >= 4
        change_gold(maze, hero, 2 if won else -1)


def rune_carver(maze: Maze, hero: Hero) -> Rules[None]:
    """For 2 Gold, an Enchantment."""
    can = hero.gold >= ENCHANTING and enchantable(hero)
    if can and (yield from accepts(maze, hero, "engrave")):
        change_gold(maze, hero, -ENCHANTING)
        yield from enchant_one(maze, hero)


def word_monger(maze: Maze, hero: Hero) -> Rules[None]:
    """For 1 Gold, a Spell."""
    if hero.gold and (yield from accepts(maze, hero, "bid")):
        change_gold(maze, hero, -1)
        yield from draw_spell(maze, hero)


def collector(maze: Maze, hero: Hero) -> Rules[None]:
    """4 Gold for a Magic Object; no Talismans."""
    wares = objects([item for item in hero.objects if item.is_magic and not item.is_talisman])
    if wares:
        choice = yield from choose(hero.seat, "sell", [*wares, "done"])
        if isinstance(choice, GiveObject):
            yield from lose_object(maze, hero, choice.item)
            change_gold(maze, hero, WONDER)


def idle_hands(maze: Maze) -> list[Thing]:
    """The Followers among the discarded Adventure cards, each kind once."""
    discards = dict.fromkeys(maze.discards["adventure"])
    found = [card for card in discards if isinstance(card, Thing) and card.kind == "follower"]
    return sorted(found, key=str)


def sergeant(maze: Maze, hero: Hero) -> Rules[None]:
    """For 1 Gold, a Follower out of the discards."""
    hands = idle_hands(maze)
    if not hands or not hero.gold or hero.outcast:
        return
    offers: list[str | Option] = [Take(card) for card in hands]
    chosen = yield from choose(hero.seat, "choose-card", [*offers, "pass"], why="enlist")
    if isinstance(chosen, Take) and isinstance(chosen.card, Thing):
        change_gold(maze, hero, -1)
        maze.discards["adventure"].remove(chosen.card)
        gain_follower(maze, hero, chosen.card)


def listener(maze: Maze, hero: Hero) -> Rules[None]:
    """Once in a life: a Special Ability for who passes a test of Craft with two dice."""
    if once(hero, "listener") and (yield from passes(maze, hero, "craft", 2)):
        yield from draw_ability(maze, hero)


def champion(maze: Maze, hero: Hero) -> Rules[None]:
    """A friendly battle for 3 Gold: no Life is at stake."""
    if (yield from accepts(maze, hero, "joust")) and (
        yield from battle(maze, hero, "tourney-champion", 6, "no-life no-xp no-evade")
    ) == "win":
        change_gold(maze, hero, 3)


ALMS: Final = (nothing, nothing, nothing, draw_spell, draw_spell, gains_life(1))


def beggar(maze: Maze, hero: Hero) -> Rules[None]:
    """1 Gold, and perhaps a reward."""
    if hero.gold and (yield from accepts(maze, hero, "alms")):
        change_gold(maze, hero, -1)
        yield from roll_on(maze, hero, "beggar", ALMS)


def leech_doctor(maze: Maze, hero: Hero) -> Rules[None]:
    """A Life for a point of Strength or Craft."""
    if hero.lives > 1 and (yield from accepts(maze, hero, "bleed")):
        lose_life(maze, hero, 1, "a-leech-doctor")
        grown = yield from choose(hero.seat, "choose-card", CHARACTERISTICS, why="grow")
        yield from grow(maze, hero, grown)


def wall_mason(maze: Maze, hero: Hero) -> Rules[None]:
    """For 1 Gold, a Secret Door."""
    left = any(piece.kind == "secret-door" for piece in maze.pool.fog)
    if left and hero.gold and (yield from accepts(maze, hero, "chart")):
        change_gold(maze, hero, -1)
        take_token(maze, hero)


STRANGERS: Final = (
    Happening("a-healer", "adventure", kind="stranger", happens=wandering_healer),
    Happening("a-pedlar", "adventure", kind="stranger", happens=pedlar),
    Happening("a-old-soldier", "adventure", kind="stranger", happens=teaches("strength", "drill")),
    Happening("a-scholar", "adventure", kind="stranger", happens=teaches("craft", "study")),
    Happening("a-messenger", "adventure", kind="stranger", happens=masked_messenger),
    Happening("a-judge", "adventure", kind="stranger", happens=wandering_judge),
    Happening("a-dicer", "adventure", kind="stranger", happens=dicer),
    Happening("a-rune-carver", "adventure", kind="stranger", happens=rune_carver),
    Happening("a-word-monger", "adventure", kind="stranger", happens=word_monger),
    Happening("a-collector", "adventure", kind="stranger", happens=collector),
    Happening("a-sergeant", "adventure", kind="stranger", happens=sergeant),
    Happening("a-listener", "adventure", kind="stranger", happens=listener),
    Happening("a-champion", "adventure", kind="stranger", happens=champion),
    Happening("a-beggar", "adventure", kind="stranger", happens=beggar),
    Happening("a-leech-doctor", "adventure", kind="stranger", happens=leech_doctor),
    Happening("a-wall-mason", "adventure", kind="stranger", happens=wall_mason),
)
