"""Who answers fate.

A fate is answered by any function of the question and its count: how often the same pile was drawn
from, or the same die rolled, before. `None` means "ask a person", as does having no function at
all: a player with real cards on the table, or a friend who plays Fate.
"""

import re
import secrets
from collections.abc import Callable
from hashlib import blake2b, sha256
from typing import Any, Final, TypeAlias

from undercroft.core.errors import BadOption, IllegalAnswer, Refused
from undercroft.core.questions import Fate, read_answer
from undercroft.core.words import say

Fates: TypeAlias = Callable[[Fate[Any], int], Any]


_SEED: Final = re.compile(r"\S(?:[^\n\r]{0,98}\S)?")


def new_seed() -> str:
    """Make a seed that nobody can guess."""
    return secrets.token_hex(16)


def seal(seed: str) -> str:
    """Hash a seed so that it can be shown before the play and checked after it."""
    return sha256(f"undercroft sealed fate {seed}".encode()).hexdigest()


def lucky(luck: Callable[[], float]) -> Fates:
    """Let a plain random source answer."""

    def answer(fate: Fate[Any], count: int) -> Any:
        return fate.choices[int(luck() * len(fate.choices))]

    return answer


class Seeded:
    """Fate from a seed: every pile and every die has a stream of its own.

    Each outcome in the bag draws a lot that depends on the seed, the stream, the count and the
    outcome alone; the lowest lot wins. So the n-th draw of a pile is the same whatever was decided
    before, stays the same when another card was taken out of the pile, does not depend on
    the order in which the outcomes are listed, and can be checked on its own.
    """

    __slots__ = ("_key", "seed")

    def __init__(self, seed: str) -> None:
        if not _SEED.fullmatch(seed):
            raise BadOption(say("option.seed"))
        self.seed = seed
        self._key = blake2b(seed.encode()).digest()

    def __call__(self, fate: Fate[Any], count: int) -> Any:
        """Pick the outcome with the lowest lot."""
        ticket = blake2b(f"{fate.id}/{count}/".encode(), key=self._key, digest_size=8)
        texts = list(map(str, fate.outcomes))
        if len(set(texts)) < len(texts):
            texts = numbered(texts)
        copy, lots = ticket.copy, []
        for text in texts:
            lot = copy()
            lot.update(_LOTS[text])
            lots.append(lot.digest())
        return fate.outcomes[lots.index(min(lots))]


def numbered(texts: list[str]) -> list[str]:
    """Number the copies of an outcome after the first, so that each has a lot of its own."""
    copies: dict[str, int] = {}
    told = []
    for text in texts:
        copies[text] = copy = copies.get(text, 0) + 1
        told.append(text if copy == 1 else f"{text}/{copy}")
    return told


class _Lots(dict[str, bytes]):
    """What is written on each outcome's lot: `7s/1`, `wolf/2`."""

    def __missing__(self, text: str) -> bytes:
        if len(self) >= 10_000:
            self.clear()
        self[text] = lot = (text if "/" in text else f"{text}/1").encode()
        return lot


_LOTS: Final = _Lots()


class Scripted:
    """Fate from a list of outcomes for each pile or die, by their texts.

    What comes after the last of a list is asked of a person. An outcome that cannot come, such as a
    card that is no longer in the pile, is refused as any illegal answer is.
    """

    def __init__(self, **streams: str) -> None:
        self.streams = {id.replace("_", "-"): texts.split() for id, texts in streams.items()}

    def __call__(self, fate: Fate[Any], count: int) -> Any:
        """Pick the outcome that the script names."""
        stream = self.streams.get(fate.id, [])
        if count >= len(stream):
            return None
        try:
            return read_answer(fate, stream[count])
        except Refused as error:
            raise IllegalAnswer(
                say(
                    "answer.scripted",
                    pile=fate.id,
                    number=count + 1,
                    count=len(stream),
                    trouble=error,
                )
            ) from None
