"""A bar full of phones in one process: some follow live, some ask again and again. Knows sockets; no table."""

import asyncio
import time
import zlib
from dataclasses import dataclass
from multiprocessing.connection import Connection

STREAMS, POLLERS, POLL_S = 100, 200, 2.5  # the pollers ask as often as a page without a stream does
EVENTS = 60
PATIENCE_S = 60.0  # how long phones may take to come or to leave


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many phones follow live, how many ask again and again, and how often the table changes meanwhile."""

    streams: int = STREAMS
    pollers: int = POLLERS
    changes: int = EVENTS


FULL = Crowd()


def phones(port: int, crowd: Crowd, table: Connection) -> None:
    """All phones, in a process of their own: says when all follow, and at the end what each saw when."""
    seen: list[tuple[int, float]] = []

    async def asked(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = "Host: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n"
        writer.write(f"GET {address}?lang=es HTTP/1.1\r\n{head}".encode())
        return reader, writer

    async def follow(follows: asyncio.Event) -> None:
        reader, _writer = await asked("/api/live")
        packed = b"content-encoding: gzip" in (await reader.readuntil(b"\r\n\r\n")).lower()
        unpack = zlib.decompressobj(wbits=31).decompress if packed else bytes
        while size := int(await reader.readline() or b"0", 16):
            for line in unpack((await reader.readexactly(size + 2))[:-2]).splitlines():
                if line.startswith(b"id: "):
                    seen.append((int(line[4:]), time.monotonic()))
                    follows.set()

    async def poll(after_s: float) -> None:
        await asyncio.sleep(after_s)
        while True:
            reader, writer = await asked("/api/state")
            await reader.readuntil(b"\r\n\r\n")
            writer.close()
            await asyncio.sleep(POLL_S)

    async def evening() -> None:
        begun = [asyncio.Event() for _ in range(crowd.streams)]
        tasks = [asyncio.create_task(follow(event)) for event in begun]
        await asyncio.wait_for(asyncio.gather(*(event.wait() for event in begun)), PATIENCE_S)
        tasks += [asyncio.create_task(poll(POLL_S * n / crowd.pollers)) for n in range(crowd.pollers)]
        await asyncio.sleep(POLL_S if crowd.pollers else 0)
        table.send("all follow")
        await asyncio.to_thread(table.recv)
        for task in tasks:
            task.cancel()

    asyncio.run(evening())
    table.send(seen)
