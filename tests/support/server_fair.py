"""What tests/server tries among strangers: nobody gets more than their share, what is revoked is revoked,
names have one owner, damage stays where it is, and those who run the server are obeyed."""
import json
import os
import socket
import sqlite3
import struct
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import server_house as house
from server_client import Closed, Person, Refused, Server, Socket, WAIT, without_nulls
from server_house import expect, finished_game, new_table, play_on, refused, same, until, watch


class Elsewhere(Person):
    """Somebody at another address, as a proxy would say."""

    def __init__(self, server, address, name=None):
        self.address = address
        super().__init__(server, name)

    def headers(self, origin=True):
        return {**super().headers(origin), "X-Forwarded-For": self.address}


class Visit:
    """A server of its own for a while."""

    def __init__(self, name):
        self.server = Server(house.SERAI, os.path.join(house.work, name)).deal(name)

    def __enter__(self):
        self.usual, house.server = house.server, self.server
        return self.server.start()

    def __exit__(self, *error):
        house.server = self.usual
        code = self.server.stop()
        if error[0] is None:
            same(code, 0, "exit code")


def admin(server, *arguments, text="", fails=False):
    done = subprocess.run([house.SERAI, "--lang", "en", "admin", *arguments, "--data", server.data],
                          input=text, capture_output=True, text=True, timeout=WAIT)
    same(done.returncode != 0, fails, f"{arguments}: {done}")
    return done.stderr if fails else done.stdout


def metric(name):
    text = Elsewhere(house.server, "10.99.99.99").get("/metrics", root="")
    found = [line for line in text.splitlines() if line.startswith(f"serai_{name} ")]
    expect(found, f"{name} among the metrics")
    return int(found[0].split()[1])


def is_closed(one):
    """Everything that is still to come, until the other side hangs up."""
    try:
        while True:
            one.receive()
    except Closed as closed:
        return closed.code
    except OSError:
        return None


# ---- shares ----

def bots_time_is_shared():
    """A guest lets masters play at a hundred tables; somebody else's bot answers all the same. In the order
    of arrival each answer would come after a hundred moves of theirs."""
    with Visit("bots") as server:
        count = house.seats_for("gugong", 4)
        for name in ("Many", "Tables"):
            greedy = Elsewhere(server, "10.1.0.1", name)
            for number in range(50):
                clock = {"kind": "turn", "seconds": 86400} if number % 2 else {"kind": "none"}
                table = new_table(greedy, ["me"] + ["master"] * (count - 1), "gugong", clock=clock)["id"]
                greedy.post(f"/tables/{table}/start")
                greedy.post(f"/tables/{table}/leave")
        ada = Elsewhere(server, "10.2.0.1", "Ada")
        table = new_table(ada, ["me", "greedy"], "gugong")["id"]
        ada.post(f"/tables/{table}/start")
        player = watch(ada, table)
        before = metric("bot_moves_total")
        answers = 0
        while answers < 15:
            while not player.moves():
                by = player.number
                player.next()
                answers += player.number > by
            answer = player.ask({"type": "move", "move": player.moves()[0], "after": player.number})
            same(answer["type"], "done", "a move")
            while player.number < answer["number"]:
                player.next()
        others = metric("bot_moves_total") - before - answers
        expect(others < 100, f"{others} moves of others before {answers} answers")
        player.socket.close()


def too_much_is_refused_and_others_go_on():
    """More passwords at once than two threads can work out: some are told so, others are not held up."""
    count, told = 150, []

    def guess(number):
        try:
            Elsewhere(house.server, f"10.3.0.{number}").post(
                "/people", {"name": "Ada Guessed", "password": "long enough, and wrong"})
        except Refused as refusal:
            told.append((refusal.status, refusal.problem))

    ada = Elsewhere(house.server, "10.3.1.1", "Ada Guessed")
    ada.post("/people/me/claim", {"password": "long enough"})
    guessers = [threading.Thread(target=guess, args=(number,)) for number in range(count)]
    for one in guessers:
        one.start()
    while True:
        same(Elsewhere(house.server, "10.4.0.1").get("/health")["status"], "ok", "health meanwhile")
        if not any(one.is_alive() for one in guessers):
            break
        time.sleep(0.02)  # at the pace of somebody honest
    for one in guessers:
        one.join()
    same(len(told), count, "all were told something")
    expect((503, "overloaded") in told, f"none was too much: {set(told)}")
    expect(set(told) <= {(503, "overloaded"), (401, "wrong_password"), (429, "too_fast")},
           f"{set(told)}")


