"""Masked PPO with self-play, in one file: a network that learns a game from its rows and masks alone.

    python ppo.py --game dunhuang --seats 2 --minutes 15 --out build/ppo

Every seat of every table is played by the same network, against itself. A decision is worth the
share of the win that its seat gets in the end, and a little for a lead in points, so each seat's
decisions are a trajectory of their own: rewards come at the end of a game, advantages (GAE) run from
decision to decision of one seat. Now and then it is tried against the engine's bots, with 95 % intervals;
the curve is written to OUT/curve.csv, the network to OUT/net.pt; a run that was stopped goes on from there
with --go-on. Needs PyTorch: pip install 'serai[torch]'."""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

import serai


class Features(nn.Module):
    """Rows as the network takes them in: choices, entries and small numbers one-hot, as far as they occur in random
    play, and amounts by how far they are from what is usual there. All of it follows from the space's description."""

    MOST = {"choice": 40, "entry": 40, "number": 12}  # values that are spread; larger ones count as amounts

    def __init__(self, space: serai.Space):
        super().__init__()
        elements = space.description["observation"]["elements"]
        low, high = space.low().astype(np.int64), space.high().astype(np.int64)
        spread = np.array([e["high"] - e["low"] < self.MOST.get(e["kind"], 0) for e in elements])
        amount = np.array([not wide or e["kind"] == "number" for e, wide in zip(elements, spread)])
        self.wide, self.plain = (torch.from_numpy(np.flatnonzero(which)) for which in (spread, amount))
        sizes = (high - low + 1)[spread]
        self.first = torch.from_numpy(np.concatenate([[0], np.cumsum(sizes)[:-1]]) - low[spread])
        self.register_buffer("column", torch.zeros(int(sizes.sum()), dtype=torch.long))
        self.register_buffer("usual", torch.zeros(len(self.plain)))
        self.register_buffer("spread", torch.ones(len(self.plain)))

    def look_at(self, rows: np.ndarray) -> "Features":
        """Learns from random play what occurs and what is usual: a coin more or less would hardly be felt beside a
        range of 160, and cards of a hidden deck are columns that never change."""
        amounts = torch.from_numpy(rows)[:, self.plain].float()
        self.usual.copy_(amounts.mean(0))
        self.spread.copy_(amounts.std(0).clamp(min=0.1))
        values = (torch.from_numpy(rows)[:, self.wide].long() + self.first).flatten()
        part = torch.bincount(values, minlength=len(self.column)) / len(rows)
        occurs = (part > 0.001) & (part < 0.999)
        # the column after the last is for all that does not
        self.column.copy_(torch.where(occurs, occurs.cumsum(0) - 1, occurs.sum()))
        return self

    @property
    def size(self) -> int:
        return int(self.column.max()) + 1 + len(self.plain)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        hot = self.size - len(self.plain)
        out = torch.zeros(len(rows), self.size)
        out.scatter_(1, self.column[rows[:, self.wide].long() + self.first], 1.0)
        out[:, hot - 1] = 0
        out[:, hot:] = ((rows[:, self.plain].float() - self.usual) / self.spread).clamp(-5, 5)
        return out


class Policy:
    """Chances of the legal actions alone: a few of the many there are, so what is worked out is pairs of a row and an
    action that is legal there, not a column for every action of the game."""

    def __init__(self, body: torch.Tensor, head: nn.Linear, masks: torch.Tensor):
        self.row, self.action = masks.nonzero(as_tuple=True)
        count = masks.sum(1, dtype=torch.long)
        self.first = count.cumsum(0) - count
        self.place = torch.arange(len(self.row)) - self.first[self.row]
        weights = head.weight[self.action]
        pairs = (body[self.row] * weights).sum(1) + head.bias[self.action]
        lists = torch.full((len(masks), int(count.max())), -1e9)
        self.logs = lists.index_put((self.row, self.place), pairs).log_softmax(1)

    def sample(self) -> torch.Tensor:
        return self.action[self.first + torch.multinomial(self.logs.exp(), 1)[:, 0]]

    def best(self) -> torch.Tensor:
        return self.action[self.first + self.logs.argmax(1)]

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        chosen = self.action == actions[self.row]
        return self.logs[self.row[chosen], self.place[chosen]]

    def entropy(self) -> torch.Tensor:
        return -(self.logs.exp() * self.logs).sum(1)


