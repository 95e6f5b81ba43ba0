"""The programs that `scripts/cluster` runs: how each is prepared, started, known to be ready, and stopped."""

import glob
import json
import os
import pathlib
import pwd
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable
from typing import Any, NoReturn

from cluster_control import ClusterError

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
# The ports of PostgreSQL and NATS come as long after HAProxy's.
POSTGRES, BUS = 10, 11


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_base() -> int:
    """Below the ports that systems give to connections, or one of those might take it before a start."""
    while True:
        base = random.randrange(20_000, 32_000)
        if all(is_free(base + number) for number in range(BUS + 1)):
            return base


class Guardian:
    """A process that ends all parts when `scripts/cluster` is killed: then nobody is left to stop them."""

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        if os.fork() == 0:
            os.close(self.writing)
            self.watch(reading)
        os.close(reading)

    @staticmethod
    def watch(reading: int) -> NoReturn:
        os.setsid()
        with os.fdopen(reading) as lines:
            words = lines.read().split()
        if words[-1:] != ["over"]:
            for pid in map(int, words):
                try:
                    # Each part leads a session; another process that has got its number does not.
                    if os.getsid(pid) == pid:
                        os.kill(pid, signal.SIGINT)
                except OSError:
                    # It has ended before.
                    pass
        os._exit(0)

    def watch_over(self, pid: int) -> None:
        os.write(self.writing, f"{pid}\n".encode())

    def dismiss(self) -> None:
        os.write(self.writing, b"over\n")
        os.close(self.writing)


def write(path: pathlib.Path, text: str) -> None:
    """For the owner's eyes, whole or not at all: passwords are in it."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.touch(mode=0o600)
    fresh.write_text(text)
    fresh.rename(path)


class Part:
    """One program. A subclass says what it is; `log` has what it writes."""

    readiness = 30.0
    # How it is asked to stop, and for how long it may take.
    stopping, patience = signal.SIGTERM, 20.0

    def __init__(self, name: str, folder: pathlib.Path, port: int) -> None:
        self.name, self.folder, self.port = name, folder, port
        self.guardian: Guardian | None = None
        self.log = folder / "logs" / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return {}

    def as_user(self) -> dict[str, Any]:
        """Options of `subprocess`: as whom it runs."""
        return {}

    def prepare(self) -> None:
        """Before each start."""

    def is_ready(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self.port)) == 0

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process and self.process.poll() is None else None

    def launch(self, environment: dict[str, str] | None = None) -> None:
        self.prepare()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT, start_new_session=True,
                env=os.environ | self.environment() | (environment or {}), **self.as_user())
        if self.guardian:
            self.guardian.watch_over(self.process.pid)

    def wait_until_ready(self) -> None:
        until(self.is_ready, self.readiness, self.pid_or_problem, f"{self.name} did not get ready.\n{self.tail()}")

    def pid_or_problem(self) -> None:
        if self.pid is None:
            raise ClusterError(f"{self.name} did not start.\n{self.tail()}")

    def tail(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(f"  {line}" for line in lines[-8:])

    def end(self, how: signal.Signals | None = None) -> None:
        """Asks it to stop, or sends `how`. Kills what takes too long."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(how or self.stopping)
        try:
            self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def until(
    condition: Callable[[], bool], within: float, check: Callable[[], None] = lambda: None, problem: str = ""
) -> None:
    end = time.monotonic() + within
    while not condition():
        check()
        if time.monotonic() > end:
            raise ClusterError(problem)
        time.sleep(0.05)


class Postgres(Part):
    """With a password, on loopback, and with `fsync` as always."""

    stopping, patience = signal.SIGINT, 30.0

    def __init__(self, folder: pathlib.Path, port: int, password: str) -> None:
        super().__init__("postgres", folder, port)
        self.data = folder / "postgres"
        self.url = f"postgres://messageai:{password}@{HOST}:{port}/messageai"
        self.password = password
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(re.sub(r"\D", "", path) or 0))
        beside = shutil.which("postgres")
        self.programs = found[-1] if found else os.path.dirname(beside or "")
        if not self.programs:
            raise ClusterError("There is no PostgreSQL server: please install postgresql-15.")

    def as_user(self) -> dict[str, Any]:
        """A server refuses to run as root."""
        return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}

    def prepare(self) -> None:
        if self.data.exists():
            return
        fresh = self.folder / "postgres.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        word = self.folder / "postgres.password"
        write(word, self.password)
        if self.as_user():
            shutil.chown(fresh, "postgres", "postgres")
            shutil.chown(word, "postgres")
        self.run("initdb", "-D", str(fresh), "-U", "messageai", "--auth=scram-sha-256", f"--pwfile={word}",
                 "--encoding=UTF8", "--locale=C")  # fmt: skip
        self.run("postgres", "--single", "-D", str(fresh), "postgres", standard_input="CREATE DATABASE messageai\n")
        word.unlink()
        fresh.rename(self.data)

    def run(self, program: str, *arguments: str, standard_input: str = "") -> None:
        result = subprocess.run(
            [f"{self.programs}/{program}", *arguments], input=standard_input, text=True, capture_output=True,
            cwd=self.folder, **self.as_user())
        if result.returncode != 0:
            raise ClusterError(f"PostgreSQL cannot make a database in {self.folder}.\n{result.stdout}{result.stderr}")

    def command(self) -> list[str]:
        return [
            f"{self.programs}/postgres", "-D", str(self.data), "-p", str(self.port), "-c", f"listen_addresses={HOST}",
            "-c", "unix_socket_directories=", "-c", "max_connections=200", "-c", "shared_buffers=256MB",
        ]  # fmt: skip

    def is_ready(self) -> bool:
        return subprocess.run(
            [f"{self.programs}/pg_isready", "-q", "-h", HOST, "-p", str(self.port)], stderr=subprocess.DEVNULL
        ).returncode == 0

    def launch(self, environment: dict[str, str] | None = None) -> None:
        # The memory of one that was killed is free once the last of its processes has seen it.
        for attempt in range(100):
            before = self.log.stat().st_size if self.log.exists() else 0
            super().launch(environment)
            try:
                self.wait_until_ready()
                return
            except ClusterError:
                if attempt == 99 or "shared memory block" not in self.log.read_text(errors="replace")[before:]:
                    raise
                time.sleep(0.1)


