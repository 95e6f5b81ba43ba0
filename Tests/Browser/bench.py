"""How the web client bears a long conversation: seeds one over the API, drives a browser through it, and prints the figures.

MESSAGEAI_URL says where a server listens that limits nothing; see scripts/bench-browser.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import statistics
import sys
import time
import urllib.parse
import uuid

from playwright.sync_api import Browser, Page, expect, sync_playwright

PASSWORD = "a long enough pass phrase"
WORDS = "the harbour boat leaves at noon and somebody has to bring the ropes before we can load what was ordered last week".split()
CONNECTIONS = 8
NEEDLE_SEQ = 137


class Account:
    def __init__(self, url: str, name: str) -> None:
        self.place = urllib.parse.urlsplit(url).netloc
        self.name = name
        self.email = f"{name.lower()}-{uuid.uuid4().hex[:8]}@example.org"
        self.token = ""
        answer = self.call("POST", "/v1/accounts", {"email": self.email, "password": PASSWORD, "name": name})
        self.id, self.token = answer["user"]["id"], answer["accessToken"]

    def call(self, method: str, path: str, body: object = None, connection: http.client.HTTPConnection | None = None) -> dict:
        line = connection or http.client.HTTPConnection(self.place, timeout=30)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        line.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = line.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return json.loads(text) if text else {}


def text_of(number: int) -> str:
    if number == NEEDLE_SEQ:
        return "The quartermaster keeps the needle in the haystack"
    length = 3 + number * 7 % (60 if number % 9 == 0 else 17)
    return f"{number}: " + " ".join(WORDS[(number * 3 + index) % len(WORDS)] for index in range(length))


def seed(ada: Account, ben: Account, count: int) -> str:
    """A direct conversation in which both have written `count` messages in turn; ada has read them."""
    window = ada.call("POST", "/v1/conversations", {"kind": "direct", "members": [ben.id]})
    path = f"/v1/conversations/{window['feed']}/messages"
    # The first messages one after the other, so that the one that is looked for has its place.
    blocks = [range(1, NEEDLE_SEQ + 2)] + [range(NEEDLE_SEQ + 2 + lane, count + 1, CONNECTIONS) for lane in range(CONNECTIONS)]

    def write(numbers: range) -> None:
        line = http.client.HTTPConnection(ada.place, timeout=30)
        for number in numbers:
            sender = ada if number // 3 % 2 else ben
            sender.call("POST", path, {"id": str(uuid.uuid4()), "text": text_of(number)}, line)
        line.close()

    write(blocks[0])
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        for done in [pool.submit(write, block) for block in blocks[1:]]:
            done.result()
    ada.call("PUT", f"/v1/conversations/{window['feed']}/read", {"seq": count})
    return window["feed"]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def sign_in(browser: Browser, url: str, account: Account) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(url)
    page.get_by_label("E-mail").fill(account.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator(".row-button").first.click()
    expect(page.locator(".message").first).to_be_visible()
    return page


OPEN_HIT = """() => new Promise((resolve) => {
  const hit = [...document.querySelectorAll('.result')].find((node) => node.textContent.includes('quartermaster'));
  const start = performance.now();
  hit.click();
  const look = () => {
    const found = [...document.querySelectorAll('.message')].find((node) => node.textContent.includes('quartermaster'));
    const box = found?.getBoundingClientRect();
    if (box && box.top > 0 && box.bottom < innerHeight) resolve(performance.now() - start);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""

# From the key until what it changes stands in the page, laid out; and until the frame that shows it begins.
WATCH_KEYS = """() => {
  window.keys = [];
  const wait = (isThere, start) => {
    const began = performance.now();
    const look = () => {
      if (!isThere()) { if (performance.now() - began < 2000) channel.port2.postMessage(0); return; }
      document.body.getBoundingClientRect();
      const entry = { laidOut: performance.now() - start };
      window.keys.push(entry);
      requestAnimationFrame(() => { entry.frame = performance.now() - start; });
    };
    const channel = new MessageChannel();
    channel.port1.onmessage = look;
    channel.port2.postMessage(0);
  };
  document.addEventListener('keydown', (event) => {
    const input = event.target;
    if (input.tagName !== 'TEXTAREA') return;
    const before = input.value;
    if (event.key === 'Enter') wait(() => [...document.querySelectorAll('.message')].at(-1)?.textContent.includes(before), event.timeStamp);
    else wait(() => input.value !== before, event.timeStamp);
  }, true);
}"""

# How long the browser itself takes to bring one row to disk: sending waits for that before the message is shown.
DISK = """async () => {
  const asked = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = failed; });
  const opening = indexedDB.open('bench-disk');
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
  const database = await asked(opening);
  const times = [];
  for (let number = 0; number < 20; number += 1) {
    const began = performance.now();
    const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
    transaction.objectStore('rows').add({ text: `row ${number}` });
    await new Promise((done) => { transaction.oncomplete = done; });
    times.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, 100));
  }
  database.close();
  await asked(indexedDB.deleteDatabase('bench-disk'));
  return times;
}"""

FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const step = (now) => { window.frames_.push(now - last); last = now; window.frameRun = requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""


def scroll(page: Page, steps: int, pixels: int) -> list[float]:
    page.mouse.move(700, 400)
    page.evaluate(FRAMES)
    for _ in range(steps):
        page.mouse.wheel(0, pixels)
        page.wait_for_timeout(16)
    return page.evaluate("() => { cancelAnimationFrame(window.frameRun); return window.frames_.slice(2); }")


def keys(page: Page, press) -> list[dict]:
    page.evaluate("() => { window.keys = []; }")
    press()
    page.wait_for_timeout(150)
    return page.evaluate("() => window.keys")


def open_hit(page: Page) -> float:
    page.keyboard.press("Control+k")
    page.get_by_role("searchbox", name="Search messages").fill("quartermaster needle")
    expect(page.locator(".result").first).to_be_visible()
    elapsed = page.evaluate(OPEN_HIT)
    return elapsed


def measure(browser: Browser, url: str, count: int, runs: int) -> dict[str, float]:
    ada, ben = Account(url, "Ada"), Account(url, "Ben")
    began = time.monotonic()
    seed(ada, ben, count)
    print(f"{count} messages written in {time.monotonic() - began:.1f} s", file=sys.stderr)
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    for run in range(runs):
        page = sign_in(browser, url, ada)
        page.evaluate(WATCH_KEYS)
        note("old hit until shown, ms", open_hit(page))
        page.get_by_role("button", name="Jump to the newest message").click()
        page.wait_for_timeout(200)
        # Back to the beginning of the conversation, page by page.
        rows, nodes, limit = 0, 0, time.monotonic() + 240
        frames: list[float] = []
        while page.locator(".note", has_text="begins").count() == 0 and time.monotonic() < limit:
            frames += scroll(page, 60, -1500)
            rows = max(rows, page.locator(".message").count())
            nodes = max(nodes, page.evaluate("() => document.querySelectorAll('*').length"))
        expect(page.locator(".note", has_text="begins")).to_be_visible()
        note("scroll back while pages load, frame p95, ms", percentile(frames, 0.95))
        frames = []
        for _ in range(4):
            frames += scroll(page, 60, 1500)
            frames += scroll(page, 60, -900)
        note("scroll when all is loaded, frame p95, ms", percentile(frames, 0.95))
        note("the same, p99", percentile(frames, 0.99))
        rows = max(rows, page.locator(".message").count())
        note("rows in the page, at most", rows)
        note("nodes in the page, at most", max(nodes, page.evaluate("() => document.querySelectorAll('*').length")))
        page.get_by_role("button", name="Jump to the newest message").click()
        page.get_by_label("Message", exact=True).focus()
        typed = keys(page, lambda: page.keyboard.type("somebody types a line that is as long as lines are", delay=30))
        note("typing, p95, ms", percentile([key["laidOut"] for key in typed], 0.95))
        note("the same until the frame, p95", percentile([key["frame"] for key in typed], 0.95))
        page.get_by_label("Message", exact=True).fill("")
        sent = []
        for number in range(20):
            page.get_by_label("Message", exact=True).fill(f"sent {run} {number} {uuid.uuid4().hex[:6]}")
            sent += keys(page, lambda: page.keyboard.press("Enter"))
        note("send until shown, p50, ms", percentile([key["laidOut"] for key in sent], 0.5))
        note("the same, p95", percentile([key["laidOut"] for key in sent], 0.95))
        note("of it one row of IndexedDB on disk, p50, ms", percentile(page.evaluate(DISK), 0.5))
        began = time.monotonic()
        page.reload()
        expect(page.locator(".message").first).to_be_visible()
        note("reload with all messages on disk, ms", (time.monotonic() - began) * 1000)
        page.context.close()
        print(f"run {run + 1}: " + json.dumps({name: round(values[-1], 1) for name, values in figures.items()}), file=sys.stderr)
    return {name: statistics.median(values) for name, values in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        try:
            figures = measure(browser, os.environ["MESSAGEAI_URL"], arguments.messages, arguments.runs)
        finally:
            browser.close()
    for name, value in figures.items():
        print(f"{name:50} {value:10.1f}")


if __name__ == "__main__":
    main()
