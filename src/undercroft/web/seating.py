"""Who sits where at one table."""

from collections.abc import Collection

from undercroft.storage.journals import Record, Seat
from undercroft.web.eyes import role_of


class Seating:
    """The seats of a play, by role: P1, P2 ... and fate."""

    def __init__(self, record: Record, seats: dict[str, Seat]) -> None:
        self.record = record
        self.roles = [role_of(seat) for seat in range(record.seats)]
        self.seats = seats
        self.waits = False  # the play cannot begin, since a seat is free
        self.reseat(seats)

    def reseat(self, seats: dict[str, Seat]) -> None:
        """Let others have the seats."""
        self.seats = seats
        self.waits = any(seats[role].is_free for role in self.roles)

    @property
    def persons(self) -> tuple[str, ...]:
        """How the answers begin of the seats that are not a bot's for good."""
        return tuple([f"{role} " for role in self.roles if not self.is_bots(role)])

    def is_bots(self, role: str) -> bool:
        """Whether a seat is a bot's for good."""
        return self.seats[role].guest is None and self.seats[role].bot is not None

    @property
    def guests(self) -> set[str]:
        """Who plays, besides bots and fate."""
        return {guest for role in self.roles if (guest := self.seats[role].guest)}

    def bot_of(self, role: str) -> str | None:
        """Name the bot that answers for a seat, if one does."""
        return self.seats[role].bot

    @property
    def bots(self) -> list[str]:
        """The bots that have a seat for good, in order."""
        return [str(self.bot_of(role)) for role in self.roles if self.is_bots(role)]

    @property
    def open_seats(self) -> list[str]:
        """The roles that nobody has taken yet."""
        return [role for role, seat in self.seats.items() if seat.is_free]

    def roles_of(self, guest: str) -> list[str]:
        """What a guest is in this play: P1, P2 at the same screen, fate ..., or nothing."""
        return [role for role, seat in self.seats.items() if seat.guest == guest]

    def is_alone(self, roles: Collection[str]) -> bool:
        """Whether all seats but those of bots are somebody's own."""
        return bool(roles) and all(prefix.strip() in roles for prefix in self.persons)

    def name_of(self, role: str) -> str:
        """Say what whoever has a role goes by."""
        return self.seats[role].name or role
