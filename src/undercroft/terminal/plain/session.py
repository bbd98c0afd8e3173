"""A sitting at the plain table: begin a play or go on with one, and see it off."""

from undercroft.core.fates import seal
from undercroft.core.questions import Fate
from undercroft.terminal.local.open_game import Resumed
from undercroft.terminal.local.parting import Parting, finished, saved
from undercroft.terminal.local.recorded_game import Sitting
from undercroft.terminal.plain.console import Screen
from undercroft.terminal.plain.table import HELP, PlainTable
from undercroft.terminal.telling import player, what_is_played


class Session:
    """One sitting, told on a screen."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self.sitting = sitting
        self.play = sitting.play
        self.seed = sitting.seed
        self.screen = screen
        self.table = PlainTable(sitting, screen)

    def run(self) -> None:
        """Greet, play, and either part or keep the play for later."""
        try:
            self.greet()
            over = self.table.sit()
            self.part(finished(self.sitting) if over else saved(self.sitting))
        except KeyboardInterrupt:
            self.screen.say()
            self.part(saved(self.sitting))
            raise
        finally:
            self.sitting.close()

    def greet(self) -> None:
        """Say what is played and how, and show the sealed fate."""
        play, say = self.play, self.screen.say
        say(play.game.title)
        options = what_is_played(play.game, play.options.given(), play.seats)
        say(f"Options: {', '.join(options) or 'standard'}.")
        for seat, bot in self.sitting.notes.bots.items():
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
        if self.sitting.people:
            self.screen.show(HELP)
        say()

    def part(self, parting: Parting) -> None:
        """Tell what there is to say."""
        for paragraph in parting.story:
            self.screen.say()
            self.screen.say(paragraph)
        if parting.story:
            self.screen.say()
        for fact in parting.facts:
            self.screen.show(fact)


def begin(sitting: Sitting, note: str = "", *, others: bool) -> None:
    """Play a new play; others: whether there are unfinished ones besides."""
    screen = Screen()
    if note:
        screen.say(note)
    if others:
        screen.say("(An unfinished play is kept: undercroft play --resume goes on with it.)")
    Session(sitting, screen).run()


def go_on(resumed: Resumed, note: str = "") -> None:
    """Go on with a play from its file."""
    screen = Screen()
    if note:
        screen.say(note)
    screen.say(f"Going on with {resumed.sitting.save.path}.")
    if resumed.torn:
        screen.say(f"Its last line was not complete and is dropped: {resumed.torn[:60]!r}.")
    session = Session(resumed.sitting, screen)
    session.table.teller.heard(resumed.heard)
    session.run()
