"""The AI without a connection, in a real browser against a server of its own that can be stopped."""

import re
import sys

from playwright.sync_api import Locator, Page, expect

from access import findings
from own_server import Server
from person import Person, until
from places import hub, item, panel, settings
from runner import World, check, main

SERVER = Server()
CREW = "Harbour crew"
OFFER = "We decided to paint the boat red on Monday."
TASK = "I'll send the ferry plan to the harbour master by Friday."
OLD = re.compile(r"^(You are offline|The server cannot be reached)\. This is from ")


def looked_at(world: World, name: str, person: Person, *, narrow: bool = True) -> None:
    """Pictures in both looks, wide and narrow, and what axe says of the wide one."""
    page = person.page
    assert not (found := findings(page, 24)), found
    for width, height in ((1280, 800), (390, 844))[: 1 + narrow]:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            world.picture(f"{name}-{width}-{scheme}", person)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")


def kept(place: Locator) -> Locator:
    return place.locator(".kept-line").filter(has_text=OLD)


@check("the last summary, digest, inbox, talk and preferences are read without a connection, and say from when they are")
def read(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben, world.cleo, group=CREW)
    ada.write(OFFER)
    ben.open(CREW)
    ben.write(TASK)
    ada.sees(TASK)
    cleo = world.cleo
    cleo.open(CREW)
    cleo.sees(TASK)
    expect(item(panel(cleo, "To do"), "ferry plan")).to_have_count(1, timeout=60_000)
    summary = panel(cleo, "Summary")
    summary.get_by_label("What to summarise").select_option("7")
    expect(summary.locator(".output")).to_be_visible(timeout=60_000)
    text = summary.locator(".output").inner_text()
    digest = hub(cleo, "Missed")
    expect(digest.locator(".output")).to_be_visible(timeout=60_000)
    talk = hub(cleo, "Assistant")
    talk.get_by_label("Message to the assistant").fill("What did we decide?")
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator(".talk-entry.assistant")).to_contain_text("boat red", timeout=60_000)
    inbox = hub(cleo, "Priority")
    inbox.get_by_label("Unread only").uncheck()
    expect(inbox.locator(".verdict").first).to_be_visible(timeout=60_000)
    settings(cleo.page)
    cleo.page.keyboard.press("Escape")
    cleo.go_offline()
    cleo.page.reload()
    expect(kept(hub(cleo, "Missed"))).to_be_visible()
    expect(hub(cleo, "Missed").locator(".output")).to_be_visible()
    looked_at(world, "offline-digest", cleo)
    talk = hub(cleo, "Assistant")
    expect(kept(talk)).to_be_visible()
    expect(talk.locator(".talk-entry.assistant")).to_contain_text("boat red")
    looked_at(world, "offline-talk", cleo)
    inbox = hub(cleo, "Priority")
    inbox.get_by_label("Unread only").uncheck()
    expect(kept(inbox)).to_be_visible()
    expect(inbox.locator(".verdict").first).to_be_visible()
    expect(item(hub(cleo, "Decisions"), "boat red")).to_have_count(1)
    cleo.open(CREW)
    summary = panel(cleo, "Summary")
    expect(kept(summary)).to_be_visible()
    expect(summary.locator(".output")).to_contain_text(text.splitlines()[0])
    looked_at(world, "offline-summary", cleo, narrow=False)
    expect(item(panel(cleo, "To do"), "ferry plan")).to_have_count(1)
    section = settings(cleo.page)
    expect(kept(section)).to_be_visible()
    looked_at(world, "offline-preferences", cleo)
    cleo.page.keyboard.press("Escape")
    panel(cleo, "Summary")
    cleo.go_online()
    expect(summary.locator(".output")).to_be_visible(timeout=60_000)
    expect(kept(summary)).to_have_count(0)


@check("what rests on a message goes with it, from this device too, while the page is closed as well")
def erased(world: World) -> None:
    ada, cleo = world.ada, world.cleo
    hub(cleo, "Missed")
    hub(cleo, "Assistant")
    until(cleo.page, f"() => ({KEPT})('boat red').then((found) => found.includes('talk'))")
    cleo.page.goto("about:blank")
    ada.open(CREW)
    ada.tool(OFFER, "Delete")
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(ada.page.locator(".message .bubble.deleted")).to_have_count(1)
    cleo.page.goto(world.url)
    cleo.open(CREW)
    expect(cleo.page.locator(".message .bubble.deleted")).to_have_count(1)
    expect(cleo.page.locator("body")).not_to_contain_text("boat red")
    until(cleo.page, f"() => ({KEPT})('boat red').then((found) => found.length === 0)")


