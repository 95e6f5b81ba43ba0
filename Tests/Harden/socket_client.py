"""A client of the socket that does no more than the protocol asks, one thread."""

import json
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect as open_socket

from harness import Broken, Person, Server, require


class Socket:
    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, **frame: object) -> None:
        self.connection.send(json.dumps(frame))

    def next(self, within: float) -> dict:
        try:
            return json.loads(self.connection.recv(timeout=max(0.01, within)))
        except TimeoutError as error:
            raise Broken(f"no frame within {within:g} s") from error
        except ConnectionClosed as error:
            raise Broken(f"the socket was closed: {error}") from error

    def wait_for(self, type: str, within: float = 20) -> dict:
        deadline = time.monotonic() + within
        while True:
            frame = self.next(deadline - time.monotonic())
            if frame["type"] == type:
                return frame

    def wait_for_message(self, text: str, within: float = 20) -> None:
        deadline = time.monotonic() + within
        while True:
            frame = self.next(deadline - time.monotonic())
            if any(message["text"] == text for message in frame.get("messages", [])):
                return

    def close(self) -> None:
        self.connection.close()


def connect(server: Server, person: Person) -> Socket:
    socket = Socket(
        open_socket(
            f"ws://{server.address}:{server.port}/v1/socket", compression=None, ping_interval=None, max_size=None,
            proxy=None))
    socket.send(type="hello", version=1, token=person.token, known={})
    require(socket.next(20)["type"] == "welcome", "the hello is welcome")
    socket.wait_for("synced")
    return socket
