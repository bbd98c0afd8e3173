"""Lives, Strength, Craft, Gold, experience: the primitives that change counters (section 4)."""

from collections.abc import Callable

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import NOWHERE
from undercroft.games.talisman.choices import GiveSpell
from undercroft.games.talisman.heroes.characteristics import spell_limit
from undercroft.games.talisman.pieces import GateMonster
from undercroft.games.talisman.state import UNTIL_NEXT_ROUND, Hero, Maze


class HeroDied(Exception):
    """A character died: whatever was still to happen to him does not (E-1)."""

    def __init__(self, hero: Hero) -> None:
        super().__init__(hero.character.id)
        self.hero = hero


# -- Lives ----------------------------------------------------------------------------------------


def lose_life(maze: Maze, hero: Hero, n: int, cause: str) -> None:
    """`lose-life`. At 0 he dies (E-1), unless he has his Second Wind."""
    hero.lives -= n
    if hero.lives <= 0:
        for ability in hero.abilities:
            if ability.second_wind:
                hero.lives = 1
                hero.abilities.remove(ability)
                maze.removed.append(ability)
                break
    if hero.lives <= 0:
        for item in hero.objects:
            if item.card.second_wind:
                hero.lives = 1
                hero.objects.remove(item)
                maze.put_back(item.card)
                maze.tell_of(hero, told.ObjectUsed, item.card.id)
                break
    maze.tell_of(hero, told.LifeLost, n, max(hero.lives, 0), cause)
    if hero.lives <= 0:
        die(maze, hero, cause)


def heal(maze: Maze, hero: Hero, n: int) -> None:
    """`heal`: not above the quota, and not while Poisoned."""
    if "poison" not in hero.ailments and hero.lives < hero.quota:
        healed = min(n, hero.quota - hero.lives)
        hero.lives += healed
        maze.tell_of(hero, told.LifeHealed, healed, hero.lives)


def restore(maze: Maze, hero: Hero) -> None:
    """`restore`: up to the quota."""
    heal(maze, hero, hero.quota)


def gain_life(maze: Maze, hero: Hero, n: int) -> None:
    """`gain-life`: may pass the quota."""
    if "poison" not in hero.ailments:
        hero.lives += n
        maze.tell_of(hero, told.LifeHealed, n, hero.lives)


def die(maze: Maze, hero: Hero, cause: str) -> None:
    """`die`, E-2. His cards go to their piles, and his seat waits for another, or is out (E-7)."""
    maze.tell_of(hero, told.Died, hero.character.id, cause)
    lay_down(maze, hero)
    for card in [*maze.facing, *maze.enemy_spells]:
        maze.put_back(card)  # what he was facing is done with, too
    maze.facing.clear()
    maze.enemy_spells.clear()
    maze.fallen.append(hero.character)
    seat = maze.seats[hero.seat]
    seat.hero = None
    if maze.options.mortality != "endless" and seat.spares == 0:
        seat.out = True
        for realm, until in maze.silence.items():
            if until == hero.seat:
                maze.silence[realm] = UNTIL_NEXT_ROUND  # M-15
        maze.tell_of(hero, told.Out)
    was_below = hero.in_labyrinth
    hero.square, hero.space = NOWHERE, None
    hero.visit += 1
    if was_below:
        maybe_empty_labyrinth(maze)
    raise HeroDied(hero)


def lay_down(maze: Maze, hero: Hero) -> None:
    """E-2. Everything he had goes where it belongs; C-11: clues vanish."""
    for item in hero.objects:
        maze.put_back(item.card)
    for card in [*hero.followers, *hero.spells, *hero.scrolls, *hero.stored.values()]:
        maze.put_back(card)
    maze.decks["ability"].fog += hero.abilities
    maze.pool.fog += hero.tokens + hero.markers
    for hold in hero.holds:
        if hold.card is not None:
            maze.put_back(hold.card)
    for cards in (hero.objects, hero.followers, hero.spells, hero.scrolls, hero.abilities):
        cards.clear()
    hero.stored.clear()
    hero.tokens.clear()
    hero.markers.clear()
    hero.holds.clear()


