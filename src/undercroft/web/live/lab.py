"""The lab: what visitors study and compare, made in the background, and the variants they keep.

A run is a file in the data folder, `lab/<visitor's mark>-<id>.json`, for a month; a variant is
`lab/variants/<hash>.toml`, as long as it is among the ones used last. Anyone with the address may
read what is there: nothing else leads to it.
"""

import hmac
import os
import re
import secrets
import shlex
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple, TypeAlias

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.play import Play
from undercroft.core.variants import digest_of, read_variant
from undercroft.games import find_game
from undercroft.lab.compare.comparison import Comparison, compare, partings
from undercroft.lab.compare.equal_luck import record, seed_of
from undercroft.lab.compare.sweep import Sweep, run_sweep
from undercroft.lab.compare.swept import sections as sweep_sections
from undercroft.lab.compare.swept import title_of as sweep_title
from undercroft.lab.compare.verdict import sections as comparison_sections
from undercroft.lab.compare.verdict import title_of as comparison_title
from undercroft.lab.filtered import Sieve, run_filtered
from undercroft.lab.position import Position, from_note, play_on, run_from
from undercroft.lab.profile import Profile, run_profile
from undercroft.lab.show.profiled import sections as profile_sections
from undercroft.lab.show.profiled import title_of as profile_title
from undercroft.lab.show.report import terms
from undercroft.lab.show.study_page import sections as study_sections
from undercroft.lab.study import Findings, Setting, Study
from undercroft.web.live.background import Background, Progress, newest_first, write
from undercroft.web.live.thinkers import STARTING
from undercroft.web.words import say

MOST_KEPT: Final = 1_000  # runs, of all visitors, ...
MOST_OF_ONE: Final = 20  # ... and of one
MOST_VARIANTS: Final = 5_000
MOST_OF_A_TITLE: Final = 2_000  # bytes
CHUNK: Final = 10  # games at a time: it is stopped in time, however slow they are, ...
CELL_CHUNK: Final = 2  # ... and in every cell of a sweep, ...
PROFILE_CHUNK: Final = 1  # ... or again for each card
GAMES: Final = 10  # of a study that can be opened
PAIRS: Final = 5  # of a comparison
PATIENCE: Final = 6  # on a crowded machine a second of work may take so many
NAME: Final = re.compile(r"[0-9a-f]{16}-[A-Za-z0-9_-]{16}")
HASH: Final = re.compile(r"[0-9a-f]{16}")

Wanted: TypeAlias = Study | Comparison | Position | Sweep | Profile
Told: TypeAlias = Callable[[int], None]  # who hears how many games have been added


class KeptGame(msgspec.Struct):
    """A game of a run, whole."""

    title: str
    options: dict[str, str]
    seats: int
    bots: tuple[str, ...]
    variant: str | None
    seed: str | None  # none where only a part of it was dealt from one
    answers: list[tuple[str, str]]
    at: int = 0  # the answer to look at


class Found(msgspec.Struct):
    """What came out of a run."""

    title: str
    game: str
    variant: str | None  # its text
    played: int
    wanted: int
    sections: list[str]  # HTML, of our own writing
    command: str
    games: list[KeptGame]


class Listed(NamedTuple):
    """A run in a list."""

    title: str
    name: str


class Job(NamedTuple):
    """What a process is to do."""

    wanted: Wanted
    file: Path
    seconds: float


