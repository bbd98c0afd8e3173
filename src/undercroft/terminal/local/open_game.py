"""How a play begins here: a new one, or one that is on the disk."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.bots.outside import with_bots
from undercroft.core.errors import BadOption, Refused
from undercroft.core.fates import Fates, Seeded, new_seed, seal
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.records.journal import Journal
from undercroft.lessons import Lesson, lesson_fate
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journal_file import Save, unfinished
from undercroft.terminal.local.journal_notes import Notes, whole_file
from undercroft.terminal.local.journals import load
from undercroft.terminal.local.recorded_game import RecordedGame
from undercroft.terminal.words import say

_SEED: Final = re.compile(r"[!-~]{1,100}")


def record_game(
    home: Path,
    game: Game[Any, Any],
    options: Mapping[str, object],
    preset: str | None,
    seats: int,
    seed: str | None,
    notes: Notes,
) -> RecordedGame:
    """Begin a play. Without a seed, people say what fate gives: real cards; or a lesson does."""
    settled, _ = game.read_options(options, seats, preset)
    fates = fates_of(game, seed, notes, settled.given())
    play = Play(game, options, seats, fates, preset=preset)
    save = Save.create(home, game.id, whole_file(play, seed, notes))
    return RecordedGame(home, play, seed, save, notes)


def begin_lesson(home: Path, game: Game[Any, Any], lesson: Lesson) -> RecordedGame:
    """Begin a lesson: its bots sit in the seats after the first."""
    notes = Notes(dict(enumerate(lesson.bots, 1)), lesson=True)
    return record_game(home, game, lesson.options, None, 1 + len(lesson.bots), None, notes)


def fates_of(
    game: Game[Any, Any], seed: str | None, notes: Notes, options: Mapping[str, str]
) -> Fates | None:
    """Say who answers fate: a seed, a lesson's script, or people with real cards."""
    if notes.lesson:
        return lesson_fate(game.id, options)
    return Seeded(seed) if seed is not None else None


class Resumed(msgspec.Struct, frozen=True):
    """A play taken up again."""

    recorded: RecordedGame
    torn: str  # what was cut off an incomplete end
    heard: int  # so many events were told before a person last answered


def resume_game(
    home: Path, path: Path, variant: Path | None = None, bots: Sequence[str] = ()
) -> Resumed:
    """Go on with a play from its file; a module runs only if its bot is named once more."""
    save, text, torn = Save.open(path)
    try:
        game, journal, notes = load(path, text, variant)
        game = with_bots(game, bots)
        for bot in {*notes.bots.values()} - {*game.bots}:
            raise Refused(say("files.bot-needed", path=path, bot=bot))
        if journal.sealed and not journal.seed:
            raise Refused(say("files.sealed", path=path))
        if journal.seed and seal(journal.seed) != journal.sealed:
            raise Refused(say("files.other-seed", path=path))
        seed = journal.seed
        try:
            play = with_redo(game, journal, fates_of(game, seed, notes, journal.options))
        except Refused as error:
            raise Refused(f"{path}: {error}") from None
        if variant is not None and journal.variant:
            notes = replace(notes, variant=read_text(variant))
        save.append(play.entries_from(len(journal.entries)))  # fates that a kill kept from the disk
        heard, _ = before_the_last_answer(game, journal, notes)
        return Resumed(RecordedGame(home, play, seed, save, notes), torn, heard)
    except BaseException:
        save.close()
        raise


def with_redo(game: Game[Any, Any], journal: Journal, fates: Fates | None) -> Play:
    """Replay a journal with what was undone, and undo it again: so it can still be redone."""
    again = [answer for answers in reversed(journal.undone) for answer in answers]
    whole = msgspec.structs.replace(journal, entries=[*journal.entries, *again])
    play = Play.resume(game, whole, fates)
    for _ in journal.undone:
        play.undo()
    return play


def before_the_last_answer(game: Game[Any, Any], journal: Journal, notes: Notes) -> tuple[int, int]:
    """Count events and answers before a person last answered: what followed is told again."""
    labels = [entry.question.split()[0] for entry in journal.entries]
    bots = {f"P{seat + 1}" for seat in notes.bots}
    fated = {"draw", "roll"} if journal.sealed or notes.lesson else set()
    given = [at for at, label in enumerate(labels) if label not in bots | fated]
    answers = given[-1] if given else 0
    before = msgspec.structs.replace(journal, entries=journal.entries[:answers])
    return len(Play.resume(game, before).events), answers


def find_play(home: Path, named: str | None) -> Path:
    """Find the play to go on with: a file, the latest of a game, or the latest of all."""
    if named is not None and (Path(named).suffix == ".journal" or Path(named).is_file()):
        return Path(named)
    found = [path for path in unfinished(home) if not named or path.name.startswith(f"{named}-")]
    if not found:
        raise Refused(say("files.none-open", game=named or None, folder=home / "plays"))
    return found[0]


def checked_seed(seed: str | None) -> str:
    """Give the seed, or a new one; refuse what a journal's header could not hold."""
    if seed is None:
        return new_seed()
    if not _SEED.fullmatch(seed):
        raise BadOption(say("files.bad-seed", seed=seed[:40]))
    return seed
