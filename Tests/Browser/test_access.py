"""Everybody can use it: axe finds nothing on any view, in both looks and both widths; a keyboard is enough; fingers hit."""

import re
import sys
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from access import HEADINGS, Keyboard, findings, report
from person import PASSWORD, Person
from runner import World, check, main

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}
CREW = "Harbour crew"
LAST = "See https://example.org/tides for the tides"


@check("there is a team with something to show")
def team(world: World) -> None:
    ada, ben, cleo = world.ada, world.ben, world.cleo
    ada.start(ben, cleo, group=CREW)
    for text in ("The map of the harbour is in the blue folder", "We decided it: the ferry leaves at nine", "Ben, please book the boat by Friday"):
        ada.write(text)
    ben.open(CREW)
    ben.sees("Ben, please book the boat by Friday")
    ben.tool("We decided it: the ferry leaves at nine", "Reply")
    ben.write("Nine is fine")
    ben.write("Nein")
    ben.sees_status("Nein", "Delivered")
    ben.tool("Nein", "Edit")
    ben.write(LAST)
    ben.tool("Ben, please book the boat by Friday", "More")
    ben.page.get_by_role("menuitem", name="Mark as action item").click()
    cleo.start(ben)
    cleo.write("Are you there?")
    ben.open(cleo.name)
    ben.write("I am")


def views(world: World, page: Page, person: Person, is_phone: bool) -> Iterator[str]:
    """Goes through every view of somebody who has signed in; each is on the screen when its name is given."""

    def escape(dialog: str) -> None:
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name=dialog)).to_have_count(0)

    def back() -> None:
        if is_phone:
            page.get_by_role("button", name="Back to the list").click()

    def beside(name: str) -> None:
        if is_phone:
            page.get_by_role("button", name="Conversation options").click()
        page.get_by_role("menuitem" if is_phone else "button", name=name).click()

    expect(person.row(CREW)).to_be_visible()
    yield "list"
    page.get_by_role("button", name="New conversation").click()
    picker = page.get_by_role("dialog", name="New conversation")
    expect(picker.get_by_role("button", name=re.compile(world.cleo.email))).to_be_visible()
    yield "new conversation"
    picker.get_by_role("button", name=re.compile(world.ada.email)).click()
    yield "new conversation, somebody chosen"
    escape("New conversation")
    page.get_by_role("button", name=re.compile("^Search")).click()
    search = page.get_by_role("dialog", name="Search")
    yield "search"
    search.get_by_label("Search messages").fill("ferry")
    expect(search.locator(".result").first).to_be_visible()
    yield "search, found"
    search.get_by_label("Search messages").fill("When does the ferry leave?")
    expect(search.locator(".output")).to_be_visible(timeout=60_000)
    yield "search, answered"
    escape("Search")
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings.locator(".ai-preferences").get_by_role("button", name="Save")).to_be_visible()
    settings.locator("summary").click()
    # From the top: where it has scrolled to, a button may be half under the heading.
    settings.evaluate("(node) => [node, ...node.querySelectorAll('*')].forEach((part) => part.scrollTo(0, 0))")
    yield "settings"
    settings.get_by_role("button", name="Log of AI requests").click()
    expect(page.get_by_role("dialog", name="Log of AI requests").locator("li").first).not_to_have_text("Loading…")
    yield "log of AI requests"
    escape("Log of AI requests")
    settings.get_by_role("button", name="What the assistant keeps").click()
    yield "what the assistant keeps"
    escape("What the assistant keeps")
    escape("Settings")
    person.open("Cleo Marchetti")
    person.sees("I am")
    yield "direct chat"
    beside("About")
    expect(page.get_by_text("Local time")).to_be_visible()
    yield "about somebody"
    escape("About") if is_phone else page.get_by_role("complementary").get_by_role("button", name="Close").click()
    back()
    person.open(CREW)
    person.sees(LAST)
    yield "group chat"
    page.get_by_role("button", name="Conversation options").click()
    yield "menu"
    page.keyboard.press("Escape")
    page.locator(".messages").focus()
    page.keyboard.press("ArrowUp")
    expect(person.message(LAST)).to_be_focused()
    yield "a message with its tools"
    person.message(LAST).get_by_role("button", name="edited").press("Enter")
    expect(page.get_by_role("dialog", name="Earlier versions")).to_be_visible()
    yield "earlier versions"
    escape("Earlier versions")
    person.tool(LAST, "More")
    page.get_by_role("menuitem", name=re.compile("^Read by")).click()
    expect(page.get_by_role("dialog", name="Who has it")).to_be_visible()
    yield "who has it"
    escape("Who has it")
    person.tool(LAST, "Delete")
    yield "delete?"
    escape("Delete this message?")
    person.tool(LAST, "Reply")
    yield "a reply"
    person.composer.press("Escape")
    beside("Members")
    expect(page.get_by_role("list", name="Members")).to_be_visible()
    yield "members"
    escape("Members") if is_phone else page.get_by_role("complementary").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Catch up", exact=True).click()
    for tab in ("Summary", "To do", "Decisions", "Meet"):
        page.get_by_role("tab", name=tab, exact=True).click()
        panel = page.get_by_role("tabpanel", name=tab, exact=True)
        if tab == "Summary":
            expect(panel.locator(".output")).to_be_visible(timeout=60_000)
        if tab == "To do":
            expect(panel.locator(".insight").first).to_be_visible()
        if tab == "Meet":
            panel.get_by_role("button", name="Find times").click()
            expect(panel.locator(".output")).to_be_visible(timeout=60_000)
        yield f"catch up, {tab}"
    escape("Catch up") if is_phone else page.get_by_role("complementary").get_by_role("button", name="Close").click()
    back()
    page.get_by_role("button", name=re.compile("^AI\\b")).click()
    for tab in ("Missed", "Priority", "To do", "Decisions", "Assistant", "Earlier"):
        # One says how many of its rows are mine.
        name = re.compile(f"^{tab}( ·|$)")
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tabpanel", name=name).locator(".working")).to_have_count(0, timeout=60_000)
        yield f"intelligence, {tab}"
    back()
    person.go_offline()
    yield "offline"
    person.go_online()


