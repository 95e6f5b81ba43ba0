"""Where things of the AI stand in the web client."""

import re

from playwright.sync_api import Locator, Page, expect

from person import Person


def panel(person: Person, tab: str) -> Locator:
    """The catch-up panel beside the chat, with a tab chosen."""
    aside = person.page.get_by_role("complementary", name="Catch up")
    if not aside.is_visible():
        person.page.get_by_role("button", name="Catch up", exact=True).click()
    aside.get_by_role("tab", name=tab, exact=True).click()
    return aside.get_by_role("tabpanel", name=tab, exact=True)


def hub(person: Person, tab: str) -> Locator:
    if not person.page.locator(".hub").is_visible():
        person.page.get_by_role("button", name=re.compile("^AI\\b")).click()
    # One says how many of its rows are mine.
    name = re.compile(f"^{tab}( ·|$)")
    person.page.get_by_role("tab", name=name).click()
    return person.page.get_by_role("tabpanel", name=name)


def item(place: Locator, text: str) -> Locator:
    return place.locator(".insight").filter(has_text=text)


def settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    section = page.get_by_role("dialog", name="Settings").locator(".ai-preferences")
    expect(section.get_by_role("button", name="Save")).to_be_visible()
    return section
