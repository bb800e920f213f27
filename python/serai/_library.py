"""libserai, as ctypes sees it. Nothing else in the package knows about pointers."""

from __future__ import annotations

import ctypes
import os
import threading
from pathlib import Path
from typing import Any, Optional

ENGLISH, RUSSIAN = 0, 1
SPECTATOR, REFEREE = -1, -2


class Error(Exception):
    """What the engine refused, in its own words. `code` is one of usage, illegal, record, position
    and system; `line` is that of a record or a position, 0 where there is none."""

    code = "usage"

    def __init__(self, message: str, line: int = 0):
        super().__init__(message)
        self.line = line


class UsageError(Error, ValueError):
    """An unknown game, option, seat or bot; a value of the wrong shape."""

    code = "usage"


class IllegalMove(Error, ValueError):
    """A move or an action that may not be made now."""

    code = "illegal"


class RecordError(Error, ValueError):
    """A record that is broken."""

    code = "record"


class PositionError(Error, ValueError):
    """A position that is broken, or breaks a rule of the game."""

    code = "position"


class SystemFault(Error, RuntimeError):
    """No memory, or input that is too large."""

    code = "system"


class Closed(Error, RuntimeError):
    """The table or the environments were closed, or are being used by another thread."""

    code = "usage"


_BY_CODE = {1: UsageError, 2: IllegalMove, 3: RecordError, 4: PositionError, 5: SystemFault}


class CError(ctypes.Structure):
    _fields_ = [
        ("lang", ctypes.c_int),
        ("code", ctypes.c_int),
        ("line", ctypes.c_int),
        ("message", ctypes.c_char * 1024),
    ]


class CSpace(ctypes.Structure):
    _fields_ = [
        ("seats", ctypes.c_int),
        ("observation", ctypes.c_int),
        ("world", ctypes.c_int),
        ("actions", ctypes.c_int),
        ("hash", ctypes.c_uint64),
    ]


class CBatch(ctypes.Structure):
    _fields_ = [
        ("observation", ctypes.c_void_p),
        ("mask", ctypes.c_void_p),
        ("decider", ctypes.c_void_p),
        ("reward", ctypes.c_void_p),
        ("points", ctypes.c_void_p),
        ("done", ctypes.c_void_p),
    ]


_P, _I, _S, _B, _U = (
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_char_p,
    ctypes.c_bool,
    ctypes.c_uint64,
)
_Z = ctypes.c_size_t
_E = ctypes.POINTER(CError)
_TEXT = ctypes.c_void_p  # a string that is ours to free

