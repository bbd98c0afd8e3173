"""The table in parts, for `templates/table.html`: what each part shows, taken from a view.

A part is drawn by the macro of its name, from these values alone: equal values, equal drawing.
`places` are the ids, drawn in that part, that an option may be laid on. What has just happened, and
what is asked, is in `scene.py`; where things lie on the map, in `ground.py`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.events import Event
from undercroft.core.game import Rows, WebTable
from undercroft.core.questions import Decision, Option, Question
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import BY_NAME
from undercroft.games.talisman.choices import (
    BeCharacter,
    Cast,
    Cure,
    DropAbility,
    GiveFollower,
    GiveObject,
    GiveSpell,
    Landing,
    Piece,
    Rival,
    Side,
    Take,
    To,
    Toward,
    Trade,
    Turned,
    Use,
)
from undercroft.games.talisman.components.kinds import Character, Thing, Tile
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.heroes.ailments import AILMENTS
from undercroft.games.talisman.show.emblems import emblem
from undercroft.games.talisman.show.goal import goal, rank
from undercroft.games.talisman.show.ground import (
    ground,
    middle_of,
    plots,
    small_labyrinth,
    small_land,
    small_spot,
    standing,
)
from undercroft.games.talisman.show.scene import scene
from undercroft.games.talisman.view import HeroView, MazeView, PlaceView

BEATS: Final[frozenset[type[Event]]] = frozenset(
    {
        told.CharacterDealt,
        told.Moved,
        told.TilePlaced,
        told.TileRevealed,
        told.TileDestroyed,
        told.EntrancePlaced,
        told.TilesShifted,
        told.RoomEntered,
        told.TrapSprung,
        told.EnemyMet,
        told.EnemyCast,
        told.FightRolled,
        told.TestTaken,
        told.TableRolled,
        told.LifeLost,
        told.LifeHealed,
        told.Died,
        told.Replaced,
        told.TreasureFound,
        told.AdventureDrawn,
        told.ObjectGained,
        told.ObjectLost,
        told.FollowerJoined,
        told.FollowerLost,
        told.AbilityGained,
        told.SpellHeld,
        told.SpellCast,
        told.AilmentCaught,
        told.GateMonster,
        told.GateMonsterMoved,
        told.KingStruck,
        told.TalismanGained,
    }
)
"""The events at which there is something to see; a table shows them one after the other."""

HEADLINES: Final[frozenset[type[Event]]] = frozenset(
    {told.TaskDone, told.KingStruck, told.Died, told.Out, told.TalismanGained}
)
"""What every player wants to know of the others."""

ON_SUBJECT: Final = (
    *("battle", "psychic", "fight", "break", "open", "enter", "sit", "read", "drink", "eat", "dig"),
    *("investigate", "challenge", "decipher", "petition", "learn", "rest", "claim", "search"),
    *("pray", "listen", "give", "drill", "study", "follow", "accept", "deliver", "take"),
)
"""Words of options that lie on the card in the middle: what one may do with it."""

SOUNDS: Final[Mapping[type[Event], str]] = {
    told.TileDrawn: "card",
    told.AdventureDrawn: "card",
    told.FightRolled: "die",
    told.TestTaken: "die",
    told.TableRolled: "die",
    told.LifeLost: "blow",
    told.TreasureFound: "gain",
    told.Died: "death",
}
"""What is heard of what happens, where somebody wants to hear it."""

TARGETS: Final[Mapping[str, str]] = {
    "stay": "stay",
    "stop": "stay",
    "exit": "here",
    "seek": "here",
    "arena-fight": "here",
    "swim": "here",
    "step-through": "here",
    "use-teleportal": "here",
    "enter-sewers": "here",
    "attack-gate": "here",
    "tunnel-out": "here",
    "roll": "here",
    "cross": "here",
    "portal": "here",
    "force-gate": "here",
    "free-move": "here",
    "step-on": "here",
    "step-back": "here",
    "eat-ration": "card-ration",
    "use-charm": "card-t-lucky-charm",
    "use-map": "card-t-map-scrap",
    "use-key": "card-t-skeleton-key",
    "key": "card-t-skeleton-key",
    "counter": "card-sp-counterspell",
    "strength": "gain-strength",
    "craft": "gain-craft",
    **dict.fromkeys(ON_SUBJECT, "subject"),
}
"""Where an option lies on the table, by its word; for those that carry something see `place`."""

RIVALS: Final = 5  # the most there can be
GAINS: Final = ("gain-strength", "gain-craft", "gain-life")


def place(option: Option) -> str:
    """Say where an option lies that carries something: on the map, a card, or a character."""
    match option:
        case Side():
            return f"{option.__struct_config__.tag}-{option.side}"
        case To():
            return f"sq-{option.square}"
        case Turned(rotation):
            return f"rot-{rotation}"
        case Toward(space) | Landing(space):
            return f"sp-{space.id}"
        case Rival():
            return option.player
        case Take(card) | Piece(card) | BeCharacter(card):
            return f"offer-{card.id}"
        case Cast(card) | Use(card) | GiveFollower(card) | GiveSpell(card) | DropAbility(card):
            return f"card-{card.id}"
        case GiveObject(item):
            return f"card-{item.card.id}"
        case Trade(gain):
            return f"gain-{gain}"
        case Cure(ailment):
            return f"ail-{ailment}"
    return ""


def is_pressing(decision: Decision[Any]) -> bool:
    """Say whether a question concerns the seat's own character."""
    return decision.id != "enemy-spell"


