"""Catalogues: what a part of Undercroft says itself, in the language spoken."""

from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from undercroft.core.language.words import Words


class Catalogue:
    """The `words.toml` of a package, read when something of it is first said."""

    def __init__(self, package: str) -> None:
        self.package = package

    @cached_property
    def words(self) -> "Words":
        """All of it. (Rules that refuse nothing need no words, so nothing is loaded before.)"""
        from undercroft.core.language.languages import read_words
        from undercroft.core.language.words import Words

        return Words(read_words(self.package, "words.toml", self.package.rpartition(".")[2]))

    def say(self, key: str, **fields: object) -> str:
        """Give a text by its place: `say("answer.stale", given=3, open=4)`."""
        return self.words.say(key, **fields)


CORE: Final = Catalogue("undercroft.core")
say: Final = CORE.say
