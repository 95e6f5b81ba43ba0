"""The AI in a real browser against a real server, with or without the sentence model."""

import re
import sys
from typing import Any

from playwright.sync_api import expect

from access import findings
from places import hub, item, panel, settings
from runner import World, check, main

MAP = "The map of the harbour is in the blue folder"
ALARM = "URGENT: the harbour gate is down and boats cannot leave, we need help right now!"
MEET = "Can we meet on Tuesday at 10 to talk about the lamp of the harbour?"
WALK = "Shall we meet on Thursday at 3pm to look at the new boat?"
PRICE = "The new price of the ferry ticket is 42 crowns from the first of May"


@check("a message is marked as an action item, and everybody has it on their list")
def mark(world: World) -> None:
    ada, ben, cleo = world.ada, world.ben, world.cleo
    ada.start(ben, cleo, group="Harbour crew")
    ada.write(MAP)
    ben.open("Harbour crew")
    ben.sees(MAP)
    ben.tool(MAP, "More")
    ben.page.get_by_role("menuitem", name="Mark as action item").click()
    expect(ben.page.get_by_role("status").filter(has_text="Marked.")).to_be_visible()
    expect(item(panel(ben, "To do"), "harbour")).to_have_count(1)
    expect(item(panel(ada, "To do"), "harbour")).to_have_count(1)


@check("what is ticked off leaves everybody's list, and comes back when that is undone")
def tick(world: World) -> None:
    ada, ben = world.ada, world.ben
    item(panel(ada, "To do"), "harbour").get_by_role("checkbox").click()
    for person in (ada, ben):
        expect(item(panel(person, "To do"), "harbour")).to_have_count(0)
    ada.page.get_by_role("button", name="Undo").click()
    expect(item(panel(ben, "To do"), "harbour")).to_have_count(1)
    item(panel(ben, "To do"), "harbour").get_by_role("checkbox").click()
    expect(item(panel(ada, "To do"), "harbour")).to_have_count(0)
    done = panel(ada, "To do")
    done.get_by_label("Done too").check()
    expect(item(done, "harbour").get_by_role("checkbox")).to_be_checked()


@check("an owner and a due time are given, and its owner finds it among their own")
def assign(world: World) -> None:
    ada, cleo = world.ada, world.cleo
    mine = panel(ada, "To do")
    mine.get_by_label("Done too").check()
    item(mine, "harbour").get_by_role("checkbox").uncheck()
    item(mine, "harbour").hover()
    item(mine, "harbour").get_by_role("button", name=re.compile("^Options for")).click()
    ada.page.get_by_role("menuitem", name="Edit…").click()
    dialog = ada.page.get_by_role("dialog", name="Edit")
    dialog.get_by_label("Text").fill("Fetch the blue folder")
    dialog.get_by_label("Who").select_option(label=cleo.name)
    dialog.get_by_label("Due").fill("2031-05-04T15:30")
    dialog.get_by_label("What led to it").fill("The ferry asked")
    dialog.get_by_label("Tags").fill("harbour, map")
    world.picture("edit", ada)
    dialog.get_by_role("button", name="Save").click()
    board = hub(cleo, "To do")
    expect(cleo.page.get_by_role("tab", name="To do · 1")).to_be_visible()
    expect(board.locator(".insight-heading")).to_have_text("Later · 1")
    expect(item(board, "Fetch the blue folder")).to_contain_text("The ferry asked")
    expect(item(board, "Fetch the blue folder")).to_contain_text("#harbour · #map")
    with cleo.page.expect_download() as download:
        board.get_by_role("button", name="Export mine").click()
    assert "SUMMARY:Fetch the blue folder" in download.value.path().read_text()
    expect(item(board, "Fetch the blue folder")).to_contain_text(re.compile("due May 4, 2031.*Harbour crew"))
    expect(cleo.page.get_by_role("button", name="AI 1 to do")).to_be_visible()
    world.picture("to-do", cleo)
    board.get_by_role("button", name="Fetch the blue folder", exact=True).click()
    expect(cleo.heading).to_have_text("Harbour crew")
    expect(cleo.message(MAP)).to_be_in_viewport()


