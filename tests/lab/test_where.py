"""Conditions on games, the studies that they filter, and the games that are kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driving import in_one_go
from undercroft.core.errors import BadOption
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes
from undercroft.lab.compare.comparison import Comparison, compare
from undercroft.lab.compare.equal_luck import Dealt, record
from undercroft.lab.compare.pairs import seen_in
from undercroft.lab.compare.verdict import verdict_as_text
from undercroft.lab.filtered import Filtered, Sieve, run_filtered
from undercroft.lab.show.report import filtered_as_data, filtered_as_text
from undercroft.lab.study import Study, set_up
from undercroft.lab.where import facts_of, read_where

TOMB = Study("tomb", ("cautious",), 250, "7", measured=False)
DUEL = TOMB._replace(seats=2)


def found(sieve: Sieve, workers: int = 1) -> Filtered:
    return run_filtered(sieve, workers, lambda _: None)


def facts(study: Study = TOMB) -> Any:
    notes = Notes()
    notes.note("games", "all", kings=3, depth=None)
    notes.note("costs", "9s", cards=1)
    notes.note("costs", "9s", cards=2)
    seats = study.seats or 1
    outcome = Outcome("dead", (seats - 1,) if seats > 1 else (), tuple(map(float, range(seats))))
    return facts_of(Dealt(outcome, questions=30, turns=4), seen_in(notes.counted())[0])


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("outcome=dead", True),
        ("outcome != dead", False),
        ("turn<5", True),
        ("turn<=3 or questions>=30", True),
        ("outcome=dead and turn<4", False),
        ("outcome=won or outcome=dead and turn=4", True),  # `and` binds closer
        ("(outcome=dead or outcome=won) and turn=9", False),
        ("not turn=9 and not (score>0)", True),
        ("won=no", True),
        ("games.all.kings>=3", True),
        ("costs.9s.cards=1.5", True),  # noted twice: the mean
        ("games.all.depth<99", False),  # nothing was noted
        ("score > -1", True),
    ],
)
def test_conditions(condition: str, holds: bool) -> None:
    assert read_where(condition, TOMB).holds(facts()) is holds


def test_other_seats_have_numbers() -> None:
    assert read_where("won2=yes and score2=1 and won=no", DUEL).holds(facts(DUEL))
    with pytest.raises(BadOption, match="unknown name 'score2'"):
        read_where("score2=1", TOMB)


@pytest.mark.parametrize(
    ("condition", "trouble"),
    [
        ("", "it ends too soon"),
        ("outcome", "it ends too soon"),
        ("turn<", "turn is compared with nothing"),
        ("turn<many", "turn is compared with 'many'; write a number"),
        ("turn<5 turn<6", "cannot read 'turn < 6'"),
        ("(turn<5", "it ends too soon"),
        ("turn<5)", r"cannot read '\)'"),
        ("turn==5", "turn is compared with '='"),
        ("outcome<dead", "compare outcome by = or !="),
        ("__import__=1", "cannot read '__import__"),
        ("os.system=1", "unknown name 'os.system'; use one of: outcome, turn"),
        ("games.kings=1", "unknown name 'games.kings'"),
        ("turn<5; turn", "cannot read '; turn'"),
        ("(" * 300, "at most 200 characters"),
        ("(" * 200, "it ends too soon"),
        ("not " * 50, "it ends too soon"),
        ("turn<" + "9" * 100, "is compared with '9999"),
    ],
)
def test_what_is_no_condition_is_refused(condition: str, trouble: str) -> None:
    with pytest.raises(BadOption, match=f"--where: .*{trouble}"):
        read_where(condition, TOMB)


def test_a_study_counts_the_games_that_match() -> None:
    whole = found(Sieve(TOMB, None))
    dead = found(Sieve(TOMB, "outcome=dead and turn<5", keep=4), workers=2)
    assert dead.matching.outcomes == whole.findings.tally.outcomes == whole.matching.outcomes
    assert 0 < dead.findings.tally.plays < whole.matching.outcomes["dead"]
    assert {*dead.findings.tally.outcomes} == {"dead"}
    assert len(dead.matching.numbers) == 4
    for number in range(dead.matching.numbers[-1] + 1):
        play = record(set_up(TOMB), f"7/{number}")
        assert play.outcome is not None
        matches = play.outcome.name == "dead" and play.turns < 5
        assert matches == (number in dead.matching.numbers)


def test_a_condition_measures_if_it_must() -> None:
    rich = found(Sieve(TOMB, "games.all.kings>=2"))
    assert 0 < rich.findings.tally.plays < TOMB.plays
    assert not rich.findings.tally.sheet


def test_no_game_matches() -> None:
    none = found(Sieve(TOMB._replace(plays=50), "outcome=ded"))
    assert filtered_as_data(none)["matching"] == 0
    assert "No game matches. Games ended so: dead, escaped" in filtered_as_text(none)


def test_kept_games_verify_and_replay(tmp_path: Path) -> None:
    (tmp_path / "hard.toml").write_text('game = "tomb"\n[options]\nstart-hp = 8\n')
    study = "study tomb --variant hard.toml --seed 7 --plays 200 --where won=yes"
    commands = [
        f"{study} --keep 2 --into won --json",
        f"{study} --keep 2 --into won",
        "compare tomb --variant hard.toml --seed 7 --plays 100 --keep 2 --into flips",
    ]
    kept, again, pairs = in_one_go(tmp_path, commands).values()
    files = json.loads(kept.stdout)["kept"]
    assert len(files) == 2
    assert json.loads(kept.stdout)["seeds"][0].startswith("7/")
    assert (
        again.stderr == "undercroft: won has journals already: choose another folder with --into\n"
    )
    assert again.returncode == 2
    assert "4 journals in flips: undercroft replay flips/tomb-" in pairs.stdout
    files += [str(path.relative_to(tmp_path)) for path in (tmp_path / "flips").iterdir()]
    done = in_one_go(
        tmp_path, [f"{verb} {file}" for verb in ("verify", "replay") for file in files]
    )
    assert [each.returncode for each in done.values()] == [0] * 12
    assert "verified" in done[f"verify {files[0]}"].stdout
    assert "won" in done[f"replay {files[0]}"].stdout


def test_a_comparison_counts_the_games_that_matched_before(tmp_path: Path) -> None:
    """The pairs that count are those whose first game a study of the same condition counts."""
    before = Study("tomb", ("cautious",), 60, "7", measured=False)
    after = before._replace(options=(("start-hp", "7"),))
    where = "turn>8 and games.all.kings>=1"
    found = compare(Comparison(before, after, where=where), 1, lambda _: None)
    picked = run_filtered(Sieve(before, where), 1, lambda _: None)
    assert found.compared.plays == 60
    assert 0 < found.compared.pairs.games == picked.matching.tally.plays < 60
    wins = found.compared.pairs.differences()["", "win", "1"]
    assert wins.before == picked.matching.tally.wins[0] / picked.matching.tally.plays
    assert f"Where {where}: {picked.matching.tally.plays} of 60 games" in verdict_as_text(found)
    none = "compare tomb --option start-hp=7 --plays 20 --seed 7 --workers 1 --where turn>99"
    bad = "compare tomb --option start-hp=7 --where luck=1"
    flip = "compare tomb --option start-hp=6 --plays 20 --seed 7 --workers 1 --open --html o.html"
    done = in_one_go(tmp_path, [none, bad, flip])
    assert "Where turn>99: 0 of 20 games" in done[none].stdout
    assert (done[none].returncode, done[bad].returncode) == (0, 2)
    assert "unknown name 'luck'" in done[bad].stderr
    both = (tmp_path / "o.html").read_text("utf-8").split('<div class="sides">')[1]
    assert both.split("</div>")[0].count("<pre>") == 2
