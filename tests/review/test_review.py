"""Reviews: what each decision cost, in worlds that the seat could not tell from its own."""

import dataclasses
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from examples import well
from tests.contract import lantern
from tests.made_up import check_catalogue
from undercroft import review as room
from undercroft.core.errors import BadOption, Refused
from undercroft.core.fates import Scripted, Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.records.journal import Journal
from undercroft.core.running.direct import interpreted
from undercroft.games import find_game
from undercroft.review.budget import Budget, Purse
from undercroft.review.found import ERRORS, Review, Value
from undercroft.review.percentiles import (
    Field,
    as_table,
    percentile,
    play_percentile,
    simulated,
    tables,
)
from undercroft.review.report import as_text, lesson, verdict
from undercroft.review.reviewing import foresight, review
from undercroft.review.weighing import Policy, Weighing, mean_of, worth
from undercroft.review.words import REVIEW


def played(id: str, seats: int, seed: str, wild: float = 0.2, preset: str | None = None) -> Journal:
    """A game by the rule of thumb; seat 0 answers at random now and then."""
    game, random = find_game(id), Random(seed)
    play = Play(game, {}, seats, Seeded(seed), preset=preset)
    thumb = game.new_bot(game.rule_of_thumb, random.random)
    while isinstance(play.question, Decision):
        seat, options = play.question.seat, play.question.options
        is_wild = seat == 0 and random.random() < wild
        play.answer(random.choice(options) if is_wild else thumb(play.question, play.look(seat)))
    return play.journal


@pytest.fixture(scope="module")
def tomb() -> Review:
    return reviewed()


def reviewed() -> Review:
    journal = played("tomb", 1, "3", wild=0.4)
    return review(find_game("tomb"), journal, budget=Budget(playouts=1500), aim="score")


def test_the_outcome_is_start_luck_and_skill_exactly(tomb: Review) -> None:
    luck = sum(one.luck.value for one in tomb.decisions) + tomb.last.value
    skill = sum(one.skill for one in tomb.decisions)
    assert tomb.start.value + luck + skill == pytest.approx(tomb.outcome, abs=1e-9)
    assert (luck, skill) == pytest.approx((tomb.luck.value, tomb.skill.value), abs=1e-9)


def test_the_same_playouts_give_the_same_review(tomb: Review) -> None:
    again = reviewed()
    assert again.decisions == tomb.decisions
    assert again.playouts == tomb.playouts


def test_an_error_is_named_only_where_the_difference_is_beyond_its_error(tomb: Review) -> None:
    assert any(one.mark in ERRORS for one in tomb.decisions)
    for one in tomb.decisions:
        assert (one.mark in ERRORS) <= (one.cost.value > one.cost.error)
        assert (one.mark == "best") <= (one.best == one.taken or one.cost.value < one.cost.error)


def test_what_one_has_nothing_to_learn_from_is_not_an_error() -> None:
    """The rule of thumb reviews its own game: it takes its usual answers, so luck is all."""
    journal = played("tomb", 1, "9", wild=0.0)
    found = review(find_game("tomb"), journal, budget=Budget(playouts=1500))
    assert found.skill.value == 0.0
    assert found.start.value + found.luck.value == pytest.approx(found.outcome)


def test_to_haul_from_a_bag_of_skulls_is_a_blunder() -> None:
    fates = Scripted(bag="gem-7 gem-6 gem-5 gem-4 gem-3 gem-2 skull-1 skull-2 skull-3")
    play = Play(well.GAME, fates=fates)
    while play.question is not None:
        play.answer("haul")
    found = review(well.GAME, play.journal, budget=Budget(playouts=4000), aim="score")
    last = found.decisions[-1]
    assert (last.taken, last.best, last.mark) == ("haul", "leave", "blunder")
    assert last.cost.value > 15
    assert found.outcome == 0.0
    assert "Blunder" in as_text(well.GAME, found, everything=True)


def purse() -> Purse:
    return Purse(Budget(), lambda part: None)


def a_lantern_game(theirs: str) -> Play:
    """Seat 0 holds lanterns 5 and 9 and is asked; what seat 1 holds it cannot know."""
    return Play(lantern.GAME, {}, 2, Scripted(deck=f"lantern-5 {theirs} lantern-9"))


