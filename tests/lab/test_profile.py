"""A game by its parts: cards taken out, bots on the same deals, one choice made otherwise."""

import json
import os
import re
import signal
from pathlib import Path

import pytest

from tests.cli.driving import in_one_go
from undercroft.lab.compare.comparison import Comparison, compare
from undercroft.lab.compare.equal_luck import Luck, deal, seed_of
from undercroft.lab.compare.pairs import Pairs
from undercroft.lab.profile import (
    SCORE,
    WIN,
    Portrait,
    Profile,
    Profiled,
    Scores,
    run_profile,
    seen_of,
    shares_of,
    without_card,
)
from undercroft.lab.show.profiled import cards_of, profile_as_data, profile_as_page, profile_as_text
from undercroft.lab.study import Study, set_up

TOMB = Study("tomb", ("cautious",), 12, "7", measured=False)


def quiet(_: int) -> None:
    pass


@pytest.fixture(scope="module")
def portrait() -> Portrait:
    return run_profile(Profile(TOMB), 1, quiet)


def test_a_cards_effect_is_that_of_the_games_that_met_it(portrait: Portrait) -> None:
    """By hand: the games that the king of spades was met in, with it and without it."""
    without = without_card(TOMB, "ks")
    assert without is not None
    assert set_up(without).game.rows["ks"].copies == 0  # type: ignore[attr-defined]
    pairs = Pairs()
    pairs.numbers.add(SCORE)
    for number in range(TOMB.plays):
        luck, events = Luck(seed_of(TOMB.seed, number)), list[object]()
        dealt = deal(set_up(TOMB), luck, events)
        if any("ks" in str(event).replace("'", " ").replace(",", " ").split() for event in events):
            pairs.count(seen_of(deal(set_up(without), luck)), seen_of(dealt))
    pairs.settled()
    assert 0 < pairs.games == portrait.profiled.met["ks"] < TOMB.plays
    found = portrait.profiled.cards["ks"]
    for key in (WIN, SCORE):
        assert found.difference(key) == pairs.difference(key)


def test_every_bot_plays_the_same_deals(portrait: Portrait) -> None:
    sides = Comparison(TOMB, TOMB._replace(bots=("bold",)))
    scores = compare(sides, 1, quiet).compared.pairs.differences()[SCORE]
    skill = portrait.profiled.skill
    assert [*skill] == [*set_up(TOMB).game.bots]
    assert skill["cautious"].total / TOMB.plays == scores.before
    assert skill["bold"].total / TOMB.plays == scores.after


def test_the_spread_of_scores_is_parted() -> None:
    """Scores of two bots in two deals: 0 and 2 by the first, 4 and 6 by the second."""
    found = Profiled(games=2, skill={"a": Scores(0, 2, 4), "b": Scores(0, 10, 52)}, deals=16 + 64)
    shares = shares_of(found)
    assert shares == pytest.approx((0.8, 0.2, 0))
    assert shares_of(Profiled(games=2, skill={"a": Scores(0, 2, 4)})) is None


def test_one_choice_is_made_otherwise_in_each_game(portrait: Portrait) -> None:
    it = portrait.profiled
    assert it.changed.total() == it.games - it.decisions[0]  # where there was a choice
    assert 0 < sum(times for (_, differs), times in it.changed.items() if differs) < it.games
    assert it.asked.total() == it.options.total() == sum(n * k for n, k in it.decisions.items())


def test_one_worker_and_two_find_the_same(portrait: Portrait) -> None:
    one, two = (profile_as_data(it) for it in (portrait, run_profile(Profile(TOMB), 2, quiet)))
    for data in (one, two):
        del data["seconds"], data["workers"]
    assert one == two


def test_a_profile_as_text_and_as_a_page(portrait: Portrait) -> None:
    text = profile_as_text(portrait)
    assert "12 games by cautious, seed 7" in text
    assert re.search(r"Of the spread of scores, \d+\.\d\d% comes from who plays", text)
    assert "and 24 cards more; --all lists them" in text
    assert len(profile_as_text(portrait, everything=True)) > len(text)
    html = profile_as_page(portrait, "undercroft profile tomb")
    assert html.count("<svg") == 2
    assert not re.search(r"<(script|link|img|iframe)|\b(src|href)=", html)
    assert len(cards_of(portrait)) == 44


@pytest.mark.parametrize("game", ["tin", "labyrintheus"])
def test_every_game_has_a_profile(game: str) -> None:
    bot = set_up(Study(game, ("random",), 2, "7")).game.rule_of_thumb
    found = run_profile(Profile(Study(game, (bot,), 2, "7", measured=False)), 1, quiet)
    assert found.profiled.cards
    assert profile_as_text(found)


def test_what_cannot_be_left_out_is_left_in() -> None:
    assert without_card(Study("labyrintheus", ("random",), 2, "7"), "titan-korrum") is None


def test_an_interrupt_keeps_what_was_played() -> None:
    long = Profile(TOMB._replace(plays=1000), cards=False)
    found = run_profile(long, 1, lambda _: os.kill(os.getpid(), signal.SIGINT))
    assert 0 < found.profiled.games < 1000


def test_the_command(tmp_path: Path) -> None:
    good = "profile tomb --plays 4 --seed 7 --workers 1 --no-cards --json --html p.html"
    bad = "profile tomb --plays 1"
    done = in_one_go(tmp_path, [good, bad])
    data = json.loads(done[good].stdout)
    assert (data["games"], data["cards"]) == (4, {})
    assert "undercroft profile tomb --plays 4" in (tmp_path / "p.html").read_text("utf-8")
    assert (done[bad].returncode, done[bad].stderr.count("\n")) == (2, 1)
