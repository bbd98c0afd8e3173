"""OpenSpiel's own checks, and its algorithms on our games."""

import copy
import pickle
from random import Random

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from examples import small_lamps
from undercroft.core.errors import BadOption
from undercroft.core.questions import Decision, Fate
from undercroft.research.open_spiel_game import UndercroftState, names, resampled

GAMES = [
    "undercroft_tomb",
    "undercroft_tomb(seats=2,options=deal:same)",
    "undercroft_tin(seats=2)",
    "undercroft_tin(options=turn-cap:5,reward=win)",
    "undercroft_labyrintheus(seats=3)",
    "undercroft_talisman(seats=2,options=round-cap:5)",
    small_lamps.NAME,
]


def advanced(name: str, seed: int, moves: int) -> UndercroftState:
    """A state some way into a game."""
    state, random = pyspiel.load_game(name).new_initial_state(), Random(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
    assert isinstance(state, UndercroftState)
    return state


def test_every_game_is_in_open_spiels_list():
    expected = {f"undercroft_{id}" for id in ("tomb", "tin", "labyrintheus", "talisman")}
    assert expected <= {*names()}


@pytest.mark.parametrize("name", GAMES)
def test_the_random_simulation_test_of_open_spiel_passes(name, capfd):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [GAMES[0], GAMES[-1]])
def test_a_playthrough_comes_out_the_same_again(name):
    flags.FLAGS.mark_as_parsed()
    once = generate_playthrough.playthrough(name, action_sequence=None, seed=3)
    assert generate_playthrough.playthrough(name, action_sequence=None, seed=3) == once
    assert "IsTerminal() = True" in once


def test_chance_is_as_likely_as_the_bag_says():
    state = pyspiel.load_game("undercroft_tin").new_initial_state()
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    question = state.play.question
    assert isinstance(question, Fate)
    named = {state.action_to_string(n).partition(": ")[2]: chance for n, chance in outcomes}
    for text, times in question.weights.items():
        assert named[text] == pytest.approx(times / len(question.outcomes))


def test_a_copy_goes_its_own_way():
    state = advanced("undercroft_labyrintheus(seats=3)", seed=1, moves=30)
    twin = state.clone()
    assert str(twin) == str(state) == str(copy.deepcopy(state))
    before = str(state)
    twin.apply_action(twin.legal_actions()[-1])
    assert str(state) == before != str(twin)


def test_a_state_can_be_written_and_read():
    state = advanced("undercroft_labyrintheus(seats=3)", seed=2, moves=40)
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 (our own)
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()


def test_moves_have_the_names_of_answers():
    state = advanced("undercroft_tomb", seed=1, moves=0)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert isinstance(state.play.question, Decision)
    named = [state.action_to_string(action) for action in state.legal_actions()]
    assert sorted(named) == sorted(map(str, state.play.question.choices))


def test_players_know_what_they_were_told_and_no_more():
    """Whatever the rival holds, the information state is the same: with another deal, too."""
    random = Random(4)
    for seed in range(20):
        state = advanced(small_lamps.NAME, seed, moves=3)
        assert state.current_player() == 0
        other = resampled(state, 0, random)
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.observation_tensor(0) == state.observation_tensor(0)
        assert other.legal_actions() == state.legal_actions()


def test_information_states_are_tensors_that_differ_as_the_strings_do():
    """The same for another deal of what is hidden; different for another memory."""
    random, seen = Random(4), dict[str, bytes]()
    game = pyspiel.load_game(small_lamps.NAME)
    actions = game.learning.actions
    for seed in range(30):
        state = advanced(small_lamps.NAME, seed, moves=3 + seed % 4)
        player = max(state.current_player(), 0)
        tensor = state.information_state_tensor(player)
        assert len(tensor) == game.information_state_tensor_size()
        if state.current_player() >= 0:
            other = resampled(state, player, random)
            assert other.information_state_tensor(player) == tensor
        seen[state.information_state_string(player)] = np.array(tensor).tobytes()
        own = [it for it in state.play.entries if it.question.startswith(f"P{player + 1} ")]
        kind = pyspiel.IIGObservationType(perfect_recall=True)
        known = make_observation(game, kind)
        known.set_from(state, player)
        assert known.dict["answers"].sum() == len(own)
        assert all(known.dict["answers"][actions.numbers[it.answer]] for it in own)
    assert len({*seen.values()}) == len(seen) > 10


def test_what_is_imagined_can_be_played_on_and_copied():
    state = advanced("undercroft_labyrintheus(seats=3)", seed=5, moves=60)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    imagined = resampled(state, state.current_player(), Random(1))
    assert not imagined.is_terminal()
    twin = imagined.clone()
    twin.apply_action(twin.legal_actions()[0])
    imagined.apply_action(imagined.legal_actions()[0])
    assert twin.legal_actions() == imagined.legal_actions()


def test_observers_see_by_field_and_through_a_spectators_eyes():
    state = advanced("undercroft_tin(seats=2)", seed=1, moves=30)
    seen = make_observation(state.get_game())
    seen.set_from(state, player=0)
    assert seen.dict["knights"].any()
    assert np.concatenate([part.ravel() for part in seen.dict.values()]).shape == seen.tensor.shape
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = make_observation(state.get_game(), kind)
    assert public.string_from(state, 0).partition(" sees ")[2].startswith("TinView(seat=None")


def test_mcts_of_open_spiel_plays_the_tomb():
    game, random = pyspiel.load_game("undercroft_tomb"), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 20.0, 5, evaluator, solve=False, random_state=random)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(random.choice(state.legal_actions())))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert state.returns()[0] >= 0


def test_search_of_open_spiel_copes_with_hidden_hands():
    """It deals anew what the player cannot know, by `resampled`."""
    random, dice = np.random.RandomState(1), Random(1)
    bot = ismcts.ISMCTSBot(
        pyspiel.load_game("undercroft_labyrintheus(seats=2)"),
        mcts.RandomRolloutEvaluator(1, random),
        uct_c=2.0,
        max_simulations=3,
        random_state=random,
    )
    bot.set_resampler(lambda state, player: resampled(state, player, dice))
    state = advanced("undercroft_labyrintheus(seats=2)", seed=3, moves=40)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


def test_cfr_of_open_spiel_solves_a_small_game(capsys):
    small_lamps.main(rounds=6)
    first, *_, last = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines()[1:]]
    assert last < 0.1 < first


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"seats": 9}, "1 to 6 seats, not 9"),
        ({"options": "turn-cap:none"}, "option turn-cap"),
        ({"reward": "gold"}, "use one of: score, win, place"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(params, message):
    with pytest.raises(BadOption, match=message):
        pyspiel.load_game("undercroft_tin", params)
