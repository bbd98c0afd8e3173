"""What the pages show must be so: the README runs, and CONTRIBUTING shows the example as it is."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.numbers import sentences
from tests.web.harness import running
from undercroft.core.game import Game
from undercroft.core.variants import with_variant
from undercroft.games import catalogue, find_game

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


def test_the_program_that_plays_over_http_runs(tmp_path, capsys):
    with running(tmp_path) as server:
        (code,) = python_in("docs/http-api.md")
        code = code.replace("http://127.0.0.1:8000", server.url)
        exec(compile(code, "http-api.md", "exec"), {})  # noqa: S102 (our own page)
    printed = capsys.readouterr().out
    assert "undercroft journal" in printed
    assert "\nP1 next: " in printed


def test_variants_on_pages_can_be_played():
    shown = 0
    for page in PAGES:
        for text in re.findall(r"```toml\n(.*?)```", page.read_text(), re.DOTALL):
            if "game = " in text:
                assert with_variant(text, page.name, find_game).variant
                shown += 1
            else:
                assert tomllib.loads(text)
    assert shown > 2


def test_json_on_pages_can_be_read():
    texts = [
        text
        for page in PAGES
        for text in re.findall(r"```json\n(.*?)```", page.read_text(), re.DOTALL)
    ]
    assert all(json.loads(text) for text in texts)
    assert texts


def test_what_pages_tell_make_to_do_is_in_the_makefile():
    known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    told = {
        target
        for page in PAGES
        for target in re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(), re.MULTILINE)
    }
    assert {"play", "test"} <= told <= known


def test_contributing_shows_the_example_as_it_is():
    example = (ROOT / "examples/lamps/rules.py").read_text()
    for code in python_in("CONTRIBUTING.md"):
        assert code.strip() in example


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


NAMED = re.compile(
    r"`((?:[\w-]+/)*(?:[\w-]+/|[\w-]+\.(?:py|toml|md|txt|jsonl?|html|css|js|sh|svg|yml)))`"
)
MADE = {  # by the reader, or by a game in the reader's data folder
    *("tomb.toml", "web.toml", "terminal.toml", "tomb-lesson.toml", "languages/de/"),
    *("src/undercroft/languages/de/", "docs/rules/vault.md", "tests/games/vault/"),
    *("static/PRESET.svg", "nine.toml", "plays/", "finished/", "terminal.json", "muted.json"),
    "stream/n/",  # no path: how luck is drawn
}


def test_files_and_folders_that_pages_name_are_there():
    """In full, or by their end, such as `forms/` of the terminal and `rules/turns.py` of a game."""
    files = [
        file.relative_to(ROOT)
        for top in ("src", "docs", "tests", "tools", "examples", "benchmarks")
        for file in (ROOT / top).rglob("*")
        if "__pycache__" not in file.parts
    ]
    there = {f"/{file}" for file in files} | {f"/{file.name}" for file in ROOT.iterdir()}
    ends = {name[at:] for name in there for at in range(len(name)) if name[at] == "/"}
    named = {
        (page.name, name)
        for page in PAGES
        for name in NAMED.findall(re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL))
    }
    assert len(named) > 150
    assert {
        it for it in named if f"/{it[1].rstrip('/')}" not in ends and it[1] not in MADE
    } == set()
    assert {name for _, name in named} >= MADE


@pytest.mark.parametrize("folder", ["", "core", "research", "terminal", "web"])
def test_the_architecture_names_every_part(folder):
    page = (ROOT / "docs/architecture.md").read_text()
    parts = {
        part.name + "/" * part.is_dir()
        for part in (ROOT / "src/undercroft" / folder).iterdir()
        if part.suffix == ".py" or (part / "__init__.py").exists()
    }
    told = {"language/", "measuring/", "records/", "running/"}  # file by file
    assert {it for it in parts - told if it[0] != "_" and f"{it}`" not in page} == set()


@pytest.mark.parametrize("game", catalogue())
def test_numbers_on_pages_are_those_of_the_games(game):
    wrong = [wrong for sentence in sentences(game) if (wrong := sentence.difference())]
    assert not wrong, "\n".join([*wrong, f"To write them: make rules game={game} step=pages"])


def test_contributing_names_what_a_game_declares():
    """In the last table of the page: a row for each thing that a `GAME` may have."""
    table = (ROOT / "CONTRIBUTING.md").read_text().rpartition("| field | what it gives |")[2]
    fields = {
        name
        for row in re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)", row)
    }
    assert len(fields) > 15
    assert fields <= {*Game.__annotations__}


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_the_rules_of_record_list_every_option(game):
    """A row each, in the table with the heading "option"; seats are chosen beside them."""
    page = (ROOT / "docs/rules" / game.rules_pages[0]).read_text()
    (table,) = re.findall(r"^\| option \|.*\n\|[-| ]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    listed = {*re.findall(r"^\| `?([\w-]+|\(seats\))", table, re.MULTILINE)}
    own = {field.replace("_", "-") for field in game.options.__struct_fields__}
    assert listed - {"(seats)"} == own


@pytest.mark.parametrize("game", ["tomb", "tin", "labyrintheus", "talisman"])
def test_the_rules_of_record_name_modules_that_are_there(game):
    """Under the heading "Where each part lives": tests are named with their folder."""
    for page in sorted((ROOT / "docs/rules").glob(f"{game}*.md")):
        _, _, places = page.read_text().partition("Where each part lives")
        for name in re.findall(r"`((?!test_)[\w/]+\.(?:py|toml)|\w+/)`", places):
            folder = ROOT if name.startswith("tests/") else ROOT / "src/undercroft/games" / game
            assert (folder / name).exists(), f"{page.name}: {name}"
