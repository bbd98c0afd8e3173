"""Studies from a position: many games that go on from one moment of a game, with fresh luck.

What has been drawn stays as it is; what is still in a pile is in no order (decision 2), so each
game draws anew. Game 12 of seed 7 meets the luck of the seed `7/12` from there on.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from time import perf_counter
from typing import Final, NamedTuple

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.play import Play, Simulated
from undercroft.core.records.journal import read_journal
from undercroft.lab.chunks import Workers, each_chunk, number_of
from undercroft.lab.compare.equal_luck import bots_of, play_out, seed_of
from undercroft.lab.rearranging import rearranged
from undercroft.lab.study import Findings, Setting, Study, set_up
from undercroft.lab.tally import Tally
from undercroft.lab.words import say

CHUNK: Final = 100
KEPT: Final = 8  # positions that a process has ready


class Position(NamedTuple):
    """A study that begins after so many answers of a journal. Small, to be sent anywhere."""

    study: Study
    journal: str  # its text
    at: int
    chunk: int = CHUNK

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.study.plays // self.chunk))


def study_of(study: Study, journal: str) -> Study:
    """Give a study the options and seats of a journal."""
    read = read_journal(journal)
    return study._replace(
        game=read.game, seats=read.seats, options=tuple(read.options.items()), preset=None
    )


@lru_cache(maxsize=KEPT)
def set_up_position(position: Position) -> tuple[Setting, Play]:
    """Lay the table as it was; `Refused` says why that cannot be."""
    setting = set_up(position.study)
    there = rearranged(setting.game, read_journal(position.journal), position.at, {})
    if not there.fits:
        raise Refused(say("position.misfit", number=there.play.number + 1))
    if there.play.question is None:
        raise Refused(say("position.over"))
    return setting, there.play


def play_on(position: Position, number: int) -> Play:
    """Play one game to its end."""
    setting, there = set_up_position(position)
    seed = seed_of(position.study.seed, number)
    play = there.fork()
    play.fates = Seeded(seed)
    play.meet_fate()
    play_out(play, bots_of(setting, seed))
    return play


def play_chunk(position: Position, number: int) -> Tally:
    """Play one chunk, and count; of its length, what came after the position."""
    tally = Tally(set_up_position(position)[0].seats)
    begin = number * position.chunk
    for game in range(begin, min(begin + position.chunk, position.study.plays)):
        play = play_on(position, game)
        assert play.outcome is not None  # noqa: S101 (bots and fates have answered all)
        tally.count(Simulated(play.outcome, play.number - position.at))
    return tally


def run_from(position: Position, workers: Workers, progress: Callable[[int], None]) -> Findings:
    """Play a study from a position with so many processes."""
    setting, _ = set_up_position(position)
    tally = Tally(setting.seats)
    began = perf_counter()
    for part in each_chunk(partial(play_chunk, position), position.chunks, workers):
        tally.add(part)
        progress(part.plays)
    seconds = perf_counter() - began
    return Findings(position.study, setting, tally, seconds, number_of(workers), "interpreted")


def from_note(position: Position) -> str:
    """Say where the games of a study begin."""
    _, there = set_up_position(position)
    assert there.question is not None  # noqa: S101 (a game that is over is refused)
    return say("position.from", number=position.at + 1, question=there.question.label)
