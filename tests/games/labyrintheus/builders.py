"""Labyrinths in the middle of things, driven by scripts in the notation of the journal."""

import re
from collections.abc import Iterable
from typing import Any

from tests.games import record
from tests.games.record import part_of, rules
from undercroft.core.events import Event
from undercroft.core.game import GameOver, Outcome, Row
from undercroft.core.questions import Decision, Rules
from undercroft.core.records.journal import follow, match, read_answers
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.components.encounters import EDI, Difficulty, Encounter
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.rules.setup import ROWS, lay, make_decks, seat_hero
from undercroft.games.labyrintheus.rules.turns import turn
from undercroft.games.labyrintheus.state import Hero, Maze, Portal

RULES_OF_RECORD = rules("labyrintheus")
PLAIN = str.maketrans({"`": None, "\u00d7": "x", "\u2013": "-"})


def scenario(number: int) -> str:
    """Give the script of a scenario of the rules of record."""
    found = re.search(rf"(?ms)^### SC-{number:02} .*?^```\n(.*?)^```$", RULES_OF_RECORD)
    assert found, number
    return found[1]


def section(title: str) -> str:
    """Give a section of the rules of record, by its number or title."""
    return part_of(RULES_OF_RECORD, re.escape(title))


def rows_of(table: str) -> list[list[str]]:
    """Read the cells of every table row in a text in plain letters, headings left out."""
    return [[cell.translate(PLAIN) for cell in row] for row in record.rows_of(table)]


def a_maze(
    personas: str = "oxgrave hale",
    *,
    p1: dict[str, Any] | None = None,
    p2: dict[str, Any] | None = None,
    p3: dict[str, Any] | None = None,
    to_move: int = 1,
    in_play: str = "",
    portal: tuple[int, str] | None = None,
    deck: str | None = None,
    discard: str | None = None,
    direction: int = 1,
    turns: int = 0,
    **options: Any,
) -> Maze:
    """Begin in the middle, as section 9 has it: nothing but what is stated.

    Seats are counted from 1, as in scripts. A seat has `holds`, `wears`, `counters`, `health`,
    `stones`, `undead`, `crumbled`; `portal` is its owner and who is still to move; `deck` and
    `discard` are what the encounter deck and its discard hold.
    """
    seats = len(personas.split())
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settled, _ = GAME.read_options(given, seats)
    maze = lay(settled, ROWS, seats)
    for seat, id in enumerate(personas.split()):
        seat_hero(maze, seat, next(p for p in maze.personas if p.id == id))
    make_decks(maze)
    maze.encounters.fog = [card for card in maze.encounters.fog if card is not EDI]
    for hero, state in zip(maze.heroes, (p1, p2, p3), strict=False):
        arrange(maze, hero, **(state or {}))
    for id in in_play.split():
        maze.in_play.append(find(maze.difficulty.fog, id))
    arrange_encounters(maze, deck, discard)
    if portal is not None:
        owner, waiting = portal
        maze.portal = Portal(owner - 1, [int(seat) - 1 for seat in waiting.split()])
    maze.acting, maze.direction, maze.turns, maze.phase = to_move - 1, direction, turns, "turn"
    return maze


def arrange(
    maze: Maze,
    hero: Hero,
    *,
    holds: str = "",
    wears: str = "",
    counters: dict[str, int] | None = None,
    health: int | None = None,
    stones: int = 0,
    undead: bool = False,
    crumbled: bool = False,
) -> None:
    """Give a seat what is stated."""
    hero.backpack = [treasure(maze, id) for id in holds.split()]
    for id in wears.split():
        card = treasure(maze, id)
        free = (at for at, kind in enumerate(hero.kinds) if kind == card.slot)
        at = next(at for at in free if hero.slots[at] is None)
        hero.slots[at] = card
        hero.counters[at] = (counters or {}).get(id, 0)
    hero.undead, hero.crumbled, hero.stones = undead, crumbled, stones
    if undead:
        maze.deaths.append(hero.seat)
    hero.health = hero.most_health if health is None else health


def arrange_encounters(maze: Maze, deck: str | None, discard: str | None) -> None:
    """Put encounter cards where they are stated to be; `*` is all that are left."""
    cards = maze.encounters.fog
    named = [card_named(id) for id in (deck or "").split() if id != "*"]
    gone = [card_named(id) for id in (discard or "").split() if id != "*"]
    left = [card for card in cards if card not in named and card not in gone]
    if discard is not None:
        maze.encounter_discard = gone + (left if "*" in discard else [])
    if deck is not None:
        maze.encounters.fog = named + (left if "*" in deck else [])
    elif discard is not None:
        maze.encounters.fog = [card for card in cards if card not in maze.encounter_discard]


def find(cards: list[Any], id: str) -> Any:
    """Take a card out of a list."""
    card = ROWS[id]
    cards.remove(card)
    return card


def treasure(maze: Maze, id: str) -> Treasure:
    """Take a treasure out of the deck, or out of the box if it is not in the game."""
    card = ROWS[id]
    assert isinstance(card, Treasure)
    place: list[Any] = maze.treasures.fog if card in maze.treasures.fog else maze.box
    place.remove(card)
    return card


def card_named(id: str) -> Encounter:
    card = ROWS[id]
    assert isinstance(card, Encounter)
    return card


def names(cards: Iterable[Row]) -> str:
    return " ".join(str(card) for card in cards)


def turns(maze: Maze, count: int = 1) -> Rules[Outcome | None]:
    """Play so many turns, or to the end."""
    try:
        for _ in range(count):
            yield from turn(maze)
    except GameOver as over:
        return over.outcome
    return None


def play(maze: Maze, script: str, count: int = 1) -> Outcome | None:
    """Play turns that must ask what the script answers, and nothing else."""
    return follow(turns(maze, count), script)


def question(maze: Maze, script: str = "", count: int = 9) -> Decision[Any]:
    """Play to the end of the script, and give the decision that is open then."""
    rules, answer = turns(maze, count), None
    for entry in read_answers([line.strip() for line in script.split("\n")]):
        answer = match(rules.send(answer), entry)
    asked = rules.send(answer)
    assert isinstance(asked, Decision), f"the rules ask {asked.label!r}"
    return asked


def asked(maze: Maze, script: str = "") -> str:
    """Play to the end of the script, and give who is asked what, with the options."""
    decision = question(maze, script)
    return " ".join([decision.label + ":", *map(str, decision.options)])


def told(maze: Maze, script: str, count: int = 1) -> list[Event]:
    """Play, and give what was told."""
    events: list[Event] = []
    maze.attend(events)
    play(maze, script, count)
    return events


def of(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def holds(maze: Maze, seat: int) -> str:
    return names(maze.heroes[seat - 1].backpack)


def wears(maze: Maze, seat: int) -> str:
    return names(maze.heroes[seat - 1].equipped)


def health(maze: Maze) -> list[int]:
    return [hero.health for hero in maze.heroes]


def stones(maze: Maze) -> list[int]:
    return [hero.stones for hero in maze.heroes]


def counters(maze: Maze, seat: int, id: str) -> int:
    hero = maze.heroes[seat - 1]
    card = ROWS[id]
    assert isinstance(card, Treasure)
    return hero.counters[hero.slots.index(card)]


def difficulty(*ids: str) -> list[Difficulty]:
    return [row for row in ROWS.values() if isinstance(row, Difficulty) and row.id in ids]
