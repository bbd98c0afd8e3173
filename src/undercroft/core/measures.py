"""What a game measures of its plays, for studies: counts alone, which add up in any order.

A game's `measure(events, outcome, sheet)` hears a whole play and notes what it is after:

    sheet.note("encounters", "5s", won=True, hit_points=2)

Yes and no make shares, numbers make means; `None` is not noted. Table, row and column have their
words in `words.toml`, under [measures].
"""

from collections import Counter


class Sheet(Counter[tuple[str, str, str, float]]):
    """How often each value was seen, by table, row and column. Sheets are added by `update`."""

    def note(self, table: str, row: str, **values: float | None) -> None:
        """Note one observation: a value for each column that it has something to say to."""
        for column, value in values.items():
            if value is not None:
                self[table, row, column, value] += 1

    def compare(self, table: str, row: str, had: bool, value: float) -> None:
        """Note how a player fared who had a thing (a card, an item), or had not."""
        self[table, row, "with" if had else "without", value] += 1
