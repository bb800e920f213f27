"""Bots in Python, and series of games between them and the engine's own.

A bot is anything with a method `choose`, which gets all decisions that wait for it, from many games
at once, and answers with an action for each: a network is asked once for many seats."""

from __future__ import annotations

import math
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _library as c
from .tables import Table
from .vector import Vector, WAIT

AT_ONCE = 256  # games of a series that are played side by side


class Decisions:
    """What waits for a bot: `observation` [m, elements] and `mask` [m, actions] for each of m
    decisions, the seats that decide, and the tables, for bots that want words."""

    def __init__(self, vector: Vector, tables: "np.ndarray"):
        self._vector = vector
        self.tables = tables
        self.observation = vector.observation[tables]
        self.mask = vector.mask[tables]
        self.seat = vector.decider[tables]

    def __len__(self) -> int:
        return len(self.tables)

    def table(self, j: int) -> Table:
        """Decision j as a table. It shows everything: an honest bot asks for the view of its seat.
        """
        return self._vector.table(int(self.tables[j]))

    def view(self, j: int) -> Dict[str, Any]:
        """What the seat of decision j may see, as JSON."""
        with self.table(j) as table:
            return table.view(int(self.seat[j]))

    def action(self, j: int, move: str) -> int:
        """A move of decision j as an action."""
        return self._vector.action(int(self.tables[j]), move)


class Bot:
    """The least that a bot is. This one plays at random."""

    name = "python"

    def __init__(self, seed: int = 0):
        self._random = np.random.default_rng(seed)

    def choose(self, decisions: Decisions) -> "np.ndarray":
        """An action for each of the decisions."""
        noise = self._random.random(decisions.mask.shape, dtype=np.float32)
        return np.where(decisions.mask, noise, -1.0).argmax(axis=1)


def answers(bot: Any, decisions: Decisions) -> "np.ndarray":
    """What a bot chooses; an answer of the wrong shape is refused."""
    chosen = np.asarray(bot.choose(decisions))
    if chosen.shape != (len(decisions),):
        raise c.UsageError(
            f"{_name(bot, 0)} answered with shape {chosen.shape}, not ({len(decisions)},)"
        )
    return chosen


def choose_at(bot: Any, table: Table) -> str:
    """The move of a bot in Python at a table of its own."""
    options = table.position().get("options")
    with Vector(table.game, 1, table.seats, options) as vector:
        vector.put(0, table)
        vector.look()
        return vector.move(0, int(answers(bot, Decisions(vector, np.zeros(1, int)))[0]))


class _Engine:
    """A bot of the engine, by its name."""

    def __init__(self, name: str, seed: int):
        self.name, self._seed, self._asked = name, seed, 0

    def choose(self, decisions: Decisions) -> "np.ndarray":
        actions = np.empty(len(decisions), np.int32)
        for j in range(len(decisions)):
            self._asked += 1
            seed = (self._seed * 1_000_003 + self._asked) % 2**64
            with decisions.table(j) as table:
                actions[j] = decisions.action(j, table.choose(self.name, seed))
        return actions


def engine_bots(name: str, seats: int, seed: int = 0) -> List[Any]:
    """The same bot of the engine for every seat, each with draws of its own."""
    return [_Engine(name, seed + seat) for seat in range(seats)]


class Result(NamedTuple):
    """How a bot did: its mean share of the win a seat it sat in, and the half width of a 95 %
    interval around it. With equal bots the share is 1 / seats."""

    bot: str
    games: int
    share: float
    interval: float
    points: float


def _bot(bot: Any, seed: int) -> Any:
    if isinstance(bot, str):
        return _Engine(bot, seed)
    if not callable(getattr(bot, "choose", None)):
        raise c.UsageError(f"{bot!r} is no bot: it has no method choose")
    return bot


class _Series:
    def __init__(self, vector: Vector, bots: List[Any], games: int):
        self.vector, self.bots = vector, bots
        n = vector.n
        self.left = np.full(n, games // n) + (np.arange(n) < games % n)
        self.turned = np.arange(n)  # who sits where: turned by one from game to game
        self.shares: List[List[float]] = [[] for _ in bots]
        self.points: List[List[float]] = [[] for _ in bots]

    def seated(self, tables: "np.ndarray", seats: "np.ndarray") -> "np.ndarray":
        return (seats + self.turned[tables]) % len(self.bots)

    def actions(self) -> "np.ndarray":
        actions = np.full(self.vector.n, WAIT, np.int32)
        under_way = np.flatnonzero(self.left > 0)
        who = self.seated(under_way, self.vector.decider[under_way])
        for number, bot in enumerate(self.bots):
            tables = under_way[who == number]
            if not len(tables):
                continue
            actions[tables] = answers(bot, Decisions(self.vector, tables))
        return actions

    def note(self) -> None:
        for i in np.flatnonzero(self.vector.done & (self.left > 0)):
            seats = np.arange(self.vector.seats)
            for seat, number in zip(seats, self.seated(np.full_like(seats, i), seats)):
                self.shares[number].append(float(self.vector.reward[i, seat]))
                self.points[number].append(float(self.vector.points[i, seat]))
            self.left[i] -= 1
            self.turned[i] += 1


def _name(bot: Any, number: int) -> str:
    return str(getattr(bot, "name", f"bot {number + 1}"))


def arena(
    game: str,
    bots: Sequence[Union[str, Any]],
    games: int = 100,
    seats: Optional[int] = None,
    options: Any = None,
    seed: int = 0,
    at_once: int = AT_ONCE,
) -> List[Result]:
    """Plays a series in which the bots take turns in the seats; any mix of the engine's bots, by
    name, and of objects with a method `choose`."""
    if not bots:
        raise c.UsageError("an arena needs a bot at least")
    games, at_once = c.number(games, "games"), c.number(at_once, "at_once")
    if games < 1 or at_once < 1:
        raise c.UsageError("games and at_once: at least 1")
    players = [_bot(bot, seed + number) for number, bot in enumerate(bots)]
    with Vector(game, min(games, at_once), seats, options, seed) as vector:
        series = _Series(vector, players, games)
        while (series.left > 0).any():
            vector.send(series.actions())
            series.note()
    results = []
    for number, bot in enumerate(players):
        shares = np.array(series.shares[number])
        spread = shares.std(ddof=1) / math.sqrt(len(shares)) if len(shares) > 1 else 0.0
        results.append(
            Result(
                _name(bot, number),
                games,
                float(shares.mean()) if len(shares) else 0.0,
                1.96 * float(spread),
                float(np.mean(series.points[number])) if len(shares) else 0.0,
            )
        )
    return results
