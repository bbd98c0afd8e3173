"""What the card about to be turned can do, counted over the unseen cards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from undercroft.core.game import Odds
from undercroft.core.questions import Decision
from undercroft.games.tomb.cards import Card
from undercroft.games.tomb.view import MatchView, TombView


def odds(rows: Mapping[str, Card], view: MatchView, decision: Decision[Any]) -> Odds:
    """Count for the options that turn a card what that card can do; others are certain."""
    tomb = view.tombs[decision.seat]
    if not isinstance(tomb, TombView) or decision.id not in ("face", "next"):
        return {}
    unseen = [rows[id] for id in tomb.unseen or (tomb.returned,) if id]
    if decision.id == "next":
        return {"deeper": Counter(first_card(tomb, card) for card in unseen)}
    encounter = decision.about["encounter"]
    assert isinstance(encounter, Card)  # noqa: S101 (the rules say so)
    return {"draw": Counter(next_card(tomb, encounter, card) for card in unseen)}


def first_card(tomb: TombView, card: Card) -> str:
    """Say what a card would be as the first of a turn."""
    return burning(tomb) if card.kind == "torch" else card.kind


def next_card(tomb: TombView, encounter: Card, card: Card) -> str:
    """Say what a card would do to an encounter."""
    if card.kind == "favour" or 0 < encounter.number <= card.number:
        return "wins"
    if card.kind == "torch":
        return burning(tomb)
    if not card.number:
        return card.kind
    if encounter.kind == "door":
        return "holds"
    return "kills" if encounter.number - card.number >= tomb.hit_points else "wounds"


def burning(tomb: TombView) -> str:
    """Say which torch the next one is."""
    return "torch" if len(tomb.torches) < 3 else "last-torch"
