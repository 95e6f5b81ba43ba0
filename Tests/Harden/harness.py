"""What the hardening parts share: a server in a process of its own, people, writers with a ledger of what was acked, and figures."""

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("MESSAGEAI_BINARY") or ROOT / ".build/debug/messageai").resolve()
IS_SHORT = os.environ.get("HARDEN_SHORT") == "1"
PASSWORD = "correct horse battery"
METRICS_TOKEN = "token-of-the-hardening-runs"


class Broken(Exception):
    """A promise that did not hold."""


def require(holds: bool, promise: str) -> None:
    if not holds:
        raise Broken(promise)


def figure(what: str, value: object) -> None:
    """A line for docs/reliability.md."""
    print(f"    {what}: {value}", flush=True)


def eventually(what: str, within: float, condition: Callable[[], bool], every: float = 0.05) -> float:
    """The seconds until `condition` held."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > within:
            raise Broken(f"{what}: not within {within:g} s")
        time.sleep(every)
    return time.monotonic() - started


def main(part: Callable[[], None]) -> None:
    """Runs a part: its exit code says whether every promise held."""
    # What is stopped from outside ends its servers too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        part()
    except Broken as broken:
        print(f"    BROKEN: {broken}", flush=True)
        sys.exit(1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> dict:
        return json.loads(self.body)


class Endpoint:
    """Where a server listens: what `Person` asks."""

    address: str
    port: int

    def send(
        self, method: str, path: str, body: dict | None = None, token: str | None = None, timeout: float = 30,
    ) -> Answer:
        connection = http.client.HTTPConnection(self.address, self.port, timeout=timeout)
        try:
            return send_on(connection, method, path, body, token)
        finally:
            connection.close()


class Server(Endpoint):
    """`messageai serve`, which can be killed and started again on the same data and port."""

    def __init__(
        self, data: pathlib.Path, before: list[str] | None = None, options: list[str] | None = None,
        environment: dict[str, str] | None = None, address: str = "127.0.0.1",
    ) -> None:
        require(BINARY.exists(), f"no {BINARY}: build it first, or name it in MESSAGEAI_BINARY")
        self.data = data
        self.port = free_port()
        self.address = address
        self.before = before or []
        self.options = ["--no-rate-limits", "--no-intelligence"] if options is None else options
        self.environment = {"MESSAGEAI_METRICS_TOKEN": METRICS_TOKEN} | (environment or {})
        self.log = data.parent / f"{data.name}.log"
        self.process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://{self.address}:{self.port}"

    @property
    def pid(self) -> int:
        return self.process.pid

    def start(self, within: float = 60) -> float:
        """Answers the seconds until it took requests."""
        command = [
            *self.before, str(BINARY), "serve", "--address", self.address, "--port", str(self.port), "--data",
            str(self.data), "--log-level", "error", *self.options,
        ]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=os.environ | self.environment,
                start_new_session=True)
        return eventually("the server starts", within, self.is_serving, every=0.02)

    def is_serving(self) -> bool:
        if self.process.poll() is not None:
            raise Broken(f"the server ended by itself ({self.process.returncode}): {self.tail()}")
        try:
            return self.send("GET", "/health", timeout=5).status == 200
        except OSError:
            return False

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None

    def expect_alive(self) -> None:
        require(self.process.poll() is None, f"the server ended ({self.process.returncode}): {self.tail()}")

    def tail(self) -> str:
        return self.log.read_text(errors="replace")[-2_000:] if self.log.exists() else ""

    def connections(self) -> int:
        """Open sockets, as the server counts them."""
        for line in self.send("GET", "/metrics", token=METRICS_TOKEN).body.decode().splitlines():
            if line.startswith("messageai_connections "):
                return int(float(line.split()[1]))
        raise Broken("no messageai_connections in /metrics")

    def cpu(self) -> float:
        """Seconds of processor that it has used."""
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> int:
        """MiB."""
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) // 1024
        raise Broken("no VmRSS")

    def accepted(self) -> int:
        """Connections that are open at the server's side."""
        rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(1 for row in rows if row[3] == "01" and int(row[1].split(":")[1], 16) == self.port)


