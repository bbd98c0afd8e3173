"""What games measure of their plays, as tables for people and as data for programs.

A table in which things were compared (`with`, `without`) gets a further column: the difference.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from undercroft.core.game import Game
from undercroft.core.measuring.intervals import Estimate, difference, estimate
from undercroft.core.measuring.measures import Sheet
from undercroft.lab.compare.pairs import FEW
from undercroft.lab.show.columns import aligned

Row: TypeAlias = dict[str, Estimate]
Table: TypeAlias = dict[str, Row]


def tables_of(sheet: Sheet) -> dict[str, Table]:
    """Make estimates of a sheet's counts."""
    counts: dict[str, dict[str, dict[str, Counter[float]]]] = {}
    for (table, row, column, value), times in sheet.items():
        cells = counts.setdefault(table, {}).setdefault(row, {})
        cells.setdefault(column, Counter())[value] = times
    return {
        table: {row: estimates(cells) for row, cells in rows.items()}
        for table, rows in counts.items()
    }


def estimates(cells: Mapping[str, Counter[float]]) -> Row:
    """Make a row's estimates, and of what was compared the difference."""
    row = {column: estimate(values) for column, values in cells.items()}
    if "with" in row and "without" in row:
        row["difference"] = difference(row["with"], row["without"])
    return row


def seen(row: Row) -> int:
    """Count a row's observations; of what was compared, those with the thing."""
    if "without" in row:
        return row["with"].times if "with" in row else 0
    return max(cell.times for cell in row.values())


# -- for programs ---------------------------------------------------------------------------------


def tables_as_data(sheet: Sheet) -> dict[str, Any]:
    """Give the tables as JSON would have them: table, row, column, estimate."""
    return {
        table: {
            row: {column: cell_as_data(cell) for column, cell in sorted(cells.items())}
            for row, cells in sorted(rows.items())
        }
        for table, rows in sorted(tables_of(sheet).items())
    }


def cell_as_data(cell: Estimate) -> dict[str, Any]:
    """Give an estimate as JSON would have it; one number has no interval."""
    known = cell.is_share or cell.times > 1
    return {
        "count": cell.times,
        "share" if cell.is_share else "mean": cell.value,
        "interval": [cell.low, cell.high] if known else None,
    }


# -- for people -----------------------------------------------------------------------------------


def tables_as_text(sheet: Sheet, game: Game[Any, Any]) -> Iterator[str]:
    """Write the tables, aligned: title, what to beware of, headings, rows."""
    for title, warning, rows in tables_as_rows(sheet, game):
        yield title
        if warning:
            yield f"  {warning}"
        yield from aligned(rows)
        yield ""


def tables_as_rows(
    sheet: Sheet, game: Game[Any, Any]
) -> Iterator[tuple[str, str, list[list[str]]]]:
    """Give each table's title, what to beware of, and its rows under their headings.

    They come in the order and the words of the game's [measures].
    """
    words: dict[str, dict[str, str]] = game.words.tables.get("measures", {})
    tables = tables_of(sheet)
    for name in sorted(tables, key=place_in(words)):
        said = words.get(name, {})
        rows = table_as_rows(tables[name], game, said)
        yield said.get("title", name), said.get("note", ""), rows


def table_as_rows(table: Table, game: Game[Any, Any], words: Mapping[str, str]) -> list[list[str]]:
    """Tabulate: headings first."""
    found = {column for row in table.values() for column in row}
    columns = sorted(found, key=place_in(words))
    heads = [words.get(head, head) for head in ("row", "seen", *columns)]
    body = [
        [words.get(row) or game.words.title(row), f"{seen(cells):,}"]
        + [str(cells.get(column, "")) for column in columns]
        for row, cells in sorted(table.items(), key=order_in(game))
    ]
    return [heads, *body]


def place_in(words: Mapping[str, object]) -> Any:
    """Sort as the words do, and what they do not mention by its name."""
    places = {word: place for place, word in enumerate(words)}
    return lambda name: (places.get(name, len(places)), name)


def order_in(game: Game[Any, Any]) -> Any:
    """Sort rows: compared things by what they bring, but the least seen last; components as the
    game lists them; numbers by size; all else by how often it was seen.
    """
    places = {id: place for place, id in enumerate(game.rows)}

    def order(item: tuple[str, Row]) -> tuple[float, float, str]:
        id, row = item
        if "with" in row or "without" in row:
            gap = row.get("difference")
            return (0, -gap.value, id) if gap and gap.times >= FEW else (1, -seen(row), id)
        if id in places:
            return 0, places[id], id
        return 0, int(id) if id.isdigit() else -seen(row), id

    return order
