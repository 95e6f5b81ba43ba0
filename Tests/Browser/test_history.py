"""A long conversation in a real browser: old messages, few rows, search, and what waits. MESSAGEAI_URL says where the server is."""

import json
import sys
import urllib.request
import uuid

from playwright.sync_api import expect

from person import Person
from runner import World, check, main

EACH = 80
TITLE = "Harbour log"
FIRST_ON_SCREEN = """() => {
  const box = document.querySelector('.scroller').getBoundingClientRect();
  const row = [...document.querySelectorAll('.message')].find((node) => node.getBoundingClientRect().bottom > box.top + 1);
  return row && [row.dataset.id, Math.round(row.getBoundingClientRect().top)];
}"""
OVERLAPS = """() => {
  const jump = document.querySelector('.jump').getBoundingClientRect();
  return [...document.querySelectorAll('.message time')].filter((node) => {
    const box = node.getBoundingClientRect();
    const area = document.querySelector('.scroller').getBoundingClientRect();
    if (box.bottom > area.bottom) return false;
    return box.left < jump.right && box.right > jump.left && box.top < jump.bottom && box.bottom > jump.top;
  }).length;
}"""


def post(person: Person, conversation: str, text: str) -> None:
    session = json.loads(person.page.evaluate("localStorage.getItem('messageai-session')"))
    body = json.dumps({"id": str(uuid.uuid4()), "text": text}).encode()
    headers = {"Authorization": f"Bearer {session['accessToken']}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{person.url}/v1/conversations/{conversation}/messages", body, headers)
    urllib.request.urlopen(request, timeout=20).close()


def rows(person: Person) -> int:
    return person.page.locator(".message").count()


def wheel(person: Person, pixels: int) -> None:
    person.page.mouse.move(640, 400)
    person.page.mouse.wheel(0, pixels)
    person.page.wait_for_timeout(30)


def scroll_until(person: Person, text: str, pixels: int) -> int:
    """Scrolls until a note stands there; the most rows that were in the page meanwhile."""
    most = 0
    for _ in range(300):
        if person.page.locator(".note", has_text=text).count():
            break
        wheel(person, pixels)
        most = max(most, rows(person))
    expect(person.page.locator(".note", has_text=text)).to_have_count(1)
    return most


def search(person: Person, text: str) -> None:
    person.page.keyboard.press("Control+k")
    person.page.get_by_role("dialog", name="Search").get_by_role("searchbox").fill(text)


@check("who came and who left stands in the chat, for everybody alike")
def events(world: World) -> None:
    ada, ben, cleo = world.ada, world.ben, world.cleo
    ada.start(ben, group=TITLE)
    ada.write("The log is open")
    ada.page.get_by_role("button", name="Members").click()
    members = ada.page.get_by_role("complementary", name="Members")
    members.get_by_text("Add people").click()
    members.get_by_label("Find people").fill(cleo.email)
    members.get_by_role("button", name=cleo.email).click()
    for person in (ada, ben):
        person.open(TITLE)
        expect(person.page.locator(".event", has_text=f"{cleo.name} joined")).to_have_count(1)
    cleo.open(TITLE)
    expect(cleo.page.locator(".event", has_text="You joined")).to_have_count(1)
    ada.page.get_by_role("button", name="Members").click()


@check("a long conversation keeps few rows in the page, from its end to its beginning")
def few_rows(world: World) -> None:
    conversation = world.ada.page.url.split("#")[1]
    for number in range(1, EACH + 1):
        for person in (world.ada, world.ben, world.cleo):
            # Number 20 is what is looked for later.
            post(person, conversation, f"Needle number {number}" if number == 20 and person is world.cleo else f"{person.name.split()[0]} {number}")
    world.ben.page.reload()
    world.ben.open(TITLE)
    world.ben.sees(f"Cleo {EACH}")
    assert scroll_until(world.ben, "begins", -2_500) <= 150
    world.ben.sees("The log is open")
    world.picture("beginning", world.ben)


@check("what the reader looks at stays where it is when messages come and rows go")
def stays(world: World) -> None:
    wheel(world.ben, 4_000)
    wheel(world.ben, -100)
    world.ben.page.wait_for_timeout(200)
    before = world.ben.page.evaluate(FIRST_ON_SCREEN)
    world.ada.write("News from the quay")
    expect(world.ben.row(TITLE).locator(".preview")).to_contain_text("News from the quay")
    assert world.ben.page.evaluate(FIRST_ON_SCREEN) == before
    jump = world.ben.page.get_by_role("button", name="Jump to the newest message")
    expect(jump.locator(".badge")).to_have_text("1")
    assert world.ben.page.evaluate(OVERLAPS) == 0
    jump.click()
    world.ben.sees("News from the quay")
    expect(jump).to_be_hidden()


@check("what is selected stays in the page while it scrolls away")
def selection(world: World) -> None:
    message = world.ben.message(f"Ada {EACH}")
    message.locator(".text").select_text()
    for _ in range(6):
        wheel(world.ben, -1_500)
    assert world.ben.page.evaluate("getSelection().toString()") == f"Ada {EACH}"
    world.ben.page.evaluate("getSelection().removeAllRanges()")
    wheel(world.ben, -10)
    world.ben.page.get_by_role("button", name="Jump to the newest message").click()


