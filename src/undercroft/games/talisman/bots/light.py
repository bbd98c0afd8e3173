"""A cheap character for playouts: it looks at the table once in a while, and walks on by heart.

Its options' classes are compared: `isinstance` takes three times as long to say no.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.talisman.board import (
    ALL,
    BACK,
    BY_NAME,
    MASKS,
    NEXT,
    NOWHERE,
    PASSAGES,
    STEPS,
)
from undercroft.games.talisman.bots.boons import DANGERS, HUNTING, WANDERING
from undercroft.games.talisman.bots.lore import Lore, odds_of_king
from undercroft.games.talisman.bots.sight import LIFE
from undercroft.games.talisman.bots.steady.estimates import lead
from undercroft.games.talisman.choices import Go, SecretDoor, Trade, Tunnel, Use
from undercroft.games.talisman.view import HeroView, MazeView, SquareView

PREFERRED: Final[Mapping[str, tuple[str, ...]]] = {  # by question, the best first
    "spoils": ("life",),
    "meet": ("encounter",),
    "counter": ("counter",),
    "teleportal": ("pass",),
    "room-offer": ("heal", "rest", "search", "drink", "pray", "pass"),
    "vermin": ("light", "spell", "back", "fight"),
    "chasm": ("fly", "rope", "leap", "back"),
    "burial": ("retreat",),
    "open": ("open",),
    "barrier": ("key", "break"),
    "charm": ("use-charm",),
    "inner": ("step-on", "stay"),
    "land-main": ("free-move", "roll"),
    "guide": ("exact",),
    "sell": ("done",),
    "hermit": ("accept", "keep"),
    "donjon": ("bribe", "escape"),
}

LIKED: Final[Mapping[str, float]] = {  # rooms with something for who comes first
    "s-tree-of-wisdom": 1.0,
    "s-halls-of-learning": 0.3,
    "s-treasure-chamber": 0.7,
    "s-throne-of-power": 0.25,
    "s-faerie-dragon": 0.35,
    "s-crypt-room": 0.25,
    "r-strongroom": 0.4,
    "r-store-long": 0.2,
    "r-store-bent": 0.2,
}
ONCE: Final[Mapping[str, str]] = {"s-tree-of-wisdom": "tree", "s-halls-of-learning": "halls"}
HEALS: Final = ("t-healing-draught", "a-bitter-herbs", "t-old-sister")
HEALING: Final = ("s-well-of-life", "r-shrine")
HOPELESS: Final = -2  # so far behind the King it withdraws
READY: Final = 0.7  # the chance at which it goes for the King
NEW: Final = 0.3  # what a new tile is worth
STAIR: Final = 20.0
SEARCH: Final = 1.3  # a new tile, when it needs the stair
PATIENCE: Final = 3  # steps
RECALLS: Final = 8  # ways that it finds by heart before it looks again
AGAIN: Final = 3  # how often it hunts in one place before it looks again
HUNT: Final = 4.0  # turns for which it thinks a hunt goes on


class Light:
    """Fights what it can beat, grows, explores, and takes the stair to the Tower when it is strong.

    What it remembers is the way it has chosen: if that is barred, it looks again.
    """

    strength: ClassVar[str] = "light"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self._random = random
        self._rows = rows
        self._lore = Lore(rows)
        self._hunting = dict.fromkeys(HUNTING, 1.0)
        self._hunting |= {tile: 1 / 3 for tile in self._lore.steps if WANDERING in tile}
        self._kinds = dict.fromkeys(self._hunting, "hunting") | dict.fromkeys(DANGERS, "danger")
        self._kinds |= dict.fromkeys((*LIKED, *HEALING, *self._lore.entrances), "promising")
        self._back = -1  # the way it came
        self._patience = 0  # how often it does without a look
        self._way: list[int] = []  # directions, the next one last
        self._grows = "strength"
        self._is_ready = False
        self._is_bold = False  # there was no way round the dangers
        self._here = 0  # where it is, and what was where when it looked last
        self._sides = [-1] * 49
        self._tiles = [""] * 49
        self._dark = [True] * 49
        self._barred = [False] * 49
        self._worth = [0.0] * 49
        self._hunts = [0.0] * 49
        self._recalls = 0  # how often it goes by that before it looks again

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Answer by what the question says, else by the first option, which is a safe one."""
        options = decision.options
        about: Mapping[str, Any] = decision.about
        match decision.id:
            case "main" | "second":
                return self.walk(options, about, look, decision.seat)
            case "pit":
                return "enter" if self._is_bold else "refuse"
            case "rotate":
                return self.turned(options, about)
            case "window":
                return self.trade(options, about)
            case "evade":
                return "fight" if lead(about) >= 0 else "evade"
            case "fight-window":
                return "fight" if lead(about) >= 1 else options[0]
            case "king":
                battle, psychic = lead(about["battle"]), lead(about["psychic"])
                if "withdraw" in options and max(battle, psychic) < HOPELESS:
                    return "withdraw"
                return "battle" if battle >= psychic else "psychic"
        for word in PREFERRED.get(decision.id, ()):
            if word in options:
                return word
        return options[0]

    def trade(self, options: Sequence[Any], about: Mapping[str, Any]) -> Any:
        """Trade experience for what it is better at, or for a Life when there are few left."""
        gain = "life" if about["lives"] <= 2 else self._grows
        for option in options:
            if type(option) is Trade and option.gain == gain:
                return option
            if type(option) is Use and (about["lives"] <= 3 or option.card.id not in HEALS):
                return option
        return "done"

    # -- walking ----------------------------------------------------------------------------------

    def walk(
        self, options: Sequence[Any], about: Mapping[str, Any], look: Look[MazeView], seat: int
    ) -> Any:
        """Take the stairs to the Tower when it is strong; else go its way, or look for one."""
        if self._way:
            wanted = self._way.pop()
            for option in options:
                if type(option) is Go and option.direction == wanted:
                    return self.go(option)
        ways = {option.direction: option for option in options if type(option) is Go}
        self._way = self.near(ways) or self.recall(about["here"].id) or self.way(look.view, seat)
        if "exit" in options and about["here"].stair == "tower" and self._is_ready:
            return "exit"
        if "seek" in options:
            return "seek"
        if self._way and self._way[-1] in ways:
            return self.go(ways[self._way.pop()])
        doors = [option for option in options if isinstance(option, Tunnel | SecretDoor)]
        if doors:
            new = [door for door in doors if self.is_dark(door.direction)] or doors
            return new[int(self._random() * len(new))]
        onward = [way for way in ways if way != self._back] or [*ways]
        return self.go(ways[onward[int(self._random() * len(onward))]]) if onward else options[0]

    def go(self, way: Go) -> Go:
        """Take a way, and keep in mind where it leads."""
        self._back = BACK[way.direction]
        self._here = there = NEXT[self._here][way.direction]
        if self._sides[there] < 0:
            self._sides[there] = ALL
        return way

    def near(self, ways: Mapping[int, Go]) -> list[int]:
        """What it can do without a look: enter the dark beside it, or wander where nothing is."""
        if not self._is_ready:
            for way in ways:
                if self.is_dark(way):
                    return [way]
        self._patience -= 1
        if self._patience < 0 or not ways:
            return []
        onward = [way for way in ways if way != self._back] or [*ways]
        return [onward[int(self._random() * len(onward))]]

    def is_dark(self, direction: int) -> bool:
        """Whether nobody knew what was there when it looked last."""
        there = NEXT[self._here][direction]
        return there != NOWHERE and self._sides[there] < 0

    def turned(self, options: Sequence[Any], about: Mapping[str, Any]) -> Any:
        """L-19. Keep as many ways open as can be; those into the dark count double."""
        shape, square, sides = str(about["shape"]), BY_NAME[str(about["square"])], self._sides
        best, most = options[0], -1
        for option in options:
            open_ways = 0
            for direction, there in STEPS[PASSAGES[shape][option.rotation]][square]:
                other = sides[there]
                open_ways += 2 if other < 0 else other >> BACK[direction] & 1
            if open_ways > most:
                best, most = option, open_ways
        self._here, self._tiles[square], self._dark[square] = square, about["tile"].id, False
        sides[square] = PASSAGES[shape][best.rotation]
        return best

    def recall(self, tile: str) -> list[int]:
        """Find the next way by heart, if it stands where it thinks it does."""
        here = self._here
        known = self._tiles[here]
        if not self._recalls or (known and known != tile):
            return []
        self._recalls -= 1
        self._worth[here] = 0.0
        return search(here, self._sides, self._worth, self._hunts, self._barred, self._dark)

    def way(self, view: Any, seat: int) -> list[int]:
        """Find the way to what brings most for the steps that it takes; the next one is last."""
        me = view.places[seat].hero
        here = BY_NAME.get(me.place, NOWHERE) if me is not None else NOWHERE
        if me is None or here == NOWHERE:
            return []
        prey = self.appraise(view, me)
        sides = [-1] * 49
        tiles = [""] * 49
        worth = [SEARCH if self._is_ready else NEW] * 49
        dark = [True] * 49
        barred = [False] * 49
        hunts = [0.0] * 49
        kinds = self._kinds
        for seen in view.board:
            square = BY_NAME[seen.square]
            tile = seen.tile
            if seen.destroyed or seen.sealed:
                sides[square] = 0
            elif seen.hidden or tile is None:
                sides[square] = ALL
            else:
                sides[square] = MASKS[seen.passages]
                tiles[square] = tile
                dark[square] = False
                kind = kinds.get(tile, "")
                worth[square] = self.worth(tile, seen, me) if kind == "promising" else 0.0
                if kind == "danger":
                    barred[square] = True
                elif kind == "hunting" and prey > 0:
                    hunts[square] = prey * self._hunting[tile]
        self._here, self._sides, self._tiles, self._dark = here, sides, tiles, dark
        self._worth, self._hunts, self._barred = worth, hunts, barred
        self._recalls = RECALLS
        way = search(here, sides, worth, hunts, barred, dark)
        self._is_bold = not way
        if not way:
            way = search(here, sides, worth, hunts, [False] * 49, dark)
        self._patience = 0 if way else PATIENCE
        return way

    def appraise(self, view: Any, me: HeroView) -> float:
        """See how strong it is: for the King, and for what a fight with an Enemy is worth."""
        rows = self._rows
        things = [rows[item.card] for item in me.objects] + [rows[id] for id in me.followers]
        battle = me.strength + max([card.weapon for card in things], default=0)
        battle += sum([card.battle for card in things])
        psychic = me.craft + sum([card.psychic for card in things])
        self._grows = "strength" if battle >= psychic else "craft"
        late = view.round / max(view.round_cap, 1)
        chance = odds_of_king(max(battle, psychic) - view.king, view.scales, me.lives)
        self._is_ready = view.finish == "arrive" or chance >= READY * (1 - late)
        fray = self._lore.fray("enemy", battle, psychic)
        life = LIFE[min(me.lives, len(LIFE) - 1)]
        return fray.gain - life * (fray.lost_battles + fray.lost_psychic)

    def worth(self, tile: str, seen: SquareView, me: HeroView) -> float:
        """What it brings to enter a tile."""
        if tile in self._lore.entrances:
            return STAIR if self._is_ready and self._rows[tile].stair == "tower" else 0.0
        if tile in HEALING:
            return 0.6 * max(me.quota - me.lives, 0) * ("well" not in me.done)
        liked = LIKED.get(tile, 0.0)
        if not liked or seen.spent or seen.marks or ONCE.get(tile) in me.done:
            return 0.0
        return liked


