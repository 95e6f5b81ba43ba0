"""Reminders, the digest of the day and what is of no help, in a real browser against a server of their own."""

import datetime
import json
import os
import pathlib
import re
import sys
import time
import urllib.request
import uuid

from playwright.sync_api import Locator, Page, expect

sys.path.append(str(pathlib.Path(__file__).parent.parent / "Harden"))

from access import findings
from mail_server import MailServer
from notifications import put_behind, turn_on, waits_for
from own_server import Server
from person import PASSWORD, Person
from places import hub, item, panel, settings
from runner import World, check, main

MAIL = MailServer()
SERVER = Server()
SERVER.command += MAIL.options(SERVER.url)
TASK = "I'll send the ferry plan to the harbour master by Friday."
CREW = "Harbour crew"
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


TOKENS: dict[str, str] = {}


def asked(person: Person, method: str, path: str, body: dict[str, object], token: str = "") -> dict[str, object]:
    """What a program of this person's is answered."""
    if not token:
        # Signing in is limited, so once is enough.
        token = TOKENS.get(person.email) or asked(
            person, "POST", "/v1/sessions", {"email": person.email, "password": PASSWORD}, "none")["accessToken"]
        TOKENS[person.email] = token
    headers = {"Content-Type": "application/json", **({} if token == "none" else {"Authorization": f"Bearer {token}"})}
    request = urllib.request.Request(f"{SERVER.url}{path}", json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "{}")


def remind(person: Person, text: str, seconds: float = 1) -> str:
    """Sooner than any button does."""
    number = str(uuid.uuid4())
    name = f"{number[:14]}7{number[15:]}"
    asked(person, "POST", "/v1/reminders", {"id": name, "at": int((time.time() + seconds) * 1_000), "text": text})
    return name


def notice(page: Page) -> Locator:
    return page.locator(".reminder-notice")


def row(place: Locator, text: str) -> Locator:
    return place.locator(".reminder").filter(has_text=text)


@check("one is reminded of a message at a time from its menu, and finds it in the list")
def of_message(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben, world.cleo, group=CREW)
    ada.write("Who signs the offer?")
    ben.open(CREW)
    ben.tool("Who signs the offer?", "More")
    ben.page.get_by_role("menuitem", name="Remind me…").click()
    assert not (found := findings(ben.page, 24)), found
    world.picture("remind-menu", ben)
    ben.page.get_by_role("menuitem", name="Tomorrow morning").click()
    expect(ben.page.get_by_role("status").filter(has_text="Reminder set for tomorrow at")).to_be_visible()
    board = hub(ben, "Reminders")
    expect(row(board, "Who signs the offer?")).to_contain_text(re.compile(f"tomorrow at.*{CREW}"))
    row(board, "Who signs the offer?").get_by_role("button", name="Who signs the offer?", exact=True).click()
    expect(ben.heading).to_have_text(CREW)
    expect(ben.message("Who signs the offer?")).to_be_in_viewport()


@check("of words of one's own, put off and done by the keyboard; what is done leaves every device")
def own(world: World) -> None:
    ben = world.ben
    world.tablet = world.another_device(ben)
    board, other = hub(ben, "Reminders"), hub(world.tablet, "Reminders")
    board.get_by_label("What to be reminded of").fill("Call the bank")
    board.get_by_label("What to be reminded of").press("Enter")
    ben.page.get_by_role("menuitem", name="In an hour").click()
    expect(board.get_by_label("What to be reminded of")).to_have_value("")
    for place in (board, other):
        expect(row(place, "Call the bank")).to_have_count(1)
    later = row(board, "Call the bank").get_by_role("button", name="Later: Call the bank")
    later.focus()
    ben.page.keyboard.press("Enter")
    ben.page.get_by_role("menuitem", name="Next Monday").press("Enter")
    expect(row(other, "Call the bank")).to_contain_text("Monday at")
    assert not (found := findings(ben.page, 24)), found
    world.picture("reminders", ben)
    row(board, "Call the bank").get_by_role("button", name="Done: Call the bank").press("Enter")
    for place in (board, other):
        expect(row(place, "Call the bank")).to_have_count(0)
    expect(ben.page.locator(".reminder button:focus, .reminders:focus")).to_have_count(1)


