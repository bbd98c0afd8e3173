"""Monsters, Titans and traps: revealed, fought or faced, and what comes of it (5.4)."""

from collections.abc import Mapping

from undercroft.core.questions import Rules
from undercroft.games.labyrintheus.combat.contest import roll_off
from undercroft.games.labyrintheus.combat.damage import suffer
from undercroft.games.labyrintheus.components.encounters import Encounter
from undercroft.games.labyrintheus.events import (
    EncounterBanished,
    EncounterHardened,
    EncounterRevealed,
    FighterChanged,
    MonsterDefeated,
    TraitUsed,
    TrapAvoided,
    TrapSprung,
)
from undercroft.games.labyrintheus.rules.decks import discard_encounter, gain
from undercroft.games.labyrintheus.rules.stones import gain_stone
from undercroft.games.labyrintheus.rules.ways import Play, Way
from undercroft.games.labyrintheus.rules.windows import abilities, open_window, spend
from undercroft.games.labyrintheus.state import Blow, Contest, Hero, Maze


def fight(maze: Maze, hero: Hero, card: Encounter, *, hunt: bool = False) -> Rules[bool]:
    """E-4. A monster or Titan: the reveal window, then a fight (E-6). True when it was beaten."""
    contest = begin_contest(maze, hero, card)
    if not (yield from reveal(maze, hero, card)):
        return False  # E-5
    if (yield from roll_off(maze, contest)):
        yield from reap(maze, maze.heroes[contest.fighter], card, hunt)
        return True
    yield from bleed(maze, contest, card)
    return False


def begin_contest(maze: Maze, hero: Hero, card: Encounter) -> Contest:
    """E-6, E-10. The number is printed, plus difficulty; harden comes on top."""
    kind = card.type if card.type in ("monster", "titan") else "trap"
    number = card.defence + maze.guile
    maze.contest = Contest(kind, hero.seat, number, card, special=card.special)
    return maze.contest


def reap(maze: Maze, fighter: Hero, card: Encounter, hunt: bool) -> Rules[None]:
    """E-7. A stone for a monster of one's own symbol or a Titan met by draw; 1 treasure (R-47)."""
    maze.contest = None
    discard_encounter(maze)
    maze.tell(MonsterDefeated, fighter.seat, card.id)
    if not hunt and (card.type == "titan" or shares_symbol(maze, fighter, card)):
        gain_stone(maze, fighter, card.id)
    yield from gain(maze, fighter, 1, "reward")


def shares_symbol(maze: Maze, hero: Hero, card: Encounter) -> bool:
    """R-12. Either of a monster's two marks counts."""
    return card.symbol == hero.symbol or (card.kin == hero.symbol and maze.options.kin_marks)


def bleed(maze: Maze, contest: Contest, card: Encounter) -> Rules[None]:
    """E-8, R-13. The card is discarded; the fighter suffers its damage."""
    maze.contest = None
    discard_encounter(maze)
    amount = card.damage + maze.wrath + (card.special == "savage" and contest.critical)
    blow = Blow(
        victim=contest.fighter,
        amount=amount,
        source=contest.kind,
        special=card.special,
        attacker=None,
        card=card,
        used=contest.used,
    )
    yield from suffer(maze, blow)


def face_trap(maze: Maze, hero: Hero, card: Encounter) -> Rules[None]:
    """E-10. A trap: the total must be greater than the check."""
    contest = begin_contest(maze, hero, card)
    if not (yield from reveal(maze, hero, card)):
        return
    if (yield from roll_off(maze, contest)):
        maze.contest = None
        discard_encounter(maze)
        maze.tell(TrapAvoided, hero.seat, card.id)
        if hero.has_trait("light-step"):
            maze.tell(TraitUsed, hero.seat, "light-step")
            yield from gain(maze, hero, 1, "trait")
    else:
        maze.tell(TrapSprung, hero.seat, card.id)
        yield from bleed(maze, contest, card)


# -- the reveal window ----------------------------------------------------------------------------


def reveal(maze: Maze, hero: Hero, card: Encounter) -> Rules[bool]:
    """W-1. What may be done about a revealed card before any die. False when it was banished."""
    maze.tell(revealed, maze, hero, card)
    yield from open_window(
        maze, "reveal", ways_in_reveal, carry_out_in_reveal, about_reveal, is_banished
    )
    return maze.encounter is not None


def revealed(maze: Maze, hero: Hero, card: Encounter) -> EncounterRevealed:
    """Say what a card is, with its numbers as difficulty has them."""
    number = card.defence + maze.guile if card.defence else 0
    damage = card.damage + maze.wrath if card.damage else 0
    return EncounterRevealed(hero.seat, card.id, card.type, number, damage)


def is_banished(maze: Maze) -> bool:
    """W-4. A reveal window closes at once when the card is gone."""
    return maze.encounter is None


def ways_in_reveal(maze: Maze, hero: Hero) -> list[Way]:
    """2.7. Harden, banish and usurp; of a monster drawn by an undead player, banish alone (U-3)."""
    contest, card = maze.contest, maze.encounter
    ways: list[Way] = []
    for ability in abilities(hero, "reveal"):
        match ability.effect:
            case "harden":
                legal = contest is not None
            case "banish":
                legal = card is not None and card.type != "titan"
                if contest is None:
                    legal = hero.seat != maze.acting
            case _:
                legal = (
                    contest is not None
                    and contest.kind == "monster"
                    and not hero.undead
                    and hero.seat != contest.fighter
                )
        if legal:
            ways.append(Play(ability))
    return ways


def carry_out_in_reveal(maze: Maze, hero: Hero, way: Way) -> Rules[None]:
    """Carry out what was chosen in a reveal window."""
    contest, card = maze.contest, maze.encounter
    assert card is not None  # noqa: S101 (it has been revealed)
    if isinstance(way, Play):
        spend(maze, hero, way)
        if way.card.effect == "banish":  # E-5
            maze.contest = None
            discard_encounter(maze)
            maze.tell(EncounterBanished, maze.acting, hero.seat, card.id)
        elif contest is not None and way.card.effect == "harden":
            contest.number += way.card.amount
            maze.tell(EncounterHardened, card.id, contest.number)
        elif contest is not None:
            maze.tell(FighterChanged, contest.fighter, hero.seat, card.id)
            contest.fighter = hero.seat
    yield from ()


def about_reveal(maze: Maze, hero: Hero) -> Mapping[str, object]:
    """Say what a person needs to see to choose in a reveal window."""
    contest, card = maze.contest, maze.encounter
    assert card is not None  # noqa: S101 (it has been revealed)
    return {
        "card": card,
        "type": card.type if contest else "borrowed",
        "fighter": contest.fighter if contest else maze.acting,
        "number": contest.number if contest else card.defence,
        "damage": card.damage + (maze.wrath if contest else 0),
    }
