"""A client of the server for the tests: HTTP and WebSocket on nothing but the standard library."""
import base64
import hashlib
import http.client
import json
import os
import re
import socket
import struct
import subprocess
import time

WAIT = 120  # seconds until anything that must happen counts as not happening; a busy machine is no fault


class Refused(Exception):
    def __init__(self, status, answer):
        super().__init__(f"{status} {answer}")
        self.status = status
        self.answer = answer
        error = answer.get("error", {}) if isinstance(answer, dict) else {}
        self.problem = error.get("problem")
        self.message = error.get("message")


class Server:
    """The server as a process that can be stopped, killed and started again on the same data."""

    address = "127.0.0.1"

    def __init__(self, command, data, *flags):
        self.command, self.data, self.flags = command, data, flags
        self.port = 0
        self.process = None
        self.environment = {}
        self.deals = None

    def deal(self, name):
        """From now on deals and what bots draw are those of this name, in every run: tests/reliability/deals.c."""
        number = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")
        self.deals = self.deals or self.data + ".deals"
        with open(self.deals, "r+b" if os.path.exists(self.deals) else "wb") as file:
            file.write(struct.pack("<QQ", number, 0))
        library = os.path.join(os.path.dirname(self.command), "deals.so")
        if not os.path.exists(library):
            raise RuntimeError(f"{library} is not there: make VARIANT=... faults")
        self.environment |= {"LD_PRELOAD": library, "DEALS": self.deals, "ASAN_OPTIONS": "verify_asan_link_order=0"}
        return self

    def start(self):
        # a port that was just let go may be busy for a moment
        for _ in range(50):
            self.launch()
            line = self.process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found.group(1))
                return self
            self.process.wait()
            time.sleep(0.1)
        raise RuntimeError("the server does not start: " + self.log()[-2000:])

    def launch(self):
        """Starts the process and does not wait for it to listen."""
        self.process = subprocess.Popen(
            [self.command, "serve", "--lang", "en", "--listen", f"127.0.0.1:{self.port}",
             "--data", self.data, *self.flags],
            stdout=subprocess.PIPE, stderr=open(self.data + ".log", "ab"), text=True,
            env={**os.environ, **self.environment})

    def log(self):
        with open(self.data + ".log", errors="replace") as log:
            return log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        code = self.process.wait(WAIT)
        self.process.stdout.close()
        return code

    @property
    def host(self):
        return f"{self.address}:{self.port}"

    @property
    def origin(self):
        return f"http://{self.host}"


