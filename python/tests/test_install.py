"""`pip install ./python`: the library that goes with the package is that of today, not of the last time."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("setuptools")
pytest.importorskip("wheel")

SOURCE = Path(__file__).resolve().parents[1]
# In the place of the real one: what is built is what LIBRARY holds.
MAKEFILE = """
python-library:
	mkdir -p build/release/python && cp LIBRARY build/release/python/libserai.so
"""


def test_installed_anew(tmp_path):
    house, target = tmp_path / "house", tmp_path / "site"
    shutil.copytree(SOURCE, house / "python", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__", "lib*.so*"))
    (house / "Makefile").write_text(MAKEFILE)
    for library in ("the first", "the second"):
        (house / "LIBRARY").write_text(library)
        shutil.rmtree(target, ignore_errors=True)
        words = ["install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--target", target, house / "python"]
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *words], check=True)
        assert (target / "serai" / "libserai.so").read_text() == library
        assert (target / "serai" / "py.typed").exists()
