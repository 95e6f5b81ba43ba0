"""What the browser checks share: three people, checks that run from top to bottom, and pictures of what failed."""

import argparse
import os
import pathlib
import traceback
from collections.abc import Callable

from playwright.sync_api import Browser, expect, sync_playwright

from person import Person

Check = Callable[["World"], None]
checks: list[tuple[str, Check]] = []


class World:
    """Three people. Every check writes texts of its own; the checks run from top to bottom."""

    def __init__(self, browser: Browser, url: str, screenshots: pathlib.Path | None) -> None:
        self.browser = browser
        self.url = url
        self.screenshots = screenshots
        self.people: list[Person] = []
        self.ada = self.join("Ada Lindqvist")
        self.ben = self.join("Ben Okoro")
        self.cleo = self.join("Cleo Marchetti")

    def join(self, name: str) -> Person:
        person = Person(self.browser, self.url, name).sign_up()
        self.people.append(person)
        return person

    def another_device(self, of: Person) -> Person:
        device = Person(self.browser, self.url, of.name, of.email).sign_in()
        self.people.append(device)
        return device

    def picture(self, name: str, person: Person) -> None:
        if self.screenshots and not person.page.is_closed():
            self.screenshots.mkdir(parents=True, exist_ok=True)
            person.page.screenshot(path=self.screenshots / f"{name}.png")


def check(name: str) -> Callable[[Check], Check]:
    def register(body: Check) -> Check:
        checks.append((name, body))
        return body

    return register


def nothing_wrong(world: World) -> None:
    complaints = [line for person in world.people for line in person.complaints]
    assert not complaints, "\n".join(complaints)


def run(world: World) -> int:
    check("the browser complained about nothing")(nothing_wrong)
    failed = 0
    for name, body in checks:
        try:
            body(world)
            print(f"ok    {name}", flush=True)
        except Exception:
            failed += 1
            print(f"FAIL  {name}\n{traceback.format_exc()}", flush=True)
            for person in world.people:
                world.picture(f"failed-{failed}-{person.name.split()[0].lower()}", person)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return failed


def main(description: str | None) -> int:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox", "--use-fake-device-for-media-stream"])
        try:
            return 1 if run(World(browser, os.environ["MESSAGEAI_URL"], arguments.screenshots)) else 0
        finally:
            browser.close()
