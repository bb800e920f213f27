# %% [markdown]
# # How fast does it learn?
# The curve that `examples/ppo.py` wrote: what the network wins against each opponent it was tried
# against, over time and decisions.
#
#     python learning_curve.py CURVE.csv [OUT]

# %%
import csv
import sys
from collections import defaultdict
from pathlib import Path

CURVE = Path(sys.argv[1] if len(sys.argv) > 1 else "build/ppo/curve.csv")
OUT = Path(sys.argv[2] if len(sys.argv) > 2 else "build/notebooks")

# %%
curves = defaultdict(list)
with open(CURVE, newline="") as file:
    for row in csv.DictReader(file):
        curves[row["opponent"]].append(
            tuple(float(row[name]) for name in ("seconds", "decisions", "share", "interval"))
        )
for opponent, points in curves.items():
    seconds, decisions, share, interval = points[-1]
    print(f"{opponent}: {share:.1%} ± {interval:.1%} after {seconds:.0f} s, {decisions:.0f} decisions")

# %%
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plot

figure, axis = plot.subplots(figsize=(7, 4.5), layout="constrained")
for opponent, points in curves.items():
    seconds, decisions, share, interval = zip(*points)
    axis.errorbar([s / 60 for s in seconds], share, interval, fmt="o-", capsize=3, label=opponent)
axis.axhline(0.95, color="grey", linewidth=0.8)
axis.set(
    title="Masked PPO with self-play",
    xlabel="minutes",
    ylabel="share of the win, with 95 % intervals",
    ylim=(0, 1.02),
)
axis.legend(title="against")
OUT.mkdir(parents=True, exist_ok=True)
figure.savefig(OUT / "curve.png", dpi=110)
