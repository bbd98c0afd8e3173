"""Where everything lies on the drawn table: the Labyrinth, and beside it the Land as two rings.

A square of the Labyrinth is 100 units wide, a space of the Land 120. Twenty spaces make a ring of
six by six, twelve one of four by four; the inner path winds around the Tower in the middle. Where
there is no Land, the Causeway and the Tower lie below the Labyrinth.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from undercroft.core.game import Rows
from undercroft.games.talisman.board import BY_NAME, SIZE
from undercroft.games.talisman.components.kinds import Space, Tile
from undercroft.games.talisman.land.spaces import INNER, MIDDLE, OUTER
from undercroft.games.talisman.show.emblems import emblem
from undercroft.games.talisman.view import SquareView

SQUARE: Final = 100
SPACE: Final = 120
LAND_LEFT: Final = 1000
LAND_TOP: Final = -10
TOWER: Final = 116  # how wide the Tower is, in the middle
Box = tuple[int, int, int, int]  # left, top, width, height

LAND: Final[Box] = (LAND_LEFT - 14, LAND_TOP - 14, 748, 748)
CATACOMBS: Final[Box] = (-14, -14, 728, 850)


class Plot(NamedTuple):
    """A space as it is drawn."""

    id: str
    region: str
    emblem: str
    x: int
    y: int
    wide: int
    high: int
    picture: Box  # where its emblem is drawn
    name: tuple[int, int]  # where its name stands: the middle of the last line
    portal: bool = False

    @property
    def middle(self) -> tuple[int, int]:
        """The middle of it."""
        return self.x + self.wide // 2, self.y + self.high // 2


def ring(spaces: tuple[Space, ...], wide: int, inset: int, shift: int) -> list[Plot]:
    """Lay spaces around a square, clockwise from its upper left corner, `shift` places on."""
    last = wide - 1
    corners = [(n, 0) for n in range(last)] + [(last, n) for n in range(last)]
    corners += [(last - n, last) for n in range(last)] + [(0, last - n) for n in range(last)]
    plots = []
    for number, space in enumerate(spaces):
        column, row = corners[(number + shift) % len(corners)]
        plots.append(plot(space, column + inset, row + inset))
    return plots


def plot(space: Space, column: int, row: int) -> Plot:
    """Draw a space as a square of the Land."""
    x, y = LAND_LEFT + column * SPACE, LAND_TOP + row * SPACE
    picture, name = (x + 31, y + 14, 58, 58), (x + 60, y + 106)
    if space.region == "inner":  # clear of the Tower, which covers one corner
        left = x + 8 if column == 2 else x + 66
        picture = (left, y + 28 if row == 2 else y + 46, 46, 46)
        name = (x + 60, y + 22 if row == 2 else y + 110)
    box = (x, y, SPACE, SPACE)
    return Plot(space.id, space.region, emblem(space.id), *box, picture, name, space.entrance)


def _inner() -> list[Plot]:
    """The inner path, around the Tower."""
    corners = ((2, 2), (3, 2), (3, 3), (2, 3))
    plots = [plot(space, *corner) for space, corner in zip(INNER[:4], corners, strict=True)]
    x, y = LAND_LEFT + 3 * SPACE - TOWER // 2, LAND_TOP + 3 * SPACE - TOWER // 2
    picture, name = (x + 27, y + 8, 62, 62), (x + TOWER // 2, y + 96)
    tower = INNER[4].id
    return [
        *plots,
        Plot(
            id=tower,
            region="inner",
            emblem=emblem(tower),
            x=x,
            y=y,
            wide=TOWER,
            high=TOWER,
            picture=picture,
            name=name,
        ),
    ]


def _beneath() -> list[Plot]:
    """The Causeway and the Tower, where there is no Land."""
    lefts = {"causeway": 0, "wizards-tower": 360}
    return [
        Plot(
            id=id,
            region="inner",
            emblem=emblem(id),
            x=x,
            y=724,
            wide=340,
            high=100,
            picture=(x + 20, 744, 60, 60),
            name=(x + 92, 781),
        )
        for id, x in lefts.items()
    ]


# the sides of the Toll Bridge lie together, and so do the Iron Gate and the Wilderness
ON_LAND: Final = (*ring(OUTER, 6, 0, 0), *ring(MIDDLE, 4, 1, 2), *_inner())
BENEATH: Final = tuple(_beneath())


def plots(scenario: str) -> tuple[Plot, ...]:
    """The spaces that are in play."""
    return BENEATH if scenario == "catacombs" else ON_LAND


_PLOTS: Final[Mapping[str, Mapping[str, Plot]]] = {
    scenario: {each.id: each for each in plots(scenario)}
    for scenario in ("catacombs", "expedition", "grand-quest")
}


def plot_of(scenario: str, space: str) -> Plot:
    """Find a space."""
    return _PLOTS[scenario][space]


def middle_of(scenario: str, place: str) -> tuple[int, int]:
    """Give the middle of a square or space, by its name."""
    if place in BY_NAME:
        x, y = corner(place)
        return x + SQUARE // 2, y + SQUARE // 2
    return plot_of(scenario, place).middle


def standing(scenario: str, place: str) -> tuple[int, int]:
    """Give where pawns stand on a square or space: their lower right corner, clear of its name."""
    if place in BY_NAME:
        x, y = corner(place)
        return x + 94, y + 70
    here = plot_of(scenario, place)
    if here.wide > here.high:
        return here.x + here.wide - 14, here.y + 80
    return here.x + here.wide - 12, here.y + here.high - 34


def corner(square: str) -> tuple[int, int]:
    """Give the upper left corner of a square."""
    number = BY_NAME[square]
    return number % SIZE * SQUARE, number // SIZE * SQUARE


# -- both realms, small ---------------------------------------------------------------------------

MINI: Final = 72  # how wide a small map is


Small = tuple[tuple[str, str], ...]  # for each kind of place, all of them as one path


def small(cells: Iterable[tuple[str, float, float, float]]) -> Small:
    """Draw places of one kind in one path; each is its kind, left, top and width."""
    paths: dict[str, str] = {}
    for kind, x, y, wide in cells:
        side = f"{wide - 1:.3g}"
        paths[kind] = paths.get(kind, "") + f"M{x:.3g} {y:.3g}h{side}v{side}h-{side}z"
    return tuple(paths.items())


def small_land(*, portals: bool) -> Small:
    """The Land, small; with the spaces that have a stair down, where those are open."""
    scale = MINI / (6 * SPACE)
    return small(
        [
            (
                "portal" if portals and p.portal else p.region,
                (p.x - LAND_LEFT) * scale,
                (p.y - LAND_TOP) * scale,
                p.wide * scale,
            )
            for p in ON_LAND
        ]
    )


def small_labyrinth(rows: Rows, board: tuple[SquareView, ...]) -> Small:
    """What is known of the Labyrinth, small."""
    scale = MINI / (SIZE * SQUARE)
    cells = []
    for seen in board:
        x, y = corner(seen.square)
        tile = rows[seen.tile] if seen.tile and not seen.hidden else None
        kind = "gone" if seen.destroyed else tile.kind if isinstance(tile, Tile) else "face-down"
        cells.append((kind, x * scale, y * scale, SQUARE * scale))
    return small(cells)


def small_spot(place: str) -> tuple[float, float]:
    """Where somebody stands on the small map of their realm."""
    x, y = middle_of("expedition", place)
    if place in BY_NAME:
        return round(x * MINI / (SIZE * SQUARE), 1), round(y * MINI / (SIZE * SQUARE), 1)
    scale = MINI / (6 * SPACE)
    return round((x - LAND_LEFT) * scale, 1), round((y - LAND_TOP) * scale, 1)


# -- tiles ----------------------------------------------------------------------------------------


class Ground(NamedTuple):
    """A tile as it is drawn. `symbol` is its ground, `emblem` what is on it."""

    square: str
    x: int
    y: int
    symbol: str
    rotation: int
    emblem: str
    tile: str | None
    named: bool
    spent: bool
    known: bool  # it is hidden, and the seat that looks knows it
    marks: tuple[str, ...]
    counter: str | None


def symbol(tile: Tile) -> str:
    """Name the ground of a tile."""
    return f"{tile.kind}-{tile.shape}"


def upward(scenario: str, tile: Tile) -> str:
    """Name the picture of where a stair leads: a space of the Land; in the Catacombs another."""
    if scenario == "expedition":
        return emblem(tile.space)
    return emblem("wizards-tower" if tile.stair == "tower" else tile.stair)


def ground(rows: Rows, seen: SquareView, scenario: str) -> Ground:
    """Draw a square that holds a tile."""
    x, y = corner(seen.square)
    if seen.destroyed:
        return Ground(
            square=seen.square,
            x=x,
            y=y,
            symbol="destroyed",
            rotation=0,
            emblem="",
            tile=None,
            named=False,
            spent=False,
            known=False,
            marks=(),
            counter=None,
        )
    tile = rows[seen.tile] if seen.tile else None
    on_it = emblem(seen.tile) if seen.tile else ""
    if seen.hidden or not isinstance(tile, Tile):
        return Ground(
            square=seen.square,
            x=x,
            y=y,
            symbol="hidden",
            rotation=0,
            emblem=on_it,
            tile=seen.tile,
            named=False,
            spent=False,
            known=True,
            marks=(),
            counter=None,
        )
    return Ground(
        square=seen.square,
        x=x,
        y=y,
        symbol=symbol(tile),
        rotation=seen.rotation * 90,
        emblem=upward(scenario, tile) if tile.stair else on_it,
        tile=seen.tile,
        named=tile.kind != "corridor" or bool(tile.letter),
        spent=seen.spent,
        known=False,
        marks=seen.marks,
        counter=seen.counter,
    )