@check("a message says that it is part of an action item, opens it, and is found from there")
def record(world: World) -> None:
    ada = world.ada
    ada.open("Harbour crew")
    message = ada.message(MAP)
    message.get_by_role("button", name="To do: Fetch the blue folder").click()
    dialog = ada.page.get_by_role("dialog", name="Action item")
    item(dialog, "Fetch the blue folder").get_by_role("checkbox").check()
    expect(message.locator(".record-chip")).to_have_text("Done")
    item(dialog, "Fetch the blue folder").get_by_role("checkbox").uncheck()
    expect(message.locator(".record-chip")).to_have_text("To do")
    world.picture("record", ada)
    dialog.get_by_role("button", name="Fetch the blue folder", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(message).to_be_in_viewport()


@check("looking again says what stands there, and leaves what a member has marked")
def look_again(world: World) -> None:
    ben = world.ben
    place = panel(ben, "To do")
    place.get_by_role("button", name="Check for missed tasks").click()
    expect(ben.page.get_by_role("status").filter(has_text="Looked again: 1 open action item.")).to_be_visible(timeout=60_000)
    expect(place.get_by_role("button", name="Check for missed tasks")).to_be_enabled()
    expect(item(place, "Fetch the blue folder")).to_have_count(1)
    world.picture("look-again", ben)


@check("a summary says what it rests on, and a source opens its message far up")
def summary(world: World) -> None:
    ada, cleo = world.ada, world.cleo
    ada.open("Harbour crew")
    ada.write(f"We decided it: {PRICE[0].lower()}{PRICE[1:]}")
    for number in range(25):
        ada.write(f"Boat {number} came in and left again")
    cleo.open("Harbour crew")
    cleo.sees("Boat 24 came in and left again")
    place = panel(cleo, "Summary")
    place.get_by_label("What to summarise").select_option("7")
    expect(place.locator(".output")).to_be_visible(timeout=60_000)
    expect(place.locator(".receipt")).to_contain_text("on your server")
    place.get_by_label("A question about it").fill("What is the new price of the ferry ticket?")
    place.get_by_role("button", name="Summarise").click()
    source = place.get_by_role("button", name=re.compile("^Source .*ferry ticket")).first
    expect(source).to_be_visible(timeout=60_000)
    message = cleo.page.locator(".message", has_text="the new price of the ferry ticket")
    cleo.page.get_by_role("button", name="Jump to the newest message").click()
    expect(message).not_to_be_in_viewport()
    world.picture("summary", cleo)
    source.click()
    expect(message).to_be_in_viewport()


@check("the line above what is new opens the summary from there, and so does the menu of a conversation")
def catch_up(world: World) -> None:
    ada, ben = world.ada, world.ben
    ben.page.get_by_role("button", name=re.compile("^AI\\b")).click()
    ada.open("Harbour crew")
    for text in ("We decided to paint the boat red", "The paint is in the shed", "The brushes are new"):
        ada.write(text)
    expect(ben.row("Harbour crew").locator(".badge")).to_have_text(re.compile("\\d"))
    ben.open("Harbour crew")
    line = ben.page.locator(".unread-line")
    button = line.get_by_role("button", name=re.compile(r"^Catch up: \d+ messages$"))
    expect(button).to_be_visible()
    count = re.search(r"\d+", button.inner_text()).group()
    world.picture("catch-up", ben)
    button.click()
    place = ben.page.get_by_role("complementary", name="Catch up").get_by_role("tabpanel", name="Summary", exact=True)
    expect(place.get_by_label("What to summarise")).to_have_value("range")
    expect(place.locator(".output")).to_contain_text(f"{count} messages", timeout=60_000)
    expect(place.locator(".output")).to_contain_text("paint the boat red")
    world.picture("catch-up-open", ben)
    ben.page.emulate_media(color_scheme="dark")
    world.picture("catch-up-dark", ben)
    assert not (found := findings(ben.page, 24)), found
    ben.page.emulate_media(color_scheme="light")
    ben.page.get_by_role("button", name=re.compile("^AI\\b")).click()
    ada.write("The boat is dry again")
    ada.write("It may go out on Monday")
    expect(ben.row("Harbour crew").locator(".badge")).to_have_text("2")
    ben.row("Harbour crew").get_by_role("button", name=re.compile("^Options for")).click()
    ben.page.get_by_role("menuitem", name="Summarise").click()
    expect(place.get_by_label("What to summarise")).to_have_value("range")
    expect(place.locator(".output")).to_contain_text("2 messages", timeout=60_000)


@check("what is urgent is marked with its reason and counted, narrows the list, is there offline, and follows a correction")
def urgent(world: World) -> None:
    ada, ben = world.ada, world.ben
    ben.page.get_by_role("button", name=re.compile("^AI\\b")).click()
    ada.open("Harbour crew")
    ada.write("The lamp of the shed is green")
    ada.write(ALARM)
    row = ben.row("Harbour crew")
    expect(row.get_by_label("1 urgent")).to_be_visible(timeout=60_000)
    only = ben.page.get_by_role("button", name=re.compile(r"^Urgent \(\d+\)$"))
    expect(only).to_have_text("Urgent (1)")
    only.click()
    expect(only).to_have_attribute("aria-pressed", "true")
    expect(ben.page.locator(".row")).to_have_count(1)
    world.picture("urgent-list", ben)
    ben.go_offline()
    ben.page.reload()
    expect(row.get_by_label("1 urgent")).to_be_visible()
    ben.open("Harbour crew")
    chip = ben.message(ALARM).locator(".urgent-chip")
    expect(chip).to_contain_text(re.compile("^Urgent.+"))
    expect(ben.message("The lamp of the shed is green").locator(".urgent-chip")).to_have_count(0)
    expect(row.get_by_label("1 urgent")).to_have_count(0)
    ben.go_online()
    world.picture("urgent", ben)
    ben.page.emulate_media(color_scheme="dark")
    world.picture("urgent-dark", ben)
    assert not (found := findings(ben.page, 24)), found
    ben.page.set_viewport_size({"width": 390, "height": 800})
    world.picture("urgent-narrow-dark", ben)
    ben.page.emulate_media(color_scheme="light")
    world.picture("urgent-narrow", ben)
    assert not (found := findings(ben.page, 24)), found
    ben.page.set_viewport_size({"width": 1280, "height": 800})
    chip.click()
    ben.page.get_by_role("menuitem", name="This can wait").click()
    expect(chip).to_have_count(0)
    ben.tool(ALARM, "More")
    ben.page.get_by_role("menuitem", name="This is urgent").click()
    expect(chip).to_contain_text("You said so.")
    expect(ada.message(ALARM).locator(".urgent-chip")).to_have_count(0)


@check("a wish to meet has a card with times; one is seen before it is posted, and then the card is gone for everybody")
def meet(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.open("Harbour crew")
    ben.open("Harbour crew")
    ada.write(MEET)
    card = ben.message(MEET).locator(".meet-card")
    expect(card).to_be_visible(timeout=60_000)
    expect(ada.message(MEET).locator(".meet-card")).to_be_visible()
    ben.page.emulate_media(color_scheme="light")
    world.picture("meet", ben)
    ben.page.emulate_media(color_scheme="dark")
    world.picture("meet-dark", ben)
    assert not (found := findings(ben.page, 24)), found
    ben.page.emulate_media(color_scheme="light")
    ben.page.set_viewport_size({"width": 390, "height": 800})
    world.picture("meet-narrow", ben)
    assert not (found := findings(ben.page, 24)), found
    ben.page.emulate_media(color_scheme="light")
    card.get_by_role("button", name="Find a time").click()
    dialog = ben.page.get_by_role("dialog", name="Find a time")
    expect(dialog.locator(".slot").first).to_be_visible(timeout=60_000)
    world.picture("meet-times-narrow", ben)
    ben.page.set_viewport_size({"width": 1280, "height": 800})
    world.picture("meet-times", ben)
    assert not (found := findings(ben.page, 24)), found
    with ben.page.expect_download() as file:
        dialog.get_by_role("button", name="Calendar").first.click()
    assert file.value.suggested_filename == "meeting.ics"
    dialog.get_by_role("button", name="Propose…").first.click()
    preview = ben.page.get_by_role("dialog", name="Post this?")
    field = preview.get_by_label("What is posted")
    assert "?" in field.input_value(), field.input_value()
    world.picture("meet-preview", ben)
    preview.get_by_role("button", name="Cancel").click()
    dialog.get_by_role("button", name="Propose…").first.click()
    field.fill("How about ten on the pier?")
    preview.get_by_role("button", name="Post").click()
    expect(dialog).to_be_hidden()
    ada.sees("How about ten on the pier?")
    for person in (ada, ben):
        expect(person.message(MEET).locator(".meet-card")).to_have_count(0)


@check("a card that nobody needs is put away for good, and comes back when that is undone")
def no_meeting(world: World) -> None:
    ada, ben = world.ada, world.ben
    ada.start(ben)
    ada.write(WALK)
    ben.open(ada.name)
    card = ben.message(WALK).locator(".meet-card")
    expect(card).to_be_visible(timeout=60_000)
    for undone in (True, False):
        card.get_by_role("button", name="No time is needed").click()
        expect(card).to_have_count(0)
        expect(ada.message(WALK).locator(".meet-card")).to_have_count(0)
        if undone:
            ben.page.get_by_role("button", name="Undo").click()
            expect(card).to_be_visible()
    ben.page.reload()
    ben.open(ada.name)
    ben.sees(WALK)
    expect(card).to_have_count(0)
    ben.open("Harbour crew")
    ada.open("Harbour crew")


@check("a question in the search is answered with the words of those who said it")
def ask(world: World) -> None:
    ben = world.ben
    ben.page.keyboard.press("Control+k")
    dialog = ben.page.get_by_role("dialog", name="Search")
    dialog.get_by_label("Search messages").fill("What is the new price of the ferry ticket?")
    expect(dialog.locator(".output")).to_contain_text("42 crowns", timeout=60_000)
    world.picture("answer", ben)
    dialog.get_by_role("button", name=re.compile("^Source 1: ")).click()
    expect(dialog).to_be_hidden()
    expect(ben.page.locator(".message", has_text="42 crowns")).to_be_in_viewport()


@check("preferences are kept")
def preferences(world: World) -> None:
    page = world.ben.page
    section = settings(page)
    section.get_by_label("Words that are urgent for me").fill("outage,  invoice ")
    section.get_by_label(world.ada.name).check()
    section.get_by_role("group", name=re.compile("^Working hours")).get_by_text("Sat", exact=True).click()
    section.get_by_role("group", name=re.compile("^Working hours")).get_by_label("From").fill("08:15")
    section.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    page.reload()
    section = settings(page)
    expect(section.get_by_label("Words that are urgent for me")).to_have_value("outage, invoice")
    expect(section.get_by_label(world.ada.name)).to_be_checked()
    hours = section.get_by_role("group", name=re.compile("^Working hours"))
    expect(hours.get_by_label("Sat")).to_be_checked()
    expect(hours.get_by_label("From")).to_have_value("08:15")
    world.picture("preferences", world.ben)
    section.get_by_role("button", name="Log of AI requests").click()
    expect(page.get_by_role("dialog", name="Log of AI requests")).to_contain_text("nothing sent")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


@check("what the assistant proposes is done when it is approved, and only then")
def proposals(world: World) -> None:
    ada, ben = world.ada, world.ben
    talk = hub(ben, "Assistant")
    for text, answer in (("Send Harbour crew: Nobody reads this", "No"), ("Send Harbour crew: Lunch is at noon", "Approve")):
        talk.get_by_label("Message to the assistant").fill(text)
        talk.get_by_label("Message to the assistant").press("Enter")
        proposal = talk.get_by_role("group", name="Proposed change").last
        expect(proposal).to_contain_text(text.split(": ")[1], timeout=60_000)
        world.picture("proposal", ben)
        proposal.get_by_role("button", name=answer).click()
        expect(talk.get_by_role("button", name="Approve")).to_have_count(0)
    ada.open("Harbour crew")
    ada.sees("Lunch is at noon")
    expect(ada.message("Nobody reads this")).to_have_count(0)
    ben.page.reload()
    expect(hub(ben, "Assistant")).to_contain_text("Not done.")


@check("the assistant knows what one looked at, and an answer is copied, asked for again and stopped")
def answers(world: World) -> None:
    page = world.ben.page
    world.ben.open("Harbour crew")
    talk = hub(world.ben, "Assistant")
    expect(talk.get_by_text("Looking at Harbour crew")).to_be_visible()
    field = talk.get_by_label("Message to the assistant")
    sent: list[Any] = []
    page.on("request", lambda request: request.url.endswith("/v1/ai/assistant") and request.post_data_json and sent.append(request.post_data_json))
    field.fill("What can you do?")
    field.press("Enter")
    expect(talk.get_by_role("button", name="Stop", exact=True)).to_be_hidden(timeout=60_000)
    expect(talk.get_by_role("button", name="Copy").last).to_be_visible()
    world.picture("answer", world.ben)
    world.ben.context.grant_permissions(["clipboard-read", "clipboard-write"])
    talk.get_by_role("button", name="Copy").last.click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    answer = talk.locator(".talk-entry.assistant .talk-text").last.inner_text()
    assert page.evaluate("navigator.clipboard.readText()") == answer
    count = talk.locator(".talk-entry.user").count()
    talk.get_by_role("button", name="Look at no conversation").click()
    talk.get_by_role("button", name="Ask again").click()
    expect(talk.locator(".talk-entry.user")).to_have_count(count + 1)
    expect(talk.get_by_role("button", name="Send", exact=True)).to_be_visible(timeout=60_000)
    assert [one["text"] for one in sent] == ["What can you do?"] * 2, sent
    assert "conversation" in sent[0] and "conversation" not in sent[1], sent
    page.route("**/v1/ai/assistant", lambda route: None)
    field.fill("Tell me everything")
    field.press("Enter")
    talk.get_by_role("button", name="Stop", exact=True).click()
    expect(talk.get_by_text("Stopped.")).to_be_visible()
    expect(talk.get_by_role("button", name="Send", exact=True)).to_be_enabled()
    page.unroute("**/v1/ai/assistant")


@check("words to the assistant whose answer was lost are sent again by themselves, and stand once")
def lost_answer(world: World) -> None:
    page = world.ben.page
    talk = hub(world.ben, "Assistant")
    users, answers = talk.locator(".talk-entry.user"), talk.locator(".talk-entry.assistant")
    expect(users.first).to_be_visible()
    before = (users.count(), answers.count())
    sent: list[Any] = []

    def lose(route: Any) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.post_data_json)
        if len(sent) > 1:
            return route.continue_()
        # The server has the words, and has answered.
        route.fetch()
        route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")

    page.route("**/v1/ai/assistant", lose)
    world.ben.expected.append(re.compile(r"502.*/v1/ai/assistant"))
    talk.get_by_label("Message to the assistant").fill("Can you say it once?")
    with page.expect_response(lambda answer: answer.url.endswith("/v1/ai/assistant") and answer.request.method == "POST" and answer.ok):
        talk.get_by_label("Message to the assistant").press("Enter")
    expect(users).to_have_count(before[0] + 1)
    expect(answers).to_have_count(before[1] + 1, timeout=60_000)
    expect(talk.locator(".talk-waiting li")).to_have_count(0, timeout=60_000)
    expect(users).to_have_count(before[0] + 1)
    expect(answers).to_have_count(before[1] + 1)
    assert sent[0] == sent[1] and sent[0]["id"], sent
    page.unroute("**/v1/ai/assistant")


@check("the tabs are walked by arrow keys, and Escape leaves")
def by_keyboard(world: World) -> None:
    page = world.ben.page
    hub(world.ben, "Missed")
    page.get_by_role("tab", name="Missed").focus()
    for key, tab in (("ArrowRight", "Priority"), ("End", "Earlier"), ("ArrowRight", "Missed"), ("ArrowLeft", "Earlier"), ("Home", "Missed")):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=tab)).to_be_focused()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Pick a conversation")).to_be_visible()


