"""A world of its own for tests of many nodes: a PostgreSQL and its standby, nodes that share it, and
the links between them. As root each has a network namespace, and links can be cut, delayed and made to lose
packets; otherwise all of it is on loopback, and only processes can be harmed."""
import os
import signal
import subprocess
import time

from server_client import Server

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
POSTGRES = os.path.join(ROOT, "tests", "support", "postgres")


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

    def launch(self):
        self.process = subprocess.Popen(
            self.place.within(self.command, "serve", "--lang", "en", "--listen",
                              f"{self.address}:{self.port or self.world.port}", "--data", self.data,
                              "--store", self.world.store()),
            stdout=subprocess.PIPE, stderr=open(self.data + ".log", "ab"), text=True)

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
    def __init__(self, command, work, nodes=3, spaces=False, standby=False, settings=()):
        self.command, self.work, self.spaces = command, work, spaces
        os.chmod(work, 0o755)  # PostgreSQL is another user
        self.mark, self.net = os.getpid() % 10000, 77
        self.port = 8080 if spaces else 0
        self.bridge = f"sr{self.mark}br"
        self.standby = None
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
        self.nodes = [Node(self, self.place(11 + i), f"node{i}") for i in range(nodes)]
        for node in self.nodes:
            node.start()

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
        databases = [self.database] + ([self.standby] if self.standby else [])
        hosts = ",".join(f"{one.place.address}:{one.port}" for one in databases)
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
        for name in ("postgres", "standby"):
            directory = os.path.join(self.work, name)
            if os.path.isdir(directory):
                run(POSTGRES, "remove", directory, check=False)
        for place in self.places:
            if place.space:
                run("ip", "netns", "del", place.space, check=False)
        if self.spaces:
            run("ip", "link", "del", self.bridge, check=False)