def audit(world: World, is_phone: bool) -> None:
    least = 44 if is_phone else 24
    visitor = Person(world.browser, world.url, "Ben Okoro", world.ben.email, **(PHONE if is_phone else WIDE))
    world.people.append(visitor)
    page = visitor.page
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if lines := findings(page, least):
            found[name] = lines
        levels = page.evaluate(HEADINGS)
        if any(later > former + 1 for former, later in zip(levels, levels[1:])):
            found.setdefault(name, []).append(f"headings skip a level: {levels}")
        for scheme in ("light", "dark"):
            if world.screenshots:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                world.picture(f"{'phone' if is_phone else 'wide'}-{name.replace(' ', '-').replace(',', '').strip('?')}-{scheme}", visitor)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")

    try:
        page.goto(world.url)
        expect(page.get_by_role("heading", name="Welcome to Harbour")).to_be_visible()
        look("sign in")
        page.get_by_role("button", name="Create an account").click()
        look("create account")
        visitor.sign_in()
        for name in views(world, page, visitor, is_phone):
            look(name)
    finally:
        print(report(found)) if found else None
        page.close()
    assert not found, f"{len(found)} views with findings"


@check("axe finds nothing on any view on a wide screen, in both looks; what is pressed is 24 pixels large")
def wide(world: World) -> None:
    audit(world, is_phone=False)


@check("axe finds nothing on any view on a phone, in both looks; what is touched is 44 pixels large")
def phone(world: World) -> None:
    audit(world, is_phone=True)


@check("a keyboard signs in, sends, searches, looks at the settings and signs out in 40 keys")
def by_keyboard(world: World) -> None:
    person = Person(world.browser, world.url, "Ada Lindqvist", world.ada.email, **WIDE)
    world.people.append(person)
    page, keys = person.page, Keyboard(person.page)
    page.goto(world.url)
    expect(page.get_by_label("E-mail")).to_be_focused()
    keys.type(person.email)
    keys.press("Tab")
    keys.type(PASSWORD)
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Conversations")).to_be_focused()
    expect(person.row(CREW)).to_be_visible()
    keys.until(CREW)
    keys.press("Enter")
    expect(person.composer).to_be_focused()
    keys.type("Written without a mouse")
    keys.press("Enter")
    person.sees_status("Written without a mouse", "Sent")
    keys.press("Control+k")
    keys.type("ferry")
    expect(page.get_by_role("dialog", name="Search").locator(".result").first).to_be_visible()
    keys.press("Escape")
    expect(person.composer).to_be_focused()
    keys.until("Settings", "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    keys.until("Sign out")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Welcome to Harbour")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_be_focused()
    print(f"      {keys.count} keys")
    assert keys.count <= 40, f"{keys.count} keys:\n" + "\n".join(keys.way)


