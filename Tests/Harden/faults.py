"""Failing writes and flushes (libfiu): never an ack for what is not on disk, 503 while it lasts, and it goes on afterwards."""

import os
import subprocess

from harness import IS_SHORT, Person, Server, Writers, eventually, figure, main, require, temporary_folder

ENOSPC, EIO = 28, 5
FLUSHES = ["posix/io/sync/fsync", "posix/io/sync/fdatasync"]
WRITES = ["posix/io/rw/pwrite"]
ACKS = 100 if IS_SHORT else 3_000


class Faults:
    """What fails in the server, switched while it runs."""

    def __init__(self, server: Server, prefix: str) -> None:
        self.server = server
        self.prefix = prefix

    def control(self, command: str) -> None:
        # fiu-run execs the server, so the process is the server's.
        done = subprocess.run(
            ["fiu-ctrl", "-f", self.prefix, "-c", command, str(self.server.pid)], capture_output=True, text=True)
        require(done.returncode == 0, f"fiu-ctrl {command}: {done.stdout}{done.stderr}")

    def enable(self, names: list[str], error: int) -> None:
        for name in names:
            self.control(f"enable name={name},failinfo={error}")

    def enable_sometimes(self, names: list[str], error: int, probability: float) -> None:
        for name in names:
            self.control(f"enable_random name={name},failinfo={error},probability={probability}")

    def disable(self, names: list[str]) -> None:
        for name in names:
            self.control(f"disable name={name}")


def part() -> None:
    with temporary_folder() as folder:
        prefix = str(folder / "fiu")
        server = Server(folder / "data", before=["fiu-run", "-x", "-f", prefix])
        try:
            server.start()
            always_and_sometimes(server, Faults(server, prefix))
        finally:
            server.kill()


def always_and_sometimes(server: Server, faults: Faults) -> None:
    ada, ben = Person(server, "ada"), Person(server, "ben")
    conversation = ada.direct(ben)
    with Writers(ada, conversation) as writers:
        eventually("messages are acked", 60, lambda: writers.count >= ACKS)
        for what, names, error in [("flush", FLUSHES, EIO), ("write", WRITES, ENOSPC), ("write with EIO", WRITES, EIO)]:
            fail_for_a_while(writers, faults, what, names, error)
            server.expect_alive()
        for what, names in [("flush", FLUSHES), ("write", WRITES)]:
            before, refused = writers.count, writers.seen(500, 503)
            faults.enable_sometimes(names, EIO, 0.1)
            eventually("messages are acked between the failures", 120, lambda: writers.count >= before + ACKS)
            faults.disable(names)
            server.expect_alive()
            share = writers.seen(500, 503) - refused
            require(share > 0, f"a failing {what} is refused")
            figure(f"every tenth {what} failing: acked / refused", f"{writers.count - before} / {share}")
    # The page cache survives a kill; what the refusals and acks said must be what the files say.
    server.kill()
    server.start()
    kept = writers.check(ben)
    figure("acked in all, every one there after kill -9", f"{writers.count} of {kept} kept")
    figure("answers by status", dict(sorted(writers.statuses.items())))


def fail_for_a_while(writers: Writers, faults: Faults, what: str, names: list[str], error: int) -> None:
    faults.enable(names, error)
    # Writes that were under way when it began may still succeed: one refusal for each writer, then count.
    refused = writers.seen(500, 503)
    eventually(f"a failing {what} refuses messages", 30, lambda: writers.seen(500, 503) >= refused + 16)
    before, refused = writers.count, writers.seen(500, 503)
    eventually("it goes on refusing", 30, lambda: writers.seen(500, 503) >= refused + (20 if os.environ.get("HARDEN_SHORT") else 200))
    require(writers.count == before, f"nothing is acked while every {what} fails; {writers.count - before} were")
    faults.disable(names)
    taken = eventually(f"messages are acked again after the failing {what}", 30, lambda: writers.count >= before + 20)
    figure(f"failing {what}, error {error}: acked meanwhile 0, goes on after, s", f"{taken:.2f}")


main(part)
