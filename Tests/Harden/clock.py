"""A wall clock that jumps a day ahead and a day back: order is by seq, nobody is signed out, and erasing goes on."""

import os
import pathlib
import struct
import subprocess
import time

from harness import IS_SHORT, Broken, Person, Server, bytes_in, eventually, figure, main, require, temporary_folder
from socket_client import connect

DAY = 86_400
# What a deletion leaves in the write-ahead log is promised to be gone within five minutes.
ERASED_WITHIN = 330


def build_preload(folder: pathlib.Path) -> str:
    library = folder / "clock_step.so"
    source = pathlib.Path(__file__).with_name("clock_step.c")
    compiler = os.environ.get("CC", "clang")
    done = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(source), "-ldl"], capture_output=True, text=True)
    require(done.returncode == 0, f"compiling clock_step.c: {done.stderr}")
    return str(library)


class SteppedClock:
    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.step(0)

    def step(self, seconds: int) -> None:
        # In place: the server has the file mapped.
        with open(self.path, "r+b" if self.path.exists() else "wb") as file:
            file.write(struct.pack("l", seconds))


def part() -> None:
    with temporary_folder() as folder:
        clock = SteppedClock(folder / "clock")
        environment = {"LD_PRELOAD": build_preload(folder), "CLOCK_STEP_FILE": str(clock.path)}
        server = Server(folder / "data", environment=environment)
        try:
            server.start()
            jump(server, clock)
        finally:
            server.kill()


def jump(server: Server, clock: SteppedClock) -> None:
    ada, ben = Person(server, "ada"), Person(server, "ben")
    conversation = ada.direct(ben)
    socket = connect(server, ben)
    expected: list[str] = []

    def say(text: str) -> dict:
        expected.append(text)
        answer = ada.post(conversation, text)
        if answer.status == 401:
            # An access token may have run out; the session may not.
            ada.refresh()
            answer = ada.post(conversation, text)
        require(answer.status == 201, f"a message is taken: {answer.status} {answer.body!r}")
        return answer.json

    times = []
    for name, seconds in [("now", 0), ("a day ahead", DAY), ("a day back", -DAY), ("now again", 0)]:
        clock.step(seconds)
        message = say(f"said {name}")
        times.append(message["createdAt"] / 1_000 - time.time())
        require(abs(times[-1] - seconds) < 60, f"the server's clock was stepped: it is off by {times[-1]:.0f} s")
        socket = hear(server, socket, ben, f"said {name}")
        for person in (ada, ben):
            if person.send("GET", "/v1/me").status == 401:
                person.refresh()
            require(person.send("GET", "/v1/me").status == 200, f"nobody is signed out {name}")
        if not IS_SHORT:
            expect_erasure(server, ada, conversation, name)
    kept = [message["text"] for message in ben.messages(conversation) if message["text"]]
    require(kept == expected, f"order is by seq, whatever the clock says: {kept}")
    figure("messages in the order in which they were sent", len(kept))
    server.kill()
    clock.step(-DAY)
    server.start()
    ben.refresh()
    require([m["text"] for m in ben.messages(conversation) if m["text"]] == expected, "also after a restart a day back")
    socket.close()


def expect_erasure(server: Server, ada: Person, conversation: str, name: str) -> None:
    canary = "canary" + name.replace(" ", "") + "wordthatisnowhereelse"
    sent = ada.post(conversation, canary)
    require(sent.status == 201, f"a message is taken: {sent.status} {sent.body!r}")
    ada.ok("DELETE", f"/v1/conversations/{conversation}/messages/{sent.json['id']}")
    taken = eventually(
        f"a deleted text leaves the files with the clock {name}", ERASED_WITHIN,
        lambda: not bytes_in(server.data, canary.encode()), every=0.5)
    figure(f"clock {name}: deleted text gone from the files after, s", f"{taken:.1f}")


def hear(server: Server, socket, person: Person, text: str):
    """Ben's socket brings the message; if the server has closed it, his next one does."""
    try:
        socket.wait_for_message(text, within=20)
        return socket
    except Broken:
        person.refresh()
        again = connect(server, person)
        again.wait_for_message(text, within=20)
        return again


main(part)
