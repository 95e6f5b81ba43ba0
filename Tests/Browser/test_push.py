"""Notifications while no page is open: the server encrypts for the browser's push service, the service worker asks what to show.

No push service is reached from here. The test is one: it gives the browser a subscription, takes what the server sends
there, decrypts it, and hands it to the service worker as the browser does.
"""

import base64
import http.server
import json
import os
import queue
import re
import sys
import threading
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Locator, Page, Worker, expect

from own_server import Server
from person import Person
from runner import World, check, main

PLAIN_URL = os.environ["MESSAGEAI_URL"]

# What the browser does with its push service, but for the service. It is kept as long as the browser's own would be.
PUSH_SERVICE = """(() => {
  if (!('PushManager' in self)) return;
  const PLACE = 'test-subscription';
  const text = (buffer) => String.fromCharCode(...new Uint8Array(buffer));
  const made = (key) => ({
    endpoint: '%(endpoint)s',
    options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: '%(endpoint)s', expirationTime: null, keys: { p256dh: '%(public_key)s', auth: '%(secret)s' } }),
    unsubscribe: async () => { localStorage.removeItem(PLACE); return true; },
  });
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem(PLACE);
    return key ? made(key) : null;
  };
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new DOMException('Each push has to show something.', 'NotAllowedError');
    localStorage.setItem(PLACE, btoa(text(applicationServerKey)));
    return made(localStorage.getItem(PLACE));
  };
})()"""
HIDDEN = """() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
SUBSCRIBED = "async () => Boolean(await (await navigator.serviceWorker.ready).pushManager.getSubscription())"
OFFER = """async () => {
  const { accessToken } = JSON.parse(localStorage.getItem('messageai-session'));
  return (await fetch('/v1/push', { headers: { Authorization: `Bearer ${accessToken}` } })).json();
}"""
SHOWN = """async () => (await registration.getNotifications()).map(({ title, body, tag, data, timestamp }) => ({ title, body, tag, timestamp, ...data }))"""
# Counts the pushes that the worker is done with, and keeps what it would open. What is shown stays until it is closed:
# this browser else closes it after 25 s, as its user may have seen it by then.
WATCHED = """() => {
  if (self.handled !== undefined) return;
  self.handled = 0;
  const former = receive;
  receive = async (data) => { try { await former(data); } finally { self.handled += 1; } };
  const show = registration.showNotification;
  registration.showNotification = (title, options) => show.call(registration, title, { ...options, requireInteraction: true });
  self.opened = [];
  clients.openWindow = async (path) => { self.opened.push(path); };
}"""
# What the browser does when a notification is clicked, which no test can click.
CLICKED = """async () => {
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent('notificationclick', { notification });
  const waiting = [];
  event.waitUntil = (promise) => waiting.push(promise);
  dispatchEvent(event);
  await Promise.all(waiting);
  return self.opened.at(-1);
}"""


def encoded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


class PushService:
    """Takes what the server sends to one browser."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.received: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.received.put(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(201)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def script(self) -> str:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PUSH_SERVICE % {"endpoint": f"{self.origin}/send/eve", "public_key": encoded(point), "secret": encoded(self.secret)}

    def next(self) -> tuple[dict[str, str], str]:
        """The headers of what comes next, and what the browser makes of its body."""
        headers, body = self.received.get(timeout=30)
        return headers, http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm").decode()


