"""HTTP/1.1 and HTTP/2, with the faults that tests plan."""

import asyncio
import itertools

import h2.config
import h2.connection
import h2.events
from check import Request

connections = itertools.count(1)


async def serve_http1(reader, writer, handle):
    number = next(connections)
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            method, path, _ = head[0].split(" ")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            answer = handle(Request(method, path, headers, body, "1", number))
            if answer.act == "drop":
                return writer.transport.abort()
            if answer.act == "hang":
                await reader.read()
                return None
            # With `endless` a part of the body never comes.
            length = len(answer.body) + (1 if answer.act == "endless" else 0)
            lines = [f"HTTP/1.1 {answer.status} -", f"content-length: {length}"]
            lines += [f"{name}: {value}" for name, value in answer.headers.items()]
            writer.write("\r\n".join([*lines, "", ""]).encode() + answer.body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    finally:
        writer.close()


class Http2(asyncio.Protocol):
    def __init__(self, handle):
        self.handle = handle

    def connection_made(self, transport):
        self.transport = transport
        self.number = next(connections)
        self.streams = {}
        self.state = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.state.initiate_connection()
        transport.write(self.state.data_to_send())

    def data_received(self, data):
        for event in self.state.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                self.streams[event.stream_id] = (dict(event.headers), bytearray())
            elif isinstance(event, h2.events.DataReceived):
                self.streams[event.stream_id][1].extend(event.data)
                self.state.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                self.answer(event.stream_id, *self.streams.pop(event.stream_id))
        self.transport.write(self.state.data_to_send())

    def answer(self, stream, headers, body):
        answer = self.handle(Request(headers[":method"], headers[":path"], headers, bytes(body), "2", self.number))
        if answer.act == "drop":
            self.transport.abort()
        elif answer.act == "reset":
            self.state.reset_stream(stream, error_code=7)
        elif answer.act != "hang":
            fields = [(":status", str(answer.status)), *((name.lower(), value) for name, value in answer.headers.items())]
            self.state.send_headers(stream, fields, end_stream=not answer.body)
            if answer.body:
                self.state.send_data(stream, answer.body, end_stream=True)
