"""An observation is what the seat sees, put into numbers: no more, and hardly less."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from examples import lamps, well
from tests.research.surveys import uncovered
from undercroft import Play
from undercroft.accel.native import load_module
from undercroft.core.errors import Refused
from undercroft.core.fates import lucky
from undercroft.core.play import Play as EnginePlay
from undercroft.core.questions import Decision
from undercroft.games import catalogue, find_game
from undercroft.research import survey
from undercroft.research.encode import Encoder
from undercroft.research.layout import Tensor, filler, filler_in_python
from undercroft.research.survey import ROOT, TESTS, Survey, facts_of, surveyed

MAKES = """
import re
import sys
import warnings

import gymnasium

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import undercroft.research.gymnasium_env
    env = gymnasium.make("undercroft/tomb-v1")
    env.reset(seed=1)
    env.step(0)
lines = [str(one.message) for one in caught if re.search(sys.argv[1], str(one.message))]
assert len(lines) == 1, caught
assert "\\n" not in lines[0]
"""
GAMES = [*catalogue().values(), lamps.GAME, well.GAME]
PLAYS = {"tomb": 60, "tin": 6, "labyrintheus": 6, "talisman": 1}


def at(encoder: Encoder, tensor: Tensor) -> dict[str, float]:
    """An observation as a reader would have it: what is not nought, by its name."""
    return {name: float(value) for name, value in zip(encoder.names, tensor, strict=True) if value}


def test_a_view_can_be_read_off_the_row():
    play = Play("tomb", seed="rose")
    encoder = Encoder(play.game, 1)
    assert isinstance(play.question, Decision)
    tomb = play.view(0).tombs[0]
    row = at(encoder, encoder(play.view(0), play.question))
    here = "tombs.1.TombView"
    assert {name[len(here) + 6 :] for name in row if name.startswith(f"{here}.hand.")} == {
        *tomb.hand
    }
    assert {name[len(here) + 8 :] for name in row if name.startswith(f"{here}.unseen.")} == {
        *tomb.unseen
    }
    assert row[f"{here}.hit_points"] == pytest.approx(tomb.hit_points / 9)
    assert row[f"question.{play.question.id}"] == 1
    assert row[f"{here}.phase.{tomb.phase}"] == 1


def test_what_a_question_is_about_is_told():
    encoder = Encoder(find_game("tomb"), 1)
    view = Play("tomb", seed="rose").view(0)
    asked = Decision(0, "blow", ("dodge", "take"), {"amount": 3, "monster": None})
    weaker = Decision(0, "blow", ("dodge", "take"), {"amount": 1})
    assert (encoder(view, asked) != encoder(view, weaker)).sum() == 1
    assert "about.amount" in at(encoder, encoder(view, asked))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_place_has_a_name_of_its_own(game):
    for seats in range(game.seats[0], game.seats[1] + 1):
        encoder = Encoder(game, seats)
        assert len({*encoder.names}) == len(encoder.names) == encoder.size


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_survey_left_room_for_everything(game):
    """Other games have no other words, and no list in them is longer than there is room for."""
    facts = facts_of(game)
    known = Survey(facts.questions, facts.about, facts.paths)
    lacking = uncovered(known, surveyed(game, PLAYS.get(game.id, 30), seed="another"))
    renew = f"To survey {game.id} again: make rules game={game.id} step=survey"
    assert not lacking, f"observations.json has no place for {'; '.join(lacking)}. {renew}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_observation_is_the_same_whatever_the_seat_cannot_know(game):
    """Dealing anew what a seat cannot know changes nothing in what it observes."""
    random, seats = Random(3), max(game.seats[0], min(3, game.seats[1]))
    encoder = Encoder(game, seats)
    play = EnginePlay(game, {}, seats, lucky(random.random))
    for _ in range(60):
        if not isinstance(play.question, Decision):
            break
        seat = play.question.seat
        seen = encoder(play.view(seat), play.question)
        imagined = play.imagine(seat, random.random)
        assert isinstance(imagined.question, Decision)
        assert np.array_equal(encoder(imagined.view(seat), imagined.question), seen)
        play.answer(random.choice(play.question.choices))


def test_a_dictionary_has_the_same_numbers_by_field():
    play = Play("tin", seed="rose", seats=2)
    encoder = Encoder(play.game, 2)
    assert isinstance(play.question, Decision)
    row = encoder(play.view(0), play.question)
    parts = encoder.split(row)
    assert np.array_equal(np.concatenate([*parts.values()]), row)
    assert {"knights", "rooms", "question"} <= parts.keys()


def test_a_survey_of_nothing_is_refused_in_one_line():
    with pytest.raises(SystemExit, match="unknown game 'tombs'; use one of: tomb, tin"):
        survey.main(["tombs"])


def run_survey(folder: Path, src: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 (our own)
        [sys.executable, "-m", "undercroft.research.survey", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{src}{os.pathsep}{folder}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the sources, with tests of layouts that say whether they have run."""
    shutil.copytree(ROOT / "src/undercroft", tmp_path / "src/undercroft")
    for test in TESTS:
        (tmp_path / test).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / test).write_text("def test_it() -> None: assert False, 'the layout changed'")
    return tmp_path


