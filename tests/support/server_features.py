"""More of what tests/server tries: hints, several seats at one screen, consent, clocks, looking at games,
people and their ratings, rules that change, looking after the server."""
import json
import os
import re
import sqlite3
import subprocess
import time
import urllib.request

import server_house as house
from server_client import Person, Refused, Server, Socket, WAIT, Watcher, without_nulls
from server_house import (expect, finished_game, games, new_table, pair, play_on, record_of, refused,
                          same, seats_for, serai, until, watch)


# ---- hints ----

def hints_are_for_the_decider():
    for game in games():
        ada = Person(house.server, "Ada")
        count = seats_for(game, 2)
        table = new_table(ada, ["me"] + ["random"] * (count - 1), game)
        same(table["hints"], True, "one person may ask")
        ada.post(f"/tables/{table['id']}/start")
        player = watch(ada, table["id"])
        while not player.moves():
            player.next()
        same(player.ask({"type": "hint"})["type"], "done", "it is thought about")
        advice = player.socket.until("hint")
        same((advice["number"], advice["thinking"]), (player.number, False), "about this position")
        expect(advice["hints"], "there is advice")
        for hint in advice["hints"]:
            expect(hint["move"] in player.moves(), f"legal: {hint}")
            expect(0 <= hint["chance"] <= 1 and hint["text"], f"{hint}")
        again = ada.post(f"/tables/{table['id']}/hint")
        same(again["hints"], advice["hints"], "the same when asked again")
        player.ask({"type": "move", "move": advice["hints"][0]["move"], "after": player.number})
        player.socket.close()
        ada.post(f"/tables/{table['id']}/leave")


def hints_are_given_where_the_table_allows():
    ada, ben, table = pair()
    seen = [(person, person.get(f"/tables/{table}/view")) for person in (ada, ben)]
    for person in (ada, ben):
        refused("no_hints", 409, person.post, f"/tables/{table}/hint")
    refused("sign_in", 401, Person(house.server).post, f"/tables/{table}/hint")
    ada, ben, table = pair(hints=True, open=True)
    seen = {person: person.get(f"/tables/{table}/view") for person in (ada, ben)}
    decider = [person for person in seen if seen[person]["view"].get("moves")][0]
    other = ben if decider is ada else ada
    refused("wrong_seat", 409, other.post, f"/tables/{table}/hint")
    refused("no_seat", 403, Person(house.server, "Eve").post, f"/tables/{table}/hint")
    others = Watcher(other, table)
    decider.post(f"/tables/{table}/hint")
    until(lambda: decider.post(f"/tables/{table}/hint")["hints"], "hints")
    same(others.ask({"type": "ping"})["type"], "pong", "ping")
    expect(not any(message["type"] == "hint" for message in others.messages), "not for others")
    others.socket.close()
    solo = Person(house.server, "Solo")
    tables = [new_table(solo, ["me", "greedy"])["id"] for _ in range(20)]
    problems = []
    for one in tables:
        solo.post(f"/tables/{one}/start")
    for one in tables:
        until(lambda one=one: solo.get(f"/tables/{one}/view")["view"].get("moves"), "my turn")
    for one in tables:
        try:
            solo.post(f"/tables/{one}/hint")
        except Refused as refusal:
            problems.append(refusal.problem)
    expect("too_fast" in problems, f"one at a time a person: {problems}")
    for one in tables:
        solo.post(f"/tables/{one}/leave")


# ---- several seats at one screen ----

def people_share_a_screen():
    ada = Person(house.server, "Ada")
    count = seats_for(games()[0], 3)
    wish = ["me", {"name": "Ben at my side"}] + ["random"] * (count - 2)
    table = new_table(ada, wish, open=True)
    same([seat.get("name") for seat in table["seats"]][:2], ["Ada", "Ben at my side"], "names")
    same([seat.get("you", False) for seat in table["seats"]][:2], [True, True], "both are mine")
    same(table["hints"], False, "two people look at this screen")
    id = table["id"]
    ada.post(f"/tables/{id}/start")
    player = watch(ada, id)
    same(player.view.get("seat"), None, "nobody's hand before it is asked for")
    expect(not player.moves(), "and nobody's moves")
    refused("no_seat", 403, ada.get, f"/tables/{id}/view?seat=3")
    refused("no_seat", 403, Person(house.server, "Eve").get, f"/tables/{id}/view?seat=1")
    same(player.ask({"type": "seat", "seat": 3})["problem"], "no_seat", "not a bot's")
    for seat in (1, 2):
        same(ada.get(f"/tables/{id}/view?seat={seat}")["view"]["seat"], seat, "by request")
    turns = 0
    while not player.over():
        decider = player.view["decider"]
        if decider not in (1, 2):
            player.next()
            continue
        if player.view.get("seat") != decider:
            expect(not player.moves(), "no moves of a seat that was not asked for")
            player.ask({"type": "seat", "seat": decider})
            turns += 1
            continue
        answer = player.ask({"type": "move", "move": house.chance.choice(player.moves()),
                             "after": player.number})
        same(answer["type"], "done", f"{answer}")
        while player.number < answer["number"]:
            player.next()
        if turns % 5 == 4 and not player.over():  # comes back to the same seat
            seat = player.view["seat"]
            player.reconnect(seat=seat)
            player.next()
            same(player.ask({"type": "ping"})["type"], "pong", "ping")
            fresh = ada.get(f"/tables/{id}/view?seat={seat}")
            if fresh["number"] == player.number:
                same(without_nulls(player.view), without_nulls(fresh["view"]), "no gap")
    expect(turns > 3, "the screen went around")
    same(player.ask({"type": "seat", "seat": 0})["type"], "done", "nobody's view again")
    same(player.view.get("seat"), None, "nobody's view")
    player.socket.close()
    stats = ada.get("/people/me/statistics")["statistics"]
    same(stats, [], "two seats of one person count for nobody")
    owner = Person(house.server, "Owned Name")
    owner.post("/people/me/claim", {"password": "long enough"})
    refused("name_taken", 409, new_table, ada, ["me", {"name": "Owned Name"}])
    refused("name", 400, new_table, ada, ["me", {"name": ""}])
    refused("member", 400, new_table, ada, ["me", {"name": 5}])


