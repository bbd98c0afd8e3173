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


_QUICK: Final = "q-"  # how a seed begins whose lots are products
_WIDTH: Final = (1 << 64) - 1


def new_seed() -> str:
    """Make a seed that nobody can guess, and whose lots are drawn quickly."""
    return _QUICK + secrets.token_hex(16)


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

    A seed that begins with `q-` makes its lots of one hash a draw: multiplied, modulo 2**64, by the
    number of each outcome, which is a hash of its text. Any other seed hashes each outcome.
    """

    __slots__ = ("_key", "is_quick", "seed")

    def __init__(self, seed: str) -> None:
        if not _SEED.fullmatch(seed):
            raise BadOption(say("option.seed"))
        self.seed = seed
        self.is_quick = seed.startswith(_QUICK)
        self._key = blake2b(seed.encode()).digest()

    def __call__(self, fate: Fate[Any], count: int) -> Any:
        """Pick the outcome with the lowest lot."""
        outcomes = fate.choices
        ticket = blake2b(f"{fate.id}/{count}/".encode(), key=self._key, digest_size=8)
        if self.is_quick:
            factor = int.from_bytes(ticket.digest()) | 1
            numbers = [*map(_NUMBERS.__getitem__, outcomes)]
            if len(set(numbers)) < len(numbers):
                numbers = [_NUMBERS[text] for text in numbered([*map(str, outcomes)])]
            products = [factor * number & _WIDTH for number in numbers]
            return outcomes[products.index(min(products))]
        texts = list(map(str, outcomes))
        if len(set(texts)) < len(texts):
            texts = numbered(texts)
        copy, lots = ticket.copy, []
        for text in texts:
            lot = copy()
            lot.update(_LOTS[text])
            lots.append(lot.digest())
        return outcomes[lots.index(min(lots))]


def numbered(texts: list[str]) -> list[str]:
    """Number the copies of an outcome after the first, so that each has a lot of its own."""
    copies: dict[str, int] = {}
    told = []
    for text in texts:
        copies[text] = copy = copies.get(text, 0) + 1
        told.append(text if copy == 1 else f"{text}/{copy}")
    return told


def _written(outcome: object) -> bytes:
    """Write what stands on an outcome's lot: `7s/1`, `wolf/2`."""
    text = str(outcome)
    return (text if "/" in text else f"{text}/1").encode()


class _Lots(dict[str, bytes]):
    """What is written on each outcome's lot."""

    def __missing__(self, text: str) -> bytes:
        if len(self) >= 10_000:
            self.clear()
        self[text] = lot = _written(text)
        return lot


class _Numbers(dict[object, int]):
    """The number of each outcome, odd, by the outcome itself."""

    def __missing__(self, outcome: object) -> int:
        if len(self) >= 10_000:
            self.clear()
        lot = blake2b(_written(outcome), digest_size=8).digest()
        self[outcome] = number = int.from_bytes(lot) | 1
        return number


_LOTS: Final = _Lots()
_NUMBERS: Final = _Numbers()


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
