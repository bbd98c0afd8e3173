"""What one seat may see (section 13 of the rules of record), built up from nothing."""

from collections.abc import Iterable
from typing import Final

import msgspec

from undercroft.core.game import Row
from undercroft.games.talisman.board import LETTERS, NAMES
from undercroft.games.talisman.heroes.ailments import ailments_of
from undercroft.games.talisman.heroes.characteristics import (
    carrying_limit,
    craft_of,
    spell_limit,
    strength_of,
)
from undercroft.games.talisman.pieces import Hold, Placed
from undercroft.games.talisman.rules.scoring import score
from undercroft.games.talisman.state import Hero, Maze

PASSAGE_LETTERS: Final = tuple(
    "".join(letter for side, letter in enumerate(LETTERS) if sides >> side & 1)
    for sides in range(16)
)


class SquareView(msgspec.Struct, frozen=True, gc=False):
    """A square with a tile on it. `tile` is None where the seat does not know it."""

    square: str
    tile: str | None
    rotation: int
    passages: str  # letters; empty while it is hidden
    hidden: bool
    destroyed: bool
    sealed: bool
    spent: bool
    marks: tuple[str, ...]
    counter: str | None


class ItemView(msgspec.Struct, frozen=True, gc=False):
    """An Object: which, and whether enchanted or loaded with a Spell."""

    card: str
    enchanted: bool
    loaded: bool


class HoldView(msgspec.Struct, frozen=True, gc=False):
    """What holds a character."""

    kind: str
    side: str
    count: int
    tries: int
    card: str | None


class HeroView(msgspec.Struct, frozen=True, gc=False):
    """A character before a seat. Spells are counted; the owner's are named in `SeatView`."""

    seat: int
    character: str
    place: str
    below: bool
    strength: int  # as it is in force
    craft: int
    strength_counters: int
    craft_counters: int
    lives: int
    quota: int
    gold: int
    xp: int
    objects: tuple[ItemView, ...]
    limit: int
    followers: tuple[str, ...]
    abilities: tuple[str, ...]
    ailments: tuple[str, ...]
    weakness: int
    spells: int
    scrolls: int
    stored: int
    spell_limit: int
    tokens: int
    markers: int
    clues: int
    holds: tuple[HoldView, ...]
    statuses: tuple[tuple[str, int], ...]
    task: str
    done: tuple[str, ...]  # what he may do once in his life, and has done
    way_back: str | None


class PlaceView(msgspec.Struct, frozen=True, gc=False):
    """A seat: its character, or what it waits for."""

    seat: int
    out: bool
    spares: int
    scales: int
    score: int
    hero: HeroView | None


class MazeView(msgspec.Struct, frozen=True, gc=False):
    """What lies on the table, to one seat or to a spectator."""

    seat: int | None
    scenario: str
    finish: str
    round: int
    round_cap: int
    to_play: int
    king: int
    scales: int
    places: tuple[PlaceView, ...]
    board: tuple[SquareView, ...]
    monsters: tuple[tuple[str, str], ...]  # card, square
    lying: tuple[tuple[str, tuple[str, ...]], ...]  # space, cards
    hand: tuple[str, ...]  # the seat's own Spells ...
    scrolls: tuple[str, ...]
    stored: tuple[str, ...]
    dealt: tuple[str, ...]  # ... and the characters it may choose from
    enemy_spells: int
    pool: int
    entrances: tuple[str, ...]  # those not on the board
    decks: tuple[tuple[str, int], ...]
    discards: tuple[tuple[str, tuple[str, ...]], ...]
    purchases: tuple[str, ...]
    talismans: int
    beside: tuple[str, ...]  # special Followers not in play
    fallen: tuple[str, ...]
    silence: tuple[tuple[str, int], ...]


