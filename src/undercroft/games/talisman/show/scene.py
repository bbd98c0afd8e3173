"""What has just happened, and what is asked: the last card and dice, ways on the map, offers."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.events import Event
from undercroft.core.game import Rows
from undercroft.core.questions import Decision, Question
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import BY_NAME, LETTERS, NAMES, SIZE
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


def scene(
    rows: Rows, view: MazeView, question: Question[Any] | None, told_so_far: Sequence[Event]
) -> Parts:
    """Show the last encounter with its dice, the ways on the map, and cards to choose from."""
    asked = question if isinstance(question, Decision) else None
    subject, rolled, effects = last_scene(view, told_so_far)
    before = faced(view, asked)
    if before is not None and before.id != subject.id:
        rolled, effects = None, ()
    subject = before or subject
    return {
        "ways": ways(view, asked),
        "scene": {
            "subject": subject,
            "own": own_side(view, subject),
            "seat": view.seat,
            "scenario": view.scenario,
            "alone": len(view.places) == 1,
            "places": ("subject",),
        },
        "dice": {"rolled": rolled},
        "effects": {"effects": effects},
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
    rival: int | None = None  # the seat that is attacked


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
    rows: int = 0  # of the table that was rolled on


class Effect(NamedTuple):
    """What came of an encounter."""

    what: str
    emblem: str
    card: str = ""
    n: int = 0
    whose: str = ""  # the other character's, whom it befell


SIX: Final = 6
TEN: Final = 10
TENS: Final = frozenset({"trap-nonmagic", "trap-magic"})  # tables of ten rows
TESTS: Final = frozenset({"test-passed", "test-failed"})
FINDS: Final = frozenset({"treasure", "ability", "spell"})
"""What comes of an encounter: the card of that encounter stays, and tells it."""


def last_scene(
    view: MazeView, events: Sequence[Event]
) -> tuple[Subject, Rolled | None, tuple[Effect, ...]]:
    """Find the last encounter, the dice that fell since, and what came of it.

    A turn that has begun, and a step to another place, take nothing off the table: what fate dealt
    last stays until the next. Only one's own step shows where one has come to.
    """
    shown: Subject | None = None
    thrown: list[tuple[int | None, Rolled]] = []
    effects: list[tuple[int | None, Effect]] = []
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, told.TurnStarted) and (shown or thrown):
            break
        roll = dice_of(number, event)
        seat = getattr(event, "seat", None)
        if roll is not None and (roll.what != "move" or seat == view.seat):
            thrown.append((seat, roll))
        effect = effect_of(event)
        if effect is not None:
            effects.append((seat, effect))
        subject = subject_of(event) or attacked(view, event)
        is_step = subject is not None and subject.what == "space" and subject.seat != view.seat
        if is_step and not (shown or thrown or effects):
            continue
        if subject is not None and (shown is None or shown.what in FINDS):
            shown = subject
        if subject is not None and subject.what not in FINDS:
            break
    found = shown or where_he_is(view)
    there = {found.seat} if found.rival is None else {found.seat, found.rival}
    rolls = [roll for seat, roll in thrown if seat in there]
    fight = next((roll for roll in rolls if roll.what == "fight"), None)
    rolled = fight or (rolls[0] if rolls else None)
    came = [
        effect if seat == found.seat else effect._replace(whose=found.id)
        for seat, effect in reversed(effects)
        if shown and seat in there
    ]
    if fight is None:  # the dice of a test are there to see
        came = [each for each in came if each.what not in TESTS]
    latest = {(each.what, each.card, each.whose): each for each in came if each.card != found.id}
    return as_fought(view, found, fight), rolled, tuple(latest.values())


def as_fought(view: MazeView, duel: Subject, fight: Rolled | None) -> Subject:
    """Say what a rival who is attacked fights with: the dice tell."""
    hero = view.places[duel.rival].hero if duel.rival is not None else None
    if hero is None:
        return duel
    psychic = fight is not None and fight.own_terms[0][0] == "craft"
    return duel._replace(
        kind="psychic" if psychic else "battle", value=hero.craft if psychic else hero.strength
    )


def effect_of(event: Event) -> Effect | None:
    """Say what an event adds to the card of an encounter."""
    match event:
        case told.LifeLost(n=n):
            return Effect("life-lost", "i-lost", n=n)
        case told.LifeHealed(n=n):
            return Effect("life-healed", "i-life", n=n)
        case told.Died():
            return Effect("died", "f-skull")
        case told.TestTaken(characteristic=name, passed=passed):
            return Effect("test-passed" if passed else "test-failed", f"i-{name}", name)
        case told.ArmourRolled(piece=id, roll=roll, saved=saved):
            return Effect("saved" if saved else "no-help", emblem(id), id, roll)
        case told.FightWon(xp=xp) if xp:
            return Effect("xp", "i-xp", n=xp)
        case told.Evaded():
            return Effect("evaded", "i-cloak")
        case told.KingStruck(scales_left=left):
            return Effect("scale", "i-scale", n=left)
        case told.TreasureFound(card=id):
            return Effect("treasure", emblem(id), id)
        case told.FollowerJoined(card=id):
            return Effect("follower", emblem(id), id)
        case told.FollowerLost(card=id):
            return Effect("follower-lost", emblem(id), id)
        case told.ObjectLost(card=id):
            return Effect("object-lost", emblem(id), id)
        case told.ObjectBroke(card=id):
            return Effect("broke", emblem(id), id)
        case told.AbilityGained(ability=id):
            return Effect("ability", emblem(id), id)
        case told.AilmentCaught(ailment=id):
            return Effect("ailment", emblem(id), id)
        case told.AilmentCured(ailment=id):
            return Effect("cured", emblem(id), id)
        case told.SpellDrawn():
            return Effect("spell", "i-spell")
        case told.StrengthChanged(now=now):
            return Effect("strength", "i-strength", n=now)
        case told.CraftChanged(now=now):
            return Effect("craft", "i-craft", n=now)
        case told.GoldChanged(now=now):
            return Effect("gold", "i-gold", n=now)
        case told.TaskDone(task=task):
            return Effect("task-done", "i-task", task)
    return None


def own_side(view: MazeView, subject: Subject) -> tuple[str, str, int]:
    """Give the character who meets an enemy, its face, and the number that it fights with."""
    hero = view.places[subject.seat].hero if subject.seat is not None else None
    if subject.what not in ("enemy", "duel") or hero is None:
        return "", "", 0
    number = hero.craft if subject.kind == "psychic" else hero.strength
    return hero.character, emblem(hero.character), number


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
    foe, kind, against = map(asked.about.get, ("foe", "kind", "against"))
    if not isinstance(foe, str) or kind is None:  # no fight, or it is over
        return None
    kind, against = str(kind), int(str(against))
    return Subject("enemy", foe, emblem(foe), asked.seat, kind, against)


def attacked(view: MazeView, event: Event) -> Subject | None:
    """Put the character into the middle whom another attacks."""
    if not isinstance(event, told.CharacterAttacked):
        return None
    rival = view.places[event.target].hero
    if rival is None:
        return None
    face = emblem(rival.character)
    return Subject("duel", rival.character, face, event.seat, rival=event.target)


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
            rows = TEN if table in TENS else SIX
            return Rolled(number, "table", (roll,), total=row, name=table, rows=rows)
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
        "bounds": bounds(view, looker, laid),
        "laying": laid,
        "ahead": ahead(view, moved),
        "plots": tuple(
            [(p.id, p.x, p.y, p.wide, p.high, waiting(view, p.id)) for p in plots(view.scenario)]
        ),
        "places": (*WAYS, *[f"sp-{p.id}" for p in plots(view.scenario)]),
    }


def waiting(view: MazeView, place: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Say which cards lie at a place, and who else stands there."""
    cards = [id for space, ids in view.lying if space == place for id in ids]
    cards += [card for card, square in view.monsters if square == place]
    heroes = [seat.hero for seat in view.places if seat.hero and seat.seat != view.seat]
    return tuple(cards), tuple([hero.seat for hero in heroes if hero.place == place])


