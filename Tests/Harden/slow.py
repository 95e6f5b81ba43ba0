"""Slow peers: sockets that read nothing, request heads and bodies that drip, answers that are read drop by drop.

Others hardly notice (p99 below twice what it was), slow ones are closed, and memory stays bounded.
"""

import base64
import json
import os
import re
import socket as sockets
import subprocess
import threading
import time

from websockets.exceptions import ConnectionClosed

from harness import IS_SHORT, Broken, Person, Server, figure, main, new_id, percentile, require, temporary_folder
from socket_client import connect

SLOW = 200
CLOSED_WITHIN = 45
SAMPLES = 300 if IS_SHORT else 1_500


class SilentReader:
    """A socket that greets and then reads nothing, with as little room in the kernel as it gives."""

    def __init__(self, server: Server, person: Person) -> None:
        self.raw = sockets.socket()
        self.raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2_048)
        self.raw.connect((server.address, server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.raw.sendall(
            f"GET /v1/socket HTTP/1.1\r\nHost: {server.address}:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.raw.recv(1)
        require(head.startswith(b"HTTP/1.1 101"), f"the upgrade is answered: {head[:40]!r}")
        self.write(json.dumps({"type": "hello", "version": 1, "token": person.token, "known": {}}).encode())

    def write(self, payload: bytes) -> None:
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
        self.raw.sendall(head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload)))

    def close(self) -> None:
        self.raw.close()


class Crowd:
    """Sockets of a group that read all they get, in one thread."""

    def __init__(self, server: Server, people: list[Person], count: int) -> None:
        self.members = [connect(server, people[number % len(people)]) for number in range(count)]
        self.isDone = threading.Event()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self) -> None:
        while not self.isDone.wait(0.2):
            for member in self.members:
                try:
                    while True:
                        member.connection.recv(timeout=0)
                except TimeoutError:
                    pass
                except (ConnectionClosed, OSError):
                    return

    def close(self) -> None:
        self.isDone.set()
        self.thread.join()
        for member in self.members:
            member.connection.socket.close()


def latencies(server: Server, ada: Person, ben: Person, speaker: Person, conversation: str, group: str) -> list[float]:
    """Milliseconds from Ada's send until Ben has it, one after the other, while the group is spoken to as well."""
    sender, receiver = connect(server, ada), connect(server, ben)
    loud = connect(server, speaker)
    found = []
    for number in range(SAMPLES):
        if number % 3 == 0:
            loud.send(type="send", ref=number, conversation=group, id=new_id(), text="x" * 4_000)
            loud.wait_for("ack")
        text = f"sample {time.monotonic_ns()}"
        started = time.perf_counter()
        sender.send(type="send", ref=number, conversation=conversation, id=new_id(), text=text)
        receiver.wait_for_message(text)
        found.append((time.perf_counter() - started) * 1_000)
    for each in (sender, receiver, loud):
        each.close()
    return found


def sockets_that_read_nothing(server: Server) -> None:
    ada, ben, speaker = (Person(server, name) for name in ("ada", "ben", "speaker"))
    conversation = ada.direct(ben)
    crowd = [Person(server, f"member{number}") for number in range(20)]
    group = speaker.group("Everybody", crowd)
    before = server.resident()
    ratios = []
    # On a busy machine one pair of runs says little: the best of three is the program's.
    for attempt in range(3):
        healthy = Crowd(server, crowd, SLOW)
        alone = latencies(server, ada, ben, speaker, conversation, group)
        healthy.close()
        slow = [SilentReader(server, crowd[number % len(crowd)]) for number in range(SLOW)]
        beside = latencies(server, ada, ben, speaker, conversation, group)
        for reader in slow:
            reader.close()
        ratios.append(percentile(beside, 0.99) / percentile(alone, 0.99))
        figure(
            f"others' p50 / p99 beside {SLOW} sockets that read, ms",
            f"{percentile(alone, 0.5):.2f} / {percentile(alone, 0.99):.2f}")
        figure(
            f"the same beside {SLOW} that do not, ms",
            f"{percentile(beside, 0.5):.2f} / {percentile(beside, 0.99):.2f} ({ratios[-1]:.2f} of it)")
        if min(ratios) < 2:
            break
    require(min(ratios) < 2, f"others' p99 stays below twice: {min(ratios):.2f}")
    grown = server.resident() - before
    figure("the server grew by, MiB", grown)
    # At most 512 KiB of frames each in up to twice the memory, and what the allocator keeps of it.
    require(grown < SLOW * 1.25 + 60, f"memory stays bounded: grown by {grown} MiB")


