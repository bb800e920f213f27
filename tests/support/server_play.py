"""What tests/server tries at the tables: whole games, reconnects, undo, chat, leaving, forks, rubbish."""
import hashlib
import json
import os
import socket
import time

import server_house as house
from server_client import Closed, Person, Refused, Socket, Watcher, without_nulls
from server_house import (expect, same, refused, games, seats_for, new_table, pair, play_on, record_of,
                          serai, until, watch)


def people_play_bots_by_socket():
    """A whole game for every game there is; what each seat and a spectator see is compared, move by
    move, with what the engine shows that seat of the finished record."""
    for game in games():
        ada, ben, eve = (Person(house.server, name) for name in ("Ada", "Ben", "Eve"))
        bots = seats_for(game, 3) - 2
        table = new_table(ada, ["me", "free"] + ["greedy"] * bots, game, open=True)
        code = table["code"]
        expect(len(table["commitment"]) == 64 and "seed" not in table, "a commitment, no seed")
        expect("code" not in Person(house.server).get(f"/tables/{table['id']}"), "the code is for seats")
        refused("seats_empty", 409, ada.post, f"/tables/{table['id']}/start")
        ben.post("/join", {"code": code})
        refused("not_host", 403, ben.post, f"/tables/{table['id']}/start")
        refused("no_free_seat", 409, eve.post, "/join", {"code": code})
        players = [Watcher(ada, table["id"]), Watcher(ben, table["id"])]
        watcher = Watcher(eve, table["id"])
        ada.post(f"/tables/{table['id']}/start")
        for one in players + [watcher]:
            while one.view is None:
                one.next()
        play_on(players + [watcher])
        finished = ada.get(f"/tables/{table['id']}")
        same(finished["status"], "finished", "status")
        hashed = hashlib.blake2b(bytes.fromhex(finished["seed"]) + table["id"].encode(),
                                 digest_size=32).hexdigest()
        same(hashed, table["commitment"], "the seed is the one that was promised")
        path, text = record_of(eve, table["id"])
        same(serai("fair", path, table["id"], hashed).returncode, 0, "as the command says too")
        same(serai("fair", path, table["id"]).stdout.strip(), hashed, "which works it out")
        expect(serai("fair", path, table["id"][::-1], hashed).returncode == 1, "for this table only")
        same(serai("check", path).returncode, 0, "the record is right")
        expect(finished["seed"] in text, "the record has the seed")
        same(players[0].number, watcher.number, "all saw everything")
        views_are_those_of_the_engine(path, [(players[0], "1"), (players[1], "2"),
                                             (watcher, "none")])
        refused("game_over", 409, ada.post, f"/tables/{table['id']}/moves",
                {"move": "x", "after": finished["number"]})
        for one in players + [watcher]:
            one.socket.close()


def views_are_those_of_the_engine(path, watched):
    for one, seat in watched:
        for number in sorted(house.chance.sample(sorted(one.trail), min(20, len(one.trail)))):
            shown = serai("show", path, "--at", str(number), "--seat", seat, "--json")
            engine = json.loads(shown.stdout)
            told = json.loads(one.trail[number])
            same(told, without_nulls(engine), f"seat {seat} after {number}")
        for message in one.messages:
            allowed = {"event": {"type", "number", "kind", "by", "ply", "events", "log", "diff",
                                 "prompt", "moves", "undo"},
                       "view": {"type", "number", "view"}, "table": {"type", "table"},
                       "clock": {"type", "number", "decider", "seconds"},
                       "done": {"type", "id", "number"}, "error": {"type", "id", "problem",
                                                                   "message"}}
            expect(set(message) <= allowed[message["type"]], f"only what is known: {message}")
            if message["type"] == "event" and "moves" in message:
                same(one.trail.get(message["number"]) is not None and
                     str(json.loads(one.trail[message["number"]])["decider"]), seat,
                     "legal moves are for the decider")


