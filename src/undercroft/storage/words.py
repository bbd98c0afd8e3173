"""What storage says when it refuses something: `words.toml`, in the language spoken."""

from typing import Final

from undercroft.core.words import Catalogue

STORAGE: Final = Catalogue("undercroft.storage")
say: Final = STORAGE.say
