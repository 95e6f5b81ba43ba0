"""Features that reach some people first, and problems of clients, in a real browser: what admins do, and others see."""

import json
import os
import re
import sys
import time
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

from access import findings
from own_server import Server
from person import PASSWORD, Person
from runner import World, check, main

SERVER = Server("--no-rate-limits")
OTHERS = 37


def ask(path: str, body: dict[str, object], token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urllib.request.urlopen(urllib.request.Request(f"{SERVER.url}{path}", json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def sign_up(number: int) -> dict[str, Any]:
    return ask("/v1/accounts", {"email": f"person{number}@example.org", "password": PASSWORD, "name": f"Person {number:02}"})


def features(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Features…").click()
    return page.get_by_role("dialog", name="Features")


def close_dialogs(page: Page) -> None:
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def hub(person: Person) -> Locator:
    return person.page.locator(".hub-button")


@check("everybody begins with every feature, and an admin reads so")
def begins(world: World) -> None:
    for number in range(OTHERS):
        sign_up(number)
    expect(hub(world.ben)).to_be_visible()
    dialog = features(world.ada.page)
    expect(dialog.get_by_text("Everybody has it.")).to_have_count(13)
    found = findings(world.ada.page, 10)
    assert not found, found
    world.picture("features", world.ada)


@check("a feature rolled out to 5, 20, 50 and 100 per cent reaches about so many, and nobody loses it on the way")
def shares(world: World) -> None:
    page = world.ada.page
    dialog = page.get_by_role("dialog", name="Features")
    before: set[str] = set()
    for share in (0, 5, 20, 50, 100):
        dialog.get_by_label("Assistant: share of people").select_option(str(share))
        said = "Everybody has it." if share == 100 else f"of {OTHERS + 3} people have it."
        expect(dialog.get_by_role("listitem").filter(has_text="The assistant.").get_by_role("status")).to_contain_text(said)
        dialog.get_by_role("button", name="Assistant: people").click()
        who = page.get_by_role("dialog", name="Who has: Assistant")
        expect(who.get_by_role("listitem")).to_have_count(OTHERS + 3)
        rows = who.get_by_role("listitem").all_inner_texts()
        having = {row.split("\n")[-2] for row in rows if "Has it" in row}
        assert before <= having, before - having
        assert abs(len(having) - share / 100 * (OTHERS + 3)) <= 8, (share, len(having))
        before = having
        if share == 20:
            world.picture("features-people", world.ada)
        page.keyboard.press("Escape")


@check("who loses the AI loses its places within a second, without a reload, and gets them back")
def live(world: World) -> None:
    dialog = world.ada.page.get_by_role("dialog", name="Features")
    share = dialog.get_by_label("AI: share of people")
    for percentage, isShown in (("0", False), ("100", True)):
        share.select_option(percentage)
        start = time.monotonic()
        expect(hub(world.ben)).to_be_visible(visible=isShown, timeout=5_000)
        seconds = time.monotonic() - start
        assert seconds < 1, f"{seconds:.2f} s"


@check("who is named keeps it, and an open place of it goes for who is not")
def named(world: World) -> None:
    ben, ada = world.ben.page, world.ada.page
    hub(world.ben).click()
    expect(ben.get_by_role("tab", name="Priority")).to_be_visible()
    dialog = ada.get_by_role("dialog", name="Features")
    dialog.get_by_role("button", name="Priority: people").click()
    ada.get_by_role("dialog", name="Who has: Priority").get_by_label("Cleo Marchetti").check()
    ada.get_by_role("dialog", name="Who has: Priority").get_by_role("button", name="Save").click()
    expect(ada.get_by_role("dialog", name="Who has: Priority")).to_be_hidden()
    dialog.get_by_label("Priority: share of people").select_option("0")
    expect(ben.get_by_role("tab", name="Priority")).to_be_hidden()
    expect(ben.get_by_role("tab", name="Missed")).to_be_visible()
    hub(world.cleo).click()
    expect(world.cleo.page.get_by_role("tab", name="Priority")).to_be_visible()
    expect(dialog.get_by_text(f"1 of {OTHERS + 3} people have it, with 1 by name.")).to_be_visible()


@check("a stopped feature is gone for everybody")
def stopped(world: World) -> None:
    ada = world.ada.page
    dialog = ada.get_by_role("dialog", name="Features")
    dialog.get_by_label("AI: stop it for everybody").check()
    expect(hub(world.cleo)).to_be_hidden()
    expect(world.cleo.page.get_by_text("The AI is not switched on for you.")).to_be_visible()
    world.picture("features-stopped", world.cleo)
    dialog.get_by_label("AI: stop it for everybody").uncheck()
    expect(hub(world.cleo)).to_be_visible()
    close_dialogs(ada)


SECRET = "Lunch at noon"
# Thrown from a module of the client, as a defect of it would be.
CRASH = """([kind, secret]) => {
  const stack = `RangeError: ${secret}\n    at planted (${location.origin}/src/outbox.js:12:3)`;
  const error = Object.assign(new RangeError(secret), { stack });
  if (kind === 'error') setTimeout(() => { throw error; });
  else Promise.reject(error);
}"""


def problems(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Problems…").click()
    return page.get_by_role("dialog", name="Problems")


def crash(person: Person, kind: str) -> None:
    with person.page.expect_response(lambda answer: answer.url.endswith("/v1/diagnostics/crashes")):
        person.page.evaluate(CRASH, [kind, SECRET])


@check("an admin sees a planted crash of the web client, once for all whom it hit, and nothing that it quotes")
def planted(world: World) -> None:
    for person in (world.ben, world.cleo):
        person.expected.append(re.compile(SECRET))
        crash(person, "error")
    crash(world.ben, "rejection")
    dialog = problems(world.ada.page)
    rows = dialog.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Uncaught error: RangeError")).to_contain_text("2 times · 2 people")
    expect(rows.filter(has_text="Uncaught rejection: RangeError")).to_contain_text("1 time · 1 person")
    dialog.get_by_text("planted /src/outbox.js:12:3").first.click()
    found = findings(world.ada.page, 12)
    assert not found, found
    world.picture("problems", world.ada)
    assert SECRET not in dialog.inner_text()
    rows.filter(has_text="Uncaught rejection").get_by_role("button", name="Forget RangeError").click()
    expect(rows).to_have_count(1)
    close_dialogs(world.ada.page)


@check("who switches it off tells nothing")
def switched_off(world: World) -> None:
    page = world.cleo.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Tell the admins of errors on this device").uncheck()
    close_dialogs(page)
    page.evaluate(CRASH, ["rejection", SECRET])
    # A problem of somebody else comes after it, so what was to come has come.
    crash(world.ada, "rejection")
    world.ada.expected.append(re.compile(SECRET))
    world.ada.complaints = [line for line in world.ada.complaints if SECRET not in line]
    dialog = problems(world.ada.page)
    expect(dialog.get_by_role("listitem").filter(has_text="Uncaught rejection")).to_contain_text("1 time · 1 person")
    close_dialogs(world.ada.page)


@check("an admin reads what the workspace has and what its AI did, and nothing that anybody wrote")
def usage(world: World) -> None:
    maker, other = sign_up(OTHERS), sign_up(OTHERS + 1)
    token = maker["accessToken"]
    form = {"kind": "group", "name": "Harbour", "members": [other["user"]["id"]]}
    group = ask("/v1/conversations", form, token)["conversation"]["id"]
    message = {"id": "01900000-0000-7000-8000-000000000001", "text": "The ferry leaves at nine."}
    ask(f"/v1/conversations/{group}/messages", message, token)
    ask(f"/v1/conversations/{group}/summary", {"range": "last", "count": 10}, token)
    page = world.ada.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Usage…").click()
    dialog = page.get_by_role("dialog", name="Usage")
    totals = dialog.get_by_role("list", name="Totals")
    expect(totals.get_by_role("listitem").first).to_have_text(f"{OTHERS + 5} people")
    expect(totals).to_contain_text("of files, of 100 GB in all and 5 GB for each person")
    expect(dialog).to_contain_text("The AI has read all messages.")
    uses = dialog.get_by_role("list", name="What the AI did")
    expect(uses.get_by_role("listitem").filter(has_text="Summaries")).to_contain_text("1 request · free")
    group = dialog.get_by_role("list", name="Groups").get_by_role("listitem")
    expect(group).to_have_text("Harbour2 members · 1 message · last today")
    found = findings(page, 13)
    assert not found, found
    world.picture("usage", world.ada)
    close_dialogs(page)


HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
  delete document.visibilityState;
}"""
EVENTS = "/v1/diagnostics/events"


def tell(person: Person) -> list[dict[str, Any]]:
    """Has the client tell what it has counted, as when its page is left, and answers that."""
    with person.page.expect_request(lambda asked: asked.url.endswith(EVENTS)) as asked:
        person.page.evaluate(HIDE)
    body = asked.value.post_data_json
    assert set(body) == {"platform", "events"}, body
    for event in body["events"]:
        assert set(event) <= {"kind", "milliseconds", "waited"}, event
    events: list[dict[str, Any]] = body["events"]
    return events


@check("an admin reads how long things take in clients, which tell kinds and times and nothing else")
def timings(world: World) -> None:
    ben = world.ben
    ben.start(world.cleo)
    ben.page.reload()
    expect(ben.heading).to_have_text(world.cleo.name)
    ben.write(SECRET)
    ben.sees_status(SECRET, "Delivered")
    events = tell(ben)
    kinds = {event["kind"] for event in events}
    assert {"appLaunch", "conversationLoad", "messageSent", "messageDelivered"} <= kinds, events
    assert not any("waited" in event for event in events), events
    page = world.ada.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Response times…").click()
    dialog = page.get_by_role("dialog", name="Response times")
    row = dialog.get_by_role("table", name="Sending").get_by_role("row").nth(1)
    expect(row).to_contain_text("Web")
    expect(dialog.get_by_role("table", name="Start")).to_be_visible()
    found = findings(page, 14)
    assert not found, found
    world.picture("timings", world.ada)
    close_dialogs(page)


@check("what was written offline has waited, and who switches it off in the settings tells nothing, on any device")
def timings_off(world: World) -> None:
    ben = world.ben
    ben.go_offline()
    ben.write("Later")
    ben.go_online()
    ben.sees_status("Later", "Delivered")
    assert any(event.get("waited") and event["kind"] == "messageSent" for event in tell(ben))
    ben.page.get_by_role("button", name="Settings").click()
    with ben.page.expect_response(lambda answer: answer.url.endswith("/v1/me")):
        ben.page.get_by_label("Tell the admins how long things take, on all my devices").uncheck()
    close_dialogs(ben.page)
    ben.write("Quiet")
    ben.sees_status("Quiet", "Delivered")
    told: list[str] = []
    ben.page.on("request", lambda asked: told.append(asked.url) if asked.url.endswith(EVENTS) else None)
    ben.page.evaluate(HIDE)
    # The box is as it was left, also after the page was loaded anew: it is the account's.
    ben.page.reload()
    ben.page.get_by_role("button", name="Settings").click()
    expect(ben.page.get_by_label("Tell the admins how long things take, on all my devices")).not_to_be_checked()
    assert told == [], told
    close_dialogs(ben.page)


@check("a member has no such dialog")
def members(world: World) -> None:
    world.ben.page.get_by_role("button", name="Settings").click()
    settings = world.ben.page.get_by_role("dialog", name="Settings")
    expect(settings.get_by_role("heading", name="Profile")).to_be_visible()
    expect(settings.get_by_role("button", name="Features…")).to_have_count(0)
    expect(settings.get_by_role("button", name="Problems…")).to_have_count(0)
    expect(settings.get_by_role("button", name="Usage…")).to_have_count(0)
    expect(settings.get_by_role("button", name="Response times…")).to_have_count(0)
    close_dialogs(world.ben.page)


if __name__ == "__main__":
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