class SlowRequests:
    """A run of slowhttptest: every slow peer is closed in time."""

    def __init__(self, what: str, *arguments: str) -> None:
        self.what = what
        self.process = subprocess.Popen(
            ["slowhttptest", *arguments, "-o", "/dev/null"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            stdin=subprocess.DEVNULL)

    def check(self) -> None:
        output, _ = self.process.communicate(timeout=200)
        text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", output)
        # Its table is up to five seconds old; how it ended is not.
        status = dict(re.findall(r"(connected|error|closed|service available):\s*(\w+)", text))
        ended = re.findall(r"Test ended on (\d+)\w* second\s+Exit status: ([^\n]+)", text)
        require(len(ended) == 1, f"{self.what}: slowhttptest says how it ended: {text[-600:]}")
        figure(self.what, f"{ended[0][1].strip()} after {ended[0][0]} s, {status}")
        require(ended[0][1].strip().startswith("No open connections left"), f"{self.what}: none stays open: {status}")


class SlowReaders(SlowRequests):
    """The same for readers, whose sockets slowhttptest counts as open after they were reset: the kernel is asked."""

    def __init__(self, server: Server, count: int, what: str, *arguments: str) -> None:
        super().__init__(what, *arguments)
        self.server = server
        self.count = count
        self.started = time.monotonic()

    def check(self) -> None:
        try:
            most = 0
            while (seen := self.server.accepted()) or most < self.count:
                most = max(most, seen)
                elapsed = time.monotonic() - self.started
                require(elapsed < CLOSED_WITHIN, f"{self.what}: none stays open: {seen} of {most} after {elapsed:.0f} s")
                time.sleep(0.2)
            figure(self.what, f"{most} connections at most, none after {time.monotonic() - self.started:.0f} s")
        finally:
            self.process.kill()
            self.process.communicate()


def slow_requests(server: Server) -> None:
    count = "50" if IS_SHORT else "200"
    common = ["-c", count, "-r", "100", "-l", str(CLOSED_WITHIN), "-p", "3"]
    before = server.resident()
    kinds = [
        ("heads that drip", ["-H", *common, "-x", "10", "-i", "5", "-u", f"{server.url}/health"]),
        ("bodies that drip", [
            "-B", *common, "-x", "10", "-i", "5", "-s", "8192", "-t", "POST", "-f", "application/json", "-u",
            f"{server.url}/v1/sessions"]),
        ("answers that are read 5 bytes at a time", [
            "-X", *common, "-w", "512", "-y", "1024", "-n", "5", "-z", "5", "-k", "10", "-u",
            f"{server.url}/openapi.json"]),
    ]
    # All at once: the time is the server's to keep, whatever else is slow.
    reading, reader_arguments = kinds.pop()
    runs = [SlowReaders(server, int(count), reading, *reader_arguments)]
    runs += [SlowRequests(what, *arguments) for what, arguments in kinds]
    broken = []
    for run in runs:
        try:
            run.check()
        except Broken as reason:
            broken.append(str(reason))
    server.expect_alive()
    grown = server.resident() - before
    figure("the server grew by, MiB", grown)
    require(not broken, "; ".join(broken))
    require(grown < 100, f"memory stays bounded: grown by {grown} MiB")
    require(server.send("GET", "/health").status == 200, "the server answers afterwards")


def part() -> None:
    with temporary_folder() as folder:
        server = Server(folder / "data")
        try:
            server.start()
            if not IS_SHORT:
                sockets_that_read_nothing(server)
            slow_requests(server)
        finally:
            server.kill()


main(part)
