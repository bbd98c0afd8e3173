"""Setup: personas, decks, initiative and the deal (section 4 of the rules of record)."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from undercroft.core.errors import BadVariant
from undercroft.core.game import Row, ids
from undercroft.core.piles import Pile
from undercroft.core.questions import Rules, choose
from undercroft.core.words import say
from undercroft.games.labyrintheus.components.encounters import (
    DIFFICULTIES,
    EDI,
    ENCOUNTERS,
    Difficulty,
    Encounter,
)
from undercroft.games.labyrintheus.components.personas import PERSONAS, Persona
from undercroft.games.labyrintheus.components.treasures import TREASURES, Treasure
from undercroft.games.labyrintheus.events import (
    FirstPlayer,
    GameStarted,
    InitiativeRolled,
    PersonaChosen,
)
from undercroft.games.labyrintheus.options import LabyrintheusOptions
from undercroft.games.labyrintheus.rules.decks import gain
from undercroft.games.labyrintheus.state import Hero, Maze

ROWS: Final[Mapping[str, Row]] = {
    row.id: row for row in (*PERSONAS, *TREASURES, *ENCOUNTERS, EDI, *DIFFICULTIES)
}
INITIATIVE_ROLLS: Final = 5
DEAL: Final = 3
LEAST: Final = 3  # encounters that each persona brings


def is_known_by_numbers(row: Row) -> bool:
    """Whether there may be others like a card: what a chest or a party does goes by its id."""
    return isinstance(row, Treasure) or (
        isinstance(row, Encounter) and row.type in ("monster", "trap", "titan")
    )


def lay(options: LabyrintheusOptions, rows: Mapping[str, Row], seats: int) -> Maze:
    """Lay everything out before anybody has a persona (S-1: direction left)."""
    cards = rows.values()
    keep_encounters([row for row in cards if isinstance(row, Encounter) and row.symbol])
    return Maze(
        options=options,
        seats=seats,
        personas=[row for row in cards if isinstance(row, Persona)],
        box=[row for row in cards if isinstance(row, Treasure | Encounter) and row is not EDI],
        difficulty=Pile("difficulty", [row for row in cards if isinstance(row, Difficulty)]),
        treasures=Pile("treasure", []),
        encounters=Pile("encounter", []),
    )


def keep_encounters(cards: list[Encounter]) -> None:
    """Refuse a variant in which a persona brings too few to go round (K-2), or no Titan (G-1)."""
    left = Counter([card.symbol for card in cards if card.copies])
    titans = Counter([card.symbol for card in cards if card.copies and card.type == "titan"])
    for card in cards:
        if left[card.symbol] < LEAST:
            raise BadVariant(say("variant.few", least=LEAST, card=card.id))
        if card.type == "titan" and not titans[card.symbol]:
            raise BadVariant(say("variant.few", least=1, card=card.id))


def setup(maze: Maze) -> Rules[None]:
    """S-2 to S-8."""
    for seat in range(maze.seats):
        seat_hero(maze, seat, (yield from choose_persona(maze, seat)))
    make_decks(maze)
    maze.tell(GameStarted, maze.seats, ids([hero.persona for hero in maze.heroes]), maze.options)
    maze.acting = yield from roll_initiative(maze)
    maze.tell(FirstPlayer, maze.acting)
    for hero in maze.in_order():
        yield from gain(maze, hero, DEAL, "deal")  # S-7
    maze.phase = "turn"


def choose_persona(maze: Maze, seat: int) -> Rules[Persona]:
    """S-2. Picked seat by seat, dealt by fate, or fixed beforehand."""
    match maze.options.persona_choice:
        case "pick":
            return (yield from choose(seat, "persona", maze.personas))
        case "random":
            return (yield from maze.draw(Pile("persona", maze.personas[:])))
    fixed = maze.options.personas or ()
    return next(persona for persona in maze.personas if persona.id == fixed[seat])


def seat_hero(maze: Maze, seat: int, persona: Persona) -> None:
    """S-5. Living side up, full health, no stones, empty slots."""
    maze.personas = [other for other in maze.personas if other is not persona]
    kinds = [*persona.slots]
    slots: list[Treasure | None] = [None] * len(kinds)
    maze.heroes.append(Hero(seat, persona, kinds, slots, [0] * len(kinds), persona.health))
    maze.tell(PersonaChosen, seat, persona.id)


def make_decks(maze: Maze) -> None:
    """S-3. The cards of the chosen personas; S-4: difficulty cards go in unseen."""
    symbols = {hero.symbol for hero in maze.heroes}
    out: list[Row] = []
    for card in maze.box:
        if isinstance(card, Treasure) and card.copies and card.symbol in symbols:
            maze.treasures.fog.append(card)
        elif isinstance(card, Encounter) and card.copies and card.symbol in symbols:
            maze.encounters.fog.append(card)
        else:
            out.append(card)
    maze.box = out
    maze.encounters.fog += [EDI] * maze.options.start_difficulty


def roll_initiative(maze: Maze) -> Rules[int]:
    """S-6, R-50. The highest face goes first; the tied roll again, five rolls at most."""
    tied: list[int] = [*range(maze.seats)]
    for attempt in range(1, INITIATIVE_ROLLS + 1):
        faces: dict[int, int] = {}
        for seat in tied:
            face: int = yield from maze.roll("initiative")
            faces[seat] = face
            maze.tell(InitiativeRolled, seat, face, attempt)
        best = max(faces.values())
        tied = [seat for seat in tied if faces[seat] == best]
        if len(tied) == 1:
            break
    return tied[0]
