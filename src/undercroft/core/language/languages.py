"""Languages: English stands beside what it is about; any other language is a folder.

`languages/de/tomb.toml` holds what is translated of Tomb's `words.toml`, `languages/de/web.toml` of
the pages, `languages/de/tomb-lesson.toml` of its lesson; what is missing there stays English.
`UNDERCROFT_LANGUAGE` says which language is spoken. `xx` is made up: every text in brackets,
paragraph by paragraph, and a third longer, to find what is hard-coded or too tight.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

ENGLISH: Final = "en"
MADE_UP: Final = "xx"
_NO_TEXT: Final = frozenset({"by", "clause", "plural"})  # keys whose values nobody reads
_NAME: Final = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


def language() -> str:
    """Say which language is spoken here."""
    wished = os.environ.get("UNDERCROFT_LANGUAGE", ENGLISH)
    return wished if _NAME.fullmatch(wished) else ENGLISH


def read_words(package: str, file: str, id: str) -> dict[str, Any]:
    """Read a catalogue: English from its package, and over it what the language has of it."""
    english = _english(package, file).items()
    return spoken({name: dict(it) if isinstance(it, dict) else it for name, it in english}, id)


@cache
def _english(package: str, file: str) -> dict[str, Any]:
    """Parse a catalogue once: each variant has tables of its own, with the same texts in them."""
    read: dict[str, Any] = tomllib.loads(resources.files(package).joinpath(file).read_text("utf-8"))
    return read


def spoken(tables: dict[str, Any], id: str) -> dict[str, Any]:
    """Lay over English texts what the language has of them."""
    wished = language()
    if wished == MADE_UP:
        return {name: made_up(value, name) for name, value in tables.items()}
    translated = resources.files("undercroft") / "languages" / wished / f"{id}.toml"
    if wished != ENGLISH and translated.is_file():
        return laid_over(tables, tomllib.loads(translated.read_text("utf-8")))
    return tables


def laid_over(tables: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Lay tables over others, text by text."""
    both = {
        name: laid_over(tables[name], value)
        if isinstance(value, dict) and isinstance(tables.get(name), dict)
        else value
        for name, value in other.items()
    }
    return {**tables, **both}


def made_up(value: Any, key: str) -> Any:
    """Write a text, or all texts of a table, in the language that is made up."""
    if key in _NO_TEXT:
        return value
    if isinstance(value, dict):
        return {name: made_up(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [made_up(inner, key) for inner in value]
    if isinstance(value, str) and value:
        return "\n\n".join(f"[{text}{'·' * (len(text) // 3)}]" for text in value.split("\n\n"))
    return value
