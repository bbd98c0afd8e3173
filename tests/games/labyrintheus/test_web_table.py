"""What the web table shows besides the view: the dice that everybody has rolled."""

import re
from importlib import resources

from tests.games.labyrintheus.builders import a_maze, question, told
from undercroft.games.labyrintheus.components.encounters import ENCOUNTERS
from undercroft.games.labyrintheus.events import (
    ContestDecided,
    EncounterRevealed,
    InitiativeRolled,
    PartyRolled,
    TurnStarted,
)
from undercroft.games.labyrintheus.rules.setup import ROWS
from undercroft.games.labyrintheus.show.last_fight import wins_in_a_row
from undercroft.games.labyrintheus.show.web_table import last_rolls, recent
from undercroft.games.labyrintheus.view import view

CAVE_IN = "draw encounter: cave-in\nroll party: 6\nroll party: 1\nroll party: 4"


def test_y1_the_dice_of_a_party_card_lie_on_the_table_until_something_else_is_met():
    maze = a_maze("oxgrave hale ashgrove", to_move=3)
    events = told(maze, CAVE_IN)  # P3, P1, P2
    shown = recent(ROWS, view(maze, 0), None, events)["dice"]
    assert shown["all_rolled"] == ((0, 1), (1, 4), (2, 6))
    assert shown["faces"] == ()
    next_turn = TurnStarted(0, 2, 1, "living")
    assert last_rolls([*events, next_turn]) == ((0, 1), (1, 4), (2, 6))
    assert (
        last_rolls([*events, next_turn, EncounterRevealed(0, "tunnel-hound", "monster", 5, 1)])
        == ()
    )


def test_s6_who_is_tied_rolls_again_and_the_last_face_counts():
    rolls = [(0, 5, 1), (1, 5, 1), (2, 2, 1), (0, 3, 2), (1, 6, 2)]
    assert last_rolls([InitiativeRolled(*roll) for roll in rolls]) == ((0, 3), (1, 6), (2, 2))


def test_the_dice_of_a_contest_go_before_those_of_a_party():
    maze = a_maze("oxgrave hale ashgrove", p1={"wears": "quarry-maul"})
    question(maze, "draw encounter: tunnel-hound\nroll combat: 2")
    assert view(maze, 0).contest is not None
    assert "dice" not in recent(ROWS, view(maze, 0), None, [PartyRolled(0, 3)])


def test_every_monster_trap_and_titan_has_a_face_of_its_own():
    sprite = resources.files("undercroft.games.labyrintheus") / "static" / "encounters.svg"
    found = re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', sprite.read_text("utf-8"))
    faces = dict(found)
    fought = {card.id for card in ENCOUNTERS if card.type in ("monster", "trap", "titan")}
    assert faces.keys() == fought
    assert len({*faces.values()}) == len(fought)


def test_wins_are_counted_until_a_loss_or_anothers_fight() -> None:
    def fought(seat: int, *, won: bool) -> ContestDecided:
        return ContestDecided(seat, "monster", "gale-wisp", 5, 4, won, critical=False)

    won, lost, other = fought(0, won=True), fought(0, won=False), fought(1, won=True)
    assert wins_in_a_row([won, won, won], 0) == 3
    assert wins_in_a_row([won, lost, won], 0) == 1
    assert wins_in_a_row([won, other], 0) == 0
    assert wins_in_a_row([won, other, won], 0) == 2
    assert wins_in_a_row([won], None) == 0
