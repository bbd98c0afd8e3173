"""What the command line says: `words.toml`, in the language spoken."""

from typing import Final

from undercroft.core.words import Catalogue

CLI: Final = Catalogue("undercroft.cli")
say: Final = CLI.say
