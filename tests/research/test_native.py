"""A native game is the game of the rules: every row, mask, reward and info, from the same luck."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

from undercroft.accel import native
from undercroft.core.errors import BadOption, Refused
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.research.gymnasium_env import MOST_ILLEGAL, UndercroftEnv
from undercroft.research.gymnasium_vector import NativeVectorEnv, vector_env
from undercroft.research.pettingzoo_env import env

pytestmark = [
    pytest.mark.needs("g++"),
    pytest.mark.filterwarnings("ignore:.*Box observation space.*infinity"),
    pytest.mark.filterwarnings("ignore:.*not within the observation space"),
]

QUESTIONS = ("next", "face", "blow", "lock", "torch", "leave")
TERMS: list[dict[str, Any]] = [
    {},
    {"preset": "lantern"},
    {"preset": "ordeal", "reward": "win"},
    {"options": {"scroll": "none", "lenient-discards": True, "start-torches": 2, "stake": 7}},
    {"options": {"min-delve": 2, "start-hp": 6, "card-count-aid": True, "scroll": "hand"}},
    {"observe": "dict", "reward": lambda outcome, seat: outcome.scores[seat] ** 2 + 0.5},
]
DICT = len(TERMS) - 1  # takes longer


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same to the last bit."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return all(same(*pair) for pair in zip(one, other, strict=True))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return type(one) is type(other) and bool(one == other)


def some_action(mask: Any, luck: Random) -> int:
    """Any legal action, the first more often, so that games go deep; sometimes one that is none."""
    legal = np.flatnonzero(mask).tolist()
    if luck.random() < 0.02:
        return luck.randrange(-5, 60)
    return int(legal[0] if luck.random() < 0.6 else luck.choice(legal))


def march(terms: Mapping[str, Any], games: int, seed: str) -> Counter[str]:
    """Play games both ways; everything agrees. Give what was asked, and how games ended."""
    luck, met = Random(seed), Counter[str]()
    envs = UndercroftEnv(engine="native", **terms), UndercroftEnv(engine="python", **terms)
    places = envs[0].learning.encoder.places
    for game in range(games):
        shown = [one.reset(seed=game if game % 5 == 0 else None) for one in envs]
        over = False
        while not over:
            assert same(*shown)
            row, info = shown[0]
            row = row if isinstance(row, np.ndarray) else np.concatenate([*row.values()])
            met.update(id for id in QUESTIONS if row[places[f"question.{id}"][0]])
            action = some_action(info["action_mask"], luck)
            steps = [one.step(action) for one in envs]
            assert same(*steps)
            over = steps[0][2]
            shown = [(step[0], step[4]) for step in steps]
            if luck.random() < 0.01:
                break  # a game that is left half-way
        met[shown[0][1].get("outcome", "left")] += 1
        if game % 50 == 0:
            assert envs[0].view == envs[1].view
    return met


@pytest.mark.parametrize("number", range(len(TERMS)))
def test_a_seed_gives_the_same_games_in_both(number: int) -> None:
    met = march(TERMS[number], 300 if number == DICT else 1_500, f"native {number}")
    if number == 0:
        assert {*met} == {*QUESTIONS, "won", "escaped", "dead", "lost", "left"}


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(len(TERMS)))
def test_a_seed_gives_the_same_games_in_both_at_full_size(number: int) -> None:
    assert march(TERMS[number], 20_000, f"nightly {number}").total() > 20_000


@pytest.mark.parametrize("terms", [{}, {"preset": "ordeal", "observe": "dict", "reward": "win"}])
def test_many_games_at_once_are_those_of_gymnasiums_vector(terms: dict[str, Any]) -> None:
    games, luck = 7, Random("side by side")
    vectors: tuple[Any, Any] = (
        vector_env(games, engine="native", **terms),
        SyncVectorEnv([lambda: UndercroftEnv(engine="python", **terms)] * games),
    )
    assert isinstance(vectors[0], NativeVectorEnv)
    for space in ("observation_space", "action_space", "single_observation_space"):
        assert getattr(vectors[0], space) == getattr(vectors[1], space)
    assert vectors[0].metadata == vectors[1].metadata
    for seed in (3, None, [1, 2, 3, None, 5, 6, 7]):
        shown = [vector.reset(seed=seed) for vector in vectors]
        assert same(*shown)
        masks = shown[0][1]["action_mask"]
        for _ in range(150):
            actions = [some_action(mask, luck) if mask.any() else 40 for mask in masks]
            steps = [vector.step(np.array(actions)) for vector in vectors]
            assert same(*steps)
            masks = steps[0][4]["action_mask"]


def test_too_many_illegal_actions_cut_a_game_of_many_short() -> None:
    vectors = vector_env(2, engine="native"), vector_env(2, engine="python")
    shown = [vector.reset(seed=1) for vector in vectors]
    masks = shown[0][1]["action_mask"]
    cut = 0
    for _ in range(MOST_ILLEGAL + 2):  # the first game is played on, the second gets nowhere
        steps = [vector.step(np.array([masks[0].argmax(), 46])) for vector in vectors]
        assert same(*steps)
        masks = steps[0][4]["action_mask"]
        cut += int(steps[0][3][1])
    assert cut == 1


def test_an_agent_of_pettingzoo_observes_the_same() -> None:
    def shown(engine: str) -> list[Any]:
        table, luck, found = env("tomb", engine=engine, render_mode="ansi"), Random(4), []
        for game in range(100):
            table.reset(seed=game if game % 5 == 0 else None)
            for agent in table.agent_iter():
                seen, *rest = table.last()
                mask = seen["action_mask"]
                found.append((seen["observation"].tobytes(), mask.tobytes(), rest, table.render()))
                table.step(None if table.terminations[agent] else some_action(mask, luck))
        return found

    assert shown("native") == shown("python")


def test_the_checker_of_gymnasium_is_content() -> None:
    check_env(UndercroftEnv("tomb", engine="native"), skip_render_check=True)


def test_a_native_table_is_drawn_like_any_other() -> None:
    drawn = []
    for engine in ("native", "python"):
        table = UndercroftEnv("tomb", engine=engine, render_mode="ansi")
        assert table.render() is None
        table.reset(seed=5)
        drawn.append([table.render()])
        over = False
        while not over:
            over = table.step(table.action_masks().argmax())[2]
            drawn[-1].append(table.render())
    assert drawn[0] == drawn[1]
    vectors = [vector_env(3, engine=engine, render_mode="ansi") for engine in ("native", "python")]
    for vector in vectors:
        vector.reset(seed=5)
    tables = vectors[0].render()
    assert tables == vectors[1].render()
    assert tables is not None
    assert tables[0] == drawn[0][0]


def test_gymnasium_makes_native_games_by_name() -> None:
    assert gymnasium.make("undercroft/tomb-v1").unwrapped.engine == "native"  # type: ignore[attr-defined]
    assert isinstance(gymnasium.make_vec("undercroft/tomb-v1", num_envs=2), NativeVectorEnv)
    many = gymnasium.make_vec("undercroft/tomb-v1", num_envs=2, options={"mode": "series"})
    assert isinstance(many, SyncVectorEnv)


ELSEWHERE = [
    {"game": "tin"},
    {"seats": 2},
    {"options": {"mode": "series"}},
    {"game": with_variant('game = "tomb"\n[rows.ks]\nworth = 15', "rich", find_game)},
]


@pytest.mark.parametrize("terms", ELSEWHERE, ids=lambda terms: str([*terms]))
def test_what_has_no_native_code_is_played_by_the_rules(terms: dict[str, Any]) -> None:
    assert UndercroftEnv(**terms).engine == "python"
    with pytest.raises(
        Refused, match=r"^no native code plays \w+ with|^native Tomb plays solo games"
    ):
        UndercroftEnv(engine="native", **terms)


def test_without_a_compiler_the_rules_play_and_native_code_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    native.load.cache_clear()
    assert UndercroftEnv("tomb").engine == "python"
    with pytest.raises(Refused, match=r"^native code needs a C\+\+ compiler, .* is not installed$"):
        UndercroftEnv("tomb", engine="native")


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(BadOption, match="unknown engine 'rust'; use native or python"):
        UndercroftEnv("tomb", engine="rust")
    vector = vector_env(2, engine="native")
    with pytest.raises(BadOption, match=r"call reset\(\) before step"):
        vector.step(np.zeros(2))
    vector.reset(seed=1)
    with pytest.raises(BadOption, match="3 actions for 2 games"):
        vector.step(np.zeros(3))
