"""Undercroft speaks plain English: some phrases are kept out, and pages have short lines."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from undercroft.rulebook import for_players

ROOT: Final = Path(__file__).parents[2]

PAGES: Final = [
    *(ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"),
    *sorted(ROOT.glob("docs/**/*.md")),
]
CODE: Final = sorted(
    file
    for file in (ROOT / "src").rglob("*")
    if file.suffix in {".py", ".toml", ".html", ".js", ".css"}
)
LONGEST: Final = 100

# Anywhere: what to say instead stands beside it.
ANYWHERE: Final = {
    "whoever": "the player, the viewer, the operator, anyone with the link",
    r"look(s|ed|ing)? on(?! (the|this|a|its) )": "watch",
    "looking-on": "watching",
    "(is|are|was|were) waited for": "waiting for NAME",
    "nobody waits": "No open tables right now.",
    "as gladly": "at random",
    "(is|are) let go of": "say what happens to it",
    "onlookers?": "spectator",
    "such a one": "name it",
    "as few as may be": "the default is the fewest",
}
# On pages: in code, other things than answers can be taken back.
ON_PAGES: Final = {
    r"(?<!seat )(?<!seats )(take|takes|taken|taking) back": "undo",
}


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def lines_of(file: Path) -> Iterator[tuple[int, str]]:
    return enumerate(file.read_text("utf-8").splitlines(), 1)


def found(file: Path) -> list[str]:
    """Name every banned phrase in a file, with what to say instead."""
    banned = ANYWHERE | ON_PAGES if file.suffix == ".md" else ANYWHERE
    name = name_of(file)
    return [
        f"{name}:{number}: {match[0]!r}; say: {instead}"
        for number, line in lines_of(file)
        for phrase, instead in banned.items()
        for match in re.finditer(rf"\b{phrase}\b", line, re.IGNORECASE)
    ]


@pytest.mark.parametrize("files", [PAGES, CODE], ids=["pages", "code"])
def test_banned_phrases_stay_out(files: list[Path]) -> None:
    assert [hit for file in files for hit in found(file)] == []


def prose(page: Path) -> Iterator[tuple[int, str]]:
    """Give the lines that are neither in a table nor in a block of code."""
    in_code = False
    for number, line in lines_of(page):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code and not line.startswith(("|", "    ")):
            yield number, line


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if not {"rules", "games"} & {*page.parts}],
    ids=lambda page: name_of(page),
)
def test_lines_are_short(page: Path) -> None:
    long = [number for number, line in prose(page) if len(line) > LONGEST]
    assert long == []


RULES: Final = sorted((ROOT / "docs/rules").glob("*.md"))
NOTATION: Final = re.compile(
    r"`(test [SC][12]|choose |hold |status |mark |lose-life|heal \d|miss \d|restore|cure |gold [+-]"
    r"|(battle|psychic) \d|(strength|craft) [+-]|(ailment|trap|land|look|discard|purchase) [a-z])"
    r"|\((fate|question) `|\bhe\b|`(unseen|house|rulebook|source)`"
)


@pytest.mark.parametrize("page", RULES, ids=name_of)
def test_rules_that_players_read_are_sentences_in_short_lines(page: Path) -> None:
    lines = for_players(page.read_text("utf-8")).splitlines()
    assert [line for line in lines if NOTATION.search(line)] == []
    assert [line for line in lines if len(line) > LONGEST and not line.startswith("|")] == []
