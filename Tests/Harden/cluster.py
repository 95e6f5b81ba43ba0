#!/usr/bin/env python3
"""Several servers over one database: nodes, PostgreSQL and NATS are killed, cut off and slowed down under load.

`scripts/harden cluster` runs it inside of `scripts/cluster`.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial

import uvloop
import websockets

from cluster_client import Client
from harness import IS_SHORT, PASSWORD, ROOT, Broken, Endpoint, Person, figure, main, percentile, require
from postgres_crowd import Crowd
from tcp_gate import Gate

sys.path.insert(0, str(ROOT / "scripts"))
from cluster_control import Cluster  # noqa: E402

PEOPLE, PROXIED, CONVERSATIONS = 12, 4, 4
ELSEWHERE_WITHIN = 5
WITHOUT_BUS_WITHIN = 3
REVOKED_WITHIN = 5
BACK_WITHIN = 15
# How long a fault lasts, beside what must hold meanwhile.
FAULT = 4


class Node(Endpoint):
    """A server of the cluster."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.address, port = url.removeprefix("http://").split(":")
        self.port = int(port)

    def is_healthy(self) -> bool:
        try:
            return self.send("GET", "/health", timeout=2).status == 200
        except OSError:
            return False


async def until(what: str, within: float, condition: Callable[[], bool]) -> float:
    """The seconds until `condition` held."""
    started = time.monotonic()
    while not condition():
        require(time.monotonic() - started <= within, f"{what} within {within:g} s")
        await asyncio.sleep(0.02)
    return time.monotonic() - started


