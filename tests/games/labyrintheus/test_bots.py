"""The rule of thumb, and how plays between bots come out (section 11)."""

from random import Random
from statistics import mean
from typing import NamedTuple

import pytest

from tests.games.labyrintheus.builders import a_maze, of, question, rows_of, section
from undercroft.core.events import Event
from undercroft.core.play import simulate
from undercroft.core.running.handing import Handed
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.bots.contender import (
    Contender,
    Novice,
    cheapest,
    leader_of,
    worth,
)
from undercroft.games.labyrintheus.events import GameStarted, TurnStarted
from undercroft.games.labyrintheus.rules.setup import ROWS
from undercroft.games.labyrintheus.state import Maze
from undercroft.games.labyrintheus.view import view


def answer(maze: Maze, script: str = "") -> str:
    asked = question(maze, script)
    return str(Contender(ROWS, Random(1).random)(asked, Handed(view(maze, asked.seat))))


def test_it_spends_as_little_as_turns_a_roll():
    maze = a_maze("hale oxgrave", p1={"wears": "road-rapier hand-bow"})
    assert answer(maze, "draw encounter: cavern-troll\nroll combat: 2") == "use:road-rapier"
    maze = a_maze("ashgrove oxgrave", p1={"wears": "hand-bow", "holds": "flare-up"})
    assert answer(maze, "draw encounter: cavern-troll\nroll combat: 2") == "use:hand-bow"


def test_it_wears_what_fits_and_heals_in_full():
    assert answer(a_maze(p1={"holds": "chipped-pick"})) == "equip:chipped-pick@hand-1"
    maze = a_maze(p1={"holds": "bone-broth", "wears": "grit-draught", "health": 5})
    assert answer(maze) == "drink:bone-broth"
    maze = a_maze(p1={"holds": "bone-broth", "wears": "inn-brandy", "health": 10})
    assert answer(maze) == "done"


def test_it_slips_away_with_an_orb_only_when_weak():
    maze = a_maze("fennimore hale", p1={"holds": "chaos-orb-reed"})
    assert answer(maze) == "done"
    maze = a_maze("fennimore hale", p1={"holds": "chaos-orb-reed", "health": 2})
    assert answer(maze) == "equip:chaos-orb-reed@item-1"
    maze = a_maze("fennimore hale", p1={"wears": "chaos-orb-reed", "health": 2})
    assert answer(maze) == "shed:chaos-orb-reed"


def test_among_equals_it_turns_on_the_nearest_whatever_the_seats_numbers():
    """Seats of low numbers would be hunted more than others, and win less."""
    same = {"health": 9, "stones": 1}
    maze = a_maze("hale oxgrave ashgrove", p1=same, p2=same, p3=same)
    leaders = [leader_of(view(maze, seat)) for seat in range(3)]
    assert [leader.seat for leader in leaders if leader] == [1, 2, 0]
    undead = a_maze("oxgrave hale ashgrove", p1=same, p3=same, p2={"undead": True}, to_move=2)
    assert answer(undead, "draw encounter: rockfall") == "attack:P3"


def test_it_announces_and_challenges():
    assert answer(a_maze(p1={"stones": 4})) == "announce"
    assert answer(a_maze(p1={"stones": 4}, p2={"stones": 4}, portal=(1, ""))) == "challenge"


def test_the_undead_hunt_whoever_has_the_most_stones():
    maze = a_maze("oxgrave hale ashgrove", p1={"undead": True}, p2={"stones": 1}, p3={"stones": 3})
    assert answer(maze, "draw encounter: rockfall") == "attack:P3"


def test_a_beginner_who_lets_everybody_be_has_no_reason():
    maze = a_maze("oxgrave hale ashgrove", p1={"undead": True})
    asked = question(maze, "draw encounter: rockfall")
    luck = iter([0.0, 0.999])  # it slips, and takes the last option
    advice = Novice(ROWS, luck.__next__).advise(asked, Handed(view(maze, asked.seat)))
    assert (advice.answer, advice.why(GAME.words)) == ("hold", "")


