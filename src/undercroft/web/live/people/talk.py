"""Table talk: quick signals and short lines, for those who play."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from undercroft.core.errors import Refused, quoted
from undercroft.protocol import LineShown
from undercroft.storage.seats import Said
from undercroft.web.live.people.seating import nfc
from undercroft.web.live.table import Live, NotYours
from undercroft.web.words import say

MOST: Final = 200  # characters
RATE: Final = 0.5  # lines a second and seat, ...
BURST: Final = 6  # ... after so many at once
SIGNALS: Final = ("hello", "thanks", "well-played", "sorry", "moment", "your-turn")


def signals() -> dict[str, str]:
    """Give every signal, and what it says."""
    return {signal: say(f"signal.{signal}") for signal in SIGNALS}


def speaker(live: Live, roles: Sequence[str]) -> str:
    """Say who speaks from a page: the one who is asked there, or the first; no spectator."""
    if not roles:
        raise NotYours(say("table-error.watching"))
    return live.asked_of(roles) or roles[0]


def clean(text: str) -> str:
    """Make one line of what somebody says; what is no text is refused, and so is too much."""
    shown = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in nfc(text))
    line = " ".join(shown.split())
    if not line or len(line) > MOST:
        raise Refused(say("table-error.talk-length", most=MOST))
    return line


def signalled(signal: str) -> str:
    """Give what a signal says."""
    if signal not in SIGNALS:
        raise Refused(say("table-error.signal", signal=quoted(signal), signals=SIGNALS))
    return say(f"signal.{signal}")


def shown(live: Live, said: Sequence[Said]) -> list[LineShown]:
    """Show lines of talk; a page puts them in as text."""
    names = {role: seat.name or live.name_of(role) for role, seat in live.seats.items()}
    return [
        LineShown(line.number, line.role, names.get(line.role, line.role), line.text, line.said_at)
        for line in said
    ]
