"""How a game ended: a scene for each outcome, and for each seat what came to pass.

A scene is a backdrop and what lies on it, in pieces of the sprite.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from undercroft.core.events import Event
from undercroft.core.game import Ending, Laid, Outcome, Rows, Scene
from undercroft.games.tin import events as told
from undercroft.games.tin.components import MAIDEN
from undercroft.games.tin.rules.combat import ENOUGH
from undercroft.games.tin.state import START
from undercroft.games.tin.tiles import Cell
from undercroft.games.tin.view import TinView

ENDINGS: Final[Mapping[str, Scene]] = {
    "win": Scene("dawn", (Laid("pawn-1", 520, 330, 150, 252), Laid("maiden", 680, 410, 150, 150))),
    "draw": Scene(
        "dawn",
        (
            Laid("pawn-1", 500, 360, 130, 218),
            Laid("coin-10", 650, 480, 84, 84),
            Laid("coin-5", 730, 520, 74, 74),
        ),
    ),
    "loss": Scene(
        "grave",
        (Laid("thrust", 500, 310, 120, 120, -4), Laid("red:horns", 250, 450, 110, 110, -12)),
    ),
    "abandoned": Scene("door", (Laid("back", 420, 460, 100, 140, 62),)),
}


def ending(
    rows: Rows, view: TinView, events: Sequence[Event], outcome: Outcome, seat: int
) -> Ending:
    """Tell how a knight came out: dead, lost in the dark, or out by the stairs."""
    me = view.knights[seat]
    left = next((e for e in events if isinstance(e, told.KnightLeft) and e.seat == seat), None)
    fields: dict[str, object] = {
        "seat": seat,
        "turn": view.turn,
        "level": me.level,
        "hearts": me.hearts,
        "gold": left.gold if left else 0,
        "rooms": len(view.rooms),
        "slain": sum(isinstance(e, told.MonsterSlain) and e.seat == seat for e in events),
        "rescuer": any(isinstance(e, told.MaidenRescued) and e.seat == seat for e in events),
        "maiden": "free" if view.rescued else "captive",
        "steps": steps_to(me.cell, events),
    }
    if me.status == "dead":
        return slain(rows, events, seat, fields)
    if left is None:
        laid = (Laid(f"pawn-{seat + 1}", 545, 300, 110, 186),)
        return Ending(("lost", "lost-how", "done"), fields, Scene("dark", laid))
    turn = turn_of(events, left)
    scene = ENDINGS[outcome.ends[seat]]
    pawn = Laid(f"pawn-{seat + 1}", *scene.laid[0][1:])
    scene = scene._replace(laid=(pawn, *scene.laid[1:]))
    how = "won" if left.rescued else "left"
    return Ending((how, "out", "done"), {**fields, "turn": turn}, scene)


def slain(rows: Rows, events: Sequence[Event], seat: int, fields: Mapping[str, object]) -> Ending:
    """Tell of a knight's death: who struck, what was rolled, what fell to the floor."""
    died = next(e for e in events if isinstance(e, told.KnightDied) and e.seat == seat)
    before = events[: events.index(died)]
    blow = next(e for e in reversed(before) if isinstance(e, told.FightResolved) and e.seat == seat)
    carried = MAIDEN in died.items_fallen
    fields = {
        **fields,
        "turn": turn_of(events, died),
        "killer": died.killer,
        "room": died.room.tile,
        "attack": blow.attack,
        "reason": blow.reason,
        "roll": blow.roll,
        "value": blow.value,
        "plain": blow.roll == blow.value,
        "short": ENOUGH - blow.value,
        "gold": sum(rows[coin].value for coin in died.coins_lost),
        "maiden": "carried" if carried else fields["maiden"],
    }
    laid = (
        Laid(died.killer, 150, 190, 330, 330, -6),
        Laid(blow.attack, 520, 330, 90, 90, -4),
        Laid(f"pawn-{seat + 1}", 800, 480, 80, 134, 84),
    )
    return Ending(("slain", "slain-how", "done"), fields, Scene("grave", laid))


def turn_of(events: Sequence[Event], event: Event) -> int:
    """Say in which turn something happened."""
    before = events[: events.index(event)]
    return next((e.turn for e in reversed(before) if isinstance(e, told.TurnBegan)), 0)


def steps_to(cell: Cell, events: Iterable[Event]) -> int:
    """Count the rooms between a cell and the stairs, by ways that were walked."""
    ways: dict[Cell, set[Cell]] = {}
    for event in events:
        if isinstance(event, told.KnightMoved):
            one, other = [(it.x, it.y) for it in (event.source, event.to_room)]
            ways.setdefault(one, set()).add(other)
            ways.setdefault(other, set()).add(one)
    reached, edge, steps = {START}, {START}, 0
    while edge and cell not in reached:
        edge = {to for here in edge for to in ways.get(here, ())} - reached
        reached |= edge
        steps += 1
    return steps