def who_shares_a_screen_leaves_with_both_seats():
    ada, eve = Person(house.server, "Ada"), Person(house.server, "Eve")
    table = new_table(ada, ["me", "me"])["id"]
    ada.post(f"/tables/{table}/start")
    left = ada.post(f"/tables/{table}/leave")
    same([seat.get("away") for seat in left["seats"]], [True, True], "bots play on")
    back = ada.post(f"/tables/{table}/join")
    same([seat.get("away") for seat in back["seats"]], [None, None], "both are back")
    fork = ada.post(f"/tables/{table}/fork", {"seat": 2, "bot": "random"})
    same([seat.get("you") for seat in fork["seats"]], [None, True], "one of my seats against bots")
    refused("private_table", 403, eve.get, f"/tables/{table}")


# ---- consent ----

def petition_of(person, table):
    return person.get(f"/tables/{table}").get("petition")


def moves_are_taken_back_by_consent():
    ada, ben, table = pair(open=True)
    players = [watch(ada, table), watch(ben, table)]
    eve = Person(house.server, "Eve")
    refused("no_seat", 403, eve.post, f"/tables/{table}/petition", {"kind": "undo", "after": 0})
    refused("nothing_to_undo", 409, ada.post, f"/tables/{table}/petition", {"kind": "undo", "after": 0})
    refused("member", 400, ada.post, f"/tables/{table}/petition", {"kind": "zork"})
    refused("no_petition", 409, ada.post, f"/tables/{table}/petition/answer", {"agree": True})
    play_on(players, moves=12)
    before = players[0].number
    refused("moved_on", 409, ada.post, f"/tables/{table}/petition", {"kind": "undo", "after": before - 1})
    asked = ada.post(f"/tables/{table}/petition", {"kind": "undo", "ply": 2, "after": before})
    same(asked["petition"], {"kind": "undo", "by": 1, "ply": 2, "agreed": [1]}, "what is asked")
    refused("petition_busy", 409, ben.post, f"/tables/{table}/petition", {"kind": "undo", "after": before})
    refused("no_seat", 403, eve.post, f"/tables/{table}/petition/answer", {"agree": True})
    while not (players[1].info or {}).get("petition"):
        players[1].next()
    ben.post(f"/tables/{table}/petition/answer", {"agree": False})
    same(petition_of(ada, table)["refused"], 2, "refused")
    same(ada.get(f"/tables/{table}/view")["number"], before, "nothing happened")
    same(players[1].ask({"type": "ask", "kind": "undo", "ply": 2, "after": before})["type"], "done",
         "asked again, by socket")
    same(players[0].ask({"type": "answer", "agree": True})["type"], "done", "agreed")
    for player in players:
        while player.number < before + 1:
            player.next()
        same(player.view["ply"], 2, "two moves are left")
        fresh = player.person.get(f"/tables/{table}/view")
        same(without_nulls(player.view), without_nulls(fresh["view"]), "the view went back too")
    same(petition_of(ada, table), None, "nothing is asked any more")
    house.server.kill()
    house.server.start()
    for player in players:
        player.reconnect()
        player.next()
        fresh = player.person.get(f"/tables/{table}/view")
        same((fresh["number"], fresh["view"]["ply"]), (before + 1, 2), "it is durable")
    play_on(players, moves=3)
    last = players[0].number
    wish = {"kind": "undo", "ply": 0, "after": last}
    ada.post(f"/tables/{table}/petition", wish)
    house.server.kill()
    house.server.start()
    same(petition_of(ben, table), None, "what was only asked is forgotten")
    refused("no_petition", 409, ben.post, f"/tables/{table}/petition/answer", {"agree": True})
    for player in players:
        player.reconnect()
        player.next()
    same(ada.post(f"/tables/{table}/petition", wish)["petition"]["agreed"], [1], "and asked again")
    play_on(players, moves=1)
    same(petition_of(ada, table), None, "a move is an answer too")
    late = watch(eve, table)
    same(late.number, players[0].number, "spectators keep up")
    replayed = eve.get(f"/tables/{table}/events?after=0")["messages"]
    expect(any(m["kind"] == "undo" and m["ply"] == 2 for m in replayed), "and are told all of it")
    for one in players + [late]:
        one.socket.close()


