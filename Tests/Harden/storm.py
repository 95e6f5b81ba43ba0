"""A thousand clients that lose their connection at once and all come back."""

import asyncio
import json
import os
import random
import resource
import time

import uvloop
import websockets

from harness import IS_SHORT, Person, Server, figure, main, require, temporary_folder

PEOPLE = 20
CLIENTS = 200 if IS_SHORT else 1_000
ROUNDS = 1 if IS_SHORT else 3
BACK_WITHIN = 15
MESSAGES = 10


class Client:
    def __init__(self, server: Server, person: Person) -> None:
        self.url = f"ws://{server.address}:{server.port}/v1/socket"
        self.person = person
        self.known: dict[str, int] = {}
        self.seqs: dict[str, int] = {}
        self.socket: websockets.ClientConnection | None = None
        self.tries = 0

    async def connect(self) -> None:
        """Comes back as the protocol asks: at once, then with jittered backoff."""
        delay = 0.5
        await asyncio.sleep(random.random() * 0.5)
        while True:
            self.tries += 1
            try:
                self.socket = await websockets.connect(
                    self.url, compression=None, ping_interval=None, max_size=None, open_timeout=15, proxy=None)
                await self.socket.send(
                    json.dumps({"type": "hello", "version": 1, "token": self.person.token, "known": self.known}))
                while True:
                    frame = json.loads(await self.socket.recv())
                    if frame["type"] == "synced":
                        return
                    require(frame["type"] != "error", f"an error: {frame}")
                    self.take(frame)
            except (OSError, websockets.WebSocketException, asyncio.TimeoutError):
                await asyncio.sleep(delay * (0.5 + 0.5 * random.random()))
                delay = min(30, delay * 2)

    def take(self, frame: dict) -> None:
        if frame["type"] != "delta":
            return
        feed, cursor = frame["feed"], self.known.get(frame["feed"], 0)
        require(frame.get("reset") or frame.get("fromRev", 0) <= cursor, f"a gap in {feed}: {frame.get('fromRev')} > {cursor}")
        self.known[feed] = max(cursor, frame["toRev"])
        for message in frame.get("messages", []):
            self.seqs[feed] = max(self.seqs.get(feed, 0), message["seq"])

    def cut(self) -> None:
        self.socket.transport.abort()


async def storm(server: Server, people: list[Person], conversation: str) -> None:
    clients = [Client(server, people[number % PEOPLE]) for number in range(CLIENTS)]
    await back(server, clients, "first connect")
    said = 0
    for round in range(1, ROUNDS + 1):
        for client in clients:
            client.cut()
        for _ in range(MESSAGES):
            said += 1
            require(people[0].post(conversation, f"missed {said}").status == 201, "messages are taken in the storm")
        seconds = await back(server, clients, f"back after cut {round}")
        require(seconds <= BACK_WITHIN, f"all are back within {BACK_WITHIN} s")
        behind = [client for client in clients if client.seqs.get(conversation, 0) != said]
        require(not behind, f"{len(behind)} clients do not have every message")
    for client in clients:
        client.cut()


async def back(server: Server, clients: list[Client], what: str) -> float:
    started, cpu = time.monotonic(), server.cpu()
    for client in clients:
        client.tries = 0
    # People whose token ran out meanwhile would refresh it; a run is shorter than that.
    await asyncio.gather(*(client.connect() for client in clients))
    seconds = time.monotonic() - started
    tries = sum(client.tries for client in clients)
    figure(
        what, f"{len(clients)} clients in {seconds:.2f} s, {tries} tries, server {server.cpu() - cpu:.2f} s of CPU, "
        f"{server.resident()} MiB")
    server.expect_alive()
    return seconds


def part() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))
    with temporary_folder() as folder:
        server = Server(folder / "data")
        try:
            server.start()
            people = [Person(server, f"person{number}") for number in range(PEOPLE)]
            conversation = people[0].group("Everybody", people[1:])
            uvloop.run(storm(server, people, conversation))
        finally:
            server.kill()


main(part)
