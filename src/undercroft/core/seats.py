"""Seats: counted from 0 in code, and named P1, P2 ... where people read them."""

from typing import Final, TypeAlias

Eyes: TypeAlias = int | None
"""Through whose eyes a table is seen: a seat's, or a spectator's (`None`), as Fate has, too."""

FATE: Final = "fate"  # the role of a person who deals and rolls


def role_of(seat: int) -> str:
    """Name a seat as people read it: `P1`."""
    return f"P{seat + 1}"


def seat_of(role: str | None) -> Eyes:
    """Give the seat that a role has; fate and spectators have none."""
    return int(role[1:]) - 1 if role is not None and role.startswith("P") else None