KEPT = """async (words) => {
  const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const row of await done(database.transaction('answers').objectStore('answers').getAll()))
      if (JSON.stringify(row).includes(words)) found.push(row.key);
    database.close();
  }
  return found;
}"""


@check("offline a task is ticked and assigned, a message marked, urgent corrected, muted, and a reminder set; all is done once with the connection")
def changed(world: World) -> None:
    ada, ben, cleo = world.ada, world.ben, world.cleo
    ada.open(CREW)
    ada.write("The ladder is in the shed.")
    ada.write("The lamp is on the pier.")
    ben.open(CREW)
    ben.sees("The lamp is on the pier.")
    ben.tool("The ladder is in the shed.", "More")
    ben.page.get_by_role("menuitem", name="Mark as action item").click()
    cleo.open(CREW)
    cleo.sees("The lamp is on the pier.")
    expect(item(panel(cleo, "To do"), "ladder")).to_have_count(1)
    cleo.go_offline()
    board = panel(cleo, "To do")
    item(board, "ladder").hover()
    item(board, "ladder").get_by_role("button", name=re.compile("^Options for")).click()
    cleo.page.get_by_role("menuitem", name="Edit…").click()
    dialog = cleo.page.get_by_role("dialog", name="Edit")
    dialog.get_by_label("Text").fill("Fetch the ladder")
    dialog.get_by_label("Who").select_option(label=ada.name)
    dialog.get_by_role("button", name="Save").click()
    expect(item(board, "Fetch the ladder")).to_contain_text("Ada Lindqvist")
    expect(item(board, "Fetch the ladder").locator(".waits")).to_have_text("Waits for a connection.")
    item(board, "ferry plan").get_by_role("checkbox").click()
    expect(item(board, "ferry plan")).to_have_count(0)
    cleo.tool("The lamp is on the pier.", "More")
    cleo.page.get_by_role("menuitem", name="Mark as decision").click()
    expect(cleo.message("The lamp is on the pier.").locator(".record-chip")).to_have_text("Decision")
    cleo.tool("The lamp is on the pier.", "More")
    cleo.page.get_by_role("menuitem", name="This is urgent").click()
    expect(cleo.message("The lamp is on the pier.").locator(".urgent-chip")).to_be_visible()
    cleo.tool("The lamp is on the pier.", "More")
    cleo.page.get_by_role("menuitem", name="Remind me…").click()
    cleo.page.get_by_role("menuitem", name="Tomorrow morning").click()
    looked_at(world, "offline-changes", cleo, narrow=False)
    cleo.page.get_by_role("button", name="Conversation options").click()
    cleo.page.get_by_role("menuitem", name="Mute until I unmute").click()
    expect(cleo.row(CREW).get_by_role("img", name="Muted")).to_be_visible()
    cleo.page.reload()
    expect(cleo.banner).to_be_visible()
    board = panel(cleo, "To do")
    expect(item(board, "Fetch the ladder").locator(".waits")).to_be_visible()
    expect(item(board, "ferry plan")).to_have_count(0)
    expect(cleo.message("The lamp is on the pier.").locator(".record-chip")).to_have_text("Decision")
    expect(cleo.message("The lamp is on the pier.").locator(".urgent-chip")).to_be_visible()
    expect(cleo.row(CREW).get_by_role("img", name="Muted")).to_be_visible()
    reminders = hub(cleo, "Reminders").locator(".reminder")
    expect(reminders.filter(has_text="The lamp is on the pier.")).to_contain_text("tomorrow at")
    looked_at(world, "offline-reminders", cleo)
    cleo.open(CREW)
    # What was written last of one field counts; the others stay.
    board = panel(cleo, "To do")
    item(board, "Fetch the ladder").hover()
    item(board, "Fetch the ladder").get_by_role("button", name=re.compile("^Options for")).click()
    cleo.page.get_by_role("menuitem", name="Edit…").click()
    dialog = cleo.page.get_by_role("dialog", name="Edit")
    dialog.get_by_label("Who").select_option(label=ben.name)
    dialog.get_by_role("button", name="Save").click()
    asked: list[str] = []
    cleo.page.on("request", lambda request: asked.append(f"{request.method} {request.url.rsplit('/v1/', 1)[-1].split('/', 2)[-1]}") if request.method not in ("GET", "OPTIONS") else None)
    cleo.go_online()
    place = panel(ben, "To do")
    expect(item(place, "Fetch the ladder")).to_contain_text("Ben Okoro")
    expect(item(place, "ferry plan")).to_have_count(0)
    expect(item(panel(ben, "Decisions"), "lamp")).to_have_count(1)
    expect(cleo.page.locator(".waits")).to_have_count(0)
    assert len([line for line in asked if line.startswith("PATCH insights/")]) == 2, asked
    tablet = world.another_device(cleo)
    expect(hub(tablet, "Reminders").locator(".reminder").filter(has_text="The lamp is on the pier.")).to_have_count(1)
    expect(tablet.row(CREW).get_by_role("img", name="Muted")).to_be_visible()
    tablet.open(CREW)
    expect(tablet.message("The lamp is on the pier.").locator(".urgent-chip")).to_be_visible()
    expect(item(panel(tablet, "Decisions"), "lamp")).to_have_count(1)
    tablet.page.close()


