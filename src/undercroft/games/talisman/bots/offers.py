"""What a bot takes, buys and gives up, and which offers of rooms and places it accepts."""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.game import Advice
from undercroft.games.talisman.bots.boons import BOONS, healing
from undercroft.games.talisman.bots.mind import About, Answer, Mind, Options
from undercroft.games.talisman.bots.worth import (
    ability_worth,
    best_ware,
    item_worth,
    spell_worth,
    thing_worth,
)
from undercroft.games.talisman.choices import (
    BeCharacter,
    Cast,
    Cure,
    GiveFollower,
    GiveObject,
    GiveSpell,
    Take,
)
from undercroft.games.talisman.components.kinds import Ability, Spell

AILMENTS: Final = ("lycanthropy", "curse", "disease", "confusion", "weakness", "poison")
HARMLESS: Final = (
    *("give", "drill", "study", "decipher", "search", "challenge", "petition"),
    *("stake", "engrave", "joust", "toss", "kneel", "train", "brew"),
)

# -- cards ----------------------------------------------------------------------------------------


def choose_card(options: Options, m: Mind, about: About) -> Advice:
    """The best card; the characteristic it is best at, or, to lose, the other."""
    if "strength" in options:
        weaker = "craft" if m.favourite == "strength" else "strength"
        return Advice(weaker if about.get("why") == "syphon" else m.favourite, "grow")
    return Advice(max(options, key=lambda option: worth_of(option, m)), "best-card")


def worth_of(option: Any, m: Mind) -> float:
    """What an option that carries something is worth."""
    match option:
        case Cure(ailment):
            return float(AILMENTS[::-1].index(ailment))
        case Cast(spell) | GiveSpell(spell):
            return spell_worth(spell, m)
        case GiveObject(item):
            return item_worth(item, m)
        case GiveFollower(card):
            return thing_worth(card, m)
        case Take(card):
            return card_worth(card, m)
        case BeCharacter(character):
            return character_worth(character)
    return 0.01 if option == "pass" else 0.0


def card_worth(card: Any, m: Mind) -> float:
    """What a card of any deck is worth."""
    if isinstance(card, Spell):
        return spell_worth(card, m)
    return ability_worth(card, m) if isinstance(card, Ability) else thing_worth(card, m)


def character_worth(character: Any) -> float:
    """What a character promises."""
    best, other = sorted((character.strength, character.craft), reverse=True)
    armed = 0.6 * bool(character.starts_with) + 0.4 * character.spells
    return float(best + 0.5 * other + armed)


def character(options: Options, m: Mind, about: About) -> Advice:
    """SU-4. The likelier of the two."""
    return Advice(max(options, key=lambda option: character_worth(option.character)), "character")


def give_up(options: Options, m: Mind, about: About) -> Advice:
    """What is worth least."""
    return Advice(min(options, key=lambda option: worth_of(option, m)), "least")


def hoard(options: Options, m: Mind, about: About) -> Advice:
    """The Treasure deck has the best Objects."""
    if isinstance(options[0], Take):
        return choose_card(options, m, about)
    best = next((deck for deck in options if str(deck) == "treasure"), options[0])
    return Advice(best, "best-card")


def buy(options: Options, m: Mind, about: About) -> Advice:
    """What is worth its price; a Mule when it carries all it can."""
    wares = [option for option in options if isinstance(option, Take)]
    best = max(wares, key=lambda option: thing_worth(option.card, m), default=None)
    if best is None or thing_worth(best.card, m) < 0.35:
        return Advice("done", "keep-gold")
    return Advice(best, "best-card")


def sell(options: Options, m: Mind, about: About) -> Advice:
    """What is of no use any more, if it needs the Gold."""
    for option in options:
        if not isinstance(option, GiveObject):
            continue
        if option.card.resale > 1 or item_worth(option.item, m) < 0.1:
            return Advice(option, "useless")
    return Advice("done", "keep")


def take(options: Options, m: Mind, about: About) -> Advice:
    """Whatever lies there: O-2 asks what to leave, if it is too much."""
    return Advice("take", "best-card")


# -- rooms and places -----------------------------------------------------------------------------


def room_offer(options: Options, m: Mind, about: About) -> Advice:
    """S-2. Accept what is worth its danger."""
    place = about["place"]
    if "heal" in options:
        cures = "cure" in options and (m.hurt == 0 or (m.hurt == 1 and m.me.lives >= 3))
        return Advice("cure" if cures else "heal", "heal-here")
    if "pass" not in options:
        return Advice(options[0], "levitate")
    named = {"place": place}
    offer = str(options[0])
    if is_welcome(offer, str(place), m):
        return Advice(options[0], "offer", named)
    return Advice("pass", "danger", named)


