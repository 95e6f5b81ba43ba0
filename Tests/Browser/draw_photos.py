"""Draws the pictures of the web client that the documentation shows. Photos and faces in them are drawn here as SVG."""

import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.request
import uuid

from playwright.sync_api import Browser, Page, expect, sync_playwright

URL = os.environ["MESSAGEAI_URL"]
PASSWORD = "tidewater-demo"

SUNSET = """<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#20395c"/><stop offset=".55" stop-color="#d9805f"/>
<stop offset="1" stop-color="#f6c98a"/></linearGradient><rect width="1200" height="900" fill="url(#s)"/>
<circle cx="760" cy="520" r="86" fill="#ffe6b0"/><rect y="560" width="1200" height="340" fill="#2d4a66"/>
<g fill="#f6c98a" opacity=".55"><rect x="640" y="590" width="240" height="10" rx="5"/><rect x="690" y="630" width="150" height="9" rx="4"/>
<rect x="600" y="676" width="260" height="9" rx="4"/><rect x="710" y="726" width="110" height="8" rx="4"/></g>
<path d="M0 560 L120 470 L210 520 L330 430 L470 560Z" fill="#1d3350"/><g fill="#14233a"><path d="M250 700h320l-50 70H300z"/>
<rect x="398" y="470" width="9" height="235"/><path d="M412 480 L412 680 L540 680Z" fill="#f3e3cf"/><path d="M392 510 L392 680 L310 680Z" fill="#e2c9ab"/></g>"""
CARDS = """<rect width="1200" height="900" fill="#b98d62"/><g opacity=".25" stroke="#7d5a38" stroke-width="6">
<path d="M0 150H1200M0 330H1200M0 520H1200M0 720H1200"/></g><g transform="rotate(-9 420 440)"><rect x="170" y="240" width="520" height="330" rx="14" fill="#2f6150"/>
<text x="220" y="350" font-family="Noto Sans, sans-serif" font-size="64" font-weight="700" fill="#f4f1e8">Tidewater</text>
<text x="222" y="410" font-family="Noto Sans, sans-serif" font-size="30" fill="#cfe3d9">The harbour, hour by hour</text>
<path d="M220 500q60-50 120 0t120 0t120 0" fill="none" stroke="#f4f1e8" stroke-width="10"/></g>
<g transform="rotate(7 760 560)"><rect x="560" y="420" width="520" height="330" rx="14" fill="#f4f1e8"/><circle cx="660" cy="585" r="62" fill="#d9805f"/>
<text x="760" y="560" font-family="Noto Sans, sans-serif" font-size="40" font-weight="700" fill="#243b53">Opening</text>
<text x="760" y="615" font-family="Noto Sans, sans-serif" font-size="30" fill="#4b6075">Pier 4, from 17:00</text></g>"""
CAFE = """<rect width="1200" height="900" fill="#efe3d0"/><rect y="620" width="1200" height="280" fill="#9c6b45"/><rect x="90" y="90" width="430" height="400" rx="10" fill="#a9d2e3"/>
<path d="M90 400q110-90 220-20t210-60v170H90z" fill="#4f87a0"/><path d="M305 90v400M90 290h430" stroke="#fff8ec" stroke-width="16"/>
<ellipse cx="800" cy="720" rx="230" ry="44" fill="#fff8ec"/><path d="M640 500h320q-8 200-100 210h-120q-92-10-100-210z" fill="#fff"/><ellipse cx="800" cy="502" rx="160" ry="34" fill="#5a3822"/>
<path d="M760 506q40-34 80 0q-40 34-80 0" fill="#e9d3b5"/><path d="M955 540q110 0 70 90q-24 44-92 40" fill="none" stroke="#fff" stroke-width="26"/>
<g fill="none" stroke="#cdb79b" stroke-width="12" opacity=".8"><path d="M740 440q-34-50 0-96t0-96"/><path d="M830 440q-34-50 0-96t0-96"/></g>"""


def face(skin: str, hair: str, clothes: str, ground: str, long: bool) -> str:
    behind = f'<path d="M128 250q0-140 128-140t128 140v190H128z" fill="{hair}"/>' if long else ""
    return (
        f'<rect width="512" height="512" fill="{ground}"/>{behind}<path d="M76 512q10-130 180-130t180 130z" fill="{clothes}"/>'
        f'<rect x="222" y="320" width="68" height="90" rx="30" fill="{skin}"/><ellipse cx="256" cy="250" rx="96" ry="116" fill="{skin}"/>'
        f'<path d="M154 240q-6-130 102-130t102 130q-26-66-102-66t-102 66z" fill="{hair}"/>'
        '<g fill="#2b2320"><circle cx="220" cy="256" r="9"/><circle cx="292" cy="256" r="9"/></g>'
        '<path d="M222 306q34 30 68 0" fill="none" stroke="#7c3b34" stroke-width="9" stroke-linecap="round"/>')