# -- parts ----------------------------------------------------------------------------------------

Parts = dict[str, dict[str, Any]]


class Pawn(NamedTuple):
    """Something that stands on the map: a character, or a monster out of a Gate."""

    name: str
    emblem: str
    title: str
    x: float
    y: float
    mark: str
    place: str = ""


def parts(rows: Rows, view: MazeView) -> Parts:
    """Lay out the table of the seat that looks."""
    return {
        **turn(view),
        "land": {
            "plots": plots(view.scenario),
            "portals": view.scenario == "expedition",
            "stairs": stairs(rows, view),
        },
        "mini": mini(rows, view),
        "tiles": {"tiles": tuple([ground(rows, square, view.scenario) for square in view.board])},
        "lying": {"cards": lying(view)},
        "goal": goal(rows, view, own_place(view)),
        "hero": hero(rows, view, own_place(view)),
        "vitals": {"hero": own_place(view).hero},
    }


def own_place(view: MazeView) -> PlaceView:
    """Give the seat that looks; to a spectator, the one whose turn it is."""
    return view.places[view.seat if view.seat is not None else view.to_play]


def turn(view: MazeView, *, over: bool = False) -> Parts:
    """Show what says whose turn it is: nobody's when the game is over."""
    me = own_place(view)
    to_play = None if over else view.to_play
    parts: Parts = {
        "bar": {
            "scenario": view.scenario,
            "finish": view.finish,
            "round": view.round,
            "cap": view.round_cap,
            "over": over,
            "to_play": to_play,
            "seats": len(view.places),
            "seat": view.seat,
            "king": view.king,
            "scales": view.scales,
            "pool": view.pool,
            "silence": view.silence,
        },
        "pieces": {
            "pawns": tuple(pawns_on(view, me, to_play)),
            "places": tuple([f"P{seat + 1}" for seat in range(len(view.places))]),
        },
    }
    others = [other for other in view.places if other is not me]
    for n in range(RIVALS):
        parts[f"rival_{n + 1}"] = rival(view, others[n] if n < len(others) else None, to_play)
    return parts


def recent(
    rows: Rows, view: MazeView, question: Question[Any] | None, heard: Sequence[Event]
) -> Parts:
    """Show what a view does not tell: the encounter in the middle, and that the game is over."""
    parts = scene(rows, view, question, heard)
    if heard and isinstance(heard[-1], told.GameEnded):
        parts |= turn(view, over=True)
    return parts


def stairs(rows: Rows, view: MazeView) -> tuple[tuple[str, str], ...]:
    """Say on which square each stair of the Land comes out, as far as its tile is laid."""
    laid = [(rows[seen.tile], seen.square) for seen in view.board if seen.tile and not seen.hidden]
    tiles = [(tile, square) for tile, square in laid if isinstance(tile, Tile)]
    return tuple([(tile.space, square) for tile, square in tiles if tile.space])


def mini(rows: Rows, view: MazeView) -> dict[str, Any]:
    """Show both realms small, with everybody where they are."""
    if view.scenario == "catacombs":
        return {"realms": ()}
    heroes = [seat.hero for seat in view.places if seat.hero and seat.hero.place]
    realms = []
    for realm, below in (("land", False), ("labyrinth", True)):
        land = small_land(portals=view.scenario == "expedition")
        cells = small_labyrinth(rows, view.board) if below else land
        there = [hero for hero in heroes if (hero.place in BY_NAME) is below]
        dots = [(hero.seat, hero.character, hero.place, small_spot(hero.place)) for hero in there]
        realms.append((realm, cells, tuple(dots)))
    return {"realms": tuple(realms)}


def pawns_on(view: MazeView, me: PlaceView, to_play: int | None) -> list[Pawn]:
    """Stand everybody where they are, side by side."""
    there: dict[str, list[HeroView]] = {}
    for seat in view.places:
        if seat.hero and seat.hero.place:
            there.setdefault(seat.hero.place, []).append(seat.hero)
    monsters: dict[str, list[str]] = {}
    for card, square in view.monsters:
        monsters.setdefault(square, []).append(card)
    pawns = []
    for where, heroes in there.items():
        x, y = standing(view.scenario, where)
        step = min(22.0, 66 / len(heroes))
        for n, one in enumerate(heroes):
            left = x - step * (len(heroes) - 1 - n) - 26
            mark = "me" if one.seat == me.seat else ""
            mark += " active" if one.seat == to_play else ""
            name = f"P{one.seat + 1}"
            pawn = f"pawn-{one.seat + 1}"
            pawns.append(Pawn(name, pawn, one.character, left, y - 48.0, mark.strip(), name))
    for where, cards in monsters.items():
        x, y = middle_of(view.scenario, where)
        for n, card in enumerate(cards):
            spot = (x + 14.0 - 16 * n, y - 48.0)
            pawns.append(Pawn(f"m-{where}-{n}", emblem(card), card, *spot, "monster"))
    return pawns


