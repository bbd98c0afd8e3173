"""What the lab says of its findings: `words.toml`, in the language spoken."""

from functools import cache

from undercroft.core.language.languages import read_words
from undercroft.core.language.words import Words


@cache
def words() -> Words:
    """Read the catalogue, once in a process."""
    return Words(read_words("undercroft.lab", "words.toml", "lab"))


def say(key: str, **fields: object) -> str:
    """Give a text by its place: `say("compare.same")`."""
    return words().say(key, **fields)
