"""A rule of thumb for living and undead play.

The living wear what fits, spend as little as turns a roll, keep the blows off, hunt a Titan as soon
as they may, and turn their cards against the player with the most gate stones. The undead hunt
that same player, and take stones from a player who is about to have enough of them.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from undercroft.core.game import Advice, Look
from undercroft.core.questions import Decision
from undercroft.games.labyrintheus.bots.reasons import reason_for
from undercroft.games.labyrintheus.components.treasures import Effect, Treasure
from undercroft.games.labyrintheus.rules.ways import (
    Discard,
    Drink,
    Equip,
    Give,
    Play,
    Use,
    UseSpecial,
    UseTrait,
)
from undercroft.games.labyrintheus.view import HeroView, MazeView

WORTH: Final[Mapping[Effect, float]] = {  # of a card that is no item
    "none": 1.0,
    "heal": 3.0,
    "might": 2.0,
    "stoneskin": 3.0,
    "ambush": 2.0,
    "pilfer": 2.5,
    "mend": 3.0,
    "rust": 1.5,
    "harden": 1.5,
    "banish": 2.5,
    "usurp": 2.0,
    "boost": 2.5,
    "hex": 2.0,
    "reroll": 2.5,
    "ward": 3.0,
    "goad": 1.5,
    "redirect": 3.0,
}
WEAK: Final = 3  # health at which an encounter is better avoided
SPECIALS: Final = ("grasp", "savage", "keen", "pierce", "pilfer", "crush", "stalk")  # best first


def worth(card: Treasure) -> float:
    """Say roughly what a card is good for over all its uses."""
    if card.kind == "item":
        uses = card.hardness or 1
        return uses * (card.attack + 0.8 * card.guard + 0.5 * card.evade + 0.3 * card.damage)
    return WORTH[card.effect]


class Contender:
    """Plays to leave, and then to spoil."""

    strength: ClassVar[str] = "rule of thumb"
    budget: ClassVar[float] = 0.01

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.rows = rows
        self.random = random

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Answer each question in its own way; what is asked most comes first."""
        match decision.id:
            case "roll":
                return self.roll(decision, look)
            case "cleanup" | "prep":
                return self.tend(decision, look)
            case "hurt":
                return self.hurt(decision, look)
            case "reveal":
                return self.reveal(decision, look)
            case "undead-attack":
                return self.undead_attack(decision, look)
            case "turn":
                return self.turn(decision, look)
            case "strike":
                return self.strike(decision, look)
            case "special":
                return min(decision.options, key=rank)
            case "overflow" | "crush" | "bog-market":
                return min(decision.options, key=loss)
            case "courier":
                return self.courier(decision, look)
            case "persona":
                return decision.options[int(self.random() * len(decision.options))]
        return decision.options[0]  # announce, challenge, heal

    def advise(self, decision: Decision[Any], look: Look[MazeView]) -> Advice:
        """Answer, and say why."""
        answer = self(decision, look)
        return Advice(answer, *reason_for(decision, answer, look.view))

    # -- Prep and Cleanup -------------------------------------------------------------------------

    def tend(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Wear what fits, drink what heals in full, and slip away with an orb when weak."""
        slipping = decision.id == "prep" and told(decision, "health") <= WEAK
        for option in decision.options:
            if isinstance(option, Equip):
                card, old = option.card, option.replaced
                fits = slipping if old is None else False
                if card.kind != "orb":
                    fits = old is None or worth(card) > worth(old) + 1
                if fits:
                    return option
            elif isinstance(option, Drink):
                if heals_in_full(decision, option):
                    return option
            elif slipping or option == "done":  # or an orb that is worn
                return option
        return decision.options[-1]

    # -- windows ----------------------------------------------------------------------------------

    def turn(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Mend oneself, rob and hit the leader."""
        view = look.view
        me, leader = view.me, leader_of(view)
        for option in sorted(decision.options[:-1], key=lambda way: distance(view, way.target)):
            hero = view.heroes[option.target]
            match option.card.effect:
                case "mend":
                    good = hero is me and me.most_health - me.health >= option.card.amount
                case "pilfer":
                    good = hero.backpack >= 2 and (hero is leader or hero.backpack >= 4)
                case "rust":
                    good = hero is leader and worth(option.aim) >= 3
                case _:
                    good = not hero.undead and (hero.health <= me.damage or hero is leader)
            if good:
                return option
        return decision.options[-1]

    def reveal(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Banish what is too hard for oneself; harden and usurp what would pay another."""
        view = look.view
        me, fighter = view.me, view.heroes[view.acting]
        about = decision.about
        number, damage = told(decision, "number"), told(decision, "damage")
        mine = about["fighter"] == decision.seat
        close = fighter.stones >= view.stones_to_leave - 1
        for option in decision.options[:-1]:
            match option.card.effect:
                case "banish":
                    if mine:
                        good = number - best_bonus(self.rows, me) >= 5 and damage >= 2
                    else:
                        good = close or about["type"] == "borrowed"
                case "harden":
                    good = not mine and (view.hunting or close)
                case _:
                    good = pays(self.rows, view, me) and number - best_bonus(self.rows, me) <= 3
            if good:
                return option
        return decision.options[-1]

    def roll(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Spend as little as turns the result, if it is worth turning."""
        about = decision.about
        total, number = told(decision, "total"), told(decision, "number")
        *options, done = decision.options
        gap = number - total + (about["kind"] == "trap")  # what a loser lacks
        if about["fighter"] == decision.seat:
            if about["standing"] == "winning":
                return done
            chosen = cheapest(options, gap, aid_of) if about["standing"] == "losing" else None
            return chosen or next((way for way in options if throws(way)), done)
        if about["standing"] != "winning":
            return done
        if about["aid"] == "guard":
            return cheapest(options, 1 - gap, guard_of) or spoil(options, 1 - gap) or done
        return (worth_spoiling(look.view) and spoil(options, 1 - gap)) or done

    def hurt(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Keep damage off oneself, and heap it on the leader."""
        about = decision.about
        amount, health = told(decision, "amount"), told(decision, "health")
        *options, done = decision.options
        if about["victim"] != decision.seat:
            hit = next((o for o in options if o.card.effect == "goad"), None)
            deadly = amount < health <= amount + 2
            return hit if hit and deadly and not look.view.me.undead else done
        deadly = amount >= health
        soaks = [way for way in options if not isinstance(way, Play) and soak_of(way)]
        ways = soaks + [o for o in options if isinstance(o, Play) and o.card.effect != "goad"]
        if not deadly and amount < 2:
            ways = [way for way in soaks if way.card.hardness]
        if not ways:
            return done
        best = min(ways, key=lambda way: (max(0, amount - soak_of(way)), worth(way.card)))
        if isinstance(best, Play) and best.target is not None:
            return redirect(options, look.view) or done
        return best

    # -- attacks ----------------------------------------------------------------------------------

    def undead_attack(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Hunt the holder of the most gate stones; the weakest of equals, then the nearest."""
        view = look.view

        def prey(option: Any) -> tuple[int, int, int]:
            hero = view.heroes[option.target]
            return hero.stones, -hero.health, -distance(view, hero.seat)

        return max(decision.options[:-1], key=prey)

    def strike(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Kill if it can be done; the living take stones, the undead only those that matter."""
        view = look.view
        victim = view.heroes[told(decision, "target")]
        if told(decision, "damage") >= victim.health:
            return "damage"
        if view.me.undead and victim.stones < view.stones_to_leave:
            return "damage"
        return "steal"

    def courier(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Take from the fullest backpack, the nearest of equals."""
        view = look.view

        def booty(option: Any) -> tuple[int, int]:
            return view.heroes[option.target].backpack, -distance(view, option.target)

        return max(decision.options, key=booty)


# -- what the rule of thumb goes by ---------------------------------------------------------------


def told(decision: Decision[Any], name: str) -> int:
    """Give a number that a question is about."""
    number = decision.about[name]
    assert isinstance(number, int)  # noqa: S101 (the rules say so)
    return number


def heals_in_full(decision: Decision[Any], way: Drink) -> bool:
    """Say whether a potion heals, and nothing of it is wasted."""
    if way.card.effect != "heal":
        return False
    return told(decision, "most") - told(decision, "health") >= way.amount


def leader_of(view: MazeView) -> HeroView | None:
    """Give the living rival with the most gate stones; of equals the healthiest, then nearest."""
    rivals = [hero for hero in view.heroes if hero.seat != view.seat and not hero.undead]
    return max(
        rivals,
        key=lambda hero: (hero.stones, hero.health, -distance(view, hero.seat)),
        default=None,
    )


def rank(way: UseSpecial) -> int:
    """Say how many specials are better."""
    return SPECIALS.index(way.special)


def loss(way: Discard | Give) -> float:
    """Say what goes with a card."""
    return worth(way.card)


def distance(view: MazeView, seat: int) -> int:
    """Count the seats to another's: a choice among equals that favours no number."""
    return (seat - (view.seat or 0)) % len(view.heroes)


def best_bonus(rows: Mapping[str, Any], hero: HeroView) -> int:
    """Add up what a player wears for attack."""
    return sum([rows[worn.card].attack for worn in hero.slots if worn.card])


def pays(rows: Mapping[str, Any], view: MazeView, hero: HeroView) -> bool:
    """Say whether the monster on the table bears a player's symbol."""
    symbol = rows[hero.persona].symbol
    card = rows[view.encounter] if view.encounter else None
    return card is not None and symbol in (card.symbol, card.kin)


def worth_spoiling(view: MazeView) -> bool:
    """Say whether a rival's success is worth a card: a hunt, or the last gate stone needed."""
    contest = view.contest
    if contest is None or view.hunting:
        return view.hunting
    fighter = view.heroes[contest.fighter]
    return contest.kind == "monster" and fighter.stones == view.stones_to_leave - 1


# An option's class is compared, not asked after: `isinstance` takes three times as long to say no.


def aid_of(way: Any) -> int:
    """Say what an option adds to one's own roll."""
    if type(way) is Use:
        return way.card.attack or way.card.evade
    if type(way) is Drink:
        return way.amount
    return way.card.amount if type(way) is Play and way.card.effect == "boost" else 0


def guard_of(way: Any) -> int:
    """Say what an option adds to one's Defence."""
    return way.card.guard if type(way) is Use else 0


def soak_of(way: Any) -> int:
    """Say how much damage an option takes off."""
    if type(way) is Use:
        return way.card.guard
    if type(way) is Drink:
        return way.amount
    if type(way) is Play:
        return way.card.amount if way.card.effect == "ward" else 99
    return 0


def throws(way: Any) -> bool:
    """Say whether an option throws the dice again."""
    return type(way) is UseTrait or (type(way) is Play and way.card.effect == "reroll")


def cheapest(ways: Sequence[Any], gap: int, gain: Callable[[Any], int]) -> Any:
    """Find the least that closes a gap, and give the first piece of it; nothing if none does."""
    useful = [way for way in ways if gain(way) > 0]
    best: tuple[float, Any] | None = None
    for size in range(1, len(useful) + 1):
        for some in combinations(useful, size):
            if sum(map(gain, some)) >= gap:
                cost = sum([price(way) for way in some])
                if best is None or cost < best[0]:
                    best = cost, some[0]
        if best is not None:
            return best[1]
    return None


def price(way: Any) -> float:
    """Say what one use of a card costs: a hard item has others left."""
    return worth(way.card) / (way.card.hardness or 1)


def spoil(ways: Sequence[Any], gap: int) -> Any:
    """Find a hex that turns a winning roll, or a new throw."""
    hexes = [w for w in ways if isinstance(w, Play) and w.card.effect == "hex"]
    if hexes and sum([way.card.amount for way in hexes]) >= gap:
        return hexes[0]
    return next((way for way in ways if throws(way)), None)


def redirect(ways: Sequence[Any], view: MazeView) -> Any:
    """Turn damage on the leader."""
    targets = [way for way in ways if getattr(way, "target", None) not in (None, view.seat)]

    def ahead(way: Any) -> tuple[int, int]:
        return view.heroes[way.target].stones, -distance(view, way.target)

    return max(targets, key=ahead, default=None)


# -- a beginner -----------------------------------------------------------------------------------

SLIPS: Final = 0.1  # of a beginner's decisions
HARD: Final = 9  # the number of an encounter that is better avoided


class Novice(Contender):
    """Plays like a beginner: sees to itself alone, and now and then slips."""

    strength: ClassVar[str] = "easy"
    budget: ClassVar[float] = 0.01

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Answer by what is asked, or anyhow."""
        if self.random() < SLIPS:
            return decision.options[int(self.random() * len(decision.options))]
        return Contender.__call__(self, decision, look)

    def turn(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Rob the first who can be robbed; keep the rest."""
        for option in decision.options[:-1]:
            if option.card.effect == "pilfer":
                return option
        return decision.options[-1]

    def reveal(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Banish what is too hard for oneself."""
        if decision.about["fighter"] == decision.seat and told(decision, "number") >= HARD:
            for option in decision.options[:-1]:
                if option.card.effect == "banish":
                    return option
        return decision.options[-1]

    def roll(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Use one thing that turns one's own roll, or one's own defence."""
        about: Mapping[str, Any] = decision.about
        fighter: int = about["fighter"]
        standing: str = about["standing"]
        options = decision.choices
        if fighter == decision.seat:
            if standing == "losing":
                gap: int = about["number"] - about["total"] + (about["kind"] == "trap")
                for option in options:  # to pass adds nothing
                    if throws(option) or aid_of(option) >= gap:
                        return option
        elif standing == "winning" and about["aid"] == "guard":
            lead: int = about["total"] - about["number"]
            for option in options:
                if guard_of(option) > lead:
                    return option
        return options[-1]

    def hurt(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Take damage off with what takes off most."""
        about: Mapping[str, Any] = decision.about
        victim: int = about["victim"]
        amount: int = about["amount"]
        options = decision.choices
        best, most = options[-1], 0
        if victim != decision.seat or amount < 2:
            return best
        for way in options:
            if type(way) is Play and way.target is not None:
                continue
            soaked = soak_of(way)
            if soaked > most:
                best, most = way, soaked
        return best

    def undead_attack(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Attack anybody."""
        return decision.options[int(self.random() * (len(decision.options) - 1))]

    def strike(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Take stones where there are some."""
        return "steal" if decision.about["stones"] else "damage"

    def courier(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Take from anybody."""
        return decision.options[0]
