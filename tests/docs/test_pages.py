"""What the pages show must be so: the README runs, and CONTRIBUTING shows the example as it is."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if "rules" not in page.parts
)


def python_in(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


def test_the_readmes_ten_lines_run(capsys):
    (code,) = python_in("README.md")
    assert len(code.splitlines()) <= 11
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 (our own page)
    printed = capsys.readouterr().out
    assert printed.startswith("Outcome(")
    assert len(printed.splitlines()) > 5


def test_the_readmes_journal_is_in_the_notation():
    from undercroft.core.records.journal import read_journal

    (text,) = re.findall(
        r"```\n(undercroft journal.*?)```", (ROOT / "README.md").read_text(), re.DOTALL
    )
    assert len(read_journal(text).entries) == 5


def test_contributing_shows_the_example_as_it_is():
    example = (ROOT / "examples/lamps/rules.py").read_text()
    for code in python_in("CONTRIBUTING.md"):
        assert code.strip() in example


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("game", ["tomb", "tin", "labyrintheus", "talisman"])
def test_the_rules_of_record_name_modules_that_are_there(game):
    """Under the heading "Where each part lives": tests are named with their folder."""
    for page in sorted((ROOT / "docs/rules").glob(f"{game}*.md")):
        _, _, places = page.read_text().partition("Where each part lives")
        for name in re.findall(r"`((?!test_)[\w/]+\.(?:py|toml)|\w+/)`", places):
            folder = ROOT if name.startswith("tests/") else ROOT / "src/undercroft/games" / game
            assert (folder / name).exists(), f"{page.name}: {name}"
