"""What the lab says of its findings: `words.toml`, in the language spoken."""

from typing import Final

from undercroft.core.words import Catalogue

LAB: Final = Catalogue("undercroft.lab")
say: Final = LAB.say
