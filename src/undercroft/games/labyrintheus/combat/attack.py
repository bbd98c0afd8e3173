"""Attacks between players (5.7 of the rules of record)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.combat.contest import roll_off, total
from undercroft.games.labyrintheus.combat.damage import suffer
from undercroft.games.labyrintheus.components.encounters import Encounter
from undercroft.games.labyrintheus.components.personas import Special
from undercroft.games.labyrintheus.events import AttackDeclared, AttackHit, AttackMissed, Mode
from undercroft.games.labyrintheus.rules.stones import steal_stone
from undercroft.games.labyrintheus.rules.ways import Attack, UseSpecial
from undercroft.games.labyrintheus.state import Blow, Contest, Hero, Maze

STRIKE: Final = ("damage", "steal")


def attack(
    maze: Maze,
    attacker: Hero,
    target: Hero,
    mode: Mode,
    special: Special | None = None,
    borrowed: Encounter | None = None,
) -> Rules[None]:
    """A-3 to A-6. An attack, from the roll to what a hit does. A-4: a miss does nothing."""
    contest = yield from try_to_hit(maze, attacker, target, mode, special, borrowed)
    if contest is None:
        return
    if target.stones:
        damage = damage_of(maze, contest)
        way = yield from choose(
            attacker.seat,
            "strike",
            STRIKE,
            target=target.seat,
            stones=target.stones,
            damage=damage,
        )
        if way == "steal":
            maze.contest = None
            steal_stone(maze, target, attacker)
            return
    yield from deal(maze, contest)


def try_to_hit(
    maze: Maze,
    attacker: Hero,
    target: Hero,
    mode: Mode,
    special: Special | None = None,
    borrowed: Encounter | None = None,
) -> Rules[Contest | None]:
    """A-3. Equal to the target's Defence hits. None: missed."""
    contest = Contest("attack", attacker.seat, target.defence, borrowed, target.seat, special)
    maze.contest = contest
    maze.tell(AttackDeclared, attacker.seat, target.seat, mode, damage_of(maze, contest), special)
    hit = yield from roll_off(maze, contest)
    told = AttackHit if hit else AttackMissed
    maze.tell(told, attacker.seat, target.seat, total(maze, contest), contest.number)
    if hit:
        return contest
    maze.contest = None
    return None


def damage_of(maze: Maze, contest: Contest) -> int:
    """A-6. The attacker's damage, the borrowed monster's (R-31), the items', and savage."""
    damage = maze.heroes[contest.fighter].damage + contest.damage
    if contest.card is not None:
        damage += contest.card.damage
    return damage + (contest.special == "savage")


def deal(maze: Maze, contest: Contest) -> Rules[None]:
    """A-6. A hit deals its damage."""
    maze.contest = None
    assert contest.defender is not None  # noqa: S101 (an attack has one)
    amount = damage_of(maze, contest)
    blow = Blow(contest.defender, amount, "attack", contest.special, contest.fighter)
    blow.used = contest.used
    yield from suffer(maze, blow)


def undead_attack(
    maze: Maze, hero: Hero, mode: Mode, borrowed: Encounter | None = None
) -> Rules[None]:
    """U-4. An undead player attacks one of the living, or holds."""
    ways = [*(Attack(target.seat) for target in maze.living), "hold"]
    way = yield from choose(hero.seat, "undead-attack", ways, monster=borrowed)
    if isinstance(way, Attack):
        special = yield from choose_special(hero, borrowed, way.target)
        yield from attack(maze, hero, maze.heroes[way.target], mode, special, borrowed)


def choose_special(hero: Hero, borrowed: Encounter | None, target: int) -> Rules[Special]:
    """U-5, R-29. Exactly one special is in force: the own one, or the borrowed monster's."""
    own = hero.persona.undead_special
    if borrowed is None or borrowed.special in (None, own):
        return own
    ways = [UseSpecial(own), UseSpecial(borrowed.special)]
    way = yield from choose(hero.seat, "special", ways, monster=borrowed, target=target)
    return way.special
