"""The hunt, the portal and its challengers (5.10 of the rules of record)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.combat.attack import deal, try_to_hit
from undercroft.games.labyrintheus.combat.fight import fight
from undercroft.games.labyrintheus.components.encounters import Encounter
from undercroft.games.labyrintheus.events import (
    ChallengeDeclined,
    ChallengeMade,
    EncounterPassedOver,
    HuntAnnounced,
    HuntLost,
    HuntWon,
    PortalDeparted,
    PortalOpened,
    SpellHeld,
)
from undercroft.games.labyrintheus.rules.death import end
from undercroft.games.labyrintheus.rules.decks import discard_encounter, draw_encounter
from undercroft.games.labyrintheus.rules.stones import lose_stones
from undercroft.games.labyrintheus.state import Hero, Maze, Portal

CHALLENGE: Final = ("challenge", "decline")


def hunt(maze: Maze, hero: Hero) -> Rules[None]:
    """G-1. Look for a Titan and fight it; G-4: beaten, it opens the portal."""
    maze.tell(HuntAnnounced, hero.seat, hero.stones)
    maze.hunting = True
    titan = yield from find_titan(maze, hero)
    won = yield from fight(maze, hero, titan, hunt=True)  # G-2
    maze.hunting = False
    if won:
        waiting = [seat for seat in range(maze.seats) if seat != hero.seat]
        maze.tell(HuntWon, hero.seat, titan.id)
        maze.portal = Portal(hero.seat, waiting)  # the stones stay with the owner
        maze.tell(PortalOpened, hero.seat, tuple(waiting))
    else:
        maze.tell(HuntLost, hero.seat, titan.id)
        lose_stones(maze, hero, hero.stones, "hunt")  # G-3; the dead have none left


def find_titan(maze: Maze, hero: Hero) -> Rules[Encounter]:
    """G-1, R-46. Cards that are no Titan are passed over, unread."""
    while True:
        card = yield from draw_encounter(maze)
        if card.type == "titan":
            return card
        discard_encounter(maze)
        maze.tell(EncounterPassedOver, hero.seat, card.id)


def leave(maze: Maze, owner: Hero, portal: Portal) -> Rules[None]:
    """E-1. The owner's Encounter phase: hold the spell (G-6), or face challengers and go (G-8)."""
    if portal.still_to_move:
        maze.tell(SpellHeld, owner.seat, tuple(portal.still_to_move))
        return
    for hero in maze.from_seat(owner.seat)[1:]:
        if hero.undead or hero.stones < maze.options.stones_to_leave:
            continue
        answer = yield from choose(hero.seat, "challenge", CHALLENGE, owner=owner.seat)
        if answer == "decline":
            maze.tell(ChallengeDeclined, hero.seat, owner.seat)
            continue
        maze.tell(ChallengeMade, hero.seat, owner.seat)
        if (yield from challenge(maze, hero, owner)):
            return
    maze.tell(PortalDeparted, owner.seat)
    end(maze, "portal", [owner])  # Z-1


def challenge(maze: Maze, challenger: Hero, owner: Hero) -> Rules[bool]:
    """G-7. A hit costs the owner all stones and the portal, then its damage is dealt."""
    contest = yield from try_to_hit(maze, challenger, owner, "challenge")
    if contest is None:
        return False
    lose_stones(maze, owner, owner.stones, "challenge", "challenge")
    yield from deal(maze, contest)
    return True
