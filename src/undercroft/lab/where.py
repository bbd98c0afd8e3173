"""Which games count: `outcome=dead and turn<5`, a small language of comparisons.

    condition  =  NAME operator VALUE, joined by `and`, `or`, `not` and parentheses
    operator   =  one of = != < <= > >=

Names are what every game has (`outcome`, `won`, `score`, `turn`, `questions`; `won2` and `score2`
are those of seat 2) and what the game itself measures, by table, row and column
(`games.all.kings`). What was not seen in a game compares as false. Nothing is evaluated but this.
"""

import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from undercroft.core.errors import BadOption
from undercroft.core.game import Game
from undercroft.lab.compare.equal_luck import Dealt
from undercroft.lab.compare.pairs import Seen
from undercroft.lab.study import Study, set_up
from undercroft.lab.words import say

LONGEST: Final = 200  # characters; parentheses nest no deeper than Python can follow
_TOKEN: Final = re.compile(r"\s*(<=|>=|!=|[=<>()]|[A-Za-z0-9_.:-]+)")
_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SWITCH: Final = {"yes": True, "no": False, "on": True, "off": False}

Facts: TypeAlias = Mapping[str, str | float]
"""What one game showed, by name."""

Test: TypeAlias = Callable[[Facts], bool]


def facts_of(dealt: Dealt, seen: Seen) -> Facts:
    """Name what a game showed; what was noted several times is its mean."""
    outcome = dealt.outcome
    facts: dict[str, str | float] = {
        "outcome": outcome.name,
        "turn": dealt.turns,
        "questions": dealt.questions,
    }
    for seat, score in enumerate(outcome.scores):
        number = str(seat + 1) if seat else ""
        facts[f"won{number}"] = seat in outcome.winners
        facts[f"score{number}"] = score
    for key, (total, count) in seen.items():
        facts[".".join(key)] = total / count
    return facts


class Where:
    """A condition that games are held against."""

    def __init__(self, text: str, game: Game[Any, Any], seats: int) -> None:
        if len(text) > LONGEST:
            raise BadOption(say("where.long", most=LONGEST))
        numbers = ["", *map(str, range(2, seats + 1))]
        self._ours = [
            *("outcome", "turn", "questions"),
            *(f"{name}{number}" for number in numbers for name in ("won", "score")),
        ]
        self._tables = [*game.words.tables.get("measures", {})] if game.measure else []
        self.measured = False  # whether it names what the game itself measures
        self._tokens = tokens(text)
        self._at = 0
        self.holds: Test = self._any()
        if self._at < len(self._tokens):
            raise self._trouble()

    def _any(self) -> Test:
        tests = [self._all()]
        while self._take("or"):
            tests.append(self._all())
        return tests[0] if len(tests) == 1 else lambda facts: any(test(facts) for test in tests)

    def _all(self) -> Test:
        tests = [self._one()]
        while self._take("and"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda facts: all(test(facts) for test in tests)

    def _one(self) -> Test:
        if self._take("not"):
            test = self._one()
            return lambda facts: not test(facts)
        if self._take("("):
            inner = self._any()
            if not self._take(")"):
                raise self._trouble()
            return inner
        return self._comparison()

    def _comparison(self) -> Test:
        start = self._at
        name, sign, value = (*self._tokens[start : start + 3], "", "", "")[:3]
        if not re.match(r"[A-Za-z]", name):
            raise self._trouble()
        if name.partition(".")[0] not in self._tables or name.count(".") < 2:
            if name not in self._ours:
                allowed = [*self._ours, *(f"{table}.ROW.COLUMN" for table in self._tables)]
                raise BadOption(say("where.name", name=name[:40], allowed=allowed))
        else:
            self.measured = True
        self._at = start + 1
        if sign not in _COMPARE:
            raise self._trouble()
        wanted = self._value(name, sign, value)
        self._at = start + 3
        compare = _COMPARE[sign]
        return lambda facts: name in facts and compare(facts[name], wanted)

    def _value(self, name: str, sign: str, value: str) -> str | float:
        """Read what a name is compared with: a word for outcomes, else a number, yes or no."""
        if name == "outcome":
            if sign not in ("=", "!=") or not re.match(r"[A-Za-z]", value):
                raise BadOption(say("where.outcome"))
            return value
        if value in _SWITCH:
            return _SWITCH[value]
        if not re.fullmatch(r"-?\d{1,12}(\.\d{1,6})?", value):
            raise BadOption(say("where.number", name=name[:60], value=value[:40] or None))
        return float(value)

    def _take(self, token: str) -> bool:
        taken = self._tokens[self._at : self._at + 1] == [token]
        self._at += taken
        return taken

    def _trouble(self) -> BadOption:
        rest = " ".join(self._tokens[self._at :])
        return BadOption(say("where.form", rest=rest[:40] or None))


def tokens(text: str) -> list[str]:
    """Split a condition into names, signs and values."""
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise BadOption(say("where.form", rest=text[at:].strip()[:40]))
        found.append(token[1])
        at = token.end()
    return found


@lru_cache(maxsize=4)
def read_where(text: str, study: Study) -> Where:
    """Read a condition on a study's games; `BadOption` says what does not fit."""
    setting = set_up(study)
    return Where(text, setting.game, setting.seats)


def every(_: Facts) -> bool:
    """Let every game count."""
    return True