def people_play_by_request_alone():
    ada = Person(house.server, "Ada")
    table = new_table(ada, ["me", "random"])["id"]
    refused("not_playing", 409, ada.get, f"/tables/{table}/view")
    refused("not_playing", 409, ada.get, f"/tables/{table}/score")
    ada.post(f"/tables/{table}/start")
    sheet = ada.get(f"/tables/{table}/score")
    same((sheet["over"], [line["seat"] for line in sheet["seats"]]), (False, [1, 2]), "score")
    refused("not_waiting", 409, ada.post, f"/tables/{table}/start")
    refused("not_finished", 409, ada.get, f"/tables/{table}/record")
    made = 0
    while made < 8:
        seen = ada.get(f"/tables/{table}/view")
        moves = seen["view"].get("moves")
        if seen["view"]["over"]:
            break
        if not moves:
            time.sleep(0.01)
            continue
        body = {"move": house.chance.choice(moves)["move"], "after": seen["number"]}
        try:
            same(ada.post(f"/tables/{table}/moves", body)["number"], seen["number"] + 1, "number")
            made += 1
            refused("moved_on", 409, ada.post, f"/tables/{table}/moves", body)
        except Refused as refusal:
            same(refusal.problem, "moved_on", "a race with the bot")
    told = ada.get(f"/tables/{table}/events?after=0")["messages"]
    same([message["number"] for message in told], list(range(1, len(told) + 1)), "numbers")
    refused("member", 400, ada.post, f"/tables/{table}/moves", {"move": "x"})
    refused("member", 400, ada.post, f"/tables/{table}/moves", {"move": 1, "after": 0})


def games_tell_their_words():
    ada = Person(house.server, "Ada")
    for game in ada.get("/games")["games"]:
        english = ada.get(f"/games/{game['name']}?lang=en")
        russian = ada.get(f"/games/{game['name']}?lang=ru")
        same(english["title"], game["title"]["en"], "title")
        same(russian["title"], game["title"]["ru"], "title")
        same({key: list(words) for key, words in english["words"].items()},
             {key: list(words) for key, words in russian["words"].items()}, "words")
    refused("unknown_game", 400, ada.get, "/games/chess")


def nobody_moves_for_another():
    ada, ben, eve = (Person(house.server, name) for name in ("Ada", "Ben", "Eve"))
    table = new_table(ada, ["me", "free"])
    id = table["id"]
    refused("private_table", 403, ben.post, f"/tables/{id}/join")
    refused("no_table", 404, ben.post, "/join", {"code": "wrong"})
    ben.post("/join", {"code": table["code"]})
    ada.post(f"/tables/{id}/start")
    seen = [(person, person.get(f"/tables/{id}/view")) for person in (ada, ben)]
    decider = [one for one in seen if one[1]["view"].get("moves")][0]
    other = [one for one in seen if not one[1]["view"].get("moves")][0]
    body = {"move": decider[1]["view"]["moves"][0]["move"], "after": decider[1]["number"]}
    refusal = refused("wrong_seat", 409, other[0].post, f"/tables/{id}/moves", body)
    expect(body["move"] not in refusal.message, "an error does not tell another's moves")
    refused("private_table", 403, eve.post, f"/tables/{id}/moves", body)
    refused("private_table", 403, eve.get, f"/tables/{id}/view")
    refused("private_table", 403, eve.get, f"/tables/{id}")
    refused("sign_in", 401, Person(house.server).post, f"/tables/{id}/moves", body)
    for socket_of in (eve, Person(house.server)):
        try:
            Socket(socket_of, id)
            raise AssertionError("a socket at a private table")
        except Refused as refusal:
            same(refusal.status, 403, "socket")
    expect(id not in json.dumps(eve.get("/tables")), "private tables are not listed")
    expect(id in json.dumps(ben.get("/people/me/tables")), "own tables are")
    open_table = new_table(ada, ["me", "greedy"], open=True)["id"]
    ada.post(f"/tables/{open_table}/start")
    refused("no_seat", 403, eve.post, f"/tables/{open_table}/moves", body)
    watcher = Watcher(eve, open_table)
    answer = watcher.ask({"type": "move", "move": "x", "after": 0})
    same(answer["problem"], "no_seat", "spectators do not move")
    same(watcher.ask({"type": "chat", "text": "hi"})["problem"], "no_seat", "nor talk")
    same(watcher.ask({"type": "undo", "after": 0})["problem"], "no_seat", "nor take back")
    same(watcher.ask({"type": "preview", "move": "x"})["problem"], "no_seat", "nor preview")
    watcher.socket.close()


