"""What is stored after it all, against what all clients saw."""
import json
import os

from cluster_world import expect
from server_client import without_nulls


def check(world, tables):
    """What is stored against what all clients saw."""
    stored = {}
    for line in world.database.ask(
            "SELECT table_id || ' ' || number || ' ' || kind || ' ' || seat || ' ' || move FROM moves"
            " ORDER BY table_id, number").splitlines():
        table, number, kind, seat, move = (line.split(" ", 4) + [""])[:5]
        expect((table, int(number)) not in stored, f"{table} {number} twice")
        stored[table, int(number)] = (int(kind), int(seat), move)
    for (table, number) in stored:
        expect(number == 1 or (table, number - 1) in stored, f"{table}: a gap before {number}")
    promised = 0
    for one in tables:
        for (table, number), move in one.promised.items():
            expect((table, number) in stored, f"{table} {number}: acknowledged and lost")
            expect(stored[table, number][2] == move,
                   f"{table} {number}: {move} was acknowledged, {stored[table, number]} is stored")
            promised += 1
        for (table, number), (kind, by, _) in one.seen.items():
            expect((table, number) in stored, f"{table} {number}: told and not stored")
            expect(by == stored[table, number][1] + 1, f"{table} {number}: told as of seat {by}")
    return len(stored), promised


def check_chat(world, tables):
    """Every acknowledged line is stored once, and everybody was told the lines that are stored."""
    stored = {}
    for line in world.database.ask("SELECT table_id || ' ' || number || ' ' || text FROM chat").splitlines():
        table, number, text = line.split(" ", 2)
        stored[table, int(number)] = text
    for table, number in stored:
        expect(number == 1 or (table, number - 1) in stored, f"{table}: no line before {number}")
    texts = [(table, text) for (table, _), text in stored.items()]
    expect(len(set(texts)) == len(texts), "a line of chat is stored twice")
    for one in tables:
        for key in one.said:
            expect(key in texts, f"{key}: a line was acknowledged and lost")
        for (table, _), lines in one.heard.items():
            for number, text in lines.items():
                expect(stored.get((table, number)) == text, f"{table}: line {number} was told, and is not stored")
    return sum(len(one.said) for one in tables)


def check_records(world, tables):
    """Every record replays under the engine alone, and every view by request is what was told last."""
    replayed = 0
    for one in tables:
        for table in one.finished:
            person = one.people[0]
            person.server = world.nodes[replayed % len(world.nodes)]
            record = person.get(f"/tables/{table}/record")
            path = os.path.join(world.work, "game.record")
            with open(path, "w") as file:
                file.write(record)
            if os.system(f"{world.command} replay {path} >{path}.out 2>&1") != 0:
                raise AssertionError(f"{table}: its record does not replay: {open(path + '.out').read()}")
            fresh = person.get(f"/tables/{table}/view")
            known = one.trails[table, 0].get(fresh["number"])
            shown = json.dumps(without_nulls(fresh["view"]), sort_keys=True)
            expect(known in (None, shown), f"{table}: the last view is not the one that was told")
            replayed += 1
    return replayed


def tell(tables, stored, promised, lines, replayed):
    """What was seen, in figures."""
    total = lambda name: sum(getattr(table, name) for table in tables)
    refusals = {}
    for table in tables:
        for kind, times in table.refusals.items():
            refusals[kind] = refusals.get(kind, 0) + times
    print(f"{total('moved')} moves acknowledged, {promised} of them found stored once;"
          f" {lines} lines of chat acknowledged, each stored once; {stored} entries, {total('told')} events told,"
          f" {total('reads')} views read, {replayed} games replayed, {total('switched')} changes of node")
    print(f"refusals that people saw: {json.dumps(refusals, sort_keys=True)}")


def check_all(world, tables):
    """Everything, told in figures; returns how many checks that were. What does not hold is raised."""
    stored, promised = check(world, tables)
    lines = check_chat(world, tables)
    replayed = check_records(world, tables)
    tell(tables, stored, promised, lines, replayed)
    return 3


def join_all(tables, patience):
    """Waits for the last games; returns what was wrong with any."""
    wrong = []
    for table in tables:
        table.join(patience)
        if table.trouble or table.is_alive():
            wrong.append(table.trouble or f"a game does not end: {table.tables[-1:]}")
    return wrong