@check("offline a group and a direct conversation are started and written into, and reach the others once, in order")
def started(world: World) -> None:
    ada, ben, cleo = world.ada, world.ben, world.cleo
    cleo.go_offline()
    begin(cleo, [ben, ada], "Night watch")
    cleo.write("Who has the keys?")
    cleo.write("I am at the gate.")
    expect(cleo.page.locator(".creation")).to_have_text("This conversation is started when there is a connection.")
    looked_at(world, "offline-group", cleo)
    begin(cleo, [ben])
    cleo.write("Are you awake?")
    # What is on screen is on disk.
    cleo.sees("Are you awake?")
    cleo.page.reload()
    expect(cleo.banner).to_be_visible()
    cleo.open("Night watch")
    assert cleo.texts() == ["Who has the keys?", "I am at the gate."], cleo.texts()
    cleo.open("Ben Okoro")
    cleo.sees("Are you awake?")
    cleo.composer.fill("I have cof")
    cleo.go_online()
    ben.open("Night watch")
    ben.sees("I am at the gate.")
    assert ben.texts() == ["Who has the keys?", "I am at the gate."], ben.texts()
    ben.open("Cleo Marchetti")
    ben.sees("Are you awake?")
    expect(ben.row("Cleo Marchetti")).to_have_count(1)
    # Where it has got another id, who looks at it goes on there with what was being written.
    expect(cleo.heading).to_have_text("Ben Okoro")
    expect(cleo.composer).to_have_value("I have cof")
    expect(cleo.row("Ben Okoro")).to_have_count(1)
    expect(cleo.row("Night watch")).to_have_count(1)
    cleo.write("I have coffee.")
    ben.sees("I have coffee.")
    expect(cleo.page.locator(".creation")).to_have_count(0)


def begin(person: Person, others: list[Person], group: str | None = None) -> None:
    """Offline nobody is found by an address: those whom the device knows are there by name."""
    person.page.get_by_role("button", name="New conversation").click()
    dialog = person.page.get_by_role("dialog", name="New conversation")
    for other in others:
        dialog.get_by_role("list", name="People").get_by_role("button", name=re.compile(other.name)).click()
    if group:
        dialog.get_by_label("Group name").fill(group)
    dialog.get_by_role("button", name="Create group" if group else "Start").click()
    expect(dialog).to_be_hidden()
    expect(person.heading).to_have_text(group or others[0].name)


