"""What scripts/try-nginx and scripts/try-caddy check through the proxy. Arguments: the port of TLS, the plain port, the certificate."""

import base64
import http.client
import json
import os
import socket
import ssl
import struct
import sys
import time

tls_port, plain_port, certificate = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
HOST = "chat.example.org"


def connect():
    context = ssl.create_default_context(cafile=certificate)
    return context.wrap_socket(socket.create_connection(("127.0.0.1", tls_port), timeout=10), server_hostname=HOST)


def kept():
    """An HTTP connection that is kept open between requests."""
    connection = http.client.HTTPConnection(HOST)
    connection.sock = connect()
    return connection


def ask(connection, method, path, body=None, headers=None):
    data = json.dumps(body) if body is not None else None
    fields = {"Host": f"{HOST}:{tls_port}", "Content-Type": "application/json", **(headers or {})}
    connection.request(method, path, data, fields)
    answer = connection.getresponse()
    return answer, answer.read()


def check(condition, what):
    print(("ok    " if condition else "FAILED ") + what)
    if not condition:
        sys.exit(1)


def frame(text):
    data, mask = text.encode(), os.urandom(4)
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else bytes([0x81, 0xFE]) + struct.pack(">H", len(data))
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


def read_exactly(stream, count):
    data = b""
    while len(data) < count:
        chunk = stream.recv(count - len(data))
        if not chunk:
            raise EOFError("the connection ended")
        data += chunk
    return data


def read_frame(stream):
    first, length = read_exactly(stream, 2)
    if length == 126:
        (length,) = struct.unpack(">H", read_exactly(stream, 2))
    elif length == 127:
        (length,) = struct.unpack(">Q", read_exactly(stream, 8))
    return first & 15, read_exactly(stream, length)


def open_socket(origin):
    stream = connect()
    key = base64.b64encode(os.urandom(16)).decode()
    stream.sendall(
        f"GET /v1/socket HTTP/1.1\r\nHost: {HOST}:{tls_port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: {origin}\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += read_exactly(stream, 1)
    return stream, int(head.split()[1])


for attempt in range(100):
    try:
        if ask(kept(), "GET", "/health")[0].status == 200:
            break
    except OSError:
        pass
    time.sleep(0.2)

connection = kept()
answer, body = ask(connection, "GET", "/health")
check(answer.status == 200 and "version" in json.loads(body), "health over TLS")
answer, _ = ask(connection, "GET", "/", headers={"Accept-Encoding": "gzip"})
check(answer.status == 200 and answer.getheader("Content-Security-Policy"), "the page with its policy")
check(answer.getheader("Strict-Transport-Security") == "max-age=31536000", "HSTS")
answer, _ = ask(connection, "GET", "/src/main.js", headers={"Accept-Encoding": "gzip"})
check(answer.getheader("Content-Encoding") == "gzip", "files are compressed")
answer, _ = ask(connection, "GET", "/metrics")
check(answer.status == 403, "metrics are refused from outside")

form = {"email": "ada@example.org", "password": "a good long password", "name": "Ada"}
answer, body = ask(connection, "POST", "/v1/accounts", form)
check(answer.status == 201, "an account")
token = json.loads(body)["accessToken"]

for number in range(5):
    # Other requests leave connections that the proxy keeps; the sockets after them go over those.
    for _ in range(8):
        answer, _ = ask(connection, "GET", "/v1/me", headers={"Authorization": f"Bearer {token}"})
        check(answer.status == 200, f"request before socket {number + 1}") if answer.status != 200 else None
    stream, status = open_socket(f"https://{HOST}:{tls_port}")
    check(status == 101, f"socket {number + 1} after kept requests")
    stream.sendall(frame(json.dumps({"type": "hello", "version": 1, "token": token, "known": {}})))
    seen = []
    while "synced" not in seen:
        code, data = read_frame(stream)
        if code == 1:
            seen.append(json.loads(data)["type"])
    check(seen[0] == "welcome", "welcome, and all until synced")
    stream.sendall(frame(json.dumps({"type": "ping", "ref": 7})))
    while True:
        code, data = read_frame(stream)
        if code == 1 and json.loads(data) == {"type": "pong", "ref": 7}:
            break
    stream.close()

_, status = open_socket("https://elsewhere.example")
check(status == 403, "a foreign page is refused")
plain = http.client.HTTPConnection("127.0.0.1", plain_port, timeout=10)
plain.request("GET", "/", headers={"Host": HOST})
check(plain.getresponse().status in (301, 308), "plain HTTP is sent to TLS")