def maybe_empty_labyrinth(maze: Maze) -> None:
    """L-36. With no walls that shift, an expedition's Labyrinth differs each time."""
    if maze.is_catacombs or maze.options.shifting_walls:
        return
    if any(hero.in_labyrinth for hero in maze.heroes()):
        return
    for square, placed in enumerate(maze.board):
        if placed is not None and not placed.destroyed:
            take_up(maze, square)
    for monster in maze.monsters:
        discard_monster(maze, monster)
    maze.monsters.clear()


def take_up(maze: Maze, square: int) -> None:
    """Take a tile off the board: to the pool, to the Entrance pile, or out of the game."""
    placed = maze.board[square]
    if placed is None:
        return
    maze.board[square] = None
    if placed.tile.kind == "entrance":
        maze.entrances.append(placed.tile)
    elif placed.tile is not maze.bare:
        maze.pool.fog.append(placed.tile)


def discard_monster(maze: Maze, monster: GateMonster) -> None:
    """GT-4. A Gate monster's card goes to its discard pile."""
    maze.put_back(monster.card)


def outliving(maze: Maze, befall: Callable[[], Rules[object]]) -> Rules[None]:
    """E-3. What befalls a character out of his turn ends with him; the turn goes on."""
    try:
        yield from befall()
    except HeroDied as death:
        if death.hero.seat == maze.now.active:
            raise


# -- characteristics, Gold, experience ------------------------------------------------------------


def change_strength(maze: Maze, hero: Hero, by: int) -> None:
    """`strength`: a loss never takes it below the starting value (R-38)."""
    before = hero.strength
    hero.strength = max(before + by, min(before, hero.base_strength))
    if hero.strength != before:
        maze.tell_of(hero, told.StrengthChanged, hero.strength - before, hero.strength)
    if hero.strength - hero.weakness <= 0:
        die(maze, hero, "weakness")  # K-1


def change_craft(maze: Maze, hero: Hero, by: int) -> Rules[None]:
    """`craft`, likewise; the Spell limit may fall with it (M-3)."""
    before = hero.craft
    hero.craft = max(before + by, min(before, hero.base_craft))
    if hero.craft != before:
        maze.tell_of(hero, told.CraftChanged, hero.craft - before, hero.craft)
        yield from keep_spell_limit(maze, hero)


def keep_spell_limit(maze: Maze, hero: Hero) -> Rules[None]:
    """M-3. Above his limit he discards, of his choice, until it is met."""
    limit = spell_limit(hero)
    while len(hero.spells) > limit:
        spells = [GiveSpell(spell) for spell in dict.fromkeys(hero.spells)]
        if limit == 0:
            spells = spells[:1]  # all of them go
        given = yield from choose(hero.seat, "give-up", spells, secret=True, why="spell-limit")
        hero.spells.remove(given.card)
        maze.put_back(given.card)
        maze.tell_of(hero, told.SpellLost, given.card.id)


def change_gold(maze: Maze, hero: Hero, by: int) -> None:
    """`gold`: never below 0."""
    before = hero.gold
    hero.gold = max(before + by, 0)
    if hero.gold != before:
        maze.tell_of(hero, told.GoldChanged, hero.gold - before, hero.gold)


def gain_xp(maze: Maze, hero: Hero, n: int) -> None:
    """X-1."""
    hero.xp += n
    maze.tell_of(hero, told.XpGained, n, hero.xp)


def miss_turns(maze: Maze, hero: Hero, n: int) -> None:
    """`miss`: added to any already due."""
    hero.miss += n
    if hero.seat == maze.now.active:
        maze.now.missing = True
    maze.tell_of(hero, told.StatusSet, "miss", hero.miss)


def set_status(maze: Maze, hero: Hero, status: str, n: int = 1) -> None:
    """`status`: a named state."""
    name = status.replace("-", "_")
    setattr(hero, name, type(getattr(hero, name))(n))  # a flag, or a count
    maze.tell_of(hero, told.StatusSet, status, n)
