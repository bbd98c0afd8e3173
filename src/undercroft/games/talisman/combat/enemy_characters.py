"""Enemy Characters (F-30)."""

from undercroft.core.piles import Pile
from undercroft.core.questions import Option, Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Cast
from undercroft.games.talisman.combat.fights import fight
from undercroft.games.talisman.combat.scores import Foe
from undercroft.games.talisman.components.effects import gold
from undercroft.games.talisman.components.kinds import Character, Effect, Spell
from undercroft.games.talisman.heroes.possessions import draw_card
from undercroft.games.talisman.heroes.spells import is_cancelled
from undercroft.games.talisman.heroes.vitals import change_gold
from undercroft.games.talisman.rules.asking import apply, right_hand, seat_on_right
from undercroft.games.talisman.rules.dice import pick
from undercroft.games.talisman.state import Hero, Maze


def prowler(maze: Maze, hero: Hero) -> Rules[None]:
    """F-30. One of the unused characters is met as an Enemy (R-72); a win brings 1 Gold."""
    pile = Pile("character", [*maze.characters] or maze.fallen)
    if not pile.fog:
        return
    character = yield from maze.draw(pile)
    raised = (yield from maze.d6("prowler")) - 1
    value = max(character.strength, character.craft) + raised
    maze.tell_of(hero, told.EnemyCharacterMet, character.id, value)
    foe = as_enemy(character, value)
    if (yield from fight(maze, hero, foe)) == "win":
        change_gold(maze, hero, 1)


def as_enemy(character: Character, value: int) -> Foe:
    """F-30 (2), (3). It fights with the higher characteristic; equal: Strength."""
    psychic = character.craft > character.strength
    flags = {"character"}
    if character.as_enemy_best_of_2:
        flags.add("best-of-2")
    bonus = character.as_enemy_psychic if psychic else character.as_enemy_battle
    foe = Foe(character.id, value, psychic, frozenset(flags), bonus)
    if character.as_enemy_robs:
        foe.on_loss = gold(-character.as_enemy_robs)
    if character.spells:
        foe.casts = Grimoire(character.spells + 1, psychic)
    return foe


class Grimoire:
    """F-30 (4). Spells are drawn, and the seat on his right may cast one of them."""

    def __init__(self, count: int, psychic: bool) -> None:
        self.count = count
        self.psychic = psychic

    def __call__(self, maze: Maze, hero: Hero) -> Rules[int | None]:
        """Draw, choose, react, strike. Gives what it adds to its score; None: the fight is off."""
        for _ in range(self.count):
            card = yield from draw_card(maze, "spell")
            if isinstance(card, Spell):
                maze.enemy_spells.append(card)
        spell = yield from self.choose(maze, hero)
        bonus: int | None = 0
        if spell is not None:
            maze.enemy_spells.remove(spell)
            maze.put_back(spell)
            maze.tell_of(hero, told.EnemyCast, spell.id)
            if not (yield from is_cancelled(maze, hero, spell.id)):
                bonus = yield from self.strike(maze, hero, spell)
        for card in maze.enemy_spells:
            maze.put_back(card)
        maze.enemy_spells.clear()
        return bonus

    def choose(self, maze: Maze, hero: Hero) -> Rules[Spell | None]:
        """The seat on his right chooses one of them, or none; solo: pick."""
        fitting = [s for s in dict.fromkeys(maze.enemy_spells) if self.fits(s)]
        if not fitting:
            return None
        if seat_on_right(maze, hero) is None:
            return (yield from pick(maze, "enemy-spell", fitting))
        offers: list[str | Option] = [*[Cast(spell) for spell in fitting], "none"]
        victim = hero.character
        choice = yield from right_hand(
            maze, hero, "enemy-spell", offers, secret=True, victim=victim
        )
        return choice.spell if isinstance(choice, Cast) else None

    def fits(self, spell: Spell) -> bool:
        """Whether an Enemy Character can cast it in this fight."""
        bonus = spell.in_psychic if self.psychic else spell.in_battle
        return bool(bonus) or spell.evades or spell.by_enemies

    def strike(self, maze: Maze, hero: Hero, spell: Spell) -> Rules[int | None]:
        """A Spell of the fight adds to its score, any other strikes him; Veil ends the fight."""
        if spell.evades:
            return None
        effect: Effect | None = spell.strikes
        if effect is not None:
            yield from apply(effect, maze, hero)
        return spell.in_psychic if self.psychic else spell.in_battle
