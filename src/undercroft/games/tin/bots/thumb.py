"""Bots that know Dungeon in a Tin."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from undercroft.core.game import Advice, Look
from undercroft.core.questions import Decision
from undercroft.games.tin.bots.charts import Atlas, Chart, Route, Spot, on
from undercroft.games.tin.components import BOMB, ITEMS, MAIDEN, POTION
from undercroft.games.tin.rules.combat import PlayCard, chance
from undercroft.games.tin.rules.placing import Rotate
from undercroft.games.tin.rules.treasure import Buy, Drop, Take
from undercroft.games.tin.show.odds import blind, by_card, fixed
from undercroft.games.tin.state import SLOTS, START
from undercroft.games.tin.tiles import beyond
from undercroft.games.tin.view import KnightView, TinView, knight_of


def worth(item: str, held: int, tools: set[str]) -> int:
    """Say what one more of an item is worth, by how many are held and which tools are needed."""
    if item == MAIDEN:
        return 100
    if item in tools and not held:
        return 50
    return {POTION: 10, BOMB: 5}.get(item, 3) - held


class Thumb:
    """Explores where it is cheapest, fights with the best card, shops in need, carries her home."""

    strength: ClassVar[str] = "sensible"
    budget: ClassVar[float] = 0.01

    level_at = 2  # hearts at which ten tokens are swapped
    drink_at = 3
    near = 2.5  # so many fights to the stairs are worth a potion
    follows = True  # goes home when a companion has her

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.rows = rows
        self._random = random

    def __call__(self, decision: Decision[Any], look: Look[TinView]) -> Any:
        """Choose an option."""
        return self.advise(decision, look).answer

    def advise(self, decision: Decision[Any], look: Look[TinView]) -> Advice:
        """Choose by the rule of thumb for that question, and say why.

        The view is made only if it is needed.
        """
        about: Mapping[str, Any] = decision.about
        match decision.id:
            case "level-up":  # ten tokens are a potion for the worst moment
                if about["hearts"] <= self.level_at:
                    return Advice("level-up", "few-hearts")
                return Advice("wait", "enough-hearts", {"hearts": self.level_at})
            case "potion":
                if about["hearts"] <= self.drink_at:
                    return Advice("drink", "few-hearts")
                return Advice("skip", "enough-hearts", {"hearts": self.drink_at})
            case "target":  # the easy ones first: a companion may see to the others
                easy = min(decision.options, key=lambda target: target.monster.horns)
                return Advice(easy, "easy")
            case "treasure" if decision.options[0] == "take-coins":
                return Advice("take-coins", "coins")
        view = look.view
        knight = knight_of(view, decision.seat)
        match decision.id:
            case "card":
                return self.answer_attack(decision, view, knight)
            case "bomb":
                thrown = self.bomb(about["so_far"], knight)
                return Advice(thrown, "dire" if thrown == "bomb" else "not-dire")
            case "treasure":
                taken = self.treasure(decision, view, knight)
                return Advice(taken, "no-slot" if taken == "done" else "slots")
            case "place":
                return Advice(self.place(decision, view), "open")
        wanted, errand = self.move(decision, view, knight)
        stay: str = decision.options[0]
        found = next((option for option in decision.options if str(option) == wanted), stay)
        return Advice(found, errand)

    # -- fighting ---------------------------------------------------------------------------------

    def answer_attack(self, decision: Decision[Any], view: TinView, knight: KnightView) -> Advice:
        """Play the best card of the hand, unless the top of the deck promises more.

        Of cards that win as often, the one with the least to add, which is worth more another time.
        """
        about: Mapping[str, Any] = decision.about
        deck, added = blind(self.rows, view), fixed(self.rows, knight, about["monster"])

        best: Any = None
        share, most = 0.0, (-1.0, False, 0)
        for way in decision.options:
            won, total = by_card(way, deck, about["attack"], added)
            is_played = isinstance(way, PlayCard)
            promise = (won / total, is_played, -way.amount if is_played else 0)
            if promise > most:
                best, share, most = way, promise[0], promise
        return Advice(best, "wins", {"share": f"{100 * share:.0f}"})

    def bomb(self, so_far: int, knight: KnightView) -> str:
        """Throw it when a heart counts and it helps."""
        is_dire = knight.hearts <= 2 or MAIDEN in knight.items
        return "bomb" if is_dire and chance(so_far) <= 3 else "no-bomb"

    # -- treasure ---------------------------------------------------------------------------------

    def treasure(self, decision: Decision[Any], view: TinView, knight: KnightView) -> Any:
        """Take what is worth a slot, drop what is in its way, buy what is needed."""
        floor = Atlas(self.rows, view)[knight.cell].floor
        has_room = len(knight.items) < SLOTS
        if not floor and (knight.cell != START or (has_room and not is_for_sale(decision))):
            return "done"
        wanted = self.best_items(view, knight, Chart(self.rows, view, knight))
        wanted.subtract(knight.items)
        for option in decision.options:
            match option:
                case Take(token) if token.is_coin or wanted[token.id] > 0:
                    return option
                case Buy(token) if wanted[token.id] > 0 and token.id not in floor:
                    return option
                case Drop(token) if (
                    wanted[token.id] < 0 and not has_room and max(wanted.values()) > 0
                ):
                    return option
        return "done"

    def best_items(
        self, view: TinView, knight: KnightView, chart: Chart, at_stairs: bool = False
    ) -> Counter[str]:
        """Choose the best that the slots can hold of what is carried, lies here or is for sale."""
        at_hand = Counter(knight.items)
        if at_stairs:
            at_hand.update(chart.rooms[START].floor)
        else:
            at_hand.update(chart.here.floor)
        on_sale: Counter[str] = Counter()
        if at_stairs or knight.cell == START:
            on_sale.update(view.treasure)
            on_sale.update(view.treasure_discard)
        elif sum([at_hand[item] for item in ITEMS]) <= SLOTS:
            return Counter({item: at_hand[item] for item in ITEMS})  # there is room for all
        tools = chart.wants() if self.is_stuck(view, chart) else set()
        gold = knight.gold
        chosen: Counter[str] = Counter()
        for _ in range(SLOTS):
            kinds = [
                item
                for item in ITEMS
                if chosen[item] < at_hand[item]
                or (
                    chosen[item] < at_hand[item] + on_sale[item]
                    and gold >= self.rows[item].price > 0
                )
            ]
            if not kinds:
                break
            best = max(kinds, key=lambda item: worth(item, chosen[item], tools))
            if chosen[best] >= at_hand[best]:
                gold -= self.rows[best].price
            chosen[best] += 1
        return chosen

    def is_stuck(self, view: TinView, chart: Chart) -> bool:
        """Whether she is still to be found and no way is open without a tool."""
        return bool(view.stack.last) and chart.way_on(with_tools=False) is None

    # -- moving -----------------------------------------------------------------------------------

    def place(self, decision: Decision[Any], view: TinView) -> Any:
        """Lay a tile so that most exits stay open."""
        cell: Any = decision.about["cell"]
        cells = {room.cell for room in view.rooms}

        def openness(way: Rotate) -> float:
            return sum(
                0.5 if side in way.locks else 1.0
                for side in way.exits
                if beyond(cell, side) not in cells
            )

        return max(decision.options, key=openness)

    def move(self, decision: Decision[Any], view: TinView, knight: KnightView) -> tuple[str, str]:
        """Fight on where there are monsters; else take the first step of a plan. Say what for."""
        chart = Chart(self.rows, view, knight)
        if chart.here.monsters:
            return self.flee(chart) or ("stay", "fight")
        route = self.plan(view, knight, chart)
        if route is None:
            is_out = view.rescued and knight.cell == START
            return ("leave", "out") if is_out else ("stay", "nowhere")
        if route.step is None:
            return "stay", "here"
        go = f"go:{route.step}"
        is_open = go in map(str, decision.options)
        return (go if is_open else f"unlock:{route.step}"), route.errand

    def flee(self, chart: Chart) -> tuple[str, str] | None:
        """Flee at the last heart, if the room behind is quiet and stays so."""
        entry = chart.knight.entry
        if chart.knight.hearts > 1 or entry is None:
            return None
        behind = chart.rooms[beyond(chart.here.cell, entry)]
        return None if behind.fights else (f"go:{entry}", "flee")

    def plan(self, view: TinView, knight: KnightView, chart: Chart) -> Route | None:
        """Where to, in order: home with her, to her, shopping, on, or for the means to go on."""
        if view.rescued and knight.cell == START:
            return None
        if view.rescued or MAIDEN in knight.items:
            errand = "out" if view.rescued else "home"
            return on(errand, chart.cheapest(is_stairs, with_tools=True))
        if not view.stack.last:  # she has been found
            others = [other for other in view.knights if other.status == "active"]
            if self.follows and any(MAIDEN in other.items for other in others):
                return on("follow", chart.cheapest(is_stairs, with_tools=True))
            to_her = chart.cheapest(lambda room: MAIDEN in room.floor, with_tools=True)
            if to_her:
                return on("to-her", to_her)
        if self.needs_potion(knight):
            home = chart.cheapest(is_stairs, within=self.near)
            if home and home.cost > 0 and self.has_slot(view, knight, chart):
                return on("shop", home)
        open_way = on("explore", chart.way_on(with_tools=False))
        return open_way or self.find_means(knight, chart)

    def needs_potion(self, knight: KnightView) -> bool:
        """Out of potions, with gold for one."""
        return POTION not in knight.items and bool(knight.gold >= self.rows[POTION].price)

    def has_slot(self, view: TinView, knight: KnightView, chart: Chart) -> bool:
        """With a slot for a potion that is not needed otherwise."""
        return self.best_items(view, knight, chart, at_stairs=True)[POTION] > 0

    def find_means(self, knight: KnightView, chart: Chart) -> Route | None:
        """With no way open: use a key or rope, fetch one, buy one, or fight for gold."""
        by_tool = on("tool", chart.way_on(with_tools=True))
        if by_tool:
            return by_tool
        wants = chart.wants()
        fetch = chart.cheapest(lambda room: bool(wants & {*room.floor}) and room is not chart.here)
        if fetch:
            return on("fetch", fetch)
        if knight.gold >= 10:
            return on("buy-tool", chart.cheapest(is_stairs))
        gold = chart.cheapest(lambda room: has_coins(room) and room is not chart.here)
        if gold:
            return on("gold", gold)
        fight = chart.cheapest(lambda room: room is not chart.here and 0 < room.fights <= 2)
        return on("loot", fight or chart.cheapest(lambda room: room is not chart.here))


def is_for_sale(decision: Decision[Any]) -> bool:
    """Whether anything can be bought."""
    return any(isinstance(option, Buy) for option in decision.options)


def is_stairs(room: Spot) -> bool:
    """Whether it is the room to come back to."""
    return room.cell == START


def has_coins(room: Spot) -> bool:
    """Whether coins lie there."""
    return any(token.startswith("coin") for token in room.floor)
