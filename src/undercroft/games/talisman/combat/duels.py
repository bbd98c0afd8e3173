"""Characters against characters (F-40, F-41)."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Attack, GiveObject, Steal
from undercroft.games.talisman.combat.fights import (
    break_weapons,
    draw,
    fight_window,
    lose_life_in_fight,
    reroll_own,
    turn_werewolf,
    wear_off,
)
from undercroft.games.talisman.combat.scores import Foe, Side, own_terms, score, weapons_used
from undercroft.games.talisman.heroes.characteristics import has_gift
from undercroft.games.talisman.heroes.possessions import (
    gain_object,
    keep_limits,
    lose_follower,
    objects,
    part_with,
)
from undercroft.games.talisman.heroes.vitals import change_gold, outliving
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.rules.dice import own_roll
from undercroft.games.talisman.rules.scoring import check_standing
from undercroft.games.talisman.state import Hero, Maze

OUT_OF_REACH: Final = ("maze", "doors", "mirror")
FIGHT_KIND: Final = ("battle", "psychic")


def can_be_attacked(hero: Hero) -> bool:
    """F-40. Not in the Tower, in the Donjon, or held where nobody can follow."""
    return not (
        hero.in_tower or hero.prisoner or any(hold.kind in OUT_OF_REACH for hold in hero.holds)
    )


def maybe_attack(maze: Maze, hero: Hero, others: Sequence[Hero]) -> Rules[bool]:
    """L-20 (4), G-5. Encounter the place, or a character who is there. True if he did."""
    if not others or not maze.options.rivalry:
        return False
    offers: list[str | Option] = ["encounter"]
    for other in others:
        if can_be_attacked(other):
            offers.append(Attack(other.seat))
            if has_gift(hero, "steals"):
                offers.append(Steal(other.seat))
    choice = yield from choose(hero.seat, "meet", offers)
    if isinstance(choice, Attack):
        yield from attack(maze, hero, seated(maze, choice.target))
    elif isinstance(choice, Steal):
        yield from steal(maze, hero, seated(maze, choice.target))
    else:
        return False
    maze.now.over = True
    return True


def seated(maze: Maze, seat: int) -> Hero:
    """Give the character of a seat."""
    hero = maze.seats[seat].hero
    assert hero is not None  # noqa: S101 (only seats with characters are offered)
    return hero


def steal(maze: Maze, hero: Hero, victim: Hero) -> Rules[None]:
    """F-41. On a 4 or more, 1 Gold if there is any."""
    taken = min(victim.gold, 1) if (yield from own_roll(maze, hero, "steal")) >= 4 else 0
    change_gold(maze, victim, -taken)
    change_gold(maze, hero, taken)
    maze.tell_of(hero, told.Stolen, taken, victim.seat)


def attack(maze: Maze, hero: Hero, rival: Hero) -> Rules[None]:
    """F-40. A fight between characters; its winner takes spoils."""
    kind = "battle"
    if has_gift(hero, "attacks_by_craft"):
        kind = yield from choose(hero.seat, "fight-kind", FIGHT_KIND, rival=rival.character)
    maze.tell_of(hero, told.CharacterAttacked, rival.seat)
    if hero.seat == maze.now.active:
        maze.now.fought = True
    try:
        for fighter in (hero, rival):
            yield from turn_werewolf(maze, fighter)
        sides = Side(hero), Side(rival, dice="rival-die")
        winner, loser = yield from duel(maze, *sides, psychic=kind == "psychic")
        if winner is not None and loser is not None:
            yield from take_spoils(maze, winner, loser, psychic=kind == "psychic")
    finally:
        hero.werewolf = rival.werewolf = False
    check_standing(maze)


def duel(
    maze: Maze, attacker: Side, defender: Side, *, psychic: bool
) -> Rules[tuple[Hero | None, Hero | None]]:
    """F-40. Windows, dice and re-rolls, the attacker first. Gives winner and loser, if any."""
    hero, rival = attacker.hero, defender.hero
    flags = frozenset(["character", "character-in-play"])
    for side, other in ((attacker, defender), (defender, attacker)):
        foe = Foe(other.hero.character.id, 0, psychic, flags)
        foe.value = score(maze, other, Foe("", 0, psychic, flags))
        if (yield from fight_window(maze, side, foe)):
            return None, None
    foe = Foe(rival.character.id, 0, psychic, flags)
    arms = [(side.hero, weapons_used(maze, side.hero, foe)) for side in (attacker, defender)]
    for side in (attacker, defender):
        side.die = yield from maze.d6(side.dice)
    yield from reroll_own(maze, attacker, foe, score(maze, defender, foe) + defender.die)
    yield from reroll_own(maze, defender, foe, score(maze, attacker, foe) + attacker.die)
    own, enemy = score(maze, attacker, foe), score(maze, defender, foe)
    own, enemy = own + attacker.die, enemy + defender.die
    if maze.listener is not None:
        terms = own_terms(maze, attacker, foe), own_terms(maze, defender, foe)
        maze.tell_of(hero, told.FightRolled, attacker.die, defender.die, own, enemy, *terms)
    for side, (fighter, weapons) in zip((attacker, defender), arms, strict=True):
        if not psychic:
            wear_off(fighter)
        yield from break_weapons(maze, fighter, side.die, weapons)
    if own == enemy:
        draw(maze, hero)
        return None, None
    return (hero, rival) if own > enemy else (rival, hero)


def take_spoils(maze: Maze, winner: Hero, loser: Hero, *, psychic: bool) -> Rules[None]:
    """F-40. The winner takes a Life, a Gold, or an Object of his choice."""
    spoils = ["life"]
    if loser.gold:
        spoils.append("gold")
    if loser.objects:
        spoils.append("object")
    maze.tell_of(winner, told.FightWon, 0)
    if loser.seat == maze.now.active:
        maze.now.lost = True
    if psychic:
        for follower in [f for f in loser.followers if f.fickle]:
            yield from lose_follower(maze, loser, follower)
    what = yield from choose(winner.seat, "spoils", spoils, rival=loser.character)
    maze.tell_of(winner, told.SpoilsTaken, what, loser.seat)
    if what == "life":
        cause = winner.character.id
        blow = partial(lose_life_in_fight, maze, loser, cause, psychic=psychic)
        yield from outliving(maze, blow)
    elif what == "gold":
        change_gold(maze, loser, -1)
        change_gold(maze, winner, 1)
    else:
        offers: list[GiveObject] = objects(loser.objects)
        chosen = yield from choose(winner.seat, "spoil-object", offers)
        part_with(maze, loser, chosen.item)
        yield from gain_object(maze, winner, Item(chosen.item.card, chosen.item.enchanted))
        yield from keep_limits(maze, loser)