def coming_back_resets_nothing():
    """All sockets of a person count together, and a new one brings no new rights."""
    ada = Elsewhere(house.server, "10.5.0.1", "Ada")
    table = new_table(ada, ["me", "free"])["id"]
    sent, turned_away = 0, False
    try:
        for _ in range(40):  # fewer than 400 on each, so that no socket is refused for itself
            one = watch_table(ada, table)
            for _ in range(15):
                for _ in range(20):
                    one.send({"type": "ping"})
                for _ in range(20):
                    while one.receive().get("type") != "pong":
                        pass
                    sent += 1
            one.close()
    except (Closed, OSError):
        turned_away = True
    expect(turned_away, f"{sent} messages, and never too many")
    expect(sent > 800 - 20, f"only {sent} messages, of which the last twenty may have been lost")


def watch_table(person, table):
    return Socket(person, table)


def chat_has_a_share():
    """Chat is kept for long, so there is less of it."""
    ada = Elsewhere(house.server, "10.5.1.1", "Ada")
    table = new_table(ada, ["me", "free"])["id"]
    said = 0
    for _ in range(500):
        try:
            ada.post(f"/tables/{table}/chat", {"text": "hello"})
            said += 1
        except Refused as refusal:
            same((refusal.status, refusal.problem), (429, "too_fast"), "chat")
            break
    expect(60 <= said < 500, f"{said} lines")


def sockets_are_counted():
    ada = Elsewhere(house.server, "10.6.0.1", "Ada")
    table = new_table(ada, ["me", "free"])["id"]
    held = [Socket(ada, table) for _ in range(64)]
    refused_socket(429, ada, table)
    ben = Elsewhere(house.server, "10.6.0.1", "Ben")
    open_table = new_table(ben, ["me", "free"], open=True)["id"]
    Socket(ben, open_table).close()  # another person has their own
    held.pop().close()
    until(lambda: try_socket(ada, table), "one that was closed is free for another")
    for one in held:
        one.close()


def try_socket(person, table):
    try:
        Socket(person, table).close()
        return True
    except Refused:
        return False


def refused_socket(status, person, table):
    try:
        Socket(person, table)
    except Refused as refusal:
        same(refusal.status, status, "a socket")
        return
    raise AssertionError("a socket was not refused")


def networks_are_one_however_they_write_themselves():
    """Of an IPv6 address the /64 counts."""
    tries = {"name": "Nobody", "password": "long enough"}
    until_too_fast(lambda number: Elsewhere(house.server, f"2001:db8:7:7:{number}::1").post("/people", tries))
    refused("wrong_password", 401, Elsewhere(house.server, "2001:db8:7:8::1").post,
            "/people", tries)


def until_too_fast(act):
    """Wrong passwords are wrong until there were too many; how soon depends on how slow we are."""
    for number in range(60):
        try:
            act(number)
        except Refused as refusal:
            if (refusal.status, refusal.problem) == (429, "too_fast"):
                expect(number >= 10, f"ten may be tried, not {number}")
                return
            same((refusal.status, refusal.problem), (401, "wrong_password"), refusal.message)
    raise AssertionError("never too many")


# ---- people ----

def an_account_is_not_guessed_from_everywhere():
    owner = Elsewhere(house.server, "10.7.0.1", "Account")
    owner.post("/people/me/claim", {"password": "long enough"})
    tries = {"name": "Account", "password": "not this one"}
    until_too_fast(lambda number: Elsewhere(house.server, f"10.7.1.{number}").post("/people", tries))
    Elsewhere(house.server, "10.7.0.1").post("/people", {**tries, "password": "long enough"})
    def audited():
        lines = [json.loads(line) for line in admin(house.server, "audit", "--json").splitlines()]
        return lines, [line["what"] for line in lines if line["name"] == "Account"]
    until(lambda: "sign_in" in audited()[1], "nobody waits for the audit, but it comes")
    lines, what = audited()
    for word in ("guest", "claim", "wrong_password", "throttled", "sign_in"):
        expect(word in what, f"{word} among {what}")
    expect("long enough" not in json.dumps(lines), "no secrets")


