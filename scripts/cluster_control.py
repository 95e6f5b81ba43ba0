"""Asks a running `scripts/cluster` to kill, stop and start its parts: for its COMMAND, and for tests."""

import json
import os
import pathlib
import socket
from typing import Any


class ClusterError(Exception):
    """What was asked for did not come about, in a sentence."""


class Cluster:
    """The cluster that a file describes: by default that of `MESSAGEAI_CLUSTER`."""

    def __init__(self, path: str | None = None) -> None:
        path = path or os.environ.get("MESSAGEAI_CLUSTER")
        if not path:
            raise ClusterError("MESSAGEAI_CLUSTER names no cluster: run this by scripts/cluster -- COMMAND.")
        self.path = pathlib.Path(path)

    @property
    def described(self) -> dict[str, Any]:
        """`url` is HAProxy's, `nodes` has `name`, `url`, `data`, `log` and `pid` of each (no `pid` when it is down);
        `postgres` and `nats` have `url`, `port` and `pid`, `haproxy` has `port` and `pid`."""
        return json.loads(self.path.read_text())

    @property
    def url(self) -> str:
        return self.described["url"]

    @property
    def nodes(self) -> list[str]:
        return [node["name"] for node in self.described["nodes"]]

    def node_url(self, name: str) -> str:
        return next(node["url"] for node in self.described["nodes"] if node["name"] == name)

    def kill(self, name: str) -> None:
        """SIGKILL. Returns when it is gone. `name` is node-1 and so on, postgres, nats or haproxy."""
        self.ask({"do": "kill", "name": name})

    def stop(self, name: str) -> None:
        """The graceful way. Returns when it has ended."""
        self.ask({"do": "stop", "name": name})

    def start(self, name: str, environment: dict[str, str] | None = None) -> None:
        """Returns when it is ready. `environment` goes before what a node is given, such as another
        `MESSAGEAI_DATABASE` that leads through a proxy of a test's own, until it is started without."""
        self.ask({"do": "start", "name": name, "environment": environment or {}})

    def restart(self) -> None:
        """A rolling restart: each node is stopped, started, and back behind HAProxy before the next."""
        self.ask({"do": "restart"})

    def ask(self, request: dict[str, Any]) -> None:
        place = str(self.path.parent / "control")
        try:
            with socket.socket(socket.AF_UNIX) as stream:
                stream.connect(place)
                stream.sendall(json.dumps(request).encode() + b"\n")
                answer = stream.makefile().readline()
        except OSError:
            raise ClusterError(f"No cluster is running with data in {self.path.parent}.") from None
        problem = json.loads(answer or '{"problem": "The cluster was stopped."}').get("problem")
        if problem:
            raise ClusterError(problem)
