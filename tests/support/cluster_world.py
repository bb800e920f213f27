"""A world of its own for tests of many nodes: a PostgreSQL and its standby, nodes that share it, nginx in front
of them, and the links between them. As root each has a network namespace, and so have the clients; links can be
cut there, and made to lose packets (nftables; also to delay them where the kernel has netem). Otherwise all of it
is on loopback.
The last node reaches its database over a bad link everywhere (cluster_link.py), and each node has a time of day of
its own."""
import ctypes
import os
import re
import shutil
import signal
import struct
import subprocess
import time

from server_client import Server

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
POSTGRES = os.path.join(ROOT, "tests", "support", "postgres")
LINK = os.path.join(ROOT, "tests", "support", "cluster_link.py")
CLONE_NEWNET = 0x40000000
# What the clocks of the nodes are apart from the true time, in seconds.
HOURS_APART = (0, 3600, -7200)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def run(*command, check=True):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}")
    return done.stdout


def can_have_namespaces():
    if os.geteuid() != 0:
        return False
    name = f"sr-try-{os.getpid()}"
    fine = subprocess.run(["ip", "netns", "add", name], stderr=subprocess.DEVNULL).returncode == 0
    if fine:
        run("ip", "netns", "del", name)
    return fine


def children_of(parent):
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{int(name)}/stat") as file:
                if int(file.read().rsplit(")", 1)[1].split()[1]) == parent:
                    found.append(int(name))
        except (ValueError, OSError):
            continue
    return found