def what_is_revoked_is_revoked():
    phone = Elsewhere(house.server, "10.8.0.1", "Revoked")
    phone.post("/people/me/claim", {"password": "long enough"})
    desk = Elsewhere(house.server, "10.8.0.2")
    desk.post("/people", {"name": "Revoked", "password": "long enough"})
    table = new_table(phone, ["me", "random"])["id"]
    phone.post(f"/tables/{table}/start")
    sockets = {"phone": Socket(phone, table), "desk": Socket(desk, table)}
    phone.post("/people/me/password", {"old": "long enough", "password": "longer still"})
    same(is_closed(sockets["desk"]), 1008, "the other device")
    player = watch(phone, table)
    same(player.ask({"type": "ping"})["type"], "pong", "this device")
    desk.post("/people", {"name": "Revoked", "password": "longer still"})
    again = Socket(desk, table)
    phone.call("DELETE", "/people/me")
    same(is_closed(player.socket), 1008, "who signed out")
    again.send({"type": "ping"})
    while again.receive().get("type") != "pong":
        pass
    again.close()
    sockets["phone"].close()


def names_have_one_owner():
    early = Elsewhere(house.server, "10.9.0.1", "PEARL")
    pearl = Elsewhere(house.server, "10.9.0.2", "Pearl")
    table = new_table(early, ["me", "free"])["id"]
    listening = Socket(early, table)
    pearl.post("/people/me/claim", {"password": "long enough"})
    is_closed(listening)
    name = early.get("/people/me")["name"]
    expect(name.startswith("PEARL~"), f"who had the name before is {name} now")
    same(early.get(f"/tables/{table}")["seats"][0]["name"], name, "at the table too, which was in use")
    refused("name_taken", 409, early.post, "/people/me/claim", {"password": "long enough"})
    for name in ("Pearl", "pearl", "PEARL", "Реаrl", "Pea\u0280l".replace("\u0280", "r"), "Pear1", "PearI",
                 "\uff30earl"):
        refused("name_taken", 409, Elsewhere(house.server, "10.9.0.3").post, "/people", {"name": name})
    for name in ("Pe\u00adarl", "Pearl\u200b", "\u2800", "\u3164", "Pearl\u2060", "Pe~arl", "a  b"):
        refused("name", 400, Elsewhere(house.server, "10.9.0.3").post, "/people", {"name": name})
    refused("name_taken", 409, new_table, early, ["me", {"name": "pearl"}])
    same(Elsewhere(house.server, "10.9.0.3", "\uff21da\u00a0B").get("/people/me")["name"], "Ada B",
         "a name is kept in one form")


# ---- the lobby ----

def the_lobby_has_room_for_all():
    with Visit("lobby") as server:
        quiet = Elsewhere(server, "10.10.0.2", "Quiet")
        first = new_table(quiet, ["me", "free"], open=True)["id"]
        for number in range(3):
            loud = Elsewhere(server, "10.10.0.1", f"Loud {number}")
            for _ in range(45):
                new_table(loud, ["me", "free"], open=True)
        page = quiet.get("/tables")
        ids = [table["id"] for table in page["tables"]]
        same(len(ids), 100, "a page")
        expect(first in ids[:2], "what somebody else made is among the first")
        rest = quiet.get("/tables?cursor=" + page["next"])
        expect("next" not in rest, "the last page")
        ids += [table["id"] for table in rest["tables"]]
        same((len(ids), len(set(ids))), (136, 136), "each table once")
        last = Socket(loud, ids[-1])
        until(lambda: quiet.get("/tables")["tables"][0]["id"] == ids[-1], "people come first")
        last.close()
        refused("member", 400, quiet.get, "/tables?cursor=zork")


# ---- crowds ----

def a_crowd_misses_nothing():
    """Whoever plays is told before a crowd, which is told everything all the same, in order, and once."""
    ada, ben, table = house.pair("Ada", "Ben", open=True)
    players = [watch(one, table) for one in (ada, ben)]
    crowd = [watch(Elsewhere(house.server, f"10.14.0.{number % 20}"), table) for number in range(60)]

    def lines(one):
        return [message["text"] for message in one.messages if message["type"] == "chat"]

    for number in range(6):
        play_on(players, moves=3)
        ada.post(f"/tables/{table}/chat", {"text": f"line {number}"})
    last = max(player.number for player in players)
    for one in players + crowd:
        while one.number < last or len(lines(one)) < 6:
            one.next()  # fails at an event that is missing, or comes twice
    for one in crowd:
        same(one.view, crowd[0].view, "all who look on see the same")
        same(lines(one), [f"line {number}" for number in range(6)], "the chat")
    fresh = Elsewhere(house.server, "10.14.1.1").get(f"/tables/{table}/view")["view"]
    same(without_nulls(crowd[0].view), without_nulls(fresh), "what was put together is the fresh view")
    expect(metric("crowd_seconds_count") > 0 and metric("answer_seconds_count") > 0, "both are measured")
    for one in players + crowd:
        one.socket.close()
    until(lambda: metric("unread_bytes") == 0, "nothing is kept for those who have read it, or are gone")


