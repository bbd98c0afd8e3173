"""The rules of record, as tests read them: sections, and the rows of their tables."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs/rules"


def rules(name: str) -> str:
    """Give a page of the rules of record."""
    return DOCS.joinpath(f"{name}.md").read_text("utf-8")


def part_of(text: str, heading: str) -> str:
    """Give what stands under the first heading that begins so, up to the next one like it."""
    found = re.search(rf"(?ms)^##+ {heading}.*?\n(.*?)(?=^##|\Z)", text)
    assert found, heading
    return found[1]


def rows_of(text: str) -> list[list[str]]:
    """Read the cells of every table row in a text; headings are left out."""
    lines = [line.replace("\\|", "/") for line in text.split("\n") if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    ruled = [i for i, row in enumerate(cells) if set(row[0]) == {"-"}]
    return [row for i, row in enumerate(cells) if i not in ruled and i + 1 not in ruled]
