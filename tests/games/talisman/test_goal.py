"""What a table tells a player to do next, and what the points are for."""

from typing import Any

import msgspec
import pytest

from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games.talisman import GAME
from undercroft.games.talisman.show.goal import points, steps


def shown(preset: str, seed: str, seats: int = 2) -> list[tuple[Any, Any]]:
    """Play with bots; give every view, with the steps of the first seat."""
    play: Any = Play(GAME, {"round-cap": 12}, seats, Seeded(seed), preset=preset)
    bots = [GAME.new_bot("canny", lambda: 0.5) for _ in range(seats)]
    seen = []
    while play.question is not None:
        seat = play.question.seat
        view = play.view(0)
        hero = view.places[0].hero
        if hero is not None:
            seen.append((view, steps(GAME.rows, view, hero)))
        play.answer(str(bots[seat](play.question, play.look(seat))))
    return seen


@pytest.mark.parametrize("preset", ["quest", "catacombs", "grand-quest", "expedition", "race"])
def test_one_step_comes_next_and_those_before_it_are_done(preset):
    for view, way in shown(preset, "a way"):
        states = [step.state for step in way]
        assert states.count("now") == 1
        at = states.index("now")
        assert states == ["done"] * at + ["now"] + ["later"] * (len(states) - at - 1)
        assert (way[-1].id == "king") == (view.finish == "master")


def test_when_the_last_scale_is_taken_every_step_is_done():
    view = shown("catacombs", "a way")[-1][0]
    beaten = msgspec.structs.replace(view, scales=0)
    hero = msgspec.structs.replace(beaten.places[0].hero, place="wizards-tower", below=False)
    assert {step.state for step in steps(GAME.rows, beaten, hero)} == {"done"}


def test_the_quest_goes_down_into_a_room_and_out_to_the_tower():
    seen = shown("quest", "moth", 3)
    begun, ways = seen[0][1], [way for _, way in seen]
    assert [step.id for step in begun] == ["down", "room", "out", "tower", "king"]
    assert begun[0].state == "now"
    now = [next(step.id for step in way if step.state == "now") for way in ways]
    assert {"down", "room", "out"} <= set(now)
    for (view, way), step in zip(seen, now, strict=True):
        hero = view.places[0].hero
        if way[0].id == "down" and step == "down":
            assert not hero.below
        if step == "out":
            assert "delved" in hero.done


@pytest.mark.parametrize("preset", ["quest", "catacombs"])
def test_e10_what_is_no_number_or_card_is_a_talisman_or_the_tower(preset):
    for view, _ in shown(preset, "points"):
        for place in view.places:
            counted = points(place)
            assert sum(counted.values()) == place.score
            assert counted.get("deeds", 0) in (0, 10, 20)