def test_what_the_seat_could_not_know_changes_nothing() -> None:
    def values(theirs: str, *, peeking: bool) -> list[float]:
        play, policy = a_lantern_game(theirs), Policy(lantern.GAME, "random", 2)
        if peeking:
            return [
                worth(play.fork().playout(policy.bots, policy.luck(f"{n}")), 0, "win")
                for n in range(600)
            ]
        weighing = Weighing(play, "light:lantern-9", policy, "win", "honest", purse())
        weighing.try_all(600)
        return weighing.values["light:lantern-9"]

    weak, strong = (mean_of(values(theirs, peeking=False)) for theirs in LANTERNS)
    assert abs(weak.value - strong.value) < 3 * (weak.error + strong.error)
    weak, strong = (mean_of(values(theirs, peeking=True)) for theirs in LANTERNS)
    assert abs(weak.value - strong.value) > 3 * (weak.error + strong.error)  # it would have shown


LANTERNS = ("lantern-1", "lantern-20")


def test_every_option_is_tried_in_the_same_worlds() -> None:
    play, policy = a_lantern_game("lantern-3"), Policy(lantern.GAME, "random", 2)
    weighing = Weighing(play, "light:lantern-9", policy, "score", "paired", purse())
    weighing.try_all(200)
    gain = weighing.gain("light:lantern-9", "light:lantern-5")
    apart = [weighing.mean(option).error for option in weighing.options]
    assert gain.error < 0.8 * sum(error**2 for error in apart) ** 0.5


@pytest.mark.parametrize(("id", "seats"), [("tin", 1), ("labyrintheus", 2), ("talisman", 1)])
def test_every_game_can_be_reviewed(id: str, seats: int) -> None:
    parts: list[float] = []
    journal = played(id, seats, "every")
    found = review(find_game(id), journal, budget=Budget(playouts=80), progress=parts.append)
    assert found.decisions
    assert found.start.value + found.luck.value + found.skill.value == pytest.approx(found.outcome)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert found.playouts <= 81  # it stops in the midst of a decision


def test_where_games_are_long_a_judge_ends_playouts_and_the_sum_stays_exact() -> None:
    asked = 0

    def judge(maze: Any) -> tuple[float, ...]:
        nonlocal asked
        asked += 1
        return tuple(talisman.judge(maze))

    talisman: Any = find_game("talisman")
    game = interpreted(dataclasses.replace(talisman, judge=judge))
    journal = played("talisman", 3, "long", preset="quest")
    found = review(game, journal, budget=Budget(playouts=150), aim="win")
    assert asked > 50
    assert "An imagined game stops after 6 more turns." in as_text(game, found)
    assert any(0 < option.worth.value < 1 for one in found.decisions for option in one.options)
    assert found.start.value + found.luck.value + found.skill.value == pytest.approx(
        found.outcome, abs=1e-9
    )


@pytest.mark.parametrize(
    ("preset", "seats", "bot", "aim", "turns"),
    [
        ("quest", 3, "canny", "win", 6),
        ("catacombs", 4, "canny", "win", 8),
        ("catacombs", 4, "canny", "score", None),  # it judges who wins
        ("catacombs", 4, "steady", "win", None),  # it learned from another bot
        ("catacombs", 1, "canny", "win", None),  # and from tables of rivals,
        ("race", 4, "canny", "win", None),  # who played to the end
    ],
)
def test_a_judge_is_asked_only_where_it_knows(
    preset: str, seats: int, bot: str, aim: Any, turns: int | None
) -> None:
    game = find_game("talisman")
    play = Play(game, {}, seats, Seeded("known"), preset=preset)
    assert foresight(play, Policy(game, bot, seats), aim) == turns


def test_every_text_is_in_the_catalogue() -> None:
    assert check_catalogue(REVIEW.words, Path(room.__path__[0])) > 8


def test_a_game_that_is_not_over_and_a_seat_that_is_not_there_are_refused() -> None:
    play = Play(find_game("tomb"), {}, 1, Seeded("open"))
    with pytest.raises(Refused, match="the game is not over"):
        review(play.game, play.journal, budget=Budget(playouts=100))
    with pytest.raises(BadOption, match=r"seat 3 is not at this table: expected 1$"):
        review(play.game, played("tomb", 1, "7"), 2, budget=Budget(playouts=100))


def test_luck_has_a_percentile_among_games_of_the_rule_of_thumb(tomb: Review) -> None:
    assert tomb.luck_percentile is not None
    assert 1 <= tomb.luck_percentile <= 99
    assert tomb.play_percentile is None  # by points there is no table
    assert f"Luckier than {tomb.luck_percentile}%" in as_text(find_game("tomb"), tomb)