@check("arrow keys go on beyond the rows that are in the page")
def walking(world: World) -> None:
    page = world.ben.page
    page.locator(".messages").focus()
    for _ in range(60):
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.classList.contains('message')")
    expect(page.locator(".message:focus")).to_be_in_viewport()
    assert rows(world.ben) <= 150
    first = page.evaluate("Number(document.activeElement.dataset.seq)")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("Number(document.activeElement.dataset.seq)") == first + 1
    page.get_by_role("button", name="Jump to the newest message").click()


@check("Enter opens the first hit, far back, without the pages in between")
def old_hit(world: World) -> None:
    device = world.another_device(world.ben)
    asked: list[str] = []
    device.page.on("request", lambda request: "/messages?" in request.url and asked.append(request.url))
    device.open(TITLE)
    device.sees("News from the quay")
    search(device, "needle number")
    device.page.keyboard.press("Enter")
    expect(device.message("Needle number 20")).to_be_in_viewport()
    assert len(asked) == 1 and "around=" in asked[0], asked
    expect(device.message("Needle number 20")).to_have_class("message flash")
    world.picture("old-hit", device)


@check("an old part of the conversation is kept up to date, and scrolls into the new one")
def island(world: World) -> None:
    device = world.people[-1]
    world.ada.write("Said while you read")
    jump = device.page.get_by_role("button", name="Jump to the newest message")
    expect(jump.locator(".badge")).to_have_text("1")
    expect(device.message("Said while you read")).to_have_count(0)
    search(world.cleo, "needle number")
    world.cleo.page.keyboard.press("Enter")
    world.cleo.tool("Needle number 20", "Edit")
    world.cleo.write("Needle number 20 of 99")
    device.sees("Needle number 20 of 99")
    expect(device.page.locator(".note", has_text="Newer messages")).to_have_count(0)
    for _ in range(200):
        if jump.is_hidden():
            break
        wheel(device, 2_000)
    expect(device.message("Said while you read")).to_be_in_viewport()
    seqs = device.page.evaluate("[...document.querySelectorAll('.message')].map((row) => Number(row.dataset.seq))")
    assert seqs == list(range(seqs[0], seqs[-1] + 1)), seqs
    expect(jump).to_be_hidden()
    device.page.close()


@check("a search goes on past its first page")
def more(world: World) -> None:
    search(world.ben, "Ada")
    dialog = world.ben.page.get_by_role("dialog", name="Search")
    # What is found by its meaning comes later, in a list of its own.
    by_words = dialog.locator(".results > li > .result")
    expect(by_words).to_have_count(30)
    dialog.get_by_role("button", name="More results").click()
    expect(by_words).to_have_count(60)
    dialog.get_by_role("searchbox").fill(f"{TITLE.split()[0]} ada 7")
    dialog.get_by_role("searchbox").fill("ada 7")
    expect(dialog.locator(".result").first).to_contain_text("Ada 7")
    expect(dialog.locator(".result").nth(1)).to_contain_text("Ada 79")
    world.ben.page.keyboard.press("Escape")


@check("without network the device's own messages are searched, and it says so")
def offline_search(world: World) -> None:
    ben = world.ben
    ben.go_offline()
    search(ben, "log open")
    dialog = ben.page.get_by_role("dialog", name="Search")
    expect(dialog).to_contain_text("these are from the messages on this device")
    world.picture("offline-search", ben)
    ben.page.keyboard.press("Enter")
    expect(ben.message("The log is open")).to_be_in_viewport()


@check("what waits without network can be edited and taken back")
def waiting(world: World) -> None:
    ben = world.ben
    ben.write("Three ropes")
    ben.write("Never send this")
    ben.tool("Three ropes", "Edit")
    ben.write("Four ropes")
    ben.sees_status("Four ropes", "Sending")
    ben.tool("Never send this", "Do not send")
    expect(ben.message("Never send this")).to_have_count(0)
    world.picture("waiting", ben)
    address = ben.page.url
    ben.page.close()
    ben.open_page().goto(address)
    ben.sees_status("Four ropes", "Sending")
    ben.go_online()
    world.ada.sees("Four ropes")
    expect(ben.page.get_by_role("img", name="Sending")).to_have_count(0)
    expect(world.ada.message("Never send this")).to_have_count(0)
    expect(world.ada.message("Four ropes").get_by_role("button", name="edited")).to_have_count(0)


@check("who has left stands in the chat")
def left(world: World) -> None:
    page = world.ada.page
    page.get_by_role("button", name="Members").click()
    page.get_by_role("button", name=f"Options for {world.cleo.name}").click()
    page.get_by_role("menuitem", name="Remove from group").click()
    for person in (world.ada, world.ben):
        expect(person.page.locator(".event", has_text=f"{world.cleo.name} left")).to_have_count(1)
    world.picture("left", world.ben)


if __name__ == "__main__":
    sys.exit(main(__doc__))
