"""A workspace is set up and people are let in, in a real browser: the first account, links, and who has none."""

import io
import re
import sys

import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from access import findings
from person import PASSWORD, Person
from runner import World, check, main

GROUP = "Newcomers of the harbour"


def workspace(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Invite people…").click()
    dialog = page.get_by_role("dialog", name="Workspace")
    expect(dialog.get_by_label("Name", exact=True)).to_be_visible()
    return dialog


def scanned(code: Locator) -> str:
    """What a reader of QR codes makes of the picture."""
    return zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))[0].text


def is_accessible(page: Page) -> None:
    found = findings(page, 24)
    assert not found, found


def close_dialogs(page: Page) -> None:
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def register_by(page: Page, choice: str) -> None:
    dialog = workspace(page)
    dialog.get_by_label(choice).check()
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    close_dialogs(page)


def make_link(page: Page, group: str | None = None) -> str:
    dialog = workspace(page)
    if group:
        dialog.get_by_label(group).check()
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_label("Link", exact=True).input_value()
    assert scanned(dialog.get_by_role("img", name="QR code of the link")) == link
    return link


def stranger(world: World, name: str) -> Person:
    person = Person(world.browser, world.url, name)
    world.people.append(person)
    return person


@check("the first account has set up the workspace, and everybody who comes is told its name")
def named(world: World) -> None:
    visitor = stranger(world, "Vera Visitor")
    visitor.page.goto(world.url)
    expect(visitor.page.get_by_role("heading", name="Welcome to Harbour")).to_be_visible()
    visitor.page.get_by_role("button", name="Create an account").click()
    expect(visitor.page.get_by_role("heading", name="Join Harbour")).to_be_visible()


@check("an admin sees the workspace in the settings, a member does not")
def admins(world: World) -> None:
    dialog = workspace(world.ada.page)
    expect(dialog.get_by_label("Name", exact=True)).to_have_value("Harbour")
    expect(dialog.get_by_text("None yet.")).to_be_visible()
    world.picture("join-workspace", world.ada)
    is_accessible(world.ada.page)
    close_dialogs(world.ada.page)
    world.ben.page.get_by_role("button", name="Settings").click()
    settings = world.ben.page.get_by_role("dialog", name="Settings")
    expect(settings.get_by_role("button", name="Change password")).to_be_visible()
    expect(settings.get_by_role("button", name="Invite people…")).to_have_count(0)
    close_dialogs(world.ben.page)


