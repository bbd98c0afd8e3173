"""Coming onto a square: pieces drawn, tiles turned, encounters (sections 7.3 and 7.4)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import NAMES, NOWHERE, rotations
from undercroft.games.talisman.choices import Piece, Turned
from undercroft.games.talisman.combat.duels import can_be_attacked, maybe_attack
from undercroft.games.talisman.components.kinds import Tile
from undercroft.games.talisman.events.base import How
from undercroft.games.talisman.heroes.characteristics import craft_of, gift, usable
from undercroft.games.talisman.heroes.possessions import spend
from undercroft.games.talisman.movement.gate import meet_monsters
from undercroft.games.talisman.pieces import Placed
from undercroft.games.talisman.rules.asking import apply, choose_move
from undercroft.games.talisman.rules.dice import pick, roll_table
from undercroft.games.talisman.rules.tasks import delve
from undercroft.games.talisman.state import Hero, Maze

MAP: Final = ("use-map", "draw")
PIT: Final = ("enter", "refuse")
MARKER: Final = ("keep", "return")
STAIRS_FOUND: Final = 11  # C-5
MAP_PIECES: Final = 3


# -- moving onto a square -------------------------------------------------------------------------


def arrive(
    maze: Maze,
    hero: Hero,
    square: int,
    how: How,
    *,
    facing: int = -1,
    back: int = NOWHERE,
    quiet: bool = False,
    own: bool = True,
) -> Rules[None]:
    """L-20, L-24. He comes onto a square.

    `facing`: the side by which he comes in through a passage; `back`: the square a go-back leads
    to; `own`: a move of his own, which room E lets him refuse (R-19).
    """
    placed = maze.board[square]
    if placed is None:
        quiet = (yield from lay_tile(maze, hero, square, facing, quiet=quiet)) or quiet
    elif placed.hidden:
        yield from turn_up(maze, hero, square, facing)
    tile = maze.board[square]
    if (
        tile is not None
        and tile.tile.asks_leave
        and own
        and not quiet
        and (yield from choose_move(maze, hero, "pit", PIT)) == "refuse"
    ):
        maze.now.over = True
        maze.tell_of(hero, told.TileRefused, tile.tile.id, NAMES[square])
        return
    step_onto(maze, hero, square, how, back, facing)
    if not quiet:
        yield from encounter(maze, hero)


def step_onto(
    maze: Maze, hero: Hero, square: int, how: How, back: int = NOWHERE, side: int = -1
) -> None:
    """Put him on a square; any relocation ends all holds but fear (H-7)."""
    origin = hero.place
    let_go(maze, hero)
    hero.space = None
    hero.square = square
    hero.way_back = back
    hero.side = side
    hero.visit += 1
    if hero.seat == maze.now.active:
        maze.now.lost = maze.now.missing = False
    maze.tell_of(hero, told.Moved, origin, NAMES[square], how)


def let_go(maze: Maze, hero: Hero, *, fear_too: bool = False) -> None:
    """H-7. Holds end; a card in the mirror goes to the Enemy discards."""
    for hold in hero.holds:
        if hold.card is not None:
            maze.put_back(hold.card)
    hero.holds = [hold for hold in hero.holds if hold.kind == "fear" and not fear_too]


def relocate(
    maze: Maze, hero: Hero, square: int, how: How = "teleport", *, quiet: bool = False
) -> Rules[None]:
    """L-25. He is moved against his will: encountered once in a turn; his movement is over."""
    if hero.seat == maze.now.active:
        quiet = quiet or maze.now.relocated
        maze.now.relocated = maze.now.relocated or not quiet
        maze.now.over = True
    yield from arrive(maze, hero, square, how, quiet=quiet, own=False)


# -- the encounter --------------------------------------------------------------------------------


def encounter(maze: Maze, hero: Hero) -> Rules[None]:
    """L-20 (3) to (6). Monsters, characters, a trap counter, the tile's own encounter."""
    visit = hero.visit
    yield from meet_monsters(maze, hero)
    if hero.visit != visit:
        return
    others = [h for h in maze.on_square(hero.square, but=hero) if can_be_attacked(h)]
    if (yield from maybe_attack(maze, hero, others)) or hero.visit != visit:
        return
    placed = maze.tile_under(hero)
    if placed.counter is not None and placed.counter.again is not None:
        yield from apply(placed.counter.again, maze, hero)
        if hero.visit != visit:
            return
    yield from encounter_tile(maze, hero)