def moves_are_taken_back_and_previewed():
    """Undo as far as nothing new was learnt; everybody's view goes back with it."""
    undone = 0
    for _ in range(3):
        ada, ben = Person(house.server, "Ada"), Person(house.server, "Ben")
        table = new_table(ada, ["me", "free"])
        ben.post("/join", {"code": table["code"]})
        ada.post(f"/tables/{table['id']}/start")
        players = [Watcher(ada, table["id"]), Watcher(ben, table["id"])]
        for player in players:
            while player.view is None:
                player.next()
        decider = [player for player in players if player.moves()][0]
        answer = decider.ask({"type": "preview", "move": decider.moves()[0]})
        same(answer["type"], "preview", "a preview")
        play_on(players, moves=60, undo=True)
        for player in players:
            undone += sum(m["type"] == "event" and m["kind"] == "undo" for m in player.messages)
            fresh = player.person.get(f"/tables/{table['id']}/view")
            same(without_nulls(player.view), without_nulls(fresh["view"]), "after undos")
            same(player.number, fresh["number"], "number")
            player.socket.close()
    expect(undone, "something was taken back")


def reconnects_have_no_gap():
    ada = Person(house.server, "Ada", lang="ru")
    table = new_table(ada, ["me", "random", "random"][:seats_for(games()[0], 3)])["id"]
    ada.post(f"/tables/{table}/start")
    player = Watcher(ada, table)
    while player.view is None:
        player.next()
    while not player.over():
        play_on([player], moves=3)
        if not player.over():
            player.reconnect()
            player.next()  # the table
    fresh = ada.get(f"/tables/{table}/view")
    same(without_nulls(player.view), without_nulls(fresh["view"]), "by differences and at once")
    expect(any("а" in line or "о" in line for line in player.log), "the log is in Russian")
    behind = max(0, player.number - 150)  # whoever missed many more gets a fresh view
    late = Watcher(ada, table, after=behind, view=player.view)
    while late.number < player.number:
        late.next()
    future = Watcher(ada, table, after=99999)
    while future.view is None:
        future.next()
    same(without_nulls(future.view), without_nulls(fresh["view"]), "a wrong number: a fresh view")
    player.socket.close()
    late.socket.close()
    future.socket.close()


def chat_is_clean_and_kept():
    ada, ben = Person(house.server, "Ada"), Person(house.server, "Ben")
    table = new_table(ada, ["me", "free"])
    ben.post("/join", {"code": table["code"]})
    one, two = Watcher(ada, table["id"]), Watcher(ben, table["id"])
    one.next()
    two.next()
    same(one.ask({"type": "chat", "text": "Привет <b>всем</b> 👋"})["type"], "done", "chat")
    same(two.socket.until("chat")["text"], "Привет <b>всем</b> 👋", "as it was written")
    for text in ("", "   ", "a\nb", "\u202eabc", "x" * 501, None, 5):
        same(one.ask({"type": "chat", "text": text})["problem"], "member", "chat")
    refused("member", 400, ada.post, f"/tables/{table['id']}/chat", {"text": "\u0007"})
    ben.post(f"/tables/{table['id']}/chat", {"text": "by request"})
    same(one.socket.until("chat")["text"], "by request", "told on the socket")
    again = Watcher(ben, table["id"])
    same(again.socket.until("chat")["name"], "Ada", "chat is there for who comes later")
    for each in (one, two, again):
        each.socket.close()