@check("what has come due is said above everything, once on each device, and leaves them all when it is done")
def due(world: World) -> None:
    ben, tablet = world.ben, world.tablet
    ben.open(CREW)
    remind(ben, "Water the plants")
    for person in (ben, tablet):
        expect(notice(person.page)).to_contain_text("Reminder: Water the plants")
    expect(row(hub(tablet, "Reminders"), "Water the plants")).to_have_class(re.compile(r"\bdue\b"))
    assert not (found := findings(ben.page, 24)), found
    world.picture("reminder-due", ben)
    # Put away here, it stays in the list and on the other device; put off, it leaves both.
    notice(ben.page).get_by_role("button", name="Not now").click()
    expect(notice(ben.page)).to_be_hidden()
    expect(notice(tablet.page)).to_be_visible()
    notice(tablet.page).get_by_role("button", name="Later").click()
    tablet.page.get_by_role("menuitem", name="In an hour").click()
    expect(notice(tablet.page)).to_be_hidden()
    expect(row(hub(ben, "Reminders"), "Water the plants")).not_to_have_class(re.compile(r"\bdue\b"))
    remind(ben, "Feed the cat")
    remind(ben, "Lock the shed")
    expect(notice(tablet.page)).to_contain_text("1 more")
    hub(tablet, "To do")
    notice(tablet.page).get_by_role("button", name="1 more").click()
    expect(tablet.page.get_by_role("tab", name="Reminders")).to_have_attribute("aria-selected", "true")
    for text in ("Feed the cat", "Lock the shed"):
        row(hub(tablet, "Reminders"), text).get_by_role("button", name=f"Done: {text}").click()
    expect(notice(ben.page)).to_be_hidden()
    # It waits on the device for who comes back without a network.
    ben.page.reload()
    ben.go_offline()
    expect(row(hub(ben, "Reminders"), "Water the plants")).to_have_count(1)
    ben.go_online()


@check("behind another page it is told of by a notification, which leads to the list and goes with it")
def told(world: World) -> None:
    world.eve = Person(world.browser, world.url, "Eve Notified", permissions=["notifications"]).sign_up()
    world.people.append(world.eve)
    page = world.eve.page
    turn_on(page)
    put_behind(world.eve)
    number = remind(world.eve, "Open the gate")
    [shown] = waits_for(page, "Open the gate")
    assert (shown["title"], shown["reminder"]) == ("Reminder", number), shown
    asked(world.eve, "PATCH", f"/v1/reminders/{number}", {"isDone": True})
    waits_for(page)
    put_behind(world.eve, False)