# ---- long histories ----

def long_histories_are_not_replayed_whole():
    """Opening a table, and asking what happened since, reads from the last checkpoints on: what lies before
    them may as well be missing."""
    with Visit("long") as server:
        ada = Elsewhere(server, "10.13.0.1", "Ada")
        table = new_table(ada, ["me", "random"], "gugong", clock={"kind": "game", "seconds": 86400})["id"]
        ada.post(f"/tables/{table}/start")
        player = watch(ada, table)
        while player.number < 700:
            player.person = Elsewhere(server, f"10.13.1.{player.number % 200}")
            player.person.cookie = ada.cookie
            while not player.moves():
                player.next()
            player.person.post(f"/tables/{table}/moves",
                               {"move": player.moves()[0], "after": player.number})
            if player.number % 50 > 40:
                ada_number = player.person.get(f"/tables/{table}/view")["number"]
                try:
                    player.person.post(f"/tables/{table}/petition",
                                       {"kind": "undo", "ply": 2, "after": ada_number})
                except Refused as refusal:
                    expect(refusal.problem in ("moved_on", "nothing_to_undo"), f"{refusal}")
            last = player.person.get(f"/tables/{table}/view")["number"]
            while player.number < last:
                player.next()
        player.socket.close()
        number, view = player.number, ada.get(f"/tables/{table}/view")["view"]
        told = [ada.get(f"/tables/{table}/events?after={number - back}")["messages"] for back in (1, 100, 199)]
        server.stop()
        database = sqlite3.connect(os.path.join(server.data, "serai.sqlite"))
        database.execute("DELETE FROM moves WHERE table_id = ? AND number < 300", (table,))
        database.commit()
        database.close()
        server.start()
        again = ada.get(f"/tables/{table}/view")
        expect(again["number"] >= number, "nothing is lost")
        if again["number"] == number:
            same(again["view"], view, "the same table")
            same([ada.get(f"/tables/{table}/events?after={number - back}")["messages"]
                  for back in (1, 100, 199)], told, "the same events")


# ---- damage ----

def damage_stays_where_it_is():
    with Visit("damaged") as server:
        ada = Elsewhere(server, "10.11.0.1", "Ada")
        tables = []
        for _ in range(3):
            tables.append(new_table(ada, ["me", "random"])["id"])
            ada.post(f"/tables/{tables[-1]}/start")
            player = watch(ada, tables[-1])
            play_on([player], moves=4)
            player.socket.close()
        server.stop()
        database = sqlite3.connect(os.path.join(server.data, "serai.sqlite"))
        kept = database.execute("SELECT * FROM moves WHERE table_id = ? AND number = 2",
                                (tables[0],)).fetchone()
        database.execute("DELETE FROM moves WHERE table_id = ? AND number = 2", (tables[0],))
        database.commit()
        database.close()
        server.start()
        for _ in range(2):
            refusal = refused("table_damaged", 503, ada.get, f"/tables/{tables[0]}")
            expect("damaged" in refusal.message, refusal.message)
        for table in tables[1:]:
            player = watch(ada, table)
            play_on([player], moves=2)
            player.socket.close()
        same(metric("tables_quarantined_total"), 1, "found out once")
        database = sqlite3.connect(os.path.join(server.data, "serai.sqlite"))
        database.execute(f"INSERT INTO moves VALUES ({', '.join('?' * len(kept))})", kept)
        database.commit()
        database.close()
        admin(server, "release", tables[0])
        same(ada.get(f"/tables/{tables[0]}")["status"], "playing", "it is mended")


def refused_imports_leave_nothing():
    with Visit("imports") as server:
        ada, table, _ = finished_game()
        record = ada.get(f"/tables/{table}/record")
        lines = record.splitlines()
        count = len(ada.get("/people/me/tables")["tables"])
        for wrong in ("", "zork", "\n".join(lines[:3] + lines[4:]), record.replace(lines[-1], "zork")):
            try:
                ada.post("/import", raw=wrong)
                count += 1
            except Refused as refusal:
                expect(refusal.status in (400, 409), f"{refusal}")
        same(len(ada.get("/people/me/tables")["tables"]), count, "tables")


