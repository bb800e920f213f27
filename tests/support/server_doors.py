"""What tests/server tries at the doors: what is served, who comes in, what is refused."""
import gzip
import json
import os
import socket
import threading

import server_house as house
from server_client import Person, Refused, Server, Socket, WAIT
from server_house import expect, same, refused, games, new_table, fetch


def house_is_open():
    nobody = Person(house.server)
    same(nobody.get("/health", root="")["status"], "ok", "health")
    same(nobody.get("/health")["status"], "ok", "health below the API")
    expect("serai_requests_total" in nobody.get("/metrics", root=""), "metrics")
    expect(len(games()) > 0, "there are games")
    bots = [bot["name"] for bot in nobody.get("/games")["bots"]]
    expect("greedy" in bots and "search" not in bots, "bots without a budget from outside")
    refused("no_page", 404, nobody.get, "/nowhere")
    refused("method", 405, nobody.call, "PUT", "/tables", {})
    russian = Person(house.server, lang="ru")
    message = refused("no_page", 404, russian.get, "/nowhere").message
    expect("ничего нет" in message, message)


def safe_page(response, path):
    policy = response.getheader("Content-Security-Policy")
    expect("script-src 'self' 'wasm-unsafe-eval';" in policy and "frame-ancestors 'none'" in policy,
           f"{path}: {policy}")
    same(response.getheader("X-Content-Type-Options"), "nosniff", path)
    same(response.getheader("Referrer-Policy"), "no-referrer", path)


def the_client_is_inside():
    """Whatever the program was built with: the files of WEB_DIST byte by byte, or a page that says that
    there are none."""
    dist = os.environ.get("WEB_DIST", os.path.join(house.ROOT, "web", "dist"))
    response, page = fetch(house.server, "/")
    same((response.status, response.getheader("Content-Type")), (200, "text/html; charset=utf-8"), "/")
    safe_page(response, "/")
    same(fetch(house.server, "/t/abc")[1], page, "an address of the client")
    same(fetch(house.server, "/assets/zork.js")[0].status, 404, "no such file")
    same(fetch(house.server, "/", method="POST")[0].status, 403, "nothing is posted there")
    if not response.getheader("ETag"):
        expect(b"make web" in page, "a page that says what is missing")
        expect("клиента" in fetch(house.server, "/", {"Accept-Language": "ru"})[1].decode(), "in Russian")
        return
    for folder, _, names in os.walk(dist):
        for name in names:
            file = os.path.join(folder, name)
            path = "/" + os.path.relpath(file, dist)
            with open(file, "rb") as content:
                wanted = content.read()
            plain, body = fetch(house.server, path)
            same(plain.getheader("Content-Encoding"), None, path)
            same(body, wanted, path)
            packed, body = fetch(house.server, path, {"Accept-Encoding": "br, gzip;q=0.9"})
            if packed.getheader("Content-Encoding"):
                same(gzip.decompress(body), wanted, path)
                expect(packed.getheader("ETag") != plain.getheader("ETag"), "a tag of its own")
            same(packed.getheader("Vary"), "Accept-Encoding", path)
            again, body = fetch(house.server, path, {"If-None-Match": 'W/"x", ' + plain.getheader("ETag")})
            same((again.status, body), (304, b""), path)
            lasting = "immutable" in plain.getheader("Cache-Control")
            same(lasting, path.startswith("/assets/"), path)
            safe_page(plain, path)


def what_is_long_and_the_same_for_all_travels_compressed():
    for path in ("/api/v1/games", "/api/v1/games/gugong?lang=ru"):
        plain, wanted = fetch(house.server, path)
        packed, body = fetch(house.server, path, {"Accept-Encoding": "gzip"})
        same((plain.getheader("Content-Encoding"), packed.getheader("Content-Encoding")), (None, "gzip"), path)
        same((plain.getheader("Vary"), packed.getheader("Vary")), ("Accept-Encoding",) * 2, path)
        same(gzip.decompress(body), wanted, path)
        expect(len(body) * 3 < len(wanted), f"{path}: {len(body)} of {len(wanted)} bytes")
    own, _ = fetch(house.server, "/api/v1/visitor", {"Accept-Encoding": "gzip"})
    same(own.getheader("Content-Encoding"), None, "what is one's own is not")


