"""Buying, selling, and being healed for Gold (land part, sections 3 to 5)."""

from typing import Final

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman.choices import GiveObject, Take
from undercroft.games.talisman.components.kinds import Card
from undercroft.games.talisman.heroes.ailments import ailments_of, cure_one
from undercroft.games.talisman.heroes.characteristics import gift
from undercroft.games.talisman.heroes.possessions import (
    gain_object,
    lose_object,
    objects,
    purchasable,
    take_purchase,
)
from undercroft.games.talisman.heroes.vitals import change_gold, heal
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.state import Hero, Maze

HEALING: Final = 1  # Gold
CURE: Final = 2
CHEAP_CURE: Final = 1


def see_doctor(maze: Maze, hero: Hero) -> Rules[None]:
    """Doctor's Surgery, Healer, Royal Doctor: R-2, any number of times while he can pay."""
    price = CHEAP_CURE if maze.options.cheap_cures else CURE
    while True:
        offers = []
        if hero.gold >= HEALING and hero.lives < hero.quota and "poison" not in hero.ailments:
            offers.append("heal")
        if hero.gold >= price and ailments_of(hero):
            offers.append("cure")
        choice = yield from choose(hero.seat, "doctor", [*offers, "done"], price=price)
        if choice == "heal":
            change_gold(maze, hero, -HEALING)
            heal(maze, hero, 1)
        elif choice == "cure":
            change_gold(maze, hero, -price)
            yield from cure_one(maze, hero)
        else:
            return


def buy_one(maze: Maze, hero: Hero, *, rebate: int = 0) -> Rules[bool]:
    """May buy one Purchase card, cheaper for who haggles. False: he did not."""
    haggled = gift(hero, "haggles")
    cards = purchasable(maze, lambda card: price_of(card, rebate, haggled) <= hero.gold)
    offers: list[str | Option] = [Take(card) for card in cards]
    choice = yield from choose(hero.seat, "buy", [*offers, "done"], rebate=rebate + haggled)
    if not isinstance(choice, Take):
        return False
    price = price_of(choice.card, rebate, haggled)
    change_gold(maze, hero, -price)
    card = take_purchase(maze, hero, choice.card, price)
    yield from gain_object(maze, hero, Item(card))
    return True


def price_of(card: Card, rebate: int, haggled: int) -> int:
    """A rebate may make a card free; who haggles pays at least 1 Gold."""
    price: int = max(getattr(card, "price", 0) - rebate, 0)
    return max(price - haggled, min(price, 1))


def buy_any(maze: Maze, hero: Hero) -> Rules[None]:
    """Buy as many as he likes and can pay."""
    while (yield from buy_one(maze, hero)):
        pass


def sell_any(maze: Maze, hero: Hero) -> Rules[None]:
    """Sell Objects, but no Talismans, for what they fetch: 1 Gold, as a rule."""
    while True:
        wares: list[GiveObject] = objects([i for i in hero.objects if not i.is_talisman])
        choice = yield from choose(hero.seat, "sell", [*wares, "done"])
        if not isinstance(choice, GiveObject):
            return
        yield from lose_object(maze, hero, choice.item)
        change_gold(maze, hero, choice.item.card.resale)