def encounter_tile(maze: Maze, hero: Hero) -> Rules[None]:
    """L-20 (6). A starred encounter is for the first who meets it; then the tile is spent."""
    placed = maze.tile_under(hero)
    tile = placed.tile
    if tile.entry is None or (tile.starred and placed.spent):
        return
    if placed.spent != tile.starred:
        maze.board[hero.square] = placed.changed(spent=tile.starred)
    if tile.letter:
        maze.tell_of(hero, told.RoomEntered, tile.letter, tile.id)
        delve(hero)
    yield from apply(tile.entry, maze, hero)


# -- tiles drawn and turned -----------------------------------------------------------------------


def lay_tile(maze: Maze, hero: Hero, square: int, facing: int, *, quiet: bool) -> Rules[bool]:
    """L-15 to L-18. Draw a piece for an empty square. True: the arrival there is quiet."""
    piece = yield from draw_piece(maze, hero, stairs=not quiet and stairs_count(maze))
    if piece.kind != "stairs":
        yield from put_down(maze, hero, square, piece, facing)
        return False
    maze.drawn.append(piece)
    maze.now.over = True
    if maze.is_catacombs:
        yield from find_tower_stair(maze, hero, square, facing, piece)
    else:
        yield from find_entrance(maze, hero, square, facing, piece)
    return True


def stairs_count(maze: Maze) -> bool:
    """L-17, C-7. Whether a Stairs marker has anything left to turn into."""
    if maze.is_catacombs:
        return any(tile.stair == "tower" for tile in maze.entrances)
    return bool(maze.entrances)


def draw_piece(maze: Maze, hero: Hero, *, stairs: bool) -> Rules[Tile]:
    """L-15, L-16, L-18. Tokens are kept; markers that do not count are put aside and returned."""
    aside = len(maze.drawn)
    piece = maze.bare
    while any(left.is_tile for left in maze.pool.fog):
        drawn = yield from draw_one(maze, hero)
        if drawn.kind == "secret-door":
            hero.tokens.append(drawn)
            maze.tell_of(hero, told.SecretDoorFound)
        elif drawn.kind == "stairs" and not stairs:
            maze.drawn.append(drawn)
        else:
            piece = drawn
            break
    maze.pool.fog += maze.drawn[aside:]
    del maze.drawn[aside:]
    return piece


def draw_one(maze: Maze, hero: Hero) -> Rules[Tile]:
    """L-15. One piece, or the choice among more: Pathfinder, Map Scrap."""
    count = 1 + gift(hero, "pieces")
    scrap = usable(maze, hero, "map")
    if scrap and (yield from choose(hero.seat, "piece", MAP)) == "use-map":
        yield from spend(maze, hero, scrap)
        count = max(count, MAP_PIECES)
    if count == 1:
        return (yield from maze.draw(maze.pool))
    aside = len(maze.drawn)
    for _ in range(min(count, len(maze.pool.fog))):
        maze.drawn.append((yield from maze.draw(maze.pool)))
    offers = [Piece(tile) for tile in dict.fromkeys(maze.drawn[aside:])]
    chosen = yield from choose(hero.seat, "piece", offers, secret=True)  # alike: not asked
    others = maze.drawn[aside:]
    del maze.drawn[aside:]
    others.remove(chosen.tile)
    maze.pool.fog += others
    return chosen.tile


