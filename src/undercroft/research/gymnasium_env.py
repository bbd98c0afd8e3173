"""A game as a Gymnasium environment: one seat learns, bots play the others.

    import gymnasium
    import undercroft.research.gymnasium_env
    env = gymnasium.make("undercroft/tomb-v1")

`info["action_mask"]` says what is legal. An illegal action changes nothing: `info["illegal"]` is
true, and the same decision stays open. When the game is over the observation is all noughts.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from undercroft.core.errors import BadOption
from undercroft.core.game import Game
from undercroft.games import catalogue
from undercroft.research.actions import Mask
from undercroft.research.engines import ASKED, ILLEGAL, engine_of
from undercroft.research.layout import Tensor
from undercroft.research.learning import Learning
from undercroft.research.picture import picture_of
from undercroft.research.rewards import Reward

MOST_ILLEGAL: Final = 1_000  # illegal actions in one game; then it is truncated

Observation = Tensor | dict[str, Tensor]


class UndercroftEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game. `seat` counts from 0; `bots` play the other seats.

    `observe` is "tensor" (a row of numbers) or "dict" (the same numbers, by field of the view).
    `engine` is "native" or "python"; both play the same games. Default: native, where it is there.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium's own way)
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game[Any, Any] | str = "tomb",
        *,
        seat: int = 0,
        seats: int | None = None,
        bots: str | Mapping[int, str] | None = None,
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        reward: str | Reward | None = None,
        observe: str = "tensor",
        render_mode: str | None = None,
        engine: str | None = None,
    ) -> None:
        self.learning = Learning(game, seats=seats, options=options, preset=preset, reward=reward)
        if not 0 <= seat < self.learning.seats:
            raise BadOption(f"seat {seat}: seats count from 0 to {self.learning.seats - 1}")
        if observe not in ("tensor", "dict"):
            raise BadOption(f"unknown observe {observe!r}; use tensor or dict")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOption(f"unknown render mode {render_mode!r}; use ansi or rgb_array")
        self.seat = seat
        self.bots = self.learning.read_bots(bots, seat)
        self.render_mode = render_mode
        self._engine = engine_of(self.learning, self.bots, engine)
        self._as_dict = observe == "dict"
        self._encoder = encoder = self._engine.encoder
        if self._as_dict:
            parts = {name: part.stop - part.start for name, part in encoder.parts.items()}
            self.observation_space = spaces.Dict({name: _box(n) for name, n in parts.items()})  # type: ignore[assignment]
        else:
            self.observation_space = _box(encoder.size)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(len(self.learning.actions))
        self._is_seeded = self._is_open = False
        self._illegal = 0

    # -- Gymnasium's own verbs --------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game. With a seed, the same one each time."""
        super().reset(seed=seed)
        engine = self._engine
        if not self._is_seeded or seed is not None:
            engine.seed(Random(int(self.np_random.integers(2**63))))
            self._is_seeded = True
        engine.begin()
        self._is_open, self._illegal = True, 0
        return self._observation(), {"action_mask": engine.mask()}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the open decision."""
        if not self._is_open:
            raise BadOption("the game is over: call reset() before step()")
        engine = self._engine
        state = engine.answer(int(action))
        info: dict[str, Any] = {"action_mask": engine.mask()}
        if state == ASKED:
            return self._observation(), 0.0, False, False, info
        if state == ILLEGAL:
            self._illegal += 1
            info["illegal"] = True
            return self._observation(), 0.0, False, self._illegal >= MOST_ILLEGAL, info
        self._is_open = False
        outcome = engine.outcome()
        info["outcome"] = outcome.name
        return self._observation(), self.learning.reward(outcome, self.seat), True, False, info

    def render(self) -> Any:
        """Draw the table as the seat sees it: as text, or as a picture of it."""
        episode = self._engine.episode() if self.render_mode is not None else None
        if episode is None:
            return None
        text = self.learning.text(episode.view(self.seat), episode.decision)
        return text if self.render_mode == "ansi" else picture_of(text)

    # -- and ours ---------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """What plays: "native" code, or "python"."""
        return self._engine.name

    @property
    def view(self) -> Any:
        """What the seat sees, typed."""
        episode = self._engine.episode()
        return None if episode is None else episode.view(self.seat)

    def action_masks(self) -> Mask:
        """Mark what is legal now, as sb3-contrib asks for it."""
        return self._engine.mask()

    def _observation(self) -> Observation:
        row = self._engine.row(self.seat)
        return self._encoder.split(row) if self._as_dict else row


def _box(size: int) -> spaces.Box:
    return spaces.Box(-np.inf, np.inf, (size,), np.float32)


def register() -> None:
    """Name every game to Gymnasium: `undercroft/tomb-v1`, by id and version of its rules."""
    for game in catalogue().values():
        id = f"undercroft/{game.id}-v{game.rules_version}"
        if id not in gymnasium.registry:
            vector = "undercroft.research.gymnasium_vector:vector_env" if game.native else None
            gymnasium.register(
                id,
                f"{__name__}:UndercroftEnv",
                kwargs={"game": game.id},
                vector_entry_point=vector,
            )


register()
