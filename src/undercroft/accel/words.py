"""What native code says: `words.toml`, in the language spoken."""

from typing import Final

from undercroft.core.words import Catalogue

ACCEL: Final = Catalogue("undercroft.accel")
say: Final = ACCEL.say