def search(
    here: int,
    sides: Sequence[int],
    worth: Sequence[float],
    hunts: Sequence[float],
    barred: Sequence[bool],
    dark: Sequence[bool],
) -> list[int]:
    """Walk in all directions at once, round dangers; the way to the best square, backwards."""
    steps = [-1] * 49
    by = [-1] * 49
    came = [NOWHERE] * 49
    steps[here] = 0
    best, goal = 0.0, NOWHERE
    most, prey = max(worth), max(hunts) * HUNT
    reached = [here]
    for at in reached:
        away = steps[at]
        if best >= most / (away + 0.3) and best >= prey / (away + HUNT):
            break  # nothing farther is better
        if away:
            rate = max(worth[at] / (away + 0.3), hunts[at] * HUNT / (away + HUNT))
            if rate > best:
                best, goal = rate, at
            if dark[at]:
                continue  # nobody knows what is beyond
        for direction, there in STEPS[sides[at]][at]:
            other = sides[there]
            is_way = other < 0 or other >> BACK[direction] & 1
            if is_way and steps[there] < 0 and not barred[there]:
                steps[there], by[there], came[there] = away + 1, direction, at
                reached.append(there)
    if hunts[here] * HUNT / (HUNT + 1) > best and len(reached) > 1:
        out = by[reached[1]]
        return [BACK[out], out] * AGAIN
    way = []
    if goal != NOWHERE and hunts[goal]:
        way = [by[goal], BACK[by[goal]]] * AGAIN
    while goal not in (here, NOWHERE):
        way.append(by[goal])
        goal = came[goal]
    return way
