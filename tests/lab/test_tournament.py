"""Every bot against every other, on equal luck."""

import json
from typing import Any, ClassVar

import pytest

from undercroft.core.errors import BadOption, Refused
from undercroft.lab.tournament import Deal, Tournament, as_data, as_html, as_text, fitted, play_deal
from undercroft.lab.tournament import run as run_tournament


class Careless:
    """Takes the first option."""

    strength: ClassVar[str] = "none"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Any, random: Any) -> None:
        pass

    def __call__(self, decision: Any, look: Any) -> Any:
        return decision.options[0]


class Nonsense(Careless):
    """Answers what nobody asked."""

    def __call__(self, decision: Any, look: Any) -> Any:
        return "xyzzy"


class Broken(Careless):
    """Fails."""

    def __call__(self, decision: Any, look: Any) -> Any:
        raise ZeroDivisionError("of all things")


NOT_A_BOT = 7
HERE = "tests.lab.test_tournament"
TOMB = Tournament("tomb", ("random", "cautious", "bold"), deals=40, seed="7")


def test_a_rule_of_thumb_is_rated_above_chance():
    result = run_tournament(TOMB)
    best, *_, worst = result.standings
    assert (best.bot, worst.bot) == ("cautious", "random")
    assert best.low > worst.high
    assert sum(standing.rating for standing in result.standings) == pytest.approx(0, abs=1e-6)
    for one, other in result.shares:
        assert result.shares[one, other] + result.shares[other, one] == pytest.approx(1)


def test_all_bots_meet_the_same_luck():
    """A bot's own deals do not depend on who else takes part, nor on the order."""
    both = play_deal(Tournament("tomb", ("cautious", "bold"), 1, "7"), 3)
    three = play_deal(Tournament("tomb", ("bold", "random", "cautious"), 1, "7"), 3)
    assert both.scores == (three.scores[2], three.scores[0])


def test_around_a_table_seats_are_exchanged():
    """Two bots that play the same share every deal."""
    twins = Tournament("tin", ("thumb", f"{HERE}:Careless"), deals=2, seed="1", seats=2)
    result = run_tournament(twins)
    assert {standing.bot for standing in result.standings} == {*twins.bots}
    equal = Tournament("labyrintheus", (f"{HERE}:Careless", "random"), 3, "2", seats=3)
    assert sum(standing.points for standing in run_tournament(equal).standings) == 3


def test_the_number_of_workers_changes_nothing():
    assert run_tournament(TOMB, workers=2).standings == run_tournament(TOMB).standings


def test_progress_is_told():
    told: list[int] = []
    run_tournament(TOMB._replace(deals=5), progress=told.append)
    assert told == [1] * 5


def test_ratings_are_on_the_scale_of_chess():
    one, other = fitted([10_000.0], bots=2, deals=11_000)
    assert one - other == pytest.approx(400, abs=1)
    assert fitted([50.0], bots=2, deals=100) == pytest.approx([0, 0])
    assert fitted([30.0], bots=2, deals=30)[0] < 1_000  # it won them all


def test_tables_for_people_programs_and_browsers():
    result = run_tournament(TOMB._replace(deals=10, options=(("start-hp", "8"),)))
    assert "Tomb of Four Kings, rules version 1: alone, 10 deals for each pair" in as_text(result)
    assert as_text(result).splitlines()[0].endswith("seed 7, Starting hit points: 8")
    data = json.loads(json.dumps(as_data(result)))
    assert [entry["bot"] for entry in data["bots"]] == [s.bot for s in result.standings]
    page = as_html(result)
    assert page.count("<tr>") == 8
    assert "http" not in page


def test_names_from_outside_are_no_markup():
    result = run_tournament(TOMB._replace(deals=1))
    named = result._replace(standings=(result.standings[0]._replace(bot="<script>"),), shares={})
    assert "<script>" not in as_html(named)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bots": ("random",)}, "two different bots or more"),
        ({"bots": ("random", "random")}, "two different bots or more"),
        ({"bots": ("random", "genius")}, "unknown bot 'genius'"),
        ({"deals": 0}, "1 deal or more, not 0"),
        ({"game": "tombs"}, "unknown game"),
        ({"bots": ("random", "no.such:Bot")}, "cannot import no.such: No module named"),
        ({"bots": ("random", f"{HERE}:Nobody")}, "has no Nobody"),
        ({"bots": ("random", f"{HERE}:NOT_A_BOT")}, "NOT_A_BOT is not a class"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(changes, message):
    with pytest.raises(BadOption, match=message):
        run_tournament(TOMB._replace(**changes))


def test_a_bot_that_answers_nonsense_is_named():
    with pytest.raises(Refused, match="Nonsense: 'xyzzy' is not open to 'P1 next'"):
        run_tournament(TOMB._replace(bots=("random", f"{HERE}:Nonsense")))


def test_a_bot_that_fails_is_named_with_its_question_and_seed():
    with pytest.raises(Refused, match=r"Broken failed at 'P1 next', seed 7/0: .*ZeroDiv"):
        run_tournament(TOMB._replace(bots=("random", f"{HERE}:Broken")))


def test_a_deal_is_small():
    assert Deal((1.0,), (3.0, 2.0)) == ((1.0,), (3.0, 2.0))
