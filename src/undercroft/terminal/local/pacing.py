"""A play as it is shown: it follows the real one, an answer at a time."""

from undercroft.core.play import Play


class PacedPlay:
    """Follows a play. What has happened is long on the disk; here it lands card by card."""

    def __init__(self, play: Play, *, from_start: bool) -> None:
        self.play = play
        if from_start:
            self.shown = Play(play.game, play.journal.options, play.seats)
        else:
            self.catch_up()

    @property
    def is_behind(self) -> bool:
        """Whether there is something left to show."""
        return self.shown.number < self.play.number

    def step(self) -> None:
        """Show what the next answer led to."""
        self.shown.answer(self.play.journal.entries[self.shown.number].answer)

    def catch_up(self) -> None:
        """Show all at once, also after an undo."""
        self.shown = self.play.fork(listen=True)
        self.shown.fates = None  # it meets the same fate as the real one, and at the same time
