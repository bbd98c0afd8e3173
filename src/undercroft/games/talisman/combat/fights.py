"""Battles and psychic combats (section 6.4, F-1 to F-12)."""

from typing import Any, Final, Literal, TypeAlias

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Cast
from undercroft.games.talisman.combat.scores import (
    Foe,
    Side,
    foe_terms,
    own_terms,
    score,
    weapons_used,
)
from undercroft.games.talisman.components.kinds import Spell, Thing
from undercroft.games.talisman.heroes.characteristics import (
    all_spells,
    castable,
    gift,
    has_gift,
    may_cast,
    usable_items,
)
from undercroft.games.talisman.heroes.possessions import lose_follower, lose_object, spend
from undercroft.games.talisman.heroes.spells import announce
from undercroft.games.talisman.heroes.vitals import gain_xp, lose_life
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.dice import ask_reroll, cold, use_charm
from undercroft.games.talisman.rules.tasks import finish_task
from undercroft.games.talisman.state import Hero, Maze

Ending: TypeAlias = Literal["win", "draw", "loss", "evaded"]

PACIFIED: Final = 2  # the row of the Confusion table
EVADE: Final = ("fight", "evade")
ARMOUR_ORDER: Final = ("armour", "shield", "helmet")
TROPHY: Final = 5  # q-trophy: an Enemy of at least this value


def fight(maze: Maze, hero: Hero, foe: Foe, *, perseverance: int = 0) -> Rules[Ending]:
    """F-2. A fight from its first die to its consequences."""
    if hero.seat == maze.now.active:
        maze.now.fought = True
    kind = "psychic" if foe.psychic else "battle"
    maze.tell_of(hero, told.EnemyMet, foe.id, kind, foe.value)
    yield from turn_werewolf(maze, hero)
    ending = yield from fight_out(maze, hero, foe, perseverance)
    hero.werewolf = False
    return ending


def fight_out(maze: Maze, hero: Hero, foe: Foe, perseverance: int) -> Rules[Ending]:
    """F-2 (2) to (8)."""
    if (yield from evades(maze, hero, foe)):
        return "evaded"
    if foe.casts is not None and not is_spell_proof(maze, hero):
        visit = hero.visit
        added = yield from foe.casts(maze, hero)  # F-4
        if added is None or hero.visit != visit:
            return "evaded"
        foe.magic += added
    side = Side(hero, bonus=perseverance)
    if (yield from fight_window(maze, side, foe)):
        return "evaded"
    if "needs-offensive" in foe.flags and not side.offensive and not has_offence(maze, hero):
        return (yield from lose(maze, hero, foe))
    return (yield from cross_swords(maze, side, foe))


def turn_werewolf(maze: Maze, hero: Hero) -> Rules[None]:
    """F-2 (1). Lycanthropy: on a 1 he fights as a Werewolf."""
    if "lycanthropy" in hero.ailments and (yield from maze.d6("lycanthropy")) == 1:
        hero.werewolf = True
        maze.tell_of(hero, told.Werewolf)


def evades(maze: Maze, hero: Hero, foe: Foe) -> Rules[bool]:
    """F-2 (2). If he has a means that fits, he may evade."""
    flags = foe.flags
    if "no-evade" in flags or "barrier" in flags:
        return False
    by = evades_by(hero, flags)
    decoy = None if by else decoy_for(maze, hero, foe)
    if not by and decoy is None:
        return False
    about = prospects(maze, Side(hero), foe)
    about["by"] = by if decoy is None else decoy.id
    if (yield from choose(hero.seat, "evade", EVADE, **about)) == "fight":
        return False
    if decoy is not None:
        yield from spend(maze, hero, decoy)
    maze.tell_of(hero, told.Evaded, str(about["by"]))
    return True


def evades_by(hero: Hero, flags: frozenset[str]) -> str:
    """F-2 (2). What lets him evade at no cost, if anything does."""
    if "spirit" in flags and hero.spirit_ward:
        return "spirit-ward"
    if "beast" in flags and has_gift(hero, "evades_beasts"):
        return "beast-tongue"
    slips = "character-in-play" not in flags and has_gift(hero, "slips")
    return hero.character.id if slips else ""


def decoy_for(maze: Maze, hero: Hero, foe: Foe) -> Thing | None:
    """F-2 (2). An Object that he may give up to evade an Enemy card of that kind."""
    kind = "spirit" if "spirit" in foe.flags else "monster"
    for item in usable_items(maze, hero):
        if item.card.decoy == kind and foe.is_card:
            return item.card
    return None


def is_spell_proof(maze: Maze, hero: Hero) -> bool:
    """Rooms part 3.5, row 5. On a magic-dead tile not even an Enemy casts."""
    counter = maze.tile_under(hero).counter if hero.in_labyrinth else None
    return counter is not None and counter.magic_dead


