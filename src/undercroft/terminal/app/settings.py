"""What a person has set, and keeps from one game to the next."""

from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec

from undercroft.terminal.files import MOST

PACES: Final = {"off": 0.0, "fast": 0.12, "normal": 0.35, "slow": 0.8}  # seconds a card


class Settings(msgspec.Struct, frozen=True):
    """How the table looks and moves."""

    theme: Literal["crypt", "midnight", "parchment", "contrast", "terminal", "no-colour"] = "crypt"
    motion: Literal["off", "fast", "normal", "slow"] = "normal"
    density: Literal["comfortable", "compact"] = "comfortable"
    hints: Literal["thumb", "easy", "fair", "strong", "expert"] = "thumb"

    @property
    def pace(self) -> float:
        """How many seconds a card takes to land; none: all at once."""
        return PACES[self.motion]


def load_settings(home: Path) -> Settings:
    """Read what was set; what cannot be read is as it was at first."""
    with (
        suppress(OSError, msgspec.MsgspecError, RecursionError),
        (home / "terminal.json").open("rb") as file,
    ):
        return msgspec.json.decode(file.read(MOST), type=Settings)
    return Settings()


def keep_settings(home: Path, settings: Settings) -> None:
    """Write down what was set; `OSError` if that cannot be done."""
    home.mkdir(parents=True, exist_ok=True)
    new = home / "terminal.json.new"
    new.write_bytes(msgspec.json.format(msgspec.json.encode(settings)))
    new.replace(home / "terminal.json")