class Person:
    """Somebody with a cookie, or without one."""

    document = None  # if there is one, every answer must be as it says

    def __init__(self, server, name=None, lang="en"):
        self.server, self.cookie, self.lang = server, None, lang
        self.set_cookie = ""
        if name:
            self.call("POST", "/people", {"name": name})

    def headers(self, origin=True):
        headers = {"Host": self.server.host, "Accept-Language": self.lang}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if origin:
            headers["Origin"] = self.server.origin if origin is True else origin
        return headers

    def call(self, method, path, body=None, origin=True, raw=None, root="/api/v1"):
        """The answer as JSON or text; raises Refused for any status that is not a success."""
        connection = http.client.HTTPConnection(self.server.address, self.server.port, timeout=WAIT)
        try:
            data = raw if raw is not None else None if body is None else json.dumps(body)
            connection.request(method, root + path, data, self.headers(origin))
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        if response.getheader("Set-Cookie"):
            self.set_cookie = response.getheader("Set-Cookie")
            self.cookie = self.set_cookie.split(";")[0]
        kind = response.getheader("Content-Type") or ""
        answer = json.loads(text) if kind.startswith("application/json") else text
        if Person.document:
            wrong = Person.document.check(method, root + path, response.status, kind, answer)
            if wrong:
                raise AssertionError("not as described: " + "; ".join(wrong))
        if response.status >= 300:
            raise Refused(response.status, answer)
        return answer

    def get(self, path, **more):
        return self.call("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.call("POST", path, {} if body is None else body, **more)


class Closed(Exception):
    """The other side closed the socket."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Socket:
    """A WebSocket of a table, spoken by hand so that it can also misbehave."""

    def __init__(self, person, table, after=None, origin=True, small=False, seat=None):
        server = person.server
        self.buffer = b""
        self.socket = socket.socket()
        self.socket.settimeout(WAIT)
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((server.address, server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        query = f"?lang={person.lang}" + ("" if after is None else f"&after={after}")
        query += "" if seat is None else f"&seat={seat}"
        head = {**person.headers(origin), "Connection": "Upgrade", "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key}
        lines = [f"GET /api/v1/tables/{table}/socket{query} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in head.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        answer, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        status = int(answer.split()[1])
        if status != 101:
            self.socket.close()
            raise Refused(status, {})
        accept = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        if accept not in answer:
            raise RuntimeError("the handshake is wrong")

    def _more(self):
        got = self.socket.recv(65536)
        if not got:
            raise Closed(None)
        self.buffer += got

    def _take(self, count):
        while len(self.buffer) < count:
            self._more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self, opcode, payload, fin=True, mask=True):
        length = len(payload)
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if mask else 0
        if length < 126:
            head += bytes([bit | length])
        elif length < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", length)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", length)
        if mask:
            key = os.urandom(4)
            payload = bytes(b ^ key[i % 4] for i, b in enumerate(payload))
            head += key
        self.socket.sendall(head + payload)

    def send(self, message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; pings are answered, a close is raised."""
        while True:
            first, second = self._take(2)
            length = second & 0x7F
            if length == 126:
                length = struct.unpack(">H", self._take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(length)
            opcode = first & 0x0F
            if opcode == 1:
                return json.loads(payload)
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                self.socket.close()
                raise Closed(code)
            if opcode == 9:
                self.frame(10, payload)

    def until(self, *kinds):
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message

    def close(self):
        self.socket.close()


def merge(target, patch):
    """A difference between views, laid over the earlier view."""
    for name, value in patch.items():
        if isinstance(value, dict) and isinstance(target.get(name), dict):
            merge(target[name], value)
        else:
            target[name] = value


def without_nulls(value):
    """In a view a member that is null and one that is not there mean the same."""
    if isinstance(value, dict):
        return {k: without_nulls(v) for k, v in value.items() if v is not None}
    return value


class Watcher:
    """A person at a table: keeps the view up to date by what the socket tells."""

    def __init__(self, person, table, after=None, view=None):
        self.person, self.table = person, table
        self.number = after
        self.view = view
        self.info = None
        self.trail = {}  # number -> the view then, as JSON
        self.messages = []
        self.acknowledged = []  # numbers of own moves that were answered with done
        self.log = []
        self.socket = Socket(person, table, after)
        self._asked = 0

    def take(self, message):
        self.messages.append(message)
        kind = message["type"]
        if kind == "table":
            self.info = message["table"]
        elif kind == "view":
            self.number, self.view = message["number"], message["view"]
            self._mark()
        elif kind == "event":
            if message["number"] != self.number + 1:
                raise RuntimeError(f"a gap: {self.number} then {message['number']}")
            self.number = message["number"]
            merge(self.view, message["diff"])
            for name in ("ply", "prompt", "undo"):
                self.view[name] = message[name]
            self.view["moves"] = message.get("moves")
            self.log += message["log"]
            self._mark()
        return message

    def _mark(self):
        self.trail[self.number] = json.dumps(without_nulls(self.view), sort_keys=True)

    def next(self):
        return self.take(self.socket.receive())

    def ask(self, message):
        """Sends it and waits for its answer; what comes between is taken in."""
        self._asked += 1
        self.socket.send({**message, "id": self._asked})
        while True:
            answer = self.next()
            if answer.get("id") == self._asked:
                return answer

    def moves(self):
        return [move["move"] for move in (self.view or {}).get("moves") or []]

    def over(self):
        """Has the game ended, and was everything up to its end told?"""
        return (bool(self.info) and self.info["status"] == "finished" and
                self.number == self.info["number"])

    def reconnect(self, seat=None):
        self.socket.close()
        self.socket = Socket(self.person, self.table, self.number, seat=seat)
