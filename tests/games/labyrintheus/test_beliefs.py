"""Imagined backpacks, held against every way in which it can have gone (section 8)."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

import pytest

from tests.games.labyrintheus.builders import a_maze, treasure
from undercroft.games.labyrintheus.rules.decks import gain, put_in, take_out, throw_away
from undercroft.games.labyrintheus.secrets import redeal
from undercroft.games.labyrintheus.state import Maze

FOUR = "oxgrave hale ashgrove fennimore"
SEAT = 0  # who imagines

Hands: TypeAlias = tuple[frozenset[str], ...]
"""What each seat holds; last, what lies in the deck."""
Happening: TypeAlias = tuple[str, int, int, str]
"""`drawn`, `gone` or `given`; whose card, who got it, and which it was."""


# -- what happens ---------------------------------------------------------------------------------


def a_table(luck: random.Random) -> Maze:
    """Four seats with a few cards, some of them from before a rebuilding, and a short deck."""
    maze = a_maze(FOUR)
    cards = luck.sample(maze.treasures.fog, 9)
    maze.treasures.fog = cards[6:]
    for card in cards[:6]:
        luck.choice(maze.heroes[: 3 if luck.random() < 0.8 else 4]).backpack.append(card)
    maze.rebuilt = 2
    maze.held_over = {card: luck.choice((0, 1)) for card in cards[:6] if luck.random() < 0.6}
    return maze


def happen(maze: Maze, luck: random.Random) -> Happening | None:
    """Let something happen at random."""
    hero, taker = luck.sample(maze.heroes, 2)
    what = luck.choice(("drawn", "gone", "given", "given"))
    if what == "drawn" and maze.treasures.fog and len(hero.backpack) < 4:
        card = luck.choice(maze.treasures.fog)
        rules = gain(maze, hero, 1, "chest")
        next(rules)
        assert next(iter([*answered(rules, card)]), None) is None
    elif what != "drawn" and hero.backpack:
        card = luck.choice(hero.backpack)
        if what == "gone":
            throw_away(maze, hero, card)
        else:
            take_out(maze, hero, taker, card)
            put_in(maze, hero, taker, card)
    else:
        return None
    return what, hero.seat, taker.seat, card.id


def answered(rules: Any, answer: object) -> Iterator[object]:
    try:
        yield rules.send(answer)
    except StopIteration:
        return


# -- all ways in which it can have gone -----------------------------------------------------------


def at_first(maze: Maze) -> Counter[Hands]:
    """All hands that the seat cannot tell from the true ones, before anything happens."""
    hands = hands_of(maze)
    decks: dict[int, list[str]] = {maze.rebuilt: sorted(hands[-1])}
    places: dict[int, list[int]] = {maze.rebuilt: [-1] * len(hands[-1])}
    for hero in maze.heroes:
        for card in hero.backpack if hero.seat != SEAT else ():
            number = maze.held_over.get(card, maze.rebuilt)
            decks.setdefault(number, []).append(card.id)
            places.setdefault(number, []).append(hero.seat)
    own = tuple(hand if seat == SEAT else frozenset() for seat, hand in enumerate(hands))
    found = {own}
    for number, cards in decks.items():
        found = {
            with_cards(world, order, places[number])
            for world in found
            for order in permutations(cards)
        }
    return Counter(found)


def with_cards(world: Hands, cards: tuple[str, ...], places: list[int]) -> Hands:
    hands = [set(hand) for hand in world]
    for card, place in zip(cards, places, strict=True):
        hands[place].add(card)
    return tuple(map(frozenset, hands))


def after(worlds: Counter[Hands], happening: Happening) -> Counter[Hands]:
    """Let something happen in all of them, as far as it looks the same to the seat."""
    what, whose, taker, card = happening
    later: Counter[Hands] = Counter()
    for world, ways in worlds.items():
        source, target = (-1, whose) if what == "drawn" else (whose, taker)
        seen = what == "gone" or SEAT in (whose, target)
        for moved in world[source] & {card} if seen else world[source]:
            hands = [set(hand) for hand in world]
            hands[source].remove(moved)
            if what != "gone":
                hands[target].add(moved)
            later[tuple(map(frozenset, hands))] += ways
    return later


def hands_of(maze: Maze) -> Hands:
    hands = [hero.backpack for hero in maze.heroes]
    return tuple(frozenset(card.id for card in cards) for cards in (*hands, maze.treasures.fog))


# -- what is imagined -----------------------------------------------------------------------------


def imagined(maze: Maze) -> dict[Hands, Fraction]:
    """Give the exact chance of every world that may be imagined, by all that fate can answer."""
    chances: Counter[Hands] = Counter()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        path = waiting.pop()
        world, chance = maze.copy(), Fraction(1)
        rules = redeal(world, SEAT)
        try:
            question = next(rules)
            for at in path:
                chance /= len(question.choices)
                question = rules.send(question.choices[at])
        except StopIteration:
            chances[hands_of(world)] += chance  # type: ignore[assignment]  # fractions are counted
        else:
            waiting += [(*path, at) for at in range(len(question.choices))]
    return {world: Fraction(chance) for world, chance in chances.items()}


@pytest.mark.parametrize("number", range(40))
def test_what_is_imagined_is_as_likely_as_it_can_have_come_about(number: int) -> None:
    luck = random.Random(number)
    maze = a_table(luck)
    worlds = at_first(maze)
    for _ in range(5):
        happening = happen(maze, luck)
        if happening is not None:
            worlds = after(worlds, happening)
    total = sum(worlds.values())
    assert hands_of(maze) in worlds
    assert imagined(maze) == {world: Fraction(ways, total) for world, ways in worlds.items()}


def test_an_old_card_may_have_been_stolen_or_a_new_one() -> None:
    maze = a_maze(FOUR, p2={"holds": "hand-bow inn-brandy"}, p3={"holds": "flare-up"})
    maze.rebuilt = 1
    maze.held_over = {treasure_of(maze, "hand-bow"): 0, treasure_of(maze, "flare-up"): 0}
    card = treasure_of(maze, "hand-bow")
    take_out(maze, maze.heroes[1], maze.heroes[2], card)
    put_in(maze, maze.heroes[1], maze.heroes[2], card)
    old = Counter[tuple[int, int]]()
    luck = random.Random(1)
    for _ in range(400):
        world = maze.copy()
        world.attend(None, luck.random)
        assert not [*redeal(world, 0)]
        held = [[c.id in ("hand-bow", "flare-up") for c in hero.backpack] for hero in world.heroes]
        old[sum(held[1]), sum(held[2])] += 1
    assert {*old} == {(0, 2), (1, 1)}
    assert 150 < old[0, 2] < 250


def treasure_of(maze: Maze, id: str) -> Any:
    cards = [card for hero in maze.heroes for card in hero.backpack if card.id == id]
    return cards[0] if cards else treasure(maze, id)


def test_a_second_imagining_starts_from_nothing_that_the_first_made_up() -> None:
    """A world that was imagined is as good as the true one: from there the same is imagined."""
    luck = random.Random(5)
    maze = a_table(luck)
    while not maze.traces or len(maze.traces) < 12:
        happen(maze, luck)
    first = maze.copy()
    first.attend(None, luck.random)
    assert not [*redeal(first, SEAT)]
    first.attend(None)
    assert imagined(first) == imagined(maze)
