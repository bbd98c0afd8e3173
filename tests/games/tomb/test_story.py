"""What the rules owe to the chronicle (N-1 to N-4), and to those who ask for odds."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.games.tomb.builders import a_tomb, question
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Option
from undercroft.core.records.journal import read_journal
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import ROWS
from undercroft.games.tomb.show.odds import odds
from undercroft.games.tomb.view import view

SEEDS = ["one", "two", "three"]


def played(seed: str, **options: object) -> tuple[Play, list[Decision[Any]]]:
    play = Play(GAME, options, fates=Seeded(seed))
    asked = []
    while play.question:
        assert isinstance(play.question, Decision)
        asked.append(play.question)
        play.answer(play.question.choices[0])
    return play, asked


def test_n1_the_chronicle_is_on_unless_it_is_turned_off() -> None:
    assert GAME.options().chronicle is True
    on, asked_with = played("one", chronicle="on")
    off, asked_without = played("one", chronicle="off")
    assert on.lines == off.lines
    assert [question.id for question in asked_with] == [question.id for question in asked_without]


@pytest.mark.parametrize("seed", SEEDS)
def test_n2_a_replay_tells_the_same_story(seed: str) -> None:
    play, _ = played(seed)
    replayed = Play.resume(GAME, read_journal(str(play.journal)), Seeded(seed))
    told = GAME.chronicle(play.events, GAME.words, seed)
    assert told == GAME.chronicle(replayed.events, GAME.words, seed)
    assert told


def test_n3_there_is_an_event_for_all_that_a_chronicle_must_tell() -> None:
    needed = """
        game-began turn-began turned-back encounter-met blow-struck wounded blow-dodged
        encounter-won hoard-found favour-granted skill-gained skill-played torch-burnt
        last-torch scroll-found scroll-read treasure-dropped player-out player-died
        player-lost game-scored
    """
    fields = {event.__struct_config__.tag: event.__struct_fields__ for event in GAME.events}
    assert set(needed.split()) <= set(fields)
    assert "column" in fields["turn-began"]  # how deep
    assert {"kind", "strength"} <= set(fields["encounter-met"])  # which of three grades
    assert "burnt" in fields["torch-burnt"]  # mounting dread
    assert "card" in fields["hoard-found"]  # which king
    assert "gold" in fields["game-scored"]


@pytest.mark.parametrize("seed", SEEDS)
def test_n4_the_rules_speak_in_ids_so_that_every_sentence_is_ours(seed: str) -> None:
    play, asked = played(seed)
    texts = [*strings(msgspec.to_builtins(play.events))]
    for decision in asked:
        texts += [decision.id, *map(str, decision.options)]
        texts += [value for value in decision.about.values() if isinstance(value, str)]
    assert texts
    for text in texts:
        assert re.fullmatch(r"[a-z0-9][a-z0-9:/-]*", text), text


def strings(value: object) -> Iterator[str]:
    """Find every text in a nest of tables and lists."""
    match value:
        case str():
            yield value
        case dict():
            for item in value.values():
                yield from strings(item)
        case list() | tuple():
            for item in value:
                yield from strings(item)


# -- odds -----------------------------------------------------------------------------------------


def odds_at(tomb: Any, script: str) -> dict[str, dict[str, int]]:
    decision = question(tomb, script)
    counted = odds(ROWS, view(tomb.match, 0), decision)
    return {option: dict(counts) for option, counts in counted.items()}


def test_odds_of_the_next_card_before_a_monster() -> None:
    tomb = a_tomb("js", torches="ah ad ac", showing=4, deck="6s 2c 5d 6c 7d qs as kd joker jh")
    assert odds_at(tomb, "draw deck: 6s") == {
        "draw": {
            "kills": 1,  # 2c
            "wounds": 1,  # 5d
            "wins": 3,  # 6c 7d qs
            "last-torch": 1,
            "hoard": 1,
            "scroll": 1,
            "skill": 1,
        }
    }


def test_odds_of_the_next_card_before_a_door() -> None:
    tomb = a_tomb("jc", deck="6c 2c 5d 6s ah")
    assert odds_at(tomb, "draw deck: 6c") == {"draw": {"holds": 2, "wins": 1, "torch": 1}}


@pytest.mark.parametrize(
    ("torches", "burning"), [("", "torch"), ("ah ad", "torch"), ("ah ad ac", "last-torch")]
)
def test_odds_tell_the_last_torch_from_the_others(torches: str, burning: str) -> None:
    tomb = a_tomb(delved=1, torches=torches, deck="as")
    assert odds_at(tomb, "") == {"deeper": {burning: 1}}


def test_odds_of_going_deeper() -> None:
    tomb = a_tomb(delved=1, torches="ah ad ac", deck="2s 3s 4d 5c qs as")
    assert odds_at(tomb, "") == {
        "deeper": {"monster": 2, "trap": 1, "door": 1, "favour": 1, "last-torch": 1}
    }


def test_odds_agree_with_what_fate_may_bring() -> None:
    for seed in SEEDS:
        play = Play(GAME, fates=Seeded(seed))
        while play.question:
            assert isinstance(play.question, Decision)
            counted = odds(ROWS, play.view(0), play.question)
            turns_a_card = {"next": "deeper", "face": "draw"}.get(play.question.id)
            assert [*counted] == ([turns_a_card] if turns_a_card else [])
            twin = play.fork()
            twin.fates = None
            if turns_a_card:
                twin.answer(turns_a_card)
                # the returned torch is certain: it is turned without asking
                cases = len(twin.question.outcomes) if isinstance(twin.question, Fate) else 1
                assert sum(counted[turns_a_card].values()) == cases
            play.answer(play.question.choices[0])


def test_options_that_carry_a_card_are_written_with_its_id() -> None:
    decision = question(a_tomb("8d"), "draw deck: 7s")
    drop = decision.options[1]
    assert isinstance(drop, Option)
    assert str(drop) == "drop:8d"
