"""Games as columns: they come back from their seeds, and from their files."""

import os
import subprocess
from pathlib import Path

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


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The same games as `serai sim` writes them: records and columns."""
    command = Path(os.environ.get("SERAI_LIBRARY", "none")).with_name("serai")
    if not command.exists():
        pytest.skip("no command beside the library")
    place = tmp_path_factory.mktemp("sim")
    for name in ("games.txt", "games.columns"):
        subprocess.run(
            [command, "sim", "gugong", "--seats", "3", "--games", "4", "--seed", "5"]
            + ["--bots", "greedy,random,random", "--out", place / name],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return place


def test_files_of_the_command(written):
    rows, facts = data.load(written / "games.columns")
    tables = list(data.records(written / "games.txt"))
    assert facts["game"] == "gugong" and facts["hash"] == serai.space("gugong", 3).hash
    assert len(tables) == 4 and sum(table.ply for table in tables) == len(rows)
    v = serai.vector("gugong", 1, 3)
    for number, table in enumerate(tables):
        game = rows[rows["game"] == number]
        assert table.over and (game["ply"] == np.arange(table.ply)).all()
        totals = table.score()["totals"]
        for ply in (0, table.ply // 2, table.ply - 1):
            v.put(0, table.at(ply))
            v.look()
            row = game[ply]
            assert np.array_equal(row["observation"], v.observation[0])
            assert np.array_equal(np.unpackbits(row["mask"])[: v.space.actions], v.mask[0])
            assert row["seat"] == v.decider[0] and row["points"] == totals[str(row["seat"] + 1)]
            assert v.move(0, row["action"]) in table.at(ply + 1).record()


def test_columns_become_parquet(written, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert data.convert(written / "games.columns", tmp_path / "games.parquet") == 4
    rows, _ = data.load(written / "games.columns")
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.schema.metadata[b"seed"] == b"5"
    assert table["action"].to_pylist() == rows["action"].tolist()


def test_files_that_are_none(tmp_path):
    (tmp_path / "x.columns").write_bytes(b"no\n")
    with pytest.raises(serai.RecordError):
        data.load(tmp_path / "x.columns")
    with pytest.raises(serai.UsageError):
        (tmp_path / "y.columns").write_text('{"serai":"columns","version":1,"columns":[],"row":1}\n')
        data.convert(tmp_path / "y.columns", tmp_path / "y.csv")
