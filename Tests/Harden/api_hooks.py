"""Hooks of schemathesis: who asks, and bodies that name what the seeding script made. Loaded from the run's own folder."""

import collections
import json
import os
import random
import time
import urllib.error
import urllib.request
import uuid

import schemathesis

# Hypothesis seeds the module's own generator anew for every example: what is drawn from that is always the same.
random = random.SystemRandom()

with open(os.environ["HARDEN_SEEDS"]) as file:
    SEEDS = json.load(file)

# Bad data shall stay bad.
IS_NEGATIVE = os.environ["HARDEN_MODE"] == "negative"
# How often each operation was given what makes sense, or might have been.
MADE = collections.Counter()
PEOPLE = [SEEDS["ben"], SEEDS["cleo"]]
KNOWN = {
    "conversation": SEEDS["team"], "message": SEEDS["message"], "replyTo": SEEDS["message"], "owner": SEEDS["ben"],
    "members": PEOPLE, "users": PEOPLE, "participants": PEOPLE, "urgentContacts": PEOPLE,
    "timeZone": "Europe/Lisbon", "locale": "en-GB", "language": "en", "password": SEEDS["password"],
}
# Whole bodies that only make sense as such.
WHOLE = {
    "signIn": lambda: {"email": SEEDS["email"], "password": SEEDS["password"]},
    "refresh": lambda: {"refreshToken": SEEDS["refreshToken"]},
    "signUp": lambda: {
        "email": f"somebody{random.getrandbits(60)}@example.org", "password": SEEDS["password"], "name": "Somebody"},
    "createConversation": lambda: random.choice(
        [{"kind": "direct", "members": PEOPLE[:1]}, {"kind": "group", "name": "New", "members": PEOPLE}]),
    "executeFunction": lambda: random.choice([
        {"function": "searchMessages", "arguments": '{"query": "ferry"}'},
        {"function": "rememberFact", "arguments": '{"text": "I like tea"}'},
        {"function": "sendMessage", "arguments": '{"conversation": "Team", "text": "Hello"}'}]),
    "addMembers": lambda: {"users": [SEEDS["cleo"]]},
    "summarizeThread": lambda: {"range": "last", "count": 20},
    "extractActionItems": lambda: {"range": "days", "days": 3},
    "trackDecisions": lambda: {"range": "last", "count": 50},
    "detectScheduling": lambda: {"range": "unread"},
    "savePreferences": lambda: {
        "isOn": True, "allowsRemoteModels": False, "urgentContacts": PEOPLE, "urgentKeywords": ["outage"],
        "focusHours": [], "workingHours": [{"days": [1, 2], "start": 540, "end": 1020}], "tone": "brief"},
    "switchIntelligence": lambda: {"isOn": True},
    "suggestMeetingTimes": lambda: {"topic": "Launch", "minutes": 30, "participants": PEOPLE},
    "searchConversations": lambda: {"query": random.choice(["ferry", "harbour map"])},
    "findMessages": lambda: {"query": random.choice(["ferry", "from:ben map"]), "asks": random.choice([True, False])},
    "talkToAssistant": lambda: {"text": "What did we decide?"},
    "askConversations": lambda: {"question": "When does the ferry leave?"},
    "shareOutput": lambda: {"conversation": SEEDS["team"]},
    "markInsight": lambda: random.choice(
        [{"kind": "decision", "message": SEEDS["message"]}, {"kind": "action_item", "text": "Paint", "owner": PEOPLE[0]}]),
    "changeInsight": lambda: random.choice([{"status": "done"}, {"status": "open"}, {"text": "We ship", "tags": ["ship"]}]),
    "correctPriority": lambda: {"priority": "urgent"},
    "markRead": lambda: {"seq": 3},
    "updateMe": lambda: {"name": "Ada", "timeZone": "Asia/Tokyo", "photo": None},
    "editMessage": lambda: {"editId": new_id(), "text": "Edited"},
    "postMessage": lambda: {"id": new_id(), "text": "Posted"},
    "beginUpload": lambda: {"id": new_id(), "name": "notes.txt", "bytes": 40},
    "updateWorkspace": lambda: {"name": "Harbour"},
    "reportCrash": lambda: {"platform": "web", "kind": "error", "name": "TypeError", "frames": ["send /src/outbox.js:1:2"]},
    "rollOutFeature": lambda: {"percentage": 100, "people": PEOPLE, "isStopped": False},
    "connectModel": lambda: {"kind": "compatible", "address": "http://127.0.0.1:9/v1", "model": "small", "percentage": random.choice([0, 100])},
    "compareModel": lambda: {"conversation": SEEDS["team"], "days": random.choice([1, 7])},
    "tryModel": lambda: random.choice([{}, {"connection": {"kind": "ollama", "address": "http://127.0.0.1:9/v1", "model": "small"}}]),
    "setRetention": lambda: {"days": 365},
    "setConversationRetention": lambda: {"days": random.choice([0, 7])},
    "holdConversation": lambda: {"isHeld": random.choice([True, False])},
    "holdPerson": lambda: {"isHeld": random.choice([True, False])},
    "createInvitation": lambda: {"maximumUses": 2, "days": 3, "conversations": [SEEDS["team"]]},
    "lookUpInvitation": lambda: {"token": SEEDS["invitationToken"]},
    "updateAccount": lambda: random.choice([{"role": "member"}, {"isDisabled": False}]),
    "requestPasswordReset": lambda: {"email": SEEDS["email"]},
    "useEmailChange": lambda: {"token": SEEDS["emailToken"]},
    "countEvents": lambda: {"platform": "web", "events": [{"kind": "messageSent", "milliseconds": 40}]},
    "choosePassword": lambda: {"token": SEEDS["resetToken"], "password": SEEDS["password"]},
    "subscribePush": lambda: random.choice([
        {"service": "apns", "address": "ab" * 32, "environment": "development"}, {"service": "fcm", "address": "b" * 40}]),
    "markDelivered": lambda: {"seq": 3},
    "addReminder": lambda: {
        "id": new_id(), "at": int(time.time() * 1_000) + 86_400_000, **random.choice(
            [{"text": "Call the bank"}, {"conversation": SEEDS["team"], "message": SEEDS["message"]}])},
    "changeReminder": lambda: random.choice([{"isDone": True}, {"at": int(time.time() * 1_000) + 86_400_000}]),
    "setOpinion": lambda: {"feedback": random.choice(["helpful", "unhelpful"])},
    "lookUpNotification": lambda: {"ticket": SEEDS["ticket"]},
    "fileLinks": lambda: {"files": [SEEDS["file"]]},
}

