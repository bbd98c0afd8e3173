"""Whatever is declared as a dependency is used by something."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = ("src", "tests", "benchmarks", "tools", "examples")
MODULES = {  # where the module is not called like the package
    "argon2-cffi": "argon2",
    "markdown-it-py": "markdown_it",
    "open-spiel": "pyspiel",
    "pillow": "PIL",
}
THROUGH = {  # imported by the part of uvicorn that is named in its place
    "httptools": "uvicorn.protocols.http.httptools_impl",
    "websockets": "uvicorn.protocols.websockets.websockets_sansio_impl",
}
COMMANDS = {
    "import-linter": "lint-imports",
    "mkdocs-material": "mkdocs build",
    "mkdocstrings": "mkdocs build",
    "pytest-xdist": "pytest -n",
}


def declared() -> dict[str, str]:
    """Every dependency by its name, and where it is declared."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = {"base": project["dependencies"], **project["optional-dependencies"]}
    names = [
        (re.split(r"[\[;<>=! ]", line)[0], group) for group, of in groups.items() for line in of
    ]
    return dict(names)


def imports() -> Iterator[str]:
    """Every module that is imported anywhere, and the packages that it is in."""
    files = [file for folder in CODE for file in (ROOT / folder).rglob("*.py")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (name.name for name in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


@pytest.fixture(scope="module")
def imported() -> frozenset[str]:
    modules = frozenset(imports())
    return modules | {module.split(".")[0] for module in modules}


def test_every_dependency_is_used(imported: frozenset[str]) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for name, extra in declared().items():
        module = THROUGH.get(name) or MODULES.get(name) or name.replace("-", "_")
        command = COMMANDS.get(name, f"$(BIN)/{name}")
        assert module in imported or command in makefile, f"nothing uses {name} of {extra!r}"


def test_every_dependency_is_pinned() -> None:
    pins = (ROOT / "constraints.txt").read_text().lower().replace("_", "-")
    pinned = set(re.findall(r"^([a-z0-9.-]+)==", pins, re.MULTILINE))
    assert set(declared()) - pinned == set()
