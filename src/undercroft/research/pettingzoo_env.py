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
from undercroft.core.questions import Decision
from undercroft.research.episode import Episode, Episodes
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
        self._episodes = Episodes(self.learning)
        size, actions = self._episodes.encoder.size, len(self.learning.actions)
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
        self._random: Random | None = None
        self._now: Episode | None = None
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Describe what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Describe what an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. With a seed, the same one each time."""
        if seed is not None or self._random is None:
            numbers, _ = seeding.np_random(seed)
            self._random = Random(int(numbers.integers(2**63)))
        if self._now is not None:
            self._now.close()
        self._now = self._episodes.begin(self._random.random)
        if self._now.decision is None:  # over before anybody was asked
            self.reset()
            return
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask(self._now.decision)

    @property
    def _episode(self) -> Episode:
        if self._now is None:
            raise BadOption("call reset() first: no game has begun")
        return self._now

    def _ask(self, decision: Decision[Any]) -> None:
        self._legal = self.learning.actions.legal(decision.choices)
        self.agent_selection = self.possible_agents[decision.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent's seat sees; what is legal, if it is asked."""
        episode, seat = self._episode, self._seats[agent]
        decision = episode.decision
        if decision is None or self.terminations[agent]:
            seen = self._episodes.encoder.blank()
            return {"observation": seen, "action_mask": self.learning.mask({})}
        is_asked = decision.seat == seat
        asked, legal = (decision, self._legal) if is_asked else (None, {})
        return {
            "observation": self._episodes.encoder(episode.game.view(episode.state, seat), asked),
            "action_mask": self.learning.mask(legal),
        }

    def step(self, action: Any) -> None:
        """Answer for the agent that is asked."""
        episode, agent = self._episode, self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if int(action) not in self._legal:
            self._end("illegal", {agent: self.illegal_reward})
            return
        episode.answer(self._legal[int(action)])
        if episode.decision is not None:
            self._ask(episode.decision)
        elif episode.outcome is not None:
            outcome, reward = episode.outcome, self.learning.reward
            self._end(outcome.name, {a: reward(outcome, n) for n, a in enumerate(self.agents)})

    def _end(self, outcome: str, rewards: Mapping[str, float]) -> None:
        """End the game for all."""
        self._legal = {}
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
        seat = self._seats[self.agent_selection]
        text = self.learning.text(self._episode.view(seat), self._episode.decision)
        return text if self.render_mode == "ansi" else picture_of(text)

    def close(self) -> None:
        """Let go of nothing: there is nothing to let go of."""