# name: (what comes back, arguments); those that can fail take an error last
_FUNCTIONS = {
    "serai_version": (_S, []),
    "serai_free": (None, [_P]),
    "serai_game_count": (_I, []),
    "serai_game_find": (_I, [_S, _E]),
    "serai_game_name": (_S, [_I]),
    "serai_game_title": (_S, [_I, _I]),
    "serai_game_seats_min": (_I, [_I]),
    "serai_game_seats_max": (_I, [_I]),
    "serai_game_rules_version": (_I, [_I]),
    "serai_game_json": (_TEXT, [_I, _E]),
    "serai_game_rules": (_TEXT, [_I, _I, _E]),
    "serai_table_new": (_P, [_S, _I, _S, _S, _E]),
    "serai_table_copy": (_P, [_P, _E]),
    "serai_table_at": (_P, [_P, _I, _E]),
    "serai_table_free": (None, [_P]),
    "serai_table_read": (_P, [_S, _Z, _I, _E]),
    "serai_table_merge": (_B, [_P, _S, _Z, _I, _E]),
    "serai_game": (_I, [_P]),
    "serai_seats": (_I, [_P]),
    "serai_rules": (_I, [_P]),
    "serai_over": (_B, [_P]),
    "serai_decider": (_I, [_P]),
    "serai_ply": (_I, [_P]),
    "serai_checksum": (_U, [_P]),
    "serai_set_name": (_B, [_P, _I, _S, _E]),
    "serai_name": (_S, [_P, _I]),
    "serai_move_count": (_I, [_P]),
    "serai_move": (_TEXT, [_P, _I, _E]),
    "serai_moves_json": (_TEXT, [_P, _I, _E]),
    "serai_prompt": (_TEXT, [_P, _I, _I, _E]),
    "serai_play": (_B, [_P, _I, _S, _E]),
    "serai_undoable": (_I, [_P, _I]),
    "serai_undo": (_B, [_P, _I, _E]),
    "serai_preview": (_TEXT, [_P, _S, _I, _E]),
    "serai_view": (_TEXT, [_P, _I, _I, _E]),
    "serai_diff": (_TEXT, [_P, _I, _I, _I, _E]),
    "serai_events": (_TEXT, [_P, _I, _I, _I, _E]),
    "serai_events_json": (_TEXT, [_P, _I, _I, _E]),
    "serai_board": (_TEXT, [_P, _I, _I, _I, _I, _E]),
    "serai_score": (_TEXT, [_P, _I, _E]),
    "serai_score_json": (_TEXT, [_P, _I, _E]),
    "serai_record": (_TEXT, [_P, _E]),
    "serai_position": (_TEXT, [_P, _E]),
    "serai_bot_name": (_S, [_I]),
    "serai_bot_title": (_S, [_I, _I]),
    "serai_bot_choose": (_TEXT, [_P, _S, _S, _E]),
    "serai_hint": (_TEXT, [_P, _S, _S, _I, _E]),
    "serai_space_of": (_B, [_S, _I, _S, ctypes.POINTER(CSpace), _E]),
    "serai_space_json": (_TEXT, [_S, _I, _S, _E]),
    "serai_envs_new": (_P, [_S, _I, _S, _I, _U, _E]),
    "serai_envs_free": (None, [_P]),
    "serai_envs_count": (_I, [_P]),
    "serai_envs_space": (_B, [_P, ctypes.POINTER(CSpace), _E]),
    "serai_envs_step": (_B, [_P, _P, ctypes.POINTER(CBatch), _I, _E]),
    "serai_envs_hold": (_B, [_P, _P, _E]),
    "serai_envs_sample": (_B, [_P, _U, _P, _E]),
    "serai_envs_reset": (_B, [_P, _I, _S, _E]),
    "serai_envs_observe": (_B, [_P, _I, _I, _P, _E]),
    "serai_envs_world": (_B, [_P, _P, _I, _E]),
    "serai_envs_standing": (_B, [_P, _P, _I, _E]),
    "serai_envs_save_size": (_Z, [_P]),
    "serai_envs_save": (_B, [_P, _I, _P, _Z, _E]),
    "serai_envs_load": (_B, [_P, _I, _P, _Z, _E]),
    "serai_envs_clone": (_B, [_P, _I, _I, _E]),
    "serai_envs_guess": (_B, [_P, _I, _I, _U, _E]),
    "serai_envs_table": (_P, [_P, _I, _E]),
    "serai_envs_put": (_B, [_P, _I, _P, _E]),
    "serai_envs_move": (_TEXT, [_P, _I, ctypes.c_int32, _E]),
    "serai_envs_action": (ctypes.c_int32, [_P, _I, _S, _E]),
}


def _load() -> ctypes.CDLL:
    # the one said, the one inside the package, or else the system's own
    inside = Path(__file__).with_name("libserai.so")
    path = os.environ.get("SERAI_LIBRARY") or (str(inside) if inside.exists() else "libserai.so.0")
    try:
        library = ctypes.CDLL(path)
    except OSError as reason:
        raise ImportError(
            f"libserai is not to be loaded from {path} ({reason}); install the package with "
            "`pip install ./python`, or say where the library is in SERAI_LIBRARY"
        ) from None
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


