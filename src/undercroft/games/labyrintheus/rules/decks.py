"""Decks and backpacks: drawing (K), gaining and losing cards (P-7), and who knows of them."""

from typing import Final

from undercroft.core.game import ids
from undercroft.core.piles import Pile
from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.components.encounters import EDI, Encounter
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.events import (
    BackpackOverflow,
    CardLost,
    CardMoved,
    CardStolen,
    DifficultyRaised,
    EncounterDeckRebuilt,
    Gain,
    TreasureDeckRebuilt,
    TreasureDrawn,
    TreasureHeld,
)
from undercroft.games.labyrintheus.rules.ways import Discard
from undercroft.games.labyrintheus.state import Hero, Maze, Trace

BACKPACK_LIMIT: Final = 5  # no present card says differently


def gain(maze: Maze, hero: Hero, count: int, cause: Gain) -> Rules[None]:
    """P-7. All cards of one gain arrive first; then what is too much is discarded."""
    drawn: list[Treasure] = []
    while len(drawn) < count and (card := (yield from draw_treasure(maze))):
        hero.backpack.append(card)
        drawn.append(card)
        if maze.traces:
            maze.traces.append(Trace("drawn", card, hero.seat, deck=maze.rebuilt))
    if drawn:
        maze.tell(TreasureDrawn, hero.seat, len(drawn), cause)
        maze.tell(TreasureHeld, hero.seat, ids(drawn), to=(hero.seat,))
        yield from overflow(maze, hero)


def draw_treasure(maze: Maze) -> Rules[Treasure | None]:
    """K-1. The discard becomes the deck when it is empty; with neither there is nothing."""
    deck = maze.treasures
    if not deck.fog:
        if not maze.treasure_discard:
            return None
        deck.shuffle_in(maze.treasure_discard)
        maze.treasure_discard = []
        before, held = maze.held_over, [card for hero in maze.heroes for card in hero.backpack]
        maze.held_over = {card: before.get(card, maze.rebuilt) for card in held}
        maze.rebuilt += 1
        maze.tell(TreasureDeckRebuilt, len(deck.fog))
    return (yield from maze.draw(deck))


def overflow(maze: Maze, hero: Hero) -> Rules[None]:
    """P-7, R-24. The sixth card: its owner chooses what to discard, one at a time."""
    while len(hero.backpack) > BACKPACK_LIMIT:
        ways = [Discard(card) for card in hero.backpack]
        way = yield from choose(hero.seat, "overflow", ways, held=len(ways))
        throw_away(maze, hero, way.card)
        maze.tell(BackpackOverflow, hero.seat, way.card.id)


def throw_away(maze: Maze, hero: Hero, card: Treasure) -> None:
    """Discard a card from a backpack: an orb does nothing there (P-8)."""
    unpack(maze, hero, card)
    maze.treasure_discard.append(card)


def unpack(maze: Maze, hero: Hero, card: Treasure) -> None:
    """Take a card out of a backpack, for all to see."""
    hero.backpack.remove(card)
    hero.known.pop(card, None)
    if maze.traces:
        maze.traces.append(Trace("gone", card, hero.seat))


def draw_from_backpack(maze: Maze, hero: Hero) -> Rules[Treasure]:
    """Ask fate for one of a player's backpack cards."""
    return maze.draw(Pile("backpack", hero.backpack[:]))


def lose_at_random(maze: Maze, hero: Hero, cause: str) -> Rules[None]:
    """Discard one backpack card at random, if there is one."""
    if hero.backpack:
        card = yield from draw_from_backpack(maze, hero)
        throw_away(maze, hero, card)
        maze.tell(CardLost, hero.seat, card.id, cause)


def steal_at_random(maze: Maze, giver: Hero, taker: Hero) -> Rules[None]:
    """Take one backpack card at random, if there is one; only these two see which."""
    if giver.backpack:
        card = yield from draw_from_backpack(maze, giver)
        take_out(maze, giver, taker, card)
        put_in(maze, giver, taker, card)
        maze.tell(CardStolen, giver.seat, taker.seat)
        yield from overflow(maze, taker)


def take_out(maze: Maze, giver: Hero, taker: Hero, card: Treasure) -> None:
    """Take a card out of a backpack, for another one; only giver and taker see it (section 8).

    Others who knew a card of the giver's can no longer be sure that it is still there.
    """
    if maze.luck is None:  # nobody imagines anything in a simulation
        if not maze.traces:
            begin_traces(maze)
        maze.traces.append(Trace("given", card, giver.seat, taker.seat))
    giver.backpack.remove(card)
    giver.known.pop(card, None)
    for known, seats in [*giver.known.items()]:
        giver.known[known] = [seat for seat in seats if seat == taker.seat]


def begin_traces(maze: Maze) -> None:
    """Write down what lies in the backpacks: from now on it takes a memory to tell."""
    for hero in maze.heroes:
        for card in hero.backpack:
            number = maze.held_over.get(card, maze.rebuilt)
            maze.traces.append(Trace("drawn", card, hero.seat, deck=number))


def put_in(maze: Maze, giver: Hero, taker: Hero, card: Treasure) -> None:
    """Put a card into its new backpack; the giver knows where it went."""
    taker.backpack.append(card)
    taker.known[card] = [giver.seat]
    if maze.luck is None:
        maze.traces.append(Trace("got", card, taker.seat, giver.seat))
    maze.tell(CardMoved, giver.seat, taker.seat, card.id, to=(giver.seat, taker.seat))


# -- encounters -----------------------------------------------------------------------------------


def draw_encounter(maze: Maze) -> Rules[Encounter]:
    """E-3, R-15. Draw until a card appears that is no difficulty card."""
    deck = maze.encounters
    while True:
        if not deck.fog:
            rebuild_encounters(maze)
        card = yield from maze.draw(deck)
        if card.type != "edi":
            maze.encounter = card
            return card
        yield from raise_difficulty(maze)


def rebuild_encounters(maze: Maze) -> None:
    """K-2. The discard becomes the deck, with more difficulty cards, as far as they go (R-17)."""
    cards = len(maze.encounter_discard)
    maze.encounters.shuffle_in(maze.encounter_discard)
    maze.encounter_discard = []
    added = min(maze.options.reshuffle_difficulty, len(maze.difficulty))
    maze.encounters.shuffle_in([EDI] * added)
    maze.tell(EncounterDeckRebuilt, cards, added)


def raise_difficulty(maze: Maze) -> Rules[None]:
    """K-3. Which difficulty card it is comes out now; it stays in play (R-16)."""
    card = yield from maze.draw(maze.difficulty)
    maze.in_play.append(card)
    maze.tell(DifficultyRaised, maze.acting, card.id, maze.wrath, maze.guile)


def discard_encounter(maze: Maze) -> None:
    """Discard the card under resolution, if it has not been yet."""
    if maze.encounter is not None:
        maze.encounter_discard.append(maze.encounter)
        maze.encounter = None