def test_a_survey_is_written_where_it_is_called(checkout: Path) -> None:
    (checkout / "here").mkdir()
    in_package = checkout / "src/undercroft/games/tomb/observations.json"
    before = in_package.read_bytes()
    done = run_survey(checkout / "here", checkout / "src", "tomb")
    assert (done.returncode, done.stderr) == (0, "")
    written = json.loads((checkout / "here/observations.json").read_text())
    assert {"questions", "about", "paths"} == {*written}
    assert in_package.read_bytes() == before


def test_a_survey_that_ships_is_written_into_the_package_and_then_layouts_are_tested(
    checkout: Path,
) -> None:
    in_package = checkout / "src/undercroft/games/tomb/observations.json"
    in_package.unlink()
    done = run_survey(checkout, checkout / "src", "tomb", "--ship")
    assert json.loads(in_package.read_text())["questions"]
    assert not (checkout / "observations.json").exists()
    assert done.returncode == 1
    assert done.stdout.count("the layout changed") >= len(TESTS)


@pytest.mark.needs("g++")
@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ('{"questions": [], "about": {}, "paths": {}}', "native Tomb writes .* have no place"),
        ("{", "is no survey"),
    ],
)
def test_a_survey_that_does_not_fit_falls_back_with_a_warning(
    text: str, warning: str, checkout: Path
) -> None:
    """An environment is made all the same, and plays."""
    (checkout / "src/undercroft/games/tomb/observations.json").write_text(text)
    done = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, "-c", MAKES, warning],
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_survey_gives_the_same_each_time():
    assert surveyed(lamps.GAME, 20) == surveyed(lamps.GAME, 20)


def test_a_row_is_never_written_over():
    play = Play("tomb", seed="rose")
    encoder = Encoder(play.game, 1)
    first = encoder(play.view(0), None)
    kept = first.copy()
    play.answer(play.question.choices[0])  # type: ignore[union-attr]
    encoder(play.view(0), None)
    assert np.array_equal(first, kept)


@pytest.mark.needs("g++", "python3-dev")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_native_code_and_python_fill_the_same_rows(game):
    load_module("rows")  # or else Python would be compared with itself
    random, seats = Random(5), game.seats[1]
    encoder = Encoder(game, seats)
    fill = filler(encoder.view, encoder.size)
    fill_in_python = filler_in_python(encoder.view, encoder.size)
    for _ in range(2):
        play = EnginePlay(game, {}, seats, lucky(random.random))
        for _ in range(60):
            if not isinstance(play.question, Decision):
                break
            for seat in range(seats):
                seen = play.view(seat)
                assert np.array_equal(fill(seen), fill_in_python(seen))
            play.answer(str(random.choice(play.question.options)))


def test_rows_are_filled_without_a_compiler_too(monkeypatch, tmp_path):
    play = Play("tomb", seed="rose")
    native = Encoder(play.game, 1)(play.view(0), None)
    load_module.cache_clear()
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(Refused):
        load_module("rows")
    assert np.array_equal(Encoder(play.game, 1)(play.view(0), None), native)


@pytest.mark.needs("g++", "python3-dev")
def test_native_code_refuses_what_is_no_view():
    rows = load_module("rows")
    view = Play("tomb", seed="rose").view(0)
    wrong = rows.layout(("record", (("seat", ("number", 1)), ("mode", ("number", 1)))), 2)
    with pytest.raises(TypeError):
        rows.fill(wrong, view)  # a word is no number
    for other in (None, "view", (1, 2)):
        with pytest.raises((AttributeError, TypeError)):
            rows.fill(wrong, other)
    for plan in (("song", ()), ("word", ()), ("record", (("seat",),)), ("number", "one")):
        with pytest.raises((TypeError, ValueError)):
            rows.layout(plan, 2)
    with pytest.raises(ValueError, match="1 numbers do not fit into 0"):
        rows.layout(("number", 1), 0)