def bots_agree_to_everything():
    ada = Person(house.server, "Ada")
    table = new_table(ada, ["me", "random"])["id"]
    ada.post(f"/tables/{table}/start")
    player = watch(ada, table)
    play_on([player], moves=6)
    while not player.moves():
        player.next()
    mine = player.view["ply"]
    answer = ada.post(f"/tables/{table}/petition", {"kind": "undo", "after": player.number})
    expect("petition" not in answer, "nobody is left to be asked")
    while player.number < answer["number"]:
        player.next()
    expect(player.view["ply"] < mine and player.moves(), "it is before my own last move")
    player.socket.close()


def who_is_away_gets_a_bot():
    """With a grace of a few seconds, which a configuration file sets."""
    path = os.path.join(house.work, "grace.conf")
    with open(path, "w") as file:
        file.write("# short, for the test\ngrace = 6\n")
    usual = house.server
    house.server = Server(house.SERAI, os.path.join(house.work, "grace"), "--config", path).deal("grace").start()
    try:
        host = Person(house.server, "Host")
        left = new_table(host, ["me", "free"], open=True)["id"]
        ada, ben, table = pair()
        offered = lambda: left in [one["id"] for one in ada.get("/tables")["tables"]]  # noqa: E731
        watchers = {person: Watcher(person, table) for person in (ada, ben)}
        # A socket is open a moment before the table knows who looks.
        until(lambda: all(seat["here"] for seat in ada.get(f"/tables/{table}")["seats"]), "here")
        seen = {person: person.get(f"/tables/{table}/view") for person in (ada, ben)}
        absent = [person for person in seen if seen[person]["view"].get("moves")][0]
        other = ben if absent is ada else ada
        seat = seen[absent]["view"]["seat"]
        wish = {"kind": "replace", "seat": seat}
        refused("nobody_away", 409, other.post, f"/tables/{table}/petition", wish)
        refused("nobody_away", 409, absent.post, f"/tables/{table}/petition", wish)
        refused("member", 400, other.post, f"/tables/{table}/petition", {"kind": "replace"})
        refused("member", 400, other.post, f"/tables/{table}/petition", {"kind": "replace", "seat": 9})
        watchers[absent].socket.close()
        until(lambda: not other.get(f"/tables/{table}")["seats"][seat - 1]["here"], "away")
        refused("still_grace", 409, other.post, f"/tables/{table}/petition", wish)

        def ask():
            try:
                return other.post(f"/tables/{table}/petition", wish)
            except Refused as refusal:
                same(refusal.problem, "still_grace", "grace")
                return None

        answer = until(ask, "a bot")
        expect(answer["seats"][seat - 1].get("away"), "a bot plays on")
        until(lambda: other.get(f"/tables/{table}/view")["number"] > 0, "the bot's move")
        back = absent.post(f"/tables/{table}/join")
        expect(not back["seats"][seat - 1].get("away"), "and the seat is taken back")
        watchers[other].socket.close()
        # By now that table was made long ago and nobody is there.
        until(lambda: not offered(), "a table where nobody waits is not offered")
        waits = Socket(host, left)
        until(offered, "it is offered while somebody waits there")
        waits.close()
    finally:
        code = house.server.stop()
        house.server = usual
    same(code, 0, "exit code")


# ---- clocks ----

