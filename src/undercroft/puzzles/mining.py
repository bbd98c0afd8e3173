"""Mining: decisions are screened in a few imagined worlds, and the promising ones checked in many.

Worlds that choose an option say too much good of it. So what seems best is checked in fresh ones,
ten times as many, and has to beat every other option there: by a wide margin, and beyond doubt.
"""

import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.records.journal import Journal
from undercroft.games import find_game
from undercroft.puzzles.line import Line, as_line
from undercroft.puzzles.puzzle import Puzzle, Worth, name, rate
from undercroft.review.budget import Budget, Purse
from undercroft.review.found import Value
from undercroft.review.weighing import Policy, Weighing, mean_of, paired

WIDE: Final = 0.06  # of a win: by so much the best option beats every other, at least
SURE: Final = 2.576  # standard errors: 99 of 100
SCREENED: Final = (6, 16, 32)  # worlds for all options, as long as one seems better than the usual
CHECKED: Final = (64, 160, 320)  # fresh worlds: ten times as many, unless it fails before
MOST_CHECKED: Final = 1280  # for those that are not beyond doubt by then
DEVIATION: Final = 0.3  # of outcomes, as long as few are known
MOST_OPTIONS: Final = 8
LATE: Final = 60  # decisions at the end of a game, at most: playouts from there are short
LOOKED_AT: Final = 24  # of these
A_GAME: Final = 2  # puzzles
WILD: Final = 0.12  # how often bots answer at random, so that odd positions come up, too
ASKED: Final = 8  # times, each bot is asked for the answer
SLOW: Final = 0.1  # seconds: bots that think longer are asked once, and only if that is wanted


class Mine(NamedTuple):
    """Where puzzles are looked for; other processes can be told of it."""

    id: str  # of the game
    options: dict[str, Any]
    seats: int
    seed: str
    until: float | None = None  # the time at which everything ends
    slow: bool = False  # whether slow bots are asked for the answer, too

    @property
    def game(self) -> Game[Any, Any]:
        """The game."""
        return find_game(self.id)


def mine_game(mine: Mine, number: int) -> list[Puzzle]:
    """Let the rule of thumb play a game, and look for puzzles in it."""
    return [*_puzzles(mine, _bot_game(mine, number))] if not _is_late(mine) else []


def mine_journal(mine: Mine, journal: Journal) -> list[Puzzle]:
    """Look for puzzles in a game that people played."""
    return [*_puzzles(mine, as_line(mine.game, journal))]


def _bot_game(mine: Mine, number: int) -> Line:
    seed = f"{mine.seed}-{number}"
    random = Random(f"{seed}/bots")
    play = Play(mine.game, mine.options, mine.seats, Seeded(seed))
    bot, moves = mine.game.new_bot(mine.game.rule_of_thumb, random.random), []
    while isinstance(play.question, Decision):
        options = [*map(str, play.question.options)]
        if random.random() < WILD:
            answer = random.choice(options)
        else:
            answer = str(bot(play.question, play.look(play.question.seat)))
        moves.append(options.index(answer))
        play.answer(answer)
    return Line(play.options.given(mine.game.defaults), play.seats, seed, moves)


