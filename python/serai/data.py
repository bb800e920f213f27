"""Games as columns: what every decision looked like, what was chosen, and what it came to. One row a
decision, game after game, reproducible from one seed.

    for chunk in serai.data.columns("dunhuang", ["greedy", "random"], games=1000, seats=2, seed=1):
        train(chunk["observation"], chunk["action"], chunk["value"])

    serai.data.write("games.parquet", "dunhuang", ["greedy"] * 2, games=1000)   # or games.npz

What `serai sim --out` wrote is read here too: `load` for columns, `records` for records.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from . import _library as c
from .arena import AT_ONCE, Decisions, _bot, answers
from .tables import Table, read as _read
from .vector import Vector, WAIT

Columns = Dict[str, "np.ndarray"]


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` of a series: `Table(game, seats, seed)` deals it."""
    return int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0])


class Desk:
    """Tables at which a series is played, batched: game g is dealt by `game_seed(seed, g // deals)`,
    and the bots sit turned by g, so that `deals` games in a row are one deal with all of them in
    other seats."""

    def __init__(self, vector: Vector, bots: Sequence[Any], games: int, seed: int, deals: int = 1):
        self.vector, self.bots, self.games = vector, bots, games
        self._seed, self._deals, self._next = seed, deals, 0
        self.number = np.full(vector.n, -1)
        for i in range(vector.n):
            self._deal(i)
        vector.look()

    def _deal(self, i: int) -> None:
        self.number[i] = self._next if self._next < self.games else -1
        if self.number[i] >= 0:
            self.vector.deal(i, game_seed(self._seed, self._next // self._deals))
            self._next += 1

    @property
    def busy(self) -> bool:
        """Is a game still under way?"""
        return bool((self.number >= 0).any())

    def seated(self, number: Any, seats: Any) -> Any:
        """Which bot has a seat in a game."""
        return (seats + number) % len(self.bots)

    def ask(self) -> Tuple["np.ndarray", "np.ndarray", "np.ndarray"]:
        """The tables under way, which bot decides at each, and what it chose."""
        v = self.vector
        under_way = np.flatnonzero(self.number >= 0)
        who = self.seated(self.number[under_way], v.decider[under_way])
        actions = np.full(v.n, WAIT, np.int32)
        for at, bot in enumerate(self.bots):
            tables = under_way[who == at]
            if len(tables):
                actions[tables] = answers(bot, Decisions(v, tables))
        return under_way, who, actions

    def play(self, actions: "np.ndarray") -> List[Tuple[int, int, "np.ndarray", "np.ndarray"]]:
        """Plays them; the games that ended: table, number, shares of the win and points by seat."""
        v = self.vector
        v.send(actions)
        ended = [
            (int(i), int(self.number[i]), v.reward[i].copy(), v.points[i].copy())
            for i in np.flatnonzero(v.done)
        ]
        for i, _, _, _ in ended:
            self._deal(i)
        if ended:
            v.look()
        return ended


def columns(
    game: str,
    bots: Sequence[Any],
    games: int = 100,
    seats: Optional[int] = None,
    options: Any = None,
    seed: int = 0,
    at_once: int = AT_ONCE,
) -> Iterator[Columns]:
    """Plays a series and yields each game as it ends: arrays of one row a decision, named `game`,
    `ply`, `seat`, `bot` (its place in the list), `observation`, `mask` (bits, as numpy packs them),
    `action`, `value` (the share of the win that the seat got) and `points`."""
    games, at_once = c.number(games, "games"), c.number(at_once, "at_once")
    if games < 1 or at_once < 1 or not bots:
        raise c.UsageError("games, at_once and bots: at least 1")
    players = [_bot(bot, seed + at) for at, bot in enumerate(bots)]
    with Vector(game, min(games, at_once), seats, options, seed) as vector:
        desk = Desk(vector, players, games, seed)
        kept: List[List[Any]] = [[] for _ in range(vector.n)]
        while desk.busy:
            under_way, who, actions = desk.ask()
            for i, at in zip(under_way, who):
                kept[i].append(
                    (
                        vector.observation[i].copy(),
                        np.packbits(vector.mask[i]),
                        int(actions[i]),
                        int(vector.decider[i]),
                        int(at),
                    )
                )
            for i, number, reward, points in desk.play(actions):
                yield _game(kept[i], number, reward, points)
                kept[i] = []


def _game(rows: List[Any], number: int, reward: "np.ndarray", points: "np.ndarray") -> Columns:
    observation, mask, action, seat, bot = zip(*rows)
    seats = np.array(seat, np.int8)
    return {
        "game": np.full(len(seats), number, np.int64),
        "ply": np.arange(len(seats), dtype=np.int32),
        "seat": seats,
        "bot": np.array(bot, np.int8),
        "observation": np.stack(observation),
        "mask": np.stack(mask),
        "action": np.array(action, np.int32),
        "value": reward[seats],
        "points": points[seats],
    }


def record(game: str, seats: int, chunk: Columns, options: Any = None, seed: int = 0) -> str:
    """A game that `columns` yielded, as a record."""
    number = int(chunk["game"][0])
    with Vector(game, 1, seats, options) as vector, Table(
        game, seats, game_seed(seed, number), options
    ) as table:
        for action in chunk["action"]:
            vector.put(0, table)
            table.play(vector.move(0, int(action)))
        return table.record()


def _append_parquet(path: Path, chunks: Iterator[Columns], facts: Dict[str, str]) -> int:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise ImportError("pyarrow is not installed: pip install 'serai[data]'") from None
    writer, games = None, 0
    for chunk in chunks:
        lists = {
            name: arrow.FixedSizeListArray.from_arrays(
                arrow.array(values.reshape(-1)), values.shape[1]
            )
            if values.ndim == 2
            else arrow.array(values)
            for name, values in chunk.items()
        }
        table = arrow.table(lists).replace_schema_metadata(facts)
        if writer is None:
            writer = parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
        games += 1
    if writer is not None:
        writer.close()
    return games


def write(path: Any, game: str, bots: Sequence[Any], games: int = 100, **settings: Any) -> int:
    """Writes a series to FILE.parquet, game by game (needs `serai[data]`), or to FILE.npz at once.
    Returns how many games there are."""
    path = Path(path)
    chunks = columns(game, bots, games, **settings)
    if path.suffix == ".parquet":
        facts = {
            "game": game,
            "bots": ",".join(str(getattr(bot, "name", bot)) for bot in bots),
            "settings": repr(sorted(settings.items())),
        }
        return _append_parquet(path, chunks, facts)
    if path.suffix != ".npz":
        raise c.UsageError(f"{path.name}: .parquet or .npz")
    kept = list(chunks)
    whole: Dict[str, Any] = {name: np.concatenate([chunk[name] for chunk in kept]) for name in kept[0]}
    np.savez_compressed(path, **whole)
    return len(kept)


# ---- files of `serai sim --out` ----


def _first_line(path: Path) -> Tuple[Dict[str, Any], int]:
    with open(path, "rb") as file:
        line = file.readline(1 << 20)
    try:
        facts = json.loads(line)
        assert facts["serai"] == "columns" and facts["version"] == 1
    except (ValueError, KeyError, TypeError, AssertionError):
        raise c.RecordError(f"{path.name}: no columns of serai sim", 1) from None
    return facts, len(line)


def load(path: Any) -> Tuple["np.ndarray", Dict[str, Any]]:
    """FILE.columns of `serai sim --out`: an array with a field for each column, straight from the
    file (nothing is read until it is looked at), and what the file says of itself. A row that was
    being written when the file was read is left out."""
    path = Path(path)
    facts, start = _first_line(path)
    columns = facts["columns"]
    kind = np.dtype(
        {
            "names": [column["name"] for column in columns],
            "formats": [
                (column["type"], (column["values"],)) if "values" in column else column["type"]
                for column in columns
            ],
            "offsets": [column["at"] for column in columns],
            "itemsize": facts["row"],
        }
    )
    rows = (path.stat().st_size - start) // facts["row"]
    if not rows:
        return np.zeros(0, kind), facts
    return np.memmap(path, kind, "r", start, (rows,)), facts


def records(path: Any) -> Iterator[Table]:
    """The games of a file of records, one table after the other."""
    lines: List[str] = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("serai-record ") and lines:
                yield _read("".join(lines))
                lines = []
            lines.append(line)
    if lines:
        yield _read("".join(lines))


def convert(source: Any, target: Any) -> int:
    """FILE.columns to FILE.parquet, a game at a time (needs `serai[data]`). Returns how many games
    there are."""
    rows, facts = load(source)
    target = Path(target)
    if target.suffix != ".parquet":
        raise c.UsageError(f"{target.name}: .parquet")

    def games() -> Iterator[Columns]:
        for part in np.split(rows, np.flatnonzero(np.diff(rows["game"])) + 1) if len(rows) else []:
            yield {name: np.ascontiguousarray(part[name]) for name in rows.dtype.names or ()}

    said = {name: value if isinstance(value, str) else json.dumps(value) for name, value in facts.items()}
    return _append_parquet(target, games(), said)