def clocks_are_kept():
    ada = Person(house.server, "Ada")
    for clock in (5, {}, {"kind": "zork"}, {"kind": "turn", "seconds": 1}, {"kind": "days", "days": 31},
                  {"kind": "game", "seconds": 10}, {"kind": "game", "seconds": 60, "increment": -1}):
        refused("member", 400, new_table, ada, ["me", "free"], clock=clock)
    for clock in ({"kind": "none"}, {"kind": "turn", "seconds": 60}, {"kind": "days", "days": 3},
                  {"kind": "game", "seconds": 600, "increment": 0}):
        same(new_table(ada, ["me", "free"], clock=clock)["clock"], clock, "as it was wished")
    ada, ben, table = pair(clock={"kind": "game", "seconds": 300, "increment": 60})
    same([seat["seconds"] > 290 for seat in ada.get(f"/tables/{table}")["seats"]], [True, True], "full")
    players = [watch(ada, table), watch(ben, table)]
    first = [player for player in players if player.moves()][0]
    seat = first.view["seat"]
    while first.view["decider"] == seat and not first.over():
        play_on(players, moves=1)
    seconds = first.socket.until("clock")["seconds"] if not any(
        m["type"] == "clock" for m in first.messages) else \
        [m for m in first.messages if m["type"] == "clock"][-1]["seconds"]
    expect(300 < seconds[seat - 1] <= 360, f"the turn added its seconds: {seconds}")
    house.server.kill()
    house.server.start()
    kept = ada.get(f"/tables/{table}")
    expect(300 < kept["seats"][seat - 1]["seconds"] <= 360, f"after a restart: {kept}")
    for player in players:
        player.socket.close()


def what_was_used_of_a_games_time_stays_used():
    ada, ben, table = pair(clock={"kind": "game", "seconds": 30, "increment": 0})
    seen = {person: person.get(f"/tables/{table}/view")["view"] for person in (ada, ben)}
    late = [person for person in seen if seen[person].get("moves")][0]
    seat = seen[late]["seat"]
    body = {"move": seen[late]["moves"][0]["move"], "after": 0}
    late.post(f"/tables/{table}/moves", body)
    house.server.kill()
    with sqlite3.connect(os.path.join(house.server.data, "serai.sqlite")) as store:
        store.execute("UPDATE moves SET spent = 29500 WHERE table_id = ?", (table,))
    house.server.start()
    left = late.get(f"/tables/{table}")["seats"][seat - 1]["seconds"]
    expect(left <= 10, f"little is left: {left}")


# ---- looking at games ----

def any_position_of_a_game_is_shown():
    slowest = 0
    for game in games():
        ada, table, player = finished_game(game)
        path, _ = record_of(ada, table)
        plies = ada.get(f"/tables/{table}/replay")["plies"]
        seats = len(player.info["seats"])
        for _ in range(12):
            ply, seat = house.chance.randint(0, plies), house.chance.randint(0, seats)
            started = time.monotonic()
            shown = ada.get(f"/tables/{table}/replay?ply={ply}&seat={seat}")
            slowest = max(slowest, time.monotonic() - started)
            engine = serai("show", path, "--at", str(ply), "--seat", str(seat) if seat else "none",
                                 "--json")
            same(without_nulls(shown["view"]), without_nulls(json.loads(engine.stdout)),
                 f"{game} {ply} {seat}")
        story = ada.get(f"/tables/{table}/moves")
        same(len(story["moves"]), plies + 1, "every move, and the deal")
        totals = ada.get(f"/tables/{table}")["scores"]["totals"]
        same(story["moves"][-1]["points"], [totals[str(seat + 1)] for seat in range(seats)], "points")
        same(ada.get(f"/tables/{table}/replay?ply={plies}")["log"], story["moves"][-1]["log"], "log")
        expect(all("move" in move and move["by"] for move in story["moves"][1:]), "moves")
        refused("ply", 400, ada.get, f"/tables/{table}/replay?ply={plies + 1}")
        refused("seat", 400, ada.get, f"/tables/{table}/replay?seat={seats + 1}")
    print(f"  slowest position {slowest * 1000:.0f} ms")


def chances_are_estimated():
    for game in games():
        ada, table, player = finished_game(game)
        plies = ada.get(f"/tables/{table}/replay")["plies"]
        chances = until(lambda: ada.get(f"/tables/{table}/chances")["chances"], "chances")
        same(len(chances), plies + 1, "one for each position")
        seats = len(player.info["seats"])
        for one in chances:
            expect(len(one) == seats and all(0 <= chance <= 1000 for chance in one), f"{one}")
            expect(sum(one) <= 1000 + seats, f"shares of the victory: {one}")
        winners = ada.get(f"/tables/{table}")["scores"]["winners"]
        for seat in range(seats):
            same(chances[-1][seat] > 0, seat + 1 in winners, f"the end is certain: {chances[-1]}")
    house.server.kill()
    house.server.start()
    same(ada.get(f"/tables/{table}/chances")["chances"], chances, "kept")


def a_game_is_reviewed():
    ada, table, _ = finished_game("dunhuang")
    path, _ = record_of(ada, table)
    ben = Person(house.server, "Ben")
    refused("private_table", 403, ben.get, f"/tables/{table}/review")
    review = until(lambda: ada.get(f"/tables/{table}/review").get("review"), "a review")
    same(review, json.loads(serai("review", path, "--json").stdout), "what the command says")
    house.server.kill()
    house.server.start()
    same(ada.get(f"/tables/{table}/review")["review"], review, "kept")
    refused("unknown_game", 400, ada.get, "/puzzles/chess")
    puzzle = until(lambda: (lambda one: None if one["thinking"] else one)(ada.get("/puzzles/dunhuang")), "a puzzle")
    same(puzzle["view"]["seat"], puzzle["seat"], "as the seat that decides sees it")
    legal = {move["move"] for move in puzzle["view"]["moves"]}
    answers = [answer["move"] for answer in puzzle["verdict"]["answers"]]
    expect(puzzle["verdict"]["mistake"] and set(answers) <= legal, f"{answers} of {legal}")
    same(answers[0], puzzle["verdict"]["better"], "the best is the first")