def ahead(view: MazeView, moved: HeroView | None) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Say what is beyond each side of a character's square: how it looks, its tile, who waits."""
    if moved is None or moved.place not in BY_NAME:
        return ()
    tiles = {square.square: square for square in view.board}
    here = BY_NAME[moved.place]
    found: dict[str, tuple[Any, ...]] = {}
    for side, across, down in (("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0)):
        column, line = here % SIZE + across, here // SIZE + down
        if not (0 <= column < SIZE and 0 <= line < SIZE):
            continue
        name = NAMES[line * SIZE + column]
        seen = tiles.get(name)
        look = "dark" if seen is None else "hidden" if seen.hidden else "tile"
        tile = seen.tile if seen and look == "tile" else None
        found[side] = (look, tile, *waiting(view, name))
    return tuple(found.items())


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


def bounds(view: MazeView, looker: HeroView | None, laid: tuple[Any, ...]) -> Box:
    """Give what is to be seen: the realm that the character is in, or where a tile is laid."""
    if view.scenario == "catacombs":
        return CATACOMBS
    return explored(view, laid) if laid or (looker and looker.below) else LAND


def explored(view: MazeView, laid: tuple[Any, ...]) -> Box:
    """Give the known part of the Labyrinth, the squares around it, and a tile's ways to lie."""
    known = [corner(seen.square) for seen in view.board]
    spots = [(x + step, y + step) for x, y in known for step in (-SQUARE, 2 * SQUARE)]
    if laid:
        *_, left, top, offered = laid
        spots += [(left, top), (left + SQUARE, top + SQUARE)]
        spots += [(way.x + step, way.y + step) for way in offered for step in (0, GAP)]
    across = reach([x for x, _ in spots] or [0, SIZE * SQUARE])
    down = reach([y for _, y in spots] or [0, SIZE * SQUARE])
    return across[0], down[0], across[1], down[1]


def reach(spots: Sequence[float]) -> tuple[int, int]:
    """Give where a look along one side of the board begins, and how far it goes."""
    least, edge, end = 5 * SQUARE, 14, SIZE * SQUARE
    low, high = max(0, int(min(spots))), min(end, int(max(spots)))
    missing = max(0, least - (high - low))
    low = min(max(0, low - missing // 2), end - max(least, high - low))
    return low - edge, max(least, high - low) + 2 * edge


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
