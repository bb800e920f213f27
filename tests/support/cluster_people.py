"""People who play at a cluster whatever happens to it, and who note all that they saw, for the checker."""
import http.client
import json
import random
import threading
import time
import traceback

import server_client
from cluster_world import expect
from server_client import Closed, Person, Refused, Watcher

GONE = (OSError, Closed, http.client.HTTPException)
PATIENCE = 240          # seconds for a game to go on; much, for a busy machine
server_client.WAIT = 6  # seconds until a client tries another node


class Player(Watcher):
    """A person at a table, who goes to another node whenever one does not answer."""

    def __init__(self, person, table):
        self.last_read = -1
        super().__init__(person, table)

    def read(self):
        """A view by request: never older than anything that this person was shown before."""
        fresh = self.person.get(f"/tables/{self.table}/view")
        least = max(self.last_read, -1 if self.number is None else self.number)
        expect(fresh["number"] >= least, f"{self.table}: read {fresh['number']} after {least}")
        self.last_read = fresh["number"]
        return fresh


class Table(threading.Thread):
    """Games one after the other at one table, its people and its spectator each at a node of their own."""

    def __init__(self, world, number, game, enough):
        super().__init__(daemon=True)
        self.world, self.game, self.enough = world, game, enough
        self.chance = random.Random(1000 + number)
        self.promised = {}  # (table, number) -> move: what was acknowledged
        self.said = {}      # (table, text) -> how often it was acknowledged
        self.heard = {}     # (table, person) -> lines of chat by number
        self.seen = {}      # (table, number) -> what happened, as the first who heard it did
        self.trails = {}    # (table, person) -> {number: view}
        self.finished, self.tables = [], []
        self.reads = self.told = self.moved = self.switched = 0
        self.refusals = {}
        self.trouble = None
        self.players = []

    def another_node(self, person):
        person.server = self.chance.choice(self.world.doors())
        self.switched += 1

    def run(self):
        try:
            self.world.clients.enter()
            self.people = [self.patiently(lambda name=name: Person(self.chance.choice(self.world.doors()), name))
                           for name in ("Ada", "Ben", "Eve")]
            while not self.enough.is_set():
                self.patiently(self.set_up)
                self.patiently(self.play_on)
                self.finished.append(self.id)
                for player in self.players:
                    player.socket.close()
        except Exception:  # told by the main thread
            self.trouble = f"{self.game['name']} {self.tables[-1:]}: {traceback.format_exc()}"

    def patiently(self, act):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                return act()
            except GONE:
                time.sleep(0.05)
            except Refused as refusal:
                kind = refusal.problem or str(refusal.status)
                self.refusals[kind] = self.refusals.get(kind, 0) + 1
                expect(kind in ("too_fast", "store_broken", "overloaded", "draining", "newer_rules", "502", "503", "504"),
                       f"refused: {refusal}")
                time.sleep(0.2)
            for person in getattr(self, "people", []):
                self.another_node(person)
        raise AssertionError("the game does not go on")

    def where_it_is_begun(self, server):
        """Not every program has every game."""
        return server

    def set_up(self):
        ada, ben, _ = self.people
        ada.server = self.where_it_is_begun(ada.server)
        low, high = self.game["seats"]["min"], self.game["seats"]["max"]
        seats = ["me", "free"] + ["random"] * (max(low, min(high, 3)) - 2)
        table = ada.post("/tables", {"game": self.game["name"], "seats": seats, "open": True})
        ben.post("/join", {"code": table["code"]})
        ada.post(f"/tables/{table['id']}/start")
        self.players = []
        self.id = table["id"]
        self.tables.append(self.id)

    def come_back(self):
        if not self.players:
            self.players = [Player(person, self.id) for person in self.people]
        else:
            for player in self.players:
                player.reconnect()
        for player in self.players:
            fresh = player.read()
            self.reads += 1
            while player.view is None or player.number < fresh["number"]:
                self.hear(player)

    def hear(self, player):
        message = player.next()
        if message["type"] == "chat":
            lines = self.heard.setdefault((self.id, self.people.index(player.person)), {})
            expect(lines.setdefault(message["line"], message["text"]) == message["text"],
                   f"{self.id}: line {message['line']} is two lines")
        if message["type"] == "event":
            self.told += 1
            what = (message["kind"], message["by"], message["ply"])
            first = self.seen.setdefault((self.id, message["number"]), what)
            expect(first == what, f"{self.id} {message['number']}: {what} here, {first} elsewhere")
        if message["type"] in ("event", "view"):
            views = self.trails.setdefault((self.id, self.people.index(player.person)), {})
            shown = player.trail[player.number]
            # "undo" and "moves" of a taken-back position are as they were
            expect(views.setdefault(player.number, shown) == shown,
                   f"{self.id} {player.number}: two views of one position")

    def ask(self, player, message):
        player._asked += 1
        asked = player._asked
        player.socket.send({**message, "id": asked})
        while True:
            answer = player.socket.receive()
            player.socket_message = answer
            if answer.get("id") == asked:
                break
            self.take(player, answer)
        while player.number < answer.get("number", 0):
            self.hear(player)
        return answer

    def take(self, player, message):
        held, player.socket.receive = player.socket.receive, lambda: message
        try:
            self.hear(player)
        finally:
            player.socket.receive = held

    def play_on(self):
        self.come_back()
        while not all(player.over() for player in self.players):
            newest = max(player.number for player in self.players)
            behind = [player for player in self.players if player.number < newest]
            deciders = [player for player in self.players[:2] if player.moves()]
            if behind:
                self.hear(behind[0])
            elif deciders:
                self.act(deciders[0])
            else:
                self.hear([player for player in self.players if not player.over()][0])

    def act(self, player):
        after = player.number
        if self.chance.random() < 0.05:
            player.read()
            self.reads += 1
        if self.chance.random() < 0.02:  # to another node in the middle of a game
            self.another_node(player.person)
            player.reconnect()
        if self.chance.random() < 0.05:
            self.chat(player)
        move = self.chance.choice(player.moves())
        answer = self.ask(player, {"type": "move", "move": move, "after": after})
        if answer["type"] == "done":
            expect(answer["number"] >= after + 1, "a number that was there before")
            self.promised[self.id, after + 1] = move
            self.moved += 1
            return
        problem = answer["problem"]
        self.refusals[problem] = self.refusals.get(problem, 0) + 1
        expect(problem in ("moved_on", "game_over", "store_broken", "too_fast"), f"a legal move was refused: {answer}")
        if problem == "game_over":  # the end is on its way: a move of this seat was stored after it was given up
            expect(player.person.get(f"/tables/{self.id}")["status"] == "finished", f"the game is not over: {answer}")
        if problem != "moved_on":
            time.sleep(0.1)

    def chat(self, player):
        """Each line is another, so that one that is there twice is noticed."""
        text = f"line {self.chance.getrandbits(48):x}"
        answer = self.ask(player, {"type": "chat", "text": text})
        if answer["type"] == "done":
            self.said[self.id, text] = self.said.get((self.id, text), 0) + 1
        else:
            problem = answer["problem"]
            self.refusals[problem] = self.refusals.get(problem, 0) + 1
            expect(problem in ("store_broken", "too_fast"), f"a line was refused: {answer}")
