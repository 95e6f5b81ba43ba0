"""Notifications of a real browser: turned on in the settings, shown while nobody looks, closed when read."""

import re
import sys

from playwright.sync_api import expect

from notifications import put_behind, shown, turn_on, waits_for
from person import Person
from runner import World, check, main

# What the browser does when a notification is clicked, which no test can click.
OPENED = "(place) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'open', ...place } }))"


@check("who has not asked for notifications is shown none")
def unasked(world: World) -> None:
    world.eve = Person(world.browser, world.url, "Eve Notified", permissions=["notifications"]).sign_up()
    world.people.append(world.eve)
    world.ada.start(world.eve)
    world.ada.write("Before you asked")
    world.eve.row(world.ada.name).wait_for()
    assert shown(world.eve.page) == []


@check("a message that comes behind another page is told of, with who wrote it and what")
def told(world: World) -> None:
    eve = world.eve
    turn_on(eve.page)
    put_behind(eve)
    world.ada.write("The harbour is open")
    [notice] = waits_for(eve.page, "The harbour is open")
    assert notice["title"] == world.ada.name, notice
    world.ada.write("And the crane too")
    # One for each conversation.
    waits_for(eve.page, "And the crane too")


@check("what is opened and read is told of no longer")
def read(world: World) -> None:
    eve = world.eve
    [notice] = shown(eve.page)
    put_behind(eve, False)
    eve.page.evaluate(OPENED, {"conversation": notice["conversation"], "message": notice["message"]})
    expect(eve.heading).to_have_text(world.ada.name)
    eve.sees("And the crane too")
    waits_for(eve.page)


@check("nothing is told of a muted conversation, nor after signing out")
def quiet(world: World) -> None:
    eve = world.eve
    world.ben.start(eve)
    put_behind(eve)
    world.ben.write("Told")
    waits_for(eve.page, "Told")
    put_behind(eve, False)
    eve.page.get_by_role("button", name="Settings").click()
    eve.page.get_by_role("dialog", name="Settings").get_by_role("button", name="Sign out").click()
    expect(eve.page.get_by_role("button", name="Sign in")).to_be_visible()
    waits_for(eve.page)
    world.ben.write("Not told")
    world.ben.sees("Not told")
    assert shown(eve.page) == []


if __name__ == "__main__":
    sys.exit(main(__doc__))
