"""Mazes in the middle of things, driven by scripts in the notation of the journal.

`a_maze` states only what matters: unless said otherwise it is the table of section 15 of the rules
of record: `catacombs`, two seats; A, the Exile, has Strength 4, Craft 4, 4 Lives, 1 Gold, no cards,
and stands on d4; B, the Warden, stands on a quiet crossing at a1.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.games.record import DOCS
from tests.games.record import rows_of as rows_of  # handed on
from undercroft.core.game import GameOver, Outcome
from undercroft.core.questions import Rules
from undercroft.core.records.journal import match, read_answers
from undercroft.games.talisman import GAME
from undercroft.games.talisman.board import BY_NAME, NOWHERE, SOUTH, rotations
from undercroft.games.talisman.components.kinds import Tile
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.pieces import Item, Placed
from undercroft.games.talisman.rules.setup import lay
from undercroft.games.talisman.rules.turns import begin_round, take_turn
from undercroft.games.talisman.state import Hero, Maze, Now

RULES_OF_RECORD = {path.stem: path.read_text("utf-8") for path in DOCS.glob("talisman*.md")}


# -- building -------------------------------------------------------------------------------------


def row(id: str) -> Any:
    return ROWS[id]


def a_maze(board: str = "d4=c-straight-quiet", *, seats: int = 2, **options: object) -> Maze:
    """Lay a table: no shifting walls, A and B in place, and these tiles on the board."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settled, seats = GAME.read_options(given, seats)
    maze = lay(settled, GAME.rows, seats)
    maze.round, maze.dawn = 1, False
    put_tiles(maze, board)
    names = ("ch-exile", "ch-warden", "ch-duellist", "ch-pilgrim", "ch-cutpurse", "ch-wood-runner")
    for seat, name in enumerate(names[:seats]):
        place_hero(maze, seat, name)
    return maze


def place_hero(maze: Maze, seat: int, name: str) -> Hero:
    """Seat 1 is A, on d4; all others stand on a crossing at a1."""
    character = row(name)
    maze.characters.fog.remove(character)
    hero = Hero(seat, character, 4, 4, 4, 4, base_strength=4, base_craft=4, gave_talisman=True)
    hero.square = BY_NAME["d4" if seat == 0 else "a1"]
    if seat == 0 and maze.board[hero.square] is None:
        put_tiles(maze, "d4=c-straight-quiet")
    if seat == 1 and maze.board[BY_NAME["a1"]] is None:
        put_tiles(maze, "a1=c-cross-quiet")
    maze.seats[seat].hero = hero
    return hero


def put_tiles(maze: Maze, tiles: str) -> None:
    """`d3=c-t-quiet/2!+tc-gate`: rotation 2, spent, with a counter; `?` hidden, `x` destroyed."""
    for text in tiles.split():
        found = re.fullmatch(r"(\w\d)=([a-z-]+?)(?:/(\d))?([!?x]*)(?:\+(tc-\w+))?", text)
        assert found, text
        square, id, rotation, flags, counter = found.groups()
        tile = row(id)
        maze.board[BY_NAME[square]] = Placed(
            take_tile(maze, tile),
            int(rotation or 0),
            spent="!" in flags,
            hidden="?" in flags,
            destroyed="x" in flags,
            counter=row(counter) if counter else None,
        )


def take_tile(maze: Maze, tile: Tile) -> Tile:
    for place in (maze.pool.fog, maze.entrances):
        if tile in place:
            place.remove(tile)
            break
    return tile


def hero_of(maze: Maze, seat: int = 0) -> Hero:
    hero = maze.seats[seat].hero
    assert hero is not None
    return hero


def equip(maze: Maze, hero: Hero, **what: object) -> Hero:
    """Give a character what is said; `objects="p-sword+"` is an Enchanted Sword."""
    for name, value in what.items():
        if name in ("strength", "craft"):
            setattr(hero, f"base_{name}", value)
        if name == "space":
            hero.square, hero.space = NOWHERE, maze.space(str(value))
        elif name == "square":
            hero.square, hero.space = BY_NAME[str(value)], None
        elif name == "character":
            unused = maze.characters.fog
            unused.append(hero.character)
            hero.character = row(str(value))
            if hero.character in unused:
                unused.remove(hero.character)
        elif name == "markers":
            hero.markers += [take_tile(maze, row("stairs-marker")) for _ in range(int(str(value)))]
        elif name == "tokens":
            hero.tokens += [take_tile(maze, row("secret-door")) for _ in range(int(str(value)))]
        elif name in ("ailments", "done"):
            setattr(hero, name, set(str(value).split()))
        elif name == "objects":
            hero.objects += [item(maze, text) for text in str(value).split()]
        elif name in ("followers", "spells", "scrolls", "abilities"):
            cards: list[Any] = getattr(hero, name)
            cards += [take_card(maze, id) for id in str(value).split()]
        elif name == "way_back":
            hero.way_back = BY_NAME[str(value)]
        else:
            setattr(hero, name, value)
    return hero


def item(maze: Maze, text: str) -> Item:
    return Item(take_card(maze, text.rstrip("+")), text.endswith("+"))


def take_card(maze: Maze, id: str) -> Any:
    """Take a card out of whatever pile it lies in; a copy that lies in none is made up."""
    card = row(id)
    for cards in (*[deck.fog for deck in maze.decks.values()], *maze.discards.values()):
        if card in cards:
            cards.remove(card)
            break
    return card


def an_exile(board: str = "", *, seats: int = 2, options: str = "", **what: object) -> Maze:
    """Build the table of section 15, with A as said."""
    given = dict(pair.split("=") for pair in options.split())
    tiles = board if "d4=" in board else f"d4=c-straight-quiet {board}"
    maze = a_maze(tiles, seats=seats, **given)
    equip(maze, hero_of(maze), **what)
    return maze