class Lab:
    """The runs that are made, wait or are kept, and the variants."""

    def __init__(self, folder: Path, seconds: float, secret: str) -> None:
        self._background, self._seconds = Background(folder, MOST_KEPT, nice=19), seconds
        self._secret = secret.encode()
        self._variants = folder / "variants"
        self.is_making, self.close = self._background.is_making, self._background.close
        self.progress = self._background.progress

    # -- runs -------------------------------------------------------------------------------------

    def begin(self, wanted: Wanted, visitor: str) -> str:
        """Have something studied; give the name of the run."""
        if self.is_making(visitor):
            raise Refused(say("lab.one-at-a-time"))
        if self._background.is_full:
            raise Refused(say("lab.too-many"))
        for _, old in self._files(visitor)[MOST_OF_ONE - 1 :]:
            old.unlink(missing_ok=True)
        name = f"{self._mark(visitor)}-{secrets.token_urlsafe(12)}"
        job = Job(wanted, self._background.file(name), self._seconds)
        limit = PATIENCE * self._seconds + STARTING
        self._background.begin(name, visitor, work, job, limit)
        return name

    def is_own(self, name: str, visitor: str) -> bool:
        """Whether a run is a visitor's own: nobody else may cancel it."""
        return name.startswith(f"{self._mark(visitor)}-")

    def cancel(self, name: str) -> None:
        """Stop a run."""
        self._background.cancel(name)

    def found(self, name: str) -> Found | None:
        """Read what came out of a run; one of an older version is gone."""
        try:
            _, found = self._background.file(name).read_bytes().split(b"\n", 1)
            return msgspec.json.decode(found, type=Found)
        except (OSError, ValueError):
            return None

    def listed(self, visitor: str) -> list[Listed]:
        """List a visitor's runs, the newest first."""
        found = []
        for _, file in self._files(visitor):
            with suppress(OSError, ValueError), file.open("rb") as opened:
                title = msgspec.json.decode(opened.readline(MOST_OF_A_TITLE), type=str)
                found.append(Listed(title, file.stem))
        return found

    def _files(self, visitor: str) -> list[tuple[float, Path]]:
        return newest_first(self._background.folder.glob(f"{self._mark(visitor)}-*.json"))

    def _mark(self, visitor: str) -> str:
        return hmac.new(self._secret, f"lab {visitor}".encode(), sha256).hexdigest()[:16]

    # -- variants ---------------------------------------------------------------------------------

    def keep_variant(self, text: str) -> str:
        """Keep a variant that the rules can follow; give the hash it is found by."""
        digest = digest_of(read_variant(text, say("lab.variant-file")))
        self._variants.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._variants / f"{digest}.toml"
        write(file, text.encode())
        for _, old in newest_first(self._variants.glob("*.toml"))[MOST_VARIANTS:]:
            old.unlink(missing_ok=True)
        return digest

    def variant(self, digest: str) -> str | None:
        """Read a variant; to be read is to be used."""
        if not HASH.fullmatch(digest):
            return None
        file = self._variants / f"{digest}.toml"
        try:
            text = file.read_text("utf-8")
            os.utime(file)
        except OSError:
            return None
        return text


@cache
def quick_bots(game: str) -> tuple[str, ...]:
    """Name the bots that a run may have: one that looks ahead takes a minute for a game."""
    found = find_game(game)
    bots = [(name, found.new_bot(name, Random().random)) for name in found.ranked_bots]
    return tuple(name for name, bot in bots if not getattr(bot, "looks_ahead", False))


# -- in the process -------------------------------------------------------------------------------


def work(job: Job) -> None:
    """Play, say how far it is, and keep what was found."""
    plays, done, progress = games_in(job.wanted), 0, Progress(job.file)

    def count(games: int) -> None:
        nonlocal done
        done += games
        progress(done / plays)
        if process_time() > job.seconds:  # enough: as with Ctrl-C at the command line, ...
            signal.raise_signal(signal.SIGINT)  # ... what has been played is told

    match job.wanted:
        case Comparison() as wanted:
            found = compared(wanted, count)
        case Position() as wanted:
            found = studied_from(wanted, count)
        case Sweep() as wanted:
            found = swept(wanted, count)
        case Profile() as wanted:
            found = profiled(wanted, count)
        case wanted:
            found = studied(wanted, count)
    title = msgspec.json.encode(found.title)  # on a line of its own: lists read no more
    write(job.file, title + b"\n" + msgspec.json.encode(found))


def games_in(wanted: Wanted) -> int:
    """Count the games of which progress is told."""
    match wanted:
        case Comparison():
            return wanted.after.plays
        case Position() | Profile():
            return wanted.study.plays
        case Sweep():
            return wanted.study.plays * len(wanted.cells)
        case _:
            return wanted.plays


def studied(study: Study, count: Told) -> Found:
    """Study a game, on luck from which any of its games can be played again."""
    found = run_filtered(Sieve(study, None, GAMES, CHUNK), 1, count)
    setting = found.findings.setting
    seeds = [(number, seed_of(study.seed, number)) for number in found.matching.numbers]
    games = [
        kept(setting, study, record(setting, seed), say("lab.game", number=number), seed)
        for number, seed in seeds
    ]
    return told_study(found.findings, games, typed("study", study, "--keep", str(GAMES)))


