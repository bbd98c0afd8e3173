"""What a contestant knows, and what each of its answers is, as numbers for a network that learned.

Everything comes from the view and the question, so there is nothing in it that the seat cannot see.
Numbers are small: most lie between 0 and 2.
"""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.questions import Decision
from undercroft.games.labyrintheus.bots.contender import (
    WORTH,
    best_bonus,
    distance,
    leader_of,
    pays,
    worth,
)
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.rules.ways import (
    Attack,
    Discard,
    Drink,
    Equip,
    Give,
    Play,
    Shed,
    TakeFrom,
    Use,
    UseSpecial,
    UseTrait,
)
from undercroft.games.labyrintheus.view import HeroView, MazeView

ASKED: Final = (
    *("announce", "bog-market", "challenge", "cleanup", "courier", "crush", "hurt", "overflow"),
    *("persona", "prep", "reliquary", "reveal", "roll", "special", "strike", "turn"),
    "undead-attack",
)
NUMBERS: Final = ("amount", "damage", "guile", "health", "most", "number", "stones", "total")
KINDS: Final = ("attack", "monster", "titan", "trap")
WAYS: Final = (Play, Use, Drink, UseTrait, Equip, Shed, Discard, Give, Attack, TakeFrom, UseSpecial)
PLAIN: Final = ("announce", "draw", "damage", "steal", "challenge", "heal")
SPECIALS: Final = ("pierce", "crush", "pilfer", "grasp", "keen", "savage", "stalk")
EFFECTS: Final = tuple(WORTH)
CARD: Final = len(EFFECTS) + 8
MOST: Final = 2.0  # no number is larger


def encode(
    rows: Mapping[str, Any], view: MazeView, decision: Decision[Any], usual: int
) -> list[list[float]]:
    """Give a row of numbers for each option: what is known, the option, and the usual one."""
    known = _known(rows, view, decision)
    told = [_option(view, one) for one in decision.options]
    return [known + one + told[usual] for one in told]


def _part(number: float, of: float) -> float:
    return min(number / of, MOST)


def _hero(rows: Mapping[str, Any], view: MazeView, hero: HeroView | None) -> list[float]:
    """Say how a player stands; nothing of nobody."""
    if hero is None:
        return [0.0] * 13
    worn = [rows[slot.card] for slot in hero.slots if slot.card]
    return [
        1.0,
        float(hero.undead),
        _part(hero.health, 6),
        _part(hero.most_health - hero.health, 6),
        _part(hero.stones, 4),
        float(hero.stones >= view.stones_to_leave),
        _part(hero.defence, 4),
        _part(hero.damage, 2),
        _part(hero.backpack, 5),
        _part(sum([card.attack for card in worn]), 4),
        _part(sum([card.guard for card in worn]), 4),
        _part(sum([card.evade for card in worn]), 4),
        _part(hero.might + hero.stoneskin, 4),
    ]


def _known(rows: Mapping[str, Any], view: MazeView, decision: Decision[Any]) -> list[float]:
    """Say what is asked, how one stands, the leader, the fighter, and the fight."""
    about: Mapping[str, Any] = decision.about
    me, seat = view.me, decision.seat
    others = [hero for hero in view.heroes if hero.seat != seat]
    alive = [hero for hero in others if not hero.undead]
    held = [rows[id] for id in me.known]
    numbers = [about.get(name) for name in NUMBERS]
    roles = ("fighter", "victim", "acting", "owner", "taker", "target")
    other = next(
        (
            view.heroes[about[role]]
            for role in roles
            if isinstance(about.get(role), int) and about[role] != seat
        ),
        None,
    )
    kind = about.get("kind") or about.get("type") or about.get("source")
    return [
        *[float(decision.id == name) for name in ASKED],
        *[_part(number, 6) if isinstance(number, int) else 0.0 for number in numbers],
        *[float(kind == name) for name in KINDS],
        *[float(about.get(role) == seat) for role in roles],
        float(about.get("standing") == "winning"),
        float(about.get("standing") == "losing"),
        *_hero(rows, view, me),
        *_hero(rows, view, leader_of(view)),
        *_hero(rows, view, other),
        *[float(any(card.effect == effect for card in held)) for effect in EFFECTS],
        _part(sum([worth(card) for card in held]), 12),
        _part(best_bonus(rows, me), 4),
        float(bool(me.persona) and pays(rows, view, me)),
        float(view.hunting),
        float(view.portal_owner is not None),
        float(view.portal_owner == seat),
        _part(len(others), 3),
        _part(len(alive), 3),
        _part(view.wrath, 3),
        _part(view.guile, 3),
        _part(view.round, 12),
    ]


def _card(card: Treasure | None) -> list[float]:
    if card is None:
        return [0.0] * CARD
    return [
        *[float(card.effect == effect) for effect in EFFECTS],
        worth(card) / 4,
        card.attack / 3,
        card.damage / 2,
        card.guard / 3,
        card.evade / 2,
        card.hardness / 3,
        card.amount / 3,
        float(card.kind == "orb"),
    ]


def _option(view: MazeView, option: Any) -> list[float]:
    """Say what an option is: which way, which card, at whom."""
    card = getattr(option, "card", None)
    target = getattr(option, "target", None)
    hero = view.heroes[target] if isinstance(target, int) else None
    replaced = option.replaced if isinstance(option, Equip) else getattr(option, "aim", None)
    leader = leader_of(view)
    return [
        *[float(isinstance(option, way)) for way in WAYS],
        *[float(option == name) for name in PLAIN],
        *[float(getattr(option, "special", None) == name) for name in SPECIALS],
        *_card(card),
        worth(replaced) / 4 if replaced else 0.0,
        float(hero is not None),
        float(hero is not None and hero.seat == view.seat),
        float(hero is not None and leader is not None and hero.seat == leader.seat),
        _part(hero.stones, 4) if hero else 0.0,
        _part(hero.health, 6) if hero else 0.0,
        float(bool(hero and hero.undead)),
        _part(hero.backpack, 5) if hero else 0.0,
        _part(distance(view, hero.seat), 3) if hero else 0.0,
    ]
