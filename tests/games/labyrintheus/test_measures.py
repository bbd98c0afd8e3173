"""What a study measures, in a play made by hand and in plays whose state is known."""

import pytest

from tests.contract.checks import begin, finish
from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes, Sheet
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.components.treasures import TREASURES
from undercroft.games.labyrintheus.events import (
    AbilityPlayed,
    CardMoved,
    ContestDecided,
    DamageTaken,
    EncounterRevealed,
    FirstPlayer,
    GameStarted,
    GateStoneGained,
    GateStoneStolen,
    ItemUsed,
    PlayerDied,
    TreasureHeld,
    TurnStarted,
)
from undercroft.games.labyrintheus.show.measures import measure
from undercroft.games.labyrintheus.state import Maze

OPTIONS, _ = GAME.read_options({})


def measured(events: list[Event], outcome: Outcome) -> Sheet:
    notes = Notes()
    measure(events, outcome, notes)
    return notes.counted()


@pytest.fixture
def sheet() -> Sheet:
    """Hale moves first, beats a rat, takes a stone from Oxgrave and kills him; a trap hurts."""
    events: list[Event] = [
        GameStarted(2, ("oxgrave", "hale"), OPTIONS),
        FirstPlayer(1),
        TreasureHeld(1, ("hand-bow", "wrong-foot"), to=(1,)),
        TreasureHeld(0, ("quarry-maul",), to=(0,)),
        TurnStarted(1, 1, 1, "living"),
        EncounterRevealed(1, "scree-rat", "monster", 4, 1),
        ItemUsed(1, "hand-bow", "attack", 3, 0, 0),
        ContestDecided(1, "monster", "scree-rat", 7, 4, won=True, critical=False),
        TurnStarted(0, 2, 1, "living"),
        GateStoneGained(0, 2, "slate-strongbox"),
        EncounterRevealed(0, "rockfall", "trap", 4, 3),
        ContestDecided(0, "trap", "rockfall", 2, 4, won=False, critical=False),
        DamageTaken(0, 3, 8, "trap"),
        TurnStarted(1, 3, 2, "living"),
        DamageTaken(1, 1, 9, "party"),
        GateStoneStolen(0, 1, 1, 1),
        CardMoved(0, 1, "quarry-maul", to=(0, 1)),
        AbilityPlayed(1, "wrong-foot", "reroll", None, None),
        ContestDecided(1, "attack", "0", 9, 4, won=True, critical=False),
        DamageTaken(0, 8, 0, "attack"),
        PlayerDied(0, 1, 1, 1),
    ]
    return measured(events, Outcome("last-alive", (1,), (0.0, 1.0)))


def row_of(sheet: Sheet, table: str, row: str) -> dict[str, float]:
    return {c: value for t, r, c, value in sheet if (t, r) == (table, row)}


def test_a_play_is_measured_by_its_end_and_its_length(sheet: Sheet) -> None:
    length = {"turns": 3, "rounds": 2, "deaths": 1, "hunts": 0, "difficulty": 0}
    assert row_of(sheet, "plays", "all") == row_of(sheet, "plays", "last-alive") == length


def test_wins_go_to_persona_seat_and_place_in_turn_order(sheet: Sheet) -> None:
    won = {"won": True, "portal": False, "last_alive": True, "timeout": False, "died": False}
    hale, seat, first = (
        row_of(sheet, table, row)
        for table, row in (("personas", "hale"), ("seats", "2"), ("turn-order", "1"))
    )
    assert hale == seat == first == won | {"stones": 2}  # one stolen, one of the dead
    oxgrave = row_of(sheet, "personas", "oxgrave")
    assert (oxgrave["won"], oxgrave["died"], oxgrave["stones"]) == (False, True, 0)


def test_a_card_faced_is_charged_with_its_own_damage_alone(sheet: Sheet) -> None:
    rat = {"beaten": True, "damage": 0, "deadly": False}
    assert row_of(sheet, "encounters", "scree-rat") == rat
    rockfall = {"beaten": False, "damage": 3, "deadly": False}
    assert row_of(sheet, "encounters", "rockfall") == rockfall


def test_cards_are_compared_among_those_in_play(sheet: Sheet) -> None:
    in_play = {card.id for card in TREASURES if card.symbol in ("hammer", "feather")}
    assert {row for table, row, *_ in sheet if table == "cards"} == in_play
    assert sheet["cards", "hand-bow", "with", True] == 1
    assert sheet["cards", "hand-bow", "without", False] == 1
    assert sheet["cards", "quarry-maul", "with", False] == 1  # dealt to one
    assert sheet["cards", "quarry-maul", "with", True] == 1  # and taken by the other
    assert sheet["dealt", "quarry-maul", "with", False] == 1
    assert sheet["dealt", "quarry-maul", "without", True] == 1


def test_use_is_compared_among_those_who_gained_the_card(sheet: Sheet) -> None:
    used = {key[1:]: times for key, times in sheet.items() if key[0] == "used"}
    assert used == {
        ("hand-bow", "with", True): 1,
        ("wrong-foot", "with", True): 1,
        ("quarry-maul", "without", True): 1,
        ("quarry-maul", "without", False): 1,
    }


@pytest.mark.parametrize("seed", [*"abcdef"])
@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_measured_is_what_lies_on_the_table(seats: int, seed: str) -> None:
    play, luck = begin(GAME, seats, seed)
    finish(play, luck)
    assert play.outcome is not None
    assert isinstance(play.state, Maze)
    sheet = measured([*play.events], play.outcome)
    for hero in play.state.heroes:
        row = row_of(sheet, "personas", hero.persona.id)
        assert row["stones"] == hero.stones
        assert row["died"] == hero.undead
        assert row["won"] == (hero.seat in play.outcome.winners)
        gained = {r for t, r, column, _ in sheet if (t, column) == ("cards", "with")}
        assert {card.id for card in (*hero.backpack, *hero.equipped)} <= gained
