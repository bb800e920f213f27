"""What tests/server tries when the server stops, or is killed in the middle of games."""
import http.client
import random
import threading
import time
import traceback

import server_house as house
from server_client import Closed, Person, WAIT, Watcher
from server_house import expect, same, games, seats_for, new_table, record_of, serai, until

KILLS = 12


class Game:
    """One table, and what was acknowledged there."""

    def __init__(self, person, seats):
        self.table = new_table(person, seats)["id"]
        person.post(f"/tables/{self.table}/start")
        self.acknowledged = {}
        self.watcher = None


class Player(threading.Thread):
    """Plays table after table to the end, through any number of restarts."""

    def __init__(self, number, seats, enough):
        super().__init__(daemon=True)
        self.chance = random.Random(number)
        self.person = Person(house.server, f"Player {number}")
        self.seats, self.enough = seats, enough
        self.games = []
        self.trouble = None
        self.resumed = 0

    def run(self):
        try:
            self.deadline = time.monotonic() + 5 * WAIT
            while not self.enough.is_set():
                self.patiently(lambda: self.games.append(Game(self.person, self.seats)))
                self.patiently(self.play)
        except Exception:  # told by the main thread
            self.trouble = traceback.format_exc()

    def patiently(self, act):
        """Tries again after every kill."""
        while time.monotonic() < self.deadline:
            try:
                return act()
            except (OSError, Closed, http.client.HTTPException):
                time.sleep(0.02)
        raise AssertionError("the game did not end")

    def play(self):
        game = self.games[-1]
        if game.watcher is None:
            game.watcher = Watcher(self.person, game.table)
        else:
            game.watcher.reconnect()
            self.resumed += 1
        watcher = game.watcher
        watcher.next()
        while not watcher.over():
            if not watcher.moves():
                watcher.next()
                continue
            move, after = self.chance.choice(watcher.moves()), watcher.number
            answer = watcher.ask({"type": "move", "move": move, "after": after})
            if answer["type"] == "done":
                game.acknowledged[after + 1] = move
            else:
                # The move itself may have been kept before the kill, and may have ended the game.
                expect(answer["problem"] in ("moved_on", "game_over"), f"a legal move: {answer!r}")
            while answer["type"] == "done" and watcher.number < answer["number"]:
                watcher.next()


def kills_lose_nothing():
    """Games go on through kill -9; every acknowledged move is in the record, once, at its place."""
    enough = threading.Event()
    seats = ["me", "random", "random"][:seats_for(games()[0], 3)]
    players = [Player(number, seats, enough) for number in range(6)]
    for player in players:
        player.start()
    def made():
        return sum(len(game.acknowledged) for player in players for game in player.games)

    for _ in range(KILLS):
        before = made()  # all have come back, and play, however long that takes here
        until(lambda before=before: made() > before + len(players) or any(player.trouble for player in players),
              "games go on")
        time.sleep(house.chance.uniform(0.1, 0.35))
        house.server.kill()
        house.server.start()
    enough.set()
    acknowledged = 0
    for player in players:
        player.join(6 * WAIT)
    for player in players:
        expect(player.trouble is None, player.trouble)
        for game in player.games:
            acknowledged += len(game.acknowledged)
            path, text = record_of(player.person, game.table)
            same(serai("check", path).returncode, 0, "the record is right")
            lines = text.split("\nmoves\n", 1)[1].split("\n")
            moves = [line for line in lines if line and line.split()[0] not in ("check", "end")]
            same(len(moves), game.watcher.number, "as many moves as were told")
            for number, move in game.acknowledged.items():
                same(moves[number - 1], move, f"move {number}")
    expect(acknowledged > 100, f"moves were acknowledged: {acknowledged}")
    resumed = sum(player.resumed for player in players)
    expect(resumed > KILLS, f"clients came back in the middle of games: {resumed}")
    print(f"  {KILLS} kills, {resumed} games resumed, {acknowledged} moves acknowledged, none lost")


def a_stop_is_clean():
    ada = Person(house.server, "Ada")
    table = new_table(ada, ["me", "greedy"])["id"]
    ada.post(f"/tables/{table}/start")
    player = Watcher(ada, table)
    while player.view is None:
        player.next()
    same(house.server.stop(), 0, "exit code")
    try:
        while True:
            player.next()
    except Closed as closed:
        same(closed.code, 1001, "going away")
    house.server.start()
    same(ada.get(f"/tables/{table}")["status"], "playing", "all is there")
    expect("stopped" in house.server.log(), "the log says so")