def send_on(
    connection: http.client.HTTPConnection, method: str, path: str, body: dict | None = None, token: str | None = None,
) -> Answer:
    headers = {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    try:
        connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
        answer = connection.getresponse()
        return Answer(answer.status, dict(answer.getheaders()), answer.read())
    except http.client.HTTPException as error:
        raise ConnectionError(str(error)) from error


class Person:
    """An account with one session."""

    def __init__(self, server: Endpoint, name: str) -> None:
        self.server = server
        self.email = f"{name}@example.org"
        form = {"email": self.email, "password": PASSWORD, "name": name}
        self.take(server.send("POST", "/v1/accounts", form))
        self.id = self.session["user"]["id"]

    def take(self, answer: Answer) -> None:
        require(answer.status in (200, 201), f"no session: {answer.status} {answer.body!r}")
        self.session = answer.json

    @property
    def token(self) -> str:
        return self.session["accessToken"]

    def refresh(self) -> None:
        self.take(self.server.send("POST", "/v1/sessions/refresh", {"refreshToken": self.session["refreshToken"]}))

    def send(self, method: str, path: str, body: dict | None = None) -> Answer:
        return self.server.send(method, path, body, self.token)

    def ok(self, method: str, path: str, body: dict | None = None) -> dict:
        answer = self.send(method, path, body)
        require(200 <= answer.status < 300, f"{method} {path}: {answer.status} {answer.body!r}")
        return answer.json if answer.body else {}

    def group(self, name: str, members: list["Person"]) -> str:
        form = {"kind": "group", "name": name, "members": [person.id for person in members]}
        return self.ok("POST", "/v1/conversations", form)["conversation"]["id"]

    def direct(self, other: "Person") -> str:
        return self.ok("POST", "/v1/conversations", {"kind": "direct", "members": [other.id]})["conversation"]["id"]

    def post(self, conversation: str, text: str, id: str | None = None) -> Answer:
        return self.send("POST", f"/v1/conversations/{conversation}/messages", {"id": id or new_id(), "text": text})

    def messages(self, conversation: str) -> list[dict]:
        found: list[dict] = []
        while True:
            after = found[-1]["seq"] if found else 0
            page = self.ok("GET", f"/v1/conversations/{conversation}/messages?after={after}&limit=200")
            found += page["messages"]
            if not page.get("hasMore"):
                return found


def new_id() -> str:
    """A UUIDv7."""
    value = int(time.time() * 1_000) << 80 | uuid.uuid4().int & ((1 << 80) - 1)
    value = value & ~(0xF << 76) | 7 << 76
    value = value & ~(3 << 62) | 2 << 62
    return str(uuid.UUID(int=value))


class Writers:
    """People who write without pause, each message again with the same id until it is acked, and a ledger of every ack.

    It never forgives: whatever else than 201, 200, 503, 500, 429 or a broken connection comes is a broken promise.
    """

    def __init__(self, person: Person, conversation: str, count: int = 8, size: int = 400) -> None:
        self.person = person
        self.conversation = conversation
        self.size = size
        self.acked: dict[str, tuple[int, str]] = {}
        self.attempted: set[str] = set()
        self.statuses: dict[int, int] = {}
        self.wrong: list[str] = []
        self.lock = threading.Lock()
        self.isDone = threading.Event()
        self.threads = [threading.Thread(target=self.write, args=(number,), daemon=True) for number in range(count)]

    def __enter__(self) -> "Writers":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.isDone.set()
        for thread in self.threads:
            thread.join(60)

    @property
    def count(self) -> int:
        with self.lock:
            return len(self.acked)

    def seen(self, *statuses: int) -> int:
        with self.lock:
            return sum(self.statuses.get(status, 0) for status in statuses)

    def write(self, writer: int) -> None:
        server = self.person.server
        path = f"/v1/conversations/{self.conversation}/messages"
        number = 0
        while not self.isDone.is_set():
            number += 1
            id, text = new_id(), f"writer {writer} number {number} " + "é🙂" * (self.size // 6)
            with self.lock:
                self.attempted.add(id)
            connection = http.client.HTTPConnection(server.address, server.port, timeout=20)
            try:
                while not self.isDone.is_set() and not self.try_once(connection, path, id, text):
                    # A refused client waits a moment; the condition is the server's, not the clock's.
                    self.isDone.wait(0.05)
            finally:
                connection.close()

    def try_once(self, connection: http.client.HTTPConnection, path: str, id: str, text: str) -> bool:
        try:
            answer = send_on(connection, "POST", path, {"id": id, "text": text}, self.person.token)
        except OSError:
            connection.close()
            return False
        with self.lock:
            self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
            if answer.status in (200, 201):
                self.acked[id] = (answer.json["seq"], text)
                return True
            if answer.status not in (500, 503, 429, 401):
                self.wrong.append(f"{answer.status} {answer.body[:200]!r}")
            if answer.status in (500, 503) and b'"retry":true' not in answer.body:
                self.wrong.append(f"{answer.status} does not say that a retry helps: {answer.body[:200]!r}")
        return False

    def check(self, asker: Person | None = None) -> int:
        """Every acked message is there once, byte for byte, and the sequence has no gap. Answers how many are there."""
        require(not self.wrong, f"unexpected answers: {self.wrong[:3]}")
        kept = (asker or self.person).messages(self.conversation)
        require([message["seq"] for message in kept] == list(range(1, len(kept) + 1)), "the sequence has no gap")
        by_id = {message["id"]: message for message in kept}
        require(len(by_id) == len(kept), "no message is there twice")
        for id, (seq, text) in self.acked.items():
            message = by_id.get(id)
            require(message is not None, f"the acked message {id} is there")
            require(message["seq"] == seq and message["text"] == text.strip(), f"the acked message {id} is unchanged")
        require(set(by_id) <= self.attempted, "nothing is there that nobody sent")
        return len(kept)


@contextmanager
def temporary_folder() -> Iterator[pathlib.Path]:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="harden-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def bytes_in(folder: pathlib.Path, wanted: bytes) -> list[str]:
    """The files of a data folder that hold these bytes."""
    found = []
    for path in sorted(folder.rglob("*")):
        try:
            if path.is_file() and wanted in path.read_bytes():
                found.append(path.name)
        except OSError:
            pass
    return found


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
