"""Special rooms H to M: Chasm, Cloud of Chaos, Crypt, Faerie Dragon, Gateway, Halls of Learning."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.choices import GiveObject, Take
from undercroft.games.talisman.components.effects import (
    accepts,
    contends,
    gold,
    is_marked,
    mark,
    misses,
    once,
    unless_passes,
)
from undercroft.games.talisman.components.kinds import RoomAction, Thing, Tile
from undercroft.games.talisman.heroes.ailments import catches
from undercroft.games.talisman.heroes.binding import bind
from undercroft.games.talisman.heroes.characteristics import can_fly, castable, usable
from undercroft.games.talisman.heroes.possessions import (
    choose_ability,
    discard_object,
    draw_ability,
    followers_roll,
    gain_follower,
    gain_object,
    lose_object,
    objects,
    purchase,
)
from undercroft.games.talisman.heroes.spells import announce
from undercroft.games.talisman.heroes.vitals import change_gold, lose_life, miss_turns, set_status
from undercroft.games.talisman.heroes.wild_magic import is_struck_by_spell
from undercroft.games.talisman.movement.leaving import leave_for
from undercroft.games.talisman.movement.relocating import (
    can_go_back,
    go_back,
    step_through_teleporter,
)
from undercroft.games.talisman.pieces import Hold, Item
from undercroft.games.talisman.rules.asking import both, choose_move, is_puppet, nothing
from undercroft.games.talisman.rules.dice import passes, pick, roll_on
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.crypt import spring_crypt

# -- H. Chasm Room --------------------------------------------------------------------------------


def chasm_room(maze: Maze, hero: Hero) -> Rules[None]:
    """H. Turn back, or get across; who came by no passage stands on no particular side."""
    side, visit = hero.side, hero.visit
    if side < 0:
        return
    yield from cross_chasm(maze, hero, with_back=True)
    if hero.visit == visit:
        bind(maze, hero, Hold("far-side", side=side))


def ways_across(maze: Maze, hero: Hero, *, with_back: bool) -> Sequence[str]:
    """H. What is open to him. A seat that moves a puppet does not know, nor spend, his Spells."""
    ways = ["back"] if with_back and can_go_back(maze, hero) else []
    levitation = castable(maze, hero, "flight") and not is_puppet(maze, hero)
    if can_fly(maze, hero) or levitation:
        ways.append("fly")
    if usable(maze, hero, "rope"):
        ways.append("rope")
    return [*ways, "leap"]


def cross_chasm(maze: Maze, hero: Hero, *, with_back: bool) -> Rules[None]:
    """H. Fly, climb along a rope, or leap (R-33)."""
    ways = ways_across(maze, hero, with_back=with_back)
    secret = ways == ["fly", "leap"] and not can_fly(
        maze, hero
    )  # by a Spell that others do not know
    way = yield from choose_move(maze, hero, "chasm", ways, secret=secret)
    if way == "back":
        yield from go_back(maze, hero)
    elif way == "fly":
        if not can_fly(maze, hero):
            yield from announce(maze, hero, castable(maze, hero, "flight")[0])
    elif way == "rope":
        yield from followers_roll(maze, hero, 1)
    elif not (yield from passes(maze, hero, "strength", 2)):
        lose_life(maze, hero, 1, "chasm-room")
        yield from discard_object(maze, hero)
        yield from followers_roll(maze, hero, 3)


# -- I. Cloud of Chaos ----------------------------------------------------------------------------


def disoriented(maze: Maze, hero: Hero) -> Rules[None]:
    """I, row 4: one, two or three turns."""
    miss_turns(maze, hero, (yield from pick(maze, "disorientation", (1, 2, 3))))


def becomes_outcast(maze: Maze, hero: Hero) -> None:
    """I, row 5: no City, and no more Followers."""
    set_status(maze, hero, "outcast")


def gains_spirit_ward(maze: Maze, hero: Hero) -> None:
    """I, row 6: he may evade any Spirit."""
    set_status(maze, hero, "spirit-ward")


CLOUD: Final = (
    catches("disease"),
    is_struck_by_spell,
    catches("lycanthropy"),
    disoriented,
    becomes_outcast,
    gains_spirit_ward,
)


def cloud_of_chaos(maze: Maze, hero: Hero) -> Rules[None]:
    """I. Roll."""
    yield from roll_on(maze, hero, "cloud-of-chaos", CLOUD, kind="room")


# -- J. Crypt Room --------------------------------------------------------------------------------

CRYPT_ROOM: Final = (
    spring_crypt,
    contends("crypt-spirit", 5, "spirit"),
    nothing,
    both(gold(1), mark("looted")),
    both(gold(2), mark("looted")),
    both(mark("looted"), purchase()),
)


def crypt_room(maze: Maze, hero: Hero) -> Rules[None]:
    """J. Investigate, until it is looted."""
    if not is_marked(maze, hero, "looted") and (yield from accepts(maze, hero, "investigate")):
        yield from roll_on(maze, hero, "crypt-room", CRYPT_ROOM, kind="room")


# -- K. Faerie Dragon -----------------------------------------------------------------------------


def loses_all_gold(maze: Maze, hero: Hero) -> None:
    """K, row 2."""
    change_gold(maze, hero, -hero.gold)


def trade_magic(maze: Maze, hero: Hero) -> Rules[None]:
    """K, row 4: a Magic Object of his for any one in the Adventure deck, a Talisman included."""
    own = [item for item in hero.objects if item.is_magic]
    store = maze.decks["adventure"].fog
    offered = [c for c in dict.fromkeys(store) if isinstance(c, Thing) and c.magic]
    if not own or not offered or not (yield from accepts(maze, hero, "trade")):
        return
    gives: list[GiveObject] = objects(own)
    given = yield from choose(hero.seat, "give-up", gives, why="trade")
    yield from lose_object(maze, hero, given.item)
    takes = [Take(card) for card in sorted(offered, key=str)]
    taken = yield from choose(hero.seat, "choose-card", takes, why="trade")
    store.remove(taken.card)
    yield from gain_object(maze, hero, Item(taken.card))  # type: ignore[arg-type]  # Things all


def follower_found(maze: Maze, hero: Hero, id: str) -> bool:
    """R-29. Take one of the special Followers, if it lies there and he may."""
    beside = maze.decks["special"].fog
    for card in beside:
        if card.id == id and isinstance(card, Thing) and not hero.outcast:
            beside.remove(card)
            return gain_follower(maze, hero, card)
    return False


def befriends_dragon(maze: Maze, hero: Hero) -> None:
    """K, rows 5-6; the tile is marked either way."""
    follower_found(maze, hero, "x-faerie-dragon")
    maze.mark(hero, "gone")


FAERIE_DRAGON: Final = (
    unless_passes("craft", 2, catches("confusion")),
    both(loses_all_gold, mark("gone")),
    mark("gone"),
    trade_magic,
    befriends_dragon,
    befriends_dragon,
)


def faerie_dragon(maze: Maze, hero: Hero) -> Rules[None]:
    """K. Roll, as long as it is there."""
    if not is_marked(maze, hero, "gone"):
        yield from roll_on(maze, hero, "faerie-dragon", FAERIE_DRAGON, kind="room")


# -- L. Gateway -----------------------------------------------------------------------------------


def gateway(maze: Maze, hero: Hero) -> Rules[None]:
    """L, R-34. Step through, as through a Teleporter."""
    if (yield from accepts(maze, hero, "step-through")):
        yield from step_through_teleporter(maze, hero)


# -- M. Halls of Learning -------------------------------------------------------------------------


def turned_away(maze: Maze, hero: Hero) -> Rules[None]:
    """M, row 1: back to where he started."""
    yield from leave_for(maze, hero, hero.character.start)


HALLS: Final = (
    turned_away,
    *[both(misses(1), draw_ability)] * 4,
    both(misses(1), choose_ability),
)


def halls_of_learning(maze: Maze, hero: Hero) -> Rules[None]:
    """M. Petition once (R-35)."""
    if "halls" not in hero.done and (yield from accepts(maze, hero, "petition")):
        once(hero, "halls")
        yield from roll_on(maze, hero, "halls", HALLS, kind="room")


ROOMS: Final = (
    Tile("s-chasm-room", "room", "straight", letter="H", entry=chasm_room),
    Tile("s-cloud-of-chaos", "room", "cross", letter="I", entry=cloud_of_chaos),
    Tile("s-crypt-room", "room", "elbow", 2, "J", crypt_room),
    Tile("s-faerie-dragon", "room", "straight", letter="K", entry=faerie_dragon),
    Tile(
        "s-gateway",
        "room",
        "dead-end",
        letter="L",
        entry=gateway,
        actions=(RoomAction("step-through", step_through_teleporter),),
    ),
    Tile("s-halls-of-learning", "room", "straight", letter="M", entry=halls_of_learning),
)
