"""The light contestant, for playouts: it goes by the order in which options are listed."""

from random import Random

from tests.games.labyrintheus.builders import a_maze, question
from undercroft.core.running.handing import Handed
from undercroft.games.labyrintheus.bots.light import Light
from undercroft.games.labyrintheus.rules.setup import ROWS
from undercroft.games.labyrintheus.state import Maze

LOST = "draw encounter: cavern-troll\nroll combat: 2"
WON = "draw encounter: cavern-troll\nroll combat: 6\nroll again: 5"


def answer(maze: Maze, script: str = "") -> str:
    return str(Light(ROWS, Random(1).random)(question(maze, script), Handed(None)))


def test_it_wears_in_cleanup_what_there_is_a_slot_for() -> None:
    script = "P1 prep: done\ndraw encounter: rockfall\nroll combat: 6\nroll again: 5"
    maze = a_maze("hale oxgrave", p1={"holds": "chipped-pick"})
    assert answer(maze) == "done"
    assert answer(maze, script) == "equip:chipped-pick@hand-1"
    full = {"wears": "road-rapier hand-bow", "holds": "chipped-pick"}
    assert answer(a_maze("hale oxgrave", p1=full), script) == "done"


def test_it_turns_its_own_lost_roll_and_anothers_won_one() -> None:
    maze = a_maze("hale oxgrave", p1={"wears": "road-rapier hand-bow"})
    assert answer(maze, LOST) == "use:road-rapier"
    maze = a_maze("hale oxgrave", p2={"holds": "wrong-foot"})
    assert answer(maze, WON) == "play:wrong-foot"
    maze = a_maze("hale oxgrave", p2={"holds": "shoulder-through"})
    assert answer(maze, LOST) == "pass"


def test_it_keeps_damage_off_and_goads_what_hits_another() -> None:
    maze = a_maze("ashgrove oxgrave", p1={"holds": "shielding-light"})
    assert answer(maze, LOST) == "play:shielding-light"
    maze = a_maze("ashgrove oxgrave", p2={"holds": "shielding-light"})
    assert answer(maze, LOST) == "pass"
    maze = a_maze("ashgrove oxgrave", p1={"holds": "loosen-the-roof"})
    assert answer(maze, LOST) == "pass"
    maze = a_maze("ashgrove oxgrave", p2={"holds": "loosen-the-roof"})
    assert answer(maze, LOST) == "play:loosen-the-roof"


def test_it_mends_itself_and_robs_another() -> None:
    maze = a_maze("hale oxgrave", p1={"holds": "cool-poultice", "health": 2}, p2={"health": 2})
    assert answer(maze) == "play:cool-poultice>P1"
    maze = a_maze("hale oxgrave", p1={"holds": "light-fingers"}, p2={"holds": "hand-bow"})
    assert answer(maze) == "play:light-fingers>P2"