def rubbish_on_a_socket_harms_nobody():
    ada = Person(house.server, "Ada")
    table = new_table(ada, ["me", "greedy"])["id"]
    ada.post(f"/tables/{table}/start")
    other = Watcher(ada, table)
    while other.view is None:
        other.next()
    player = Watcher(ada, table)
    while player.view is None:
        player.next()
    for text in ("", "{", "[]", "null", "[" * 2000, '{"type":1}', '{"type":"zork"}', '{"a":1,"a":2}',
                 '{"type":"move"}', '{"type":"move","move":"x","after":-1}',
                 '{"type":"move","move":"x","after":1e9}', '{"type":"undo","after":"0"}'):
        player.socket.frame(1, text.encode())
        answer = player.socket.until("error")
        expect(answer["message"], "an error says what is wrong")
    endings = [
        (lambda s: s.frame(2, b"binary"), {1003}),
        (lambda s: s.frame(1, b"\xff\xfe"), {1007}),
        (lambda s: s.frame(1, b"x" * 9000), {1009}),
        (lambda s: s.frame(3, b""), {1002}),
        (lambda s: s.frame(1, b"x" * 5000, fin=False) or s.frame(0, b"x" * 5000), {1009}),
        (lambda s: s.socket.sendall(house.chance.randbytes(300)), {1002, 1007, 1009, 1003, None}),
        (lambda s: [s.frame(1, b'{"type":"ping"}') for _ in range(600)], {1008}),
    ]
    for misbehave, codes in endings:
        rude = Socket(ada, table)
        try:
            misbehave(rude)
            if None in codes:  # what looks like the beginning of a frame may wait for its end
                rude.socket.settimeout(5)
            while True:
                rude.receive()
        except Closed as closed:
            expect(closed.code in codes, f"closed with {closed.code}, not {codes}")
        except (ConnectionError, socket.timeout):
            expect(None in codes or 1008 in codes, "a clean close")
        rude.close()
    for _ in range(20):  # half-open and torn connections
        torn = Socket(ada, table)
        torn.socket.sendall(b"\x81\xfe\x10")
        torn.close()
    same(other.ask({"type": "ping"})["type"], "pong", "others are not disturbed")
    player.socket.close()
    other.socket.close()


STALLED = 10  # seconds that the server waits for who reads nothing at all: STALLED in src/server/socket_loop.c


