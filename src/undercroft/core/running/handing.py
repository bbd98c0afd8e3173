"""What code that is not ours is handed: copies of a decision and of a view, and never a play.

Written as bytes, both can go to another process. There a bot has nothing else. In one process
nothing can be kept from code that looks for it (frames, the collector, modules); what such a bot
is handed leads to nothing that its seat cannot know.
"""

import io
import pickle
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from undercroft.core.errors import IllegalAnswer, Refused
from undercroft.core.game import Bot, Look, Outcome, Row, Rows, is_declared
from undercroft.core.questions import Decision, Question, read_answer
from undercroft.core.words import say

OURS: Final = "undercroft."  # the package whose bots need no copies, however they were made

# -- as bytes -------------------------------------------------------------------------------------


class _Writer(pickle.Pickler):
    """Writes components by their ids: a game's rows exist once."""

    rows: Rows

    def persistent_id(self, obj: Any) -> str | None:
        known = isinstance(obj, Row) and self.rows.get(obj.id) is obj
        return obj.id if known else None


class _Reader(pickle.Unpickler):
    """Finds them again."""

    rows: Rows

    def persistent_load(self, pid: Any) -> Any:
        return self.rows[pid]


def pack(rows: Rows, decision: Decision[Any], view: object) -> bytes:
    """Write a decision, and what its seat sees."""
    file = io.BytesIO()
    writer = _Writer(file, pickle.HIGHEST_PROTOCOL)
    writer.rows = rows
    options = list(decision.options)
    writer.dump((decision.seat, decision.id, options, dict(decision.about), decision.secret, view))
    return file.getvalue()


def unpack(rows: Rows, packed: bytes) -> tuple[Decision[Any], Any]:
    """Read both. Only for what `pack` has written: other bytes may do anything."""
    reader = _Reader(io.BytesIO(packed))
    reader.rows = rows
    *decision, view = reader.load()
    return Decision(*decision), view


# -- looking --------------------------------------------------------------------------------------


class Handed:
    """A look that holds a view, and leads nowhere."""

    __slots__ = ("view",)

    def __init__(self, view: Any) -> None:
        self.view = view

    def imagine(self, luck: Callable[[], float]) -> Any:
        """Imagine, while the decision is open: only the asking play knows how."""
        return _look_behind(self).imagine(luck).cut_off()

    def imagine_end(
        self,
        bots: Sequence[Bot[Any]],
        luck: Callable[[], float],
        first: object = None,
        turns: int | None = None,
    ) -> Outcome:
        """Imagine, and play out what is imagined."""
        return _look_behind(self).imagine_end(bots, luck, first, turns)


_LOOKS: Final[dict[int, Look[Any]]] = {}  # those of the play, while a decision is open


def _look_behind(handed: Handed) -> Look[Any]:
    """Find what a look was made from; the look itself does not lead there."""
    if id(handed) not in _LOOKS:
        raise Refused(say("bot.blind"))
    return _LOOKS[id(handed)]


def answer_of(bot: Bot[Any], question: Question[Any], given: object) -> Any:
    """Find the option that a bot means, by its text; `IllegalAnswer` names the bot."""
    try:
        return read_answer(question, given)
    except Refused as error:
        name = getattr(bot, "__name__", type(bot).__name__)
        raise IllegalAnswer(say("answer.of-bot", name=name, trouble=error)) from None


class Outsider:
    """A bot that is not ours, which gets copies."""

    def __init__(self, bot: Bot[Any], rows: Rows) -> None:
        self.strength = getattr(bot, "strength", "")  # a plain function may be a bot, too
        self.budget = getattr(bot, "budget", 0.0)
        self._bot = bot
        self._rows = rows

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        """Let it choose; what it gives is read like anybody's answer."""
        copied, view = unpack(self._rows, pack(self._rows, decision, look.view))
        handed = Handed(view)
        _LOOKS[id(handed)] = look
        try:
            return answer_of(self._bot, decision, self._bot(copied, handed))
        except Refused:
            raise
        except Exception as error:  # whatever somebody's bot does
            trouble = f"{type(error).__name__}: {error}"
            name = type(self._bot).__name__
            raise Refused(say("bot.failed", name=name, trouble=trouble)) from error
        finally:
            del _LOOKS[id(handed)]


def at_arms_length(bot: Bot[Any], rows: Rows) -> Bot[Any]:
    """Return a bot that is ours, or a game's own, as it is, and any other as one that gets copies.

    A game's own bots look at the table itself, wherever the game lives: that is faster.
    """
    if is_declared(bot) or type(bot).__module__.startswith(OURS):
        return bot
    return cast("Bot[Any]", Outsider(bot, rows))
