"""Gate stones: gained, lost, stolen; and what that does to an open portal (G-5)."""

from undercroft.games.labyrintheus.events import (
    Closing,
    GateStoneGained,
    GateStonesLost,
    GateStoneStolen,
    PortalClosed,
)
from undercroft.games.labyrintheus.state import Hero, Maze


def gain_stone(maze: Maze, hero: Hero, cause: str) -> None:
    """Collect a gate stone from the supply."""
    hero.stones += 1
    maze.tell(GateStoneGained, hero.seat, hero.stones, cause)


def lose_stones(maze: Maze, hero: Hero, count: int, cause: str, closing: Closing = "loss") -> None:
    """Give stones back to the supply, as far as there are any."""
    count = min(count, hero.stones)
    if count:
        hero.stones -= count
        maze.tell(GateStonesLost, hero.seat, count, hero.stones, cause)
        check_portal(maze, closing)


def steal_stone(maze: Maze, giver: Hero, taker: Hero) -> None:
    """R-32. One stone changes hands, if there is one."""
    if giver.stones:
        giver.stones -= 1
        taker.stones += 1
        maze.tell(GateStoneStolen, giver.seat, taker.seat, giver.stones, taker.stones)
        check_portal(maze, "theft")


def check_portal(maze: Maze, cause: Closing) -> None:
    """G-5, R-40. The portal closes when its owner is short of stones; the dead have none."""
    if maze.portal is not None:
        owner = maze.heroes[maze.portal.owner]
        if owner.stones < maze.options.stones_to_leave:
            maze.portal = None
            maze.tell(PortalClosed, owner.seat, cause)
