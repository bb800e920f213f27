"""Masked PPO with self-play, in one file: a network that learns a game from its rows and masks alone.

    python ppo.py --game dunhuang --seats 2 --minutes 15 --out build/ppo

Every seat is played by the same network, against itself, but for one at some tables that plays at
random. A decision is worth the share of the win that its seat gets in the end; a lead in points is paid
as it grows, the less the longer it has learnt. Each seat's decisions are a trajectory of their own:
advantages (GAE) run from decision to decision of one seat. Now and then it is tried against the engine's bots, with 95 % intervals;
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


def places_ahead(elements):
    """Where an element says a place on a round of as many spaces as a list has: that element, and the list's. What is
    one, two, three steps from there is hard to learn from a place and a list that stands still."""
    lists = {}
    for at, element in enumerate(elements):
        if element["name"].endswith("]"):
            lists.setdefault(element["name"].rsplit("[", 1)[0], []).append(at)
    places = [(at, e["high"] + 1) for at, e in enumerate(elements)
              if is_alone(e) and e["kind"] == "number" and e["low"] == serai.NONE]
    return [(at, row) for at, size in places for row in lists.values() if len(row) == size]


def named_things(elements, domains):
    """Which elements name a thing (a good, a colour), and the rows of elements that tell something of each such thing:
    what I have of what lies there, and what the others have of it, are said in two places of an observation."""
    rows = {}
    for at, element in enumerate(elements):
        about, _, thing = element["name"].rpartition(".")
        rows.setdefault(about, {})[thing] = at
    result = []
    for at, element in enumerate(elements):
        things = domains[element["domain"]].get("values") if "domain" in element else None
        if things and element["kind"] == "choice" and is_alone(element):
            result += [(at, [row[thing] for thing in things]) for row in rows.values() if list(row) == things]
    return result


def is_alone(element) -> bool:
    return not set(element["name"]) & set(".[")


class Features(nn.Module):
    """Rows as the network takes them in: choices, entries and small numbers one-hot, as far as they occur in random
    play, and amounts by how far they are from what is usual there. All of it follows from the space's description."""

    MOST = {"choice": 40, "entry": 40, "number": 16}  # values that are spread; larger ones count as amounts

    def __init__(self, space: serai.Space):
        super().__init__()
        elements = space.description["observation"]["elements"]
        self.ahead = places_ahead(elements)
        for place, row in self.ahead:  # once more, as seen from the place
            elements = elements + [{**elements[at], "name": f"{k} ahead of {place}"} for k, at in enumerate(row)]
        self.told = named_things(elements, space.description["domains"])
        longest = max((len(row) for _, row in self.told), default=0)
        self.namers = torch.tensor([at for at, _ in self.told], dtype=torch.long)
        self.about = torch.tensor([row + row[:1] * (longest - len(row)) for _, row in self.told])
        elements = elements + [{**elements[row[0]], "low": -3, "name": "told"} for _, row in self.told]
        low, high = (np.array([e[end] for e in elements]) for end in ("low", "high"))
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
        seen = self.with_relations(torch.from_numpy(rows))
        amounts = seen[:, self.plain].float()
        self.usual.copy_(amounts.mean(0))
        self.spread.copy_(amounts.std(0).clamp(min=0.1))
        values = (seen[:, self.wide].long() + self.first).flatten()
        part = torch.bincount(values, minlength=len(self.column)) / len(rows)
        occurs = (part > 0.001) & (part < 0.999)
        # the column after the last is for all that does not
        self.column.copy_(torch.where(occurs, occurs.cumsum(0) - 1, occurs.sum()))
        return self

    @property
    def size(self) -> int:
        return int(self.column.max()) + 1 + len(self.plain)

    def with_relations(self, rows: torch.Tensor) -> torch.Tensor:
        """Rows, and what lies ahead, and what is told of things that are named; -3 where none is."""
        for place, row in self.ahead:
            ways = rows[:, place, None].long() + torch.arange(len(row))
            rows = torch.cat([rows, rows[:, row].gather(1, ways % len(row))], 1)
        if not self.told:
            return rows
        named = rows.index_select(1, self.namers)
        of_it = self.about[torch.arange(len(self.told)), named.long().clamp(min=0)]
        return torch.cat([rows, torch.where(named < 0, -3, rows.gather(1, of_it))], 1)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        rows = self.with_relations(rows)
        hot = self.size - len(self.plain)
        out = torch.zeros(len(rows), self.size)
        value = rows.index_select(1, self.wide) + self.first
        out.scatter_(1, self.column.take(value), 1.0)
        out[:, hot - 1] = 0
        out[:, hot:] = ((rows.index_select(1, self.plain) - self.usual) / self.spread).clamp_(-5, 5)
        return out


