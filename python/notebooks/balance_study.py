# %% [markdown]
# # Is it good to begin?
# Each game is played many times by bots that are all alike, at every number of seats. If seats did
# not matter, each would win its share; what is beyond the interval is the game's, not chance's.
#
#     python balance_study.py [OUT]          QUICK=1 plays a few games only

# %%
import os
import sys
from pathlib import Path

import numpy as np

import serai
from serai.data import Desk

QUICK = bool(os.environ.get("QUICK"))
OUT = Path(sys.argv[1] if len(sys.argv) > 1 else "build/notebooks")
GAMES = 4 if QUICK else 400
BOT = "random" if QUICK else "greedy"


# %%
def shares_by_seat(game, seats, games, bot, seed=1):
    """Mean share of the win of each seat, times the seats, and the half width of its interval."""
    with serai.vector(game, min(games, 64), seats) as vector:
        desk = Desk(vector, serai.engine_bots(bot, seats), games, seed)
        shares = []
        while desk.busy:
            shares += [reward for _, _, reward, _ in desk.play(desk.ask()[2])]
    shares = np.array(shares)
    return shares.mean(axis=0) * seats, 1.96 * shares.std(axis=0) / np.sqrt(len(shares)) * seats


# %%
results = {}
for game in serai.games():
    for seats in (max(2, game.seats_min), game.seats_max):
        results[game.name, seats] = shares_by_seat(game.name, seats, GAMES, BOT)
        mean, half = results[game.name, seats]
        words = "  ".join(f"{m:.2f} ± {h:.2f}" for m, h in zip(mean, half))
        print(f"{game.name:11s} {seats} seats: {words}", flush=True)

# %%
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plot

figure, axes = plot.subplots(2, 3, figsize=(11, 6), layout="constrained")
for axis, game in zip(axes.flat, serai.games()):
    for (name, seats), (mean, half) in results.items():
        if name == game.name:
            axis.errorbar(range(1, seats + 1), mean, half, fmt="o-", capsize=3, label=f"{seats} seats")
    axis.axhline(1, color="grey", linewidth=0.8)
    axis.set(title=game.title, xlabel="seat", xticks=range(1, game.seats_max + 1), ylim=(0, None))
    axis.legend()
axes.flat[0].set_ylabel("wins, as a multiple of a fair share")
axes.flat[-1].axis("off")
axes.flat[-1].text(0, 0.5, f"{GAMES} games each\nbetween {BOT} bots,\nseed 1\nbars: 95 % intervals")
OUT.mkdir(parents=True, exist_ok=True)
figure.savefig(OUT / "balance.png", dpi=110)
