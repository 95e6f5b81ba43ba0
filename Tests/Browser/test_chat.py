"""The web client in a real browser against a real server. MESSAGEAI_URL says where; --screenshots DIR keeps pictures."""

import json
import re
import sys

from playwright.sync_api import WebSocketRoute, expect

from person import KEPT, Person, until
from runner import World, check, main


@check("a direct chat starts from a search for people")
def start_direct(world: World) -> None:
    world.ada.start(world.ben)
    world.ada.write("Good morning, Ben")
    world.ben.open(world.ada.name)
    world.ben.sees("Good morning, Ben")


@check("messages arrive at once, both ways, and turn read")
def both_ways(world: World) -> None:
    world.ben.write("Good morning, Ada")
    world.ada.sees("Good morning, Ada")
    world.ada.page.bring_to_front()
    world.ada.composer.focus()
    world.ben.sees_status("Good morning, Ada", "Read")
    world.ada.sees_status("Good morning, Ben", "Read")
    world.picture("chat", world.ada)


@check("the other one sees that somebody types, and that they stop")
def typing(world: World) -> None:
    world.ben.composer.fill("I am thinking")
    expect(world.ada.page.locator(".typing-line")).to_have_text(f"{world.ben.name} is typing…")
    world.ben.composer.fill("")
    expect(world.ada.page.locator(".typing-line")).to_have_text("")


@check("Shift and Enter begin a new line, Enter sends, and the arrow edits the last message")
def keyboard(world: World) -> None:
    composer = world.ada.composer
    composer.fill("first line")
    composer.press("Shift+Enter")
    composer.press_sequentially("second line")
    composer.press("Enter")
    world.ben.sees("first line\nsecond line")
    composer.press("ArrowUp")
    expect(composer).to_have_value("first line\nsecond line")
    composer.press("Escape")
    expect(composer).to_have_value("")
    expect(world.ada.heading).to_have_text(world.ben.name)


@check("markup is shown as it was written and never runs")
def markup(world: World) -> None:
    for text in ("<img src=x onerror=alert(1)>", "<script>alert(2)</script>", "[a](javascript:alert(3))"):
        world.ada.write(text)
        world.ben.sees(text)
    assert world.ben.page.locator(".messages img, .messages script").count() == 0
    assert world.ben.page.locator('.messages a[href^="javascript"]').count() == 0


@check("an edit reaches the other side and keeps what was there before")
def edit(world: World) -> None:
    world.ada.write("The meeting is at ten")
    world.ada.sees_status("The meeting is at ten", "Read")
    world.ada.tool("The meeting is at ten", "Edit")
    world.ada.write("The meeting is at eleven")
    world.ben.sees("The meeting is at eleven")
    world.ben.message("The meeting is at eleven").get_by_role("button", name="edited").click()
    expect(world.ben.page.get_by_role("dialog", name="Earlier versions")).to_contain_text("The meeting is at ten")
    world.ben.page.keyboard.press("Escape")
    expect(world.ben.page.get_by_role("dialog")).to_have_count(0)


@check("a deleted message leaves a placeholder for both")
def delete(world: World) -> None:
    world.ada.write("Sent to the wrong person")
    world.ben.sees("Sent to the wrong person")
    world.ada.sees_status("Sent to the wrong person", "Read")
    world.ada.tool("Sent to the wrong person", "Delete")
    world.ada.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    for person in (world.ada, world.ben):
        person.sees("This message was deleted")
        expect(person.message("Sent to the wrong person")).to_have_count(0)


@check("a reply quotes what it answers")
def reply(world: World) -> None:
    world.ben.tool("The meeting is at eleven", "Reply")
    world.ben.write("Eleven is fine")
    world.ada.sees("Eleven is fine")
    quote = world.ada.message("Eleven is fine").locator(".quote")
    expect(quote).to_contain_text("The meeting is at eleven")
    expect(quote).to_contain_text(world.ada.name)


@check("after a time without network both show the same messages in the same order")
def offline(world: World) -> None:
    world.ada.go_offline()
    world.ada.write("Written on the train, one")
    world.ada.write("Written on the train, two")
    world.ada.sees_status("Written on the train, two", "Sending")
    world.picture("offline", world.ada)
    world.ben.write("Written in the office")
    world.ben.sees("Written in the office")
    world.ada.go_online()
    world.ada.sees("Written in the office")
    world.ben.sees("Written on the train, two")
    expect(world.ada.page.get_by_role("img", name="Sending")).to_have_count(0)
    texts = world.ben.texts()
    assert world.ada.texts() == texts, f"{world.ada.texts()} is not {texts}"
    ours = [text for text in texts if text.startswith("Written")]
    assert ours == ["Written in the office", "Written on the train, one", "Written on the train, two"], ours


@check("a reload keeps the conversation and the draft")
def reload(world: World) -> None:
    before = world.ada.texts()
    world.ada.composer.fill("A thought not finished")
    expect(world.ben.page.locator(".typing-line")).to_have_text(f"{world.ada.name} is typing…")
    world.ada.page.reload()
    expect(world.ada.composer).to_have_value("A thought not finished")
    assert world.ada.texts() == before
    world.ada.composer.fill("")


