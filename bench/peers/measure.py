"""Random legal play with observations, ours and others', in one run: decisions a second of processor
time, the best of several rounds. One line a case: name, from where, decisions a second.
    measure.py SECONDS"""

import sys
import time

import numpy as np

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
ROUNDS = 3


def measured(rounds):
    """`rounds()` plays for a while and says how many decisions that were."""
    rounds()
    best = 0.0
    for _ in range(ROUNDS):
        began, made = time.process_time(), 0
        while time.process_time() - began < SECONDS / ROUNDS:
            made += rounds()
        best = max(best, made / (time.process_time() - began))
    return best


def say(name, way, rounds):
    try:
        print(f"{name}\t{way}\t{measured(rounds):.0f}", flush=True)
    except Exception as reason:  # a peer that fails is a line too
        print(f"{name}\t{way}\tfailed: {type(reason).__name__}: {reason}", flush=True)


# ---- ours ----


def ours(game, seats, n):
    import serai

    v = serai.vector(game, n, seats, seed=1)

    def rounds():
        for _ in range(max(1, 4096 // n)):
            v.step(v.sample())
        return max(1, 4096 // n) * n

    return rounds


def ours_zoo(game, seats):
    """One table at a time through PettingZoo's interface."""
    import serai

    env = serai.env(game, seats)
    return zoo_rounds(env)


# ---- PettingZoo ----


def zoo_rounds(env):
    draw = np.random.default_rng(1)
    seed = [0]

    def rounds():
        seed[0] += 1
        env.reset(seed=seed[0])
        made = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            env.step(int(draw.choice(np.flatnonzero(mask))))
            made += 1
        return made

    return rounds


def zoo(module):
    import importlib

    return zoo_rounds(importlib.import_module(f"pettingzoo.classic.{module}").env())


# ---- OpenSpiel ----


def spiel(name, observations):
    import pyspiel

    game = pyspiel.load_game(name)
    draw = np.random.default_rng(1)

    def rounds():
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(int(draw.choice(actions, p=chances)))
                continue
            if observations:
                state.information_state_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(draw.integers(len(legal)))])
            made += 1
        return made

    return rounds


# ---- RLCard ----


def rlcard_rounds(name):
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    draw = np.random.default_rng(1)

    def rounds():
        state, player = env.reset()
        made = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, player = env.step(legal[int(draw.integers(len(legal)))])
            made += 1
        return made

    return rounds


CASES = [
    ("Hearts, ours", "Python, 1,024 tables at once", lambda: ours("hearts", 4, 1024)),
    ("Hearts, ours", "Python, one table (PettingZoo)", lambda: ours_zoo("hearts", 4)),
    ("Hearts, OpenSpiel", "Python, with information state", lambda: spiel("hearts", True)),
    ("Hearts, OpenSpiel", "Python, nothing observed", lambda: spiel("hearts", False)),
    ("Dou dizhu, RLCard", "Python", lambda: rlcard_rounds("doudizhu")),
    ("Texas hold'em, PettingZoo", "Python", lambda: zoo("texas_holdem_v4")),
    ("Connect four, PettingZoo", "Python", lambda: zoo("connect_four_v3")),
    ("Tic-tac-toe, PettingZoo", "Python", lambda: zoo("tictactoe_v3")),
    ("Dunhuang, ours", "Python, 1,024 tables at once", lambda: ours("dunhuang", 2, 1024)),
    ("Marco Polo, ours", "Python, 1,024 tables at once", lambda: ours("marcopolo", 2, 1024)),
    ("Gugong, ours", "Python, 1,024 tables at once", lambda: ours("gugong", 2, 1024)),
    ("Panda Spin, ours", "Python, 1,024 tables at once", lambda: ours("pandaspin", 2, 1024)),
    ("Obscurians, ours", "Python, 1,024 tables at once", lambda: ours("obscurians", 4, 1024)),
    ("Dunhuang, ours", "Python, one table (PettingZoo)", lambda: ours_zoo("dunhuang", 2)),
]

if __name__ == "__main__":
    for name, way, make in CASES:
        try:
            rounds = make()
        except Exception as reason:
            print(f"{name}\t{way}\tfailed: {type(reason).__name__}: {reason}", flush=True)
            continue
        say(name, way, rounds)
