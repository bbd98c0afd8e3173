"""Telling players of themselves: *you draw*, where the others read *Ada draws*.

A text comes with a mark where its reader is named. The words that change with it are in the core's
`[you]`. A sentence that begins with a word that is not there keeps the name: it is never wrong.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from undercroft.core.language.stories import capital
from undercroft.core.words import CORE

YOU: Final = "\ue001"  # here belongs the name of who reads; no name has it in it
_ENDS: Final = (". ", "! ", "? ")
_STOPS: Final = (", ", "; ", ": ")
_WORDS: Final = re.compile(r" ([\w']+)((?: [\w']+)?)")  # the first, and the next


def names_for(names: Sequence[str], reader: int | None) -> list[str]:
    """Give the names at a table, with the mark for who reads."""
    return [YOU if seat == reader else name for seat, name in enumerate(names)]


def plain_names_for(names: Sequence[str], reader: int | None) -> list[str]:
    """Give the names at a table as they stand before a line that names nobody."""
    you = capital(CORE.words.tables["you"]["name"])
    return [you if seat == reader else name for seat, name in enumerate(names)]


def addressed(text: str, name: str) -> str:
    """Call the reader of a text *you*, with the verbs that go with it."""
    told, *pieces = text.split(YOU)
    for piece in pieces:
        told += _after(told, piece, name)
    return told


def _after(before: str, piece: str, name: str) -> str:
    """Write the mark that stands between two pieces of text, and the second of them."""
    forms: Mapping[str, Any] = CORE.words.tables["you"]
    begins = not before or before.endswith(_ENDS)
    acts = begins or before.endswith((*_STOPS, forms["join"]))  # else something is done to it
    if piece.startswith(forms["ending"]):
        called, rest = forms["own"], piece.removeprefix(forms["ending"])
    else:
        called, agreeing = forms["name"], _agreeing(piece, forms) if acts else None
        if agreeing is None and begins and _WORDS.match(piece):
            return name + piece
        rest = piece if agreeing is None else agreeing
    return (capital(called) if begins else called) + rest


def _agreeing(piece: str, forms: Mapping[str, Any]) -> str | None:
    """Change the verbs of a sentence that says what its reader does; `None`: it says no such."""
    verbs: Mapping[str, str] = forms["verbs"]
    found = _WORDS.match(piece)
    said = [it for it in (found[1] + found[2], found[1]) if it in verbs] if found else []
    if not said:
        return None
    sentence, end, rest = piece[1 + len(said[0]) :].partition(". ")
    further = re.compile(rf"(,?{re.escape(forms['join'])}|, )([\w']+)")
    sentence = further.sub(lambda it: it[1] + verbs.get(it[2], it[2]), sentence)
    return f" {verbs[said[0]]}{sentence}{end}{rest}"
