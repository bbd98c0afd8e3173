"""Learn Tomb of Four Kings by playing it: PPO in plain numpy, in a few minutes.

    python -m examples.ppo --curve curve.svg

A network with one hidden layer sees the row of numbers that Gymnasium's environment gives (nothing
that a player cannot see), and only legal actions are open to it. It starts at random, with a mean
score of about 8; the rule of thumb makes about 29.
"""

import argparse
import os
from pathlib import Path
from time import monotonic
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads only get in the way

import numpy as np
import numpy.typing as npt

from undercroft import games, simulate
from undercroft.research.gymnasium_env import UndercroftEnv

Array = npt.NDArray[np.float32]

HIDDEN: Final = 64
ENVS: Final = 64
STEPS: Final = 64  # of each environment, between two updates
EPOCHS: Final = 3
BATCH: Final = 512
CLIP: Final = 0.2
ENTROPY: Final = 0.01
RATE: Final = 1e-3
DISCOUNT: Final = 0.995
LAMBDA: Final = 0.95
SCALE: Final = 20.0  # points that count as 1


class Network:
    """Gives the chances of actions, and what a position is worth; learns with Adam."""

    def __init__(self, size: int, actions: int, random: np.random.Generator) -> None:
        def matrix(rows: int, columns: int, scale: float) -> Array:
            return (random.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights = {
            "hidden": matrix(size, HIDDEN, (2 / 60) ** 0.5),  # some 60 numbers are not nought
            "policy": matrix(HIDDEN, actions, 0.01),
            "value": matrix(HIDDEN, 1, 0.1),
        }
        for name, width in (("hidden", HIDDEN), ("policy", actions), ("value", 1)):
            self.weights[f"{name}-bias"] = np.zeros(width, np.float32)
        self.moments = {
            name: np.zeros((2, *w.shape), np.float32) for name, w in self.weights.items()
        }
        self.updates = 0

    def forward(self, seen: Array, masks: Any) -> tuple[Array, Array, Array]:
        """Give what the hidden layer makes of it, the chances of actions, and the values."""
        w = self.weights
        hidden = np.maximum(seen @ w["hidden"] + w["hidden-bias"], 0)
        logits = np.where(masks, hidden @ w["policy"] + w["policy-bias"], -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return hidden, chances, (hidden @ w["value"] + w["value-bias"])[:, 0]

    def learn(
        self, seen: Array, masks: Any, taken: Any, old: Array, gain: Array, to: Array
    ) -> None:
        """Take one step: clipped policy gradient, squared error of values, some entropy."""
        hidden, chances, values = self.forward(seen, masks)
        rows, n = np.arange(len(taken)), len(taken)
        chosen = chances[rows, taken]
        ratio = chosen / old
        is_free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        logs = np.log(np.maximum(chances, 1e-9))
        entropy = -(chances * logs).sum(1, keepdims=True)
        d_logits = chances * (logs + entropy) * ENTROPY
        weight = (is_free * ratio * gain)[:, None]
        d_logits += weight * chances
        d_logits[rows, taken] -= weight[:, 0]
        d_logits = (d_logits / n).astype(np.float32)
        d_values = ((values - to) / n).astype(np.float32)[:, None]
        w = self.weights
        d_hidden = (d_logits @ w["policy"].T + d_values @ w["value"].T) * (hidden > 0)
        self.adam(
            {
                "policy": hidden.T @ d_logits,
                "policy-bias": d_logits.sum(0),
                "value": hidden.T @ d_values,
                "value-bias": d_values.sum(0),
                "hidden": seen.T @ d_hidden,
                "hidden-bias": d_hidden.sum(0),
            }
        )

    def adam(self, gradients: dict[str, Array]) -> None:
        self.updates += 1
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            mean = first / (1 - 0.9**self.updates)
            spread = np.sqrt(second / (1 - 0.999**self.updates))
            self.weights[name] -= RATE * mean / (spread + 1e-8)


class Learner:
    """Plays many games side by side, and learns from them."""

    def __init__(self, seed: int = 1, envs: int = ENVS) -> None:
        self.random = np.random.default_rng(seed)
        self.envs = [UndercroftEnv("tomb") for _ in range(envs)]
        learning = self.envs[0].learning
        self.network = Network(learning.encoder.size, len(learning.actions), self.random)
        starts = [env.reset(seed=seed * 1000 + n) for n, env in enumerate(self.envs)]
        self.seen = np.stack([np.asarray(seen) for seen, _ in starts])
        self.masks = np.stack([info["action_mask"] for _, info in starts])
        self.scores: list[float] = []

    def act(self, chances: Array) -> Any:
        """Draw an action for each row."""
        drawn = self.random.random((len(chances), 1)) < chances.cumsum(1)
        return drawn.argmax(1)

    def round(self, steps: int = STEPS) -> None:
        """Play so many steps, then learn from them."""
        n = len(self.envs)
        kept: list[list[Any]] = [[], [], [], [], []]
        rewards, overs = np.zeros((steps, n), np.float32), np.zeros((steps, n), np.float32)
        for step in range(steps):
            _, chances, values = self.network.forward(self.seen, self.masks)
            taken = self.act(chances)
            for into, what in zip(
                kept,
                (self.seen, self.masks, taken, chances[np.arange(n), taken], values),
                strict=True,
            ):
                into.append(what)
            self.seen, self.masks = self.seen.copy(), self.masks.copy()
            for at, env in enumerate(self.envs):
                seen, reward, over, _, info = env.step(taken[at])
                if over:
                    self.scores.append(reward)
                    rewards[step, at], overs[step, at] = reward / SCALE, 1
                    seen, info = env.reset()
                self.seen[at], self.masks[at] = seen, info["action_mask"]
        _, _, last = self.network.forward(self.seen, self.masks)
        seen, masks, taken, old, values = (np.stack(part) for part in kept)
        gains, following, ahead = np.zeros_like(rewards), last, np.zeros(n, np.float32)
        for step in reversed(range(steps)):
            on = 1 - overs[step]
            surprise = rewards[step] + DISCOUNT * following * on - values[step]
            ahead = surprise + DISCOUNT * LAMBDA * on * ahead
            gains[step], following = ahead, values[step]
        to = (gains + values).ravel()
        gain = ((gains - gains.mean()) / (gains.std() + 1e-6)).ravel()
        seen, masks = seen.reshape(steps * n, -1), masks.reshape(steps * n, -1)
        for _ in range(EPOCHS):
            for batch in np.split(self.random.permutation(steps * n), max(1, steps * n // BATCH)):
                self.network.learn(
                    seen[batch], masks[batch], taken.ravel()[batch], old.ravel()[batch],
                    gain[batch], to[batch],
                )  # fmt: skip

    def mean_score(self, plays: int) -> float:
        """Play games with the likeliest action each time, and give the mean score."""
        env, scores = UndercroftEnv("tomb"), list[float]()
        seen, info = env.reset(seed=99)
        while len(scores) < plays:
            _, chances, _ = self.network.forward(np.asarray(seen)[None], info["action_mask"][None])
            seen, reward, over, _, info = env.step(int(chances[0].argmax()))
            if over:
                scores.append(reward)
                seen, info = env.reset()
        return sum(scores) / plays


def draw_curve(points: list[tuple[float, float]], marks: dict[str, float]) -> str:
    """Draw mean scores over games as SVG, with lines for the bots."""
    across, up = 640, 360
    most_games = max(games for games, _ in points) or 1
    most = 1.1 * max([score for _, score in points] + [*marks.values()])
    place = [(40 + games / most_games * (across - 60), up - 30 - score / most * (up - 50))
             for games, score in points]  # fmt: skip
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in place)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {up}" font-size="12">',
        f'<rect width="{across}" height="{up}" fill="#fff"/>',
        f'<polyline points="{path}" fill="none" stroke="#a3341f" stroke-width="2"/>',
    ]
    for name, score in marks.items():
        y = up - 30 - score / most * (up - 50)
        lines.append(f'<path d="M40 {y:.1f}H{across - 20}" stroke="#888" stroke-dasharray="4"/>')
        lines.append(f'<text x="44" y="{y - 4:.1f}">{name}: {score:.1f}</text>')
    lines.append(f'<text x="40" y="{up - 8}">0 to {most_games:,.0f} games</text></svg>')
    return "\n".join(lines)


def main(rounds: int = 120, curve: str | None = None, seed: int = 1, plays: int = 2000) -> float:
    """Learn for so many rounds, and say how it goes."""
    tomb = games.find_game("tomb")
    marks = {}
    for bot in ("random", tomb.rule_of_thumb):
        scores = [simulate(tomb, bot, n).outcome.scores[0] for n in range(plays)]
        marks[bot] = sum(scores) / plays
        print(f"{bot}: mean score {marks[bot]:.1f}")
    learner, start, points, told = Learner(seed), monotonic(), [(0.0, marks["random"])], 0
    for done in range(1, rounds + 1):
        learner.round()
        if done % 5 == 0:
            recent, told = learner.scores[told:], len(learner.scores)
            points.append((told, sum(recent) / len(recent)))
            now = monotonic() - start
            print(f"{now:4.0f} s, {told:7,} games: mean score {points[-1][1]:.1f}", flush=True)
    final = learner.mean_score(plays)
    print(f"after {len(learner.scores):,} games, at its best: mean score {final:.1f}")
    if curve:
        Path(curve).write_text(draw_curve(points, marks) + "\n")
    return final


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="PPO on Tomb of Four Kings, in plain numpy.")
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="write the curve here, as SVG")
    arguments = parser.parse_args()
    main(arguments.rounds, arguments.curve, arguments.seed)
