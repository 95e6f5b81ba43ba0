"""Photos of people and groups in a real browser: chosen, cut to a square, shown at once wherever a name stands, and removed."""

import sys

from playwright.sync_api import Locator, Page, expect

from access import findings, report
from person import Person
from pictures import photo
from runner import World, check, main

CREW = "Faces of the harbour"


def choose(page: Page, button: Locator) -> Locator:
    """Picks a photo; the dialog that cuts it."""
    with page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files([photo("me.png", 400, 300, 5)])
    dialog = page.get_by_role("dialog", name="Choose a photo")
    expect(dialog).to_be_visible()
    return dialog


def is_shown(place: Locator) -> None:
    """The photo itself covers the initials."""
    face = place.locator(".avatar .face")
    expect(face).to_have_count(1)
    face.page.wait_for_function("(image) => image.complete && image.naturalWidth > 0", arg=face.element_handle())
    expect(face).not_to_have_class("fresh")


def head(person: Person) -> Locator:
    return person.page.locator(".chat-header")


@check("somebody's photo is cut to a square, and everybody sees it at once")
def mine(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben)
    ada.write("Do you know my face?")
    ben.open(ada.name)
    ben.sees("Do you know my face?")
    expect(head(ben).locator(".avatar")).to_contain_text("AL")
    ada.page.get_by_role("button", name="Settings").click()
    settings = ada.page.get_by_role("dialog", name="Settings")
    dialog = choose(ada.page, settings.get_by_role("button", name="Add a photo"))
    dialog.get_by_label("Size").fill("2")
    dialog.locator(".crop").press("ArrowLeft")
    world.picture("faces-crop", ada)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    is_shown(settings.locator(".photo-choice"))
    world.picture("faces-settings", ada)
    ada.page.keyboard.press("Escape")
    is_shown(ada.page.locator(".me"))
    is_shown(head(ben))
    is_shown(ben.row(ada.name))


@check("a group has a photo, which its admins choose, and messages in it have faces")
def group(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben, world.cleo, group=CREW)
    ada.write("Faces everywhere")
    ben.open(CREW)
    is_shown(ben.page.locator(".message", has_text="Faces everywhere"))
    ada.page.get_by_role("button", name="Members").click()
    members = ada.page.get_by_role("complementary", name="Members")
    choose(ada.page, members.get_by_role("button", name="Add a photo")).get_by_role("button", name="Save").click()
    is_shown(members.locator(".photo-choice"))
    is_shown(head(ben))
    is_shown(world.cleo.row(CREW))
    world.picture("faces-group", ada)
    ben.page.get_by_role("button", name="Members").click()
    theirs = ben.page.get_by_role("complementary", name="Members")
    is_shown(theirs.locator(".photo-choice"))
    expect(theirs.get_by_role("button", name="Change photo")).to_have_count(0)
    members.get_by_role("button", name="Remove photo").click()
    expect(head(ben).locator(".face")).to_have_count(0)
    expect(head(ben).locator(".avatar")).to_contain_text("FH")


@check("faces are there after the page is loaded again, and when there is network again after one without")
def reloaded(world: World) -> None:
    ben = world.ben
    ben.page.reload()
    is_shown(ben.row(world.ada.name))
    is_shown(ben.page.locator(".message", has_text="Faces everywhere"))
    world.ada.page.reload()
    is_shown(world.ada.page.locator(".me"))
    ben.page.wait_for_function("navigator.serviceWorker.controller !== null")
    ben.was_offline = True
    ben.context.set_offline(True)
    ben.page.reload()
    expect(ben.row(world.ada.name)).to_be_visible()
    expect(ben.row(world.ada.name).locator(".face")).to_have_count(0)
    ben.go_online()
    is_shown(ben.row(world.ada.name))
    is_shown(ben.page.locator(".message", has_text="Faces everywhere"))


@check("axe finds nothing on faces and what changes them, in both looks")
def access(world: World) -> None:
    found: dict[str, list[str]] = {}
    page = world.ada.page

    def look(name: str) -> None:
        lines = findings(page, 24)
        if lines:
            found[name] = lines

    look("group")
    page.get_by_role("button", name="Settings").click()
    dialog = choose(page, page.get_by_role("dialog", name="Settings").get_by_role("button", name="Change photo"))
    look("crop")
    dialog.get_by_role("button", name="Close").click()
    look("settings")
    assert not found, report(found)


if __name__ == "__main__":
    sys.exit(main(__doc__))
