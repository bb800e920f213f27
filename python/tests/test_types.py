"""What the package says of its types holds within it, and serves whoever programs with it."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

HOUSE = Path(__file__).resolve().parents[1]
RIGHT = """
from typing import Any, Dict, List
import serai
table = serai.Table("dunhuang", seats=2, seed=1)
moves: List[str] = table.moves()
results: List[serai.Result] = serai.arena("dunhuang", [serai.Bot(), "greedy"], games=2)
share: float = results[0].share
sheet: Dict[str, Any] = table.score()
v = serai.vector("gugong", 4, threads=2)
kept: bytes = v.save(0)
"""
WRONG = {
    "played.py": 'import serai\nserai.Table("dunhuang").play(3)\n',
    "asked.py": 'import serai\nseats: str = serai.Table("dunhuang").seats\n',
    "named.py": 'import serai\nserai.vector("dunhuang", 2).stepp([0, 0])\n',
}


def mypy(*words):
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", HOUSE / "pyproject.toml", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=HOUSE,
    )


def test_types(tmp_path):
    """One run over everything: what is wrong is found in the files that are wrong, and nowhere else."""
    (tmp_path / "right.py").write_text(RIGHT)
    for name, text in WRONG.items():
        (tmp_path / name).write_text(text)
    done = mypy("--cache-dir", tmp_path / "cache", "serai", *sorted(tmp_path.glob("*.py")))
    told = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert sorted({Path(line.split(":")[0]).name for line in told}) == sorted(WRONG), done.stdout