def lying(view: MazeView) -> tuple[tuple[str, str, float, float], ...]:
    """Lay the cards that lie on spaces: which, its picture, and where."""
    cards = []
    for space, ids in view.lying:
        x, y = middle_of(view.scenario, space)
        for n, id in enumerate(ids[:4]):
            cards.append((id, emblem(id), x - 56.0 + 28 * n, y - 58.0))
    return tuple(cards)


# -- a character's sheet --------------------------------------------------------------------------


class Shown(NamedTuple):
    """A card on a sheet. `adds`: what it adds, and to what, by the picture of that number."""

    id: str
    emblem: str
    enchanted: bool = False
    loaded: bool = False
    adds: tuple[tuple[str, str], ...] = ()


NUMBERS: Final = {  # what a thing adds to, by its field
    "weapon": "f-blades",
    "battle": "f-blades",
    "strength": "i-strength",
    "craft": "i-craft",
    "psychic": "i-spirit",
}


def adds(id: str) -> tuple[tuple[str, str], ...]:
    """Say what a thing adds to which number."""
    thing = ROWS.get(id)
    if not isinstance(thing, Thing):
        return ()
    found = [(sign, getattr(thing, field)) for field, sign in NUMBERS.items()]
    saves = [("i-shield", f"{thing.save}+")] if thing.save else []
    return (*[(sign, f"+{number}") for sign, number in found if number > 0], *saves)


def growth(rows: Rows, own: HeroView) -> tuple[tuple[str, int, int, int, int], ...]:
    """Say what Strength and Craft are made of: in force, at the start, grown, from things."""
    start = rows[own.character]
    assert isinstance(start, Character)  # noqa: S101 (that is what stands there)
    numbers = (
        ("strength", own.strength, start.strength, own.strength_counters),
        ("craft", own.craft, start.craft, own.craft_counters),
    )
    return tuple([(name, now, first, own - first, now - own) for name, now, first, own in numbers])


def objects_of(own: HeroView | None) -> tuple[Shown, ...]:
    """Show a character's Objects."""
    items = own.objects if own else ()
    return tuple(
        [Shown(i.card, emblem(i.card), i.enchanted, i.loaded, adds(i.card)) for i in items]
    )


def followers_of(own: HeroView | None) -> tuple[Shown, ...]:
    """Show a character's Followers."""
    return tuple([Shown(id, emblem(id), adds=adds(id)) for id in (own.followers if own else ())])


NOBODY: Final = {
    "place": None, "rank": 0, "face": "", "objects": (), "followers": (), "playing": False
}  # fmt: skip


def rival(view: MazeView, place: PlaceView | None, to_play: int | None) -> dict[str, Any]:
    """Show another seat, with what its character has."""
    if place is None:
        return NOBODY
    return {
        "place": place,
        "rank": rank(view, place),
        "face": emblem(place.hero.character) if place.hero else "",
        "objects": objects_of(place.hero),
        "followers": followers_of(place.hero),
        "playing": place.seat == to_play,
        "places": (f"P{place.seat + 1}",),
    }


def hero(rows: Rows, view: MazeView, me: PlaceView) -> dict[str, Any]:
    """Show the character of the seat that looks, with all that it has."""
    own = me.hero
    spells = (*view.hand, *view.scrolls, *view.stored) if view.seat is not None else ()
    return {
        "place": me,
        "hero": own,
        "face": emblem(own.character) if own else "",
        "growth": growth(rows, own) if own else (),
        "objects": objects_of(own),
        "followers": followers_of(own),
        "hand": view.hand if view.seat is not None else (),
        "scrolls": view.scrolls if view.seat is not None else (),
        "stored": view.stored if view.seat is not None else (),
        "rank": rank(view, me),
        "seats": len(view.places),
        "begun": view.round > 0,
        "places": (
            *GAINS,
            "card-ration",
            *[f"card-{id}" for id in (*spells, *(cards_of(own) if own else ()))],
            *[f"ail-{ailment}" for ailment in AILMENTS],
        ),
    }


def cards_of(own: HeroView) -> tuple[str, ...]:
    """All cards before a character but its Spells."""
    return (*[item.card for item in own.objects], *own.followers, *own.abilities)


WEB_TABLE: Final = WebTable(
    parts=parts,
    recent=recent,
    beats=BEATS,
    sounds=SOUNDS,
    headlines=HEADLINES,
    targets=TARGETS,
    place=place,
    is_pressing=is_pressing,
    cover="cover.svg",
)
