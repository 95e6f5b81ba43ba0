"""A proxy before a database or a bus that refuses, goes silent or delays when it is told to."""

import asyncio


class Gate:
    """Passes bytes on to a port of this machine. `port` is its own, once it is open."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0
        self.server: asyncio.Server | None = None
        self.passing = asyncio.Event()
        self.passing.set()
        self.writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    def refuse(self) -> None:
        """Cuts what is open and takes nothing more."""
        self.server.close()
        self.cut()

    def go_silent(self) -> None:
        """What is open stays so, new connections are taken, and no byte passes."""
        self.passing.clear()

    async def heal(self) -> None:
        self.delay = 0
        self.cut()
        self.passing.set()
        if not self.server.is_serving():
            await self.open()

    def cut(self) -> None:
        for writer in list(self.writers):
            writer.transport.abort()

    def close(self) -> None:
        self.server.close()
        self.cut()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.add(writer)
        onward: asyncio.StreamWriter | None = None
        try:
            await self.passing.wait()
            back, onward = await asyncio.open_connection("127.0.0.1", self.target)
            self.writers.add(onward)
            await asyncio.gather(self.copy(reader, onward, True), self.copy(back, writer, False))
        except (OSError, RuntimeError, asyncio.CancelledError):
            # Either end has gone, and so does the other.
            pass
        finally:
            for end in (writer, onward):
                if end:
                    end.transport.abort()
                    self.writers.discard(end)

    async def copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, isRequest: bool) -> None:
        while data := await reader.read(65_536):
            await self.passing.wait()
            if isRequest and self.delay:
                await asyncio.sleep(self.delay)
            if writer.is_closing():
                return
            writer.write(data)
            await writer.drain()
        writer.transport.abort()