@check("arrow keys walk the list, and who closes a chat is at its row")
def walk_list(world: World) -> None:
    page, person = world.ben.page, world.ben
    person.open(CREW)
    page.keyboard.press("Escape")
    expect(person.row(CREW).locator(".row-button")).to_be_focused()
    titles = page.locator(".row .row-title").all_inner_texts()
    page.keyboard.press("Home")
    expect(person.row(titles[0]).locator(".row-button")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(person.row(titles[1]).locator(".row-button")).to_be_focused()
    assert page.locator(".conversations button:not([tabindex='-1'])").count() == 2, "a row and its menu"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu", name=f"Options for {titles[1]}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=f"Options for {titles[1]}")).to_be_focused()


@check("the window is named after what it shows and what is unread")
def titles(world: World) -> None:
    ada, ben = world.ada, world.ben
    ben.open(ada.name) if ben.row(ada.name).count() else ben.start(ada)
    expect(ben.page).to_have_title(f"{ada.name} · MessageAI")
    ada.open(CREW)
    ada.write("One more")
    expect(ben.page).to_have_title(f"(1) {ada.name} · MessageAI")
    ben.page.get_by_role("button", name=re.compile("^AI\\b")).click()
    expect(ben.page).to_have_title("(1) AI · MessageAI")
    ben.open(CREW)
    expect(ben.page).to_have_title(f"{CREW} · MessageAI")


@check("what comes is read aloud with the conversation's name, and not what is muted")
def announced(world: World) -> None:
    ada, ben = world.ada, world.ben
    aloud = ben.page.locator("#announcer")
    ada.write("Who is on deck?")
    expect(aloud).to_have_text(f"{ada.name} in {CREW}: Who is on deck?")
    ben.page.get_by_role("button", name="Conversation options").click()
    ben.page.get_by_role("menuitem", name="Mute until I unmute").click()
    expect(ben.row(CREW).get_by_role("img", name="Muted")).to_be_visible()
    ada.write("Nobody hears this")
    ben.sees("Nobody hears this")
    expect(aloud).to_have_text(f"{ada.name} in {CREW}: Who is on deck?")


@check("everybody is listed without a word typed, and found inside names and with a slip")
def people(world: World) -> None:
    page = world.ben.page
    page.get_by_role("button", name="New conversation").click()
    dialog = page.get_by_role("dialog", name="New conversation")
    people = dialog.get_by_role("list", name="People").get_by_role("listitem")
    expect(people.filter(has_text=world.cleo.email)).to_be_visible()
    expect(people.filter(has_text=world.ada.email)).to_be_visible()
    expect(people.filter(has_text=world.ben.email)).to_have_count(0)
    expect(people.first).to_contain_text(re.compile(f"{world.cleo.email}|{world.ada.email}"))
    for typed in ("chetti", "CLEO", "marcheti", "celo"):
        dialog.get_by_label("Find people").fill(typed)
        expect(people.filter(has_text="Ada Lindqvist")).to_have_count(0)
        expect(people.first).to_contain_text(world.cleo.email)
    dialog.get_by_label("Find people").press("ArrowDown")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Remove Cleo Marchetti")).to_be_visible()
    page.keyboard.press("Escape")


@check("times are those of the profile, not of the browser")
def times(world: World) -> None:
    person = Person(world.browser, world.url, "Dora Quist", **WIDE, timezone_id="America/New_York", locale="en-US").sign_up()
    world.people.append(person)
    page = person.page
    person.start(world.cleo)
    person.write("What time is it?")
    shown = person.message("What time is it?").locator("time")
    expect(shown).to_have_text(re.compile("[AP]M$"))
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_label("Time zone").fill("Asia/Kathmandu")
    settings.get_by_label("Locale").fill("de-DE")
    settings.get_by_role("button", name="Save", exact=True).first.click()
    page.keyboard.press("Escape")
    expect(shown).to_have_text(re.compile(r"^\d{1,2}:\d\d$"))
    wanted = page.evaluate(
        """() => new Date(document.querySelector('.message time').dateTime).toLocaleTimeString('de-DE', { timeZone: 'Asia/Kathmandu', hour: 'numeric', minute: '2-digit' })"""
    )
    expect(shown).to_have_text(wanted)


if __name__ == "__main__":
    sys.exit(main(__doc__))
