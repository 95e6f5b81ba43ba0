"""Random requests made from /openapi.json (schemathesis): never a 5xx, and every answer as its schema says.

A script makes a workspace first, so that paths and bodies name things that exist; afterwards every operation must have
succeeded at least once, or the run has proved nothing about it.
"""

import collections
import http.client
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator

from harness import IS_SHORT, PASSWORD, ROOT, Person, Server, eventually, figure, main, new_id, require, temporary_folder
from mail_server import MailServer

EXAMPLES = 10 if IS_SHORT else 300
# The first three would end the run's own session; an invitation is sent to nobody where everybody may register; the last
# is what the requests are made from. The route tests ask them.
LEFT_OUT = {"deleteMe", "changePassword", "endSession", "requestInvitation", "openAPI"}
# A letter with its link comes at a time of the day. The route tests ask it.
LEFT_OUT |= {"unsubscribeDigest"}
# There is no identity provider here; the route tests and the browser ask them.
LEFT_OUT |= {
    "beginOpenIDSignIn", "claimOpenIDSignIn", "returnFromProvider", "returnFromProviderByForm", "linkIdentity",
    "unlinkIdentity", "removeIdentity", "findOpenIDSignOut",
}


def seed(server: Server, mail: MailServer) -> dict[str, str]:
    """A workspace in which everything exists that a path can name."""
    # An admin looks after Dora, who is in nothing.
    ada, ben, cleo, dora = (Person(server, name) for name in ("ada", "ben", "cleo", "dora"))
    team = ada.group("Team", [ben, cleo])
    # Switched, deleted from and left: what happens here harms no other operation.
    other, aside = ada.group("Elsewhere", [ben, cleo]), ada.group("Aside", [ben])
    said = [
        "I'll send the harbour map to Cleo by Friday.", "We decided to ship version 2 on Monday.",
        "Can we meet tomorrow at 10 about the launch?", "The ferry to the island leaves at nine from pier four.",
    ]
    message = [ben.post(team, text).json["id"] for text in said][0]
    eventually(
        "the pipeline has read all", 60, lambda: ada.ok("GET", "/v1/ai/status")["waitingMessages"] == 0, every=0.2)
    # Before there is anything to edit or delete: outputs go with the messages that they cite.
    summary, put_away = (
        ada.ok("POST", f"/v1/conversations/{team}/summary", {"range": "last", "count": count})["id"] for count in (4, 2))
    mine = ada.post(team, "Mine to edit").json["id"]
    lost = [ada.post(other, f"To be deleted {number}").json["id"] for number in range(2)][0]
    meeting = ada.ok("POST", f"/v1/conversations/{team}/meeting-times", {"topic": "Launch", "minutes": 30})["id"]
    insight = ada.ok("POST", f"/v1/conversations/{team}/insights", {"kind": "decision", "message": message})["id"]
    proposals = [
        ada.ok("POST", "/v1/ai/functions", {"function": function, "arguments": json.dumps(arguments)})["proposals"][0]["id"]
        for function, arguments in [
            ("rememberFact", {"text": "I work from Lisbon"}),
            ("sendMessage", {"conversation": "Elsewhere", "text": "Exactly this"}),
        ]
    ]
    ada.ok("PUT", f"/v1/ai/proposals/{proposals[0]}", {"approve": True})
    entry = ada.ok("GET", "/v1/ai/memory")["entries"][0]["id"]
    invited, withdrawn = (ada.ok("POST", "/v1/invitations", {"maximumUses": 1000}) for _ in range(2))
    eve = Person(server, "eve")
    server.send("POST", "/v1/password-resets", {"email": eve.email})
    eventually("the letter comes", 60, lambda: mail.token("reset", eve.email) is not None, every=0.1)
    cleo.ok("POST", "/v1/me/email", {"email": "cleo@elsewhere.example", "password": PASSWORD})
    eventually("the link comes", 60, lambda: mail.token("email", "cleo@elsewhere.example") is not None, every=0.1)
    ben.ok("PUT", "/v1/push", {"service": "fcm", "address": "a" * 40})
    ada.post(team, "To be told of")
    eventually("the notification is planned", 60, lambda: ticket(server) is not None, every=0.1)
    reminder, changed = (
        ada.ok("POST", "/v1/reminders", {"id": new_id(), "at": int(time.time() * 1_000) + 86_400_000, "text": "Call the bank"})["id"]
        for _ in range(2))
    begun, thrown, file = (new_id() for _ in range(3))
    for upload in (begun, thrown, file):
        ada.ok("POST", "/v1/uploads", {"id": upload, "name": "notes.txt", "bytes": 5})
    finish_upload(ada, file, b"notes")
    ada.ok("POST", f"/v1/conversations/{team}/messages", {"id": new_id(), "text": "", "attachments": [{"id": file}]})
    for name in ("TypeError", "RangeError"):
        ada.ok("POST", "/v1/diagnostics/crashes", {"platform": "web", "kind": "error", "name": name, "frames": []})
    crash = ada.ok("GET", "/v1/diagnostics/crashes")["crashes"][0]["id"]
    return {
        "reminder": reminder, "changed": changed,
        "crash": crash, "email": ada.email, "password": PASSWORD, "token": ada.token, "ada": ada.id, "ben": ben.id, "cleo": cleo.id,
        "team": team, "other": other, "message": message, "mine": mine, "lost": lost, "output": summary,
        "putAway": put_away, "meeting": meeting, "insight": insight, "proposal": proposals[1], "entry": entry,
        "refreshToken": ben.session["refreshToken"], "begun": begun, "thrown": thrown, "file": file,
        "dora": dora.id, "aside": aside, "resetToken": mail.token("reset", eve.email),
        "emailToken": mail.token("email", "cleo@elsewhere.example"), "ticket": ticket(server), "invitationToken": invited["token"], "invitation": withdrawn["invitation"]["id"],
    }