def test_the_undead_break_a_portal_by_theft():
    maze = a_maze("oxgrave hale ashgrove", p1={"undead": True}, p2={"stones": 4})
    script = "draw encounter: rockfall\nP1 undead-attack: attack:P2\nroll combat: 5"
    assert answer(maze, script) == "steal"
    maze = a_maze("oxgrave hale ashgrove", p1={"undead": True}, p2={"stones": 4, "health": 2})
    assert answer(maze, script) == "damage"


def test_it_discards_what_is_worth_least():
    assert worth(ROWS["slab-shield"]) > worth(ROWS["dented-buckler"])  # type: ignore[arg-type]
    held = "dead-weight flare-up shoulder-through wrong-foot cool-poultice"
    maze = a_maze("hale oxgrave", p1={"holds": held, "health": 5})
    script = "P1 turn: pass\ndraw encounter: slate-strongbox\n"
    assert answer(maze, f"{script}draw treasure: hand-bow\ndraw treasure: bone-broth") == (
        "discard:dead-weight"
    )


def test_nothing_is_spent_that_does_not_turn_the_result():
    assert cheapest([], 1, lambda way: 1) is None


def test_it_beats_chance():
    luck = Random("beats chance")
    options, _ = GAME.read_options({"persona-choice": "random"}, 3)
    won = 0.0
    for _ in range(60):
        bots = [GAME.new_bot(name, luck.random) for name in ("contender", "random", "random")]
        won += simulate(GAME, options, 3, bots, luck.random).outcome.scores[0]
    assert won / 60 > 0.5  # a fair share is a third


# -- section 11 -----------------------------------------------------------------------------------


class Played(NamedTuple):
    """One play in numbers."""

    outcome: str
    rounds: int
    shares: dict[str, float]  # by persona


def plays(seats: int, count: int) -> list[Played]:
    """Let the rule of thumb play in every seat."""
    luck = Random(f"section 11, {seats} seats")
    options, _ = GAME.read_options({"persona-choice": "random"}, seats)
    played = []
    for _ in range(count):
        bots = [GAME.new_bot("contender", luck.random) for _ in range(seats)]
        events: list[Event] = []
        outcome = simulate(GAME, options, seats, bots, luck.random, events).outcome
        (started,) = of(events, GameStarted)
        shares = dict(zip(started.personas, outcome.scores, strict=True))
        played.append(Played(outcome.name, of(events, TurnStarted)[-1].round, shares))
    return played


TABLE = {int(row[0]): row for row in rows_of(section("11. Balance of the house data"))}


def check_shape(seats: int, count: int, slack: float) -> None:
    """Both ways of winning occur; length and ways are near those of the rules' own policy."""
    played = plays(seats, count)
    rounds = float(TABLE[seats][1].split()[0])
    assert mean(play.rounds for play in played) == pytest.approx(rounds, abs=1.5 + slack)
    portal = sum(play.outcome == "portal" for play in played) / count
    assert portal == pytest.approx(float(TABLE[seats][2].strip("%")) / 100, abs=0.12 + slack / 5)
    alive = sum(play.outcome == "last-alive" for play in played) / count
    assert portal + alive > 0.98
    assert max(play.rounds for play in played) < 50


@pytest.mark.parametrize("seats", range(2, 7))
def test_plays_have_the_shape_of_section_11(seats: int) -> None:
    check_shape(seats, 60, slack=1.0)


@pytest.mark.nightly
@pytest.mark.parametrize("seats", range(2, 7))
def test_two_thousand_plays_have_the_shape_of_section_11(seats: int) -> None:
    check_shape(seats, 2000, slack=0.0)
    shares: dict[str, list[float]] = {}
    for play in plays(seats, 2000):
        for persona, share in play.shares.items():
            shares.setdefault(persona, []).append(share * seats)
    assert all(0.65 < mean(share) < 1.4 for share in shares.values())


def test_a_stored_game_with_a_bot_that_is_no_more_is_played_on_by_its_successor() -> None:
    for gone, successor in GAME.successors.items():
        assert gone not in GAME.bots
        assert type(GAME.new_bot(gone, Random().random)) is GAME.bots[successor]
