"""What must hold across nodes while nothing is broken: each test takes a world with three nodes, and people who
are at different ones."""
import os
import signal
import subprocess
import threading
import time
from http.client import HTTPException

from cluster_world import POSTGRES, ShippedHAProxy, expect, nginx_accepts, run
from server_client import Closed, Person, Refused, Server, Socket, Watcher

PATIENCE = 90  # seconds; much, for a busy machine


def until(act, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if act():
            return
        time.sleep(0.05)
    raise AssertionError(what)


def take_until(watcher, condition, what):
    """Hears what the socket says until it is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        expect(time.monotonic() < end, what)
        watcher.socket.socket.settimeout(PATIENCE)  # on a busy machine nothing may come for long
        watcher.next()


def at(person, node):
    """The same person, by the same cookie, at another node."""
    other = Person(node, lang=person.lang)
    other.cookie = person.cookie
    return other


def a_game(world, seats=("me", "free"), **more):
    ada, ben = Person(world.nodes[0], "Ada"), Person(world.nodes[1], "Ben")
    table = ada.post("/tables", {"game": "dunhuang", "seats": list(seats), "open": True, **more})
    ben.post("/join", {"code": table["code"]})
    ada.post(f"/tables/{table['id']}/start")
    return ada, ben, table["id"]


def a_session_is_good_everywhere(world):
    ada = Person(world.nodes[0], "Ada")
    for node in world.nodes:
        expect(at(ada, node).get("/people/me")["name"] == "Ada", "signed in")
    at(ada, world.nodes[2]).call("DELETE", "/people/me")
    for node in world.nodes:
        try:
            at(ada, node).get("/people/me")
        except Refused as refusal:
            expect(refusal.status == 401, "signed out")
        else:
            raise AssertionError("signed out at one node, and still signed in at another")


def a_table_is_listed_everywhere(world):
    ada = Person(world.nodes[0], "Ada")
    table = ada.post("/tables", {"game": "dunhuang", "seats": ["me", "free"], "open": True})["id"]
    for node in world.nodes:
        listed = [one["id"] for one in Person(node, "Ben").get("/tables")["tables"]]
        expect(table in listed, "in the lobby of every node")


def events_are_heard_once_and_in_order_wherever_one_is(world):
    """Ada at one node, Ben at another, a spectator at the third: all hear the same, move by move."""
    ada, ben, table = a_game(world)
    players = [Watcher(ada, table), Watcher(ben, table)]
    eve = Watcher(Person(world.nodes[2], "Eve"), table)
    for player in [*players, eve]:
        take_until(player, lambda player=player: player.view is not None, "a first view")
    for _ in range(30):
        decider = next((player for player in players if player.moves()), None)
        if not decider:
            break
        after = decider.number
        answer = decider.ask({"type": "move", "move": decider.moves()[0], "after": after})
        expect(answer["type"] == "done", f"played: {answer}")
        for player in [*players, eve]:  # Watcher raises if one is missing, or comes twice
            take_until(player, lambda player=player: player.number > after, "the event")
    expect(players[0].number == players[1].number == eve.number, "all know the same")


def chat_is_heard_everywhere(world):
    ada, ben, table = a_game(world)
    here, there = Watcher(ada, table), Watcher(ben, table)
    for number in range(3):
        here.ask({"type": "chat", "text": f"line {number}"})
        there.ask({"type": "chat", "text": f"answer {number}"})
    lines = lambda watcher: [one["text"] for one in watcher.messages if one["type"] == "chat"]
    for watcher in (here, there):
        take_until(watcher, lambda watcher=watcher: len(lines(watcher)) >= 6, "all lines")
        expect(len(set(lines(watcher))) == 6 and len(lines(watcher)) == 6, f"each once: {lines(watcher)}")


def people_are_seen_wherever_they_are(world):
    ada, ben, table = a_game(world)
    here = Watcher(ada, table)
    is_there = lambda: here.info and any(seat.get("here") for seat in here.info["seats"]
                                         if seat.get("name") == "Ben")
    there = Watcher(ben, table)
    take_until(here, is_there, "Ben is seen from another node")
    there.socket.close()
    take_until(here, lambda: not is_there(), "and seen to go")


def who_was_taken_for_gone_is_seen_again(world):
    """A node that gave no sign of life for longer than its lease: the people on it are not there for others, until
    it gives one again."""
    ada, ben, table = a_game(world)
    here, there = Watcher(ada, table), Watcher(ben, table)
    is_there = lambda: here.info and any(seat.get("here") for seat in here.info["seats"]
                                         if seat.get("name") == "Ben")
    take_until(here, is_there, "Ben is seen from another node")
    ben.server.sleep()
    try:
        time.sleep(8)
        for number in range(60):  # whoever looks now does not see them
            at(ada, world.nodes[2]).post(f"/tables/{table}/chat", {"text": f"are you there? {number}"})
            if not any(seat.get("here") for seat in ada.get(f"/tables/{table}")["seats"] if seat.get("name") == "Ben"):
                break
            time.sleep(0.5)
        else:
            raise AssertionError("somebody at a node that sleeps is still there")
        time.sleep(8)  # whatever it acted for is others' by now, and they have looked
        while here.info and is_there():
            here.next()
    finally:
        ben.server.wake()
    take_until(here, is_there, "Ben is seen again, though nothing happened at the table")
    for one in (here, there):
        one.socket.close()


def consent_is_asked_and_given_across_nodes(world):
    ada, ben, table = a_game(world)
    players = [Watcher(ada, table), Watcher(ben, table)]
    for player in players:
        take_until(player, lambda player=player: player.view is not None, "a first view")
    for _ in range(6):
        decider = next(player for player in players if player.moves())
        after = decider.number
        decider.ask({"type": "move", "move": decider.moves()[0], "after": after})
        for player in players:
            take_until(player, lambda player=player: player.number > after, "the event")
    before = players[0].number
    answer = players[0].ask({"type": "ask", "kind": "undo", "ply": 2, "after": before})
    expect(answer["type"] == "done", f"asked: {answer}")
    take_until(players[1], lambda: players[1].info.get("petition"), "asked at the other node")
    answer = players[1].ask({"type": "answer", "agree": True})
    expect(answer["type"] == "done", f"agreed: {answer}")
    for player in players:
        take_until(player, lambda player=player: player.number > before, "gone back")
        expect(player.view["ply"] == 2, "to where it was asked for")


def bots_play_for_people_at_any_node(world):
    ada = Person(world.nodes[0], "Ada")
    table = ada.post("/tables", {"game": "dunhuang", "seats": ["me", "greedy"], "open": True})["id"]
    ada.post(f"/tables/{table}/start")
    for number in range(12):  # each move at another node
        player = Watcher(at(ada, world.nodes[number % len(world.nodes)]), table)
        take_until(player, lambda: player.moves() or player.over(), "the bot has played")
        if player.over():
            break
        player.ask({"type": "move", "move": player.moves()[0], "after": player.number})
        player.socket.close()


def who_is_banned_is_banned_everywhere(world):
    ada, ben, table = a_game(world)
    socket = Socket(ben, table)  # at another node than where it is ordered
    person = ben.get("/people/me")["id"]
    world.nodes[0].admin("ban", str(person))
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            socket.receive()
        raise AssertionError("a banned person's socket stays open")
    except Closed as closed:
        expect(closed.code == 1008, f"closed with {closed.code}")


def guesses_are_counted_over_all_nodes(world):
    """Of passwords ten may be tried at once, and one more each five seconds: at three nodes no more than at one."""
    ada = Person(world.nodes[0], "Ada Guessed")
    ada.post("/people/me/claim", {"password": "long enough"})
    tried = 0
    for number in range(60):
        try:
            Person(world.nodes[number % 3]).post("/people", {"name": "Ada Guessed", "password": f"wrong guess {number}"})
        except Refused as refusal:
            expect(refusal.problem in ("wrong_password", "too_fast", "overloaded"), f"refused: {refusal}")
            tried += refusal.problem == "wrong_password"
        else:
            raise AssertionError("a wrong password opens")
    expect(3 <= tried <= 20, f"{tried} of 60 were tried")  # 30 at once, if each node counted for itself


# ---- moving ----

def play_some(players, moves):
    """Plays so many moves, one after the other; who decides does the first that there is."""
    for _ in range(moves):
        for player in players:
            take_until(player, lambda player=player: player.number == max(one.number or 0 for one in players)
                       and player.view is not None, "all know the same")
        decider = next(player for player in players if player.moves())
        after = decider.number
        answer = decider.ask({"type": "move", "move": decider.moves()[0], "after": after})
        expect(answer["type"] == "done", f"played: {answer}")
        for player in players:
            take_until(player, lambda player=player: player.number > after, "the event")


def copy(world, place, target, fails=False):
    done = subprocess.run([world.command, "admin", "copy", "--from", place, "--to", target], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    expect((done.returncode != 0) == fails, f"copied: {done.stdout}")
    return done.stdout


def a_house_moves_there_and_back(world):
    """From SQLite to a database and back while people play: copied while it is open, interrupted, copied again; when
    it is closed once more, and everything goes on where it was."""
    world.database.ask("CREATE DATABASE moved")
    there = world.url(world.database).rsplit("/", 1)[0] + "/moved"
    here = os.path.join(world.work, "old-house")
    house = Server(world.command, here).start()
    people = [Person(house, "Ada"), Person(house, "Ben")]
    table = people[0].post("/tables", {"game": "dunhuang", "seats": ["me", "free"], "open": True})
    people[1].post("/join", {"code": table["code"]})
    people[0].post(f"/tables/{table['id']}/start")
    players = [Watcher(person, table["id"]) for person in people]
    play_some(players, 5)
    # interrupted at any moment, and while moves are made
    copying = subprocess.Popen([world.command, "admin", "copy", "--from", f"sqlite:{here}", "--to", there],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    threading.Timer(0.05, lambda: copying.send_signal(signal.SIGKILL)).start()
    play_some(players, 3)
    copying.wait()
    copy(world, f"sqlite:{here}", there)
    play_some(players, 3)
    players[0].ask({"type": "chat", "text": "we move"})
    last = players[0].number
    for source, target, flags in ((f"sqlite:{here}", there, ("--store", there)),
                                  (there, f"sqlite:{here}-back", ())):
        expect(house.stop() == 0, "a clean stop")
        copy(world, source, target)
        house = Server(world.command, here + ("-node" if flags else "-back"), *flags).start()
        if flags:
            copy(world, source, target, fails=True)  # not to where a server runs
        for person, player in zip(people, players):
            person.server = house  # the same cookie
            player.reconnect()
        take_until(players[1], lambda: any(one.get("text") == "we move" for one in players[1].messages), "chat")
        expect(people[0].get(f"/tables/{table['id']}/view")["number"] == last, "nothing lost, nothing doubled")
        play_some(players, 4)
        last = players[0].number
    expect(people[0].get("/people/me")["name"] == "Ada", "still signed in")
    house.stop()


def a_backup_and_its_log_give_any_moment_back(world):
    """Base backup, archive and recovery as docs/scale.md says: a game is as it was then, and goes on."""
    place = os.path.join(world.work, "kept")
    store = run(POSTGRES, "start", place, "archive_mode=on",
                f"archive_command=mkdir -p {place}/wal && cp %p {place}/wal/%f").strip()
    ask = lambda text: run("psql", "-qXAt", "-d", store, "-c", text).strip()
    house = Server(world.command, place + "-node", "--store", store).start()
    try:
        people = [Person(house, "Ada"), Person(house, "Ben")]
        table = people[0].post("/tables", {"game": "dunhuang", "seats": ["me", "free"], "open": True})
        people[1].post("/join", {"code": table["code"]})
        people[0].post(f"/tables/{table['id']}/start")
        players = [Watcher(person, table["id"]) for person in people]
        play_some(players, 5)
        run(POSTGRES, "backup", place)
        play_some(players, 5)
        number, shown = players[0].number, players[0].trail[players[0].number]
        moment = ask("SELECT clock_timestamp()")
        play_some(players, 5)
        last = ask("SELECT pg_walfile_name(pg_current_wal_lsn())")
        ask("SELECT pg_switch_wal()")
        until(lambda: ask("SELECT last_archived_wal FROM pg_stat_archiver") >= last, "its log is kept")
        expect(house.stop() == 0, "a clean stop")
        run(POSTGRES, "stop", place, "immediate")
        run(POSTGRES, "recover", place, moment)
        house.start()
        for person in people:
            person.server = house
        players = [Watcher(person, table["id"]) for person in people]
        for player in players:
            take_until(player, lambda player=player: player.view is not None, "a first view")
        expect(players[0].number == number, f"entry {players[0].number} instead of {number}")
        expect(players[0].trail[number] == shown, "as it was at that moment")
        play_some(players, 5)
    finally:
        house.kill()
        run(POSTGRES, "remove", place, check=False)


def people_play_through_haproxy_as_it_is_shipped(world):
    """HAProxy accepts deploy/haproxy.cfg, and a game goes through it."""
    balancer = ShippedHAProxy(world, world.balancer.place)
    balancer.accepts()
    balancer.start()
    try:
        def reached():
            try:
                return Person(balancer).get("/games")["games"]
            except (OSError, HTTPException, Refused):  # it has not asked the nodes for their health yet
                return False
        until(reached, "HAProxy serves")
        people = [Person(balancer, "Ada"), Person(balancer, "Ben")]
        table = people[0].post("/tables", {"game": "dunhuang", "seats": ["me", "free"], "open": True})
        people[1].post("/join", {"code": table["code"]})
        people[0].post(f"/tables/{table['id']}/start")
        play_some([Watcher(person, table["id"]) for person in people], 6)
        try:
            people[0].call("GET", "/metrics")
        except Refused as refusal:
            expect(refusal.status == 403, f"metrics are not for everybody: {refusal}")
        else:
            raise AssertionError("everybody may read metrics")
    finally:
        balancer.stop()


def nginx_accepts_what_is_shipped(world):
    nginx_accepts("nginx.conf", world.work)
    nginx_accepts("cluster-nginx.conf", world.work)
    nginx_accepts("compose-nginx.conf", world.work, ("server node:8080", "server 127.0.0.1:8080"))


TESTS = [a_house_moves_there_and_back, a_backup_and_its_log_give_any_moment_back, a_session_is_good_everywhere, a_table_is_listed_everywhere,
         events_are_heard_once_and_in_order_wherever_one_is, chat_is_heard_everywhere,
         people_are_seen_wherever_they_are, who_was_taken_for_gone_is_seen_again, consent_is_asked_and_given_across_nodes,
         bots_play_for_people_at_any_node, guesses_are_counted_over_all_nodes, who_is_banned_is_banned_everywhere,
         people_play_through_haproxy_as_it_is_shipped, nginx_accepts_what_is_shipped]
