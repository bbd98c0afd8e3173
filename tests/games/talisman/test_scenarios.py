"""The worked scenarios of section 15, read out of the rules of record and played."""

import re
from typing import Any

import pytest

from tests.games.talisman.builders import (
    RULES_OF_RECORD,
    Script,
    a_maze,
    asked,
    begin_the_round,
    equip,
    ids,
    on,
    put_tiles,
    settings,
    take_tile,
)
from undercroft.core.game import GameOver, Outcome
from undercroft.games.talisman.board import BY_NAME, NAMES
from undercroft.games.talisman.movement.moving import labyrinth_step
from undercroft.games.talisman.rules.turns import pass_on, take_turn
from undercroft.games.talisman.state import Hero, Maze, Now

BLOCKS = dict(re.findall(r"```play (WS-\d+)\n(.*?)```", RULES_OF_RECORD["talisman"], re.DOTALL))


class Scenario:
    """One block: its set-up, and what it plays."""

    def __init__(self, text: str) -> None:
        lines = text.strip().split("\n")
        start = next(at for at, line in enumerate(lines) if line.startswith("turn "))
        self.settings = lines[:start]
        self.lines = lines[start:]
        self.outcome: Outcome | None = None

    def play(self) -> int:
        """Play it; gives the number of things that were checked."""
        checked = 0
        script: list[str] = []
        self.lay([])
        for line in [*self.lines, "end"]:
            if line.startswith(("turn ", "round", "variant", "->", "A:", "end")):
                self.act(script)
                script = []
            if line.startswith("variant"):
                self.lay([])
            elif line.startswith("A:"):
                self.lay([line])
            elif line.startswith("->"):
                self.check(line.removeprefix("-> "))
                checked += 1
            else:
                script.append(line)
        return checked

    def lay(self, more: list[str]) -> None:
        """Lay the table by the settings; later ones replace earlier ones of the same name."""
        said = dict(line.split(": ", 1) for line in [*self.settings, *more])
        options = dict(pair.split("=") for pair in said.get("options", "").split())
        seats = int(options.pop("seats", 2))
        maze = self.maze = a_maze("", seats=seats, **options)
        board = said.get("board", "d4=c-straight-quiet")
        if board == "empty":
            maze.board = [None] * 49
        else:
            maze.pool.fog += [p.tile for p in (maze.board[24],) if p and "d4=" in board]
            put_tiles(maze, board)
        for name in ("A", "B"):
            if name in said:
                equip(maze, self.hero(name), **settings(said[name]))
        if "pool" in said:
            maze.pool.fog = [take_tile(maze, t) for t in maze.pool.fog if t.id == said["pool"]][:1]

    def hero(self, name: str) -> Hero:
        hero = self.maze.seats["AB".index(name)].hero
        assert hero is not None
        return hero

    def act(self, script: list[str]) -> None:
        if not script or script[0] == "end":
            return
        head, body = script[0].split(), "\n".join(script[1:])
        if head[0] == "round":
            begin_the_round(self.maze, body)
            return
        maze = self.maze
        maze.to_play = "AB".index(head[1])
        lines = Script(body)
        try:
            if head[2:]:
                maze.round = int(head[3])
            lines.drive(take_turn(maze))
            if head[2:]:
                pass_on(maze)
        except GameOver as over:
            self.outcome = over.outcome
        assert lines.at == len(lines.lines), f"nobody asks {lines.lines[lines.at]!r}"
        maze.now = Now()

    def check(self, claim: str) -> None:
        """Hold a claim against the table."""
        maze = self.maze
        seats = [seat.hero for seat in maze.seats]
        names: dict[str, Any] = {
            "maze": maze,
            "outcome": self.outcome,
            "A": seats[0],
            "B": seats[-1],
            "at": lambda hero: hero.place,
            "tile": lambda square: on(maze, square).tile.id,
            "spent": lambda square: on(maze, square).spent,
            "destroyed": lambda square: on(maze, square).destroyed,
            "objects": lambda hero: ids(hero.objects),
            "spells": lambda hero: ids(hero.spells),
            "discarded": lambda id: any(
                card.id == id for cards in maze.discards.values() for card in cards
            ),
            "for_sale": lambda id: id in ids(maze.decks["purchase"]).split(),
            "in_pool": lambda id: [tile.id for tile in maze.pool.fog].count(id),
            "tiles_on_board": lambda: sum(p is not None for p in maze.board),
            "squares": lambda: " ".join(
                sorted(NAMES[s] for s, p in enumerate(maze.board) if p is not None)
            ),
            "lying": lambda space: ids(lying.card for lying in maze.lying.get(space, [])),
            "reserve": lambda: len(maze.decks["talisman"]),
            "main_options": lambda square: main_options(maze, square),
        }
        assert eval(claim, names), claim  # noqa: S307 (the claims are our own)


def main_options(maze: Maze, square: str) -> list[str]:
    """List what A could do from another square."""
    hero = maze.seats[0].hero
    assert hero is not None
    hero.square = BY_NAME[square]
    return asked(labyrinth_step(maze, hero))


def test_ws1_to_ws30_each_scenario_has_its_script() -> None:
    assert [*BLOCKS] == [f"WS-{number}" for number in range(1, 31)]


@pytest.mark.parametrize("name", BLOCKS)
def test_a_scenario_of_the_rules_of_record(name: str) -> None:
    assert Scenario(BLOCKS[name]).play() > 0
