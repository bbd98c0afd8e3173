"""PettingZoo's own checks, for every game and number of seats that they can bear."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_seed_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

from examples import lamps
from undercroft.core.errors import BadOption
from undercroft.research.pettingzoo_env import env

TABLES = [
    ("tomb", 1),
    ("tomb", 2),
    ("tin", 1),
    ("tin", 4),
    ("labyrintheus", 2),
    ("labyrintheus", 5),
    ("talisman", 2),
    (lamps.GAME, 2),
]
pytestmark = pytest.mark.filterwarnings("ignore")  # the checkers warn of what may be as it is


def name_of(value):
    return getattr(value, "id", str(value))


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name_of)
def test_the_api_test_of_pettingzoo_passes(game, seats, capsys):
    api_test(env(game, seats=seats), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name_of)
def test_the_seed_test_of_pettingzoo_passes(game, seats):
    seed_test(lambda: env(game, seats=seats), num_cycles=60)


def play_out(game: Any, seed: int) -> Any:
    random = np.random.default_rng(seed)
    game.reset(seed=seed)
    total = dict.fromkeys(game.possible_agents, 0.0)
    info: dict[str, Any] = {}
    for agent in game.agent_iter():
        observation, reward, over, truncated, info = game.last()
        total[agent] += reward
        mask = observation["action_mask"]
        game.step(None if over or truncated else random.choice(np.flatnonzero(mask)))
    return total, info


def test_rewards_go_to_winners_or_by_place():
    total, info = play_out(env("labyrintheus", seats=3), 1)
    assert {*total.values()} <= {0.0, 1.0}
    assert info["outcome"]
    total, _ = play_out(env("labyrintheus", seats=3, reward="place"), 1)
    assert sum(total.values()) == pytest.approx(0)


def test_only_the_seat_that_is_asked_has_legal_actions():
    game = env("tin", seats=3)
    game.reset(seed=1)
    for agent in game.agents:
        assert game.observe(agent)["action_mask"].any() == (agent == game.agent_selection)


def test_a_turn_based_game_goes_through_pettingzoos_parallel_wrapper():
    parallel = turn_based_aec_to_parallel(env("tomb", seats=2))
    observations, _ = parallel.reset(seed=1)
    random, terminations = np.random.default_rng(1), {"P1": False}
    for _ in range(2_000):
        actions = {
            agent: random.choice(np.flatnonzero(seen["action_mask"]))
            for agent, seen in observations.items()
            if seen["action_mask"].any()
        }
        observations, _, terminations, *_ = parallel.step(actions)
        if not parallel.agents:
            break
    assert all(terminations.values())


def test_an_illegal_action_ends_the_game_for_all():
    game = env("tin", seats=2, illegal_reward=-3)
    game.reset(seed=1)
    agent = game.agent_selection
    game.step(int(np.flatnonzero(game.observe(agent)["action_mask"] == 0)[0]))
    assert game.rewards[agent] == -3
    assert all(game.terminations.values())
    assert game.infos[agent]["outcome"] == "illegal"
    while game.agents:
        assert game.last()[2]
        game.step(None)


def test_a_game_must_have_begun():
    with pytest.raises(BadOption, match=r"call reset\(\) first"):
        env("tin").observe("P1")


def test_a_table_is_drawn_for_the_seat_that_is_asked():
    game = env("tomb", seats=2, render_mode="ansi")
    game.reset(seed=1)
    assert "P1 next: deeper, turn-back" in game.render()


def test_parallel_seeds_are_kept():
    parallel_seed_test(lambda: turn_based_aec_to_parallel(env("tomb", seats=2)), num_cycles=1)
