"""One game of native Tomb, question by question."""

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.accel.native import load

QUESTIONS: Final = ("next", "face", "blow", "lock", "torch", "leave", None)
OUTCOMES: Final = ("won", "escaped", "dead", "lost", None)
NO_CARD: Final = 255
SCROLLS: Final = ("deck", "hand", "none")
WORDS: Final = (
    "deeper",
    "turn-back",
    "draw",
    "skill",  # told by its own name, below
    "drop",
    "dodge",
    "take",
    "pick-lock",
    "discard",
    "read-scroll",
    "let-it-burn",
    "leave",
    "berserk",
    "disarm",
    "pick-lock",
)


class Options(ctypes.Structure):
    """The options that change the solo game."""

    _fields_ = (
        ("min_delve", ctypes.c_uint8),
        ("start_hp", ctypes.c_uint8),
        ("start_torches", ctypes.c_uint8),
        ("scroll", ctypes.c_uint8),
        ("lenient_discards", ctypes.c_uint8),
    )


class Thumb(ctypes.Structure):
    """A rule of thumb, by its two numbers (games/tomb/bots.py)."""

    _fields_ = (("prize", ctypes.c_double), ("weariness", ctypes.c_double))


def native_options(options: Any) -> Options:
    """Take from Tomb's options what the native game knows."""
    return Options(
        options.min_delve,
        options.start_hp,
        options.start_torches,
        SCROLLS.index(options.scroll),
        options.lenient_discards,
    )


class Sizes(NamedTuple):
    """How large things are: in bytes, and of what a learned player sees and rates in numbers."""

    tomb: int
    slot: int
    known: int
    bits: int
    scalars: int
    actions: int


def sizes(library: ctypes.CDLL) -> Sizes:
    """Ask a library how large things are."""
    told = (ctypes.c_int * len(Sizes._fields))()
    library.tomb_sizes(told)
    return Sizes(*told)


class Asked(NamedTuple):
    """What is asked, and how the table looks. When nothing is asked, the game is over."""

    question: str | None
    options: tuple[str, ...]
    outcome: str | None
    kings: int
    points: int
    hit_points: int
    torches: int
    held: int  # cards in hand, deck and column
    left: int
    column: int
    delve_done: int
    retreat_done: int
    draws: int


class NativeTomb:
    """A game on a known order of cards, those of the deck alone."""

    def __init__(self, ids: Sequence[str], options: Options, order: Sequence[str]) -> None:
        self.ids = ids  # the cards as games/tomb/cards.py lists them
        self.library = load("tomb")
        self.options = options
        numbers: Mapping[str, int] = {id: number for number, id in enumerate(ids)}
        self.order = (ctypes.c_uint8 * len(ids))(*(numbers[id] for id in order))
        self.tomb = ctypes.create_string_buffer(sizes(self.library).tomb)
        self._told = (ctypes.c_uint8 * 64)()
        self.library.tomb_begin(ctypes.byref(options), self.order, self.tomb)

    def asked(self) -> Asked:
        """Tell what is asked."""
        told = self._told
        self.library.tomb_describe(self.tomb, told)
        options = tuple(
            [self._option(told[at], told[at + 1]) for at in range(13, 13 + 2 * told[12], 2)]
        )
        return Asked(QUESTIONS[told[0]], options, OUTCOMES[told[1]], *told[2:12])

    def _option(self, word: int, card: int) -> str:
        return WORDS[word] if card == NO_CARD else f"{WORDS[word]}:{self.ids[card]}"

    def answer(self, place: int) -> None:
        """Take an option, by its place in the list."""
        self.library.tomb_answer(ctypes.byref(self.options), self.order, place, self.tomb)

    def by_thumb(self, prize: float, weariness: float) -> int:
        """Give the place of the option that a rule of thumb takes."""
        return int(self.library.tomb_thumb(self.tomb, Thumb(prize, weariness)))
