"""English beside what it is about, any other language in a folder, and one that is made up."""

from tomllib import loads

import pytest

from undercroft.core.language.languages import laid_over, language, made_up, read_words
from undercroft.core.language.words import Words

POLISH = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"


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