class NATS(Part):
    def __init__(self, folder: pathlib.Path, port: int, password: str) -> None:
        super().__init__("nats", folder, port)
        self.password = password
        self.url = f"nats://messageai:{password}@{HOST}:{port}"

    def prepare(self) -> None:
        write(
            self.folder / "nats.conf",
            f'host: "{HOST}"\nport: {self.port}\n'
            f'authorization {{ user: "messageai", password: "{self.password}" }}\n')

    def command(self) -> list[str]:
        return ["nats-server", "-c", str(self.folder / "nats.conf")]


class Node(Part):
    """`messageai serve`. All have one folder for files."""

    readiness = 60.0

    def __init__(self, number: int, folder: pathlib.Path, port: int, binary: str, postgres: Postgres, nats: NATS) -> None:
        super().__init__(f"node-{number}", folder, port)
        self.binary, self.postgres, self.nats = binary, postgres, nats
        self.data = folder / self.name
        self.url = f"http://{HOST}:{port}"

    def prepare(self) -> None:
        self.data.mkdir(mode=0o700, exist_ok=True)
        (self.folder / "files").mkdir(mode=0o700, exist_ok=True)
        if not (self.data / "files").is_symlink():
            (self.data / "files").symlink_to("../files")

    def command(self) -> list[str]:
        return [
            self.binary, "serve", "--address", HOST, "--port", str(self.port), "--data", str(self.data),
            "--web", str(ROOT / "Web"), "--models", str(ROOT / "Models"), "--trust-proxy",
        ]  # fmt: skip

    def environment(self) -> dict[str, str]:
        # Everybody on the machine sees the words of a command.
        return {"MESSAGEAI_DATABASE": self.postgres.url, "MESSAGEAI_BUS": self.nats.url}

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False


class Proxy(Part):
    """HAProxy with deploy/haproxy.cfg, whose addresses are replaced."""

    patience = 5.0

    def __init__(self, folder: pathlib.Path, port: int, nodes: list[Node]) -> None:
        super().__init__("haproxy", folder, port)
        self.nodes = nodes
        self.socket = folder / "haproxy.socket"
        self.url = f"http://{HOST}:{port}"

    def prepare(self) -> None:
        lines = []
        for line in (ROOT / "deploy/haproxy.cfg").read_text().splitlines():
            server = re.match(r"(\s+server) node-(\d) \S+(?: (track \w+/)node-\d)?$", line)
            if server is None:
                lines.append(re.sub(r"^(\s+bind) .*", rf"\1 {HOST}:{self.port}", line))
                if line == "global":
                    lines.append(f"  stats socket {self.socket} mode 600")
            elif server[2] == "1":
                for node in self.nodes:
                    tracked = f" {server[3]}{node.name}" if server[3] else ""
                    lines.append(f"{server[1]} {node.name} {HOST}:{node.port}{tracked}")
        write(self.folder / "haproxy.cfg", "\n".join(lines) + "\n")

    def command(self) -> list[str]:
        return [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", str(self.folder / "haproxy.cfg")]

    def has(self, node: Node) -> bool:
        """Whether it sends people to that node."""
        try:
            with socket.socket(socket.AF_UNIX) as stream:
                stream.settimeout(2)
                stream.connect(str(self.socket))
                stream.sendall(b"show stat\n")
                table = stream.makefile().read()
        except OSError:
            return False
        rows = [row.split(",") for row in table.splitlines() if row]
        state = rows[0].index("status")
        return any(row[:2] == ["nodes", node.name] and row[state] == "UP" for row in rows)

    def is_ready(self) -> bool:
        return super().is_ready() and all(self.has(node) for node in self.nodes if node.pid)


def password(folder: pathlib.Path) -> str:
    """Made once for each data folder, for PostgreSQL and NATS."""
    path = folder / "password"
    if not path.exists():
        write(path, secrets.token_hex(16))
    return path.read_text()


def description(folder: pathlib.Path, proxy: Proxy, postgres: Postgres, nats: NATS) -> str:
    """What `cluster_control.Cluster` reads."""

    def part(of: Part, **more: str) -> dict[str, object]:
        return {"name": of.name, "port": of.port, "log": str(of.log), **more, **({"pid": of.pid} if of.pid else {})}

    return json.dumps(
        {
            "url": proxy.url, "data": str(folder), "control": str(folder / "control"),
            "nodes": [part(node, url=node.url, data=str(node.data)) for node in proxy.nodes],
            "postgres": part(postgres, url=postgres.url), "nats": part(nats, url=nats.url), "haproxy": part(proxy),
        },
        indent=2)  # fmt: skip


def postgres_can_reach(folder: pathlib.Path) -> bool:
    """Whether the user as whom PostgreSQL runs may look into the folder."""
    if os.geteuid() != 0:
        return True
    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        return True
    return subprocess.run(
        ["test", "-x", str(folder)], user=account.pw_uid, group=account.pw_gid, extra_groups=[], cwd="/"
    ).returncode == 0
