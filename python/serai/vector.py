"""Many tables of one game, stepped in one call. Arrays are written by the engine in place: what a
step returns is overwritten by the next one, so copy what you keep."""

from __future__ import annotations

from ctypes import byref
from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from . import _library as c
from .spaces import Space, space
from .tables import Table

WAIT = -1  # an action: nothing is played at this table


class _Arrays(NamedTuple):
    """Where the library writes, in the order of its batch."""

    observation: "np.ndarray"
    mask: "np.ndarray"
    decider: "np.ndarray"
    reward: "np.ndarray"
    points: "np.ndarray"
    done: "np.ndarray"


def _place(shape: Tuple[int, ...], kind: Any) -> "np.ndarray":
    """An array that stays where it is: what is not one's own cannot be resized."""
    return np.zeros(shape, kind).view()


class Vector:
    """`n` tables of a game. At each of them one seat decides; when a game ends, `done` is set, the
    rewards of all seats are there, and the next one has been dealt."""

    def __init__(
        self,
        game: str,
        n: int = 1,
        seats: Optional[int] = None,
        options: Any = None,
        seed: int = 0,
        threads: int = 1,
    ):
        if seats is None:
            seats = c.lib.serai_game_seats_min(c.call("serai_game_find", c.text(game)))
        n, seats = c.number(n, "n"), c.number(seats, "seats")
        self._made = (game, n, seats, options)
        self._space = space(game, seats, options)
        self._widths = self._space.observation, self._space.world
        self.threads = c.number(threads, "threads")
        number = c.seed_number(seed)
        pointer = c.call(
            "serai_envs_new", c.text(game), seats, c.options_text(options), n, number
        )
        self._handle = c.Handle("the environments are", pointer, "serai_envs_free")
        self._call = self._handle.call
        self._draws = number
        self._saved: int = self._handle.get("serai_envs_save_size")
        self._arrays = _Arrays(
            observation=_place((n, self._widths[0]), np.int16),
            mask=_place((n, self._space.actions), np.uint8),
            decider=_place((n,), np.int8),
            reward=_place((n, seats), np.float32),
            points=_place((n, seats), np.float32),
            done=_place((n,), np.uint8),
        )
        self._never = np.zeros(n, np.uint8)
        self._batch = c.CBatch(*(array.ctypes.data for array in self._arrays))
        self._info = {"mask": self.mask, "decider": self.decider, "points": self.points}
        self._call("serai_envs_hold", self.mask.ctypes.data)
        self.mask.setflags(write=False)  # steps alone write it: they clear what they set
        self._look()

    # ---- what it is: nothing of it can be set, since the library relies on it ----

    @property
    def game(self) -> str:
        """Its name."""
        return self._made[0]

    @property
    def n(self) -> int:
        """How many tables there are."""
        return self._made[1]

    @property
    def seats(self) -> int:
        """How many there are at each table."""
        return self._made[2]

    @property
    def space(self) -> Space:
        """What observations and actions mean."""
        return self._space

    @property
    def observation(self) -> "np.ndarray":
        """What the decider of each table sees: int16 [n, elements]."""
        return self._arrays.observation

    @property
    def mask(self) -> "np.ndarray":
        """1 where an action is legal: uint8 [n, actions], read-only."""
        return self._arrays.mask

    @property
    def decider(self) -> "np.ndarray":
        """The seat that decides at each table: int8 [n]."""
        return self._arrays.decider

    @property
    def reward(self) -> "np.ndarray":
        """By seat, the share of the win where a game has just ended: float32 [n, seats]."""
        return self._arrays.reward

    @property
    def points(self) -> "np.ndarray":
        """By seat, the points where a game has just ended: float32 [n, seats]."""
        return self._arrays.points

    @property
    def done(self) -> "np.ndarray":
        """1 where a game has just ended: uint8 [n]."""
        return self._arrays.done

    # ---- life ----

    def close(self) -> None:
        """Frees the tables; what the arrays had last stays in them."""
        self._handle.close()

    def __enter__(self) -> "Vector":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __len__(self) -> int:
        return self.n

    def __getstate__(self) -> Dict[str, Any]:
        return {
            "made": self._made,
            "threads": self.threads,
            "draws": self._draws,
            "tables": [self.save(i) for i in range(self.n)],
        }

    def __setstate__(self, state: Dict[str, Any]) -> None:
        game, n, seats, options = state["made"]
        Vector.__init__(self, game, n, seats, options, 0, state["threads"])
        self._draws = state["draws"]
        for i, table in enumerate(state["tables"]):
            self.load(i, table)
        self._look()

    # ---- playing ----

    def _actions(self, actions: Any) -> "np.ndarray":
        array = np.asarray(actions)
        if array.shape != (self.n,):
            raise c.UsageError(f"actions of shape {array.shape}: ({self.n},) is wanted")
        if array.dtype.kind not in "iu":
            raise c.UsageError(f"actions of type {array.dtype}: whole numbers are wanted")
        if array.dtype != np.int32:
            if array.size and (array.max() > 2**31 - 1 or array.min() < -(2**31)):
                raise c.IllegalMove("an action is too large")
            array = array.astype(np.int32)
        return np.ascontiguousarray(array)

    def _look(self) -> None:
        """Writes how things stand; plays nothing."""
        self._call("serai_envs_step", None, byref(self._batch), self.threads)

    def send(self, actions: Any) -> None:
        """Plays an action at every table; the arrays are then as they are after it."""
        array = self._actions(actions)
        self._call("serai_envs_step", array.ctypes.data, byref(self._batch), self.threads)

    def recv(self) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        """Where that led: observation [n, elements], reward [n, seats], terminated [n],
        truncated [n] (never), and mask, decider and points."""
        return self.observation, self.reward, self.done, self._never, self._info

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        """send, then recv."""
        self.send(actions)
        return self.recv()

    def reset(
        self, seed: Optional[int] = None, options: Any = None
    ) -> Tuple["np.ndarray", Dict[str, Any]]:
        """Deals every table anew: by a seed, or by one drawn from the last."""
        del options
        self._draws = c.seed_number(seed) if seed is not None else self._draws + 1
        seeds = np.random.SeedSequence(self._draws).generate_state(self.n, np.uint64)
        for i in range(self.n):
            self._call("serai_envs_reset", i, str(int(seeds[i])).encode())
        self._look()
        return self.observation, self._info

    def reset_at(self, i: int, seed: Any) -> None:
        """Deals one table anew: the game that `Table(game, seats, seed)` has."""
        self.deal(i, seed)
        self._look()

    def deal(self, i: int, seed: Any) -> None:
        """The same; the arrays wait for `look`."""
        self._call("serai_envs_reset", c.number(i, "table"), c.seed_text(seed))

    def sample(self, seed: Optional[int] = None) -> "np.ndarray":
        """A legal action for every table, each as likely as the others."""
        actions = np.empty(self.n, np.int32)
        if seed is None:
            self._draws = (self._draws + 1) % 2**64
            seed = self._draws
        self._call("serai_envs_sample", c.seed_number(seed), actions.ctypes.data)
        return actions

    # ---- looking ----

    def observe(self, i: int, seat: int) -> "np.ndarray":
        """What a seat sees of table i, decider or not."""
        row = np.empty(self._widths[0], np.int16)
        self._call(
            "serai_envs_observe", c.number(i, "table"), c.number(seat, "seat"), row.ctypes.data
        )
        return row

    def world(self) -> "np.ndarray":
        """Everything, as the decider of each table counts: for critics, never for players."""
        rows = np.empty((self.n, self._widths[1]), np.int16)
        self._call("serai_envs_world", rows.ctypes.data, self.threads)
        return rows

    def standing(self) -> "np.ndarray":
        """Every seat's points [n, seats] if all games ended now: for rewards on the way, never for
        players, since hidden cards count."""
        points = np.empty((self.n, self.seats), np.float32)
        self._call("serai_envs_standing", points.ctypes.data, self.threads)
        return points

    # ---- keeping ----

    def save(self, i: int) -> bytes:
        """Table i as bytes, for `load` of any Vector of the same space."""
        data = np.empty(self._saved, np.uint8)
        self._call("serai_envs_save", c.number(i, "table"), data.ctypes.data, data.size)
        return data.tobytes()

    def load(self, i: int, data: bytes) -> None:
        """Table i becomes the one that was saved; the arrays wait for `look`."""
        array = np.frombuffer(data, np.uint8)
        self._call("serai_envs_load", c.number(i, "table"), array.ctypes.data, array.size)

    def clone(self, source: int, target: int) -> None:
        """Table `target` becomes what table `source` is."""
        self._call("serai_envs_clone", c.number(source, "table"), c.number(target, "table"))

    def guess(self, i: int, seat: int, seed: int) -> None:
        """Table i becomes a world that `seat` cannot tell from the true one."""
        self._call(
            "serai_envs_guess",
            c.number(i, "table"),
            c.number(seat, "seat"),
            c.seed_number(seed),
        )

    def look(self) -> Tuple["np.ndarray", Dict[str, Any]]:
        """Brings the arrays up to date after load, clone and guess."""
        self._look()
        return self.observation, self._info

    # ---- tables and moves ----

    def table(self, i: int) -> Table:
        """Table i for everything else, without the moves that led there."""
        return Table("", 0, _pointer=self._call("serai_envs_table", c.number(i, "table")))

    def put(self, i: int, table: Table) -> None:
        """Table i becomes what `table` is; the arrays wait for `look`."""
        if not isinstance(table, Table):
            raise c.UsageError(f"a table is wanted, not {table!r}")
        with table._handle as at:
            self._call("serai_envs_put", c.number(i, "table"), at)

    def move(self, i: int, action: int) -> str:
        """An action as a move of the decider of table i."""
        return c.take(
            self._call("serai_envs_move", c.number(i, "table"), c.number(action, "action"))
        )

    def action(self, i: int, move: str) -> int:
        """The other way round."""
        return self._call("serai_envs_action", c.number(i, "table"), c.text(move))


def vector(
    game: str,
    n: int = 1,
    seats: Optional[int] = None,
    options: Any = None,
    seed: int = 0,
    threads: int = 1,
) -> Vector:
    """`n` tables of a game, stepped together."""
    return Vector(game, n, seats, options, seed, threads)
