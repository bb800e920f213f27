"""The network of ppo.py, taught what somebody else played: how much of a player fits into it, whatever way it learns.

    serai sim dunhuang --seats 2 --bots greedy,greedy --games 3000 --seed 1 --out games.columns
    python clone.py games.columns

The first decisions are kept to say how often it chooses alike. What comes out plays like any other network of
ppo.py: Player.load("clone.pt")."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

import ppo
import serai
from serai import data

KEPT = 5000  # decisions that it is not taught


def read(path):
    """Rows, masks and actions of a file of columns, without decisions that were none."""
    rows, facts = data.load(path)
    space = serai.space(facts["game"], facts["seats"], facts["options"] or None)
    if facts["hash"] != space.hash:
        raise serai.UsageError(f"{path}: of another space ({facts['hash']}, not {space.hash})")
    masks = np.unpackbits(rows["mask"], axis=1)[:, : space.actions]
    real = masks.sum(1) > 1
    columns = rows["observation"][real], masks[real], rows["action"][real].astype(np.int64)
    return space, [torch.from_numpy(np.ascontiguousarray(column)) for column in columns]


def teach(net, rows, masks, actions, args) -> None:
    adam = torch.optim.Adam(net.parameters(), lr=args.rate, fused=True)
    steps, done = args.passes * (len(rows) - KEPT) / args.minibatch, 0
    for number in range(args.passes):
        for at in (torch.randperm(len(rows) - KEPT) + KEPT).split(args.minibatch):
            adam.param_groups[0]["lr"] = args.rate * max(0.02, 1 - done / steps)
            done += 1
            policy, _ = net(rows[at], masks[at])
            adam.zero_grad()
            (-policy.log_prob(actions[at]).mean()).backward()
            adam.step()
        with torch.no_grad():
            policy, _ = net(rows[:KEPT], masks[:KEPT])
            alike = (policy.best() == actions[:KEPT]).float().mean()
        print(f"pass {number + 1}: chooses alike in {alike:.1%} of decisions it was not taught", flush=True)


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parse.add_argument("columns")
    parse.add_argument("--out", default="clone.pt")
    parse.add_argument("--passes", type=int, default=4)
    parse.add_argument("--minibatch", type=int, default=512)
    parse.add_argument("--rate", type=float, default=1e-3)
    parse.add_argument("--width", type=int, default=128)
    parse.add_argument("--against", default="random,greedy", help="bots to try it against, by commas")
    parse.add_argument("--games", type=int, default=1000, help="of a trial")
    args = parse.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    space, columns = read(args.columns)
    features = ppo.Features(space).look_at(ppo.random_play(space.game, space.seats, 1)[0])
    net = ppo.Net(space, features, args.width)
    teach(net, *columns, args)
    ppo.save(Path(args.out), net, space, args.width)
    for opponent in args.against.split(","):
        result = ppo.evaluate(net, space.game, space.seats, opponent, args.games, 1_000_000)
        print(f"{opponent}: {result.share:.1%} ± {result.interval:.1%}", flush=True)


if __name__ == "__main__":
    main()
