"""Games as columns: they come back from their seeds, and from their files."""

import numpy as np
import pytest

import serai
from serai import data


def series(**settings):
    bots = [serai.Bot(5), "random"]
    return list(data.columns("dunhuang", bots, games=6, seats=2, seed=9, at_once=4, **settings))


def test_columns_are_the_games():
    chunks = series()
    assert sorted(int(chunk["game"][0]) for chunk in chunks) == list(range(6))
    for chunk in chunks:
        table = serai.read(data.record("dunhuang", 2, chunk, seed=9))
        assert table.over and table.ply == len(chunk["action"])
        assert set(chunk["value"]) <= {0.0, 0.5, 1.0}
        legal = np.unpackbits(chunk["mask"], axis=1)
        assert (legal[np.arange(len(legal)), chunk["action"]] == 1).all()


def test_columns_are_reproducible():
    for one, other in zip(series(), series()):
        for name in one:
            assert np.array_equal(one[name], other[name])


def test_files(tmp_path):
    path = tmp_path / "games.npz"
    assert data.write(path, "dunhuang", [serai.Bot(5)], games=3, seats=2, seed=9) == 3
    kept = np.load(path)
    assert len(set(kept["game"])) == 3 and len(kept["observation"]) == len(kept["action"])
    with pytest.raises(serai.UsageError):
        data.write(tmp_path / "games.txt", "dunhuang", ["random"])
    with pytest.raises(serai.UsageError):
        list(data.columns("dunhuang", [], games=1))


def test_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "games.parquet"
    assert data.write(path, "dunhuang", [serai.Bot(5)], games=3, seats=2, seed=9) == 3
    table = parquet.read_table(path)
    assert table.num_rows and table.schema.metadata[b"game"] == b"dunhuang"
    row = table["observation"][0].as_py()
    assert len(row) == serai.space("dunhuang", 2).observation
