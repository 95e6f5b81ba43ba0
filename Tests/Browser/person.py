"""One person at a browser: signs up, opens conversations, writes, and notes everything that the browser complains about."""

import re
import uuid
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

PASSWORD = "a long enough pass phrase"
WHILE_OFFLINE = re.compile(r"net::ERR_INTERNET_DISCONNECTED")

KEPT = """async () => {
  const kept = {};
  const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = await done(database.transaction(store).objectStore(store).getAll());
      kept[store] = [...(kept[store] ?? []), ...rows.map((row) => JSON.stringify(row))];
    }
    database.close();
  }
  return kept;
}"""


UNTIL = """async () => {
  const end = Date.now() + 30_000;
  while (!(await (%s)())) {
    if (Date.now() > end) throw new Error('It did not come to that.');
    await new Promise((next) => setTimeout(next, 50));
  }
}"""


def until(page: Page, condition: str) -> None:
    """Waits until a function of the page answers that it holds. Playwright's own waiting takes a promise for a yes."""
    page.evaluate(UNTIL % condition)


class Person:
    def __init__(self, browser: Browser, url: str, name: str, email: str | None = None, **context: Any) -> None:
        self.url = url
        self.name = name
        self.email = email or f"{name.split()[0].lower()}-{uuid.uuid4().hex[:8]}@example.org"
        self.complaints: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        self.was_offline = False
        self.context: BrowserContext = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **context})
        self.page: Page = self.open_page()

    def open_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda message: message.type in ("error", "warning") and self.complain(message.text, message.location.get("url", "")))
        page.on("pageerror", lambda error: self.complain(f"uncaught: {error}", ""))
        page.on("dialog", lambda dialog: (self.complain(f"a dialog opened: {dialog.message}", ""), dialog.dismiss()))
        self.page = page
        return page

    def complain(self, text: str, place: str) -> None:
        if self.was_offline and WHILE_OFFLINE.search(text):
            return
        line = f"{text} {place}"
        if not any(pattern.search(line) for pattern in self.expected):
            self.complaints.append(f"{self.name}: {line}")

    # Accounts

    def sign_up(self) -> "Person":
        self.page.goto(self.url)
        expect(self.page.locator("main.auth:not([aria-busy])")).to_be_visible()
        is_first = self.page.get_by_role("heading", name="Set up your workspace").count() > 0
        if is_first:
            self.page.get_by_label("Name of the workspace").fill("Harbour")
            self.page.get_by_label("Everybody who reaches this server").check()
        else:
            self.page.get_by_role("button", name="Create an account").click()
        self.page.get_by_label("Name", exact=True).fill(self.name)
        self.fill_credentials("Create workspace" if is_first else "Create account")
        self.start_chatting()
        return self

    def start_chatting(self) -> None:
        """Leaves what a new person sees first."""
        welcome = self.page.get_by_role("dialog", name=re.compile("^Welcome"))
        welcome.get_by_role("button", name="Start chatting").click()
        expect(welcome).to_be_hidden()

    def sign_in(self) -> "Person":
        self.page.goto(self.url)
        self.fill_credentials("Sign in")
        return self

    def fill_credentials(self, button: str) -> None:
        self.page.get_by_label("E-mail").fill(self.email)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name=button, exact=True).click()
        expect(self.page.get_by_label("Filter conversations")).to_be_visible()

    def kept(self) -> dict[str, list[str]]:
        """What this browser has stored of anybody: by kind, the rows as text."""
        return self.page.evaluate(KEPT)

    # The network

    def go_offline(self) -> None:
        self.was_offline = True
        self.context.set_offline(True)
        expect(self.banner).to_be_visible()

    def go_online(self) -> None:
        self.context.set_offline(False)
        expect(self.banner).to_be_hidden(timeout=40_000)

    @property
    def banner(self) -> Locator:
        return self.page.locator(".banner:not(.reminder-notice)")

    # Conversations

    def start(self, *others: "Person", group: str | None = None) -> None:
        self.page.get_by_role("button", name="New conversation").click()
        dialog = self.page.get_by_role("dialog", name="New conversation")
        for other in others:
            dialog.get_by_label("Find people").fill(other.email)
            dialog.get_by_role("button", name=re.compile(re.escape(other.email))).click()
            expect(dialog.get_by_role("button", name=f"Remove {other.name}")).to_be_visible()
        if group:
            dialog.get_by_label("Group name").fill(group)
        dialog.get_by_role("button", name="Create group" if group else "Start").click()
        expect(dialog).to_be_hidden()
        expect(self.heading).to_have_text(group or others[0].name)

    def row(self, title: str) -> Locator:
        return self.page.locator(".row").filter(has=self.page.locator(".row-title", has_text=re.compile(f"^{re.escape(title)}$")))

    def open(self, title: str) -> None:
        self.row(title).locator(".row-button").click()
        expect(self.heading).to_have_text(title)

    @property
    def heading(self) -> Locator:
        return self.page.locator(".chat-title h1")

    @property
    def composer(self) -> Locator:
        return self.page.get_by_label("Message", exact=True)

    def write(self, text: str) -> None:
        self.composer.fill(text)
        self.composer.press("Enter")
        expect(self.composer).to_have_value("")

    # Messages

    def message(self, text: str) -> Locator:
        return self.page.locator(".message").filter(has=self.page.locator(".text", has_text=re.compile(f"^{re.escape(text)}$")))

    def sees(self, text: str) -> None:
        expect(self.message(text)).to_have_count(1)

    def sees_status(self, text: str, status: str) -> None:
        expect(self.message(text).get_by_role("img", name=status, exact=True)).to_be_visible()

    def tool(self, text: str, name: str) -> None:
        self.message(text).hover()
        self.message(text).get_by_role("button", name=name, exact=True).click()

    def texts(self) -> list[str]:
        return self.page.locator(".message .text").all_inner_texts()