class Policy:
    """Chances of the legal actions alone: a few of the many there are, so what is worked out is pairs of a row and an
    action that is legal there, not a column for every action of the game."""

    def __init__(self, body: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor, masks: torch.Tensor):
        self.row, self.action = masks.nonzero(as_tuple=True)
        count = masks.sum(1, dtype=torch.long)
        self.first = count.cumsum(0) - count
        self.place = torch.arange(len(self.row)) - self.first[self.row]
        pairs = (body.index_select(0, self.row) * weights.index_select(0, self.action)).sum(1)
        pairs = pairs + bias.index_select(0, self.action)
        lists = torch.full((len(masks), int(count.max())), -1e9)
        self.logs = lists.index_put((self.row, self.place), pairs).log_softmax(1)

    def sample(self) -> torch.Tensor:
        return self.action[self.first + torch.multinomial(self.logs.exp(), 1)[:, 0]]

    def best(self) -> torch.Tensor:
        return self.action[self.first + self.logs.argmax(1)]

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        place = self.place[self.action == actions[self.row]]
        return self.logs.gather(1, place[:, None])[:, 0]

    def entropy(self) -> torch.Tensor:
        return -(self.logs.exp() * self.logs).sum(1)


class Head(nn.Module):
    """A row of weights for each action: the sum of one of its own and of those of its verb, and of its verb's arguments.
    So what is learnt of one price, place or card serves all moves that name it, also those that are seldom legal."""

    def __init__(self, space: serai.Space, width: int):
        super().__init__()
        parts, count = [[] for _ in range(space.actions)], space.actions
        verbs = space.description["actions"]["verbs"]
        for verb, after in zip(verbs, [v["first"] for v in verbs[1:]] + [space.actions]):
            starts = count + 1 + np.cumsum([0] + [argument["size"] for argument in verb["args"]])
            for action in range(verb["first"], after):
                parts[action] = [action, count] + [
                    start + (action - verb["first"]) // argument["stride"] % argument["size"]
                    for start, argument in zip(starts, verb["args"])]
            count = int(starts[-1])
        self.register_buffer("part", torch.tensor([p for of in parts for p in of]))
        self.register_buffer("first", torch.tensor([0] + [len(of) for of in parts[:-1]]).cumsum(0))
        self.weight, self.bias = nn.Parameter(torch.randn(count, width) * 0.01), nn.Parameter(torch.zeros(count, 1))

    def forward(self):
        add = nn.functional.embedding_bag
        return (add(self.part, self.weight, self.first, mode="sum"),
                add(self.part, self.bias, self.first, mode="sum")[:, 0])