def view(maze: Maze, seat: int | None) -> MazeView:
    """Show the table to a seat; `None` is a spectator."""
    own = maze.seats[seat].hero if seat is not None else None
    decks = maze.decks
    is_dealing = seat is not None and maze.seats[seat].hero is None
    return MazeView(
        seat=seat,
        scenario=maze.options.scenario,
        finish=maze.options.finish,
        round=maze.round,
        round_cap=maze.options.round_cap or 0,
        to_play=maze.to_play,
        king=maze.king,
        scales=maze.scales,
        places=tuple([place_view(maze, number) for number in range(len(maze.seats))]),
        board=tuple([square_view(s, p, seat) for s, p in enumerate(maze.board) if p is not None]),
        monsters=tuple([(m.card.id, NAMES[m.square]) for m in maze.monsters]),
        lying=tuple([(s, ids(c.card for c in cards)) for s, cards in maze.lying.items() if cards]),
        hand=sorted_ids(own.spells) if own else (),
        scrolls=sorted_ids(own.scrolls) if own else (),
        stored=sorted_ids(own.stored.values()) if own else (),
        dealt=ids(maze.dealt) if is_dealing and seat == dealing(maze) else (),
        enemy_spells=len(maze.enemy_spells),
        pool=len(maze.pool),
        entrances=sorted_ids(maze.entrances),
        decks=tuple([(id, len(deck.pile)) for id, deck in decks.items() if not deck.is_open]),
        discards=tuple([(id, sorted_ids(d.discards)) for id, d in decks.items() if d.discards]),
        purchases=sorted_ids(decks["purchase"].pile),
        talismans=len(decks["talisman"].pile),
        beside=sorted_ids(decks["special"].pile),
        fallen=ids(maze.fallen),
        silence=tuple(maze.silence.items()),
    )


def dealing(maze: Maze) -> int:
    """SU-4. The seat that is being dealt characters: the first without one."""
    return next((s for s, place in enumerate(maze.seats) if place.hero is None), -1)


def square_view(square: int, placed: Placed, seat: int | None) -> SquareView:
    """Show a tile; a hidden one only to seats that know it."""
    known = not placed.hidden or seat in placed.known
    return SquareView(
        square=NAMES[square],
        tile=placed.tile.id if known else None,
        rotation=placed.rotation,
        passages="" if placed.hidden else PASSAGE_LETTERS[placed.sides],
        hidden=placed.hidden,
        destroyed=placed.destroyed,
        sealed="sealed" in placed.marks,
        spent=placed.spent,
        marks=tuple(sorted(placed.marks)) if placed.marks else (),
        counter=placed.counter.id if placed.counter else None,
    )


def place_view(maze: Maze, seat: int) -> PlaceView:
    """Show a seat."""
    place = maze.seats[seat]
    hero = hero_view(maze, place.hero) if place.hero else None
    return PlaceView(seat, place.out, place.spares, place.scales, score(maze, seat), hero)


def hero_view(maze: Maze, hero: Hero) -> HeroView:
    """Show a character; all but his Spells is public."""
    return HeroView(
        seat=hero.seat,
        character=hero.character.id,
        place=hero.place,
        below=hero.in_labyrinth,
        strength=strength_of(maze, hero),
        craft=craft_of(maze, hero),
        strength_counters=hero.strength,
        craft_counters=hero.craft,
        lives=hero.lives,
        quota=hero.quota,
        gold=hero.gold,
        xp=hero.xp,
        objects=tuple([ItemView(i.card.id, i.enchanted, i.charge > 0) for i in hero.objects]),
        limit=carrying_limit(hero),
        followers=ids(hero.followers),
        abilities=ids(hero.abilities),
        ailments=tuple(ailments_of(hero)),
        weakness=hero.weakness,
        spells=len(hero.spells),
        scrolls=len(hero.scrolls),
        stored=len(hero.stored),
        spell_limit=spell_limit(hero),
        tokens=len(hero.tokens),
        markers=len(hero.markers),
        clues=hero.clues,
        holds=tuple([hold_view(hold) for hold in hero.holds]),
        statuses=statuses(hero),
        task=hero.task,
        done=tuple(sorted(hero.done)),
        way_back=NAMES[hero.way_back] if hero.way_back >= 0 else None,
    )


def hold_view(hold: Hold) -> HoldView:
    """Show a hold."""
    side = LETTERS[hold.side] if hold.side >= 0 else ""
    return HoldView(hold.kind, side, hold.count, hold.tries, hold.card.id if hold.card else None)


STATUSES: Final = tuple(
    (name, name.replace("_", "-"))
    for name in (
        "miss",
        "blind",
        "alarm",
        "feast",
        "outcast",
        "spirit_ward",
        "ration",
        "free_move",
        "prisoner",
    )
)
"""The fields of his states, and what they are called."""


def statuses(hero: Hero) -> tuple[tuple[str, int], ...]:
    """Name the states he is in, with their counts."""
    return tuple([(name, int(n)) for field, name in STATUSES if (n := getattr(hero, field))])


def ids(rows: Iterable[Row]) -> tuple[str, ...]:
    """Name rows."""
    return tuple([row.id for row in rows])


def sorted_ids(rows: Iterable[Row]) -> tuple[str, ...]:
    """Name rows in no telling order."""
    return tuple(sorted([row.id for row in rows]))