def a_game_is_shared_by_link():
    ada, table, _ = finished_game()
    eve = Person(house.server, "Eve")
    refused("private_table", 403, eve.get, f"/tables/{table}/replay?ply=3")
    refused("private_table", 403, eve.post, f"/tables/{table}/share")
    same(ada.post(f"/tables/{table}/share")["shared"], True, "shared")
    same(eve.get(f"/tables/{table}/replay?ply=3")["ply"], 3, "anyone with the link")
    refused("no_seat", 403, eve.post, f"/tables/{table}/share", {"shared": False})
    expect(table not in json.dumps(eve.get("/tables")), "but it is not listed")
    ada.post(f"/tables/{table}/share", {"shared": False})
    refused("private_table", 403, eve.get, f"/tables/{table}")
    waiting = new_table(ada, ["me", "free"])["id"]
    refused("not_finished", 409, ada.post, f"/tables/{waiting}/share")


def records_come_and_go():
    ada, table, _ = finished_game()
    _, text = record_of(ada, table)
    ben, eve = Person(house.server, "Ben"), Person(house.server, "Eve")
    imported = ben.call("POST", "/import", raw=text)
    same((imported["status"], imported["imported"]), ("finished", True), "a table to review")
    same(ben.get(f"/tables/{imported['id']}/record"), text, "the same record")
    same(ben.get(f"/tables/{imported['id']}/moves")["plies"],
         ada.get(f"/tables/{table}/moves")["plies"], "the same moves")
    refused("private_table", 403, eve.get, f"/tables/{imported['id']}")
    expect(imported["id"] in json.dumps(ben.get("/people/me/tables")), "among one's own")
    fork = ben.post(f"/tables/{imported['id']}/fork", {"ply": 3, "bot": "random"})
    same(fork["status"], "waiting", "played on against bots")
    lines = text.split("\n")
    half = "\n".join(lines[:len(lines) // 2])
    try:
        ben.call("POST", "/import", raw=half)
        raise AssertionError("a record that is cut off")
    except Refused as refusal:
        expect(refusal.status == 400 and refusal.message, f"{refusal}")
    for hostile in ("", "{}", "x" * 1000, "serai-record 1\ngame zork\n", "serai-record 1\n" * 999,
                    text.replace("\nmoves\n", "\nmoves\nzork 1\n"), "\x00" * 100,
                    text.replace("seats ", "seats 9")):
        try:
            ben.call("POST", "/import", raw=hostile)
            raise AssertionError(f"imported: {hostile[:60]!r}")
        except Refused as refusal:
            same(refusal.status, 400, f"{refusal}")
    refused("too_much", 413, ben.call, "POST", "/import", raw="x" * 300000)
    refused("sign_in", 401, Person(house.server).call, "POST", "/import", raw=text)
    archive = [json.loads(line) for line in ada.get("/people/me/export").splitlines()]
    same([(one["table"], one["record"]) for one in archive], [(table, text)], "all of one's games")
    same(ben.get("/people/me/export?after=2"), "", "nothing after the last")


# ---- people ----

def passwords_are_changed():
    ada = Person(house.server, "Ada Changes")
    refused("wrong_password", 401, ada.post, "/people/me/password",
            {"old": "long enough", "password": "even longer"})
    ada.post("/people/me/claim", {"password": "long enough"})
    other = Person(house.server)
    other.post("/people", {"name": "Ada Changes", "password": "long enough"})
    refused("member", 400, ada.post, "/people/me/password", {"old": "long enough", "password": "x"})
    refused("wrong_password", 401, ada.post, "/people/me/password",
            {"old": "wrong password", "password": "even longer"})
    ada.post("/people/me/password", {"old": "long enough", "password": "even longer"})
    same(ada.get("/people/me")["name"], "Ada Changes", "this device stays")
    refused("sign_in", 401, other.get, "/people/me")
    refused("wrong_password", 401, Person(house.server).post, "/people",
            {"name": "Ada Changes", "password": "long enough"})
    Person(house.server).post("/people", {"name": "Ada Changes", "password": "even longer"})


def games_among_claimed_names_are_rated():
    game = games()[0]
    ada, ben = Person(house.server, "Ada Rated"), Person(house.server, "Ben Rated")
    guest = Person(house.server, "Guest")
    for person in (ada, ben):
        person.post("/people/me/claim", {"password": "long enough"})
    same(ada.get("/people/me/statistics")["statistics"], [], "nothing yet")
    for one, two, more in ((ada, ben, {}), (ada, guest, {}), (ada, ben, {"hints": True})):
        one, two, table = pair(one, two, **more)
        players = [watch(one, table), watch(two, table)]
        play_on(players)
        for player in players:
            player.socket.close()
    mine = ada.get("/people/me/statistics")["statistics"]
    same([(s["game"], s["games"], s["rated"]) for s in mine], [(game, 3, 1)], "one of three counts")
    guests = guest.get("/people/me/statistics")["statistics"][0]
    same((guests["games"], guests["rated"]), (1, 0), "a guest is not rated")
    expect("rating" not in guests, "no rating without a rated game")
    board = {one["name"]: one for one in guest.get(f"/ratings/{game}")["ratings"]}
    one, two = board["Ada Rated"], board["Ben Rated"]
    same(one["rating"], mine[0]["rating"], "the same rating")
    expect(one["rating"] + two["rating"] in (2999, 3000, 3001), "what one wins the other loses")
    expect(one["doubt"] < 350, "and less is in doubt")
    refused("unknown_game", 400, guest.get, "/ratings/chess")
    history = [t for t in ada.get("/people/me/tables")["tables"] if t["status"] == "finished"]
    same(len(history), 3, "the history")
    for table in history:
        expect(table["ended"] and all("rank" in seat and "points" in seat for seat in table["seats"]),
               f"with results: {table}")
    same(ada.get("/people/me/tables?after=2")["tables"], ada.get("/people/me/tables")["tables"][2:],
         "page by page")


# ---- rules that change ----

def tables_outlive_their_rules():
    """A table that was saved under other rules goes on from its position, and from the moves after it if
    the server was killed; one that was never saved says what is the matter. The other rules are an older
    version number in the store."""
    ada = Person(house.server, "Ada")

    def play_a_little(table):
        player = watch(ada, table)
        play_on([player], moves=5)
        while not player.moves():
            player.next()
        player.socket.close()
        return player

    tables = []
    for _ in range(3):
        table = new_table(ada, ["me", "random"], open=True)["id"]
        ada.post(f"/tables/{table}/start")
        tables.append((table, play_a_little(table)))
    same(house.server.stop(), 0, "a stop saves every position")
    house.server.start()
    late = tables.pop()[0]
    late_player = play_a_little(late)
    house.server.kill()
    with sqlite3.connect(os.path.join(house.server.data, "serai.sqlite")) as store:
        for table, player in tables:
            store.execute("UPDATE tables SET rules = 0 WHERE id = ?", (table,))
            number, position = store.execute(
                "SELECT number, position FROM positions WHERE table_id = ?", (table,)).fetchone()
            same(number, player.number, "saved after the last entry")
            old = json.loads(position)
            old["rules"] = 0
            store.execute("UPDATE positions SET position = ? WHERE table_id = ?",
                          (json.dumps(old), table))
        store.execute("DELETE FROM positions WHERE table_id = ?", (tables[1][0],))
        store.execute("UPDATE tables SET rules = 0 WHERE id = ?", (late,))
        number, = store.execute("SELECT number FROM positions WHERE table_id = ?", (late,)).fetchone()
        expect(number < late_player.number, "killed before it was saved again")
    house.server.start()
    fresh = ada.get(f"/tables/{late}/view")
    same(fresh["number"], late_player.number, "no move is lost")
    for name in set(late_player.view) - {"ply", "undo", "log"}:
        same(fresh["view"].get(name), late_player.view.get(name), f"{name} is where it was")
    table, player = tables[0]
    fresh = ada.get(f"/tables/{table}/view")
    same(fresh["number"], player.number, "events are counted on")
    for name in set(player.view) - {"ply", "undo", "log"}:
        same(fresh["view"].get(name), player.view.get(name), f"{name} is where it was")
    back = watch(ada, table, after=player.number - 2)
    same(back.number, player.number, "who comes back gets a fresh view")
    play_on([back])
    path, text = record_of(ada, table)
    same(serai("check", path).returncode, 0, "the record is right from there on")
    back.socket.close()
    refusal = refused("other_rules", 409, ada.get, f"/tables/{tables[1][0]}")
    expect("0" in refusal.message, refusal.message)
    with sqlite3.connect(os.path.join(house.server.data, "serai.sqlite")) as store:
        store.execute("UPDATE tables SET rules = (SELECT rules FROM tables WHERE id = ?) WHERE id = ?",
                      (table, tables[1][0]))


def tables_of_an_earlier_version_go_on():
    """A rated game begun under rules that were mended since ends under them, after a kill and without any
    saved position: what was promised of the shuffle holds, and it counts for the rating."""
    game, people = "gugong", []
    for name in ("Ada Before", "Ben Before"):
        people.append(Person(house.server, name))
        people[-1].post("/people/me/claim", {"password": "long enough"})
    fresh = new_table(people[0], ["me", "free"], game)
    expect(fresh["rules"] > 1, "the rules were mended")
    *people, table = pair(*people, game=game, rules=1)
    promised = people[0].get(f"/tables/{table}")["commitment"]
    players = [watch(person, table) for person in people]
    play_on(players, moves=20)
    number = max(player.number for player in players)
    for player in players:
        player.socket.close()
    house.server.kill()
    with sqlite3.connect(os.path.join(house.server.data, "serai.sqlite")) as store:
        store.execute("DELETE FROM positions WHERE table_id = ?", (table,))
        store.execute("DELETE FROM checkpoints WHERE table_id = ?", (table,))
        same(store.execute("SELECT rules FROM tables WHERE id = ?", (table,)).fetchone()[0], 1, "rules")
    house.server.start()
    players = [watch(person, table) for person in people]
    same(players[0].number, number, "no move is lost")
    play_on(players)
    for player in players:
        player.socket.close()
    finished = people[0].get(f"/tables/{table}")
    same((finished["status"], finished["rules"]), ("finished", 1), "it ends as it began")
    path, text = record_of(people[0], table)
    expect("\nrules 1\n" in text, "the record says by which rules")
    same(serai("check", path).returncode, 0, "and is right")
    same(serai("fair", path, table, promised).returncode, 0, "the shuffle is the one that was promised")
    for person in people:
        mine = person.get("/people/me/statistics")["statistics"]
        same([(one["game"], one["rated"]) for one in mine], [(game, 1)], "it is rated")
    # A finished game is replayed under its own rules for ever, by a server that never saw it played.
    last = people[0].get(f"/tables/{table}/view")["view"]
    score = people[0].get(f"/tables/{table}/score")
    house.server.kill()
    house.server.start()
    expect(record_of(people[0], table)[1] == text, "the record is the same to the letter")
    same(people[0].get(f"/tables/{table}/score"), score, "the score sheet too")
    ended = people[0].get(f"/tables/{table}/replay")
    same(ended["view"]["points"], last["points"], "its last move leads where the game ended")
    expect(ended["plies"] > 20 and ended["view"]["over"], ended["plies"])
    for ply in (0, ended["plies"] // 2):
        past = people[0].get(f"/tables/{table}/replay?ply={ply}")["view"]
        same((past["rules"], past["over"]), (1, False), f"after {ply} moves")


# ---- running it ----

def the_configuration_is_read():
    data, path = os.path.join(house.work, "configured"), os.path.join(house.work, "serai.conf")

    def refuse(text, *words):
        with open(path, "w") as file:
            file.write(text)
        for lang in ("en", "ru"):
            done = serai("serve", "--config", path, "--lang", lang)
            expect(done.returncode != 0 and "serai.conf" in done.stderr, f"{text!r}: {done}")
            for word in words:
                expect(word in done.stderr, f"{text!r}: {done.stderr}")

    refuse("zork = 1\n", "1", "zork", "listen, data")
    refuse("\n# fine\nlisten\n", "3", "listen")
    refuse("grace = 0\n", "grace", "1..86400")
    refuse("grace = 10\ngrace = 20\n", "2", "grace")
    refuse("confine = maybe\n", "yes, no")
    refuse("data =\n", "data")
    refuse("listen = \0\n", "listen")
    missing = serai("serve", "--config", path + ".none")
    expect(missing.returncode != 0 and ".none" in missing.stderr, missing.stderr)
    with open(path, "w") as file:
        file.write(f"# a server\nlisten = 127.0.0.1:1\ndata = {data}\ngrace=7\nbot_threads = 1\n")
    server = Server(house.SERAI, data, "--config", path).start()  # flags come first
    same(server.stop(), 0, "exit code")
    expect(os.path.exists(os.path.join(data, "serai.sqlite")), "the data is where the file says")


def the_server_is_confined():
    log = house.server.log().splitlines()
    words = [json.loads(line) for line in log if '"what":"confined"' in line or '"not confined"' in line]
    expect(words, "the log says so")
    if words[-1]["what"] == "not confined":
        expect("asan" in house.SERAI or "tsan" in house.SERAI, f"only where it cannot be: {words[-1]}")
        return
    pid = house.server.process.pid
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/status") as status:
            expect("Seccomp:\t2" in status.read(), f"thread {task}")


def the_server_is_looked_after():
    server = Server(house.SERAI, os.path.join(house.work, "admin")).deal("admin").start()
    usual, house.server = house.server, server

    def admin(*arguments, text="", fails=False):
        done = subprocess.run([house.SERAI, "--lang", "en", "admin", *arguments, "--data", server.data],
                              input=text, capture_output=True, text=True, timeout=WAIT)
        same(done.returncode != 0, fails, f"{arguments}: {done}")
        return done.stderr if fails else done.stdout

    try:
        ada = Person(server, "Ада \"quoted\"")
        ada.post("/people/me/claim", {"password": "long enough"})
        table = new_table(ada, ["me", "random"])["id"]
        ada.post(f"/tables/{table}/start")
        player = watch(ada, table)
        play_on([player], moves=3)
        before = player.number
        people = [json.loads(line) for line in admin("users", "--json").splitlines()]
        same([(one["name"], one["claimed"], one["tables"]) for one in people],
             [("Ада \"quoted\"", True, 1)], "people")
        expect("1 table" in admin("users"), "in words")
        tables = [json.loads(line) for line in admin("tables", "--json").splitlines()]
        same([(one["id"], one["status"]) for one in tables], [(table, "playing")], "tables")
        expect(table in admin("tables"), "in words")
        copy = os.path.join(house.work, "copy.sqlite")
        admin("backup", copy)
        same(os.stat(copy).st_mode & 0o777, 0o600, "a copy is for its owner alone")
        admin("backup", copy, fails=True)  # never over another
        play_on([player], moves=2)
        after = player.number
        player.socket.close()
        expect("another server" in admin("restore", copy, fails=True), "not while it runs")
        admin("password", "Nobody", text="long enough\n", fails=True)
        admin("password", "Ада \"quoted\"", text="short\n", fails=True)
        admin("password", "Ада \"quoted\"", text="another one\n")
        refused("sign_in", 401, ada.get, "/people/me")
        ada.post("/people", {"name": "Ада \"quoted\"", "password": "another one"})
        expect(ada.get(f"/tables/{table}/view")["number"] >= after, "all is there")
        server.stop()
        broken = os.path.join(house.work, "broken.sqlite")
        with open(copy, "rb") as whole, open(broken, "wb") as file:
            content = bytearray(whole.read())
            content[4096:8192] = house.chance.randbytes(4096)
            file.write(content)
        admin("restore", broken, fails=True)
        admin("restore", os.path.join(house.ROOT, "Makefile"), fails=True)
        admin("restore", copy + ".none", fails=True)
        empty = os.path.join(house.work, "empty.sqlite")
        sqlite3.connect(empty).execute("CREATE TABLE people (id)").connection.close()
        expect("not a store" in admin("restore", empty, fails=True), "another database")
        admin("restore", copy)
        server.start()
        ada.post("/people", {"name": "Ада \"quoted\"", "password": "long enough"})
        number = ada.get(f"/tables/{table}/view")["number"]
        expect(before <= number, f"as it was then: {number}")
        expect(os.path.exists(os.path.join(server.data, "serai.sqlite.before")), "the old one is kept")
        for name in os.listdir(server.data):
            same(os.stat(os.path.join(server.data, name)).st_mode & 0o077, 0, f"{name} is nobody else's")
        server.stop()
        admin("close", table)
        admin("close", table, fails=True)
        admin("close", "zork", fails=True)
        for wrong in (["zork"], ["backup"], ["users", "Ada"]):
            admin(*wrong, fails=True)
        server.start()
        same(ada.get(f"/tables/{table}")["status"], "closed", "closed")
    finally:
        code = server.stop()
        house.server = usual
    same(code, 0, "exit code")


def make_play_finds_a_port():
    """The script behind `make play`, with the usual port taken: another one will do."""
    environment = {**os.environ, "PORT": str(house.server.port), "DISPLAY": "", "WAYLAND_DISPLAY": "",
                   "XDG_DATA_HOME": os.path.join(house.work, "play"), "LANG": "C.UTF-8"}
    play = subprocess.Popen([os.path.join(house.ROOT, "scripts", "play"), os.path.dirname(house.SERAI)],
                            stdout=subprocess.PIPE, text=True, env=environment)
    line = play.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
    expect(address and int(address.group(1)) != house.server.port, f"an address: {line!r}")
    with urllib.request.urlopen(address.group(0) + "health") as health:
        same(json.load(health)["status"], "ok", "it serves")
    play.terminate()
    same(play.wait(WAIT), 0, "and stops")
    play.stdout.close()


TESTS = [hints_are_for_the_decider, hints_are_given_where_the_table_allows, people_share_a_screen,
         who_shares_a_screen_leaves_with_both_seats, moves_are_taken_back_by_consent,
         bots_agree_to_everything, clocks_are_kept, what_was_used_of_a_games_time_stays_used,
         any_position_of_a_game_is_shown, chances_are_estimated, a_game_is_reviewed,
         a_game_is_shared_by_link,
         records_come_and_go, passwords_are_changed,
         games_among_claimed_names_are_rated, tables_outlive_their_rules,
         tables_of_an_earlier_version_go_on,
         who_is_away_gets_a_bot, the_configuration_is_read, the_server_is_confined,
         the_server_is_looked_after, make_play_finds_a_port]
