"""What one seat may see (section 13 of the rules of record), built up from nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from undercroft.core.game import Row
from undercroft.games.talisman.board import LETTERS, NAMES, PASSAGES
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

PASSAGE_LETTERS: Final = {  # by shape and rotation
    shape: tuple(
        "".join(letter for side, letter in enumerate(LETTERS) if sides >> side & 1)
        for sides in turned
    )
    for shape, turned in PASSAGES.items()
}

Ids: TypeAlias = tuple[str, ...]


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
    return MazeView(seat, *[show(maze, seat) for show in PARTS.values()])


class MazeGlance:
    """A view whose parts are made when they are asked for: a bot asks for few of them.

    It shows the table as it is then, so nobody keeps it. Written as bytes, it is the whole view.
    """

    def __init__(self, maze: Maze, seat: int | None) -> None:
        self._maze = maze
        self._made: dict[str, Any] = {}
        self.seat = seat
        self.places = PlacesGlance(maze)

    def __getattr__(self, name: str) -> Any:
        made = self._made
        if name not in made:
            if name not in PARTS:
                raise AttributeError(name)
            made[name] = PARTS[name](self._maze, self.seat)
        return made[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return replace, (view(self._maze, self.seat),)  # a copy of the whole


class PlacesGlance:
    """The seats of a view, each shown when it is asked for."""

    def __init__(self, maze: Maze) -> None:
        self._maze = maze
        self._shown: dict[int, PlaceView] = {}

    def __len__(self) -> int:
        return len(self._maze.seats)

    def __iter__(self) -> Iterator[PlaceView]:
        return iter([self[seat] for seat in range(len(self))])

    def __getitem__(self, seat: int) -> PlaceView:
        if seat not in self._shown:
            self._shown[seat] = place_view(self._maze, seat)  # beyond the last: IndexError
        return self._shown[seat]


def hand_shown(maze: Maze, seat: int | None) -> Ids:
    """Name the Spells of a seat's own character."""
    own = maze.seats[seat].hero if seat is not None else None
    return sorted_ids(own.spells) if own else ()


def scrolls_shown(maze: Maze, seat: int | None) -> Ids:
    """Name those on his scrolls."""
    own = maze.seats[seat].hero if seat is not None else None
    return sorted_ids(own.scrolls) if own else ()


def stored_shown(maze: Maze, seat: int | None) -> Ids:
    """Name those in his weapons."""
    own = maze.seats[seat].hero if seat is not None else None
    return sorted_ids(own.stored.values()) if own else ()


def lying_shown(maze: Maze, seat: int | None) -> tuple[tuple[str, Ids], ...]:
    """Name the cards on the spaces of the Land."""
    return tuple([(s, ids([c.card for c in cards])) for s, cards in maze.lying.items() if cards])


def dealt_shown(maze: Maze, seat: int | None) -> Ids:
    """SU-4. Name the characters that a seat may choose from."""
    is_dealing = seat is not None and maze.seats[seat].hero is None
    return ids(maze.dealt) if is_dealing and seat == dealing(maze) else ()


PARTS: Final[Mapping[str, Callable[[Maze, int | None], Any]]] = {
    "scenario": lambda maze, seat: maze.options.scenario,
    "finish": lambda maze, seat: maze.options.finish,
    "round": lambda maze, seat: maze.round,
    "round_cap": lambda maze, seat: maze.options.round_cap or 0,
    "to_play": lambda maze, seat: maze.to_play,
    "king": lambda maze, seat: maze.king,
    "scales": lambda maze, seat: maze.scales,
    "places": lambda maze, seat: tuple(
        [place_view(maze, number) for number in range(len(maze.seats))]
    ),
    "board": lambda maze, seat: tuple(
        [square_view(s, p, seat) for s, p in enumerate(maze.board) if p is not None]
    ),
    "monsters": lambda maze, seat: tuple([(m.card.id, NAMES[m.square]) for m in maze.monsters]),
    "lying": lying_shown,
    "hand": hand_shown,
    "scrolls": scrolls_shown,
    "stored": stored_shown,
    "dealt": dealt_shown,
    "enemy_spells": lambda maze, seat: len(maze.enemy_spells),
    "pool": lambda maze, seat: len(maze.pool),
    "entrances": lambda maze, seat: sorted_ids(maze.entrances),
    "decks": lambda maze, seat: tuple([(id, len(maze.decks[id])) for id in maze.discards]),
    "discards": lambda maze, seat: tuple(
        [(id, sorted_ids(cards)) for id, cards in maze.discards.items() if cards]
    ),
    "purchases": lambda maze, seat: sorted_ids(maze.decks["purchase"]),
    "talismans": lambda maze, seat: len(maze.decks["talisman"]),
    "beside": lambda maze, seat: sorted_ids(maze.decks["special"]),
    "fallen": lambda maze, seat: ids(maze.fallen),
    "silence": lambda maze, seat: tuple(maze.silence.items()),
}
"""How each part of a view is made, in the order of its fields."""


def dealing(maze: Maze) -> int:
    """SU-4. The seat that is being dealt characters: the first without one."""
    return next((s for s, place in enumerate(maze.seats) if place.hero is None), -1)


def square_view(square: int, placed: Placed, seat: int | None) -> SquareView:
    """Show a tile; a hidden one only to seats that know it."""
    tile, marks, counter, hidden = placed.tile, placed.marks, placed.counter, placed.hidden
    return SquareView(
        square=NAMES[square],
        tile=tile.id if not hidden or seat in placed.known else None,
        rotation=placed.rotation,
        passages="" if hidden else PASSAGE_LETTERS[tile.shape][placed.rotation],
        hidden=hidden,
        destroyed=placed.destroyed,
        sealed="sealed" in marks,
        spent=placed.spent,
        marks=tuple(sorted(marks)) if marks else (),
        counter=None if counter is None else counter.id,
    )


def place_view(maze: Maze, seat: int) -> PlaceView:
    """Show a seat."""
    place = maze.seats[seat]
    return PlaceView(
        seat=seat,
        out=place.out,
        spares=place.spares,
        scales=place.scales,
        score=score(maze, seat),
        hero=hero_view(maze, place.hero) if place.hero else None,
    )


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
        ailments=tuple(ailments_of(hero)) if hero.ailments or hero.weakness else (),
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
    return HoldView(
        kind=hold.kind,
        side=LETTERS[hold.side] if hold.side >= 0 else "",
        count=hold.count,
        tries=hold.tries,
        card=hold.card.id if hold.card else None,
    )


STATUSES: Final = (
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
"""The fields of his states; they are called so, with hyphens."""

counts_of: Final[Callable[[Hero], tuple[int, ...]]] = attrgetter(*STATUSES)


def statuses(hero: Hero) -> tuple[tuple[str, int], ...]:
    """Name the states he is in, with their counts."""
    counts = counts_of(hero)
    if not any(counts):
        return ()
    named = zip(STATUSES, counts, strict=True)
    return tuple([(name.replace("_", "-"), int(count)) for name, count in named if count])


def ids(rows: Iterable[Row]) -> Ids:
    """Name rows."""
    return tuple([row.id for row in rows])


def sorted_ids(rows: Iterable[Row]) -> Ids:
    """Name rows in no telling order."""
    return in_order(tuple(rows))


@lru_cache(256)
def in_order(rows: tuple[Row, ...]) -> Ids:
    """Name rows by the alphabet; piles change seldom, and the last are remembered."""
    return tuple(sorted([row.id for row in rows]))