def has_offence(maze: Maze, hero: Hero) -> bool:
    """F-2 (5). A usable offensive Magic Object; O-8: Enchanted weapons are."""
    return any(
        item.card.offensive or (item.enchanted and item.card.slot == "weapon")
        for item in usable_items(maze, hero)
    )


# -- the fight window -----------------------------------------------------------------------------


def fight_window(maze: Maze, side: Side, foe: Foe) -> Rules[bool]:
    """F-5. He casts fitting Spells until he says `fight`. True: the fight is evaded (Veil)."""
    hero = side.hero
    if "no-spells" in foe.flags:
        return False
    while fitting := fitting_spells(maze, hero, foe):
        offers = [*[Cast(spell) for spell in fitting], "fight"]
        about = prospects(maze, side, foe)
        choice = yield from choose(hero.seat, "fight-window", offers, secret=True, **about)
        if not isinstance(choice, Cast):
            return False
        spell = choice.spell
        yield from announce(maze, hero, spell)
        if spell.evades:
            maze.tell_of(hero, told.Evaded, spell.id)
            return True
        side.bonus += spell.in_psychic if foe.psychic else spell.in_battle
        side.cast.append(spell)
        side.offensive = side.offensive or spell.offensive
    return False


def fitting_spells(maze: Maze, hero: Hero, foe: Foe) -> list[Spell]:
    """F-5. The `fight` Spells that fit this fight."""
    spells = all_spells(hero)
    if not spells or not may_cast(maze, hero):
        return []
    can_evade = not foe.flags & {"no-evade", "barrier"}
    return [
        spell
        for spell in spells
        if (spell.in_psychic if foe.psychic else spell.in_battle) or (spell.evades and can_evade)
    ]


def prospects(maze: Maze, side: Side, foe: Foe) -> dict[str, Any]:
    """Say for the prompt, and for the odds, what stands against what."""
    return {
        "foe": foe.id,
        "kind": "psychic" if foe.psychic else "battle",
        "own": score(maze, side, foe),
        "against": foe.score,
        "best_of_2": "best-of-2" in foe.flags,
        "hopeless": "needs-offensive" in foe.flags
        and not side.offensive
        and not has_offence(maze, side.hero),
    }


# -- dice and scores ------------------------------------------------------------------------------


def cross_swords(maze: Maze, side: Side, foe: Foe) -> Rules[Ending]:
    """F-2 (6) to (8). Both dice, re-rolls, scores and what follows."""
    hero = side.hero
    weapons = weapons_used(maze, hero, foe)
    side.die = yield from maze.d6(side.dice)
    enemy_die = yield from maze.d6("enemy-die")
    if "best-of-2" in foe.flags:
        enemy_die = max(enemy_die, (yield from maze.d6("enemy-die")))
    enemy = foe.score + enemy_die
    yield from reroll_own(maze, side, foe, enemy)
    own = score(maze, side, foe) + side.die
    if maze.listener is not None:
        terms = own_terms(maze, side, foe), foe_terms(foe)
        maze.tell_of(hero, told.FightRolled, side.die, enemy_die, own, enemy, *terms)
    if not foe.psychic:
        wear_off(hero)
    if own > enemy:
        ending = yield from win(maze, hero, foe)
    elif own == enemy:
        ending = draw(maze, hero)
    else:
        ending = yield from lose(maze, hero, foe)
    yield from break_weapons(maze, hero, side.die, weapons)
    return ending


def reroll_own(maze: Maze, side: Side, foe: Foe, enemy: int) -> Rules[None]:
    """D-6. His own die, after a draw or loss: the Duellist, then a Lucky Charm."""
    hero = side.hero
    if score(maze, side, foe) + side.die > enemy:
        return
    if (
        not foe.psychic
        and has_gift(hero, "rerolls_battles")
        and (
            yield from ask_reroll(maze, hero, hero.character.id, "fight", die=side.die, enemy=enemy)
        )
    ):
        side.die = yield from maze.d6(side.dice)
        if score(maze, side, foe) + side.die > enemy:
            return
    if (yield from use_charm(maze, hero, what="fight")):
        side.die = yield from maze.d6(side.dice)
        if score(maze, side, foe) + side.die > enemy:
            return
    spells = [] if "no-spells" in foe.flags else castable(maze, hero, "rerolls")
    if spells:
        offers = [Cast(spells[0]), "keep"]
        about = {"die": side.die, "enemy": enemy}
        if (yield from choose(hero.seat, "second-chance", offers, secret=True, **about)) != "keep":
            yield from announce(maze, hero, spells[0])
            side.die = yield from maze.d6(side.dice)


