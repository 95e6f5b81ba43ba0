"""A team's first day, in a real browser and as one story: an invited colleague signs in with an account elsewhere, shows
their face, is told of a message while the page is closed; the admin rolls a feature out and sees a crash."""

import json
import os
import pathlib
import re
import sys
import tempfile

from playwright.sync_api import Locator, Page, expect

from identity_provider import IdentityProvider
from own_server import Server
from person import Person
from pictures import photo
from push_service import PushService, Sleeper
from runner import World, check, main

CRASH = """() => {
  const error = Object.assign(new RangeError('planted'), {
    stack: `RangeError: planted\\n    at planted (${location.origin}/src/outbox.js:12:3)`,
  });
  setTimeout(() => { throw error; });
}"""


def settings(page: Page, button: str | None = None) -> Locator:
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    if button:
        dialog.get_by_role("button", name=button).click()
    return dialog


def close_dialogs(page: Page) -> None:
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


@check("the admin lets people in by invitation only, and makes a link for a colleague")
def invites(world: World) -> None:
    page = world.ada.page
    settings(page, "Invite people…")
    dialog = page.get_by_role("dialog", name="Workspace")
    dialog.get_by_label("People with an invitation").check()
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    dialog.get_by_role("button", name="Make a link").click()
    world.link = dialog.get_by_label("Link", exact=True).input_value()
    close_dialogs(page)


@check("without it nobody comes in; with it the colleague signs in with the provider and has an account")
def comes(world: World) -> None:
    grace = Person(world.browser, world.url, "Grace Holt", "grace@acme.example", permissions=["notifications"])
    grace.context.add_init_script(PUSH.script)
    grace.expected += [re.compile("status of 403|jsdelivr|favicon|planted")]
    world.people.append(grace)
    world.grace = grace
    for address, said in ((world.url, "Only people with an invitation can join this workspace."), (world.link, "One last thing")):
        grace.page.goto(address)
        grace.page.reload()
        expect(grace.page.locator("main.auth:not([aria-busy])")).to_be_visible()
        grace.page.get_by_role("button", name="Continue with Acme").click()
        grace.page.get_by_placeholder("sub").fill("grace")
        grace.page.get_by_role("button", name="Authorize").click()
        expect(grace.page.get_by_text(said)).to_be_visible()
    grace.page.get_by_role("button", name="Create account").click()
    grace.start_chatting()


@check("the colleague uploads a face, which others see")
def face(world: World) -> None:
    page = world.grace.page
    dialog = settings(page)
    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Add a photo").click()
    chooser.value.set_files([photo("me.png", 400, 300, 5)])
    page.get_by_role("dialog", name="Choose a photo").get_by_role("button", name="Save").click()
    expect(dialog.locator(".photo-choice .avatar .face")).to_have_count(1)
    choice = dialog.get_by_label("Tell me of messages on this device", exact=True)
    choice.check()
    expect(dialog.get_by_text("Notifications come also while this page is closed.")).to_be_visible()
    close_dialogs(page)
    world.ada.start(world.grace)
    world.ada.write("Welcome aboard")
    expect(world.ada.row(world.grace.name).locator(".face")).to_have_count(1)
    world.picture("first-day-face", world.ada)


@check("a message that comes while the colleague's page is closed is shown by the browser")
def told(world: World) -> None:
    world.grace.open(world.ada.name)
    world.grace.sees("Welcome aboard")
    sleeper = Sleeper(world.grace)
    sleeper.close_page()
    world.ada.write("The keys are in the drawer")
    headers, content = PUSH.next()
    assert headers["content-encoding"] == "aes128gcm", headers
    sleeper.deliver(content)
    [notice] = sleeper.waits_for("The keys are in the drawer")
    assert notice["title"] == world.ada.name, notice
    sleeper.open_page()


@check("the admin rolls a feature out to 20 per cent, and sees who has it")
def rolls_out(world: World) -> None:
    page = world.ada.page
    settings(page, "Features…")
    dialog = page.get_by_role("dialog", name="Features")
    dialog.get_by_label("Assistant: share of people").select_option("20")
    dialog.get_by_role("button", name="Assistant: people").click()
    who = page.get_by_role("dialog", name="Who has: Assistant")
    expect(who.get_by_role("listitem")).to_have_count(4)
    rows = who.get_by_role("listitem").all_inner_texts()
    having = sum("Has it" in row for row in rows)
    page.keyboard.press("Escape")
    said = f"{having} of 4 people have it." if having else "0 of 4 people have it."
    expect(dialog.get_by_text(said)).to_be_visible()
    world.picture("first-day-feature", world.ada)
    close_dialogs(page)


@check("a crash of the colleague's web client is on the admin's page")
def crashes(world: World) -> None:
    page = world.grace.page
    with page.expect_response(lambda answer: answer.url.endswith("/v1/diagnostics/crashes")):
        page.evaluate(CRASH)
    settings(world.ada.page, "Problems…")
    dialog = world.ada.page.get_by_role("dialog", name="Problems")
    expect(dialog.get_by_role("listitem").filter(has_text="Uncaught error: RangeError")).to_contain_text("1 time · 1 person")
    world.picture("first-day-crash", world.ada)
    close_dialogs(world.ada.page)


@check("the audit log tells of it all, and is whole")
def audited(world: World) -> None:
    page = world.ada.page
    settings(page, "Audit log…")
    dialog = page.get_by_role("dialog", name="Audit log")
    for sentence in ("joined by an invitation", "with an account elsewhere", "rolled a feature out"):
        expect(dialog.get_by_text(sentence).first).to_be_visible()
    world.picture("first-day-audit", world.ada)
    close_dialogs(page)


if __name__ == "__main__":
    PUSH = PushService()
    PROVIDER = IdentityProvider({"sub": "grace", "email": "grace@acme.example", "email_verified": True, "name": "Grace Holt"})
    FOLDER = tempfile.TemporaryDirectory()
    FILE = pathlib.Path(FOLDER.name, "providers.json")
    FILE.write_text(json.dumps([{"id": "acme", "name": "Acme", "issuer": PROVIDER.issuer, "clientID": "messageai", "clientSecret": "a secret"}]))
    SERVER = Server("--openid", str(FILE), "--push-contact", "mailto:test@example.org", "--push-origin", PUSH.origin)
    SERVER.command += ["--public-address", SERVER.url]
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
