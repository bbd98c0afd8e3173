"""What a study measures, in a play made by hand and in plays whose end is known."""

import random

from tests.games.talisman.builders import before, enter, go_on, hero_of, told
from undercroft.core.events import Event
from undercroft.core.fates import Seeded
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes, Sheet
from undercroft.core.play import Play
from undercroft.games.talisman import GAME
from undercroft.games.talisman import events as happened
from undercroft.games.talisman.show.measures import THINGS, measure

AT = (1, 0, "d3")
ENDED = happened.GameEnded(9, None, None, "king", (0,), (1, 2), (120, 30))


def measured(*events: Event) -> Sheet:
    notes = Notes()
    first = happened.CharacterDealt(0, 0, "d4", "ch-exile")
    second = happened.CharacterDealt(0, 1, "a1", "ch-warden")
    measure([first, second, *events, ENDED], Outcome("king", (0,), (120, 30)), notes)
    return notes.counted()


def row_of(sheet: Sheet, table: str, row: str) -> dict[str, float]:
    return {c: value for t, r, c, value in sheet if (t, r) == (table, row)}


def test_how_a_play_ended_and_who_won():
    sheet = measured()
    assert row_of(sheet, "plays", "king") == row_of(sheet, "plays", "all") == {"rounds": 9}
    assert row_of(sheet, "seats", "1") == {"won": True, "score": 120}
    assert row_of(sheet, "characters", "ch-exile") == {"won": True, "died": False, "score": 120}
    assert row_of(sheet, "characters", "ch-warden") == {"won": False, "died": False, "score": 30}


def test_what_came_of_a_fight():
    met = happened.EnemyMet(*AT, "e-ogre", "battle", 6)
    lost = measured(met, happened.FightLost(*AT))
    assert row_of(lost, "enemies", "e-ogre") == {"won": False, "lost": True, "evaded": False}
    evaded = measured(met, happened.Evaded(*AT, "sp-veil"), happened.FightWon(*AT, 0))
    assert row_of(evaded, "enemies", "e-ogre") == {"won": False, "lost": False, "evaded": True}


def test_what_a_room_and_a_trap_cost():
    sheet = measured(
        happened.RoomEntered(*AT, "EE", "s-treasure-chamber"),
        happened.TrapSprung(*AT, "trap-nonmagic", 3, "spear"),
        happened.LifeLost(*AT, 1, 3, "spear"),
        happened.GoldChanged(*AT, 2, 3),
        happened.TurnEnded(*AT),
        happened.LifeLost(*AT, 1, 2, "lava"),
    )
    assert row_of(sheet, "rooms", "s-treasure-chamber") == {"lives": 1, "gold": 2, "died": False}
    assert row_of(sheet, "traps", "spear") == {"lives": 1, "gold": 2, "died": False}


def test_what_killed_whom_and_when():
    sheet = measured(
        happened.RoomEntered(*AT, "E", "s-bottomless-pit"),
        happened.Died(*AT, "ch-exile", "bottomless-pit"),
        happened.CharacterDealt(2, 0, "causeway", "ch-pilgrim"),
    )
    assert row_of(sheet, "deaths", "bottomless-pit") == {"round": 1}
    assert row_of(sheet, "rooms", "s-bottomless-pit")["died"] is True
    assert row_of(sheet, "characters", "ch-exile") == {"won": False, "died": True}
    assert row_of(sheet, "characters", "ch-pilgrim")["won"] is True


def test_what_winners_had_and_cast():
    sheet = measured(
        happened.ObjectGained(*AT, "p-sword"),
        happened.AbilityGained(1, 1, "a1", "ab-hero"),
        happened.SpellCast(*AT, "sp-mend", None),
    )
    assert row_of(sheet, "things", "p-sword") == {"with": True, "without": False}
    assert row_of(sheet, "things", "ab-hero") == {"with": False, "without": True}
    assert row_of(sheet, "spells", "sp-mend") == {"won": True}
    assert {row for table, row, *_ in sheet if table == "things"} == set(THINGS)


def test_a_real_visit_is_measured_as_it_went():
    maze = before("s-pool")
    events = told(maze)
    go_on(maze, "P1 main: go:N; P1 room-offer: drink; roll magic-pool: 1")
    sheet = measured(*events)
    assert row_of(sheet, "rooms", "s-pool") == {"lives": 1, "gold": 0, "died": False}
    assert row_of(sheet, "enemies", "water-elemental")["lost"] is True
    assert hero_of(enter("s-pool", "P1 room-offer: pass")).place == "d3"


def test_every_seat_of_every_play_is_counted_once():
    notes, luck = Notes(), random.Random(3)
    for number in range(4):
        play = Play(GAME, {"round-cap": 8}, 3, Seeded(f"measures {number}"))
        while play.question is not None:
            play.answer(luck.choice(play.question.choices))
        assert play.outcome is not None
        measure(play.events, play.outcome, notes)
    sheet = notes.counted()
    counts = [times for (t, _, c, _), times in sheet.items() if (t, c) == ("seats", "won")]
    assert sum(counts) == 12
    compared = [n for (t, r, _, _), n in sheet.items() if (t, r) == ("things", "p-sword")]
    assert sum(compared) == 12
