"""The baseline: it learns, goes on, plays, and is taught, where PyTorch is."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

import serai

pytest.importorskip("torch")
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(program, *words):
    return subprocess.run([sys.executable, EXAMPLES / program, *map(str, words)], check=True, capture_output=True, text=True).stdout


def test_a_network_learns_and_plays(tmp_path, monkeypatch):
    few = ["--out", tmp_path, "--games", 4, "--tables", 16, "--batch", 256, "--minibatch", 64, "--width", 16]
    run("ppo.py", "--minutes", 0.01, "--against", "random,greedy", *few)
    run("ppo.py", "--minutes", 0.02, "--go-on", *few)
    with open(tmp_path / "curve.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["opponent"] for row in rows} == {"random", "greedy"}
    assert int(rows[-1]["decisions"]) > int(rows[0]["decisions"]) == 0
    monkeypatch.syspath_prepend(EXAMPLES)
    import ppo

    player = ppo.Player.load(tmp_path / "net.pt")
    assert serai.arena("dunhuang", [player, "random"], games=4, seats=2)[0].bot == "ppo"
    table = serai.Table("dunhuang", 2, seed=1)
    assert table.choose(player) in table.moves()
    with pytest.raises(OSError):
        ppo.Player.load(tmp_path / "none.pt")


@pytest.mark.parametrize("game, seats", [("gugong", 3), ("obscurians", 4), ("marcopolo", 2), ("pandaspin", 2)])
def test_other_games(game, seats, tmp_path):
    few = ["--out", tmp_path, "--games", 4, "--tables", 16, "--batch", 64, "--width", 16, "--minutes", 0.005]
    assert "random" in run("ppo.py", "--game", game, "--seats", seats, *few)
