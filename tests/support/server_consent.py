"""What nobody does for another at a table: saying yes to a game, losing a rated one, taking its moves
back. And a table that is damaged, which is nobody else's trouble."""
import os
import sqlite3

import server_house as house
from server_client import Person, Refused
from server_house import expect, games, new_table, pair, play_on, refused, same, watch


def claimed(name):
    person = Person(house.server, name)
    person.post("/people/me/claim", {"password": "long enough"})
    return person


def rated(person):
    """How many games counted for somebody."""
    return sum(one["rated"] for one in person.get("/people/me/statistics")["statistics"])


def play_alone(person, table):
    player = watch(person, table)
    play_on([player])
    player.socket.close()


def play_together(ada, ben, table):
    players = [watch(ada, table), watch(ben, table)]
    play_on(players)
    for player in players:
        player.socket.close()


def a_rematch_waits_for_those_who_are_invited():
    ada, ben, table = pair(claimed("Ada Again"), claimed("Ben Again"))
    play_together(ada, ben, table)
    same((rated(ada), rated(ben)), (1, 1), "a game between two who play counts")
    again = ada.post(f"/tables/{table}/rematch")
    same([seat.get("invited", False) for seat in again["seats"]], [False, True], "who has not said yes")
    expect("bot" not in again["seats"][1], "nobody plays there yet")
    refusal = refused("not_accepted", 409, ada.post, f"/tables/{again['id']}/start")
    expect("Ben Again" in refusal.message and "without" in refusal.message, refusal.message)
    expect(again["id"] in [one["id"] for one in ben.get("/people/me/tables")["tables"]],
           "who is invited finds the table among their own")
    same(ben.post(f"/tables/{table}/rematch")["id"], again["id"], "asked by both it is one table")
    refused("not_accepted", 409, ada.post, f"/tables/{again['id']}/start")
    answer = ben.post(f"/tables/{again['id']}/join")
    expect(not any("invited" in seat for seat in answer["seats"]), "yes was said")
    ada.post(f"/tables/{again['id']}/start")
    play_together(ada, ben, again["id"])
    same((rated(ada), rated(ben)), (2, 2), "and it counts")


def nobody_loses_a_rating_asleep():
    ada, ben, table = pair(claimed("Ada Fair"), claimed("Ben Fair"))
    play_together(ada, ben, table)
    before = ben.get("/people/me/statistics")["statistics"]
    again = ada.post(f"/tables/{table}/rematch")["id"]
    begun = ada.post(f"/tables/{again}/start", {"without": True})
    same((begun["status"], begun["seats"][1]["bot"]), ("playing", "fair"), "it starts without them")
    expect("away" not in begun["seats"][1], "and the seat is not theirs")
    play_alone(ada, again)
    same(ben.get("/people/me/statistics")["statistics"], before, "who did not come lost nothing")
    same(rated(ada), 1, "and nobody won anything")
    # who sat down and never moved
    _, _, table = pair(ada, ben)
    ben.post(f"/tables/{table}/leave")
    play_alone(ada, table)
    same((rated(ada), rated(ben)), (1, 1), "a game that somebody never touched does not count")


def rated_games_are_not_rewound_behind_a_back():
    ada, ben, table = pair("Ada", "Ben")
    players = [watch(ada, table), watch(ben, table)]
    play_on(players, moves=10)
    ben.post(f"/tables/{table}/leave")
    for player in players:
        player.socket.close()
    for _ in range(50):  # the bot may be quicker than we are
        number = ada.get(f"/tables/{table}/view")["number"]
        try:
            asked = ada.post(f"/tables/{table}/petition", {"kind": "undo", "ply": 0, "after": number})
        except Refused as refusal:
            expect(refusal.problem == "moved_on", str(refusal))
            continue
        same(asked["petition"]["agreed"], [1], "the bot does not agree for its person")
        try:
            ben.post(f"/tables/{table}/petition/answer", {"agree": True})
        except Refused as refusal:
            expect(refusal.problem == "no_petition", str(refusal))
            continue
        # if the bot is the one to begin, it has begun again by now
        expect(ada.get(f"/tables/{table}/view")["view"]["ply"] <= 1, "the person does")
        return
    raise AssertionError("the table never stood still")


def a_damaged_table_is_nobody_elses_trouble():
    ada = Person(house.server, "Ada")
    tables = []
    for _ in range(2):
        table = new_table(ada, ["me", "random"], open=True)["id"]
        ada.post(f"/tables/{table}/start")
        player = watch(ada, table)
        play_on([player], moves=4)
        player.socket.close()
        tables.append(table)
    house.server.kill()
    with sqlite3.connect(os.path.join(house.server.data, "serai.sqlite")) as store:
        store.execute("DELETE FROM moves WHERE table_id = ? AND number = 2", (tables[0],))
    house.server.start()
    refusal = refused("table_damaged", 503, ada.get, f"/tables/{tables[0]}/view")
    expect("this table" in refusal.message, refusal.message)
    play_alone(ada, tables[1])
    same(ada.get("/games")["games"][0]["name"], games()[0], "and the house is open")


TESTS = [a_rematch_waits_for_those_who_are_invited, nobody_loses_a_rating_asleep,
         rated_games_are_not_rewound_behind_a_back, a_damaged_table_is_nobody_elses_trouble]
