"""A play that goes on here. Every answer is on the disk before anybody sees what it leads to."""

from pathlib import Path

from undercroft.core.language.addressing import plain_names_for, words_for
from undercroft.core.language.names import Sitter, call
from undercroft.core.play import Play
from undercroft.core.records.entries import Redone, Undone
from undercroft.terminal.client import NotKept
from undercroft.terminal.files import reason
from undercroft.terminal.local.bots import Party
from undercroft.terminal.local.journal_file import Save
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.words import say


class RecordedGame:
    """A play, its file, its seed (none with real cards), and who plays. It says nothing itself."""

    def __init__(self, home: Path, play: Play, seed: str | None, save: Save, notes: Notes) -> None:
        self.home = home
        self.play = play
        self.seed = seed
        self.save = save
        self.notes = notes
        key = "lesson" if notes.lesson else seed or save.path.name
        self.party = Party(play.game, notes.bots, key)
        sitters = [Sitter(is_bot=seat in notes.bots) for seat in range(play.seats)]
        self.names = [it.name for it in call(sitters, play.game.words, key)]
        self.people = [seat for seat in range(play.seats) if seat not in notes.bots]
        # of one person among bots: *you*
        self.reader = self.people[0] if len(self.people) == 1 < play.seats else None
        self.told_names = plain_names_for(self.names, self.reader)
        self.words = self.story_words = play.game.words
        if play.seats > 1:
            self.story_words = play.game.words.calling(self.names)
            self.words = words_for(play.game.words, self.names, self.reader)

    @property
    def is_unattended(self) -> bool:
        """Whether bots play among themselves."""
        return not self.people

    @property
    def has_secrets(self) -> bool:
        """Whether a seat knows what not everybody may know: hands are hidden."""
        return any(map(self.play.has_secrets, range(self.play.seats)))

    def answer(self, choice: object) -> None:
        """Answer the open question: a fork first, so that a refused write leaves all as it was."""
        twin = self.play.fork()
        twin.answer(choice)
        try:
            self.save.append(twin.entries_from(self.play.number))
        except OSError as error:
            raise NotKept(say("files.not-taken", why=reason(error))) from None
        self.play.answer(choice)

    def undo(self) -> str | None:
        """Undo, back to a question that a person answered; give that answer, if there is one."""
        steps, first, over = 0, "", self.play.outcome is not None
        while undone := self.play.undo():
            steps += 1
            first = undone[0]
            if not self.party.plays(self.play.question):
                break
        else:
            self._redo(steps)
            return None
        try:
            self.save.append([Undone(of_end=over), *[Undone()] * (steps - 1)])
        except OSError as error:
            self._redo(steps)
            raise NotKept(say("files.not-undone", why=reason(error))) from None
        return first

    def redo(self) -> bool:
        """Redo, forward to a question for a person. False if there is nothing."""
        steps = 0
        while (not steps or self.party.plays(self.play.question)) and self.play.redo():
            steps += 1
        try:
            self.save.append([Redone()] * steps)
        except OSError as error:
            for _ in range(steps):
                self.play.undo()
            raise NotKept(say("files.not-taken", why=reason(error))) from None
        return steps > 0

    def finish(self) -> str | None:
        """Put the file of a play that is over away; say why, if that cannot be done."""
        try:
            self.save.finish(self.home)
        except OSError as error:
            return say("files.stays", why=reason(error))
        return None

    def close(self) -> None:
        """Let others go on with it."""
        self.save.close()

    def _redo(self, steps: int) -> None:
        for _ in range(steps):
            self.play.redo()
