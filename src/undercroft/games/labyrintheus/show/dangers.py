"""What may kill: damage that is let through."""

from typing import Any

from undercroft.core.game import Dangers, Rows
from undercroft.core.questions import Decision
from undercroft.games.labyrintheus.view import MazeView


def dangers(rows: Rows, view: MazeView, decision: Decision[Any]) -> Dangers:
    """Say when to pass is to die, or to crumble: the damage is as high as the health."""
    about = decision.about
    if decision.id != "hurt" or about["victim"] != decision.seat:
        return {}
    amount, health = int(str(about["amount"])), int(str(about["health"]))
    return {"pass": ("pass", {"amount": amount})} if amount >= health else {}
