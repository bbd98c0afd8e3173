"""What puzzles say: `words.toml`, in the language spoken."""

from typing import Final

from undercroft.core.words import Catalogue

PUZZLES: Final = Catalogue("undercroft.puzzles")
say: Final = PUZZLES.say
