"""What a play's entries come to. Nothing is deleted: to undo is an entry, too."""

from collections.abc import Iterable
from typing import Final, NamedTuple

UNDO: Final = "undo"  # ... `P1`, among several: that seat's last answer, and what followed
UNDO_END: Final = "undo-end"  # ... of a play that was over, and its seed told
REDO: Final = "redo"
GIVE_UP: Final = "give-up"  # no rule of any game: the player has left
ASK: Final = "ask-undo"  # ... `P1`: somebody among several wants to take an answer back
AGREE: Final = "agree"  # ... `P2`: another one agrees
REFUSE: Final = "refuse"
PLEAS: Final = (f"{ASK} ", f"{AGREE} ", f"{REFUSE} ")
STEPS_BACK: Final = frozenset({UNDO, UNDO_END, REDO, GIVE_UP})


class Plea(NamedTuple):
    """Somebody wants to take an answer back. It is void as soon as the play goes on."""

    role: str
    agreed: frozenset[str] = frozenset()


class Folded(NamedTuple):
    """The answers that stand, those that may be given back, and whether luck was looked at."""

    lines: list[str]
    undone: list[list[str]]  # the last one is given back first
    practice: bool  # an undo went back past a fate or an end: luck was known beforehand
    can_undo: bool  # somebody has answered something that stands
    given_up: bool = False
    plea: Plea | None = None


PERSONS: Final = ("P",)  # how the answers of persons begin, if there are no bots


def fold(
    entries: Iterable[str], *, fates_given: bool = False, persons: tuple[str, ...] = PERSONS
) -> Folded:
    """Go through the entries. `fates_given`: persons answer fate, so that each is undone alone.

    What fate and bots answer goes with the person's answer before it.
    """
    lines: list[str] = []
    undone: list[list[str]] = []
    practice = given_up = False
    plea: Plea | None = None
    for text in entries:
        if text.startswith(PLEAS):
            plea = _heard(plea, *text.split(" "))
            continue
        plea = None
        if text == GIVE_UP:
            given_up = True
        elif text == UNDO_END and given_up:
            given_up, practice = False, True
        elif text.startswith(UNDO):
            whose = _whose(text)
            at = last_given(lines, fates_given and not whose, whose or persons)
            practice = practice or text == UNDO_END
            if at is not None:
                undone.append(lines[at:])
                practice = practice or not all(line.startswith(persons) for line in lines[at:])
                del lines[at:]
        elif text == REDO:
            if undone:
                lines += undone.pop()
        else:
            if fates_given or text.startswith(persons):
                undone.clear()
            lines.append(text)
    can_undo = given_up or last_given(lines, fates_given, persons) is not None
    return Folded(lines, undone, practice, can_undo, given_up, plea)


def is_step_back(entry: str) -> bool:
    """Whether an entry is no answer, but changes which answers stand."""
    return entry.split(" ", 1)[0] in STEPS_BACK


def _whose(undo: str) -> tuple[str, ...]:
    """Say whose answer is undone, if it says so."""
    return tuple(f"{role} " for role in undo.split(" ")[1:])


def _heard(plea: Plea | None, what: str, role: str) -> Plea | None:
    if what == ASK:
        return Plea(role)
    return plea and Plea(plea.role, plea.agreed | {role}) if what == AGREE else None


def last_given(
    lines: list[str], fates_given: bool, persons: tuple[str, ...] = PERSONS
) -> int | None:
    """Where the last answer stands that a person gave."""
    for at in range(len(lines) - 1, -1, -1):
        if fates_given or lines[at].startswith(persons):
            return at
    return None
