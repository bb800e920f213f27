"""What the package says of its types, `py.typed`, is true: a checker finds nothing to object to."""

from pathlib import Path

import pytest

import serai

mypy = pytest.importorskip("mypy.api")


def test_types(tmp_path):
    package = Path(serai.__file__).parent
    said, wrong, code = mypy.run(["--ignore-missing-imports", f"--cache-dir={tmp_path}", str(package)])
    assert code == 0, said + wrong