class Sleeper:
    """Somebody whose page comes and goes, and the service worker that stays."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.cdp = person.context.new_cdp_session(person.page)
        self.registration: str | None = None
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self.note)
        self.cdp.send("ServiceWorker.enable")

    def note(self, event: dict[str, Any]) -> None:
        for registration in event["registrations"]:
            if registration["scopeURL"].startswith(self.person.url) and not registration["isDeleted"]:
                self.registration = registration["registrationId"]

    def close_page(self) -> None:
        self.person.page.goto("about:blank")

    def open_page(self, path: str = "/") -> None:
        self.person.page.goto(self.person.url + path)
        expect(self.person.page.get_by_label("Filter conversations")).to_be_visible()

    @property
    def worker(self) -> Worker:
        for _ in range(600):
            if self.person.context.service_workers:
                worker = self.person.context.service_workers[-1]
                worker.evaluate(WATCHED)
                return worker
            self.person.page.wait_for_timeout(50)
        raise AssertionError("there is no service worker")

    def deliver(self, push: str) -> None:
        """Returns when the service worker is done with it."""
        assert self.registration
        before = self.worker.evaluate("() => self.handled")
        self.cdp.send("ServiceWorker.deliverPushMessage", {"origin": self.person.url, "registrationId": self.registration, "data": push})
        for _ in range(600):
            if self.worker.evaluate("() => self.handled") > before:
                return
            self.person.page.wait_for_timeout(50)
        raise AssertionError("the service worker has not taken the push")

    def shown(self) -> list[dict[str, Any]]:
        return self.worker.evaluate(SHOWN)

    def waits_for(self, *bodies: str) -> list[dict[str, Any]]:
        """Until just these are shown."""
        for _ in range(600):
            notices = self.shown()
            if [notice["body"] for notice in notices] == list(bodies):
                return notices
            self.person.page.wait_for_timeout(50)
        raise AssertionError(f"shown are {notices}")


def settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog", name="Settings")


def choice(dialog: Locator) -> Locator:
    return dialog.get_by_label("Tell me of messages on this device", exact=True)


def picture(world: World, name: str, person: Person) -> None:
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        world.picture(f"push-{name}-{scheme}", person)
    person.page.emulate_media(color_scheme="light", reduced_motion="reduce")


def put_behind(person: Person, is_behind: bool = True) -> None:
    """Another page covers this one, or it is in front again. The test's browser else takes each for the one in front."""
    emulation = person.context.new_cdp_session(person.page)
    emulation.send("Emulation.setFocusEmulationEnabled", {"enabled": not is_behind})
    (person.context.new_page() if is_behind else person.page).bring_to_front()
    if is_behind:
        person.page.evaluate(HIDDEN)


@check("turned on in the settings, they come also while the page is closed")
def subscribed(world: World) -> None:
    world.eve = Person(world.browser, world.url, "Eve Asleep", permissions=["notifications"])
    world.eve.context.add_init_script(push.script)
    world.people.append(world.eve.sign_up())
    world.ada.start(world.eve)
    world.ada.write("Before you asked")
    world.eve.open(world.ada.name)
    world.eve.sees("Before you asked")
    page = world.eve.page
    page.evaluate("() => { location.hash = ''; }")
    dialog = settings(page)
    expect(choice(dialog)).not_to_be_checked()
    expect(dialog.get_by_text("Notifications come")).to_have_count(0)
    choice(dialog).check()
    expect(dialog.get_by_text("Notifications come also while this page is closed.")).to_be_visible()
    choice(dialog).scroll_into_view_if_needed()
    picture(world, "settings", world.eve)
    page.keyboard.press("Escape")
    offer = page.evaluate(OFFER)
    assert offer["registered"] == "web" and "web" in offer["services"], offer
    world.sleeper = Sleeper(world.eve)


@check("a message that comes while no page is open is sent encrypted, and shown with who wrote it and what")
def shown(world: World) -> None:
    key = world.eve.page.evaluate(OFFER)["webKey"]
    world.sleeper.close_page()
    world.ada.write("The harbour is open")
    headers, content = push.next()
    assert headers["content-encoding"] == "aes128gcm", headers
    assert re.fullmatch(rf"vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k={key}", headers["authorization"]), headers
    fields = json.loads(content)
    assert set(fields) == {"ticket", "conversation", "message", "seq", "badge"}, fields
    assert fields["badge"] == 1, fields
    world.sleeper.deliver(content)
    [notice] = world.sleeper.waits_for("The harbour is open")
    assert notice["title"] == world.ada.name, notice
    assert notice["tag"] == notice["conversation"] == fields["conversation"], notice
    assert notice["message"] == fields["message"] and notice["seq"] == fields["seq"], notice
    # To look it up says that it has come.
    world.ada.sees_status("The harbour is open", "Delivered")
    world.ada.write("And the crane too")
    world.sleeper.deliver(push.next()[1])
    # One for each conversation.
    world.sleeper.waits_for("And the crane too")
    # One that comes late hides no newer one.
    world.sleeper.deliver(content)
    world.sleeper.waits_for("And the crane too")


