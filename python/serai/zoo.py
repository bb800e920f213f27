"""PettingZoo environments: one table, its seats as agents."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np

from . import _library as c
from .vector import Vector

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise ImportError(
        f"{missing.name} is not installed: pip install 'serai[pettingzoo]'"
    ) from missing


class _Seats:
    """What both kinds of environment have in common: a table, its spaces, and its end."""

    def _set_table(
        self, game: str, seats: Optional[int], options: Any, render_mode: Optional[str]
    ) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise c.UsageError(f"render_mode {render_mode!r}: ansi or human")
        self.vector = Vector(game, 1, seats, options)
        space = self.vector.space
        self.render_mode = render_mode
        self.metadata = {
            "name": f"serai_{game}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents: List[str] = [f"seat_{i + 1}" for i in range(self.vector.seats)]
        low, high = space.low(), space.high()
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (space.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(space.actions) for agent in self.possible_agents
        }
        self._seeds = 0

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def _deal(self, seed: Optional[int]) -> None:
        self._seeds = c.seed_number(seed) if seed is not None else (self._seeds + 1) % 2**64
        self.vector.reset_at(0, self._seeds)
        self._last: Optional[List["np.ndarray"]] = None

    def _row(self, seat: int) -> Dict[str, "np.ndarray"]:
        """What a seat sees; when the game is over, what it saw before the last move."""
        mask = np.zeros(self.vector.space.actions, np.int8)
        if self._last is not None:
            return {"observation": self._last[seat].copy(), "action_mask": mask}
        if self.vector.decider[0] == seat:
            mask[:] = self.vector.mask[0]
        return {"observation": self.vector.observe(0, seat), "action_mask": mask}

    def _play(self, action: int) -> bool:
        """Plays for the seat that decides; is the game over?"""
        rows = [self.vector.observe(0, seat) for seat in range(self.vector.seats)]
        self.vector.send(np.array([action], np.int64))
        if self.vector.done[0]:
            self._last = rows
        return bool(self.vector.done[0])

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            return None
        with self.vector.table(0) as table:
            board = table.board()
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        self.vector.close()


class Env(_Seats, AECEnv):
    """A table as an AEC environment. Observations are dicts of `observation` and `action_mask`;
    an action that is not legal raises. `max_cycles` truncates after so many decisions a seat."""

    def __init__(
        self,
        game: str,
        seats: Optional[int] = None,
        options: Any = None,
        max_cycles: Optional[int] = None,
        render_mode: Optional[str] = None,
    ):
        AECEnv.__init__(self)
        self._set_table(game, seats, options, render_mode)
        self.max_cycles = max_cycles
        self.agents: List[str] = []

    def reset(self, seed: Optional[int] = None, options: Any = None) -> None:
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.vector.decider[0]]
        self._decisions = 0

    def observe(self, agent: str) -> Dict[str, "np.ndarray"]:
        return self._row(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise c.IllegalMove(f"{agent} must choose an action")
        over = self._play(c.number(action, "action"))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._decisions += 1
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = float(self.vector.reward[0, seat])
                self.infos[name] = {"points": float(self.vector.points[0, seat])}
            self.agent_selection = self.agents[0]
        else:
            if self.max_cycles and self._decisions >= self.max_cycles * self.vector.seats:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[self.vector.decider[0]]
        self._accumulate_rewards()
        self._deads_step_first()


class Parallel(_Seats, ParallelEnv):
    """A table as a parallel environment: every seat is asked each time, and the choice of the one
    that decides counts. `illegal` says what an illegal choice does: "raise", or "first" to play
    the first legal action instead."""

    def __init__(
        self,
        game: str,
        seats: Optional[int] = None,
        options: Any = None,
        max_cycles: Optional[int] = None,
        illegal: str = "raise",
        render_mode: Optional[str] = None,
    ):
        if illegal not in ("raise", "first"):
            raise c.UsageError(f"illegal {illegal!r}: raise or first")
        self._set_table(game, seats, options, render_mode)
        self.max_cycles, self._illegal = max_cycles, illegal
        self.agents: List[str] = []

    def _rows(self) -> Dict[str, Any]:
        return {agent: self._row(seat) for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: Optional[int] = None, options: Any = None) -> Any:
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._rows(), {agent: {} for agent in self.agents}

    def step(self, actions: Dict[str, Any]) -> Any:
        agents = self.agents
        decider = self.possible_agents[self.vector.decider[0]]
        if decider not in actions:
            raise c.IllegalMove(f"{decider} decides, and has no action")
        action = c.number(actions[decider], "action")
        legal = 0 <= action < self.vector.space.actions and self.vector.mask[0, action]
        if not legal and self._illegal == "first":
            action = int(self.vector.mask[0].argmax())
        over = self._play(action)
        self._cycles += 1
        late = not over and self._cycles >= (self.max_cycles or self._cycles + 1)
        rewards = {
            agent: float(self.vector.reward[0, seat]) for seat, agent in enumerate(agents)
        }
        if over or late:
            self.agents = []
        return (
            self._rows(),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, late),
            {agent: {} for agent in agents},
        )


def env(game: str, seats: Optional[int] = None, **settings: Any) -> Env:
    """An AEC environment; settings as those of `Env`."""
    return Env(game, seats, **settings)


def parallel_env(game: str, seats: Optional[int] = None, **settings: Any) -> Parallel:
    """A parallel environment; settings as those of `Parallel`."""
    return Parallel(game, seats, **settings)
