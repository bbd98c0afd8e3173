"""Studies of the games that a condition picks, on equal luck: any of them can be played again."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Final, NamedTuple

from undercroft.core.events import Event
from undercroft.core.measuring.measures import Notes
from undercroft.core.play import Simulated
from undercroft.lab.chunks import Workers, each_chunk, number_of
from undercroft.lab.compare.equal_luck import Luck, deal, seed_of
from undercroft.lab.compare.pairs import seen_in
from undercroft.lab.study import Findings, Setting, Study, set_up
from undercroft.lab.tally import Tally
from undercroft.lab.where import Where, every, facts_of, read_where

CHUNK: Final = 100


class Sieve(NamedTuple):
    """A study, which of its games count, and how many of those are kept."""

    study: Study
    where: str | None
    keep: int = 0
    chunk: int = CHUNK  # games at a time: what is counted does not depend on it

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.study.plays // self.chunk))


@dataclass
class Matching:
    """What is counted: the tally of the games that match, and which the first of them are."""

    tally: Tally
    plays: int = 0  # all of them
    outcomes: Counter[str] = field(default_factory=Counter)  # of all
    numbers: list[int] = field(default_factory=list)

    def add(self, other: "Matching", keep: int) -> None:
        """Count what another part has counted."""
        self.tally.add(other.tally)
        self.plays += other.plays
        self.outcomes += other.outcomes
        self.numbers = (self.numbers + other.numbers)[:keep]


class Filtered(NamedTuple):
    """What came out."""

    sieve: Sieve
    findings: Findings  # of the games that match
    matching: Matching


def run_filtered(sieve: Sieve, workers: Workers, progress: Callable[[int], None]) -> Filtered:
    """Play a study with so many processes, and count the games that match."""
    setting, _ = set_up_sieve(sieve)
    total = Matching(Tally(setting.seats))
    began = perf_counter()
    for part in each_chunk(partial(sieve_chunk, sieve), sieve.chunks, workers):
        total.add(part, sieve.keep)
        progress(part.plays)
    seconds = perf_counter() - began
    hands = number_of(workers)
    findings = Findings(sieve.study, setting, total.tally, seconds, hands, "interpreted")
    return Filtered(sieve, findings, total)


def set_up_sieve(sieve: Sieve) -> tuple[Setting, Where | None]:
    """Read what the study names, and the condition; `Refused` says what does not fit."""
    setting = set_up(sieve.study)
    if sieve.where is None:
        return setting, None
    return setting, read_where(sieve.where, sieve.study)


def sieve_chunk(sieve: Sieve, number: int) -> Matching:
    """Play one chunk, and count."""
    study = sieve.study
    setting, where = set_up_sieve(sieve)
    holds = where.holds if where else every
    measure = setting.game.measure if study.measured or (where and where.measured) else None
    part = Matching(Tally(setting.seats))
    first, size = number * sieve.chunk, sieve.chunk
    for game in range(first, min(first + size, study.plays)):
        events: list[Event] | None = [] if measure else None
        dealt, notes = deal(setting, Luck(seed_of(study.seed, game)), events), Notes()
        if measure and events is not None:
            measure(events, dealt.outcome, notes)
        sheet = notes.counted()
        part.plays += 1
        part.outcomes[dealt.outcome.name] += 1
        if holds(facts_of(dealt, seen_in(sheet)[0])):
            part.tally.count(Simulated(dealt.outcome, dealt.questions))
            if study.measured:
                part.tally.sheet.update(sheet)
            if len(part.numbers) < sieve.keep:
                part.numbers.append(game)
    return part
