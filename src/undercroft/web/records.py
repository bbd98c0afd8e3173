"""What a play's row stands for: its game, its fate, and its journal."""

from typing import Any

from undercroft.core.fates import Fates, Seeded, seal
from undercroft.core.game import Game
from undercroft.core.journal import Journal, read_answers
from undercroft.core.variants import digest_of, read_variant, with_variant
from undercroft.games import find_game
from undercroft.storage.journals import Record
from undercroft.web.days import told_seed
from undercroft.web.lessons import lesson_fate


def game_of(record: Record) -> Game[Any, Any]:
    """Find a play's game, with its variant. That may take a while: off the loop, and once."""
    if record.variant:
        return with_variant(record.variant, "variant", find_game)
    return find_game(record.game)


def variant_of(record: Record) -> str | None:
    """Give the hash of a play's variant, whether or not its game is still here."""
    return digest_of(read_variant(record.variant, "variant")) if record.variant else None


def fates_of(record: Record) -> Fates | None:
    """Say who answers fate: a sealed seed, a lesson's script, or persons."""
    if record.fate == "lesson":
        return lesson_fate(record.game)
    return Seeded(record.seed) if record.seed and record.fate == "sealed" else None


def journal_of(record: Record, variant: str | None, lines: list[str], *, over: bool) -> Journal:
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
        entries=list(read_answers(lines)),
    )
