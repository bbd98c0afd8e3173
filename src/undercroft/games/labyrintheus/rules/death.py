"""Death, crumbling and the ends of the game (5.9, U-8, 5.13 of the rules of record)."""

from collections.abc import Sequence

from undercroft.core.game import GameOver, Outcome
from undercroft.games.labyrintheus.events import (
    Ending,
    GameEnded,
    PlayerDied,
    UndeadCrumbled,
    UndeadRose,
)
from undercroft.games.labyrintheus.rules.items import discard_equipped
from undercroft.games.labyrintheus.rules.stones import check_portal
from undercroft.games.labyrintheus.state import Hero, Maze


def die(maze: Maze, hero: Hero, killer: Hero | None) -> None:
    """X-1. A living player falls, and stands up again as an undead one."""
    for card in hero.equipped:  # (a), R-33; orbs reverse play
        discard_equipped(maze, hero, card, "death")
    stones, heir = leave_stones(hero, killer)  # (b)
    hero.undead = True  # (c); the backpack is kept
    hero.health = hero.most_health
    maze.deaths.append(hero.seat)
    by = killer.seat if killer else None
    maze.tell(PlayerDied, hero.seat, by, stones, heir)


def crumble(maze: Maze, hero: Hero, killer: Hero | None) -> None:
    """U-8, R-36. An undead player at 0 health spends its next turn rising."""
    hero.crumbled = True
    hero.health = 0
    stones, heir = leave_stones(hero, killer)
    by = killer.seat if killer else None
    maze.tell(UndeadCrumbled, hero.seat, by, stones, heir)


def rise(maze: Maze, hero: Hero) -> None:
    """T-3. Up again, with full undead health."""
    hero.crumbled = False
    hero.health = hero.most_health
    maze.tell(UndeadRose, hero.seat)


def leave_stones(hero: Hero, killer: Hero | None) -> tuple[int, int | None]:
    """R-35. Stones go to a living killer, else to the supply; give how many and to whom."""
    stones, hero.stones = hero.stones, 0
    if killer is None or killer.undead or not stones:
        return stones, None
    killer.stones += stones
    return stones, killer.seat


def reckon(maze: Maze) -> None:
    """X-2. Count the living after a death; then look at the portal."""
    living = maze.living
    if len(living) == 1:
        end(maze, "last-alive", living)  # Z-2
    if not living:
        end(maze, "all-dead", [])  # Z-3
    check_portal(maze, "death")


def time_out(maze: Maze) -> None:
    """Z-4. The round cap: stones, then health, then cards; those still equal share."""

    def standing(hero: Hero) -> tuple[int, int, int]:
        return hero.stones, hero.health, len(hero.backpack) + len(hero.equipped)

    best = max(map(standing, maze.living))
    end(maze, "timeout", [hero for hero in maze.living if standing(hero) == best])


def end(maze: Maze, how: Ending, winners: Sequence[Hero]) -> None:
    """End the game. The winners share a point; all are placed (section 1)."""

    def merit(hero: Hero) -> tuple[int, ...]:
        """Winners first; then the living by stones and health; then the latest death."""
        if hero in winners:
            return (2,)
        return (0, maze.deaths.index(hero.seat)) if hero.undead else (1, hero.stones, hero.health)

    order = [hero.seat for hero in sorted(maze.heroes, key=merit, reverse=True)]
    seats = tuple([hero.seat for hero in winners])
    maze.tell(GameEnded, how, seats, tuple(order))
    share = 1 / len(seats) if seats else 0.0
    scores = tuple([share if seat in seats else 0.0 for seat in range(maze.seats)])
    merits = [merit(hero) for hero in maze.heroes] if seats else []
    places = tuple([1 + sum([other > mine for other in merits]) for mine in merits])
    raise GameOver(Outcome(how, seats, scores, places=places))
