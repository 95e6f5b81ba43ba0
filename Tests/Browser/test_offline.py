"""The AI without a connection, in a real browser against a server of its own that can be stopped."""

import re
import sys

from playwright.sync_api import Locator, Page, expect

from access import findings
from own_server import Server
from person import Person
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
    cleo.page.goto("about:blank")
    ada.open(CREW)
    ada.tool(OFFER, "Delete")
    ada.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(ada.page.locator(".message .bubble.deleted")).to_have_count(1)
    cleo.page.goto(world.url)
    cleo.open(CREW)
    expect(cleo.page.locator(".message .bubble.deleted")).to_have_count(1)
    expect(cleo.page.locator("body")).not_to_contain_text("boat red")
    cleo.page.wait_for_function(f"({KEPT})('boat red').then((found) => found.length === 0)")


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


@check("whoever signs out leaves no answer in the browser")
def signed_out(world: World) -> None:
    cleo = world.cleo
    hub(cleo, "Missed")
    expect(cleo.page.locator(".output")).to_be_visible(timeout=60_000)
    cleo.page.wait_for_function(f"({KEPT})('').then((found) => found.includes('digest'))")
    cleo.page.get_by_role("button", name="Settings").click()
    cleo.page.get_by_role("dialog", name="Settings").get_by_role("button", name="Sign out").click()
    expect(cleo.page.get_by_label("E-mail")).to_be_visible()
    cleo.page.wait_for_function("() => indexedDB.databases().then((all) => all.length === 0)")


if __name__ == "__main__":
    import os

    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
