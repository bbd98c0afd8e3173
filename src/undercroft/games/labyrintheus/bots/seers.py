"""Contestants who look ahead: they play as the contender does, unless imagined games say better."""

from typing import ClassVar

from undercroft.bots.search import Search


class Seer(Search):
    """Looks ahead for less than a second."""

    strength: ClassVar[str] = "strong"
    budget: ClassVar[float] = 1.0
    base = policy = "contender"
    playouts = 400
    seconds = 0.9


class Sibyl(Search):
    """Looks eight turns ahead and asks a judge: it sees in few worlds what it gains."""

    strength: ClassVar[str] = "expert"
    budget: ClassVar[float] = 3.0
    base = policy = "contender"
    playouts = 1200
    seconds = 2.7
    turns = 8
    first = 16
    fewest = 32
    errors = 1.5
