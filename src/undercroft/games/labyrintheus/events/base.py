"""What every event of Labyrintheus is."""

from typing import Literal, TypeAlias

from undercroft.core.events import Event

Loss: TypeAlias = Literal["worn", "single-use", "replaced", "shed", "rust", "crush", "death"]
Source: TypeAlias = Literal["monster", "titan", "trap", "attack", "party"]
Gain: TypeAlias = Literal["deal", "reward", "chest", "trait", "party"]
Purpose: TypeAlias = Literal["attack", "evade", "guard", "soak"]
Closing: TypeAlias = Literal["theft", "loss", "death", "challenge"]
Ending: TypeAlias = Literal["portal", "last-alive", "all-dead", "timeout"]
Side: TypeAlias = Literal["living", "undead"]
Mode: TypeAlias = Literal["ambush", "undead", "dead-heat", "challenge"]


class Told(Event, frozen=True, gc=False):
    """Every event of Labyrintheus. Seats are counted from 0."""
