"""Somebody who takes all the connections that a PostgreSQL server has."""

import ctypes

from harness import require

ENOUGH = 1_000
OK = 0


class Crowd:
    """`address` is a URL."""

    def __init__(self, address: str) -> None:
        self.address = address.encode()
        self.library = ctypes.CDLL("libpq.so.5")
        self.library.PQconnectdb.restype = ctypes.c_void_p
        self.library.PQconnectdb.argtypes = [ctypes.c_char_p]
        self.library.PQstatus.argtypes = [ctypes.c_void_p]
        self.library.PQerrorMessage.restype = ctypes.c_char_p
        self.library.PQerrorMessage.argtypes = [ctypes.c_void_p]
        self.library.PQfinish.argtypes = [ctypes.c_void_p]
        self.connections: list[int] = []

    def fill(self) -> None:
        """Returns when the server takes no more."""
        while len(self.connections) < ENOUGH:
            connection = self.library.PQconnectdb(self.address)
            if self.library.PQstatus(connection) != OK:
                words = self.library.PQerrorMessage(connection).decode()
                self.library.PQfinish(connection)
                require("too many clients" in words, f"the server is full: {words}")
                return
            self.connections.append(connection)
        require(False, f"a server is full with {ENOUGH} connections")

    def leave(self) -> None:
        for connection in self.connections:
            self.library.PQfinish(connection)
        self.connections.clear()
