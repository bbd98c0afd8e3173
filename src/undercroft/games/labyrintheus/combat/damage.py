"""Damage: what takes it before it reaches a victim, and what it does then (5.6)."""

from collections.abc import Mapping
from typing import Literal

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.events import (
    DamageChanged,
    DamagePending,
    DamageRedirected,
    DamageTaken,
    TraitUsed,
)
from undercroft.games.labyrintheus.rules.death import crumble, die, reckon
from undercroft.games.labyrintheus.rules.decks import lose_at_random, steal_at_random
from undercroft.games.labyrintheus.rules.items import discard_equipped, drink, strength, use_item
from undercroft.games.labyrintheus.rules.stones import lose_stones, steal_stone
from undercroft.games.labyrintheus.rules.ways import Discard, Drink, Play, Use, Way
from undercroft.games.labyrintheus.rules.windows import abilities, open_window, spend
from undercroft.games.labyrintheus.state import Blow, Hero, Maze


def suffer(maze: Maze, blow: Blow) -> Rules[None]:
    """D-1. Damage falls: it is taken off, answered, and in the end it hurts somebody."""
    maze.blow = blow
    blow.victims.append(blow.victim)
    maze.tell(
        DamagePending,
        blow.victim,
        blow.amount,
        blow.source,
        blow.card.id if blow.card else None,
        blow.attacker,
    )
    cut_down(maze, blow)
    if blow.amount > 0:
        yield from open_window(
            maze, "hurt", ways_in_hurt, carry_out_in_hurt, about_hurt, is_harmless
        )
    maze.blow = None
    if blow.amount > 0:
        yield from hurt(maze, blow)


def cut_down(maze: Maze, blow: Blow) -> None:
    """D-2. Broad Back first, not against traps; then the stoneskin pool."""
    victim = maze.heroes[blow.victim]
    can_brace = victim.has_trait("broad-back") and not victim.broad_back_used
    if can_brace and blow.source != "trap" and blow.amount > 0:
        victim.broad_back_used = True
        maze.tell(TraitUsed, victim.seat, "broad-back")
        change(maze, blow, -1, "trait")
    fill_pool(maze, blow)


def fill_pool(maze: Maze, blow: Blow) -> None:
    """D-2. The pool takes as much as it can, of traps, too (R-19)."""
    victim = maze.heroes[blow.victim]
    taken = min(victim.stoneskin, blow.amount)
    if taken > 0:
        victim.stoneskin -= taken
        change(maze, blow, -taken, "pool")


def change(
    maze: Maze, blow: Blow, by: int, cause: Literal["trait", "pool", "item", "ward", "goad"]
) -> None:
    """Raise or reduce the damage, not below 0."""
    blow.amount = max(0, blow.amount + by)
    maze.tell(DamageChanged, blow.victim, blow.amount, cause)


def is_harmless(maze: Maze) -> bool:
    """W-4. A hurt window closes at once when the damage is 0."""
    return maze.blow is None or maze.blow.amount <= 0


def ways_in_hurt(maze: Maze, hero: Hero) -> list[Way]:
    """D-3. Ward, goad and redirect for all; items and potions for a living victim."""
    blow = maze.blow
    assert blow is not None  # noqa: S101 (damage is on its way)
    ways: list[Way] = []
    for card in abilities(hero, "hurt"):
        if card.effect == "redirect":
            ways += [Play(card, target) for target in new_victims(maze, blow)]
        else:
            ways.append(Play(card))
    if hero.seat == blow.victim and not hero.undead:
        if blow.source != "trap" and blow.special != "pierce":
            ways += [Use(c) for c in hero.equipped if c.guard and c not in blow.used]
        for card in hero.equipped:
            if card.effect == "stoneskin" or (
                card.effect == "heal" and hero.health < hero.most_health
            ):
                ways.append(Drink(card, strength(hero, card)))
    return ways


def new_victims(maze: Maze, blow: Blow) -> list[int]:
    """Who can be made the victim: the living, neither the attacker nor a victim before."""
    return [h.seat for h in maze.living if h.seat not in blow.victims and h.seat != blow.attacker]


def carry_out_in_hurt(maze: Maze, hero: Hero, way: Way) -> Rules[None]:
    """Carry out what was chosen in a hurt window."""
    blow = maze.blow
    assert blow is not None  # noqa: S101 (damage is on its way)
    match way:
        case Play(card, target):
            spend(maze, hero, way)
            if card.effect == "ward":
                change(maze, blow, -card.amount, "ward")
            elif card.effect == "goad":
                change(maze, blow, card.amount, "goad")
            elif target is not None:
                redirect(maze, blow, target)
        case Use(card):
            blow.used.append(card)
            use_item(maze, hero, card, "soak", card.guard)
            change(maze, blow, -card.guard, "item")
        case Drink(card):
            drink(maze, hero, card)
            fill_pool(maze, blow)
    yield from ()


def redirect(maze: Maze, blow: Blow, target: int) -> None:
    """D-4. A new victim; source, special and attacker stay the same (R-53)."""
    maze.tell(DamageRedirected, blow.victim, target, blow.amount)
    blow.victim = target
    blow.victims.append(target)
    cut_down(maze, blow)


def about_hurt(maze: Maze, hero: Hero) -> Mapping[str, object]:
    """Say what a person needs to see to choose in a hurt window."""
    blow = maze.blow
    assert blow is not None  # noqa: S101 (damage is on its way)
    victim = maze.heroes[blow.victim]
    return {
        "victim": victim.seat,
        "amount": blow.amount,
        "health": victim.health,
        "by": cause_of(maze, blow),
        "source": blow.source,
    }


def cause_of(maze: Maze, blow: Blow) -> object:
    """What deals the damage: a card, or another player's persona."""
    return blow.card if blow.attacker is None else maze.heroes[blow.attacker].persona


# -- what damage does -----------------------------------------------------------------------------


def hurt(maze: Maze, blow: Blow) -> Rules[None]:
    """D-5. Health is lost. D-6: at 0 the living die, the undead crumble."""
    victim = maze.heroes[blow.victim]
    attacker = maze.heroes[blow.attacker] if blow.attacker is not None else None
    victim.health -= blow.amount
    maze.tell(DamageTaken, victim.seat, blow.amount, max(0, victim.health), blow.source)
    if victim.health > 0:
        yield from work_special(maze, blow, victim, attacker)
    elif victim.undead:
        crumble(maze, victim, attacker)
    else:
        die(maze, victim, attacker)
        reckon(maze)


def work_special(maze: Maze, blow: Blow, victim: Hero, attacker: Hero | None) -> Rules[None]:
    """D-7. Crush, pilfer and grasp work on a victim that was hurt and survived."""
    match blow.special:
        case "crush":
            ways = [Discard(card) for card in victim.equipped]
            if ways:
                way = yield from choose(victim.seat, "crush", ways, by=cause_of(maze, blow))
                discard_equipped(maze, victim, way.card, "crush")
        case "pilfer":
            if attacker is None:
                yield from lose_at_random(maze, victim, "pilfer")
            else:
                yield from steal_at_random(maze, victim, attacker)
        case "grasp":
            if attacker is None:
                lose_stones(maze, victim, 1, "grasp")
            else:
                steal_stone(maze, victim, attacker)
