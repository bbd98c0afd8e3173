"""Who sits where at one table."""

import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from undercroft.core.errors import Refused, quoted
from undercroft.core.seats import role_of
from undercroft.storage.journals import Record, Seat
from undercroft.web.words import say


class Seating:
    """The seats of a play, by role: P1, P2 ... and fate."""

    seats: dict[str, Seat]
    guests: set[str]  # who has a seat, besides bots
    open_seats: list[str]  # the roles that nobody has taken yet
    waits: bool  # the play cannot begin, since a seat is free
    persons: frozenset[int]  # the seats that are not a bot's for good
    is_for_several: bool  # more than one person plays, or watches

    def __init__(self, record: Record, seats: dict[str, Seat]) -> None:
        self.record = record
        self.roles = [role_of(seat) for seat in range(record.seats)]
        self.reseat(seats)

    def reseat(self, seats: dict[str, Seat]) -> None:
        """Let others have the seats."""
        self.seats = seats
        self.guests = {seat.guest for seat in seats.values() if seat.guest}
        self.open_seats = [role for role, seat in seats.items() if seat.is_free]
        self.waits = any(role in self.open_seats for role in self.roles)
        self.persons = frozenset(n for n, role in enumerate(self.roles) if not self.is_bots(role))
        persons = len(self.persons) + ("fate" in seats)
        self.is_for_several = persons > 1 or self.record.watch is not None

    def is_bots(self, role: str) -> bool:
        """Whether a seat is a bot's for good."""
        return self.seats[role].guest is None and self.seats[role].bot is not None

    def bot_of(self, role: str) -> str | None:
        """Name the bot that answers for a seat, if one does."""
        return self.seats[role].bot

    @property
    def bots(self) -> list[str]:
        """The bots that have a seat for good, in order."""
        return [str(self.bot_of(role)) for role in self.roles if self.is_bots(role)]

    def roles_of(self, guest: str) -> list[str]:
        """What a guest is in this play: P1, P2 at the same screen, fate ..., or nothing."""
        return [role for role, seat in self.seats.items() if seat.guest == guest]

    def guests_of(self, roles: Collection[str]) -> set[str]:
        """Who has some roles."""
        return {guest for role in roles if (guest := self.seats[role].guest)}

    def is_alone(self, roles: Collection[str]) -> bool:
        """Whether all seats but those of bots are somebody's own."""
        return bool(roles) and all(role_of(seat) in roles for seat in self.persons)

    def consenting(self, seat: int) -> set[int]:
        """The seats of the other persons, one of each, without those for whom a bot plays."""
        seats = [self.seats[role] for role in self.roles]
        others = [n for n, other in enumerate(seats) if other.guest and not other.bot]
        by_guest = {seats[n].guest: n for n in reversed(others)}
        return {n for guest, n in by_guest.items() if guest != seats[seat].guest}


def same_people(some: dict[str, Seat], others: dict[str, Seat]) -> bool:
    """Whether the same have the same seats, whenever they were seen last."""
    return some.keys() == others.keys() and all(
        seat._replace(seen=None) == others[role]._replace(seen=None) for role, seat in some.items()
    )


HERE: Final = "@here"  # somebody at the same screen
LINK: Final = "@link"  # the person who gets the link
LOBBY: Final = "@lobby"  # anybody
WISHES: Final = (HERE, LINK, LOBBY)
MOST_OF_A_NAME: Final = 24  # characters


def clean_name(text: str) -> str | None:
    """Make a name fit to be shown: one short line of letters that can be seen; or none."""
    shown = "".join(c if unicodedata.category(c)[0] in "LMNPSZ" else " " for c in nfc(text))
    return " ".join(shown.split())[:MOST_OF_A_NAME].strip() or None


def nfc(text: str) -> str:
    """Write letters one way."""
    return unicodedata.normalize("NFC", text)


def seats_for(owner: str, names: Sequence[str | None], wishes: Sequence[str]) -> dict[str, Seat]:
    """Lay a seat for the owner, and for each wish: a bot's name, or how a person is to come."""
    seats = {"P1": Seat(owner, names[0])}
    for number, wish in enumerate(wishes, 2):
        match wish:
            case "@here":
                seat = Seat(owner, names[number - 1])
            case "@link" | "@lobby":
                seat = Seat(key=secrets.token_urlsafe(12), listed=wish == LOBBY)
            case _ if wish.startswith("@"):
                raise Refused(say("table-error.seat-type", seat=quoted(wish)))
            case _:
                seat = Seat(bot=wish)
        seats[role_of(number - 1)] = seat
    return seats


def check_named_seed(seats: Mapping[str, Seat]) -> None:
    """Refuse a named seed where others sit: the player who names it may know the deck."""
    if sum(seat.bot is None for seat in seats.values()) > 1:
        raise Refused(say("table-error.named-seed"))
