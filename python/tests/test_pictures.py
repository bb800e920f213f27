"""The browser's board as PNG. Needs the command beside the library, and Chromium."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import serai
from serai import pictures


def size(path):
    data = Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


@pytest.fixture(scope="module")
def command():
    found = Path(os.environ.get("SERAI_LIBRARY", "none")).with_name("serai").resolve()
    if not found.is_file() or not any(map(shutil.which, pictures._BROWSERS)):
        pytest.skip("no command beside the library, or no Chromium")
    return found


@pytest.fixture(scope="module")
def painter(command):
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


def coloured(image, path):
    """How much of the place for one's own cards has colour: cards have, the table below them has not."""
    with image.open(path) as picture:
        width, height = picture.size
        place = picture.convert("RGB").crop((width * 45 // 100, height * 78 // 100, width * 72 // 100, height))
    pixels = np.asarray(place).astype(int)
    return (pixels.max(axis=2) - pixels.min(axis=2) > 90).mean()


def test_own_cards_lie_in_sight(painter, tmp_path):
    """On a busy machine Chromium may paint a board half laid out, even twice the same: some picture must be whole."""
    image = pytest.importorskip("PIL.Image")
    seen = []
    while len(seen) < 4 and not any(share > 0.03 for share in seen):
        painter.paint(serai.Table("dunhuang", 2, seed=1), tmp_path / "dealt.png", seat=0)
        seen.append(coloured(image, tmp_path / "dealt.png"))
    assert max(seen) > 0.03, seen


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("SERAI_CHROMIUM", raising=False)
    with pytest.raises(serai.UsageError, match="Chromium"):
        serai.Painter()


def test_a_command_without_the_client_paints_nothing(command, tmp_path):
    (tmp_path / "index.html").write_text("<h1>a page without a board</h1>")
    bare = tmp_path / "serai"
    bare.write_text(f'#!/bin/sh\nshift\nexec "{command}" serve --web "{tmp_path}" "$@"\n')
    bare.chmod(0o755)
    with pytest.raises(serai.UsageError, match="without the browser client"):
        serai.Painter(str(bare))
