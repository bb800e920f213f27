"""The notebooks run from the first cell to the last and leave their pictures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CURVE = "seconds,decisions,opponent,games,share,interval\n0,0,random,50,0.2,0.1\n60,900,random,50,0.7,0.1\n"


@pytest.mark.parametrize(
    "name, picture",
    [("balance_study", "balance"), ("value_surface", "value"), ("learning_curve", "curve")],
)
def test_notebook(name, picture, tmp_path):
    words = [str(tmp_path)]
    if name == "learning_curve":
        (tmp_path / "curve.csv").write_text(CURVE)
        words.insert(0, str(tmp_path / "curve.csv"))
    done = subprocess.run(
        [sys.executable, str(NOTEBOOKS / f"{name}.py"), *words],
        env={**os.environ, "QUICK": "1", "MPLCONFIGDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout and (tmp_path / f"{picture}.png").read_bytes()[:4] == b"\x89PNG"
