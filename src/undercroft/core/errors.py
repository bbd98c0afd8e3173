"""Everything that can go wrong, in one tree.

UndercroftError
├── Refused                what came from outside does not fit; nothing has changed
│   ├── UnreadableAnswer   the answer is not written in the notation
│   ├── IllegalAnswer      the answer is readable but not among the options
│   ├── StaleAnswer        the answer is meant for another question than the one that is open
│   ├── BadOption          an unknown game, option, preset, bot or number of seats
│   ├── BadVariant         a variant file that does not fit its game
│   ├── NotOver            what can only be done once the play is over
│   └── BadJournal         a journal that cannot be read (names the line)
│       └── JournalMismatch    ... or that the rules do not follow (names the line)
└── RulesError             our own bug: a decision with no options, a draw from nothing
"""

from undercroft.core.words import say


class UndercroftError(Exception):
    """Base of all errors raised on purpose."""


class Refused(UndercroftError):
    """What came from outside was refused, and nothing changed."""


class UnreadableAnswer(Refused):
    """The answer is not written in the notation."""


class IllegalAnswer(Refused):
    """The answer is readable, but not one of the options."""


class StaleAnswer(Refused):
    """The answer belongs to another question than the one that is open."""


class BadOption(Refused):
    """An unknown game, option, preset, bot or number of seats."""


class BadVariant(Refused):
    """A variant file does not fit its game."""


class NotOver(Refused):
    """That can only be done once the play is over."""


class BadJournal(Refused):
    """A journal cannot be read."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(say("journal.line", line=line, trouble=message))
        self.line = line


class JournalMismatch(BadJournal):
    """The rules ask something else than the journal answers, or do not allow its answer."""


class RulesError(UndercroftError):
    """The rules asked for the impossible: a bug of ours."""


def quoted(given: object, most: int = 60) -> str:
    """Quote what came from outside, cut short: a message stays one line."""
    text = repr(given)
    return text if len(text) <= most else text[: most - 1] + "…"