def a_client_under_development():
    """--web serves a directory, and nothing outside of it."""
    web = os.path.join(house.work, "web")
    os.makedirs(os.path.join(web, "assets"))
    for name, text in (("index.html", "<p>one"), ("assets/a-1.js", "let a"), (".secret", "x"),
                       ("board.svg", "<svg/>"), ("engine.wasm", "wasm")):
        with open(os.path.join(web, name), "w") as file:
            file.write(text)
    with open(os.path.join(house.work, "outside.txt"), "w") as file:
        file.write("treasure")
    other = Server(house.SERAI, os.path.join(house.work, "web-data"), "--web", web).start()
    try:
        for path, type_, text in (("/", "text/html; charset=utf-8", b"<p>one"),
                                  ("/replay/abc", "text/html; charset=utf-8", b"<p>one"),
                                  ("/assets/a-1.js", "text/javascript; charset=utf-8", b"let a"),
                                  ("/board.svg", "image/svg+xml", b"<svg/>"),
                                  ("/engine.wasm", "application/wasm", b"wasm")):
            response, body = fetch(other, path)
            same((response.status, response.getheader("Content-Type"), body), (200, type_, text), path)
            safe_page(response, path)
        with open(os.path.join(web, "index.html"), "w") as file:
            file.write("<p>two")
        same(fetch(other, "/")[1], b"<p>two", "what was just written")
        for path in ("/../outside.txt", "/%2e%2e/outside.txt", "/.secret", "//index.html", "/assets/",
                     "/assets/../../outside.txt", "/a%00b.html", "/index.html%20", "/none.css"):
            response, body = fetch(other, path)
            expect(b"treasure" not in body and body != b"x", path)
            expect(response.status == 404 or body == b"<p>two", f"{path}: {response.status} {body!r}")
        same(fetch(other, "/api/v1/nowhere")[0].status, 404, "the API is not the client's")
        same(fetch(other, "/api")[0].status, 404, "the API is not the client's")
    finally:
        same(other.stop(), 0, "exit code")


def guests_have_a_cookie():
    ada = Person(house.server, "Ада Л.")
    same(ada.get("/people/me")["name"], "Ада Л.", "name")
    for word in ("HttpOnly", "SameSite=Lax", "Path=/"):
        expect(word in ada.set_cookie, f"{word} in {ada.set_cookie}")
    expect("Secure" not in ada.set_cookie, "plain HTTP has no Secure cookie")
    for name in ("", " x", "x ", "a\nb", "\u202eevil", "x" * 33):
        refused("name", 400, Person(house.server).post, "/people", {"name": name})
    refused("member", 400, Person(house.server).post, "/people", {"name": 7})
    refused("not_json", 400, Person(house.server).post, "/people", {"name": "a\u0000b"})
    refused("sign_in", 401, Person(house.server).get, "/people/me")
    same(Person(house.server).get("/visitor"), {"person": None}, "who comes for the first time")
    same(ada.get("/visitor"), {"person": ada.get("/people/me")}, "who was here before")


def names_are_claimed_with_a_password():
    ada = Person(house.server, "Ada Claimed")
    table = new_table(ada, ["me", "free"])["id"]
    refused("member", 400, ada.post, "/people/me/claim", {"password": "short"})
    refused("sign_in", 401, Person(house.server).post, "/people/me/claim", {"password": "x" * 20})
    same(ada.post("/people/me/claim", {"password": "long enough"})["claimed"], True, "claimed")
    refused("name_taken", 409, ada.post, "/people/me/claim", {"password": "another one"})
    refused("name_taken", 409, Person(house.server).post, "/people", {"name": "Ada Claimed"})
    other = Person(house.server)
    for name, password in (("Ada Claimed", "wrong password"), ("Nobody", "long enough")):
        refused("wrong_password", 401, other.post, "/people", {"name": name, "password": password})
    other.post("/people", {"name": "Ada Claimed", "password": "long enough"})
    expect(table in json.dumps(other.get("/people/me/tables")), "the games are there")
    cookie = other.cookie
    other.call("DELETE", "/people/me")
    other.cookie = cookie
    refused("sign_in", 401, other.get, "/people/me")
    same(ada.get("/people/me")["name"], "Ada Claimed", "the other device stays signed in")
    expect("long enough" not in house.server.log(), "no password in the log")
    twin, later = Person(house.server, "Twin"), Person(house.server, "Twin")
    twin.post("/people/me/claim", {"password": "first come"})
    refused("name_taken", 409, later.post, "/people/me/claim", {"password": "first served"})


def forged_cookies_are_nobody():
    ada = Person(house.server, "Ada")
    token = ada.cookie.split("=")[1]
    for forged in ("", "x", "0" * 64, token[:-1] + ("0" if token[-1] != "0" else "1"),
                   token + "00", "'; DROP TABLE people; --", token[:32] + "\u00e9" * 4):
        thief = Person(house.server)
        thief.cookie = "serai=" + forged
        try:
            refused("sign_in", 401, thief.get, "/people/me")
        except UnicodeEncodeError:
            pass
    expect(token not in house.server.log(), "no token in the log")
    with open(os.path.join(house.server.data, "serai.sqlite-wal"), "rb") as wal:
        expect(token.encode() not in wal.read(), "no token in the store")


