"""A server of a check's own, where the one that all checks share does not do."""

import atexit
import os
import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.request

BINARY = os.environ.get("MESSAGEAI_BINARY", ".build/debug/messageai")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One with further options. It can be stopped, and comes back with the same data."""

    def __init__(self, *options: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.work = tempfile.TemporaryDirectory()
        self.command = [
            BINARY, "serve", "--port", str(self.port), "--data", f"{self.work.name}/data", "--web", "Web", "--models", "Models",
            *options,
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None
        atexit.register(self.work.cleanup)
        atexit.register(self.stop)

    def start(self) -> None:
        log = pathlib.Path(self.work.name, "server.log")
        with log.open("ab") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=output)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.url}/health")
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise AssertionError(log.read_text())

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None
