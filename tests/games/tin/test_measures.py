"""What a study measures, in a play made by hand and in plays whose state is known."""

import pytest

from tests.contract.checks import begin, finish
from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes, Sheet
from undercroft.games.tin import GAME
from undercroft.games.tin.events import (
    CardPlayed,
    FightResolved,
    GameEnded,
    HeartLost,
    ItemTaken,
    KnightMoved,
    LevelledUp,
    Modifiers,
    MonsterAttacked,
    MonsterSlain,
    Place,
    PotionDrunk,
    Result,
    TilePlaced,
    TreasureFound,
)
from undercroft.games.tin.show.measures import measure
from undercroft.games.tin.state import Dungeon

STAIRS, BEND, GALLERY = Place("stairs", 0, 0), Place("a-bend", 0, 1), Place("a-gallery", 1, 1)
YELLOW = "yellow:plain"


def measured(events: list[Event], outcome: Outcome) -> Sheet:
    notes = Notes()
    measure(events, outcome, notes)
    return notes.counted()


def row_of(sheet: Sheet, table: str, row: str) -> dict[str, float]:
    return {c: value for t, r, c, value in sheet if (t, r) == (table, row)}


@pytest.fixture
def sheet() -> Sheet:
    """Two rooms deep and back: one fight lost, one won with a card, a key found."""
    events: list[Event] = [
        TilePlaced(0, "a-bend", (0, 1), 0, "N", None, (), 11),
        KnightMoved(0, STAIRS, BEND, "N", fleeing=False, first_entry=True),
        TreasureFound(BEND, "key", "chest"),
        MonsterAttacked(0, BEND, YELLOW, 1, "thrust"),
        CardPlayed(0, "duck-1", "deck", 0),
        FightResolved(
            0, YELLOW, 1, "thrust", 1, Modifiers(0, 0, 0, 0), 1, outcome="loss", reason="fumble"
        ),
        HeartLost(0, 4),
        MonsterAttacked(0, BEND, YELLOW, 1, "thrust"),
        CardPlayed(0, "parry-1", "hand", 2),
        FightResolved(
            0, YELLOW, 1, "thrust", 3, Modifiers(2, 0, 0, 0), 5, outcome="win", reason="value"
        ),
        MonsterSlain(0, BEND, YELLOW, 1),
        LevelledUp(0, 2, 4, "turn-start"),
        ItemTaken(0, BEND, "key"),
        TilePlaced(0, "a-gallery", (1, 1), 0, "E", "right", (), 10),
        KnightMoved(0, BEND, GALLERY, "E", fleeing=False, first_entry=True),
        KnightMoved(0, GALLERY, BEND, "W", fleeing=False, first_entry=False),
        KnightMoved(0, BEND, STAIRS, "S", fleeing=False, first_entry=False),
        GameEnded((Result(0, "draw", 7, None),), rescued=False, turns=5),
    ]
    return measured(events, Outcome("draw", (), (7,)))


def test_a_knight_is_measured_by_what_it_came_out_with(sheet: Sheet) -> None:
    end = {"hearts": 5, "level": 2, "depth": 2, "gold": 7, "slain": 1}
    assert row_of(sheet, "knights", "all") == row_of(sheet, "knights", "draw")
    assert row_of(sheet, "knights", "all") == end | {"turns": 5}
    assert row_of(sheet, "seats", "1") == end | {"won": False}


def test_a_tile_is_measured_by_what_happened_on_it(sheet: Sheet) -> None:
    names = ("depth", "visits", "hearts", "slain", "treasure", "deaths")
    bend, gallery = (row_of(sheet, "tiles", tile) for tile in ("a-bend", "a-gallery"))
    assert bend == dict(zip(names, (1, 2, 1, 1, 1, 0), strict=True))
    assert gallery == dict(zip(names, (2, 1, 0, 0, 0, 0), strict=True))


def test_rescues_are_compared_by_what_came_first_among_its_like(sheet: Sheet) -> None:
    """Who lives longer lays more tiles and finds more: only what came first is chance alone."""
    laid = {key[1:]: times for key, times in sheet.items() if key[0] == "first-laid"}
    others = ("a-crossways", "a-guardroom", "a-gallery", "a-larder")
    assert laid == {("a-bend", "with", False): 1} | {(a, "without", False): 1 for a in others}
    found = {row for table, row, column, _ in sheet if (table, column) == ("first-token", "with")}
    assert len(found) == 1


def test_a_fight_is_measured_by_the_monster_and_the_card(sheet: Sheet) -> None:
    assert sheet["monsters", YELLOW, "won", True] == sheet["monsters", YELLOW, "won", False] == 1
    assert sheet["monsters", YELLOW, "bonus", 2] == 1
    parry = {"with": True, "without": False, "bonus": 2, "from_hand": True}
    assert row_of(sheet, "cards", "parry-1") == parry
    assert sheet["cards", "duck-4", "without", True] == 1
    assert sheet["cards", "duck-4", "with", True] == 0


def test_tokens_come_by_are_compared_with_those_not_come_by(sheet: Sheet) -> None:
    had = {row for table, row, column, _ in sheet if (table, column) == ("tokens", "with")}
    assert had == {"key"}
    assert sheet["tokens", "rope", "without", False] == 1


def test_a_potion_gives_all_hearts_back():
    events: list[Event] = [
        MonsterAttacked(0, STAIRS, YELLOW, 1, "thrust"),
        HeartLost(0, 4),
        PotionDrunk(0, 4),
        GameEnded((Result(0, "draw", 0, None),), rescued=False, turns=1),
    ]
    sheet = measured(events, Outcome("draw", (), (0,)))
    assert row_of(sheet, "knights", "all")["hearts"] == 5


def test_a_fight_without_a_card_is_nobodys_but_the_monsters():
    fumble = Modifiers(0, 0, 0, 0)
    attacked = MonsterAttacked(0, STAIRS, YELLOW, 1, "thrust")
    lost = FightResolved(0, YELLOW, 1, "thrust", 1, fumble, 1, outcome="loss", reason="fumble")
    card = CardPlayed(0, "duck-1", "hand", 0)
    sheet = measured([attacked, card, lost, attacked, lost], Outcome("loss", (), (0,)))
    assert sheet["cards", "duck-1", "with", False] == 1
    assert sheet["cards", "duck-1", "without", False] == 1
    assert sheet["monsters", YELLOW, "won", False] == 2


@pytest.mark.parametrize("seed", [*"abcdef"])
@pytest.mark.parametrize("seats", [1, 3])
def test_what_is_measured_is_what_lies_on_the_table(seats: int, seed: str) -> None:
    play, luck = begin(GAME, seats, seed)
    finish(play, luck)
    assert play.outcome is not None
    assert isinstance(play.state, Dungeon)
    sheet = measured([*play.events], play.outcome)
    for knight in play.state.knights:
        row = row_of(sheet, "seats", str(knight.seat + 1))
        assert (row["hearts"], row["level"]) == (knight.hearts, knight.level)
        assert row["gold"] == play.outcome.scores[knight.seat]
    laid = {room.tile.id for room in play.state.rooms.values()}
    assert {row for table, row, *_ in sheet if table == "tiles"} == laid
