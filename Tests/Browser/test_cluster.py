"""Two browsers that chat through HAProxy on different nodes, while nodes are killed and restarted: see scripts/test-cluster."""

import csv
import http.client
import json
import os
import pathlib
import re
import socket
import sys
import threading
import urllib.request
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from cluster_control import Cluster  # noqa: E402
from person import PASSWORD, Person, until  # noqa: E402
from runner import World, check, main  # noqa: E402

CLUSTER = Cluster()
# Seconds in which everybody has a socket again that is up to date.
RECONNECTED = 5
# What a browser says of requests and sockets that a node took along.
LOST = re.compile(r"WebSocket connection to|net::ERR_|status of 50[234]")

# Notes when each socket was up to date and when it closed, over all pages of a browser's tab.
RECORDER = """(() => {
  const log = (entry) => sessionStorage.setItem('sockets', JSON.stringify([...JSON.parse(sessionStorage.getItem('sockets') ?? '[]'), entry]));
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', ({ data }) => data === '{"type":"synced"}' && log({ what: 'synced', at: Date.now() }));
      this.addEventListener('close', ({ code }) => log({ what: 'closed', code, at: Date.now() }));
    }
  };
})()"""

written: list[str] = []


def record(person: Person) -> None:
    person.expected.append(LOST)
    person.context.add_init_script(RECORDER)
    person.page.reload()
    synced(person)


def log(person: Person) -> list[dict[str, Any]]:
    return person.page.evaluate("JSON.parse(sessionStorage.getItem('sockets') ?? '[]')")


def synced(person: Person) -> None:
    until(person.page, "() => JSON.parse(sessionStorage.getItem('sockets') ?? '[]').at(-1)?.what === 'synced'")


def absences(person: Person) -> list[tuple[int, float]]:
    """Of each time that a browser lost its socket: the code, and the seconds until it was up to date again."""
    found: list[tuple[int, float]] = []
    lost: dict[str, Any] | None = None
    for entry in log(person):
        if entry["what"] == "synced" and lost:
            found.append((lost["code"], (entry["at"] - lost["at"]) / 1_000))
            lost = None
        elif entry["what"] == "closed":
            # One that could not be opened is part of the same absence.
            lost = lost or entry
    assert lost is None, f"{person.name} has no socket"
    return found


