"""The language that is made up: what is not in brackets there stands in no catalogue."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

from undercroft.core.language.words import Words

# Numbers, signs, seats (P2), clauses (T-12) and squares (b3) are the same in every language.
FREE = re.compile(r"([\W\d]|\bP\d\b|\b[A-Z]{1,3}-\d+\b|\b[A-Ga-g][1-7]\b)*")


def outside(text: str) -> str:
    """Give what of a text stands outside of brackets; all of it if they do not close."""
    depth, rest = 0, ""
    for sign in text:
        depth -= sign == "]"
        if depth < 0:
            return text
        rest += sign if depth == 0 and sign != "]" else ""
        depth += sign == "["
    return text if depth else rest.replace("[", "")


def texts_in(text: Any) -> Iterator[str]:
    """Give all texts that may be chosen."""
    if isinstance(text, dict):
        yield f"{{{text['by']}}}"
        yield from chain.from_iterable(texts_in(it) for name, it in text.items() if name != "by")
    else:
        yield text


def calls(folder: Path) -> Iterator[tuple[str, set[str]]]:
    """Give all texts that a surface asks for by their whole key, and the fields it has."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(key))]):
                    fields = {it.arg for it in node.keywords if it.arg}
                    if len(fields) == len(node.keywords):
                        yield key, fields


def check_catalogue(words: Words, folder: Path) -> int:
    """See that every text that is asked for is there, with its fields; say how many are."""
    asked = [*calls(folder)]
    for key, fields in asked:
        text: Any = words.tables
        for name in key.split("."):
            text = text[name]
        parts = chain.from_iterable(map(Formatter().parse, texts_in(text)))
        assert {field for _, field, _, _ in parts if field} == fields, key
    return len(asked)
