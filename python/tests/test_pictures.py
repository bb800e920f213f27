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
    """However busy the machine is: a picture is taken of a board that is whole, so it is the same again."""
    image = pytest.importorskip("PIL.Image")
    table = serai.Table("dunhuang", 2, seed=1)
    painter.paint(table, tmp_path / "dealt.png", seat=0)
    assert coloured(image, tmp_path / "dealt.png") > 0.03
    painter.paint(table, tmp_path / "again.png", seat=0)
    assert (tmp_path / "dealt.png").read_bytes() == (tmp_path / "again.png").read_bytes()


def test_a_picture_is_in_the_language_that_was_asked_for(painter, tmp_path):
    table = serai.Table("pandaspin", 3, seed=2)
    painter.paint(table, tmp_path / "en.png")
    painter.paint(table, tmp_path / "ru.png", lang="ru")
    painter.paint(table, tmp_path / "usual.png", lang="en")
    assert (tmp_path / "en.png").read_bytes() == (tmp_path / "usual.png").read_bytes()
    assert (tmp_path / "en.png").read_bytes() != (tmp_path / "ru.png").read_bytes()


def test_a_browser_that_ends_is_said(command, tmp_path):
    (tmp_path / "browser").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "browser").chmod(0o755)
    with serai.Painter(str(command), str(tmp_path / "browser")) as painter:
        with pytest.raises(serai.SystemFault, match="Chromium painted nothing"):
            painter.paint(serai.Table("dunhuang", 2, seed=1), tmp_path / "none.png")
        assert not (tmp_path / "none.png").exists()


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
