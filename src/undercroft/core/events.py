"""What is told while a play goes on, and to whom."""

import re
from typing import TypeAlias

import msgspec

Audience: TypeAlias = tuple[int, ...] | None
"""The seats that may hear an event; `None` is everybody, spectators too."""


def kebab(name: str) -> str:
    """`CardTurned` -> `card-turned`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="event",
    tag=kebab,
    rename="kebab",
):
    """Something that happened, in the past tense. Cards and other components go by their ids.

    A secret is told twice, never redacted: bare to all, whole to those who may know.
    """

    to: Audience = None

    @property
    def id(self) -> str:
        """The event's kind: its class's name in kebab-case."""
        return str(self.__struct_config__.tag)

    def is_for(self, seat: int | None) -> bool:
        """Whether the seat (`None`: a spectator) may hear it."""
        return self.to is None or seat in self.to
