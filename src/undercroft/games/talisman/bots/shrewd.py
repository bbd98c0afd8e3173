"""An expert, who looks a few turns ahead and asks a judge how the table stands then."""

from typing import ClassVar

from undercroft.bots.search import Search


class Shrewd(Search):
    """Plays as `canny` does, unless imagined turns say better.

    It must see its own next turns: asked before them, the judge takes waiting for progress.
    """

    strength: ClassVar[str] = "expert"
    budget: ClassVar[float] = 3.0
    base = policy = "canny"
    playouts = 240
    seconds = 2.7
    turns = 8
    fewest = 32
    errors = 1.5
