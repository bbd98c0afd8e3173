"""Table talk at a server's table: what others say, unless they are muted."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from undercroft.core.errors import BadOption
from undercroft.protocol import LineShown, PlayShown, SeatShown, TalkShown
from undercroft.terminal.files import reason
from undercroft.terminal.online.seats import named, own_seats
from undercroft.terminal.online.server import Server
from undercroft.terminal.typed import bare
from undercroft.terminal.words import say

MOST_LINES: Final = 200
MOST_PLAYS: Final = 100  # of which is kept who is muted
ALL: Final = ("all", "everybody")


class TableTalk:
    """What was said at a table, as far as somebody wants to hear it.

    Whom they have muted is kept beside the plays, as a browser keeps it.
    """

    def __init__(self, shown: PlayShown, home: Path | None) -> None:
        self._play, self._own = shown.id, {place.role for place in own_seats(shown)}
        self._file = home / "muted.json" if home else None
        self._muted = {*self._kept().get(self._play, ())}
        self._lines: list[LineShown] = []
        self.signals: dict[str, str] = {}
        self.unread = 0  # lines that others have said, and nobody has looked at

    @property
    def next(self) -> int:
        """The number of the line that comes next."""
        return self._lines[-1].number + 1 if self._lines else 0

    @property
    def lines(self) -> list[LineShown]:
        """All that is kept, without those who are muted."""
        return [line for line in self._lines if self._is_heard(line)]

    def hear(self, talk: TalkShown) -> list[LineShown]:
        """Add what was said; give what is new, and not from a muted player."""
        new = [line for line in talk.lines if line.number >= self.next]
        self._lines = [*self._lines, *new][-MOST_LINES:]
        self.signals = talk.signals
        return [line for line in new if self._is_heard(line)]

    def is_own(self, line: LineShown) -> bool:
        """Whether one has said it oneself."""
        return line.role in self._own

    def _is_heard(self, line: LineShown) -> bool:
        return self.is_own(line) or self._muted.isdisjoint((line.role, "all"))

    def say(self, server: Server, text: str) -> list[LineShown]:
        """Say something; the word of a signal says what it stands for."""
        if not self.signals:
            self.hear(server.talk(self._play))
        word = text.strip().lower().replace(" ", "-")
        if word in self.signals:
            return self.hear(server.say(self._play, signal=word))
        return self.hear(server.say(self._play, text=text))

    # -- muting -----------------------------------------------------------------------------------

    def mute(self, who: str, seats: Sequence[SeatShown], *, on: bool) -> str:
        """Hear somebody no longer, or again; say so."""
        role, name = self._found(who, seats)
        if on:
            self._muted.add(role)
        elif role == "all":
            self._muted.clear()
        else:
            self._muted -= {role, "all"}
        what = "mute" if on else "unmute"
        told = say(f"talk.{what}", name=name) if name else say(f"talk.{what}-all")
        try:
            self._keep()
        except OSError as error:
            return say("talk.not-kept", told=told, why=reason(error))
        return told

    def _found(self, who: str, seats: Sequence[SeatShown]) -> tuple[str, str]:
        if bare(who) in ALL:
            return "all", ""
        others = [
            place for place in seats if not place.yours and (place.stands_in or not place.bot)
        ]
        place = named(who, others)
        if place is not None:
            return place.role, place.name or place.role
        names = ["all", *(place.name or place.role for place in others)]
        raise BadOption(say("refused.nobody-there", who=who[:40], names=names))

    def _kept(self) -> dict[str, list[str]]:
        try:
            content = self._file.read_bytes() if self._file else b"{}"
            return msgspec.json.decode(content, type=dict[str, list[str]])
        except (OSError, msgspec.MsgspecError, RecursionError):
            return {}

    def _keep(self) -> None:
        """Keep who is muted at this table; of others, those of the latest tables."""
        if self._file is None:
            return
        kept = self._kept()
        kept.pop(self._play, None)
        latest = dict([*kept.items(), (self._play, sorted(self._muted))][-MOST_PLAYS:])
        self._file.write_bytes(msgspec.json.encode(latest))
