"""What has just happened, and what is asked: the last card and dice, ways on the map, offers."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.events import Event
from undercroft.core.game import Rows
from undercroft.core.questions import Decision, Question
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import BY_NAME, LETTERS, SIZE
from undercroft.games.talisman.choices import (
    BeCharacter,
    Cast,
    GiveObject,
    GiveSpell,
    Landing,
    Piece,
    Take,
    Toward,
    Turned,
)
from undercroft.games.talisman.combat.scores import Terms
from undercroft.games.talisman.components.kinds import Tile
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.show.emblems import emblem
from undercroft.games.talisman.show.ground import (
    CATACOMBS,
    LABYRINTH,
    LAND,
    SQUARE,
    Box,
    corner,
    middle_of,
    plot_of,
    plots,
    symbol,
)
from undercroft.games.talisman.view import HeroView, MazeView

SIDES: Final = ("go", "secret-door", "tunnel", "exit", "door")
WAYS: Final = (
    "stay",
    "here",
    *[f"{word}-{side}" for word in SIDES for side in LETTERS],
    *[f"rot-{rotation}" for rotation in range(4)],
    *[f"sq-{square}" for square in BY_NAME],
)
GAP: Final = 92  # between the ways to lay a tile, as they are offered

Parts = dict[str, dict[str, Any]]


def recent(
    rows: Rows, view: MazeView, question: Question[Any] | None, told_so_far: Sequence[Event]
) -> Parts:
    """Show the last encounter with its dice, the ways on the map, and cards to choose from."""
    asked = question if isinstance(question, Decision) else None
    subject, rolled = last_scene(view, told_so_far)
    subject = faced(view, asked) or subject
    return {
        "ways": ways(view, asked),
        "scene": {
            "subject": subject,
            "seat": view.seat,
            "alone": len(view.places) == 1,
            "places": ("subject",),
        },
        "dice": {"rolled": rolled},
        "offer": offer(view, asked),
    }


# -- the last encounter ---------------------------------------------------------------------------


class Subject(NamedTuple):
    """What lies in the middle: a card, a room, a trap, a place; whose, and what it fights with."""

    what: str
    id: str
    emblem: str
    seat: int | None
    kind: str = ""
    value: int = 0


class Rolled(NamedTuple):
    """Dice that fell. `number` tells them from those before; `foe`: the other side's die."""

    number: int
    what: str
    faces: tuple[int, ...]
    foe: int = 0
    own_terms: Terms = ()
    foe_terms: Terms = ()
    total: int = 0
    against: int = 0
    ending: str = ""  # `win`, `draw`, `loss`, or nothing
    name: str = ""


FINDS: Final = frozenset({"treasure", "ability", "spell"})
"""What comes of an encounter: the dice of that encounter are still shown."""


def last_scene(view: MazeView, events: Sequence[Event]) -> tuple[Subject, Rolled | None]:
    """Find the last encounter, and the dice that fell since; for a find, before.

    A turn that has begun, and a step to another tile, take nothing off the table: what fate dealt
    last stays until the next.
    """
    shown: Subject | None = None
    rolled: Rolled | None = None
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, told.TurnStarted) and (shown or rolled):
            break
        rolled = rolled or dice_of(number, event)
        subject = subject_of(event) or attacked(view, event)
        shown = shown or subject
        if subject is not None and subject.what not in FINDS:
            break
    return shown or where_he_is(view), rolled


def subject_of(event: Event) -> Subject | None:
    """Say what an event puts into the middle."""
    match event:
        case told.EnemyMet(seat=seat, card=id, kind=kind, value=value):
            return Subject("enemy", id, emblem(id), seat, kind, value)
        case told.TrapSprung(seat=seat, name=id):
            return Subject("trap", id, emblem(id), seat)
        case told.RoomEntered(seat=seat, name=id):
            return Subject("room", id, emblem(id), seat)
        case told.TileDrawn(seat=seat, tile=id) | told.TileRevealed(seat=seat, tile=id):
            return Subject("tile", id, emblem(id), seat)
        case told.AdventureDrawn(seat=seat, card=id) | told.EventStruck(seat=seat, card=id):
            return Subject("adventure", id, emblem(id), seat)
        case told.TreasureFound(seat=seat, card=id):
            return Subject("treasure", id, emblem(id), seat)
        case told.AbilityGained(seat=seat, ability=id):
            return Subject("ability", id, emblem(id), seat)
        case told.SpellHeld(seat=seat, card=id):
            return Subject("spell", id, emblem(id), seat)
        case told.SpellCast(seat=seat, spell=id):
            return Subject("cast", id, emblem(id), seat)
        case told.EnemyCast(seat=seat, spell=id):
            return Subject("struck", id, emblem(id) if id in ROWS else "i-spell", seat)
        case told.PlaceVisited(seat=seat, place=id):
            return Subject("place", id, emblem(id), seat)
        case told.Moved(seat=seat, goal=id) if id in ROWS:
            return Subject("space", id, emblem(id), seat)
    return None


