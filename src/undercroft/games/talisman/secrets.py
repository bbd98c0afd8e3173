"""What a seat cannot know, and how it may be dealt anew (section 13 of the rules of record)."""

from collections import Counter
from collections.abc import Iterator, MutableSequence

from undercroft.core.game import Row
from undercroft.core.piles import Pile
from undercroft.core.questions import Rules
from undercroft.games.talisman.components.kinds import Card, Spell, Tile
from undercroft.games.talisman.rules.asking import seat_on_right
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.view import dealing


def components(maze: Maze) -> Iterator[str]:
    """Name every component, wherever it lies."""
    for row in (*visible(maze, None), *concealed(maze, None)):
        yield row.id


def hidden(maze: Maze, seat: int | None) -> set[str]:
    """Name what the seat cannot place: every copy of it lies where the seat cannot see it.

    Markers and tokens are as good as open: they lie in the pool, or before somebody.
    """
    counts = Counter(concealed(maze, seat))
    return {
        row.id
        for row, count in counts.items()
        if count == row.copies and not (isinstance(row, Tile) and not row.is_tile)
    }


def concealed(maze: Maze, seat: int | None) -> Iterator[Card | Tile]:
    """Give what lies where the seat cannot see it."""
    yield from maze.pool.fog
    for id in maze.discards:  # the others are open
        yield from maze.decks[id].fog
    if maze.dealt:  # SU-4: while a seat chooses, others cannot tell what was dealt
        yield from maze.characters.fog
        if seat is None or seat != dealing(maze):
            yield from maze.dealt
    if seat is None or seat != maze.to_play:
        yield from maze.drawn
    if not sees_enemy_spells(maze, seat):
        yield from maze.enemy_spells
    for placed in maze.board:
        if placed is not None and is_unknown(placed.hidden, placed.known, seat):
            yield placed.tile
    for hero in maze.heroes():
        if hero.seat != seat:
            yield from secret_spells(hero)


def is_unknown(is_hidden: bool, known: frozenset[int], seat: int | None) -> bool:
    """Whether a tile is hidden from the seat."""
    return is_hidden and (seat is None or seat not in known)


def secret_spells(hero: Hero) -> list[Spell]:
    """All Spells he holds, in hand, on scrolls, in weapons."""
    return [*hero.spells, *hero.scrolls, *hero.stored.values()]


def sees_enemy_spells(maze: Maze, seat: int | None) -> bool:
    """F-30. An Enemy Character's Spells are shown to the seat on its victim's right."""
    victim = maze.seats[maze.to_play].hero
    return seat is not None and victim is not None and seat == seat_on_right(maze, victim)


def visible(maze: Maze, seat: int | None) -> Iterator[Row]:
    """Give what lies where the seat can see it."""
    for id, deck in maze.decks.items():
        yield from maze.discards.get(id, deck.fog)
    for rows in (maze.entrances, maze.unused, maze.fallen, maze.facing, maze.removed):
        yield from rows
    if not maze.dealt:
        yield from maze.characters.fog
    elif seat is not None and seat == dealing(maze):
        yield from maze.dealt
    if seat is not None and seat == maze.to_play:
        yield from maze.drawn
    if sees_enemy_spells(maze, seat):
        yield from maze.enemy_spells
    for placed in maze.board:
        if placed is None or placed.tile is maze.bare:
            continue
        if not is_unknown(placed.hidden, placed.known, seat):
            yield placed.tile
    for lying in maze.lying.values():
        yield from (card.card for card in lying)
    yield from (monster.card for monster in maze.monsters)
    for hero in maze.heroes():
        yield from belongings(hero)
        if hero.seat == seat:
            yield from secret_spells(hero)


def belongings(hero: Hero) -> Iterator[Row]:
    """Give what lies openly before a character."""
    yield hero.character
    yield from (item.card for item in hero.objects)
    for rows in (hero.followers, hero.abilities, hero.tokens, hero.markers):
        yield from rows
    yield from (hold.card for hold in hero.holds if hold.card is not None)


# -- dealing anew ---------------------------------------------------------------------------------


def redeal(maze: Maze, seat: int) -> Rules[None]:
    """Deal anew what the seat cannot know: hidden tiles, Spells and characters of others."""
    yield from redeal_characters(maze, seat)
    yield from redeal_tiles(maze, seat)
    yield from redeal_spells(maze, seat)


def redeal_characters(maze: Maze, seat: int) -> Rules[None]:
    """SU-4. The characters that another seat is choosing from."""
    if not maze.dealt or seat == dealing(maze):
        return
    pile = Pile("character", [*maze.characters.fog, *maze.dealt])
    for at in range(len(maze.dealt)):
        maze.dealt[at] = yield from maze.draw(pile)
    maze.characters.fog = [*pile.fog]


def redeal_tiles(maze: Maze, seat: int) -> Rules[None]:
    """Hidden tiles that the seat does not know are exchanged with the tiles of the pool."""
    board = maze.board
    unknown = {
        square: placed
        for square, placed in enumerate(board)
        if placed is not None and is_unknown(placed.hidden, placed.known, seat)
    }
    if not unknown:
        return
    others = [piece for piece in maze.pool.fog if not piece.is_tile]
    tiles: Pile[Tile] = Pile("pool", [piece for piece in maze.pool.fog if piece.is_tile])
    tiles.fog += [placed.tile for placed in unknown.values()]
    for square, placed in unknown.items():
        board[square] = placed.changed(tile=(yield from maze.draw(tiles)))
    maze.pool.fog = others + tiles.fog


def redeal_spells(maze: Maze, seat: int) -> Rules[None]:
    """Spells in others' hands are exchanged with the deck; not with one it is looking through."""
    hands: list[MutableSequence[Spell]] = []
    for hero in maze.heroes():
        if hero.seat != seat:
            hands += [hero.spells, hero.scrolls]
    if not sees_enemy_spells(maze, seat):
        hands.append(maze.enemy_spells)
    stored = [hero.stored for hero in maze.heroes() if hero.seat != seat]
    deck = maze.decks["spell"]
    looks = maze.looking == seat
    pile: Pile[Spell] = Pile("spell", [])
    if not looks:
        pile.fog += [card for card in deck.fog if isinstance(card, Spell)]
    pile.fog += [spell for hand in hands for spell in hand]
    pile.fog += [spell for spells in stored for spell in spells.values()]
    for hand in hands:
        for at in range(len(hand)):
            hand[at] = yield from maze.draw(pile)
    for spells in stored:
        for charge in spells:
            spells[charge] = yield from maze.draw(pile)
    if not looks:
        deck.fog = [*pile.fog]
