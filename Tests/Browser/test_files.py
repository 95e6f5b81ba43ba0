"""Pictures, files and voice notes in a real browser: sent, seen, opened, through cuts, reloads and without network."""

import hashlib
import pathlib
import re
import sys
from typing import Any

from playwright.sync_api import Error, Locator, Route, expect

from access import findings, report
from person import Person
from pictures import noise, pdf, photo
from runner import World, check, main

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CREW = "Pictures of the harbour"
ATTEMPTS = 5
CUT = re.compile(r"net::ERR_(FAILED|INTERNET_DISCONNECTED|ABORTED)|/v1/uploads")
CARRY = """({ kind, files }) => {
  const transfer = new DataTransfer();
  for (const { name, type, bytes, size } of files)
    transfer.items.add(new File([bytes ? Uint8Array.from(bytes) : new Uint8Array(size)], name, { type }));
  const options = { bubbles: true, cancelable: true };
  const target = document.querySelector(kind === 'paste' ? '.composer textarea' : '.messages');
  if (kind === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
  else for (const name of kind === 'drop' ? ['dragenter', 'dragover', 'drop'] : ['dragenter', 'dragover'])
    target.dispatchEvent(new DragEvent(name, { ...options, dataTransfer: transfer }));
}"""


SWIPE = """(stage, [from, to]) => {
  const finger = { pointerType: 'touch', bubbles: true, clientY: 300, buttons: 1 };
  stage.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX: from }));
  stage.dispatchEvent(new PointerEvent('pointerup', { ...finger, clientX: to, buttons: 0 }));
}"""


def pick(person: Person, *files: Any) -> None:
    with person.page.expect_file_chooser() as chooser:
        person.page.get_by_role("button", name="Add files").click()
    chooser.value.set_files(list(files))


def carry(person: Person, kind: str, *files: dict[str, Any]) -> None:
    """Pastes files, drops them, or holds them over the chat."""
    person.page.evaluate(CARRY, {"kind": kind, "files": list(files)})


def tray(person: Person) -> Locator:
    return person.page.get_by_role("list", name="Files to send").get_by_role("listitem")


def send(person: Person) -> None:
    person.page.get_by_role("button", name="Send", exact=True).click()
    expect(tray(person)).to_have_count(0)


def picture(person: Person, name: str) -> Locator:
    return person.page.locator(".messages").get_by_role("img", name=name, exact=True)


def is_drawn(image: Locator) -> None:
    """The picture itself is there, not only its place."""
    expect(image).to_be_visible()
    for _ in range(ATTEMPTS):
        # Its message may be built anew while it is looked at: it has been read, or has come to the server.
        try:
            image.scroll_into_view_if_needed()
            image.page.wait_for_function("(image) => !image.isConnected || (image.complete && image.naturalWidth > 0)", arg=image.element_handle())
            if image.evaluate("(image) => image.complete && image.naturalWidth > 0"):
                return
        except Error as error:
            if "not attached" not in error.message:
                raise
    raise AssertionError("the picture is not drawn")


def downloaded(person: Person, button: Locator) -> bytes:
    with person.page.expect_download() as download:
        button.click()
    return pathlib.Path(download.value.path()).read_bytes()


@check("a photo with a description and a plan are picked, sent with a text, and seen")
def photo_and_plan(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben, world.cleo, group=CREW)
    ada.write("The first pictures")
    ben.open(CREW)
    pick(ada, photo("harbour.png", 1200, 800), pdf("Harbour plan.pdf"))
    expect(tray(ada)).to_have_count(2)
    expect(tray(ada).first).to_contain_text("harbour.png")
    ada.page.get_by_role("button", name="Describe harbour.png").click()
    ada.page.get_by_label("Description").fill("Two boats in the morning")
    ada.page.get_by_role("dialog", name="Describe this picture").get_by_role("button", name="Save").click()
    expect(ada.page.get_by_role("button", name="Change the description of harbour.png")).to_be_focused()
    world.picture("files-tray", ada)
    ada.composer.fill("What it looks like today")
    send(ada)
    ben.sees("What it looks like today")
    is_drawn(picture(ben, "Two boats in the morning"))
    is_drawn(picture(ada, "Two boats in the morning"))
    box = picture(ben, "Two boats in the morning").bounding_box()
    assert box and round(box["width"] / box["height"], 1) == 1.5, box
    plan = ben.page.get_by_role("button", name=re.compile(r"^Download Harbour plan\.pdf, PDF"))
    assert downloaded(ben, plan) == pdf("")["buffer"]
    expect(ada.page.get_by_role("progressbar")).to_have_count(0)
    assert ada.kept()["files"] == [], "what was sent is not kept any more"
    world.picture("files-chat", ben)