@check("the page opens without network and shows the conversation")
def reload_offline(world: World) -> None:
    world.ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    before = world.ada.texts()
    world.ada.go_offline()
    world.ada.page.reload()
    expect(world.ada.heading).to_have_text(world.ben.name)
    assert world.ada.texts() == before
    expect(world.ada.banner).to_be_visible()


@check("what was written without network is sent after the page was closed and opened again")
def closed_offline(world: World) -> None:
    world.ada.write("Kept while the page was closed")
    world.ada.sees_status("Kept while the page was closed", "Sending")
    address = world.ada.page.url
    world.ada.page.close()
    world.ada.open_page().goto(address)
    world.ada.sees_status("Kept while the page was closed", "Sending")
    world.ada.go_online()
    world.ben.sees("Kept while the page was closed")
    expect(world.ada.page.get_by_role("img", name="Sending")).to_have_count(0)


@check("a group of three is made, renamed, and loses a member at once")
def group(world: World) -> None:
    ada, ben, cleo = world.ada, world.ben, world.cleo
    ada.start(ben, cleo, group="Harbour walk")
    ada.write("Who comes on Sunday?")
    cleo.open("Harbour walk")
    cleo.write("I do")
    ben.open("Harbour walk")
    ben.sees("I do")
    ada.page.get_by_role("button", name="Members").click()
    members = ada.page.get_by_role("complementary", name="Members")
    members.get_by_label("Group name").fill("Harbour walk on Sunday")
    members.get_by_role("button", name="Rename").click()
    expect(cleo.heading).to_have_text("Harbour walk on Sunday")
    renamed = "renamed the group from “Harbour walk” to “Harbour walk on Sunday”"
    expect(cleo.page.locator(".event")).to_have_text(f"{ada.name} {renamed}")
    expect(ada.page.locator(".event")).to_have_text(f"You {renamed}")
    world.picture("members", ada)
    members.get_by_role("button", name=f"Options for {cleo.name}").click()
    ada.page.get_by_role("menuitem", name="Remove from group").click()
    expect(cleo.row("Harbour walk on Sunday")).to_have_count(0)
    expect(cleo.page.locator(".chat")).to_have_count(0)
    expect(members.locator(".person", has_text=cleo.name).first).to_be_hidden()
    expect(ben.page.locator(".chat-title p")).to_have_text("2 members")
    members.get_by_role("button", name="Close").click()
    expect(members).to_be_hidden()


