"""The rules of record, the tests and the code name the same clauses.

A game takes part by its name: `docs/rules/<game>.md` (and its parts, `<game>-<part>.md`),
`tests/games/<game>/` and `src/undercroft/games/<game>/`. A test covers the clauses that its name
begins with: `test_t31_...`, `test_r18_t31_...`, `test_s1_to_s38_...`.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.stem for path in (ROOT / "docs/rules").glob("*.md") if "-" not in path.stem)

NUMBER = r"[A-Z]{1,2}-[0-9]+"
DEFINED = re.compile(
    rf"""(?mx)
    ^ - [ ] \*\* ({NUMBER}) \*\*   # a clause: - **T-1** ...
    | ^ \| [ ] ({NUMBER}) [ ] \|   # a ruling, or a scenario in a table: | R-1 | ...
    | ^ id: [ ] ({NUMBER}) $       # a scenario of its own: id: S-01
    | ^ [#]+ [ ] ({NUMBER}) [ ]     # or under a heading: ### SC-01 ...
    """
)
CITED = re.compile(rf"\b({NUMBER})\b")
COVERED = re.compile(r"[a-z]{1,2}[0-9]+(?:_to_[a-z]{1,2}[0-9]+)?")


def normal(number: str) -> str:
    """`S-01`, `s1` -> `S-1`."""
    letters, digits = re.fullmatch(r"([A-Za-z]+)-?([0-9]+)", number).groups()  # type: ignore[union-attr]
    return f"{letters.upper()}-{int(digits)}"


def defined(text: str) -> list[str]:
    """List the clauses, rulings and scenarios of a text."""
    return [normal("".join(found)) for found in DEFINED.findall(text)]


def covered(name: str) -> Iterator[str]:
    """List the clauses that a test's name begins with."""
    rest = name.removeprefix("test_")
    while found := COVERED.match(rest):
        first, _, last = found[0].partition("_to_")
        letters, start = normal(first).split("-")
        end = normal(last).split("-")[1] if last else start
        yield from (f"{letters}-{number}" for number in range(int(start), int(end) + 1))
        rest = rest[found.end() :].removeprefix("_")


def names_of_tests(game: str) -> list[str]:
    return [
        node.name
        for path in (ROOT / "tests/games" / game).glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def citations(path: Path) -> Iterator[tuple[int, str]]:
    """Find the clauses named in comments and docstrings, or anywhere in a file of words."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        for number, line in enumerate(text.split("\n"), 1):
            yield from ((number, found) for found in CITED.findall(line))
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield from ((token.start[0], found) for found in CITED.findall(token.string))


def rules_of(game: str) -> list[str]:
    folder = ROOT / "docs/rules"
    parts = [folder / f"{game}.md", *sorted(folder.glob(f"{game}-*.md"))]
    return [number for part in parts for number in defined(part.read_text("utf-8"))]


def test_there_are_rules_of_record() -> None:
    assert "tomb" in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_used_twice(game: str) -> None:
    numbers = rules_of(game)
    assert sorted({n for n in numbers if numbers.count(n) > 1}) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test_named_after_it(game: str) -> None:
    tested = {clause for name in names_of_tests(game) for clause in covered(name)}
    assert [number for number in rules_of(game) if number not in tested] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_test_is_named_after_a_clause_that_exists(game: str) -> None:
    known = {*rules_of(game)}
    unknown = {name: sorted({*covered(name)} - known) for name in names_of_tests(game)}
    assert {name: clauses for name, clauses in unknown.items() if clauses} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_the_code_cites_exists(game: str) -> None:
    known = {*rules_of(game)}
    folder = ROOT / "src/undercroft/games" / game
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".toml")]
    assert files
    unknown = [
        f"{path.relative_to(ROOT)}:{line}: {clause}"
        for path in files
        for line, clause in citations(path)
        if normal(clause) not in known
    ]
    assert unknown == []


def test_numbers_are_read_wherever_the_rules_of_record_put_them() -> None:
    text = "- **T-1** A row.\n| R-2 | doubt |\n```scenario\nid: S-03\n```\n### SC-04 Dusk\n"
    text += "See T-9 and **T-8**.\n"
    assert defined(text) == ["T-1", "R-2", "S-3", "SC-4"]


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("test_t34_a_dropped_treasure", "T-34"),
        ("test_r18_t31_failed_diamonds", "R-18 T-31"),
        ("test_s1_to_s3_w1_scenarios", "S-1 S-2 S-3 W-1"),
        ("test_an_event_is_told", ""),
    ],
)
def test_a_name_covers_the_clauses_it_begins_with(name: str, clauses: str) -> None:
    assert [*covered(name)] == clauses.split()
