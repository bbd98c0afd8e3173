"""Scores, ranking and the ways in which a play ends (section 11, E-7 to E-11)."""

from undercroft.core.game import GameOver, Outcome
from undercroft.games.talisman import events as told
from undercroft.games.talisman.events.base import Reason
from undercroft.games.talisman.state import Hero, Maze


def score(maze: Maze, seat: int, *, won: bool = False) -> int:
    """E-10. Out: nothing; without a character: its scales alone."""
    place = maze.seats[seat]
    if place.out:
        return 0
    total = 100 * won + 5 * place.scales
    hero = place.hero
    return total + (worth(hero) if hero else 0)


def worth(hero: Hero) -> int:
    """E-10. What a character has and has done."""
    return (
        10 * (hero.has_talisman or hero.gave_talisman)
        + 10 * hero.saw_tower
        + hero.strength
        + hero.craft
        + hero.lives
        + hero.gold
        + 2 * (len(hero.objects) + len(hero.followers) + len(hero.abilities))
        + 3 * len(hero.markers)
    )


def check_standing(maze: Maze) -> None:
    """E-8. The last of several seats wins; with nobody left all lose."""
    left = [number for number, seat in enumerate(maze.seats) if not seat.out]
    if not left:
        end(maze, "all-out", [])
    if len(maze.seats) > 1 and len(left) == 1:
        end(maze, "standing", left)


def end_at_cap(maze: Maze) -> None:
    """E-9. The round cap: the best score wins, several share it; solo, it is a loss."""
    scores = [score(maze, seat) for seat in range(len(maze.seats))]
    best = max(scores)
    solo = len(scores) == 1
    end(maze, "cap", [] if solo else [s for s, points in enumerate(scores) if points == best])


def end(maze: Maze, reason: Reason, winners: list[int]) -> None:
    """End the play, at whatever depth. E-11: winners first, then by score."""
    decisive = reason in ("king", "tower", "standing")
    seats = range(len(maze.seats))
    scores = [score(maze, seat, won=decisive and seat in winners) for seat in seats]
    order = [(seat in winners, points) for seat, points in enumerate(scores)]
    ranks = tuple([1 + sum([other > mine for other in order]) for mine in order])
    maze.tell_of(None, told.GameEnded, reason, tuple(winners), ranks, tuple(scores))
    places = ranks if winners and len(scores) > 1 else ()
    raise GameOver(Outcome(reason, tuple(winners), tuple(scores), places=places))
