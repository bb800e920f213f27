"""Tables in Python: what they play, show, keep, and refuse."""

import copy
import gc
import pickle

import pytest

import serai


def test_games():
    names = [game.name for game in serai.games()]
    assert names[:1] == ["dunhuang"] and len(names) == len(set(names)) == 5
    game = serai.game("gugong")
    assert game.seats_min <= game.seats_max and game.describe()["name"] == "gugong"
    assert "random" in serai.bots() and game.how_to_play("ru") != game.how_to_play("en")


def play(table, plies=10_000):
    while not table.over and table.ply < plies:
        table.play(table.choose("random", seed=table.ply))
    return table


@pytest.mark.parametrize("game", [game.name for game in serai.games()])
def test_whole_game_comes_back_from_its_record(game):
    table = play(serai.Table(game, serai.game(game).seats_max, seed=3))
    assert table.over and table.decider is None and not table.moves()
    assert serai.read(table.record()).checksum == table.checksum
    assert pickle.loads(pickle.dumps(table)).checksum == table.checksum
    sheet = table.score()
    assert sheet["over"] and len(sheet["totals"]) == table.seats
    early = table.at(5)
    assert early.ply == 5 and serai.read(early.position()).checksum == early.checksum


def test_views_hide():
    table = serai.Table("dunhuang", 2, seed=1)
    own, other = table.view(0)["hand"]["1"], table.view(1)["hand"]["1"]
    assert own is not None and other is None
    assert table.view(serai.REFEREE)["hand"]["1"] == own


def test_moves_events_undo():
    table = play(serai.Table("dunhuang", 3, seed=8, options={"order": "fixed"}), 12)
    before, moves = table.checksum, table.moves()
    assert [choice["move"] for choice in table.choices()] == moves
    assert table.preview(moves[0])["move"] == moves[0]
    copies = copy.deepcopy(table), copy.copy(table)
    table.play(moves[0])
    assert table.events(table.ply, serai.REFEREE) and table.log(table.ply, serai.REFEREE)
    assert table.diff(table.ply - 1, table.ply, 0) is not None
    table.undo()
    assert table.checksum == before == copies[0].checksum == copies[1].checksum
    assert table.undoable(table.decider) >= 0 and table.prompt()
    assert len(table.board().splitlines()) > 5


def test_names():
    table = serai.Table("dunhuang", 2)
    table.set_name(0, "Zoe")
    assert table.name(0) == "Zoe" and table.name(1) is None
    table.set_name(0, None)
    assert table.name(0) is None


def test_hint():
    table = serai.Table("dunhuang", 2, seed=1)
    hints = table.hint("search:50")
    assert hints and hints[0]["move"] in table.moves()


def test_merge():
    table = serai.Table("dunhuang", 2, seed=1)
    table.merge({"coins": {"1": 7}}, loose=True)
    assert table.position()["coins"]["1"] == 7


@pytest.mark.parametrize(
    "kind, do",
    [
        (serai.UsageError, lambda: serai.Table("chess", 2)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 9)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2**40)),
        (serai.UsageError, lambda: serai.Table("dunhuang", "two")),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2, seed=-1)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2, seed=2**64)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2, seed=1.5)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2, seed="yes")),
        (serai.UsageError, lambda: serai.Table("dun\0huang", 2)),
        (serai.UsageError, lambda: serai.Table(None, 2)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2, options={"a": 1})),
        (serai.IllegalMove, lambda: serai.Table("dunhuang", 2).play("fly 3")),
        (serai.IllegalMove, lambda: serai.Table("dunhuang", 2).undo(0)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2).view(5)),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2).view(0, lang="de")),
        (serai.UsageError, lambda: serai.Table("dunhuang", 2).choose("genius")),
        (serai.RecordError, lambda: serai.read("not a record")),
        (serai.PositionError, lambda: serai.read("{}")),
        (serai.Error, lambda: serai.read(b"\xff\xfe\x00")),
    ],
)
def test_bad_input_raises(kind, do):
    with pytest.raises(kind) as caught:
        do()
    assert str(caught.value) and caught.value.code


def test_closed_tables_raise():
    table = serai.Table("dunhuang", 2)
    table.close()
    table.close()
    for do in (table.moves, table.copy, table.record, lambda: table.over, lambda: table.play("x")):
        with pytest.raises(serai.Closed):
            do()
    assert "closed" in repr(table)
    del table
    gc.collect()
