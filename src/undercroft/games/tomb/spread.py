"""The table in parts, for `templates/table.html`: what each part shows, taken from a view.

A part is drawn by the macro of its name, from these values alone: equal values, equal drawing.
`places` are the ids, drawn in that part, that an option may be laid on.
"""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.games.tomb import events as told
from undercroft.games.tomb.view import MatchView, TombView

BEATS: Final[frozenset[type[Event]]] = frozenset(
    {
        told.EncounterMet,
        told.ActionTried,
        told.TorchBurnt,
        told.SkillGained,
        told.FavourGranted,
        told.HoardFound,
        told.ScrollFound,
        told.CardDiscarded,
        told.LastTorch,
        told.TreasureDropped,
        told.TurnEnded,
    }
)
"""The events at which there is something to see; a table shows them one after the other."""

TARGETS: Final[Mapping[str, str]] = {
    "draw": "deck",
    "deeper": "deck",
    "discard": "deck",
    "turn-back": "way-out",
    "berserk": "js",
    "disarm": "jd",
    "pick-lock": "jc",
    "dodge": "jh",
    "take": "hearts",
    "read-scroll": "joker",
    "let-it-burn": "torch-row",
}
"""Where an option lies on the table, by its word; one that carries a card lies on that card."""

Parts = dict[str, dict[str, Any]]


def spread(view: MatchView) -> Parts:
    """Lay out the table of the seat that looks, or of the seat to play."""
    tomb = view.tombs[view.to_play if view.seat is None else view.seat]
    if not isinstance(tomb, TombView):
        return {}
    delving = tomb.phase == "delve"
    over = tomb.result is not None
    opened = tomb.opened
    last = tomb.delve_done
    here = last + 1 if delving else last - tomb.retreat_done - 1
    return {
        "status": {
            "phase": tomb.phase,
            "delve_done": last,
            "to_go": 0 if over else last - 1 - tomb.retreat_done,
            "points": tomb.points,
            "kings": tomb.kings,
            "game": view.game,
            "games": view.games,
            "result": tomb.result,
        },
        "torches": {
            "torches": tomb.torches,
            "scroll_used": tomb.scroll_used,
            "places": ("torch-row",),
        },
        "rows": {
            "stacks": opened.stacks if opened else tomb.stacks,
            "opened": opened is not None,
            "delve_done": last,
            "here": 0 if over else here,
            "delving": delving,
        },
        "way": {"delving": delving, "over": over, "places": ("way-out",)},
        "column": {
            "cards": tomb.column,
            "encounter": tomb.encounter,
            "favoured": tomb.favoured,
            "over": over,
            "places": tomb.column,
        },
        "deck": {
            "left": tomb.left,
            "returned": tomb.returned,
            "discards": opened.discards if opened else tomb.discards,
            "opened": opened is not None,
            "places": ("deck",),
        },
        "hearts": {
            "showing": tomb.showing,
            "left": tomb.hit_points,
            "dodge_used": tomb.dodge_used,
            "places": ("hearts",),
        },
        "hand": {"cards": tomb.hand, "points": tomb.points, "places": tomb.hand},
        "unseen": {"cards": tuple(sorted(tomb.unseen)) if view.card_count_aid or over else ()},
    }
