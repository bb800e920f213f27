"""Masked PPO with self-play, in one file: a network that learns a game from its rows and masks alone.

    python ppo.py --game dunhuang --seats 2 --minutes 15 --out build/ppo

Every seat of every table is played by the same network, against itself. A decision is worth the
share of the win that its seat gets in the end, so each seat's decisions are a trajectory of their
own: rewards come at the end of a game, advantages (GAE) run from decision to decision of one seat.
Now and then it is tried against the engine's bots, with 95 % intervals; the curve is written to
OUT/curve.csv, the network to OUT/net.pt. Needs PyTorch: pip install torch."""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

import serai


class Features:
    """Rows as the network takes them in: choices and entries one-hot, amounts scaled to their
    range, each with a mark for what is hidden. All of it follows from the space's description."""

    MOST = 40  # values of a choice that are spread; larger ones count as amounts

    def __init__(self, space: serai.Space):
        elements = space.description["observation"]["elements"]
        low, high = space.low().astype(np.int32), space.high().astype(np.int32)
        spread = np.array(
            [e["kind"] in ("choice", "entry") and e["high"] - e["low"] < self.MOST for e in elements]
        )
        self.wide = np.flatnonzero(spread)
        self.plain = np.flatnonzero(~spread)
        sizes = (high - low + 1)[self.wide]
        self.first = torch.as_tensor(np.concatenate([[0], np.cumsum(sizes)[:-1]]) - low[self.wide])
        self.hot = int(sizes.sum())
        self.scale = torch.as_tensor(1.0 / np.maximum(np.abs(high[self.plain]), 1), dtype=torch.float32)
        self.size = self.hot + len(self.plain)
        self.wide_at, self.plain_at = torch.as_tensor(self.wide), torch.as_tensor(self.plain)

    def __call__(self, rows: torch.Tensor) -> torch.Tensor:
        out = torch.zeros(len(rows), self.size)
        out.scatter_(1, rows[:, self.wide_at].long() + self.first, 1.0)
        out[:, self.hot :] = rows[:, self.plain_at].float() * self.scale
        return out


class Net(nn.Module):
    def __init__(self, space: serai.Space, width: int = 256):
        super().__init__()
        self.features = Features(space)
        self.body = nn.Sequential(
            nn.Linear(self.features.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, space.actions), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor):
        return self.judge(self.features(rows), masks)

    def judge(self, features: torch.Tensor, masks: torch.Tensor):
        body = self.body(features)
        logits = self.policy(body).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(body)[:, 0]


class Player(serai.Bot):
    """The network at a table: asked once for all decisions that wait."""

    def __init__(self, net: Net, name: str = "ppo", greedy: bool = True):
        super().__init__()
        self.net, self.name, self.greedy = net, name, greedy

    def choose(self, decisions: serai.Decisions) -> np.ndarray:
        with torch.no_grad():
            policy, _ = self.net(torch.as_tensor(decisions.observation), torch.as_tensor(decisions.mask))
        return (policy.logits.argmax(1) if self.greedy else policy.sample()).numpy()

    @classmethod
    def load(cls, path: str) -> "Player":
        """A player from a file that `save` wrote; it must be of the same space."""
        kept = torch.load(path, weights_only=True)
        space = serai.space(kept["game"], kept["seats"])
        if space.hash != kept["hash"]:
            raise serai.UsageError(f"{path}: learnt in another space ({kept['hash']}, not {space.hash})")
        net = Net(space, kept["width"])
        net.load_state_dict(kept["net"])
        return cls(net)


def save(path: Path, net: Net, space: serai.Space, width: int) -> None:
    torch.save(
        {"game": space.game, "seats": space.seats, "hash": space.hash, "width": width, "net": net.state_dict()},
        path,
    )


def advantages(value, reward, gamma: float, smooth: float):
    """GAE over the decisions of one seat in one game: rewarded at the end alone."""
    result, running, after = np.zeros(len(value), np.float32), 0.0, 0.0
    for t in range(len(value) - 1, -1, -1):
        gain = (reward if t == len(value) - 1 else gamma * after) - value[t]
        running = gain + gamma * smooth * running
        result[t], after = running, value[t]
    return result


class Collector:
    """Plays all tables with the network, and hands over whole games, a trajectory for each seat."""

    def __init__(self, vector: serai.Vector):
        self.vector = vector
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
                for seat, at in enumerate(self.open[i]):
                    if at:
                        kept.append(self.close(i, at, float(v.reward[i, seat]), gamma, smooth))
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
    parse.add_argument("--tables", type=int, default=128)
    parse.add_argument("--batch", type=int, default=4096, help="decisions of an iteration")
    parse.add_argument("--minibatch", type=int, default=512)
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
    args = parse.parse_args()

    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    vector = serai.vector(args.game, args.tables, args.seats, seed=args.seed)
    net = Net(vector.space, args.width)
    adam = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    collector, spent, decisions, tried = Collector(vector), 0.0, 0, -args.every
    with open(out / "curve.csv", "w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["seconds", "decisions", "opponent", "games", "share", "interval"])
        while True:
            if spent - tried >= args.every or spent >= args.minutes * 60:
                tried = spent
                for opponent in args.against.split(","):
                    result = evaluate(net, args.game, args.seats, opponent, args.games, 1_000_000)
                    curve.writerow([round(spent), decisions, opponent, result.games,
                                    round(result.share, 4), round(result.interval, 4)])
                    print(f"{spent:5.0f} s  {decisions:9d} decisions  {opponent}: "
                          f"{result.share:.1%} ± {result.interval:.1%}", flush=True)
                file.flush()
                save(out / "net.pt", net, vector.space, args.width)
                if spent >= args.minutes * 60:
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
