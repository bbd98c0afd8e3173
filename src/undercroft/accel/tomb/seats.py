"""Seats at native games of Tomb, as environments have them: rows of numbers, masks, results.

Rows and actions are those of the rules in Python, and so is luck: the same state of a generator
gives the same games (`seat.hpp`).
"""

import ctypes
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from undercroft.accel.native import Misfit, load
from undercroft.accel.tomb.game import OUTCOMES, QUESTIONS, Options, native_options
from undercroft.accel.words import say
from undercroft.core.errors import Refused
from undercroft.core.game import Outcome
from undercroft.games.tomb.cards import CARDS
from undercroft.games.tomb.scoring import solo_outcome
from undercroft.games.tomb.state import Result

HERE: Final = "tombs.1.TombView"
NUMBERS: Final = (
    f"{HERE}.showing",
    f"{HERE}.hit_points",
    f"{HERE}.scroll_used",
    f"{HERE}.points",
    f"{HERE}.kings",
    f"{HERE}.delve_done",
    f"{HERE}.retreat_done",
    f"{HERE}.favoured",
    f"{HERE}.left",
    f"{HERE}.discards",
    f"{HERE}.dodge_used",
    "about.amount",
    "about.deadly",
    "about.discards",
    "about.showing",
    "about.to_go",
)
CARDS_AT: Final = (
    f"{HERE}.torches",
    f"{HERE}.hand",
    f"{HERE}.column",
    f"{HERE}.encounter",
    f"{HERE}.returned",
    f"{HERE}.unseen",
    "about.door",
    "about.encounter",
    "about.torch",
)
ASKED_AT: Final = tuple(f"question.{id}" for id in QUESTIONS if id)
PHASES: Final = (f"{HERE}.phase.delve", f"{HERE}.phase.retreat")
STACKS: Final = tuple(f"{HERE}.stacks.{n + 1}" for n in range(20))

Flags: TypeAlias = npt.NDArray[np.bool_]
Places: TypeAlias = Mapping[
    str, tuple[int, float]
]  # by name: where it is, and what it is divided by


class Layout(ctypes.Structure):
    """Where everything has its place in a row (seat.hpp)."""

    _fields_ = (
        ("size", ctypes.c_int),
        ("actions", ctypes.c_int),
        ("base", ctypes.c_void_p),
        ("most", ctypes.c_double * len(NUMBERS)),
        ("tallest", ctypes.c_double),
        ("numbers", ctypes.c_int * len(NUMBERS)),
        ("cards", ctypes.c_int * len(CARDS) * len(CARDS_AT)),
        ("questions", ctypes.c_int * len(ASKED_AT)),
        ("phases", ctypes.c_int * len(PHASES)),
        ("stacks", ctypes.c_int * len(STACKS)),
        ("options", Options),
    )


class Seats:
    """So many solo games side by side. `rows` and `masks` change in place."""

    def __init__(
        self, count: int, options: Any, laid: npt.NDArray[np.float32], places: Places, actions: int
    ) -> None:
        if options.mode != "solo":
            raise Refused(say("native.solo-only", mode=options.mode))
        self._library = load("tomb")
        self._base = laid.copy()  # a row of a new game; what changes is taken out of it
        try:
            self._layout = self._laid_out(options, places, actions)
        except KeyError as error:
            raise Misfit(say("native.misfit", place=error.args[0])) from None
        self.rows = np.zeros((count, len(laid)), np.float32)
        self.masks = np.zeros((count, actions), np.int8)
        self._results = np.zeros(count, np.uint32)  # state, outcome, kings, points: a byte each
        self._actions = np.zeros(count, np.int64)
        self._fresh = np.zeros(count, np.bool_)
        self._size = self._library.tomb_seat_size()
        self._seats = ctypes.create_string_buffer(count * self._size)
        self._library.tomb_lay_seats(
            ctypes.c_long(count),
            ctypes.byref(self._layout),
            self._seats,
            _pointer(self.rows),
            _pointer(self.masks),
            _pointer(self._results),
        )
        self._step = partial(
            self._library.tomb_step_seats,
            ctypes.c_long(count),
            self._seats,
            _pointer(self._actions),
            _pointer(self._fresh),
        )
        self._outcomes: dict[int, Outcome] = {}  # by result

    def _laid_out(self, options: Any, places: Places, actions: int) -> Layout:
        layout = Layout(len(self._base), actions, self._base.ctypes.data)

        def place(name: str) -> int:
            self._base[places[name][0]] = 0
            return places[name][0]

        layout.most[:] = [places[name][1] for name in NUMBERS]
        layout.numbers[:] = [place(name) for name in NUMBERS]
        for row, name in zip(layout.cards, CARDS_AT, strict=True):
            row[:] = [place(f"{name}.{card.id}") for card in CARDS]
        layout.questions[:] = [place(name) for name in ASKED_AT]
        layout.phases[:] = [place(name) for name in PHASES]
        layout.stacks[:] = [place(name) for name in STACKS]
        layout.tallest = places[STACKS[0]][1]
        layout.options = native_options(options)
        return layout

    def _at(self, number: int) -> ctypes.c_void_p:
        return ctypes.c_void_p(ctypes.addressof(self._seats) + number * self._size)

    def seed(self, number: int, luck: Random) -> None:
        """Let a seat have the luck of a generator from now on."""
        words = luck.getstate()[1]
        self._library.tomb_seed_seat(self._at(number), (ctypes.c_uint32 * len(words))(*words))

    def begin(self, number: int) -> None:
        """Begin a game in which there is something to decide."""
        self._library.tomb_begin_seat(self._at(number))

    def answering(self, number: int) -> Callable[[int], int]:
        """Give the function that takes an action at a seat: asked again, over or illegal."""
        answer = self._library.tomb_answer_seat
        answer.argtypes = (ctypes.c_void_p, ctypes.c_long)
        return partial(answer, self._at(number))

    def step(self, actions: Any, fresh: Flags) -> tuple[Flags, Flags]:
        """Take an action at every seat, or begin a fresh game: which are over, which illegal."""
        self._actions[:] = actions
        self._fresh[:] = fresh
        self._step()
        states = self._results & 255  # 0: asked again
        return states == 1, states == 2

    def outcomes(self, over: Flags | slice) -> list[Outcome]:
        """Say how those games came out that are over."""
        results = self._results[over].tolist()
        return [self._outcomes.get(result) or self._outcome(result) for result in results]

    def _outcome(self, result: int) -> Outcome:
        _, number, kings, points = result.to_bytes(4, "little")
        name: Any = OUTCOMES[number]
        return self._outcomes.setdefault(result, solo_outcome(Result(name, kings, points)))

    def history(self, number: int) -> tuple[list[float], list[int]]:
        """Tell a game so far: its luck, and the actions that were taken."""
        luck, answers = (ctypes.c_double * len(CARDS))(), (ctypes.c_uint8 * 256)()
        counts = (ctypes.c_int * 2)()
        self._library.tomb_tell_seat(self._at(number), luck, answers, counts)
        return luck[: counts[0]], answers[: counts[1]]


def _pointer(array: npt.NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
