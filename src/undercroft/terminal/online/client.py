"""A table on a server, as somebody sees it who has a seat there, or watches."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Final, get_type_hints

import msgspec

from undercroft.bots.chances import Chances
from undercroft.core.errors import IllegalAnswer, Refused
from undercroft.core.game import Game
from undercroft.core.language.addressing import words_for
from undercroft.core.language.words import Words
from undercroft.core.variants import with_variant
from undercroft.games import catalogue, find_game
from undercroft.protocol import (
    CallShown,
    HintShown,
    LineShown,
    PlayShown,
    QuestionShown,
    TalkShown,
)
from undercroft.terminal.client import Client, LineLost, Odds, Offer, Parting
from undercroft.terminal.commands import FOR_SPECTATORS
from undercroft.terminal.online.chat import TableTalk
from undercroft.terminal.online.remembered import remember
from undercroft.terminal.online.seats import (
    is_time_up,
    offers,
    own_seats,
    role_meant,
    state_of,
    told_of,
    waited_for,
)
from undercroft.terminal.online.server import Address, Server, read_address
from undercroft.terminal.telling import (
    asked_of,
    called,
    ending_shown,
    is_player,
    log_of,
    names_at,
    outcome_shown,
    pleaded,
    reader_of,
    spoken,
    what_is_played,
)
from undercroft.terminal.typed import bare
from undercroft.terminal.words import say

FEW: Final = 3  # lines of talk that a newcomer is shown


def arrive(home: Path, url: str, name: str) -> "RemoteClient":
    """Take the seat that a link is for, come back to it, or watch; or be told why not."""
    address = read_address(url)
    server = Server(address.server, home, watching=address.kind == "watch")
    try:
        join = address.kind == "join"
        shown = server.sit(address.id, name) if join else server.look(address.id)
        return RemoteClient(server, address, shown, game_played(server, shown), home)
    except LineLost as error:
        raise Refused(say("refused.no-server", server=address.server, why=error)) from None


def game_played(server: Server, shown: PlayShown) -> Game[Any, Any] | None:
    """Find the game, with the variant that is played there, as far as it is known here."""
    game = catalogue().get(shown.game)
    if game is None or shown.variant is None:
        return game
    try:
        text = server.variant(shown.id)
        return with_variant(text, say("files.its-variant"), find_game, kept=True)
    except Refused:  # the server is of another version, and its variant does not fit here
        return game


class RemoteClient(Client):
    """A seat at an online table, or a place to watch it from.

    Its calls wait for the server, and may come from several threads. What changes the game names
    the entry that it is for: sent twice, it is taken once.
    """

    is_online = True

    def __init__(
        self,
        server: Server,
        address: Address,
        shown: PlayShown,
        game: Game[Any, Any] | None = None,
        home: Path | None = None,
    ) -> None:
        self._server, self.address, self._shown, self.game = server, address, shown, game
        self._home = home
        self.chat = self._talk = TableTalk(shown, home)
        self.call: str | None = None  # where others have begun a rematch
        self._fresh = 0
        self.kind = "seat" if own_seats(shown) else "watching"
        self._notices: list[str] = []
        self._told: tuple[str, ...] = ()
        self._has_heard = False  # what was said before one came
        self._taking = Lock()
        self._remember()

    def _remember(self) -> None:
        mine = [called(seat) for seat in own_seats(self._shown)]
        if self._home is not None and mine:
            over = self._shown.outcome is not None
            table = (self.address.server, self._shown.id, self._shown.game, self.title[0], mine[0])
            remember(self._home, *table, over=over)

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def shown(self) -> PlayShown:
        """What the server showed last."""
        return self._shown

    @property
    def view(self) -> Any:
        """What there is to draw, if this program means the same by it."""
        return view_of(self.game, self._shown)

    @property
    def table(self) -> str:
        """The table, as the server draws it."""
        return self._shown.table

    @property
    def words(self) -> Words | None:
        """The game's words, with the names of this table."""
        return words_at(self.game, self._shown) if self.game else None

    @property
    def fresh(self) -> int:
        """How many lines of the log were there before one's last answer."""
        return self._fresh

    def unheard(self) -> list[str]:
        """Tell what is new in the log; what was undone is told, too."""
        log, old, same = log_of(self._shown), self._told, 0
        while same < min(len(old), len(log)) and old[same] == log[same]:
            same += 1
        self._told = log
        undone = [say("undo.by-others")] if same < len(old) else []
        return [*undone, *filter(None, log[same:])]

    def notices(self) -> list[str]:
        """Tell what has happened to the people at the table."""
        said, self._notices = self._notices, []
        return said

    # -- what is said of it -----------------------------------------------------------------------

    @property
    def title(self) -> list[str]:
        """The game, and what is not the default."""
        if self.game is None:
            return [self._shown.game]
        try:
            seats = sum(map(is_player, self._shown.seats))
            return [self.game.title, *what_is_played(self.game, self._shown.options, seats)]
        except Refused:  # the server is of another version
            return [self.game.title]

    @property
    def you(self) -> str:
        """Which seat one has."""
        return next(map(called, own_seats(self._shown)), say("online.watching"))

    def greeting(self) -> list[str]:
        """Say who is at the table, and what seals the fate."""
        sealed = self._shown.sealed
        fate = [say("online.sealed", sealed=sealed[:12])] if sealed else []
        return [*self.company(), *fate]

    def company(self) -> list[str]:
        """Say who is at the table; links are to be sent to others."""
        told = []
        for seat in self._shown.seats:
            told.append(say("seat.told", asked=seat.asked, seat=called(seat), state=state_of(seat)))
            if seat.link:
                told.append(f"  {say('online.link', link=self.address.server + seat.link)}")
        return told

    @property
    def waiting(self) -> str:
        """Say whom the table waits for, and what helps."""
        said = [waited_for(self._shown)]
        if is_time_up(self._shown):
            said.append(say("waiting.time-is-up"))
        if any(seat.stands_in for seat in own_seats(self._shown)):
            said.append(say("waiting.relieved"))
        return " ".join(said)

    def epilogue(self) -> list[str]:
        """Tell how it came out, the story of it, and what can be done now."""
        shown = self._shown
        seed = [say("outcome.seed", seed=shown.seed)] if shown.seed else []
        said = [*ending_shown(shown), outcome_shown(self.words, shown), *seed]
        try:
            for paragraph in self.story():
                said += ["", paragraph]
        except (LineLost, Refused):
            said.append(say("online.no-story"))
        ways = [f"{offer.words}: {offer.text}." for offer in self.offers()]
        return [*said, *(["", *ways] if ways else [])]

    def closing(self, again: str) -> str:
        """Say what can be done after the end."""
        if self.call is not None:
            return say("rematch.begun", word=again)
        return say("rematch.offered", word=again) if self.offers() else say("rematch.none")

    @property
    def real_cards(self) -> str:
        """How what real cards show is typed."""
        return say("online.real-cards")

    # -- what comes by itself ---------------------------------------------------------------------

    def waits(self) -> Mapping[str, Callable[[], object]]:
        """Wait for what the server shows next, for talk, and after the end for a rematch."""
        server, shown = self._server, self._shown
        found: dict[str, Callable[[], object]] = {
            "game": lambda: server.look(shown.id, self._shown.at)
        }
        if shown.talks:
            first = self._talk.next if self._has_heard else None
            found["talk"] = partial(server.talk, shown.id, first)
        if shown.outcome is not None and self.call is None and self.offers():
            found["call"] = partial(server.call, shown.id)
        return found

    def take(self, kind: str, found: object) -> None:
        """Take in what the server has shown."""
        match found:
            case PlayShown():
                self._set(found)
            case TalkShown():
                self._hear(found)
            case CallShown(play=str(play)):
                self.call = play
                self._notices.append(say("rematch.wanted"))

    def _set(self, shown: PlayShown) -> None:
        """Know how the game stands now; what is older than that is dropped."""
        with self._taking:
            before = self._shown
            if shown.at < before.at:
                return
            self._shown = shown
        self._notices += told_of(before, shown)
        if shown.plea != before.plea:
            if shown.plea is not None and (before.plea is None or shown.plea.asked):
                self._notices.append(pleaded(shown.plea, say("undo.agree")))
            elif shown.plea is None and shown.question == before.question:
                self._notices.append(say("undo.refused"))
        if (shown.outcome is None) != (before.outcome is None):
            self._remember()

    def _hear(self, talk: TalkShown) -> None:
        """Tell what others said; of what was said before one came, only the last few lines."""
        new = [line for line in self._talk.hear(talk) if not self._talk.is_own(line)]
        if self._has_heard:
            self._talk.unread += len(new)
        elif earlier := len(new[:-FEW]):
            self._notices.append(say("talk.earlier", count=earlier))
            new = new[-FEW:]
        self._notices += [f"[{spoken(line)}]" for line in new]
        self._has_heard = True

    # -- what is done -----------------------------------------------------------------------------

    def read(self, typed: str) -> str:
        """Find the answer that is meant."""
        question = asked_of(self._shown)
        if question is None:
            raise Refused(say("refused.nothing-asked"))
        return chosen(question, typed)

    def answer(self, answer: str) -> None:
        """Answer the open question."""
        self._fresh = len(self._shown.log)
        self._set(self._server.answer(self._shown.id, self._shown.at, answer))

    def undo(self) -> None:
        """Undo the last answer; among several, ask the others for it."""
        self._set(self._server.undo(self._shown.id, self._shown.at))

    def redo(self) -> None:
        """Redo what was undone."""
        self._set(self._server.redo(self._shown.id, self._shown.at))

    def consent(self, agrees: bool) -> None:
        """Agree that somebody undoes an answer, or refuse."""
        if self._shown.plea is None:
            raise Refused(say("undo.not-wanted"))
        self._set(self._server.consent(self._shown.id, self._shown.at, agrees=agrees))

    def refresh(self) -> None:
        """Look again: the game may have gone on."""
        self._set(self._server.look(self._shown.id))

    def deed(self, words: Sequence[str]) -> Callable[[], None] | None:
        """Find what some words do about the people at the table."""
        shown, own = self._shown, own_seats(self._shown)
        relieved = [seat for seat in own if seat.stands_in]
        server, asked = self._server, shown.plea is not None and shown.plea.asked
        match [*words]:
            case ["y" | "x" as said] if asked:
                return partial(self.consent, said == "y")
            case ["bot", *who]:
                role = role_meant(" ".join(who), shown.seats, own)
                return lambda: self._set(server.relieve(shown.id, role))
            case ["back", *who] if relieved:
                role = role_meant(" ".join(who), relieved, relieved)
                return lambda: self._set(server.come_back(shown.id, role))
            case ["back"] if asked_of(shown) is None:
                raise Refused(say("refused.no-bot"))
            case ["hurry"]:
                return lambda: self._set(server.hurry(shown.id, shown.at))
            case ["give", "up"]:
                return lambda: self._set(server.give_up(shown.id))
        return None

    def check(self, command: str) -> None:
        """Refuse a spectator what only players can do."""
        if self.kind == "watching" and command not in FOR_SPECTATORS:
            raise Refused(say("refused.watching"))

    def rematch(self, *, same: bool) -> "RemoteClient":
        """Begin a rematch, or go where another has."""
        if self._shown.outcome is None:
            raise Refused(say("refused.not-over"))
        if self.call is not None and not same:
            shown = self._server.look(self.call)
        else:
            shown = self._server.rematch(self._shown.id, same=same)
        address = Address(self.address.server, "play", shown.id)
        return RemoteClient(self._server, address, shown, self.game, self._home)

    # -- what is asked for ------------------------------------------------------------------------

    def hint(self, level: str) -> Callable[[], HintShown]:
        """Let the server's adviser think."""
        question = asked_of(self._shown)
        if question is None or question.fate:
            raise Refused(say("refused.fate" if question else "refused.nothing-asked"))
        return partial(self._server.hint, self._shown.id, level)

    def odds(self) -> Odds:
        """Count what each option can lead to."""
        if asked_of(self._shown) is None:
            raise Refused(say("refused.nothing-asked"))
        odds = self._server.odds(self._shown.id)
        return {it.answer: {case.name: case.count for case in it.cases} for it in odds.options}

    def chances(self, part: int) -> Callable[[], Chances | None]:
        """Let the server imagine games for a moment."""
        play, at = self._shown.id, self._shown.at

        def imagine() -> Chances | None:
            found = self._server.odds(play, part)
            return Chances(found.worlds, found.wins) if found.worlds and found.at == at else None

        return imagine

    def story(self) -> Sequence[str]:
        """Tell the story so far."""
        return self._server.story(self._shown.id).paragraphs

    def say(self, text: str) -> list[LineShown]:
        """Say something to the table."""
        return self._talk.say(self._server, text)

    def talk(self) -> None:
        """Fetch all that was said."""
        self._talk.hear(self._server.talk(self._shown.id))

    def offers(self) -> list[Offer]:
        """List what can be done about those at the table."""
        return offers(self._shown)

    # -- leaving ----------------------------------------------------------------------------------

    def part(self) -> Parting:
        """Leave: the server keeps the game, and the seat."""
        self._remember()
        if self._shown.outcome is not None:
            return Parting(ending_shown(self._shown), [outcome_shown(self.words, self._shown)])
        return Parting([], [say("online.left", kind=self.kind, link=self.address)])


