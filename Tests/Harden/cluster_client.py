"""A client that follows the sync law, resends what is not acked with the same id, and goes to another node when it must."""

import asyncio
import contextlib
import json
import random
import time

import websockets

from harness import Person, new_id, require

KEYS = {
    "members": "user", "messages": "id", "insights": "id", "settings": "conversation", "reminders": "id",
    "opinions": "id", "priorities": "message",
}
# How long a client waits for an ack before it tries another node.
PATIENCE = 5


class Refused(Exception):
    """The server asks for a retry."""


class Client:
    """One device of a person. One that `writes` sends to each of its conversations in turn, without end."""

    def __init__(self, name: str, person: Person, nodes: list[str], first: int, writes: list[str]) -> None:
        self.name, self.person, self.nodes, self.writes = name, person, nodes, writes
        self.at = first
        self.known: dict[str, int] = {}
        self.rows: dict[str, dict[tuple[str, str], dict]] = {}
        self.starts: dict[str, int] = {}
        self.pulling: set[str] = set()
        self.history: str | None = None
        self.socket: websockets.ClientConnection | None = None
        self.isSynced = False
        self.synced_at = self.acked_at = 0.0
        self.acked_by = -1
        self.number = self.ref = self.repeats = self.moves = 0
        self.outbox: tuple[str, str, str] | None = None
        self.answers: dict[int, asyncio.Future] = {}
        # The books: what was tried, what was acked with which seq and when, and when each message came.
        self.attempted: set[str] = set()
        self.acked: dict[str, tuple[str, int, str, float]] = {}
        self.arrived: dict[str, float] = {}
        self.wrong: list[str] = []
        self.isWriting = True

    # The life of a socket

    async def run(self) -> None:
        delay = 0.1
        while True:
            try:
                await self.live()
            except (OSError, websockets.WebSocketException, TimeoutError):
                # The reason does not matter: there are other nodes.
                pass
            if self.isSynced:
                delay = 0.1
            self.isSynced, self.socket = False, None
            self.pulling.clear()
            self.answers.clear()
            self.at = (self.at + 1) % len(self.nodes)
            self.moves += 1
            await asyncio.sleep(delay * (0.5 + 0.5 * random.random()))
            delay = min(2, delay * 2)

    async def live(self) -> None:
        async with websockets.connect(
            self.nodes[self.at].replace("http", "ws", 1) + "/v1/socket", compression=None, ping_interval=5,
            ping_timeout=5, max_size=None, open_timeout=3, close_timeout=1, proxy=None,
        ) as self.socket:
            hello = {"type": "hello", "version": 1, "token": self.person.token, "known": self.known}
            await self.send(hello | ({"history": self.history} if self.history else {}))
            tasks = [asyncio.create_task(self.read()), asyncio.create_task(self.give_up_unsynced())]
            if self.writes:
                tasks.append(asyncio.create_task(self.write()))
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def give_up_unsynced(self) -> None:
        await asyncio.sleep(PATIENCE)
        if not self.isSynced:
            raise TimeoutError

    async def send(self, frame: dict) -> None:
        await self.socket.send(json.dumps(frame))

    async def read(self) -> None:
        while True:
            try:
                await self.take(json.loads(await self.socket.recv()))
            except (KeyError, TypeError) as error:
                self.wrong.append(f"a frame that cannot be read: {error!r}")

    # Writing

    async def write(self) -> None:
        while not self.isSynced:
            await asyncio.sleep(0.01)
        since = time.monotonic()
        while True:
            if self.outbox is None:
                since = time.monotonic()
                if not self.isWriting:
                    await asyncio.sleep(0.05)
                    continue
                self.number += 1
                conversation = self.writes[self.number % len(self.writes)]
                self.outbox = (conversation, new_id(), f"{self.name} number {self.number}")
                self.attempted.add(self.outbox[1])
            else:
                self.repeats += 1
            try:
                await self.ask_for_ack(*self.outbox)
                await asyncio.sleep(0.03)
            except Refused:
                # Whoever balances the load sends nobody to a node that refuses.
                if time.monotonic() - since > PATIENCE:
                    raise TimeoutError from None
                await asyncio.sleep(0.2 + 0.2 * random.random())

    async def ask_for_ack(self, conversation: str, id: str, text: str) -> None:
        self.ref += 1
        answer = self.answers[self.ref] = asyncio.get_running_loop().create_future()
        await self.send({"type": "send", "ref": self.ref, "conversation": conversation, "id": id, "text": text})
        message = await asyncio.wait_for(answer, PATIENCE)
        self.acked[id] = (conversation, message["seq"], text, time.monotonic())
        self.acked_at, self.acked_by = time.monotonic(), self.at
        self.outbox = None
        if self.number % 20 == 0:
            await self.send({"type": "read", "conversation": conversation, "seq": message["seq"]})

    # The sync law

    async def take(self, frame: dict) -> None:
        match frame["type"]:
            case "welcome":
                if self.history not in (None, frame["history"]):
                    self.wrong.append("the database has another history")
                self.history = frame["history"]
            case "synced":
                self.isSynced, self.synced_at = True, time.monotonic()
            case "delta":
                await self.apply(frame)
            case "ack":
                await self.apply(frame)
                self.answer(frame["ref"]).set_result(frame["messages"][0])
            case "error":
                if not frame.get("retry"):
                    self.wrong.append(f"refused: {frame}")
                if "ref" in frame:
                    self.answer(frame["ref"]).set_exception(Refused())
            case "gone":
                self.wrong.append("a feed is gone that nobody has left")

    def answer(self, ref: int) -> asyncio.Future:
        found = self.answers.pop(ref, None)
        # It gave up waiting before.
        return found if found and not found.done() else asyncio.get_running_loop().create_future()

    async def apply(self, frame: dict) -> None:
        feed, cursor = frame["feed"], self.known.get(frame["feed"], 0)
        if frame["type"] == "delta" and (frame.get("reset") or frame.get("fromRev", 0) <= cursor):
            # The answer to a pull, or what makes it needless: more that does not follow is no reason for another.
            self.pulling.discard(feed)
        if frame.get("reset"):
            self.rows[feed] = {}
            self.starts[feed] = frame.get("windowStart", 1)
            self.known[feed] = frame["toRev"]
        elif "toRev" in frame and frame["toRev"] > cursor:
            if frame["fromRev"] > cursor:
                if feed not in self.pulling:
                    self.pulling.add(feed)
                    await self.send({"type": "pull", "feed": feed, "fromRev": cursor})
                return
            self.known[feed] = frame["toRev"]
            if "windowStart" in frame:
                self.starts.setdefault(feed, frame["windowStart"])
        rows = self.rows.setdefault(feed, {})
        for kind in ("conversation", "profile"):
            if kind in frame:
                self.keep(rows, (kind, ""), frame[kind])
        for kind, key in KEYS.items():
            for row in frame.get(kind, []):
                if kind != "messages" or row["seq"] >= self.starts.get(feed, 1):
                    self.keep(rows, (kind, row[key]), row)

    def keep(self, rows: dict[tuple[str, str], dict], key: tuple[str, str], row: dict) -> None:
        if key[0] == "messages":
            self.arrived.setdefault(key[1], time.monotonic())
        if key not in rows or rows[key]["rev"] < row["rev"]:
            rows[key] = row

    # What is checked

    def has(self, id: str, conversation: str, seq: int) -> bool:
        """The message has come, or lies before the window that was sent to a client too far behind: it reads that by
        pages."""
        return id in self.arrived or seq < self.starts.get(conversation, 1)

    def state(self) -> str:
        """For who looks for the reason of a failure."""
        return (
            f"synced {self.isSynced}, at {self.nodes[self.at]}, pulling {sorted(self.pulling)}, outbox {self.outbox}, "
            f"moves {self.moves}, known {self.known}")

    def seqs(self, feed: str) -> list[int]:
        return sorted(row["seq"] for (kind, _), row in self.rows.get(feed, {}).items() if kind == "messages")

    def difference(self, fresh: "Client") -> str | None:
        """In what it is not equal to a fresh client: a sentence."""
        if self.known != fresh.known:
            return f"{self.name} is at {self.known}, a fresh client at {fresh.known}"
        for feed, rows in fresh.rows.items():
            start = fresh.starts.get(feed, 1)
            mine = {
                key: row for key, row in self.rows[feed].items() if key[0] != "messages" or row["seq"] >= start}
            if mine != rows:
                unlike = [key for key in mine.keys() | rows.keys() if mine.get(key) != rows.get(key)]
                return f"{self.name} holds {len(unlike)} rows of {feed} otherwise than a fresh client: {unlike[:3]}"
            seqs = self.seqs(feed)
            if seqs and seqs != list(range(seqs[0], seqs[-1] + 1)):
                return f"{self.name} holds messages of {feed} with a gap"
        return None

    async def read_all(self) -> None:
        """As a fresh client: until all of its feeds have come."""
        task = asyncio.create_task(self.run())
        try:
            for _ in range(1_000):
                if self.isSynced:
                    return
                await asyncio.sleep(0.01)
            require(False, "a fresh client is served within 10 s")
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
