"""What cards are worth to a bot: things, Spells, abilities, and what is given up first."""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.games.talisman.bots.sight import Sight

ABILITIES: Final[Mapping[str, float]] = {
    "ab-hero": 2.0,
    "ab-meditation": 1.5,
    "ab-second-wind": 1.2,
    "ab-ambidextrous": 0.8,
    "ab-pathfinder": 0.7,
}


def thing_worth(card: Any, s: Sight) -> float:
    """What an Object or a Follower is worth to one who has not got it."""
    if card.id == "talisman-card":
        return 0.2 if s.view.scenario == "catacombs" else 9.0
    strong = s.favourite == "strength"
    worth = (1.0 if strong else 0.6) * (card.strength + card.battle)
    worth += (0.6 if strong else 1.0) * card.psychic + (0.7 if strong else 1.1) * card.craft
    worth += arms_worth(card, s, strong=strong)
    worth += 0.7 * bool(card.use) + 0.3 * card.charm + 0.3 * card.compass + 0.2 * card.map
    worth += 0.25 * card.light + 0.25 * card.flight + 0.15 * card.rope + 0.2 * bool(card.ward)
    worth += 0.15 * card.key + 0.1 * card.guide + 0.3 * bool(card.found)
    return float(worth + card.worth) + carrier_worth(card, s)


def arms_worth(card: Any, s: Sight, *, strong: bool) -> float:
    """What a weapon or a piece of armour adds to those it has."""
    if not card.slot:
        return 0.0
    rows = s.rows
    worn = [rows[item.card] for item in s.me.objects if rows[item.card].slot == card.slot]
    worn = [other for other in worn if other is not card]
    if card.slot == "weapon":
        more = card.weapon - max([other.weapon for other in worn], default=0)
        second = 0.5 * card.weapon if any(gift.weapons for gift in s.gifts) else 0.05
        return float((1.0 if strong else 0.4) * max(more, second) - 0.1 * card.fragile)
    saves = 7 - card.save
    return 0.3 * float(max(saves - max([7 - other.save for other in worn], default=0), 0.1))


def carrier_worth(card: Any, s: Sight) -> float:
    """O-1. A Mule, to one who carries as much as he can."""
    if not card.carries:
        return 0.0
    return 0.9 if len(s.me.objects) >= s.me.limit else 0.4 if len(s.me.objects) == 3 else 0.05


def item_worth(item: Any, s: Sight) -> float:
    """What an Object that it has is worth, Enchanted or loaded."""
    return thing_worth(item.card, s) + float(0.5 * item.enchanted + 0.4 * bool(item.charge))


def spell_worth(spell: Any, s: Sight) -> float:
    """What a Spell is worth: its row says so."""
    return float(spell.worth)


def ability_worth(ability: Any, s: Sight) -> float:
    """What a Special Ability is worth."""
    return ABILITIES.get(ability.id, 0.5)


def best_ware(s: Sight) -> float:
    """What the best Purchase card that it can pay is worth."""
    if not s.me.gold:
        return 0.0
    cards = [s.rows[id] for id in dict.fromkeys(s.view.purchases)]
    return max([thing_worth(card, s) for card in cards if card.price <= s.me.gold], default=0.0)
