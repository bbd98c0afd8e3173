"""From a journal file to the game it was played with."""

from pathlib import Path
from typing import Any, NamedTuple

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.records.journal import Journal, read_journal
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journal_notes import Notes, read_notes
from undercroft.terminal.words import say


class Loaded(NamedTuple):
    """A journal, its game (with its variant), and its notes."""

    game: Game[Any, Any]
    journal: Journal
    notes: Notes


def game_of(name: str, variant: Path | None) -> tuple[Game[Any, Any], str | None]:
    """Find a game, changed by a variant's file if there is one; give that file's text, too."""
    game = find_game(name)
    if variant is None:
        return game, None
    text = read_text(variant)
    changed = with_variant(text, str(variant), find_game)
    if changed.id != game.id:
        raise Refused(say("files.other-variant", path=variant, of=changed.id, game=game.id))
    return changed, text


def load(path: Path, text: str, variant: Path | None) -> Loaded:
    """Read a journal's text; refusals name the file. A variant's file goes before the notes."""
    try:
        journal, notes = read_journal(text), read_notes(text)
        game = find_game(journal.game)
        if variant is not None:
            game = with_variant(read_text(variant), str(variant), find_game, kept=True)
        elif notes.variant is not None:
            game = with_variant(notes.variant, say("files.its-variant"), find_game, kept=True)
        elif journal.variant is not None:
            raise Refused(say("files.variant-needed"))
        journal.check(game)
    except Refused as error:
        raise Refused(f"{path}: {error}") from None
    return Loaded(game, journal, notes)
