#!/usr/bin/env python3
"""A bot for Caravanserai: reads one question a line, answers with one move a line.

    serai arena dunhuang --bots "cmd:python3 docs/examples/bot.py,random" --seats 2 --games 20
"""
import json
import random
import sys


def choose(question):
    """Any move will do; this one likes those that it has not played before."""
    fresh = [move for move in question["moves"] if move not in played]
    return random.choice(fresh or question["moves"])


played = set()
for line in sys.stdin:  # the end of the series is the end of the input
    question = json.loads(line)
    if question["question"] == 1:  # a game begins
        played.clear()
        random.seed(1)
    # question["view"] is all that the seat may know, question["milliseconds"] the time to answer
    move = choose(question)
    played.add(move)
    print(json.dumps({"move": move}), flush=True)
