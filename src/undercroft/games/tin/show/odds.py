"""What a fight's roll can do, counted over the die, the attack die and the unseen cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from undercroft.core.game import Odds
from undercroft.core.questions import Decision
from undercroft.games.tin.components import ATTACKS, BOMB, MAIDEN, Attack, Card, Monster
from undercroft.games.tin.rules.combat import PlayCard, Target, chance
from undercroft.games.tin.state import MOST_HEARTS
from undercroft.games.tin.view import FightView, KnightView, TinGlance, TinView


def odds(rows: Mapping[str, Any], view: TinView, decision: Decision[Any]) -> Odds:
    """Count for each option of a fight in how many cases the roll is won, or costs a heart."""
    knight = view.knights[decision.seat]
    fight = view.combat.fight if view.combat else None
    match decision.id:
        case "target":
            deck = blind(rows, view)
            return {
                str(target): cases(*before_attack(rows, knight, target, deck), knight.hearts)
                for target in decision.options
            }
        case "card" if fight and fight.attack:
            deck = blind(rows, view)
            added = fixed(rows, knight, rows[fight.monster])
            return {
                str(way): cases(*by_card(way, deck, fight.attack, added), knight.hearts)
                for way in decision.options
            }
        case "bomb" if fight:
            so_far = with_card(rows, knight, fight)
            bonus = {"bomb": rows[BOMB].bonus, "no-bomb": 0}
            return {
                way: cases(chance(so_far + bonus[way]), 6, knight.hearts)
                for way in decision.options
            }
        case "level-up" if fight:
            won = chance(with_card(rows, knight, fight))
            hearts = {"level-up": MOST_HEARTS, "wait": knight.hearts}
            return {way: cases(won, 6, hearts[way]) for way in decision.options}
    return {}


def cases(won: int, total: int, hearts: int) -> dict[str, int]:
    """Write what can happen: the roll is won, or a heart is lost, perhaps the last."""
    return {"wins": won, "dies" if hearts == 1 else "loses": total - won}


def blind(rows: Mapping[str, Any], view: TinView | TinGlance) -> Sequence[Card]:
    """Give the cards that a blind draw may turn up: an empty deck is renewed (H-2)."""
    if isinstance(view, TinGlance):
        return view.draws()
    return [rows[id] for id in (view.unseen if view.fight_cards else view.fight_discard)]


def fixed(rows: Mapping[str, Any], knight: KnightView, monster: Monster) -> int:
    """Sum up what is added whatever card is played: horns and the maiden."""
    return (rows[MAIDEN].bonus if MAIDEN in knight.items else 0) - monster.horns


def with_card(rows: Mapping[str, Any], knight: KnightView, fight: FightView) -> int:
    """Sum up what is added by now."""
    added = fixed(rows, knight, rows[fight.monster])
    if fight.card and fight.attack:
        added += rows[fight.card].against(fight.attack)
    if fight.bomb:
        added += rows[BOMB].bonus
    return added


def by_card(way: object, deck: Sequence[Card], attack: Attack, added: int) -> tuple[int, int]:
    """Count the cases that win with a card of the hand, or with any card of the deck."""
    if isinstance(way, PlayCard):
        return chance(way.card.against(attack) + added), 6
    return sum([chance(card.against(attack) + added) for card in deck]), 6 * len(deck)


def before_attack(
    rows: Mapping[str, Any], knight: KnightView, target: Target, deck: Sequence[Card]
) -> tuple[int, int]:
    """Count over the attack die, if each attack is answered as well as it can be, without bombs."""
    added = fixed(rows, knight, target.monster)
    hand: Sequence[Card] = [rows[id] for id in knight.hand or ()]
    die = rows["die-attack"]
    draws = len(deck) or 1
    won = faces = 0
    for attack in ATTACKS:
        ways = [draws * chance(card.against(attack) + added) for card in hand]
        if deck:
            ways.append(sum([chance(card.against(attack) + added) for card in deck]))
        won += getattr(die, attack) * max(ways or [draws * chance(added)])  # H-3
        faces += getattr(die, attack)
    return won, faces * 6 * draws