lib = _load()


def text(value: Optional[str]) -> Optional[bytes]:
    """A Python string for the library."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise UsageError(f"a text is wanted, not {value!r}")
    if "\0" in value:
        raise UsageError("a text must not contain a zero byte")
    return value.encode()


def number(value: Any, what: str = "number") -> int:
    """An int that C can hold."""
    try:
        whole = int(value.__index__())
    except AttributeError:
        raise UsageError(f"{what}: a whole number is wanted, not {value!r}") from None
    if not -(2**31) <= whole < 2**31:
        raise UsageError(f"{what}: {whole} is too large")
    return whole


def check(error: CError) -> None:
    if error.code:
        kind = _BY_CODE.get(error.code, Error)
        raise kind(error.message.decode("utf-8", "replace"), error.line)


def call(name: str, *arguments: Any) -> Any:
    """Calls a function that can fail; what it says went wrong is raised."""
    error = CError()
    result = getattr(lib, name)(*arguments, error)
    check(error)
    return result


class Handle:
    """A table or environments of the library: `with handle as pointer` has them for one thread
    alone, while they are there. Closed in the middle of that, they are freed at its end; in a
    process that was forked in the middle of it they stay as they are, and nobody waits."""

    def __init__(self, what: str, pointer: int, free: str):
        self._what, self._free = what, getattr(lib, free)
        self._pointer: Optional[int] = pointer
        self._busy = threading.Lock()
        self._closing = False

    def __enter__(self) -> int:
        if self._closing:
            raise Closed(f"{self._what} closed")
        if not self._busy.acquire(blocking=False):
            raise Closed(f"{self._what} being used by another thread")
        pointer = self._pointer
        if pointer is None:
            self._busy.release()
            raise Closed(f"{self._what} closed")
        return pointer

    def __exit__(self, *_: Any) -> None:
        self._busy.release()
        if self._closing:
            self.close()

    @property
    def closed(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True
        if not self._busy.acquire(blocking=False):
            return  # whoever has it closes it
        pointer, self._pointer = self._pointer, None
        self._busy.release()
        if pointer is not None:
            self._free(pointer)

    def __del__(self) -> None:
        self.close()

    def call(self, name: str, *arguments: Any) -> Any:
        """A function that can fail."""
        with self as pointer:
            return call(name, pointer, *arguments)

    def ask(self, name: str, *arguments: Any) -> str:
        """One that answers with a string."""
        return take(self.call(name, *arguments))

    def get(self, name: str) -> Any:
        """A number, which is always to be had."""
        with self as pointer:
            return getattr(lib, name)(pointer)


def take(pointer: Optional[int]) -> str:
    """A string of the library as one of ours."""
    if not pointer:
        raise SystemFault("out of memory")
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        lib.serai_free(pointer)


def ask(name: str, *arguments: Any) -> str:
    """Calls a function that answers with a string."""
    return take(call(name, *arguments))


def options_text(options: Any) -> Optional[bytes]:
    """Options as "name=value,name=value", from that or from a dict."""
    if options is None:
        return None
    if isinstance(options, dict):
        words = {True: "on", False: "off"}
        options = ",".join(
            f"{name}={words[value] if isinstance(value, bool) else value}"
            for name, value in options.items()
        )
    return text(options)


def seed_number(seed: Any) -> int:
    """A seed that must be a number."""
    try:
        whole = int(seed.__index__())
    except AttributeError:
        raise UsageError(f"seed: a whole number is wanted, not {seed!r}") from None
    if not 0 <= whole < 2**64:
        raise UsageError(f"seed: {whole} is not in 0..2^64-1")
    return whole


def seed_text(seed: Any) -> bytes:
    """A seed: a number below 2**64, or 64 hexadecimal digits."""
    return (text(seed) or b"") if isinstance(seed, str) else str(seed_number(seed)).encode()
