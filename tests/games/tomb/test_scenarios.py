"""The scenarios of the rules of record (sections 11 and 12), read from there and played."""

import re
from typing import Any, NamedTuple

import pytest

from tests.games.tomb.builders import RULES_OF_RECORD, a_match, names, rows_of, section
from undercroft.core.fates import Scripted
from undercroft.core.game import GameOver
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import ROWS
from undercroft.games.tomb.rules import turn
from undercroft.games.tomb.state import Match, Result


class Scenario(NamedTuple):
    id: str
    deck: str
    answers: list[list[str]]  # question, answer
    options: dict[str, str]
    expected: dict[str, str]


def read_scenario(block: str) -> Scenario:
    fields = dict(line.split(": ", 1) for line in block.strip().split("\n"))
    deck = [card for card in fields["deck"].split() if card not in ("|", "*", "end")]
    assert ("end" in fields["deck"]) == (len(deck) == len(ROWS))
    given = [] if fields["answers"] == "-" else fields["answers"].split()
    return Scenario(
        fields["id"],
        " ".join(deck),
        [answer.split("=") for answer in given],
        dict(option.split("=") for option in fields.get("options", "").split()),
        {name[7:]: value for name, value in fields.items() if name.startswith("expect ")},
    )


SCENARIOS = {
    scenario.id: scenario
    for scenario in map(read_scenario, re.findall(r"(?ms)^```scenario\n(.*?)^```", RULES_OF_RECORD))
}


def run(scenario: Scenario) -> Play:
    play = Play(GAME, scenario.options, fates=Scripted(deck=scenario.deck))
    for name, answer in scenario.answers:
        assert isinstance(play.question, Decision), f"{name} was to be asked, not {play.question}"
        assert play.question.id == name
        play.answer(answer)
    assert not isinstance(play.question, Fate), "a card beyond those listed is asked for"
    return play


def found(play: Play, field: str) -> str:
    """Say what the table shows, as scenarios do."""
    assert isinstance(play.state, Match)
    tomb = play.state.tombs[0]
    match field:
        case "over":
            return play.outcome.name if play.outcome else "no"
        case "record":
            return tomb.result.record if tomb.result else "none"
        case "hp":
            return str(tomb.showing) if tomb.hit_points else "none"
        case "torches":
            return names(tomb.torches) or "-"
        case "scroll":
            return "used" if tomb.scrolls_read else "unused"
        case "bottom":
            return names(tomb.deck.bottom) or "-"
        case "hand":
            return in_any_order(names(tomb.hand))
        case "discards":
            return names(tomb.discards) or "-"
        case "stack":
            return names(tomb.stacks[-1])
        case "left":
            return str(len(tomb.deck))
        case "asks":
            question = play.question
            return f"{question.id} {' '.join(map(str, question.choices))}" if question else "none"
    raise AssertionError(f"a scenario expects {field!r}")


def in_any_order(hand: str) -> str:
    return " ".join(sorted(hand.split())) or "-"


@pytest.mark.parametrize("id", SCENARIOS)
def test_s1_to_s38_w1_a_scenario_comes_out_as_the_rules_of_record_say(id: str) -> None:
    scenario = SCENARIOS[id]
    play = run(scenario)
    expected = dict(scenario.expected)
    if "hand" in expected:
        expected["hand"] = in_any_order(expected["hand"])
    assert {field: found(play, field) for field in expected} == expected
    assert ("over" in expected) == (play.outcome is not None)


def test_r2_the_walkthrough_deck_is_the_whole_deck() -> None:
    listed = section("The walkthrough game").split("```")[1]
    deck = [card.strip("()") for card in listed.split() if card != "|"]
    assert sorted(deck) == sorted(ROWS)
    assert " ".join(deck).startswith(SCENARIOS["W-1"].deck)
    assert " ".join(deck[39:]) == "4c 10c jc 7d qh"  # the last five are never turned


# -- the walkthrough, turn by turn ----------------------------------------------------------------

TABLE_C = rows_of(section("The walkthrough game").split("**(c)")[1])
ANSWERS = rows_of(section("The walkthrough game").split("**(b)")[1].split("**(c)")[0])


def play_walkthrough_turn(match: Match, deck: list[str], answers: list[list[str]]) -> list[str]:
    """Play one turn with the next cards and answers; give the answers used."""
    used: list[str] = []
    given: Any = None
    rules = turn(match)
    try:
        while True:
            question = rules.send(given)
            if isinstance(question, Fate):
                text = deck.pop(0)
            else:
                name, text = answers.pop(0)
                assert question.id == name
                used.append(f"{name}={text}")
            given = next(choice for choice in question.choices if str(choice) == text)
    except (StopIteration, GameOver):
        return used


def row_of(match: Match) -> list[str]:
    """Say what the table shows, as table (c) does."""
    tomb = match.tombs[0]
    torches = names(tomb.torches) + (" + joker" if tomb.scrolls_read else "")
    return [
        str(tomb.showing),
        torches or "-",
        names(tomb.hand) or "-",
        str(sum(card.worth for card in tomb.hand)),
        names(tomb.stacks[-1]),
        str(len(tomb.deck)),
    ]


def test_w1_the_table_after_each_turn_of_the_walkthrough() -> None:
    match = a_match()
    deck, answers = SCENARIOS["W-1"].deck.split(), [*SCENARIOS["W-1"].answers]
    torches = ""
    for row in TABLE_C:
        play_walkthrough_turn(match, deck, answers)
        torches = torches if row[4] == "same" else row[4]
        assert row_of(match) == [row[3], torches, *row[5:]], f"after turn {row[0]}"
    tomb = match.tombs[0]
    assert len(TABLE_C) == 13
    assert (names(tomb.discards), names(tomb.dodges), tomb.turned) == ("4d", "jh", 5)
    assert not deck
    assert not answers
    assert tomb.result == Result("won", 4, 68)
    assert tomb.result.gold == 6800


def test_w1_each_answer_of_the_walkthrough_belongs_to_its_turn() -> None:
    match = a_match()
    deck, answers = SCENARIOS["W-1"].deck.split(), [*SCENARIOS["W-1"].answers]
    for row in ANSWERS:
        in_row = re.sub(r"\(.*?\)", "", row[1])
        expected = re.findall(r"`(\w+)`=([^`;]+)", in_row)
        listed = [
            f"{name}={answer.strip()}"
            for name, given in expected
            for answer in given.split(",")
            if answer.strip()
        ]
        assert play_walkthrough_turn(match, deck, answers) == listed, f"turn {row[0]}"
