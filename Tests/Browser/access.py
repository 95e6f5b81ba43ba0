"""What everybody must be able to use: axe on a view in both looks, sizes of what is touched, and a keyboard that is counted."""

import importlib.resources
import json

from playwright.sync_api import Page

AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()
SCHEMES = ("light", "dark")
RUN = """async (rules) => {
  const options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
  const { violations } = await axe.run(document, rules ? { ...options, runOnly: rules } : options);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 4).map((node) => node.html.slice(0, 200)).join(' | ')}`);
}"""
SMALL = """(least) => {
  const found = [];
  for (const node of document.querySelectorAll('button, a[href], input, select, textarea, summary, [role="tab"], [role="menuitem"]')) {
    // A link inside a sentence is as high as its line.
    if (node.closest('.text') || !node.checkVisibility({ visibilityProperty: true }) || node.closest('[inert]')) continue;
    const dialogs = document.querySelectorAll('dialog[open]');
    if (dialogs.length && !dialogs[dialogs.length - 1].contains(node)) continue;
    const parts = [node, ...(node.labels ?? [])].map((part) => part.getBoundingClientRect());
    const width = Math.max(...parts.map((part) => part.width));
    const height = Math.max(...parts.map((part) => part.height));
    if (width < least - 0.5 || height < least - 0.5) found.push(`${Math.round(width)}x${Math.round(height)}: ${node.outerHTML.slice(0, 160)}`);
  }
  return [...new Set(found)];
}"""
CUT = """() => [...document.querySelectorAll('main, nav, aside, dialog[open], [role="main"], [role="navigation"], .hub-body, .conversations, .scroller')]
  .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1).map((node) => `${node.scrollWidth} in ${node.clientWidth}: ${node.cloneNode().outerHTML}`)"""
HEADINGS = """() => [...document.querySelectorAll('h1, h2, h3, h4, [role="heading"]')].filter((node) => node.checkVisibility())
  .map((node) => Number(node.getAttribute('aria-level') ?? node.tagName[1]))"""


def findings(page: Page, least: int) -> list[str]:
    """What is wrong with the view that is shown, in the light look and the dark one."""
    page.evaluate(AXE)
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        # The other look differs in colours only.
        rules = None if scheme == SCHEMES[0] else ["color-contrast"]
        found += [f"{scheme}: {line}" for line in page.evaluate(RUN, rules)]
    found += [f"small: {line}" for line in page.evaluate(SMALL, least)]
    return found + [f"sideways: {line}" for line in page.evaluate(CUT)]


class Keyboard:
    """Presses keys and counts them; what is typed into a field is one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0
        self.way: list[str] = []

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
            self.count += 1
            self.way.append(f"{key} → {self.focused()}")

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.count += 1
        self.way.append(f"“{text}”")

    def until(self, name: str, key: str = "Tab", most: int = 20) -> None:
        """Presses a key until what has the focus is called so."""
        for _ in range(most):
            if name in self.focused():
                return
            self.press(key)
        raise AssertionError(f"{name} was not reached:\n" + "\n".join(self.way))

    def focused(self) -> str:
        return self.page.evaluate(
            """() => {
              const node = document.activeElement;
              return [node.tagName.toLowerCase(), node.getAttribute('aria-label') ?? node.labels?.[0]?.textContent ?? (node === document.body ? '' : node.textContent.slice(0, 60))].join(' ');
            }"""
        )


def report(found: dict[str, list[str]]) -> str:
    return json.dumps(found, indent=1, ensure_ascii=False)
