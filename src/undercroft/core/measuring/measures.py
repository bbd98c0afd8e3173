"""What a game measures of its plays, for studies: counts alone, which add up in any order.

A game's `measure(events, outcome, sheet)` hears a whole play and notes what it is after:

    sheet.note("encounters", "5s", won=True, hit_points=2)

Yes and no make shares, numbers make means; `None` is not noted. Table, row and column have their
words in `words.toml`, under [measures].
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

Counts: TypeAlias = dict[tuple[str, str, str, float], int]


class Sheet(Counter[tuple[str, str, str, float]]):
    """How often each value was seen, by table, row and column. Sheets are added by `update`."""

    def note(self, table: str, row: str, **values: float | None) -> None:
        """Note one observation: a value for each column that it has something to say to."""
        for column, value in values.items():
            if value is not None:
                self[table, row, column, value] += 1

    def observe(self, notes: Callable[..., None], *seen: Hashable) -> None:
        """Let `notes(sheet, *seen)` note what was seen, from that alone."""
        notes(self, *seen)

    def compare(self, table: str, row: str, had: bool, value: float) -> None:
        """Note how a player fared who had a thing (a card, an item), or had not."""
        self[table, row, "with" if had else "without", value] += 1

    def among(self, table: str, rows: Sequence[str], had: set[str], value: float) -> None:
        """Compare each of several things: a player had some of them."""
        for row in rows:
            self.compare(table, row, row in had, value)


class Notes(Sheet):
    """A sheet for many plays: what is noted is kept as it comes, and counted at the end.

    Most of what is noted has been noted before, so a note is one step, however many columns.
    """

    def __init__(self) -> None:
        super().__init__()
        self._noted: dict[tuple[object, ...], int] = defaultdict(int)
        self._seen: dict[tuple[Any, ...], int] = defaultdict(int)
        self._compared: dict[tuple[str, Sequence[str], float], int] = defaultdict(int)
        self._had: dict[tuple[str, str, float], int] = defaultdict(int)

    def note(self, table: str, row: str, **values: float | None) -> None:
        """Note one observation."""
        self._noted[(table, row, *values.items())] += 1

    def observe(self, notes: Callable[..., None], *seen: Hashable) -> None:
        """Count what was seen: it is noted once, at the end, however often it was seen."""
        self._seen[(notes, *seen)] += 1

    def among(self, table: str, rows: Sequence[str], had: set[str], value: float) -> None:
        """Compare each of several things, by those that were there alone."""
        self._compared[table, rows, value] += 1
        for row in had.intersection(rows):
            self._had[table, row, value] += 1

    def counted(self) -> Sheet:
        """Count all that was noted."""
        sheet: Counts = defaultdict(int, self)  # a Counter is slower to add to
        for (notes, *seen), times in self._seen.items():
            notes(_Times(sheet, times), *seen)
        for (table, row, *values), times in self._noted.items():
            for column, value in values:  # type: ignore[misc]  # pairs
                if value is not None:  # type: ignore[has-type]
                    sheet[table, row, column, value] += times  # type: ignore[has-type, index]
        compared: dict[tuple[str, str, float], int] = defaultdict(int)
        for (of, rows, value), times in self._compared.items():
            for row in rows:
                compared[of, row, value] += times
        for (of, row, value), times in compared.items():
            having = self._had.get((of, row, value), 0)
            for column, count in (("with", having), ("without", times - having)):
                if count:
                    sheet[of, row, column, value] += count
        return Sheet(sheet)


class _Times:
    """Notes what was seen so many times on another sheet, in one go."""

    __slots__ = ("_sheet", "_times")

    def __init__(self, sheet: Counts, times: int) -> None:
        self._sheet = sheet
        self._times = times

    def note(self, table: str, row: str, **values: float | None) -> None:
        """Note one observation."""
        sheet, times = self._sheet, self._times
        for column, value in values.items():
            if value is not None:
                sheet[table, row, column, value] += times
