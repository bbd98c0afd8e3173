"""The contest: dice, bonuses and the roll window (5.5 of the rules of record)."""

from collections.abc import Mapping

from undercroft.core.game import Row
from undercroft.core.questions import Rules
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.events import ContestDecided, DieRolled, Purpose, TraitUsed
from undercroft.games.labyrintheus.rules.items import drink, strength, use_item
from undercroft.games.labyrintheus.rules.ways import Drink, Play, Use, UseTrait, Way
from undercroft.games.labyrintheus.rules.windows import abilities, open_window, spend
from undercroft.games.labyrintheus.state import Contest, Hero, Maze


def roll_off(maze: Maze, contest: Contest) -> Rules[bool]:
    """C-1. Throw, let everybody add to it, and see whether it is won (C-8)."""
    contest.bonus += standing_bonus(maze.heroes[contest.fighter], contest)
    yield from throw(maze, contest)
    yield from open_window(maze, "roll", ways_in_roll, carry_out_in_roll, about_roll)
    won = is_winning(maze, contest)
    maze.tell(decided, maze, contest, won)
    return won


def standing_bonus(fighter: Hero, contest: Contest) -> int:
    """C-4. What the trait adds, and the keen of an undead attacker."""
    if contest.kind == "trap":
        return 2 if fighter.has_trait("light-step") else 0
    bonus = 1 if fighter.has_trait("quick-wrist") else 0
    if contest.kind == "attack" and contest.special == "keen":
        bonus += 1
    return bonus


def throw(maze: Maze, contest: Contest) -> Rules[None]:
    """C-2. A 6 is rolled once more and added, unless keen forbids it. C-3: a first 1 fails."""
    first: int = yield from maze.roll("combat")
    faces = [first]
    if first == 6 and not is_keen(contest):
        chain = maze.options.explode == "chain"
        faces.append((yield from maze.roll("again")))
        while chain and faces[-1] == 6:
            faces.append((yield from maze.roll("again")))
    contest.dice = sum(faces)
    contest.critical = first == 1  # a 1 on a later die is one point
    maze.tell(
        DieRolled, contest.fighter, contest.kind, tuple(faces), contest.dice, contest.critical
    )


def is_keen(contest: Contest) -> bool:
    """Whether keen is in force against the fighter."""
    return contest.special == "keen" and contest.kind != "attack"


def total(maze: Maze, contest: Contest) -> int:
    """C-4. The total as it stands."""
    return contest.dice + contest.bonus + maze.heroes[contest.fighter].might


def passes(contest: Contest, total: int) -> bool:
    """C-1. Greater for traps, equal or greater for all else."""
    return total > contest.number if contest.kind == "trap" else total >= contest.number


def is_winning(maze: Maze, contest: Contest) -> bool:
    """C-8. Whether the contest would be won as it stands."""
    return not contest.critical and passes(contest, total(maze, contest))


def ways_in_roll(maze: Maze, hero: Hero) -> list[Way]:
    """W-6. Ability cards (2.7), what the fighter can add (C-5), what the defender can (C-6)."""
    contest = maze.contest
    assert contest is not None  # noqa: S101 (the dice lie on the table)
    cards = abilities(hero, "roll")
    if not cards and hero.seat != contest.fighter and hero.seat != contest.defender:
        return []  # as for most of those who do not fight
    winning = is_winning(maze, contest)
    losing = not winning and not contest.critical
    ways: list[Way] = []
    if cards:
        open_to = {"reroll": True, "hex": winning, "boost": losing}
        ways += [Play(card) for card in cards if open_to[card.effect]]
    if hero.undead:
        return ways  # U-1
    if hero.seat == contest.fighter and losing:
        ways += ways_to_gain(maze, hero, contest)
    elif hero.seat == contest.defender and winning and contest.special != "stalk":
        ways += ways_to_ward_off(maze, hero, contest)
    return ways


