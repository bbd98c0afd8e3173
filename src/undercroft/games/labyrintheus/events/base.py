"""What every event of Labyrintheus is."""

from typing import Literal, TypeAlias

from undercroft.core.events import Event

Loss: TypeAlias = Literal["worn", "single-use", "replaced", "shed", "rust", "crush", "death"]
Source: TypeAlias = Literal["monster", "titan", "trap", "attack", "party"]
Mode: TypeAlias = Literal["ambush", "undead", "dead-heat", "challenge"]


class Told(Event, frozen=True, gc=False):
    """Every event of Labyrintheus. Seats are counted from 0."""
