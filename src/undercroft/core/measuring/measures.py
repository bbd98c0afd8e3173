"""What a game measures of its plays, for studies: counts alone, which add up in any order.

A game's `measure(events, outcome, notes)` hears a whole play and notes what it is after:

    notes.note("encounters", "5s", won=True, hit_points=2)

Yes and no make shares, numbers make means; `None` is not noted. Table, row and column have their
words in `words.toml`, under [measures].
"""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import TypeAlias

Sheet: TypeAlias = Counter[tuple[str, str, str, float]]
"""How often each value was seen, by table, row and column. Sheets are added by `update`."""

Value: TypeAlias = int | float  # left as it is: yes and no are no numbers
Counts: TypeAlias = dict[Value, int]


class Notes:
    """What is noted of one play, or of many, until it is counted."""

    def __init__(self) -> None:
        self._times = 1  # how often what is noted now was seen
        self._seen: dict[Callable[..., None], dict[tuple[Hashable, ...], list[int]]] = {}
        self._noted: dict[str, dict[str, dict[str, Counts]]] = {}  # by table, row and column
        self._compared: dict[str, dict[frozenset[str], Counts]] = {}  # by table and rows
        self._had: dict[str, dict[str, Counts]] = {}  # by table and row

    def note(self, table: str, row: str, **values: Value | None) -> None:
        """Note one observation: a value for each column that it has something to say to."""
        columns = self._noted.setdefault(table, {}).setdefault(row, {})
        for column, value in values.items():
            if value is not None:
                add(columns.setdefault(column, {}), value, self._times)

    def observe(self, notes: Callable[..., None], *seen: Hashable) -> None:
        """Let `notes(self, *seen)` note what was seen, from that alone.

        It is called once, however often the same was seen: most has been seen before.
        """
        observed = self._seen.setdefault(notes, {})
        times = observed.get(seen)
        if times is None:
            observed[seen] = [1]
        else:
            times[0] += 1

    def compare(self, table: str, row: str, had: bool, value: Value) -> None:
        """Note how a player fared who had a thing (a card, an item), or had not."""
        self.among(table, frozenset((row,)), {row} if had else set(), value)

    def among(self, table: str, rows: frozenset[str], had: set[str], value: Value) -> None:
        """Compare each of several things: a player had some of them."""
        add(self._compared.setdefault(table, {}).setdefault(rows, {}), value, self._times)
        having = self._had.setdefault(table, {})
        for row in had & rows:
            add(having.setdefault(row, {}), value, self._times)

    def counted(self) -> Sheet:
        """Count all that was noted."""
        for notes, observed in self._seen.items():
            for seen, (self._times,) in observed.items():
                notes(self, *seen)
        self._seen.clear()
        self._times = 1
        sheet: dict[tuple[str, str, str, Value], int] = {}  # a Counter is slower to add to
        for table, rows in self._noted.items():
            for row, columns in rows.items():
                for column, counts in columns.items():
                    for value, times in counts.items():
                        sheet[table, row, column, value] = times
        for table, compared in self._compared.items():
            for row, everybody in by_row(compared).items():
                had = self._had[table].get(row, {})
                for value, times in everybody.items():
                    having = had.get(value, 0)
                    if having:
                        sheet[table, row, "with", value] = having
                    if having < times:
                        sheet[table, row, "without", value] = times - having
        return Counter(sheet)


def add(counts: Counts, value: Value, times: int) -> None:
    """Count a value so many times more."""
    counts[value] = counts.get(value, 0) + times


def by_row(compared: dict[frozenset[str], Counts]) -> dict[str, Counts]:
    """Give, for each row, what was seen of all rows that it was among."""
    found: dict[str, Counts] = {}
    for rows, counts in compared.items():
        for row in rows:
            before = found.get(row)
            found[row] = counts if before is None else together(before, counts)
    return found


def together(one: Counts, other: Counts) -> Counts:
    """Add up what was seen here and there."""
    found = one.copy()
    for value, times in other.items():
        add(found, value, times)
    return found