# -- driving --------------------------------------------------------------------------------------


class Script:
    """Answers questions from lines; `offered:` checks what the next question offers."""

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.strip().split("\n")]
        self.lines = [line for line in lines if line]
        self.at = 0

    def answer(self, question: Any) -> Any:
        assert self.at < len(self.lines), f"the rules ask {question.label!r}, the script has ended"
        line = self.lines[self.at]
        if line.startswith("offered:"):
            offered = " ".join(map(str, question.choices))
            assert offered == line.removeprefix("offered:").strip(), offered
            self.at += 1
            line = self.lines[self.at]
        self.at += 1
        (entry,) = read_answers([line], self.at)
        return match(question, entry)

    def drive(self, rules: Rules[Any]) -> Any:
        answer: Any = None
        while True:
            try:
                question = rules.send(answer)
            except StopIteration as stop:
                return stop.value
            answer = self.answer(question)


def follow(rules: Rules[Any], script: str) -> Any:
    """Drive rules by a script; it must fit line by line, to the end."""
    lines = Script(script)
    value = lines.drive(rules)
    assert lines.at == len(lines.lines), f"nobody asks {lines.lines[lines.at]!r}"
    return value


def play_turn(maze: Maze, script: str, seat: int = 0) -> Outcome | None:
    """Play a seat's turn by a script; gives the outcome if that ended the play."""
    maze.to_play = seat
    try:
        follow(take_turn(maze), script)
    except GameOver as over:
        return over.outcome
    maze.now = Now()
    return None


def in_turn(maze: Maze, rules: Rules[Any], script: str, seat: int = 0) -> Any:
    """Drive a part of a seat's turn."""
    maze.to_play = seat
    maze.now = Now(active=seat, visit=hero_of(maze, seat).visit)
    return follow(rules, script)


def begin_the_round(maze: Maze, script: str = "") -> None:
    maze.dawn = True
    follow(begin_round(maze), script)


def told(maze: Maze) -> list[Any]:
    """Listen to a maze from now on."""
    events: list[Any] = []
    maze.attend(events)
    return events


def asked(rules: Rules[Any]) -> list[str]:
    """List what the first question offers."""
    question = next(rules)
    return [str(choice) for choice in question.choices]


def ids(cards: Iterable[Any]) -> str:
    return " ".join(str(card) for card in cards)


def on(maze: Maze, square: str) -> Placed:
    placed = maze.board[BY_NAME[square]]
    assert placed is not None, square
    return placed


def change(maze: Maze, square: str, **changes: Any) -> None:
    maze.board[BY_NAME[square]] = on(maze, square).changed(**changes)


def is_empty(maze: Maze, square: str) -> bool:
    return maze.board[BY_NAME[square]] is None


# -- entering a tile ------------------------------------------------------------------------------


def facing_south(id: str) -> int:
    """Give the first rotation in which a tile can be entered from the south."""
    return rotations(row(id).shape, SOUTH)[0]


def lines(script: str) -> str:
    """`roll test: 3; P1 main: stay` as lines."""
    return "\n".join(part.strip() for part in script.split(";"))


def before(
    tile: str, *, board: str = "", options: str = "", seats: int = 2, **what: object
) -> Maze:
    """Put A on d4, a straight corridor, before a tile on d3."""
    id = re.split(r"[/!?x+]", tile)[0] if "/" in tile or tile[-1] in "!?x" or "+" in tile else tile
    text = tile if "/" in tile else tile.replace(id, f"{id}/{facing_south(id)}", 1)
    return an_exile(f"d3={text} {board}", options=options, seats=seats, **what)


def enter(tile: str, script: str = "", **what: Any) -> Maze:
    """Let A go north onto a tile, and what follows; `script` is what is asked after the move."""
    maze = before(tile, **what)
    play_turn(maze, lines(f"P1 main: go:N; {script}" if script else "P1 main: go:N"))
    return maze


def read_table(file: str) -> list[tuple[str, dict[str, Any], str, str]]:
    """Read lines `tile | what A has | script | claim` of a table beside this file."""
    text = Path(__file__).with_name(file).read_text("utf-8")
    text = text.replace("WON", "roll own-die: 6; roll enemy-die: 1")
    text = text.replace("LOST", "roll own-die: 1; roll enemy-die: 6")
    rows = [line.split(" | ") for line in text.split("\n") if line and line[0] != "#"]
    return [(name, settings(what), script.strip(), claim) for name, what, script, claim in rows]


def settings(text: str) -> dict[str, Any]:
    """`craft=5 objects=p-sword,p-axe` as arguments for `equip`."""
    said: dict[str, Any] = {}
    for pair in text.split():
        name, value = pair.split("=", 1)
        if re.fullmatch(r"-?\d+", value):
            said[name] = int(value)
        elif value in ("True", "no"):
            said[name] = value == "True"
        else:
            said[name] = value.replace(",", " ")
    return said


def go_on(maze: Maze, script: str = "", seat: int = 0) -> Outcome | None:
    """Play another turn."""
    return play_turn(maze, lines(script), seat)


def holds(maze: Maze, claim: str, **names: object) -> bool:
    """Evaluate a claim about A, B, the maze and the tile on d3."""
    seats = [seat.hero for seat in maze.seats]
    known = {
        "maze": maze,
        "A": seats[0],
        "B": seats[-1],
        "at": seats[0].place if seats[0] else "",
        "tile": maze.board[BY_NAME["d3"]],
        "dead": seats[0] is None,
        "ids": ids,
        "discards": lambda deck: ids(maze.discards[deck]),
        **names,
    }
    return bool(eval(claim, known))  # noqa: S307 (the claims are the tests' own)