@pytest.mark.parametrize(
    ("luck", "skill", "lost", "outcome", "said"),
    [
        ((-0.46, 0.12), (0.01, 0.1), 0.0, 0.0, "You played well. Luck didn't."),
        ((-0.46, 0.12), (0.2, 0.1), 0.05, 1.0, "You won against your luck."),
        ((0.76, 0.1), (-0.3, 0.1), 0.25, 1.0, "You won: luck made up for your errors."),
        ((0.76, 0.1), (-0.3, 0.1), 0.25, 0.0, "Luck helped you. Your choices gave it back."),
        ((0.04, 0.01), (-0.08, 0.03), 0.09, 0.0, "There was more in this game."),
        ((0.04, 0.01), (-0.02, 0.03), 0.03, 0.0, "A fair game: luck and play came out even."),
        ((-0.1, 0.2), (0.3, 0.1), 0.0, 0.0, "You played well. Luck came out even."),
    ],
)
def test_a_verdict_tells_luck_from_play_and_says_nothing_of_what_is_in_doubt(
    tomb: Review,
    luck: tuple[float, float],
    skill: tuple[float, float],
    lost: float,
    outcome: float,
    said: str,
) -> None:
    luck_, skill_ = Value(*luck), Value(*skill)
    fine = tuple(replace(one, mark="fine") for one in tomb.decisions)
    found = replace(tomb, aim="win", luck=luck_, skill=skill_, decisions=fine, lost=lost)
    found = replace(found, outcome=outcome, unweighed=0)
    assert verdict(found) == said


def test_where_decisions_were_left_out_nobody_is_praised_for_having_made_no_error(
    tomb: Review,
) -> None:
    none, much = Value(0.0, 0.1), Value(0.46, 0.16)
    won = replace(tomb, aim="win", luck=much, skill=none, lost=0.0, outcome=1.0)
    assert verdict(replace(won, unweighed=0)) == "You played well, and luck was on your side."
    assert verdict(replace(won, unweighed=88)) == "Luck carried you."


def test_the_lesson_counts_errors_and_what_they_cost(tomb: Review) -> None:
    fine = replace(tomb.decisions[0], mark="fine")
    error = replace(fine, mark="mistake")
    whole = replace(tomb, aim="win", decisions=(fine, fine), lost=0.0)
    assert lesson(whole) == "No errors in 2 decisions."
    assert lesson(replace(whole, decisions=(fine, error), lost=0.09)) == (
        "One choice cost you 9% of a win."
    )
    assert lesson(replace(whole, aim="score", decisions=(error, error), lost=4.0)) == (
        "2 choices cost you 4.0 points."
    )


def test_the_player_is_called_you() -> None:
    found = review(
        find_game("labyrintheus"), played("labyrintheus", 2, "7"), 1, budget=Budget(playouts=80)
    )
    told = " ".join([*(line for one in found.decisions for line in one.news), *found.last_news])
    assert "You " in told
    assert "Player 1 " in told
    assert "Player 2 " not in told


@pytest.mark.parametrize("id", ["tomb", "tin"])
def test_games_that_are_only_won_or_lost_have_no_percentile_of_luck(id: str) -> None:
    game = find_game(id)
    found = review(game, played(id, 1, "3", wild=0.4), budget=Budget(playouts=1500), aim="win")
    told = as_text(game, found)
    assert "uckier than" not in told
    assert ("Played better than" in told) == (found.unweighed == 0)


def test_a_percentile_counts_what_lies_below_and_half_of_what_is_equal() -> None:
    among = [0.0, 0.0, 0.0, 0.0, *range(1, 17), 17, 18, 19, 20]
    wanted = [(-1.0, 1), (0.0, 8), (0.5, 17), (1.0, 19), (30.0, 99)]
    assert [(value, percentile(value, among)) for value, _ in wanted] == wanted


def test_among_fewer_than_twenty_different_values_there_is_no_percentile() -> None:
    assert percentile(0.5, [0.0, 1.0] * 200) is None
    assert percentile(3.0, [*range(19), 18.0]) is None
    assert percentile(3.0, [*range(20)]) == 18
    assert percentile(0.5, []) is None


@pytest.mark.parametrize("id", ["tomb", "tin", "labyrintheus", "talisman"])
def test_the_play_of_each_game_is_compared_where_tables_have_values_enough(id: str) -> None:
    game = find_game(id)
    for table in tables(game):
        rank = play_percentile(game, table.options, table.seats, table.policy, 0.0)
        assert (rank is not None) == (len({*table.skills}) >= 20)


def test_a_table_of_play_is_for_the_same_game_options_and_bot() -> None:
    game = find_game("tomb")
    field = Field("tomb", {"mode": "solo", "games": "1"}, 1, "t", 100)
    table = as_table(game, field, [number / 100 for number in range(-50, 51)])
    assert (table.games, len(table.skills), table.skills[50]) == (101, 101, 0.0)
    assert simulated(game, field, 3) == simulated(game, field, 3)
    assert simulated(game, field, 3).options == field.options
    assert play_percentile(game, {"mode": "no such"}, 1, "cautious", 0.0) is None