@check("several pictures stand in a grid, and one line says what they are")
def grid(world: World) -> None:
    ada, ben = world.ada, world.ben
    pick(ada, *[photo(f"view-{number}.png", 300, 200 + 40 * number, number) for number in range(5)])
    expect(tray(ada)).to_have_count(5)
    send(ada)
    expect(ben.page.locator(".pictures.of-4")).to_be_visible()
    expect(ben.page.locator(".more-pictures")).to_have_text("+1")
    is_drawn(picture(ben, "Photo 2 of 5"))
    expect(ben.row(CREW).locator(".preview")).to_have_text(f"{ada.name.split()[0]}: 5 photos")
    expect(world.cleo.row(CREW).locator(".preview")).to_have_text(f"{ada.name.split()[0]}: 5 photos")
    world.picture("files-grid", ben)


@check("a picture opens, is walked through by keys, made larger, and gives the focus back")
def opened(world: World) -> None:
    page = world.ben.page
    first = page.locator("button.picture", has=page.get_by_role("img", name="Two boats in the morning"))
    first.click()
    box = page.get_by_role("dialog", name="Pictures")
    expect(box.get_by_role("status")).to_have_text("1 of 6")
    is_drawn(box.get_by_role("img", name="Two boats in the morning"))
    expect(box.locator(".caption")).to_have_text("Two boats in the morning")
    world.picture("files-lightbox", world.ben)
    page.keyboard.press("ArrowRight")
    expect(box.get_by_role("status")).to_have_text("2 of 6")
    is_drawn(box.get_by_role("img", name="Photo 1 of 5"))
    before = box.locator(".frame").bounding_box()
    page.keyboard.press("+")
    after = box.locator(".frame").bounding_box()
    assert before and after and after["width"] > 1.4 * before["width"], (before, after)
    page.keyboard.press("ArrowRight")
    expect(box.get_by_role("status")).to_have_text("2 of 6")
    page.keyboard.press("0")
    page.keyboard.press("ArrowLeft")
    expect(box.get_by_role("status")).to_have_text("1 of 6")
    box.locator(".stage").evaluate(SWIPE, [300, 100])
    expect(box.get_by_role("status")).to_have_text("2 of 6")
    box.locator(".stage").evaluate(SWIPE, [100, 300])
    expect(box.get_by_role("status")).to_have_text("1 of 6")
    assert downloaded(world.ben, box.get_by_role("button", name="Download"))[:4] == b"\x89PNG"
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(first).to_be_focused()


