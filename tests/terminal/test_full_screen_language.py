"""The full screen in the language that is made up: nothing is hard-coded, and nothing is cut."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from tests.made_up import FREE, outside
from tests.terminal.piloting import SIZES
from undercroft.games import catalogue

SCREENS = (
    *("start", "form", "study", "join", "settings", "help", "cover", "replay", "real-cards"),
    *("delve", "odds", "story", "end", "tin", "labyrintheus", "talisman"),
)

# What is no language: keys, the answers behind the options, lines of a journal, bots' names, and
# the rules of record, which say themselves in which language they are.
KEYS = re.compile(r"\b(Home|End|Space|Esc|Enter|PgUp|PgDn|F\d|[a-z])\b")
BOTS = "|".join({bot for game in catalogue().values() for bot in game.bots})
ANSWER = r"(?<=[\]…]) +[A-Za-z0-9][A-Za-z0-9:.,…-]*$|^[a-z0-9:-]+$"
TYPED = re.compile(rf"(?m){ANSWER}|^ *\d+\. \S+ \S+: \S+|\b({BOTS})\b")
RULE = re.compile(r"(?ms)^[A-Z]+-\d+ .*?(?=^\[)")
OWN = {"banner", "picture"}  # the program's name; drawings, which have letters of their own


def whole(told: dict[str, Any]) -> str:
    """Give what is seen of a widget, less what scrolling leaves half.

    An option is told whole when it is marked; what a wide form has beside a row, below the form.
    """
    lines = [
        line + "]" * (line.count("[") - line.count("]")) if line.endswith("…") else line
        for line in TYPED.sub("", RULE.sub("", told["text"])).split("\n")
    ]
    text = "\n".join(lines)
    if not told["scrolls"]:
        return text
    start, opened = 0, list[int]()
    for at, sign in enumerate(text):
        if sign == "[":
            opened.append(at)
        elif sign == "]" and opened:
            opened.pop()
        elif sign == "]":
            start = at + 1
    return text[start : opened[0] if opened else None]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_every_screen_stands_in_a_catalogue_and_is_whole(size: tuple[int, int]) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tests.terminal.speaking", "{}x{}".format(*size), *SCREENS],
        env={**os.environ, "UNDERCROFT_LANGUAGE": "xx"},
        capture_output=True,
        check=True,
        timeout=600,
    )
    wrong = []
    for screen, widgets in json.loads(done.stdout).items():
        for told in widgets:
            keys = told["kind"] == "FooterKey"
            said = KEYS.sub("", whole(told)) if keys else whole(told)
            if keys and not told["inside"]:
                wrong.append((screen, "cut", told["text"]))
            elif told["id"] not in OWN and not FREE.fullmatch(outside(said)):
                wrong.append((screen, f"{told['kind']} {told['id']}", said))
    assert wrong == [], "\n".join(map(str, wrong))
