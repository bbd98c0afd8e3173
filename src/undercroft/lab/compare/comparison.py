"""Comparisons: the same games on the same luck, before a change and after it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Final, NamedTuple

from undercroft.core.errors import BadOption
from undercroft.core.measuring.measures import Notes
from undercroft.core.play import Play
from undercroft.lab.chunks import Workers, each_chunk, number_of
from undercroft.lab.compare.equal_luck import Dealt, Luck, deal, record, seed_of
from undercroft.lab.compare.pairs import OURS, Pairs, Seen, seen_in
from undercroft.lab.compare.sequential import Sequence
from undercroft.lab.study import Setting, Study, set_up
from undercroft.lab.where import Where, facts_of, read_where
from undercroft.lab.words import say

CHUNK: Final = 100  # pairs: a comparison that may stop early looks after each


class Comparison(NamedTuple):
    """Two studies that differ in their rules or their bots, and in nothing else."""

    before: Study
    after: Study
    until: float | None = None  # stop once the difference of wins is known as closely as this
    keep: int = 1  # how many of the games that flipped are remembered
    chunk: int = CHUNK  # what is counted does not depend on it
    where: str | None = None  # which games count, by what they were before the change

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.before.plays // self.chunk))


class Ending(NamedTuple):
    """How a game ended, and who won."""

    name: str
    winners: tuple[int, ...]


class Flip(NamedTuple):
    """A game that ended differently."""

    number: int
    before: Ending
    after: Ending


@dataclass
class Compared:
    """What is counted of pairs of games."""

    plays: int = 0  # pairs that were played; those that match are counted
    pairs: Pairs = field(default_factory=Pairs)
    wins: list[int] = field(default_factory=list)  # each pair's difference, of one chunk
    flips: Counter[tuple[Ending, Ending]] = field(default_factory=Counter)
    flipped: list[Flip] = field(default_factory=list)  # the first ones
    changed: int = 0  # pairs that differ in outcome, scores, length or what the game measures
    questions: int = 0

    def add(self, other: "Compared", keep: int) -> None:
        """Count what another part has counted."""
        self.plays += other.plays
        self.pairs.add(other.pairs)
        self.flips += other.flips
        self.flipped = (self.flipped + other.flipped)[:keep]
        self.changed += other.changed
        self.questions += other.questions


class Verdict(NamedTuple):
    """What came out of a comparison, and how long it took."""

    comparison: Comparison
    before: Setting
    after: Setting
    compared: Compared
    sequence: Sequence
    seconds: float
    workers: int


class Parting(NamedTuple):
    """Both plays of a game, and the answer where they part; `None` if all answers are the same."""

    flip: Flip
    before: Play
    after: Play
    at: int | None


def settings_of(comparison: Comparison) -> tuple[Setting, Setting]:
    """Read what both sides name; refuse to compare a game with itself."""
    before, after = set_up(comparison.before), set_up(comparison.after)
    same = before.game.variant == after.game.variant and before[1:] == after[1:]
    if same:
        raise BadOption(say("compare.same"))
    where_of(comparison)
    return before, after


def where_of(comparison: Comparison) -> Where | None:
    """Read which games count; `BadOption` says what does not fit."""
    return None if comparison.where is None else read_where(comparison.where, comparison.before)


def compare(comparison: Comparison, workers: Workers, progress: Callable[[int], None]) -> Verdict:
    """Play pairs with so many processes; progress is told how many each step has added."""
    before, after = settings_of(comparison)
    total, sequence = Compared(), Sequence(comparison.until)
    began = perf_counter()
    for part in each_chunk(partial(compare_chunk, comparison), comparison.chunks, workers):
        total.add(part, comparison.keep)
        for difference in part.wins:
            sequence.see(difference)
        progress(part.plays)
        if comparison.until is not None and sequence.within <= comparison.until:
            break
    seconds = perf_counter() - began
    return Verdict(comparison, before, after, total, sequence, seconds, number_of(workers))


def compare_chunk(comparison: Comparison, number: int) -> Compared:
    """Play one chunk of pairs, and count."""
    sides = settings_of(comparison)
    part = Compared()
    plays, seed, measured = (
        comparison.before.plays,
        comparison.before.seed,
        comparison.before.measured,
    )
    where = where_of(comparison)
    measured = measured or (where is not None and where.measured)
    begin = number * comparison.chunk
    for game in range(begin, min(begin + comparison.chunk, plays)):
        luck = Luck(seed_of(seed, game))
        (one, before), (other, after) = (
            observe(side, luck, part.pairs, measured) for side in sides
        )
        part.plays += 1
        if where is not None and not where.holds(facts_of(one, before)):
            continue
        part.pairs.count(before, after)
        part.wins.append((0 in other.outcome.winners) - (0 in one.outcome.winners))
        part.questions += one.questions + other.questions
        part.changed += one != other or before != after
        first, second = (Ending(it.outcome.name, it.outcome.winners) for it in (one, other))
        if first != second:
            part.flips[first, second] += 1
            if len(part.flipped) < comparison.keep:
                part.flipped.append(Flip(game, first, second))
    part.pairs.settled()
    return part


def observe(setting: Setting, luck: Luck, pairs: Pairs, measured: bool) -> tuple[Dealt, Seen]:
    """Play a game, and measure it."""
    events: list[object] | None = [] if measured and setting.game.measure else None
    dealt = deal(setting, luck, events)
    seen: Seen = {}
    if events is not None and setting.game.measure:
        notes = Notes()
        setting.game.measure(events, dealt.outcome, notes)  # type: ignore[arg-type]  # events
        seen, numbers = seen_in(notes.counted())
        pairs.numbers |= numbers
    outcome = dealt.outcome
    seen[OURS, "outcome", outcome.name] = 1, 1
    for seat in range(setting.seats):
        seen[OURS, "win", str(seat + 1)] = int(seat in outcome.winners), 1
        seen[OURS, "score", str(seat + 1)] = outcome.scores[seat], 1
        pairs.numbers.add((OURS, "score", str(seat + 1)))
    seen[OURS, "turns", ""] = dealt.turns, 1
    seen[OURS, "questions", ""] = dealt.questions, 1
    pairs.numbers |= {(OURS, "turns", ""), (OURS, "questions", "")}
    return dealt, seen


def partings(verdict: Verdict) -> list[Parting]:
    """Play the games that flipped again, and find where they part."""
    found = []
    for flip in verdict.compared.flipped:
        seed = seed_of(verdict.comparison.before.seed, flip.number)
        before, after = record(verdict.before, seed), record(verdict.after, seed)
        found.append(Parting(flip, before, after, parting(before.lines, after.lines)))
    return found


def parting(before: list[str], after: list[str]) -> int | None:
    """Give the number of the first answer that differs, counted from 0."""
    for at, (one, other) in enumerate(zip(before, after, strict=False)):
        if one != other:
            return at
    shorter = min(len(before), len(after))
    return shorter if len(before) != len(after) else None