def wear_off(hero: Hero) -> None:
    """F-7. A feast, and one alarm, are used up by a battle in which dice were rolled."""
    hero.feast = False
    hero.alarm = max(hero.alarm - 1, 0)


# -- outcomes -------------------------------------------------------------------------------------


def win(maze: Maze, hero: Hero, foe: Foe) -> Rules[Ending]:
    """F-8, F-10. A win, unless he is pacified; it brings experience."""
    is_pacified = maze.now.confusion == PACIFIED and maze.now.active == hero.seat
    if is_pacified and not foe.flags & {"barrier", "character-in-play"}:
        return draw(maze, hero)
    worth = 0 if foe.flags & {"no-xp", "barrier"} else foe.value + gift(hero, "trophies")
    maze.tell_of(hero, told.FightWon, worth)
    if worth:
        gain_xp(maze, hero, worth)
        if foe.value >= TROPHY:
            yield from finish_task(maze, hero, "q-trophy")
    if foe.on_win is not None:
        yield from apply(foe.on_win, maze, hero)
    return "win"


def draw(maze: Maze, hero: Hero) -> Ending:
    """F-8. A stand-off: nothing happens."""
    maze.tell_of(hero, told.FightDrawn)
    return "draw"


def lose(maze: Maze, hero: Hero, foe: Foe) -> Rules[Ending]:
    """F-9. A Life, unless it is saved or not at stake; then what this Enemy does besides."""
    maze.tell_of(hero, told.FightLost)
    if hero.seat == maze.now.active:
        maze.now.lost = True
    if "no-life" not in foe.flags:
        yield from lose_life_in_fight(maze, hero, foe.id, psychic=foe.psychic)
    if foe.psychic:
        for follower in [f for f in hero.followers if f.fickle]:
            yield from lose_follower(maze, hero, follower)
    if foe.on_loss is not None:
        yield from apply(foe.on_loss, maze, hero)
    return "loss"


def lose_life_in_fight(maze: Maze, hero: Hero, cause: str, *, psychic: bool) -> Rules[None]:
    """F-9. In a battle armour may save the Life; then a Thick Hide."""
    if not psychic and (yield from is_saved_by_armour(maze, hero)):
        return
    if has_gift(hero, "thick_hide") and (yield from maze.d6("thick-hide")) == 6:
        return
    spells = castable(maze, hero, "saves")
    if spells:
        offers = [Cast(spells[0]), "suffer"]
        about = {"foe": cause, "lives": hero.lives}
        if (yield from choose(hero.seat, "life-spell", offers, secret=True, **about)) != "suffer":
            yield from announce(maze, hero, spells[0])
            return
    lose_life(maze, hero, 1, cause)


def is_saved_by_armour(maze: Maze, hero: Hero) -> Rules[bool]:
    """F-9. One piece per slot, the best usable: armour, shield, helmet."""
    for slot in ARMOUR_ORDER:
        pieces = [item for item in usable_items(maze, hero) if item.card.slot == slot]
        if not pieces:
            continue
        piece = min(pieces, key=lambda item: item.card.save - item.enchanted)
        natural = yield from maze.d6("armour")
        roll = natural - cold(maze, hero) + piece.enchanted + gift(hero, "armour_rolls")
        saved = roll >= piece.card.save
        maze.tell_of(hero, told.ArmourRolled, piece.card.id, roll, saved)
        if natural == 1:
            yield from maybe_break(maze, hero, piece)
        if saved:
            return True
    return False


def break_weapons(maze: Maze, hero: Hero, natural: int, weapons: list[Item]) -> Rules[None]:
    """F-11. A fragile weapon that was used breaks on a natural 1."""
    if natural == 1:
        for weapon in weapons:
            yield from maybe_break(maze, hero, weapon)


def maybe_break(maze: Maze, hero: Hero, item: Item) -> Rules[None]:
    """F-11. Enchanted Objects never break, nor do the Runesmith's."""
    if item.card.fragile and not has_gift(hero, "unbreakable") and Item(item.card) in hero.objects:
        maze.tell_of(hero, told.ObjectBroke, item.card.id)
        yield from lose_object(maze, hero, Item(item.card))


# -- the two primitives ---------------------------------------------------------------------------


def battle(maze: Maze, hero: Hero, id: str, value: int, flags: str = "") -> Rules[Ending]:
    """`battle n [flags]`."""
    return fight(maze, hero, Foe(id, value, False, frozenset(flags.split())))


def psychic(maze: Maze, hero: Hero, id: str, value: int, flags: str = "") -> Rules[Ending]:
    """`psychic n [flags]`."""
    return fight(maze, hero, Foe(id, value, True, frozenset(flags.split())))
