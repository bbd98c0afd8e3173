"""Names of accounts: which there can be, and which are too much alike."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

from undercroft.core.errors import Refused
from undercroft.storage.words import say

SHORTEST, LONGEST = 3, 20  # characters of a name
INVISIBLE: Final = re.compile(  # letters and marks that show nothing; spaces
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef\\s]"
)
RESERVED: Final = frozenset(
    {
        "admin", "administrator", "anonymous", "bot", "bots", "everybody", "everyone",
        "fate", "guest", "help", "host", "mod", "moderator", "nobody", "official",
        "operator", "owner", "player", "root", "security", "server", "somebody",
        "someone", "spectator", "staff", "support", "sysop", "system", "undercroft",
        "unknown", "watcher", "you",
    }
)  # fmt: skip
NUMBERED: Final = re.compile(r"(?:player|guest|seat|bot|p)[-_ ]?\d+", re.IGNORECASE)


class BadName(Refused):
    """No name that an account can have."""


def read_name(text: str, reserved: Iterable[str] = ()) -> str:
    """Read a name, or say what is wrong with it."""
    name = unicodedata.normalize("NFC", text.strip())
    plain = unicodedata.normalize("NFKC", name) == name  # no letters that only look different
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(say("name.length", shortest=SHORTEST, longest=LONGEST))
    if not plain or not all(sign.isalnum() or sign in "-_" for sign in name):
        raise BadName(say("name.signs"))
    if NUMBERED.fullmatch(name) or is_reserved(name, reserved):
        raise BadName(say("name.reserved"))
    return name


def is_reserved(name: str, also: Iterable[str] = ()) -> bool:
    """Whether a name is, or looks like, that of the server, or another that is given."""
    known = {*alike(name)}
    return any(not known.isdisjoint(alike(word)) for word in (*RESERVED, *also))


def folded(name: str) -> str:
    """Give a name as it is compared: Ann and ANN are the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def likeness(name: str) -> str:
    """Give what a name looks like (the skeleton of Unicode's TR 39): `paypa1` is like `paypal`.

    Letters are compared as they are written and in one case: `Ian` looks like `lan`.
    """
    return _skeleton(folded(_skeleton(INVISIBLE.sub("", name))))


@lru_cache(1_000)
def alike(name: str) -> tuple[str, str]:
    """Give what a name is compared by: what it says, and what it looks like, in any case."""
    return likeness(name), likeness(folded(name))


def _skeleton(text: str) -> str:
    signs = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join([_prototype(sign) for sign in signs]))


@lru_cache(4_000)
def _prototype(sign: str) -> str:
    """Give the sign that stands for all that look like this one.

    The data name it for each of the others, and all the others for it; where there are but two, the
    lower one is taken.
    """
    others: list[str] = [other["c"] for other in confusables_data.get(sign, ())]
    if len(others) != 1:
        return sign
    (other,) = others
    return min(sign, other) if len(confusables_data.get(other, ())) == 1 else other
