"""A table as somebody sees it who plays there: the same for a game here and one on a server.

Both faces, the plain one and the full screen, know a table by this alone.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from undercroft.bots.chances import Chances
from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.language.words import Words
from undercroft.core.records.journal import Journal
from undercroft.protocol import HintShown, LineShown, PlayShown, SeatShown
from undercroft.terminal.words import say

Odds: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each option what can come, and in how many of equally likely cases."""


PAUSES: Final = (1, 2, 4, 8, 15)  # seconds between attempts, when the connection is lost


class LineLost(Exception):
    """The server cannot be reached, or cannot answer now; nothing is known of what it was asked."""


class NotKept(Refused):
    """What was to be written down cannot be; nothing has changed."""


class Parting(NamedTuple):
    """What is said when a table is left: the story, in paragraphs, and facts, a line each."""

    story: Sequence[str]
    facts: Sequence[str]


class Handover(NamedTuple):
    """The screen has to go to another person first; or somebody is here who is asked nothing."""

    seat: int
    covered: bool  # nothing may be seen until that person is alone with the screen


class Thinker(NamedTuple):
    """Who thinks, and for how many seconds at most."""

    name: str
    budget: float


class Coaching(NamedTuple):
    """What a lesson's coach says of what is new, and the answer advised now, if there is one."""

    lines: Sequence[str]
    advised: str | None


class Offer(NamedTuple):
    """Something that can be done at a table besides answering."""

    text: str
    words: str  # as they are typed


class Chat(Protocol):
    """Table talk."""

    unread: int
    signals: dict[str, str]

    @property
    def lines(self) -> list[LineShown]:
        """All that is kept, without those who are muted."""

    def mute(self, who: str, seats: Sequence[SeatShown], *, on: bool) -> str:
        """Mute somebody, or no longer; say so."""


class Client(Protocol):
    """A table, and what can be done there.

    Online, whatever is asked of it may take its time: faces call it beside the screen. What
    arrives by itself is awaited beside the screen (`waits`), and then added (`take`).
    """

    game: Game[Any, Any] | None  # none: unknown here
    is_online: bool
    kind: str  # here, bots (among themselves), seat, watching: it decides what can be done
    is_lesson: bool = False
    chat: Chat | None = None

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def shown(self) -> PlayShown:
        """How the game stands, as the person at the screen may see it."""

    @property
    def view(self) -> Any:
        """What there is to draw; `None`: only text."""

    @property
    def table(self) -> str:
        """The table as text."""

    @property
    def words(self) -> Words | None:
        """The game's words, with the names of this table."""

    @property
    def fresh(self) -> int:
        """How many lines of the log are no news."""

    def unheard(self) -> list[str]:
        """Tell what has happened, of which the person at the screen was not told yet."""

    def notices(self) -> list[str]:
        """Tell what else is new, once: who is back, what was undone, what was said."""
        return []

    def coach(self) -> Coaching | None:
        """Say what the coach of a lesson has to say."""
        return None

    # -- what is said of it -----------------------------------------------------------------------

    @property
    def title(self) -> list[str]:
        """The game, and what is not the default."""

    def greeting(self) -> list[str]:
        """Say what a player should know on arriving at the plain table."""

    @property
    def waiting(self) -> str:
        """What the table waits for, if not for the person at the screen."""

    def closing(self, again: str) -> str:
        """Say what can be done after the end; `again` is the key or word for a rematch."""

    @property
    def real_cards(self) -> str:
        """How what real cards show is typed."""

    # -- what comes by itself ---------------------------------------------------------------------

    def waits(self) -> Mapping[str, Callable[[], object]]:
        """Give, by kind, what comes by itself: calls that wait until it is there."""

    def take(self, kind: str, found: object) -> None:
        """Add what has arrived."""

    # -- what is done -----------------------------------------------------------------------------

    def read(self, typed: str) -> str:
        """Find the answer that is meant by what was typed."""

    def answer(self, answer: str) -> None:
        """Answer the open question."""

    def undo(self) -> None:
        """Undo the last answer, or ask the others to let it be undone."""

    def redo(self) -> None:
        """Redo what was undone."""

    # -- what is asked for ------------------------------------------------------------------------

    def hint(self, level: str) -> Callable[[], HintShown]:
        """Give a call that thinks about a hint: the rule of thumb, or a bot of a level."""

    def odds(self) -> Odds:
        """Count what each option can lead to."""

    def chances(self, part: int) -> Callable[[], Chances | None]:
        """Give a call that imagines games for a moment: how often options win. Parts add up."""

    def story(self) -> Sequence[str]:
        """Tell the story so far."""

    # -- after the end ----------------------------------------------------------------------------

    @property
    def journal(self) -> Path | None:
        """Where the game is kept, if it is here: it can be watched again."""
        return None

    def winning(self, *, build: bool) -> Journal | None:
        """Find how the deal of a lost game could have been won, if that can be told here."""
        return None

    def rematch(self, *, same: bool) -> "Client":
        """Play again with the same people: on another deal or the same."""

    # -- leaving ----------------------------------------------------------------------------------

    def part(self) -> Parting:
        """Leave the table."""

    # -- only here: bots, cards that are shown in time, and people who share the screen -----------

    @property
    def thinker(self) -> Thinker | None:
        """The bot that thinks here."""
        return None

    @property
    def is_behind(self) -> bool:
        """Whether something has happened that is not shown yet."""
        return False

    def step(self) -> None:
        """Show the next thing."""
        return

    def catch_up(self) -> None:
        """Show all that may be shown."""
        return

    def settle(self) -> None:
        """See who is to sit here next."""
        return

    @property
    def handover(self) -> Handover | None:
        """Who is to get the screen."""
        return None

    def hand_over(self) -> None:
        """Let that person have it."""
        return

    # -- only online: people elsewhere ------------------------------------------------------------

    @property
    def you(self) -> str:
        """Which seat the person at the screen has, if that must be said."""
        return ""

    def epilogue(self) -> list[str]:
        """Tell at once, after the end, what there is to tell."""
        return []

    def refresh(self) -> None:
        """Look again: something was refused, and the game may have gone on."""
        return

    def check(self, command: str) -> None:
        """Refuse a command that is not for the person at the screen."""
        return

    def deed(self, words: Sequence[str]) -> Callable[[], None] | None:
        """Find what some words do about the people at the table; `None`: they mean an answer."""
        return None

    def consent(self, agrees: bool) -> None:
        """Agree that somebody undoes an answer, or refuse."""
        raise Refused(say("refused.online"))

    def say(self, text: str) -> list[LineShown]:
        """Say something to the table; a signal's word says what it stands for."""
        raise Refused(say("refused.online"))

    def talk(self) -> None:
        """Fetch all that was said."""
        raise Refused(say("refused.online"))

    def company(self) -> list[str]:
        """Say who is at the table."""
        return []

    def offers(self) -> list[Offer]:
        """List what can be done about the people at the table, oneself included."""
        return []
