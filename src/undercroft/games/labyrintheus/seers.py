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


class Oracle(Search):
    """Looks ahead for less than three seconds."""

    strength: ClassVar[str] = "expert"
    budget: ClassVar[float] = 3.0
    base = "adept"
    policy = "contender"
    playouts = 1200
    seconds = 2.7


class Sibyl(Search):
    """Looks two rounds of four ahead and asks a judge: for tables of more than two."""

    strength: ClassVar[str] = "expert"
    budget: ClassVar[float] = 3.0
    base = policy = "contender"
    playouts = 240
    seconds = 2.7
    turns = 8
    first = 16
    fewest = 32
    errors = 1.5
