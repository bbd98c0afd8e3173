"""Studies: the same whoever plays them, and right."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driving import undercroft
from undercroft.core.errors import BadOption, IllegalAnswer
from undercroft.core.measuring.intervals import mean, wilson
from undercroft.games import find_game
from undercroft.lab.show.report import as_data, as_text
from undercroft.lab.study import CHUNK, Findings, Study, play_chunks, run, set_up
from undercroft.lab.tally import Tally, quantile

TIMING = ("workers", "seconds", "plays_per_second", "questions_per_second")


def found(study: Study, workers: int = 1) -> Findings:
    return run(study, workers, lambda _: None)


def timeless(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in TIMING}


def test_one_worker_and_two_give_the_same(tmp_path: Path) -> None:
    command = ("study", "tomb", "--bot", "random", "--plays", 2 * CHUNK + 7, "--seed", 7, "--json")
    one, two = (undercroft(tmp_path, *command, "--workers", workers) for workers in (1, 2))
    assert (one.returncode, two.stderr) == (0, "")
    assert timeless(json.loads(one.stdout)) == timeless(json.loads(two.stdout))
    data = json.loads(two.stdout)
    assert data["plays"] == 2 * CHUNK + 7 == sum(data["outcomes"].values())
    assert {
        *("game", "rules_version", "bots", "plays", "seconds", "plays_per_second"),
        *("questions_per_second", "outcomes", "win_rate", "win_rate_interval"),
        *("score_mean", "scores_mean"),
    } <= data.keys()


def test_a_study_for_people(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "study", "tomb", "--plays", 600, "--seed", 7, "-o", "start-hp=8")
    assert (done.returncode, done.stderr) == (0, "")  # no bar where nobody watches
    assert "600 games by" in done.stdout
    assert re.search(r"workers?, (compiled|interpreted) rules\)", done.stdout)
    assert "seed 7, Starting hit points: 8" in done.stdout
    assert "How encounters were settled" in done.stdout


def test_a_study_without_the_games_own_tables(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "study", "tomb", "--plays", 20, "--no-measure", "--json")
    assert json.loads(done.stdout)["measures"] == {}


def test_another_seed_gives_another_result() -> None:
    first, second = (found(Study("tomb", ("random",), 200, seed)) for seed in "ab")
    assert first.tally != second.tally


def test_a_duel_with_a_bot_for_each_seat() -> None:
    findings = found(Study("tomb", ("random", "random"), 50, "7", seats=2))
    data = as_data(findings)
    assert data["bots"] == ["random", "random"]
    assert len(data["scores_mean"]) == 2
    assert "wins of seat 2" in as_text(findings)


def test_one_bot_sits_in_every_seat() -> None:
    assert set_up(Study("tomb", ("random",), 1, "7", seats=2)).bots == ("random", "random")


def test_a_variant_is_studied(tmp_path: Path) -> None:
    toml = 'game = "tomb"\n[options]\nstart-hp = 6\nstart-torches = 2\n'
    plain = Study("tomb", ("random",), 300, "7")
    hard = plain._replace(variant=("hard.toml", toml))
    assert found(hard).tally.outcomes["escaped"] < found(plain).tally.outcomes["escaped"]


@pytest.mark.parametrize("bots", [("random", "random"), ("clever",), ()])
def test_bots_that_do_not_fit_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(BadOption):
        set_up(Study("tomb", bots, 1, "7"))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bots_illegal_answer_is_named_in_a_study(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    def liar(decision: object, look: object) -> str:
        return "fly"

    monkeypatch.setitem(find_game("tomb").bots, "liar", lambda rows, luck: liar)
    study = Study("tomb", ("liar",), 2 * CHUNK, "7")
    with pytest.raises(IllegalAnswer, match=r"bot liar: 'fly' is not open to 'P1 .*; expected one"):
        found(study, workers)


def test_uniform_play_agrees_with_the_rules_of_record() -> None:
    """Section 14: 88.23% escape, mean score 8.26 (here within what 4,000 plays can tell)."""
    tally = found(Study("tomb", ("random",), 4000, "7")).tally
    assert tally.outcomes["escaped"] / tally.plays == pytest.approx(0.8823, abs=0.02)
    assert mean(tally.scores[0]) == pytest.approx(8.26, abs=0.6)


def test_tallies_add_up() -> None:
    study = Study("tomb", ("random",), 2 * CHUNK, "7")
    whole = Tally(1)
    for number in study.chunks:
        whole.add(play_chunks(study, [number]))
    assert whole == found(study).tally
    assert whole.plays == sum(whole.lengths.values()) == sum(whole.scores[0].values())


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilsons_interval(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=0.00006)


def test_quantiles() -> None:
    counts: dict[float, int] = {0: 1, 10: 2, 20: 1}
    assert [quantile(counts, share) for share in (0, 0.25, 0.5, 0.75, 1)] == [0, 0, 10, 10, 20]
