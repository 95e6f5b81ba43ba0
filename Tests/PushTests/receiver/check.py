"""What a service notes of a request, and what it answers."""

import base64
import collections
import json
import re

from cryptography.hazmat.primitives import serialization

Request = collections.namedtuple("Request", "method path headers body http connection")
Answer = collections.namedtuple("Answer", "status headers body act", defaults=("",))
# Of all services, the oldest first.
records = []
# Answers that tests have planned, by the key of the record.
plans = collections.defaultdict(collections.deque)
# Filled once the servers listen.
ports = {}


def pem_of(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def text_of(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def json_answer(status, value):
    return Answer(status, {"content-type": "application/json"}, json.dumps(value).encode())


class Check:
    """Collects what is wrong with one request."""

    def __init__(self, request, service, key):
        self.problems = []
        self.record = {
            "service": service, "key": key, "method": request.method, "path": request.path, "headers": request.headers,
            "http": request.http, "connection": request.connection, "size": len(request.body), "claims": None,
            "payload": None, "problems": self.problems,
        }
        records.append(self.record)
        self.request = request
        self.expect(request.method == "POST", "not POST")

    def expect(self, condition, problem):
        if not condition:
            self.problems.append(problem)

    def header(self, name, pattern):
        value = self.request.headers.get(name, "")
        self.expect(re.fullmatch(pattern, value), f"{name}: {value!r}")

    def attempt(self, what, body):
        try:
            return body()
        except Exception as error:
            self.problems.append(f"{what}: {type(error).__name__} {error}")
            return None

    def answer(self, good, bad):
        """The planned answer, else `good` when nothing is wrong."""
        planned = plans[self.record["key"]]
        answer = planned.popleft() if planned else bad if self.problems else good
        self.record["status"] = answer.status
        return answer
