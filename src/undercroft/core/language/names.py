"""What those at a table are called. This is the one place that decides it, for every surface.

People go by their names, bots by names of their own. A bot that plays for a person carries that
person's name, marked. No two at a table are called the same. A person who gave no name is a guest;
only people who share a screen go by their seats.

A game's `[company]` names its bots, each by its face: `owl = "Hyacinth"`. Which of them come to a
table depends on the table's key alone: after an undo, a restart, or on another server they are the
same.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from undercroft.core.language.words import Words
from undercroft.core.words import CORE, say

_MARKS: Final = re.compile(r"(\s*\((\d+|bot)\))+$")  # ours: nobody gives them to themselves


class Sitter(NamedTuple):
    """Who has a seat: a person who may have a name, a bot, or a bot in a person's seat."""

    name: str | None = None
    is_bot: bool = False
    is_relieved: bool = False
    is_guest: bool = False  # came alone, with a screen of their own


class Called(NamedTuple):
    """What a seat is called, and the face of a bot that has the seat for good."""

    name: str
    face: str = ""


def call(sitters: Sequence[Sitter], words: Words, key: str) -> tuple[Called, ...]:
    """Say what each seat is called. A bot that comes with a name, from a rematch, keeps it."""
    alone = sum(not sitter.is_bot for sitter in sitters) == 1
    names = [
        _own_name(sitter, _unnamed(sitter, words, seat, alone=alone))
        for seat, sitter in enumerate(sitters)
    ]
    company = draw_company(words, key)
    faces = {_bare(name): face for face, name in company}
    known, taken = {_bare(name) for name in names}, set[str]()
    free = [name for _, name in company if _bare(name) not in known] or [company[0][1]]
    called = []
    for seat, (sitter, own) in enumerate(zip(sitters, names, strict=True)):
        name = _apart(own or free[seat % len(free)], taken)
        taken.add(_bare(name))
        face = faces.get(_bare(name), company[0][0]) if sitter.is_bot else ""
        called.append(Called(say("name.relieved", name=name) if sitter.is_relieved else name, face))
    return tuple(called)


def draw_company(words: Words, key: str) -> list[tuple[str, str]]:
    """Give a game's bots in the order in which they come to a table: face and name."""
    listed: Mapping[str, str] = words.tables.get("company") or CORE.words.tables["company"]
    return sorted(listed.items(), key=lambda it: sha256(f"{key} {it[0]}".encode()).digest())


def _own_name(sitter: Sitter, unnamed: str) -> str:
    """Give the name that somebody came with, without marks that are ours to give."""
    name = _MARKS.sub("", sitter.name or "").strip()
    return name if name or sitter.is_bot else unnamed


def _unnamed(sitter: Sitter, words: Words, seat: int, *, alone: bool) -> str:
    """Say what a person without a name is called."""
    if alone:
        return say("name.alone")
    return say("name.guest", number=seat + 1) if sitter.is_guest else words.player(seat)


def _apart(name: str, taken: set[str]) -> str:
    """Tell a name apart from those before it."""
    number = 1
    while (
        _bare(told := name if number == 1 else say("name.another", name=name, number=number))
        in taken
    ):
        number += 1
    return told


def _bare(name: str) -> str:
    return name.casefold()
