"""What admins see of who did what, in a real browser: the audit log, and what became of letters."""

import os
import pathlib
import sys

from playwright.sync_api import Locator, Page, expect

sys.path.append(str(pathlib.Path(__file__).parent.parent / "Harden"))

from access import findings
from own_server import Server
from runner import World, check, main

SERVER = Server()


def settings(page: Page, button: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name=button).click()


def entries(page: Page) -> Locator:
    return page.get_by_role("list", name="Entries").get_by_role("listitem")


def choice(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name="Audit log").locator(f"select[name={name}]")


@check("an admin reads who did what, and finds it by kind and by person")
def read(world: World) -> None:
    page = world.ada.page
    settings(page, "Audit log…")
    expect(entries(page).filter(has_text="signed in.").first).to_contain_text("127.0.0.1")
    expect(entries(page).filter(has_text="looked at everybody’s accounts.").first).to_be_visible()
    world.picture("audit-log", world.ada)
    choice(page, "kind").select_option(label="Accounts made")
    expect(entries(page).filter(has_text="signed in.")).to_have_count(0)
    expect(entries(page)).to_have_count(3)
    choice(page, "person").select_option(label="Ben Okoro")
    expect(entries(page)).to_have_count(1)
    expect(entries(page)).to_contain_text("Ben Okoro made the account of themselves, as member.")
    choice(page, "kind").select_option(label="Roles")
    expect(entries(page)).to_have_text("Nothing of that kind.")


@check("the log is verified, and says so itself")
def verified(world: World) -> None:
    page = world.ada.page
    choice(page, "kind").select_option(label="Verifications")
    choice(page, "person").select_option(label="Everybody")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("entries are as they were written.")).to_be_visible()
    expect(entries(page)).to_contain_text("verified the audit log: it is whole.")
    assert not (found := findings(page, 24)), found
    world.picture("audit-verified", world.ada)


@check("all of it fits on a small dark screen")
def small(world: World) -> None:
    page = world.ada.page
    choice(page, "kind").select_option(label="Everything")
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    expect(entries(page).filter(has_text="signed in.").first).to_be_visible()
    assert not (found := findings(page, 24)), found
    world.picture("audit-small", world.ada)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Audit log")).to_have_count(0)


@check("what became of notifications and letters is shown, and a member sees none of it")
def outcomes(world: World) -> None:
    page = world.ada.page
    if not page.get_by_role("dialog", name="Settings").is_visible():
        page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Notifications and mail…").click()
    expect(page.get_by_role("list", name="Letters")).to_have_text("None.")
    expect(page.get_by_role("list", name="Notifications")).to_have_text("None.")
    world.picture("audit-outcomes", world.ada)
    world.ben.page.get_by_role("button", name="Settings").click()
    expect(world.ben.page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(world.ben.page.get_by_role("button", name="Audit log…")).to_have_count(0)


if __name__ == "__main__":
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
