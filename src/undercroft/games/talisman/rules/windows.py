"""The free-action window (T-10) and experience (X-2)."""

from typing import Final

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Cast, Trade, Use
from undercroft.games.talisman.heroes.characteristics import all_spells, may_cast, usable_items
from undercroft.games.talisman.heroes.possessions import lose_follower, spend
from undercroft.games.talisman.heroes.spells import announce
from undercroft.games.talisman.heroes.vitals import change_craft, change_strength, restore
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.state import Hero, Maze

PRICE: Final = 7


def free_actions(maze: Maze, hero: Hero) -> Rules[None]:
    """T-10. One thing after another, until he is done; Teleport ends it.

    A question that only his Spells give rise to is a secret (section 13).
    """
    if hero.hold("sleep") is not None:
        return
    while not maze.now.charged:
        options = window_options(maze, hero)
        choice = yield from choose(
            hero.seat,
            "window",
            options,
            secret=isinstance(options[-2:][0], Cast),  # Spells come first: nothing but Spells
            lives=hero.lives,
            xp=hero.xp,
            strength_price=hero.character.strength_price,
            price=PRICE,
        )
        if isinstance(choice, Cast):
            yield from announce(maze, hero, choice.spell)
            if choice.spell.cast is not None:
                yield from apply(choice.spell.cast, maze, hero)
        elif isinstance(choice, Use):
            maze.tell_of(hero, told.ObjectUsed, choice.card.id)
            if choice.card.kind == "follower":
                yield from lose_follower(maze, hero, choice.card)
            else:
                yield from spend(maze, hero, choice.card)
            if choice.card.use is not None:
                yield from apply(choice.card.use, maze, hero)
        elif isinstance(choice, Trade):
            yield from trade(maze, hero, choice.gain)
        elif choice == "eat-ration":
            hero.ration = False
            restore(maze, hero)
        else:
            return


def window_options(maze: Maze, hero: Hero) -> list[str | Option]:
    """T-10. Only what would have an effect is offered."""
    options: list[str | Option] = []
    spells = all_spells(hero)
    if spells and may_cast(maze, hero):
        options += [
            Cast(s) for s in spells if s.is_castable is not None and s.is_castable(maze, hero)
        ]
    things = [*[item.card for item in usable_items(maze, hero)], *hero.followers]
    for card in dict.fromkeys(things):
        if card.use is not None and card.is_useful is not None and card.is_useful(maze, hero):
            options.append(Use(card))
    if hero.ration and hero.lives < hero.quota and "poison" not in hero.ailments:
        options.append("eat-ration")
    if hero.xp >= hero.character.strength_price:
        options.append(Trade("strength"))
    if hero.xp >= PRICE:
        options += [Trade("craft"), Trade("life")]
    return [*options, "done"]


def trade(maze: Maze, hero: Hero, gain: str) -> Rules[None]:
    """X-2. Experience for Strength, Craft or a Life, the last even while Poisoned."""
    hero.xp -= hero.character.strength_price if gain == "strength" else PRICE
    maze.tell_of(hero, told.XpTraded, gain)
    if gain == "strength":
        change_strength(maze, hero, 1)
    elif gain == "craft":
        yield from change_craft(maze, hero, 1)
    else:
        hero.lives += 1
        maze.tell_of(hero, told.LifeHealed, 1, hero.lives)
