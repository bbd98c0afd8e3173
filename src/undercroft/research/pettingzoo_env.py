"""A game as a PettingZoo environment (AEC): each seat is an agent, `P1`, `P2` and so on.

    from undercroft.research.pettingzoo_env import env
    game = env("labyrintheus", seats=4)

An observation is a dictionary: `observation`, the row of numbers, and `action_mask`. Only the agent
that is asked has legal actions. An illegal action ends the game for all with `illegal_reward` for
the agent who took it, as in PettingZoo's classic games. Theirs have wrappers for that, which take
longer than a step; here the environment sees to it itself. When the game is over, observations are
all noughts.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from undercroft.core.errors import BadOption
from undercroft.core.game import Game
from undercroft.research.engines import ASKED, ILLEGAL, Engine, engine_of
from undercroft.research.learning import Learning
from undercroft.research.picture import picture_of
from undercroft.research.rewards import Reward


class env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """All seats of a game."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's own way)
        "render_modes": ["ansi", "rgb_array"],
        "is_parallelizable": False,  # seats answer one after the other
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game[Any, Any] | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        reward: str | Reward | None = None,
        illegal_reward: float = -1,
        render_mode: str | None = None,
        engine: str | None = None,
    ) -> None:
        super().__init__()
        self.learning = Learning(game, seats=seats, options=options, preset=preset, reward=reward)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOption(f"unknown render mode {render_mode!r}; use ansi or rgb_array")
        self.metadata = {
            **type(self).metadata,
            "name": f"{self.learning.game.id}_v{self.learning.game.rules_version}",
        }
        self.render_mode = render_mode
        self.possible_agents = [f"P{seat + 1}" for seat in range(self.learning.seats)]
        self.agents = self.possible_agents[:]
        self._engine = engine_of(self.learning, name=engine)
        size, actions = self._engine.encoder.size, len(self.learning.actions)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.illegal_reward = float(illegal_reward)
        self._is_seeded = False
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Describe what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Describe what an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. With a seed, the same one each time."""
        if seed is not None or not self._is_seeded:
            numbers, _ = seeding.np_random(seed)
            self._engine.seed(Random(int(numbers.integers(2**63))))
            self._is_seeded = True
        self._engine.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._engine.asked]

    def _begun(self) -> Engine:
        if not self._is_seeded:
            raise BadOption("call reset() first: no game has begun")
        return self._engine

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent's seat sees; what is legal, if it is asked."""
        engine, seat = self._begun(), self._seats[agent]
        if self.terminations.get(agent, True):
            seen, is_asked = engine.encoder.blank(), False
        else:
            seen, is_asked = engine.row(seat), engine.asked == seat
        return {
            "observation": seen,
            "action_mask": engine.mask() if is_asked else self.learning.mask(()),
        }

    def step(self, action: Any) -> None:
        """Answer for the agent that is asked."""
        engine, agent = self._begun(), self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        state = engine.answer(int(action))
        if state == ASKED:
            self.agent_selection = self.possible_agents[engine.asked]
        elif state == ILLEGAL:
            self._end("illegal", {agent: self.illegal_reward})
        else:
            outcome, reward = engine.outcome(), self.learning.reward
            self._end(outcome.name, {a: reward(outcome, n) for n, a in enumerate(self.agents)})

    def _end(self, outcome: str, rewards: Mapping[str, float]) -> None:
        """End the game for all."""
        for agent in self.agents:
            self.rewards[agent] = rewards.get(agent, 0.0)
            self.terminations[agent] = True
            self.infos[agent]["outcome"] = outcome
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """Draw the table as the agent that is asked sees it: as text, or as a picture of it."""
        if self.render_mode is None:
            return None
        seat, episode = self._seats[self.agent_selection], self._begun().episode()
        assert episode is not None  # noqa: S101 (it has begun)
        text = self.learning.text(episode.view(seat), episode.decision)
        return text if self.render_mode == "ansi" else picture_of(text)

    def close(self) -> None:
        """Let go of nothing: there is nothing to let go of."""
