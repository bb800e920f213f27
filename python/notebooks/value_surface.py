# %% [markdown]
# # What is a position worth?
# Positions of many games, each with what its seat won in the end, laid out by two numbers that
# everybody at the table can see. A surface like this is what a value network has to learn at least.
#
#     python value_surface.py [OUT]          QUICK=1 plays a few games only

# %%
import os
import sys
from pathlib import Path

import numpy as np

import serai
from serai import data

QUICK = bool(os.environ.get("QUICK"))
OUT = Path(sys.argv[1] if len(sys.argv) > 1 else "build/notebooks")
GAMES = 12 if QUICK else 2000
GAME, SEATS = "dunhuang", 2

# %%
space = serai.space(GAME, SEATS)
names = space.names()
mine, others = names.index("coins.me"), names.index("coins.+1")
lead, moment, value = [], [], []
for game in data.columns(GAME, ["greedy", "greedy"], GAMES, SEATS, seed=2):
    rows = game["observation"].astype(int)
    lead.append(rows[:, mine] - rows[:, others])
    moment.append(game["ply"] / len(game["ply"]))
    value.append(game["value"])
lead, moment, value = (np.concatenate(parts) for parts in (lead, moment, value))
print(f"{len(value)} positions of {GAMES} games; coins ahead from {lead.min()} to {lead.max()}")

# %%
edge = int(np.quantile(np.abs(lead), 0.98)) + 1
rows, columns = np.linspace(-edge, edge, min(2 * edge, 24) + 1), np.linspace(0, 1, 13)
total, _, _ = np.histogram2d(lead, moment, (rows, columns), weights=value)
count, _, _ = np.histogram2d(lead, moment, (rows, columns))
surface = np.where(count >= (2 if QUICK else 20), total / np.maximum(count, 1), np.nan)

# %%
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plot

figure, axis = plot.subplots(figsize=(7, 5), layout="constrained")
picture = axis.pcolormesh(columns, rows, surface, cmap="RdYlBu", vmin=0, vmax=1)
axis.set(
    title=f"{serai.game(GAME).title}, {SEATS} seats: share of the win\n{GAMES} games between greedy bots",
    xlabel="how much of the game is over",
    ylabel="coins ahead",
)
figure.colorbar(picture, label="mean share of the win of whoever decides")
OUT.mkdir(parents=True, exist_ok=True)
figure.savefig(OUT / "value.png", dpi=110)
