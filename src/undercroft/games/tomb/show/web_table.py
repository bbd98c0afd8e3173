"""The table in parts, for `templates/table.html`: what each part shows, taken from a view.

A part is drawn by the macro of its name, from these values alone: equal values, equal drawing.
`places` are the ids, drawn in that part, that an option may be laid on.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Rows, WebTable
from undercroft.core.questions import Question
from undercroft.games.tomb import events as told
from undercroft.games.tomb.show.last_turn import last_turn
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

SOUNDS: Final[Mapping[type[Event], str]] = {
    told.CardTurned: "card",
    told.TorchBurnt: "torch",
    told.LastTorch: "torch",
    told.Wounded: "blow",
    told.TreasureCollected: "gain",
    told.PlayerDied: "death",
    told.PlayerLost: "death",
}
"""What is heard of what happens, where somebody wants to hear it."""

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

UNSEEN: Final = TombView(
    seat=0,
    showing=10,
    hit_points=9,
    torches=(),
    scroll_used=False,
    hand=(),
    points=0,
    kings=0,
    phase="delve",
    delve_done=0,
    retreat_done=0,
    column=(),
    encounter=None,
    favoured=False,
    left=44,
    returned=None,
    unseen=(),
    stacks=(),
    discards=0,
    dodge_used=False,
    result=None,
    opened=None,
)
"""What is laid out for who may not see the table: a game as it begins."""


def parts(rows: Rows, view: MatchView) -> Parts:
    """Lay out the table of the seat that looks, or of the seat to play."""
    tomb = view.tombs[view.to_play if view.seat is None else view.seat]
    rivals = tuple([other for other in view.tombs if other is not tomb])
    if not isinstance(tomb, TombView):
        tomb, rivals = UNSEEN, view.tombs
    delving = tomb.phase == "delve"
    over = tomb.result is not None
    last = tomb.delve_done
    parts: Parts = {"rivals": {"rivals": rivals}} if rivals else {}
    return {
        **parts,
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
        "rows": turns(tomb),
        "way": {"delving": delving, "over": over, "places": ("way-out",)},
        "column": {
            "cards": tuple(
                [(id, "big encounter" if id == tomb.encounter else "big") for id in tomb.column]
            ),
            "favoured": tomb.favoured,
            "over": over,
            "places": tomb.column,
        },
        "deck": {"left": tomb.left, "returned": tomb.returned, "places": ("deck",)},
        "discards": {
            "cards": tomb.opened.discards if tomb.opened else (),
            "count": tomb.discards,
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


def recent(
    rows: Rows, view: MatchView, question: Question[Any] | None, told: Sequence[Event]
) -> Parts:
    """Show the last turn's fight while the chamber is empty."""
    tomb = view.tombs[view.to_play if view.seat is None else view.seat]
    shown = isinstance(tomb, TombView) and not tomb.column
    return {"last": {"turn": last_turn(tomb.seat, told) if shown else None}}


def turns(tomb: TombView) -> dict[str, Any]:
    """Lay out the finished turns: the delve row, and the retreat row beneath it, from the right.

    A cell has its turn, its cards (how many, or which, once they are opened) and a mark.
    """
    stacks: Sequence[int | tuple[str, ...]] = tomb.opened.stacks if tomb.opened else tomb.stacks
    last, over = tomb.delve_done, tomb.result is not None
    if tomb.phase == "delve":
        delve = [(turn, stacks[turn - 1], "") for turn in range(1, last + 1)]
        if not over:
            delve.append((last + 1, None, "here"))  # type: ignore[arg-type]
        return {"delve": tuple(delve), "retreat": ()}
    delve = [(n, stacks[n - 1], "turning" if n == last else "") for n in range(1, last + 1)]
    now = 0 if over else tomb.retreat_done + 1
    retreat = [
        (
            turn,
            stacks[last + turn - 1] if turn <= tomb.retreat_done else None,
            "here" if turn == now else "",
            last + turn,
        )
        for turn in range(last - 1, 0, -1)
    ]
    return {"delve": tuple(delve), "retreat": tuple(retreat)}


WEB_TABLE: Final = WebTable(
    parts=parts,
    recent=recent,
    beats=BEATS,
    sounds=SOUNDS,
    targets=TARGETS,
    cover="cover.svg",
)