def ticket(server: Server) -> str | None:
    """What a browser would have been sent."""
    with sqlite3.connect(f"file:{server.data}/messageai.sqlite?mode=ro", uri=True) as database:
        row = database.execute("SELECT id FROM pushAttempts ORDER BY key DESC").fetchone()
    return str(uuid.UUID(bytes=row[0])) if row else None


def finish_upload(person: Person, upload: str, content: bytes) -> None:
    connection = http.client.HTTPConnection(person.server.address, person.server.port, timeout=30)
    try:
        connection.request("PATCH", f"/v1/uploads/{upload}", content, {
            "Authorization": f"Bearer {person.token}", "Content-Type": "application/partial-upload",
            "Upload-Offset": "0", "Upload-Complete": "?1"})
        answer = connection.getresponse()
        require(answer.status == 200, f"a file is uploaded: {answer.status} {answer.read()!r}")
    finally:
        connection.close()


def paths_of(operation: str, seeds: dict[str, str]) -> dict[str, str]:
    """What the variables of an operation's path stand for."""
    values = {
        "id": seeds["team"], "user": seeds["cleo"], "message": seeds["message"], "output": seeds["output"],
        "slot": "0", "insight": seeds["insight"], "proposal": seeds["proposal"], "entry": seeds["entry"], "name": "assistant",
        "subject": "priority",
    }
    special = {
        "switchIntelligence": {"id": seeds["other"]}, "removeMember": {"id": seeds["other"]},
        "deleteMessage": {"id": seeds["other"], "message": seeds["lost"]}, "editMessage": {"message": seeds["mine"]},
        "dismissOutput": {"output": seeds["putAway"]}, "calendarFile": {"output": seeds["meeting"]},
        "getReminder": {"id": seeds["reminder"]}, "changeReminder": {"id": seeds["changed"]},
        "getUser": {"id": seeds["ben"]}, "getFile": {"id": seeds["file"]}, "cancelUpload": {"id": seeds["thrown"]},
        "uploadProgress": {"id": seeds["begun"]}, "appendToUpload": {"id": seeds["begun"]},
        "removeCrash": {"id": seeds["crash"]}, "withdrawInvitation": {"id": seeds["invitation"]},
        # What is held cannot be deleted: a conversation and a person of whom nothing else is asked.
        **{name: {"conversation": seeds["other"]} for name in ("setConversationRetention", "resetConversationRetention")},
        "holdConversation": {"conversation": seeds["aside"]}, "holdPerson": {"user": seeds["dora"]},
        **{name: {"id": seeds["dora"]} for name in ("updateAccount", "resetPassword", "endSessions")},
    }
    return values | special.get(operation, {})


