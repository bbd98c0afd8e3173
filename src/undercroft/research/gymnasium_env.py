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
from undercroft.research.episode import Episode, Episodes
from undercroft.research.layout import Tensor
from undercroft.research.learning import Learning
from undercroft.research.picture import picture_of
from undercroft.research.rewards import Reward

MOST_ILLEGAL: Final = 1_000  # illegal actions in one game; then it is truncated

Observation = Tensor | dict[str, Tensor]


class UndercroftEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game. `seat` counts from 0; `bots` play the other seats.

    `observe` is "tensor" (a row of numbers) or "dict" (the same numbers, by field of the view).
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
        self._as_dict = observe == "dict"
        self._episodes = Episodes(self.learning, self.bots)
        encoder = self._episodes.encoder
        if self._as_dict:
            parts = {name: part.stop - part.start for name, part in encoder.parts.items()}
            self.observation_space = spaces.Dict({name: _box(n) for name, n in parts.items()})  # type: ignore[assignment]
        else:
            self.observation_space = _box(encoder.size)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(len(self.learning.actions))
        self._random: Random | None = None
        self._episode: Episode | None = None
        self._legal: dict[int, Any] = {}
        self._write = encoder
        self._blank = encoder.blank
        self._numbered, self._mask = self.learning.actions.legal, self.learning.mask
        self._illegal = 0

    # -- Gymnasium's own verbs --------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game. With a seed, the same one each time."""
        super().reset(seed=seed)
        if self._random is None or seed is not None:
            self._random = Random(int(self.np_random.integers(2**63)))
        if self._episode is not None:
            self._episode.close()
        self._episode = self._episodes.begin(self._random.random)
        self._illegal = 0
        if self._episode.decision is None:  # it was over before the seat was asked
            return self.reset()
        self._legal = self._numbered(self._episode.decision.choices)
        return self._observation(self._episode), {"action_mask": self._mask(self._legal)}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the open decision."""
        episode, legal = self._episode, self._legal
        if episode is None or episode.decision is None:
            raise BadOption("the game is over: call reset() before step()")
        try:
            option = legal[int(action)]
        except KeyError:
            self._illegal += 1
            info = {"action_mask": self._mask(legal), "illegal": True}
            is_enough = self._illegal >= MOST_ILLEGAL
            return self._observation(episode), 0.0, False, is_enough, info
        episode.answer(option)
        if episode.outcome is None:
            legal = self._legal = self._numbered(episode.decision.choices)
            return self._observation(episode), 0.0, False, False, {"action_mask": self._mask(legal)}
        self._legal = {}
        reward = self.learning.reward(episode.outcome, self.seat)
        info = {"action_mask": self._mask({}), "outcome": episode.outcome.name}
        return self._observation(episode), reward, True, False, info

    def render(self) -> Any:
        """Draw the table as the seat sees it: as text, or as a picture of it."""
        if self._episode is None or self.render_mode is None:
            return None
        episode = self._episode
        text = self.learning.text(episode.view(self.seat), episode.decision)
        return text if self.render_mode == "ansi" else picture_of(text)

    # -- and ours ---------------------------------------------------------------------------------

    @property
    def view(self) -> Any:
        """What the seat sees, typed."""
        return None if self._episode is None else self._episode.view(self.seat)

    def action_masks(self) -> Mask:
        """Mark what is legal now, as sb3-contrib asks for it."""
        return self.learning.mask(self._legal)

    def _observation(self, episode: Episode) -> Observation:
        decision = episode.decision
        if decision is None:
            tensor = self._blank()
        else:
            tensor = self._write(episode.game.view(episode.state, self.seat), decision)
        return self._episodes.encoder.split(tensor) if self._as_dict else tensor


def _box(size: int) -> spaces.Box:
    return spaces.Box(-np.inf, np.inf, (size,), np.float32)


def register() -> None:
    """Name every game to Gymnasium: `undercroft/tomb-v1`, by id and version of its rules."""
    for game in catalogue().values():
        id = f"undercroft/{game.id}-v{game.rules_version}"
        if id not in gymnasium.registry:
            gymnasium.register(id, f"{__name__}:UndercroftEnv", kwargs={"game": game.id})


register()
