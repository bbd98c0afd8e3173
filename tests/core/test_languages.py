"""English beside what it is about, any other language in a folder, and one that is made up."""

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tomllib import loads

import pytest

import undercroft
from tests.made_up import FREE, outside
from undercroft.core.errors import Refused
from undercroft.core.fates import Scripted, Seeded
from undercroft.core.language.languages import laid_over, language, made_up, read_words
from undercroft.core.language.words import Words
from undercroft.core.play import Play
from undercroft.core.questions import Decision, read_answer
from undercroft.core.records.journal import FIRST_LINE, follow, read_journal
from undercroft.core.variants import with_variant
from undercroft.core.words import CORE, Catalogue
from undercroft.games import find_game

POLISH = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
FOR_PROGRAMMERS = (
    "AttributeError",
    "KeyError",
    "RulesError",
    "RuntimeError",
    "TypeError",
    "ValueError",
)


def test_a_text_is_found_by_its_place():
    words = Words(loads('[lobby]\nopen = "{count:open table|open tables}"'))
    assert words.say("lobby.open", count=1) == "1 open table"
    assert words.say("lobby.open", count=0) == "0 open tables"


def test_a_language_says_which_form_goes_with_a_number():
    words = Words({"plural": POLISH, "cards": "{n:karta|karty|kart}"})
    assert [words.say("cards", n=n) for n in (1, 3, 5, 22)] == [
        "1 karta",
        "3 karty",
        "5 kart",
        "22 karty",
    ]


def test_what_is_not_translated_stays_english():
    english = {"home": {"play": "Play", "rules": "Rules"}, "plural": "n != 1"}
    german = {"home": {"play": "Spielen"}}
    assert laid_over(english, german) == {
        "home": {"play": "Spielen", "rules": "Rules"},
        "plural": "n != 1",
    }


def test_the_made_up_language_brackets_every_text_and_is_longer():
    tables = {"prompt": {"by": "kind", "trap": "A {card} of {n:turn|turns}."}, "clause": "T-3"}
    told = Words(made_up(tables, ""))
    text = told.say("prompt", kind="trap", card="ks", n=2)
    assert text.startswith("[A ks of 2 turns.·")
    assert text.endswith("·]")
    assert told.tables["clause"] == "T-3"
    assert made_up("One.\n\nTwo.", "help") == "[One.·]\n\n[Two.·]"


@pytest.mark.parametrize(("wished", "spoken"), [("de", "de"), ("../de", "en"), ("", "en")])
def test_the_environment_says_which_language(
    monkeypatch: pytest.MonkeyPatch, wished: str, spoken: str
) -> None:
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", wished)
    assert language() == spoken


def test_a_language_without_a_folder_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    here = ("undercroft.games.tomb", "words.toml", "tomb")
    english = read_words(*here)
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "qq")
    assert read_words(*here) == english
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    assert read_words(*here)["titles"]["tomb"].startswith("[Tomb of Four Kings")


@pytest.fixture
def made_up_words(monkeypatch: pytest.MonkeyPatch) -> None:
    english = CORE.words
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    spoken = Catalogue(CORE.package).words
    assert spoken.tables != english.tables
    monkeypatch.setattr(CORE, "words", spoken)


def journal(**changed: str) -> str:
    lines = {"first": FIRST_LINE, "game": "game: tomb", "version": "rules-version: 3"}
    return "\n".join([*{**lines, **changed}.values(), "seats: 1", "", "P1 next: deeper", ""])


TOMB = replace(find_game("tomb"))  # its words are made up here
TURN = Decision(0, "next", ("deeper", "turn-back"), {})
REFUSALS: list[Callable[[], object]] = [
    lambda: read_answer(TURN, "no answer"),
    lambda: read_answer(TURN, "sideways"),
    lambda: Play(TOMB, seats=1).answer("deeper", 7),
    lambda: Play(TOMB, {"depth": 1}),
    lambda: Play(TOMB, {"games": "many"}),
    lambda: Play(TOMB, {"deal": "none"}),
    lambda: Play(TOMB, seats=9),
    lambda: Play(TOMB, preset="none"),
    lambda: TOMB.new_bot("nobody", lambda: 0.5),
    lambda: Seeded(""),
    lambda: Play(TOMB, fates=Scripted(deck="nothing")),
    lambda: with_variant("game = 1", "a.toml", find_game),
    lambda: with_variant('game = "tomb"\nrows = 1', "a.toml", find_game),
    lambda: with_variant('game = "tomb"\nrow = 1', "a.toml", find_game),
    lambda: with_variant("game = [[[[[[[[[[[[", "a.toml", find_game),
    lambda: with_variant('game = "tomb', "a.toml", find_game),
    lambda: read_journal("no journal"),
    lambda: read_journal(journal(version="rules-version: none")),
    lambda: read_journal(journal()).check(TOMB),
    lambda: follow(TOMB.setup(TOMB.lay(*TOMB.read_options({})[:1], TOMB.rows, 1)), "P1 next: x"),
]


@pytest.mark.parametrize("refusal", REFUSALS)
def test_refusals_of_the_core_are_in_its_catalogue(
    refusal: Callable[[], object], made_up_words: None
) -> None:
    with pytest.raises(Refused) as refused:
        refusal()
    assert str(refused.value).startswith("[")
    assert FREE.fullmatch(outside(str(refused.value)))


def test_no_refusal_has_its_text_in_python() -> None:
    """The made-up language meets some of them; this finds all, but what is for programmers."""
    found = []
    root = Path(undercroft.__file__).parent
    programming = {
        root / "library.py",
        *(root / "research").rglob("*"),
        *(root / "fast").rglob("*"),
    }
    for file in sorted({*root.rglob("*.py")} - programming):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
                continue
            if ast.unparse(node.exc.func) not in FOR_PROGRAMMERS:
                texts = [a for a in node.exc.args if isinstance(a, ast.JoinedStr | ast.Constant)]
                found += [f"{file.name}: {ast.unparse(a)}" for a in texts if has_words(a)]
    assert found == []


def has_words(text: ast.expr) -> bool:
    """Whether a text has two words or more of its own."""
    constants = [node.value for node in ast.walk(text) if isinstance(node, ast.Constant)]
    return any(isinstance(c, str) and len(re.findall(r"[A-Za-z]{2,}", c)) > 1 for c in constants)