@check("a phone shows reminders and what is due with room to touch")
def phone(world: World) -> None:
    device = Person(world.browser, world.url, world.ben.name, world.ben.email, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    device.sign_in()
    world.people.append(device)
    remind(world.ben, "Bring the long ladder and both of the yellow lamps back to the harbour office before it closes")
    expect(notice(device.page)).to_contain_text("long ladder")
    assert not (found := findings(device.page, 40)), found
    world.picture("reminder-phone", device)
    board = hub(device, "Reminders")
    expect(row(board, "long ladder")).to_be_visible()
    assert not (found := findings(device.page, 40)), found
    world.picture("reminders-phone", device)
    device.page.emulate_media(color_scheme="dark")
    world.picture("reminders-phone-dark", device)
    row(board, "long ladder").get_by_role("button", name=re.compile("^Done")).click()
    expect(notice(device.page)).to_be_hidden()


@check("what was found and is of no help leaves one person's lists and messages, for good, and nobody else's")
def unhelpful(world: World) -> None:
    ada, ben = world.ada, world.ben
    ben.open(CREW)
    ben.write(TASK)
    ada.open(CREW)
    for person in (ada, ben):
        expect(item(panel(person, "To do"), "ferry plan")).to_have_count(1, timeout=60_000)
        expect(person.message(TASK).locator(".record-chip")).to_have_count(1)
    place = panel(ben, "To do")
    item(place, "ferry plan").hover()
    item(place, "ferry plan").get_by_role("button", name=re.compile("^Options for")).click()
    ben.page.get_by_role("menuitem", name="Not helpful to me").click()
    expect(item(place, "ferry plan")).to_have_count(0)
    expect(ben.message(TASK).locator(".record-chip")).to_have_count(0)
    expect(item(panel(ada, "To do"), "ferry plan")).to_have_count(1)
    ben.page.get_by_role("button", name="Undo").click()
    expect(item(place, "ferry plan")).to_have_count(1)
    item(place, "ferry plan").hover()
    item(place, "ferry plan").get_by_role("button", name=re.compile("^Options for")).click()
    ben.page.get_by_role("menuitem", name="Not helpful to me").click()
    expect(item(place, "ferry plan")).to_have_count(0)
    ben.page.reload()
    ben.sees(TASK)
    expect(item(panel(ben, "To do"), "ferry plan")).to_have_count(0)
    expect(ben.message(TASK).locator(".record-chip")).to_have_count(0)
    # Found again in what was said anew, it stays away.
    ben.tool(TASK, "Edit")
    ben.composer.fill(f"{TASK} It is ready.")
    ben.composer.press("Enter")
    ada.sees(f"{TASK} It is ready.")
    expect(ada.message(f"{TASK} It is ready.").locator(".record-chip")).to_have_count(1, timeout=60_000)
    expect(item(panel(ben, "To do"), "ferry plan")).to_have_count(0)


@check("a digest comes at the time that one chooses, and what does not help is left out of the next")
def digest(world: World) -> None:
    ada, cleo = world.ada, world.cleo
    ada.open(CREW)
    ada.write("We agreed to paint the boat red on Monday.")
    cleo.page.get_by_role("button", name=re.compile("^AI\\b")).click()
    section = settings(cleo.page)
    times = section.get_by_role("group", name=re.compile("^A digest"))
    expect(times.get_by_label("By mail, to my verified address")).to_be_visible()
    times.get_by_label("In the app, with a notification").check()
    for day in DAYS:
        if not times.get_by_label(day, exact=True).is_checked():
            times.get_by_text(day, exact=True).click()
    times.get_by_label("At", exact=True).fill(cleo.page.evaluate("new Date(Date.now() + 65_000).toTimeString().slice(0, 5)"))
    section.get_by_role("button", name="Save").click()
    expect(cleo.page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    world.picture("digest-times", cleo)
    assert not (found := findings(cleo.page, 24)), found
    cleo.page.keyboard.press("Escape")
    expect(notice(cleo.page)).to_contain_text("Your digest: ", timeout=120_000)
    world.picture("digest-due", cleo)
    notice(cleo.page).get_by_role("button", name=re.compile("new message")).click()
    dialog = cleo.page.get_by_role("dialog", name="Your digest")
    expect(dialog.locator(".output")).to_contain_text("paint the boat red")
    assert not (found := findings(cleo.page, 24)), found
    world.picture("digest", cleo)
    cleo.page.emulate_media(color_scheme="dark")
    world.picture("digest-dark", cleo)
    cleo.page.emulate_media(color_scheme="light")
    dialog.get_by_role("button", name=re.compile("^Not helpful: ")).first.click()
    expect(dialog.get_by_text("paint the boat red")).to_be_hidden()
    cleo.page.keyboard.press("Escape")
    notice(cleo.page).get_by_role("button", name="Done").click()
    expect(notice(cleo.page)).to_be_hidden()
    place = hub(cleo, "Missed")
    expect(place.locator(".output")).to_be_visible(timeout=60_000)
    expect(place).not_to_contain_text("paint the boat red")


@check("what was wrong with an answer is said in words")
def note(world: World) -> None:
    place = hub(world.ada, "Missed")
    world.ben.open(CREW)
    world.ben.write("The ladder is back.")
    world.ada.page.get_by_role("tab", name="To do").click()
    place = hub(world.ada, "Missed")
    expect(place.locator(".output")).to_be_visible(timeout=60_000)
    place.get_by_role("button", name="This did not help").click()
    place.get_by_label("What was wrong?").fill("It leaves out the ladder.")
    world.picture("note", world.ada)
    assert not (found := findings(world.ada.page, 24)), found
    place.get_by_role("button", name="Send", exact=True).click()
    expect(place.get_by_text("Thank you for the note.")).to_be_visible()


@check("admins see how often each feature helped, by model and version, and nobody's words")
def counts(world: World) -> None:
    page = world.ada.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Usage…").click()
    usage = page.get_by_role("dialog", name="Usage")
    for kind in ("Tasks that were found", "Digests"):
        expect(usage.get_by_text(re.compile(rf"^{kind} by on-box 1 \(version .+\): 0 of \d found helpful$"))).to_be_visible()
    expect(usage).not_to_contain_text(re.compile("ladder|ferry plan|Ben Okoro"))
    world.picture("helpful", world.ada)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


@check("letters with the digest end by their link, without signing in")
def letters(world: World) -> None:
    ben = world.ben
    asked(world.ada, "PATCH", f"/v1/accounts/{asked_id(ben)}", {"email": ben.email})
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=65)
    kept = asked_get(ben, "/v1/ai/preferences")
    minute = moment.hour * 60 + moment.minute
    ben.page.get_by_role("button", name=re.compile("^AI\\b")).click()
    world.ada.open(CREW)
    world.ada.write("The harbour gate opens at six from Monday.")
    asked(ben, "PUT", "/v1/ai/preferences", kept | {"digest": {"days": [1, 2, 3, 4, 5, 6, 7], "time": minute, "byMail": True}})
    for _ in range(600):
        found = [letter for letter in MAIL.letters if f"\r\nTo: {ben.email}\r\n" in letter and "no-digest" in letter]
        if found:
            break
        time.sleep(0.2)
    [letter] = found
    assert "gate opens at six" in letter, letter
    token = re.search(r"#/no-digest/([\w-]+)", letter)[1]
    reader = Person(world.browser, world.url, "Reader")
    world.people.append(reader)
    reader.page.goto(f"{world.url}/#/no-digest/{token}")
    expect(reader.page.get_by_role("heading", name="No more digests by mail?")).to_be_visible()
    world.picture("no-digest", reader)
    reader.page.get_by_role("button", name="No more letters").click()
    expect(reader.page.get_by_text("You get no more of these letters.")).to_be_visible()
    assert asked_get(ben, "/v1/ai/preferences")["digest"].get("byMail") is not True


def asked_get(person: Person, path: str) -> dict[str, object]:
    token = asked(person, "POST", "/v1/sessions", {"email": person.email, "password": PASSWORD}, "none")["accessToken"]
    with urllib.request.urlopen(urllib.request.Request(f"{SERVER.url}{path}", headers={"Authorization": f"Bearer {token}"})) as answer:
        return json.load(answer)


def asked_id(person: Person) -> str:
    return str(asked_get(person, "/v1/me")["id"])


if __name__ == "__main__":
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