def words_at(game: Game[Any, Any], shown: PlayShown) -> Words:
    """Give a game's words, in which the seats are called as they are there, and who looks *you*."""
    names = names_at(shown)
    return words_for(game.words, names, reader_of(shown)) if names else game.words


def view_of(game: Game[Any, Any] | None, shown: PlayShown) -> Any:
    """Read the view, to be drawn here; `None` unless this program means the same by it.

    The server may be of another version. So the view is drawn as text first: if that is what the
    server has drawn, rows and words are the same here.
    """
    if game is None or game.variant != shown.variant:
        return None
    try:
        view = msgspec.convert(shown.view, get_type_hints(game.view)["return"])
        same = game.draw_table(game.rows, view, words_at(game, shown)) == shown.table
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return None
    return view if same else None


def chosen(question: QuestionShown, typed: str) -> str:
    """Find the answer that is meant: by its number, its word, or how that begins."""
    options = [option.answer for option in question.options]
    if question.fate and not options:
        return typed
    if typed.isdecimal() and options:
        number = int(typed[:9])
        if not 1 <= number <= len(options):
            raise IllegalAnswer(say("refused.number", number=number, most=len(options)))
        return options[number - 1]
    wanted = bare(typed)
    found = [answer for answer in options if bare(answer) == wanted]
    begun = [answer for answer in options if wanted and bare(answer).startswith(wanted)]
    if len(found or begun) != 1:
        raise IllegalAnswer(say("refused.not-open", typed=typed[:40], options=options))
    return (found or begun)[0]
