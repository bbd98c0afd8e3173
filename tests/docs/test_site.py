"""The site builds without a warning, asks for nothing elsewhere, and all its pictures are shown."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

import undercroft

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs/pictures"
OUTSIDE = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=[\"']?https?://[^>]*>")


def _text(path: str) -> str:
    return (ROOT / path).read_text()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_no_page_asks_for_anything_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html")]
    assert len(pages) > 40
    assert [(page.name, OUTSIDE.findall(page.read_text())) for page in pages] == [
        (page.name, []) for page in pages
    ]


def test_lists_are_drawn_as_they_are_meant(site: Path) -> None:
    """A list in an item, what follows it in the item, a list that begins with 0."""
    tomb = (site / "rules/tomb.html").read_text()
    assert re.search(r"<strong>T-8</strong>(?:(?!</li>).)*<ul>\s*<li>An ace", tomb, re.DOTALL)
    tin = (site / "rules/tin.html").read_text()
    assert re.search(r'<strong>T-2</strong>(?:(?!</li>).)*<ol start="0">', tin, re.DOTALL)
    talisman = (site / "rules/talisman.html").read_text()
    assert re.search(r"</ul>\s*<p>You still answer everything else", talisman)
    drawn = {page.name: page.read_text() for page in site.rglob("*.html")}
    as_text = re.compile(r"^ *(?:-|\d\.) (?:<strong>|\*\*).*", re.MULTILINE)
    assert {name: found for name, page in drawn.items() if (found := as_text.findall(page))} == {}


def test_every_page_is_in_the_contents(site: Path) -> None:
    contents = _text("mkdocs.yml")
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if page not in contents} == set()


def test_the_pages_from_the_root_are_there(site: Path) -> None:
    for name in ("contributing", "changelog"):
        assert (site / f"{name}.html").exists()


def test_versions_come_from_one_place() -> None:
    assert f"version: {undercroft.__version__}\n" in _text("CITATION.cff")
    assert f"\n## {undercroft.__version__}" in _text("CHANGELOG.md")


def test_the_classifiers_name_the_pythons_that_are_tried() -> None:
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', _text("pyproject.toml"))
    tried = re.findall(r'"python(3\.\d+)"', _text("tools/dist.py"))
    assert named == tried


def test_the_citation_can_be_read() -> None:
    cited = msgspec.yaml.decode(_text("CITATION.cff"))
    assert {"cff-version", "title", "authors", "message", "version"} <= cited.keys()


def test_every_picture_that_is_kept_is_shown() -> None:
    texts = [page.read_text() for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]]
    texts.append(_text("mkdocs.yml"))
    pictures = [picture.name for picture in PICTURES.iterdir()]
    assert [name for name in pictures if not any(name in text for text in texts)] == []


def test_every_drawing_is_a_picture_by_itself() -> None:
    drawings = {path.name: ElementTree.parse(path) for path in (ROOT / "docs").rglob("*.svg")}  # noqa: S314 (our own)
    assert drawings
    assert {tree.getroot().tag for tree in drawings.values()} == {"{http://www.w3.org/2000/svg}svg"}


def test_pictures_are_small_and_told_in_words() -> None:
    sizes = {picture.name: picture.stat().st_size for picture in PICTURES.iterdir()}
    assert {name: size for name, size in sizes.items() if size > 128_000} == {}
    for page in (ROOT / "docs").rglob("*.md"):
        assert re.findall(r"!\[\s*\]\([^)]*\)", page.read_text()) == [], page