def a_network_imports_so_much():
    """Under however many names, and from whatever address of it."""
    with Visit("importers") as server:
        ada, table, _ = finished_game()
        record = ada.get(f"/tables/{table}/record")
        done = 0
        guests = [Elsewhere(server, f"2001:db8:5:5::{number}", f"Guest {number}") for number in range(4)]
        try:
            while done < 200:
                guests[done % 4].post("/import", raw=record)
                done += 1
        except Refused as refusal:
            same((refusal.status, refusal.problem), (429, "too_fast"), "imports")
        expect(50 <= done < 200, f"{done} imports")
        refused("too_fast", 429, Elsewhere(server, "2001:db8:5:5:ffff::1", "Another").post, "/import", raw=record)
        Elsewhere(server, "2001:db8:5:6::1", "Neighbour").post("/import", raw=record)


def charts_are_shared_out():
    """Whoever has many games has so many charts drawn at a time, and others theirs."""
    with Visit("charts") as server:
        ada, table, _ = finished_game()
        record = ada.get(f"/tables/{table}/record")

        def imports(person, count):
            return [person.post("/import", raw=record)["id"] for _ in range(count)]

        many = Elsewhere(server, "10.15.0.1", "Many")

        def chart(one):
            try:
                return many.get(f"/tables/{one}/chances")["thinking"]
            except Refused as refusal:
                return refusal.status, refusal.problem

        # at the same time: else those that were asked for first are drawn before the last are asked for
        with ThreadPoolExecutor(12) as pool:
            told = list(pool.map(chart, imports(many, 12)))
        expect((429, "too_fast") in told, f"never too many: {told}")
        other = Elsewhere(server, "10.15.0.2", "Other")
        mine = imports(other, 1)[0]
        other.get(f"/tables/{mine}/chances")
        until(lambda: not other.get(f"/tables/{mine}/chances")["thinking"], "the chart of somebody else")


# ---- those who run it ----

def orders_are_carried_out():
    with Visit("orders") as server:
        same(os.stat(os.path.join(server.data, "serai.socket")).st_mode & 0o777, 0o600, "the socket")
        ada, ben = Elsewhere(server, "10.12.0.1", "Ada"), Elsewhere(server, "10.12.0.2", "Ben")
        ada.post("/people/me/claim", {"password": "long enough"})
        table = new_table(ada, ["me", "free"], open=True)
        ben.post("/join", {"code": table["code"]})
        table = table["id"]
        number = ben.get("/people/me")["id"]
        listening = Socket(ben, table)
        admin(server, "mute", str(number))
        is_closed(listening)
        refused("muted", 403, ben.post, f"/tables/{table}/chat", {"text": "hello"})
        admin(server, "unmute", str(number))
        ben.post(f"/tables/{table}/chat", {"text": "hello"})
        listening = Socket(ben, table)
        admin(server, "ban", str(number))
        is_closed(listening)
        refused("sign_in", 401, ben.get, "/people/me")
        admin(server, "ban", "Ada")
        again = {"name": "Ada", "password": "long enough"}
        refused("banned", 403, ada.post, "/people", again)
        admin(server, "unban", "ada")
        ada.post("/people", again)
        watching = Socket(ada, table)
        admin(server, "password", "Ada", text="another one\n")
        same(is_closed(watching), 1008, "who was signed in by the old password")
        refused("sign_in", 401, ada.get, "/people/me")
        ada.post("/people", {**again, "password": "another one"})
        watching = Socket(ada, table)
        admin(server, "quarantine", table)
        is_closed(watching)
        refused("quarantined", 503, ada.get, f"/tables/{table}")
        admin(server, "release", table)
        watching = watch_for(ada, table)
        admin(server, "close", table)
        until(lambda: watching.next().get("table", {}).get("status") == "closed", "told at once")
        watching.socket.close()
        expect("no table" in admin(server, "close", table, fails=True), "only once")
        admin(server, "drain")
        refused("draining", 503, new_table, ada, ["me", "free"])
        refused("draining", 503, ada.get, "/health")
        admin(server, "resume")
        new_table(ada, ["me", "free"])
        expect("nobody" in admin(server, "ban", "Nobody", fails=True), "who?")
        server.stop()
        admin(server, "mute", "Ada")
        expect("no server" in admin(server, "drain", fails=True), "nothing runs")
        admin(server, "close", "zork", fails=True)
        server.start()
        expect(ada.get("/people/me"), "still there")
        mode = os.stat(os.path.join(server.data, "serai.sqlite")).st_mode & 0o777
        same(mode, 0o600, "the store")


