"""A game by its parts: what each card does, what skill is worth, how much a choice decides.

Everything is measured on equal luck.

- **Cards.** A card that the first seat met is taken out, and the same game is played again: what
  came with it, less what came without it, is its effect where it is met.
- **Skill.** Every bot plays the same deals. The spread of scores is then parted, as in an analysis
  of variance with two ways: what comes from who plays, what from the deal, and the rest, which is
  luck that one player's choices meet and another's do not.
- **Choices.** In each game one decision, any of them, is answered otherwise, and the game goes on
  with the same luck: how often does it end differently?
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache, partial
from random import Random
from time import perf_counter
from typing import Any, ClassVar, Final, NamedTuple

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.events import Event
from undercroft.core.game import Bot, Row
from undercroft.core.questions import Decision
from undercroft.core.variants import numbers_of
from undercroft.lab.chunks import Workers, each_chunk, number_of
from undercroft.lab.compare.equal_luck import Dealt, Luck, bots_of, deal, seed_of
from undercroft.lab.compare.pairs import OURS, Pairs, Seen
from undercroft.lab.compare.sweep import Axis, Sweep, study_of
from undercroft.lab.study import Setting, Study, set_up

CHUNK: Final = 5  # games: each is played dozens of times
COUNTS: Final = ("copies", "count")  # the field that says how many there are of a card
WIN: Final = (OURS, "win", "1")
SCORE: Final = (OURS, "score", "1")


class Profile(NamedTuple):
    """What to look at: a study, and whether each card is taken out in turn."""

    study: Study
    cards: bool = True
    chunk: int = CHUNK

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.study.plays // self.chunk))


@dataclass
class Scores:
    """What one bot scored."""

    wins: int = 0
    total: float = 0
    squares: float = 0


@dataclass
class Profiled:
    """What is counted."""

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    turns: Counter[tuple[str, int]] = field(default_factory=Counter)  # ending, its turn
    last: Counter[tuple[str, str]] = field(default_factory=Counter)  # ending, card told of last
    decisions: Counter[float] = field(default_factory=Counter)  # in a game
    fates: Counter[float] = field(default_factory=Counter)
    options: Counter[float] = field(default_factory=Counter)  # of a decision
    asked: Counter[str] = field(default_factory=Counter)
    changed: Counter[tuple[str, bool]] = field(default_factory=Counter)  # question: did it matter?
    met: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    cards: dict[str, Pairs] = field(default_factory=dict)  # without it, with it
    skill: dict[str, Scores] = field(default_factory=dict)
    deals: float = 0  # the sum of squares of each deal's total over all bots

    def add(self, other: "Profiled") -> None:
        """Count what another part has counted."""
        self.games += other.games
        self.deals += other.deals
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for id, pairs in other.cards.items():
            self.cards.setdefault(id, Pairs()).add(pairs)
        for bot, scores in other.skill.items():
            ours = self.skill.setdefault(bot, Scores())
            ours.wins += scores.wins
            ours.total += scores.total
            ours.squares += scores.squares


COUNTERS: Final = [it.name for it in fields(Profiled) if it.default_factory is Counter]


class Portrait(NamedTuple):
    """What came out, and how long it took."""

    profile: Profile
    setting: Setting
    profiled: Profiled
    seconds: float
    workers: int


class Shares(NamedTuple):
    """Where the spread of scores comes from; the three add up to 1."""

    skill: float
    deal: float
    rest: float


def shares_of(profiled: Profiled) -> Shares | None:
    """Part the spread of scores; None where there is none, or but one bot."""
    bots, games = [*profiled.skill.values()], profiled.games
    total = sum(bot.total for bot in bots)
    middle = total * total / (len(bots) * games) if games else 0
    spread = sum(bot.squares for bot in bots) - middle
    if len(bots) < 2 or games < 2 or spread <= 0:
        return None
    skill = (sum(bot.total**2 for bot in bots) / games - middle) / spread
    dealt = (profiled.deals / len(bots) - middle) / spread
    return Shares(skill, dealt, 1 - skill - dealt)


# -- playing --------------------------------------------------------------------------------------


def run_profile(profile: Profile, workers: Workers, progress: Callable[[int], None]) -> Portrait:
    """Play with so many processes; progress is told how many games each step has added."""
    setting = set_up(profile.study)
    total = Profiled()
    began = perf_counter()
    for part in each_chunk(partial(profile_chunk, profile), profile.chunks, workers):
        total.add(part)
        progress(part.games)
    seconds = perf_counter() - began
    return Portrait(profile, setting, total, seconds, number_of(workers))


def profile_chunk(profile: Profile, number: int) -> Profiled:
    """Play some games, each many times, and count."""
    part, study, chunk = Profiled(), profile.study, profile.chunk
    for game in range(number * chunk, min((number + 1) * chunk, study.plays)):
        look_at(profile, seed_of(study.seed, game), part)
    for pairs in part.cards.values():
        pairs.settled()
    return part


def look_at(profile: Profile, seed: str, part: Profiled) -> None:
    """Play one game in all its ways."""
    setting, luck = set_up(profile.study), Luck(seed)
    watch, events = Watch(), list[Event]()
    dealt = deal(setting, luck, events, watch.over(bots_of(setting, seed)))
    ending = dealt.outcome.name
    part.games += 1
    part.endings[ending] += 1
    part.turns[ending, dealt.turns] += 1
    part.decisions[len(watch.asked)] += 1
    part.fates[dealt.questions - len(watch.asked)] += 1
    part.options.update(watch.sizes)
    part.asked.update(watch.asked)
    met, last = cards_told_of(events, setting)
    if last is not None:
        part.last[ending, last] += 1
    part.met.update(met)
    part.used.update(watch.named & met)
    change_one(setting, luck, dealt, watch, part)
    compare_bots(profile.study, luck, dealt, part)
    if profile.cards:
        for id in sorted(met):
            take_out(profile.study, id, luck, dealt, part)


def change_one(setting: Setting, luck: Luck, dealt: Dealt, watch: "Watch", part: Profiled) -> None:
    """Answer one decision otherwise; see whether the game ends differently."""
    if not watch.asked:
        return
    random = Random(f"{luck.seed}/otherwise").random
    other = Watch(at=int(random() * len(watch.asked)), random=random)
    again = deal(setting, luck, None, other.over(bots_of(setting, luck.seed)))
    differs = (again.outcome.name, again.outcome.winners) != (
        dealt.outcome.name,
        dealt.outcome.winners,
    )
    part.changed[watch.asked[other.at or 0], differs] += 1


def compare_bots(study: Study, luck: Luck, dealt: Dealt, part: Profiled) -> None:
    """Let every bot that answers at once play the first seat, on the same luck."""
    setting, total = set_up(study), 0.0
    for bot in dict.fromkeys([*setting.game.quick_bots, setting.bots[0]]):
        bots = (bot, *setting.bots[1:])
        it = dealt if bots == setting.bots else deal(set_up(study._replace(bots=bots)), luck)
        score = it.outcome.scores[0]
        scores = part.skill.setdefault(bot, Scores())
        scores.wins += 0 in it.outcome.winners
        scores.total += score
        scores.squares += score * score
        total += score
    part.deals += total * total


def take_out(study: Study, id: str, luck: Luck, dealt: Dealt, part: Profiled) -> None:
    """Play a game without a card that was met in it."""
    without = without_card(study, id)
    if without is None:
        return
    pairs = part.cards.setdefault(id, Pairs())
    pairs.numbers.add(SCORE)
    pairs.count(seen_of(deal(set_up(without), luck)), seen_of(dealt))


@lru_cache(maxsize=1024)
def without_card(study: Study, id: str) -> Study | None:
    """Give the study with a card left out, if the game can be played so."""
    row = set_up(study).game.rows[id]
    count = next((it.name for it in numbers_of(row) if it.name in COUNTS), None)
    if count is None:
        return None
    axis = Axis(f"{id}.{count}", ["0"])
    try:
        without = study_of(Sweep(study, (axis,), ()), ("0",))
        set_up(without)
    except Refused:
        return None
    return without


def seen_of(dealt: Dealt) -> Seen:
    """Give what the first seat has of a game."""
    outcome = dealt.outcome
    return {WIN: (int(0 in outcome.winners), 1), SCORE: (outcome.scores[0], 1)}


# -- watching -------------------------------------------------------------------------------------


class Watch:
    """Notes what players are asked and answer; may answer one decision otherwise."""

    def __init__(self, at: int | None = None, random: Callable[[], float] | None = None) -> None:
        self.at, self.random = at, random
        self.asked: list[str] = []
        self.sizes: list[int] = []
        self.named: set[str] = set()  # what the first seat's answers name

    def over(self, bots: Sequence[Bot[Any]]) -> list[Bot[Any]]:
        """Give bots that are watched."""
        return [_Watched(bot, self) for bot in bots]

    def answer(self, bot: Bot[Any], decision: Decision[Any], look: Any) -> Any:
        """Note a decision, and give the answer."""
        number = len(self.asked)
        self.asked.append(decision.id)
        self.sizes.append(len(decision.options))
        answer = bot(decision, look)
        if number == self.at and self.random is not None:
            others = [option for option in decision.options if option != answer]
            answer = others[int(self.random() * len(others))] if others else answer
        if decision.seat == 0:
            self.named.update(rows_in(answer))
        return answer


class _Watched:
    """A bot that is watched."""

    strength: ClassVar[str] = ""
    budget: ClassVar[float] = 0

    def __init__(self, bot: Bot[Any], watch: Watch) -> None:
        self.bot, self.watch = bot, watch
        self.looks_ahead = getattr(bot, "looks_ahead", False)

    def __call__(self, decision: Decision[Any], look: Any) -> Any:
        return self.watch.answer(self.bot, decision, look)


def rows_in(value: Any) -> Iterator[str]:
    """Name the components that an answer is about."""
    if isinstance(value, Row):
        yield value.id
    elif isinstance(value, tuple | list):
        for each in value:
            yield from rows_in(each)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from rows_in(getattr(value, name))
    elif is_dataclass(value):
        for each in fields(value):
            yield from rows_in(getattr(value, each.name))


def cards_told_of(events: Sequence[Event], setting: Setting) -> tuple[set[str], str | None]:
    """Name the cards that events tell the first seat of, and the last of them."""
    rows, met, last = setting.game.rows, set[str](), None
    for event in events:
        if setting.seats > 1 and getattr(event, "seat", 0) != 0:
            continue
        for name in event.__struct_fields__:
            value = getattr(event, name)
            for id in value if isinstance(value, tuple) else (value,):
                if isinstance(id, str) and id in rows and is_card(rows[id]):
                    met.add(id)
                    last = id
    return met, last


def is_card(row: Row) -> bool:
    """Say whether a component can be left out: there are so many of it."""
    return any(getattr(row, count, 0) for count in COUNTS)
