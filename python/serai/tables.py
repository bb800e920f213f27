"""Games and tables: everything that a person does at a table, in Python's words."""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Optional

from . import _library as c
from ._library import ENGLISH, REFEREE, RUSSIAN, SPECTATOR, call, lib

_LANGS = {"en": ENGLISH, "ru": RUSSIAN}
LOOSE, FILL = 1, 2


def _lang(lang: str) -> int:
    if lang not in _LANGS:
        raise c.UsageError(f"language {lang!r}: en or ru")
    return _LANGS[lang]


class Game(NamedTuple):
    """A game in the house."""

    name: str
    title: str
    seats_min: int
    seats_max: int
    rules: int

    def describe(self) -> Dict[str, Any]:
        """Titles, seats, options and presets."""
        return json.loads(c.ask("serai_game_json", _number_of(self.name)))

    def how_to_play(self, lang: str = "en") -> str:
        """The rules in words; `lang` is en or ru, here as everywhere."""
        return c.ask("serai_game_rules", _number_of(self.name), _lang(lang))


def _number_of(name: str) -> int:
    return call("serai_game_find", c.text(name))


def games() -> List[Game]:
    """Every game that there is."""
    return [
        Game(
            lib.serai_game_name(i).decode(),
            lib.serai_game_title(i, ENGLISH).decode(),
            lib.serai_game_seats_min(i),
            lib.serai_game_seats_max(i),
            lib.serai_game_rules_version(i),
        )
        for i in range(lib.serai_game_count())
    ]


def game(name: str) -> Game:
    """A game by its name."""
    return games()[_number_of(name)]


def bots() -> Dict[str, str]:
    """The kinds of bots, and what each does."""
    kinds: Dict[str, str] = {}
    while True:
        name = lib.serai_bot_name(len(kinds))
        if name is None:
            return kinds
        kinds[name.decode()] = lib.serai_bot_title(len(kinds), ENGLISH).decode()


