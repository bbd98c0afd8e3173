"""Gymnasium's own checks, and what they do not check."""

import gc
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from examples import lamps
from undercroft.core.errors import BadOption
from undercroft.research.gymnasium_env import MOST_ILLEGAL, UndercroftEnv

pytestmark = [  # a number in a view has no bounds, and the checker would rather have some
    pytest.mark.filterwarnings("ignore:.*Box observation space.*infinity"),
    pytest.mark.filterwarnings("ignore:.*not within the observation space"),
]

TERMS = [
    {"game": "tomb"},
    {"game": "tomb", "observe": "dict", "render_mode": "ansi"},
    {"game": "tomb", "options": {"mode": "series", "games": 3}, "render_mode": "rgb_array"},
    {"game": "tin"},
    {"game": "tin", "seats": 3, "bots": "random", "seat": 2},
    {"game": "labyrintheus", "seats": 2, "reward": "place"},
    {"game": "talisman", "bots": "random"},
]


def play_out(env: UndercroftEnv, seed: int, policy: str = "first") -> Any:
    """Play a game by mask; give rewards, and what came last."""
    random = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    rewards: list[float] = []
    over = False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        action = legal[0] if policy == "first" else random.choice(legal)
        _, reward, over, truncated, info = env.step(action)
        assert not truncated
        rewards.append(reward)
    return rewards, info


@pytest.mark.parametrize("terms", TERMS, ids=lambda terms: " ".join(map(str, terms.values())))
def test_the_checker_of_gymnasium_is_content(terms):
    check_env(UndercroftEnv(**terms), skip_render_check=True)


def test_games_have_names_in_gymnasiums_registry():
    env = gymnasium.make("undercroft/tin-v1", seats=2)
    assert env.spec is not None
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["action_mask"].sum() >= 2


@pytest.mark.parametrize("game", ["tomb", "tin", lamps.GAME])
def test_the_same_seed_and_answers_give_the_same_game(game):
    env = UndercroftEnv(game, reward="score")
    games = [play_out(env, seed, "random") for seed in (5, 5, 6, 7, 8, 9)]
    rewards, endings = zip(*games, strict=True)
    assert rewards[0] == rewards[1]
    assert endings[0]["outcome"] == endings[1]["outcome"]
    assert len({*map(str, rewards)}) > 1


def test_games_leave_nothing_to_the_collector():
    env = UndercroftEnv("tomb")
    play_out(env, 0)
    gc.collect()
    gc.disable()
    try:
        left = []
        for _ in range(3):  # what else goes on in this process may leave something, but not always
            for seed in range(20):
                play_out(env, seed, "random")
            left.append(gc.collect())
        assert min(left) < 20  # less than one object a game
    finally:
        gc.enable()


def test_the_reward_comes_at_the_end_and_is_what_was_asked_for():
    rewards, info = play_out(UndercroftEnv("tomb"), 3, "random")
    assert not any(rewards[:-1])
    assert not info["action_mask"].any()
    squared = UndercroftEnv("tomb", reward=lambda outcome, seat: outcome.scores[seat] ** 2)
    assert play_out(squared, 3, "random")[0][-1] == rewards[-1] ** 2


def test_an_illegal_action_changes_nothing_and_too_many_end_the_game():
    env = UndercroftEnv("tomb")
    before, info = env.reset(seed=2)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, truncated, info = env.step(illegal)
    assert np.array_equal(np.asarray(before), np.asarray(after))
    assert (reward, over, truncated, info["illegal"]) == (0, False, False, True)
    for _ in range(MOST_ILLEGAL - 1):
        *_, truncated, info = env.step(illegal)
    assert truncated


def test_environments_run_side_by_side_in_gymnasiums_vectors():
    envs = gymnasium.make_vec("undercroft/tomb-v1", num_envs=3, vectorization_mode="sync")
    observations, infos = envs.reset(seed=4)
    assert observations.shape[0] == 3
    rewards = np.zeros(0)
    for _ in range(40):
        masks = infos["action_mask"]
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in masks])
        observations, rewards, *_, infos = envs.step(actions)
    assert rewards.shape == (3,)
    envs.close()


def test_a_bot_of_ones_own_plays_another_seat():
    env = UndercroftEnv("tomb", seats=2, bots="examples.my_bot:HomeByFour")
    rewards, _ = play_out(env, 1, "random")
    assert rewards[-1] in (0.0, 1.0)


def test_a_table_is_drawn_as_text_and_as_a_picture():
    env = UndercroftEnv("tomb", render_mode="ansi")
    env.reset(seed=1)
    assert "P1 next: deeper, turn-back" in env.render()
    env = UndercroftEnv("tomb", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape[2] == 3
    assert len(np.unique(picture)) > 3


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"game": "tombs"}, "unknown game 'tombs'"),
        ({"seat": 1}, "seats count from 0 to 0"),
        ({"game": "tin", "seats": 2, "bots": {0: "thumb"}}, r"bots play the seats \[1\]"),
        ({"game": "tin", "seats": 2, "bots": "genius"}, "unknown bot 'genius'"),
        ({"reward": "gold"}, "unknown reward 'gold'; use one of: score, win, place"),
        ({"observe": "pixels"}, "use tensor or dict"),
        ({"render_mode": "human"}, "use ansi or rgb_array"),
        ({"options": {"start-hp": 99}}, "option start-hp: expected one of"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(terms, message):
    with pytest.raises(BadOption, match=message):
        UndercroftEnv(**terms)


def test_after_the_end_comes_a_reset():
    env = UndercroftEnv("tomb")
    play_out(env, 1)
    with pytest.raises(BadOption, match=r"call reset\(\)"):
        env.step(0)
