"""OpenSpiel's own test, and its IS-MCTS at our tables."""

import numpy as np
import pytest

import serai

pyspiel = pytest.importorskip("pyspiel")
from serai import spiel  # noqa: E402

GAMES = [(game.name, game.seats_min) for game in serai.games()]


@pytest.mark.parametrize("game, seats", GAMES)
def test_random_simulation(game, seats):
    pyspiel.random_sim_test(
        spiel.load(game, seats), num_sims=1, serialize=False, verbose=False, mask_test=True
    )


@pytest.mark.parametrize("game, seats", GAMES)
def test_resampled_states_look_the_same(game, seats):
    state = spiel.load(game, max(seats, 2), seed=3).new_initial_state()
    random = np.random.default_rng(1)
    state.apply_action(0)
    for at in range(40):
        if state.is_terminal():
            break
        player = at % state.num_players()
        other = state.resample_from_infostate(player, random.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        if player == state.current_player():
            assert other.legal_actions() == state.legal_actions()
        state.apply_action(int(random.choice(state.legal_actions())))


def test_is_mcts_plays():
    """OpenSpiel's IS-MCTS in Python; the one in C++ cannot hold states that Python made."""
    from open_spiel.python.algorithms import ismcts, mcts

    game = spiel.load("dunhuang", 2, seed=1)
    random = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, random),
        uct_c=1.0,
        max_simulations=5,
        random_state=random,
    )
    state = game.new_initial_state()
    state.apply_action(0)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_unknown_games_raise():
    with pytest.raises(serai.UsageError):
        spiel.load("chess", 2)