QUERIES = {
    "getFile": lambda: {},
    "listGroups": lambda: {},
    "getUsage": lambda: {"days": 30},
    "listFiles": lambda: random.choice([{}, {"kind": "file", "limit": 5}]),
    "getMessages": lambda: random.choice([{"after": 0}, {"before": 3, "limit": 2}]),
    "listInsights": lambda: random.choice([{}, {"kind": "decision", "owner": "me"}, {"conversation": SEEDS["team"]}]),
    "searchMessages": lambda: {"query": random.choice(["ferry", "from:ben map", '"pier four"', "has:link x"])},
    "listAuditEntries": lambda: random.choice([{}, {"kind": "signedIn", "limit": 5}, {"person": PEOPLE[0], "before": 40}]),
    "searchUsers": lambda: {"query": random.choice(["b", "cle", "ada@exam"])},
}


def new_id():
    value = int(time.time() * 1_000) << 80 | random.getrandbits(80)
    text = f"{value:032x}"
    text = f"{text[:12]}7{text[13:16]}8{text[17:]}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def is_due(name):
    """Whether what makes sense is sent now: the first times, so that each operation has been asked so, then mostly."""
    MADE[name] += 1
    return MADE[name] <= 3 or random.random() < 0.6


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Stricter than OpenAPI: a field that the document does not name is a violation."""
    for schema in raw_schema["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False


@schemathesis.serializer("application/partial-upload")
def bytes_of_upload(context, value):
    return {"data": value if isinstance(value, bytes) else json.dumps(value, default=str).encode()}


@schemathesis.hook
def before_call(context, case, kwargs):
    """
    Uploads say in headers, which the document does not list, where their bytes begin. A proposal can be decided once,
    and other requests forget the talk that it stands in, so there is a new one at first.
    """
    name = case.operation.definition.raw.get("operationId")
    if name == "appendToUpload":
        case.headers = {**(case.headers or {}), "Upload-Offset": "0", "Upload-Complete": "?0"}
    if name == "decideProposal" and not IS_NEGATIVE and MADE["proposals"] < 3:
        MADE["proposals"] += 1
        form = {"function": "rememberFact", "arguments": json.dumps({"text": f"The {uuid.uuid4()} is blue"})}
        proposals = asked("/v1/ai/functions", form, token()).get("proposals")
        if proposals:
            case.path_parameters = {"proposal": proposals[0]["id"]}
    if name == "compareModel" and not IS_NEGATIVE:
        # Other requests disconnect the model, and forbid what it reads.
        connection = {"kind": "compatible", "address": "http://127.0.0.1:9/v1", "model": "small"}
        asked("/v1/model", connection, token(), "PUT")
        asked("/v1/ai/preferences", {"isOn": True, "allowsRemoteModels": True}, token(), "PUT")


def asked(path, body, bearer=None, method="POST"):
    """The answer to a request; empty when it is refused, or has none."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
    request = urllib.request.Request(f"{os.environ['HARDEN_URL']}{path}", json.dumps(body).encode(), headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read() or "{}")
    except urllib.error.HTTPError:
        return {}


def token():
    return asked("/v1/sessions", {"email": SEEDS["email"], "password": SEEDS["password"]})["accessToken"]


@schemathesis.hook
def map_body(context, body):
    """Some bodies are left as they came; the others name what exists."""
    name = context.operation.definition.raw.get("operationId")
    if name == "appendToUpload":
        return b""
    if not isinstance(body, dict) or IS_NEGATIVE:
        return body
    if name in WHOLE and is_due(name):
        return WHOLE[name]()
    if random.random() < 0.5:
        body = {key: KNOWN.get(key, value) for key, value in body.items()}
    # Switched off, the AI would refuse all that follows.
    if "isStopped" in body:
        return body | {"percentage": 100, "isStopped": False}
    return body | {"isOn": True} if "isOn" in body else body


@schemathesis.hook
def map_query(context, query):
    """Some queries are left as they came; the others are those that people ask."""
    name = context.operation.definition.raw.get("operationId")
    return QUERIES[name]() if name in QUERIES and not IS_NEGATIVE and is_due(name) else query


@schemathesis.auth(refresh_interval=300)
class SignedIn:
    """A session that outlives its access tokens."""

    def get(self, case, context):
        return token()

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"
