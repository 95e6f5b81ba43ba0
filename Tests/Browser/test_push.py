"""Notifications while no page is open: the server encrypts for the browser's push service, the service worker asks what to show.

No push service is reached from here. The test is one: it gives the browser a subscription, takes what the server sends
there, decrypts it, and hands it to the service worker as the browser does.
"""

import json
import os
import re
import sys

from playwright.sync_api import Locator, Page, expect

from notifications import put_behind
from own_server import Server
from person import Person
from push_service import CLICKED, HIDDEN, OFFER, SUBSCRIBED, PushService, Sleeper
from runner import World, check, main

PLAIN_URL = os.environ["MESSAGEAI_URL"]


def settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog", name="Settings")


def choice(dialog: Locator) -> Locator:
    return dialog.get_by_label("Tell me of messages on this device", exact=True)


def picture(world: World, name: str, person: Person) -> None:
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        world.picture(f"push-{name}-{scheme}", person)
    person.page.emulate_media(color_scheme="light", reduced_motion="reduce")


@check("turned on in the settings, they come also while the page is closed")
def subscribed(world: World) -> None:
    world.eve = Person(world.browser, world.url, "Eve Asleep", permissions=["notifications"])
    world.eve.context.add_init_script(push.script)
    world.people.append(world.eve.sign_up())
    world.ada.start(world.eve)
    world.ada.write("Before you asked")
    world.eve.open(world.ada.name)
    world.eve.sees("Before you asked")
    page = world.eve.page
    page.evaluate("() => { location.hash = ''; }")
    dialog = settings(page)
    expect(choice(dialog)).not_to_be_checked()
    expect(dialog.get_by_text("Notifications come")).to_have_count(0)
    choice(dialog).check()
    expect(dialog.get_by_text("Notifications come also while this page is closed.")).to_be_visible()
    choice(dialog).scroll_into_view_if_needed()
    picture(world, "settings", world.eve)
    page.keyboard.press("Escape")
    offer = page.evaluate(OFFER)
    assert offer["registered"] == "web" and "web" in offer["services"], offer
    world.sleeper = Sleeper(world.eve)


@check("a message that comes while no page is open is sent encrypted, and shown with who wrote it and what")
def shown(world: World) -> None:
    key = world.eve.page.evaluate(OFFER)["webKey"]
    world.sleeper.close_page()
    world.ada.write("The harbour is open")
    headers, content = push.next()
    assert headers["content-encoding"] == "aes128gcm", headers
    assert re.fullmatch(rf"vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k={key}", headers["authorization"]), headers
    fields = json.loads(content)
    assert set(fields) == {"ticket", "conversation", "message", "seq", "badge"}, fields
    assert fields["badge"] == 1, fields
    world.sleeper.deliver(content)
    [notice] = world.sleeper.waits_for("The harbour is open")
    assert notice["title"] == world.ada.name, notice
    assert notice["tag"] == notice["conversation"] == fields["conversation"], notice
    assert notice["message"] == fields["message"] and notice["seq"] == fields["seq"], notice
    # To look it up says that it has come.
    world.ada.sees_status("The harbour is open", "Delivered")
    world.ada.write("And the crane too")
    world.sleeper.deliver(push.next()[1])
    # One for each conversation.
    world.sleeper.waits_for("And the crane too")
    # One that comes late hides no newer one.
    world.sleeper.deliver(content)
    world.sleeper.waits_for("And the crane too")


@check("a click on it opens the message, and what is read is shown no longer")
def clicked(world: World) -> None:
    ada, sleeper = world.ada, world.sleeper
    for number in range(30):
        ada.write(f"Berth {number}\nis\nfree")
    pushes = [push.next()[1] for _ in range(30)]
    pushes.sort(key=lambda content: json.loads(content)["seq"])
    sleeper.deliver(pushes[15])
    [notice] = sleeper.waits_for("Berth 15\nis\nfree")
    path = sleeper.worker.evaluate(CLICKED)
    assert path == f"/#{notice['conversation']}/{notice['message']}", path
    assert sleeper.shown() == []
    sleeper.deliver(pushes[29])
    sleeper.waits_for("Berth 29\nis\nfree")
    sleeper.open_page(path)
    expect(world.eve.heading).to_have_text(ada.name)
    expect(world.eve.message("Berth 15\nis\nfree")).to_be_in_viewport()
    expect(world.eve.message("Berth 29\nis\nfree")).not_to_be_in_viewport()
    assert world.eve.page.url == f"{world.url}/#{notice['conversation']}", world.eve.page.url
    # The newer one is not read yet.
    assert len(sleeper.shown()) == 1
    world.eve.page.get_by_role("button", name="Jump to the newest message").click()
    expect(world.eve.message("Berth 29\nis\nfree")).to_be_in_viewport()
    sleeper.waits_for()


@check("a message is told of once, though both the page and a push tell of it")
def once(world: World) -> None:
    eve, sleeper = world.eve, world.sleeper
    world.ben.start(eve)
    put_behind(eve)
    eve.page.evaluate(HIDDEN)
    assert sleeper.shown() == []
    # The server sends nothing to a page that is seen.
    expect(world.ben.page.locator(".chat-title p")).to_have_text("Away")
    world.ben.write("Twice?")
    [notice] = sleeper.waits_for("Twice?")
    sleeper.deliver(push.next()[1])
    assert sleeper.shown() == [notice]


