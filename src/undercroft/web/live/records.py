"""What a play's row stands for: its game, its fate, and its journal.

A row outlives what it was played with: rules of an older version, a game that is no longer here.
Such a play cannot be opened, but it is listed as what it is, and its players can download it.
"""

from collections.abc import Collection, Sequence
from typing import Any

from undercroft.core.errors import Refused
from undercroft.core.fates import Fates, Seeded, seal
from undercroft.core.game import Game
from undercroft.core.records.entries import Answered
from undercroft.core.records.journal import Journal
from undercroft.core.variants import digest_of, read_variant, with_variant
from undercroft.games import catalogue, find_game
from undercroft.lessons import lesson_fate
from undercroft.storage.journals import Record
from undercroft.web.live.days import told_seed
from undercroft.web.words import say


class Closed(Refused):
    """A play that is kept here, but cannot be opened; only its guests are to know of it."""

    def __init__(self, why: str, guests: Collection[str]) -> None:
        super().__init__(why)
        self.guests = guests


def why_closed(record: Record) -> str | None:
    """Say why a play cannot be opened here, if that is so."""
    game = catalogue().get(record.game)
    if game is None:
        return say("list.no-game")
    played, here = record.rules_version, game.rules_version
    if played != here:
        return say("list.other-rules", played=played, here=here)
    return None


def title_of(record: Record) -> str:
    """Give the title of a play's game; of one that is gone, its name."""
    game = catalogue().get(record.game)
    return game.title if game is not None else record.game.capitalize()


def outcome_of(record: Record) -> str:
    """Say how a play ended, in the words of its game, if they are here."""
    game, name = catalogue().get(record.game), str(record.outcome)
    return game.words.title(name) if game is not None else name


def game_of(record: Record, *, kept: bool = True) -> Game[Any, Any]:
    """Find a play's game, with its variant. That may take a while: off the loop, and once."""
    if record.variant:
        return with_variant(record.variant, "variant", find_game, kept=kept)
    return find_game(record.game)


def variant_of(record: Record) -> str | None:
    """Give the hash of a play's variant, whether or not its game is still here."""
    return digest_of(read_variant(record.variant, "variant")) if record.variant else None


def fates_of(record: Record) -> Fates | None:
    """Say who answers fate: a sealed seed, a lesson's script, or persons."""
    if record.fate == "lesson":
        return lesson_fate(record.game, record.options)
    return Seeded(record.seed) if record.seed and record.fate == "sealed" else None


def journal_of(
    record: Record, variant: str | None, answers: Sequence[Answered], *, over: bool
) -> Journal:
    """Write a play as a journal; its variant is named by a hash."""
    sealed = record.seed if record.fate == "sealed" else None
    return Journal(
        game=record.game,
        rules_version=record.rules_version,
        seats=record.seats,
        options=record.options,
        variant=variant,
        sealed=seal(sealed) if sealed else None,
        seed=told_seed(record, over=over),
        entries=list(answers),
    )
