"""What a knight knows, and what each of its answers is, as numbers for a network that learned.

Everything comes from the view and the question, so there is nothing in it that the seat cannot see.
Numbers are small: most lie between 0 and 2.
"""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.questions import Decision
from undercroft.games.tin.bots.charts import Chart, Route
from undercroft.games.tin.components import BOMB, ITEMS, KEY, MAIDEN, POTION, ROPE
from undercroft.games.tin.rules.combat import PlayCard, Target, chance
from undercroft.games.tin.rules.moving import Go, Unlock
from undercroft.games.tin.rules.placing import Rotate
from undercroft.games.tin.rules.treasure import Buy, Drop, Take
from undercroft.games.tin.show.odds import blind, by_card, fixed
from undercroft.games.tin.state import START
from undercroft.games.tin.tiles import beyond
from undercroft.games.tin.view import KnightView, TinView

ASKED: Final = ("level-up", "potion", "target", "card", "bomb", "treasure", "place", "move")
FAR: Final = 12.0  # fights: what counts as out of reach


def encode(
    rows: Mapping[str, Any], view: TinView, decision: Decision[Any], usual: int
) -> list[list[float]]:
    """Give a row of numbers for each option: what is known, the option, and the usual one."""
    knight = view.knights[decision.seat]
    chart = Chart(rows, view, knight)
    known = _known(rows, view, knight, chart)
    known += [float(decision.id == name) for name in ASKED]
    told = [_option(rows, view, knight, chart, decision, one) for one in decision.options]
    return [known + one + told[usual] for one in told]


def _cost(route: Route | None) -> float:
    return min(route.cost if route else FAR, FAR) / 6


def _known(rows: Mapping[str, Any], view: TinView, knight: KnightView, chart: Chart) -> list[float]:
    """Say how the knight stands, how far the ways are, and what is left to find."""
    hand = [rows[id] for id in knight.hand or ()]
    deck = blind(rows, view)
    here = chart.here
    home = chart.cheapest(lambda room: room.cell == START)
    by_tools = chart.cheapest(lambda room: room.cell == START, with_tools=True)
    on, opened = chart.way_on(with_tools=False), chart.way_on(with_tools=True)
    her = chart.cheapest(lambda room: MAIDEN in room.floor, with_tools=True)
    items = knight.items
    bests = [
        max([card.against(attack) for card in hand], default=0) / 3
        for attack in ("thrust", "swipe", "overhead")
    ]
    added = [
        sum([card.against(attack) for card in deck]) / (len(deck) or 1)
        for attack in ("thrust", "swipe", "overhead")
    ]
    fight = view.combat.fight if view.combat else None
    foes = [foe for foe in (view.combat.monsters if view.combat else here.monsters) if foe]
    stack = view.stack
    return [
        *[float(knight.hearts == count) for count in (1, 2, 3, 4)],
        knight.hearts / 5,
        knight.level / 3,
        min(knight.experience, 20) / 10,
        float(knight.experience >= 10),
        knight.cards / 5,
        len(deck) / 12,
        *bests,
        *added,
        min(knight.gold, 40) / 20,
        float(knight.gold >= 10),
        items.count(POTION) / 2,
        float(POTION in items),
        items.count(BOMB) / 2,
        items.count(KEY) / 2,
        float(ROPE in items),
        float(MAIDEN in items),
        len(items) / 5,
        float(knight.cell == START),
        len(foes) / 4,
        sum(foe.startswith("red") for foe in foes) / 3,
        sum(rows[foe].horns for foe in foes) / 3,
        len(here.floor) / 4,
        _cost(home),
        float(home is None),
        _cost(by_tools),
        _cost(on),
        float(on is None),
        _cost(opened),
        float(opened is None),
        _cost(her),
        float(her is not None),
        (stack.a + len(stack.skipped)) / 5,
        stack.b / 5,
        float(stack.last),
        len(view.rooms) / 12,
        view.turn / 60,
        float(view.rescued),
        float(fight is not None),
        float(bool(view.treasure.count(POTION) + view.treasure_discard.count(POTION))),
    ]


def _option(
    rows: Mapping[str, Any],
    view: TinView,
    knight: KnightView,
    chart: Chart,
    decision: Decision[Any],
    option: Any,
) -> list[float]:
    """Say what an option is: yes or no; a fight's chance; an item; a way."""
    about: Mapping[str, Any] = decision.about
    plain = float(option in ("level-up", "drink", "bomb", "take-coins", "leave"))
    fight, item, way = [0.0] * 4, [0.0] * 9, [0.0] * 12
    match option:
        case PlayCard() | "draw" if decision.id == "card":
            added = fixed(rows, knight, about["monster"])
            won, total = by_card(option, blind(rows, view), about["attack"], added)
            is_held = isinstance(option, PlayCard)
            others = 0
            if isinstance(option, PlayCard):
                card = option.card
                amounts = (card.thrust, card.swipe, card.overhead)
                others = sum([amount for amount in amounts if amount > 0]) - max(option.amount, 0)
            fight = [won / (total or 1), float(is_held), others / 3, about["monster"].horns / 1.0]
        case "bomb" | "no-bomb":
            so_far: int = about["so_far"]
            with_it = so_far + (about["bonus"] if option == "bomb" else 0)
            fight = [chance(with_it) / 6, 0.0, 0.0, about["monster"].horns / 1.0]
        case Target(_, monster):
            fight = [0.0, float(monster.colour == "red"), monster.chests / 1.0, monster.horns / 1.0]
        case Take(token) | Buy(token) | Drop(token):
            kinds = [float(token.id == id) for id in ITEMS]
            ways = [float(isinstance(option, kind)) for kind in (Take, Buy, Drop)]
            item = [*ways, *kinds, float(token.is_coin)]
        case Rotate(_, exits, locks):
            cell: Any = about["cell"]
            fresh = [side for side in exits if beyond(cell, side) not in chart.rooms]
            locked = sum(side in locks for side in fresh)
            way[:3] = [len(fresh) / 2, locked / 2, len(exits) / 3]
        case Go() | Unlock():
            way = _way(rows, chart, option)
    return [plain, *fight, *item, *way]


def _way(rows: Mapping[str, Any], chart: Chart, option: Go | Unlock) -> list[float]:
    """Say where a step leads: how hard it is there, what lies there, how far the goals are then."""
    cell = beyond(chart.here.cell, option.side)
    room = chart.rooms.get(cell)
    flees = isinstance(option, Go) and option.way == "flee"
    unlocks = isinstance(option, Unlock)
    if room is None:
        return [0.0, 0.0, 0.0, 1.0, float(flees), float(unlocks), *([0.0] * 6)]
    home = chart.cheapest(lambda one: one.cell == START, with_tools=True)
    on = chart.way_on(with_tools=True)
    return [
        0.0,
        0.0,
        0.0,
        0.0,
        float(flees),
        float(unlocks),
        chart.fights(room) / 3,
        float(room.entered),
        float(bool(home and home.step == option.side)),
        float(bool(on and on.step == option.side)),
        len(room.floor) / 3,
        float(POTION in room.floor) + 2 * float(MAIDEN in room.floor),
    ]