@check("a click on it opens the message, and what is read is shown no longer")
def clicked(world: World) -> None:
    ada, sleeper = world.ada, world.sleeper
    for number in range(30):
        ada.write(f"Berth {number}\nis\nfree")
    pushes = [push.next()[1] for _ in range(30)]
    pushes.sort(key=lambda content: json.loads(content)["seq"])
    sleeper.deliver(pushes[15])
    [notice] = sleeper.waits_for("Berth 15\nis\nfree")
    path = sleeper.worker.evaluate(CLICKED)
    assert path == f"/#{notice['conversation']}/{notice['message']}", path
    assert sleeper.shown() == []
    sleeper.deliver(pushes[29])
    sleeper.waits_for("Berth 29\nis\nfree")
    sleeper.open_page(path)
    expect(world.eve.heading).to_have_text(ada.name)
    expect(world.eve.message("Berth 15\nis\nfree")).to_be_in_viewport()
    expect(world.eve.message("Berth 29\nis\nfree")).not_to_be_in_viewport()
    assert world.eve.page.url == f"{world.url}/#{notice['conversation']}", world.eve.page.url
    # The newer one is not read yet.
    assert len(sleeper.shown()) == 1
    world.eve.page.get_by_role("button", name="Jump to the newest message").click()
    expect(world.eve.message("Berth 29\nis\nfree")).to_be_in_viewport()
    sleeper.waits_for()


@check("a message is told of once, though both the page and a push tell of it")
def once(world: World) -> None:
    eve, sleeper = world.eve, world.sleeper
    world.ben.start(eve)
    put_behind(eve)
    assert sleeper.shown() == []
    # The server sends nothing to a page that is seen.
    expect(world.ben.page.locator(".chat-title p")).to_have_text("Away")
    world.ben.write("Twice?")
    [notice] = sleeper.waits_for("Twice?")
    sleeper.deliver(push.next()[1])
    assert sleeper.shown() == [notice]


@check("what a former page has told of is shown no longer once it is read")
def reopened(world: World) -> None:
    eve, sleeper = world.eve, world.sleeper
    put_behind(eve, False)
    sleeper.close_page()
    sleeper.waits_for("Twice?")
    sleeper.open_page()
    assert len(sleeper.shown()) == 1, "it is not read yet"
    eve.open(world.ben.name)
    sleeper.waits_for()
    sleeper.close_page()


@check("nothing is shown of what was read on another device before the push came, or after")
def read(world: World) -> None:
    sleeper = world.sleeper
    world.ben.write("Read on the phone")
    early = push.next()[1]
    sleeper.deliver(early)
    sleeper.waits_for("Read on the phone")
    world.ben.write("Read there too")
    late = push.next()[1]
    phone = world.another_device(world.eve)
    phone.open(world.ben.name)
    phone.sees("Read there too")
    world.ben.sees_status("Read there too", "Read")
    phone.context.close()
    sleeper.deliver(late)
    assert [shown["body"] for shown in sleeper.shown()] == ["Read on the phone"]
    sleeper.deliver(early)
    assert sleeper.shown() == []