class Run:
    def __init__(self) -> None:
        self.cluster = Cluster()
        self.names = self.cluster.nodes
        self.nodes = [Node(self.cluster.node_url(name)) for name in self.names]
        self.gates: dict[str, Gate] = {}
        self.environment: dict[str, dict[str, str]] = {name: {} for name in self.names}
        self.people = [Person(self.nodes[n % len(self.nodes)], f"person{n}") for n in range(PEOPLE)]
        self.members = [[p for n, p in enumerate(self.people) if c in self.of(n)] for c in range(CONVERSATIONS)]
        self.conversations = [
            members[0].group(f"Group {number}", members[1:]) for number, members in enumerate(self.members)]
        urls = [node.url for node in self.nodes]
        self.clients = [
            Client(f"writer {n}", person, urls, n % len(urls), [self.conversations[c] for c in self.of(n)])
            for n, person in enumerate(self.people)]  # fmt: skip
        # Those who only read stay where they are as long as their socket does: they see what a node misses.
        self.clients += [Client(f"reader {n}", person, urls, n % len(urls), []) for n, person in enumerate(self.people)]
        # And those who know the address of the proxy alone, as people do.
        self.proxied = [
            Client(f"proxied {n}", person, [self.cluster.url], 0, [self.conversations[c] for c in self.of(n)])
            for n, person in enumerate(self.people[:PROXIED])]  # fmt: skip
        self.everybody = self.clients + self.proxied
        self.writers = [client for client in self.everybody if client.writes]

    @staticmethod
    def of(person: int) -> tuple[int, int]:
        return person % CONVERSATIONS, (person + 1) % CONVERSATIONS

    # The load

    async def go(self) -> None:
        tasks = [asyncio.create_task(client.run()) for client in self.everybody]
        try:
            await self.wait_for_acks(BACK_WITHIN)
            for fault in self.faults():
                await self.spread()
                await fault()
                await self.wait_for_acks(BACK_WITHIN)
                self.require_nodes()
                for task in tasks:
                    require(not task.done(), f"a client ended: {task}")
            await self.settle()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for gate in self.gates.values():
                gate.close()

    async def wait_for_acks(self, within: float) -> float:
        """Every writer has got two acks from now."""
        counts = [len(client.acked) for client in self.writers]
        return await until(
            "everybody is served", within,
            lambda: all(len(client.acked) >= count + 2 for client, count in zip(self.writers, counts, strict=True)))

    def faults(self) -> list[Callable[[], Awaitable[None]]]:
        if IS_SHORT:
            return [partial(self.kill_node, "node-2"), self.restart_bus, self.restart_database]
        cut = "node-2"
        return [
            *[partial(self.kill_node, name) for name in self.names], self.restart_bus, self.restart_database,
            partial(self.put_gates, cut), partial(self.cut_bus, cut, Gate.refuse, "refused"),
            partial(self.cut_bus, cut, Gate.go_silent, "silent"), partial(self.slow_database, cut),
            partial(self.cut_database, cut, Gate.refuse, "refused"),
            partial(self.cut_database, cut, Gate.go_silent, "silent"), partial(self.fill_database, cut),
        ]  # fmt: skip

    async def spread(self) -> None:
        """To every node its share of the clients."""
        count = len(self.nodes)
        for number, client in enumerate(self.clients):
            if client.at != number % count and client.socket:
                # It goes to the one after that where it lost its socket.
                client.at = (number - 1) % count
                client.socket.transport.abort()

        def is_spread() -> bool:
            return all(client.isSynced and client.at == number % count for number, client in enumerate(self.clients))

        await until("every node has its share of the clients", BACK_WITHIN, is_spread)

    def acked_since(self, start: float) -> dict[str, tuple[str, int, float]]:
        return {
            id: (conversation, seq, at) for client in self.writers
            for id, (conversation, seq, _, at) in client.acked.items() if at >= start}

    async def wait_for_arrival(self, start: float, within: float) -> list[float]:
        """How long after its ack each message since `start` was at each client of its conversation."""
        acked = self.acked_since(start)
        missing: list[tuple[Client, str]] = [
            (client, id) for client in self.everybody for id, (conversation, _, _) in acked.items()
            if conversation in client.known]
        wanted = list(missing)

        def is_there() -> bool:
            missing[:] = [(client, id) for client, id in missing if not client.has(id, *acked[id][:2])]
            return not missing

        try:
            await until("what was acked is with every client", within, is_there)
        except Broken:
            for client in sorted({client.name: client for client, _ in missing}.values(), key=lambda one: one.name):
                count = sum(one is client for one, _ in missing)
                print(f"    {client.name} misses {count}: {client.state()}", flush=True)
            raise
        return [max(0, client.arrived[id] - acked[id][2]) for client, id in wanted if id in client.arrived]

    # The faults

    async def start(self, name: str) -> None:
        await asyncio.to_thread(self.cluster.start, name, self.environment.get(name))

    async def kill_node(self, name: str) -> None:
        number = self.names.index(name)
        lost = [client for client in self.clients if client.at == number]
        start = time.monotonic()
        await asyncio.to_thread(self.cluster.kill, name)

        def is_elsewhere(client: Client) -> bool:
            if client.writes:
                return client.acked_at > start and client.acked_by != number
            return client.isSynced and client.at != number

        waited = time.monotonic() - start
        await until(
            f"those of {name} are elsewhere and served", ELSEWHERE_WITHIN - waited,
            lambda: all(is_elsewhere(client) for client in lost))
        figure(f"kill -9 of {name}", f"its {len(lost)} clients served elsewhere after {time.monotonic() - start:.2f} s")
        await self.wait_for_arrival(start, BACK_WITHIN)
        await self.start(name)

    async def restart_bus(self) -> None:
        await asyncio.to_thread(self.cluster.kill, "nats")
        start = time.monotonic()
        revoked = await self.end_a_session()
        await asyncio.sleep(max(0, FAULT - (time.monotonic() - start)))
        delays = await self.wait_for_arrival(start, WITHOUT_BUS_WITHIN + 2)
        require(max(delays) <= WITHOUT_BUS_WITHIN, f"messages come within {WITHOUT_BUS_WITHIN} s: {max(delays):.2f}")
        figure(
            "NATS killed", f"{len(delays)} deliveries after p50 {percentile(delays, 0.5):.2f} s, at most "
            f"{max(delays):.2f} s; a session that ended on another node was cut after {revoked:.2f} s")
        await self.start("nats")
        await self.wait_for_bus()

    async def wait_for_bus(self) -> None:
        """Waking works again: everything comes faster than by asking."""
        started = time.monotonic()
        while True:
            start = time.monotonic()
            await asyncio.sleep(1)
            delays = await self.wait_for_arrival(start, BACK_WITHIN)
            if percentile(delays, 0.99) < 0.5:
                figure("the bus wakes again", f"{start - started:.1f} s later, p99 {percentile(delays, 0.99):.3f} s")
                return
            require(time.monotonic() - started < 30, f"the bus wakes again within 30 s: {percentile(delays, 0.99):.2f}")

    async def end_a_session(self) -> float:
        """The seconds from the end of a session on one node to that of its socket on another."""
        here, there = self.nodes[0], self.nodes[-1]
        form = {"email": self.people[0].email, "password": PASSWORD}
        session = await asyncio.to_thread(here.send, "POST", "/v1/sessions", form)
        require(session.status == 201, f"a session is made: {session.status}")
        token = session.json["accessToken"]
        async with websockets.connect(
            there.url.replace("http", "ws", 1) + "/v1/socket", compression=None, max_size=None, proxy=None
        ) as socket:
            await socket.send('{"type":"hello","version":1,"known":{},"token":"%s"}' % token)
            while '"synced"' not in await socket.recv():
                pass
            ended = await asyncio.to_thread(here.send, "DELETE", "/v1/sessions/current", None, token)
            require(ended.status == 204, f"the session ends: {ended.status}")
            start = time.monotonic()
            try:
                async with asyncio.timeout(REVOKED_WITHIN):
                    while True:
                        await socket.recv()
            except websockets.ConnectionClosed:
                require(socket.close_code == 4401, f"it says that the session ended: {socket.close_code}")
                return time.monotonic() - start
            except TimeoutError:
                require(False, f"a session's socket on another node is closed within {REVOKED_WITHIN} s")

    async def restart_database(self) -> None:
        start = time.monotonic()
        # The immediate mode: without a last checkpoint, as after a loss of power.
        os.kill(self.cluster.described["postgres"]["pid"], signal.SIGQUIT)
        await until("PostgreSQL ends", 20, lambda: "pid" not in self.cluster.described["postgres"])
        await asyncio.sleep(1)
        await self.start("postgres")
        ready = time.monotonic()
        await self.wait_for_acks(BACK_WITHIN)
        served = time.monotonic() - ready
        await self.wait_for_arrival(start, BACK_WITHIN)
        figure("PostgreSQL restarted (immediate)", f"down for {ready - start:.1f} s, everybody served {served:.2f} s later")

    def require_nodes(self) -> None:
        """None has ended that was not killed."""
        for node in self.cluster.described["nodes"]:
            require("pid" in node, f"{node['name']} does not end by itself: {node['log']}")

    async def put_gates(self, name: str) -> None:
        """From now on that node reaches PostgreSQL and NATS through gates."""
        described = self.cluster.described
        for service, variable in (("postgres", "MESSAGEAI_DATABASE"), ("nats", "MESSAGEAI_BUS")):
            gate = self.gates[service] = Gate(described[service]["port"])
            await gate.open()
            url = described[service]["url"].replace(f":{gate.target}", f":{gate.port}")
            self.environment[name][variable] = url
        await asyncio.to_thread(self.cluster.stop, name)
        await self.start(name)

    async def cut_bus(self, name: str, how: Callable[[Gate], None], what: str) -> None:
        start = time.monotonic()
        how(self.gates["nats"])
        await asyncio.sleep(FAULT)
        delays = await self.wait_for_arrival(start, BACK_WITHIN)
        await self.gates["nats"].heal()
        figure(f"{name} cut from NATS ({what})", f"deliveries after at most {max(delays):.2f} s")
        require(max(delays) <= WITHOUT_BUS_WITHIN, f"messages come within {WITHOUT_BUS_WITHIN} s: {max(delays):.2f}")
        await self.wait_for_bus()

    async def slow_database(self, name: str) -> None:
        start = time.monotonic()
        self.gates["postgres"].delay = 0.3
        await asyncio.sleep(FAULT)
        served = await self.wait_for_acks(BACK_WITHIN)
        self.gates["postgres"].delay = 0
        await self.wait_for_arrival(start, BACK_WITHIN)
        figure(f"PostgreSQL answers {name} 0.3 s late", f"two acks for everybody in {served:.2f} s")

    async def cut_database(self, name: str, how: Callable[[Gate], None], what: str) -> None:
        start = time.monotonic()
        how(self.gates["postgres"])
        served = await self.wait_for_acks(BACK_WITHIN)
        await asyncio.sleep(FAULT)
        await self.gates["postgres"].heal()
        back = await self.wait_until_back(name, start)
        figure(f"{name} cut from PostgreSQL ({what})", f"everybody served after {served:.2f} s; {back}")

    async def fill_database(self, name: str) -> None:
        """PostgreSQL takes no more connections, and that node has lost its own."""
        start = time.monotonic()
        self.gates["postgres"].refuse()
        crowd = Crowd(self.cluster.described["postgres"]["url"])
        await asyncio.to_thread(crowd.fill)
        await self.gates["postgres"].heal()
        served = await self.wait_for_acks(BACK_WITHIN)
        await asyncio.sleep(FAULT)
        await asyncio.to_thread(crowd.leave)
        back = await self.wait_until_back(name, start)
        figure(f"PostgreSQL is full without {name}", f"everybody served after {served:.2f} s; {back}")

    async def wait_until_back(self, name: str, start: float) -> str:
        """The fault that began at `start` has ended: the node is healthy, and nobody misses anything. A sentence."""
        healed = time.monotonic()
        node = self.nodes[self.names.index(name)]
        while not await asyncio.to_thread(node.is_healthy):
            require(time.monotonic() - healed < 30, f"{name} is healthy again within 30 s")
            await asyncio.sleep(0.1)
        healthy = time.monotonic() - healed
        await self.wait_for_arrival(start, 30)
        everything = time.monotonic() - healed
        return f"healthy {healthy:.2f} s after its end, everything with everybody after {everything:.2f} s"

    # The end

    async def settle(self) -> None:
        for client in self.writers:
            client.isWriting = False
        await until("every message is acked", BACK_WITHIN, lambda: all(client.outbox is None for client in self.writers))
        for client in self.everybody:
            require(not client.wrong, f"{client.name} saw nothing unexpected: {client.wrong[:3]}")
        # Not on this thread, which the gates need.
        kept = sum([await asyncio.to_thread(self.check_kept, number) for number in range(CONVERSATIONS)])
        urls = [node.url for node in self.nodes]
        for number, person in enumerate(self.people):
            end = time.monotonic() + 10
            while True:
                fresh = Client("fresh", person, urls, number % len(urls), [])
                await fresh.read_all()
                unlike = [client.difference(fresh) for client in self.everybody if client.person is person]
                if not any(unlike):
                    break
                require(time.monotonic() < end, "; ".join(filter(None, unlike)))
                await asyncio.sleep(0.2)
        acked = sum(len(client.acked) for client in self.writers)
        figure(
            "at the end", f"{acked} acked, {kept} kept, 0 lost, 0 doubled, no gap; {len(self.everybody)} clients equal "
            f"to fresh ones; {sum(client.repeats for client in self.writers)} sent again, "
            f"{sum(client.moves for client in self.everybody)} moves to another node")

    def check_kept(self, number: int) -> int:
        conversation = self.conversations[number]
        kept = self.members[number][0].messages(conversation)
        require([message["seq"] for message in kept] == list(range(1, len(kept) + 1)), "the sequence has no gap")
        by_id = {message["id"]: message for message in kept}
        require(len(by_id) == len(kept), "no id is there twice")
        require(len({message["text"] for message in kept}) == len(kept), "no message is there twice")
        for client in self.writers:
            for id, (where, seq, text, _) in client.acked.items():
                if where == conversation:
                    found = by_id.get(id)
                    require(found is not None, f"the acked message {id} is there")
                    require((found["seq"], found["text"]) == (seq, text), f"the acked message {id} is unchanged")
        attempted = set().union(*(client.attempted for client in self.writers))
        require(set(by_id) <= attempted, "nothing is there that nobody sent")
        for client in self.everybody:
            for (kind, id), row in client.rows.get(conversation, {}).items():
                if kind == "messages":
                    require(by_id[id] == row, f"{client.name} holds {id} as it is")
        return len(kept)


def part() -> None:
    uvloop.run(Run().go())


main(part)
