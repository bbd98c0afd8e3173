"""Rounds and turns (section 5)."""

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.heroes.ailments import cure
from undercroft.games.talisman.heroes.binding import free
from undercroft.games.talisman.heroes.characteristics import has_gift
from undercroft.games.talisman.heroes.possessions import take_ability
from undercroft.games.talisman.heroes.spells import draw_spell, end_suppression
from undercroft.games.talisman.heroes.vitals import HeroDied, heal, lose_life
from undercroft.games.talisman.land.roads import land_step
from undercroft.games.talisman.movement.gate import move_monsters
from undercroft.games.talisman.movement.moving import labyrinth_step
from undercroft.games.talisman.movement.shifting import shift_walls
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.scoring import check_standing, end_at_cap
from undercroft.games.talisman.rules.setup import bring_in
from undercroft.games.talisman.rules.tower import tower_step
from undercroft.games.talisman.rules.windows import free_actions
from undercroft.games.talisman.state import UNTIL_NEXT_ROUND, Hero, Maze, Now

ASLEEP = 5  # rows of the Confusion table
CURED = 6


def turn(maze: Maze) -> Rules[None]:
    """T-1. One seat's turn, and before the first of a round what opens it."""
    if maze.dawn:
        yield from begin_round(maze)
    if not maze.seats[maze.to_play].out:
        yield from take_turn(maze)
    pass_on(maze)


def begin_round(maze: Maze) -> Rules[None]:
    """T-2. Gate monsters move."""
    maze.dawn = False
    maze.round += 1
    end_suppression(maze, UNTIL_NEXT_ROUND)
    maze.tell_of(None, told.RoundStarted)
    if maze.monsters:
        yield from move_monsters(maze)


def pass_on(maze: Maze) -> None:
    """T-1. The next seat that is not out; after the last the round is over, or the play (E-9)."""
    maze.now = Now()
    while True:
        maze.to_play = (maze.to_play + 1) % len(maze.seats)
        if maze.to_play == 0:
            if maze.round == maze.options.round_cap:
                end_at_cap(maze)
            maze.dawn = True
        if not maze.seats[maze.to_play].out:
            return


def take_turn(maze: Maze) -> Rules[None]:
    """T-3, T-8. The turn; if he dies in it, only the walls and the last-one-standing check."""
    seat = maze.seats[maze.to_play]
    if not maze.now.main:  # else it goes on from a checkpoint
        maze.now = Now(active=maze.to_play)
    hero = seat.hero
    try:
        if hero is None:
            hero = yield from bring_in(maze, maze.to_play)
        yield from play_turn(maze, hero)
        yield from end_turn(maze, hero)
    except HeroDied:
        pass
    shift_walls(maze)
    check_standing(maze)
    maze.tell_of(hero, told.TurnEnded)


def play_turn(maze: Maze, hero: Hero) -> Rules[None]:
    """T-3, steps 2 to 8."""
    if maze.now.main or (yield from begin_turn(maze, hero)):
        yield from main_step(maze, hero)


def begin_turn(maze: Maze, hero: Hero) -> Rules[bool]:
    """T-3, steps 2 to 7. Whether the main step comes after them."""
    maze.now.visit = hero.visit
    end_suppression(maze, hero.seat)
    maze.tell_of(hero, told.TurnStarted)
    study = hero.hold("study")
    if study is not None:
        free(maze, hero, study)
        yield from take_ability(maze, hero, study.subject)
        return False
    if hero.miss:
        hero.miss -= 1
        maze.tell_of(hero, told.TurnMissed, hero.miss)
        return False
    if "confusion" in hero.ailments and (yield from is_asleep(maze, hero)):
        return False
    for follower in hero.followers[:]:
        if follower.at_dawn is not None:
            yield from apply(follower.at_dawn, maze, hero)
    yield from free_actions(maze, hero)
    if maze.now.charged:
        return False
    maze.now.main = True
    maze.checkpoint()
    return True


def is_asleep(maze: Maze, hero: Hero) -> Rules[bool]:
    """T-3 (5). The Confusion roll, unmodified (R-68); True: the turn is over."""
    row = yield from maze.d6("confusion")
    maze.now.confusion = row
    maze.tell_of(hero, told.ConfusionRolled, row)
    if row == CURED:
        cure(maze, hero, "confusion")
    return row == ASLEEP


def main_step(maze: Maze, hero: Hero) -> Rules[None]:
    """T-3 (8). Below, in the Tower, or on the Land."""
    if hero.in_labyrinth:
        return labyrinth_step(maze, hero)
    return tower_step(maze, hero) if hero.in_tower else land_step(maze, hero)


def end_turn(maze: Maze, hero: Hero) -> Rules[None]:
    """T-12 (1) to (4)."""
    now = maze.now
    is_hot = hero.in_labyrinth and maze.tile_under(hero).tile.heat
    if is_hot and hero.visit == now.visit:  # the turn of entry has had its own
        lose_life(maze, hero, 1, "lava")
    if now.stayed and not now.fought and has_gift(hero, "meditates"):
        if hero.lives < hero.quota and "poison" not in hero.ailments:
            heal(maze, hero, 1)
        else:
            yield from draw_spell(maze, hero)
    hero.blind = max(hero.blind - 1, 0)
