"""Party cards (5.11): each card's text is a small function (2.8 of the rules of record)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.combat.attack import undead_attack
from undercroft.games.labyrintheus.components.encounters import Encounter
from undercroft.games.labyrintheus.events import (
    CardsPassed,
    DamageTaken,
    PartyBegun,
    PartyEnded,
    PartyRolled,
)
from undercroft.games.labyrintheus.rules.death import crumble, die, reckon, rise
from undercroft.games.labyrintheus.rules.decks import (
    discard_encounter,
    gain,
    lose_at_random,
    overflow,
    put_in,
    take_out,
)
from undercroft.games.labyrintheus.rules.items import heal
from undercroft.games.labyrintheus.rules.stones import gain_stone, lose_stones
from undercroft.games.labyrintheus.rules.ways import Give
from undercroft.games.labyrintheus.state import Hero, Maze

Text: TypeAlias = Callable[[Maze], Rules[Hero | None]]

CAVE_IN_HITS: Final = 3
CAVE_IN_HARM: Final = 2


def party(maze: Maze, card: Encounter) -> Rules[None]:
    """E-12. Everybody takes part, the undead too. Y-6: then the card is discarded."""
    maze.tell(PartyBegun, card.id)
    singled_out = yield from PARTIES[card.id](maze)
    discard_encounter(maze)
    maze.tell(PartyEnded, card.id, singled_out.seat if singled_out else None)


def roll_for_all(maze: Maze) -> Rules[list[tuple[int, Hero]]]:
    """Y-1. A face for everybody, the crumbled too; no re-roll and no critical failure."""
    faces = []
    for hero in maze.in_order():
        face: int = yield from maze.roll("party")
        maze.tell(PartyRolled, hero.seat, face)
        faces.append((face, hero))
    return faces


def roll_for_highest(maze: Maze) -> Rules[Hero | None]:
    """Give the one player with the highest face; a tie for highest is nobody."""
    faces = yield from roll_for_all(maze)
    best = max([face for face, _ in faces])
    highest = [hero for face, hero in faces if face == best]
    return highest[0] if len(highest) == 1 else None


def cave_in(maze: Maze) -> Rules[Hero | None]:
    """Y-3, R-49. All rolls, then all losses at once, then all deaths; X-2 comes once."""
    faces = yield from roll_for_all(maze)
    hit = [hero for face, hero in faces if face <= CAVE_IN_HITS]
    for hero in hit:  # Y-2: nothing soaks it
        if not hero.undead:
            hero.health -= CAVE_IN_HARM
            maze.tell(DamageTaken, hero.seat, CAVE_IN_HARM, max(0, hero.health), "party")
    died = False
    for hero in hit:
        if hero.undead:
            if not hero.crumbled:
                crumble(maze, hero, None)
        elif hero.health <= 0:
            die(maze, hero, None)
            died = True
    if died:
        reckon(maze)
    return None


def bog_market(maze: Maze) -> Rules[Hero | None]:
    """Y-4. All choose in secret; then all cards move on at once."""
    order = [hero for hero in maze.in_order() if hero.backpack]
    for hero in order:
        ways = [Give(card) for card in hero.backpack]
        way = yield from choose(hero.seat, "bog-market", ways, taker=maze.next_seat(hero.seat))
        hero.offered = hero.backpack.index(way.card)
    passes = []
    for hero in order:
        taker = maze.heroes[maze.next_seat(hero.seat)]
        card = hero.backpack[hero.offered or 0]
        hero.offered = None
        take_out(maze, hero, taker, card)
        passes.append((hero, taker, card))
    for hero, taker, card in passes:
        put_in(maze, hero, taker, card)
    maze.tell(CardsPassed, tuple([(hero.seat, taker.seat) for hero, taker, _ in passes]))
    for hero in maze.in_order():
        yield from overflow(maze, hero)
    return None


def dead_heat(maze: Maze) -> Rules[Hero | None]:
    """Y-5. The highest draws 2 treasures, or makes one bare attack if it is undead."""
    hero = yield from roll_for_highest(maze)
    if hero is not None and not hero.undead:
        yield from gain(maze, hero, 2, "party")
    elif hero is not None and not hero.crumbled:
        yield from undead_attack(maze, hero, "dead-heat")
    return hero


def last_lamp(maze: Maze) -> Rules[Hero | None]:
    """Heal the living by 2; the undead are whole again, and rise."""
    for hero in maze.in_order():
        if not hero.undead:
            heal(maze, hero, 2, "last-lamp")
        elif hero.crumbled:
            rise(maze, hero)
        else:
            heal(maze, hero, hero.most_health, "last-lamp")
    yield from ()
    return None


def stone_surge(maze: Maze) -> Rules[Hero | None]:
    """The highest collects a stone; if it is undead, all the living lose one."""
    highest = yield from roll_for_highest(maze)
    if highest is not None and not highest.undead:
        gain_stone(maze, highest, "stone-surge")
    elif highest is not None:
        for hero in maze.in_order():
            if not hero.undead:
                lose_stones(maze, hero, 1, "stone-surge")
    return highest


def sandstorm(maze: Maze) -> Rules[Hero | None]:
    """All discard a card at random, in order; then all the living draw one, in order."""
    for hero in maze.in_order():
        yield from lose_at_random(maze, hero, "sandstorm")
    for hero in maze.in_order():
        if not hero.undead:
            yield from gain(maze, hero, 1, "party")
    return None


PARTIES: Final[Mapping[str, Text]] = {
    "cave-in": cave_in,
    "bog-market": bog_market,
    "dead-heat": dead_heat,
    "last-lamp": last_lamp,
    "stone-surge": stone_surge,
    "sandstorm": sandstorm,
}
