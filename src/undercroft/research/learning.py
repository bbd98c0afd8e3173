"""A game made ready for learning: its terms, its actions, its observations. All adapters share it.

What is here reads what a researcher asks for, and refuses what does not fit with one line.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any

from undercroft.bots.outside import with_bots
from undercroft.core.errors import BadOption
from undercroft.core.game import Game
from undercroft.core.questions import Decision
from undercroft.core.running.direct import Direct
from undercroft.games import find_game
from undercroft.research.actions import Actions, Mask, actions_of
from undercroft.research.encode import Encoder
from undercroft.research.layout import Tensor
from undercroft.research.rewards import Reward, reward_of


class Learning:
    """A game, its terms, and how it is put into numbers."""

    def __init__(
        self,
        game: Game[Any, Any] | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        reward: str | Reward | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.options, self.seats = self.game.read_options(options or {}, seats, preset)
        self.actions: Actions = actions_of(self.game)
        self.mask: Callable[[Iterable[int]], Mask] = self.actions.mask
        self.reward = reward_of(reward or ("score" if self.seats == 1 else "win"))

    @cached_property
    def encoder(self) -> Encoder:
        """Writes what a seat sees."""
        return Encoder(self.game, self.seats)

    def direct(self, bots: Iterable[str]) -> Direct | None:
        """Give the compiled text of the rules, if it is built, and these bots with it."""
        direct = self.game.direct
        made = [self.game.new_bot(bot, Random(0).random) for bot in bots]
        return direct if direct is not None and direct.bots(made) is not None else None

    def read_bots(self, named: str | Mapping[int, str] | None, free: int) -> dict[int, str]:
        """Say which bot plays which seat: one name for all but the free seat, or names by seat."""
        others = [seat for seat in range(self.seats) if seat != free]
        if named is None or isinstance(named, str):
            named = dict.fromkeys(others, named or self.game.rule_of_thumb)
        if sorted(named) != others:
            raise BadOption(f"bots play the seats {others} (counted from 0): name one bot for each")
        self.game = with_bots(self.game, named.values())
        for name in named.values():
            self.game.new_bot(name, Random(0).random)
        return dict(named)

    def observe(self, view: Any, decision: Decision[Any] | None) -> Tensor:
        """Write what a seat sees, and what it is asked."""
        return self.encoder(view, decision)

    def text(self, view: Any, decision: Decision[Any] | None) -> str:
        """Draw the table as a player at a terminal sees it, and the open question."""
        drawn = self.game.draw_table(self.game.rows, view, self.game.words)
        if decision is None:
            return drawn
        return f"{drawn}\n\n{decision.label}: {', '.join(map(str, decision.options))}"