class Table:
    """One game being played. Seats count from 0 here, and from 1 in every text and JSON that people
    read. A table is not for two threads at once."""

    def __init__(
        self, game: str, seats: int, seed: Any = 0, options: Any = None, *, _pointer: Any = None
    ):
        if _pointer is None:
            _pointer = call(
                "serai_table_new",
                c.text(game),
                c.number(seats, "seats"),
                c.seed_text(seed),
                c.options_text(options),
            )
        self._handle = c.Handle("the table is", _pointer, "serai_table_free")

    # ---- life ----

    def close(self) -> None:
        """Frees the table; it is of no use afterwards."""
        self._handle.close()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def copy(self) -> "Table":
        """An independent copy."""
        return Table("", 0, _pointer=self._handle.call("serai_table_copy"))

    __copy__ = copy

    def __deepcopy__(self, _: Any) -> "Table":
        return self.copy()

    def at(self, ply: int) -> "Table":
        """A copy as it was after the first `ply` moves."""
        return Table("", 0, _pointer=self._handle.call("serai_table_at", c.number(ply, "ply")))

    def __reduce__(self) -> Any:
        return read, (self.record(),)

    def __repr__(self) -> str:
        if self._handle.closed:
            return "<serai.Table, closed>"
        return f"<serai.Table {self.game}, {self.seats} seats, ply {self.ply}>"

    # ---- what it is ----

    @property
    def game(self) -> str:
        """The name of the game."""
        return lib.serai_game_name(self._handle.get("serai_game")).decode()

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._handle.get("serai_seats")

    @property
    def rules(self) -> int:
        """The version of the rules that it is played by."""
        return self._handle.get("serai_rules")

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._handle.get("serai_over")

    @property
    def decider(self) -> Optional[int]:
        """The seat that decides now; None when the game is over."""
        seat = self._handle.get("serai_decider")
        return None if seat < 0 else seat

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return self._handle.get("serai_ply")

    @property
    def checksum(self) -> int:
        """The state as one number: the same state, the same number."""
        return self._handle.get("serai_checksum")

    def set_name(self, seat: int, name: Optional[str]) -> None:
        """Names whoever sits there, for records and texts; None takes the name away."""
        self._handle.call("serai_set_name", c.number(seat, "seat"), c.text(name))

    def name(self, seat: int) -> Optional[str]:
        """What a seat was named."""
        with self._handle as at:
            name = lib.serai_name(at, c.number(seat, "seat"))
            return None if name is None else name.decode()

    # ---- moves ----

    def moves(self) -> List[str]:
        """The legal moves of whoever decides, in notation."""
        with self._handle as at:
            return [c.ask("serai_move", at, i) for i in range(lib.serai_move_count(at))]

    def choices(self, lang: str = "en") -> List[Dict[str, Any]]:
        """The same with their arguments and in words."""
        return json.loads(self._handle.ask("serai_moves_json", _lang(lang)))

    def prompt(self, viewer: int = REFEREE, lang: str = "en") -> str:
        """What whoever decides is asked, in words, as far as the viewer may know."""
        return self._handle.ask("serai_prompt", c.number(viewer, "viewer"), _lang(lang))

    def play(self, move: str, seat: int = REFEREE) -> "Table":
        """Plays a move, for whoever decides unless a seat is given. Returns the table."""
        self._handle.call("serai_play", c.number(seat, "seat"), c.text(move))
        return self

    def undoable(self, seat: int) -> int:
        """How many of the last moves a seat may take back."""
        with self._handle as at:
            return lib.serai_undoable(at, c.number(seat, "seat"))

    def undo(self, seat: int = REFEREE) -> "Table":
        """Takes the last move back."""
        self._handle.call("serai_undo", c.number(seat, "seat"))
        return self

    def preview(self, move: str, lang: str = "en") -> Dict[str, Any]:
        """What a move would bring, as far as the decider can know."""
        return json.loads(self._handle.ask("serai_preview", c.text(move), _lang(lang)))

    # ---- what there is to see ----

    def view(self, viewer: int = SPECTATOR, lang: str = "en") -> Dict[str, Any]:
        """Everything that a seat, SPECTATOR or REFEREE may see."""
        return json.loads(self._handle.ask("serai_view", c.number(viewer, "viewer"), _lang(lang)))

    def diff(self, before: int, after: int, viewer: int = SPECTATOR) -> Dict[str, Any]:
        """What changed in a view between two plies."""
        return json.loads(
            self._handle.ask(
                "serai_diff",
                c.number(before, "ply"),
                c.number(after, "ply"),
                c.number(viewer, "viewer"),
            )
        )

    def events(self, ply: int, viewer: int = SPECTATOR) -> List[Dict[str, Any]]:
        """What move number `ply` did; 0 is the deal."""
        return json.loads(
            self._handle.ask("serai_events_json", c.number(ply, "ply"), c.number(viewer, "viewer"))
        )

    def log(self, ply: int, viewer: int = SPECTATOR, lang: str = "en") -> str:
        """The same as lines."""
        return self._handle.ask(
            "serai_events",
            c.number(ply, "ply"),
            c.number(viewer, "viewer"),
            _lang(lang),
        )

    def board(
        self, viewer: int = SPECTATOR, columns: int = 100, rows: int = 40, lang: str = "en"
    ) -> str:
        """The board drawn in text."""
        return self._handle.ask(
            "serai_board",
            c.number(viewer, "viewer"),
            c.number(columns, "columns"),
            c.number(rows, "rows"),
            _lang(lang),
        )

    def score(self, lang: str = "en") -> Dict[str, Any]:
        """The score sheet; before the end, as if it ended now."""
        return json.loads(self._handle.ask("serai_score_json", _lang(lang)))

    # ---- records and positions ----

    def record(self) -> str:
        """The whole game as text: what `read` reads."""
        return self._handle.ask("serai_record")

    def position(self) -> Dict[str, Any]:
        """The whole state, without the moves that led there: what `read` reads as well."""
        return json.loads(self._handle.ask("serai_position"))

    def merge(self, patch: Dict[str, Any], *, loose: bool = False, fill: bool = False) -> "Table":
        """Changes the position of a table at which no move has been made."""
        data = json.dumps(patch).encode()
        flags = (LOOSE if loose else 0) | (FILL if fill else 0)
        self._handle.call("serai_table_merge", data, len(data), flags)
        return self

    # ---- bots ----

    def choose(self, bot: Any = "greedy", seed: Any = 0) -> str:
        """The move that a bot in the decider's seat would make: one of the engine's, by name, or an
        object with a method `choose`, as arenas seat them."""
        if callable(getattr(bot, "choose", None)):
            from .arena import choose_at

            return choose_at(bot, self)
        return self._handle.ask("serai_bot_choose", c.text(bot), c.seed_text(seed))

    def hint(self, bot: str = "strong", seed: Any = 0, lang: str = "en") -> List[Dict[str, Any]]:
        """The best few moves, with chances and reasons."""
        return json.loads(
            self._handle.ask("serai_hint", c.text(bot), c.seed_text(seed), _lang(lang))
        )


def read(text: Any, *, loose: bool = False) -> Table:
    """A table from a record (text) or a position (text or dict)."""
    if isinstance(text, dict):
        text = json.dumps(text)
    data = text.encode() if isinstance(text, str) else bytes(text)
    pointer = call("serai_table_read", data, len(data), LOOSE if loose else 0)
    return Table("", 0, _pointer=pointer)
