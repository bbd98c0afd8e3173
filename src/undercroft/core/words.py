"""What the core says itself when it refuses something: `words.toml`, in the language spoken."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from undercroft.core.language.words import Words


@cache
def words() -> "Words":
    """Read the catalogue at the first refusal: rules that refuse nothing need no words."""
    from undercroft.core.language.languages import read_words
    from undercroft.core.language.words import Words

    return Words(read_words("undercroft.core", "words.toml", "core"))


def say(key: str, **fields: object) -> str:
    """Give a text by its place: `say("answer.stale", given=3, open=4)`."""
    return words().say(key, **fields)