def watch_for(person, table):
    """A watcher of a table that waits."""
    from server_client import Watcher
    watcher = Watcher(person, table)
    while watcher.info is None:
        watcher.next()
    return watcher


def metrics_tell_how_long_and_how_much():
    ada, table, player = finished_game()
    text = ada.get("/metrics", root="")
    for name in ("request", "move", "answer", "commit"):
        counts = [int(line.split()[1]) for line in text.splitlines()
                  if line.startswith(f"serai_{name}_seconds_bucket")]
        expect(len(counts) > 10 and counts == sorted(counts) and counts[-1] > 0, f"{name}: {counts}")
        expect(f"serai_{name}_seconds_count {counts[-1]}" in text, "the last is all")
    for queue in ("bots_live", "bots_chart", "requests", "changes", "replays", "passwords", "sockets",
                  "stored", "commits"):
        expect(f'serai_waiting{{queue="{queue}"}} ' in text, queue)


def requests_are_taken_at_their_word():
    """One length or none; nothing but a socket where a socket is."""
    def answers(request):
        """All that is said until the server hangs up."""
        with socket.create_connection(("127.0.0.1", house.server.port), timeout=WAIT) as raw:
            raw.sendall(request)
            got = b""
            while piece := raw.recv(65536):
                got += piece
            return [int(word[:3]) for word in got.decode().split("HTTP/1.1 ")[1:]]
    host = f"Host: {house.server.host}\r\nOrigin: {house.server.origin}\r\n"
    body = '{"name":"Ada"}'
    other = f"GET /health HTTP/1.1\r\n{host}Connection: close\r\n\r\n"
    for second in (len(body), 0, 3):
        wrong = answers(f"POST /api/v1/people HTTP/1.1\r\n{host}Content-Length: {len(body)}\r\n"
                        f"Content-Length: {second}\r\n\r\n{body}{other}".encode())
        expect(wrong in ([400], []), f"two lengths, and nothing more is read: {wrong}")
    same(answers(f"POST /api/v1/people HTTP/1.1\r\n{host}Content-Length: {len(body)}\r\n\r\n{body}{other}"
                 .encode()), [201, 200], "one length, and another request")
    ada = Person(house.server, "Ada")
    table = new_table(ada, ["me", "free"], open=True)["id"]
    wrong = answers(f"POST /api/v1/people HTTP/1.1\r\n{host}Content-Length: {len(body)}\r\n"
                    f"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n{other}".encode())
    expect(wrong in ([400], []), f"a length, and pieces: {wrong}")
    same(answers(f"HEAD /api/v1/tables/{table}/socket HTTP/1.1\r\n{host}Cookie: {ada.cookie}\r\n"
                 f"Connection: close\r\n\r\n".encode()), [405], "HEAD of a socket")


def sockets_that_break_off_leave_nothing():
    """Whoever is cut off while a request becomes a socket: nothing of it is kept (a sanitizer tells), and it does
    not count as a socket."""
    ada = Elsewhere(house.server, "10.16.0.1", "Ada")
    table = new_table(ada, ["me", "free"])["id"]
    request = (f"GET /api/v1/tables/{table}/socket HTTP/1.1\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in ada.headers().items()) +
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()
    for number in range(120):
        raw = socket.create_connection(("127.0.0.1", house.server.port), timeout=WAIT)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.sendall(request)
        if number % 3 == 0:
            time.sleep(0.001 * (number % 10))
        raw.close()  # with a reset
        if number % 40 == 39:
            until(lambda: try_socket(ada, table), "those that broke off are not counted for long")
    held = []
    until(lambda: len(held) == 64 or hold(held, ada, table), "as many as anybody may have")
    for one in held:
        one.close()


def hold(held, person, table):
    """One socket more; the last ones may still count for a moment."""
    try:
        held.append(Socket(person, table))
    except Refused:
        pass
    return False


TESTS = [bots_time_is_shared, a_crowd_misses_nothing, a_network_imports_so_much, charts_are_shared_out,
         sockets_that_break_off_leave_nothing,
         coming_back_resets_nothing, chat_has_a_share, sockets_are_counted,
         networks_are_one_however_they_write_themselves, an_account_is_not_guessed_from_everywhere,
         what_is_revoked_is_revoked, names_have_one_owner, the_lobby_has_room_for_all,
         long_histories_are_not_replayed_whole, damage_stays_where_it_is, refused_imports_leave_nothing, orders_are_carried_out,
         metrics_tell_how_long_and_how_much, requests_are_taken_at_their_word,
         too_much_is_refused_and_others_go_on]