def fall_asleep(asked):
    """Somebody who asks for so many bytes and never reads; the server acts on all that was said before
    more is said, so that it is no flood, however slow the server is."""
    ada, ben, table = pair(game="gugong")  # whose views are long
    listener = watch(ada, table)
    length = len(json.dumps(watch(ben, table).view))
    sleeper = Socket(ben, table, small=True)
    try:
        for number in range(min(390, asked // length + 1)):
            sleeper.send({"type": "seat", "seat": 2})
            if number % 20 == 19:
                same(listener.ask({"type": "ping"})["type"], "pong", "others are heard")
                until(lambda: metric(ada, 'serai_waiting{queue="messages"}') == "0",
                      "what was said is acted on")
    except OSError:
        pass  # let go already
    return ada, listener, sleeper


def metric(person, name):
    """What /metrics says of it."""
    return [line.split()[1] for line in person.get("/metrics").splitlines() if line.split()[0] == name][0]


def is_dropped(why):
    """By the server's own word, and for this reason."""
    return f'"slow reader: {why}"' in house.server.log()


def slow_readers_are_dropped_by_size():
    """Who leaves more than a megabyte unread is let go at once."""
    floods = metric(Person(house.server), "serai_floods_total")
    ada, listener, sleeper = fall_asleep(1 << 21)
    until(lambda: is_dropped("too much unread"), "who leaves too much unread is let go")
    same(metric(ada, "serai_slow_readers_total"), "1", "and counted")
    same(metric(ada, "serai_floods_total"), floods, "but is no flood")
    same(listener.ask({"type": "ping"})["type"], "pong", "others stay")
    listener.socket.close()
    sleeper.close()


def slow_readers_are_dropped_by_age():
    """Who leaves unread what is more than the system keeps, but not too much, is let go after a while."""
    began = time.monotonic()
    _, listener, sleeper = fall_asleep(600_000)
    until(lambda: is_dropped("unread too long"), "who does not read for long is let go")
    expect(time.monotonic() - began >= STALLED, "not at once")
    same(listener.ask({"type": "ping"})["type"], "pong", "others stay")
    listener.socket.close()
    sleeper.close()


def leaving_and_coming_back():
    ada, ben = Person(house.server, "Ada"), Person(house.server, "Ben")
    table = new_table(ada, ["me", "free"])
    id = table["id"]
    ben.post("/join", {"code": table["code"]})
    ben.post(f"/tables/{id}/leave")
    refused("seats_empty", 409, ada.post, f"/tables/{id}/start")
    ben.post("/join", {"code": table["code"], "seat": 2})
    ada.post(f"/tables/{id}/start")
    left = ben.post(f"/tables/{id}/leave")
    expect(left["seats"][1].get("away") and left["seats"][1].get("bot"), "a bot plays on")
    back = ben.post(f"/tables/{id}/join")
    expect("bot" not in back["seats"][1], "the seat is Ben's again")
    closed = new_table(ada, ["me", "free"])["id"]
    same(ada.post(f"/tables/{closed}/leave")["status"], "closed", "the host leaves before the game")


def late_players_are_replaced_and_come_back():
    ada, ben = Person(house.server, "Ada"), Person(house.server, "Ben")
    for seconds in (4, 0, -1, 1.5, "60", 99999999):
        refused("member", 400, new_table, ada, ["me", "free"], turn_seconds=seconds)
    slow = new_table(ada, ["me", "free"], turn_seconds=3600)
    hasty = new_table(ada, ["me", "free"], turn_seconds=5)
    same(hasty["turn_seconds"], 5, "the clock")
    watcher = Watcher(ada, hasty["id"])
    for table in (slow, hasty):
        ben.post("/join", {"code": table["code"]})
        ada.post(f"/tables/{table['id']}/start")
    expect(0 < ada.get(f"/tables/{slow['id']}")["seconds_left"] <= 3600, "time runs")
    while not any(seat.get("away") for seat in (watcher.info or {"seats": []})["seats"]):
        watcher.next()
    same(watcher.number, 0, "nobody moved until then")
    late = [p for p, seat in zip((ada, ben), watcher.info["seats"]) if seat.get("away")][0]
    while watcher.number < 1:
        watcher.next()
    back = late.post(f"/tables/{hasty['id']}/join")
    expect(not any(seat.get("away") and seat.get("you") for seat in back["seats"]), "back again")
    expect(not any(seat.get("away") for seat in ada.get(f"/tables/{slow['id']}")["seats"]),
           "others have time")
    watcher.socket.close()


def rematches_and_forks():
    ada, eve = Person(house.server, "Ada"), Person(house.server, "Eve")
    table = new_table(ada, ["me", "random"], open=True)["id"]
    ada.post(f"/tables/{table}/start")
    refused("not_finished", 409, ada.post, f"/tables/{table}/rematch")
    refused("not_finished", 409, eve.post, f"/tables/{table}/fork")
    player = Watcher(ada, table)
    while player.view is None:
        player.next()
    play_on([player], moves=2)
    solo = ada.post(f"/tables/{table}/fork", {"bot": "random"})
    same((solo["status"], solo["open"]), ("waiting", False), "a fork of a game against bots")
    play_on([player])
    again = ada.post(f"/tables/{table}/rematch")
    same(again["id"], ada.post(f"/tables/{table}/rematch")["id"], "one rematch")
    refused("no_seat", 403, eve.post, f"/tables/{table}/rematch")
    refused("game_over", 409, eve.post, f"/tables/{table}/fork")
    refused("member", 400, eve.post, f"/tables/{table}/fork", {"ply": 99999})
    fork = eve.post(f"/tables/{table}/fork", {"ply": 3, "seat": 2, "bot": "random"})
    eve.post(f"/tables/{fork['id']}/start")
    other = Watcher(eve, fork["id"])
    while other.view is None:
        other.next()
    play_on([other])
    path, _ = record_of(eve, fork["id"])
    same(serai("check", path).returncode, 0, "a fork's record is right")
    player.socket.close()
    other.socket.close()
