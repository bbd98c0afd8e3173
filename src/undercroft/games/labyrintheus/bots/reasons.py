"""Why the rule of thumb answers as it does: a key of `[reasons]`, and whom or what it names."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from undercroft.core.questions import Decision
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.rules.ways import Drink, Equip, Play
from undercroft.games.labyrintheus.view import MazeView

Reason: TypeAlias = tuple[str, Mapping[str, object]]

PLAIN: Final[Mapping[str, str]] = {
    "persona": "any",
    "overflow": "least",
    "crush": "least",
    "bog-market": "least",
    "special": "special",
    "reliquary": "health",
    "challenge": "challenge",
    "announce": "announce",
}


def reason_for(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """Say why an answer was chosen."""
    if decision.id in PLAIN:
        return PLAIN[decision.id], decision.about
    return BY_QUESTION[decision.id](decision, answer, view)


def tend(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """Prep and Cleanup."""
    match answer:
        case Drink():
            return "heal", {}
        case Equip(card, _, _, old) if card.kind != "orb":
            return ("wear", {}) if old is None else ("better", {"card": old})
        case "done":
            return "ready", {}
    return "slip", {}


def turn(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """The window before a turn."""
    if not isinstance(answer, Play) or answer.target is None:
        return "keep", {}
    hero = view.heroes[answer.target]
    match answer.card.effect:
        case "mend":
            return "heal", {}
        case "pilfer":
            return "backpack", {"seat": hero.seat}
        case "ambush" if hero.health <= view.me.damage:
            return "kill", {"seat": hero.seat}
    return "leader", {"seat": hero.seat}


def reveal(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """The window before an encounter's roll."""
    fighter = decision.about["fighter"]
    mine = fighter == decision.seat
    if not isinstance(answer, Play):
        return ("face" if mine else "not-yours"), {}
    if answer.card.effect == "usurp":
        return "usurp", {}
    return ("too-hard", {}) if mine else ("deny", {"seat": fighter})


def roll(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """The window after a roll."""
    about = decision.about
    winning = about["standing"] == "winning"
    mine, defending = about["fighter"] == decision.seat, about["aid"] == "guard"
    if answer != "pass":
        if throws_again(answer):
            return "again", {}
        if mine:
            return "turns", {}
        return ("defend", {}) if defending else ("deny", {"seat": about["fighter"]})
    if mine:
        return ("winning" if winning else "lost"), {}
    if not winning:
        return "failing", {"seat": about["fighter"]}
    return ("lost" if defending else "not-yours"), {}


def throws_again(way: Any) -> bool:
    """Say whether an option throws the dice again: a card, or a trait."""
    card = getattr(way, "card", None)
    return not isinstance(card, Treasure) or card.effect == "reroll"


def hurt(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """The window before damage."""
    about: Mapping[str, Any] = decision.about
    if about["victim"] != decision.seat:
        return ("not-yours", {}) if answer == "pass" else ("finish", {"seat": about["victim"]})
    deadly = about["amount"] >= about["health"]
    if answer == "pass":
        return ("lost" if deadly else "bearable"), {}
    if isinstance(answer, Play) and answer.target is not None:
        return "redirect", {"seat": answer.target}
    return ("saves" if deadly else "soak"), {}


def strike(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """A hit: damage, or a gate stone."""
    about: Mapping[str, Any] = decision.about
    if answer == "steal":
        return "steal", {}
    dies = about["damage"] >= view.heroes[about["target"]].health
    return ("kill" if dies else "wear-down"), {"seat": about["target"]}


def undead_attack(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """Whom the undead hunt; one that slips may hold for no reason."""
    if answer == "hold":
        return "", {}
    return "prey", {"seat": answer.target}


def courier(decision: Decision[Any], answer: Any, view: MazeView) -> Reason:
    """Whose backpack to take from."""
    return "backpack", {"seat": answer.target}


BY_QUESTION: Final[Mapping[str, Callable[[Decision[Any], Any, MazeView], Reason]]] = {
    "prep": tend,
    "cleanup": tend,
    "turn": turn,
    "reveal": reveal,
    "roll": roll,
    "hurt": hurt,
    "strike": strike,
    "undead-attack": undead_attack,
    "courier": courier,
}
