"""What nobody should do: junk for every argument, tables that are freed, shared or forked at the wrong moment.
Exceptions come of it, never a crash; runs under ASan too."""

import copy
import inspect
import math
import multiprocessing
import pickle
import threading
import time

import numpy as np
import pytest

import serai

JUNK = [
    None, True, -1, 0, 7, 2**31 - 1, -(2**31), 2**31, 2**63, 2**64, -(2**70), 1.5, math.nan, "", "x", "\0", "\ud800",
    "0" * 64, "ю" * 999, b"", b"\xff" * 64, [], [1], ["a"], {}, {"coins": {"1": 3}}, {1: object()}, object(), serai, int,
    np.int64(-5), np.float32(3), np.zeros(0), np.zeros((4, 4), int), np.full(4, 2**40), np.array(["a"] * 4),
]  # fmt: skip
LEFT_OUT = {"close", "merge"}  # merge is tried at tables of its own


def public(thing):
    """Methods, and how many arguments each must have and may have."""
    for name, method in inspect.getmembers(type(thing), inspect.isfunction):
        if name.startswith("_") or name in LEFT_OUT:
            continue
        given = [p for p in list(inspect.signature(method).parameters.values())[1:] if p.kind == p.POSITIONAL_OR_KEYWORD]
        yield name, sum(p.default is p.empty for p in given), len(given)


def attempt(do, *arguments):
    try:
        return do(*arguments)
    except Exception as problem:  # any; what must not happen is that the process ends
        assert not isinstance(problem, SystemError) and str(problem) is not None


@pytest.mark.parametrize("make", [lambda: serai.Table("dunhuang", 2, seed=1), lambda: serai.vector("dunhuang", 4, seed=1)])
def test_junk_for_every_argument(make):
    draw = np.random.default_rng(1)
    thing = make()
    for name, least, most in public(thing):
        for _ in range(60):
            count = int(draw.integers(least, most + 1))
            attempt(getattr(thing, name), *(JUNK[k] if k < len(JUNK) else 1 for k in draw.integers(len(JUNK) + 9, size=count)))
    if isinstance(thing, serai.Table):
        assert thing.play(thing.moves()[0]).ply >= 1
        for patch in JUNK:
            attempt(serai.Table("dunhuang", 2).merge, patch)
            attempt(serai.read, patch)
    else:
        thing.threads = 1
        thing.look()
        thing.step(thing.sample())


def test_junk_for_what_is_made():
    draw = np.random.default_rng(2)
    for make in (serai.Table, serai.vector, serai.space, serai.arena, serai.game, serai.data.game_seed):
        for _ in range(80):
            first = ["dunhuang"] * (make is not serai.game and draw.random() < 0.7)
            made = attempt(make, *first, *(JUNK[k] for k in draw.integers(len(JUNK), size=2) if not_large(JUNK[k])))
            if isinstance(made, (serai.Table, serai.Vector)):
                made.close()


def not_large(value):
    """A million tables are no mistake, but nothing to do by the dozen."""
    return not (isinstance(value, (int, np.integer)) and value > 10**5)


def test_threads_are_any_number():
    v = serai.vector("dunhuang", 300, seed=1)
    for threads in (2**31 - 1, -(2**31), -1, 0, 1, 65, 3):
        v.threads = threads
        v.step(v.sample())


def test_arrays_stay_where_the_library_writes():
    v = serai.vector("dunhuang", 64, seed=1)
    for name in ("observation", "mask", "decider", "reward", "points", "done", "n", "seats", "space", "game"):
        with pytest.raises(AttributeError):
            setattr(v, name, 1)
        with pytest.raises(AttributeError):
            delattr(v, name)
    with pytest.raises(ValueError):
        v.mask[0] = 1
    with pytest.raises(ValueError):
        v.observation.resize((1, 1))
    kept = v.observation
    v.close()
    assert kept.sum() != 0  # what was there last


def test_closed_in_the_middle():
    """Whoever closes does not wait; what is under way comes to its end first."""
    for turn in range(20):
        v = serai.vector("dunhuang", 512, seed=turn, threads=2)
        began, problems = threading.Event(), []

        def go(v=v, began=began, problems=problems):
            try:
                while True:
                    v.step(v.sample())
                    began.set()
            except serai.Closed:
                pass
            except BaseException as problem:  # noqa: B902
                problems.append(problem)
            finally:
                began.set()

        thread = threading.Thread(target=go)
        thread.start()
        assert began.wait(60)
        v.close()
        thread.join(60)
        assert not thread.is_alive() and not problems
        with pytest.raises(serai.Closed):
            v.look()


def test_a_table_among_threads():
    table = serai.Table("gugong", 3, seed=1)
    problems, wanted = [], (serai.Closed, serai.IllegalMove)

    def go(number):
        for at in range(60):
            if number == 2 and at == 50:
                table.close()
            try:
                table.copy().close()
                table.view(0)
                if number == 0:
                    table.play(table.moves()[0])
                if number == 1 and at % 5 == 0:
                    table.undo()
            except wanted:
                pass
            except BaseException as problem:  # noqa: B902
                problems.append(problem)

    threads = [threading.Thread(target=go, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    with pytest.raises(serai.Closed):
        table.moves()


def in_a_fork(v, table, queue):
    """What came along in the middle of a step is refused, and can be let go; all else goes on."""
    told = []
    for do in (lambda: v.step(v.sample()), v.look, lambda: v.save(0)):
        try:
            do()
            told.append("done")
        except serai.Closed as problem:
            told.append(str(problem))
    v.close()
    del v
    table.play(table.moves()[0])
    with serai.vector("dunhuang", 64, threads=3) as other:
        other.step(other.sample())
    queue.put(told)


def test_a_fork_in_the_middle_of_a_step():
    v, table = serai.vector("dunhuang", 4096, seed=1, threads=2), serai.Table("dunhuang", 2)
    stop = threading.Event()

    def go():
        while not stop.is_set():
            v.step(v.sample())

    thread = threading.Thread(target=go)
    thread.start()
    context = multiprocessing.get_context("fork")
    try:
        for _ in range(5):
            queue = context.Queue()
            child = context.Process(target=in_a_fork, args=(v, table, queue))
            child.start()
            told = queue.get(timeout=60)
            child.join(60)
            assert child.exitcode == 0
            assert set(told) <= {"done", "the environments are being used by another thread"}
            time.sleep(0.01)
    finally:
        stop.set()
        thread.join()


def test_pickles_of_what_is_closed():
    v, table = serai.vector("dunhuang", 2), serai.Table("dunhuang", 2)
    v.close()
    table.close()
    for thing in (v, table):
        for do in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(serai.Closed):
                do(thing)
