"""OpenSpiel: importing this module registers the game `python_serai`.

    import pyspiel, serai.spiel
    game = pyspiel.load_game("python_serai", {"game": "dunhuang", "seats": 2, "seed": 1})

Chance is sampled: the deal is one chance node with one outcome, and what dice and decks bring later
comes from the table's own generator. An information state is what a seat has seen at every decision
of the game; `resample_from_infostate` deals anew what the seat cannot know."""

from __future__ import annotations

import hashlib
from typing import Any, List, Optional

import numpy as np

from . import _library as c
from .tables import games
from .vector import Vector

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("OpenSpiel is not installed: pip install 'serai[openspiel]'") from missing

# No game has more decisions than this: bounds of the engine are 16 bits.
_MOST_DECISIONS = 65535

_TYPE = pyspiel.GameType(
    short_name="python_serai",
    long_name="Caravanserai",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"game": "dunhuang", "seats": 2, "options": "", "seed": 0},
)


class SeraiGame(pyspiel.Game):
    """A game of the house for OpenSpiel."""

    def __init__(self, params: Any = None):
        given = dict(params or {})
        name = str(given.get("game", "dunhuang"))
        seats = int(given.get("seats", 2))
        self._desk = Vector(name, 2, seats, str(given.get("options", "")) or None)
        self._seeds = np.random.default_rng(int(given.get("seed", 0)))
        space = self._desk.space
        info = pyspiel.GameInfo(
            num_distinct_actions=space.actions,
            max_chance_outcomes=1,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=_MOST_DECISIONS,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> "SeraiState":
        return SeraiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SeraiObserver":
        """What OpenSpiel asks for tensors."""
        return SeraiObserver(self._desk.space.observation)


class SeraiState(pyspiel.State):
    """A table, kept as bytes: the game's desk is where it is looked at and played on."""

    def __init__(self, game: SeraiGame):
        super().__init__(game)
        self._desk = game._desk
        self._seeds = game._seeds
        self._bytes: Optional[bytes] = None
        self._decider = pyspiel.PlayerId.CHANCE
        self._legal: List[int] = []
        self._returns = [0.0] * self._desk.seats
        self._rows: List["np.ndarray"] = [
            np.zeros(self._desk.space.observation, np.int16) for _ in range(self._desk.seats)
        ]
        self._seen: List[bytes] = [b""] * self._desk.seats

    # ---- what happens ----

    def _note(self) -> None:
        """Keeps what the desk shows."""
        desk = self._desk
        self._bytes = desk.save(0)
        self._decider = int(desk.decider[0])
        self._legal = np.flatnonzero(desk.mask[0]).tolist()
        self._rows = [desk.observe(0, seat) for seat in range(desk.seats)]
        self._seen = [
            hashlib.blake2b(seen + row.tobytes(), digest_size=16).digest()
            for seen, row in zip(self._seen, self._rows)
        ]

    def _apply_action(self, action: int) -> None:
        desk = self._desk
        if self._bytes is None:
            desk.reset_at(0, int(self._seeds.integers(2**63)))
            self._note()
            return
        desk.load(0, self._bytes)
        desk.send(np.array([action, -1], np.int32))
        if not desk.done[0]:
            self._note()
            return
        self._decider = pyspiel.PlayerId.TERMINAL
        self._returns = [float(share) for share in desk.reward[0]]
        self._legal = []

    # ---- what OpenSpiel asks ----

    def current_player(self) -> Any:
        return self._decider

    def _legal_actions(self, player: int) -> List[int]:
        return self._legal if player == self._decider else []

    def chance_outcomes(self) -> Any:
        return [(0, 1.0)]

    def is_terminal(self) -> bool:
        return self._decider == pyspiel.PlayerId.TERMINAL

    def returns(self) -> List[float]:
        return list(self._returns)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "deal"
        return self._desk.space.action_name(action)

    def information_state_string(self, player: Optional[int] = None) -> str:
        return self._seen[self._decider if player is None else player].hex()

    def observation_string(self, player: Optional[int] = None) -> str:
        return " ".join(map(str, self._rows[self._decider if player is None else player]))

    def resample_from_infostate(self, player: int, rng: Any) -> "SeraiState":
        """A world that the player cannot tell from this one."""
        draw = rng() if callable(rng) else rng.random()
        copy = self.clone()
        if copy._bytes is None or copy.is_terminal():
            return copy
        copy._desk.load(0, copy._bytes)
        copy._desk.guess(0, player, int(draw * 2**53))
        copy._desk.look()
        seen = copy._seen[player]
        copy._note()
        copy._seen[player] = seen
        return copy

    def clone(self) -> "SeraiState":
        copy = super().clone()
        for member in ("_bytes", "_decider", "_legal", "_rows"):
            setattr(copy, member, getattr(self, member))
        copy._returns, copy._seen = list(self._returns), list(self._seen)
        return copy

    def __str__(self) -> str:
        if self._bytes is None:
            return "before the deal"
        if self.is_terminal():
            return f"over: {self._returns}"
        self._desk.load(0, self._bytes)
        with self._desk.table(0) as table:
            return table.board()


class SeraiObserver:
    """What a seat sees, as floats."""

    def __init__(self, elements: int):
        self.tensor = np.zeros(elements, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SeraiState, player: int) -> None:
        """Fills the tensor."""
        self.tensor[:] = state._rows[player]

    def string_from(self, state: SeraiState, player: int) -> str:
        """The information state in letters."""
        return state.information_state_string(player)


if "python_serai" not in pyspiel.registered_names():
    pyspiel.register_game(_TYPE, SeraiGame)


def load(game: str, seats: int, options: str = "", seed: int = 0) -> Any:
    """A game of the house as OpenSpiel has games."""
    if game not in [known.name for known in games()]:
        raise c.UsageError(f"there is no game {game!r}")
    return pyspiel.load_game(
        "python_serai", {"game": game, "seats": seats, "options": options, "seed": seed}
    )
