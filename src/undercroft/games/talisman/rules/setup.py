"""Laying the table and dealing characters (section 3)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from undercroft.core.piles import Pile
from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import BeCharacter, Take
from undercroft.games.talisman.components.kinds import (
    Ability,
    Card,
    Character,
    Enemy,
    Happening,
    King,
    Space,
    Spell,
    Thing,
    Tile,
)
from undercroft.games.talisman.heroes.possessions import (
    draw_treasure,
    gain_object,
    purchasable,
    receive,
    take_purchase,
)
from undercroft.games.talisman.heroes.spells import draw_spell
from undercroft.games.talisman.options import TalismanOptions
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.state import Hero, Maze, Seat

LIVES: Final = 4  # SU-5
SPARES: Final = 2  # E-5
QUEST: Final = "q-delve"  # SU-9
EXTRA: Final[Mapping[str, int]] = {"bare": 0, "standard": 1, "hardy": 2}  # SU-7
DECKS: Final = ("enemy", "treasure", "ability", "spell", "adventure")
OPEN_DECKS: Final = ("purchase", "talisman", "special")

C = TypeVar("C", bound=Card | Tile)


def copies(rows: Iterable[C]) -> list[C]:
    """Each row as often as there are copies of it."""
    return [row for row in rows for _ in range(row.copies)]


def lay(options: TalismanOptions, rows: Mapping[str, Any], seats: int) -> Maze:
    """SU-1 to SU-3. The table before any character is dealt."""
    every = list(rows.values())
    tiles = [row for row in every if isinstance(row, Tile)]
    entrances = [tile for tile in tiles if tile.kind == "entrance"]
    spaces = [row for row in every if isinstance(row, Space)]
    if options.scenario == "catacombs":
        spaces = [space for space in spaces if space.id in ("causeway", "wizards-tower")]
    king = next(row for row in every if isinstance(row, King))
    pool = copies([tile for tile in tiles if tile.kind != "entrance"])
    return Maze(
        options=options,
        seats=[Seat(spares=SPARES * (options.mortality == "spares")) for _ in range(seats)],
        pool=Pile("pool", pool),
        entrances=[tile for tile in entrances if tile.space],
        unused=tuple([tile for tile in entrances if not tile.space]),
        bare=rows["bare-passage"],
        decks=lay_decks(options, every),
        discards={id: [] for id in DECKS},
        spellbook=tuple([row for row in every if isinstance(row, Spell)]),
        characters=Pile("character", [row for row in every if isinstance(row, Character)]),
        fallen=[],
        outer=tuple([space for space in spaces if space.region == "outer"]),
        middle=tuple([space for space in spaces if space.region == "middle"]),
        inner=tuple([space for space in spaces if space.region == "inner"]),
        scales=king.scales if seats <= 2 else king.scales_of_many,
        king=king.in_catacombs if options.scenario == "catacombs" else king.value,
    )


def lay_decks(options: TalismanOptions, every: list[Any]) -> dict[str, Pile[Card]]:
    """SU-3. In `catacombs` all six Talismans are together; else two lie in the Adventure deck."""
    cards = [row for row in every if isinstance(row, Thing | Enemy | Ability | Spell | Happening)]
    decks: dict[str, Pile[Card]] = {
        id: Pile(id, copies([card for card in cards if card.deck == id]))
        for id in (*DECKS, *OPEN_DECKS)
    }
    if options.scenario != "catacombs":
        reserve = decks["talisman"].fog
        decks["adventure"].fog += [reserve.pop(), reserve.pop()]
    return decks


def setup(maze: Maze) -> Rules[None]:
    """SU-4 to SU-8."""
    for seat in range(len(maze.seats)):
        character = yield from deal_character(maze, seat)
        yield from place_hero(maze, seat, character)
    if not maze.has_land and maze.options.preparation != "bare":
        yield from prepare(maze)
    maze.tell_of(
        None,
        told.GameStarted,
        maze.options.scenario,
        len(maze.seats),
        maze.options,
    )


def deal_character(maze: Maze, seat: int) -> Rules[Character]:
    """SU-4. Two to choose from, one, or any."""
    pile, way = maze.characters, maze.options.characters
    if way == "pick":
        offers = [BeCharacter(character) for character in pile.fog]
        chosen = (yield from choose(seat, "character", offers)).character
        pile.fog.remove(chosen)
        return chosen
    first = yield from maze.draw(pile)
    if way == "deal-one":
        return first
    maze.dealt.append(first)
    maze.dealt.append((yield from maze.draw(pile)))
    for character in maze.dealt:
        maze.tell(told.CharacterOffered, 0, seat, None, character.id, to=(seat,))
    offers = [BeCharacter(character) for character in maze.dealt]
    chosen = (yield from choose(seat, "character", offers)).character
    maze.dealt.remove(chosen)
    pile.fog.append(maze.dealt.pop())
    return chosen


def place_hero(maze: Maze, seat: int, character: Character) -> Rules[Hero]:
    """SU-5 to SU-9. Counters, a starting card, starting Spells, a place to stand, a quest."""
    catacombs = not maze.has_land
    extra = EXTRA[maze.options.preparation or "bare"] if catacombs else 0
    hero = Hero(
        seat,
        character,
        character.strength + extra,
        character.craft + extra,
        LIVES + extra,
        LIVES + extra,
        maze.space("causeway" if catacombs else character.start),
        gold=character.gold + extra,
        base_strength=character.strength + extra,
        base_craft=character.craft + extra,
    )
    maze.seats[seat].hero = hero
    maze.tell_of(hero, told.CharacterDealt, character.id)
    yield from take_starting_cards(maze, hero)
    if maze.options.quest:
        hero.task = QUEST  # SU-9
        maze.tell_of(hero, told.TaskGiven, QUEST)
    return hero


def take_starting_cards(maze: Maze, hero: Hero) -> Rules[None]:
    """SU-5, SU-7. His own card, if a copy is left; his Spells; in `catacombs` a Talisman."""
    for deck in (maze.decks["purchase"], maze.decks["adventure"]):
        card = next((c for c in deck.fog if c.id == hero.character.starts_with), None)
        if isinstance(card, Thing):
            deck.fog.remove(card)
            yield from receive(maze, hero, card)
    reserve = maze.decks["talisman"].fog
    if not maze.has_land and reserve:
        yield from gain_object(maze, hero, Item(reserve.pop()))  # type: ignore[arg-type]
    for _ in range(hero.character.spells):
        yield from draw_spell(maze, hero)


def prepare(maze: Maze) -> Rules[None]:
    """SU-7. Seats in order choose a Purchase card; then seats in order draw a Treasure."""
    for hero in maze.heroes():
        offers: list[str | Option] = [Take(card) for card in purchasable(maze, lambda card: True)]
        chosen = yield from choose(hero.seat, "prep", [*offers, "pass"])
        if isinstance(chosen, Take):
            card = take_purchase(maze, hero, chosen.card, 0)
            yield from gain_object(maze, hero, Item(card))
            maze.tell_of(hero, told.Prepared, card.id, None)
    for hero in maze.heroes():
        treasure = yield from draw_treasure(maze, hero)
        maze.tell_of(hero, told.Prepared, None, treasure.id if treasure else None)


def bring_in(maze: Maze, seat: int) -> Rules[Hero]:
    """E-5. A new character for a seat that has none: of the unused, else of the fallen."""
    place = maze.seats[seat]
    place.spares = max(place.spares - 1, 0)
    if maze.characters.fog:
        character = yield from maze.draw(maze.characters)
    else:
        character = yield from maze.draw(Pile("character", maze.fallen))
    hero = yield from place_hero(maze, seat, character)
    maze.tell_of(hero, told.Replaced, character.id)
    return hero
