"""Letters, in a real browser: an invitation to one address, registration by domain, a forgotten password, an address."""

import os
import pathlib
import re
import sys
import time

from playwright.sync_api import Page, expect

sys.path.append(str(pathlib.Path(__file__).parent.parent / "Harden"))

from access import findings
from mail_server import MailServer
from own_server import Server
from person import PASSWORD, Person
from runner import World, check, main

MAIL = MailServer()
SERVER = Server()
SERVER.command += MAIL.options(SERVER.url)
NEW_PASSWORD = "another long pass phrase"
WHEN_REFUSED = re.compile(r"status of 4(01|03|22)")


def link(page: str, recipient: str, former: str | None = None) -> str:
    """The newest one that was sent there."""
    for _ in range(150):
        token = MAIL.token(page, recipient)
        if token and token != former:
            return f"{SERVER.url}/#/{page}/{token}"
        time.sleep(0.2)
    raise AssertionError(f"no letter to {recipient}: {MAIL.letters}")


def stranger(world: World, name: str, **context: object) -> Person:
    person = Person(world.browser, SERVER.url, name, **context)
    world.people.append(person)
    person.page.goto(SERVER.url)
    expect(person.page.locator("main.auth:not([aria-busy])")).to_be_visible()
    return person


def workspace(page: Page):
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Invite people…").click()
    return page.get_by_role("dialog", name="Workspace")


@check("an admin sends an invitation to an address, which it fills in by itself")
def invited(world: World) -> None:
    page = world.ada.page
    dialog = workspace(page)
    dialog.get_by_label("Send it to (optional)").fill("vera@kites.example")
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_text("Sent to vera@kites.example.")).to_be_visible()
    world.picture("mail-invitation", world.ada)
    vera = stranger(world, "Vera Visitor")
    vera.page.goto(link("join", "vera@kites.example"))
    vera.page.reload()
    expect(vera.page.get_by_label("E-mail")).to_have_value("vera@kites.example")
    vera.page.get_by_label("Name").fill("Vera Visitor")
    vera.page.get_by_label("Password").fill(PASSWORD)
    vera.page.get_by_role("button", name="Join").click()
    vera.start_chatting()
    expect(vera.page.get_by_role("button", name="Settings")).to_be_visible()


@check("by domain: only an address there has an invitation sent")
def by_domain(world: World) -> None:
    world.ada.expected.append(WHEN_REFUSED)
    dialog = world.ada.page.get_by_role("dialog", name="Workspace")
    dialog.get_by_label("People with an address at a domain").check()
    dialog.get_by_role("button", name="Save").click()
    expect(world.ada.page.get_by_text("Name the domains whose people may register.")).to_be_visible()
    dialog.get_by_label("Domains").fill("kites.example")
    dialog.get_by_role("button", name="Save").click()
    expect(world.ada.page.get_by_text("Saved.")).to_be_visible()
    world.picture("mail-domains", world.ada)
    dan = stranger(world, "Dan Domain", viewport={"width": 390, "height": 844}, color_scheme="dark")
    dan.expected.append(WHEN_REFUSED)
    world.picture("mail-sign-in", dan)
    dan.page.get_by_role("button", name="Have an invitation sent").click()
    assert not (found := findings(dan.page, 24)), found
    for address, answer in [
        ("dan@evil.example", "Nobody with this address may register here."), ("dan@kites.example", "The letter is on its way."),
    ]:
        dan.page.get_by_label("E-mail").fill(address)
        dan.page.get_by_role("button", name="Send").click()
        expect(dan.page.get_by_text(answer)).to_be_visible()
    dan.page.goto(link("join", "dan@kites.example"))
    dan.page.reload()
    expect(dan.page.get_by_role("heading", name="Join Harbour")).to_be_visible()


@check("who has forgotten their password chooses another by a link, and all their devices are signed out")
def forgotten(world: World) -> None:
    ben = world.ben
    ben.expected.append(WHEN_REFUSED)
    other = stranger(world, "Ben Elsewhere", viewport={"width": 390, "height": 844})
    page = other.page
    page.get_by_role("button", name="Forgot your password?").click()
    page.get_by_label("E-mail").fill(ben.email)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("status")).to_contain_text("the letter is on its way")
    page.goto(link("reset", ben.email))
    page.reload()
    assert not (found := findings(page, 24)), found
    world.picture("mail-reset", other)
    page.get_by_label("New password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Your password has changed.")
    expect(ben.page.get_by_text("Your session has ended. Sign in again.")).to_be_visible()
    page.get_by_role("button", name="Back to sign in").click()
    page.get_by_label("E-mail").fill(ben.email)
    page.get_by_label("Password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    for _ in range(150):
        if any("A new device" in letter and ben.email in letter for letter in MAIL.letters):
            return
        time.sleep(0.2)
    raise AssertionError("no letter about the new device")


@check("another address is one's own by a link; until then the old one stays, and it is told")
def address(world: World) -> None:
    vera = next(person for person in world.people if person.name == "Vera Visitor")
    page = vera.page
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    section = dialog.locator("section", has=page.get_by_role("heading", name="E-mail address"))
    expect(section).to_contain_text("vera@kites.example is verified.")
    section.scroll_into_view_if_needed()
    section.get_by_label("Address to verify").fill("vera@new.example")
    section.get_by_label("Password").fill(PASSWORD)
    section.get_by_role("button", name="Send a link").click()
    expect(section.get_by_role("status")).to_contain_text("A letter is on its way to vera@new.example.")
    world.picture("mail-address-settings", vera)
    phone = stranger(world, "Vera Elsewhere", viewport={"width": 390, "height": 844}, color_scheme="dark")
    phone.expected.append(WHEN_REFUSED)
    phone.page.goto(link("email", "vera@new.example"))
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="Is this your address?")).to_be_visible()
    assert not (found := findings(phone.page, 24)), found
    world.picture("mail-address", phone)
    expect(section).to_contain_text("vera@kites.example is verified.")
    phone.page.get_by_role("button", name="Yes, it is mine").click()
    expect(phone.page.get_by_role("status")).to_contain_text("vera@new.example is the address of your account")
    expect(section).to_contain_text("vera@new.example is verified.")
    phone.page.goto(link("email", "vera@new.example"))
    phone.page.reload()
    phone.page.get_by_role("button", name="Yes, it is mine").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("This link is not good any more.")
    for _ in range(150):
        if any("has another address" in letter and "vera@kites.example" in letter for letter in MAIL.letters):
            break
        time.sleep(0.2)
    else:
        raise AssertionError("no letter to the former address")


@check("an admin sees whose address is verified, and gives somebody another one")
def given(world: World) -> None:
    page = world.ada.page
    page.keyboard.press("Escape")
    page.goto(SERVER.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="People…", exact=True).click()
    dialog = page.get_by_role("dialog", name="People")
    ben = dialog.get_by_role("listitem").filter(has_text=world.ben.email)
    expect(ben).to_contain_text("Address verified")
    ada = dialog.get_by_role("listitem").filter(has_text=world.ada.email)
    expect(ada).to_contain_text("Address not verified")
    world.picture("mail-people", world.ada)
    ada.get_by_role("button", name="Options for").click()
    page.get_by_role("menuitem", name="Address…").click()
    form = page.get_by_role("dialog", name="Address of")
    form.get_by_label("E-mail address").fill("admin@kites.example")
    world.picture("mail-address-admin", world.ada)
    form.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("listitem").filter(has_text="admin@kites.example")).to_contain_text("Address verified")


if __name__ == "__main__":
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
