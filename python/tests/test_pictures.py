"""The browser's board as PNG. Needs the command beside the library, and Chromium."""

import os
import shutil
from pathlib import Path

import pytest

import serai
from serai import pictures


def size(path):
    data = Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


@pytest.fixture(scope="module")
def painter():
    command = Path(os.environ.get("SERAI_LIBRARY", "none")).with_name("serai")
    if not command.is_file() or not any(map(shutil.which, pictures._BROWSERS)):
        pytest.skip("no command beside the library, or no Chromium")
    with serai.Painter(str(command)) as open_house:
        yield open_house


def test_a_seat_sees_another_picture_than_the_referee(painter, tmp_path):
    table = serai.Table("dunhuang", 2, seed=4)
    for _ in range(9):
        table.play(table.choose("random", seed=table.ply))
    painter.paint(table, tmp_path / "all.png", size=(900, 700))
    painter.paint(table, tmp_path / "seat.png", seat=1, size=(900, 700))
    assert size(tmp_path / "all.png") == size(tmp_path / "seat.png") == (900, 700)
    assert (tmp_path / "all.png").read_bytes() != (tmp_path / "seat.png").read_bytes()
    with pytest.raises(serai.UsageError):
        painter.paint(table, tmp_path / "none.png", seat=5)


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("SERAI_CHROMIUM", raising=False)
    with pytest.raises(serai.UsageError, match="Chromium"):
        serai.Painter()
