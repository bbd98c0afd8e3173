"""How each seat stands between two turns, in numbers, and its chance to win as a network sees it.

They are what a player would count: how strong a character is against the King, Lives, Gold, what it
carries, where it is and how far it has to go, how late it is, and the same of the best rivals. A
judge looks at whole tables, so only what search imagines is ever shown to it.
"""

from typing import Final

from undercroft.bots.learned.judge import shares
from undercroft.games.talisman.board import BACK, STEPS
from undercroft.games.talisman.bots.boons import HUNTING, WANDERING
from undercroft.games.talisman.bots.lore import odds_of_king
from undercroft.games.talisman.combat.scores import Foe, Side, score
from undercroft.games.talisman.heroes.characteristics import craft_of, strength_of
from undercroft.games.talisman.pieces import Placed
from undercroft.games.talisman.rules.scoring import score as points
from undercroft.games.talisman.state import Hero, Maze

DRAGON: Final = frozenset({"dragon"})
FAR: Final = 12  # steps
REGIONS: Final = ("outer", "middle", "inner")
TASKS: Final = ("q-letter", "q-depths", "q-delve", "q-trophy")
AILMENTS: Final = ("confusion", "disease", "curse", "poison", "lycanthropy")
HOLDS: Final = ("pit", "maze", "doors", "flood")
INWARD: Final = ("wilderness", "bone-field", "glass-gorge", "causeway", "wizards-tower")


def judge(maze: Maze) -> tuple[float, ...]:
    """Give each seat's chance to win; one of several does."""
    form = "quest" if maze.options.quest else maze.options.scenario
    return shares("undercroft.games.talisman", f"judge-{form}.weights", standing(maze))


def standing(maze: Maze) -> list[list[float]]:
    """Say how each seat stands."""
    seats = [Standing(maze, seat) for seat in range(len(maze.seats))]
    return [one.numbers(seats) for one in seats]


def is_open(placed: Placed, direction: int) -> bool:
    """Whether a tile can be entered by who comes in a direction."""
    return not placed.is_closed and bool(placed.sides >> BACK[direction] & 1)


class Ways:
    """The way from a square, in steps: to a stair to the Tower, out, into the dark, to Enemies."""

    def __init__(self, maze: Maze, start: int) -> None:
        self.tower = self.out = self.dark = self.prey = FAR
        board = maze.board
        steps = [-1] * 49
        steps[start] = 0
        reached = [start]
        for at in reached:
            away = steps[at]
            placed = board[at]
            if placed is None or placed.hidden:
                self.dark = min(self.dark, away)
                continue  # nobody knows what is beyond
            tile = placed.tile
            if tile.kind == "entrance":
                self.out = min(self.out, away)
                if tile.stair == "tower":
                    self.tower = min(self.tower, away)
            elif tile.id in HUNTING or WANDERING in tile.id:
                self.prey = min(self.prey, max(away, 1))
            for direction, there in STEPS[placed.sides][at]:
                if steps[there] >= 0:
                    continue
                other = board[there]
                if other is not None and not other.hidden and not is_open(other, direction):
                    continue
                steps[there] = away + 1
                reached.append(there)
        self.reach = len(reached)