def faced(view: MazeView, asked: Decision[Any] | None) -> Subject | None:
    """Put into the middle whom or what a question is about to fight."""
    if asked is None:
        return None
    if asked.id == "king":
        return Subject("enemy", "dragon-king", emblem("dragon-king"), asked.seat, "", view.king)
    foe = asked.about.get("foe")
    if not isinstance(foe, str):
        return None
    kind, against = str(asked.about["kind"]), int(str(asked.about["against"]))
    return Subject("enemy", foe, emblem(foe), asked.seat, kind, against)


def attacked(view: MazeView, event: Event) -> Subject | None:
    """Put the character into the middle whom another attacks."""
    if not isinstance(event, told.CharacterAttacked):
        return None
    rival = view.places[event.target].hero
    return Subject("enemy", rival.character, rival.character, event.seat) if rival else None


def where_he_is(view: MazeView) -> Subject:
    """The place of the character whose turn it is."""
    hero = view.places[view.to_play].hero
    if hero is None or not hero.place:
        return Subject("", "", "", view.to_play)
    if hero.place in ROWS:
        return Subject("space", hero.place, emblem(hero.place), hero.seat)
    tile = next((s.tile for s in view.board if s.square == hero.place), None)
    return Subject("tile", tile or "", emblem(tile) if tile else "", hero.seat)


def dice_of(number: int, event: Event) -> Rolled | None:
    """Say which dice an event tells of."""
    match event:
        case told.FightRolled():
            gap = event.own_score - event.enemy_score
            return Rolled(
                number=number,
                what="fight",
                faces=(event.own_die,),
                foe=event.enemy_die,
                own_terms=event.own_terms,
                foe_terms=event.enemy_terms,
                total=event.own_score,
                against=event.enemy_score,
                ending="win" if gap > 0 else "draw" if gap == 0 else "loss",
            )
        case told.TestTaken():
            return Rolled(
                number,
                "test",
                event.rolled,
                own_terms=event.penalties,
                total=event.total,
                against=event.needed,
                ending="win" if event.passed else "loss",
                name=event.characteristic,
            )
        case told.TableRolled(table=table, roll=roll, row=row) if table != "treasure-roll":
            return Rolled(number, "table", (roll,), total=row, name=table)
        case told.ArmourRolled(piece=piece, roll=roll, saved=saved):
            return Rolled(number, "armour", (), total=roll, ending=won(saved), name=piece)
        case told.Landed(roll=roll):
            return Rolled(number, "move", (roll,), total=roll)
        case told.PortalTried(roll=roll, opened=opened):
            return Rolled(number, "portal", (roll,), total=roll, ending=won(opened))
        case (
            told.StairsDrawn(roll=roll, total=total, found=found)
            | told.StairsSought(roll=roll, total=total, found=found)
        ):
            return Rolled(number, "stairs", (roll,), total=total, against=11, ending=won(found))
    return None


def won(is_so: bool) -> str:
    """Say how a roll ended that only succeeds or fails."""
    return "win" if is_so else "loss"


# -- ways on the map ------------------------------------------------------------------------------


