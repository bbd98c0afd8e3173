"""The main step is asked for; beside it, abilities may be given up (T-13)."""

from collections.abc import Sequence
from typing import Any

from undercroft.core.questions import Option, Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import DropAbility
from undercroft.games.talisman.heroes.vitals import keep_spell_limit
from undercroft.games.talisman.rules.asking import choose_move, is_puppet
from undercroft.games.talisman.state import Hero, Maze


def choose_step(
    maze: Maze, hero: Hero, id: str, ways: Sequence[str | Option], **about: Any
) -> Rules[Any]:
    """T-13. A player who moves may give up abilities first; no question is asked for that."""
    while True:
        options = [*ways]
        if maze.options.discard_abilities and not is_puppet(maze, hero):
            options += [DropAbility(ability) for ability in hero.abilities]
        choice = yield from choose_move(maze, hero, id, options, **about)
        if not isinstance(choice, DropAbility):
            return choice
        yield from drop_ability(maze, hero, choice)


def drop_ability(maze: Maze, hero: Hero, choice: DropAbility) -> Rules[None]:
    """T-13. An ability given up goes back to its deck."""
    maze.tell_of(hero, told.AbilityDiscarded, choice.ability.id)
    hero.abilities.remove(choice.ability)
    maze.decks["ability"].fog.append(choice.ability)
    yield from keep_spell_limit(maze, hero)