class Net(nn.Module):
    def __init__(self, space: serai.Space, features: Features, width: int = 128):
        super().__init__()
        self.features = features
        self.body = nn.Sequential(
            nn.Linear(self.features.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.head, self.value = Head(space, width), nn.Linear(width, 1)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor):
        return self.judge(self.features(rows), masks)

    def judge(self, features: torch.Tensor, masks: torch.Tensor):
        body = self.body(features)
        return Policy(body, *self.head(), masks), self.value(body)[:, 0]


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
    """GAE over the decisions of one seat in one game."""
    result, running, after = np.zeros(len(value), np.float32), 0.0, 0.0
    for t in range(len(value) - 1, -1, -1):
        running = reward[t] + gamma * after - value[t] + gamma * smooth * running
        result[t], after = running, value[t]
    return result


def random_play(game: str, seats: int, seed: int, steps: int = 200):
    """What deciders see in random play, and how many points a game brings at most, as a rule."""
    v = serai.vector(game, 64, seats, seed=seed)
    rows, points = [], [np.ones(1)]
    for _ in range(steps):
        rows.append(v.observation.copy())
        v.send(v.sample())
        points.append(v.points[v.done == 1].max(axis=1))
    return np.concatenate(rows), float(np.concatenate(points).mean())


def leads(points: np.ndarray, scale: float) -> np.ndarray:
    """How far each seat [..., seats] is ahead of the best of the others, in what a game brings as a rule."""
    seats = points.shape[-1]
    best = [np.delete(points, seat, -1).max(-1, initial=0) for seat in range(seats)]
    return ((points - np.stack(best, -1)) / scale).clip(-2, 2)


class Collector:
    """Plays all tables with the network, and hands over whole games, a trajectory for each seat that it played. At some
    tables one seat, each in its turn, is a stranger's who plays at random: who only ever meets itself learns little of
    what to do where it would not have come."""

    def __init__(self, vector: serai.Vector, strangers: float, scale: float):
        self.vector, self.scale = vector, scale
        self.stranger = np.arange(vector.n) % vector.seats
        self.stranger[int(strangers * vector.n) :] = -1
        self.steps = []  # features, masks, actions, chances, values and leads of all tables, step by step
        self.open = [[[] for _ in range(vector.seats)] for _ in range(vector.n)]  # whose step it was

    def collect(self, net: Net, wanted: int, lead: float, gamma: float, smooth: float):
        """So many decisions, or some more; `lead` is what a lead in points is worth beside a win."""
        v, at, more, got = self.vector, [], [], 0
        self.forget()
        while got < wanted:
            strange = v.decider == self.stranger
            mask = torch.from_numpy(v.mask.copy())
            with torch.no_grad():
                features = net.features(torch.from_numpy(v.observation))
                policy, value = net.judge(features, mask)
                action = policy.sample()
                chance = policy.log_prob(action)
            for i in np.flatnonzero(~strange):
                self.open[i][v.decider[i]].append(len(self.steps))
            ahead = leads(v.standing(), self.scale)[np.arange(v.n), v.decider]
            self.steps.append((features, mask, action, chance, value.numpy(), ahead))
            v.send(np.where(strange, v.sample(), action.numpy()))
            for i in np.flatnonzero(v.done):
                for seat, steps in enumerate(self.open[i]):
                    if steps:
                        at += [step * v.n + i for step in steps]
                        more.append(self.close(i, seat, steps, lead, gamma, smooth))
                self.open[i] = [[] for _ in range(v.seats)]
                got = len(at)
        flat, at = [torch.cat(column) for column in list(zip(*self.steps))[:4]], torch.tensor(at)
        return [column[at] for column in flat] + [torch.from_numpy(np.concatenate(part)) for part in zip(*more)]

    def close(self, i: int, seat: int, steps, lead: float, gamma: float, smooth: float):
        """What a seat's decisions brought in a game that is over. A lead is paid as it grows, so that what brings one is
        known at once; in the end it has been paid in full. A win that needs no points is worth as much as a clear one."""
        v = self.vector
        value, ahead = (np.array([self.steps[t][k][i] for t in steps], np.float32) for k in (4, 5))
        last = leads(v.points[i], self.scale)[seat] if v.points[i].any() else 2 * v.reward[i, seat] - 1
        reward = lead * np.diff(ahead, append=np.float32(last))
        reward[-1] += v.reward[i, seat]
        gain = advantages(value, reward, gamma, smooth)
        return gain, gain + value

    def forget(self) -> None:
        """Steps that belong to no game under way."""
        first = min((at[0] for table in self.open for at in table if at), default=len(self.steps))
        del self.steps[:first]
        self.open = [[[t - first for t in at] for at in table] for table in self.open]


def learn(net: Net, adam, data, args, left: float) -> None:
    """An iteration; rate and entropy fall with what is left of the time, from 1 to 0."""
    for group in adam.param_groups:
        group["lr"] = args.rate * max(left, 0.02)
    features, masks, actions, chances, gain, target = data
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(args.epochs):
        for at in torch.randperm(len(gain)).split(args.minibatch):
            policy, value = net.judge(features[at], masks[at])
            ratio = (policy.log_prob(actions[at]) - chances[at]).exp()
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            loss = -torch.min(ratio * gain[at], clipped * gain[at]).mean()
            loss = loss + 0.5 * (value - target[at]).square().mean() - args.entropy * left * policy.entropy().mean()
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
    parse.add_argument("--minutes", type=float, default=15, help="by the clock, trials aside")
    parse.add_argument("--out", default="build/ppo")
    parse.add_argument("--tables", type=int, default=256)
    parse.add_argument("--batch", type=int, default=8192, help="decisions of an iteration")
    parse.add_argument("--minibatch", type=int, default=1024)
    parse.add_argument("--epochs", type=int, default=2)
    parse.add_argument("--rate", type=float, default=1e-3)
    parse.add_argument("--clip", type=float, default=0.2)
    parse.add_argument("--entropy", type=float, default=0.01)
    parse.add_argument("--gamma", type=float, default=1.0)
    parse.add_argument("--smooth", type=float, default=0.9)
    parse.add_argument("--width", type=int, default=128)
    parse.add_argument("--threads", type=int, default=1)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--every", type=float, default=60, help="seconds between trials")
    parse.add_argument("--against", default="random", help="bots to try it against, by commas")
    parse.add_argument("--games", type=int, default=400, help="of a trial")
    parse.add_argument("--lead", type=float, default=1.0,
                       help="reward for a lead in points beside that for winning, in the beginning")
    parse.add_argument("--strangers", type=float, default=0.5, help="part of the tables where one seat plays at random")
    parse.add_argument("--processor", action="store_true",
                       help="minutes are the processor's, of all threads: for a machine that does other things too")
    parse.add_argument("--go-on", action="store_true", help="with what OUT has")
    args = parse.parse_args()

    clock = time.process_time if args.processor else time.monotonic
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    net, spent, decisions = None, 0.0, 0
    if args.go_on:
        net, kept = load(out / "net.pt")
        spent, decisions, args.width = kept["spent"], kept["decisions"], kept["width"]
    torch.manual_seed(args.seed + decisions)
    vector = serai.vector(args.game, args.tables, args.seats, seed=args.seed + decisions)
    rows, scale = random_play(args.game, args.seats, args.seed)
    if not net:
        features = Features(vector.space).look_at(rows)
        net = Net(vector.space, features, args.width)
    adam = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5, fused=True)
    if args.go_on:
        adam.load_state_dict(kept["adam"])
    collector, tried = Collector(vector, args.strangers, scale), spent if args.go_on else -args.every
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
            began = clock()
            left = max(0.0, 1 - spent / (args.minutes * 60))
            data = collector.collect(net, args.batch, args.lead * left, args.gamma, args.smooth)
            decisions += len(data[0])
            learn(net, adam, data, args, left)
            spent += clock() - began


if __name__ == "__main__":
    main()
