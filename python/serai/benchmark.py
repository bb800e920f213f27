"""Caravanserai-5: a fixed table of games, seats, opponents, numbers of games and seeds, so that agents
can be told apart by one command, wherever they were made.

    python -m serai.benchmark greedy
    python -m serai.benchmark my_agent.py:MyBot --out mine.json
    python -m serai.benchmark search:200 --only dunhuang

An agent is a bot of the engine, by its name, or FILE.py:NAME (or MODULE:NAME), where NAME is a bot,
a class of bots, or a function that is given the game and the seats and answers with a bot. It sits
alone against copies of the opponent; every deal is played with the agent in each seat."""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import json
import math
import sys
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from . import _library as c
from .arena import _bot, _name
from .data import Desk
from .spaces import space
from .tables import Table
from .vector import Vector

NAME = "Caravanserai-5"
VERSION = 3  # raised when anything below changes; results name it
PLAYED_BY = "59567992ee5650b7"  # what `opponents` says of those that the version is played against


class Task(NamedTuple):
    game: str
    seats: int
    opponent: str
    games: int
    seed: int


GAMES = (("dunhuang", 2), ("marcopolo", 2), ("gugong", 2), ("pandaspin", 2), ("obscurians", 4))
OPPONENTS = (("random", 200), ("greedy", 200), ("search:100", 100))
SEED = 5_000_000
BUDGET = "at most one second a decision on one core"
AT_ONCE = 50
ASKED = 40  # decisions of a game at which opponents are told by their choices

TASKS: Tuple[Task, ...] = tuple(
    Task(game, seats, opponent, games, SEED + 1000 * column + row)
    for column, (opponent, games) in enumerate(OPPONENTS)
    for row, (game, seats) in enumerate(GAMES)
)


class Row(NamedTuple):
    """What an agent did in a task: its mean share of the win, and a 95 % interval (Wilson's)."""

    game: str
    seats: int
    opponent: str
    games: int
    share: float
    low: float
    high: float
    points_ahead: float
    hash: str


def interval(share: float, games: int) -> Tuple[float, float]:
    """Wilson's 95 % interval."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def opponents() -> str:
    """How greedy and search:100 play, in 16 digits: what they choose at positions of random games.
    Bots learn from release to release; what was won against others is not to be compared."""
    chosen = hashlib.blake2b(digest_size=8)
    for game, seats in GAMES:
        with Table(game, seats, SEED) as table:
            while not table.over and table.ply < ASKED:
                for bot, _ in OPPONENTS[1:]:
                    chosen.update(f"{table.choose(bot, SEED)};".encode())
                table.play(table.choose("random", SEED))
    return chosen.hexdigest()


def play(agent: Any, task: Task, games: Optional[int] = None) -> Row:
    """Plays a task, or its first games, and says how it went."""
    wanted = task.games if games is None else games
    if wanted < 1:
        raise c.UsageError("games: at least 1")
    seats = task.seats
    bots = [_bot(agent, task.seed)] + [_bot(task.opponent, task.seed + k) for k in range(1, seats)]
    share = ahead = 0.0
    with Vector(task.game, min(wanted, AT_ONCE), seats) as vector:
        desk = Desk(vector, bots, wanted, task.seed, deals=seats)
        while desk.busy:
            for _, number, reward, points in desk.play(desk.ask()[2]):
                seat = next(k for k in range(seats) if desk.seated(number, k) == 0)
                share += float(reward[seat])
                others = [points[k] for k in range(seats) if k != seat]
                ahead += float(points[seat]) - float(sum(others)) / len(others)
    low, high = interval(share / wanted, wanted)
    return Row(
        task.game,
        seats,
        task.opponent,
        wanted,
        share / wanted,
        low,
        high,
        ahead / wanted,
        space(task.game, seats).hash,
    )


def find(name: str, game: str, seats: int) -> Any:
    """An agent by what the command line calls it."""
    place, colon, member = name.rpartition(":")
    is_engine = not colon or not (place.endswith(".py") or member.isidentifier())
    if is_engine:
        return name
    if place.endswith(".py"):
        described = importlib.util.spec_from_file_location(Path(place).stem, place)
        if described is None or described.loader is None or not Path(place).exists():
            raise c.UsageError(f"{place}: no such file")
        module = importlib.util.module_from_spec(described)
        sys.modules[described.name] = module
        described.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    found = getattr(module, member, None)
    if found is None:
        raise c.UsageError(f"{place} has no {member}")
    if isinstance(found, type):
        return found()
    return found if callable(getattr(found, "choose", None)) else found(game, seats)


def _line(row: Row) -> str:
    return (
        f"{row.game:11s} {row.seats} seats  {row.opponent:10s} {row.share:6.1%} "
        f"({row.low:.1%}-{row.high:.1%}) of {row.games}, {row.points_ahead:+.1f} points"
    )


def report(agent: str, rows: Sequence[Row]) -> Dict[str, Any]:
    """What `--out` writes."""
    return {
        "table": NAME,
        "version": VERSION,
        "opponents": opponents(),
        "agent": agent,
        "budget": BUDGET,
        "score": sum(row.share for row in rows) / len(rows) if rows else 0.0,
        "rows": [row._asdict() for row in rows],
    }


def main(words: Optional[List[str]] = None) -> int:
    """The command."""
    parse = argparse.ArgumentParser(prog="python -m serai.benchmark", description=__doc__)
    parse.formatter_class = argparse.RawDescriptionHelpFormatter
    parse.add_argument("agent")
    parse.add_argument("--out", help="a JSON file for the results")
    parse.add_argument("--only", help="games or opponents to play, by commas")
    parse.add_argument("--games", type=int, help="only the first so many of each task, for trying out")
    args = parse.parse_args(words)
    only = args.only.split(",") if args.only else []
    named = {game for game, _ in GAMES}
    tasks = [
        task
        for task in TASKS
        if (not named & set(only) or task.game in only)
        and (not set(only) - named or task.opponent in only)
    ]
    rows: List[Row] = []
    try:
        for task in tasks:
            agent = find(args.agent, task.game, task.seats)
            rows.append(play(agent, task, args.games))
            print(_line(rows[-1]), flush=True)
    except (c.Error, ImportError, OSError) as reason:
        print(f"serai.benchmark: {reason}", file=sys.stderr)
        return 2
    name = args.agent if isinstance(agent, str) else _name(agent, 0)
    result = report(name, rows)
    print(f"{NAME}, version {VERSION}: {name} {result['score']:.1%} over {len(rows)} tasks")
    if result["opponents"] != PLAYED_BY:
        print(f"not to be compared with others: {result['opponents']} were the opponents, not {PLAYED_BY}")
    if args.out:
        Path(args.out).write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
