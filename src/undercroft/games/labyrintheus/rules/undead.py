"""The Encounter phase of an undead player (5.8 of the rules of record)."""

from undercroft.core.questions import Rules
from undercroft.games.labyrintheus.combat.attack import undead_attack
from undercroft.games.labyrintheus.combat.fight import reveal, revealed
from undercroft.games.labyrintheus.components.party import party
from undercroft.games.labyrintheus.events import EncounterIgnored, MonsterBorrowed
from undercroft.games.labyrintheus.rules.decks import discard_encounter, draw_encounter
from undercroft.games.labyrintheus.state import Hero, Maze


def undead_encounter(maze: Maze, hero: Hero) -> Rules[None]:
    """U-2. Draw; a party card is carried out, a monster borrowed, all else ignored."""
    card = yield from draw_encounter(maze)
    if card.type == "monster":
        if (yield from reveal(maze, hero, card)):  # U-3
            maze.tell(MonsterBorrowed, hero.seat, card.id, card.special)
    else:
        maze.tell(revealed, maze, hero, card)
        if card.type == "party":
            yield from party(maze, card)
            return
        discard_encounter(maze)  # a Titan, too
        maze.tell(EncounterIgnored, hero.seat, card.id)
    if maze.encounter is not None or maze.options.undead_free_attack:  # U-4, R-28
        yield from undead_attack(maze, hero, "undead", maze.encounter)
    discard_encounter(maze)  # U-6