def ways_to_gain(maze: Maze, hero: Hero, contest: Contest) -> list[Way]:
    """C-5. Items and potions, if together they can still turn the result; and Patient Eye."""
    items = usable(hero, contest)
    bonuses = [bonus_of(card, contest) for card in items]
    if contest.special == "stalk" and contest.kind != "attack":  # one item in the whole fight
        items = [] if contest.used else items
        bonuses = [max(bonuses)] if items else []
    potions = [card for card in hero.equipped if card.effect == "might"]
    most = total(maze, contest) + sum(bonuses) + sum([strength(hero, card) for card in potions])
    ways: list[Way] = []
    if passes(contest, most):
        ways += [Use(card) for card in items]
        ways += [Drink(card, strength(hero, card)) for card in potions]
    own_turn = hero.seat == maze.acting
    if own_turn and hero.has_trait("patient-eye") and not hero.patient_eye_used:
        ways.append(UseTrait("patient-eye"))
    return ways


def usable(hero: Hero, contest: Contest) -> list[Treasure]:
    """C-10. The fighter's equipped items that add to this contest and were not used in it yet."""
    return [
        card
        for card in hero.slots
        if card is not None and bonus_of(card, contest) and card not in contest.used
    ]


def bonus_of(card: Treasure, contest: Contest) -> int:
    """What an item adds for the fighter: evade on traps (R-18), attack on all else."""
    return card.evade if contest.kind == "trap" else card.attack


def ways_to_ward_off(maze: Maze, hero: Hero, contest: Contest) -> list[Way]:
    """C-6. The defender's guards, if all of them together would turn the hit into a miss."""
    guards = [card for card in hero.equipped if card.guard and card not in contest.used]
    highest = contest.number + sum([card.guard for card in guards])
    if total(maze, contest) >= highest:
        return []
    return [Use(card) for card in guards]


def carry_out_in_roll(maze: Maze, hero: Hero, way: Way) -> Rules[None]:
    """Carry out what was chosen in a roll window."""
    contest = maze.contest
    assert contest is not None  # noqa: S101 (the dice lie on the table)
    match way:
        case Play(card):
            spend(maze, hero, way)
            if card.effect == "reroll":
                yield from throw(maze, contest)  # C-7: all else stays
            else:
                contest.bonus += card.amount if card.effect == "boost" else -card.amount
        case Use(card):
            contest.used.append(card)
            if hero.seat == contest.defender:
                bonus = card.guard
                contest.number += bonus
            else:
                bonus = bonus_of(card, contest)
                contest.bonus += bonus
                contest.damage += card.damage  # which counts in an attack
            use_item(maze, hero, card, purpose(hero, contest), bonus)
        case Drink(card):
            drink(maze, hero, card)
        case _:
            hero.patient_eye_used = True
            maze.tell(TraitUsed, hero.seat, "patient-eye")
            yield from throw(maze, contest)


def about_roll(maze: Maze, hero: Hero) -> Mapping[str, object]:
    """Say what a person needs to see to choose in a roll window."""
    contest = maze.contest
    assert contest is not None  # noqa: S101 (the dice lie on the table)
    return {
        "kind": contest.kind,
        "fighter": contest.fighter,
        "against": against(maze, contest),
        "total": total(maze, contest),
        "number": contest.number,
        "standing": standing(maze, contest),
        "aid": purpose(hero, contest),
    }


def standing(maze: Maze, contest: Contest) -> str:
    """Say how the contest stands."""
    if contest.critical:
        return "critical"
    return "winning" if is_winning(maze, contest) else "losing"


def purpose(hero: Hero, contest: Contest) -> Purpose:
    """Say what an item of this player would be used for in the roll window."""
    if hero.seat == contest.defender:
        return "guard"
    return "evade" if contest.kind == "trap" else "attack"


def against(maze: Maze, contest: Contest) -> Row:
    """What the fighter is up against: a card, or another player's persona."""
    if contest.defender is not None:
        return maze.heroes[contest.defender].persona
    assert contest.card is not None  # noqa: S101 (without a defender it is a card's)
    return contest.card


def decided(maze: Maze, contest: Contest, won: bool) -> ContestDecided:
    """Say how a contest came out."""
    return ContestDecided(
        contest.fighter,
        contest.kind,
        against(maze, contest).id,
        total(maze, contest),
        contest.number,
        won,
        contest.critical,
    )
