"""How a game ended: a scene for each outcome, and for each seat what came to pass.

A scene is a backdrop and what lies on it, in pieces of the sprite.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from undercroft.core.events import Event
from undercroft.core.game import Ending, Laid, Outcome, Rows, Scene
from undercroft.games.tomb import events as told
from undercroft.games.tomb.view import MatchView, TombView

E = TypeVar("E", bound=Event)


def fan(*ids: str, top: float = 150) -> tuple[Laid, ...]:
    """Lay cards like a hand that is shown."""
    middle = (len(ids) - 1) / 2
    return tuple(
        Laid(
            id,
            520 + (n - middle) * 150,
            top + abs(n - middle) ** 2 * 16,
            160,
            224,
            round((n - middle) * 9),
        )
        for n, id in enumerate(ids)
    )


def coins(*spots: tuple[float, float]) -> tuple[Laid, ...]:
    """Lay gold."""
    return tuple(Laid("coin", x, y, 74, 74) for x, y in spots)


ENDINGS: Final[Mapping[str, Scene]] = {
    "won": Scene("hall", fan("kc", "kh", "ks", "kd", top=190)),
    "escaped": Scene(
        "dawn", (*coins((520, 500), (612, 528), (700, 470)), Laid("torch-lit", 420, 380, 150, 210))
    ),
    "dead": Scene("grave", (Laid("skull", 488, 300, 130, 182, -4),)),
    "lost": Scene("dark", tuple(Laid("torch-out", 330 + n * 140, 440, 110, 154) for n in range(4))),
    "finished": Scene(
        "hall", (Laid("stack", 500, 220, 200, 280), Laid("seal", 640, 380, 150, 150))
    ),
    "decided": Scene("duel", fan("kh", top=90)),
    "drawn": Scene("duel", coins((500, 110), (626, 110))),
    "abandoned": Scene("door", (Laid("torch-out", 420, 380, 110, 154, 70),)),
}


def ending(
    rows: Rows, view: MatchView, events: Sequence[Event], outcome: Outcome, seat: int
) -> Ending:
    """Tell a match by its totals; a game by how the delver came out."""
    scene = ENDINGS[outcome.name]
    if outcome.name == "finished":
        fields = msgspec.structs.asdict(last(told.SeriesScored, events))
        return Ending(("finished", "finished-how", "finished-done"), fields, scene)
    if len(outcome.scores) > 1:
        fields = {
            "seat": seat,
            "winners": outcome.winners,
            "more": round(max(outcome.scores)),
            "less": round(min(outcome.scores)),
            "games": view.games,
            "kings": sum([results[seat].kings for results in view.results]),
            "outcome": view.results[-1][seat].outcome,
        }
        return Ending((outcome.name, f"{outcome.name}-how", "match-done"), fields, scene)
    tomb = view.tombs[0]
    assert isinstance(tomb, TombView)  # noqa: S101 (who plays alone sees it all)
    return alone(rows, tomb, events, outcome)


def alone(rows: Rows, tomb: TombView, events: Sequence[Event], outcome: Outcome) -> Ending:
    """Tell of the one delver: what came, how far it was to the way out, what was in hand."""
    assert tomb.result is not None  # noqa: S101 (the game is over)
    name, scene = outcome.name, ENDINGS[outcome.name]
    fields: dict[str, Any] = {
        "seat": 0,
        "turns": tomb.delve_done + tomb.retreat_done,
        "depth": tomb.delve_done,
        "to_go": tomb.delve_done - 1 - tomb.retreat_done,
        "phase": tomb.phase,
        "kings": tomb.result.kings,
        "points": tomb.result.points,
        "gold": tomb.result.gold,
        "beaten": sum(isinstance(e, told.EncounterWon) for e in events),
    }
    end = next((e for e in events if isinstance(e, told.PlayerDied | told.PlayerLost)), None)
    if end is None:
        return Ending((name, f"{name}-how", "done"), fields, scene)
    haul = [rows[card] for card in end.haul_lost]
    kings = sum(card.kind == "hoard" for card in haul)
    fields |= {"turn": end.turn, "kings": kings, "points": sum(card.worth for card in haul)}
    if isinstance(end, told.PlayerDied):
        met = last(told.EncounterMet, events)
        fields |= {"kind": end.kind, "card": met.card, "strength": met.strength}
        fields["amount"] = last(told.BlowStruck, events).amount
        scene = Scene("grave", (*scene.laid, Laid(met.card, 150, 170, 240, 336, -6)))
    return Ending((name, f"{name}-how", "haul"), fields, scene)


def last(kind: type[E], events: Sequence[Event]) -> E:
    """Give the last event of a kind."""
    return next(event for event in reversed(events) if isinstance(event, kind))
