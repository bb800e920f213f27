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


class Calls:
    """What a position is worth to IS-MCTS: as random play to the end says, once in a few times."""

    def __init__(self, rollouts, every):
        self.rollouts, self.every, self.asked = rollouts, every, 0

    def evaluate(self, state):
        self.asked += 1
        return self.rollouts.evaluate(state) if self.asked % self.every == 0 else [0.0] * state.num_players()

    def prior(self, state):
        return self.rollouts.prior(state)


def test_is_mcts_plays_a_whole_game():
    """OpenSpiel's IS-MCTS in Python against a random bot, over guessed worlds; the one in C++ cannot hold
    states that Python made."""
    from open_spiel.python.algorithms import ismcts, mcts

    game = spiel.load("dunhuang", 2, seed=1)
    random = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=Calls(mcts.RandomRolloutEvaluator(1, random), 40),
        uct_c=1.0,
        max_simulations=4,
        random_state=random,
    )
    state = game.new_initial_state()
    searched = 0
    while not state.is_terminal():
        if state.current_player() == 0:
            action = bot.step(state)
            searched += 1
        else:
            action = random.choice(state.legal_actions())
        assert action in state.legal_actions()
        state.apply_action(int(action))
    assert searched > 10 and sum(state.returns()) == 1


def test_unknown_games_raise():
    with pytest.raises(serai.UsageError):
        spiel.load("chess", 2)