@check("offline the assistant is asked, and a summary; both wait, can be cancelled, outlive the page, and are answered once")
def asked(world: World) -> None:
    ada, cleo = world.ada, world.cleo
    ada.open(CREW)
    ada.write("We decided to paint the shed green on Tuesday.")
    cleo.open(CREW)
    cleo.sees("We decided to paint the shed green on Tuesday.")
    talk = hub(cleo, "Assistant")
    expect(talk.locator(".talk-entry, .talk-welcome").first).to_be_visible()
    before = talk.locator(".talk-entry.assistant").count()
    cleo.go_offline()
    for text in ("What is urgent?", "What did we decide about the shed?"):
        talk.get_by_label("Message to the assistant").fill(text)
        talk.get_by_role("button", name="Send").click()
        expect(talk.locator(".talk-waiting li").filter(has_text=text).locator(".waits")).to_contain_text("Waits for a connection.")
    talk.locator(".talk-waiting li").filter(has_text="What is urgent?").get_by_role("button", name="Cancel").click()
    expect(talk.locator(".talk-waiting li")).to_have_count(1)
    digest = hub(cleo, "Missed")
    digest.get_by_role("button", name="Ask when there is a connection").click()
    expect(digest.locator(".waits")).to_contain_text("Waits for a connection.")
    digest.get_by_role("button", name="Cancel").click()
    expect(digest.get_by_role("button", name="Ask when there is a connection")).to_be_visible()
    cleo.open(CREW)
    summary = panel(cleo, "Summary")
    summary.get_by_label("A question about it").fill("What colour is the shed?")
    summary.get_by_role("button", name="Summarise").click()
    expect(summary.locator(".waits")).to_contain_text("Waits for a connection.")
    looked_at(world, "offline-asked", cleo, narrow=False)
    cleo.page.reload()
    expect(cleo.banner).to_be_visible()
    expect(panel(cleo, "Summary").locator(".waits")).to_contain_text("Waits for a connection.")
    talk = hub(cleo, "Assistant")
    expect(talk.locator(".talk-waiting li")).to_have_count(1)
    looked_at(world, "offline-question", cleo)
    cleo.go_online()
    expect(talk.locator(".talk-waiting li")).to_have_count(0, timeout=60_000)
    expect(talk.locator(".talk-entry.assistant")).to_have_count(before + 1, timeout=60_000)
    expect(talk.locator(".talk-entry.assistant").last).to_contain_text("shed green")
    expect(talk.locator(".talk-entry.user").filter(has_text="What is urgent?")).to_have_count(0)
    cleo.open(CREW)
    expect(panel(cleo, "Summary").locator(".output")).to_be_visible(timeout=60_000)


