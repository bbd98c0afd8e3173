"""A fight stays in the tray, with what came of it, until the next."""

from undercroft.core.events import Event
from undercroft.games.tin.events import (
    ExperienceGained,
    FightResolved,
    HeartLost,
    Modifiers,
    MonsterAttacked,
    MonsterSlain,
    Place,
    TurnBegan,
)
from undercroft.games.tin.show.web_table import last_bout, streak

STAIRS = Place("stairs", 0, 0)
ATTACKED = MonsterAttacked(0, STAIRS, "yellow:plain", 1, "swipe")


def decided(outcome: str, seat: int = 0) -> list[Event]:
    none = Modifiers(0, 0, 0, 0)
    fight = FightResolved(seat, "yellow:plain", 1, "swipe", 4, none, 4, outcome, "value")  # type: ignore[arg-type]
    if outcome == "loss":
        return [ATTACKED, fight, HeartLost(0, 3)]
    return [ATTACKED, fight, MonsterSlain(0, STAIRS, "yellow:plain", 1), ExperienceGained(0, 2)]


def test_a_fight_says_what_came_of_it() -> None:
    won, lost = last_bout(decided("win")), last_bout(decided("loss"))
    assert won is not None
    assert lost is not None
    assert won.effects == (("slain", 1), ("experience", 2))
    assert lost.effects == (("heart", 3),)


def test_what_came_of_an_earlier_fight_is_no_part_of_the_next() -> None:
    shown = last_bout([*decided("loss"), ATTACKED])
    assert shown is not None
    assert shown.effects == ()


def test_it_stays_until_the_next_however_many_turns_pass() -> None:
    turns = [TurnBegan(turn) for turn in range(2, 9)]
    assert last_bout(turns) is None
    assert last_bout([*decided("win"), *turns]) == last_bout(decided("win"))


def test_what_happens_in_a_later_turn_did_not_come_of_it() -> None:
    later = last_bout([*decided("win"), TurnBegan(2), ExperienceGained(0, 7)])
    assert later == last_bout(decided("win"))


def test_hits_in_a_row_are_counted_until_a_miss_or_another_fights() -> None:
    won, lost, other = decided("win"), decided("loss"), decided("win", seat=1)
    assert streak([*won, *won, *won], 0) == 3
    assert streak([*won, *lost, *won], 0) == 1
    assert streak([*won, *lost], 0) == 0
    assert streak([*won, *other], 0) == 0
    assert streak([*won, *other, *won], 0) == 2
