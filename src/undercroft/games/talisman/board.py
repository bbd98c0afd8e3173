"""Squares, directions and passages of the 7x7 board (tiles part, sections 1 and 2)."""

from collections.abc import Mapping
from typing import Final

SIZE: Final = 7
SQUARES: Final = range(SIZE * SIZE)
NOWHERE: Final = -1

NORTH, EAST, SOUTH, WEST = DIRECTIONS = (0, 1, 2, 3)
LETTERS: Final = "NESW"

NUMBERED: Final[Mapping[int, int]] = {
    2: 0,  # a1
    3: 6,  # g1
    4: 3,  # d1
    5: 21,  # a4
    6: 8,  # b2
    7: 24,  # d4
    8: 40,  # f6
    9: 27,  # g4
    10: 45,  # d7
    11: 42,  # a7
    12: 48,  # g7
}
NUMBERED_SQUARES: Final = tuple(NUMBERED.values())

# A set of passages is a number: 1 for north, 2 for east, 4 for south, 8 for west.
SIDES: Final[Mapping[str, int]] = {"dead-end": 1, "straight": 5, "elbow": 3, "t": 7, "cross": 15}


def name(square: int) -> str:
    """Write a square: column letter and row number."""
    return f"{'abcdefg'[square % SIZE]}{square // SIZE + 1}"


NAMES: Final = tuple(name(square) for square in SQUARES)
BY_NAME: Final = {name: square for square, name in enumerate(NAMES)}


def opposite(direction: int) -> int:
    """Turn right round."""
    return (direction + 2) % 4


def _next(square: int, direction: int) -> int:
    column, row = square % SIZE, square // SIZE
    column += (0, 1, 0, -1)[direction]
    row += (-1, 0, 1, 0)[direction]
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else NOWHERE


NEXT: Final = tuple(tuple(_next(square, d) for d in DIRECTIONS) for square in SQUARES)


def _around(square: int) -> tuple[int, ...]:
    column, row = square % SIZE, square // SIZE
    return tuple(
        other
        for other in SQUARES
        if other != square and abs(other % SIZE - column) <= 1 and abs(other // SIZE - row) <= 1
    )


AROUND: Final = tuple(_around(square) for square in SQUARES)  # all eight neighbours
BESIDE: Final = tuple(tuple(s for s in NEXT[square] if s >= 0) for square in SQUARES)


def direction_to(square: int, other: int) -> int:
    """Give the direction of a neighbouring square, or -1."""
    return NEXT[square].index(other) if other != NOWHERE and other in NEXT[square] else -1


def distance(one: int, other: int) -> int:
    """Count orthogonal steps, walls ignored."""
    return abs(one % SIZE - other % SIZE) + abs(one // SIZE - other // SIZE)


def turned(sides: int, rotation: int) -> int:
    """Turn a set of passages by quarter turns, clockwise."""
    return ((sides << rotation) | (sides >> (4 - rotation))) & 15


PASSAGES: Final = {
    shape: tuple(turned(sides, rotation) for rotation in range(4)) for shape, sides in SIDES.items()
}

ALL: Final = 15
BACK: Final = (2, 3, 0, 1)  # by direction: the opposite one
MASKS: Final = {
    "".join([letter for side, letter in enumerate(LETTERS) if mask >> side & 1]): mask
    for mask in range(16)
}
STEPS: Final = tuple(
    [
        tuple([(d, there) for d, there in enumerate(beside) if there >= 0 and ways >> d & 1])
        for beside in NEXT
    ]
    for ways in range(16)
)
"""By passages and square: the directions that lead onto the board, and where to."""


def _rotations(sides: int) -> tuple[int, ...]:
    seen: dict[int, int] = {}
    for rotation in range(4):
        seen.setdefault(turned(sides, rotation), rotation)
    return tuple(sorted(seen.values()))


ROTATIONS: Final = {shape: _rotations(sides) for shape, sides in SIDES.items()}


def rotations(shape: str, facing: int) -> list[int]:
    """L-19. The distinct rotations with a passage on that side; all of them if it is -1."""
    if facing < 0:
        return list(ROTATIONS[shape])
    passages = PASSAGES[shape]
    return [rotation for rotation in ROTATIONS[shape] if passages[rotation] >> facing & 1]
