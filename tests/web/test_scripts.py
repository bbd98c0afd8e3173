"""Scripts have no words of their own: what they say stands in `words.toml`, table `[script]`."""

import re
from itertools import chain
from pathlib import Path

import pytest

from undercroft.web.words import script_words

SOURCE = Path(__file__).parents[2] / "src" / "undercroft"
SCRIPTS = sorted(chain(SOURCE.glob("web/static/*.js"), SOURCE.glob("games/*/static/*.js")))
TOKEN = re.compile(r"""//[^\n]*|(["'`])((?:\\.|(?!\1).)*)\1""", re.DOTALL)  # comment or string
FILLED = re.compile(r"\$\{[^}]*\}")

# Two words side by side are a sentence; so is one that begins like one, or trails off.
SENTENCE = re.compile(r"[a-z']+[,.:;!?]? [a-z']+|^\W*(?-i:[A-Z])|\.\.\.|…", re.IGNORECASE)
NO_SENTENCE = {
    "a selector": re.compile(r"^[.#\[]|^[a-z]+[.\[:](?! )"),
    "a media query": re.compile(r"^\([a-z-]+: [a-z]+\)$"),
    "a step of an animation": re.compile(r"^(translate|translateY|rotate|scale)\("),
    "a key on the keyboard": re.compile(r"^(Arrow(Left|Right|Up|Down)|Enter|Escape|Home|End)$"),
    "a name of the browser's own": re.compile(r"^(GET|POST|Notification)$"),
}
SAID = re.compile(
    r"""\bsay\(\s*(?:[\w.]+ \? )?(["`])([a-z-]+)(?:\$\{.*?\})?\1(?: : "([a-z-]+)")?"""
)


def literals(script: str) -> list[str]:
    """Find every string, with what is filled in left out; no comments."""
    found = [match[2] for match in TOKEN.finditer(script) if match[1]]
    return [FILLED.sub("", text) for text in found]


def sentences(script: str) -> list[str]:
    """Find the strings that somebody would read."""
    texts = [text for text in literals(script) if SENTENCE.search(text)]
    return [text for text in texts if not any(it.search(text) for it in NO_SENTENCE.values())]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_has_no_sentence_of_its_own(path: Path) -> None:
    assert sentences(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "code",
    [
        'show("Your time is up.");',
        "place.title = `${name} wants a rematch`;",
        "button.ariaLabel = 'report this line'; // a comment",
        'button.textContent = on ? "Pause" : say("play");',
        'place.append(" (Copied)");',
        'message = "checking ...";',
    ],
)
def test_a_sentence_is_found(code: str) -> None:
    assert len(sentences(code)) == 1


def test_what_scripts_say_stands_in_the_catalogue_and_nothing_else() -> None:
    said = [match for path in SCRIPTS for match in SAID.finditer(path.read_text("utf-8"))]
    keys = {key for it in said if it[1] == '"' for key in (it[2], it[3]) if key}
    for begin in {it[2] for it in said if it[1] == "`"}:  # `line-${name}`
        keys |= {key for key in script_words() if key.startswith(begin)}
    assert keys == set(script_words())
