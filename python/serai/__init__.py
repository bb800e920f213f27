"""Caravanserai: heavy board games with hidden information, for people who teach machines.

    import serai

    table = serai.Table("dunhuang", seats=3, seed=42)      # one game, in words
    while not table.over:
        table.play(table.choose("greedy"))
    print(table.score()["totals"])

    v = serai.vector("dunhuang", n=1024, seats=2)          # many games, in arrays
    for _ in range(1000):
        observation, reward, done, _, info = v.step(v.sample())

    env = serai.env("dunhuang", seats=2)                   # PettingZoo
"""

from __future__ import annotations

from typing import Any

from ._library import (
    REFEREE,
    SPECTATOR,
    Closed,
    Error,
    IllegalMove,
    PositionError,
    RecordError,
    SystemFault,
    UsageError,
    lib as _lib,
)
from . import data
from .arena import Bot, Decisions, Result, arena, engine_bots
from .pictures import Painter, png
from .spaces import HIDDEN, NONE, Space, space
from .tables import Game, Table, bots, game, games, read
from .vector import WAIT, Vector, vector

__version__ = _lib.serai_version().decode()


def env(game: str, seats: Any = None, **settings: Any) -> Any:
    """A PettingZoo AEC environment (needs the extra `serai[pettingzoo]`)."""
    from .zoo import env as make

    return make(game, seats, **settings)


def parallel_env(game: str, seats: Any = None, **settings: Any) -> Any:
    """The same as a PettingZoo parallel environment, in which all are asked each time and the
    choice of the one that decides counts."""
    from .zoo import parallel_env as make

    return make(game, seats, **settings)


__all__ = [
    "Bot",
    "Closed",
    "Decisions",
    "Error",
    "Game",
    "HIDDEN",
    "IllegalMove",
    "NONE",
    "Painter",
    "PositionError",
    "REFEREE",
    "RecordError",
    "Result",
    "SPECTATOR",
    "Space",
    "SystemFault",
    "Table",
    "UsageError",
    "Vector",
    "WAIT",
    "arena",
    "bots",
    "data",
    "engine_bots",
    "env",
    "game",
    "games",
    "parallel_env",
    "png",
    "read",
    "space",
    "vector",
]
