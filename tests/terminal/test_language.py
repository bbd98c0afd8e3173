"""The plain table in the language that is made up, and the catalogue against its callers."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from tests.cli.driving import Done, undercroft
from tests.made_up import FREE, outside
from undercroft import terminal
from undercroft.terminal.words import words

TYPED = re.compile(r"(^|(?<=\] ))> .*$", re.MULTILINE)
SOURCES = sorted(Path(terminal.__path__[0]).rglob("*.py"))


@pytest.mark.parametrize(
    ("how", "typed"),
    [
        (["tomb"], ["1", "2", "h", "o", "c", "t", "u", "99", "", "r", "help", "1", "s"]),
        (["tomb"], [*"1" * 60, "u", "s"]),
        (["tomb", "--real-cards"], ["h", "o", "nothing", "4s", "u", "u", "r", "r", "s"]),
        (["tomb", "--seats", "2", "--bot", "cautious"], ["1", "1", "1", "u", "s"]),
    ],
    ids=["commands", "to the end", "real cards", "a bot"],
)
def test_every_line_stands_in_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: list[str], typed: list[str]
) -> None:
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    seed = [] if "--real-cards" in how else ["--seed", "7"]
    done = undercroft(tmp_path, "play", *how, "--plain", *seed, typed="\n".join([*typed, ""]))
    check(done)


def check(done: Done) -> None:
    assert (done.returncode, done.stderr) == (0, "")
    said = outside(TYPED.sub("", done.stdout))
    assert [line for line in said.split("\n") if not FREE.fullmatch(line)] == []


def texts_in(text: Any) -> Iterator[str]:
    """Give all texts that may be chosen."""
    if isinstance(text, dict):
        yield f"{{{text['by']}}}"
        yield from chain.from_iterable(texts_in(it) for name, it in text.items() if name != "by")
    else:
        yield text


def calls() -> Iterator[tuple[str, set[str]]]:
    """Give all texts that the terminal asks for by their whole key, and the fields it has."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(key))]):
                    fields = {it.arg for it in node.keywords if it.arg}
                    if len(fields) == len(node.keywords):
                        yield key, fields


def test_every_text_that_is_asked_for_is_there_and_has_its_fields() -> None:
    asked = [*calls()]
    assert len(asked) > 100
    for key, fields in asked:
        text: Any = words().tables
        for name in key.split("."):
            text = text[name]
        parts = chain.from_iterable(map(Formatter().parse, texts_in(text)))
        assert {field for _, field, _, _ in parts if field} == fields, key
