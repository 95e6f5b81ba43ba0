"""A full disk: on a small file system that fills, nothing is acked that is not kept, and room is all it takes to go on."""

import pathlib
import subprocess

from harness import IS_SHORT, Person, Server, Writers, eventually, figure, main, require, temporary_folder

SMALL, LARGE = ("4m", "32m") if IS_SHORT else ("16m", "128m")


def mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    require(done.returncode == 0, f"mounting a small file system: {done.stderr.strip()}")


def part() -> None:
    # scripts/harden runs this in a mount namespace of its own: whatever happens, nothing stays mounted.
    with temporary_folder() as folder:
        disk = folder / "disk"
        disk.mkdir()
        mount("-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(disk))
        server = Server(disk / "data")
        server.log = folder / "server.log"
        try:
            fill_and_grow(server, disk)
        finally:
            server.kill()
            subprocess.run(["umount", str(disk)], check=False)


def fill_and_grow(server: Server, disk: pathlib.Path) -> None:
    server.start()
    ada, ben = Person(server, "ada"), Person(server, "ben")
    conversation = ada.direct(ben)
    with Writers(ada, conversation, count=4, size=4_000) as writers:
        eventually("a full disk refuses messages", 120, lambda: writers.seen(503, 500) >= 20)
        figure(f"acked before the {SMALL} were full", writers.count)
        figure("refused with 503", writers.seen(503))
        require(writers.seen(500) == 0, "a full disk is refused as overloaded (503), not as an error of the server")
        server.expect_alive()
        require(len(ada.messages(conversation)) > 0, "what is there can be read while the disk is full")

        before = writers.count
        mount("-o", f"remount,size={LARGE}", str(disk))
        taken = eventually("the server takes messages again", 30, lambda: writers.count >= before + 20)
        figure("acked again after it grew, without a restart, s", f"{taken:.1f}")
        server.expect_alive()
    figure("acked in all, every one there", writers.count)
    writers.check(ben)
    server.kill()
    server.start()
    writers.check(ben)


main(part)
