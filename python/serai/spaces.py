"""What the numbers mean: elements of observations, and actions."""

from __future__ import annotations

import json
from ctypes import byref
from functools import lru_cache
from typing import Any, Dict, List, Optional

import numpy as np

from . import _library as c

NONE, HIDDEN = -1, -2


class Space:
    """The spaces of a game with so many seats and these options."""

    def __init__(self, game: str, seats: int, options: Any = None):
        found = c.CSpace()
        arguments = (c.text(game), c.number(seats, "seats"), c.options_text(options))
        c.call("serai_space_of", *arguments, byref(found))
        self.game, self.options = game, options
        self.seats: int = found.seats
        self.observation: int = found.observation
        self.world: int = found.world
        self.actions: int = found.actions
        self.hash: str = f"{found.hash:016x}"
        self._arguments = arguments
        self._description: Optional[Dict[str, Any]] = None

    @property
    def description(self) -> Dict[str, Any]:
        """Every element's name, kind, range and meaning; every verb with its arguments."""
        if self._description is None:
            self._description = json.loads(c.ask("serai_space_json", *self._arguments))
        return self._description

    def _elements(self, world: bool) -> List[Dict[str, Any]]:
        return self.description["world" if world else "observation"]["elements"]

    def names(self, world: bool = False) -> List[str]:
        """What each element is called; with `world`, those of `Vector.world`."""
        return [element["name"] for element in self._elements(world)]

    def low(self, world: bool = False) -> "np.ndarray":
        """The least that each element can be."""
        return np.array([element["low"] for element in self._elements(world)], np.int16)

    def high(self, world: bool = False) -> "np.ndarray":
        """The most that each element can be."""
        return np.array([element["high"] for element in self._elements(world)], np.int16)

    def action_name(self, action: int) -> str:
        """An action in words: its verb and arguments, with seats as the decider counts them."""
        action = c.number(action, "action")
        if not 0 <= action < self.actions:
            raise c.UsageError(f"there is no action {action}; there are {self.actions}")
        verb = [v for v in self.description["actions"]["verbs"] if v["first"] <= action][-1]
        words, rest = [verb["verb"]], action - verb["first"]
        for argument in verb["args"]:
            value = rest // argument["stride"] % argument["size"]
            domain = self.description["domains"][argument["domain"]]
            words.append(_word(domain, value, self.seats))
        return " ".join(words)


def _word(domain: Dict[str, Any], value: int, seats: int) -> str:
    if domain.get("none") and value == domain["high"] - domain["low"] + 1:
        return "none"
    if "values" in domain:
        return domain["values"][value]
    if domain["kind"] == "seat":
        return f"+{value}" if value else "me"
    return str(value + domain["low"] + domain.get("base", 0))


@lru_cache(maxsize=64)
def _space(game: str, seats: int, options: Optional[str]) -> Space:
    return Space(game, seats, options)


def space(game: str, seats: int, options: Any = None) -> Space:
    """The spaces of a game; asked for again, the same object."""
    written = c.options_text(options)
    return _space(game, seats, None if written is None else written.decode())
