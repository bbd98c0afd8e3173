"""What a study measures, in plays made by hand and in plays whose state is known."""

import pytest

from tests.contract.checks import begin, finish
from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes, Sheet
from undercroft.games.tomb import GAME
from undercroft.games.tomb.events import (
    CardDiscarded,
    CardTurned,
    DoorHeld,
    EncounterFailed,
    EncounterMet,
    EncounterWon,
    GameBegan,
    GameScored,
    LastTorch,
    PlayerDied,
    ScrollRead,
    SkillGained,
    TorchBurnt,
    TreasureCollected,
    TreasureForfeited,
    TurnedBack,
    TurnEnded,
    Wounded,
)
from undercroft.games.tomb.show.measures import GAINED, measure
from undercroft.games.tomb.state import Match

OPTIONS, _ = GAME.read_options({})
ESCAPED = Outcome("escaped", (), (16,))


def measured(*events: Event, outcome: Outcome = ESCAPED) -> Sheet:
    notes = Notes()
    measure(events, outcome, notes)
    return notes.counted()


def cells(sheet: Sheet, table: str, row: str) -> dict[str, float]:
    """Give the values of a row that was noted once."""
    found = {c: v for (t, r, c, v), n in sheet.items() for _ in range(n) if (t, r) == (table, row)}
    assert len(found) == sum(n for (t, r, *_), n in sheet.items() if (t, r) == (table, row))
    return found


def an_escape() -> Sheet:
    """Meet a 5 of spades and win by a second card; lose two cards to a door; get out."""
    return measured(
        GameBegan(0, 1, 1, OPTIONS),
        EncounterMet(0, 1, "monster", "5s", 5, favoured=False),
        Wounded(0, 1, 2, 8, 7),
        EncounterWon(0, 1, "monster", "5s", "action"),
        TreasureCollected(0, 1, ("kd", "6d"), 16),
        TurnEnded(0, 1, "won", ()),
        TorchBurnt(0, 2, "as", 1, "turn"),
        EncounterMet(0, 2, "door", "9c", 9, favoured=False),
        SkillGained(0, 2, "jh", "dodge"),
        DoorHeld(0, 2, "9c", 2),
        CardTurned(0, 2, "4c", "discard", 30),
        CardDiscarded(0, 2, "4c", 1, 2),
        CardTurned(0, 2, "ad", "discard", 29),
        TorchBurnt(0, 2, "ad", 2, "discard"),
        EncounterFailed(0, 2, "door", "9c"),
        TreasureForfeited(0, 2, ("ks",), 10),
        TurnEnded(0, 2, "failed", ()),
        TurnedBack(0, 3, 2, 1),
        GameScored(0, 3, "escaped", 1, 16, "1/16", 1600),
    )


def test_a_game_is_measured_by_what_is_left_of_it():
    end = {"depth": 2, "hit_points": 7, "torches": 2, "kings": 1, "points": 16}
    sheet = an_escape()
    assert cells(sheet, "games", "all") == cells(sheet, "games", "escaped") == end
    assert cells(sheet, "depths", "2") == {"alive": True, "won": False, "kings": 1, "points": 16}


def test_an_encounter_is_measured_by_how_it_was_settled_and_what_it_cost():
    sheet = an_escape()
    nothing = dict.fromkeys(("action", "favour", "skill", "bribe", "failed", "fatal"), False)
    assert cells(sheet, "encounters", "5s") == nothing | {"action": True}
    assert cells(sheet, "encounters", "9c") == nothing | {"failed": True}
    assert cells(sheet, "costs", "5s") == {"hit_points": 2, "cards": 0, "treasure": 0}
    assert cells(sheet, "costs", "9c") == {"hit_points": 0, "cards": 2, "treasure": 10}


def test_cards_gained_are_compared_with_those_not_gained():
    sheet = an_escape()
    gained = {row for table, row, column, _ in sheet if (table, column) == ("cards", "with")}
    assert gained == {"kd", "6d", "jh"}
    assert {row for table, row, *_ in sheet if table == "cards"} == {*GAINED}
    assert sheet["cards", "ks", "without", 16] == 1  # forfeited


def test_a_fatal_blow_costs_no_more_hit_points_than_there_were():
    sheet = measured(
        GameBegan(0, 1, 1, OPTIONS),
        EncounterMet(0, 1, "monster", "10s", 10, favoured=False),
        Wounded(0, 1, 8, 2, 1),
        Wounded(0, 1, 8, 0, 0),
        PlayerDied(0, 1, "2d", "monster", ()),
        GameScored(0, 1, "dead", 0, 0, "0/0", 0),
        outcome=Outcome("dead", (), (0,)),
    )
    assert cells(sheet, "costs", "10s")["hit_points"] == 9
    assert cells(sheet, "encounters", "10s")["fatal"] is True
    assert cells(sheet, "depths", "never")["alive"] is False
    assert "depth" not in cells(sheet, "games", "dead")


def test_a_torch_that_the_scroll_sends_back_does_not_burn():
    sheet = measured(
        GameBegan(0, 1, 1, OPTIONS),
        *(TorchBurnt(0, 1, torch, n, "turn") for n, torch in enumerate(("as", "ad", "ac"), 1)),
        LastTorch(0, 1, "ah", "turn", scroll_in_hand=True),
        ScrollRead(0, 1, "ah"),
        GameScored(0, 1, "escaped", 0, 0, "0/0", 0),
    )
    assert cells(sheet, "games", "all")["torches"] == 3


def is_first_word(event: Event) -> bool:
    return isinstance(event, GameBegan) and event.seat == 0


@pytest.mark.parametrize("seed", [*"abcdefghij"])
@pytest.mark.parametrize("seats", [1, 2])
def test_what_is_measured_is_what_lies_on_the_table(seats: int, seed: str) -> None:
    play, luck = begin(GAME, seats, seed)
    finish(play, luck)
    last = max(n for n, event in enumerate(play.events) if is_first_word(event))
    assert play.outcome is not None
    assert isinstance(play.state, Match)
    sheet = measured(*play.events[last:], outcome=play.outcome)
    for column, values in {
        "hit_points": [tomb.hit_points for tomb in play.state.tombs],
        "torches": [len(tomb.torches) for tomb in play.state.tombs],
        "points": [tomb.result.points for tomb in play.state.tombs if tomb.result],
    }.items():
        noted = [
            value
            for (table, row, name, value), times in sheet.items()
            if (table, row, name) == ("games", "all", column)
            for _ in range(times)
        ]
        assert sorted(noted) == sorted(values), column