def is_welcome(offer: str, place: str, m: Mind) -> bool:
    """Whether an offer is worth its danger."""
    if offer in HARMLESS:
        return True
    lives, found = m.me.lives, BOONS.get(place)
    match offer:
        case "drink" if place == "a-spring":
            return True
        case "rest":
            return healing(m) > 0.8
        case "eat" if place == "s-mushrooms":
            return lives >= 4 and "poison" not in m.me.ailments and m.me.lives > m.hurt + 2
        case "pray":
            return m.hurt > 0 or lives >= 4
        case "listen":
            return lives >= 3
        case "dig":
            return lives >= 2
        case "step-through" | "learn":
            return False
        case "bid":
            return m.me.spell_limit > 0
        case "alms" | "chart":
            return m.me.gold >= 2
        case "bleed":
            return lives >= 4
        case "delve":
            return m.fight(7) + 1.2 > 0.2 and lives >= 2
        case "follow" | "pass-under":
            return m.above.aim.reason in ("dive", "depths")
        case "trade":
            return m.view.scenario == "grand-quest" or not m.has_talisman
    return found is None or (lives >= found.lives and found.worth(m) > 0)


def visit(options: Options, m: Mind, about: About) -> Advice:
    """One place of the City, the Village or the Castle."""
    gold, wants = m.me.gold, []
    if gold and (m.hurt >= 2 or (m.hurt and m.is_weak)):
        wants += ["doctors-surgery", "village-healer", "royal-doctor"]
    if not m.me.below and m.above.goes_on and gold:
        wants.append("city-wharf")
    if gold >= 2 and best_ware(m) >= 0.35:
        wants += ["town-square", "village-smith"]
    if gold and m.hurt:
        wants += ["doctors-surgery", "village-healer", "royal-doctor"]
    wants += ["enchantress", "audience", "high-temple", "pass"]
    best = next((place for place in wants if place in options), options[0])
    if best == "pass":
        return Advice(best, "keep-gold")
    return Advice(best, "visit", {"place": best})


def doctor(options: Options, m: Mind, about: About) -> Advice:
    """Lives first; then Ailments."""
    if "heal" in options:
        return Advice("heal", "heal-here")
    return Advice("cure", "heal-here") if "cure" in options else Advice("done", "keep-gold")


def burial(options: Options, m: Mind, about: About) -> Advice:
    """F. Only with Craft to spare."""
    if m.fight(5, psychic=True) > 0.2 and m.me.lives >= 2:
        return Advice("challenge", "worth-it", {"foe": "crypt-guardian"})
    return Advice("retreat", "too-strong", {"foe": "crypt-guardian"})


def open_tomb(options: Options, m: Mind, about: About) -> Advice:
    """F. A crypt trap is a small price."""
    return Advice("open", "best-card")


def marker(options: Options, m: Mind, about: About) -> Advice:
    """C-6. Keep it: the next roll is better by two."""
    return Advice("keep", "marker")


def lay(options: Options, m: Mind, about: About) -> Advice:
    """P-survey. Lay it: what is known can be gone round."""
    return Advice("lay", "survey")


def wages(options: Options, m: Mind, about: About) -> Advice:
    """The Sellsword is worth his pay to one who has it to spare, or stands before the King."""
    if m.me.gold >= 2 or m.king > 0.3 or m.me.place == "wizards-tower":
        return Advice("pay", "best-card")
    return Advice("dismiss", "keep-gold")


def enemy_spell(options: Options, m: Mind, about: About) -> Advice:
    """F-30. Whatever hurts a rival."""
    spells = [option for option in options if isinstance(option, Cast)]
    strong = sorted(spells, key=lambda o: -(o.spell.in_battle + o.spell.in_psychic))
    return Advice(strong[0] if strong else options[0], "puppet")


ANSWERS: Final[Mapping[str, Answer]] = {
    "choose-card": choose_card,
    "prep": choose_card,
    "spoil-object": choose_card,
    "hoard": hoard,
    "character": character,
    "give-up": give_up,
    "buy": buy,
    "sell": sell,
    "take": take,
    "room-offer": room_offer,
    "visit": visit,
    "doctor": doctor,
    "burial": burial,
    "open": open_tomb,
    "marker": marker,
    "lay": lay,
    "enemy-spell": enemy_spell,
    "wages": wages,
}
