"""What admins set for messages to be kept or held, and see of who did what: in a real browser."""

import hashlib
import json
import os
import pathlib
import re
import sys
import tarfile

from playwright.sync_api import Locator, Page, expect

sys.path.append(str(pathlib.Path(__file__).parent.parent / "Harden"))

from access import findings
from own_server import Server
from person import PASSWORD
from runner import World, check, main

SERVER = Server()


def settings(page: Page, button: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name=button).click()


def entries(page: Page) -> Locator:
    return page.get_by_role("list", name="Entries").get_by_role("listitem")


def choice(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name="Audit log").locator(f"select[name={name}]")


def close_dialogs(page: Page) -> None:
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def keeping(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Keeping messages")


@check("an admin says for how long messages are kept, in the workspace and in one conversation, and members read it")
def kept(world: World) -> None:
    page = world.ada.page
    world.ada.start(world.ben, group="Harbour")
    world.ben.open("Harbour")
    world.ben.write("Bring the rope")
    world.ada.sees("Bring the rope")
    settings(page, "Keeping messages…")
    dialog = keeping(page)
    expect(dialog.get_by_role("radio", name="For ever").first).to_be_checked()
    dialog.get_by_role("radio", name="For some time").first.check()
    dialog.get_by_label("Messages are kept: days", exact=True).fill("90")
    dialog.get_by_role("button", name="Save").click()
    page.get_by_role("dialog", name="Erase what is older?").get_by_role("button", name="Erase them").click()
    expect(dialog.get_by_label("Messages are kept: days", exact=True)).to_have_value("90")
    expect(dialog.get_by_role("radio", name="For some time").first).to_be_checked()
    own = dialog.get_by_role("list", name="Conversations with a rule of their own")
    expect(own).to_have_text("None.")
    dialog.get_by_text("Set one").first.click()
    dialog.locator("select[name=conversation]").select_option(label="Harbour")
    dialog.get_by_role("button", name="Set for this conversation").click()
    expect(own).to_contain_text("Kept for ever")
    ben = world.ben.page
    own.get_by_role("button", name="As the workspace: Harbour").click()
    page.get_by_role("dialog", name="Erase what is older?").get_by_role("button", name="Erase them").click()
    expect(own).to_have_text("None.")
    ben = world.ben.page
    ben.get_by_role("button", name="Members").click()
    expect(ben.get_by_text("Messages are kept for 90 days, then erased.")).to_be_visible()
    world.picture("retention-details", world.ben)


@check("what an admin holds, nobody deletes, and who tries is told why")
def held(world: World) -> None:
    page, ben = world.ada.page, world.ben.page
    dialog = keeping(page)
    holds = dialog.get_by_role("list", name="Legal holds")
    expect(holds).to_have_text("None.")
    dialog.get_by_text("Set one").last.click()
    dialog.get_by_label("Conversation or person").select_option(label=f"Ben Okoro ({world.ben.email})")
    dialog.get_by_role("button", name="Hold", exact=True).click()
    expect(holds).to_contain_text("Ben Okoro")
    assert not (found := findings(page, 24)), found
    world.picture("retention", world.ada)
    world.ben.tool("Bring the rope", "Delete")
    ben.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(ben.get_by_text("This message is under a legal hold").first).to_be_visible()
    world.picture("retention-held", world.ben)
    world.ada.sees("Bring the rope")
    holds.get_by_role("button", name="Lift: Ben Okoro").click()
    page.get_by_role("dialog", name="Lift the hold?").get_by_role("button", name="Lift it").click()
    expect(holds).to_have_text("None.")
    close_dialogs(page)


@check("an admin reads who did what, and finds it by kind and by person")
def read(world: World) -> None:
    page = world.ada.page
    settings(page, "Audit log…")
    expect(entries(page).filter(has_text="signed in.").first).to_contain_text("127.0.0.1")
    expect(entries(page).filter(has_text="looked at everybody’s accounts.").first).to_be_visible()
    expect(entries(page).filter(has_text="has messages of the workspace kept 90 days; it was for ever.")).to_be_visible()
    expect(entries(page).filter(has_text="set a legal hold on Ben Okoro.")).to_be_visible()
    expect(entries(page).filter(has_text="lifted the legal hold on Ben Okoro.")).to_be_visible()
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


@check("a member downloads what the server has of them, with their password, and it is whole")
def download(world: World) -> None:
    page = world.ben.page
    if not page.get_by_role("dialog", name="Settings").is_visible():
        page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Download my data…").click()
    dialog = page.get_by_role("dialog", name="Download my data")
    assert not (found := findings(page, 24)), found
    with page.expect_download() as saved:
        dialog.get_by_label("Password").fill(PASSWORD)
        dialog.get_by_role("button", name="Download").click()
    expect(dialog.get_by_role("status")).to_contain_text("Done: messageai-account.tar")
    world.picture("download", world.ben)
    assert saved.value.suggested_filename == "messageai-account.tar"
    with tarfile.open(saved.value.path()) as archive:
        manifest = json.load(archive.extractfile("manifest.json"))
        for entry in manifest["files"]:
            data = archive.extractfile(entry["name"]).read()
            assert hashlib.sha256(data).hexdigest() == entry["sha256"], entry["name"]
        assert "Bring the rope" in archive.extractfile("messages/000001.jsonl").read().decode()
        assert world.ben.email in archive.extractfile("account.json").read().decode()
    world.ben.expected.append(re.compile("/v1/me/export"))
    page.route("**/v1/me/export", lambda route: route.abort())
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Download").click()
    expect(dialog.get_by_role("status")).to_have_text("The server cannot be reached.")
    page.unroute("**/v1/me/export")
    close_dialogs(page)


if __name__ == "__main__":
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
