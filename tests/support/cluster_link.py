#!/usr/bin/env python3
"""A bad link to a database, for kernels that cannot delay and lose packets themselves: carries connections,
and does to them what TCP makes of a bad network. What was sent comes late, now and then much later, as when
a packet was lost and sent again; what is on different connections overtakes each other; connections break,
with half of what was on its way.
    cluster_link.py LISTEN:PORT=TO:PORT ...      prints "ready"; then reads orders, a line each:
        DELAY JITTER LOST BROKEN                 milliseconds, and of a thousand pieces how many are lost
                                                 for a while, and how many break their connection
Ends with its standard input."""
import asyncio
import os
import random
import sys


class Link:
    delay = jitter = lost = broken = 0

    def order(self, line):
        self.delay, self.jitter, self.lost, self.broken = (float(word) for word in line.split())

    def late(self):
        late = self.delay + self.jitter * random.random()
        while random.random() * 1000 < self.lost:
            late += 200  # until it is sent again
        return late / 1000

    async def carry(self, reader, writer, both):
        """Piece by piece; each leaves in its turn, however long it takes."""
        loop = asyncio.get_running_loop()
        leaves = 0
        try:
            while piece := await reader.read(65536):
                leaves = max(leaves, loop.time() + self.late())
                if leaves > loop.time():
                    await asyncio.sleep(leaves - loop.time())
                if random.random() * 1000 < self.broken:
                    writer.write(piece[:random.randrange(len(piece) + 1)])
                    break
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        for one in both:
            one.close()

    async def take(self, reader, writer, host, port):
        try:
            there, back = await asyncio.open_connection(host, port)
        except OSError:
            writer.close()
            return
        both = (writer, back)
        await asyncio.gather(self.carry(reader, back, both), self.carry(there, writer, both))


async def main():
    link = Link()
    for words in sys.argv[1:]:
        here, there = words.split("=")
        (address, port), (host, other) = here.rsplit(":", 1), there.rsplit(":", 1)
        await asyncio.start_server(
            lambda reader, writer, host=host, other=other: link.take(reader, writer, host, int(other)),
            address, int(port))
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        link.order(line)
        print("so", flush=True)
    os._exit(0)  # with whatever it carries; to cancel each would only fill the log


if __name__ == "__main__":
    asyncio.run(main())
