"""Many tables at once: arrays, seeds, secrets, and bad input."""

import multiprocessing
import pickle
import threading

import numpy as np
import pytest

import serai

GAMES = [game.name for game in serai.games()]


@pytest.mark.parametrize("game", GAMES)
def test_arrays_keep_their_ranges(game):
    v = serai.vector(game, 16, seed=1)
    low, high = v.space.low(), v.space.high()
    for _ in range(200):
        observation, reward, done, truncated, info = v.step(v.sample())
        assert (observation >= low).all() and (observation <= high).all()
        assert info["mask"].any(axis=1).all() and info["mask"].max() == 1
        assert (reward[done == 0] == 0).all() and not truncated.any()
    assert observation is v.observation  # zero copies


@pytest.mark.parametrize("game", GAMES)
def test_seeds_and_threads(game):
    one, two = serai.vector(game, 40, seed=7), serai.vector(game, 40, seed=7, threads=3)
    other = serai.vector(game, 40, seed=8)
    assert not np.array_equal(one.observation, other.observation)
    for at in range(60):
        one.step(one.sample(at))
        two.step(two.sample(at))
        assert np.array_equal(one.observation, two.observation)
        assert np.array_equal(one.mask, two.mask)
    one.reset(seed=3)
    two.reset(seed=3)
    assert np.array_equal(one.observation, two.observation)


@pytest.mark.parametrize("game", GAMES)
def test_guesses_look_the_same(game):
    v = serai.vector(game, 2, seats=serai.game(game).seats_max, seed=4)
    for at in range(60):
        v.step(v.sample())
        seat = at % v.seats
        v.clone(0, 1)
        v.guess(1, seat, at)
        assert np.array_equal(v.observe(0, seat), v.observe(1, seat))


def test_a_table_and_back():
    v = serai.vector("gugong", 2, seats=3)
    v.reset_at(0, 42)
    table = serai.Table("gugong", 3, seed=42)
    assert v.table(0).checksum == table.checksum
    for move in table.moves():
        assert v.move(0, v.action(0, move)) == move and v.mask[0, v.action(0, move)]
    table.play(table.moves()[0])
    v.put(1, table)
    assert v.table(1).checksum == table.checksum


def test_the_world_is_a_separate_call():
    v = serai.vector("dunhuang", 4)
    assert v.world().shape == (4, v.space.world) and v.space.world > v.space.observation


@pytest.mark.parametrize("game", GAMES)
def test_standing_is_the_score_sheet(game):
    v = serai.vector(game, 40, seed=6, threads=2)
    for _ in range(40):
        v.step(v.sample())
        standing = v.standing()
        for i in (0, 39):
            with v.table(i) as table:
                totals = table.score()["totals"]
            assert [totals[str(seat + 1)] for seat in range(v.seats)] == standing[i].tolist()


def test_save_and_pickle():
    v = serai.vector("pandaspin", 3, seats=4, seed=2)
    for _ in range(50):
        v.step(v.sample())
    other = pickle.loads(pickle.dumps(v))
    for at in range(50):
        v.step(v.sample(at))
        other.step(other.sample(at))
        assert np.array_equal(v.observation, other.observation)
    saved = v.save(0)
    v.load(1, saved)
    v.look()
    assert np.array_equal(v.observation[0], v.observation[1])


def test_space():
    space = serai.space("dunhuang", 3)
    assert space is serai.space("dunhuang", 3) and len(space.hash) == 16
    assert len(set(space.names())) == space.observation
    assert len({space.action_name(a) for a in range(space.actions)}) == space.actions
    assert space.hash != serai.space("dunhuang", 2).hash
    with pytest.raises(serai.UsageError):
        space.action_name(space.actions)


def test_bad_input_raises():
    v = serai.vector("dunhuang", 4, seed=1)
    before = v.observation.copy()
    wrong = int(np.flatnonzero(v.mask[2] == 0)[0])
    bad = v.sample()
    bad[2] = wrong
    for actions in (
        bad,
        [1, 2, 3],
        np.zeros((4, 1), int),
        np.zeros(4),
        ["a"] * 4,
        None,
        np.full(4, 2**40),
        np.full(4, -7),
    ):
        with pytest.raises(serai.Error):
            v.step(actions)
    v.look()
    assert np.array_equal(before, v.observation)
    for do in (
        lambda: v.observe(4, 0),
        lambda: v.observe(0, 2),
        lambda: v.load(0, b""),
        lambda: v.load(0, bytes(len(v.save(0)))),
        lambda: v.guess(0, 9, 1),
        lambda: v.clone(0, 99),
        lambda: v.reset_at(0, "x"),
        lambda: v.action(0, "fly"),
        lambda: v.move(0, -1),
        lambda: v.put(0, serai.Table("gugong", 2)),
        lambda: serai.vector("dunhuang", 0),
        lambda: serai.vector("dunhuang", 10**9),
        lambda: serai.vector("dunhuang", 2, seats=77),
    ):
        with pytest.raises(serai.Error):
            do()


def test_closed():
    v = serai.vector("dunhuang", 2)
    actions = v.sample()
    v.close()
    v.close()
    for do in (lambda: v.step(actions), v.look, v.sample, lambda: v.save(0), v.world, v.standing):
        with pytest.raises(serai.Closed):
            do()


def test_two_threads_are_refused_not_raced():
    v = serai.vector("dunhuang", 256)
    problems = []

    def go():
        for _ in range(200):
            try:
                v.step(v.sample())
            except serai.Error:
                pass  # busy, or the other has moved on
            except BaseException as problem:  # noqa: B902
                problems.append(problem)

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems


def _in_a_fork(v, queue):
    for at in range(20):
        v.step(v.sample(at))
    queue.put(v.observation.sum())


def test_fork():
    v = serai.vector("dunhuang", 64, threads=2)
    v.step(v.sample(100))
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_a_fork, args=(v, queue))
    child.start()
    theirs = queue.get(timeout=60)
    child.join(60)
    for at in range(20):
        v.step(v.sample(at))
    assert v.observation.sum() == theirs


# ---- arenas ----


class First(serai.Bot):
    name = "first"

    def choose(self, decisions):
        return decisions.mask.argmax(axis=1)


def test_arena():
    results = serai.arena("dunhuang", [First(), serai.Bot(3), "random"], games=40, seats=3, seed=1)
    assert [r.bot for r in results] == ["first", "python", "random"]
    assert abs(sum(r.share for r in results) - 1) < 1e-9
    again = serai.arena("dunhuang", [First(), serai.Bot(3), "random"], games=40, seats=3, seed=1)
    assert results == again


def test_arena_in_words():
    class Wordy:
        def choose(self, decisions):
            chosen = []
            for j in range(len(decisions)):
                assert decisions.view(j)["decider"] == decisions.seat[j] + 1
                with decisions.table(j) as table:
                    chosen.append(decisions.action(j, table.moves()[0]))
            return chosen

    assert len(serai.arena("dunhuang", [Wordy(), "greedy"], games=4)) == 2


def test_arena_refuses():
    class Wrong:
        def choose(self, decisions):
            return np.zeros(1 + len(decisions), int)

    for bots in ([], [3], ["genius"], [Wrong()]):
        with pytest.raises(serai.Error):
            serai.arena("dunhuang", bots, games=2)