@check("what a former page has told of is shown no longer once it is read")
def reopened(world: World) -> None:
    eve, sleeper = world.eve, world.sleeper
    put_behind(eve, False)
    sleeper.close_page()
    sleeper.waits_for("Twice?")
    sleeper.open_page()
    assert len(sleeper.shown()) == 1, "it is not read yet"
    eve.open(world.ben.name)
    sleeper.waits_for()
    sleeper.close_page()


@check("nothing is shown of what was read on another device before the push came, or after")
def read(world: World) -> None:
    sleeper = world.sleeper
    world.ben.write("Read on the phone")
    early = push.next()[1]
    sleeper.deliver(early)
    sleeper.waits_for("Read on the phone")
    world.ben.write("Read there too")
    late = push.next()[1]
    phone = world.another_device(world.eve)
    phone.open(world.ben.name)
    phone.sees("Read there too")
    world.ben.sees_status("Read there too", "Read")
    phone.context.close()
    sleeper.deliver(late)
    assert [shown["body"] for shown in sleeper.shown()] == ["Read on the phone"]
    sleeper.deliver(early)
    assert sleeper.shown() == []


@check("what cannot be looked up is told of without its text, and a click opens it all the same")
def unreachable(world: World) -> None:
    sleeper = world.sleeper
    for person in world.people:
        person.expected.append(re.compile("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket"))
    world.ada.write("Into the storm")
    content = push.next()[1]
    server.stop()
    sleeper.deliver(content)
    [notice] = sleeper.waits_for("")
    assert notice["title"] == "New message" and notice["message"] == json.loads(content)["message"], notice
    path = sleeper.worker.evaluate(CLICKED)
    server.start()
    expect(world.ada.banner).to_be_hidden(timeout=60_000)
    sleeper.open_page(path)
    expect(world.eve.heading).to_have_text(world.ada.name)
    expect(world.eve.message("Into the storm")).to_be_in_viewport()
    sleeper.deliver("no JSON")
    assert sleeper.shown() == [], "somebody looks at the page"


@check("turned off, the server sends nothing to this browser; turned on, it does again")
def turned_off(world: World) -> None:
    page = world.eve.page
    dialog = settings(page)
    expect(dialog.get_by_text("Notifications come also while this page is closed.")).to_be_visible()
    choice(dialog).uncheck()
    expect(dialog.get_by_text("Notifications come")).to_have_count(0)
    for _ in range(600):
        if "registered" not in page.evaluate(OFFER):
            break
        page.wait_for_timeout(50)
    assert "registered" not in page.evaluate(OFFER)
    assert page.evaluate(SUBSCRIBED) is False
    choice(dialog).check()
    expect(dialog.get_by_text("Notifications come also while this page is closed.")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate(OFFER)["registered"] == "web"


@check("who signs out is sent nothing more, and nothing of theirs is shown that was under way")
def signed_out(world: World) -> None:
    eve, sleeper = world.eve, world.sleeper
    sleeper.close_page()
    world.ada.write("For Eve alone")
    content = push.next()[1]
    sleeper.deliver(content)
    sleeper.waits_for("For Eve alone")
    sleeper.open_page()
    settings(eve.page).get_by_role("button", name="Sign out").click()
    expect(eve.page.get_by_role("button", name="Sign in")).to_be_visible()
    sleeper.waits_for()
    for _ in range(600):
        if not eve.page.evaluate(SUBSCRIBED):
            break
        eve.page.wait_for_timeout(50)
    assert eve.page.evaluate(SUBSCRIBED) is False
    sleeper.close_page()
    sleeper.deliver(content)
    assert sleeper.shown() == []


@check("who comes back is sent them again")
def back(world: World) -> None:
    world.eve.sign_in()
    page = world.eve.page
    for _ in range(600):
        if page.evaluate(OFFER).get("registered") == "web":
            break
        page.wait_for_timeout(50)
    world.sleeper.close_page()
    world.ada.write("Good to have you back")
    world.sleeper.deliver(push.next()[1])
    world.sleeper.waits_for("Good to have you back")


@check("where the server or the browser cannot do it, the settings say so")
def impossible(world: World) -> None:
    finn = Person(world.browser, PLAIN_URL, "Finn Awake", permissions=["notifications"]).sign_up()
    world.people.append(finn)
    dialog = settings(finn.page)
    choice(dialog).check()
    expect(dialog.get_by_text("this server cannot send them to a closed page")).to_be_visible()
    choice(dialog).scroll_into_view_if_needed()
    picture(world, "settings-server", finn)
    gina = Person(world.browser, world.url, "Gina Awake", permissions=["notifications"])
    gina.context.add_init_script("if ('PushManager' in self) PushManager.prototype.subscribe = async () => { throw new DOMException('Registration failed', 'AbortError'); };")
    world.people.append(gina.sign_up())
    dialog = settings(gina.page)
    choice(dialog).check()
    expect(dialog.get_by_text("this browser cannot get them for a closed page")).to_be_visible()
    assert "registered" not in gina.page.evaluate(OFFER)


if __name__ == "__main__":
    push = PushService()
    server = Server("--push-contact", "mailto:test@example.org", "--push-origin", push.origin)
    server.start()
    os.environ["MESSAGEAI_URL"] = server.url
    sys.exit(main(__doc__))