class Net(nn.Module):
    def __init__(self, space: serai.Space, features: Features, width: int = 128):
        super().__init__()
        self.features = features
        self.body = nn.Sequential(
            nn.Linear(self.features.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, space.actions), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.zeros_(self.policy.bias)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor):
        return self.judge(self.features(rows), masks)

    def judge(self, features: torch.Tensor, masks: torch.Tensor):
        body = self.body(features)
        return Policy(body, self.policy, masks), self.value(body)[:, 0]


class Player(serai.Bot):
    """The network at a table: asked once for all decisions that wait."""

    def __init__(self, net: Net, name: str = "ppo", greedy: bool = True):
        super().__init__()
        self.net, self.name, self.greedy = net, name, greedy

    def choose(self, decisions: serai.Decisions) -> np.ndarray:
        with torch.no_grad():
            policy, _ = self.net(torch.as_tensor(decisions.observation), torch.as_tensor(decisions.mask))
        return (policy.best() if self.greedy else policy.sample()).numpy()

    @classmethod
    def load(cls, path: str) -> "Player":
        """A player from a file that `save` wrote; it must be of the same space."""
        return cls(load(path)[0])


def load(path):
    """The network of a file, and all that the file has."""
    kept = torch.load(path, weights_only=True)
    space = serai.space(kept["game"], kept["seats"])
    if space.hash != kept["hash"]:
        raise serai.UsageError(f"{path}: learnt in another space ({kept['hash']}, not {space.hash})")
    features = Features(space)
    features.load_state_dict(kept["features"])
    net = Net(space, features, kept["width"])
    net.load_state_dict(kept["net"])
    return net, kept


def save(path: Path, net: Net, space: serai.Space, width: int, **more) -> None:
    kept = {"game": space.game, "seats": space.seats, "hash": space.hash, "width": width,
            "features": net.features.state_dict(), "net": net.state_dict()}
    beside = path.with_suffix(".new")  # so that who is stopped here has the file of before
    torch.save({**kept, **more}, beside)
    beside.replace(path)


def advantages(value, reward, gamma: float, smooth: float):
    """GAE over the decisions of one seat in one game: rewarded at the end alone."""
    result, running, after = np.zeros(len(value), np.float32), 0.0, 0.0
    for t in range(len(value) - 1, -1, -1):
        gain = (reward if t == len(value) - 1 else gamma * after) - value[t]
        running = gain + gamma * smooth * running
        result[t], after = running, value[t]
    return result


def random_rows(game: str, seats: int, seed: int, steps: int = 200) -> np.ndarray:
    """What deciders see in random play."""
    v = serai.vector(game, 64, seats, seed=seed)
    rows = []
    for _ in range(steps):
        rows.append(v.observation.copy())
        v.send(v.sample())
    return np.concatenate(rows)


def leads(points: np.ndarray) -> np.ndarray:
    """How far each seat is ahead of the best of the others, from -1 to 1: tells a close game from a lost one."""
    best = np.array([np.delete(points, seat).max(initial=0) for seat in range(len(points))])
    return (points - best) / (np.abs(points) + np.abs(best) + 1)


class Collector:
    """Plays all tables with the network, and hands over whole games, a trajectory for each seat."""

    def __init__(self, vector: serai.Vector, lead: float):
        self.vector, self.lead = vector, lead
        self.steps = []  # rows, masks, actions, chances and values of all tables, step by step
        self.open = [[[] for _ in range(vector.seats)] for _ in range(vector.n)]  # whose step it was

    def collect(self, net: Net, wanted: int, gamma: float, smooth: float):
        v, kept, got = self.vector, [], 0
        self.forget()
        while got < wanted:
            rows, masks, seats = v.observation.copy(), v.mask.copy(), v.decider.tolist()
            with torch.no_grad():
                policy, value = net(torch.from_numpy(rows), torch.from_numpy(masks))
                action = policy.sample()
                chance = policy.log_prob(action)
            for i, seat in enumerate(seats):
                self.open[i][seat].append(len(self.steps))
            self.steps.append((rows, masks, action.numpy(), chance.numpy(), value.numpy()))
            v.send(action.numpy())
            for i in np.flatnonzero(v.done):
                rewards = v.reward[i] + self.lead * leads(v.points[i])
                for seat, at in enumerate(self.open[i]):
                    if at:
                        kept.append(self.close(i, at, float(rewards[seat]), gamma, smooth))
                        got += len(at)
                self.open[i] = [[] for _ in range(v.seats)]
        return [torch.from_numpy(np.concatenate(column)) for column in zip(*kept)]

    def close(self, i: int, at, reward: float, gamma: float, smooth: float):
        columns = [np.array([self.steps[t][k][i] for t in at]) for k in range(5)]
        gain = advantages(columns[4], reward, gamma, smooth)
        return (*columns[:4], gain, gain + columns[4])

    def forget(self) -> None:
        """Steps that belong to no game under way."""
        first = min((at[0] for table in self.open for at in table if at), default=len(self.steps))
        del self.steps[:first]
        self.open = [[[t - first for t in at] for at in table] for table in self.open]


