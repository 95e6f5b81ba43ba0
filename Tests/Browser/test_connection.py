"""The language model that admins connect, in a real browser, with a server that speaks as OpenAI does."""

import http.server
import json
import os
import sys
import threading
from typing import Any

from playwright.sync_api import Locator, Page, expect

from access import findings
from own_server import Server, free_port
from runner import World, check, main

SERVER = Server("--no-rate-limits")
KEY = "sk-canary-0123456789-wxyz"


class Model(http.server.BaseHTTPRequestHandler):
    """Knows one model and one key."""

    def answer(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self) -> None:
        self.answer(404, {"error": "not found"})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != f"Bearer {KEY}":
            return self.answer(401, {"error": {"message": "no", "code": "invalid_api_key"}})
        if asked["model"] != "small":
            return self.answer(404, {"error": {"message": "no", "code": "model_not_found"}})
        choice = {"message": {"content": "Blue"}, "finish_reason": "stop"}
        return self.answer(
            200, {"model": "small", "choices": [choice], "usage": {"prompt_tokens": 20, "completion_tokens": 2}}
        )

    def log_message(self, format: str, *arguments: object) -> None:
        pass


MODEL_PORT = free_port()
threading.Thread(
    target=http.server.ThreadingHTTPServer(("127.0.0.1", MODEL_PORT), Model).serve_forever, daemon=True
).start()


def model(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Language model…").click()
    return page.get_by_role("dialog", name="Language model")


def fill(dialog: Locator, name: str, key: str) -> None:
    dialog.get_by_label("Kind").select_option("compatible")
    dialog.get_by_label("Address").fill(f"http://127.0.0.1:{MODEL_PORT}/v1")
    dialog.get_by_label("Model", exact=True).fill(name)
    dialog.get_by_label("Key").fill(key)


@check("an admin reads that no model is connected, and looks for some on the server")
def begins(world: World) -> None:
    dialog = model(world.ada.page)
    expect(dialog.get_by_text("No model is connected.")).to_be_visible()
    expect(dialog.get_by_label("Key")).to_be_hidden()
    dialog.get_by_role("button", name="Look for models on the server").click()
    # What runs on the machine of the test is not known: the page says either.
    expect(dialog.get_by_text("Choose one").or_(dialog.get_by_text("None was found"))).to_be_visible()
    found = findings(world.ada.page, 10)
    assert not found, found


@check("what is wrong is told in a sentence before anything is connected")
def wrong(world: World) -> None:
    dialog = world.ada.page.get_by_role("dialog", name="Language model")
    fill(dialog, "small", "sk-canary-of-somebody-else")
    dialog.get_by_role("button", name="Test", exact=True).click()
    expect(dialog.get_by_text("did not accept the key")).to_be_visible()
    fill(dialog, "large", KEY)
    dialog.get_by_role("button", name="Test", exact=True).click()
    expect(dialog.get_by_text("does not know large")).to_be_visible()
    expect(dialog.get_by_text("No model is connected.")).to_be_visible()


@check("a model is tried and connected by keyboard, and its key is not shown again")
def connects(world: World) -> None:
    page = world.ada.page
    dialog = page.get_by_role("dialog", name="Language model")
    fill(dialog, "small", KEY)
    dialog.get_by_role("button", name="Test", exact=True).focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("It answered “Blue”")).to_be_visible()
    dialog.get_by_text("Prices and people").click()
    dialog.get_by_label("Price of a million tokens read").fill("100")
    dialog.get_by_label("Price of a million tokens written").fill("1000")
    dialog.get_by_label("Share of people").fill("10")
    dialog.get_by_label("Model", exact=True).focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_text(f"small at 127.0.0.1:{MODEL_PORT}")).to_be_visible()
    expect(dialog.get_by_text("10 % of people get it.")).to_be_visible()
    expect(dialog.get_by_text("the key ends in wxyz")).to_be_visible()
    assert "canary" not in page.content()
    dialog.get_by_role("button", name="Test it").click()
    expect(dialog.get_by_text("a price of 0.004")).to_be_visible()
    found = findings(page, 10)
    assert not found, found
    world.picture("connection", world.ada)


@check("it is disconnected, and who is no admin is not offered it")
def ends(world: World) -> None:
    dialog = world.ada.page.get_by_role("dialog", name="Language model")
    dialog.get_by_role("button", name="Disconnect").click()
    expect(dialog.get_by_text("No model is connected.")).to_be_visible()
    page = world.ben.page
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(page.get_by_role("button", name="Language model…")).to_have_count(0)


if __name__ == "__main__":
    SERVER.start()
    os.environ["MESSAGEAI_URL"] = SERVER.url
    sys.exit(main(__doc__))
