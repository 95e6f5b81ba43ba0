"""Traces in a real browser: one message from its sender's page over the server to another's screen."""

import http.server
import json
import os
import sys
import threading
import time
from typing import Any

from own_server import Server
from person import Person
from runner import World, check, main

HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
  delete document.visibilityState;
}"""
SECRET = "canary in the harbour"


class Receiver(http.server.BaseHTTPRequestHandler):
    """What takes traces by OTLP over HTTP."""

    bodies: list[str] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/v1/traces" and self.headers["Content-Type"] == "application/json":
            self.bodies.append(body)
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


def spans() -> list[dict[str, Any]]:
    found = []
    for body in list(Receiver.bodies):
        for resource in json.loads(body)["resourceSpans"]:
            service = next(one["value"]["stringValue"] for one in resource["resource"]["attributes"] if one["key"] == "service.name")
            found += [{**span, "service": service} for scope in resource["scopeSpans"] for span in scope["spans"]]
    return found


def whole_trace(*people: Person) -> dict[str, dict[str, Any]]:
    """The spans, by name, of a trace that a page began and that has come to a screen."""
    wanted = {"message.send", "message.accept", "commit", "fan-out", "message.receive", "message.show"}
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for person in people:
            # Clients tell what they have when their page is left.
            person.page.evaluate(HIDE)
        every = spans()
        for root in (span for span in every if span["name"] == "message.send"):
            trace = {span["name"]: span for span in every if span["traceId"] == root["traceId"]}
            if wanted <= set(trace):
                return trace
        people[0].page.wait_for_timeout(200)
    raise AssertionError(spans())


@check("one trace leads from the sender's page over the commit to the other's screen, and says nothing of either")
def traced(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben)
    ada.write("Hello")
    ben.open(ada.name)
    ben.sees("Hello")
    ada.write(SECRET)
    ben.sees(SECRET)
    trace = whole_trace(ada, ben)
    parents = {
        "message.accept": "message.send", "commit": "message.accept", "fan-out": "message.accept",
        "message.receive": "fan-out", "message.show": "fan-out",
    }  # fmt: skip
    for name, parent in parents.items():
        assert trace[name]["parentSpanId"] == trace[parent]["spanId"], (name, trace)
    assert "parentSpanId" not in trace["message.send"], trace
    for name in ("message.send", "message.receive", "message.show"):
        assert trace[name]["service"] == "messageai-web", trace
    took = (int(trace["message.show"]["endTimeUnixNano"]) - int(trace["message.send"]["startTimeUnixNano"])) / 1e9
    assert 0 <= took < 30, took
    said = "".join(Receiver.bodies)
    for secret in (SECRET, "Hello", ada.name, ben.name, ada.email, ben.email):
        assert secret not in said, secret


if __name__ == "__main__":
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    server = Server(
        "--no-rate-limits", "--otlp-endpoint", f"http://127.0.0.1:{receiver.server_port}", "--trace-share", "1")
    server.start()
    os.environ["MESSAGEAI_URL"] = server.url
    sys.exit(main(__doc__))