def learn(net: Net, adam, data, args) -> None:
    rows, masks, actions, chances, gain, target = data
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    features = net.features(rows)
    for _ in range(args.epochs):
        for at in torch.randperm(len(rows)).split(args.minibatch):
            policy, value = net.judge(features[at], masks[at])
            ratio = (policy.log_prob(actions[at]) - chances[at]).exp()
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            loss = -torch.min(ratio * gain[at], clipped * gain[at]).mean()
            loss = loss + 0.5 * (value - target[at]).square().mean() - args.entropy * policy.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            adam.step()


def evaluate(net: Net, game: str, seats: int, opponent: str, games: int, seed: int) -> serai.Result:
    return serai.arena(game, [Player(net)] + [opponent] * (seats - 1), games, seats, seed=seed)[0]


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parse.add_argument("--game", default="dunhuang")
    parse.add_argument("--seats", type=int, default=2)
    parse.add_argument("--minutes", type=float, default=15, help="of processor time, trials aside")
    parse.add_argument("--out", default="build/ppo")
    parse.add_argument("--tables", type=int, default=256)
    parse.add_argument("--batch", type=int, default=8192, help="decisions of an iteration")
    parse.add_argument("--minibatch", type=int, default=1024)
    parse.add_argument("--epochs", type=int, default=2)
    parse.add_argument("--rate", type=float, default=1e-3)
    parse.add_argument("--clip", type=float, default=0.2)
    parse.add_argument("--entropy", type=float, default=0.01)
    parse.add_argument("--gamma", type=float, default=1.0)
    parse.add_argument("--smooth", type=float, default=0.95)
    parse.add_argument("--width", type=int, default=128)
    parse.add_argument("--threads", type=int, default=1)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--every", type=float, default=60, help="seconds between trials")
    parse.add_argument("--against", default="random", help="bots to try it against, by commas")
    parse.add_argument("--games", type=int, default=400, help="of a trial")
    parse.add_argument("--lead", type=float, default=0.3, help="reward for a lead in points, beside that for winning")
    parse.add_argument("--go-on", action="store_true", help="with what OUT has")
    args = parse.parse_args()

    torch.set_num_threads(args.threads)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    net, spent, decisions = None, 0.0, 0
    if args.go_on:
        net, kept = load(out / "net.pt")
        spent, decisions, args.width = kept["spent"], kept["decisions"], kept["width"]
    torch.manual_seed(args.seed + decisions)
    vector = serai.vector(args.game, args.tables, args.seats, seed=args.seed + decisions)
    if not net:
        features = Features(vector.space).look_at(random_rows(args.game, args.seats, args.seed))
        net = Net(vector.space, features, args.width)
    adam = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    if args.go_on:
        adam.load_state_dict(kept["adam"])
    collector, tried = Collector(vector, args.lead), spent if args.go_on else -args.every
    with open(out / "curve.csv", "a" if args.go_on else "w", newline="") as file:
        curve = csv.writer(file)
        if not args.go_on:
            curve.writerow(["seconds", "decisions", "opponent", "games", "share", "interval"])
        while True:
            ended = spent >= args.minutes * 60
            if ended or spent - tried >= args.every:
                tried = spent
                save(out / "net.pt", net, vector.space, args.width, adam=adam.state_dict(), spent=spent, decisions=decisions)
                for opponent in args.against.split(","):
                    result = evaluate(net, args.game, args.seats, opponent, args.games, 1_000_000)
                    curve.writerow([round(spent), decisions, opponent, result.games,
                                    round(result.share, 4), round(result.interval, 4)])
                    print(f"{spent:5.0f} s  {decisions:9d} decisions  {opponent}: "
                          f"{result.share:.1%} ± {result.interval:.1%}", flush=True)
                file.flush()
                if ended:
                    return
            began = time.process_time()
            for group in adam.param_groups:
                group["lr"] = args.rate * max(0.05, 1 - spent / (args.minutes * 60))
            data = collector.collect(net, args.batch, args.gamma, args.smooth)
            decisions += len(data[0])
            learn(net, adam, data, args)
            spent += time.process_time() - began


if __name__ == "__main__":
    main()
