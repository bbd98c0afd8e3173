"""Leaving, rescue and the end (5.15)."""

from collections.abc import Mapping
from typing import Final, Literal

from undercroft.core.game import GameOver, Outcome
from undercroft.games.tin.components import MAIDEN
from undercroft.games.tin.events import GameEnded, KnightLeft, MaidenRescued, Result, TimeRanOut
from undercroft.games.tin.state import START, Dungeon, Knight, Status

OUTCOMES: Final[Mapping[Status, Literal["win", "draw"]]] = {
    "left-after": "win",
    "left-before": "draw",
}  # Z-4


def leave(dungeon: Dungeon, knight: Knight) -> None:
    """Z-2. Out by the stairs, for good; the coins are kept, items and hand are not."""
    knight.status = "left-after" if dungeon.rescued else "left-before"
    dungeon.treasure_discard += knight.items
    knight.items = []
    lay_down_hand(dungeon, knight)
    dungeon.tell(KnightLeft, knight.seat, knight.gold, dungeon.rescued)


def lay_down_hand(dungeon: Dungeon, knight: Knight) -> None:
    """Discard all fight cards."""
    dungeon.fight_discard += knight.hand
    knight.hand, knight.drawn_in = [], []


def maybe_rescue(dungeon: Dungeon) -> None:
    """M-7, Z-3. The maiden is at the stairs: alone, the knight leaves with her at once."""
    for knight in dungeon.knights_in(START):
        maiden = knight.carried(MAIDEN)
        if maiden is not None:
            knight.items.remove(maiden)
            dungeon.rescued = True
            dungeon.tell(MaidenRescued, knight.seat, dungeon.turn)
            if dungeon.is_solo:
                leave(dungeon, knight)


def run_out_of_time(dungeon: Dungeon) -> None:
    """Z-6. Who stands on the stairs leaves; who does not is lost in the dark."""
    active = [knight for knight in dungeon.knights if knight.is_active]
    out = [knight for knight in active if knight.cell == START]
    lost = [knight for knight in active if knight.cell != START]
    dungeon.tell(TimeRanOut, tuple([k.seat for k in lost]), tuple([k.seat for k in out]))
    for knight in out:
        leave(dungeon, knight)
    for knight in lost:
        knight.status = "lost"  # its items stay with it
        dungeon.treasure.shuffle_in(knight.coins)
        knight.coins = []
        lay_down_hand(dungeon, knight)
    end_if_nobody_is_left(dungeon)


def end_if_nobody_is_left(dungeon: Dungeon) -> None:
    """Z-1. The game ends when no knight is active."""
    for knight in dungeon.knights:
        if knight.status == "active":
            return
    results = results_of(dungeon)
    dungeon.tell(GameEnded, tuple(results), dungeon.rescued, dungeon.turn)
    ends = tuple([result.outcome for result in results])
    name = next(end for end in ("win", "draw", "loss") if end in ends)
    winners = tuple([result.seat for result in results if result.outcome == "win"])
    scores = tuple([result.score for result in results])
    places = tuple([result.rank or 0 for result in results]) if winners and len(results) > 1 else ()
    raise GameOver(Outcome(name, winners, scores, ends, places))


def results_of(dungeon: Dungeon) -> list[Result]:
    """Z-4. Outcome and score of every seat; Z-5: winners are ranked, equal scores share a rank."""
    wins = [knight.gold for knight in dungeon.knights if knight.status == "left-after"]
    return [
        Result(
            knight.seat,
            OUTCOMES.get(knight.status, "loss"),
            knight.gold,
            1 + sum([gold > knight.gold for gold in wins])
            if knight.status == "left-after"
            else None,
        )
        for knight in dungeon.knights
    ]