@check("a summary is posted only after it was shown as it will read, and not when that is given up")
def share(world: World) -> None:
    ada, cleo = world.ada, world.cleo
    cleo.open("Harbour crew")
    place = panel(cleo, "Summary")
    place.get_by_role("button", name="Summarise").click()
    button = place.get_by_role("button", name="Share in the chat")
    expect(button).to_be_enabled(timeout=60_000)
    button.click()
    dialog = cleo.page.get_by_role("dialog", name="Post this in Harbour crew?")
    shown = dialog.locator(".post-preview").inner_text()
    world.picture("share", cleo)
    assert not (found := findings(cleo.page, 24)), found
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(button).to_be_enabled()
    button.click()
    dialog.get_by_role("button", name="Post").click()
    expect(cleo.page.get_by_role("status").filter(has_text="Posted in Harbour crew.")).to_be_visible()
    expect(button).to_be_disabled()
    ada.open("Harbour crew")
    expect(ada.page.locator(".message", has_text=shown.splitlines()[0])).to_have_count(1)


@check("a task is written without a message, is its owner's, and opens to be changed")
def written(world: World) -> None:
    ben, cleo = world.ben, world.cleo
    place = hub(ben, "To do")
    place.get_by_role("button", name="New task").click()
    dialog = ben.page.get_by_role("dialog", name="New task")
    dialog.get_by_label("What is to be done").fill("Paint the bow")
    dialog.get_by_label("Conversation. Its members see it.").select_option(label="Harbour crew")
    dialog.get_by_label("Who").select_option(label=cleo.name)
    world.picture("new-task", ben)
    dialog.get_by_role("button", name="Add").click()
    expect(dialog).to_be_hidden()
    row = item(hub(cleo, "To do"), "Paint the bow")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Paint the bow", exact=True).click()
    cleo.page.get_by_role("dialog", name="Edit").get_by_label("Text").fill("Paint the bow red")
    cleo.page.get_by_role("dialog", name="Edit").get_by_role("button", name="Save").click()
    item(hub(cleo, "To do"), "Paint the bow red").get_by_role("checkbox").check()
    expect(item(hub(cleo, "To do"), "Paint the bow red")).to_have_count(0)


if __name__ == "__main__":
    sys.exit(main(__doc__))
