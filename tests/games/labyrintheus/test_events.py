"""The events are those of the rules of record (section 10), and tell nobody too much."""

import re

import msgspec

from tests.games.labyrintheus.builders import a_maze, of, rows_of, section, told
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.events import (
    EVENTS,
    CardStolen,
    EncounterRevealed,
    ItemUsed,
    TreasureDrawn,
    TreasureHeld,
)


def test_every_event_of_the_rules_is_told_with_its_fields():
    printed = {
        event: re.sub(r" \(.*?\)", "", fields).split(", ")
        for event, fields in rows_of(section("10. Narrative events"))
    }
    assert {
        str(event.__struct_config__.tag): [
            field.encode_name for field in msgspec.structs.fields(event) if field.name != "to"
        ]
        for event in EVENTS
    } == printed


def test_there_are_words_for_every_event_question_and_component():
    words = GAME.words
    assert {*words.tables["events"]} == {str(event.__struct_config__.tag) for event in EVENTS}
    for id, row in GAME.rows.items():
        assert words.title(id) != id
        assert words.text(row)


def test_a_draw_is_told_bare_to_all_and_whole_to_the_drawer():
    maze = a_maze()
    events = told(maze, "draw encounter: scree-rat\nroll combat: 5\ndraw treasure: called-out")
    (drawn,), (held,) = of(events, TreasureDrawn), of(events, TreasureHeld)
    assert (drawn.to, drawn.count, drawn.cause) == (None, 1, "reward")
    assert (held.to, held.cards) == ((0,), ("called-out",))


def test_a_theft_names_no_card_to_the_others():
    maze = a_maze(
        "quickthorn hale oxgrave", p1={"holds": "light-fingers"}, p2={"holds": "hand-bow"}
    )
    script = "P1 turn: play:light-fingers>P2\ndraw backpack: hand-bow\nP1 prep: done"
    events = told(
        maze,
        f"{script}\ndraw encounter: loose-stair\nroll combat: 3\ndraw treasure: tangle\n"
        "P1 cleanup: done",
    )
    (stolen,) = of(events, CardStolen)
    assert msgspec.to_builtins(stolen) == {
        "event": "card-stolen",
        "giver": 1,
        "taker": 0,
        "to": None,
    }


def test_numbers_of_an_encounter_are_told_with_difficulty():
    maze = a_maze(in_play="edi-doom-1 edi-wrath-1")
    (event,) = of(told(maze, "draw encounter: rockfall\nroll combat: 5"), EncounterRevealed)
    assert (event.type, event.number, event.damage) == ("trap", 4, 4)


def test_a_use_is_told_with_its_counters():
    maze = a_maze("ashgrove hale", p1={"wears": "padded-coat"})
    script = "draw encounter: headless-rider\nroll combat: 2\nP1 hurt: use:padded-coat"
    (used,) = of(told(maze, script), ItemUsed)
    assert (used.purpose, used.bonus, used.counters, used.hardness) == ("soak", 2, 1, 2)