FACES = {
    "mira": face("#f0c9a8", "#b5793a", "#2f6150", "#dfe9e2", True),
    "kenji": face("#e8bf98", "#211c1b", "#35507a", "#d8e0ee", False),
    "rosa": face("#d39b70", "#3b221a", "#b4483c", "#f2ddd3", True),
    "tomas": face("#efc6a6", "#6f5335", "#5b6470", "#e6e4dc", False),
    "amara": face("#8a5a3c", "#1d1512", "#d2973b", "#f3e6c9", True),
}


def send(method: str, path: str, body: bytes | dict | None, token: str | None = None, **headers: str) -> dict:
    data = json.dumps(body).encode() if isinstance(body, dict) else body
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json", **headers}, method=method)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
        return json.loads(text) if text else {}


def sign_in(name: str) -> str:
    return send("POST", "/v1/sessions", {"email": f"{name}@demo.example", "password": PASSWORD, "device": "docs"})["accessToken"]


def upload(token: str, name: str, content: bytes) -> str:
    id = str(uuid.uuid4())
    send("POST", "/v1/uploads", {"id": id, "name": name, "bytes": len(content)}, token)
    send("PATCH", f"/v1/uploads/{id}", content, token, **{
        "Content-Type": "application/partial-upload", "Upload-Offset": "0", "Upload-Complete": "?1"})
    return id


def post(token: str, conversation: str, text: str, attachments: list[dict]) -> None:
    id = str(uuid.UUID(int=int(time.time() * 1_000) << 80 | 7 << 76 | 2 << 62 | uuid.uuid4().int & (1 << 62) - 1))
    body = {"id": id, "text": text} | ({"attachments": attachments} if attachments else {})
    send("POST", f"/v1/conversations/{conversation}/messages", body, token)


def drawn(page: Page, svg: str, width: int, height: int) -> bytes:
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(
        f'<style>body{{margin:0}}svg{{display:block}}</style><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{svg}</svg>')
    return page.screenshot(type="jpeg", quality=90)


def fill(browser: Browser) -> None:
    page = browser.new_page()
    tokens = {name: sign_in(name) for name in FACES}
    for name, svg in FACES.items():
        photo = upload(tokens[name], f"{name}.jpg", drawn(page, svg, 512, 512))
        send("PATCH", "/v1/me", {"photo": photo}, tokens[name])
    scenes = {name: drawn(page, svg, 1200, 900) for name, svg in (("sunset", SUNSET), ("cards", CARDS), ("cafe", CAFE))}
    page.close()
    listed = send("GET", "/v1/conversations", None, tokens["mira"])["conversations"]
    windows = [send("GET", f"/v1/conversations/{one['id']}", None, tokens["mira"]) for one in listed]
    cafe = next(window for window in windows if (window.get("conversation") or {}).get("name") == "Harbour café")["conversation"]["id"]
    post(tokens["amara"], cafe, "The printed cards came this morning. Which one for the door?", [
        {"id": upload(tokens["amara"], "cards.jpg", scenes["cards"]), "alt": "Two printed cards on a wooden table"}])
    post(tokens["kenji"], cafe, "The green one. And this was the harbour an hour ago:", [])
    post(tokens["kenji"], cafe, "", [
        {"id": upload(tokens["kenji"], "harbour.jpg", scenes["sunset"]), "alt": "A sailing boat at sunset"},
        {"id": upload(tokens["kenji"], "window.jpg", scenes["cafe"]), "alt": "A cup of coffee at a window"}])
    post(tokens["rosa"], cafe, "Green for me too. The order with the prices:", [
        {"id": upload(tokens["rosa"], "Card order, 400 pieces.pdf", b"%PDF-1.4\n" + b"% order\n" * 9_000 + b"%%EOF\n")}])
    post(tokens["mira"], cafe, "Green it is. Lovely light, Kenji!", [])


def photograph(browser: Browser, scheme: str, folder: pathlib.Path) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme=scheme, reduced_motion="reduce", timezone_id="Europe/Stockholm", locale="en-GB")
    page = context.new_page()
    page.goto(URL)
    page.get_by_label("E-mail").fill("mira@demo.example")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    for name, group in (("photos", "Harbour café"), ("chat", "Tidewater launch")):
        page.get_by_role("button", name=group).first.click()
        page.mouse.move(700, 30)
        expect(page.locator(".message").first).to_be_visible()
        page.wait_for_function("() => document.querySelectorAll('.face').length > 3")
        if name == "photos":
            below = page.locator(".message").filter(has_text="Green it is.")
            below.scroll_into_view_if_needed()
            expect(below).to_be_visible()
        page.wait_for_function("() => [...document.images].every((image) => image.complete)")
        page.screenshot(path=folder / f"{name}-{scheme}.png")
    context.close()


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{URL}/health")
            break
        except urllib.error.URLError:
            time.sleep(0.1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        fill(browser)
        for scheme in ("light", "dark"):
            photograph(browser, scheme, folder)
        browser.close()


main()
