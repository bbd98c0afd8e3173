"""The table as a still picture: the heroes in a row, and what they meet above them."""

from undercroft.core.game import Laid, Rows
from undercroft.games.labyrintheus.view import HeroView, MazeView

STEP = 132.0


def still(rows: Rows, view: MazeView) -> list[Laid]:
    """Lay out what everybody may see: no backpacks."""
    across = len(view.heroes) * STEP
    met = rows[view.encounter].type if view.encounter else "back-encounter"
    portal = "portal-shut" if view.portal_owner is None else "portal-open"
    above = ["back-treasure", met, portal]
    left = (across - len(above) * STEP) / 2
    return [
        *[Laid(id, left + n * STEP + 6, 0, 120, 120) for n, id in enumerate(above)],
        *[piece for n, hero in enumerate(view.heroes) for piece in _hero(hero, n * STEP)],
    ]


def _hero(hero: HeroView, x: float) -> list[Laid]:
    face = f"{hero.persona}-undead" if hero.undead else hero.persona
    hearts = [Laid("heart", x + 8 + n * 23, 286, 22, 22) for n in range(min(hero.health, 5))]
    stones = [Laid("stone", x + 8 + n * 29, 312, 26, 26) for n in range(min(hero.stones, 4))]
    return [Laid(face, x + 6, 138, 120, 144), *hearts, *stones]