class Standing:
    """How a seat stands."""

    def __init__(self, maze: Maze, seat: int) -> None:
        self.maze = maze
        self.seat = seat
        self.place = place = maze.seats[seat]
        self.king = self.power = 0.0
        self.lead = -12
        self.points = points(maze, seat)
        hero = place.hero
        self.has_talisman = hero is not None and hero.has_talisman
        if hero is not None:
            side = Side(hero)
            self.battle = score(maze, side, Foe("king", maze.king, False, DRAGON))
            self.psychic = score(maze, side, Foe("king", maze.king, True, DRAGON))
            self.lead = max(self.battle, self.psychic) - maze.king
            self.king = odds_of_king(self.lead, maze.scales, max(hero.lives, 0))
            self.power = (self.lead + maze.king) / 10
        self.near = self.nearness(hero)

    def nearness(self, hero: Hero | None) -> float:
        """Say how near it is to the King: 1 at him, 0 far away."""
        if hero is None:
            return 0.0
        maze = self.maze
        if hero.square < 0:
            space = hero.space
            if hero.in_tower:
                return 1.0
            if space is not None and space.region == "inner":
                return 0.3 if maze.is_catacombs else (INWARD.index(space.id) + 1) / 5
            return 0.2 * hero.has_talisman
        self.ways = Ways(maze, hero.square)
        return 0.0 if not maze.is_catacombs else 1 - (self.ways.tower + 1) / (FAR + 2)

    def numbers(self, seats: "list[Standing]") -> list[float]:
        """Give everything as small numbers, most of them between 0 and 1."""
        maze, hero = self.maze, self.place.hero
        late = maze.round / max(maze.options.round_cap or 1, 1)
        rivals = [one for one in seats if one is not self and not one.place.out]
        count = len(seats)
        turn = (self.seat - maze.to_play) % count
        most = max([one.points for one in rivals], default=0)
        ahead = (self.points - most) / 20
        found = [
            float(hero is not None),
            float(self.place.out),
            self.place.spares / 2,
            self.place.scales / 3,
            maze.scales / 3,
            late,
            late * late,
            max(0.0, 10 * late - 9),
            turn / max(count - 1, 1),
            float(turn == 0),
            ahead,
            ahead * max(0.0, 2 * late - 1),
            float(ahead > 0) * max(0.0, 10 * late - 9),
            float(maze.options.quest),
            float(maze.options.finish == "arrive"),
        ]
        found += self.strength(hero, late)
        found += self.belongings(hero)
        found += self.whereabouts(hero)
        found += self.company(rivals, count)
        return found

    def strength(self, hero: Hero | None, late: float) -> list[float]:
        """Say how strong it is, and how well."""
        if hero is None:
            return [0.0] * 31
        maze, lives, lead = self.maze, hero.lives, self.lead
        king = self.king
        return [
            strength_of(maze, hero) / 10,
            craft_of(maze, hero) / 10,
            self.battle / 10,
            self.psychic / 10,
            self.power,
            king,
            king * king,
            king * late,
            float(king >= 0.6),
            float(king >= 0.35),
            min(max(lead + 6, 0), 12) / 12,
            float(lead >= -4),
            float(lead >= -2),
            float(lead >= 0),
            float(lead >= 2),
            float(lead >= 4),
            min(lives, 8) / 8,
            float(lives == 1),
            float(lives == 2),
            float(lives == 3),
            float(lives == 4),
            float(lives > 5),
            max(hero.quota - lives, 0) / 4,
            hero.xp / 7,
            min(hero.gold, 8) / 8,
            float(hero.gold > 0),
            hero.miss / 2,
            hero.weakness / 2,
            float(hero.blind > 0),
            float(hero.outcast),
            float(hero.prisoner),
        ]

    def belongings(self, hero: Hero | None) -> list[float]:
        """Say what it carries, can and suffers."""
        if hero is None:
            return [0.0] * 21
        cards = [item.card for item in hero.objects]
        kinds = {hold.kind for hold in hero.holds}
        return [
            len(cards) / 4,
            len(hero.followers) / 4,
            len(hero.spells) / 3,
            sum([spell.worth for spell in hero.spells]) / 2,
            len(hero.scrolls) / 2,
            len(hero.abilities) / 3,
            sum([card.worth + 0.7 * (card.use is not None) for card in cards]) / 2,
            float(any(card.light for card in cards)),
            sum([7 - card.save for card in cards if card.save]) / 6,
            len(hero.markers) / 2,
            len(hero.tokens) / 2,
            float("ab-meditation" in [ability.id for ability in hero.abilities]),
            *[float(ailment in hero.ailments) for ailment in AILMENTS],
            *[float(kind in kinds) for kind in HOLDS],
        ]

    def whereabouts(self, hero: Hero | None) -> list[float]:
        """Say where it is, what it is to do, and how far it has to go."""
        if hero is None:
            return [0.0] * 32
        maze, space = self.maze, hero.space
        is_below = hero.square >= 0
        region = space.region if space is not None and not is_below else ""
        id = space.id if space is not None and not is_below else ""
        has, is_ready = hero.has_talisman, self.king >= 0.35
        found = [
            float(is_below),
            *[float(region == one) for one in REGIONS],
            *[float(id == one) for one in INWARD],
            float(id == "iron-gate"),
            float(has),
            float(has) * (region == "middle"),
            float(hero.gave_talisman),
            *[float(hero.task == one) for one in TASKS],
            float("delved" in hero.done),
            float(hero.task == "q-letter") * (region == "outer"),
            float(hero.host_beaten),
            self.near * self.king,
        ]
        if not is_below:
            return found + [0.0] * 11
        ways = self.ways
        is_tower = maze.is_catacombs
        found += [
            (FAR - ways.tower) / FAR * is_tower,
            (FAR - ways.tower) / FAR * is_ready * is_tower,
            float(ways.tower < FAR) * is_tower,
            float(ways.tower < FAR) * is_ready * is_tower,
            float(ways.tower == 0) * is_ready * is_tower,
            (FAR - ways.out) / FAR,
            (FAR - ways.dark) / FAR,
            float(ways.dark == FAR),
            (FAR - ways.prey) / FAR,
            float(ways.prey <= 1),
            ways.reach / 25,
        ]
        return found

    def company(self, rivals: "list[Standing]", count: int) -> list[float]:
        """Say how the others stand."""
        kings = sorted([one.king for one in rivals], reverse=True)
        powers = sorted([one.power for one in rivals], reverse=True)
        threats = sorted([one.king * one.near for one in rivals], reverse=True)
        lives = [hero.lives for one in rivals if (hero := one.place.hero) is not None]
        best = kings[0] if kings else 0.0
        strongest = powers[0] if powers else 0.0
        return [
            count / 4,
            len(rivals) / 3,
            best,
            kings[1] if len(kings) > 1 else 0.0,
            sum(kings) / max(len(kings), 1),
            self.king - best,
            strongest,
            powers[1] if len(powers) > 1 else 0.0,
            self.power - strongest,
            sum([one.power > self.power for one in rivals]) / 3,
            threats[0] if threats else 0.0,
            threats[1] if len(threats) > 1 else 0.0,
            sum(threats),
            max([one.near for one in rivals], default=0.0),
            sum(lives) / 12,
            max([one.place.scales for one in rivals], default=0) / 3,
            float(any(one.has_talisman for one in rivals)),
        ]
