"""Exact chances: to beat what is on the table, or to hit, with what is equipped."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from undercroft.core.game import Odds, Rows
from undercroft.core.questions import Decision
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.rules.ways import Attack, Play, UseSpecial, UseTrait
from undercroft.games.labyrintheus.view import HeroView, MazeView

CRITICAL: Final = 0  # a throw that fails whatever is added


@dataclass(frozen=True)
class Trial:
    """A throw to come: what is already added to it, what could be, and what must be reached."""

    need: int  # the least total that passes the test
    standing: int  # traits, keen, might, boosts, less hexes
    aids: tuple[tuple[str, int], ...] = ()  # cards that may be used, and what each adds
    alone: bool = False  # stalk: one item in the whole fight
    items: frozenset[str] = frozenset()  # those of the aids that are items
    keen: bool = False  # a 6 stays a 6
    chain: bool = False

    def passes(self, dice_total: int, added: int) -> bool:
        """Whether a throw wins."""
        return dice_total != CRITICAL and dice_total + added >= self.need

    def cases(self, win: str, win_with_items: str, lose: str) -> "Counter[str]":
        """Count how the throw can come out."""
        most = self.standing + self.most()
        cases: Counter[str] = Counter()
        for dice_total, count in dice(self.need - self.standing, self.keen, self.chain).items():
            if self.passes(dice_total, self.standing):
                cases[win] += count
            else:
                cases[win_with_items if self.passes(dice_total, most) else lose] += count
        return cases

    def most(self) -> int:
        """Add up all that may be used."""
        items = [bonus for card, bonus in self.aids if card in self.items]
        potions = [bonus for card, bonus in self.aids if card not in self.items]
        return sum(potions) + (max(items, default=0) if self.alone else sum(items))


def dice(need: int, keen: bool, chain: bool) -> "Counter[int]":
    """C-2. Count the throws by their total, as far up as it can matter; a first 1 is critical."""
    if keen:
        return Counter([CRITICAL, 2, 3, 4, 5, 6])
    depth = max(2, need // 6 + 2) if chain else 2
    cases: Counter[int] = Counter()
    for sixes in range(depth):
        rest = 6 ** (depth - 1 - sixes)
        last = sixes == depth - 1
        for face in range(1, 7):
            if face < 6 or last:
                critical = not sixes and face == 1
                cases[CRITICAL if critical else 6 * sixes + face] += rest
    return cases


def odds(rows: Rows, view: MazeView, decision: Decision[Any]) -> Odds:
    """Count what the throws that an option leads to can do; other options are certain."""
    return {
        str(option): trial.cases(*names)
        for option, trial, names in trials(rows, view, decision)
        if trial is not None
    }


WINS: Final = ("wins", "wins-with-items", "loses")
HITS: Final = ("hits", "hits-with-items", "misses")


def trials(
    rows: Rows, view: MazeView, decision: Decision[Any]
) -> Iterator[tuple[object, Trial | None, tuple[str, str, str]]]:
    """Give the throw that each option leads to."""
    seat = decision.seat
    for option in decision.options:
        match decision.id, option:
            case "reveal", _ if view.contest is not None:
                yield option, facing(rows, view, seat, option), WINS
            case "roll", UseTrait() | Play(Treasure(effect="reroll")):
                attacking = view.contest is not None and view.contest.kind == "attack"
                yield option, again(rows, view), HITS if attacking else WINS
            case "turn", Play(Treasure(effect="ambush"), int() as target):
                yield option, attack(rows, view, seat, target), HITS
            case "undead-attack", Attack(target):
                yield option, attack(rows, view, seat, target), HITS
            case "special", UseSpecial(special):
                at = decision.about["target"]
                assert isinstance(at, int)  # noqa: S101 (the rules say so)
                yield option, attack(rows, view, seat, at, special), HITS
            case "challenge", "challenge":
                yield option, attack(rows, view, seat, view.acting), HITS


# -- trials ---------------------------------------------------------------------------------------


def facing(rows: Rows, view: MazeView, seat: int, option: object) -> Trial | None:
    """Give the throw against a revealed card, as an option in the reveal window leaves it."""
    contest = view.contest
    assert contest is not None  # noqa: S101 (something has been revealed)
    fighter, number = contest.fighter, contest.number
    if isinstance(option, Play):
        match option.card.effect:
            case "banish":
                return None
            case "harden":
                number += option.card.amount
            case "usurp":
                fighter = seat
    hero = view.heroes[fighter]
    standing = hero.might + trait_bonus(rows, hero, contest.kind)
    return trial(rows, view, hero, contest.kind, number, standing, contest.special)


def again(rows: Rows, view: MazeView) -> Trial:
    """Give the throw of a contest's dice, with all that has been added so far (C-7)."""
    contest = view.contest
    assert contest is not None  # noqa: S101 (the dice lie on the table)
    hero = view.heroes[contest.fighter]
    standing = contest.total - contest.dice
    kind, special = contest.kind, contest.special
    return trial(rows, view, hero, kind, contest.number, standing, special, contest.used)


def attack(rows: Rows, view: MazeView, seat: int, target: int, special: str | None = None) -> Trial:
    """Give the throw of an attack; an undead attacker has its own special unless it says so."""
    hero = view.heroes[seat]
    if special is None and hero.undead:
        special = rows[hero.persona].undead_special
    standing = hero.might + trait_bonus(rows, hero, "attack") + (special == "keen")
    number = view.heroes[target].defence
    return trial(rows, view, hero, "attack", number, standing, None)


def trait_bonus(rows: Rows, hero: HeroView, kind: str) -> int:
    """C-4. What a trait adds."""
    trait = None if hero.undead else rows[hero.persona].trait
    if kind == "trap":
        return 2 if trait == "light-step" else 0
    return 1 if trait == "quick-wrist" else 0


def trial(
    rows: Rows,
    view: MazeView,
    hero: HeroView,
    kind: str,
    number: int,
    standing: int,
    special: str | None,
    used: Sequence[str] = (),
) -> Trial:
    """C-5. Put a throw together from what a fighter wears."""
    aids: list[tuple[str, int]] = []
    items: list[str] = []
    steeped = rows[hero.persona].trait == "second-steeping"
    alone = special == "stalk" and kind != "attack"
    for worn in hero.slots:
        if worn.card is None or worn.card in used:
            continue
        card = rows[worn.card]
        bonus = card.evade if kind == "trap" else card.attack
        if bonus and not (alone and used):
            aids.append((worn.card, bonus))
            items.append(worn.card)
        elif card.effect == "might":
            aids.append((worn.card, card.amount + steeped))
    return Trial(
        number + (kind == "trap"),
        standing,
        tuple(aids),
        alone,
        frozenset(items),
        special == "keen" and kind != "attack",
        view.explode == "chain",
    )
