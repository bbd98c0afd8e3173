"""What the server says itself, beside the games: `words.toml`, in the language that is spoken."""

from functools import cache
from typing import Any

from markupsafe import Markup, escape

from undercroft.core.language.languages import read_words
from undercroft.core.language.words import Words


@cache
def words() -> Words:
    """Read the catalogue, once in a process."""
    return Words(read_words("undercroft.web", "words.toml", "web"))


def say(key: str, **fields: object) -> str:
    """Give a text by its place: `say("lobby.open", count=2)`."""
    return words().say(key, **fields)


def say_html(key: str, **fields: object) -> Markup:
    """Give a text in which fields may be HTML, such as a link: those that are `Markup` stay so."""
    safe = {name: v if isinstance(v, int) else escape(v) for name, v in fields.items()}
    return Markup(words().say(key, **safe))  # noqa: S704 (our own text)


def script_words() -> dict[str, Any]:
    """Give what scripts say: they fill it in themselves."""
    table: dict[str, Any] = words().tables["script"]
    return table
