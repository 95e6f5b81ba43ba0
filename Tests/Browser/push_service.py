"""The push service of a browser, for tests: it takes what the server sends, decrypts it, and hands it to the service
worker as the browser does. No push service is reached from here."""

import base64
import http.server
import os
import queue
import threading
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Worker, expect

from person import Person

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
