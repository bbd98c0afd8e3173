"""Words that are typed at a table, besides answers; and help, which lists them."""

from collections.abc import Mapping
from typing import Final

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
    "help": "help",
}
_ONLINE: Final[Mapping[str, str]] = {
    **_HERE,
    **{word: word for word in ("agree", "refuse", "say", "talk", "mute", "unmute")},
    **dict.fromkeys(("w", "who"), "who"),
    **dict.fromkeys(("rematch", "again"), "rematch"),
}
_ALONE: Final = frozenset(
    {"leave", "undo", "redo", "hint", "odds", "story", "log", "table", "help"}
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


HELP: Final = {  # at the plain table, by the kind of client
    "here": """\
Type a number or the option's word to answer. Commands:
  u  undo the last answer          r  redo it
  h  a hint                        o  the odds
  c  the story so far              t  the table
  ?  the rule behind it (? T-31: that one)
  s  save and quit                 help  the game in short, and this list""",
    "seat": """\
Type a number or the option's word to answer. Commands:
  u  undo the last answer          r  redo it
  h  a hint                        o  the odds
  c  the story so far              t  the table
  w  who is at the table           ?  the rule behind it (? T-31: that one)
  say hello  say something         talk  what was said
  mute Ann, unmute Ann, mute all   s  leave; your seat is kept
  bot  a bot plays for you         back  take your seat back
  bot Ann  a bot plays for a player who is away
  hurry  a bot answers once, when time is up
  give up  end a game that nobody else plays
  rematch  play again after the end
The others must agree before you undo; they type agree or refuse.""",
    "watching": """\
You're watching. Hidden cards stay hidden. Commands:
  c  the story so far              t  the table
  w  who is at the table           ?  the rule behind it (? T-31: that one)
  talk  what was said              mute Ann, unmute Ann, mute all
  s  leave""",
}

KEYS: Final = {  # on the full screen
    "here": """\
1-9        answer              Enter  answer what is marked
u          undo                r      redo
h          a hint              o      the odds
c          the story so far    l      the log
t          the table alone     /      type a word, or ? T-31
?          this page           ,      settings
PgUp PgDn  scroll log, story   [ ]    scroll the table
Space      show all cards now  s      save and leave""",
    "seat": """\
1-9        answer              Enter  answer what is marked
u          undo                r      redo
h          a hint              o      the odds
c          the story so far    l      log, story, talk
'          say something       w      who is there, and what helps
t          the table alone     /      type a word, ? T-31, mute Ann
?          this page           ,      settings
PgUp PgDn  scroll log, story   [ ]    scroll the table
s          leave; your seat    a      rematch, after the end
           is kept
The others must agree before you undo: y agrees, x refuses.
w lets a bot play for you or for a player who is away, takes your
seat back, hurries a player whose time is up, gives up. The words
for it, typed after /: bot, bot Ann, back, hurry, give up, rematch.""",
    "watching": """\
You're watching. Hidden cards stay hidden.
c          the story so far    l      log, story, talk
t          the table alone     w      who is at the table
?          this page           /      type ? T-31, mute Ann
PgUp PgDn  scroll log, story   [ ]    scroll the table
,          settings            s      leave""",
}
