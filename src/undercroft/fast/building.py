"""Building a game's direct text: write it, compile it, check it, and only then let it be used."""

from typing import Any, Final

import msgspec

from undercroft.core.game import Game
from undercroft.core.running.direct import STAMP, Direct
from undercroft.fast.checking import check
from undercroft.fast.compiling import compile_text
from undercroft.fast.writing import Writing

GAMES: Final = 5  # played through both texts, at each number of seats with each preset


def build(game: Game[Any, Any]) -> int:
    """Build a game's direct text; give how many games have been compared."""
    writing = Writing(game)
    made = writing.build  # of the sources as they are now: they may change while it compiles
    writing.write()
    compile_text(writing.package, writing.root.parent, writing.compiled)
    compared = check(Direct(game, made), GAMES)
    (writing.folder / STAMP).write_bytes(msgspec.json.encode(made))
    return compared