def ways(view: MazeView, asked: Decision[Any] | None) -> dict[str, Any]:
    """Show where the question's character can go, and how a tile can be laid."""
    moved = mover(view, asked)
    looker = view.places[view.seat if view.seat is not None else view.to_play].hero
    x, y = middle_of(view.scenario, looker.place) if looker and looker.place else (350, 350)
    at = middle_of(view.scenario, moved.place) if moved and moved.place else (x, y)
    laid = laying(asked)
    if laid:
        x, y = middle_of(view.scenario, laid[3])
    elif ends := landings(view, asked):
        x, y = amid([(x, y), *ends])
    return {
        "at": at,
        "half": half_of(view, moved),
        "camera": (x, y),
        "bounds": bounds(view, looker, bool(laid)),
        "laying": laid,
        "plots": tuple([(p.id, p.x, p.y, p.wide, p.high) for p in plots(view.scenario)]),
        "places": (*WAYS, *[f"sp-{p.id}" for p in plots(view.scenario)]),
    }


def landings(view: MazeView, asked: Decision[Any] | None) -> list[tuple[int, int]]:
    """The middles of the spaces that may be chosen."""
    options = asked.options if asked else ()
    spaces = [option.space.id for option in options if isinstance(option, Landing | Toward)]
    return [middle_of(view.scenario, space) for space in spaces]


def amid(spots: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Give the middle of the least rectangle around some spots."""
    across, down = [x for x, _ in spots], [y for _, y in spots]
    return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2


def half_of(view: MazeView, moved: HeroView | None) -> tuple[int, int]:
    """Half the width and height of where a character is."""
    if moved is None or moved.below or not moved.place:
        return SQUARE // 2, SQUARE // 2
    here = plot_of(view.scenario, moved.place)
    return here.wide // 2, here.high // 2


def mover(view: MazeView, asked: Decision[Any] | None) -> HeroView | None:
    """Say whose ways they are: a victim's, his own who is thrown out, or his whose turn it is."""
    if asked is None:
        return view.places[view.to_play].hero
    victim = asked.about.get("victim")
    for place in view.places:
        if victim is not None and place.hero and place.hero.character == str(victim):
            return place.hero
    return view.places[asked.seat if asked.id == "eject" else view.to_play].hero


def bounds(view: MazeView, looker: HeroView | None, below: bool) -> Box:
    """Give what is to be seen: the realm that the character is in, or where a tile is laid."""
    if view.scenario == "catacombs":
        return CATACOMBS
    return LABYRINTH if below or (looker and looker.below) else LAND


class Way(NamedTuple):
    """A way to lay a tile, and where it is offered."""

    rotation: int
    x: float
    y: float


def laying(asked: Decision[Any] | None) -> tuple[Any, ...]:
    """The tile that is to be laid, where, and every way to lay it, in a row beside the square."""
    if asked is None or asked.id != "rotate":
        return ()
    tile = asked.about["tile"]
    assert isinstance(tile, Tile)  # noqa: S101 (that is what is laid)
    square = str(asked.about["square"])
    x, y = corner(square)
    turned = [way.rotation for way in asked.options if isinstance(way, Turned)]
    left = x + SQUARE / 2 - GAP * len(turned) / 2
    left = min(max(left, 0), SIZE * SQUARE - GAP * len(turned))
    top = y - GAP - 8 if y >= 3 * SQUARE else y + SQUARE + 12
    offered = tuple([Way(rotation, left + GAP * n + 4, top) for n, rotation in enumerate(turned)])
    return (symbol(tile), emblem(tile.id), tile.id, square, x, y, offered)


# -- cards to choose from -------------------------------------------------------------------------


def offer(view: MazeView, asked: Decision[Any] | None) -> dict[str, Any]:
    """Show the cards that a question offers, but for those on the character's own sheet."""
    if asked is None:
        return {"cards": (), "places": ()}
    own = view.places[asked.seat].hero
    held = {*view.hand, *view.scrolls, *view.stored}
    if own is not None:
        held |= {*[item.card for item in own.objects], *own.followers, *own.abilities}
    cards: dict[str, str] = {}
    for option in asked.options:
        match option:
            case Take(card) | Piece(card) | BeCharacter(card):
                cards[f"offer-{card.id}"] = card.id
            case Cast(card) | GiveSpell(card) if card.id not in held:
                cards[f"card-{card.id}"] = card.id
            case GiveObject(item) if item.card.id not in held:
                cards[f"card-{item.card.id}"] = item.card.id
    shown = tuple([(place, id, emblem(id)) for place, id in cards.items()])
    return {"cards": shown, "places": tuple(cards)}
