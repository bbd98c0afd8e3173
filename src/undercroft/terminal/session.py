"""A sitting at the plain table: begin a play or go on with one, and see it off."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded, seal
from undercroft.core.game import Game
from undercroft.core.journal import Journal
from undercroft.core.play import Play
from undercroft.core.questions import Fate
from undercroft.terminal.files import read_text, reason
from undercroft.terminal.loading import load
from undercroft.terminal.notes import Notes, whole_file
from undercroft.terminal.party import Party
from undercroft.terminal.plain import HELP, PlainTable
from undercroft.terminal.saves import Save, unfinished
from undercroft.terminal.screen import Screen
from undercroft.terminal.telling import chronicle_of, outcome_of, player


class Session:
    """One sitting: a play, its file, its seed (none with real cards), and who plays."""

    def __init__(
        self, home: Path, play: Play, seed: str | None, save: Save, notes: Notes, screen: Screen
    ) -> None:
        self.home = home
        self.play = play
        self.seed = seed
        self.save = save
        self.screen = screen
        party = Party(play.game, notes.bots, seed or save.path.name)
        self.notes = notes
        self.table = PlainTable(play, seed, save, notes, party, screen)

    def run(self) -> None:
        """Greet, play, and either part or keep the play for later."""
        try:
            self.greet()
            if self.table.sit():
                self.part()
            else:
                self.stay()
        except KeyboardInterrupt:
            self.screen.say()
            self.stay()
            raise
        finally:
            self.save.close()

    def greet(self) -> None:
        """Say what is played and how, and show the sealed fate."""
        play, say = self.play, self.screen.say
        say(play.game.title)
        usual, _ = play.game.read_options({}, play.seats)
        given = play.options.given().items() - usual.given().items()
        options = [f"{name} {value}" for name, value in sorted(given)]
        if play.game.variant:
            options.append(f"variant {play.game.variant}")
        say(f"Options: {', '.join(options) or 'standard'}.")
        for seat, bot in self.notes.bots.items():
            say(f"{player(seat)} is the bot {bot!r}.")
        if self.seed is None:
            say(
                "Real cards: lay your own table as the rules say"
                f" (`undercroft rules {play.game.id}`), and type what you turn."
            )
            if isinstance(play.question, Fate):
                like = play.question.outcomes[0]
                title = play.game.words.title(str(like))
                say(f"Cards are written like {like}, or in full: {title}.")
        else:
            sealed = seal(self.seed)
            say(
                f"Sealed fate: {sealed[:12]}, the beginning of the hash of the seed that deals the"
                " cards. The seed is shown after the end; then `undercroft verify` checks every"
                " card against it."
            )
        if self.table.teller.people:
            self.screen.show(HELP)
        say()

    def part(self) -> None:
        """The play is over: its story, its outcome, its seed, and where its journal lies."""
        play, say = self.play, self.screen.say
        try:
            self.save.finish(self.home)
        except OSError as error:
            say(f"The journal stays among the plays in progress: {reason(error)}.")
        say()
        if play.options.given().get("chronicle") != "off":
            for paragraph in chronicle_of(play, play.journal.sealed):
                say(paragraph)
                say()
        say(f"Outcome: {outcome_of(play)}.")
        if self.seed is not None:
            say(f"Seed: {self.seed}, sealed as {seal(self.seed)}.")
        self.screen.show(f"Journal: {self.save.path}")
        if self.seed is not None:
            self.screen.show(f"To check every card: undercroft verify {self.save.path}")

    def stay(self) -> None:
        """The play is not over: say where it is kept."""
        self.screen.show(f"Saved: {self.save.path}")
        self.screen.show("To go on: undercroft play --resume")


def begin(
    home: Path,
    game: Game[Any, Any],
    options: Mapping[str, str],
    preset: str | None,
    seats: int,
    seed: str | None,
    notes: Notes,
) -> None:
    """Begin a play. Without a seed, people say what fate gives: real cards."""
    screen = Screen()
    fates = Seeded(seed) if seed is not None else None
    play = Play(game, options, seats, fates, preset=preset)
    kept = unfinished(home)
    save = Save.create(home, game.id, whole_file(play, seed, notes))
    if kept:
        screen.say("(An unfinished play is kept: undercroft play --resume goes on with it.)")
    Session(home, play, seed, save, notes, screen).run()


def go_on(home: Path, path: Path, variant: Path | None) -> None:
    """Go on with a play from its file."""
    screen = Screen()
    save, text, torn = Save.open(path)
    try:
        game, journal, notes = load(path, text, variant)
        if journal.sealed and not journal.seed:
            raise Refused(f"{path}: the seed is sealed; only who has it can go on")
        if journal.seed and seal(journal.seed) != journal.sealed:
            raise Refused(f"{path}: the seed is not the one that was sealed")
        seed = journal.seed
        try:
            play = Play.resume(game, journal, Seeded(seed) if seed is not None else None)
        except Refused as error:
            raise Refused(f"{path}: {error}") from None
        if variant is not None and journal.variant:
            notes = Notes(notes.bots, read_text(variant))
        save.append(play.lines[len(journal.entries) :])  # fates that a kill kept from the disk
    except BaseException:
        save.close()
        raise
    screen.say(f"Going on with {path}.")
    if torn:
        screen.say(f"Its last line was not complete and is dropped: {torn[:60]!r}.")
    session = Session(home, play, seed, save, notes, screen)
    session.table.teller.heard(events_before_the_last_answer(game, journal, notes))
    session.run()


def events_before_the_last_answer(game: Game[Any, Any], journal: Journal, notes: Notes) -> int:
    """Count what was told before a person last answered, so that what followed is told again."""
    labels = [entry.question.split()[0] for entry in journal.entries]
    bots = {f"P{seat + 1}" for seat in notes.bots}
    fated = {"draw", "roll"} if journal.sealed else set()
    given = [at for at, label in enumerate(labels) if label not in bots | fated]
    before = journal.entries[: given[-1]] if given else []
    return len(Play.resume(game, msgspec.structs.replace(journal, entries=before)).events)


def find_play(home: Path, named: str | None) -> Path:
    """Find the play to go on with: a file, the latest of a game, or the latest of all."""
    if named is not None and (Path(named).suffix == ".journal" or Path(named).is_file()):
        return Path(named)
    found = [path for path in unfinished(home) if not named or path.name.startswith(f"{named}-")]
    if not found:
        of = f" of {named!r}" if named else ""
        raise Refused(f"there is no unfinished play{of} in {home / 'plays'}")
    return found[0]