@check("a search finds a message, also far back, and shows it")
def search(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.open("Harbour walk on Sunday")
    for number in range(60):
        ada.write(f"Filling line {number}")
    ben.open(ada.name)
    ben.open("Harbour walk on Sunday")
    ben.sees("Filling line 59")
    ben.page.reload()
    ben.open(ada.name)
    ben.page.keyboard.press("Control+k")
    dialog = ben.page.get_by_role("dialog", name="Search")
    dialog.get_by_label("Search messages").fill("comes Sunday")
    world.picture("search", ben)
    dialog.get_by_role("button", name=re.compile("Who comes on Sunday")).click()
    expect(dialog).to_be_hidden()
    expect(ben.heading).to_have_text("Harbour walk on Sunday")
    expect(ben.message("Who comes on Sunday?")).to_be_in_viewport()


@check("unread messages are counted, marked by a line, and read when seen")
def unread(world: World) -> None:
    ada, ben = world.ada, world.ben
    ben.open(ada.name)
    ada.open("Harbour walk on Sunday")
    ada.write("Did you see this?")
    expect(ben.row("Harbour walk on Sunday").locator(".badge")).to_have_text("1")
    ben.open("Harbour walk on Sunday")
    expect(ben.page.locator(".unread-line")).to_be_visible()
    expect(ben.row("Harbour walk on Sunday").locator(".badge")).to_have_count(0)


@check("messages can be walked through and answered by keyboard alone")
def by_keyboard(world: World) -> None:
    ben = world.ben
    ben.page.locator(".messages").focus()
    ben.page.keyboard.press("ArrowUp")
    ben.page.keyboard.press("Tab")
    expect(ben.page.get_by_role("button", name="Reply").locator(":scope:focus")).to_be_visible()
    ben.page.keyboard.press("Enter")
    expect(ben.composer).to_be_focused()
    ben.composer.press("Escape")
    ben.composer.press("Escape")
    expect(ben.page.get_by_role("heading", name="Pick a conversation")).to_be_visible()


@check("a message that is refused says so, and can be tried again or discarded")
def refused(world: World) -> None:
    device = Person(world.browser, world.url, world.cleo.name, world.cleo.email)
    world.people.append(device)
    refusing = [True]
    device.page.route_web_socket("**/v1/socket", lambda socket: refuse_sends(socket, refusing))
    device.sign_in().start(world.ben)
    device.write("Not today")
    failure = device.message("Not today").get_by_role("alert")
    expect(failure).to_contain_text("The server says no.")
    world.picture("refused", device)
    refusing[0] = False
    failure.get_by_role("button", name="Retry").click()
    world.ben.open(device.name)
    world.ben.sees("Not today")
    expect(failure).to_have_count(0)
    refusing[0] = True
    device.write("Never mind")
    device.message("Never mind").get_by_role("button", name="Discard").click()
    expect(device.message("Never mind")).to_have_count(0)
    device.page.close()


def refuse_sends(socket: WebSocketRoute, refusing: list[bool]) -> None:
    server = socket.connect_to_server()

    def relay(message: str | bytes) -> None:
        frame = json.loads(message)
        if refusing[0] and frame["type"] == "send":
            socket.send(json.dumps({"type": "error", "ref": frame["ref"], "code": "forbidden", "detail": "The server says no."}))
        else:
            server.send(message)

    socket.on_message(relay)


@check("a session that is ended on another device signs out here, and leaves nothing but what was not sent")
def session_ended(world: World) -> None:
    other = world.another_device(world.ben)
    other.expected.append(re.compile(r"status of 401.*/v1/sessions/refresh"))
    other.open("Harbour walk on Sunday")
    other.sees("Did you see this?")
    other.composer.fill("A draft for nobody else")
    until(other.page, f"async () => ({KEPT})().then((kept) => JSON.stringify(kept).includes('for nobody else'))")
    assert any("Did you see this?" in row for row in other.kept()["messages"])
    other.go_offline()
    other.write("Written and not sent")
    world.ben.page.get_by_role("button", name="Settings").click()
    devices = world.ben.page.get_by_role("dialog", name="Settings")
    world.picture("settings", world.ben)
    devices.get_by_role("button", name="End", exact=True).click()
    expect(devices.get_by_role("button", name="End", exact=True)).to_have_count(0)
    world.ben.page.keyboard.press("Escape")
    other.context.set_offline(False)
    expect(other.page.get_by_text("Your session has ended. Sign in again.")).to_be_visible(timeout=40_000)
    until(other.page, f"async () => ({KEPT})().then((kept) => kept.feeds.length + kept.messages.length === 0)")
    kept = other.kept()
    assert (len(kept["feeds"]), len(kept["small"]), len(kept["outbox"])) == (0, 0, 1)
    assert "Written and not sent" in kept["outbox"][0]
    assert other.page.evaluate("sessionStorage.length") == 0
    other.fill_credentials("Sign in")
    world.ben.open("Harbour walk on Sunday")
    world.ben.sees("Written and not sent")


@check("whoever signs in after somebody else finds nothing of theirs, also when the page was closed at the wrong moment")
def next_person(world: World) -> None:
    page = world.cleo.page
    world.cleo.open(world.ben.name)
    assert any("Not today" in row for row in world.cleo.kept()["messages"])
    page.evaluate("localStorage.removeItem('messageai-session')")
    page.reload()
    expect(page.get_by_role("heading", name="Welcome to Harbour")).to_be_visible()
    newcomer = Person(world.browser, world.url, "Dora Quist")
    newcomer.context.close()
    newcomer.context, newcomer.page = world.cleo.context, page
    newcomer.sign_up()
    until(page, f"async () => ({KEPT})().then((kept) => !JSON.stringify([kept.feeds, kept.messages]).includes('Not today'))")
    assert "Not today" not in json.dumps(newcomer.kept())


@check("signing out leaves nothing of the account in the browser")
def sign_out(world: World) -> None:
    page = world.ada.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Welcome to Harbour")).to_be_visible()
    until(page, "() => indexedDB.databases().then((all) => all.length === 0)")
    assert page.evaluate("localStorage.getItem('messageai-session')") is None
    assert page.evaluate("sessionStorage.length") == 0
    page.go_back()
    expect(page.get_by_role("heading", name="Welcome to Harbour")).to_be_visible()
    page.wait_for_function("() => location.hash === ''")


@check("signing out ends the session also when the access token has expired")
def sign_out_late(world: World) -> None:
    page = world.ben.page
    # The expired token is refused once, and the socket that closes with the session may ask for another one.
    world.ben.expected.append(re.compile(r"status of 401.*/v1/sessions/(current|refresh)"))
    tokens = page.evaluate("JSON.parse(localStorage.getItem('messageai-session'))")
    page.evaluate("""(session) => localStorage.setItem('messageai-session', JSON.stringify({ ...session, accessToken: 'expired', accessExpiresAt: Date.now() - 1 }))""", tokens)
    page.get_by_role("button", name="Settings").click()
    with page.expect_response(lambda response: response.request.method == "DELETE" and response.ok):
        page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Welcome to Harbour")).to_be_visible()
    answer = world.ben.context.request.get(f"{world.url}/v1/me", headers={"Authorization": f"Bearer {tokens['accessToken']}"})
    assert answer.status == 401 and answer.json()["code"] == "session_revoked", answer.text()


if __name__ == "__main__":
    sys.exit(main(__doc__))
