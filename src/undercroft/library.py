"""What a program needs of Undercroft, taking a game by its id: `Play("tomb")`.

These are the engine's own parts, with the names and defaults that a person at a prompt expects.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from undercroft.bots.outside import with_bots
from undercroft.core import play as engine
from undercroft.core.errors import BadOption
from undercroft.core.fates import Fates, Seeded
from undercroft.core.game import Bot, Game
from undercroft.core.play import Simulated
from undercroft.games import find_game
from undercroft.lab.show.report import as_data, as_text
from undercroft.lab.study import Findings, Study, run

AnyGame: TypeAlias = Game[Any, Any]


class Play(engine.Play):
    """One playing of a game: `Play("tomb", seed="rose")`.

    Without a seed and without fates every draw and every roll is a question, too.
    """

    def __init__(
        self,
        game: AnyGame | str,
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
        fates: Fates | None = None,
        *,
        preset: str | None = None,
        seed: str | int | None = None,
    ) -> None:
        if seed is not None and fates is not None:
            raise BadOption("a seed is fate already: give a seed or fates, not both")
        super().__init__(
            find(game),
            options,
            seats,
            fates if seed is None else Seeded(str(seed)),
            preset=preset,
        )


def find(game: AnyGame | str) -> AnyGame:
    """Find a game by its id; a game itself is what it is."""
    return find_game(game) if isinstance(game, str) else game


def simulate(
    game: AnyGame | str,
    bots: str | Bot[Any] | Sequence[str | Bot[Any]] = "random",
    seed: str | int = 1,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    preset: str | None = None,
) -> Simulated:
    """Play a game to its end with bots, as fast as can be: one for all seats, or one for each.

    A bot is named (`cautious`, or `module:Class`), or given as it is. The same seed gives the same
    game.
    """
    game = find(game)
    settled, seats = game.read_options(options or {}, seats, preset)
    each = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    each = each * seats if len(each) == 1 else each
    if len(each) != seats:
        raise BadOption(
            f"name one bot for all seats, or one for each seat ({seats}), not {len(each)}"
        )
    game = with_bots(game, [bot for bot in each if isinstance(bot, str)])
    players: list[Bot[Any]] = [
        game.new_bot(bot, Random(f"{seed}/seat {seat}").random) if isinstance(bot, str) else bot
        for seat, bot in enumerate(each)
    ]
    return engine.simulate(game, settled, seats, players, Random(f"{seed}/fate").random)


class Found(Findings):
    """A study's findings, which show themselves: `print(study("tomb"))`."""

    def __str__(self) -> str:
        return as_text(self)

    @property
    def data(self) -> dict[str, Any]:
        """The findings as JSON would have them."""
        return as_data(self)


def study(
    game: str,
    bots: str | Sequence[str] = "random",
    plays: int = 2_000,
    seed: str | int = 1,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    preset: str | None = None,
    variant: str | None = None,
    measured: bool = True,
    workers: int = 1,
) -> Found:
    """Let bots play a game many times, and count how it ends. A variant is given as its text."""
    wanted = Study(
        game=game,
        bots=(bots,) if isinstance(bots, str) else tuple(bots),
        plays=plays,
        seed=str(seed),
        seats=seats,
        options=tuple((name, str(value)) for name, value in (options or {}).items()),
        preset=preset,
        variant=("variant", variant) if variant else None,
        measured=measured,
    )
    return Found(*run(wanted, workers, lambda plays: None))
