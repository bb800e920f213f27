"""What the tests of the server share: the server that is tried, and the words in which the tests speak.
tests/server fills in what is None."""
import http.client
import os
import random
import subprocess
import time

from server_client import Person, Refused, WAIT, Watcher

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SERAI = None   # the command
server = None  # the one that runs; a test may put another in its place for a while
work = None    # a directory for files
chance = random.Random(7)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def same(found, wanted, what):
    expect(found == wanted, f"{what}: {found!r} instead of {wanted!r}")


def refused(problem, status, call, *args, **more):
    """The call must be refused in exactly this way, in both languages."""
    try:
        answer = call(*args, **more)
    except Refused as refusal:
        same((refusal.status, refusal.problem), (status, problem), refusal.message)
        expect(refusal.message, "a refusal says why")
        return refusal
    raise AssertionError(f"not refused: {answer}")


def games():
    return [game["name"] for game in Person(server).get("/games")["games"]]


def seats_for(game, wanted):
    found = [g for g in Person(server).get("/games")["games"] if g["name"] == game][0]["seats"]
    return max(found["min"], min(found["max"], wanted))


def new_table(host, seats, game=None, **more):
    return host.post("/tables", {"game": game or games()[0], "seats": seats, **more})


def play_on(players, moves=None, undo=False):
    """Plays random legal moves for whoever decides until the game is over, or for some moves."""
    made = 0
    while not all(player.over() for player in players):
        if moves is not None and made >= moves:
            return made
        decider = [player for player in players if player.moves() and not player.over()]
        if not decider:
            # whoever knows least: for that one there is, or will be, something to read
            waiting = [player for player in players if not player.over()]
            min(waiting, key=lambda player: player.number).next()
            continue
        player = decider[0]
        answer = player.ask({"type": "move", "move": chance.choice(player.moves()),
                             "after": player.number})
        if answer["type"] == "done":
            player.acknowledged.append(answer["number"])
            made += 1
        else:
            expect(answer["problem"] == "moved_on", f"a legal move was refused: {answer}")
        while player.number < answer.get("number", 0):
            player.next()
        if undo and player.view.get("undo") and chance.random() < 0.2:
            answer = player.ask({"type": "undo", "after": player.number})
            expect(answer["type"] == "done" or answer["problem"] in
                   ("moved_on", "nothing_to_undo"), f"undo: {answer}")
        elif undo and player.view.get("undo") and chance.random() < 0.2:
            answer = player.person.post(f"/tables/{player.table}/undo", {"after": player.number})
            while player.number < answer["number"]:
                player.next()
        for other in players:
            while other.number < player.number:
                other.next()
    return made


def record_of(person, table):
    text = person.get(f"/tables/{table}/record")
    path = os.path.join(work, f"{table}.record")
    with open(path, "w") as file:
        file.write(text)
    return path, text


def serai(*arguments):
    return subprocess.run([SERAI, "--lang", "en", *arguments], capture_output=True, text=True,
                          timeout=3 * WAIT)


def fetch(at, path, headers=None, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", at.port, timeout=WAIT)
    connection.request(method, path, headers={"Host": at.host, **(headers or {})})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def watch(person, table, **more):
    """A watcher that has its first view."""
    watcher = Watcher(person, table, **more)
    while watcher.view is None:
        watcher.next()
    return watcher


def pair(ada="Ada", ben="Ben", **more):
    """Two people at a table that has begun."""
    ada, ben = (name if isinstance(name, Person) else Person(server, name)
                for name in (ada, ben))
    table = new_table(ada, ["me", "free"], **more)
    ben.post("/join", {"code": table["code"]})
    ada.post(f"/tables/{table['id']}/start")
    return ada, ben, table["id"]


def finished_game(game=None, seats=None, person=None):
    """Somebody against random bots, played to the end."""
    ada = person or Person(server, "Ada")
    game = game or games()[0]
    count = seats_for(game, 3)
    table = new_table(ada, seats or ["me"] + ["random"] * (count - 1), game)["id"]
    ada.post(f"/tables/{table}/start")
    player = watch(ada, table)
    play_on([player])
    player.socket.close()
    return ada, table, player


def until(act, what):
    """Asks again until the answer is there."""
    end = time.monotonic() + 3 * WAIT
    while time.monotonic() < end:
        answer = act()
        if answer:
            return answer
        time.sleep(0.02)
    raise AssertionError(f"never: {what}")
