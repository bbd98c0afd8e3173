"""Many games side by side, as one environment of Gymnasium's.

    envs = gymnasium.make_vec("undercroft/tomb-v1", num_envs=64)

Native games are stepped all at once, by one call. They do what Gymnasium's `SyncVectorEnv` does
with environments one by one, and that is what other games get. A game that is over begins anew with
the next step, whatever its action.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from undercroft.core.errors import BadOption
from undercroft.research.engines import Flags, native_seats, replayed
from undercroft.research.episode import Episodes
from undercroft.research.gymnasium_env import MOST_ILLEGAL, Observation, UndercroftEnv
from undercroft.research.picture import picture_of

Numbers: TypeAlias = npt.NDArray[Any]


class NativeVectorEnv(VectorEnv[Observation, Numbers, Numbers]):
    """So many native games on the terms of one environment."""

    def __init__(self, num_envs: int, env: UndercroftEnv) -> None:
        self.num_envs = num_envs
        self.render_mode = env.render_mode
        self.metadata = {**env.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_action_space = env.action_space
        self.action_space = batch_space(env.action_space, num_envs)
        self.single_observation_space = env.observation_space
        self.observation_space = batch_space(env.observation_space, num_envs)
        self.learning = env.learning
        self._as_dict = isinstance(env.observation_space, spaces.Dict)
        self._seats = native_seats(env.learning, num_envs)
        self._is_seeded = False
        self._illegal = np.zeros(num_envs, np.int64)  # actions, in each game
        self._is_over = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew. With a seed, the same each time: each game's is one more."""
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + number for number in range(self.num_envs)]
        else:
            seeds = [*seed]
        if options and "reset_mask" in options:
            raise BadOption("no reset_mask here: a game that is over begins anew by itself")
        if len(seeds) != self.num_envs:
            raise BadOption(f"{len(seeds)} seeds for {self.num_envs} games")
        for number, one in enumerate(seeds):
            if one is not None or not self._is_seeded:
                luck, _ = seeding.np_random(one)
                self._seats.seed(number, Random(int(luck.integers(2**63))))
            self._seats.begin(number)
        self._is_seeded = True
        self._illegal[:] = 0
        self._is_over[:] = False
        return self._observation(), self._info()

    def step(self, actions: Numbers) -> tuple[Observation, Numbers, Flags, Flags, dict[str, Any]]:
        """Answer in every game; one that is over begins anew."""
        if not self._is_seeded:
            raise BadOption("no game has begun: call reset() before step()")
        if len(actions) != self.num_envs:
            raise BadOption(f"{len(actions)} actions for {self.num_envs} games")
        self._illegal[self._is_over] = 0
        terminated, illegal = self._seats.step(actions, self._is_over)
        info = self._info()
        rewards = np.zeros(self.num_envs)
        if np.count_nonzero(terminated):
            outcomes, reward = self._seats.outcomes(terminated), self.learning.reward
            names = np.full(self.num_envs, None, object)
            names[terminated] = [outcome.name for outcome in outcomes]
            rewards[terminated] = [reward(outcome, 0) for outcome in outcomes]
            info["outcome"], info["_outcome"] = names, terminated.copy()
        if np.count_nonzero(illegal):
            self._illegal += illegal
            info["illegal"], info["_illegal"] = illegal, illegal.copy()
        truncated = self._illegal >= MOST_ILLEGAL
        self._is_over = terminated | truncated
        return self._observation(), rewards, terminated, truncated, info

    def render(self) -> Any:
        """Draw all tables, as their players see them: as text, or as pictures of it."""
        if self.render_mode is None or not self._is_seeded:
            return None
        texts = []
        for number in range(self.num_envs):
            episode = replayed(self._episodes, *self._seats.history(number))
            texts.append(self.learning.text(episode.view(0), episode.decision))
            episode.close()
        return tuple(texts if self.render_mode == "ansi" else map(picture_of, texts))

    @cached_property
    def _episodes(self) -> Episodes:
        return Episodes(self.learning)

    def _observation(self) -> Observation:
        rows = self._seats.rows.copy()
        if not self._as_dict:
            return rows
        return {name: rows[:, part] for name, part in self.learning.encoder.parts.items()}

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._seats.masks.copy(), "_action_mask": every}


def vector_env(num_envs: int = 1, **terms: Any) -> VectorEnv[Any, Any, Any]:
    """Put so many games side by side. `terms` are the arguments of `UndercroftEnv`."""
    env = UndercroftEnv(**terms)
    if env.engine == "native":
        return NativeVectorEnv(num_envs, env)
    return SyncVectorEnv([lambda: UndercroftEnv(**terms)] * num_envs)