@check("offline preferences, the profile and opinions are changed; they are so after a reload, and on another device with the connection")
def own(world: World) -> None:
    cleo, tablet = world.cleo, world.another_device(world.cleo)
    for person in (cleo, tablet):
        person.open(CREW)
        expect(item(panel(person, "Decisions"), "shed green")).to_have_count(1)
    section = settings(cleo.page)
    section.get_by_label("Tone of summaries by a model").select_option("formal")
    cleo.page.keyboard.press("Escape")
    cleo.go_offline()
    section = settings(cleo.page)
    section.get_by_label("Words that are urgent for me").fill("anchor")
    section.get_by_role("button", name="Save").click()
    expect(cleo.page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    dialog = cleo.page.get_by_role("dialog", name="Settings")
    profile = dialog.locator("form").filter(has=cleo.page.get_by_role("heading", name="Profile"))
    profile.get_by_label("Name", exact=True).fill("Cleo of the Harbour")
    profile.get_by_role("button", name="Save").click()
    cleo.page.keyboard.press("Escape")
    expect(cleo.page.locator(".me strong")).to_have_text("Cleo of the Harbour")
    decision = item(panel(cleo, "Decisions"), "shed green")
    decision.hover()
    decision.get_by_role("button", name=re.compile("^Options for")).click()
    cleo.page.get_by_role("menuitem", name="Not helpful to me").click()
    expect(decision).to_have_count(0)
    cleo.page.reload()
    expect(cleo.banner).to_be_visible()
    expect(item(panel(cleo, "Decisions"), "lamp")).to_have_count(1)
    expect(item(panel(cleo, "Decisions"), "shed green")).to_have_count(0)
    expect(cleo.page.locator(".me strong")).to_have_text("Cleo of the Harbour")
    expect(settings(cleo.page).get_by_label("Words that are urgent for me")).to_have_value("anchor")
    cleo.page.keyboard.press("Escape")
    cleo.go_online()
    expect(tablet.page.locator(".me strong")).to_have_text("Cleo of the Harbour")
    expect(item(panel(tablet, "Decisions"), "shed green")).to_have_count(0)
    expect(settings(tablet.page).get_by_label("Words that are urgent for me")).to_have_value("anchor")
    tablet.page.close()


@check("offline a summary that was seen is shared, and the AI of a conversation switched; both wait, and are so for all later")
def shared(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben, group="Gate crew")
    ada.write("We decided to close the north gate at ten.")
    ada.write("Ben, can you bring the lamp to the gate by Friday?")
    summary = panel(ada, "Summary")
    summary.get_by_label("What to summarise").select_option("7")
    expect(summary.locator(".output")).to_be_visible(timeout=60_000)
    button = summary.get_by_role("button", name="Share in the chat")
    button.click()
    dialog = ada.page.get_by_role("dialog", name="Post this in Gate crew?")
    shown = dialog.locator(".post-preview").inner_text()
    ada.go_offline()
    dialog.get_by_role("button", name="Post").click()
    expect(summary.locator(".waits")).to_contain_text("Posted when there is a connection.")
    expect(button).to_be_disabled()
    ada.go_online()
    ben.open("Gate crew")
    expect(ben.page.locator(".message", has_text=shown.splitlines()[0])).to_have_count(1)
    ada.go_offline()
    ada.page.get_by_role("button", name="Members").click()
    members = ada.page.get_by_role("complementary", name="Members")
    switch = members.get_by_label("AI in this conversation")
    switch.click()
    expect(members.locator(".ai-switch .waits")).to_have_text("Waits for a connection.")
    ada.page.reload()
    expect(ada.banner).to_be_visible()
    ada.go_online()
    ben.page.get_by_role("button", name="Members").click()
    theirs = ben.page.get_by_role("complementary", name="Members")
    expect(theirs.get_by_label("AI in this conversation")).not_to_be_checked()
    for person in (ada, ben):
        pane = person.page.get_by_role("complementary", name="Members")
        if pane.is_visible():
            pane.get_by_role("button", name="Close").click()


@check("of two tabs one carries out what was done in either, once, and both show it")
def tabs(world: World) -> None:
    ben, cleo = world.ben, world.cleo
    ben.open(CREW)
    place = panel(ben, "To do")
    expect(item(place, "Fetch the ladder")).to_have_count(1)
    first = cleo.page
    second = cleo.open_page()
    second.goto(world.url)
    cleo.open(CREW)
    asked: list[str] = []
    for page in (first, second):
        page.on("request", lambda request: asked.append(request.url) if request.method == "PATCH" else None)
    board = panel(cleo, "To do")
    item(board, "Fetch the ladder").get_by_role("checkbox").click()
    expect(item(board, "Fetch the ladder")).to_have_count(0)
    expect(item(place, "Fetch the ladder")).to_have_count(0)
    cleo.go_offline()
    board.get_by_label("Done too").check()
    item(board, "Fetch the ladder").get_by_role("checkbox").uncheck()
    cleo.page = first
    cleo.open(CREW)
    expect(item(panel(cleo, "To do"), "Fetch the ladder").locator(".waits")).to_be_visible()
    cleo.go_online()
    expect(item(place, "Fetch the ladder")).to_have_count(1)
    for page in (first, second):
        cleo.page = page
        expect(page.locator(".insight").filter(has_text="Fetch the ladder").get_by_role("checkbox")).not_to_be_checked()
        expect(page.locator(".waits")).to_have_count(0)
    assert len(asked) == 2, asked
    second.close()
    cleo.page = first


@check("what waits outlives a session that was ended elsewhere, and is done when the same person signs in again")
def ended(world: World) -> None:
    ben, cleo = world.ben, world.cleo
    tablet = world.another_device(cleo)
    cleo.open(CREW)
    board = panel(cleo, "To do")
    cleo.go_offline()
    item(board, "Fetch the ladder").get_by_role("checkbox").click()
    expect(item(board, "Fetch the ladder")).to_have_count(0)
    tablet.page.get_by_role("button", name="Settings").click()
    others = tablet.page.get_by_role("dialog", name="Settings").get_by_role("button", name="End", exact=True)
    expect(others.first).to_be_visible()
    for left in range(others.count() - 1, -1, -1):
        others.first.click()
        expect(others).to_have_count(left)
    cleo.expected.append(re.compile("401|close"))
    cleo.context.set_offline(False)
    expect(cleo.page.get_by_text("Your session has ended. Sign in again.")).to_be_visible(timeout=60_000)
    kept = cleo.kept()
    assert len(kept["outbox"]) == 1 and not kept["answers"] and not kept["feeds"], kept
    expect(item(panel(ben, "To do"), "Fetch the ladder")).to_have_count(1)
    cleo.fill_credentials("Sign in")
    expect(item(panel(ben, "To do"), "Fetch the ladder")).to_have_count(0)
    tablet.page.close()


@check("what the server refuses of what was done offline is said at its place, and is given up by whoever did it")
def refused(world: World) -> None:
    ada, ben, cleo = world.ada, world.ben, world.cleo
    ben.open(CREW)
    ben.write("The anchor is heavy.")
    cleo.open(CREW)
    cleo.sees("The anchor is heavy.")
    cleo.go_offline()
    cleo.tool("The anchor is heavy.", "More")
    cleo.page.get_by_role("menuitem", name="Mark as action item").click()
    board = panel(cleo, "To do")
    expect(item(board, "anchor").locator(".waits")).to_be_visible()
    # What follows waits behind it.
    item(board, "anchor").get_by_role("checkbox").click()
    cleo.expected.append(re.compile("status of 404"))
    cleo.page.route("**/insights", lambda route: route.fulfill(status=404, content_type="application/problem+json", body='{"code":"not_found","detail":"There is no such message.","status":404}'))
    cleo.go_online()
    board.get_by_label("Done too").check()
    expect(item(board, "anchor").get_by_role("alert")).to_contain_text("There is no such message.")
    expect(cleo.page.get_by_role("button", name="Not done (1)")).to_be_visible()
    looked_at(world, "offline-refused", cleo, narrow=False)
    cleo.page.get_by_role("button", name="Not done (1)").click()
    dialog = cleo.page.get_by_role("dialog", name="Not done")
    expect(dialog).to_contain_text("An action item or decision · Harbour crew")
    looked_at(world, "offline-not-done", cleo)
    cleo.page.unroute("**/insights")
    dialog.get_by_role("button", name="Retry").click()
    expect(dialog).to_be_hidden()
    expect(item(board, "anchor").get_by_role("alert")).to_have_count(0)
    place = panel(ben, "To do")
    place.get_by_label("Done too").check()
    expect(item(place, "anchor").get_by_role("checkbox")).to_be_checked()


@check("a server that stops is no refusal: what was done meanwhile goes out when it is there again")
def stopped(world: World) -> None:
    ben, cleo = world.ben, world.cleo
    for person in world.people:
        person.expected.append(re.compile("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"))
    board = panel(cleo, "To do")
    SERVER.stop()
    expect(cleo.banner).to_contain_text("The server cannot be reached.")
    board.get_by_label("Done too").check()
    item(board, "anchor").get_by_role("checkbox").uncheck()
    expect(item(board, "anchor").locator(".waits")).to_be_visible()
    SERVER.start()
    expect(cleo.banner).to_be_hidden(timeout=60_000)
    expect(ben.banner).to_be_hidden(timeout=60_000)
    expect(item(panel(ben, "To do"), "anchor").get_by_role("checkbox")).not_to_be_checked()


@check("whoever is no longer in a conversation keeps no answer about it, and nothing that was to be done there")
def left(world: World) -> None:
    ada, cleo = world.ada, world.cleo
    cleo.open(CREW)
    expect(panel(cleo, "Summary").locator(".output")).to_be_visible(timeout=60_000)
    until(cleo.page, f"() => ({KEPT})('').then((found) => found.some((key) => key.startsWith('summary:')))")
    cleo.go_offline()
    item(panel(cleo, "To do"), "anchor").get_by_role("checkbox").click()
    expect(item(panel(cleo, "To do"), "anchor")).to_have_count(0)
    ada.open(CREW)
    ada.page.get_by_role("button", name="Members", exact=True).click()
    ada.page.get_by_role("button", name=re.compile("^Options for Cleo")).click()
    ada.page.get_by_role("menuitem", name=re.compile("^Remove")).click()
    expect(ada.page.get_by_text("2 members")).to_be_visible()
    cleo.go_online()
    expect(cleo.row(CREW)).to_have_count(0)
    until(cleo.page, f"() => ({KEPT})('').then((found) => !found.some((key) => key.startsWith('summary:')))")
    expect(cleo.page.get_by_role("button", name="Not done")).to_have_count(0)
    assert not cleo.kept()["outbox"]


@check("whoever signs out leaves neither answers nor what waits in the browser, and is told what is lost")
def signed_out(world: World) -> None:
    cleo = world.cleo
    hub(cleo, "Missed")
    expect(cleo.page.locator(".output")).to_be_visible(timeout=60_000)
    until(cleo.page, f"() => ({KEPT})('').then((found) => found.includes('digest'))")
    cleo.go_offline()
    talk = hub(cleo, "Assistant")
    talk.get_by_label("Message to the assistant").fill("What is urgent?")
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator(".waits")).to_be_visible()
    cleo.page.get_by_role("button", name="Settings").click()
    cleo.page.get_by_role("dialog", name="Settings").get_by_role("button", name="Sign out").click()
    dialog = cleo.page.get_by_role("dialog", name="Sign out?")
    expect(dialog).to_contain_text("One thing has not been sent yet and will be lost.")
    dialog.get_by_role("button", name="Sign out").click()
    expect(cleo.page.get_by_label("E-mail")).to_be_visible()
    until(cleo.page, "() => indexedDB.databases().then((all) => all.length === 0)")


if __name__ == "__main__":
    import os

    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