@check("what cannot be looked up is told of without its text, and a click opens it all the same")
def unreachable(world: World) -> None:
    sleeper = world.sleeper
    for person in world.people:
        person.expected.append(re.compile("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket"))
    world.ada.write("Into the storm")
    content = push.next()[1]
    server.stop()
    sleeper.deliver(content)
    [notice] = sleeper.waits_for("")
    assert notice["title"] == "New message" and notice["message"] == json.loads(content)["message"], notice
    path = sleeper.worker.evaluate(CLICKED)
    server.start()
    expect(world.ada.banner).to_be_hidden(timeout=60_000)
    sleeper.open_page(path)
    expect(world.eve.heading).to_have_text(world.ada.name)
    expect(world.eve.message("Into the storm")).to_be_in_viewport()
    sleeper.deliver("no JSON")
    assert sleeper.shown() == [], "somebody looks at the page"


@check("turned off, the server sends nothing to this browser; turned on, it does again")
def turned_off(world: World) -> None:
    page = world.eve.page
    dialog = settings(page)
    expect(dialog.get_by_text("Notifications come also while this page is closed.")).to_be_visible()
    choice(dialog).uncheck()
    expect(dialog.get_by_text("Notifications come")).to_have_count(0)
    for _ in range(600):
        if "registered" not in page.evaluate(OFFER):
            break
        page.wait_for_timeout(50)
    assert "registered" not in page.evaluate(OFFER)
    assert page.evaluate(SUBSCRIBED) is False
    choice(dialog).check()
    expect(dialog.get_by_text("Notifications come also while this page is closed.")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate(OFFER)["registered"] == "web"


@check("who signs out is sent nothing more, and nothing of theirs is shown that was under way")
def signed_out(world: World) -> None:
    eve, sleeper = world.eve, world.sleeper
    sleeper.close_page()
    world.ada.write("For Eve alone")
    content = push.next()[1]
    sleeper.deliver(content)
    sleeper.waits_for("For Eve alone")
    sleeper.open_page()
    settings(eve.page).get_by_role("button", name="Sign out").click()
    expect(eve.page.get_by_role("button", name="Sign in")).to_be_visible()
    sleeper.waits_for()
    for _ in range(600):
        if not eve.page.evaluate(SUBSCRIBED):
            break
        eve.page.wait_for_timeout(50)
    assert eve.page.evaluate(SUBSCRIBED) is False
    sleeper.close_page()
    sleeper.deliver(content)
    assert sleeper.shown() == []


@check("who comes back is sent them again")
def back(world: World) -> None:
    world.eve.sign_in()
    page = world.eve.page
    for _ in range(600):
        if page.evaluate(OFFER).get("registered") == "web":
            break
        page.wait_for_timeout(50)
    world.sleeper.close_page()
    world.ada.write("Good to have you back")
    world.sleeper.deliver(push.next()[1])
    world.sleeper.waits_for("Good to have you back")


@check("where the server or the browser cannot do it, the settings say so")
def impossible(world: World) -> None:
    finn = Person(world.browser, PLAIN_URL, "Finn Awake", permissions=["notifications"]).sign_up()
    world.people.append(finn)
    dialog = settings(finn.page)
    choice(dialog).check()
    expect(dialog.get_by_text("this server cannot send them to a closed page")).to_be_visible()
    choice(dialog).scroll_into_view_if_needed()
    picture(world, "settings-server", finn)
    gina = Person(world.browser, world.url, "Gina Awake", permissions=["notifications"])
    gina.context.add_init_script("if ('PushManager' in self) PushManager.prototype.subscribe = async () => { throw new DOMException('Registration failed', 'AbortError'); };")
    world.people.append(gina.sign_up())
    dialog = settings(gina.page)
    choice(dialog).check()
    expect(dialog.get_by_text("this browser cannot get them for a closed page")).to_be_visible()
    assert "registered" not in gina.page.evaluate(OFFER)


if __name__ == "__main__":
    push = PushService()
    server = Server("--push-contact", "mailto:test@example.org", "--push-origin", push.origin)
    server.start()
    os.environ["MESSAGEAI_URL"] = server.url
    sys.exit(main(__doc__))
