"""PettingZoo's own tests, over every game."""

import types

import numpy as np
import pytest

import serai

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo.test import (  # noqa: E402
    api_test,
    max_cycles_test,
    parallel_api_test,
    performance_benchmark,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec  # noqa: E402

GAMES = [(game.name, game.seats_min) for game in serai.games()]


@pytest.mark.parametrize("game, seats", GAMES)
def test_api(game, seats):
    api_test(serai.env(game, seats), num_cycles=200)


@pytest.mark.parametrize("game, seats", GAMES)
def test_seed(game, seats):
    seed_test(lambda: serai.env(game, seats), num_cycles=100)


def test_max_cycles():
    """PettingZoo asks every agent in turn and heeds no mask: in this form illegal choices are
    replaced."""
    module = types.SimpleNamespace(
        parallel_env=lambda **s: serai.parallel_env("dunhuang", 3, illegal="first", **s),
        env=lambda **s: parallel_to_aec(
            serai.parallel_env("dunhuang", 3, illegal="first", **s)
        ),
    )
    max_cycles_test(module)


def test_parallel():
    parallel_api_test(serai.parallel_env("dunhuang", 3, illegal="first"), num_cycles=100)


def test_performance_benchmark(capsys):
    """That it runs through; how fast is nothing that a test should ask."""
    performance_benchmark(serai.env("dunhuang", 2))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_max_cycles_truncate():
    env = serai.env("gugong", 2, max_cycles=3)
    env.reset(seed=1)
    decisions = 0
    for _ in env.agent_iter():
        row, _, over, truncated, _ = env.last()
        env.step(None if over or truncated else int(np.flatnonzero(row["action_mask"])[0]))
        decisions += not (over or truncated)
    assert decisions == 6


def test_whole_game_shares_the_win():
    env = serai.env("dunhuang", 2)
    env.reset(seed=5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    random = np.random.default_rng(1)
    for agent in env.agent_iter():
        row, reward, over, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if over or truncated else random.choice(np.flatnonzero(row["action_mask"])))
    assert sum(total.values()) == 1


def test_illegal_actions_raise():
    env = serai.env("dunhuang", 2)
    env.reset(seed=5)
    mask = env.last()[0]["action_mask"]
    for action in (int(np.flatnonzero(mask == 0)[0]), 10**6, -5, None, "walk", 2**40):
        with pytest.raises(serai.Error):
            env.step(action)
    assert isinstance(serai.env("dunhuang", 2, render_mode="ansi"), pettingzoo.AECEnv)
    env.close()
    with pytest.raises(serai.Closed):
        env.reset()
    with pytest.raises(serai.UsageError):
        serai.env("dunhuang", 2, render_mode="hologram")


def test_render():
    env = serai.env("dunhuang", 2, render_mode="ansi")
    env.reset(seed=1)
    assert len(env.render().splitlines()) > 5
