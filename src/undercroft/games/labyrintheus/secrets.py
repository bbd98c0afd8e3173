"""What a seat cannot know, and how it may be dealt anew (section 8 of the rules of record)."""

from collections.abc import Iterator

from undercroft.core.piles import Pile
from undercroft.core.questions import Rules
from undercroft.games.labyrintheus.state import Hero, Maze
from undercroft.games.labyrintheus.treasures import Treasure


def hidden(maze: Maze, seat: int | None) -> set[str]:
    """Name the treasures in the deck and in others' backpacks that the seat cannot place."""
    unseen = {card.id for card in maze.treasures.fog}
    for hero in maze.heroes:
        unseen |= {hero.backpack[place].id for place in unknown_places(hero, seat)}
    return unseen


def unknown_places(hero: Hero, seat: int | None) -> list[int]:
    """Give the places in a backpack whose cards the seat does not know."""
    if hero.seat == seat:
        return []
    return [at for at, card in enumerate(hero.backpack) if seat not in hero.known.get(card, ())]


def components(maze: Maze) -> Iterator[str]:
    """Name every card, wherever it lies; an `edi` only stands for a difficulty card."""
    yield from map(str, maze.personas)
    yield from map(str, maze.box)
    yield from map(str, [*maze.difficulty, *maze.in_play])
    yield from map(str, [*maze.treasures, *maze.treasure_discard])
    yield from (str(card) for card in maze.encounters if card.type != "edi")
    yield from map(str, maze.encounter_discard)
    if maze.encounter is not None:
        yield str(maze.encounter)
    for hero in maze.heroes:
        yield from map(str, [hero.persona, *hero.backpack, *hero.equipped])


def redeal(maze: Maze, seat: int) -> Rules[None]:
    """Deal anew what the seat cannot know: the others' backpacks, and what they offer (Y-4).

    Cards that lay in backpacks when the treasure deck was rebuilt cannot be in the deck: they are
    dealt among the places that they lie in. All others could as well still be in the deck.
    """
    places = [(hero, at) for hero in maze.heroes for at in unknown_places(hero, seat)]
    old = [(hero, at) for hero, at in places if hero.backpack[at] in maze.held_over]
    new = [place for place in places if place not in old]
    yield from deal(maze, old, Pile("treasure", []))
    yield from deal(maze, new, maze.treasures)
    for hero in maze.heroes:
        if hero.offered is not None and hero.seat != seat:
            hero.offered = yield from maze.roll("backpack", range(len(hero.backpack)))


def deal(maze: Maze, places: list[tuple[Hero, int]], pile: Pile[Treasure]) -> Rules[None]:
    """Shuffle the cards of these places into a pile, and fill the places from it again."""
    cards = [hero.backpack[at] for hero, at in places]
    others = [hero.known.pop(card, None) for (hero, _), card in zip(places, cards, strict=True)]
    pile.shuffle_in(cards)
    for (hero, at), seats in zip(places, others, strict=True):
        card = yield from maze.draw(pile)
        hero.backpack[at] = card
        if seats is not None:  # somebody else knows which card it is
            hero.known[card] = seats
