"""The rules of record: the pages that a game names, in `docs/rules` or in its own folder."""

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from undercroft.core.errors import Refused
from undercroft.core.words import say
from undercroft.games import find_game

_HERE: Final = Path(__file__).parent
PLACES: Final = (_HERE / "docs/rules", _HERE.parents[1] / "docs/rules")  # a wheel, a checkout
_BULLET: Final = re.compile(r"- \*\*([A-Z]+-\d+)\*\* ")
_ROW: Final = re.compile(r"\| ([A-Z]+-\d+) \|")
_ITALICS: Final = re.compile(r"(?<![\w*])\*(?![\s*])([^*]+)\*(?![\w*])")
_HEADING: Final = re.compile(r"(#+) .*?(\(for implementers\))?$")


def rules_of(game: str) -> str:
    """Give a game's rules of record, page after page."""
    found = find_game(game)
    names = found.rules_pages
    if not names:
        raise Refused(say("rules.none", game=game))
    for place in (*PLACES, Path(str(resources.files(found.package)))):
        pages = [place / name for name in names]
        if all(page.is_file() for page in pages):
            return "\n".join(page.read_text("utf-8") for page in pages)
    raise Refused(say("rules.missing", game=game, pages=", ".join(names), place=PLACES[1]))


def for_players(page: str) -> str:
    """Leave out the sections whose headings say that they are for implementers."""
    kept: list[str] = []
    hidden = 0  # the level of the heading whose section is left out
    in_code = False
    for line in page.splitlines():
        in_code ^= line.startswith("```")
        heading = None if in_code else _HEADING.match(line)
        if heading and (not hidden or len(heading[1]) <= hidden):
            hidden = len(heading[1]) if heading[2] else 0
        if not hidden:
            kept.append(line)
    return "\n".join(kept).rstrip().removesuffix("\n---").rstrip() + "\n"


def clause_of(game: str, clause: str) -> str:
    """Give one clause, such as T-31, or one ruling, such as R-12."""
    clauses = dict(read_clauses(rules_of(game)))
    found = clauses.get(clause.upper())
    if found is None:
        raise Refused(say("rules.clause", clause=clause, game=game, clauses=ranges(list(clauses))))
    return found


def read_clauses(page: str) -> Iterator[tuple[str, str]]:
    """Find every clause: `- **T-31** ...` and what is indented below, or a row of a table."""
    lines = page.splitlines()
    heads: list[str] = []
    for at, line in enumerate(lines):
        if not line.startswith("|"):
            heads = []
        elif not heads:
            heads = cells(line)
        if found := _BULLET.match(line):
            under = lines[at + 1 :]
            end = next((n for n, text in enumerate(under) if text and text[0] != " "), len(under))
            yield found[1], plain("\n".join([line.removeprefix("- "), *under[:end]]).rstrip())
        elif found := _ROW.match(line):
            pairs = zip(heads[1:], cells(line)[1:], strict=False)
            yield found[1], "\n".join([found[1], *(f"  {name}: {text}" for name, text in pairs)])


def cells(row: str) -> list[str]:
    """Split a row of a table."""
    return [plain(cell.strip()) for cell in row.strip().strip("|").split("|")]


def plain(text: str) -> str:
    """Take off the marks that are for printing only."""
    return _ITALICS.sub(r"\1", text.replace("**", "").replace("`", ""))


def ranges(clauses: list[str]) -> str:
    """Write `T-1 to T-39, R-1 to R-43`."""
    letters: dict[str, list[int]] = {}
    for clause in clauses:
        letter, number = clause.split("-")
        letters.setdefault(letter, []).append(int(number))
    return ", ".join(f"{at}-{min(all_)} to {at}-{max(all_)}" for at, all_ in letters.items())
