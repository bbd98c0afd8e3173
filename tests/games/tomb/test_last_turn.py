"""The last turn stays on the table until the next card is turned."""

from tests.games.tomb.builders import a_match, draws, play
from undercroft.core.events import Event
from undercroft.games.tomb.events import TurnBegan
from undercroft.games.tomb.show.last_turn import last_turn


def a_fight() -> list[Event]:
    """5 of spades against 3 of clubs, then 9 of diamonds."""
    match, events = a_match(), list[Event]()
    match.attend(events)
    play(match, draws("5s 3c 9d"))
    return events


def test_a_fight_that_is_over_shows_both_sides_and_what_came_of_it() -> None:
    events = a_fight()
    shown = last_turn(0, events)
    assert shown is not None
    assert (shown.turn, shown.result, shown.card, shown.strength) == (1, "won", "5s", 5)
    assert shown.tries == (("3c", 3, False), ("9d", 9, True))
    assert shown.by == "action"
    assert shown.effects == (("wounds", 2), ("treasure", 9))


def test_it_goes_when_the_next_turn_begins_and_is_nobody_elses() -> None:
    events = a_fight()
    assert last_turn(1, events) is None
    assert last_turn(0, [*events, TurnBegan(0, 2, "delve", 2)]) is None
    assert last_turn(0, []) is None
