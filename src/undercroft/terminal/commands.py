"""Words that are typed at a table, besides answers. Help lists them: `words.toml`."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.errors import Refused
from undercroft.core.game import LEVELS
from undercroft.terminal.words import say

LEAVE: Final = ("s", "q", "save", "quit", "exit")

_HERE: Final[Mapping[str, str]] = {  # as it is typed: what is meant
    **dict.fromkeys(LEAVE, "leave"),
    **dict.fromkeys(("u", "undo"), "undo"),
    **dict.fromkeys(("r", "redo"), "redo"),
    **dict.fromkeys(("h", "hint"), "hint"),
    **dict.fromkeys(("o", "odds"), "odds"),
    **dict.fromkeys(("c", "story", "chronicle"), "story"),
    **dict.fromkeys(("l", "log"), "log"),
    **dict.fromkeys(("t", "table"), "table"),
    **dict.fromkeys(("?", "rule", "rules"), "rule"),
    **dict.fromkeys(("rematch", "again"), "rematch"),
    "chances": "chances",
    "help": "help",
}
_ONLINE: Final[Mapping[str, str]] = {
    **_HERE,
    **{word: word for word in ("agree", "refuse", "say", "talk", "mute", "unmute")},
    **dict.fromkeys(("w", "who"), "who"),
}
_ALONE: Final = frozenset(
    {"leave", "undo", "redo", "odds", "chances", "story", "log", "table", "help"}
)
FOR_SPECTATORS: Final = frozenset(
    {"leave", "story", "log", "table", "rule", "help", "talk", "mute", "unmute", "who"}
)


def command(typed: str, *, online: bool) -> tuple[str, str]:
    """Find the command that is meant, and what stands behind it; none: it may be an answer."""
    word, _, rest = typed.strip().partition(" ")
    name = (_ONLINE if online else _HERE).get(word.lower(), "")
    if rest.strip() and name in _ALONE:
        return "", ""
    return name, rest.strip()


def hint_level(rest: str) -> str:
    """Read of which level a hint is wanted: `hint strong`."""
    if rest and rest.lower() not in LEVELS:
        raise Refused(say("refused.hint", rest=rest[:40], allowed=", ".join(LEVELS)))
    return rest.lower()