def sockets(node: str) -> int:
    """How many a node has."""
    try:
        with urllib.request.urlopen(f"{CLUSTER.node_url(node)}/metrics", timeout=5) as answer:
            found = re.search(r"^messageai_connections (\d+)", answer.read().decode(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0


def occupied() -> list[str]:
    return [node for node in CLUSTER.nodes if sockets(node)]


def spread(world: World) -> None:
    """Has the two be on different nodes."""
    for _ in range(20):
        synced(world.ada)
        synced(world.ben)
        if len(occupied()) == 2:
            return
        world.ben.page.reload()
    raise AssertionError(f"both browsers are on {occupied()}")


def say(person: Person, text: str) -> None:
    written.append(text)
    person.write(text)


def chat(world: World, subject: str, times: int) -> None:
    """Both write, at the same time, and then see what the other wrote."""
    for number in range(times):
        texts = [f"{person.name.split()[0]}: {subject} {number}" for person in (world.ada, world.ben)]
        say(world.ada, texts[0])
        say(world.ben, texts[1])
        for text in texts:
            world.ada.sees(text)
            world.ben.sees(text)


def lost_since(before: dict[str, int], people: list[Person]) -> list[tuple[int, float]]:
    return [absence for person in people for absence in absences(person)[before[person.name] :]]


def count(people: list[Person]) -> dict[str, int]:
    return {person.name: len(absences(person)) for person in people}


def redirected() -> int:
    """Connections that HAProxy could not give to a node, and gave to another."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(f"{CLUSTER.described['data']}/haproxy.socket")
        stream.sendall(b"show stat\n")
        rows = list(csv.DictReader(stream.makefile()))
    backend = next(row for row in rows if row["# pxname"] == "nodes" and row["svname"] == "BACKEND")
    return int(backend["wretr"]) + int(backend["wredis"]) + int(backend["econ"])


class Requests:
    """Asks through HAProxy all the time, on new connections and on one that is kept."""

    def __init__(self, person: Person) -> None:
        self.refused: list[str] = []
        self.count = 0
        self.is_over = False
        form = {"email": person.email, "password": PASSWORD}
        self.kept = self.connect()
        self.kept.request("POST", "/v1/sessions", json.dumps(form), {"Content-Type": "application/json"})
        self.token = json.loads(self.kept.getresponse().read())["accessToken"]
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(CLUSTER.url.removeprefix("http://"), timeout=10)

    def run(self) -> None:
        while not self.is_over:
            for connection in (self.kept, self.connect()):
                self.count += 1
                try:
                    connection.request("GET", "/v1/me", headers={"Authorization": f"Bearer {self.token}"})
                    answer = connection.getresponse()
                    answer.read()
                    if answer.status != 200:
                        self.refused.append(str(answer.status))
                except (OSError, http.client.HTTPException) as error:
                    self.refused.append(repr(error))
                    connection.close()

    def stop(self) -> int:
        """How many it has made."""
        self.is_over = True
        self.thread.join()
        return self.count


@check("two browsers are on different nodes, and what one writes the other sees")
def begin(world: World) -> None:
    # Hers would be one more socket to look for.
    world.cleo.context.close()
    world.people.remove(world.cleo)
    world.ada.start(world.ben)
    say(world.ada, "Ada: first")
    world.ben.open(world.ada.name)
    record(world.ada)
    record(world.ben)
    spread(world)
    chat(world, "from node to node", 2)


@check(f"while nodes are killed, both are there again within {RECONNECTED} s, and go on")
def kills(world: World) -> None:
    people = [world.ada, world.ben]
    for number in range(2):
        spread(world)
        before = count(people)
        node = occupied()[number % 2]
        # What is on its way when the node dies is sent again, and is there once.
        for person in people:
            say(person, f"{person.name.split()[0]}: to {node} before it dies")
        CLUSTER.kill(node)
        chat(world, f"after the end of {node}", 2)
        for person in people:
            synced(person)
        lost = lost_since(before, people)
        assert len(lost) == 1 and lost[0][0] == 1006, f"one of the two lost its socket, by a cut: {lost}"
        assert max(seconds for _, seconds in lost) <= RECONNECTED, lost
        print(f"      {node} killed: up to date again after {lost[0][1]:.2f} s", flush=True)
        world.picture(f"killed-{number + 1}", world.ben)
        CLUSTER.start(node)


@check(f"during a rolling restart every socket is told to go, is there again within {RECONNECTED} s, and nothing is lost")
def rolling(world: World) -> None:
    people = [world.ada, world.ben]
    spread(world)
    before = count(people)
    failures: list[Exception] = []

    def restart() -> None:
        try:
            CLUSTER.restart()
        except Exception as error:
            failures.append(error)

    requests = Requests(world.ada)
    redirected_before = redirected()
    restarting = threading.Thread(target=restart)
    restarting.start()
    number = 0
    while restarting.is_alive():
        chat(world, f"while nodes restart, {number}", 1)
        number += 1
    restarting.join()
    answered = requests.stop()
    assert not failures, failures
    assert not requests.refused, f"{len(requests.refused)} of {answered} requests failed: {requests.refused[:3]}"
    assert redirected() == redirected_before, "HAProxy knew of each node that it would stop"
    for person in people:
        synced(person)
    lost = lost_since(before, people)
    assert lost and all(code == 1001 for code, _ in lost), f"each was told to go elsewhere: {lost}"
    assert all(lost_since(before, [person]) for person in people), "every node was restarted"
    assert max(seconds for _, seconds in lost) <= RECONNECTED, lost
    slowest = max(seconds for _, seconds in lost)
    print(f"      {len(lost)} sockets moved within {slowest:.2f} s; {2 * number} messages, {answered} requests", flush=True)
    chat(world, "afterwards", 1)


def held(person: Person) -> list[str]:
    """The texts that a browser has stored, whose places have no gap."""
    rows = sorted((json.loads(row) for row in person.kept()["messages"]), key=lambda row: row["seq"])
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1)), [row["seq"] for row in rows]
    return [row["text"] for row in rows]


@check("every message is with both, once, in one order, and in their authors' orders")
def equal(world: World) -> None:
    messages = held(world.ada)
    assert messages == held(world.ben), f"Ada: {messages}\nBen: {held(world.ben)}"
    assert sorted(messages) == sorted(written), f"{set(written) ^ set(messages)}, or one is there twice"
    for name in ("Ada", "Ben"):
        assert [text for text in messages if text.startswith(name)] == [text for text in written if text.startswith(name)]
    for person in (world.ben, world.ada):
        # Receipts, too, have found their way.
        person.page.bring_to_front()
        person.composer.focus()
        other = world.ada if person is world.ben else world.ben
        other.sees_status([text for text in written if text.startswith(other.name.split()[0])][-1], "Read")
    for person in (world.ada, world.ben):
        shown = person.texts()
        assert shown == messages[-len(shown) :] and len(shown) >= 10, shown
        world.picture(f"{person.name.split()[0].lower()}-at-the-end", person)


@check("a browser that loads everything anew shows the same")
def anew(world: World) -> None:
    device = world.another_device(world.ben)
    device.open(world.ada.name)
    device.sees(written[-1])
    shown = device.texts()
    messages = held(world.ada)
    assert shown == messages[-len(shown) :] and len(shown) >= 10, shown


if __name__ == "__main__":
    os.environ["MESSAGEAI_URL"] = CLUSTER.url
    sys.exit(main(__doc__))