def settings(document: dict, seeds: dict[str, str]) -> str:
    lines = [
        'hooks = "api_hooks.py"',
        "[generation]", "with-security-parameters = false",
        # The tests are many and short; a slow machine is no finding.
        "[checks]", "positive_data_acceptance.enabled = false", "negative_data_rejection.enabled = false",
        "ignored_auth.enabled = false", "use_after_free.enabled = false", "unsupported_method.enabled = false",
        "ensure_resource_availability.enabled = false", "missing_required_header.enabled = false",
    ]
    for path, operations in document["paths"].items():
        for operation in operations.values():
            name = operation["operationId"]
            operation_lines = ["[[operations]]", f'include-operation-id = ["{name}"]']
            if name in LEFT_OUT:
                lines += [*operation_lines, "enabled = false"]
                continue
            values = paths_of(name, seeds)
            parameters = [f'"path.{key}" = "{values[key]}"' for key in values if f"{{{key}}}" in path]
            if name == "getDelta":
                parameters.append('"query.fromRev" = "0"')
            if parameters:
                lines += [*operation_lines, f"parameters = {{ {', '.join(parameters)} }}"]
    return "\n".join(lines) + "\n"


def part() -> None:
    with temporary_folder() as folder, MailServer() as mail:
        models = ["--models", str(ROOT / "Models")]
        server = Server(folder / "data", options=["--no-rate-limits", "--requests-a-day", "1000000", "--registration", "open", *mail.options(), *models])
        try:
            server.start()
            seeds = seed(server, mail)
            document = server.send("GET", "/openapi.json").json
            ask(server, folder, document, seeds)
        finally:
            server.kill()


def ask(server: Server, folder: pathlib.Path, document: dict, seeds: dict[str, str]) -> None:
    here = pathlib.Path(__file__).parent
    (folder / "st.toml").write_text(settings(document, seeds))
    (folder / "api_hooks.py").write_text((here / "api_hooks.py").read_text())
    (folder / "seeds.json").write_text(json.dumps(seeds))
    names = {
        f"{method.upper()} {path}": operation["operationId"]
        for path, methods in document["paths"].items() for method, operation in methods.items()}
    statuses: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for mode, examples in [("positive", EXAMPLES), ("negative", max(5, EXAMPLES // 4))]:
        report = folder / f"{mode}.ndjson"
        done = subprocess.run(
            [str(pathlib.Path(sys.executable).parent / "st"), "--config-file", "st.toml", "run",
             f"{server.url}/openapi.json", "--max-examples", str(examples), "--phases", "fuzzing", "--mode", mode,
             "--report", "ndjson", "--report-ndjson-path", str(report), "--no-color", "--suppress-health-check", "all"],
            cwd=folder, capture_output=True, text=True,
            env=os.environ | {
                "HARDEN_SEEDS": str(folder / "seeds.json"), "HARDEN_URL": server.url, "HARDEN_MODE": mode})
        server.expect_alive()
        asked = 0
        for line in report.read_text().splitlines() if report.exists() else []:
            for label, status in requests_of(json.loads(line)):
                asked += 1
                statuses[names[label]][status] += 1
        figure(f"requests with {'good' if mode == 'positive' else 'bad'} data", asked)
        require(asked > 100, f"requests were made: {done.stdout[-1_500:]}{done.stderr[-1_500:]}")
        require(done.returncode == 0, f"every answer is as the document says: {done.stdout[-6_000:]}{done.stderr[-800:]}")
    by_class = collections.Counter()
    for counter in statuses.values():
        for status, count in counter.items():
            by_class[f"{status // 100}xx"] += count
    figure("answers", dict(sorted(by_class.items())))
    require(by_class["5xx"] == 0, "no answer is a 5xx")
    operations = set(names.values())
    unproved = sorted(
        operation for operation in operations - LEFT_OUT
        if not any(status < 300 for status in statuses[operation]))
    figure("operations that succeeded", f"{len(operations) - len(LEFT_OUT) - len(unproved)} of {len(operations) - len(LEFT_OUT)}")
    require(not unproved, f"every operation succeeded at least once, but not {unproved}")


def requests_of(event: dict) -> Iterator[tuple[str, int]]:
    """The operation and the status of each request in an event of the report."""
    recorder = event.get("ScenarioFinished", {}).get("recorder") or {}
    for interaction in recorder.get("interactions", {}).values():
        if interaction.get("response"):
            yield recorder["label"], interaction["response"]["status_code"]


main(part)