def _puzzles(mine: Mine, line: Line) -> Iterator[Puzzle]:
    """Look at some decisions of the second half: there it shows what an answer is worth."""
    random = Random(f"{line.seed}/{len(line.moves)}/looked at")
    count = len(line.moves)
    late = range(max(count // 2, count - LATE), count)
    looked_at = {*random.sample(late, min(LOOKED_AT, len(late)))}
    policy = Policy(mine.game, mine.game.rule_of_thumb, line.seats)
    fates = Seeded(line.seed) if line.seed is not None else None
    play, found = Play(mine.game, line.options, line.seats, fates), 0
    for at, move in enumerate(line.moves):
        if found == A_GAME or _is_late(mine):
            return
        question = play.question
        assert question is not None  # noqa: S101 (the game was played so)
        if at in looked_at and isinstance(question, Decision):
            puzzle = _puzzle(mine, line, at, play, policy)
            if puzzle is not None:
                found += 1
                yield puzzle
        play.answer(question.choices[move])


def _puzzle(mine: Mine, line: Line, at: int, play: Play, policy: Policy) -> Puzzle | None:
    question = play.question
    assert isinstance(question, Decision)  # noqa: S101 (the caller has seen to it)
    if not 2 <= len({*map(str, question.options)}) <= MOST_OPTIONS:
        return None
    one = Weighing(play, policy.choose(play), policy, "win", f"{line.seed}/{at}", _PURSE)
    if not _seems_one(one) or not _is_one(mine, one, one.leader):
        return None
    worths = _worths(one)
    found = asked(mine.game, play, worths[0].option, slow=mine.slow)
    moves = " ".join(map(str, line.moves[:at]))
    return Puzzle(
        id=name(line.seed, moves),
        rules=mine.game.rules_version,
        seats=line.seats,
        seed=line.seed,
        moves=moves,
        seat=question.seat,
        usual=one.usual,
        values=worths,
        rating=rate(found, worths[0].value - worths[1].value),
        found=found,
        options=line.options,
    )


def _seems_one(one: Weighing) -> bool:
    """Whether another option than the usual one leads, in ever more worlds."""
    for worlds in SCREENED:
        one.try_all(worlds)
        best = one.leader
        if best == one.usual or one.gain(best, one.usual).value < WIDE:
            return False
        one.narrow(DEVIATION)
        others = [one.gain(best, other, DEVIATION) for other in one.open - {best}]
        if worlds > SCREENED[0] and any(gap.value < gap.error / 2 for gap in others):
            return False
    ahead = one.gain(one.leader, one.usual, DEVIATION)
    return ahead.value > ahead.error


def _is_one(mine: Mine, one: Weighing, best: str) -> bool:
    """Whether it beats every other option in fresh worlds; if not yet beyond doubt, in more."""
    worlds = 0
    for target in (*CHECKED, *range(2 * CHECKED[-1], MOST_CHECKED + 1, CHECKED[-1])):
        one.check(target - worlds, one.options)
        worlds = target
        gaps = [
            paired(one.checked, best, option, DEVIATION) for option in one.options if option != best
        ]
        if any(gap.value + 2 * gap.error < WIDE for gap in gaps) or _is_late(mine):
            return False
        if worlds >= CHECKED[-1]:
            if all(gap.value >= max(WIDE, SURE * gap.error) for gap in gaps):
                return True
            if any(gap.value < WIDE for gap in gaps):
                return False
    return False


def _worths(one: Weighing) -> tuple[Worth, ...]:
    means = [(mean_of(values, DEVIATION), option) for option, values in one.checked.items()]
    return tuple(
        Worth(option, round(worth.value, 4), round(worth.error, 4), mean.worlds)
        for mean, option in sorted(means, key=lambda pair: -pair[0].value)
        for worth in [Value.of(mean.value, mean.error)]
    )


def again(mine: Mine, puzzle: Puzzle) -> Puzzle | None:
    """Rate a puzzle anew, by the bots there are now; nothing if the rules no longer lead there.

    Moves are numbers, which may stand for other answers in other rules. So what was made for those
    has to lead to the same options, and to hold its margin in as many worlds as a new one.
    """
    game, other = mine.game, puzzle.rules != mine.game.rules_version
    puzzle = msgspec.structs.replace(puzzle, rules=game.rules_version)
    try:
        play = puzzle.play(game)
    except Refused:
        return None
    if other:
        policy = Policy(game, game.rule_of_thumb, puzzle.seats)
        one = Weighing(play, policy.choose(play), policy, puzzle.aim, f"{puzzle.id}/again", _PURSE)
        if {*one.options} != {worth.option for worth in puzzle.values}:
            return None
        if one.usual == puzzle.best.option or not _is_one(mine, one, puzzle.best.option):
            return None
        puzzle = msgspec.structs.replace(puzzle, usual=one.usual, values=_worths(one))
    found = asked(game, play, puzzle.best.option, slow=mine.slow)
    return msgspec.structs.replace(puzzle, found=found, rating=rate(found, puzzle.gap))


def asked(game: Game[Any, Any], play: Play, best: str, *, slow: bool = False) -> dict[str, float]:
    """Ask each bot of the game for the answer: how often does it find it?

    A slow bot may have a budget of seconds: then its answer depends on the machine.
    """
    question = play.question
    assert isinstance(question, Decision)  # noqa: S101 (the caller has seen to it)
    found = {}
    for bot in game.bots:
        random = Random(f"{play.number}/{bot}")
        player = game.new_bot(bot, random.random)
        if player.budget > SLOW and not slow:
            continue
        times = 1 if player.budget > SLOW else ASKED
        answers = [str(player(question, play.look(question.seat))) for _ in range(times)]
        found[bot] = round(answers.count(best) / times, 2)
    return found


def at_the_latest(seconds: float | None) -> float | None:
    """Say when mining ends that may take so many seconds."""
    return None if seconds is None else time.time() + seconds


def _is_late(mine: Mine) -> bool:
    return mine.until is not None and time.time() > mine.until


_PURSE: Final = Purse(Budget(), lambda part: None)  # nothing is counted
