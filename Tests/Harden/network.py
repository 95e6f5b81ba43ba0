"""A cable that is pulled: neither end is told. Both notice within 45 s, and within 10 s of its return each has all of the other.

scripts/harden runs this in a network namespace of its own, which is the server's side; the client's side is a second one.
The client is the real one, `messageai chat` in a pseudo-terminal.
"""

import os
import pathlib
import pty
import select
import subprocess
import threading
import time

from harness import BINARY, PASSWORD, Person, Server, eventually, figure, main, require, temporary_folder

SERVER, CLIENT = "192.0.2.1", "192.0.2.2"
NOTICED_WITHIN = 45
CONVERGED_WITHIN = 10


def ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True)
    require(done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr.strip()}")


class Cable:
    """A pair of interfaces, one in each namespace. It ends with the process that holds the second."""

    def __init__(self) -> None:
        ip("link", "set", "lo", "up")
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "600"])
        own = os.readlink("/proc/self/ns/net")
        eventually(
            "the client's namespace is there", 10, lambda: os.readlink(f"/proc/{self.holder.pid}/ns/net") != own)
        ip("link", "add", "server0", "type", "veth", "peer", "name", "client0", "netns", str(self.holder.pid))
        ip("address", "add", f"{SERVER}/30", "dev", "server0")
        ip("link", "set", "server0", "up")
        for command in ["link set lo up", f"address add {CLIENT}/30 dev client0", "link set client0 up"]:
            done = subprocess.run([*self.inside(), "ip", *command.split()], capture_output=True, text=True)
            require(done.returncode == 0, f"{command}: {done.stderr}")

    def inside(self) -> list[str]:
        return ["nsenter", "--target", str(self.holder.pid), "--net"]

    def pull(self) -> None:
        # Dropped without a word: an interface that is down would tell the kernel of this side.
        for side in ([], self.inside()):
            device = "client0" if side else "server0"
            done = subprocess.run(
                [*side, "ip", "neighbour", "replace", SERVER if side else CLIENT, "lladdr", "02:00:00:00:00:99", "dev",
                 device, "nud", "permanent"], capture_output=True, text=True)
            require(done.returncode == 0, f"pulling the cable: {done.stderr}")

    def plug(self) -> None:
        for side in ([], self.inside()):
            device = "client0" if side else "server0"
            done = subprocess.run(
                [*side, "ip", "neighbour", "del", SERVER if side else CLIENT, "dev", device],
                capture_output=True, text=True)
            require(done.returncode == 0, f"plugging the cable: {done.stderr}")

    def close(self) -> None:
        self.holder.kill()
        self.holder.wait()


class Terminal:
    """`messageai chat` of somebody, on the client's side of the cable."""

    def __init__(self, before: list[str], url: str, home: pathlib.Path) -> None:
        self.master, slave = pty.openpty()
        os.set_blocking(self.master, True)
        import fcntl
        import struct
        import termios

        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        environment = os.environ | {"MESSAGEAI_HOME": str(home), "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            [*before, str(BINARY), "chat", "--server", url], stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True)
        os.close(slave)
        self.drawn = b""
        self.lock = threading.Lock()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        while True:
            ready, _, _ = select.select([self.master], [], [], 0.5)
            if not ready and self.process.poll() is not None:
                return
            try:
                piece = os.read(self.master, 65_536) if ready else b""
            except OSError:
                return
            with self.lock:
                self.drawn += piece

    @property
    def text(self) -> str:
        with self.lock:
            return self.drawn.decode(errors="replace")

    def forget(self) -> None:
        with self.lock:
            self.drawn = b""

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def wait_for(self, text: str, within: float) -> float:
        try:
            return eventually(f"“{text}” is drawn", within, lambda: text in self.text)
        except Exception:
            print(self.text[-1_500:].encode("unicode_escape").decode()[-2_500:])
            raise

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def part() -> None:
    cable = Cable()
    try:
        with temporary_folder() as folder:
            server = Server(folder / "data", address=SERVER)
            try:
                server.start()
                pull_and_plug(server, cable, folder)
            finally:
                server.kill()
    finally:
        cable.close()


def pull_and_plug(server: Server, cable: Cable, folder: pathlib.Path) -> None:
    ada, ben = Person(server, "ada"), Person(server, "ben")
    conversation = ben.direct(ada)
    require(ben.post(conversation, "before the cut").status == 201, "Ben writes")
    terminal = Terminal(cable.inside(), server.url, folder / "ada")
    try:
        terminal.wait_for("Sign in", 30)
        terminal.type(f"{ada.email}\t{PASSWORD}\r")
        terminal.wait_for("before the cut", 30)
        terminal.forget()
        terminal.type("\r")
        terminal.wait_for("before the cut", 20)
        eventually("Ada's socket is the one", 10, lambda: server.connections() == 1)

        terminal.forget()
        cable.pull()
        cut = time.monotonic()
        require(ben.post(conversation, "said meanwhile").status == 201, "Ben writes on")
        terminal.type("typed offline\r")
        noticed: dict[str, float] = {}

        def look() -> bool:
            if "client" not in noticed and any(
                    banner in terminal.text for banner in ("Offline. Messages", "Connecting …")):
                noticed["client"] = time.monotonic() - cut
            if "server" not in noticed and server.connections() == 0:
                noticed["server"] = time.monotonic() - cut
            return len(noticed) == 2

        try:
            eventually("both ends notice", NOTICED_WITHIN, look)
        finally:
            figure("noticed after the cut, s", {side: round(seconds, 1) for side, seconds in noticed.items()})
        require("said meanwhile" not in terminal.text, "nothing came through the cut")

        cable.plug()
        healed = time.monotonic()
        eventually(
            "what was typed offline is on the server", CONVERGED_WITHIN,
            lambda: "typed offline" in [message["text"] for message in ben.messages(conversation)])
        terminal.wait_for("said meanwhile", CONVERGED_WITHIN - (time.monotonic() - healed))
        figure("converged after the cable was back, s", f"{time.monotonic() - healed:.1f}")
        texts = [message["text"] for message in ben.messages(conversation)]
        require(texts == ["before the cut", "said meanwhile", "typed offline"], f"each message is there once: {texts}")
    finally:
        terminal.close()


main(part)