def studied_from(position: Position, count: Told) -> Found:
    """Study what comes after a moment of a game."""
    position = position._replace(chunk=CHUNK)
    findings = run_from(position, 1, count)
    study, setting, at = findings.study, findings.setting, position.at
    games = [
        kept(setting, study, play_on(position, number), say("lab.game", number=number), None, at)
        for number in range(min(GAMES, findings.tally.plays))
    ]
    words = typed("study", study, "--from", f"game.journal@{at + 1}")
    return told_study(findings, games, words, from_note(position))


def told_study(findings: Findings, games: list[KeptGame], words: str, note: str = "") -> Found:
    """Tell what a study has found."""
    study, setting, tally, *_ = findings
    return Found(
        title=f"{setting.game.title}: {terms(findings)}",
        game=setting.game.id,
        variant=study.variant[1] if study.variant else None,
        played=tally.plays,
        wanted=study.plays,
        sections=[*study_sections(findings, note)],
        command=words,
        games=games,
    )


def compared(comparison: Comparison, count: Told) -> Found:
    """Compare a variant with the game as it is printed."""
    comparison = comparison._replace(chunk=CHUNK)
    verdict = compare(comparison, 1, count)
    before, after = comparison.before, comparison.after
    sides = {"before": (verdict.before, before), "after": (verdict.after, after)}
    games = [
        kept(
            *sides[side],
            play,
            say(f"lab.game-{side}", number=found.flip.number),
            seed_of(before.seed, found.flip.number),
            found.at or 0,
        )
        for found in partings(verdict)
        for side, play in (("before", found.before), ("after", found.after))
    ]
    return Found(
        title=comparison_title(verdict),
        game=after.game,
        variant=after.variant[1] if after.variant else None,
        played=verdict.compared.pairs.games,
        wanted=after.plays,
        sections=[*comparison_sections(verdict, everything=False)],
        command=typed("compare", after),
        games=games,
    )


def swept(sweep: Sweep, count: Told) -> Found:
    """Play a game with one number varied: a curve for each measure."""
    study, (axis,) = sweep.study, sweep.axes
    found = run_sweep(sweep._replace(chunk=CELL_CHUNK), 1, count)
    over = f"{axis.name}={axis.values[0]}..{axis.values[-1]}"
    return Found(
        title=sweep_title(found),
        game=study.game,
        variant=study.variant[1] if study.variant else None,
        played=found.pairs[0].games,
        wanted=study.plays,
        sections=[*sweep_sections(found)],
        command=typed("sweep", study, "--over", over),
        games=[],
    )


def profiled(profile: Profile, count: Told) -> Found:
    """Say what each card does, what skill is worth, and how much a choice decides."""
    study = profile.study
    found = run_profile(profile._replace(chunk=PROFILE_CHUNK), 1, count)
    return Found(
        title=profile_title(found),
        game=study.game,
        variant=study.variant[1] if study.variant else None,
        played=found.profiled.games,
        wanted=study.plays,
        sections=[*profile_sections(found)],
        command=typed("profile", study),
        games=[],
    )


def kept(
    setting: Setting, study: Study, play: Play, name: str, seed: str | None, at: int = 0
) -> KeptGame:
    """Keep a game, to be opened at an answer."""
    outcome = play.outcome
    assert outcome is not None  # noqa: S101 (bots and fates have answered all)
    ending = setting.game.words.title(outcome.name)
    return KeptGame(
        title=say("lab.game-ended", game=name, ending=ending),
        options=play.options.given(setting.game.defaults),
        seats=setting.seats,
        bots=setting.bots,
        variant=study.variant[1] if study.variant else None,
        seed=seed,
        answers=[(entry.question, entry.answer) for entry in play.entries],
        at=at,
    )


def typed(name: str, study: Study, *more: str) -> str:
    """Write the command that does the same at the command line."""
    words = ["undercroft", name, study.game, "--plays", str(study.plays), "--seed", study.seed]
    if study.seats and "--from" not in more:
        words += ["--seats", str(study.seats)]
    words += [word for bot in study.bots for word in ("--bot", bot)]
    if study.variant and "--from" not in more:
        words += ["--variant", "variant.toml"]
    return shlex.join([*words, *more])
