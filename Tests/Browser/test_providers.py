"""Signing in with an account elsewhere, in a real browser and with a real OpenID provider (oidc-provider-mock)."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

from playwright.sync_api import Locator, Page, expect

from access import findings
from own_server import BINARY, Server
from person import PASSWORD, Person
from runner import World, check, main

WHEN_REFUSED = re.compile(r"status of (4\d\d|503)")


def vouched(sub: str, email: str, name: str, verified: bool = True) -> dict[str, object]:
    return {"sub": sub, "email": email, "email_verified": verified, "name": name}


def go(page: Page, sub: str | None) -> None:
    """What somebody does at the provider; None says no."""
    page.get_by_role("button", name="Continue with Acme").click()
    page.wait_for_url(re.compile(re.escape(PROVIDER.issuer)))
    if sub is None:
        page.get_by_role("button", name="Deny").click()
    else:
        page.get_by_placeholder("sub").fill(sub)
        page.get_by_role("button", name="Authorize").click()
    page.wait_for_url(re.compile(re.escape(SERVER.url)))


def stranger(world: World, name: str, **context: object) -> Person:
    person = Person(world.browser, SERVER.url, name, **context)
    # The provider's page asks for a style sheet of the web, which is not there.
    person.expected += [WHEN_REFUSED, re.compile(r"jsdelivr|favicon|ERR_CONNECTION_(REFUSED|RESET)")]
    world.people.append(person)
    person.page.goto(SERVER.url)
    expect(person.page.locator("main.auth:not([aria-busy])")).to_be_visible()
    return person


@check("somebody new comes with an account elsewhere, says what they are called, and is there")
def newcomer(world: World) -> None:
    page = stranger(world, "Vera Visitor").page
    found = findings(page, 10)
    assert not found, found
    world.picture("providers-sign-in", world.people[-1])
    go(page, "vera")
    expect(page.get_by_role("heading", name="One last thing")).to_be_visible()
    assert page.url == f"{SERVER.url}/", f"the address keeps nothing of the answer: {page.url}"
    expect(page.get_by_label("Name")).to_have_value("Vera V")
    found = findings(page, 10)
    assert not found, found
    world.picture("providers-name", world.people[-1])
    page.get_by_label("Name").fill("Vera Visitor")
    page.get_by_role("button", name="Create account").click()
    world.people[-1].start_chatting()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings").get_by_text("vera@acme.example is verified.")).to_be_visible()


@check("who comes again is in at once, on another device and in the dark")
def again(world: World) -> None:
    page = stranger(world, "Vera Again", color_scheme="dark").page
    world.picture("providers-dark", world.people[-1])
    go(page, "vera")
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


@check("who signs out is offered to sign out of the provider too, also after the page was loaded anew")
def leaves(world: World) -> None:
    vera = world.people[-1]
    page = vera.page
    page.reload()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Sign out", exact=True).click()
    offer = page.get_by_role("link", name="Sign out of Acme too")
    expect(offer).to_be_visible()
    assert not (found := findings(page, 10)), found
    world.picture("providers-signed-out", vera)
    page.set_viewport_size({"width": 390, "height": 844})
    world.picture("providers-signed-out-phone", vera)
    offer.click()
    page.wait_for_url(re.compile(re.escape(PROVIDER.issuer) + ".*end_session"))
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(page.url).query)
    assert query["post_logout_redirect_uri"] == [f"{SERVER.url}/"] and query["client_id"], query


@check("an account with the same address is linked with its password, and not with a wrong one")
def consent(world: World) -> None:
    page = stranger(world, "Ben Elsewhere").page
    PROVIDER.know(vouched("ben", world.ben.email, "Ben"))
    go(page, "ben")
    expect(page.get_by_role("heading", name="Is this you?")).to_be_visible()
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Link with Acme").click()
    expect(page.get_by_text("The password is wrong.")).to_be_visible()
    world.picture("providers-consent", world.people[-1])
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Link with Acme").click()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings.get_by_text("Linked today")).to_be_visible()


@check("somebody who is signed in links an account in the settings, and unlinks it")
def links(world: World) -> None:
    ada = world.ada
    ada.expected += [WHEN_REFUSED, re.compile(r"jsdelivr|favicon|ERR_CONNECTION_(REFUSED|RESET)")]
    page = ada.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Link…").click()
    dialog = page.get_by_role("dialog", name="Link Acme")
    dialog.get_by_label("Password").fill("not the password")
    dialog.get_by_role("button", name="Continue with Acme").click()
    expect(dialog.get_by_text("The password is wrong.")).to_be_visible()
    world.picture("providers-link", ada)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Continue with Acme").click()
    page.wait_for_url(re.compile(re.escape(PROVIDER.issuer)))
    page.get_by_placeholder("sub").fill("adas-other-account")
    page.get_by_role("button", name="Authorize").click()
    expect(page.get_by_text("From now on Acme signs you in, too.")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings.get_by_text("Linked today")).to_be_visible()
    settings.get_by_text("Linked today").scroll_into_view_if_needed()
    world.picture("providers-settings", ada)
    settings.get_by_role("button", name="Unlink").click()
    expect(settings.get_by_text("Not linked")).to_be_visible()
    page.keyboard.press("Escape")


@check("an admin sees how somebody signs in, unlinks it, and cannot take the last way in")
def by_admin(world: World) -> None:
    page = world.ada.page
    world.ada.expected.append(re.compile("409"))

    def options(name: str) -> Locator:
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("dialog", name="Settings").get_by_role("button", name="People…", exact=True).click()
        page.get_by_role("button", name=f"Options for {name}").click()
        page.get_by_role("menuitem", name="Accounts elsewhere…").click()
        return page.get_by_role("dialog", name=f"How {name} signs in")

    dialog = options(world.ben.name)
    expect(dialog.get_by_text("Has a password too.")).to_be_visible()
    found = findings(page, 10)
    assert not found, found
    world.picture("providers-by-admin", world.ada)
    dialog.get_by_role("button", name="Unlink Acme").click()
    expect(dialog.get_by_text("None is linked.")).to_be_visible()
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    dialog = options("Vera Visitor")
    dialog.get_by_role("button", name="Unlink Acme").click()
    expect(dialog.get_by_text("Nothing would be left to sign in with.")).to_be_visible()
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


@check("in the terminal somebody signs in by a browser on the same device, and stays signed in")
def terminal(world: World) -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "MESSAGEAI_HOME": home}
        command = [BINARY, "send", "--server", SERVER.url, "--to", world.ada.email]
        process = subprocess.Popen(
            [*command, "--provider", "acme", "Said in the terminal"], env=environment, stderr=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)  # fmt: skip
        address = next(line.strip() for line in process.stderr if line.startswith(PROVIDER.issuer))
        page = stranger(world, "Tess Terminal").page
        page.goto(address)
        page.get_by_placeholder("sub").fill("tess")
        page.get_by_role("button", name="Authorize").click()
        expect(page.get_by_text("go back to the terminal")).to_be_visible()
        output, problem = process.communicate(timeout=30)
        assert process.returncode == 0, problem
        again = subprocess.run([*command, "And again"], env=environment, capture_output=True, text=True, timeout=30)
        assert again.returncode == 0, again.stderr
    expect(world.ada.page.get_by_text("Tess Terminal").first).to_be_visible()
    expect(world.ada.page.get_by_text("And again").first).to_be_visible()


@check("who says no, has no verified address, or brings an answer that is not theirs is told so")
def refused(world: World) -> None:
    page = stranger(world, "Nobody").page
    go(page, None)
    expect(page.get_by_text("You did not sign in with Acme.")).to_be_visible()
    go(page, "unverified")
    expect(page.get_by_text("has not verified your e-mail address")).to_be_visible()
    page.goto(f"{SERVER.url}/#/openid?code=stolen&state=forged")
    expect(page.get_by_text("This sign-in has ended. Begin again.")).to_be_visible()
    assert page.url == f"{SERVER.url}/", page.url
    page.goto(f"{SERVER.url}/v1/openid/callback/acme?code=x&state=forged")
    expect(page.get_by_text("This sign-in has ended. Begin again.")).to_be_visible()


@check("while the provider is down people are told, and passwords do")
def down(world: World) -> None:
    PROVIDER.stop()
    for person in world.people:
        person.expected.append(re.compile("ERR_CONNECTION_(REFUSED|RESET)"))
    page = stranger(world, "Vera Later").page
    SERVER.stop()
    SERVER.start()
    page.reload()
    page.get_by_role("button", name="Continue with Acme").click()
    expect(page.get_by_text("Acme does not answer. Try again in a moment.")).to_be_visible()
    page.get_by_label("E-mail").fill(world.ben.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    PROVIDER.start()
    page.reload()


@check("with accounts elsewhere only there is no field for a password")
def only(world: World) -> None:
    SERVER.stop()
    SERVER.command.append("--openid-only")
    SERVER.start()
    page = stranger(world, "Vera Only").page
    expect(page.get_by_role("button", name="Continue with Acme")).to_be_visible()
    assert page.locator("input").count() == 0
    world.picture("providers-only", world.people[-1])
    go(page, "vera")
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


if __name__ == "__main__":
    from identity_provider import IdentityProvider

    PROVIDER = IdentityProvider(vouched("vera", "vera@acme.example", "Vera V"), vouched("tess", "tess@acme.example", "Tess Terminal"), vouched("unverified", "u@acme.example", "U", False))
    FOLDER = tempfile.TemporaryDirectory()
    FILE = pathlib.Path(FOLDER.name, "providers.json")
    FILE.write_text(json.dumps([{"id": "acme", "name": "Acme", "issuer": PROVIDER.issuer, "clientID": "messageai", "clientSecretFile": "secret"}]))
    pathlib.Path(FOLDER.name, "secret").write_text("a secret\n")
    SERVER = Server("--no-rate-limits", "--openid", str(FILE))
    SERVER.command += ["--public-address", SERVER.url]
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