class Place:
    """Where something runs: a namespace with one link, or loopback."""

    def __init__(self, world, number):
        self.world, self.number = world, number
        self.space = self.address = None
        if not world.spaces:
            self.address = "127.0.0.1"
            return
        self.space = f"sr{world.mark}n{number}"
        self.link = f"sr{world.mark}v{number}"
        self.address = f"10.{world.net}.{world.mark % 250}.{number}"
        run("ip", "netns", "add", self.space)
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        run("ip", "link", "set", self.link, "master", world.bridge, "up")
        run("ip", "-n", self.space, "addr", "add", f"{self.address}/24", "dev", "eth0")
        run("ip", "-n", self.space, "link", "set", "eth0", "up")
        run("ip", "-n", self.space, "link", "set", "lo", "up")

    def enter(self):
        """This thread, and the sockets that it opens, are there from now on."""
        if not self.space:
            return
        with open(f"/run/netns/{self.space}") as space:
            if ctypes.CDLL(None, use_errno=True).setns(space.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    def within(self, *command):
        return ["ip", "netns", "exec", self.space, *command] if self.space else list(command)

    def cut(self, other=None):
        """Nothing goes from here, to the other or to anybody; what comes is not affected."""
        if other:
            run("ip", "-n", self.space, "route", "add", "blackhole", f"{other.address}/32")
        else:
            run("ip", "link", "set", self.link, "down")

    def heal(self, other=None):
        if other:
            run("ip", "-n", self.space, "route", "del", "blackhole", f"{other.address}/32", check=False)
        else:
            run("ip", "link", "set", self.link, "up")

    def nft(self, rules):
        """Returns whether they are taken; not every kernel, and not every machine, has nftables."""
        try:
            return subprocess.run(["ip", "netns", "exec", self.space, "nft", "-f", "-"], input=rules, text=True,
                                  stderr=subprocess.DEVNULL).returncode == 0
        except FileNotFoundError:
            return False

    def lose(self, thousandths):
        """So many of a thousand packets are lost, of those that come and of those that go."""
        chain = "chain {0} {{ type filter hook {0} priority 0; numgen random mod 1000 < {1} counter drop; }}; "
        return self.nft("table inet bad { " + "".join(chain.format(way, thousandths) for way in ("input", "output"))
                        + "}\n")

    def lose_none(self):
        """Well again; returns how many were lost."""
        listed = run("ip", "netns", "exec", self.space, "nft", "list", "table", "inet", "bad", check=False)
        self.nft("delete table inet bad\n")
        return sum(int(count) for count in re.findall(r"counter packets (\d+)", listed))

    def can_lose(self):
        fine = self.lose(1)
        if fine:
            self.lose_none()
        return fine

    def can_slow(self):
        """Not every kernel has netem."""
        fine = subprocess.run(["ip", "netns", "exec", self.space, "tc", "qdisc", "replace", "dev", "eth0", "root",
                               "netem", "delay", "1ms"], stderr=subprocess.DEVNULL).returncode == 0
        self.fast()
        return fine

    def slow(self, *how):
        """As `tc netem` says: "delay", "50ms", "20ms", "loss", "5%" ..."""
        run("ip", "netns", "exec", self.space, "tc", "qdisc", "replace", "dev", "eth0", "root", "netem", *how)

    def fast(self):
        run("ip", "netns", "exec", self.space, "tc", "qdisc", "del", "dev", "eth0", "root", check=False)


class Node(Server):
    """A server on the shared store."""

    def __init__(self, world, place, name):
        self.place, self.address = place, place.address
        super().__init__(world.command, os.path.join(world.work, name))
        self.world = world
        self.sleeps = False
        self.link = None  # the bad link to its database
        with open(self.data + ".conf", "w") as file:
            file.write(f"proxy = {world.balancer_address()}\n")

    def set_clock(self, library, seconds):
        """Its time of day is another than the others'."""
        path = self.data + ".clock"
        with open(path, "wb") as control:
            control.write(struct.pack("iiiiq", 0, 0, 0, 0, seconds))  # struct control of faults.c
        self.environment = {"LD_PRELOAD": library, "FAULTS_CONTROL": path, "FAULTS_DATA": self.data,
                            "ASAN_OPTIONS": "verify_asan_link_order=0"}

    def open_link(self):
        """From here on it reaches its databases through a process that can spoil the way."""
        databases = self.world.databases()
        ports = [15432 + i if self.place.space else self.world.free_port() for i in range(len(databases))]
        ways = [f"127.0.0.1:{port}={one.place.address}:{one.port}" for port, one in zip(ports, databases)]
        self.link = subprocess.Popen(self.place.within("python3", LINK, *ways), stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, text=True)
        if self.link.stdout.readline() != "ready\n":
            raise RuntimeError("the bad link does not open")
        self.link_store = "postgres://serai@" + ",".join(f"127.0.0.1:{port}" for port in ports) + "/postgres"

    def spoil_link(self, delay=0, jitter=0, lost=0, broken=0):
        """Milliseconds; of a thousand pieces. Without arguments it is well again."""
        self.link.stdin.write(f"{delay} {jitter} {lost} {broken}\n")
        self.link.stdin.flush()
        self.link.stdout.readline()

    def launch(self):
        self.process = subprocess.Popen(
            self.place.within(self.command, "serve", "--lang", "en", "--listen",
                              f"{self.address}:{self.port or self.world.port}", "--data", self.data,
                              "--config", self.data + ".conf",
                              "--store", self.link_store if self.link else self.world.store()),
            stdout=subprocess.PIPE, stderr=open(self.data + ".log", "ab"), text=True,
            env={**os.environ, **self.environment})

    def start(self):
        for _ in range(100):
            self.launch()
            line = self.process.stdout.readline()
            if "http://" in line:
                self.port = int(line.split("http://")[1].split("/")[0].rsplit(":", 1)[1])
                return self
            self.process.wait()
            time.sleep(0.1)
        raise RuntimeError("the node does not start: " + self.log()[-2000:])

    def sleep(self):
        self.process.send_signal(signal.SIGSTOP)

    def wake(self):
        self.process.send_signal(signal.SIGCONT)

    def admin(self, *words):
        return run(self.command, "admin", *words, "--data", self.data)


class Balancer:
    """nginx in front of all nodes, without stickiness; for clients it is one of them."""

    def __init__(self, world, place, name="nginx"):
        self.world, self.place, self.address = world, place, place.address
        self.port = 80 if world.spaces else world.free_port()
        self.directory = os.path.join(world.work, name)
        os.mkdir(self.directory)
        self.process = None

    host, origin = Server.host, Server.origin

    def start(self):
        at = self.directory
        nodes = " ".join(f"server {node.host} max_fails=1 fail_timeout=1s;" for node in self.world.nodes)
        temporary = " ".join(f"{name}_temp_path {at}/{name};" for name in
                             ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(f"{at}/conf", "w") as file:
            file.write(f"""daemon off; pid {at}/pid; error_log {at}/log; events {{}}
http {{ access_log off; {temporary}
  upstream nodes {{ {nodes} }}
  map $http_upgrade $connection_of_upgrade {{ default upgrade; '' ''; }}
  server {{ listen {self.address}:{self.port};
    location / {{ proxy_pass http://nodes; proxy_http_version 1.1; proxy_next_upstream error timeout http_503;
      proxy_connect_timeout 2s; proxy_read_timeout 30s; proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_of_upgrade;
      proxy_set_header X-Forwarded-For $remote_addr; }} }} }}
""")
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.process = subprocess.Popen(self.place.within(nginx, "-c", f"{at}/conf", "-e", f"{at}/log"))
        for _ in range(200):
            if os.path.exists(f"{at}/pid") and os.path.getsize(f"{at}/pid"):
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("nginx does not start: " + open(f"{at}/log").read()[-2000:])

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


def make_certificate(directory):
    """For games.example.org, by itself; returns its file and that of its key."""
    certificate, key = f"{directory}/certificate", f"{directory}/key"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
        "/CN=games.example.org", "-keyout", key, "-out", certificate)
    return certificate, key


def shipped(name, *changes):
    """A file of deploy/ with what every machine has its own of put in: pairs of what stands there and what is meant."""
    with open(os.path.join(ROOT, "deploy", name)) as file:
        text = file.read()
    for old, new in changes:
        if old not in text:
            raise RuntimeError(f"deploy/{name} has no {old}")
        text = text.replace(old, new)
    return text


def nginx_accepts(name, work, *changes):
    """Whether nginx takes a file of deploy/ as one of its sites."""
    at = os.path.join(work, name)
    os.mkdir(at)
    certificate, key = make_certificate(at)
    if "ssl_certificate" in shipped(name):
        changes += (("/etc/letsencrypt/live/games.example.org/fullchain.pem", certificate),
                    ("/etc/letsencrypt/live/games.example.org/privkey.pem", key))
    with open(f"{at}/site", "w") as file:
        file.write(shipped(name, *changes))
    with open(f"{at}/conf", "w") as file:
        file.write(f"pid {at}/pid; error_log {at}/log; events {{}} http {{ access_log off; include {at}/site; }}\n")
    return run(shutil.which("nginx") or "/usr/sbin/nginx", "-t", "-c", f"{at}/conf", "-e", f"{at}/log")


class ShippedHAProxy(Balancer):
    """HAProxy by deploy/haproxy.cfg; only its addresses and its certificate are those of the world."""

    def __init__(self, world, place):
        super().__init__(world, place, "haproxy")
        self.port = 8081 if world.spaces else world.free_port()

    def command(self, *words):
        return self.place.within(shutil.which("haproxy") or "/usr/sbin/haproxy", "-f", f"{self.directory}/cfg", *words)

    def take(self, *changes):
        with open(f"{self.directory}/cfg", "w") as file:
            file.write(shipped("haproxy.cfg", *changes))

    def accepts(self):
        """Whether HAProxy takes the file as it is, once there is a certificate."""
        both = f"{self.directory}/both.pem"
        with open(both, "w") as file:
            file.write("".join(open(one).read() for one in make_certificate(self.directory)))
        self.take(("/etc/haproxy/games.example.org.pem", both))
        return run(*self.command("-c"))

    def start(self):
        there = ("10.0.0.11:8080", "10.0.0.12:8080", "10.0.0.13:8080")
        self.take(("bind :443 ssl crt /etc/haproxy/games.example.org.pem alpn h2,http/1.1", f"bind {self.host}"),
                  *((address, node.host) for address, node in zip(there, self.world.nodes)))
        self.process = subprocess.Popen(self.command("-db"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Database:
    def __init__(self, world, place, name):
        self.world, self.place = world, place
        self.directory = os.path.join(world.work, name)
        self.port = 5432 if world.spaces else world.free_port()

    def settings(self):
        return [f"listen_addresses={self.place.address}", f"port={self.port}"]

    def postgres(self, action, *more):
        return run(*self.place.within(POSTGRES, action, self.directory, *more))

    def ask(self, text):
        return run(*self.place.within("psql", "-qXAt", "-d", f"postgres://serai@/postgres?host={self.directory}"
                                      f"&port={self.port}", "-c", text))

    def kill(self):
        """kill -9 of all its processes, as if its machine had died."""
        lock = os.path.join(self.directory, "data", "postmaster.pid")
        with open(lock) as file:
            pid = int(file.readline())
        for one in [pid, *children_of(pid)]:
            try:
                os.kill(one, signal.SIGKILL)
            except ProcessLookupError:
                pass
        # where nobody buries the dead it stays in the list of processes, and its lock would hold
        for _ in range(100):
            time.sleep(0.1)
            try:
                with open(f"/proc/{pid}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] != "Z":
                        continue
            except FileNotFoundError:
                pass
            for left in (lock, os.path.join(self.directory, f".s.PGSQL.{self.port}.lock")):
                if os.path.exists(left):
                    os.unlink(left)
            return
        raise RuntimeError("the database does not die")


class World:
    def __init__(self, command, work, nodes=3, spaces=False, standby=False, settings=(), balancer=False,
                 bad_link=False, clocks=None):
        self.command, self.work, self.spaces = command, work, spaces
        os.chmod(work, 0o755)  # PostgreSQL is another user
        self.mark, self.net = os.getpid() % 10000, 77
        self.port = 8080 if spaces else 0
        self.bridge = f"sr{self.mark}br"
        self.standby = self.balancer = None
        if spaces:
            run("ip", "link", "add", self.bridge, "type", "bridge")
            run("ip", "addr", "add", f"10.{self.net}.{self.mark % 250}.254/24", "dev", self.bridge)
            run("ip", "link", "set", self.bridge, "up")
        self.places = []
        self.database = Database(self, self.place(2), "postgres")
        self.database.postgres("start", *self.database.settings(), *settings)
        if standby:
            self.standby = Database(self, self.place(3), "standby")
            self.standby.postgres("standby", self.url(self.database), *self.standby.settings())
            self.database.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.database.ask("SELECT pg_reload_conf()")
        self.clients = self.place(4)
        self.nodes = [Node(self, self.place(11 + i), f"node{i}") for i in range(nodes)]
        if bad_link:
            self.nodes[-1].open_link()
        for node, seconds in zip(self.nodes, HOURS_APART if clocks else ()):
            node.set_clock(clocks, seconds)
        for node in self.nodes:
            node.start()
        if balancer:
            self.balancer = Balancer(self, self.place(5))
            self.balancer.start()

    def balancer_address(self):
        return f"10.{self.net}.{self.mark % 250}.5" if self.spaces else "127.0.0.1"

    def doors(self):
        """Wherever clients may come in."""
        return self.nodes + ([self.balancer] if self.balancer else [])

    def databases(self):
        return [self.database] + ([self.standby] if self.standby else [])

    def place(self, number):
        place = Place(self, number)
        self.places.append(place)
        return place

    @staticmethod
    def free_port():
        import socket
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            return one.getsockname()[1]

    def url(self, database):
        return f"postgres://serai@{database.place.address}:{database.port}/postgres"

    def store(self):
        hosts = ",".join(f"{one.place.address}:{one.port}" for one in self.databases())
        return f"postgres://serai@{hosts}/postgres"

    def promote(self):
        """The standby takes over; the old one is gone for good."""
        self.database.kill()
        self.standby.postgres("promote")
        self.database, self.standby = self.standby, None

    def close(self):
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.wake()
                node.kill()
            if node.link:
                node.link.stdin.close()
                node.link.wait()
                node.link.stdout.close()
        if self.balancer:
            self.balancer.stop()
        for name in ("postgres", "standby"):
            directory = os.path.join(self.work, name)
            if os.path.isdir(directory):
                run(POSTGRES, "remove", directory, check=False)
        for place in self.places:
            if place.space:
                run("ip", "netns", "del", place.space, check=False)
        if self.spaces:
            run("ip", "link", "del", self.bridge, check=False)