@check("a network that is lost in the middle of a file costs what was on its way, and the file arrives as it is")
def cut(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.expected.append(CUT)
    file = noise("measurements.bin", 5_000_000)
    methods: list[str] = []

    def unsteady(route: Route) -> None:
        request = route.request
        methods.append(f"{request.method} {request.headers.get('upload-offset', '')}".strip())
        patches = [line for line in methods if line.startswith("PATCH")]
        if request.method == "PATCH" and len(patches) in (2, 4):
            route.abort()
        else:
            route.fallback()

    ada.page.route("**/v1/uploads**", unsteady)
    pick(ada, file)
    send(ada)
    ada.write("Written behind the file")
    ben.sees("Written behind the file")
    ada.page.unroute("**/v1/uploads**")
    card = ben.page.get_by_role("button", name=re.compile(r"^Download measurements\.bin"))
    received = downloaded(ben, card)
    assert hashlib.sha256(received).digest() == hashlib.sha256(file["buffer"]).digest()
    assert methods.count("HEAD") >= 2, methods
    assert methods.count("PATCH 0") == 1, f"what had come was not sent again: {methods}"
    order = ben.page.locator(".message").all_inner_texts()
    places = [index for index, text in enumerate(order) if "measurements.bin" in text or "Written behind" in text]
    assert "measurements.bin" in order[places[0]] and "Written behind" in order[places[1]], order


@check("pictures are sent without network: shown at once, after a reload too, and in their order")
def offline(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ada.go_offline()
    pick(ada, photo("on the train.png", 400, 300, 7))
    ada.composer.fill("From the train")
    send(ada)
    ada.write("And this comes after it")
    ada.sees_status("From the train", "Sending")
    own = ada.message("From the train").get_by_role("img", name="Photo", exact=True)
    is_drawn(own)
    expect(ada.message("From the train").get_by_role("progressbar", name="Sending on the train.png")).to_be_visible()
    world.picture("files-offline", ada)
    ada.page.reload()
    expect(ada.heading).to_have_text(CREW)
    is_drawn(own)
    assert len(ada.kept()["files"]) == 1
    ada.go_online()
    ben.sees("And this comes after it")
    is_drawn(ben.message("From the train").get_by_role("img", name="Photo", exact=True))
    texts = ben.texts()
    assert texts[-2:] == ["From the train", "And this comes after it"], texts
    expect(ada.page.get_by_role("img", name="Sending", exact=True)).to_have_count(0)
    ada.page.wait_for_function("() => !document.querySelector('progress')")
    assert ada.kept()["files"] == []


@check("a page that was closed while a file waited sends it when it is opened again")
def closed(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.page.route("**/v1/uploads**", lambda route: route.abort())
    pick(ada, pdf("Tides.pdf"))
    send(ada)
    expect(ada.page.get_by_role("progressbar", name="Sending Tides.pdf")).to_be_visible()
    address = ada.page.url
    ada.page.close()
    ada.open_page().goto(address)
    expect(ben.page.get_by_role("button", name=re.compile(r"^Download Tides\.pdf"))).to_be_visible(timeout=30_000)


@check("files that are sent from a second tab go out through the first, and go on when the first is closed")
def second_tab(world: World) -> None:
    ada, ben = world.ada, world.ben
    first = ada.page
    first.route("**/v1/uploads**", lambda route: route.abort())
    second = ada.open_page()
    second.goto(first.url)
    pick(ada, photo("second.png", 200, 150, 9))
    ada.composer.fill("From the second tab")
    send(ada)
    first_message = first.locator(".message", has=first.locator(".text", has_text="From the second tab"))
    is_drawn(first_message.get_by_role("img", name="Photo", exact=True))
    first.close()
    ben.sees("From the second tab")
    is_drawn(ben.message("From the second tab").get_by_role("img", name="Photo", exact=True))
    expect(second.get_by_role("progressbar")).to_have_count(0)
    assert ada.kept()["files"] == []


@check("a picture is pasted, and files are dropped on the chat, which says so while they are held over it")
def pasted(world: World) -> None:
    ada, ben = world.ada, world.ben
    carry(ada, "paste", {"name": "image.png", "type": "image/png", "bytes": list(photo("", 60, 40)["buffer"])})
    expect(tray(ada)).to_have_count(1)
    expect(ada.page.locator(".tray-area").get_by_role("status")).to_have_text("Photo added")
    carry(ada, "hold", {"name": "list.csv", "type": "text/csv", "bytes": [97, 44, 98]})
    expect(ada.page.get_by_text("Drop files to add them")).to_be_visible()
    world.picture("files-drop", ada)
    carry(ada, "drop", {"name": "list.csv", "type": "text/csv", "bytes": [97, 44, 98]})
    expect(ada.page.get_by_text("Drop files to add them")).to_be_hidden()
    expect(tray(ada)).to_have_count(2)
    ada.page.get_by_role("button", name="Remove image.png").click()
    expect(tray(ada)).to_have_count(1)
    send(ada)
    expect(ben.page.get_by_role("button", name=re.compile(r"^Download list\.csv"))).to_be_visible()


@check("what is too large, too many or empty is said before anything is sent")
def refused_here(world: World) -> None:
    ada = world.ada
    toast = ada.page.locator(".toast")
    with ada.page.expect_response("**/v1/files/limits") as limits:
        ada.page.reload()
    limit = limits.value.json()["bytes"]
    carry(ada, "drop", {"name": "film.mov", "type": "video/quicktime", "size": limit + 1})
    expect(toast).to_contain_text("“film.mov” is larger than")
    carry(ada, "drop", {"name": "nothing.txt", "type": "text/plain", "size": 0})
    expect(toast).to_have_text("“nothing.txt” is empty.")
    carry(ada, "drop", *[{"name": f"{number}.txt", "type": "text/plain", "size": 3} for number in range(12)])
    expect(toast).to_have_text("A message takes at most 10 files.")
    expect(tray(ada)).to_have_count(10)
    for _ in range(10):
        ada.page.get_by_role("button", name=re.compile("^Remove ")).first.click()
    expect(tray(ada)).to_have_count(0)


@check("a file that the server refuses says why on its message, and can be tried again or discarded")
def refused_there(world: World) -> None:
    ada, ben = world.ada, world.ben
    refusal = {"type": "about:blank", "title": "Forbidden", "status": 403, "code": "forbidden", "detail": "Your files have no room left."}
    ada.page.route("**/v1/uploads", lambda route: route.fulfill(status=403, json=refusal, content_type="application/problem+json"))
    pick(ada, pdf("Too much.pdf"))
    send(ada)
    failed = ada.page.locator(".message", has_text="Too much.pdf")
    expect(failed.get_by_role("alert")).to_contain_text("Your files have no room left.")
    world.picture("files-refused", ada)
    ada.page.unroute("**/v1/uploads")
    failed.get_by_role("button", name="Retry").click()
    expect(ben.page.get_by_role("button", name=re.compile(r"^Download Too much\.pdf"))).to_be_visible()
    expect(failed.get_by_role("alert")).to_have_count(0)


@check("the text of a message with files is edited, also to nothing, and deleting it takes the files away")
def edited(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.tool("From the train", "Edit")
    expect(ada.page.get_by_role("button", name="Add files")).to_be_hidden()
    ada.composer.fill("")
    ada.composer.press("Enter")
    expect(ben.message("From the train")).to_have_count(0)
    message = ben.page.locator(".message", has=ben.page.get_by_role("button", name=re.compile(r"^Download Tides")))
    expect(message).to_have_count(1)
    mine = ada.page.locator(".message", has=ada.page.get_by_role("button", name=re.compile(r"^Download Tides")))
    mine.hover()
    mine.get_by_role("button", name="Delete", exact=True).click()
    ada.page.get_by_role("dialog", name="Delete this message?").get_by_role("button", name="Delete").click()
    expect(message).to_have_count(0)
    expect(ben.page.get_by_text("This message was deleted")).to_have_count(1)


@check("a microphone that is not allowed is told of in words")
def microphone_refused(world: World) -> None:
    world.ben.page.get_by_role("button", name="Record a voice message").click()
    expect(world.ben.page.locator(".toast")).to_contain_text("The microphone is not allowed.")
    expect(world.ben.composer).to_be_visible()


@check("a voice note is recorded, listened to, sent, and played faster")
def voice(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.context.grant_permissions(["microphone"])
    record = ada.page.get_by_role("button", name="Record a voice message")
    record.click()
    recorder = ada.page.get_by_role("group", name="Recording")
    expect(recorder.get_by_role("timer")).to_have_text("0:02")
    world.picture("files-recording", ada)
    ada.page.keyboard.press("Escape")
    expect(recorder).to_be_hidden()
    record.click()
    expect(recorder.get_by_role("timer")).to_have_text("0:03")
    recorder.get_by_role("button", name="Stop and listen").click()
    heard = tray(ada).get_by_role("group", name="Voice message, 0:03")
    expect(heard.get_by_role("button", name="Play")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(heard.get_by_role("button", name="Pause")).to_be_visible()
    expect(heard.locator(".voice-time")).to_have_text("0:01")
    world.picture("files-listening", ada)
    tray(ada).get_by_role("button", name="Discard the voice message").click()
    expect(tray(ada)).to_have_count(0)
    expect(ada.composer).to_be_focused()
    record.click()
    expect(recorder.get_by_role("timer")).to_have_text("0:03")
    recorder.get_by_role("button", name="Stop and listen").click()
    send(ada)
    note = ben.page.get_by_role("group", name="Voice message, 0:03")
    expect(note).to_be_visible()
    expect(ben.row(CREW).locator(".preview")).to_have_text(f"{ada.name.split()[0]}: Voice message")
    note.get_by_role("button", name="Speed 1×").click()
    expect(note.get_by_role("button", name="Speed 1.5×")).to_be_visible()
    note.get_by_role("button", name="Play").click()
    expect(note.get_by_role("button", name="Pause")).to_be_visible()
    expect(note.locator(".voice-time")).to_have_text("0:01")
    world.picture("files-voice", ben)
    expect(note.get_by_role("button", name="Play")).to_be_visible()
    expect(note.locator(".voice-time")).to_have_text("0:03")


@check("a message that answers a picture says so, and a search finds what was said with it")
def quoted(world: World) -> None:
    ben = world.ben
    grid_message = ben.page.locator(".message", has=ben.page.locator(".pictures.of-4"))
    grid_message.scroll_into_view_if_needed()
    grid_message.hover()
    grid_message.get_by_role("button", name="Reply").click()
    ben.write("All five are good")
    expect(ben.message("All five are good").locator(".quote span")).to_have_text("5 photos")


def shared_files(person: Person) -> Locator:
    """The panel with the files of the conversation, opened."""
    button = person.page.get_by_role("button", name="Files", exact=True)
    if not button.is_visible():
        person.page.get_by_role("button", name="Conversation options").click()
        button = person.page.get_by_role("menuitem", name="Files")
    button.click()
    return person.page.get_by_role("tabpanel")


def close_shared_files(person: Person) -> None:
    person.page.get_by_role("button", name="Close", exact=True).last.click()
    expect(person.page.get_by_role("tabpanel")).to_have_count(0)


@check("the files of a conversation are listed by kind, open large, are saved, and lead to their message")
def shared(world: World) -> None:
    ada = world.ada
    panel = shared_files(ada)
    pictures = panel.locator("button.picture")
    expect(pictures.first).to_be_visible()
    count = pictures.count()
    close_shared_files(ada)
    pick(ada, photo("shared.png", 300, 200, 9), pdf("Shared plan.pdf"))
    send(ada)
    ada.write("That was the plan")
    panel = shared_files(ada)
    expect(pictures).to_have_count(min(count + 1, 30))
    is_drawn(pictures.first.get_by_role("img"))
    pictures.first.click()
    is_drawn(ada.page.get_by_role("dialog", name="Pictures").get_by_role("img"))
    ada.page.keyboard.press("Escape")
    expect(pictures.first).to_be_focused()
    ada.page.get_by_role("tab", name="Images").focus()
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.get_by_role("tab", name="Files")).to_have_attribute("aria-selected", "true")
    plan = panel.get_by_role("button", name="Download Shared plan.pdf, PDF")
    assert downloaded(ada, plan) == pdf("")["buffer"]
    panel.get_by_role("button", name="Show in chat").first.click()
    expect(ada.page.locator(".messages .flash")).to_be_visible()
    if ada.page.get_by_role("tabpanel").count():
        close_shared_files(ada)


@check("a file is found by its name, and the search says that it was the file")
def found_by_name(world: World) -> None:
    ada = world.ada
    ada.page.keyboard.press("Control+k")
    ada.page.get_by_role("searchbox", name="Search messages").fill("plan has:file")
    result = ada.page.locator("button.result").first
    expect(result.locator(".snippet")).to_have_text("In a file: Shared plan.pdf")
    expect(result.locator("mark")).to_have_text("plan")
    ada.page.keyboard.press("Escape")


@check("axe finds nothing on anything that has to do with files, in both looks and both widths")
def access(world: World) -> None:
    ada = world.ada
    found: dict[str, list[str]] = {}
    phone = Person(world.browser, world.url, world.ben.name, world.ben.email, **PHONE)
    world.people.append(phone)
    phone.sign_in()
    for person, least in ((ada, 24), (phone, 44)):
        width = "phone" if person is phone else "wide"

        def look(name: str) -> None:
            lines = findings(person.page, least)
            if lines:
                found[f"{width}: {name}"] = lines
            person.page.emulate_media(color_scheme="dark")
            world.picture(f"files-{width}-{name}-dark", person)
            person.page.emulate_media(color_scheme="light")
            world.picture(f"files-{width}-{name}-light", person)

        if person is phone:
            person.open(CREW)
        expect(person.page.locator(".message").last).to_be_visible()
        look("chat")
        person.page.locator(".pictures.of-4").scroll_into_view_if_needed()
        is_drawn(picture(person, "Photo 1 of 5"))
        look("grid")
        person.page.locator("button.picture", has=person.page.get_by_role("img", name="Photo 2 of 5")).click()
        is_drawn(person.page.get_by_role("dialog", name="Pictures").get_by_role("img"))
        look("lightbox")
        person.page.keyboard.press("Escape")
        panel = shared_files(person)
        is_drawn(panel.get_by_role("img").first)
        look("shared-images")
        person.page.get_by_role("tab", name="Files").click()
        expect(panel.get_by_role("button", name="Download").first).to_be_visible()
        look("shared-files")
        person.page.get_by_role("tab", name="Voice").click()
        expect(panel.get_by_role("group").first).to_be_visible()
        look("shared-voice")
        close_shared_files(person)
        pick(person, photo("a.png", 90, 60), pdf("b.pdf"))
        expect(tray(person)).to_have_count(2)
        look("tray")
        person.page.get_by_role("button", name="Describe a.png").click()
        look("describe")
        person.page.keyboard.press("Escape")
        for name in ("a.png", "b.pdf"):
            person.page.get_by_role("button", name=f"Remove {name}").click()
        person.context.grant_permissions(["microphone"])
        person.page.get_by_role("button", name="Record a voice message").click()
        expect(person.page.get_by_role("timer")).to_have_text("0:01")
        look("recording")
        person.page.get_by_role("button", name="Stop and listen").click()
        expect(tray(person)).to_have_count(1)
        look("listening")
        person.page.get_by_role("button", name="Discard the voice message").click()
    assert not found, report(found)


if __name__ == "__main__":
    sys.exit(main(__doc__))
