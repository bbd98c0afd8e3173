"""What a new table is to be: which game, how, from whose cards, and who sits at it."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from undercroft.core.errors import Refused, quoted
from undercroft.core.fates import Seeded
from undercroft.core.records.entries import Answered
from undercroft.core.seats import FATE, role_of
from undercroft.storage.journals import Record, Seat
from undercroft.web.live.people.seating import check_named_seed
from undercroft.web.words import say

FATES: Final = ("sealed", "real-cards", "somebody", "lesson")


@dataclass(frozen=True, kw_only=True)
class NewTable:
    """A wish for a table. Its owner is P1; bots have the other seats, unless `seats` says who."""

    game: str
    id: str | None = None  # of the new game; else one that nobody can guess
    options: Mapping[str, object] = field(default_factory=dict)
    preset: str | None = None
    variant: str | None = None
    fate: str = "sealed"
    seed: str | None = None
    kind: str = "play"
    name: str | None = None
    parent: tuple[str, int | None] | None = None  # the game that it comes of, and at which answer
    answers: Sequence[Answered] = ()  # that are given already
    bots: Sequence[str] = ()
    seats: Mapping[str, Seat] = field(default_factory=dict)
    patience: int | None = None
    day: str | None = None
    rival: str | None = None  # the finished game of the same deal that it races

    def seats_for(self, owner: str) -> dict[str, Seat]:
        """Lay the seats, Fate's too, if a person is to deal."""
        taken = dict(self.seats or {"P1": Seat(owner)})
        dealer = taken.pop(FATE, None) or Seat(key=secrets.token_urlsafe(12))
        taken |= {role_of(n): Seat(bot=bot) for n, bot in enumerate(self.bots, len(taken))}
        return taken | ({FATE: dealer} if self.fate == "somebody" else {})

    def record_for(self, owner: str, seats: Mapping[str, Seat], seed: str) -> Record:
        """Write the row of it; `seed` deals, if none was named. What cannot be is refused."""
        if self.fate not in FATES:
            raise Refused(say("table-error.fate", fate=quoted(self.fate)))
        players = {role: seat for role, seat in seats.items() if role != FATE}
        is_named = bool(self.seed) and self.kind == "play"
        if is_named:
            check_named_seed(players)
        if self.fate == "sealed":
            Seeded(self.seed or seed)  # refuses a bad one
        elif self.seed:
            raise Refused(say("table-error.seed-needs-seal"))
        parent, parent_at = self.parent or (None, None)
        return Record(
            id=self.id or secrets.token_urlsafe(12),
            game=self.game,
            rules_version=0,
            seats=len(players),
            options={},
            variant=self.variant,
            fate=self.fate,
            seed=(self.seed or seed) if self.fate == "sealed" else None,
            kind="seeded" if is_named else self.kind,
            owner=owner,
            name=self.name,
            patience=self.patience,
            day=self.day,
            parent=parent,
            parent_at=parent_at,
            rival=self.rival,
        )
