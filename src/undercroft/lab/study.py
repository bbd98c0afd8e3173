"""Studies: many plays by bots, in chunks that any number of processes can share.

A chunk is 500 plays with random sources of its own, made from the study's seed and the chunk's
number. Chunks are counted in order, several in one go. So the result is the same however its chunks
are shared.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from undercroft.bots.outside import with_bots
from undercroft.core.errors import BadOption
from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.measuring.measures import Notes
from undercroft.core.play import simulate
from undercroft.core.running.direct import which_text
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.lab.chunks import Workers, each_batch, number_of
from undercroft.lab.tally import Tally
from undercroft.lab.words import say

CHUNK: Final = 500
SETTINGS: Final = 512  # are kept ready: a comparison has two, a sweep many


class Study(NamedTuple):
    """What to play, how often, and from which seed. Small, so that it can be sent anywhere."""

    game: str
    bots: tuple[str, ...]  # one for all seats, or one for each; by name, or `module:Class`
    plays: int
    seed: str
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    preset: str | None = None
    variant: tuple[str, str] | None = None  # the file's name and its text
    measured: bool = True  # what the game itself measures, too; without it plays are faster

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.plays // CHUNK))


class Setting(NamedTuple):
    """A study's game, made ready to play."""

    game: Game[Any, Any]
    options: Any
    seats: int
    bots: tuple[str, ...]  # one for each seat


class Findings(NamedTuple):
    """What came out of a study, and how long it took."""

    study: Study
    setting: Setting
    tally: Tally
    seconds: float
    workers: int
    text: str  # which text of the rules ran: compiled, interpreted or native


@lru_cache(maxsize=SETTINGS)
def set_up(study: Study) -> Setting:
    """Read what the study names; `Refused` says what does not fit."""
    game = find_game(study.game)
    if study.variant:
        file, text = study.variant
        game = with_variant(text, file, find_game)
    game = with_bots(game, study.bots)
    options, seats = game.read_options(dict(study.options), study.seats, study.preset)
    bots = study.bots * seats if len(study.bots) == 1 else study.bots
    if len(bots) != seats:
        raise BadOption(say("study.bots", seats=seats, given=len(study.bots)))
    bots = tuple(game.bot_named(name) for name in bots)
    for name in bots:
        game.new_bot(name, Random().random)
    return Setting(game, options, seats, bots)


def play_chunks(study: Study, numbers: Iterable[int]) -> Tally:
    """Play some chunks, and count."""
    game, options, seats, names = set_up(study)
    tally = Tally(seats)
    direct = game.direct
    rules, notes = (game, Notes()) if direct is None else (direct.game, direct.twin(Notes)())
    measure = rules.measure if study.measured else None
    for number in numbers:
        luck = Random(f"{study.seed}/{number}/fate").random
        bots = [
            game.new_bot(name, Random(f"{study.seed}/{number}/seat {seat}").random)
            for seat, name in enumerate(names)
        ]
        for _ in range(min(CHUNK, study.plays - number * CHUNK)):
            events: list[Event] | None = [] if measure else None
            play = simulate(game, options, seats, bots, luck, events, measuring=True)
            tally.count(play)
            if measure and events:
                measure(events, play.outcome, notes)
    tally.sheet = notes.counted()
    return tally


def run(study: Study, workers: Workers, progress: Callable[[int], None]) -> Findings:
    """Play a study with so many processes; progress is told how many plays each step has added."""
    setting = set_up(study)
    tally = Tally(setting.seats)
    began = perf_counter()
    for part in each_batch(partial(play_chunks, study), study.chunks, workers):
        tally.add(part)
        progress(part.plays)
    seconds, text = perf_counter() - began, which_text(setting.game)
    return Findings(study, setting, tally, seconds, number_of(workers), text)