def put_down(maze: Maze, hero: Hero, square: int, tile: Tile, facing: int) -> Rules[None]:
    """L-18, L-19. A tile is placed, turned as he chooses."""
    maze.tell_of(hero, told.TileDrawn, tile.id)
    maze.board[square] = Placed(tile)
    rotation = yield from rotate(maze, hero, square, facing)
    maze.tell_of(hero, told.TilePlaced, tile.id, rotation, False, NAMES[square])


def turn_up(maze: Maze, hero: Hero, square: int, facing: int) -> Rules[None]:
    """L-20 (1). A hidden tile is turned up, for all to see, and stays up; then it is rotated."""
    placed = maze.tile_on(square).changed(hidden=False, known=frozenset())
    maze.board[square] = placed
    maze.tell_of(hero, told.TileRevealed, placed.tile.id, NAMES[square])
    yield from rotate(maze, hero, square, facing)


def rotate(maze: Maze, hero: Hero, square: int, facing: int) -> Rules[int]:
    """L-19. He chooses among the distinct rotations that let him in."""
    tile, name = maze.tile_on(square).tile, NAMES[square]
    ways = [Turned(rotation) for rotation in rotations(tile.shape, facing)]
    chosen = yield from choose_move(
        maze, hero, "rotate", ways, tile=tile, square=name, shape=tile.shape
    )
    maze.board[square] = maze.tile_on(square).changed(rotation=chosen.rotation)
    return chosen.rotation


# -- stairs ---------------------------------------------------------------------------------------


def find_entrance(maze: Maze, hero: Hero, square: int, facing: int, marker: Tile) -> Rules[None]:
    """L-17, R-25. In the expedition a marker turns into one of the Entrance Tiles, at random."""
    tile = yield from pick(maze, "entrance", maze.entrances)
    maze.entrances.remove(tile)
    give_back_marker(maze, marker)
    yield from put_down(maze, hero, square, tile, facing)


def give_back_marker(maze: Maze, marker: Tile) -> None:
    """A marker goes back to the pool."""
    maze.drawn.remove(marker)
    maze.pool.fog.append(marker)


def stairs_roll(maze: Maze, hero: Hero, table: str) -> Rules[tuple[int, int]]:
    """C-4. The die, and the total: Craft, markers and clues kept, the Compass."""
    known = len(hero.markers) + hero.clues + (usable(maze, hero, "compass") is not None)
    roll = yield from roll_table(maze, hero, table, kind="stairs", clamped=False)
    return roll, roll + craft_of(maze, hero) + 2 * known


def find_tower_stair(maze: Maze, hero: Hero, square: int, facing: int, marker: Tile) -> Rules[None]:
    """C-4 to C-6. Eleven or more: a stair to the Tower; else an ordinary tile, entered quietly."""
    roll, total = yield from stairs_roll(maze, hero, "stairs")
    found = total >= STAIRS_FOUND
    maze.tell_of(hero, told.StairsDrawn, roll, total, found)
    if found:
        give_back_marker(maze, marker)
        yield from put_tower_stair(maze, hero, square, facing)
        return
    kept = yield from choose(hero.seat, "marker", MARKER, total=total)
    if kept == "keep":
        maze.drawn.remove(marker)
        hero.markers.append(marker)
        maze.tell_of(hero, told.StairsKept)
    else:
        give_back_marker(maze, marker)
    tile = yield from draw_piece(maze, hero, stairs=False)
    yield from put_down(maze, hero, square, tile, facing)


def put_tower_stair(maze: Maze, hero: Hero, square: int, facing: int) -> Rules[None]:
    """C-5. The stair's tile, A before B, is placed on a square."""
    stair = min([tile for tile in maze.entrances if tile.stair == "tower"], key=str)
    maze.entrances.remove(stair)
    maze.board[square] = Placed(stair)
    yield from rotate(maze, hero, square, facing)
    maze.tell_of(hero, told.TowerStairPlaced, stair.id)
