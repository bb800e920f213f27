"""Caravanserai-5: what is fixed stays fixed, and an agent can be brought along."""

import json

import pytest

import serai
from serai import benchmark


def test_the_table_is_fixed():
    assert benchmark.VERSION == 3 and len(benchmark.TASKS) == 15
    assert benchmark.TASKS[0] == ("dunhuang", 2, "random", 200, 5_000_000)
    assert benchmark.TASKS[-1] == ("obscurians", 4, "search:100", 100, 5_002_004)


def test_who_the_opponents_are_is_told(monkeypatch, capsys):
    """Two that play alike are the same, whoever asks; others are not, and the results say so."""
    words = ["random", "--only", "dunhuang,random", "--games", "2"]
    now = benchmark.opponents()
    assert now == benchmark.opponents() and len(now) == 16
    monkeypatch.setattr(benchmark, "PLAYED_BY", now)
    assert benchmark.main(words) == 0
    assert "not to be compared" not in capsys.readouterr().out
    monkeypatch.setattr(benchmark, "OPPONENTS", (("random", 2), ("greedy", 2), ("search:20", 2)))
    assert benchmark.opponents() != now
    assert benchmark.main(words) == 0
    assert f"not to be compared with others: {benchmark.opponents()} were" in capsys.readouterr().out


def test_every_deal_is_played_from_every_seat():
    """An agent that plays as its opponent does has its share, and the same agent the same result."""
    task = benchmark.Task("dunhuang", 2, "random", 40, 7)
    row = benchmark.play("random", task)
    assert 0.2 < row.share < 0.8 and row.low < row.share < row.high
    assert benchmark.play("greedy", task).share > 0.9
    assert benchmark.play("greedy", task) == benchmark.play("greedy", task)


def test_an_agent_from_a_file(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text("import serai\nclass Mine(serai.Bot):\n    name = 'mine'\n")
    out = tmp_path / "mine.json"
    words = [f"{path}:Mine", "--games", "4", "--only", "dunhuang,random", "--out", str(out)]
    assert benchmark.main(words) == 0
    result = json.loads(out.read_text())
    assert result["agent"] == "mine" and result["rows"][0]["games"] == 4
    assert "Caravanserai-5, version 3: mine" in capsys.readouterr().out
    assert benchmark.main(["genius", "--only", "dunhuang"]) == 2
    assert benchmark.main([f"{path}:Yours", "--only", "dunhuang"]) == 2
    assert benchmark.main([f"{tmp_path}/no.py:Mine", "--only", "dunhuang"]) == 2
    assert "genius" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["dunhuang", "gugong"])
def test_a_bot_in_python_sits_at_any_table(game):
    table = serai.Table(game, 2, seed=3)
    for _ in range(12):
        table.play(table.choose(serai.Bot(table.ply)) if table.decider == 0 else table.choose("random"))
    assert table.ply == 12


def test_a_bot_that_answers_wrongly_is_refused():
    class Wrong(serai.Bot):
        def choose(self, decisions):
            return [0] * (len(decisions) + 1)

    with pytest.raises(serai.UsageError):
        serai.Table("dunhuang", 2).choose(Wrong())
    with pytest.raises(serai.UsageError):
        benchmark.play(Wrong(), benchmark.TASKS[0], 2)
