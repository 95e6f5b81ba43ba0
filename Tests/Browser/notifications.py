"""Notifications of a real browser: turned on, and what is shown while a page is behind another."""

from playwright.sync_api import Page, expect

from person import Person

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, ...data }));
}"""

FOCUSED = """async () => (await self.clients.matchAll({ type: 'window' })).some((page) => page.focused)"""


def shown(page: Page) -> list[dict[str, str]]:
    return page.evaluate(SHOWN)


def waits_for(page: Page, *bodies: str) -> list[dict[str, str]]:
    """Until just these are shown."""
    for _ in range(600):
        notices = shown(page)
        if [notice["body"] for notice in notices] == list(bodies):
            return notices
        page.wait_for_timeout(50)
    raise AssertionError(f"shown are {notices}")


def put_behind(person: Person, is_behind: bool = True) -> None:
    """Another page comes to the front, or this one again. The test's browser else takes each for the one in front."""
    emulation = person.context.new_cdp_session(person.page)
    emulation.send("Emulation.setFocusEmulationEnabled", {"enabled": not is_behind})
    (person.context.new_page() if is_behind else person.page).bring_to_front()
    # The service worker hears of it later than the page.
    for _ in range(600 if is_behind else 0):
        if not any(worker.evaluate(FOCUSED) for worker in person.context.service_workers[-1:]):
            return
        person.page.wait_for_timeout(50)
    assert not is_behind, "the page stays in front"


def turn_on(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_label("Tell me of messages on this device").check()
    expect(settings.get_by_label("Tell me of messages on this device")).to_be_checked()
    page.keyboard.press("Escape")
