"""`undercroft new-game`: copies the example game under a new name, for you to change."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from undercroft.cli.words import say
from undercroft.core.errors import Refused

ROOT: Final = Path(__file__).parents[3]  # of a checkout
EXAMPLE: Final = "lamps"
_NAME: Final = re.compile(r"[a-z][a-z0-9]{1,30}")
_IMPORT: Final = re.compile(r"from undercroft\.[^\n(]*(?:\([^)]*\))?\n")
_IMPORTS: Final = re.compile(f"(?:{_IMPORT.pattern})+")


def write_game(name: str, root: Path = ROOT) -> list[Path]:
    """Write a new game's folder, its rules of record and its scenarios; give the files."""
    source = root / "examples" / EXAMPLE
    if not source.is_dir():
        raise Refused(say("new-game.checkout"))
    if not _NAME.fullmatch(name):
        raise Refused(say("new-game.bad-name", name=repr(name)))
    files = dict(_files(name, source, root))
    for folder in (root / "src/undercroft/games" / name, root / "tests/games" / name):
        if folder.exists():
            raise Refused(say("new-game.exists", name=name, folder=folder.relative_to(root)))
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return [file.relative_to(root) for file in files]


def _files(name: str, source: Path, root: Path) -> Iterator[tuple[Path, str]]:
    folders = {
        "md": root / "docs/rules",
        "test": root / "tests/games" / name,
        "py": root / "src/undercroft/games" / name,
        "toml": root / "src/undercroft/games" / name,
    }
    for file in sorted(source.iterdir()):
        kind = "test" if file.name.startswith("test_") else file.suffix[1:]
        if kind in folders:
            text = file.read_text("utf-8")
            yield folders[kind] / file.name.replace(EXAMPLE, name), _renamed(text, name)


def _renamed(text: str, name: str) -> str:
    """Give the game its name; lamps stay lamps until somebody changes them."""
    old, new = EXAMPLE.title(), name.title()
    for before, after in (
        (f"examples.{EXAMPLE}", f"undercroft.games.{name}"),
        (f'id="{EXAMPLE}"', f'id="{name}"'),
        (f"{EXAMPLE}.md", f"{name}.md"),
        (f'{EXAMPLE} = "{old}"', f'{name} = "{new}"'),
        (f'"""{old}:', f'"""{new}:'),
        (f"English of {old}.", f"English of {new}."),
        (f"# {old}:", f"# {new}:"),
    ):
        text = text.replace(before, after)
    return _IMPORTS.sub(_in_order, text)


def _in_order(imports: re.Match[str]) -> str:
    """Sort a block of imports: their names have changed."""
    return "".join(sorted(_IMPORT.findall(imports[0]), key=lambda line: line.split()[1]))
