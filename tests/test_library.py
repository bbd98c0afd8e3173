"""One import gives what a program needs: `from undercroft import Play, games, simulate, study`."""

import subprocess
import sys

import pytest

import undercroft
from undercroft import Game, Play, games, simulate, study
from undercroft.core.errors import BadOption
from undercroft.core.fates import Seeded
from undercroft.core.play import Play as EnginePlay
from undercroft.core.questions import Fate


def test_every_name_is_there_and_no_other():
    for name in undercroft.__all__:
        assert getattr(undercroft, name) is not None
        assert name in dir(undercroft)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        undercroft.nonsense  # noqa: B018


def test_importing_undercroft_loads_no_game_and_no_library():
    code = (
        "import sys, undercroft; print([m for m in sys.modules if m.startswith('undercroft.')"
        " or m in ('msgspec', 'numpy')])"
    )
    shown = subprocess.run(  # noqa: S603 (our own code)
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


def test_a_play_takes_a_game_by_its_id_and_is_the_engines_own():
    play = Play("tomb", seed="rose")
    same = EnginePlay(games.find_game("tomb"), fates=Seeded("rose"))
    assert isinstance(play, EnginePlay)
    assert isinstance(play.game, Game)
    assert play.lines == same.lines
    assert Play(play.game, seed="rose").lines == same.lines


def test_a_play_can_be_resumed_by_the_same_name():
    play = Play("tomb", seed="rose")
    assert play.question is not None
    play.answer(play.question.choices[0])
    again = Play.resume(play.game, play.journal, play.fates)
    assert again.lines == play.lines


def test_without_a_seed_fate_is_a_question():
    assert repr(Play("tomb").question).startswith("<draw deck: 2s, 3s, ")
    with pytest.raises(BadOption, match="not both"):
        Play("tomb", fates=Seeded("1"), seed=2)
    with pytest.raises(BadOption, match="unknown game 'tombs'"):
        Play("tombs")


def test_questions_and_plays_show_themselves():
    play = Play("tomb", seed="rose")
    assert play.question is not None
    texts = ", ".join(map(str, play.question.choices))
    assert repr(play.question) == f"<{play.question.label}: {texts}>"
    assert repr(play) == f"<play of tomb, {play.number} answers, open: {play.question!r}>"

    over = Play("tomb", seed="rose")
    while over.question is not None:
        over.answer(over.question.choices[0])
    assert repr(over).endswith(f"over: {over.outcome!r}>")


def test_a_fates_repr_counts_equal_outcomes():
    assert repr(Fate("bag", ["wolf", "ant", "wolf"])) == "<draw bag: 2 x wolf, ant>"
    assert repr(Fate("d20", range(1, 21), "roll")).endswith("11, 12, ...>")


def test_the_same_seed_simulates_the_same_game():
    assert simulate("tomb", "cautious", 7) == simulate("tomb", "cautious", "7")
    assert len({simulate("tomb", "cautious", seed).outcome.scores for seed in range(20)}) > 3


def test_a_bot_is_named_or_given_for_each_seat():
    tin = games.find_game("tin")
    thumb = tin.new_bot("thumb", lambda: 0.5)
    assert simulate(tin, [thumb, "random"], seats=2).questions > 0
    with pytest.raises(BadOption, match="one for each seat"):
        simulate("tin", ["random"] * 3, seats=2)


def test_a_bot_of_ones_own_is_named_by_its_module():
    own = "examples.my_bot:HomeByFour"
    assert simulate("tomb", own, 7) == simulate("tomb", own, 7)
    assert study("tomb", own, plays=20).setting.bots == (own,)
    with pytest.raises(BadOption, match="has no Nobody"):
        study("tomb", "examples.my_bot:Nobody", plays=20)


def test_a_study_shows_itself():
    found = study("tomb", "cautious", plays=100, seed=7, options={"start-hp": 8})
    assert found.tally.plays == 100
    assert "100 games by cautious, seed 7" in str(found)
    assert found.data["options"]["start-hp"] == "8"
