"""What a client may send through a table's socket. `docs/protocol.md` says what it means."""

from typing import Final

import msgspec

from undercroft.protocol import BotLevel, EntryNumber
from undercroft.web.live.people.passes import Level


class Frame(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """What a client may send."""


class Answer(Frame):
    """Answer the open question."""

    at: EntryNumber
    answer: str


class Undo(Frame):
    """Take the last answer back."""

    at: EntryNumber


class Redo(Frame):
    """Redo what was undone last."""

    at: EntryNumber


class Odds(Frame):
    """Ask what each option can lead to; or ask no longer."""

    on: bool = True


class Hint(Frame):
    """Ask what a sensible player would do, or a bot of some level."""

    level: BotLevel | None = None


class Chronicle(Frame):
    """Ask for the story so far, now and after each answer, or no longer."""

    on: bool = True


class Pace(Frame):
    """Say whether to send what happened step by step, or its end alone."""

    steps: bool


class Auto(Frame):
    """Say which questions pass by themselves; `stop`: not the next one."""

    level: Level
    stop: bool = False


class Look(Frame):
    """Ask who is at the table now: somebody may have been away for long."""


class Cover(Frame):
    """Hide what is on a screen that several share."""


class Lift(Frame):
    """Look through the eyes of a seat at this screen."""

    role: str


class Relieve(Frame):
    """Let a bot play for a seat: one's own, or that of an absent player."""

    role: str


class Return(Frame):
    """Take one's own seat back from a bot."""

    role: str


class Hurry(Frame):
    """Let a bot answer the open question, whose time is up."""

    at: EntryNumber


class Consent(Frame):
    """Agree that somebody takes an answer back, or refuse."""

    at: EntryNumber
    agrees: bool


class Say(Frame):
    """Say something to the table."""

    text: str


class Signal(Frame):
    """Say one of a few things that are said often."""

    signal: str


_AUTO: Final = msgspec.json.Decoder(Auto)


def read_auto(text: str) -> Auto | None:
    """Read what a player lets pass: it holds at once, even while bots think."""
    if not text.startswith('{"do":"auto"'):
        return None
    try:
        return _AUTO.decode(text)
    except msgspec.MsgspecError:
        return None  # it is refused in its turn


BEAT: Final = '{"do":"beat"}'  # is the server there? It is answered at once, whatever is being done

READER: Final = msgspec.json.Decoder(
    Answer
    | Undo
    | Redo
    | Odds
    | Hint
    | Chronicle
    | Pace
    | Auto
    | Look
    | Cover
    | Lift
    | Relieve
    | Return
    | Hurry
    | Consent
    | Say
    | Signal
)
