"""What the terminal says itself, beside the games: `words.toml`, in the language spoken."""

from typing import Final

from undercroft.core.words import Catalogue

TERMINAL: Final = Catalogue("undercroft.terminal")
say: Final = TERMINAL.say