@check("by invitation only: who has none is told whom to ask")
def only_invited(world: World) -> None:
    register_by(world.ada.page, "People with an invitation")
    visitor = stranger(world, "Walt Visitor")
    visitor.page.goto(world.url)
    expect(visitor.page.get_by_text("Ask an admin of the workspace for an invitation")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Create an account")).to_have_count(0)
    world.picture("join-none", visitor)
    is_accessible(visitor.page)


def first_run(world: World, dora: Person) -> None:
    welcome = dora.page.get_by_role("dialog", name="Welcome to Harbour")
    expect(welcome.get_by_role("button", name=GROUP)).to_be_visible()
    expect(welcome.get_by_role("button", name="Add a photo")).to_be_visible()
    expect(welcome.get_by_role("heading", name="Notifications")).to_be_visible()
    expect(welcome.get_by_role("button", name="Invite people…")).to_have_count(0)
    world.picture("join-first-run", dora)
    is_accessible(dora.page)
    with dora.page.expect_response(lambda answer: answer.url.endswith("/v1/me") and answer.request.method == "PATCH") as answer:
        welcome.get_by_label("Times are shown for").select_option("Asia/Tokyo")
    assert answer.value.json()["timeZone"] == "Asia/Tokyo"
    dora.page.set_viewport_size({"width": 390, "height": 844})
    world.picture("join-first-run-phone", dora)
    is_accessible(dora.page)
    dora.page.set_viewport_size({"width": 1280, "height": 800})
    welcome.get_by_role("button", name=GROUP).click()
    expect(welcome).to_be_hidden()


@check("a link lets one person in, into its group, and nobody after that")
def invited(world: World) -> None:
    ada = world.ada
    ada.start(world.ben, world.cleo, group=GROUP)
    ada.write("Welcome, whoever comes")
    link = make_link(ada.page, GROUP)
    ada.page.get_by_label("Link", exact=True).scroll_into_view_if_needed()
    world.picture("join-link", ada)
    is_accessible(ada.page)
    close_dialogs(ada.page)
    dora = stranger(world, "Dora Docks")
    dora.page.goto(link)
    expect(dora.page.get_by_role("heading", name="Join Harbour")).to_be_visible()
    expect(dora.page.get_by_text("Ada Lindqvist has invited you.")).to_be_visible()
    world.picture("join-invited", dora)
    is_accessible(dora.page)
    dora.page.get_by_label("Name", exact=True).fill(dora.name)
    dora.fill_credentials("Join")
    first_run(world, dora)
    dora.sees("Welcome, whoever comes")
    dora.write("Glad to be here")
    world.ben.open(GROUP)
    world.ben.sees("Glad to be here")
    late = stranger(world, "Lars Late")
    late.expected.append(re.compile("403"))
    late.page.goto(link)
    expect(late.page.get_by_role("alert")).to_have_text("This invitation has been used.")
    expect(late.page.get_by_role("button", name="Create an account")).to_have_count(0)
    dora.page.goto(link)
    expect(dora.page.get_by_text("You are in this workspace already.")).to_be_visible()
    dora.page.reload()
    expect(dora.page.get_by_label("Filter conversations")).to_be_visible()
    expect(dora.page.get_by_role("dialog")).to_have_count(0)


@check("a withdrawn link lets nobody in, also who has it open already")
def withdrawn(world: World) -> None:
    link = make_link(world.ada.page)
    close_dialogs(world.ada.page)
    early = stranger(world, "Erik Early")
    early.expected.append(re.compile("403"))
    early.page.goto(link)
    expect(early.page.get_by_role("heading", name="Join Harbour")).to_be_visible()
    dialog = workspace(world.ada.page)
    world.picture("join-list", world.ada)
    dialog.get_by_role("button", name="Withdraw").click()
    expect(dialog.get_by_role("button", name="Withdraw")).to_have_count(0)
    expect(dialog.get_by_text("Withdrawn")).to_be_visible()
    close_dialogs(world.ada.page)
    early.page.get_by_label("Name", exact=True).fill(early.name)
    early.page.get_by_label("E-mail").fill(early.email)
    early.page.get_by_label("Password").fill(PASSWORD)
    early.page.get_by_role("button", name="Join", exact=True).click()
    expect(early.page.get_by_role("alert")).to_have_text("This invitation was withdrawn.")
    register_by(world.ada.page, "Everybody who reaches this server")


@check("an admin sees who is there and who invited whom, makes admins, and takes an account away and back")
def people(world: World) -> None:
    page = world.ada.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="People…", exact=True).click()
    dialog = page.get_by_role("dialog", name="People")
    dora = dialog.get_by_role("listitem").filter(has_text="Dora Docks")
    expect(dora).to_contain_text("Invited by Ada Lindqvist")
    expect(dialog.get_by_role("listitem").filter(has_text="Ada Lindqvist (you)")).to_contain_text("Admin")
    world.picture("join-people", world.ada)
    is_accessible(page)

    def choose(name: str, option: str) -> None:
        dialog.get_by_role("button", name=f"Options for {name}").click()
        page.get_by_role("menuitem", name=option).click()

    world.ada.expected.append(re.compile("409"))
    choose("Ada Lindqvist", "Make a member")
    expect(page.get_by_text("The workspace would have no administrator.")).to_be_visible()
    choose("Ben Okoro", "Make an admin")
    ben = dialog.get_by_role("listitem").filter(has_text="Ben Okoro")
    expect(ben).to_contain_text("Admin")
    choose("Ben Okoro", "Make a member")
    expect(ben).not_to_contain_text("Admin")
    visitor = next(person for person in world.people if person.name == "Dora Docks")
    visitor.expected.append(re.compile("40[13]"))
    choose("Dora Docks", "Disable the account")
    expect(dora).to_contain_text("Disabled")
    expect(visitor.page.get_by_role("button", name="Sign in")).to_be_visible()
    choose("Dora Docks", "Enable the account")
    expect(dora).not_to_contain_text("Disabled")
    choose("Dora Docks", "New password")
    made = page.get_by_role("dialog", name="New password for Dora Docks")
    made.get_by_role("button", name="Make a new password").click()
    password = made.get_by_label("New password").input_value()
    close_dialogs(page)
    visitor.page.get_by_label("E-mail").fill(visitor.email)
    visitor.page.get_by_label("Password").fill(password)
    visitor.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(visitor.page.get_by_label("Filter conversations")).to_be_visible()


if __name__ == "__main__":
    sys.exit(main(__doc__))