def foreign_origins_are_refused():
    ada = Person(house.server, "Ada")
    table = new_table(ada, ["me", "greedy"], open=True)
    for origin in (False, "http://evil.example", "null", house.server.origin + "1",
                   f"http://{house.server.host}.evil.example"):
        refused("foreign_origin", 403, ada.post, "/tables", {}, origin=origin)
        refused("foreign_origin", 403, ada.call, "DELETE", "/people/me", origin=origin)
        try:
            Socket(ada, table["id"], origin=origin)
            raise AssertionError(f"a socket from {origin}")
        except Refused as refusal:
            same(refusal.status, 403, "socket")


def bad_requests_are_refused():
    ada = Person(house.server, "Ada")
    game = games()[0]
    refused("not_json", 400, ada.post, "/tables", raw="{")
    refused("not_json", 400, ada.post, "/tables", raw="[]")
    refused("not_json", 400, ada.post, "/tables", raw="[" * 4000)
    refused("not_json", 400, ada.post, "/tables", raw='{"game":1,"game":2}')
    refused("not_json", 400, ada.post, "/tables", raw=b'{"game":"\xff"}')
    refused("too_much", 413, ada.post, "/tables", {"game": "x" * 9000})
    refused("unknown_game", 400, ada.post, "/tables", {"game": "chess", "seats": ["me"]})
    refused("unknown_bot", 400, new_table, ada, ["me", "search:999999999ms"])
    refused("unknown_bot", 400, new_table, ada, ["me", "zork"])
    for seats in ([], "me", ["greedy", "greedy"], [1, 2], ["me"] * 9, None):
        refused("member", 400, new_table, ada, seats)
    refused("seats", 400, new_table, ada, ["me"] + ["greedy"] * 5)
    refused("unknown_option", 400, new_table, ada, ["me", "greedy"], options={"zork": 1})
    refused("option_form", 400, new_table, ada, ["me", "greedy"], options={"zork": []})
    refused("member", 400, new_table, ada, ["me", "greedy"], open="yes")
    refused("sign_in", 401, new_table, Person(house.server), ["me", "greedy"], game)
    refused("no_table", 404, ada.get, "/tables/zzzzzzzzzzzz")
    refused("no_page", 404, ada.get, "/tables/" + "z" * 300)
    refused("too_much", 413, ada.get, "/people/me?" + "z" * 4200)


def rubbish_for_http_harms_nobody():
    for bytes_ in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", house.chance.randbytes(2000),
                   b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 3000 + b"\r\n",
                   b"POST /api/v1/people HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
                   b"POST /api/v1/people HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ",
                   b"GET /api/v1/tables/%00/view HTTP/1.1\r\nHost: x\r\n\r\n",
                   b"GET /api/v1/tables/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", house.server.port), timeout=1) as raw:
            try:
                raw.sendall(bytes_)
                raw.shutdown(socket.SHUT_WR)
                while raw.recv(65536):
                    pass
            except OSError:
                pass
    slow = [socket.create_connection(("127.0.0.1", house.server.port)) for _ in range(50)]
    for one in slow:
        one.sendall(b"GET / HTTP/1.1\r\nX")
    same(Person(house.server).get("/health")["status"], "ok", "still there")
    for one in slow:
        one.close()


def tables_are_limited():
    ada = Person(house.server, "Ada")
    for _ in range(50):
        new_table(ada, ["me", "free"])
    refused("many_tables", 409, new_table, ada, ["me", "free"])


def floods_are_slowed():
    """The last one, since this address must wait a little afterwards. All at once on one connection,
    so that a slow machine makes no difference."""
    many = 3000
    request = f"GET /health HTTP/1.1\r\nHost: {house.server.host}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", house.server.port), timeout=WAIT) as flood:
        sender = threading.Thread(target=flood.sendall, args=(request * many,), daemon=True)
        sender.start()
        answers = b""
        while answers.count(b"HTTP/1.1 ") < many or not answers.endswith(b"}"):
            got = flood.recv(1 << 20)
            if not got:
                break
            answers += got
    fine, slowed = answers.count(b"HTTP/1.1 200"), answers.count(b"HTTP/1.1 429")
    expect(fine > 0 and slowed > 0, f"{fine} answered, {slowed} slowed")
    expect(b"too_fast" in answers, "an error says why")
